// SPDX-License-Identifier: BSL-1.0
// A system that has no more threads to give.
#pragma once

namespace portolan::test {

/// While one lives, the process gets `given` more threads; every further one is refused as the system does it, with
/// EAGAIN. One at a time. Takes effect where the test program is linked without sanitizers, which start threads in ways
/// of their own.
class RefusedThreads {
 public:
#ifdef PORTOLAN_COUNT_ALLOCATIONS
  static constexpr bool kAvailable = true;
#else
  static constexpr bool kAvailable = false;
#endif

  explicit RefusedThreads(int given) noexcept;
  RefusedThreads(const RefusedThreads&) = delete;
  RefusedThreads& operator=(const RefusedThreads&) = delete;
  ~RefusedThreads();
};

}  // namespace portolan::test
