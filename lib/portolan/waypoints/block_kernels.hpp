// SPDX-License-Identifier: BSL-1.0
// The inner loop of a query over block labels, once in plain C++ and once for every width of vector instructions. All
// give the same results; they differ in speed only.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// Where a via cannot be seen.
inline constexpr std::uint32_t kUnseen = 0xFFFF'FFFF;

/// A position as its block sees it.
struct PlaceInBlock {
  std::int32_t half_x = 0;  ///< from the first vertex of the block, in half tiles
  std::int32_t half_y = 0;
  unsigned bit = 0;  ///< bit_of() the position
};

struct ViaSlice {
  const ViaOffset* offset = nullptr;
  const std::uint64_t* seen = nullptr;
  std::size_t size = 0;
};

/// length[i] = the length from the place to the i-th via, rounded up as SightMetric does; kUnseen if the place does not
/// see it. Lengths keep their lowest 32 bits; kUnseen cannot be told from a length of that value.
using MeasureVias = void (*)(const SightMetric& metric, const PlaceInBlock& place, const ViaSlice& vias,
                             std::uint32_t* length) noexcept;

/// The kernel of a norm at a level; the widest available below it if the machine or the library lacks it.
[[nodiscard]] MeasureVias measure_vias(Norm norm, SimdLevel level) noexcept;

}  // namespace portolan
