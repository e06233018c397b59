// SPDX-License-Identifier: BSL-1.0
// The offline build: a tile map and its movement profiles become one world file.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/offline/build_context.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/offline/index_options.hpp"
#include "portolan/offline/provenance.hpp"
#include "portolan/offline/world_image.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>

namespace portolan {

/// How a world is built: what the stages are given, together.
struct BuildOptions : ResourceOptions, IndexOptions {
  SourceInfo source{.format = "memory"};
  /// By profile where the lines of its regions are to lie (RegionLayout::shift, from 0 to 31 each), as they did in the
  /// world that is built again; of others they lie where the fewest paths cross them.
  std::map<std::string, Tile, std::less<>> shifts = {};
};

/// Builds a world for 1 to 64 profiles with distinct names. The same map, profiles, source, shifts and memory give the
/// same bytes, for any number of threads, with or without a work folder, and on any machine. Where all levels fit the
/// memory, neither the size of cells nor a scratch folder changes them.
///
/// Per profile: positions, islands, portals, and the region levels cell by cell, then those above them as far as
/// `memory` allows; levels left out make long searches slower, never wrong, and the provenance says so. Errors (usage,
/// limit, io): bad profiles, shifts or cells, a map too large for `memory`, a folder that cannot be used.
[[nodiscard]] Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles,
                                             const BuildOptions& options);

/// Builds a world with areas for the first profile (draw_areas): besides what build_world adds without areas it holds
/// their graph, which gets the indexes of a board (build_board), and where they lie. Areas with the tag `dead_end` must
/// hang, as many as touch each other, off one tile, of theirs or beside them; where there are some, dead ends are
/// looked for whatever the options say. Errors are those of build_world without areas, and areas so marked that do not
/// (usage).
[[nodiscard]] Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles,
                                             const Areas& areas, const BuildOptions& options);

/// Helps another process that builds a world of the same map, profiles and shifts: makes the cells that `source` lends
/// and leaves them in options.work_folder, the same folder as there. `threads` and `memory` are those of this process,
/// other options mean nothing. Returns when the source has no more. Errors are those of build_world.
[[nodiscard]] Outcome help_build(const TileMap& map, std::span<const MovementProfile> profiles,
                                 const BuildOptions& options, CellSource& source);

}  // namespace portolan
