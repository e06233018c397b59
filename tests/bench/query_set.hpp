// SPDX-License-Identifier: BSL-1.0
// Questions drawn from a seed: the same on every machine, for measurements and for counts that must not change.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::bench {

/// The profiles of every world here, by number.
inline constexpr std::size_t kGridProfile = 0;   ///< the default mover, of the Moving AI rules
inline constexpr std::size_t kPointProfile = 1;  ///< a point that goes straight
[[nodiscard]] std::array<MovementProfile, 2> profiles();

/// The ends of one query, both passable and on the same island.
struct Ends {
  Tile from;
  Tile to;
};

/// Whether both ends are passable and on one island; they may be anywhere.
[[nodiscard]] bool joined(const ProfileView& profile, const Ends& ends);

/// Ends anywhere on the map, in random order; none if nothing is passable.
[[nodiscard]] std::vector<Ends> draw_far(const ProfileView& profile, std::size_t count, std::uint64_t seed);
/// Ends that the local matrix holds together, evenly spread over it.
[[nodiscard]] std::vector<Ends> draw_near(const ProfileView& profile, std::size_t count, std::uint64_t seed);

}  // namespace portolan::bench
