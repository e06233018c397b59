// SPDX-License-Identifier: BSL-1.0
// The inner loop of costs from a whole block, once in plain C++ and once for every width of vector instructions. All
// give the same results; they differ in speed only.
#pragma once

#include "portolan/waypoints/block_kernels.hpp"

#include <cstddef>
#include <cstdint>

namespace portolan {

/// Positions of a block.
inline constexpr std::size_t kBlockPositions = std::size_t{kBlockSide} * kBlockSide;

/// Lowers least[i], by bit_of() for the 64 positions of a block, to the least sum of the length to a via that the
/// position sees, as SightMetric has it, and what is above it. No such sum may come to kUnseen. `centre` is 1 where
/// positions are centres of tiles, 0 where they are vertices.
using LeastOverVias = void (*)(const SightMetric& metric, std::int32_t centre, const ViaSlice& vias,
                               const std::uint32_t* above, std::uint32_t* least) noexcept;

/// The kernel of a norm at a level, or at the widest available level below it if the machine or the library lacks it.
[[nodiscard]] LeastOverVias least_over_vias(Norm norm, SimdLevel level) noexcept;

}  // namespace portolan
