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

#include <span>

namespace portolan {

/// How a world is built: what the stages are given, together.
struct BuildOptions : ResourceOptions, IndexOptions {
  SourceInfo source{.format = "memory"};
};

/// Builds a world for 1 to 64 profiles with distinct names. The same map, profiles, source and memory give the same
/// bytes, for any number of threads and on any machine.
///
/// Per profile: positions, islands, portals, and the region levels bottom-up as far as `memory` allows; levels left out
/// make long searches slower, never wrong, and the provenance says so. Errors (usage, limit): bad profiles, or a map
/// too large for `memory`.
[[nodiscard]] Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles,
                                             const BuildOptions& options);

/// Builds a world with areas for the first profile (draw_areas): besides what build_world adds without areas it holds
/// their graph, which gets the indexes of a board (build_board), and where they lie. Areas with the tag `dead_end` must
/// hang, as many as touch each other, off one tile, of theirs or beside them; where there are some, dead ends are
/// looked for whatever the options say. Errors are those of build_world without areas, and areas so marked that do not
/// (usage).
[[nodiscard]] Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles,
                                             const Areas& areas, const BuildOptions& options);

}  // namespace portolan
