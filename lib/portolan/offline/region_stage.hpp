// SPDX-License-Identifier: BSL-1.0
// The stages of a build that make the region tier of one mover. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/offline/build_context.hpp"
#include "portolan/offline/region_landmark_builder.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/region_topology.hpp"

#include <optional>
#include <vector>

namespace portolan {

/// The coarse graph of level 0. Views: own nothing.
struct BaseRegions {
  RegionTopologyView topology;  ///< no levels: a map without portals
  ArcsView arcs;
};

/// The region levels that are kept.
struct Regions {
  RegionTopology topology;
  std::vector<LevelArcs> arcs;  ///< by level; levels of the topology beyond are left out
  BaseRegions base;             ///< views of arrays above, which may be moved, and of the links
};

/// Makes the levels bottom-up as far as the memory allows; a level left out leaves a note. Errors (limit): not even
/// level 0 fits the memory.
[[nodiscard]] Result<Regions> make_regions(BuildContext& context, const GridView& grid, const LinkTable& links);

/// Bounds for the searches of the region tier, where no index spares them: prices that differ, large maps; not where
/// there are moves. None where there are no regions or, with a note, no memory.
[[nodiscard]] std::optional<RegionLandmarkArrays> make_region_landmarks(BuildContext& context,
                                                                        const BaseRegions& regions,
                                                                        const LinkTable& links);

}  // namespace portolan
