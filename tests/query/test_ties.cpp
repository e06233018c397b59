// SPDX-License-Identifier: BSL-1.0
// Rules of ties against all least paths, enumerated one by one on small worlds, or compared by a search over tiles and
// headings that shares nothing with the library's.
#include "portolan/query/goal_field.hpp"
#include "portolan/query/tie_breaker.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;
using TilePath = std::vector<Tile>;

constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::local, Tier::astar, Tier::waypoints,
                            Tier::labels,    Tier::blocks,  Tier::ch,    Tier::jump};

/// All least paths from one tile to another, by following every step or link that costs what two distances differ by;
/// nothing where there are more than `most`.
std::optional<std::vector<TilePath>> all_least_paths(const Oracle& oracle, Tile from, Tile to, std::size_t most) {
  const std::vector<Cost> distance = oracle.distances_from(from);
  std::vector<std::vector<Tile>> before(distance.size());
  for (std::int32_t y = 0; y < oracle.bounds().max.y; ++y) {
    for (std::int32_t x = 0; x < oracle.bounds().max.x; ++x) {
      const Cost so_far = distance[oracle.index({x, y})];
      if (so_far == kInfiniteCost) continue;
      for (const auto& [next, step] : oracle.steps_from({x, y})) {
        if (so_far + step == distance[oracle.index(next)]) before[oracle.index(next)].push_back({x, y});
      }
    }
  }
  std::vector<TilePath> done;
  std::vector<TilePath> open{{to}};
  while (!open.empty()) {
    TilePath path = std::move(open.back());
    open.pop_back();
    const Tile at = path.back();
    if (at == from) {
      std::reverse(path.begin(), path.end());
      done.push_back(std::move(path));
      if (done.size() > most) return {};
      continue;
    }
    for (const Tile tile : before[oracle.index(at)]) {
      open.push_back(path);
      open.back().push_back(tile);
    }
  }
  return done;
}

/// What `straightest` compares: turns, then the sum of distances beside the line between the ends.
std::pair<int, std::int64_t> rating(std::span<const Tile> path) {
  const Tile a = path.front();
  const Tile b = path.back();
  int turns = 0;
  std::int64_t beside = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::int64_t cross =
        std::int64_t{b.x - a.x} * (path[i].y - a.y) - std::int64_t{b.y - a.y} * (path[i].x - a.x);
    beside += std::abs(cross);
    if (i == 0 || i + 1 == path.size()) continue;
    const bool straight = path[i + 1].x - path[i].x == path[i].x - path[i - 1].x &&
                          path[i + 1].y - path[i].y == path[i].y - path[i - 1].y;
    turns += straight ? 0 : 1;
  }
  return {turns, beside};
}

/// The best rating there is among paths of the least cost inside a rectangle: Dijkstra over tiles and headings, by
/// cost, turns and distance.
std::pair<int, std::int64_t> best_rating(const Oracle& oracle, const Rect& within, Tile from, Tile to) {
  using Key = std::tuple<Cost, int, std::int64_t>;
  using Node = std::tuple<int, int, int, int>;  // x, y, and the step that led there
  std::set<std::pair<Key, Node>> open{{{0, 0, 0}, {from.x, from.y, 0, 0}}};
  std::set<Node> settled;
  while (!open.empty()) {
    const auto [key, node] = *open.begin();
    open.erase(open.begin());
    if (!settled.insert(node).second) continue;
    const auto& [cost, turns, beside] = key;
    const auto& [x, y, dx, dy] = node;
    if (Tile{x, y} == to) return {turns, beside};
    for (const auto& [next, step] : oracle.steps_from({x, y})) {
      if (!within.contains(next)) continue;
      const int wide = next.x - x;
      const int high = next.y - y;
      const bool turn = (dx != 0 || dy != 0) && (wide != dx || high != dy);
      const std::int64_t cross =
          std::int64_t{to.x - from.x} * (next.y - from.y) - std::int64_t{to.y - from.y} * (next.x - from.x);
      open.insert({{cost + step, turns + (turn ? 1 : 0), beside + std::abs(cross)}, {next.x, next.y, wide, high}});
    }
  }
  return {-1, -1};
}

