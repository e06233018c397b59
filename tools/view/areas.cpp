// SPDX-License-Identifier: BSL-1.0
#include "view/areas.hpp"

#include "map/area_colour.hpp"
#include "view/even_sample.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Tiles of a row from `begin` up to the next piece, or the end of the area.
struct Piece {
  std::int32_t begin = 0;
  AreaId area = kNoArea;
};

/// A row of tiles clipped to the columns of an area, in pieces that ascend from its left side.
std::vector<Piece> row_of(const TileAreasView& areas, const Rect& area, std::int32_t y) {
  std::vector<Piece> row{{area.min.x, kNoArea}};
  if (y < 0 || static_cast<std::size_t>(y) + 1 >= areas.first.size()) return row;
  const std::size_t begin = areas.first[static_cast<std::size_t>(y)];
  const std::size_t end = std::min<std::size_t>(areas.first[static_cast<std::size_t>(y) + 1], areas.runs.size());
  for (std::size_t i = begin; i < end; ++i) {
    const AreaRun& run = areas.runs[i];
    if (run.x >= static_cast<std::uint32_t>(area.max.x)) break;
    const auto x = static_cast<std::int32_t>(run.x);
    if (x <= row.back().begin) {
      row.back().area = run.area;
    } else {
      row.push_back({x, run.area});
    }
  }
  return row;
}

class Borders {
 public:
  Borders(const Rect& area, std::size_t most) : area_(area), sample_(most) {}

  /// The lines between a row and the one above it.
  void level(const std::vector<Piece>& above, const std::vector<Piece>& below, std::int32_t y) {
    std::size_t i = 0;
    std::size_t k = 0;
    std::int32_t x = area_.min.x;
    std::int32_t start = -1;  // of a line under way
    while (x < area_.max.x) {
      if (above[i].area != below[k].area) {
        if (start < 0) start = x;
      } else if (start >= 0) {
        add(std::exchange(start, -1), y, x, y);
      }
      const auto end = [&](const std::vector<Piece>& row, std::size_t at) {
        return at + 1 < row.size() ? row[at + 1].begin : area_.max.x;
      };
      x = std::min(end(above, i), end(below, k));
      if (end(above, i) == x) ++i;
      if (end(below, k) == x) ++k;
    }
    if (start >= 0) add(start, y, area_.max.x, y);
  }

  /// The lines between the pieces of a row, which go on from those of the row before.
  void upright(const std::vector<Piece>& row, std::int32_t y) {
    std::vector<std::pair<std::int32_t, std::int32_t>> now;
    std::size_t k = 0;
    for (std::size_t i = 1; i < row.size(); ++i) {
      while (k < upright_.size() && upright_[k].first < row[i].begin) end_upright(upright_[k++], y);
      const bool goes_on = k < upright_.size() && upright_[k].first == row[i].begin;
      now.emplace_back(row[i].begin, goes_on ? upright_[k++].second : y);
    }
    while (k < upright_.size()) end_upright(upright_[k++], y);
    upright_ = std::move(now);
  }

  Json take() {
    upright({{area_.min.x, kNoArea}}, area_.max.y);
    Json lines = Json::array();
    for (const auto& [key, line] : sample_.kept()) {
      for (const std::int32_t value : line) lines.push_back(value);
    }
    return {{"borders", std::move(lines)}, {"of", sample_.offered()}};
  }

 private:
  void end_upright(const std::pair<std::int32_t, std::int32_t>& line, std::int32_t y) {
    add(line.first, line.second, line.first, y);
  }
  void add(std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1) {
    // An upright line and a level one may begin at one place.
    sample_.offer(key_at(x0, y0) << 1 | (x0 == x1 ? 1U : 0U), {x0, y0, x1, y1});
  }

  Rect area_;
  EvenSample<std::array<std::int32_t, 4>> sample_;
  std::vector<std::pair<std::int32_t, std::int32_t>> upright_;  ///< under way: x, first y
};

}  // namespace

Json areas_report(const World& world, std::size_t most) {
  if (!world.areas()) return {{"list", Json::array()}, {"of", 0}};
  const AreasView& areas = *world.areas();
  const auto& names = world.board()->graph.names;
  EvenSample<AreaId> sample(most);
  for (AreaId id = 0; id < areas.anchors.size(); ++id) sample.offer(id, id);
  std::vector<std::uint64_t> tiles(areas.anchors.size());
  const Rect bounds = world.bounds();
  for (std::int32_t y = 0; y < bounds.max.y; ++y) {
    const std::vector<Piece> row = row_of(areas.tiles, bounds, y);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::int32_t end = i + 1 < row.size() ? row[i + 1].begin : bounds.max.x;
      if (row[i].area < tiles.size()) tiles[row[i].area] += static_cast<std::uint64_t>(end - row[i].begin);
    }
  }
  Json list = Json::array();
  for (const auto& [key, id] : sample.kept()) {
    const Tile anchor = areas.anchors[id];
    const Colour colour = area_tint(id);
    list.push_back({{"name", names[id]},
                    {"tiles", tiles[id]},
                    {"colour", fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b)},
                    {"at", bounds.contains(anchor) ? Json{anchor.x, anchor.y} : Json()}});
  }
  return {{"list", list}, {"of", sample.offered()}};
}

Json ways_report(const World& world, std::size_t most) {
  EvenSample<std::array<std::int32_t, 4>> sample(most);
  if (world.areas() && world.areas()->by_sight() && is_well_formed(world.board()->graph.arcs)) {
    const AreasView& areas = *world.areas();
    const BoardView& graph = world.board()->graph;
    for (NodeId from = 0; from < graph.size(); ++from) {
      for (std::uint32_t arc = graph.arcs.first[from]; arc < graph.arcs.first[from + 1]; ++arc) {
        const NodeId to = graph.arcs.target[arc];
        const bool told = to < from && graph.cheapest_arc(to, from) != graph.arcs.target.size();
        if (told || areas.ways[arc].kind == WayKind::link) continue;
        const Tile a = areas.anchors[from];
        const Tile b = areas.anchors[to];
        if (world.bounds().contains(a) && world.bounds().contains(b)) sample.offer(arc, {a.x, a.y, b.x, b.y});
      }
    }
  }
  Json lines = Json::array();
  for (const auto& [key, line] : sample.kept()) {
    for (const std::int32_t value : line) lines.push_back(value);
  }
  return {{"lines", std::move(lines)}, {"of", sample.offered()}};
}

Json area_borders(const TileAreasView& areas, const Rect& area, std::size_t most) {
  Borders borders(area, most);
  std::vector<Piece> above;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    std::vector<Piece> row = row_of(areas, area, y);
    borders.upright(row, y);
    if (!above.empty()) borders.level(above, row, y);
    above = std::move(row);
  }
  return borders.take();
}

}  // namespace portolan::tools
