// SPDX-License-Identifier: BSL-1.0
// Rules of ties: straightest paths, legs of far ones, budgets, links, and what they leave alone.
#include "portolan/query/goal_field.hpp"
#include "portolan/query/tie_breaker.hpp"
#include "query/tied_worlds.hpp"
#include "support/allocation_counter.hpp"

#include <map>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::best_rating;
using test::beyond_the_window;
using test::draw_tied;
using test::field;
using test::kTiers;
using test::Oracle;
using test::rating;
using test::Rng;
using test::SmallWorld;
using test::TilePath;
using test::walk;
using test::Walked;

void require_straightest(std::uint64_t seed, int cases) {
  Rng rng(seed);
  int tied = 0;
  int edited = 0;
  int asked = 0;
  while (asked < cases) {
    SmallWorld world = SmallWorld::draw(rng, 14);
    const bool edits = rng.percent(40);
    const TileMap map = edits ? world.edit(rng) : world.map;
    const Oracle oracle(map, world.profile, world.rules());
    for (int i = 0; i < 20; ++i) {
      const auto ends = draw_tied(rng, world, oracle, 3000);
      if (!ends) continue;
      const Tier tier = rng.pick(kTiers);
      const PathResult result = world.query.find(
          {.from = ends->from, .to = ends->to, .tier = tier, .ties = {.rule = TieRule::straightest}}, world.path);
      if (result.status == Status::undecided) continue;
      ++asked;
      CAPTURE(ends->from, ends->to, tier, edits, ends->paths.size());
      REQUIRE(result.status == Status::found);
      REQUIRE(result.ties_scope == TiesScope::path);
      const Walked walked = walk(world.walker, world.path);
      auto best = rating(ends->paths.front());
      for (const TilePath& path : ends->paths) best = std::min(best, rating(path));
      REQUIRE(walked.cost == result.cost);
      REQUIRE(std::find(ends->paths.begin(), ends->paths.end(), walked.tiles) != ends->paths.end());
      REQUIRE(rating(walked.tiles) == best);
      REQUIRE(best_rating(oracle, map.bounds(), ends->from, ends->to) == best);
      tied += ends->paths.size() > 1 ? 1 : 0;
      edited += edits ? 1 : 0;
    }
  }
  CHECK(tied > cases / 5);
  CHECK(edited > cases / 5);
}

