// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/body_check.hpp"

#include "portolan/grid/path_check.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace portolan {
namespace {

/// Where a heading leads: by compass.
Tile ahead(Heading heading) {
  switch (heading) {
    case Heading::east:
      return {1, 0};
    case Heading::north_east:
      return {1, -1};
    case Heading::north:
      return {0, -1};
    case Heading::north_west:
      return {-1, -1};
    case Heading::west:
      return {-1, 0};
    case Heading::south_west:
      return {-1, 1};
    case Heading::south:
      return {0, 1};
    case Heading::south_east:
      return {1, 1};
    case Heading::any:
      break;
  }
  return {};
}

int cross(Tile a, Tile b) {
  return a.x * b.y - a.y * b.x;
}

/// Eighths of a full turn between two headings, the shorter way.
int between(Heading a, Heading b) {
  const int way = std::abs(static_cast<int>(a) - static_cast<int>(b));
  return std::min(way, kHeadings - way);
}

bool is_diagonal_step(Tile step) {
  return std::abs(step.x) == 1 && std::abs(step.y) == 1;
}

}  // namespace

/// The squares of the body, from the last to the first, by their top-left tiles.
std::vector<Tile> BodyCheck::line(const Placement& at) const {
  const std::int32_t more = std::abs(kinematics_.length - kinematics_.width);
  const Tile facing = ahead(at.heading);
  const Tile along = kinematics_.length >= kinematics_.width ? facing : Tile{-facing.y, facing.x};
  std::vector<Tile> squares;
  for (std::int32_t i = -(more / 2); i <= more - more / 2; ++i) {
    squares.push_back({at.tile.x + i * along.x, at.tile.y + i * along.y});
  }
  return squares;
}

void BodyCheck::add_square(std::vector<Tile>& tiles, Tile at) const {
  const std::int32_t side = std::min(kinematics_.width, kinematics_.length);
  for (std::int32_t i = 0; i < side * side; ++i) tiles.push_back({at.x + i % side, at.y + i / side});
}

std::vector<Tile> BodyCheck::under(const Placement& at) const {
  std::vector<Tile> tiles;
  const std::vector<Tile> squares = line(at);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    add_square(tiles, squares[i]);
    if (i == 0 || std::min(kinematics_.width, kinematics_.length) != 1) continue;
    if (squares[i].x == squares[i - 1].x || squares[i].y == squares[i - 1].y) continue;
    tiles.push_back({squares[i].x, squares[i - 1].y});
    tiles.push_back({squares[i - 1].x, squares[i].y});
  }
  return tiles;
}

/// Places of the core between the two lines of squares, in front and behind, as far as these reach.
std::vector<Tile> BodyCheck::sector(const Placement& from, Heading to) const {
  const std::int32_t more = std::abs(kinematics_.length - kinematics_.width);
  const bool lengthwise = kinematics_.length >= kinematics_.width;
  const auto along = [&](Heading heading) {
    const Tile facing = ahead(heading);
    return lengthwise ? facing : Tile{-facing.y, facing.x};
  };
  const Tile a = along(from.heading);
  const Tile b = along(to);
  const int sense = cross(a, b) > 0 ? 1 : -1;
  std::vector<Tile> places;
  for (const int end : {1, -1}) {
    const std::int32_t reach = end == 1 ? more - more / 2 : more / 2;
    for (std::int32_t y = -reach; y <= reach; ++y) {
      for (std::int32_t x = -reach; x <= reach; ++x) {
        const Tile v{end * x, end * y};
        const bool between_them = cross(a, v) * sense >= 0 && cross(v, b) * sense >= 0;
        const bool in_reach = kinematics_.headings == Headings::eight || x * x + y * y <= reach * (reach + 1);
        if (between_them && in_reach) places.push_back({from.tile.x + x, from.tile.y + y});
      }
    }
  }
  return places;
}

std::vector<Tile> BodyCheck::swept(const Placement& from, const Placement& to) const {
  std::vector<Tile> tiles;
  if (from.heading != to.heading) {
    if (kinematics_.sweep == Sweep::none) return tiles;
    for (const Tile place : sector(from, to.heading)) add_square(tiles, place);
    return tiles;
  }
  if (!is_diagonal_step({to.tile.x - from.tile.x, to.tile.y - from.tile.y})) return tiles;
  if (std::min(kinematics_.width, kinematics_.length) != 1) return tiles;
  for (const Tile square : line(from)) {
    tiles.push_back({square.x + to.tile.x - from.tile.x, square.y});
    tiles.push_back({square.x, square.y + to.tile.y - from.tile.y});
  }
  return tiles;
}

bool BodyCheck::core_walks(const TileMap& map, Tile from, Tile to) const {
  const std::array<Tile, 2> step{from, to};
  return measure_path(map, profile_, step).legal();
}

bool BodyCheck::stands(const TileMap& map, const Placement& at) const {
  const std::vector<Tile> squares = line(at);
  if (squares.size() == 1) return measure_path(map, profile_, squares).legal();
  for (std::size_t i = 1; i < squares.size(); ++i) {
    if (!core_walks(map, squares[i - 1], squares[i])) return false;
  }
  return true;
}

bool BodyCheck::can_move(const TileMap& map, const Placement& from, const Placement& to) const {
  if (!stands(map, from) || !stands(map, to)) return false;
  if (from.heading != to.heading) {
    const int eighths = kinematics_.headings == Headings::eight ? 1 : 2;
    if (from.tile != to.tile || between(from.heading, to.heading) != eighths) return false;
    if (kinematics_.sweep == Sweep::none) return true;
    return std::ranges::all_of(sector(from, to.heading), [&](Tile place) {
      return measure_path(map, profile_, std::array<Tile, 1>{place}).legal();
    });
  }
  const Tile step{to.tile.x - from.tile.x, to.tile.y - from.tile.y};
  const bool with_four = kinematics_.headings == Headings::four;
  bool driven = false;
  for (int i = 0; i < kHeadings; ++i) {
    const auto way = static_cast<Heading>(i);
    if (ahead(way) != step) continue;
    const int off = between(from.heading, way);
    driven = off == 0 || (with_four && off == 1) || (kinematics_.sideways && off == 2) ||
             (kinematics_.backward && (off == 4 || (with_four && off == 3)));
  }
  return driven && std::ranges::all_of(line(from), [&](Tile square) {
           return core_walks(map, square, {square.x + step.x, square.y + step.y});
         });
}

}  // namespace portolan
