// SPDX-License-Identifier: BSL-1.0
// A clock for measurements on machines that are not quiet.
#pragma once

#include <ctime>

namespace portolan::bench {

/// Processor time of this thread in milliseconds: others at work on the machine count for less.
[[nodiscard]] inline double thread_millis() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace portolan::bench
