// SPDX-License-Identifier: BSL-1.0
// The inner loops of a label query. Filling the table is plain C++, for scattered stores gain nothing; looking it up is
// there once in plain C++ and once for every width of vector instructions. On well-formed labels all give the same.
#pragma once

#include "portolan/core/simd.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// A part of one label. Entries are read up to the first whose hub is not below `hub_end`, which must not exceed the
/// size of the table that the kernels index by hub.
struct LabelSlice {
  const std::uint32_t* hub = nullptr;
  const std::uint32_t* distance = nullptr;
  std::size_t size = 0;
  std::uint32_t hub_end = 0;
};

/// table[hub] = min(table[hub], base + distance) for every entry.
// NOLINTNEXTLINE(readability-non-const-parameter): written through a reference
inline void lower(const LabelSlice& slice, std::uint64_t base, std::uint64_t* table) noexcept {
  for (std::size_t i = 0; i < slice.size && slice.hub[i] < slice.hub_end; ++i) {
    std::uint64_t& value = table[slice.hub[i]];
    value = std::min(value, base + slice.distance[i]);
  }
}

/// Above every sum.
inline constexpr std::uint64_t kNoSum = (std::uint64_t{1} << 63) - 1;

/// The least table[hub] + distance of all entries, kNoSum if there are none. Sums must be below 2^63.
using LeastSum = std::uint64_t (*)(const LabelSlice& slice, const std::uint64_t* table) noexcept;

/// The loop of a level; of the widest available below it if the machine or the library lacks it.
[[nodiscard]] LeastSum least_sum(SimdLevel level) noexcept;

}  // namespace portolan
