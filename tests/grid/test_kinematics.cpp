// SPDX-License-Identifier: BSL-1.0
// Kinematics: what is refused and why, what becomes of it in integers, and the moves of bodies against the oracle.
#include "portolan/grid/body_moves.hpp"
#include "portolan/grid/kinematic_rules.hpp"
#include "support/ascii.hpp"
#include "support/placed_oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;
using namespace portolan::test;

namespace {

KinematicRules rules_of(const TestGrid& grid, const Kinematics& kinematics) {
  const auto positions =
      static_cast<std::uint64_t>(grid.map().width()) * static_cast<std::uint64_t>(grid.map().height());
  const auto rules = make_kinematic_rules(kinematics, grid.rules(), positions, {});
  if (!rules) FAIL(rules.error().message);
  return *rules;
}

TestGrid grid_for(TileMap map, const Kinematics& kinematics, MovementProfile profile = {}) {
  profile.footprint = std::min(kinematics.width, kinematics.length);
  return TestGrid(std::move(map), std::move(profile));
}

using Moved = std::pair<std::pair<std::pair<std::int32_t, std::int32_t>, int>, Cost>;

Moved move_to(Tile tile, Heading heading, Cost cost) {
  return {{{tile.y, tile.x}, static_cast<int>(heading)}, cost};
}

}  // namespace

TEST_CASE("faults of kinematics name the field") {
  CHECK(fault_of(Kinematics{}).empty());
  CHECK(fault_of(Kinematics{.width = 64, .length = 64, .turn = kMaxTurnCost, .backward = Ratio{16, 1}}).empty());
  const auto begins = [](const Kinematics& kinematics, const char* text) {
    CHECK_THAT(fault_of(kinematics), Catch::StartsWith(text));
  };
  begins({.width = 0}, "body: the width");
  begins({.width = 65}, "body: the width");
  begins({.length = 0}, "body: the length");
  begins({.length = 65}, "body: the length");
  begins({.turn = kMaxTurnCost + 1}, "turn: ");
  begins({.backward = Ratio{1, 2}}, "backward: must be from 1 to 16");
  begins({.backward = Ratio{1, 0}}, "backward: must be from 1 to 16");
  begins({.backward = Ratio{33, 2}}, "backward: must be from 1 to 16");
  begins({.backward = Ratio{18, 17}}, "backward: must be a fraction");
  begins({.sideways = Ratio{3, 4}}, "sideways: must be from 1 to 16");
  begins({.radius = kMaxRadius + 1}, "radius: must be from 0 to 6");
  begins({.headings = Headings::four, .radius = 1}, "radius: belongs to 8 headings");
  begins({.sideways = Ratio{1, 1}, .radius = 1}, "sideways: belongs to movers that turn on the spot");
  CHECK(fault_of(Kinematics{.backward = Ratio{34, 32}}).empty());
}

TEST_CASE("kinematics must fit the profile beside them") {
  const auto fault = [](const Kinematics& kinematics, const MovementProfile& profile) {
    const TestGrid grid(ascii_map("..\n.."), profile);
    const auto rules = make_kinematic_rules(kinematics, grid.rules(), 4, {});
    return rules ? std::string() : rules.error().message;
  };
  CHECK(fault({}, {}).empty());
  CHECK_THAT(fault({}, {.metric = Metric::any_angle}), Catch::StartsWith("headings: "));
  CHECK_THAT(fault({}, {.neighbours = Neighbours::four}), Catch::StartsWith("headings: 8"));
  CHECK(fault({.headings = Headings::four}, {.neighbours = Neighbours::four}).empty());
  CHECK_THAT(fault({.width = 2, .length = 3}, {}), Catch::StartsWith("body: "));
  CHECK(fault({.width = 2, .length = 3}, {.footprint = 2}).empty());
  CHECK(fault({.width = 3, .length = 2}, {.footprint = 2}).empty());
  CHECK_THAT(fault({.width = 65}, {}), Catch::StartsWith("body: the width"));
}

