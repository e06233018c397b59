// SPDX-License-Identifier: BSL-1.0
// Where least paths of the grid metric turn if terrain has several prices (waypoints/DECISIONS.md, "Two prices").
#include "portolan/grid/sight_space.hpp"
#include "portolan/waypoints/sight_metric.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Oracle;
using test::Rng;
using test::TestGrid;

const std::vector<Terrain> kPalette{{"wall", 0}, {"road", kCostScale}, {"mud", 10 * kCostScale}};

std::vector<Tile> tiles_of(const TileMap& map) {
  std::vector<Tile> tiles;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) tiles.push_back({x, y});
  }
  return tiles;
}

/// Dijkstra over a few tiles, whose ways a function gives; by place in the list.
std::vector<Cost> distances(std::size_t count, std::size_t from,
                            const std::function<Cost(std::size_t, std::size_t)>& way) {
  std::vector<Cost> distance(count, kInfiniteCost);
  std::vector<bool> done(count, false);
  distance[from] = 0;
  while (true) {
    std::size_t next = count;
    for (std::size_t i = 0; i < count; ++i) {
      if (!done[i] && distance[i] != kInfiniteCost && (next == count || distance[i] < distance[next])) next = i;
    }
    if (next == count) return distance;
    done[next] = true;
    for (std::size_t i = 0; i < count; ++i) {
      const Cost cost = done[i] ? kInfiniteCost : way(next, i);
      if (cost != kInfiniteCost) distance[i] = std::min(distance[i], distance[next] + cost);
    }
  }
}

/// Whether a tile is at a corner of the border between two prices, taken generously: it lies in a square of four tiles
/// of which the border parts one from the others, or two from two across, or the border meets the map's edge at it.
bool at_corner(const TileMap& map, Tile t) {
  const auto same = [&](Tile a, Tile b) { return map.terrain(a) == map.terrain(b); };
  const auto inside = [&](Tile a) { return map.bounds().contains(a); };
  for (const std::int32_t dx : {-1, 1}) {
    for (const std::int32_t dy : {-1, 1}) {
      const Tile beside{t.x + dx, t.y};
      const Tile below{t.x, t.y + dy};
      const Tile across{t.x + dx, t.y + dy};
      if (inside(across)) {
        const bool straight = (same(t, beside) && same(below, across)) || (same(t, below) && same(beside, across));
        if (!straight) return true;
      } else if ((inside(beside) && !same(t, beside)) || (inside(below) && !same(t, below))) {
        return true;
      }
    }
  }
  return false;
}

/// The least cost of walks between two tiles that are no longer than their octile distance: all that one straight line
/// of sight can stand for, whatever order its steps are taken in.
Cost straight_walk(const Oracle& oracle, const MoveRules& rules, const std::vector<Tile>& tiles, Tile from, Tile to) {
  const auto length = [&](Tile a) { return rules.lower_bound(a, to); };
  const auto at = [&](Tile t) { return oracle.index(t); };
  const auto nearer = [&](std::size_t a, std::size_t b) -> Cost {
    const Tile step{tiles[b].x - tiles[a].x, tiles[b].y - tiles[a].y};
    if (std::max(std::abs(step.x), std::abs(step.y)) != 1) return kInfiniteCost;
    const bool on_the_way = length(tiles[a]) == rules.lower_bound(tiles[a], tiles[b]) + length(tiles[b]);
    return on_the_way ? oracle.step_cost(tiles[a], tiles[b]) : kInfiniteCost;
  };
  return distances(tiles.size(), at(from), nearer)[at(to)];
}

/// Two tiles such that every least path between them costs less than all that are straight between corners.
std::optional<std::pair<Tile, Tile>> find_turn_off_corners(const TestGrid& grid) {
  const Oracle oracle = grid.oracle();
  const std::vector<Tile> tiles = tiles_of(grid.map());
  const auto straight = [&](std::size_t a, std::size_t b) {
    return straight_walk(oracle, grid.rules(), tiles, tiles[a], tiles[b]);
  };
  for (std::size_t from = 0; from < tiles.size(); ++from) {
    const std::vector<Cost> least = oracle.distances_from(tiles[from]);
    for (std::size_t to = 0; to < tiles.size(); ++to) {
      const auto is_turn = [&](std::size_t i) { return i == from || i == to || at_corner(grid.map(), tiles[i]); };
      const auto way = [&](std::size_t a, std::size_t b) {
        return is_turn(a) && is_turn(b) ? straight(a, b) : kInfiniteCost;
      };
      if (distances(tiles.size(), from, way)[to] > least[to]) return {{tiles[from], tiles[to]}};
    }
  }
  return {};
}

