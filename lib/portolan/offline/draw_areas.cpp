// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/draw_areas.hpp"

#include "portolan/boards/border_costs.hpp"
#include "portolan/boards/corridor_search.hpp"
#include "portolan/core/point.hpp"
#include "portolan/offline/drawn_board.hpp"
#include "portolan/offline/sight_stage.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Passable tiles of an area that steps within it join.
struct Part {
  std::uint64_t tiles = 0;
  std::uint64_t x = 0;  ///< sums of coordinates
  std::uint64_t y = 0;
  Tile first{};
};

class Drawer : DrawnBoard {
 public:
  Drawer(const AreaDrawing& drawing, const GridView& grid, unsigned threads)
      : DrawnBoard(drawing, grid), threads_(threads) {}

  Result<Areas> run() {
    find_parts();
    if (Outcome placed = place_anchors(); !placed) return placed.error();
    drawn_.tiles = make_tile_areas(drawing_.pixels, drawing_.width);
    borders_ = find_borders(grid_, drawing_.pixels);
    close_borders();
    start_draft();
    for (const DraftArc& arc : drawing_.draft.arcs) add_link(arc);
    add_borders();
    if (Outcome made = finish(); !made) return made.error();
    return std::move(drawn_);
  }

 private:
  [[nodiscard]] NodeId area(Tile t) const { return drawing_.pixels[grid_.index(t)]; }

  template <class Visit>
  void for_each_passable(Visit&& visit) const {
    for (std::size_t i = 0; i < drawing_.pixels.size(); ++i) {
      const Tile tile = grid_.tile(i);
      if (grid_.cost(tile) != 0) visit(tile, drawing_.pixels[i]);
    }
  }

  /// The parts of all areas in the order of their first tiles, and for every tile its part.
  void find_parts() {
    parts_.resize(drawing_.draft.nodes.size());
    part_of_.assign(drawing_.pixels.size(), 0);
    std::uint64_t gaps = 0;
    Tile gap{};
    std::vector<Tile> stack;
    for_each_passable([&](Tile start, NodeId id) {
      if (id == kNoNode) {
        if (gaps++ == 0) gap = start;
        return;
      }
      if (part_of_[grid_.index(start)] != 0) return;
      parts_[id].push_back({.first = start});
      const auto number = static_cast<std::uint32_t>(parts_[id].size());
      part_of_[grid_.index(start)] = number;
      stack.push_back(start);
      while (!stack.empty()) {
        const Tile tile = stack.back();
        stack.pop_back();
        Part& part = parts_[id].back();
        ++part.tiles;
        part.x += static_cast<std::uint64_t>(tile.x);
        part.y += static_cast<std::uint64_t>(tile.y);
        for_each_joined(grid_, grid_.bounds(), tile, [&](Tile next) {
          std::uint32_t& mark = part_of_[grid_.index(next)];
          if (area(next) != id || mark != 0) return;
          mark = number;
          stack.push_back(next);
        });
      }
    });
    if (gaps != 0) {
      warn({0, 0}, fmt::format("{} passable tile{} in no area, the first at {},{}", gaps, gaps == 1 ? " is" : "s are",
                               gap.x, gap.y));
    }
    const auto fewer = [](const Part& a, const Part& b) { return a.tiles < b.tiles; };
    for (const auto& parts : parts_) {
      largest_.push_back(static_cast<std::size_t>(std::max_element(parts.begin(), parts.end(), fewer) - parts.begin()));
    }
    report_parts();
  }

  void report_parts() {
    std::vector<bool> seen(parts_.size());
    for (const NodeId id : drawing_.pixels) {
      if (id != kNoNode) seen[id] = true;
    }
    for (NodeId id = 0; id < parts_.size(); ++id) {
      const auto& parts = parts_[id];
      if (!seen[id]) {
        warn(node(id).place, fmt::format("{} has no tile", name(id)));
      } else if (parts.empty()) {
        warn(node(id).place, fmt::format("{} has no passable tile", name(id)));
      } else if (parts.size() > 1) {
        const std::size_t largest = largest_[id];
        std::uint64_t others = 0;
        for (const Part& part : parts) others += part.tiles;
        others -= parts[largest].tiles;
        const Tile first = parts[largest == 0 ? 1 : 0].first;
        warn(node(id).place, fmt::format("{} is in {} parts: {} tiles are apart from its {} others, the first at {},{}",
                                         name(id), parts.size(), others, parts[largest].tiles, first.x, first.y));
      }
    }
  }

