// SPDX-License-Identifier: BSL-1.0
// Least paths and steps at random: whether each is as likely as any other, by Pearson's chi-squared test.
#include "portolan/query/goal_field.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/query/tie_measures.hpp"
#include "query/tied_worlds.hpp"

#include <cmath>
#include <map>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::all_least_paths;
using test::beyond_the_window;
using test::draw_tied;
using test::field;
using test::kTiers;
using test::Oracle;
using test::Rng;
using test::SmallWorld;
using test::TilePath;
using test::walk;
using test::Walked;

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
      // What is drawn in one case must say nothing of what is drawn in another.
      const std::uint64_t seed = rng.next();
      for (std::size_t draw = 0; draw < kDraws * ends->paths.size() && decided; ++draw) {
        request.ties = {.rule = TieRule::random, .seed = seed + draw};
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
        const auto by_step = number.find(key_of(walk_at_random(field, request.from, seed, draw)));
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
TEST_CASE("random is uniform over all least paths that are longer than any window", "[heavy]") {
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

TEST_CASE("overlays that were used before change nothing about what a path at random takes on the file") {
  Rng rng(1908);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::open, .weights = test::Weights::uniform, .width = 260, .height = 200});
  const test::BuiltWorld built(map, MovementProfile{}, test::BuiltWorld::all_indexes());
  Overlay edits(built.world());
  REQUIRE(edits.set_terrain({{100, 100}, {101, 101}}, 1).has_value());
  PathQuery used(built.world(), 0);
  used.use(std::make_shared<const Overlay>(edits));
  used.use(nullptr);
  PathQuery again(built.world(), 0);
  again.use(std::make_shared<const Overlay>(edits));
  again.use(std::make_shared<const Overlay>(built.world()));
  PathQuery fresh(built.world(), 0);
  int found = 0;
  for (int round = 0; round < 20; ++round) {
    const PathRequest request{.from = {rng.below(20), rng.below(200)},
                              .to = {240 + rng.below(20), rng.below(200)},
                              .ties = {TieRule::random, 5}};
    Path path(fresh.room());
    const PathResult wanted = fresh.find(request, path);
    const std::uint64_t hash = PathFile::hash_of(path);
    for (PathQuery* const query : {&used, &again}) {
      const PathResult got = query->find(request, path);
      REQUIRE(got.status == wanted.status);
      REQUIRE(got.expansions.total() == wanted.expansions.total());
      REQUIRE(got.ties_scope == wanted.ties_scope);
      REQUIRE(PathFile::hash_of(path) == hash);
    }
    found += wanted.status == Status::found ? 1 : 0;
  }
  CHECK(found > 5);
}

}  // namespace
}  // namespace portolan
