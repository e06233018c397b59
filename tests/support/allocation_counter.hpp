// SPDX-License-Identifier: BSL-1.0
// Counts heap allocations, to prove that a query makes none, and refuses them, to see what is left then. Counted are
// every form of operator new, and the calls of malloc, calloc, realloc and aligned_alloc in objects linked into the
// test program; what the C library takes for itself is not. Sanitizers need these functions for themselves: there
// kAvailable is false, and tests say so and skip.
#pragma once

#include <cstdint>

namespace portolan::test {

/// Counts the allocations that the thread which made it makes from then on.
///
/// Assertions allocate: read count() into a variable first, then check that.
class AllocationCounter {
 public:
#ifdef PORTOLAN_COUNT_ALLOCATIONS
  static constexpr bool kAvailable = true;
#else
  static constexpr bool kAvailable = false;
#endif

  AllocationCounter() noexcept : start_(made_by_this_thread()) {}
  [[nodiscard]] std::uint64_t count() const noexcept {
    return made_by_this_thread() - start_;
  }

 private:
  static std::uint64_t made_by_this_thread() noexcept;
  std::uint64_t start_;
};

/// While it lives, the thread that made it is given so many allocations by operator new, and each later one is refused;
/// malloc is not bound. One at a time.
class AllocationLimit {
 public:
  explicit AllocationLimit(std::uint64_t allowed) noexcept;
  AllocationLimit(const AllocationLimit&) = delete;
  AllocationLimit& operator=(const AllocationLimit&) = delete;
  ~AllocationLimit();
};

}  // namespace portolan::test
