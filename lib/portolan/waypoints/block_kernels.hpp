// SPDX-License-Identifier: BSL-1.0
// The inner loop of a query over block labels, once in plain C++ and once for every width of vector instructions. All
// give the same results; they differ in speed only.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// The length to a via that cannot be seen.
inline constexpr std::uint32_t kUnseen = 0xFFFF'FFFF;

/// A position as its block sees it.
struct PlaceInBlock {
  std::int32_t half_x = 0;  ///< column, in half tiles from the first vertex of the block
  std::int32_t half_y = 0;  ///< row, in half tiles from the first vertex of the block
  unsigned bit = 0;         ///< the number of the position in its block, by bit_of()
};

[[nodiscard]] constexpr PlaceInBlock place_in_block(Contact contact, Tile position) noexcept {
  const std::int32_t centre = contact == Contact::point ? 1 : 0;
  return {2 * (position.x % kBlockSide) + centre, 2 * (position.y % kBlockSide) + centre, bit_of(position)};
}

/// Vias of a block that follow each other. A view: owns nothing.
struct ViaSlice {
  const ViaOffset* offset = nullptr;    ///< by via: where it is
  const std::uint64_t* seen = nullptr;  ///< by via: the positions that see it, as BlockView::via_seen has them
  std::size_t size = 0;
};

/// Sets length[i] to the length from the place to the i-th via, rounded up as SightMetric does, or to kUnseen if the
/// place does not see it. Lengths keep their lowest 32 bits; kUnseen cannot be told from a length of that value.
using MeasureVias = void (*)(const SightMetric& metric, const PlaceInBlock& place, const ViaSlice& vias,
                             std::uint32_t* length) noexcept;

/// The kernel of a norm at a level, or at the widest available level below it if the machine or the library lacks it.
[[nodiscard]] MeasureVias measure_vias(Norm norm, SimdLevel level) noexcept;

}  // namespace portolan
