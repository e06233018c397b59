// SPDX-License-Identifier: BSL-1.0
// GoalField against Dijkstra on the positions from every tile, at any angle against brute-force visibility or a path
// from each: random worlds and movers, links, floors, overlays. What an arena holds changes no answer and no work.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/query/goal_field.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/real_maps.hpp"
#include "support/visibility_graph.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
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
  std::size_t costs = 0;
  std::size_t unreachable = 0;
  std::size_t walked = 0;        ///< to the goal, step by step
  std::size_t by_link = 0;       ///< steps of these
  std::size_t spent = 0;         ///< budgets one short
  std::size_t label_bounds = 0;  ///< on overlays
  std::size_t on_links = 0;      ///< worlds with links
  std::size_t on_moves = 0;      ///< worlds with moves
  std::map<Tier, std::size_t> answered_by;
};

/// One floor or several, with links or without.
TileMap draw_map(Rng& rng, std::int32_t max_side) {
  const Weights weights = rng.percent(60) ? Weights::uniform : rng.pick(test::kWeights);
  TileMap map = test::random_floors(rng, weights, max_side);
  if (rng.percent(30)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
  return map;
}

/// The map with all links and moves turned round: what leads from the goal there leads to it here.
TileMap turned_round(TileMap map) {
  std::vector<Link> links(map.links().begin(), map.links().end());
  for (Link& link : links) std::swap(link.from, link.to);
  REQUIRE(map.set_links(std::move(links)).has_value());
  std::vector<Move> moves(map.moves().begin(), map.moves().end());
  for (Move& move : moves) std::swap(move.from, move.to);
  REQUIRE(map.set_moves(std::move(moves)).has_value());
  return map;
}

/// Everything that one goal of one snapshot is asked about. Fields share arenas or have small ones of their own.
class FieldJudge {
 public:
  FieldJudge(Rng& rng, const World& world, std::size_t profile, Tally& tally)
      : rng_(rng),
        world_(world),
        view_(world.profiles()[profile]),
        tally_(tally),
        field_(world, profile, large_),
        second_(world, profile, large_),
        cramped_(world, profile, tiny_) {}

  void use(const std::shared_ptr<const Overlay>& overlay) {
    edited_ = overlay != nullptr;
    for (GoalField* field : {&field_, &second_, &cramped_}) field->use(overlay);
  }
  void aim(Tile goal) {
    goal_ = goal;
    for (GoalField* field : {&field_, &second_, &cramped_}) REQUIRE(field->aim(goal).status == Status::found);
  }
  GoalField& field() { return field_; }

  /// Empty, or what is wrong: every tile, in an order that has blocks leave the small arena and come back.
  std::string compare(const std::function<Cost(Tile)>& cost_of, const std::function<bool(Tile)>& stands, bool proven) {
    std::vector<Tile> tiles;
    for (std::int32_t y = 0; y < world_.height(); ++y) {
      for (std::int32_t x = 0; x < world_.width(); ++x) tiles.push_back({x, y});
    }
    if (rng_.percent(50)) {
      for (std::size_t i = tiles.size(); i > 1; --i) {
        std::swap(tiles[i - 1], tiles[static_cast<std::size_t>(rng_.below(static_cast<std::int32_t>(i)))]);
      }
      if (tiles.size() > 600) tiles.resize(600);
    }
    for (const Tile tile : tiles) {
      const Answer answer = field_.cost({tile});
      ++tally_.answered_by[field_.tier()];
      if (!stands(tile)) {
        if (answer.status != Status::bad_start) return "a tile to stand on at " + test::text_of(tile);
        continue;
      }
      const Cost expected = cost_of(tile);
      ++tally_.costs;
      if (expected == kInfiniteCost) {
        ++tally_.unreachable;
        if (answer.status != Status::unreachable) return "a way from " + test::text_of(tile);
      } else if (answer.status != Status::found || answer.cost != expected) {
        return "from " + test::text_of(tile) + " " + std::string(to_string(answer.status)) + " " +
               std::to_string(answer.cost) + " for " + std::to_string(expected);
      }
      if (proven && !answer.optimal()) return "no proof from " + test::text_of(tile);
      if (const std::string fault = ask_others(tile, answer); !fault.empty())
        return fault + " from " + test::text_of(tile);
      const FieldBound bound = field_.lower_bound(tile);
      if (bound.cost > expected && proven) return "a lower bound above the cost from " + test::text_of(tile);
      if (edited_ && bound.source == BoundSource::labels) ++tally_.label_bounds;
    }
    return {};
  }

  /// Follows steps from a tile by another judge's prices.
  std::string follow(Tile from, Cost cost, const std::function<Cost(Tile, Tile)>& step_of,
                     const std::function<Cost(Tile, Tile)>& link_of) {
    Tile at = from;
    Cost walked = 0;
    for (std::int64_t steps = 0; at != goal_; ++steps) {
      const NextStep step = field_.next_step({at});
      if (step.status != Status::found) return "no next step at " + test::text_of(at);
      if (step.cost + walked != cost) return "another cost on the way at " + test::text_of(at);
      if (second_.next_step({at}).tile != step.tile) return "another step at " + test::text_of(at);
      const Cost by = step.link == kNoLink ? step_of(at, step.tile) : link_of(at, step.tile);
      if (by == kInfiniteCost) return "no such step at " + test::text_of(at);
      tally_.by_link += step.link == kNoLink ? 0 : 1;
      walked += by;
      at = step.tile;
      if (walked > cost || steps > world_.width() * world_.height()) return "a detour at " + test::text_of(at);
    }
    ++tally_.walked;
    return walked == cost ? "" : "steps that do not add up";
  }

  /// No step costs less than it lowers the bound.
  std::string bound_fault(Tile tile, const std::vector<std::pair<Tile, Cost>>& steps) {
    const Cost here = field_.lower_bound(tile).cost;
    for (const auto& [to, by] : steps) {
      if (here > by + field_.lower_bound(to).cost) return "no consistent bound at " + test::text_of(tile);
    }
    return {};
  }

 private:
  /// What others have asked, and where tiles are kept, is not seen.
  std::string ask_others(Tile tile, const Answer& answer) {
    const auto same = [&](const Answer& other) {
      return other.status == answer.status && other.cost == answer.cost && other.work == answer.work;
    };
    if (!same(second_.cost({tile}))) return "another answer from the shared arena";
    if (!same(cramped_.cost({tile}))) return "another answer from the small arena";
    if (!rng_.percent(10)) return {};
    if (!same(cramped_.cost({tile, answer.work}))) return "another answer with a budget of its work";
    if (answer.work == 0 || field_.tier() == Tier::automatic) return {};
    ++tally_.spent;
    for (GoalField* field : {&field_, &cramped_}) {
      const Answer less = field->cost({tile, answer.work - 1});
      if (less.status != Status::out_of_budget || less.work != answer.work - 1) return "an answer beyond its budget";
    }
    return {};
  }

  Rng& rng_;
  const World& world_;
  const ProfileView& view_;
  Tally& tally_;
  DistanceArena large_{5000};
  DistanceArena tiny_{1};
  GoalField field_;
  GoalField second_;
  GoalField cramped_;
  Tile goal_{};
  bool edited_ = false;
};

/// One world of movers on the grid, on the file and on overlays.
void check_steps(Rng& rng, Tally& tally) {
  const bool has_moves = rng.percent(10);
  TileMap map = draw_map(rng, has_moves ? 20 : rng.percent(85) ? 50 : 120);
  if (has_moves) REQUIRE(map.set_moves(test::random_moves(rng, map, 40)).has_value());
  tally.on_moves += map.moves().empty() ? 0 : 1;
  std::vector<MovementProfile> profiles{test::random_profile(rng, map.palette())};
  if (rng.percent(30)) profiles.push_back(test::random_profile(rng, map.palette()));
  for (std::size_t i = 0; i < profiles.size(); ++i) profiles[i].name = "mover " + std::to_string(i);
  const BuiltWorld built(map, profiles, test::random_indexes(rng));
  const World& world = built.world();
  const std::size_t number = profiles.size() - 1;
  const ProfileView& view = world.profiles()[number];
  tally.on_links += map.links().empty() ? 0 : 1;
  const bool free_links =
      std::any_of(map.links().begin(), map.links().end(), [](const Link& link) { return link.cost == 0; });
  FieldJudge judge(rng, world, number, tally);
  std::vector<Mirrored> overlays(1, {Overlay(world), {map.tiles().begin(), map.tiles().end()}});
  for (int round = 0; round < 4; ++round) {
    std::shared_ptr<const Overlay> overlay;
    if (round >= 2) {
      if (rng.percent(40)) {
        // Closings alone keep the labels' costs as bounds.
        const Rect area = test::random_area(rng, world.bounds(), view.regions.topology.layout);
        if (world.floors().on_one_floor(area)) {
          REQUIRE(overlays[0].overlay.set_terrain(area, 0).has_value());
          for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
            for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
              overlays[0].tiles[view.grid.index({x, y})] = 0;
            }
          }
        }
      } else {
        for (int i = rng.between(1, 4); i > 0; --i) test::edit(rng, world, overlays, 0);
      }
      if (rng.percent(50)) (void)overlays[0].overlay.refresh(static_cast<std::size_t>(rng.between(1, 8)));
      overlay = std::make_shared<const Overlay>(overlays[0].overlay);
    }
    judge.use(overlay);
    const TileMap shown = as_edited(map, overlays[0]);
    const Oracle oracle(turned_round(shown), profiles[number], view.rules);
    const Oracle forwards(shown, profiles[number], view.rules);
    const Tile goal = test::random_passable(rng, view.grid).value_or(Tile{0, 0});
    if (!oracle.passable(goal)) {
      REQUIRE(judge.field().aim(goal).why == Why::blocked);
      REQUIRE(judge.field().cost({goal}).status == Status::bad_goal);
      continue;
    }
    judge.aim(goal);
    const std::vector<Cost> distances = oracle.distances_from(goal);
    const auto cost_of = [&](Tile tile) { return distances[oracle.index(tile)]; };
    CAPTURE(tally.costs, round, goal.x, goal.y, map.width(), map.height(), map.links().size(), number);
    REQUIRE(judge.compare(
                cost_of, [&](Tile tile) { return oracle.passable(tile); }, true) == "");
    for (int i = 0; i < 4 && !free_links; ++i) {
      const Tile from = test::random_passable(rng, view.grid).value_or(goal);
      if (!oracle.passable(from)) continue;
      if (cost_of(from) == kInfiniteCost) {
        REQUIRE(judge.field().next_step({from}).status == Status::unreachable);
        continue;
      }
      REQUIRE(judge.follow(
                  from, cost_of(from), [&](Tile a, Tile b) { return forwards.step_cost(a, b); },
                  [&](Tile a, Tile b) { return forwards.cheapest_link(a, b); }) == "");
      REQUIRE(judge.bound_fault(from, forwards.steps_from(from)) == "");
    }
  }
}

