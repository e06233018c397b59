// SPDX-License-Identifier: BSL-1.0
// The stage of a build on which all others stand: the map as one mover sees it. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/shared_array.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/offline/build_context.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <vector>

namespace portolan {

/// The positions of one mover and what joins them.
struct Ground {
  MoveRules rules;
  LinkTable links;                   ///< those that the mover takes
  SharedArray<TerrainId> positions;  ///< dearest_terrain; none where the map's own tiles serve
  MoverEdges edges;                  ///< what the map's moves cost it
  HeldBytes held;                    ///< by the positions and the edges

  /// A view of this and of the map that it was made of, which must both stay where they are.
  [[nodiscard]] GridView grid(const TileMap& map) const noexcept;
};

/// Errors (usage, limit): what make_move_rules says, links that cost too much, floors that are not kept apart, or a map
/// too large for the memory.
[[nodiscard]] Result<Ground> make_ground(BuildContext& context, const TileMap& map, const MovementProfile& profile);

/// The islands of a mover.
struct GroundIslands {
  BasicIslandLabels<Shared> labels;
  std::uint32_t count = 0;
  std::uint64_t passable = 0;  ///< positions that the mover can stand on
};
[[nodiscard]] GroundIslands make_islands(BuildContext& context, const TileMap& map, const Ground& ground);

}  // namespace portolan
