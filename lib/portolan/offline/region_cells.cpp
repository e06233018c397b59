// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_cells.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/core/version.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace portolan {
namespace {

/// To be raised when the same input makes other levels within one version of the library.
constexpr std::uint64_t kMethod = 1;

/// The rows of `values` that lie in a part of a map of `width` values a row.
template <class T>
std::vector<T> cut_out(std::span<const T> values, std::int32_t width, const Rect& part) {
  std::vector<T> cut;
  cut.reserve(part.tiles());
  for (std::int32_t y = part.min.y; y < part.max.y; ++y) {
    const std::size_t begin =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(part.min.x);
    const auto row = values.subspan(begin, static_cast<std::size_t>(part.width()));
    cut.insert(cut.end(), row.begin(), row.end());
  }
  return cut;
}

}  // namespace

RegionLayout RegionCell::layout() const noexcept {
  const Rect tiles = area();
  const Tile shift = map.shift();
  return {tiles.width(), tiles.height(), {index.x == 0 ? shift.x : 0, index.y == 0 ? shift.y : 0}};
}

Rect RegionCell::open() const noexcept {
  const Rect tiles = area();
  return {{index.x == 0 ? 0 : 1, index.y == 0 ? 0 : 1},
          {tiles.width() - (index.x + 1 < map.columns(level) ? 1 : 0),
           tiles.height() - (index.y + 1 < map.rows(level) ? 1 : 0)}};
}

std::vector<RegionCell> cells_of(const RegionLayout& map, int level) {
  std::vector<RegionCell> cells;
  for (std::size_t number = 0; number < map.regions(level); ++number) {
    cells.push_back({map, level, map.region(level, number)});
  }
  return cells;
}

CellInput::CellInput(const GridView& grid, const RegionCell& cell, std::span<const Tile> link_ends, int levels)
    : layout_(cell.layout()),
      tiles_{{0, 0}, {cell.area().width(), cell.area().height()}},
      open_(cell.open()),
      levels_(std::min(levels, cell.level + 1)),
      rules_(*grid.rules),
      terrain_(grid.terrain.copy(cell.area())) {
  const Rect area = cell.area();
  if (grid.edges != nullptr) {
    edge_ids_ = cut_out(grid.edges->ids, grid.width, area);
    edges_ = {edge_ids_, grid.edges->cost};
  }
  const auto is_link_end = [&](Tile t) {
    return std::binary_search(link_ends.begin(), link_ends.end(), t, row_by_row);
  };
  for (const RegionNode& portal : find_portals(grid, cell.map, area)) {
    if (!is_link_end(portal.tile)) nodes_.push_back(portal);
  }
  for (const Tile link_end : link_ends) {
    if (area.contains(link_end) && grid.cost(link_end) != 0) nodes_.push_back({link_end, levels});
  }
  for (RegionNode& node : nodes_) node.tile = {node.tile.x - area.min.x, node.tile.y - area.min.y};
}

std::uint64_t CellInput::key() const {
  std::vector<std::uint64_t> parts{kMethod, hash_bytes(std::as_bytes(std::span(kVersion))),
                                   static_cast<std::uint64_t>(levels_)};
  const auto number = [&](std::int64_t value) { parts.push_back(static_cast<std::uint64_t>(value)); };
  for (const std::int32_t side : {layout_.shift().x, layout_.shift().y, tiles_.max.x, tiles_.max.y, open_.min.x,
                                  open_.min.y, open_.max.x, open_.max.y}) {
    number(side);
  }
  number(static_cast<std::int64_t>(rules_.neighbours));
  number(static_cast<std::int64_t>(rules_.corners));
  number(static_cast<std::int64_t>(rules_.straight));
  number(static_cast<std::int64_t>(rules_.diagonal));
  number(static_cast<std::int64_t>(rules_.halving));
  const auto add = [&](const auto& values) { parts.push_back(hash_bytes(std::as_bytes(std::span(values)))); };
  add(rules_.cost);
  add(terrain_);
  add(nodes_);
  if (!edge_ids_.empty()) {
    add(edge_ids_);
    add(edges_.cost);
  }
  return hash_bytes(std::as_bytes(std::span(parts)));
}

RegionLevels CellInput::build(const RegionBuildOptions& options) const {
  const GridView grid{.terrain = TerrainPlane::in_rows(terrain_, tiles_.max.x),
                      .rules = &rules_,
                      .edges = edge_ids_.empty() ? nullptr : &edges_};
  return build_levels(grid, layout_, open_, nodes_, levels_, options);
}

}  // namespace portolan