TEST_CASE("a border between two prices makes least paths turn where there is no corner, from six tiles on") {
  for (std::int32_t area = 1; area <= 6; ++area) {
    for (std::int32_t width = 1; width <= area; ++width) {
      if (area % width != 0) continue;
      for (unsigned drawn = 0; drawn < 1U << area; ++drawn) {
        std::vector<TerrainId> terrain;
        for (std::int32_t i = 0; i < area; ++i) terrain.push_back(static_cast<TerrainId>(1 + (drawn >> i & 1)));
        const TestGrid grid(*TileMap::create(width, area / width, kPalette, terrain));
        CAPTURE(area, width, drawn);
        const bool found = find_turn_off_corners(grid).has_value();
        if (area < 6) REQUIRE(!found);
        // Three tiles of road beside three of mud: one goes along the road, and then straight down into the mud.
        if (area == 6 && width == 3 && drawn == 0b111'000) REQUIRE(found);
      }
    }
  }
}

TEST_CASE("the turn off all corners in three tiles of road beside three of mud") {
  const TestGrid grid(*TileMap::create(3, 2, kPalette, {1, 1, 1, 2, 2, 2}));
  const Oracle oracle = grid.oracle();
  const Tile from{0, 0};
  const Tile turn{1, 0};
  const Tile to{1, 1};
  const Cost least = oracle.distance(from, to);
  REQUIRE(!at_corner(grid.map(), turn));
  REQUIRE(least == oracle.step_cost(from, turn) + oracle.step_cost(turn, to));
  // Without that tile every path costs more.
  const TestGrid without(*TileMap::create(3, 2, kPalette, {1, 0, 1, 2, 2, 2}));
  CHECK(without.oracle().distance(from, to) > least);
  CHECK(oracle.step_cost(from, to) > least);
}

TEST_CASE("however little two prices differ, least paths dip over a straight border between corners") {
  for (const TerrainCost dear : {kCostScale + kCostScale / 10, 2 * kCostScale, 20 * kCostScale}) {
    constexpr std::int32_t kWidth = 60;
    std::vector<TerrainId> rows(kWidth, 1);
    rows.insert(rows.end(), kWidth, 2);
    const TestGrid grid(*TileMap::create(kWidth, 2, {{"wall", 0}, {"road", kCostScale}, {"mud", dear}}, rows));
    const Oracle oracle = grid.oracle();
    const Tile from{5, 1};
    const Tile to{55, 1};
    CAPTURE(dear);
    CHECK(oracle.distance(from, to) < straight_walk(oracle, grid.rules(), tiles_of(grid.map()), from, to));
  }
}

/// The tiles of one price, all others impassable.
TileMap only(const TileMap& map, TerrainId terrain) {
  std::vector<TerrainId> tiles(map.tiles().begin(), map.tiles().end());
  for (TerrainId& tile : tiles) tile = tile == terrain ? tile : 0;
  return *TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, tiles);
}

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t small = 0;      ///< cases with fewer vertices than half of the tiles
  std::size_t by_border = 0;  ///< cases in which corners, those of price borders too, do not suffice
};

