// SPDX-License-Identifier: BSL-1.0
// The offline build: a tile map and its movement profiles become one world file.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/offline/world_image.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// What the map came from, for the file's provenance; takes no part in the build.
struct SourceInfo {
  std::string format;      ///< "movingai", "ascii", "png", or "memory"
  std::uint64_t hash = 0;  ///< hash_bytes of the source file
};

/// An index of a waypoint graph.
enum class IndexKind : std::uint8_t {
  ch,      ///< contraction hierarchy: small, answers in tens of microseconds
  labels,  ///< hub labels: larger, answers in a few microseconds
  blocks,  ///< block labels and the hub labels they need: larger still, answers between tiles in about a microsecond
};

/// How a world is built. Neither threads nor progress change the result.
struct BuildOptions {
  SourceInfo source{.format = "memory"};
  unsigned threads = 0;  ///< 0: one a core; at most kMaxThreads are used; the result does not depend on it
  std::uint64_t memory = std::uint64_t{4} << 30;  ///< bytes that the build may take, those of the map included
  /// The indexes that every waypoint graph gets. If not set: hub labels where they fit into index_bytes, with block
  /// labels for as much of the map as then fits if that is most of it, else a contraction hierarchy.
  std::optional<std::set<IndexKind>> indexes;
  /// Bytes a passable tile that the indexes of a waypoint graph may take, besides the graph, where `indexes` is not
  /// set. If not set: 100 on the grid, 200 at any angle.
  std::optional<std::uint32_t> index_bytes;
  /// Called with the name of each stage as it begins and its seconds as it ends (negative while it runs). May be empty.
  std::function<void(std::string_view stage, double seconds)> progress;
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
/// their graph, which gets the indexes of a board (build_board), and where they lie. Errors are those of build_world
/// without areas.
[[nodiscard]] Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles,
                                             const Areas& areas, const BuildOptions& options);

}  // namespace portolan