/// One world of a mover at any angle: the references are brute-force visibility where all terrain has one price, and
/// with edits a path from each tile.
void check_straight(Rng& rng, Tally& tally) {
  const bool weighted = rng.percent(15);
  const TileMap map =
      weighted ? test::random_map(rng, {.weights = Weights::small, .max_side = 30}) : test::small_uniform_map(rng, 36);
  const MovementProfile profile = test::straight_mover(rng.between(0, std::min({3, map.width(), map.height()})));
  const BuiltWorld built(map, profile, test::random_indexes(rng));
  const World& world = built.world();
  const ProfileView& view = world.profiles()[0];
  FieldJudge judge(rng, world, 0, tally);
  PathQuery paths(world, 0);
  std::optional<test::VisibilityGraph> visible;
  if (view.sight->graph) visible.emplace(map, profile.footprint, view.sight->fraction_bits);
  std::vector<Mirrored> overlays(1, {Overlay(world), {map.tiles().begin(), map.tiles().end()}});
  for (int round = 0; round < 2; ++round) {
    std::shared_ptr<const Overlay> overlay;
    if (round == 1 && rng.percent(40)) {
      test::edit(rng, world, overlays, 0);
      overlay = std::make_shared<const Overlay>(overlays[0].overlay);
    }
    judge.use(overlay);
    paths.use(overlay);
    const Tile goal = test::random_passable(rng, view.grid).value_or(Tile{0, 0});
    if (paths.find({.from = goal, .to = goal}).status != Status::found) continue;
    judge.aim(goal);
    const bool proven = visible && !overlay;
    const auto path_cost = [&](Tile tile) {
      const PathResult path = paths.find({.from = tile, .to = goal});
      return path.status == Status::found ? path.cost : kInfiniteCost;
    };
    const auto cost_of = [&](Tile tile) -> Cost {
      if (!proven) return path_cost(tile);
      const Contact contact = test::contact_of(profile.footprint);
      const auto cost = visible->distance(to_plane(contact, centre_of(tile)), to_plane(contact, centre_of(goal)));
      return cost ? *cost * view.rules.least_cost : kInfiniteCost;
    };
    const auto stands = [&](Tile tile) { return paths.find({.from = tile, .to = tile}).status == Status::found; };
    CAPTURE(tally.costs, round, goal.x, goal.y, map.width(), map.height(), profile.footprint, weighted);
    REQUIRE(judge.compare(cost_of, stands, proven) == "");
    const Tile from = test::random_passable(rng, view.grid).value_or(goal);
    const NextStep step = judge.field().next_step({from});
    Path path(paths.room());
    const PathResult found = paths.find({.from = from, .to = goal}, path);
    REQUIRE(step.status == found.status);
    if (found.status == Status::found) REQUIRE(step.point == path.points()[path.points().size() > 1 ? 1 : 0]);
  }
}

