// SPDX-License-Identifier: BSL-1.0
// Jump points against Dijkstra: every corner rule, 4 and 8 neighbours, every ratio of steps, footprints, and maps that
// change under the search.
#include "portolan/query/jump_search.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Oracle;
using test::Rng;
using test::TestGrid;

constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

/// Any mover that jump points serve.
MovementProfile random_mover(Rng& rng) {
  MovementProfile profile;
  profile.neighbours = rng.percent(25) ? Neighbours::four : Neighbours::eight;
  profile.corners = rng.pick(std::array{CornerRule::never_cut, CornerRule::cut_one, CornerRule::cut_both});
  profile.footprint = rng.percent(70) ? 1 : rng.between(2, 3);
  if (profile.neighbours == Neighbours::eight && rng.percent(70)) {
    constexpr std::array kRatios{StepCosts{1, 1}, StepCosts{1, 2}, StepCosts{2, 3}, StepCosts{10, 14}};
    profile.steps = rng.percent(60) ? rng.pick(kRatios) : test::random_steps(rng);
  }
  return profile;
}

/// The steps of the path found; kInfiniteCost if one of its runs is not straight or diagonal, or a step not legal.
Cost walked(const JumpSearch& search, const Oracle& oracle, Tile at, Tile to) {
  Cost sum = 0;
  std::optional<Tile> last;
  bool wrong = false;
  search.for_each_run([&](Tile end, Cost cost) {
    const Tile way{end.x - at.x, end.y - at.y};
    const Tile step{sign(way.x), sign(way.y)};
    wrong = wrong || (way.x != 0 && way.y != 0 && std::abs(way.x) != std::abs(way.y)) || last == step;
    last = step;
    Cost run = 0;
    while (!wrong && at != end) {
      const Tile next{at.x + step.x, at.y + step.y};
      const Cost one = oracle.step_cost(at, next);
      wrong = one == kInfiniteCost;
      run += one;
      at = next;
    }
    wrong = wrong || run != cost;
    sum += cost;
  });
  return wrong || at != to ? kInfiniteCost : sum;
}

/// Searches on small maps without a world around them: many, so that every shape of obstacles comes up.
void require_exact_on_small_maps(std::uint64_t seed, std::size_t maps) {
  Rng rng(seed);
  std::size_t searches = 0;
  std::size_t unreachable = 0;
  std::size_t settled = 0;
  for (std::size_t round = 0; round < maps; ++round) {
    const std::int32_t side = rng.percent(80) ? 12 : 150;
    const TestGrid grid(test::small_uniform_map(rng, side), random_mover(rng));
    const GridView view = grid.view();
    const Oracle oracle = grid.oracle();
    JumpSearch search(view);
    const auto from = test::random_passable(rng, view);
    if (!from) continue;
    const std::vector<Cost> distances = oracle.distances_from(*from);
    for (int i = 0; i < 12; ++i) {
      const Tile to = test::random_tile(rng, oracle);
      if (!oracle.passable(to) || to == *from) continue;
      const Cost expected = distances[oracle.index(to)];
      const bool forth = rng.percent(50);
      const Tile start = forth ? *from : to;
      const Tile goal = forth ? to : *from;
      CAPTURE(seed, round, start, goal, view.width, view.height);
      const SearchOutcome outcome = search.search(start, goal, kInfiniteCost, kUnbounded);
      ++searches;
      settled += outcome.expansions;
      if (expected == kInfiniteCost) {
        ++unreachable;
        REQUIRE(outcome.end == SearchEnd::exhausted);
        continue;
      }
      REQUIRE(outcome.end == SearchEnd::reached);
      REQUIRE(search.cost() == expected);
      REQUIRE(walked(search, oracle, start, goal) == expected);
      REQUIRE(search.search(start, goal, expected, kUnbounded).end == SearchEnd::exhausted);
      REQUIRE(search.search(start, goal, expected + 1, outcome.expansions).end == SearchEnd::reached);
      REQUIRE(search.cost() == expected);
      // In stretches it comes to the same.
      const auto first = static_cast<std::uint64_t>(rng.below(static_cast<std::int32_t>(outcome.expansions)));
      REQUIRE(search.search(start, goal, kInfiniteCost, first).end == SearchEnd::budget);
      REQUIRE(search.go_on(0).end == SearchEnd::budget);
      const SearchOutcome rest = search.go_on(outcome.expansions - first);
      REQUIRE(rest.end == SearchEnd::reached);
      REQUIRE(rest.expansions == outcome.expansions - first);
      REQUIRE(walked(search, oracle, start, goal) == expected);
    }
  }
  CHECK(searches > 5 * maps);
  CHECK(unreachable > searches / 50);
  CHECK(settled > searches);
}

