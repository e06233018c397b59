// SPDX-License-Identifier: BSL-1.0
// NearestQuery against a look at every goal: by Dijkstra on the positions, at any angle by brute-force visibility or a
// path to each. Random worlds and movers, links, floors, overlays, and sets that live.
#include "portolan/query/nearest_query.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/visibility_graph.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
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
using test::Weights;

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t questions = 0;
  std::size_t unreachable = 0;
  std::size_t ties = 0;      ///< answers whose last goal costs what one left out does
  std::size_t cut = 0;       ///< answers that leave reachable goals out
  std::size_t on_links = 0;  ///< worlds with links
  std::size_t on_moves = 0;  ///< worlds with moves
  std::size_t saved = 0;     ///< nodes that plain Dijkstra would have settled besides
  std::map<Tier, std::size_t> answered_by;
};

using Goals = std::vector<ReachedGoal>;

bool less(const ReachedGoal& a, const ReachedGoal& b) {
  return before(a, b);
}

std::string text(const Goals& goals) {
  std::string text;
  for (const ReachedGoal& goal : goals) {
    text += std::to_string(goal.cost) + " at " + std::to_string(goal.tile.x) + "," + std::to_string(goal.tile.y) +
            " #" + std::to_string(goal.goal) + "; ";
  }
  return text;
}

/// One floor or several, with links or without.
TileMap draw_map(Rng& rng, std::int32_t max_side) {
  const Weights weights = rng.percent(50) ? Weights::uniform : rng.pick(test::kWeights);
  TileMap map = test::random_floors(rng, weights, max_side);
  if (rng.percent(40)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
  // From a copy, so that what is drawn after is the same with moves and without.
  Rng aside = rng;
  if (aside.percent(25)) REQUIRE(map.set_moves(test::random_moves(aside, map, 40)).has_value());
  return map;
}

/// A set of goals, mirrored on a plain array.
class Mirror {
 public:
  Mirror(Rng& rng, const World& world, std::size_t capacity)
      : rng_(rng), set_(world, 0, capacity), tiles_(capacity), world_(world) {}

  [[nodiscard]] const GoalSet& set() const { return set_; }
  [[nodiscard]] const std::vector<std::optional<Tile>>& tiles() const { return tiles_; }

  void change(int times) {
    for (; times > 0; --times) {
      const auto goal = static_cast<GoalId>(rng_.below(static_cast<std::int32_t>(tiles_.size()) + 1));
      const Tile tile = random_tile();
      const bool exists = goal < tiles_.size();
      const bool inside = world_.bounds().contains(tile);
      const int kind = rng_.below(10);
      if (kind < 6) {
        const bool can = exists && !tiles_[goal] && inside;
        REQUIRE(set_.insert(goal, tile) == can);
        if (can) tiles_[goal] = tile;
      } else if (kind < 8) {
        const bool can = exists && tiles_[goal] && inside;
        REQUIRE(set_.move(goal, tile) == can);
        if (can) tiles_[goal] = tile;
      } else {
        REQUIRE(set_.erase(goal) == (exists && tiles_[goal].has_value()));
        if (exists) tiles_[goal].reset();
      }
    }
    const auto held = std::count_if(tiles_.begin(), tiles_.end(), [](const auto& tile) { return tile.has_value(); });
    REQUIRE(set_.size() == static_cast<std::size_t>(held));
  }

  /// The same goals, put in from the last to the first.
  void fill(GoalSet& fresh) const {
    for (auto goal = static_cast<GoalId>(tiles_.size()); goal-- > 0;) {
      if (tiles_[goal]) REQUIRE(fresh.insert(goal, *tiles_[goal]));
    }
  }

 private:
  Tile random_tile() {
    const GridView& grid = world_.profiles()[0].grid;
    if (rng_.percent(20)) {
      for (const auto& tile : tiles_) {
        if (tile && rng_.percent(30)) return *tile;
      }
    }
    if (rng_.percent(70)) return test::random_passable(rng_, grid).value_or(Tile{0, 0});
    return {rng_.between(-1, world_.width()), rng_.between(-1, world_.height())};
  }

  Rng& rng_;
  GoalSet set_;
  std::vector<std::optional<Tile>> tiles_;
  World world_;
};

/// What a look at every goal finds: all that can be reached, ascending.
Goals brute_goals(const Mirror& mirror, const std::function<Cost(Tile)>& cost_to) {
  Goals goals;
  for (GoalId goal = 0; goal < mirror.tiles().size(); ++goal) {
    if (!mirror.tiles()[goal]) continue;
    const Cost cost = cost_to(*mirror.tiles()[goal]);
    if (cost != kInfiniteCost) goals.push_back({cost, *mirror.tiles()[goal], goal});
  }
  std::sort(goals.begin(), goals.end(), less);
  return goals;
}

Goals brute_tiles(const World& world, const std::function<Cost(Tile)>& cost_to,
                  const std::function<bool(Tile)>& is_goal) {
  Goals goals;
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      if (!is_goal({x, y})) continue;
      const Cost cost = cost_to({x, y});
      if (cost != kInfiniteCost) goals.push_back({cost, {x, y}});
    }
  }
  std::sort(goals.begin(), goals.end(), less);
  return goals;
}

