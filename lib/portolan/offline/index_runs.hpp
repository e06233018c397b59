// SPDX-License-Identifier: BSL-1.0
// Indices in runs, for loops that threads share and whose single steps are short. Internal to the module.
#pragma once

#include <algorithm>
#include <cstddef>

namespace portolan {

/// The indices from 0 to count - 1 in runs of `length` each, the last one perhaps shorter.
struct IndexRuns {
  std::size_t count = 0;
  std::size_t length = 1;  ///< above 0

  /// From `begin` to before `end`.
  struct Run {
    std::size_t begin;
    std::size_t end;
  };

  /// The number of runs.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return (count + length - 1) / length; }
  [[nodiscard]] constexpr Run operator[](std::size_t run) const noexcept {
    return {run * length, std::min(count, (run + 1) * length)};
  }
};

}  // namespace portolan
