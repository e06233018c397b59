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

/// A judged path beside the best one on the map. `path` views the memory of its query.
struct CorridorAnswer {
  CorridorPath path;
  std::size_t profile = 0;
  double cost = 0;                           ///< in tiles at terrain cost 1
  Status free_status = Status::unreachable;  ///< of the search for the best path, whatever areas it crosses
  std::optional<double> free_cost;           ///< of the best path, if it was found
  bool optimal = false;                      ///< whether nothing on the whole map is cheaper on foot
  double us = 0;                             ///< microseconds that the query for the path took
};

/// Both are queries of the world for the profile of that number, which show it as `map` does. The budget is for both
/// questions: the second has what the first leaves.
[[nodiscard]] CorridorAnswer ask_corridor(const World& world, std::size_t profile, const TileMap& map,
                                          CorridorQuery& query, PathQuery& free, const CorridorRequest& request);

/// The answer as JSON, with the keys that tools/REFERENCE.md lists; `tiles` is null.
[[nodiscard]] nlohmann::ordered_json corridor_report(const World& world, const CorridorAnswer& answer);

/// The name of the arc that a link became; may be empty.
[[nodiscard]] std::string_view name_of(const World& world, const AreaLink& link);

}  // namespace portolan::tools
