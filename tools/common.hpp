// SPDX-License-Identifier: BSL-1.0
// What several subcommands share: reporting errors, reading arguments, walking a path to its end.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// Prints one line on stderr; returns the exit code for bad input.
int fail(std::string_view message);

/// "x,y" with integers. Errors (usage) name the argument.
Result<Tile> parse_tile(std::string_view text);
/// A number of bytes: digits with an optional K, M, G or T (powers of 1024).
Result<std::uint64_t> parse_size(std::string_view text);
/// One of `auto astar local coarse regions`. Tiers that other world files may have (waypoints, ch, labels, blocks) and
/// names that no file has are told apart in the message.
Result<Tier> parse_tier(std::string_view text);
/// Number of the named profile; the first one for an empty name. The error lists the names there are.
Result<std::size_t> choose_profile(const World& world, const std::string& name);

/// A path walked to its end.
struct Walk {
  std::vector<Tile> tiles;    ///< all of them, ends included; empty if there is no path or the world contradicts itself
  std::vector<Rect> windows;  ///< where the legs were searched
};
[[nodiscard]] Walk walk(PathQuery& query, const PathResult& result);

}  // namespace portolan::tools
