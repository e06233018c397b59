// SPDX-License-Identifier: BSL-1.0
// Asking for memory before it is needed. GCC takes a function that does nothing else for one without effect and drops
// its calls: the functions here, and those that only call them, must be inlined always.
#pragma once

#include <cstddef>

namespace portolan {

/// Has the cache line of an address on its way from memory. Any address will do.
[[gnu::always_inline]] inline void prefetch(const void* at) noexcept {
  __builtin_prefetch(at);
}

/// Has the cache lines of a range, at most the first `most` of them, on their way from memory. Any range will do.
[[gnu::always_inline]] inline void prefetch_range(const std::byte* begin, std::size_t bytes,
                                                  std::size_t most) noexcept {
  constexpr std::size_t kLine = 64;
  const std::size_t end = bytes < most * kLine ? bytes : most * kLine;
  for (std::size_t at = 0; at < end; at += kLine) __builtin_prefetch(begin + at);
}

}  // namespace portolan
