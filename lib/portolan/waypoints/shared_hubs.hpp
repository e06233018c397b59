// SPDX-License-Identifier: BSL-1.0
// The hubs that two blocks have in common: those of one are written into a table, those of the other look themselves
// up. Looking up is there once in plain C++ and once for every width of vector instructions, all with the same result.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstddef>
#include <cstdint>

namespace portolan {

/// A hub in the blocks of both ends, by its numbers there.
struct SharedHub {
  std::uint16_t at_start;
  std::uint16_t at_goal;
};
static_assert(sizeof(SharedHub) == 4);

/// Numbers of a table's rounds are multiples of this; what is below holds the number of a hub in its block.
inline constexpr std::uint32_t kHubRound = std::uint32_t{1} << 16;

/// The hubs of a block, as BlockView has them, up to the first that is not below hub_end.
struct BlockHubs {
  const std::uint32_t* hub = nullptr;
  std::size_t size = 0;
  HubId hub_end = 0;  ///< at most the size of the table
};

/// Entries beyond the last that a kernel may write.
inline constexpr std::size_t kSharedSlack = 16;

/// Writes {entry - round, number} for every hub of the block whose entry in the table is in [round, round + kHubRound),
/// in order: how many. `shared` holds BlockHubs::size + kSharedSlack.
using FindShared = std::size_t (*)(const BlockHubs& hubs, const std::uint32_t* table, std::uint32_t round,
                                   SharedHub* shared) noexcept;

/// No via.
inline constexpr std::uint16_t kNoOwnVia = 0xFFFF;

/// own_via[i] = the number among the block's vias of its i-th hub, kNoOwnVia if that is none: how many own vias come
/// before it. `own_via` holds size + kSharedSlack.
using NumberVias = void (*)(const std::uint32_t* hub, std::size_t size, std::uint16_t* own_via) noexcept;

/// The kernels of a level; of the widest available below it if the machine or the library lacks it.
[[nodiscard]] FindShared find_shared(SimdLevel level) noexcept;
[[nodiscard]] NumberVias number_vias(SimdLevel level) noexcept;

}  // namespace portolan
