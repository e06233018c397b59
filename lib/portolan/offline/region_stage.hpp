// SPDX-License-Identifier: BSL-1.0
// The stages of a build that make the region tier of one mover. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/offline/build_context.hpp"
#include "portolan/offline/region_assembly.hpp"
#include "portolan/offline/region_landmark_builder.hpp"

#include <optional>
#include <span>

namespace portolan {

/// Makes the levels cell by cell, in as many at once as the memory allows, and what lies above them, as far as the
/// memory allows; a level left out leaves a note. `shift`: of the lines; where none is given the best. No levels: a map
/// without portals. `profile`: its number, for the crew. Errors: limit (not even level 0 fits the memory), io (the work
/// folder).
[[nodiscard]] Result<RegionArrays> make_regions(BuildContext& context, const GridView& grid, const LinkTable& links,
                                                std::uint32_t profile, std::optional<Tile> shift);

/// Makes those cells of a profile that `source` lends, in as many threads at once as the memory allows, and leaves them
/// in the work folder. Links and the profile's number must be those of the build that is helped. Looks at no more of
/// the terrain than the cells and the tiles beside them. Errors: io (the work folder), limit (no cell fits the memory).
[[nodiscard]] Outcome help_regions(BuildContext& context, const GridView& grid, const LinkTable& links,
                                   std::uint32_t profile, CellSource& source);

/// Bounds for the searches of the region tier, where no index spares them: prices that differ, large maps; not where
/// there are moves. None where there are no regions or, with a note, no memory. The topology must know the link ends.
[[nodiscard]] std::optional<RegionLandmarkArrays> make_region_landmarks(BuildContext& context,
                                                                        const RegionTopologyView& topology,
                                                                        const LinkTable& links);

}  // namespace portolan
