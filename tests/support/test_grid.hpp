// SPDX-License-Identifier: BSL-1.0
// A map, a mover and what follows from both, owned together for the length of a test.
#pragma once

#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/move_rules.hpp"
#include "support/oracle.hpp"

#include <vector>

namespace portolan::test {

/// Owns a map, a profile and its rules. Views point into it: keep it where it is while they live.
class TestGrid {
 public:
  /// @throws std::invalid_argument if the library refuses the profile.
  explicit TestGrid(TileMap map, MovementProfile profile = {});

  [[nodiscard]] const TileMap& map() const { return map_; }
  [[nodiscard]] const MovementProfile& profile() const { return profile_; }
  [[nodiscard]] const MoveRules& rules() const { return rules_; }
  /// The terrain that prices each position, in strips: the map's tiles, or for footprints above 1 the dearest under
  /// each.
  [[nodiscard]] GridView view() const;
  [[nodiscard]] Oracle oracle() const { return {map_, profile_, rules_}; }

 private:
  TileMap map_;
  MovementProfile profile_;
  MoveRules rules_;
  MoverEdges edges_;
  std::vector<TerrainId> strips_;
};

}  // namespace portolan::test
