// SPDX-License-Identifier: BSL-1.0
// The stage of a build that makes what straight movement of one mover needs. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/grid/sight_space.hpp"
#include "portolan/offline/build_context.hpp"
#include "portolan/offline/index_options.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/offline/waypoint_indexes.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// Where a mover may move straight on, and the waypoint graph where all passable terrain has one price.
struct Sight {
  SightPlanes planes;
  HeldBytes held;                   ///< by the planes
  std::uint32_t fraction_bits = 0;  ///< any_angle: segments are measured in 2^-fraction_bits tile
  std::optional<WaypointGraph> graph;
  WaypointIndexes indexes;  ///< of the graph
};

/// The unit of straight segments that make_sight takes for a mover at any angle, 2^-n tile: the finest in which no
/// path, however winding, reaches half of kInfiniteCost, and a way of four times the map's longer side still fits the
/// 32 bits of a label, so that every sight edge does. Nothing if none will do. O(1).
[[nodiscard]] std::optional<std::uint32_t> finest_fraction_bits(const GridView& grid);

/// Nothing for a mover on the grid to whom terrain has several prices, or straight movement none. The graph is left
/// out, with a note, where it would not fit the memory: the region tier still answers. `passable` is the number of
/// positions that the mover can stand on, `links` are those that it takes. Errors (limit): costs too large for any
/// unit, planes too large for the memory of a mover at any angle, who needs them.
[[nodiscard]] Result<std::optional<Sight>> make_sight(BuildContext& context, const GridView& grid,
                                                      const LinkTable& links, std::uint64_t passable,
                                                      const IndexOptions& options);

}  // namespace portolan