/// What is wrong with least paths over border tiles and corners, compared with those over all tiles.
std::string border_fault(Rng& rng, const TestGrid& grid, Tally& tally) {
  const TileMap& map = grid.map();
  const Oracle oracle = grid.oracle();
  std::vector<SightPlanes> planes;
  for (TerrainId terrain = 0; terrain < map.palette().size(); ++terrain) {
    const TestGrid one(only(map, terrain), grid.profile());
    planes.push_back(SightPlanes::for_square(one.view()));
  }
  const auto is_corner = [&](Tile t) {
    return oracle.passable(t) && corner_mask(planes[map.terrain(t)].space(), {t.x, t.y}) != 0;
  };
  const auto turns_at = [&](Tile t) {
    if (!oracle.passable(t)) return false;
    for (std::int32_t y = t.y - 1; y <= t.y + 1; ++y) {
      for (std::int32_t x = t.x - 1; x <= t.x + 1; ++x) {
        if (oracle.passable({x, y}) && oracle.price({x, y}) != oracle.price(t)) return true;
      }
    }
    return is_corner(t);
  };
  std::vector<Tile> vertices;
  for (const Tile t : tiles_of(map)) {
    if (turns_at(t)) vertices.push_back(t);
  }
  tally.small += vertices.size() < map.tiles().size() / 2 ? 1 : 0;
  std::vector<Tile> ends;
  while (ends.size() < 2) ends.push_back({rng.below(map.width()), rng.below(map.height())});
  vertices.insert(vertices.begin(), ends.begin(), ends.end());
  if (!oracle.passable(ends[0]) || !oracle.passable(ends[1])) return {};
  const auto way = [&](std::size_t a, std::size_t b) {
    const Tile u = vertices[a];
    const Tile v = vertices[b];
    if (u == v) return Cost{0};
    Cost cost = oracle.legal_step(u, v) ? oracle.step_cost(u, v) : kInfiniteCost;
    if (map.terrain(u) != map.terrain(v)) return cost;
    const SightSpace space = planes[map.terrain(u)].space();
    if (!in_sight(space, to_point({u.x, u.y}), to_point({v.x, v.y}))) return cost;
    MoveRules here = grid.rules();
    here.least_cost = here.cost[map.terrain(u)];
    return std::min(cost, here.lower_bound(u, v));
  };
  const Cost least = oracle.distance(ends[0], ends[1]);
  if (distances(vertices.size(), 0, way)[1] != least) return "a least path turns elsewhere";
  const auto by_corners = [&](std::size_t a, std::size_t b) {
    const bool known = (a < 2 || is_corner(vertices[a])) && (b < 2 || is_corner(vertices[b]));
    return known ? way(a, b) : kInfiniteCost;
  };
  tally.by_border += distances(vertices.size(), 0, by_corners)[1] != least ? 1 : 0;
  return {};
}

void run(std::uint64_t seed, std::size_t cases) {
  Rng rng(seed);
  Tally tally;
  for (std::size_t i = 0; i < cases; ++i) {
    const std::int32_t width = rng.between(1, 9);
    const std::int32_t height = rng.between(1, 9);
    std::vector<Terrain> palette = kPalette;
    palette[2].default_cost =
        rng.pick(std::array<TerrainCost, 4>{kCostScale + 1000, 2 * kCostScale, 4 * kCostScale, 20 * kCostScale});
    // One price, with a few rectangles of the other and of walls.
    std::vector<TerrainId> tiles(static_cast<std::size_t>(width * height), 1);
    for (int patch = rng.below(5); patch > 0; --patch) {
      const Tile min{rng.below(width), rng.below(height)};
      const Tile max{rng.between(min.x, width - 1), rng.between(min.y, height - 1)};
      const auto terrain = static_cast<TerrainId>(rng.below(3));
      for (std::int32_t y = min.y; y <= max.y; ++y) {
        for (std::int32_t x = min.x; x <= max.x; ++x) tiles[static_cast<std::size_t>(y * width + x)] = terrain;
      }
    }
    MovementProfile mover;
    mover.neighbours = rng.percent(30) ? Neighbours::four : Neighbours::eight;
    if (mover.neighbours == Neighbours::eight) mover.steps = test::random_steps(rng);
    const TestGrid grid(*TileMap::create(width, height, palette, tiles), mover);
    CAPTURE(seed, i);
    REQUIRE(border_fault(rng, grid, tally) == "");
  }
  CHECK(tally.small > cases / 10);
  CHECK(tally.by_border > cases / 20);
}

TEST_CASE("some least path turns only at tiles beside another price and at corners of obstacles") {
  run(1, 2000);
}

TEST_CASE("some least path turns only beside another price and at corners: a hundred thousand", "[long]") {
  run(2, 100'000);
}

}  // namespace
}  // namespace portolan
