// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/ties.hpp"

namespace portolan {

std::string_view to_string(TieRule rule) noexcept {
  switch (rule) {
    case TieRule::first:
      return "first";
    case TieRule::straightest:
      return "straightest";
    case TieRule::random:
      return "random";
  }
  return "first";
}

std::string_view to_string(TiesScope scope) noexcept {
  switch (scope) {
    case TiesScope::none:
      return "none";
    case TiesScope::leg:
      return "leg";
    case TiesScope::stretch:
      return "stretch";
    case TiesScope::path:
      return "path";
  }
  return "none";
}

}  // namespace portolan