/// The tiles of a path, leg by leg, with the ends of the legs.
struct Walked {
  TilePath tiles;
  std::vector<std::size_t> ends;  ///< of the legs, among the tiles
  std::vector<std::size_t> by_link;
  Cost cost = 0;
};
Walked walk(LegWalker& walker, Path& path) {
  Walked walked;
  Leg leg;
  LegStatus status = walker.next(path, leg);
  walked.tiles.push_back(path.waypoints().front());
  walked.ends.push_back(0);
  for (; status == LegStatus::ready; status = walker.next(path, leg)) {
    REQUIRE(leg.tiles.front() == walked.tiles.back());
    if (leg.link != kNoLink) walked.by_link.push_back(walked.tiles.size() - 1);
    walked.tiles.insert(walked.tiles.end(), leg.tiles.begin() + 1, leg.tiles.end());
    walked.ends.push_back(walked.tiles.size() - 1);
    walked.cost += leg.cost;
  }
  REQUIRE(status == LegStatus::done);
  return walked;
}

/// A small world, one that edits have changed, and who asks there.
struct SmallWorld {
  TileMap map;
  MovementProfile profile;
  BuiltWorld built;
  PathQuery query;
  LegWalker walker;
  Path path;
  std::shared_ptr<const Overlay> overlay = nullptr;

  SmallWorld(TileMap made, MovementProfile mover)
      : map(std::move(made)),
        profile(std::move(mover)),
        built(map, profile, BuiltWorld::all_indexes()),
        query(built.world(), 0, Baseline::with),
        walker(built.world(), 0),
        path(query.room()) {}
  static SmallWorld draw(Rng& rng, std::int32_t side) {
    TileMap map = test::random_map(
        rng, {.weights = rng.percent(60) ? test::Weights::uniform : test::Weights::small, .max_side = side});
    MovementProfile profile = test::random_profile(rng, map.palette());
    return {std::move(map), std::move(profile)};
  }
  [[nodiscard]] const MoveRules& rules() const { return built.world().profiles()[0].rules; }
  [[nodiscard]] const GridView& grid() const { return built.world().profiles()[0].grid; }

  /// Random edits, for all who ask; the map as it is then.
  TileMap edit(Rng& rng) {
    std::vector<test::Mirrored> all{{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}}};
    for (int i = rng.between(1, 4); i > 0; --i) test::edit(rng, built.world(), all, 0);
    overlay = std::make_shared<const Overlay>(all[0].overlay);
    query.use(overlay);
    walker.use(overlay);
    if (query.room().arcs > 0) path = Path(query.room());
    const std::span<const Terrain> palette = map.palette();
    auto edited = TileMap::create(map.width(), map.height(), {palette.begin(), palette.end()}, all[0].tiles);
    REQUIRE(edited.has_value());
    std::vector<Link> open;
    for (std::size_t link = 0; link < map.links().size(); ++link) {
      if (!all[0].closed.contains(static_cast<LinkId>(link))) open.push_back(map.links()[link]);
    }
    REQUIRE(edited->set_links(std::move(open)).has_value());
    return *std::move(edited);
  }
};

/// A pair of ends with all least paths between them.
struct Tied {
  Tile from;
  Tile to;
  std::vector<TilePath> paths;
};
std::optional<Tied> draw_tied(
    Rng& rng, const SmallWorld& world, const Oracle& oracle, std::size_t most,
    bool (*suits)(Tile, Tile) = [](Tile, Tile) { return true; }) {
  const auto random_tile = [&] { return Tile{rng.below(world.map.width()), rng.below(world.map.height())}; };
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Tile from = random_tile();
    const Tile to = random_tile();
    if (!oracle.passable(from) || !oracle.passable(to) || !suits(from, to)) continue;
    if (oracle.distance(from, to) == kInfiniteCost) continue;
    auto paths = all_least_paths(oracle, from, to, most);
    if (paths) return Tied{from, to, *std::move(paths)};
  }
  return {};
}

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

