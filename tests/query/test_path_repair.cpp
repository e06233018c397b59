// SPDX-License-Identifier: BSL-1.0
// PathRepair against Dijkstra inside the window to every later tile of the path, each with what the path costs from
// there on: random worlds, movers, links, moves, tiers and rules of ties. Repaired paths are walked by the rules.
#include "portolan/query/path_file.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_repair.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::local, Tier::astar, Tier::waypoints, Tier::labels};
constexpr std::array kRules{TieRule::first, TieRule::first, TieRule::straightest, TieRule::random};

/// A path tile by tile.
struct Walk {
  std::vector<Tile> tiles;
  std::vector<bool> by_link;         ///< whether what leads to the next tile is a link
  std::vector<std::size_t> leg_end;  ///< of each leg, among the tiles
  Cost cost = 0;
};

/// Makes all legs, or so many.
std::optional<Walk> walk(LegWalker& walker, Path& path, Tile from, std::size_t legs = ~std::size_t{0}) {
  Walk walk;
  walk.tiles.push_back(from);
  Leg leg;
  while (walk.leg_end.size() < legs) {
    const LegStatus status = walker.next(path, leg);
    if (status == LegStatus::done) break;
    if (status != LegStatus::ready || leg.tiles.front() != walk.tiles.back()) return {};
    for (const Tile tile : leg.tiles.subspan(1)) {
      walk.by_link.push_back(leg.link != kNoLink);
      walk.tiles.push_back(tile);
    }
    walk.leg_end.push_back(walk.tiles.size() - 1);
    walk.cost += leg.cost;
  }
  return walk;
}

/// A world, who asks there, and the prices of what a walk does.
struct Ground {
  TileMap map;
  MovementProfile profile;
  BuiltWorld built;
  PathQuery query;
  LegWalker walker;
  PathRepair repair;
  Path path;
  Path whole;

  Ground(TileMap made, MovementProfile mover)
      : map(std::move(made)),
        profile(std::move(mover)),
        built(map, profile, BuiltWorld::all_indexes()),
        query(built.world(), 0, Baseline::with),
        walker(built.world(), 0),
        repair(built.world(), 0),
        path(query.room()),
        whole(query.room()) {}