void run(std::uint64_t seed, std::size_t costs) {
  Rng rng(seed);
  Tally tally;
  while (tally.costs < costs) {
    if (rng.percent(70)) {
      check_steps(rng, tally);
    } else {
      check_straight(rng, tally);
    }
  }
  CHECK(tally.unreachable > costs / 100);
  CHECK(tally.walked > costs / 2000);
  CHECK(tally.by_link > costs / 20'000);
  CHECK(tally.spent > costs / 200);
  CHECK(tally.label_bounds > costs / 100);
  CHECK(tally.on_links > costs / 20'000);
  CHECK(tally.on_moves > costs / 40'000);
  CHECK(tally.answered_by[Tier::labels] > costs / 10);
  CHECK(tally.answered_by[Tier::regions] > costs / 10);
  CHECK(tally.answered_by[Tier::automatic] > costs / 500);
}

TEST_CASE("a field knows from every tile what Dijkstra finds from the goal") {
  run(1, 150'000);
}

TEST_CASE("a field knows from every tile what Dijkstra finds from the goal: two million tiles", "[long]") {
  run(2, 2'000'000);
}

/// What a map of a game costs from random tiles, by labels and by regions, on the file and on an overlay.
void check_map(const std::filesystem::path& path) {
  const auto map = read_map(path);
  REQUIRE(map.has_value());
  INFO(path.filename().string());
  Rng rng(71);
  for (const bool labelled : {true, false}) {
    BuildOptions options = BuiltWorld::all_indexes();
    if (!labelled) options.indexes = std::set<IndexKind>{};
    const BuiltWorld built(*map, MovementProfile{}, options);
    const World& world = built.world();
    const GridView& grid = world.profiles()[0].grid;
    DistanceArena arena(64);
    GoalField field(world, 0, arena);
    PathQuery paths(world, 0);
    std::vector<Mirrored> overlays(1, {Overlay(world), {map->tiles().begin(), map->tiles().end()}});
    std::shared_ptr<const Overlay> overlay;
    // Some edits change nothing for the mover.
    for (int i = 0; i < 6 || field.tier() == Tier::labels; ++i) {
      test::edit(rng, world, overlays, 0);
      overlay = std::make_shared<const Overlay>(overlays[0].overlay);
      field.use(overlay);
    }
    for (int round = 0; round < 4; ++round) {
      const bool edited = round >= 2;
      field.use(edited ? overlay : nullptr);
      paths.use(edited ? overlay : nullptr);
      REQUIRE(field.tier() == (labelled && !edited ? Tier::labels : Tier::regions));
      const Tile goal = test::random_passable(rng, grid).value();
      if (field.aim(goal).status != Status::found) continue;
      for (int i = 0; i < 300; ++i) {
        const Tile from = test::random_passable(rng, grid).value();
        const PathResult expected = paths.find({.from = from, .to = goal});
        const Answer answer = field.cost({from});
        CAPTURE(labelled, round, from.x, from.y, goal.x, goal.y);
        REQUIRE(answer.status == expected.status);
        REQUIRE(answer.cost == expected.cost);
      }
    }
  }
}

TEST_CASE("a field of a game's map knows what paths cost") {
  for (const std::filesystem::path& path : test::real_maps("dao")) {
    for (const char* const name : {"arena.map", "brc202d.map"}) {
      if (path.filename() == name) check_map(path);
    }
  }
}

/// A tile that follows from its key, so that one put together from two is told.
DistanceTile tile_of(const DistanceTileKey& key) {
  Rng rng(key.goal * 1000ULL + key.block);
  DistanceTile tile{.cost = {}, .work = rng.next()};
  const Cost base = rng.next() >> 3;
  for (Cost& cost : tile.cost) {
    cost = rng.percent(10) ? kInfiniteCost : base + static_cast<Cost>(rng.below(1'000'000'000));
  }
  return tile;
}

TEST_CASE("an arena gives back what was put in or nothing, and keeps what was put in last") {
  DistanceArena arena(10);
  REQUIRE(arena.capacity() == 12);
  Rng rng(7);
  std::size_t kept = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const DistanceTileKey key{1, static_cast<std::uint32_t>(rng.below(4)), static_cast<std::uint32_t>(rng.below(9))};
    const DistanceTile expected = tile_of(key);
    DistanceTile tile;
    if (arena.read(key, tile)) {
      ++kept;
      REQUIRE(tile.cost == expected.cost);
      REQUIRE(tile.work == expected.work);
    }
    REQUIRE_FALSE(arena.read({2, key.goal, key.block}, tile));
    arena.write(key, expected);
    REQUIRE(arena.read(key, tile));
    REQUIRE(tile.cost == expected.cost);
  }
  REQUIRE(kept > 300);
  REQUIRE(kept < 1500);
}

TEST_CASE("an arena does not keep costs that 32 bits cannot tell apart") {
  DistanceArena arena(4);
  DistanceTile tile;
  tile.cost.fill(5);
  tile.cost[63] = 5 + 0xFFFF'FFFEULL;
  arena.write({1, 1, 1}, tile);
  DistanceTile read;
  REQUIRE(arena.read({1, 1, 1}, read));
  REQUIRE(read.cost == tile.cost);
  ++tile.cost[63];
  arena.write({1, 1, 2}, tile);
  REQUIRE_FALSE(arena.read({1, 1, 2}, read));
  tile.cost.fill(kInfiniteCost);
  arena.write({1, 1, 3}, tile);
  REQUIRE(arena.read({1, 1, 3}, read));
  REQUIRE(read.cost == tile.cost);
}

TEST_CASE("threads that write into one place never read a torn tile", "[threads]") {
  DistanceArena arena(4);
  std::array<std::size_t, 4> torn{};
  std::array<std::size_t, 4> kept{};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < torn.size(); ++t) {
    threads.emplace_back([&, t] {
      Rng rng(t);
      for (int i = 0; i < 20'000; ++i) {
        const DistanceTileKey key{1, static_cast<std::uint32_t>(rng.below(12)), 3};
        const DistanceTile expected = tile_of(key);
        DistanceTile tile;
        if (!arena.read(key, tile)) {
          arena.write(key, expected);
          continue;
        }
        ++kept[t];
        torn[t] += tile.cost == expected.cost && tile.work == expected.work ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < torn.size(); ++t) {
    CHECK(torn[t] == 0);
    CHECK(kept[t] > 100);
  }
}

TEST_CASE("fields in several threads share a small arena with the answers of one alone", "[threads]") {
  Rng rng(61);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::caves, .weights = Weights::uniform, .width = 90, .height = 70});
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  const GridView& grid = built.world().profiles()[0].grid;
  std::vector<Tile> goals;
  std::vector<Tile> from;
  for (int i = 0; i < 5; ++i) goals.push_back(test::random_passable(rng, grid).value());
  for (int i = 0; i < 400; ++i) from.push_back(test::random_passable(rng, grid).value());
  const auto ask = [&](DistanceArena& arena, std::size_t first, std::vector<BatchAnswer>& answers) {
    GoalField field(built.world(), 0, arena);
    answers.resize(goals.size() * from.size());
    for (int round = 0; round < 20; ++round) {
      for (std::size_t g = 0; g < goals.size(); ++g) {
        const std::size_t goal = (g + first) % goals.size();
        (void)field.aim(goals[goal]);
        (void)field.costs(from, 0, std::span(answers).subspan(goal * from.size(), from.size()));
      }
    }
  };
  DistanceArena own(1000);
  std::vector<BatchAnswer> expected;
  ask(own, 0, expected);
  DistanceArena shared(16);
  std::array<std::vector<BatchAnswer>, 3> answers;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < answers.size(); ++t) threads.emplace_back([&, t] { ask(shared, t, answers[t]); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& others : answers) REQUIRE(others == expected);
}

TEST_CASE("a field that is given the overlay of another world answers for its file") {
  const TileMap map = test::ascii_map("....\n.##.\n....");
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  const BuiltWorld other(test::ascii_map("..\n.."), MovementProfile{});
  DistanceArena arena(4);
  GoalField field(built.world(), 0, arena);
  Overlay closed(built.world());
  REQUIRE(closed.set_terrain({{3, 1}, {4, 2}}, 1).has_value());
  REQUIRE(field.aim({3, 2}).status == Status::found);
  const Cost cost = field.cost({{3, 0}}).cost;
  field.use(std::make_shared<const Overlay>(closed));
  REQUIRE(field.aim({3, 2}).status == Status::found);
  REQUIRE(field.cost({{3, 0}}).cost > cost);
  REQUIRE_THROWS_AS(field.use(std::make_shared<const Overlay>(other.world())), std::invalid_argument);
  REQUIRE(field.aim({3, 2}).status == Status::found);
  REQUIRE(field.cost({{3, 0}}).cost == cost);
}

TEST_CASE("a goal that is blocked is none, or the nearest tile to stand on is") {
  const BuiltWorld built(test::ascii_map("...#\n.#..\n...."), MovementProfile{}, BuiltWorld::all_indexes());
  DistanceArena arena(4);
  GoalField field(built.world(), 0, arena);
  REQUIRE(field.cost({{0, 0}}).status == Status::bad_goal);
  REQUIRE(field.aim({3, 0}).why == Why::blocked);
  REQUIRE(field.aim({4, 0}).why == Why::outside);
  REQUIRE(field.next_step({{0, 0}}).status == Status::bad_goal);
  REQUIRE(field.lower_bound({0, 0}).cost == kInfiniteCost);
  const Answer moved = field.aim({3, 0}, EndRule::nearest);
  REQUIRE(moved.status == Status::found);
  REQUIRE(moved.why == Why::moved_end);
  REQUIRE(field.goal() == Tile{2, 0});
  REQUIRE(field.cost({{2, 0}}).cost == 0);
  REQUIRE(field.next_step({{2, 0}}).tile == Tile{2, 0});
  REQUIRE(field.cost({{1, 1}}).why == Why::blocked);
  REQUIRE(field.cost({{-1, 0}}).why == Why::outside);
  std::array<BatchAnswer, 2> answers;
  REQUIRE(field.costs(std::array{Tile{0, 0}}, 0, answers).why == Why::wrong_size);
}

TEST_CASE("no question to a field allocates") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(95);
  std::map<Tier, int> tiers;
  for (int round = 0; round < 40; ++round) {
    const bool straight = rng.percent(40);
    const TileMap map = test::random_map(rng, {.weights = rng.percent(70) ? Weights::uniform : Weights::small});
    const MovementProfile profile = straight ? test::straight_mover(1) : MovementProfile{};
    const BuiltWorld built(map, profile, test::random_indexes(rng));
    DistanceArena arena(30);
    GoalField field(built.world(), 0, arena);
    auto overlay = std::make_shared<Overlay>(built.world());
    REQUIRE(overlay->set_terrain({{0, 0}, {1, 1}}, 0).has_value());
    const GridView& grid = built.world().profiles()[0].grid;
    std::array<Tile, 5> tiles;
    for (Tile& tile : tiles) tile = test::random_passable(rng, grid).value_or(Tile{0, 0});
    for (const bool edited : {false, true}) {
      field.use(edited ? overlay : nullptr);
      const test::AllocationCounter counter;
      for (const Tile goal : tiles) {
        (void)field.aim(goal, EndRule::nearest);
        for (const Tile from : tiles) {
          (void)field.cost({from});
          (void)field.next_step({from});
          (void)field.lower_bound(from);
        }
      }
      const std::uint64_t made = counter.count();
      REQUIRE(made == 0);
      ++tiers[field.tier()];
    }
  }
  CHECK(tiers[Tier::labels] > 3);
  CHECK(tiers[Tier::regions] > 3);
  CHECK(tiers[Tier::automatic] > 3);
}

}  // namespace
}  // namespace portolan
