// SPDX-License-Identifier: BSL-1.0
// What there is to say about the waypoints that a designer placed on a map: whom they leave out, and what keeping to
// them costs.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace portolan::tools {

/// The way over the board that is longest against the least path on the map, of all that were tried.
struct WorstDetour {
  Tile from{};
  Tile to{};
  double cost = 0;  ///< over the board, in tiles
  double free = 0;  ///< of the least path
  /// Of some tiles of the least path the one that would shorten the way most if it were a waypoint; nothing if none
  /// would.
  std::optional<Tile> suggestion;
  double with_suggestion = 0;  ///< the cost then
};

struct WaypointReport {
  FloorStack floors;  ///< of the map
  std::size_t waypoints = 0;
  std::vector<std::string_view> alone;  ///< names of those that no way leads from or to
  std::uint64_t bare_islands = 0;       ///< of the first profile, without a waypoint
  std::uint64_t bare_tiles = 0;         ///< on those
  std::uint64_t pairs = 0;              ///< of tiles that were tried, which the map joins
  std::uint64_t apart = 0;              ///< of them that no way over the board joins
  double mean_ratio = 1;                ///< of the cost over the board to the least one, over the others
  std::optional<WorstDetour> worst;     ///< nothing if no way is longer
};

/// Tries pairs of tiles spread over the map, always the same ones, for the first profile. The world's board must be one
/// of waypoints, and sound.
[[nodiscard]] WaypointReport report_waypoints(const World& world);
/// As JSON, with the keys that tools/REFERENCE.md lists, and as lines of text.
[[nodiscard]] nlohmann::ordered_json to_json(const WaypointReport& report);
[[nodiscard]] std::string text_of(const WaypointReport& report);

}  // namespace portolan::tools
