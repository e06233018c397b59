// SPDX-License-Identifier: BSL-1.0
#include "console.hpp"

#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

namespace portolan::tools {

bool is_stderr_watched() noexcept {
  return ::isatty(STDERR_FILENO) == 1;
}

void hold_standard_streams() noexcept {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

}  // namespace portolan::tools
