// SPDX-License-Identifier: BSL-1.0
// The inner loops of costs from a whole block, once in plain C++ and once for every width of vector instructions. All
// give the same results; they differ in speed only.
#pragma once

#include "portolan/waypoints/block_kernels.hpp"
#include "portolan/waypoints/shared_hubs.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

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

/// A hub of a block that a table knows.
struct KnownHub {
  std::uint16_t number;   ///< in the block
  std::uint16_t own_via;  ///< the number of the via that it is, or kNoOwnVia
};
static_assert(sizeof(KnownHub) == 4);

/// What FindKnown answers of a block that has a hub which the table does not reach to.
inline constexpr std::size_t kBeyondTable = ~std::size_t{0};

/// Writes down every hub of a block, as BlockView::hub has them, whose entry in the table is not 0, in order, and
/// returns how many there are. `known` has room for hubs.size() + kSharedSlack.
using FindKnown = std::size_t (*)(std::span<const std::uint32_t> hubs, std::span<const std::uint32_t> table,
                                  KnownHub* known) noexcept;

/// The kernel that finds known hubs at a level, or at the widest available level below it if the machine or the library
/// lacks it.
[[nodiscard]] FindKnown find_known(SimdLevel level) noexcept;

}  // namespace portolan