  Outcome place_anchors() {
    drawn_.anchors.assign(parts_.size(), kNoAnchor);
    std::vector<std::uint64_t> nearest(parts_.size(), ~std::uint64_t{0});
    for_each_passable([&](Tile tile, NodeId id) {
      if (id == kNoNode) return;
      const std::size_t largest = largest_[id];
      if (part_of_[grid_.index(tile)] != largest + 1) return;
      const Part& part = parts_[id][largest];
      const auto from_middle = [&](std::int32_t at, std::uint64_t sum) {
        const auto middle = static_cast<std::int64_t>(sum * kSubUnits / part.tiles);
        const std::int64_t away = std::int64_t{at} * kSubUnits - middle;
        return static_cast<std::uint64_t>(away * away);
      };
      const std::uint64_t away = from_middle(tile.x, part.x) + from_middle(tile.y, part.y);
      if (away >= nearest[id]) return;
      nearest[id] = away;
      drawn_.anchors[id] = tile;
    });
    for (NodeId id = 0; id < parts_.size(); ++id) {
      const auto& wanted = drawing_.anchors[id];
      if (!wanted) continue;
      if (!grid_.passable(*wanted) || area(*wanted) != id) {
        return error(node(id).place,
                     fmt::format("anchor: {},{} is no passable tile of {}", wanted->x, wanted->y, name(id)));
      }
      drawn_.anchors[id] = *wanted;
    }
    return Success{};
  }

  void close_borders() {
    for (const ClosedBorder& closed : drawing_.closed) {
      const AreaBorder border{closed.from, closed.to};
      if (!std::binary_search(borders_.begin(), borders_.end(), border)) {
        warn(closed.place, fmt::format("{} and {} have no border to close", name(border.from), name(border.to)));
      }
    }
    take_closed();
  }

  /// The ways over open borders.
  void add_borders() {
    std::vector<AreaBorder> open;
    std::set_difference(borders_.begin(), borders_.end(), drawn_.closed.begin(), drawn_.closed.end(),
                        std::back_inserter(open));
    const std::vector<Cost> costs =
        measure_borders(grid_, {drawn_.tiles.view(), drawn_.anchors, drawn_.closed, {}}, open, threads_);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto& [from, to] = open[i];
      if (costs[i] == kInfiniteCost) {
        warn(node(from).place,
             fmt::format("{} touches {}, but no way within the two joins their anchors", name(from), name(to)));
        continue;
      }
      // Too dear a way becomes a cost that make_board refuses, with its place.
      const Decimal cost = in_tiles(*grid_.rules, costs[i]).value_or(Decimal{kMaxArcCost, 0});
      draft_.arcs.push_back({.from = from, .to = to, .cost = cost, .name = {}, .tags = {}, .place = node(from).place});
    }
  }

  unsigned threads_;
  std::vector<std::vector<Part>> parts_;  ///< by area
  std::vector<std::size_t> largest_;      ///< of them
  std::vector<std::uint32_t> part_of_;    ///< by tile, from 1; 0: in none
  std::vector<AreaBorder> borders_;       ///< ascending
};

}  // namespace

Result<Areas> draw_areas(const AreaDrawing& drawing, const TileMap& map, const MovementProfile& profile,
                         unsigned threads) {
  if (const auto errors = errors_in(drawing.draft); !errors.empty())
    return Error{ErrorCode::syntax, text_of(drawing.draft, errors.front())};
  if (drawing.width != map.width() || drawing.height != map.height()) {
    return Error{ErrorCode::usage, fmt::format("areas of {} x {} tiles on a map of {} x {}", drawing.width,
                                               drawing.height, map.width(), map.height())};
  }
  if (map.tiles().size() >= kMaxAreaTiles)
    return Error{ErrorCode::limit, "areas are for maps of fewer than 2^32 tiles"};
  const bool any_angle = profile.metric == Metric::any_angle;
  if (any_angle && !drawing.sight_length)
    return Error{ErrorCode::usage, "areas need a first profile with the metric grid: their ways are on tiles"};
  auto rules = make_move_rules(profile, map);
  if (!rules) return rules.error();
  const MoverEdges edges = mover_edges(map, *rules);
  std::vector<TerrainId> positions;
  if (rules->footprint > 1) positions = dearest_terrain(map, *rules);
  const GridView grid{.terrain = TerrainPlane::in_rows(rules->footprint > 1 ? positions : map.tiles(), map.width()),
                      .rules = &*rules,
                      .edges = edges.view()};
  if (drawing.sight_length) {
    const auto bits = any_angle ? finest_fraction_bits(grid) : std::nullopt;
    if (any_angle && !bits)
      return Error{ErrorCode::limit, "profile '" + profile.name + "': costs too large to add up exactly"};
    return join_waypoints(drawing, grid, map, bits, threads);
  }
  return Drawer(drawing, grid, threads).run();
}

}  // namespace portolan