/// What is wrong with an answer, empty if nothing is, given all goals that can be reached.
std::string fault_of(const ReachedGoals& reached, Goals expected, std::size_t wanted, bool proven, Tally& tally) {
  ++tally.questions;
  ++tally.answered_by[reached.tier];
  tally.cut += expected.size() > wanted ? 1 : 0;
  tally.ties += expected.size() > wanted && expected[wanted].cost == expected[wanted - 1].cost ? 1 : 0;
  expected.resize(std::min(expected.size(), wanted));
  if (proven && !reached.optimal()) return "not proven, " + std::string(to_string(reached.status));
  const Goals found(reached.goals.begin(), reached.goals.end());
  if (found != expected) return "found " + text(found) + "\nexpected " + text(expected);
  if (expected.empty()) {
    ++tally.unreachable;
    return reached.status == Status::unreachable ? "" : "status " + std::string(to_string(reached.status));
  }
  if (reached.status != Status::found) return "status " + std::string(to_string(reached.status));
  return reached.cost == expected.front().cost ? "" : "the cost is wrong";
}

/// Nearest and within, each asked twice, over goals that can all be reached.
class Asker {
 public:
  Asker(Rng& rng, NearestQuery& query, Tile from, Tally& tally)
      : rng_(rng), query_(query), from_(from), tally_(tally), room_(2000) {}