TEST_CASE("straightest takes of all least paths one with the fewest turns, and of these one nearest to the line") {
  require_straightest(501, 1500);
}
TEST_CASE("straightest is the best of all least paths in a hundred thousand cases", "[long]") {
  require_straightest(502, 100'000);
}

/// What a path costs in a memory that holds few of its waypoints, found again from wherever that ends.
Cost walk_in_small_memory(SmallWorld& world, PathRequest request, std::size_t room) {
  Path path(PathRoom::of(room));
  Cost cost = 0;
  while (request.from != request.to) {
    REQUIRE(world.query.find(request, path).status == Status::found);
    Leg leg;
    LegStatus status = world.walker.next(path, leg);
    REQUIRE(status == LegStatus::ready);
    for (; status == LegStatus::ready; status = world.walker.next(path, leg)) {
      REQUIRE(leg.tiles.front() == request.from);
      request.from = leg.tiles.back();
      cost += leg.cost;
    }
    REQUIRE(status == (request.from == request.to && !path.truncated() ? LegStatus::done : LegStatus::truncated));
    REQUIRE(path.at() == request.from);
  }
  return cost;
}

/// Far paths of every tier: legal, of the least cost, through the ends of legs that they have without a rule, each leg
/// the best or one of the equals between its ends.
void require_far_legs(std::uint64_t seed, int worlds) {
  Rng rng(seed);
  std::map<TiesScope, int> scopes;
  int other_ways = 0;
  int asked = 0;
  for (int round = 0; round < worlds; ++round) {
    TileMap made = test::random_map(rng, {.weights = rng.percent(60) ? test::Weights::uniform : test::Weights::small,
                                          .width = rng.between(130, 220),
                                          .height = rng.between(40, 160)});
    SmallWorld world(made, test::random_profile(rng, made.palette()));
    const bool edits = rng.percent(40);
    const TileMap map = edits ? world.edit(rng) : world.map;
    const Oracle oracle(map, world.profile, world.rules());
    for (int i = 0; i < 12; ++i) {
      PathRequest request{.from = {rng.below(map.width()), rng.below(map.height())},
                          .to = {rng.below(map.width()), rng.below(map.height())},
                          .tier = rng.pick(kTiers)};
      if (rng.percent(30)) request.unpacking = Unpacking::leg_by_leg;
      request.matrix = static_cast<MatrixSide>(rng.below(3));
      if (!oracle.passable(request.from) || !oracle.passable(request.to)) continue;
      const PathResult plain = world.query.find(request, world.path);
      REQUIRE(plain.ties_scope == TiesScope::none);
      if (plain.status != Status::found) continue;
      const Walked first = walk(world.walker, world.path);
      const PathRequest generous = request;
      // With no more than the answer takes, a far path is chosen piece by piece.
      const bool starved = beyond_the_window(request.from, request.to) && rng.percent(60);
      if (starved) request.max_expansions = plain.work;
      for (const TieRule rule : {TieRule::straightest, TieRule::random}) {
        request.ties = {.rule = rule, .seed = rng.next()};
        const PathResult result = world.query.find(request, world.path);
        ++asked;
        CAPTURE(request.from, request.to, request.tier, rule, edits, result.ties_scope);
        REQUIRE(result.status == Status::found);
        REQUIRE(result.cost == plain.cost);
        REQUIRE(result.lower_bound == plain.lower_bound);
        REQUIRE(world.walker.still_valid(world.path).validity <= Validity::same);
        const Walked walked = walk(world.walker, world.path);
        REQUIRE(walked.cost == result.cost);
        REQUIRE(test::cost_of(oracle, walked.tiles, walked.by_link) == result.cost);
        REQUIRE(walked.tiles.back() == request.to);
        if (result.optimal()) {
          REQUIRE((result.ties_scope == TiesScope::path) == !starved);
        } else if (result.ties_scope == TiesScope::path) {
          // That nothing was left out proves more than the search does, which looks at the window's exits only.
          REQUIRE(result.cost == oracle.distance(request.from, request.to));
        }
        if (result.optimal() && i % 3 == 0)
          REQUIRE(walk_in_small_memory(world, generous, static_cast<std::size_t>(rng.between(2, 6))) == result.cost);
        ++scopes[result.ties_scope];
        other_ways += walked.tiles != first.tiles ? 1 : 0;
        if (rule != TieRule::straightest || !result.optimal()) continue;
        if (result.ties_scope == TiesScope::path) {
          if (i % 2 == 0) REQUIRE(rating(walked.tiles) == best_rating(oracle, map.bounds(), request.from, request.to));
          continue;
        }
        for (std::size_t leg = 1; leg < walked.ends.size(); leg += 3) {
          const std::span<const Tile> tiles(walked.tiles.data() + walked.ends[leg - 1],
                                            walked.ends[leg] - walked.ends[leg - 1] + 1);
          REQUIRE(LegMatrix::fits(tiles.front(), tiles.back()));
          const Rect window = LegMatrix::centred(tiles.front(), tiles.back());
          REQUIRE(rating(tiles) == best_rating(oracle, window, tiles.front(), tiles.back()));
        }
      }
    }
  }
  CHECK(asked > 3 * worlds);
  CHECK(scopes[TiesScope::path] > worlds / 4);
  CHECK(scopes[TiesScope::stretch] > worlds / 8);
  CHECK(scopes[TiesScope::leg] > worlds / 16);
  CHECK(other_ways > asked / 4);
}

TEST_CASE("far paths of every tier keep to a rule of ties leg by leg: a few") {
  require_far_legs(532, 8);
}
TEST_CASE("far paths of every tier keep to a rule of ties leg by leg", "[heavy]") {
  require_far_legs(531, 25);
}
TEST_CASE("far paths of every tier keep to a rule of ties: many worlds", "[long]") {
  require_far_legs(532, 600);
}

TEST_CASE("where least paths lead around the matrix the whole path is chosen by their costs to the goal") {
  // Both ways around a wall cost the same, and leave 120 x 120 tiles.
  SmallWorld world(field(60, 300, [](Tile t) { return t.x == 30 && t.y > 20 && t.y < 280; }), {});
  const PathRequest request{.from = {20, 150}, .to = {40, 150}, .ties = {.rule = TieRule::straightest}};
  const PathResult result = world.query.find(request, world.path);
  REQUIRE(result.status == Status::found);
  CHECK(result.ties_scope == TiesScope::path);
  const Walked walked = walk(world.walker, world.path);
  CHECK(rating(walked.tiles) ==
        best_rating(Oracle(world.map, world.profile, world.rules()), world.map.bounds(), request.from, request.to));
}

TEST_CASE("a long line of sight is drawn around the line, stretch by stretch") {
  SmallWorld world(field(400, 150, [](Tile) { return false; }), {});
  PathRequest request{.from = {3, 4}, .to = {390, 140}, .ties = {.rule = TieRule::straightest}};
  REQUIRE(world.query.find(request, world.path).ties_scope == TiesScope::path);
  CHECK(rating(walk(world.walker, world.path).tiles).first == 1);
  request.max_expansions = 0;
  REQUIRE(world.query.find(request, world.path).ties_scope == TiesScope::stretch);
  const Walked straight = walk(world.walker, world.path);
  CHECK(straight.ends.size() == 8);
  CHECK(rating(straight.tiles).first < 16);
  std::set<std::int64_t> ways;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    request.ties = {.rule = TieRule::random, .seed = seed};
    const PathResult result = world.query.find(request, world.path);
    const Walked walked = walk(world.walker, world.path);
    CHECK(walked.cost == result.cost);
    CHECK(rating(walked.tiles).first > 20);
    ways.insert(rating(walked.tiles).second);
  }
  CHECK(ways.size() > 15);
}

