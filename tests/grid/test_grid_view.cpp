// SPDX-License-Identifier: BSL-1.0
// Positions and steps of the library against the declared profile.
#include "portolan/grid/grid_view.hpp"
#include "support/ascii.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

using namespace portolan;
using namespace portolan::test;

namespace {

constexpr std::array kCorners{CornerRule::never_cut, CornerRule::cut_one, CornerRule::cut_both};
constexpr std::array kNeighbours{Neighbours::four, Neighbours::eight};

MovementProfile mover(Neighbours neighbours, CornerRule corners, std::int32_t footprint) {
  MovementProfile profile;
  profile.neighbours = neighbours;
  profile.corners = corners;
  profile.footprint = footprint;
  return profile;
}

/// The dearest terrain (lowest id on equal cost) among the side x side tiles from `at`.
TerrainId dearest_at(const TileMap& map, const MoveRules& rules, std::int32_t side, Tile at) {
  TerrainId dearest = kNoTerrain;
  for (std::int32_t y = at.y; y < at.y + side; ++y) {
    for (std::int32_t x = at.x; x < at.x + side; ++x) {
      if (!map.bounds().contains({x, y})) return kNoTerrain;
      const TerrainId id = map.terrain({x, y});
      if (rules.cost[id] == 0) return kNoTerrain;
      const bool dearer = dearest == kNoTerrain || rules.cost[id] > rules.cost[dearest] ||
                          (rules.cost[id] == rules.cost[dearest] && id < dearest);
      if (dearer) dearest = id;
    }
  }
  return dearest;
}

/// Number of differences between the steps the library visits from `from` and those the oracle allows inside `within`.
std::size_t step_faults(const GridView& grid, const Oracle& oracle, const Rect& within, Tile from) {
  std::map<std::tuple<std::int32_t, std::int32_t>, Cost> visited;
  std::size_t faults = 0;
  for_each_step(grid, within, from,
                [&](Tile to, Cost step) { faults += visited.emplace(std::tuple(to.y, to.x), step).second ? 0 : 1; });
  std::size_t expected = 0;
  for (const auto& [to, step] : oracle.steps_from(from)) {
    if (!within.contains(to)) continue;
    ++expected;
    const auto found = visited.find({to.y, to.x});
    faults += found == visited.end() || found->second != step ? 1 : 0;
  }
  return faults + (visited.size() == expected ? 0 : 1);
}

std::size_t legality_faults(const GridView& grid, const Oracle& oracle, Tile a) {
  std::size_t faults = 0;
  for (std::int32_t y = a.y - 1; y <= a.y + 1; ++y) {
    for (std::int32_t x = a.x - 1; x <= a.x + 1; ++x) {
      const Tile b{x, y};
      if (b == a || !grid.passable(b)) continue;
      faults += legal_step(grid, a, b) != oracle.legal_step(a, b) ? 1 : 0;
      faults += legal_step(grid, a, b) != legal_step(grid, b, a) ? 1 : 0;
    }
  }
  return faults;
}

Rect random_rect_around(Rng& rng, const Rect& bounds, Tile t) {
  return {
      {rng.between(std::max(0, t.x - 3), t.x), rng.between(std::max(0, t.y - 3), t.y)},
      {rng.between(t.x + 1, std::min(bounds.max.x, t.x + 4)), rng.between(t.y + 1, std::min(bounds.max.y, t.y + 4))}};
}

}  // namespace

TEST_CASE("indices run row by row") {
  const TestGrid owner(ascii_map("....\n....\n...."));
  const GridView grid = owner.view();
  CHECK(grid.bounds() == Rect{{0, 0}, {4, 3}});
  CHECK(grid.index({3, 0}) == 3);
  CHECK(grid.index({0, 1}) == 4);
  for (std::size_t i = 0; i < 12; ++i) CHECK(grid.index(grid.tile(i)) == i);
}

TEST_CASE("positions outside the map are not passable") {
  const TestGrid owner(ascii_map(".#\n.."));
  const GridView grid = owner.view();
  CHECK(grid.passable({0, 0}));
  CHECK_FALSE(grid.passable({1, 0}));
  CHECK_FALSE(grid.passable({-1, 0}));
  CHECK_FALSE(grid.passable({0, -1}));
  CHECK_FALSE(grid.passable({2, 1}));
  CHECK_FALSE(grid.passable({0, 2}));
}

TEST_CASE("a large mover stands where all its tiles are passable and pays for the dearest") {
  const TestGrid owner(ascii_map(R"(
      ..3.
      .2..
      ...#
  )"),
                       mover(Neighbours::eight, CornerRule::never_cut, 2));
  const GridView grid = owner.view();
  CHECK(grid.cost({0, 0}) == 2);
  CHECK(grid.cost({1, 0}) == 3);
  CHECK(grid.cost({2, 0}) == 3);
  CHECK(grid.cost({0, 1}) == 2);
  CHECK(grid.cost({1, 1}) == 2);
  CHECK_FALSE(grid.passable({2, 1}));  // the wall
  CHECK_FALSE(grid.passable({3, 0}));  // the map's edge
  CHECK_FALSE(grid.passable({0, 2}));
}