  /// `settled`: how many tiles lie no farther than a cost; nothing where searches are not counted.
  std::string ask(const Goals& expected, bool proven, const std::function<std::size_t(Cost)>& settled) {
    for (const std::size_t wanted :
         {std::size_t{1}, static_cast<std::size_t>(rng_.between(1, 6)), expected.size() + 1}) {
      const std::span<ReachedGoal> room = std::span(room_).first(wanted);
      const ReachedGoals reached = query_.nearest({.from = from_}, room);
      const std::string fault = fault_of(reached, expected, wanted, proven, tally_);
      if (!fault.empty()) return "the nearest " + std::to_string(wanted) + ": " + fault;
      if (!settled) continue;
      const std::size_t most = settled(expected.size() >= wanted ? expected[wanted - 1].cost : kInfiniteCost - 1);
      if (reached.work > most) return "more expansions than Dijkstra";
      tally_.saved += most - reached.work;
      if (const std::string budget = ask_with_budgets(reached, room); !budget.empty()) return budget;
    }
    const Cost most =
        expected.empty() || rng_.percent(20)
            ? static_cast<Cost>(rng_.below(100'000))
            : expected[static_cast<std::size_t>(rng_.below(static_cast<std::int32_t>(expected.size())))].cost;
    Goals inside = expected;
    inside.erase(std::find_if(inside.begin(), inside.end(), [&](const ReachedGoal& goal) { return goal.cost > most; }),
                 inside.end());
    const std::size_t count = inside.size();
    const std::string fault =
        fault_of(query_.within({.from = from_, .most = most}, room_), inside, room_.size(), proven, tally_);
    if (!fault.empty()) return "within " + std::to_string(most) + ": " + fault;
    if (count == 0) return {};
    const ReachedGoals crowded = query_.within({.from = from_, .most = most}, std::span(room_).first(count - 1));
    return crowded.why == Why::no_room ? "" : "goals within a cost without room for them";
  }

  std::string ask_where(const Goals& expected, bool proven, const std::function<bool(Tile)>& is_goal) {
    const auto wanted = static_cast<std::size_t>(rng_.between(1, 6));
    const std::string fault = fault_of(query_.nearest_where({.from = from_}, is_goal, std::span(room_).first(wanted)),
                                       expected, wanted, proven, tally_);
    if (!fault.empty()) return "the nearest " + std::to_string(wanted) + " tiles: " + fault;
    if (expected.empty()) return {};
    const Cost most = expected[std::min(wanted, expected.size()) - 1].cost;
    Goals inside = expected;
    inside.erase(std::find_if(inside.begin(), inside.end(), [&](const ReachedGoal& goal) { return goal.cost > most; }),
                 inside.end());
    if (inside.size() > room_.size()) return {};
    const std::string within = fault_of(query_.within_where({.from = from_, .most = most}, is_goal, room_), inside,
                                        room_.size(), proven, tally_);
    return within.empty() ? "" : "tiles within " + std::to_string(most) + ": " + within;
  }

 private:
  /// With as many expansions as an answer took it is the same again; with fewer there is none.
  std::string ask_with_budgets(const ReachedGoals& before, std::span<ReachedGoal> room) {
    const Goals goals(before.goals.begin(), before.goals.end());
    const std::uint64_t work = before.work;
    const Status status = before.status;
    const ReachedGoals again = query_.nearest({.from = from_, .max_expansions = work}, room);
    const Goals same(again.goals.begin(), again.goals.end());
    if (again.status != status || again.work != work || same != goals)
      return "another answer with a budget of its work";
    if (work == 0) return {};
    const auto less = static_cast<std::uint64_t>(rng_.below(static_cast<std::int32_t>(work)));
    const ReachedGoals short_of = query_.nearest({.from = from_, .max_expansions = less}, room);
    const bool spent = short_of.status == Status::out_of_budget && short_of.work == less && short_of.goals.empty();
    return spent ? "" : "an answer beyond its budget";
  }

  Rng& rng_;
  NearestQuery& query_;
  Tile from_;
  Tally& tally_;
  Goals room_;
};

/// The same goals in another set give the same answers.
std::string compare_with_fresh(const Mirror& mirror, const std::shared_ptr<const Overlay>& overlay, NearestQuery& query,
                               Tile from) {
  GoalSet fresh(mirror.set().world(), 0, mirror.tiles().size());
  mirror.fill(fresh);
  NearestQuery other(fresh);
  other.use(overlay);
  Goals a_room(mirror.tiles().size() + 1);
  Goals b_room(a_room.size());
  for (const std::size_t wanted : {std::size_t{2}, a_room.size()}) {
    const ReachedGoals a = query.nearest({.from = from}, std::span(a_room).first(wanted));
    const ReachedGoals b = other.nearest({.from = from}, std::span(b_room).first(wanted));
    if (a.status != b.status || a.work != b.work ||
        !std::equal(a.goals.begin(), a.goals.end(), b.goals.begin(), b.goals.end()))
      return "a fresh set answers otherwise";
  }
  return {};
}

/// One world of a mover on the grid, with goals that come and go, on the file and on overlays.
void check_steps(Rng& rng, Tally& tally) {
  const TileMap map = draw_map(rng, rng.percent(80) ? 60 : 140);
  const MovementProfile profile = test::random_profile(rng, map.palette());
  const BuiltWorld built(map, profile, test::random_indexes(rng));
  const World& world = built.world();
  tally.on_links += map.links().empty() ? 0 : 1;
  tally.on_moves += map.moves().empty() ? 0 : 1;
  Mirror mirror(rng, world, static_cast<std::size_t>(rng.between(1, rng.percent(70) ? 12 : 300)));
  NearestQuery query(mirror.set());
  std::vector<Mirrored> overlays(1, {Overlay(world), {map.tiles().begin(), map.tiles().end()}});
  for (int round = 0; round < 6; ++round) {
    mirror.change(rng.between(1, static_cast<std::int32_t>(2 * mirror.tiles().size())));
    std::shared_ptr<const Overlay> overlay;
    if (round >= 3) {
      for (int i = rng.between(1, 4); i > 0; --i) test::edit(rng, world, overlays, 0);
      if (rng.percent(50)) (void)overlays[0].overlay.refresh(static_cast<std::size_t>(rng.between(1, 8)));
      overlay = std::make_shared<const Overlay>(overlays[0].overlay);
    }
    query.use(overlay);
    const TileMap shown = overlay ? as_edited(map, overlays[0]) : map;
    const Oracle oracle(shown, profile, world.profiles()[0].rules);
    const Tile from = test::random_passable(rng, world.profiles()[0].grid).value_or(Tile{0, 0});
    if (!oracle.passable(from)) {
      Goals room(1);
      REQUIRE(query.nearest({.from = from}, room).status == Status::bad_start);
      continue;
    }
    const std::vector<Cost> distances = oracle.distances_from(from);
    const auto cost_to = [&](Tile tile) { return distances[oracle.index(tile)]; };
    const auto settled = [&](Cost most) {
      return static_cast<std::size_t>(
          std::count_if(distances.begin(), distances.end(), [&](Cost cost) { return cost <= most; }));
    };
    Asker asker(rng, query, from, tally);
    std::string fault = asker.ask(brute_goals(mirror, cost_to), true, settled);
    CAPTURE(tally.questions, round, from.x, from.y, map.width(), map.height(), map.links().size());
    REQUIRE(fault == "");
    const auto terrain = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size())));
    const std::int32_t modulus = rng.pick(std::array{1, 7, 97});
    const auto is_goal = [&](Tile tile) {
      return shown.tiles()[oracle.index(tile)] == terrain && (3 * tile.x + 5 * tile.y) % modulus == 0;
    };
    fault = asker.ask_where(brute_tiles(world, cost_to, is_goal), true, is_goal);
    REQUIRE(fault == "");
    if (rng.percent(20)) REQUIRE(compare_with_fresh(mirror, overlay, query, from) == "");
  }
}