TEST_CASE("what a rule of ties takes counts against the budget, and enough of it gives the same path") {
  Rng rng(541);
  int cut = 0;
  int pieces = 0;
  for (int round = 0; round < 80; ++round) {
    SmallWorld world = SmallWorld::draw(rng, round % 2 == 0 ? 60 : 220);
    const auto from = test::random_passable(rng, world.grid());
    if (!from) continue;
    PathRequest request{.from = *from, .to = *test::random_passable(rng, world.grid())};
    request.ties = {.rule = rng.percent(50) ? TieRule::random : TieRule::straightest, .seed = rng.next()};
    const PathResult result = world.query.find(request, world.path);
    if (result.status != Status::found || request.from == request.to) continue;
    REQUIRE(result.work == result.expansions.total());
    const Walked walked = walk(world.walker, world.path);
    request.max_expansions = result.work;
    REQUIRE(world.query.find(request, world.path).cost == result.cost);
    REQUIRE(walk(world.walker, world.path).tiles == walked.tiles);
    if (result.ties_scope != TiesScope::path) continue;
    request.max_expansions = result.work - 1;
    const PathResult starved = world.query.find(request, world.path);
    REQUIRE(starved.work <= request.max_expansions);
    if (starved.status == Status::found) {
      REQUIRE(starved.ties_scope != TiesScope::path);
      REQUIRE(walk(world.walker, world.path).cost == result.cost);
      ++pieces;
      continue;
    }
    REQUIRE(starved.status == Status::out_of_budget);
    REQUIRE(starved.ties_scope == TiesScope::none);
    REQUIRE(world.path.waypoints().empty());
    ++cut;
  }
  CHECK(cut > 5);
  CHECK(pieces > 3);
}

TEST_CASE("where links for nothing go round in circles, whole paths are not counted") {
  TileMap map = field(140, 6, [](Tile) { return false; });
  REQUIRE(map.set_links({{.from = {70, 2}, .to = {71, 2}, .cost = 0}, {.from = {71, 2}, .to = {70, 2}, .cost = 0}})
              .has_value());
  SmallWorld world(std::move(map), {});
  const PathRequest request{.from = {2, 2}, .to = {138, 3}, .ties = {.rule = TieRule::random, .seed = 5}};
  const PathResult result = world.query.find(request, world.path);
  REQUIRE(result.status == Status::found);
  CHECK(result.ties_scope != TiesScope::path);
  CHECK(walk(world.walker, world.path).cost == result.cost);
  DistanceArena arena(64);
  GoalField goal(world.built.world(), 0, arena);
  REQUIRE(goal.aim(request.to).status == Status::found);
  const NextStep step = goal.random_step({.from = request.from});
  CHECK(step.status == Status::undecided);
  CHECK(step.why == Why::does_not_fit);
}

