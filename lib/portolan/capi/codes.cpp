// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/portolan.h"

namespace portolan::capi {

portolan_error code_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::io:
      return PORTOLAN_ERROR_IO;
    case ErrorCode::limit:
      return PORTOLAN_ERROR_LIMIT;
    case ErrorCode::unsupported:
      return PORTOLAN_ERROR_UNSUPPORTED;
    case ErrorCode::syntax:
    case ErrorCode::corrupt:
      return PORTOLAN_ERROR_CORRUPT;
    case ErrorCode::usage:
      return PORTOLAN_ERROR_RANGE;
  }
  return PORTOLAN_ERROR_INTERNAL;
}

}  // namespace portolan::capi
