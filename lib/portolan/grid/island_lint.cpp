// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/island_lint.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/grid/islands.hpp"
#include "portolan/grid/tile_text.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// "17 of 20 islands have fewer than 10 tiles, the first at 3,4"; empty if that is not many.
std::string many_islands(const TileMap& map, const MovementProfile& profile) {
  auto rules = make_move_rules(profile, map);
  if (!rules) return {};
  const MoverEdges edges = mover_edges(map, *rules);
  const std::vector<TerrainId> positions =
      rules->footprint > 1 ? dearest_terrain(map, *rules) : std::vector<TerrainId>();
  const GridView grid{.terrain = TerrainPlane::in_rows(positions.empty() ? map.tiles() : positions, map.width()),
                      .rules = &*rules,
                      .edges = edges.view()};
  const bool takes_links = profile.metric == Metric::grid;
  const Islands islands = label_islands(grid, takes_links ? map.links() : std::span<const Link>());
  std::vector<std::uint64_t> sizes(islands.count + std::size_t{1});
  for (const std::uint32_t label : islands.label) ++sizes[label];
  sizes.front() = kTinyIsland;  // what is no island
  const auto is_tiny = [&](std::uint32_t label) { return sizes[label] < kTinyIsland; };
  const auto tiny = std::count_if(sizes.begin(), sizes.end(), [](std::uint64_t size) { return size < kTinyIsland; });
  if (static_cast<std::uint64_t>(tiny) < kManyIslands) return {};
  const auto first = std::find_if(islands.label.begin(), islands.label.end(), is_tiny);
  const Tile tile = grid.tile(static_cast<std::size_t>(first - islands.label.begin()));
  return std::to_string(tiny) + " of " + std::to_string(islands.count) + " islands have fewer than " +
         std::to_string(kTinyIsland) + " tiles, the first at " + text_of(tile, map.floors());
}

}  // namespace

std::vector<std::string> island_warnings_in(const TileMap& map, std::span<const MovementProfile> profiles,
                                            std::string_view name) {
  std::vector<std::string> warnings;
  for (const MovementProfile& profile : profiles) {
    const std::string many = many_islands(map, profile);
    if (many.empty()) continue;
    warnings.push_back(std::string(name) + ": profile " + in_quotes(profile.name) + ": " + many +
                       ": no path leads to or from them; open a gap as wide as the mover, or close them on the map");
  }
  return warnings;
}

}  // namespace portolan
