// SPDX-License-Identifier: BSL-1.0
// FlightQuery against a look at every tile by Dijkstra's searches from all who are there.
#include "portolan/query/flight_query.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Oracle;
using test::Rng;

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t fled = 0;
  std::size_t surrounded = 0;
  std::size_t alone = 0;     ///< where no threat can come
  std::size_t directed = 0;  ///< worlds with one-way links or moves
};

struct Expected {
  Tile to{};
  Cost cost = 0;
  std::int64_t lead = 0;
};

/// The tile that is safest, by looking at all.
std::optional<Expected> safest(const Oracle& oracle, const FlightRequest& request) {
  const std::vector<Cost> own = oracle.distances_from(request.from);
  std::vector<std::vector<Cost>> threats;
  for (const Tile threat : request.threats) threats.push_back(oracle.distances_from(threat));
  std::optional<Expected> best;
  const Rect& bounds = oracle.bounds();
  for (std::int32_t y = 0; y < bounds.max.y; ++y) {
    for (std::int32_t x = 0; x < bounds.max.x; ++x) {
      const std::size_t at = oracle.index({x, y});
      if (own[at] > request.reach) continue;
      Cost nearest = kInfiniteCost;
      for (const auto& costs : threats) nearest = std::min(nearest, costs[at]);
      const auto lead = nearest == kInfiniteCost
                            ? static_cast<std::int64_t>(kInfiniteCost)
                            : static_cast<std::int64_t>(nearest) - static_cast<std::int64_t>(own[at]);
      if (lead < static_cast<std::int64_t>(request.margin)) continue;
      const bool better = !best || lead > best->lead || (lead == best->lead && own[at] < best->cost);
      if (better) best = {{x, y}, own[at], lead};
    }
  }
  return best;
}

/// Empty, or how an answer differs from what all tiles say.
std::string difference(const Oracle& oracle, const FlightRequest& request, const Flight& flight, Tally& tally) {
  if (!oracle.passable(request.from)) return flight.status == Status::bad_start ? "" : "a start where nobody stands";
  const auto expected = safest(oracle, request);
  if (!expected) {
    ++tally.surrounded;
    return flight.status == Status::unreachable && flight.optimal() ? "" : "nothing is safe, and it was not proven";
  }
  ++tally.fled;
  tally.alone += flight.lead == kInfiniteCost ? 1 : 0;
  const bool same = flight.status == Status::found && flight.optimal() && flight.to == expected->to &&
                    flight.cost == expected->cost && static_cast<std::int64_t>(flight.lead) == expected->lead;
  return same ? "" : "another tile is safest: " + test::text_of(expected->to) + ", not " + test::text_of(flight.to);
}