  static Ground draw(Rng& rng) {
    TileMap map = test::random_map(rng, {.weights = rng.percent(50) ? test::Weights::uniform : test::Weights::small,
                                         .max_side = rng.percent(30) ? 140 : 60});
    if (rng.percent(25)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
    if (rng.percent(15)) REQUIRE(map.set_moves(test::random_moves(rng, map, 20)).has_value());
    MovementProfile profile = test::random_profile(rng, map.palette());
    return {std::move(map), std::move(profile)};
  }
  [[nodiscard]] const MoveRules& rules() const { return built.world().profiles()[0].rules; }
  [[nodiscard]] const GridView& grid() const { return built.world().profiles()[0].grid; }
};

/// The map with some tiles closed.
TileMap closed(const TileMap& map, std::span<const Tile> tiles) {
  std::vector<TerrainId> terrain(map.tiles().begin(), map.tiles().end());
  for (const Tile t : tiles) {
    terrain[static_cast<std::size_t>(t.y) * static_cast<std::size_t>(map.width()) + static_cast<std::size_t>(t.x)] = 0;
  }
  const std::span<const Terrain> palette = map.palette();
  auto made = TileMap::create(map.width(), map.height(), {palette.begin(), palette.end()}, std::move(terrain));
  REQUIRE(made.has_value());
  return *std::move(made);
}

bool near(Tile a, Tile b, std::int32_t reach) {
  return std::abs(a.x - b.x) <= reach && std::abs(a.y - b.y) <= reach;
}

/// What each tile of a walk costs to the end.
std::vector<Cost> costs_to_go(const Oracle& oracle, const Walk& walk) {
  std::vector<Cost> costs(walk.tiles.size(), 0);
  for (std::size_t i = walk.tiles.size() - 1; i-- > 0;) {
    const Tile a = walk.tiles[i];
    const Tile b = walk.tiles[i + 1];
    costs[i] = costs[i + 1] + (walk.by_link[i] ? oracle.cheapest_link(a, b) : oracle.step_cost(a, b));
  }
  return costs;
}

struct Tally {
  int found = 0;
  int around = 0;  ///< with a detour
  int undecided = 0;
  int linked = 0;
  int far = 0;  ///< with more of the path than the window holds
  int starved = 0;
};

/// A unit somewhere on its path, and what blocks it.
struct Blocked {
  Walk all;               ///< of the whole path
  std::size_t place = 0;  ///< of the unit on it
  Tile from{};
  std::vector<Tile> ahead;  ///< of the leg in hand
  std::vector<Tile> tiles;
};

std::optional<Blocked> draw_blocked(Rng& rng, Ground& ground, PathRequest& request) {
  const auto from = test::random_passable(rng, ground.grid());
  if (!from) return {};
  request = {.from = *from, .to = *test::random_passable(rng, ground.grid()), .tier = rng.pick(kTiers)};
  request.ties = {.rule = rng.pick(kRules), .seed = rng.next()};
  if (rng.percent(40)) request.unpacking = Unpacking::leg_by_leg;
  if (ground.query.find(request, ground.whole).status != Status::found || request.from == request.to) return {};
  Blocked blocked;
  const auto all = walk(ground.walker, ground.whole, request.from);
  REQUIRE(all.has_value());
  blocked.all = *all;
  REQUIRE(ground.query.find(request, ground.path).status == Status::found);
  const auto legs = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(all->leg_end.size())));
  const auto walked = walk(ground.walker, ground.path, request.from, legs);
  REQUIRE(walked.has_value());
  const std::size_t end = walked->tiles.size() - 1;
  const std::size_t begin = legs < 2 ? 0 : walked->leg_end[legs - 2];
  blocked.place = begin + static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(end - begin + 1)));
  blocked.from = all->tiles[blocked.place];
  // A link is named by both its ends.
  const bool own = blocked.place == end || blocked.all.by_link[blocked.place] || rng.percent(50);
  for (std::size_t i = blocked.place + (own ? 0 : 1); i <= end; ++i) blocked.ahead.push_back(all->tiles[i]);
  const std::int32_t side = std::max(1, ground.profile.footprint);
  const auto close = [&](Tile t) {
    // Not what the unit stands on, and all that covers it in the window.
    const bool under =
        t.x >= blocked.from.x && t.x < blocked.from.x + side && t.y >= blocked.from.y && t.y < blocked.from.y + side;
    if (!under && ground.map.bounds().contains(t) && near(t, blocked.from, 24)) blocked.tiles.push_back(t);
  };
  const auto last = static_cast<std::int32_t>(std::min<std::size_t>(all->tiles.size() - 1 - blocked.place, 20));
  for (int i = rng.below(4); i > 0 && last > 0; --i)
    close(all->tiles[blocked.place + static_cast<std::size_t>(rng.between(1, last))]);
  for (int i = rng.below(12); i > 0; --i)
    close({blocked.from.x + rng.between(-8, 8), blocked.from.y + rng.between(-8, 8)});
  return blocked;
}

/// The least way back to the path and on, and which tiles of the path it may be rejoined at.
Cost least_repair(const Oracle& now, const Rect& window, const Blocked& blocked, const std::vector<Cost>& to_go) {
  const std::vector<Cost> distance = now.distances_within(intersection(window, now.bounds()), blocked.from);
  Cost best = kInfiniteCost;
  for (std::size_t i = blocked.all.tiles.size(); i-- > blocked.place;) {
    const Tile tile = blocked.all.tiles[i];
    // The unit itself may stand where others could not.
    if (window.contains(tile) && !now.passable(tile)) break;
    if (window.contains(tile) && distance[now.index(tile)] != kInfiniteCost)
      best = std::min(best, distance[now.index(tile)] + to_go[i]);
    if (i == blocked.place) break;
    const bool by_link = blocked.all.by_link[i - 1];
    const Tile before = blocked.all.tiles[i - 1];
    if (!by_link && window.contains(tile) && window.contains(before) && !now.legal_step(before, tile)) break;
  }
  return best;
}