/// Pearson's statistic of how often each of several equally likely things was seen.
double chi_squared(std::span<const std::size_t> seen) {
  double total = 0;
  for (const std::size_t count : seen) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(seen.size());
  double sum = 0;
  for (const std::size_t count : seen) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off / expected;
  }
  return sum;
}

/// One statistic over many worlds, as a number of its standard deviations above what chance makes of it.
struct Uniformity {
  double sum = 0;
  double freedom = 0;
  void add(std::span<const std::size_t> seen) {
    sum += chi_squared(seen);
    freedom += static_cast<double>(seen.size() - 1);
  }
  [[nodiscard]] double deviations() const { return (sum - freedom) / std::sqrt(2 * freedom); }
};

/// A path by even chances at every step: what is not uniform over paths.
TilePath by_even_steps(Rng& rng, const std::vector<TilePath>& paths) {
  TilePath path{paths.front().front()};
  while (path.back() != paths.front().back()) {
    std::vector<Tile> next;
    for (const TilePath& other : paths) {
      const auto at = std::find(other.begin(), other.end(), path.back());
      if (at == other.end() || at + 1 == other.end()) continue;
      if (std::find(next.begin(), next.end(), *(at + 1)) == next.end()) next.push_back(*(at + 1));
    }
    path.push_back(next[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(next.size())))]);
  }
  return path;
}

bool beyond_the_window(Tile from, Tile to) {
  return !WideMatrix::fits(from, to);
}

/// A world that is longer than the window in which near ties are chosen.
SmallWorld draw_long(Rng& rng) {
  TileMap map = test::random_map(rng, {.weights = rng.percent(60) ? test::Weights::uniform : test::Weights::small,
                                       .width = rng.between(125, 190),
                                       .height = rng.between(3, 12)});
  MovementProfile profile = test::random_profile(rng, map.palette());
  return {std::move(map), std::move(profile)};
}

/// A world with links, none of them for nothing.
SmallWorld draw_linked(Rng& rng) {
  TileMap map = test::random_floors(rng, rng.percent(60) ? test::Weights::uniform : test::Weights::small, 14);
  std::vector<Link> links = test::random_links(rng, map, 6);
  for (Link& link : links) link.cost = std::max<std::uint64_t>(link.cost, kCostScale);
  REQUIRE(map.set_links(std::move(links)).has_value());
  MovementProfile profile = test::random_profile(rng, map.palette());
  return {std::move(map), std::move(profile)};
}

using PathKey = std::vector<std::pair<int, int>>;
PathKey key_of(std::span<const Tile> tiles) {
  PathKey key;
  for (const Tile t : tiles) key.emplace_back(t.x, t.y);
  return key;
}

/// The tiles of a walk that draws every step by itself.
TilePath walk_at_random(GoalField& field, Tile from, std::uint64_t seed, std::uint64_t unit) {
  TilePath tiles{from};
  while (tiles.back() != field.goal()) {
    const NextStep step = field.random_step({.from = tiles.back(), .seed = seed, .unit = unit, .step = tiles.size()});
    REQUIRE(step.status == Status::found);
    REQUIRE(step.optimal());
    tiles.push_back(step.tile);
    REQUIRE(tiles.size() < 2000);
  }
  return tiles;
}

struct UniformTest {
  std::uint64_t seed = 0;
  int cases = 0;
  SmallWorld (*draw)(Rng&) = [](Rng& rng) { return SmallWorld::draw(rng, 12); };
  bool (*suits)(Tile, Tile) = [](Tile, Tile) { return true; };
  double by_even_steps = 30;  ///< at least as many deviations from what is even, to see what the test can tell
};

