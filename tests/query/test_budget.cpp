// SPDX-License-Identifier: BSL-1.0
// Budgets of expansions: no search of any tier settles more than it may, and one that has enough answers as if it had
// no bound. Random worlds, movers, links and edits.
#include "query/overlay_edits.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
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

constexpr std::array kTiers{Tier::automatic, Tier::astar,  Tier::local,  Tier::regions, Tier::waypoints,
                            Tier::ch,        Tier::labels, Tier::blocks, Tier::jump};

/// All that an answer says, kept beyond the next one.
struct Answer {
  Status status;
  Why why;
  Tier tier;
  Cost cost;
  double length;
  bool optimal;
  std::array<std::uint64_t, 7> expansions;
  std::vector<Tile> waypoints;
  std::vector<Point> points;
  std::vector<std::pair<std::size_t, LinkId>> hops;

  explicit Answer(const test::Found& r)
      : status(r.status),
        why(r.why),
        tier(r.tier),
        cost(r.cost),
        length(r.length),
        optimal(r.optimal()),
        expansions{r.expansions.local, r.expansions.access,    r.expansions.coarse, r.expansions.unpack,
                   r.expansions.astar, r.expansions.waypoints, r.expansions.jump},
        waypoints(r.waypoints.begin(), r.waypoints.end()),
        points(r.points.begin(), r.points.end()) {
    for (const LinkHop& hop : r.hops) hops.emplace_back(hop.leg, hop.link);
  }
  friend bool operator==(const Answer&, const Answer&) = default;
};

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::map<Tier, std::size_t> cut;  ///< answers that a budget prevented, by the tier that ran out of it
  std::size_t whole = 0;            ///< answers to which a budget was just enough
  std::size_t walked = 0;           ///< of them those with any_angle for which legs were searched
  std::size_t flooded = 0;          ///< of them those that prove there is no path, not by islands
};

/// A world, maybe with links and edits, and the judge of what it is now.
class Trial {
 public:
  explicit Trial(Rng& rng)
      : rng_(rng),
        profile_(rng.percent(40) ? test::straight_mover(rng.below(3)) : MovementProfile{}),
        map_(made_map(rng, profile_)),
        built_(map_, profile_, rng.percent(50) ? BuiltWorld::all_indexes() : BuiltWorld::one_thread()),
        query_(built_.world(), 0, Baseline::with),
        now_(map_) {
    if (rng_.percent(60)) edit();
  }

  /// Empty, or what is wrong.
  std::string run(Tally& tally) {
    const Tile from{rng_.below(map_.width()), rng_.below(map_.height())};
    const Tile to{rng_.below(map_.width()), rng_.below(map_.height())};
    for (const Tier tier : kTiers) {
      std::string fault = check(from, to, tier, tally);
      if (!fault.empty()) return std::string(to_string(tier)) + ": " + std::move(fault);
    }
    return {};
  }

 private:
  static TileMap made_map(Rng& rng, MovementProfile& profile) {
    const bool straight = profile.metric == Metric::any_angle;
    test::RandomMapOptions options{.max_side = straight ? 60 : 90};
    if (rng.percent(60)) options.weights = test::Weights::uniform;
    TileMap map = test::random_map(rng, options);
    if (straight) return map;
    profile = test::random_profile(rng, map.palette());
    if (rng.percent(40)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
    return map;
  }

  void edit() {
    std::vector<Mirrored> edited(1, {Overlay(built_.world()), {map_.tiles().begin(), map_.tiles().end()}});
    for (int edits = rng_.between(1, 4); edits != 0; --edits) test::edit(rng_, built_.world(), edited, 0);
    Mirrored& one = edited[0];
    if (rng_.percent(40)) (void)one.overlay.refresh(static_cast<std::size_t>(rng_.between(1, 8)));
    query_.use(std::make_shared<const Overlay>(one.overlay));
    now_ = test::as_edited(map_, one);
  }

  test::Found ask(const PathRequest& request) {
    if (!between_points_) return query_.find(request);
    return query_.find_between(
        {.from = from_, .to = to_, .tier = request.tier, .max_expansions = request.max_expansions});
  }

  std::string check(Tile from, Tile to, Tier tier, Tally& tally) {
    PathRequest request{.from = from, .to = to, .tier = tier};
    if (rng_.percent(30)) request.ends = EndRule::nearest;
    if (rng_.percent(30)) request.unpacking = Unpacking::leg_by_leg;
    between_points_ = profile_.metric == Metric::any_angle && rng_.percent(50);
    from_ = test::random_point(rng_, map_, profile_.footprint);
    to_ = test::random_point(rng_, map_, profile_.footprint);
    const Answer whole(ask(request));
    std::uint64_t needed = 0;
    for (const std::uint64_t part : whole.expansions) needed += part;
    std::uint64_t settled = 0;
    query_.visit_search([&](Point, bool is_settled) { settled += is_settled ? 1 : 0; });
    if (settled > needed) return "more nodes are settled than counted";
    if (whole.status == Status::out_of_budget) return "out of budget without one";
    if (std::string fault = judge(whole); !fault.empty()) return fault;
    const auto some = [&] { return needed == 0 ? 0 : rng_.next() % needed; };
    for (const std::uint64_t budget : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, some(), some(), some(),
                                       needed - std::min<std::uint64_t>(needed, 1), needed, needed + 1}) {
      request.max_expansions = budget;
      const test::Found result = ask(request);
      if (result.expansions.total() > budget) return "more settled than the budget allows";
      if (budget >= needed) {
        if (!(Answer(result) == whole)) return "another answer with a budget that is enough";
        continue;
      }
      const bool goes_as_far = request.ends == EndRule::nearest && !between_points_;
      const Status spent = goes_as_far ? Status::partial : Status::out_of_budget;
      if (result.status != spent || result.why != Why::budget_spent) return "not out of budget";
      if (goes_as_far) {
        if (result.lower_bound != 0) return "something proven without a budget";
        if (result.waypoints.empty() && result.points.empty()) return "no path for the nearest place";
        ++tally.cut[result.tier];
        continue;
      }
      if (result.optimal() || result.cost != 0 || result.length != 0) return "something proven without a budget";
      if (!result.waypoints.empty() || !result.points.empty() || !result.hops.empty()) return "a path without a budget";
      ++tally.cut[result.tier];
    }
    ++tally.whole;
    tally.walked += profile_.metric == Metric::any_angle && whole.expansions[3] != 0 ? 1 : 0;
    tally.flooded += whole.status == Status::unreachable && whole.why == Why::exhausted ? 1 : 0;
    return {};
  }