void require_least(std::uint64_t seed, int cases) {
  Rng rng(seed);
  Tally tally;
  for (int asked = 0; asked < cases;) {
    Ground ground = Ground::draw(rng);
    const Oracle oracle(ground.map, ground.profile, ground.rules());
    for (int i = 0; i < 30; ++i) {
      PathRequest request;
      const auto blocked = draw_blocked(rng, ground, request);
      if (!blocked) continue;
      ++asked;
      TileMap now = closed(ground.map, blocked->tiles);
      REQUIRE(now.set_links({ground.map.links().begin(), ground.map.links().end()}).has_value());
      REQUIRE(now.set_moves({ground.map.moves().begin(), ground.map.moves().end()}).has_value());
      const Oracle oracle_now(now, ground.profile, ground.rules());
      const std::vector<Cost> to_go = costs_to_go(oracle, blocked->all);
      const Rect window = LegMatrix::centred(blocked->from, blocked->from);
      const Cost expected = least_repair(oracle_now, window, *blocked, to_go);
      CAPTURE(request.from, request.to, request.tier, request.ties.rule, blocked->from, blocked->tiles.size());
      const std::size_t end = blocked->place + blocked->ahead.size() -
                              (!blocked->ahead.empty() && blocked->ahead.front() == blocked->from ? 1 : 0);
      const Answer left = ground.repair.cost_to_go(ground.path);
      REQUIRE(left.status == Status::found);
      REQUIRE(left.cost == to_go[end]);
      const std::vector<std::byte> before = PathFile::bytes_of(ground.path);
      RepairRequest repair{.from = blocked->from, .ahead = blocked->ahead, .blocked = blocked->tiles};
      const RepairResult result = ground.repair.repair(repair, ground.path);
      REQUIRE_FALSE(result.eased);
      if (expected == kInfiniteCost) {
        REQUIRE(result.status == Status::undecided);
        REQUIRE(result.why == Why::no_local_path);
        REQUIRE(PathFile::bytes_of(ground.path) == before);
        ++tally.undecided;
        continue;
      }
      REQUIRE(result.status == Status::found);
      REQUIRE(result.cost == expected);
      ++tally.found;
      REQUIRE(ground.repair.cost_to_go(ground.path).cost == expected);
      REQUIRE(ground.path.waypoints().front() == blocked->from);
      REQUIRE(ground.path.waypoints().back() == request.to);
      REQUIRE(ground.path.at() == blocked->from);
      REQUIRE(ground.walker.still_valid(ground.path).validity <= Validity::same);
      // It is saved, and walked as the one that was.
      REQUIRE(PathFile::read(ground.built.world(), PathFile::bytes_of(ground.path), ground.whole).has_value());
      const auto walked = walk(ground.walker, ground.path, blocked->from);
      const auto copied = walk(ground.walker, ground.whole, blocked->from);
      REQUIRE(walked.has_value());
      REQUIRE(copied.has_value());
      REQUIRE(walked->tiles == copied->tiles);
      REQUIRE(walked->cost == expected);
      REQUIRE(walked->tiles.back() == request.to);
      REQUIRE(costs_to_go(oracle, *walked).front() == expected);
      bool legal = true;
      for (std::size_t step = 1; step < walked->tiles.size(); ++step) {
        const Tile to = walked->tiles[step];
        const Tile at = walked->tiles[step - 1];
        const bool by_step = window.contains(at) && !walked->by_link[step - 1];
        if (!window.contains(to)) continue;
        legal = legal && oracle_now.passable(to) && (!by_step || oracle_now.legal_step(at, to));
      }
      REQUIRE(legal);
      // What comes after the tile where the way meets the path is as it was.
      const auto met = std::find(walked->tiles.begin(), walked->tiles.end(), result.rejoined);
      REQUIRE(met != walked->tiles.end());
      const auto tail = walked->tiles.end() - met;
      REQUIRE(tail <= static_cast<std::ptrdiff_t>(blocked->all.tiles.size()));
      REQUIRE(std::equal(met, walked->tiles.end(), blocked->all.tiles.end() - tail));
      tally.around += expected > to_go[blocked->place] ? 1 : 0;
      tally.linked += std::count(walked->by_link.begin(), walked->by_link.end(), true) > 0 ? 1 : 0;
      tally.far += near(blocked->from, request.to, 30) ? 0 : 1;
      // Enough of a budget gives the same, less nothing.
      request.max_expansions = ~std::uint64_t{0};
      REQUIRE(PathFile::read(ground.built.world(), before, ground.path).has_value());
      repair.max_expansions = result.work;
      const RepairResult again = ground.repair.repair(repair, ground.path);
      REQUIRE(again.cost == result.cost);
      REQUIRE(again.work == result.work);
      if (result.work == 0) continue;
      REQUIRE(PathFile::read(ground.built.world(), before, ground.path).has_value());
      repair.max_expansions = result.work - 1;
      REQUIRE(ground.repair.repair(repair, ground.path).status == Status::out_of_budget);
      REQUIRE(PathFile::bytes_of(ground.path) == before);
      ++tally.starved;
    }
  }
  CAPTURE(tally.found, tally.undecided, tally.around, tally.linked, tally.far, tally.starved);
  CHECK(tally.found > cases / 2);
  CHECK(tally.undecided > cases / 50);
  CHECK(tally.around > cases / 10);
  CHECK(tally.linked > cases / 100);
  CHECK(tally.far > cases / 20);
}