/// One world of a mover at any angle: the references are brute-force visibility where all terrain has one price, and
/// with edits a path to each goal.
void check_straight(Rng& rng, Tally& tally) {
  const bool weighted = rng.percent(15);
  const TileMap map =
      weighted ? test::random_map(rng, {.weights = Weights::small, .max_side = 40}) : test::small_uniform_map(rng, 40);
  const MovementProfile profile = test::straight_mover(rng.between(0, std::min({3, map.width(), map.height()})));
  const BuiltWorld built(map, profile, test::random_indexes(rng));
  const World& world = built.world();
  const ProfileView& view = world.profiles()[0];
  Mirror mirror(rng, world, static_cast<std::size_t>(rng.between(1, 30)));
  NearestQuery query(mirror.set());
  PathQuery paths(world, 0);
  std::optional<test::VisibilityGraph> visible;
  if (view.sight->graph) visible.emplace(map, profile.footprint, view.sight->fraction_bits);
  std::vector<Mirrored> overlays(1, {Overlay(world), {map.tiles().begin(), map.tiles().end()}});
  for (int round = 0; round < 5; ++round) {
    mirror.change(rng.between(1, static_cast<std::int32_t>(2 * mirror.tiles().size())));
    std::shared_ptr<const Overlay> overlay;
    if (round >= 3) {
      test::edit(rng, world, overlays, 0);
      overlay = std::make_shared<const Overlay>(overlays[0].overlay);
    }
    query.use(overlay);
    paths.use(overlay);
    const Tile from = test::random_passable(rng, view.grid).value_or(Tile{0, 0});
    const bool proven = visible && !overlay;
    if (paths.find({.from = from, .to = from}).status != Status::found) continue;
    const auto cost_to = [&](Tile tile) -> Cost {
      if (proven && !view.grid.passable(tile)) return kInfiniteCost;
      if (proven) {
        const Contact contact = test::contact_of(profile.footprint);
        const auto cost = visible->distance(to_plane(contact, centre_of(from)), to_plane(contact, centre_of(tile)));
        return cost ? *cost * view.rules.least_cost : kInfiniteCost;
      }
      const PathResult path = paths.find({.from = from, .to = tile});
      return path.status == Status::found ? path.cost : kInfiniteCost;
    };
    Asker asker(rng, query, from, tally);
    std::string fault = asker.ask(brute_goals(mirror, cost_to), proven, {});
    CAPTURE(tally.questions, round, from.x, from.y, map.width(), map.height(), profile.footprint, weighted);
    REQUIRE(fault == "");
    if (rng.percent(30)) {
      const auto is_goal = [&](Tile tile) { return (3 * tile.x + 5 * tile.y) % 53 == 0; };
      fault = asker.ask_where(brute_tiles(world, cost_to, is_goal), proven, is_goal);
      REQUIRE(fault == "");
    }
    if (rng.percent(20)) REQUIRE(compare_with_fresh(mirror, overlay, query, from) == "");
  }
}

void run(std::uint64_t seed, std::size_t questions) {
  Rng rng(seed);
  Tally tally;
  while (tally.questions < questions) {
    if (rng.percent(75)) {
      check_steps(rng, tally);
    } else {
      check_straight(rng, tally);
    }
  }
  CHECK(tally.unreachable > questions / 50);
  CHECK(tally.cut > questions / 5);
  CHECK(tally.ties > questions / 500);
  CHECK(tally.on_links > questions / 500);
  CHECK(tally.on_moves > questions / 500);
  CHECK(tally.saved > questions);
  CHECK(tally.answered_by[Tier::labels] > questions / 20);
  CHECK(tally.answered_by[Tier::regions] > questions / 4);
  CHECK(tally.answered_by[Tier::automatic] > questions / 50);
}

