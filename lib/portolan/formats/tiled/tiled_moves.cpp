// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_moves.hpp"

#include "portolan/formats/maps/move_reader.hpp"
#include "portolan/grid/move_costs.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace portolan {
namespace {

/// How far a corner may lie beside that of tiles, in 2^-8 tile.
constexpr std::int32_t kSlack = kSubUnits / 16;

class TileMoves {
 public:
  TileMoves(std::string_view source, const TileMap& map, std::uint64_t memory)
      : source_(source), map_(map), most_(std::min<std::uint64_t>(kMaxMoves, memory / (2 * sizeof(Move)))) {}

  Outcome add(const TiledObject& object) {
    if (object.shape == TiledShape::point || object.shape == TiledShape::other)
      return wrong(object, "walls and cliffs are lines, polygons or rectangles along the edges of tiles");
    if (!object.floor) return wrong(object, "lies on no floor: its layer belongs into a floor's group");
    for (const auto& [name, text] : object.properties) {
      if (name != "cost") return wrong(object, fmt::format("an unknown property {}", name));
    }
    const auto given = object.properties.find("cost");
    const auto cost = move_cost_of(given == object.properties.end() ? std::string_view() : given->second);
    if (!cost) return wrong(object, cost.error().message);
    if (*cost != kBlockedMove && *cost > kMaxMoveCost)
      return wrong(object, fmt::format("costs more than {}", kMaxMoveCost / kCostScale));
    std::optional<Vertex> last;
    if (object.shape != TiledShape::line) {
      last = vertex_at(object.corners.back());
      if (!last) return beside(object, object.corners.back());
    }
    for (const Point corner : object.corners) {
      const auto vertex = vertex_at(corner);
      if (!vertex) return beside(object, corner);
      if (last) {
        if (last->x != vertex->x && last->y != vertex->y) {
          return wrong(object, fmt::format("the side from {},{} to {},{} is neither upright nor level", last->x,
                                           last->y, vertex->x, vertex->y));
        }
        if (Outcome added = add_side(object, *last, *vertex, *cost); !added) return added;
      }
      last = vertex;
    }
    return Success{};
  }
  [[nodiscard]] std::vector<Move> take() { return std::move(moves_); }

 private:
  [[nodiscard]] Error wrong(const TiledObject& object, std::string_view reason,
                            ErrorCode code = ErrorCode::syntax) const {
    return {code, fmt::format("{}:{}: {}: {}", source_, object.line, object.what, reason)};
  }
  [[nodiscard]] Error beside(const TiledObject& object, Point corner) const {
    const auto tiles = [](std::int32_t sub) { return static_cast<double>(sub) / kSubUnits; };
    return wrong(object, fmt::format("{:.2f},{:.2f} is no corner of tiles: snap it to the grid", tiles(corner.x),
                                     tiles(corner.y)));
  }

  static std::optional<Vertex> vertex_at(Point corner) {
    const Vertex nearest{floor_to_tile(corner.x + kSubUnits / 2), floor_to_tile(corner.y + kSubUnits / 2)};
    const std::int32_t away =
        std::max(std::abs(corner.x - nearest.x * kSubUnits), std::abs(corner.y - nearest.y * kSubUnits));
    return away <= kSlack ? std::optional(nearest) : std::nullopt;
  }

  /// The edges along a side, each a move from what lies on its right to what lies on its left.
  Outcome add_side(const TiledObject& object, Vertex from, Vertex to, std::uint64_t cost) {
    const FloorStack& floors = map_.floors();
    const bool upright = from.x == to.x;
    // Of a side down the left is east, of one to the right it is north.
    const bool onward = upright ? to.y > from.y : to.x > from.x;
    const std::int32_t line = upright ? from.x : from.y;
    const std::int32_t across = upright ? map_.width() : floors.height;
    if (line <= 0 || line >= across) return Success{};
    const auto [first, last] = std::minmax(upright ? from.y : from.x, upright ? to.y : to.x);
    const std::int32_t end = std::min(last, upright ? floors.height : map_.width());
    const std::int32_t begin = std::max(first, 0);
    const auto edges = static_cast<std::uint64_t>(std::max(0, end - begin));
    if (edges == 0) return Success{};
    if (edges > most_ - moves_.size()) return wrong(object, "too many edges", ErrorCode::limit);
    if (const Outcome counted = costs_.add(cost); !counted)
      return wrong(object, counted.error().message, counted.error().code);
    for (std::int32_t at = begin; at < end; ++at) {
      const Tile low = floors.tile(*object.floor, upright ? Tile{line - 1, at} : Tile{at, line - 1});
      const Tile high = floors.tile(*object.floor, upright ? Tile{line, at} : Tile{at, line});
      const bool from_low = upright ? onward : !onward;
      moves_.push_back({.from = from_low ? low : high,
                        .to = from_low ? high : low,
                        .cost = cost,
                        .direction = object.role == TiledRole::wall ? LinkDirection::both : LinkDirection::one_way});
    }
    return Success{};
  }

  std::string_view source_;
  const TileMap& map_;
  std::uint64_t most_;  ///< that fit the memory as they are collected, twice for growing
  MoveCosts costs_;
  std::vector<Move> moves_;
};

}  // namespace

Result<std::vector<Move>> tile_moves_of(const TiledObjects& objects, std::string_view source, const TileMap& map,
                                        std::uint64_t memory) {
  TileMoves moves(source, map, memory);
  for (const TiledObject& object : objects.objects) {
    if (object.role != TiledRole::wall && object.role != TiledRole::cliff) continue;
    if (Outcome added = moves.add(object); !added) return added.error();
  }
  return moves.take();
}

}  // namespace portolan