void flee(std::uint64_t seed, int worlds, Tally& tally) {
  Rng rng(seed);
  for (int round = 0; round < worlds; ++round) {
    TileMap map = test::random_floors(rng, rng.pick(test::kWeights), 40);
    if (rng.percent(30)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
    if (rng.percent(20)) REQUIRE(map.set_moves(test::random_moves(rng, map, 8)).has_value());
    const MovementProfile profile = test::random_profile(rng, map.palette());
    const BuiltWorld built(map, profile, test::random_indexes(rng));
    const ProfileView& view = built.world().profiles()[0];
    tally.directed += view.links.directed() || view.grid.edges != nullptr ? 1 : 0;
    DistanceArena arena(16);
    FlightQuery flight(built.world(), 0, map.tiles().size(), arena);
    std::vector<Mirrored> edited;
    edited.push_back({Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    for (int snapshot = 0; snapshot < 3; ++snapshot) {
      if (snapshot != 0) test::edit(rng, built.world(), edited, 0);
      flight.use(snapshot == 0 ? nullptr : std::make_shared<const Overlay>(edited[0].overlay));
      const Oracle oracle(test::as_edited(map, edited[0]), profile, view.rules);
      for (int question = 0; question < 4; ++question) {
        std::vector<Tile> threats;
        for (int n = rng.below(6); n > 0; --n) threats.push_back(test::random_tile(rng, oracle));
        const auto tiles = static_cast<Cost>(rng.below(2) == 0 ? rng.below(6) : rng.below(40));
        const Cost step = view.rules.lower_bound({0, 0}, {1, 0});
        const FlightRequest request{.from = test::random_tile(rng, oracle),
                                    .threats = threats,
                                    .reach = tiles * step,
                                    .margin = static_cast<Cost>(rng.below(3)) * step};
        const std::string wrong = difference(oracle, request, flight.find(request), tally);
        INFO("world " << round << ", snapshot " << snapshot << ", from " << test::text_of(request.from));
        REQUIRE(wrong == "");
      }
    }
  }
}

TEST_CASE("who flees finds the safest tile within reach, or that none is safe") {
  Tally tally;
  flee(211, 120, tally);
  CHECK(tally.fled > 500);
  CHECK(tally.surrounded > 60);
  CHECK(tally.alone > 50);
  CHECK(tally.directed > 20);
}

TEST_CASE("flights from random threats are the safest: a hundred thousand", "[long]") {
  Tally tally;
  flee(212, 8400, tally);
  CHECK(tally.fled > 40'000);
  CHECK(tally.surrounded > 4'000);
}

TEST_CASE("a unit in a corner is told that it is surrounded, and one with a way out where that is") {
  //                                   01234567
  const TileMap map = test::ascii_map(
      "......#.\n"
      ".####.#.\n"
      "......#.");
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  DistanceArena arena(4);
  FlightQuery flight(built.world(), 0, map.tiles().size(), arena);
  const Cost step = step_cost(built.world().profiles()[0].grid, {0, 0}, {1, 0});
  const std::array<Tile, 1> above{Tile{3, 0}};
  const Flight away = flight.find({.from = {1, 0}, .threats = above, .reach = 4 * step, .margin = step});
  REQUIRE(away.status == Status::found);
  CHECK(away.optimal());
  CHECK(away.lead == 2 * step);
  CHECK(away.to == Tile{1, 0});
  const std::array<Tile, 2> both{Tile{1, 0}, Tile{0, 1}};
  const Flight none = flight.find({.from = {0, 0}, .threats = both, .reach = 9 * step, .margin = 2 * step});
  CHECK(none.status == Status::unreachable);
  CHECK(none.why == Why::exhausted);
  CHECK(none.optimal());
  CHECK(flight.find({.from = {2, 1}, .threats = both, .reach = step}).status == Status::bad_start);
  CHECK(flight.find({.from = {2, 1}, .threats = {}, .reach = step, .ends = EndRule::nearest}).why == Why::moved_end);
  // Nobody comes to the other side of the wall, nor does who is blocked.
  const std::array<Tile, 2> apart{Tile{7, 0}, Tile{6, 0}};
  const Flight alone = flight.find({.from = {1, 0}, .threats = apart, .reach = step});
  CHECK(alone.lead == kInfiniteCost);
  CHECK(alone.to == Tile{1, 0});
}

TEST_CASE("flights keep to their budget and their room, and allocate nothing") {
  Rng rng(213);
  const TileMap map = test::random_map(rng, {.character = test::Character::caves, .width = 90, .height = 80});
  BuildOptions plain = BuiltWorld::one_thread();
  plain.indexes = std::set<IndexKind>{};
  const BuiltWorld built(map, MovementProfile{}, plain);
  const GridView& grid = built.world().profiles()[0].grid;
  const Cost reach = 30 * built.world().profiles()[0].rules.lower_bound({0, 0}, {1, 0});
  DistanceArena arena(64);
  FlightQuery flight(built.world(), 0, map.tiles().size(), arena);
  FlightQuery cramped(built.world(), 0, 5, arena);
  for (int i = 0; i < 20; ++i) {
    const std::array<Tile, 2> threats{*test::random_passable(rng, grid), *test::random_passable(rng, grid)};
    FlightRequest request{.from = *test::random_passable(rng, grid), .threats = threats, .reach = reach};
    const test::AllocationCounter counter;
    const Flight whole = flight.find(request);
    if (test::AllocationCounter::kAvailable) CHECK(counter.count() == 0);
    REQUIRE(whole.work > 0);
    request.max_expansions = whole.work;
    const Flight again = flight.find(request);
    REQUIRE((again.status == whole.status && again.to == whole.to && again.work == whole.work));
    request.max_expansions = whole.work - 1;
    const Flight less = flight.find(request);
    REQUIRE(less.status == Status::out_of_budget);
    REQUIRE(less.work <= request.max_expansions);
    CHECK(cramped.find({.from = request.from, .threats = threats, .reach = reach}).why == Why::no_room);
  }
}

}  // namespace
}  // namespace portolan