TEST_CASE("the nearest goals are those that a look at every goal finds: a few") {
  run(2, 1'200);
}
TEST_CASE("the nearest goals are those that a look at every goal finds", "[heavy]") {
  run(1, 12'000);
}

TEST_CASE("the nearest goals are those that a look at every goal finds: a hundred thousand questions", "[long]") {
  run(2, 100'000);
}

TEST_CASE("a start that is blocked has no nearest goal, or the next tile to stand on has") {
  const TileMap map = test::ascii_map("#...\n.##.\n....");
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  GoalSet goals(built.world(), 0, 4);
  REQUIRE(goals.insert(2, {3, 2}));
  NearestQuery query(goals);
  Goals room(2);
  REQUIRE(query.nearest({.from = {0, 0}}, room).why == Why::blocked);
  REQUIRE(query.nearest({.from = {-1, 0}}, room).why == Why::outside);
  REQUIRE(query.within({.from = {4, 0}, .most = 1}, room).status == Status::bad_start);
  const ReachedGoals moved = query.nearest({.from = {0, 0}, .ends = EndRule::nearest}, room);
  REQUIRE(moved.status == Status::found);
  REQUIRE(moved.why == Why::moved_end);
  REQUIRE(moved.goals.size() == 1);
  REQUIRE(moved.goals[0].goal == 2);
}

TEST_CASE("without room for a goal there is no question, and without goals none is reached") {
  const TileMap map = test::ascii_map("...\n...");
  const BuiltWorld built(map, MovementProfile{});
  GoalSet goals(built.world(), 0, 4);
  NearestQuery query(goals);
  Goals room(2);
  REQUIRE(query.nearest({.from = {0, 0}}, {}).why == Why::wrong_size);
  REQUIRE(query.nearest({.from = {0, 0}}, room).status == Status::unreachable);
  REQUIRE(query.within({.from = {0, 0}, .most = 5}, {}).status == Status::unreachable);
  REQUIRE(goals.insert(0, {0, 0}));
  REQUIRE_FALSE(goals.insert(0, {1, 0}));
  REQUIRE_FALSE(goals.insert(4, {1, 0}));
  REQUIRE_FALSE(goals.insert(1, {3, 0}));
  REQUIRE_FALSE(goals.move(1, {1, 0}));
  REQUIRE_FALSE(goals.move(0, {0, 2}));
  REQUIRE(goals.tile(0) == Tile{0, 0});
  REQUIRE(query.within({.from = {0, 0}, .most = 5}, {}).why == Why::no_room);
  const ReachedGoals here = query.nearest({.from = {0, 0}}, room);
  REQUIRE(here.status == Status::found);
  REQUIRE(here.cost == 0);
  goals.clear();
  REQUIRE(goals.size() == 0);
  REQUIRE(query.nearest({.from = {0, 0}}, room).status == Status::unreachable);
}

TEST_CASE("no question about goals allocates") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(94);
  std::map<Tier, int> tiers;
  for (int round = 0; round < 40; ++round) {
    const bool straight = rng.percent(40);
    const TileMap map = test::random_map(rng, {.weights = rng.percent(70) ? Weights::uniform : Weights::small});
    const MovementProfile profile = straight ? test::straight_mover(1) : MovementProfile{};
    const BuiltWorld built(map, profile, test::random_indexes(rng));
    Mirror mirror(rng, built.world(), 50);
    mirror.change(100);
    NearestQuery query(mirror.set());
    auto overlay = std::make_shared<Overlay>(built.world());
    REQUIRE(overlay->set_terrain({{0, 0}, {1, 1}}, 0).has_value());
    const Tile from = test::random_passable(rng, built.world().profiles()[0].grid).value_or(Tile{0, 0});
    Goals room(60);
    for (const bool edited : {false, true}) {
      query.use(edited ? overlay : nullptr);
      const test::AllocationCounter counter;
      const ReachedGoals reached = query.nearest({.from = from}, std::span(room).first(3));
      (void)query.within({.from = from, .most = 100'000}, room);
      (void)query.nearest_where(
          {.from = from}, [](Tile tile) { return tile.x == 3; }, std::span(room).first(3));
      const std::uint64_t made = counter.count();
      REQUIRE(made == 0);
      ++tiers[reached.tier];
    }
  }
  CHECK(tiers[Tier::labels] > 3);
  CHECK(tiers[Tier::regions] > 3);
  CHECK(tiers[Tier::automatic] > 3);
}

}  // namespace
}  // namespace portolan
