// SPDX-License-Identifier: BSL-1.0
// The hubs that two blocks have in common: those of one are written into a table, those of the other look themselves
// up. The look-up exists once in plain C++ and once for every width of vector instructions, all with the same result.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstddef>
#include <cstdint>

namespace portolan {

/// A hub that the blocks of both ends have.
struct SharedHub {
  std::uint16_t at_start;  ///< number of the hub in the block of the start
  std::uint16_t at_goal;   ///< number of the hub in the block of the goal
};
static_assert(sizeof(SharedHub) == 4);

/// The rounds in which a table is filled are numbered by multiples of this; the part of an entry below holds the number
/// of a hub in its block.
inline constexpr std::uint32_t kHubRound = std::uint32_t{1} << 16;

/// The hubs of a block up to the first that is not below `hub_end`.
struct BlockHubs {
  const std::uint32_t* hub = nullptr;  ///< as BlockView::hub
  std::size_t size = 0;                ///< number of hubs of the block
  HubId hub_end = 0;                   ///< at most the size of the table
};

/// Entries beyond the last that a kernel may write.
inline constexpr std::size_t kSharedSlack = 16;

/// Writes {entry - round, number in the block} for every hub of the block whose entry in the table is in [round, round
/// + kHubRound), in order, and returns how many there are. `shared` has room for BlockHubs::size + kSharedSlack.
using FindShared = std::size_t (*)(const BlockHubs& hubs, const std::uint32_t* table, std::uint32_t round,
                                   SharedHub* shared) noexcept;

/// Stands for the number of a via where a hub is none.
inline constexpr std::uint16_t kNoOwnVia = 0xFFFF;

/// Sets own_via[i] to the number among the block's vias of its i-th hub, that is the number of own vias before it, or
/// to kNoOwnVia if the hub is no via. `own_via` has room for size + kSharedSlack.
using NumberVias = void (*)(const std::uint32_t* hub, std::size_t size, std::uint16_t* own_via) noexcept;

/// The kernel that finds shared hubs at a level, or at the widest available level below it if the machine or the
/// library lacks it.
[[nodiscard]] FindShared find_shared(SimdLevel level) noexcept;
/// The kernel that numbers vias at a level, or at the widest available level below it if the machine or the library
/// lacks it.
[[nodiscard]] NumberVias number_vias(SimdLevel level) noexcept;

}  // namespace portolan
