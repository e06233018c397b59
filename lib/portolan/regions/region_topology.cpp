// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_topology.hpp"

#include <algorithm>
#include <tuple>

namespace portolan {
namespace {

/// Which sides of a line a border tile has legal steps to.
struct Sides {
  bool low = false;
  bool high = false;
};

enum class Line : std::uint8_t { vertical, horizontal };

Sides sides(const GridView& grid, Line line, Tile t) {
  Sides found;
  for_each_step(grid, grid.bounds(), t, [&](Tile to, Cost) {
    const std::int32_t across = line == Line::vertical ? to.x - t.x : to.y - t.y;
    found.low = found.low || across < 0;
    found.high = found.high || across > 0;
  });
  return found;
}

bool crossed_at(const GridView& grid, Line line, Tile t) {
  const Sides here = sides(grid, line, t);
  if (here.low && here.high) return true;
  const auto lacks_side = [&](Tile next) {
    if (!grid.passable(next)) return false;
    const Sides there = sides(grid, line, next);
    return (here.low && !there.low) || (here.high && !there.high);
  };
  const Tile along = line == Line::vertical ? Tile{0, 1} : Tile{1, 0};
  return lacks_side({t.x - along.x, t.y - along.y}) || lacks_side({t.x + along.x, t.y + along.y});
}

bool is_portal(const GridView& grid, const RegionLayout& layout, Tile t) {
  if (grid.cost(t) == 0) return false;
  const bool vertical = layout.on_vertical(t);
  const bool horizontal = layout.on_horizontal(t);
  if (vertical && horizontal) return true;
  return (vertical && crossed_at(grid, Line::vertical, t)) || (horizontal && crossed_at(grid, Line::horizontal, t));
}

std::vector<Tile> portals(const GridView& grid, const RegionLayout& layout) {
  std::vector<Tile> tiles;
  const auto consider = [&](Tile t) {
    if (is_portal(grid, layout, t)) tiles.push_back(t);
  };
  for (std::int32_t y = 0; y < grid.height; ++y) {
    if (layout.on_horizontal({0, y})) {
      for (std::int32_t x = 0; x < grid.width; ++x) consider({x, y});
    } else {
      for (std::int32_t i = 1; i < layout.columns(0); ++i) consider({i * kRegionSide, y});
    }
  }
  return tiles;
}

LevelTopology collect_members(const RegionLayout& layout, int level, std::span<const Tile> tiles) {
  LevelTopology result;
  result.nodes = static_cast<std::uint32_t>(tiles.size());
  result.first.assign(layout.regions(level) + 1, 0);
  result.places.assign(tiles.size(), {kNoPlace, kNoPlace, kNoPlace, kNoPlace});
  const auto for_each_region = [&](Tile t, auto&& visit) {
    const Rect around = layout.around(t);
    for (std::int32_t y = around.min.y >> level; y <= (around.max.y - 1) >> level; ++y) {
      for (std::int32_t x = around.min.x >> level; x <= (around.max.x - 1) >> level; ++x) visit(RegionIndex{x, y});
    }
  };
  for (const Tile t : tiles) {
    for_each_region(t, [&](RegionIndex r) { ++result.first[layout.number(level, r) + 1]; });
  }
  for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
  result.members.resize(result.first.back());
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  for (NodeId node = 0; node < result.nodes; ++node) {
    for_each_region(tiles[node], [&](RegionIndex r) {
      const std::uint32_t place = next[layout.number(level, r)]++;
      result.members[place] = node;
      result.places[node][RegionLayout::corner(level, r, tiles[node])] = place;
    });
  }
  return result;
}

}  // namespace

RegionTopologyView RegionTopology::view() const noexcept {
  RegionTopologyView view;
  view.layout = layout;
  view.tiles = tiles;
  view.levels = static_cast<int>(level.size());
  for (std::size_t i = 0; i < level.size(); ++i) view.level[i] = level[i].view();
  return view;
}

RegionTopology find_portals(const GridView& grid) {
  RegionTopology topology;
  topology.layout = RegionLayout(grid.width, grid.height);
  const RegionLayout& layout = topology.layout;
  topology.tiles = portals(grid, layout);
  // Higher levels first, so that each level's nodes are a prefix; then region by region, for locality.
  const auto key = [&](Tile t) {
    return std::tuple(-layout.line_level(t), t.y >> kRegionShift, t.x >> kRegionShift, t.y, t.x);
  };
  std::sort(topology.tiles.begin(), topology.tiles.end(), [&](Tile a, Tile b) { return key(a) < key(b); });
  for (int level = 0; level < layout.levels(); ++level) {
    const auto end = std::partition_point(topology.tiles.begin(), topology.tiles.end(),
                                          [&](Tile t) { return layout.line_level(t) >= level; });
    topology.level.push_back(collect_members(
        layout, level, std::span(topology.tiles).first(static_cast<std::size_t>(end - topology.tiles.begin()))));
  }
  return topology;
}

}  // namespace portolan