void require_uniform(const UniformTest& test) {
  constexpr std::size_t kDraws = 30;  // for each path
  Rng rng(test.seed);
  Uniformity drawn;
  Uniformity drawn_by_step;
  Uniformity by_steps;
  int edited = 0;
  DistanceArena arena(64);
  for (int asked = 0; asked < test.cases;) {
    SmallWorld world = test.draw(rng);
    const bool edits = rng.percent(40);
    const TileMap map = edits ? world.edit(rng) : world.map;
    const Oracle oracle(map, world.profile, world.rules());
    GoalField field(world.built.world(), 0, arena);
    field.use(world.overlay);
    for (int i = 0; i < 3; ++i) {
      const auto ends = draw_tied(rng, world, oracle, 40, test.suits);
      if (!ends || ends->paths.size() < 2) continue;
      PathRequest request{.from = ends->from, .to = ends->to, .tier = rng.pick(kTiers)};
      std::map<PathKey, std::size_t> number;
      for (std::size_t n = 0; n < ends->paths.size(); ++n) number[key_of(ends->paths[n])] = n;
      // Links side by side make paths over the same tiles.
      if (number.size() != ends->paths.size()) continue;
      CAPTURE(ends->from, ends->to, ends->paths.size(), request.tier, edits);
      REQUIRE(field.aim(request.to).status == Status::found);
      std::vector<std::size_t> seen(ends->paths.size(), 0);
      std::vector<std::size_t> seen_by_step(ends->paths.size(), 0);
      std::vector<std::size_t> stepped(ends->paths.size(), 0);
      bool decided = true;
      for (std::size_t draw = 0; draw < kDraws * ends->paths.size() && decided; ++draw) {
        request.ties = {.rule = TieRule::random, .seed = draw};
        const PathResult result = world.query.find(request, world.path);
        // A path that the matrix alone has found may not be the least.
        decided = result.status != Status::undecided && result.optimal();
        if (!decided) break;
        REQUIRE(result.status == Status::found);
        REQUIRE(result.ties_scope == TiesScope::path);
        const Walked walked = walk(world.walker, world.path);
        const auto found = number.find(key_of(walked.tiles));
        REQUIRE(found != number.end());
        REQUIRE(walked.cost == result.cost);
        ++seen[found->second];
        const auto by_step = number.find(key_of(walk_at_random(field, request.from, 7, draw)));
        REQUIRE(by_step != number.end());
        ++seen_by_step[by_step->second];
        ++stepped[number.at(key_of(by_even_steps(rng, ends->paths)))];
      }
      if (!decided) continue;
      ++asked;
      edited += edits ? 1 : 0;
      const auto freedom = static_cast<double>(seen.size() - 1);
      const double most = freedom + 6 * std::sqrt(2 * freedom) + 25;
      REQUIRE(chi_squared(seen) < most);
      REQUIRE(chi_squared(seen_by_step) < most);
      drawn.add(seen);
      drawn_by_step.add(seen_by_step);
      by_steps.add(stepped);
    }
  }
  CAPTURE(drawn.deviations(), drawn_by_step.deviations(), by_steps.deviations());
  CHECK(std::abs(drawn.deviations()) < 4);
  CHECK(std::abs(drawn_by_step.deviations()) < 4);
  CHECK(by_steps.deviations() > test.by_even_steps);
  CHECK(edited > test.cases / 10);
}

TEST_CASE("random is uniform over all least paths, which even chances at every step are not") {
  require_uniform({.seed = 511, .cases = 150});
}
TEST_CASE("random is uniform over all least paths: ten thousand worlds", "[long]") {
  require_uniform({.seed = 512, .cases = 10'000});
}
TEST_CASE("random is uniform over all least paths that are longer than any window") {
  require_uniform({.seed = 513, .cases = 30, .draw = draw_long, .suits = beyond_the_window});
}
TEST_CASE("random is uniform over all least paths that are longer than any window: a thousand worlds", "[long]") {
  require_uniform({.seed = 514, .cases = 1000, .draw = draw_long, .suits = beyond_the_window});
}
TEST_CASE("random is uniform over all least paths by steps and links") {
  require_uniform({.seed = 515, .cases = 80, .draw = draw_linked, .by_even_steps = 5});
}
TEST_CASE("random is uniform over all least paths by steps and links: five thousand worlds", "[long]") {
  require_uniform({.seed = 516, .cases = 5000, .draw = draw_linked});
}

TEST_CASE("numbers of paths are exact while they are small and right to one part in 2^40 beyond") {
  using boost::multiprecision::cpp_int;
  Rng rng(521);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<PathCount, cpp_int>> counts;
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t start = rng.next() >> rng.between(2, 63);
      counts.push_back({{start, 0}, cpp_int(start)});
    }
    for (int step = 0; step < 3000; ++step) {
      auto& one = counts[static_cast<std::size_t>(rng.below(4))];
      const auto& other = counts[static_cast<std::size_t>(rng.below(4))];
      one = {one.first + other.first, one.second + other.second};
    }
    for (const auto& [count, exact] : counts) {
      REQUIRE(count.mantissa >> 63 == 0);
      REQUIRE((count.exponent == 0 || count.mantissa >> 62 == 1));
      const cpp_int value = cpp_int(count.mantissa) << static_cast<unsigned>(count.exponent);
      REQUIRE(value <= exact);
      if (count.exponent == 0) {
        REQUIRE(value == exact);
      } else {
        REQUIRE(((exact - value) << 40) < exact);
      }
    }
  }
}

