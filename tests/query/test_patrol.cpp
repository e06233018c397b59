// SPDX-License-Identifier: BSL-1.0
// Rounds of stops: what is closed is passed over and taken up again.
#include "portolan/query/patrol.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"

#include <memory>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;

TEST_CASE("a round passes over what is closed now, and takes it up when its turn comes again") {
  const BuiltWorld built(test::ascii_map(".......\n"
                                         ".###.##\n"
                                         ".#...#.\n"
                                         ".#####."),
                         MovementProfile{});
  PathQuery query(built.world(), 0);
  Path path(query.room());
  Patrol round({{0, 3}, {3, 2}, {6, 0}});
  Tile guard{0, 0};
  const auto walk = [&] {
    const PatrolLeg leg = round.next(query, {.from = guard}, path);
    if (has_path(leg.path.status)) guard = path.waypoints().back();
    return leg;
  };
  CHECK(walk().stop == 0);
  CHECK(walk().stop == 1);
  CHECK(guard == Tile{3, 2});
  CHECK(walk().stop == 2);
  CHECK(walk().stop == 0);
  // The door to the second stop closes, and opens again.
  Overlay edits(built.world());
  REQUIRE(edits.set_terrain({{4, 1}, {5, 2}}, 1).has_value());
  query.use(std::make_shared<const Overlay>(edits));
  CHECK(round.turn() == 1);
  CHECK(walk().stop == 2);
  CHECK(walk().stop == 0);
  query.use(nullptr);
  CHECK(walk().stop == 1);
  CHECK(guard == Tile{3, 2});
}

TEST_CASE("a round without a stop that can be reached stands, and says why") {
  const BuiltWorld built(test::ascii_map("..#..\n..#.#"), MovementProfile{});
  PathQuery query(built.world(), 0);
  Path path(query.room());
  Patrol round({{3, 0}, {4, 1}, {9, 9}});
  const PatrolLeg none = round.next(query, {.from = {0, 0}}, path);
  CHECK(none.path.status == Status::bad_goal);  // of the last
  CHECK(none.stop == 0);
  CHECK(round.turn() == 0);
  CHECK(round.next(query, {.from = {2, 0}}, path).path.status == Status::bad_start);
  // As near as one can come is there too.
  const PatrolLeg near = round.next(query, {.from = {0, 0}, .ends = EndRule::nearest}, path);
  CHECK(near.path.status == Status::partial);
  CHECK(near.stop == 0);
  CHECK(round.turn() == 1);
  Patrol copy = round;
  copy.begin_with(2);
  CHECK(copy.turn() == 2);
  CHECK(round.turn() == 1);
}

TEST_CASE("what a round asks for together keeps to the budget") {
  const BuiltWorld built(test::ascii_map("....#...\n.##.#.#.\n.#......\n.#.####.\n........"), MovementProfile{});
  PathQuery query(built.world(), 0);
  Path path(query.room());
  Patrol round({{4, 0}, {7, 0}});
  const PatrolLeg whole = round.next(query, {.from = {0, 0}, .tier = Tier::local}, path);
  REQUIRE(whole.path.status == Status::found);
  REQUIRE(whole.stop == 1);
  REQUIRE(whole.work > 0);
  round.begin_with(0);
  const PatrolLeg same = round.next(query, {.from = {0, 0}, .tier = Tier::local, .max_expansions = whole.work}, path);
  CHECK(same.path.status == Status::found);
  round.begin_with(0);
  const PatrolLeg spent =
      round.next(query, {.from = {0, 0}, .tier = Tier::local, .max_expansions = whole.work - 1}, path);
  CHECK(spent.path.status == Status::out_of_budget);
  CHECK(spent.work < whole.work);
  CHECK(round.turn() == 0);
}

}  // namespace
}  // namespace portolan
