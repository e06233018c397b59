// SPDX-License-Identifier: BSL-1.0
// The stage of a build that makes the indexes of a waypoint graph. Internal to the module.
#pragma once

#include "portolan/grid/link_table.hpp"
#include "portolan/grid/sight_space.hpp"
#include "portolan/offline/block_builder.hpp"
#include "portolan/offline/build_context.hpp"
#include "portolan/offline/graph_indexes.hpp"
#include "portolan/offline/index_options.hpp"
#include "portolan/offline/waypoint_landmark_builder.hpp"
#include "portolan/waypoints/sight_cells.hpp"
#include "portolan/waypoints/sight_levels.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

struct WaypointIndexes : GraphIndexes {
  std::optional<BlockArrays> blocks;                ///< not without labels
  std::optional<WaypointLandmarkArrays> landmarks;  ///< only without labels and hierarchy
  std::optional<SightLevelArrays> levels;           ///< the same, and only of Euclidean lengths
  std::optional<SightCellArrays> cells;             ///< not without levels, nor with links
};

/// Makes the indexes that the options ask for, as far as memory and IndexOptions::index_bytes allow; what was chosen
/// and what is left out leaves a note. Block labels, which measure their ways in the plane, are left out where there
/// are links. Where there is no index, landmarks, levels and, on large maps, cells make searches shorter, as far as
/// memory allows. `passable` is the number of positions that the mover can stand on.
[[nodiscard]] WaypointIndexes make_waypoint_indexes(BuildContext& context, const SightSpace& space,
                                                    const WaypointGraphView& waypoints, const LinkTable& links,
                                                    std::uint64_t passable, const IndexOptions& options);

}  // namespace portolan