/// An open field, with a wall where `closed` says.
template <class Closed>
TileMap field(std::int32_t width, std::int32_t height, Closed&& closed) {
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) tiles.push_back(closed(Tile{x, y}) ? 0 : 1);
  }
  auto map = TileMap::create(width, height, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  return *std::move(map);
}

TEST_CASE("of more paths than 64 bits count each is as likely") {
  // With 4 neighbours there are binomial(2n, n) ways through an open square; how far they are from the corner where
  // they cross the diagonal has a known distribution: the chance of column k is binomial(n, k)^2 / binomial(2n, n).
  constexpr std::int32_t kSteps = 59;
  MovementProfile profile;
  profile.neighbours = Neighbours::four;
  SmallWorld world(field(kSteps + 1, kSteps + 1, [](Tile) { return false; }), profile);
  std::array<double, kSteps + 1> chance{};
  double whole = 0;
  for (int k = 0; k <= kSteps; ++k) {
    const double log_ways = std::lgamma(kSteps + 1.0) - std::lgamma(k + 1.0) - std::lgamma(kSteps - k + 1.0);
    chance[static_cast<std::size_t>(k)] = std::exp(2 * log_ways - kSteps);
    whole += chance[static_cast<std::size_t>(k)];
  }
  std::array<std::size_t, kSteps + 1> seen{};
  constexpr std::size_t kDraws = 4000;
  for (std::size_t seed = 0; seed < kDraws; ++seed) {
    const PathResult result = world.query.find(
        {.from = {0, 0}, .to = {kSteps, kSteps}, .ties = {.rule = TieRule::random, .seed = seed}}, world.path);
    REQUIRE(result.ties_scope == TiesScope::path);
    const Walked walked = walk(world.walker, world.path);
    REQUIRE(walked.tiles.size() == 2 * kSteps + 1);
    ++seen[static_cast<std::size_t>(walked.tiles[kSteps].x)];
  }
  double sum = 0;
  int freedom = -1;
  for (std::size_t k = 0; k <= kSteps; ++k) {
    const double expected = chance[k] / whole * kDraws;
    if (expected < 5) continue;
    const double off = static_cast<double>(seen[k]) - expected;
    sum += off * off / expected;
    ++freedom;
  }
  CHECK(freedom > 10);
  CHECK(sum < freedom + 5 * std::sqrt(2.0 * freedom));
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
        REQUIRE(world.walker.holds(world.path));
        const Walked walked = walk(world.walker, world.path);
        REQUIRE(walked.cost == result.cost);
        REQUIRE(test::cost_of(oracle, walked.tiles, walked.by_link) == result.cost);
        REQUIRE(walked.tiles.back() == request.to);
        REQUIRE((result.ties_scope == TiesScope::path) == (result.optimal() && !starved));
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
  CHECK(scopes[TiesScope::leg] > worlds / 8);
  CHECK(other_ways > asked / 4);
}

TEST_CASE("far paths of every tier keep to a rule of ties leg by leg, at the least cost") {
  require_far_legs(531, 25);
}
TEST_CASE("far paths of every tier keep to a rule of ties: many worlds", "[long]") {
  require_far_legs(532, 600);
}