TEST_CASE("jump points equal Dijkstra on small maps for every rule") {
  require_exact_on_small_maps(1, 3'000);
}
TEST_CASE("jump points equal Dijkstra on a hundred thousand small maps", "[long]") {
  require_exact_on_small_maps(2, 100'000);
}

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t queries = 0;
  std::size_t unreachable = 0;
  std::size_t walked = 0;
  std::size_t by_itself = 0;  ///< answered by jump points without being asked to
};

/// A world whose overlays are edited, copied and asked in turn by one query, which keeps what it knows of the terrain.
class Changing {
 public:
  explicit Changing(Rng& rng)
      : rng_(rng),
        grid_(made_map(rng), random_mover(rng)),
        built_(grid_.map(), grid_.profile(), BuiltWorld::one_thread()),
        query_(built_.world(), 0),
        overlays_(3, {Overlay(built_.world()), {grid_.map().tiles().begin(), grid_.map().tiles().end()}}) {}

  /// Empty, or what is wrong.
  std::string run(int goals, Tally& tally) {
    const auto which = static_cast<std::size_t>(rng_.below(3));
    for (int edits = rng_.between(0, 3); edits != 0; --edits) test::edit(rng_, built_.world(), overlays_, which);
    if (rng_.percent(20)) (void)overlays_[which].overlay.refresh(3);
    const bool file = rng_.percent(10);
    const auto snapshot = file ? nullptr : std::make_shared<const Overlay>(overlays_[which].overlay);
    query_.use(snapshot);
    const TileMap now = file ? grid_.map() : test::as_edited(grid_.map(), overlays_[which]);
    const Oracle oracle(now, grid_.profile(), grid_.rules());
    const Tile from = test::random_tile(rng_, oracle);
    if (!oracle.passable(from)) return {};
    const std::vector<Cost> distances = oracle.distances_from(from);
    for (int i = 0; i < goals; ++i) {
      const Tile to = test::random_tile(rng_, oracle);
      if (!oracle.passable(to)) continue;
      ++tally.queries;
      const std::string fault = check(from, to, distances[oracle.index(to)], oracle, tally);
      if (!fault.empty()) return test::text_of(from) + " to " + test::text_of(to) + ": " + fault;
    }
    // What was asked before, and on which terrain, changes nothing.
    test::Asker fresh(built_.world(), 0);
    fresh.use(snapshot);
    const PathRequest request{.from = from, .to = test::random_tile(rng_, oracle), .tier = Tier::jump};
    const test::Found a = query_.find(request);
    const test::Found b = fresh.find(request);
    const bool same = a.cost == b.cost && a.work == b.work && std::ranges::equal(a.waypoints, b.waypoints);
    return same ? "" : "another answer than of a query that has seen nothing else";
  }

 private:
  static TileMap made_map(Rng& rng) {
    return test::random_map(rng, {.weights = test::Weights::uniform, .max_side = rng.percent(80) ? 70 : 200});
  }

  std::string check(Tile from, Tile to, Cost expected, const Oracle& oracle, Tally& tally) {
    PathRequest request{.from = from, .to = to, .tier = Tier::jump};
    if (rng_.percent(20)) request.ties.rule = TieRule::straightest;
    const test::Found result = query_.find(request);
    if (expected == kInfiniteCost) {
      ++tally.unreachable;
      const test::Found any = query_.find({.from = from, .to = to});
      const bool same = any.status == Status::unreachable && any.optimal();
      return result.status == Status::unreachable && result.optimal() && same ? "" : "not said to be unreachable";
    }
    if (result.status != Status::found || !result.optimal()) return std::string(to_string(result.status));
    if (result.cost != expected) return "not the least cost";
    if (from != to && result.tier != Tier::jump) return "another tier";
    const test::Walk walk = test::walk(query_, result);
    ++tally.walked;
    if (!walk.fault.empty()) return walk.fault;
    if (walk.cost != expected || test::cost_of(oracle, walk.tiles) != expected) return "the legs do not add up";
    if (walk.tiles.front() != from || walk.tiles.back() != to) return "wrong ends";
    return check_by_itself(from, to, expected, oracle, tally);
  }

  /// The automatic tier, and that a budget it can do with changes nothing.
  std::string check_by_itself(Tile from, Tile to, Cost expected, const Oracle& oracle, Tally& tally) {
    const test::Found result = query_.find({.from = from, .to = to});
    tally.by_itself += result.tier == Tier::jump ? 1 : 0;
    if (result.status != Status::found || !result.optimal() || result.cost != expected) return "not by itself";
    const std::uint64_t work = result.work;
    const Tier tier = result.tier;
    const test::Walk walk = test::walk(query_, result);
    if (!walk.fault.empty() || test::cost_of(oracle, walk.tiles) != expected) return "wrong legs by itself";
    const test::Found bounded = query_.find({.from = from, .to = to, .max_expansions = work});
    if (bounded.cost != expected || bounded.tier != tier || bounded.work != work) return "not with the same budget";
    if (work == 0) return {};
    const test::Found cut = query_.find({.from = from, .to = to, .max_expansions = work - 1});
    return cut.status == Status::out_of_budget && cut.work < work ? "" : "not out of budget";
  }

  Rng& rng_;
  TestGrid grid_;
  BuiltWorld built_;
  test::Asker query_;
  std::vector<Mirrored> overlays_;
};

void require_exact_under_edits(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  for (int round = 0; tally.queries < queries; ++round) {
    Changing world(rng);
    for (int step = 0; step < 12; ++step) {
      const std::string fault = world.run(12, tally);
      CAPTURE(seed, round, step, fault);
      REQUIRE(fault == "");
    }
  }
  CHECK(tally.walked > queries / 2);
  CHECK(tally.unreachable > queries / 100);
  CHECK(tally.by_itself > queries / 100);
}

TEST_CASE("jump points equal Dijkstra while the world changes: a few") {
  require_exact_under_edits(5, 600);
}
TEST_CASE("jump points equal Dijkstra while the world changes", "[heavy]") {
  require_exact_under_edits(3, 6'000);
}
TEST_CASE("jump points equal Dijkstra while the world changes: a hundred thousand queries", "[long]") {
  require_exact_under_edits(4, 100'000);
}

TEST_CASE("jump points are for one price, without links, moves or lines of sight") {
  Rng rng(5);
  TileMap uniform = test::random_map(
      rng, {.character = test::Character::open, .weights = test::Weights::uniform, .width = 40, .height = 40});
  const auto why = [](const TileMap& map, const MovementProfile& profile) {
    const BuiltWorld built(map, profile);
    test::Asker query(built.world(), 0);
    const Tile from = *test::random_passable(*std::make_unique<Rng>(6), query.profile().grid);
    const Tile to = *test::random_passable(*std::make_unique<Rng>(7), query.profile().grid);
    const test::Found result = query.find({.from = from, .to = to, .tier = Tier::jump});
    if (result.status == Status::undecided) REQUIRE(result.waypoints.empty());
    return std::pair(result.status, result.why);
  };
  const std::pair missing{Status::undecided, Why::tier_missing};
  REQUIRE(why(uniform, {}) == std::pair{Status::found, Why::none});
  REQUIRE(why(uniform, {.metric = Metric::any_angle}) == missing);
  TileMap linked = uniform;
  REQUIRE(linked.set_links(test::random_links(rng, linked, 3)).has_value());
  REQUIRE(why(linked, {}) == missing);
  TileMap walled = uniform;
  REQUIRE(walled.set_moves(test::random_moves(rng, walled, 20)).has_value());
  REQUIRE(why(walled, {}) == missing);
  const TileMap priced = test::random_map(
      rng, {.character = test::Character::open, .weights = test::Weights::small, .width = 40, .height = 40});
  REQUIRE(why(priced, {}) == missing);
}

TEST_CASE("a budget of jump points that does is enough, one less is not") {
  Rng rng(8);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::caves, .weights = test::Weights::uniform, .width = 150, .height = 110});
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  std::size_t cut = 0;
  for (int i = 0; i < 50; ++i) {
    const Tile from = *test::random_passable(rng, query.profile().grid);
    const Tile to = *test::random_passable(rng, query.profile().grid);
    const PathRequest request{.from = from, .to = to, .tier = Tier::jump};
    const test::Found whole = query.find(request);
    if (whole.status != Status::found || whole.work == 0) continue;
    PathRequest bounded = request;
    bounded.max_expansions = whole.work;
    REQUIRE(query.find(bounded).cost == whole.cost);
    bounded.max_expansions = whole.work - 1;
    const test::Found spent = query.find(bounded);
    REQUIRE(spent.status == Status::out_of_budget);
    REQUIRE(spent.work == whole.work - 1);
    ++cut;
  }
  REQUIRE(cut > 20);
}

/// A tile that the mover cannot leave, and one whose neighbours are passable, far from each other.
std::pair<Tile, Tile> pocket_and_post(std::vector<TerrainId>& tiles, std::int32_t side) {
  const auto set = [&](Tile centre, TerrainId around) {
    for (std::int32_t y = centre.y - 2; y <= centre.y + 2; ++y) {
      for (std::int32_t x = centre.x - 2; x <= centre.x + 2; ++x) {
        tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)] =
            Tile{x, y} == centre ? static_cast<TerrainId>(1 - around) : around;
      }
    }
  };
  const Tile pocket{side - 10, side - 10};
  const Tile post{10, side / 2};
  set(pocket, 0);
  set(post, 1);
  return {pocket, post};
}