TEST_CASE("rules of ties allocate nothing, and leave what a path costs alone") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(551);
  SmallWorld world(test::random_map(rng, {.character = test::Character::rooms, .width = 180, .height = 90}), {});
  std::vector<PathRequest> requests;
  for (int i = 0; i < 60; ++i) {
    PathRequest request{.from = *test::random_passable(rng, world.grid()),
                        .to = *test::random_passable(rng, world.grid()),
                        .tier = rng.pick(kTiers)};
    request.ties = {.rule = rng.percent(50) ? TieRule::random : TieRule::straightest, .seed = rng.next()};
    requests.push_back(request);
  }
  std::size_t legs = 0;
  std::size_t unlike = 0;
  const test::AllocationCounter counter;
  for (const PathRequest& request : requests) {
    const PathResult result = world.query.find(request, world.path);
    Leg leg;
    while (world.walker.next(world.path, leg) == LegStatus::ready) ++legs;
    const PathResult cost = world.query.find(request);
    unlike += cost.cost == result.cost && cost.ties_scope == TiesScope::none ? 0 : 1;
  }
  const std::uint64_t made = counter.count();
  CHECK(made == 0);
  CHECK(legs > 100);
  CHECK(unlike == 0);
}

TEST_CASE("at any angle a rule of ties changes nothing") {
  MovementProfile profile;
  profile.metric = Metric::any_angle;
  Rng rng(561);
  SmallWorld world(test::random_map(rng, {.character = test::Character::caves, .width = 60, .height = 60}), profile);
  const PathRequest plain{.from = *test::random_passable(rng, world.grid()),
                          .to = *test::random_passable(rng, world.grid())};
  const PathResult first = world.query.find(plain, world.path);
  const std::vector<Point> points(world.path.points().begin(), world.path.points().end());
  PathRequest request = plain;
  request.ties = {.rule = TieRule::random, .seed = 7};
  const PathResult result = world.query.find(request, world.path);
  CHECK(result.cost == first.cost);
  CHECK(result.ties_scope == TiesScope::none);
  CHECK(std::equal(points.begin(), points.end(), world.path.points().begin(), world.path.points().end()));
}

TEST_CASE("with links the rule of ties holds in the legs between them") {
  Rng rng(571);
  int by_link = 0;
  for (int round = 0; round < 40; ++round) {
    TileMap map = test::random_map(rng, {.weights = test::Weights::uniform, .max_side = 70});
    std::vector<Link> links = test::random_links(rng, map, 6);
    REQUIRE(map.set_links(std::move(links)).has_value());
    SmallWorld world(std::move(map), {});
    const Oracle oracle(world.map, world.profile, world.rules());
    for (int i = 0; i < 10; ++i) {
      PathRequest request{.from = {rng.below(world.map.width()), rng.below(world.map.height())},
                          .to = {rng.below(world.map.width()), rng.below(world.map.height())}};
      request.ties = {.rule = rng.percent(50) ? TieRule::random : TieRule::straightest, .seed = rng.next()};
      request.tier = rng.percent(30) ? Tier::astar : Tier::automatic;
      const PathResult result = world.query.find(request, world.path);
      if (result.status != Status::found) continue;
      REQUIRE(result.cost == oracle.distance(request.from, request.to));
      const Walked walked = walk(world.walker, world.path);
      REQUIRE(walked.cost == result.cost);
      REQUIRE(test::cost_of(oracle, walked.tiles, walked.by_link) == result.cost);
      by_link += walked.by_link.empty() ? 0 : 1;
    }
  }
  CHECK(by_link > 20);
}

}  // namespace
}  // namespace portolan