TEST_CASE("costs that might overflow are refused") {
  MoveRules rules;
  rules.cost[0] = 1U << 30;
  CHECK(make_kinematic_rules({}, rules, 1 << 6, {}).has_value());
  const auto refused = make_kinematic_rules({}, rules, 1 << 20, {});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::limit);
  // A link whose cost would not fit 64 bits in the finer unit.
  rules = {};
  rules.cost_unit = 1;
  rules.straight = 1U << 30;
  const Link link{"", {0, 0}, {1, 0}, kMaxLinkCost};
  const LinkTable links(std::span(&link, 1), rules);
  REQUIRE(links.leaving(0)[0].cost > kInfiniteCost / 240);
  const Kinematics fine{.backward = Ratio{17, 16}, .sideways = Ratio{16, 15}};
  CHECK_FALSE(make_kinematic_rules(fine, rules, 9, links).has_value());
}

TEST_CASE("headings have the names of a compass") {
  for (int i = 0; i <= kHeadings; ++i) {
    const auto heading = static_cast<Heading>(i);
    CHECK(parse_heading(to_string(heading)) == heading);
  }
  CHECK(to_string(Heading::north_west) == "NW");
  CHECK_FALSE(parse_heading("n").has_value());
  CHECK_FALSE(parse_heading("").has_value());
}

