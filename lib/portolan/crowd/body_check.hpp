// SPDX-License-Identifier: BSL-1.0
// The judge's own account of bodies that turn, from width, length and heading alone.
#pragma once

#include "portolan/grid/kinematics.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"

#include <vector>

namespace portolan {

/// Which tiles a body covers and sweeps, and which moves it can make on a map. Shares no code with BodyMoves or
/// BodyTiles. Allocates as it likes; safe to use from any number of threads.
class BodyCheck {
 public:
  /// The profile's footprint is the shorter side of the body.
  BodyCheck(const MovementProfile& profile, const Kinematics& kinematics)
      : profile_(profile), kinematics_(kinematics) {}

  /// The tiles under a body; where its squares touch at corners only also those beside the corners.
  [[nodiscard]] std::vector<Tile> under(const Placement& at) const;
  /// What it passes over in a move, besides what it covers before and after it.
  [[nodiscard]] std::vector<Tile> swept(const Placement& from, const Placement& to) const;
  /// Whether it can stand there.
  [[nodiscard]] bool stands(const TileMap& map, const Placement& at) const;
  /// Whether a move is one of its steps or turns. O(tiles of the body, squared).
  [[nodiscard]] bool can_move(const TileMap& map, const Placement& from, const Placement& to) const;

 private:
  [[nodiscard]] std::vector<Tile> line(const Placement& at) const;
  [[nodiscard]] std::vector<Tile> sector(const Placement& from, Heading to) const;
  [[nodiscard]] bool core_walks(const TileMap& map, Tile from, Tile to) const;
  void add_square(std::vector<Tile>& tiles, Tile at) const;

  MovementProfile profile_;
  Kinematics kinematics_;
};

}  // namespace portolan