TEST_CASE("between edits jump points answer where a map has few corners, whatever was asked before, else regions") {
  Rng rng(10);
  for (const auto& [chance, tier] : {std::pair{2, Tier::jump}, std::pair{30, Tier::regions}}) {
    constexpr std::int32_t kSide = 330;
    std::vector<TerrainId> tiles(static_cast<std::size_t>(kSide) * kSide);
    for (TerrainId& tile : tiles) tile = rng.percent(chance) ? 0 : 1;
    const auto [pocket, post] = pocket_and_post(tiles, kSide);
    auto map = TileMap::create(kSide, kSide, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
    REQUIRE(map.has_value());
    BuildOptions without_indexes = BuiltWorld::one_thread();
    without_indexes.indexes.emplace();
    const BuiltWorld built(*map, MovementProfile{}, without_indexes);
    test::Asker used(built.world(), 0);
    Overlay overlay(built.world());
    for (int edit = 0; edit < 3; ++edit) {
      REQUIRE(overlay.set_terrain({post, {post.x + 1, post.y + 1 + edit}}, 1).has_value());
      const auto snapshot = std::make_shared<const Overlay>(overlay);
      used.use(snapshot);
      test::Asker fresh(built.world(), 0);
      fresh.use(snapshot);
      for (int i = 0; i < 5; ++i) {
        const PathRequest request{.from = {rng.below(30), rng.below(kSide)},
                                  .to = {300 + rng.below(10), rng.below(300)}};
        const test::Found result = used.find(request);
        const auto [status, by, cost, work] = std::tuple(result.status, result.tier, result.cost, result.work);
        const test::Found again = fresh.find(request);
        CAPTURE(chance, edit, request.from, request.to, status, by);
        REQUIRE(std::tuple(again.status, again.tier, again.cost, again.work) == std::tuple(status, by, cost, work));
        if (status == Status::found) REQUIRE(by == tier);
      }
      // Nothing leads into the pocket, which islands say before all is searched.
      const test::Found apart = used.find({.from = {post.x, post.y}, .to = pocket, .tier = Tier::jump});
      REQUIRE(apart.status == Status::unreachable);
      REQUIRE(apart.optimal());
      if (tier == Tier::regions) REQUIRE(apart.work == 4096);
      const test::Found same =
          used.find({.from = post, .to = pocket, .tier = Tier::jump, .max_expansions = apart.work});
      REQUIRE(same.status == Status::unreachable);
    }
  }
}

TEST_CASE("jump points allocate nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  Rng rng(9);
  for (const Neighbours neighbours : {Neighbours::four, Neighbours::eight}) {
    const TileMap map = test::random_map(
        rng, {.character = test::Character::caves, .weights = test::Weights::uniform, .width = 150, .height = 110});
    const BuiltWorld built(map, MovementProfile{.neighbours = neighbours});
    test::Asker query(built.world(), 0);
    Overlay overlay(built.world());
    REQUIRE(overlay.set_terrain({{40, 40}, {80, 60}}, 0).has_value());
    query.use(std::make_shared<const Overlay>(overlay));
    std::vector<Tile> ends;
    for (int i = 0; i < 60; ++i) ends.push_back(test::random_passable(rng, query.profile().grid).value_or(Tile{}));
    const test::AllocationCounter counter;
    std::size_t found = 0;
    for (std::size_t i = 1; i < ends.size(); ++i) {
      found += query.find({.from = ends[i - 1], .to = ends[i], .tier = Tier::jump}).status == Status::found ? 1 : 0;
    }
    const std::uint64_t allocations = counter.count();
    REQUIRE(allocations == 0);
    REQUIRE(found > 10);
  }
}

}  // namespace
}  // namespace portolan