  /// An answer that is marked optimal costs what Dijkstra's search finds. For steps; straight paths have tests of
  /// their own.
  std::string judge(const Answer& answer) const {
    if (profile_.metric == Metric::any_angle || answer.status != Status::found || !answer.optimal) return {};
    const Oracle oracle(now_, profile_, query_.profile().rules);
    const Cost least = oracle.distance(answer.waypoints.front(), answer.waypoints.back());
    return least == answer.cost ? "" : "marked optimal, which it is not";
  }

  Rng& rng_;
  MovementProfile profile_;
  TileMap map_;
  BuiltWorld built_;
  test::Asker query_;
  TileMap now_;  ///< as edited
  bool between_points_ = false;
  Point from_;
  Point to_;
};

TEST_CASE("no tier settles more than the budget, and one that has enough answers as if it had no bound") {
  Rng rng(171);
  Tally tally;
  for (int world = 0; world < 150; ++world) {
    Trial trial(rng);
    for (int i = 0; i < 6; ++i) {
      CAPTURE(world, i);
      REQUIRE(trial.run(tally) == "");
    }
  }
  for (const Tier tier : {Tier::astar, Tier::local, Tier::regions, Tier::waypoints, Tier::ch}) {
    CAPTURE(tier);
    CHECK(tally.cut[tier] > 100);
  }
  CHECK(tally.whole > 3000);
  CHECK(tally.walked > 20);
  CHECK(tally.flooded > 20);
}

TEST_CASE("regions around the ends are charged before they are measured") {
  // One region each way: two ends in the open, farther apart than the local matrix is wide.
  const TileMap map = *TileMap::create(200, 33, {{"floor", kCostScale}, {"mud", 2 * kCostScale}}, [] {
    std::vector<TerrainId> tiles(200 * 33);
    for (std::size_t i = 0; i < tiles.size(); i += 7) tiles[i] = 1;
    return tiles;
  }());
  const BuiltWorld built(map, MovementProfile{});
  test::Asker query(built.world(), 0);
  PathRequest request{.from = {5, 16}, .to = {190, 16}, .tier = Tier::regions};
  const test::Found whole = query.find(request);
  REQUIRE(whole.status == Status::found);
  REQUIRE(whole.expansions.access > 500);
  request.max_expansions = whole.expansions.access - 1;
  const test::Found starved = query.find(request);
  REQUIRE(starved.status == Status::out_of_budget);
  REQUIRE(starved.expansions.total() <= request.max_expansions);
  REQUIRE(starved.expansions.coarse == 0);
}

TEST_CASE("from a point between tiles a spent budget leads as far as the search came, whatever the path held before") {
  Rng rng(1907);
  int partial = 0;
  for (int round = 0; round < 60; ++round) {
    const TileMap map = test::random_map(
        rng, {.character = test::Character::open, .weights = test::Weights::small, .width = 120, .height = 90});
    const BuiltWorld built(map, test::straight_mover(0));
    PathQuery query(built.world(), 0);
    Path path(query.room());
    (void)query.find({.from = {1, 1}, .to = {110, 80}}, path);
    const Point from{rng.below(118) * kSubUnits + kSubUnits, rng.below(88) * kSubUnits + kSubUnits};
    const Point to{rng.below(118) * kSubUnits + kSubUnits / 2, rng.below(88) * kSubUnits + kSubUnits / 2};
    // One that will not do as it is gives way to another.
    Path none;
    if (query.find_between({.from = from, .to = from}, none).status != Status::found) continue;
    for (const Tier tier : {Tier::automatic, Tier::local, Tier::regions}) {
      const PathResult result = query.find_between(
          {.from = from, .to = to, .tier = tier, .ends = EndRule::nearest, .max_expansions = 40}, path);
      CAPTURE(round, from, to, tier, result.status, result.why);
      if (result.status != Status::partial || result.why != Why::budget_spent) continue;
      ++partial;
      REQUIRE(!path.points().empty());
      REQUIRE(path.points().front() == from);
      REQUIRE((path.points().size() > 1) == (result.cost > 0));
    }
  }
  CHECK(partial > 20);
}

}  // namespace
}  // namespace portolan