TEST_CASE("factors become whole numbers, and a turn is rounded once in the finer unit") {
  const TestGrid grid(ascii_map("..\n.."));
  const KinematicRules rules = rules_of(grid, {.turn = 3'333, .backward = Ratio{6, 4}, .sideways = Ratio{5, 3}});
  CHECK(rules.scale == 6);
  CHECK(rules.forward == 6);
  CHECK(rules.backward == 9);
  CHECK(rules.sideways == 10);
  // 0.3333 tiles of 5741 units, six times as fine.
  CHECK(rules.turn == (3'333ULL * 5741 * 6 + 5'000) / 10'000);
}

TEST_CASE("arcs take the tangents of half their bend") {
  const TestGrid grid(ascii_map("..\n.."));
  const auto bends = [&](std::uint32_t radius) {
    const KinematicRules rules = rules_of(grid, {.radius = radius});
    return std::vector<int>{rules.bend[0], rules.bend[1], rules.half_bend[0], rules.half_bend[1]};
  };
  CHECK(bends(1) == std::vector<int>{1, 1, 1, 1});
  CHECK(bends(10'000) == std::vector<int>{1, 1, 1, 1});
  CHECK(bends(20'000) == std::vector<int>{2, 2, 1, 1});
  CHECK(bends(40'000) == std::vector<int>{4, 3, 2, 2});
  CHECK(bends(60'000) == std::vector<int>{5, 4, 3, 2});
  // 2 (sqrt(2) - 1) R is one step at R = 1.20710678...
  CHECK(bends(12'071) == std::vector<int>{1, 1, 1, 1});
  CHECK(bends(12'072) == std::vector<int>{2, 1, 1, 1});
}

TEST_CASE("a body stands where its core could walk its line") {
  const Kinematics lorry{.width = 1, .length = 3};
  const TestGrid grid = grid_for(ascii_map(R"(
      ....#
      .##..
      .....
  )"),
                                 lorry);
  const GridView view = grid.view();
  const KinematicRules rules = rules_of(grid, lorry);
  const BodyMoves body(view, rules);
  CHECK(body.stands({1, 0}, Heading::east));
  CHECK(body.stands({2, 0}, Heading::west));
  CHECK_FALSE(body.stands({3, 0}, Heading::east));
  CHECK_FALSE(body.stands({0, 0}, Heading::east));
  CHECK(body.stands({0, 1}, Heading::north));
  CHECK_FALSE(body.stands({1, 0}, Heading::south));
  // From 4,1 over 3,2 a corner would be free, but not beyond 4,1.
  CHECK_FALSE(body.stands({4, 1}, Heading::north_east));
}

TEST_CASE("a body of two tiles has the tile ahead, or the one at its right") {
  const auto map = ascii_map("...\n.#.\n...");
  const Kinematics ahead{.width = 1, .length = 2};
  const Kinematics broad{.width = 2, .length = 1};
  const TestGrid grid = grid_for(map, ahead);
  const GridView view = grid.view();
  const KinematicRules long_rules = rules_of(grid, ahead);
  const KinematicRules broad_rules = rules_of(grid, broad);
  CHECK_FALSE(BodyMoves(view, long_rules).stands({0, 1}, Heading::east));
  CHECK(BodyMoves(view, long_rules).stands({0, 1}, Heading::north));
  CHECK_FALSE(BodyMoves(view, broad_rules).stands({0, 1}, Heading::north));
  CHECK(BodyMoves(view, broad_rules).stands({0, 1}, Heading::east));
}

TEST_CASE("a turn needs the sector, unless only its ends count") {
  Kinematics kinematics{.width = 1, .length = 5};
  const TestGrid grid = grid_for(ascii_map(R"(
      .......
      .....#.
      .......
      .......
      .......
      .......
      .......
  )"),
                                 kinematics);
  const GridView view = grid.view();
  const KinematicRules swept = rules_of(grid, kinematics);
  kinematics.sweep = Sweep::none;
  const KinematicRules ends = rules_of(grid, kinematics);
  // 5,1 lies two tiles from 3,3 along the diagonal; 4,1 between that and north.
  CHECK_FALSE(BodyMoves(view, swept).stands({3, 3}, Heading::north_east));
  CHECK(BodyMoves(view, swept).sweeps({3, 3}, Heading::north, Heading::north_west));
  const TestGrid between = grid_for(ascii_map(R"(
      .......
      ....#..
      .......
      .......
      .......
      .......
      .......
  )"),
                                    kinematics, {.corners = CornerRule::cut_both});
  const GridView other = between.view();
  CHECK(BodyMoves(other, swept).stands({3, 3}, Heading::north));
  CHECK(BodyMoves(other, swept).stands({3, 3}, Heading::north_east));
  CHECK_FALSE(BodyMoves(other, swept).sweeps({3, 3}, Heading::north, Heading::north_east));
  CHECK(BodyMoves(other, ends).sweeps({3, 3}, Heading::north, Heading::north_east));
}

TEST_CASE("the moves of random bodies are those of the oracle") {
  Rng rng(20);
  std::size_t moves = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 600; ++round) {
    CAPTURE(round);
    const TileMap map = random_map(rng, {.max_side = 14});
    MovementProfile profile = random_profile(rng, map.palette());
    const Kinematics kinematics = random_kinematics(rng, profile, 5);
    const TestGrid grid(map, profile);
    const GridView view = grid.view();
    const KinematicRules rules = rules_of(grid, kinematics);
    const BodyMoves body(view, rules);
    const PlacedOracle oracle(map, profile, grid.rules(), kinematics);
    REQUIRE(rules.scale == oracle.scale());
    REQUIRE(rules.turn == oracle.turn());
    for (int i = 0; i < 120; ++i) {
      const Placement at{{rng.between(-1, map.width()), rng.between(-1, map.height())},
                         static_cast<Heading>(rng.below(kHeadings))};
      if (!rules.has(at.heading)) continue;
      REQUIRE(body.stands(at.tile, at.heading) == oracle.stands(at));
      if (!oracle.stands(at)) {
        ++refused;
        continue;
      }
      std::vector<Moved> found;
      std::vector<Moved> wanted;
      body.for_each_move({at.tile, at.heading, kAtRest},
                         [&](const MoverState& to, Cost cost) { found.push_back(move_to(to.tile, to.heading, cost)); });
      for (const auto& [to, cost] : oracle.moves_from_rest(at)) wanted.push_back(move_to(to.tile, to.heading, cost));
      std::sort(found.begin(), found.end());
      std::sort(wanted.begin(), wanted.end());
      REQUIRE(found == wanted);
      moves += found.size();
    }
  }
  CHECK(moves > 10'000);
  CHECK(refused > 1'000);
}