TEST_CASE("dearest_terrain is the dearest of the footprint's tiles") {
  Rng rng(21);
  for (int round = 0; round < 60; ++round) {
    const TileMap map = random_map(rng, {.max_side = 70});
    for (std::int32_t footprint = 1; footprint <= 6; ++footprint) {
      CAPTURE(round, footprint, map.width(), map.height());
      MovementProfile profile = random_profile(rng, map.palette());
      profile.footprint = footprint;
      const TestGrid owner(map, profile);
      const auto plane = dearest_terrain(map, owner.rules());
      REQUIRE(plane.size() == map.tiles().size());
      const Oracle oracle = owner.oracle();
      std::size_t wrong = 0;
      for (std::int32_t y = 0; y < map.height(); ++y) {
        for (std::int32_t x = 0; x < map.width(); ++x) {
          const TerrainId id = plane[oracle.index({x, y})];
          wrong += id != dearest_at(map, owner.rules(), footprint, {x, y}) ? 1 : 0;
          wrong += owner.rules().cost[id] != oracle.price({x, y}) ? 1 : 0;
        }
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("dearest_terrain takes the lowest id among equal costs") {
  const auto map = *TileMap::create(3, 2, {{"a", 20'000}, {"b", 30'000}, {"c", 30'000}}, {2, 0, 1, 0, 2, 2});
  MovementProfile profile;
  profile.footprint = 2;
  const TestGrid owner(map, profile);
  const auto plane = dearest_terrain(map, owner.rules());
  CHECK(plane == std::vector<TerrainId>{2, 1, kNoTerrain, kNoTerrain, kNoTerrain, kNoTerrain});
}

TEST_CASE("a footprint larger than the map stands nowhere") {
  const TestGrid owner(ascii_map("...\n..."), mover(Neighbours::eight, CornerRule::never_cut, kMaxFootprint));
  const auto plane = dearest_terrain(owner.map(), owner.rules());
  CHECK(std::count(plane.begin(), plane.end(), kNoTerrain) == 6);
}

TEST_CASE("the corner rule decides on diagonal steps") {
  const char* const drawing = R"(
      a.#
      .b#
      ##c
  )";
  const Tile a = find(drawing, 'a');
  const Tile b = find(drawing, 'b');
  const Tile c = find(drawing, 'c');
  const auto legal = [&](Neighbours neighbours, CornerRule corners, Tile from, Tile to) {
    const TestGrid owner(ascii_map(drawing), mover(neighbours, corners, 1));
    return legal_step(owner.view(), from, to);
  };
  for (const CornerRule corners : kCorners) {
    CHECK(legal(Neighbours::eight, corners, a, b));
    CHECK_FALSE(legal(Neighbours::four, corners, a, b));
    CHECK(legal(Neighbours::four, corners, a, {1, 0}));
  }
  CHECK_FALSE(legal(Neighbours::eight, CornerRule::never_cut, b, c));
  CHECK_FALSE(legal(Neighbours::eight, CornerRule::cut_one, b, c));
  CHECK(legal(Neighbours::eight, CornerRule::cut_both, b, c));

  const TestGrid one(ascii_map(".#\n.."), mover(Neighbours::eight, CornerRule::cut_one, 1));
  CHECK(legal_step(one.view(), {0, 0}, {1, 1}));
  const TestGrid never(ascii_map(".#\n.."), mover(Neighbours::eight, CornerRule::never_cut, 1));
  CHECK_FALSE(legal_step(never.view(), {0, 0}, {1, 1}));
}

TEST_CASE("steps come in a fixed order") {
  const TestGrid owner(ascii_map("...\n...\n..."));
  std::vector<Tile> order;
  for_each_step(owner.view(), owner.map().bounds(), {1, 1}, [&](Tile to, Cost) { order.push_back(to); });
  CHECK(order == std::vector<Tile>{{1, 0}, {0, 1}, {2, 1}, {1, 2}, {0, 0}, {2, 0}, {0, 2}, {2, 2}});
}

TEST_CASE("steps, their legality and their costs follow the declared profile under all rules") {
  Rng rng(22);
  for (int round = 0; round < 24; ++round) {
    const TileMap map =
        random_map(rng, {.character = kCharacters[static_cast<std::size_t>(round % 8)], .max_side = 45});
    for (const Neighbours neighbours : kNeighbours) {
      for (const CornerRule corners : kCorners) {
        for (std::int32_t footprint = 1; footprint <= 3; ++footprint) {
          CAPTURE(round, map.width(), map.height(), static_cast<int>(neighbours), static_cast<int>(corners), footprint);
          const TestGrid owner(map, mover(neighbours, corners, footprint));
          const GridView grid = owner.view();
          const Oracle oracle = owner.oracle();
          std::size_t faults = 0;
          for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
            const Tile from = grid.tile(i);
            faults += grid.passable(from) != oracle.passable(from) ? 1 : 0;
            if (!grid.passable(from)) continue;
            faults += step_faults(grid, oracle, grid.bounds(), from);
            faults += step_faults(grid, oracle, random_rect_around(rng, grid.bounds(), from), from);
            faults += legality_faults(grid, oracle, from);
          }
          CHECK(faults == 0);
        }
      }
    }
  }
}