TEST_CASE("legs of far paths are drawn evenly") {
  // A wall with a door: the corner graph leads through it, and each side is an open field.
  SmallWorld world(field(200, 40, [](Tile t) { return t.x == 100 && t.y != 20; }), {});
  const Oracle oracle(world.map, world.profile, world.rules());
  for (const Tier tier : {Tier::regions, Tier::labels, Tier::astar}) {
    std::map<std::pair<int, int>, std::map<std::vector<std::pair<int, int>>, std::size_t>> seen;
    std::map<std::pair<int, int>, std::pair<Tile, Tile>> ends;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
      PathRequest request{.from = {70, 19}, .to = {195, 22}, .tier = tier};
      request.max_expansions = world.query.find(request).work + world.query.find(request, world.path).expansions.unpack;
      request.ties = {.rule = TieRule::random, .seed = seed};
      const PathResult result = world.query.find(request, world.path);
      REQUIRE(result.ties_scope == (tier == Tier::regions ? TiesScope::leg : TiesScope::stretch));
      const Walked walked = walk(world.walker, world.path);
      for (std::size_t leg = 1; leg < walked.ends.size(); ++leg) {
        std::vector<std::pair<int, int>> tiles;
        for (std::size_t i = walked.ends[leg - 1]; i <= walked.ends[leg]; ++i)
          tiles.emplace_back(walked.tiles[i].x, walked.tiles[i].y);
        ends[tiles.front()] = {walked.tiles[walked.ends[leg - 1]], walked.tiles[walked.ends[leg]]};
        ++seen[tiles.front()][tiles];
      }
    }
    Uniformity drawn;
    for (const auto& [start, ways] : seen) {
      const auto paths = all_least_paths(oracle, ends[start].first, ends[start].second, 60);
      if (!paths || paths->size() < 2) continue;
      std::vector<std::size_t> counts(paths->size(), 0);
      std::size_t n = 0;
      REQUIRE(ways.size() <= counts.size());
      for (const auto& [tiles, count] : ways) counts[n++] = count;
      drawn.add(counts);
    }
    CAPTURE(tier, drawn.freedom);
    if (tier == Tier::regions) CHECK(drawn.freedom > 10);
    if (drawn.freedom > 0) CHECK(std::abs(drawn.deviations()) < 4);
  }
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

TEST_CASE("what a step at random takes is the same whatever was counted before, and a budget of that does") {
  Rng rng(581);
  int asked = 0;
  int searched = 0;
  for (int round = 0; round < 12; ++round) {
    SmallWorld world = SmallWorld::draw(rng, 150);
    if (rng.percent(50)) (void)world.edit(rng);
    DistanceArena arena(1024);
    GoalField one(world.built.world(), 0, arena);
    GoalField other(world.built.world(), 0, arena);
    one.use(world.overlay);
    other.use(world.overlay);
    const auto goal = test::random_passable(rng, world.grid());
    if (!goal || one.aim(*goal).status != Status::found) continue;
    for (int i = 0; i < 30; ++i) {
      RandomStepRequest request{.from = *test::random_passable(rng, world.grid()), .seed = rng.next()};
      const NextStep step = one.random_step(request);
      if (step.status != Status::found || request.from == *goal) continue;
      REQUIRE(other.aim(*goal).status == Status::found);
      request.max_expansions = step.work;
      const NextStep again = other.random_step(request);
      REQUIRE(again.status == Status::found);
      REQUIRE(again.tile == step.tile);
      REQUIRE(again.link == step.link);
      REQUIRE(again.work == step.work);
      ++asked;
      if (step.work == 0) continue;
      ++searched;
      request.max_expansions = step.work - 1;
      const NextStep starved = (rng.percent(50) ? one : other).random_step(request);
      REQUIRE(starved.status == Status::out_of_budget);
      REQUIRE(starved.work == request.max_expansions);
    }
  }
  CHECK(asked > 100);
  CHECK(searched > 20);
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