TEST_CASE("a repaired path is the least way to any later tile of the path in the window") {
  require_least(601, 3000);
}
TEST_CASE("a repaired path is the least way back in a hundred thousand cases", "[long]") {
  require_least(602, 100'000);
}

/// Edits that came after the path was found: what is repaired can be walked now, at its cost.
void require_walkable(std::uint64_t seed, int cases) {
  Rng rng(seed);
  int found = 0;
  int broken = 0;
  int eased = 0;
  for (int asked = 0; asked < cases;) {
    Ground ground = Ground::draw(rng);
    for (int i = 0; i < 6; ++i) {
      ground.query.use(nullptr);
      ground.walker.use(nullptr);
      ground.repair.use(nullptr);
      PathRequest request;
      const auto blocked = draw_blocked(rng, ground, request);
      if (!blocked) continue;
      ++asked;
      std::vector<test::Mirrored> all{
          {Overlay(ground.built.world()), {ground.map.tiles().begin(), ground.map.tiles().end()}}};
      for (int n = rng.between(1, 3); n > 0; --n) test::edit(rng, ground.built.world(), all, 0);
      const auto overlay = std::make_shared<const Overlay>(all[0].overlay);
      ground.walker.use(overlay);
      ground.repair.use(overlay);
      broken += ground.walker.still_valid(ground.path).validity <= Validity::same ? 0 : 1;
      const RepairResult result = ground.repair.repair({.from = blocked->from, .ahead = blocked->ahead}, ground.path);
      eased += result.eased ? 1 : 0;
      CAPTURE(request.from, request.to, request.tier, blocked->from, to_string(result.status));
      if (result.status == Status::bad_start || result.status == Status::undecided) continue;
      REQUIRE(result.status == Status::found);
      ++found;
      // What lies beyond the window is looked at when it is walked.
      Leg leg;
      Cost cost = 0;
      Tile at = blocked->from;
      LegStatus status = LegStatus::ready;
      while ((status = ground.walker.next(ground.path, leg)) == LegStatus::ready) {
        REQUIRE(leg.tiles.front() == at);
        at = leg.tiles.back();
        cost += leg.cost;
      }
      if (status == LegStatus::stale) {
        REQUIRE_FALSE(near(at, blocked->from, 20));
        continue;
      }
      REQUIRE(status == LegStatus::done);
      REQUIRE(at == request.to);
      REQUIRE(cost == result.cost);
    }
  }
  CAPTURE(found, broken, eased);
  CHECK(found > cases / 3);
  CHECK(broken > cases / 20);
  CHECK(eased > cases / 10);
}

TEST_CASE("after edits a path is repaired to one that can be walked") {
  require_walkable(611, 600);
}
TEST_CASE("after edits a path is repaired to one that can be walked: a hundred thousand cases", "[long]") {
  require_walkable(612, 100'000);
}

/// A world of one terrain, open but for what `wall` says.
template <class Wall>
Ground field(std::int32_t width, std::int32_t height, MovementProfile profile, Wall&& wall) {
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) tiles.push_back(wall(Tile{x, y}) ? 0 : 1);
  }
  auto map = TileMap::create(width, height, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  return {*std::move(map), std::move(profile)};
}

TEST_CASE("a closed door is gone around to the other side of the wall, or the window says that it knows no way") {
  // Two doors, and the way leads through the nearer one.
  Ground ground = field(300, 40, {}, [](Tile t) { return t.x == 60 && t.y != 10 && t.y != 25; });
  REQUIRE(ground.query.find({.from = {40, 10}, .to = {290, 10}}, ground.path).status == Status::found);
  const std::array door{Tile{60, 10}};
  const RepairResult result = ground.repair.repair({.from = {40, 10}, .blocked = door}, ground.path);
  REQUIRE(result.status == Status::found);
  CHECK(result.rejoined.x > 60);
  const auto walked = walk(ground.walker, ground.path, {40, 10});
  REQUIRE(walked.has_value());
  CHECK(std::find(walked->tiles.begin(), walked->tiles.end(), Tile{60, 25}) != walked->tiles.end());
  CHECK(walked->cost == result.cost);
  const std::array doors{Tile{60, 10}, Tile{60, 25}};
  REQUIRE(ground.query.find({.from = {40, 10}, .to = {290, 10}}, ground.path).status == Status::found);
  const RepairResult none = ground.repair.repair({.from = {40, 10}, .blocked = doors}, ground.path);
  CHECK(none.status == Status::undecided);
  CHECK(none.why == Why::no_local_path);
}

TEST_CASE("links that cost as much as a continent beside a path do not keep it from being repaired") {
  TileMap map = *TileMap::create(120, 9, {{"wall", 0}, {"floor", kCostScale}}, std::vector<TerrainId>(120 * 9, 1));
  REQUIRE(map.set_links(
                 {{.name = "ferry", .from = {6, 3}, .to = {6, 7}, .cost = std::uint64_t{1'000'000'000} * kCostScale}})
              .has_value());
  Ground ground(std::move(map), {});
  REQUIRE(ground.query.find({.from = {2, 4}, .to = {110, 4}}, ground.path).status == Status::found);
  const std::array blocked{Tile{9, 4}};
  const RepairResult result = ground.repair.repair({.from = {2, 4}, .blocked = blocked}, ground.path);
  REQUIRE(result.status == Status::found);
  const auto walked = walk(ground.walker, ground.path, {2, 4});
  REQUIRE(walked.has_value());
  // Aside and back by two diagonals.
  const double tiles = ground.query.profile().in_tiles(walked->cost);
  CHECK(tiles == Approx(106 + 2 * std::sqrt(2.0)));
}

TEST_CASE("in memory that holds little a repaired path is cut short, and goes on from where it ends") {
  Ground ground = field(200, 60, {}, [](Tile t) { return t.x == 20 && t.y != 30 && t.y != 20; });
  const PathRequest request{.from = {5, 30}, .to = {190, 31}};
  Path path(PathRoom::of(3));
  REQUIRE(ground.query.find(request, path).status == Status::found);
  const std::array door{Tile{20, 30}};
  const RepairResult result = ground.repair.repair({.from = request.from, .blocked = door}, path);
  REQUIRE(result.status == Status::found);
  REQUIRE(path.truncated());
  Leg leg;
  LegStatus status = LegStatus::ready;
  Tile at = request.from;
  while ((status = ground.walker.next(path, leg)) == LegStatus::ready) at = leg.tiles.back();
  CHECK(status == LegStatus::truncated);
  CHECK(path.at() == at);
  CHECK(at != request.from);
}

TEST_CASE("wrong questions about repairs are told apart") {
  Ground ground = field(50, 50, {}, [](Tile t) { return t == Tile{3, 3}; });
  Ground other = field(40, 40, {}, [](Tile) { return false; });
  REQUIRE(ground.query.find({.from = {5, 5}, .to = {40, 41}}, ground.path).status == Status::found);
  const std::array astray{Tile{6, 6}, Tile{7, 7}};
  const RepairResult wrong = ground.repair.repair({.from = {5, 5}, .ahead = astray}, ground.path);
  CHECK(wrong.status == Status::bad_request);
  CHECK(wrong.why == Why::wrong_size);
  CHECK(ground.repair.repair({.from = {50, 5}}, ground.path).why == Why::outside);
  CHECK(ground.repair.repair({.from = {3, 3}}, ground.path).why == Why::blocked);
  const RepairResult strange = other.repair.repair({.from = {5, 5}}, ground.path);
  CHECK(strange.status == Status::bad_request);
  CHECK(strange.why == Why::bad_reference);
  CHECK(other.repair.cost_to_go(ground.path).status == Status::bad_request);
  // Nothing of that has changed the path.
  CHECK(walk(ground.walker, ground.path, {5, 5}).has_value());
  Ground straight = field(30, 30, {.metric = Metric::any_angle}, [](Tile) { return false; });
  REQUIRE(straight.query.find({.from = {5, 5}, .to = {20, 21}}, straight.path).status == Status::found);
  CHECK(straight.repair.repair({.from = {5, 5}}, straight.path).why == Why::tier_missing);
  CHECK(straight.repair.cost_to_go(straight.path).why == Why::tier_missing);
}

TEST_CASE("repairs allocate nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(621);
  Ground ground(test::random_map(rng, {.character = test::Character::rooms, .width = 180, .height = 90}), {});
  int found = 0;
  std::uint64_t made = 0;
  for (int i = 0; i < 40; ++i) {
    PathRequest request;
    const auto blocked = draw_blocked(rng, ground, request);
    if (!blocked) continue;
    const test::AllocationCounter counter;
    const RepairResult result =
        ground.repair.repair({.from = blocked->from, .ahead = blocked->ahead, .blocked = blocked->tiles}, ground.path);
    (void)ground.repair.cost_to_go(ground.path);
    made += counter.count();
    found += result.status == Status::found ? 1 : 0;
  }
  CHECK(made == 0);
  CHECK(found > 10);
}

}  // namespace
}  // namespace portolan
