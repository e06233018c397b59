// SPDX-License-Identifier: BSL-1.0
#include "console.hpp"

#include <io.h>
#include <stdio.h>

namespace portolan::tools {

bool is_stderr_watched() noexcept {
  return ::_isatty(::_fileno(stderr)) != 0;
}

// Files are opened by handles, which never take the place of a stream.
void hold_standard_streams() noexcept {}

}  // namespace portolan::tools
