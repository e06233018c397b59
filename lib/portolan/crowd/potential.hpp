// SPDX-License-Identifier: BSL-1.0
// How far units of one profile are from their goals.
#pragma once

#include "portolan/query/distance_arena.hpp"
#include "portolan/query/goal_distances.hpp"
#include "portolan/query/profile_snapshot.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace portolan::crowd {

/// Exact costs to one goal at a time, in distance tiles that all goals share (distance_arena.hpp): by labels, or where
/// there are none and on overlays by a search from the goal. As such a search begins anew when another goal was asked
/// for meanwhile, it then makes the tiles ahead too. Of a profile of the grid metric, on a map without moves. One
/// thread at a time; the arena must outlive it.
class Potential {
 public:
  /// `ahead` is how many tiles it makes at a time where it searches. @throws std::bad_alloc
  Potential(World world, std::size_t profile, DistanceArena& arena, std::size_t ahead);
  Potential(const Potential&) = delete;
  Potential& operator=(const Potential&) = delete;

  /// @throws as ProfileSnapshot::use and GoalDistances::use; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// From now on to this goal, a passable tile. O(1).
  void aim(Tile goal) noexcept;
  /// What it costs to come to the goal from a tile of the map; kInfiniteCost if there is no way, or where the file is
  /// corrupt. From memory O(1), else as GoalField::cost.
  [[nodiscard]] Cost at(Tile tile) noexcept {
    if (tile == goal_) return 0;
    const Held& held = held_[place_of(tile)];
    return held.block == block_of(tile) ? held.tile.cost[bit_of(tile)] : fetch(tile);
  }

  [[nodiscard]] const ProfileSnapshot& snapshot() const noexcept { return snapshot_; }

 private:
  static constexpr std::uint32_t kNoBlock = 0xFFFF'FFFF;
  /// Tiles of blocks side by side have places of their own.
  static constexpr std::size_t kHeld = 4;
  struct Held {
    std::uint32_t block = kNoBlock;
    DistanceTile tile;
  };

  [[nodiscard]] static std::size_t place_of(Tile tile) noexcept {
    return static_cast<std::size_t>(tile.x / kBlockSide % 2 + 2 * (tile.y / kBlockSide % 2));
  }
  [[nodiscard]] std::uint32_t block_of(Tile tile) const noexcept {
    return static_cast<std::uint32_t>(tile.y / kBlockSide) * columns_ + static_cast<std::uint32_t>(tile.x / kBlockSide);
  }
  [[nodiscard]] Cost fetch(Tile tile) noexcept;
  void look_ahead(Tile from) noexcept;
  void forget() noexcept;

  ProfileSnapshot snapshot_;
  GoalDistances distances_;
  std::uint32_t columns_;  ///< blocks a row
  std::size_t ahead_;
  bool looking_ahead_ = false;
  Tile goal_{-1, -1};
  std::array<Held, kHeld> held_;
};

}  // namespace portolan::crowd
