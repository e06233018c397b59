// SPDX-License-Identifier: BSL-1.0
// Asking for a path that keeps to areas drawn over a map, and the answer as JSON, for the command and the page.
#pragma once

#include "map/corridor.hpp"
#include "portolan/query/path_query.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

namespace portolan::tools {

/// A judged answer beside the best path on the map; `path` views the memory of its query.
struct CorridorAnswer {
  CorridorPath path;
  double cost = 0;                           ///< in tiles at terrain cost 1
  Status free_status = Status::unreachable;  ///< of the search for the best path, whatever areas it crosses
  std::optional<double> free_cost;           ///< of that path, if it was found
  bool optimal = false;                      ///< on foot nothing is cheaper, on the whole map
  double us = 0;                             ///< that the first of the two queries took
};

/// Both are queries of the world for the profile of that number, which show it as `map` does. The budget is for both
/// questions: the second has what the first leaves.
[[nodiscard]] CorridorAnswer ask_corridor(const World& world, std::size_t profile, const TileMap& map,
                                          CorridorQuery& query, PathQuery& free, const CorridorRequest& request);

/// With the keys that README.md lists under "The command"; `tiles` is null.
[[nodiscard]] nlohmann::ordered_json corridor_report(const World& world, const CorridorAnswer& answer);
/// [[x, y], ...]
[[nodiscard]] nlohmann::ordered_json listed(std::span<const Tile> tiles);

/// The name of the arc that a link became; may be empty.
[[nodiscard]] std::string_view name_of(const World& world, const AreaLink& link);

}  // namespace portolan::tools
