// SPDX-License-Identifier: BSL-1.0
// Paths pulled straight: legal by brute force, never costlier by fractions, and as straight as the rule promises.
#include "portolan/query/smoothing.hpp"
#include "portolan/query/walkable.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/brute_segment.hpp"
#include "support/brute_sight.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BruteSegment;
using test::BruteSight;
using test::Oracle;
using test::Rng;
using test::TestGrid;

constexpr std::uint32_t kBits = 20;

/// A world as a point (footprint 0) or a square sees it.
class Ground {
 public:
  Ground(const TileMap& map, std::int32_t footprint, const MovementProfile& profile)
      : grid_(map, profile),
        contact_(test::contact_of(footprint)),
        planes_(test::sight_planes(grid_.view(), footprint)),
        oracle_(grid_.oracle()) {}
  Ground(const TileMap& map, std::int32_t footprint) : Ground(map, footprint, test::stepping_mover(footprint)) {}

  [[nodiscard]] GridView view() const { return grid_.view(); }
  [[nodiscard]] const Oracle& oracle() const { return oracle_; }
  [[nodiscard]] BruteSegment brute() const { return {oracle_, contact_, kBits}; }
  [[nodiscard]] Point point_of(Tile t) const {
    const std::int32_t half = contact_ == Contact::point ? kSubUnits / 2 : 0;
    return {t.x * kSubUnits + half, t.y * kSubUnits + half};
  }
  /// A cheapest path on the grid, by Dijkstra; empty if there is none.
  [[nodiscard]] std::vector<Point> grid_path(Tile from, Tile to) const {
    const auto distance = oracle_.distances_from(from);
    std::vector<Point> path;
    if (distance[oracle_.index(to)] == kInfiniteCost) return path;
    for (Tile here = to; here != from;) {
      path.push_back(point_of(here));
      for (const auto& [next, step] : oracle_.steps_from(here)) {
        if (distance[oracle_.index(next)] + step != distance[oracle_.index(here)]) continue;
        here = next;
        break;
      }
    }
    path.push_back(point_of(from));
    std::reverse(path.begin(), path.end());
    return path;
  }
  [[nodiscard]] std::vector<Point> smooth(std::vector<Point> path) const {
    path.resize(smooth_path(view(), planes_.space(), kBits, path));
    return path;
  }

 private:
  TestGrid grid_;
  Contact contact_;
  SightPlanes planes_;
  Oracle oracle_;
};

/// Checks all that is promised of a path pulled straight, by brute force. `clear(a, b)`: can go straight.
template <class Clear>
void check(const BruteSegment& brute, const std::vector<Point>& path, const std::vector<Point>& pulled, Clear&& clear) {
  REQUIRE(pulled.size() >= 2);
  REQUIRE(pulled.front() == path.front());
  REQUIRE(pulled.back() == path.back());
  auto at = path.begin();
  for (std::size_t i = 1; i < pulled.size(); ++i) {
    CAPTURE(i, pulled[i - 1].x, pulled[i - 1].y, pulled[i].x, pulled[i].y);
    const auto to = i + 1 == pulled.size() ? path.end() - 1 : std::find(at + 1, path.end(), pulled[i]);
    REQUIRE(to != path.end());
    if (to != at + 1) {
      REQUIRE(clear(pulled[i - 1], pulled[i]));
      const Cost replaced = brute.path_cost({at, to + 1});
      REQUIRE(replaced < kInfiniteCost);
      REQUIRE(brute.cost(pulled[i - 1], pulled[i]) <= replaced);
    }
    at = to;
  }
  for (std::size_t i = 1; i + 1 < pulled.size(); ++i) {
    CAPTURE(i);
    const Cost kept = brute.path_cost({pulled.begin() + static_cast<std::ptrdiff_t>(i) - 1, 3});
    const bool could_go =
        kept < kInfiniteCost && clear(pulled[i - 1], pulled[i + 1]) && brute.cost(pulled[i - 1], pulled[i + 1]) <= kept;
    REQUIRE_FALSE(could_go);
  }
}

}  // namespace

TEST_CASE("grid paths pulled straight are legal, cheaper and have no point too many") {
  Rng rng(20261122);
  double ratios = 0;
  int paths = 0;
  for (int world = 0; world < 3000; ++world) {
    const auto map = random_map(rng, {.max_side = 40});
    const std::int32_t footprint = rng.below(4);
    const Ground ground(map, footprint);
    const auto from = random_passable(rng, ground.view());
    const auto to = random_passable(rng, ground.view());
    if (!from || !to || *from == *to) continue;
    const auto path = ground.grid_path(*from, *to);
    if (path.empty()) continue;
    CAPTURE(world, footprint, from->x, from->y, to->x, to->y);
    const BruteSight sight(map, footprint);
    const BruteSegment brute = ground.brute();
    const auto pulled = ground.smooth(path);
    check(brute, path, pulled, [&](Point a, Point b) { return sight.clear(a, b); });
    for (std::size_t i = 1; i < pulled.size(); ++i) REQUIRE(sight.clear(pulled[i - 1], pulled[i]));
    REQUIRE(brute.path_cost(pulled) <= brute.path_cost(path));
    REQUIRE(ground.smooth(pulled) == pulled);
    ratios += static_cast<double>(brute.path_cost(pulled)) / static_cast<double>(brute.path_cost(path));
    ++paths;
  }
  REQUIRE(paths > 1000);
  REQUIRE(ratios / paths < 0.975);
}

TEST_CASE("steps that cut corners are kept where nothing straight replaces them") {
  Rng rng(8);
  int kept = 0;
  for (int world = 0; world < 1500; ++world) {
    const auto map = random_map(rng, {.max_side = 25});
    MovementProfile profile;
    profile.corners = rng.percent(50) ? CornerRule::cut_one : CornerRule::cut_both;
    const std::int32_t footprint = rng.below(2);
    const Ground ground(map, footprint, profile);
    const auto from = random_passable(rng, ground.view());
    const auto to = random_passable(rng, ground.view());
    if (!from || !to || *from == *to) continue;
    const auto path = ground.grid_path(*from, *to);
    if (path.empty()) continue;
    CAPTURE(world, footprint);
    const BruteSight sight(map, footprint);
    const auto pulled = ground.smooth(path);
    check(ground.brute(), path, pulled, [&](Point a, Point b) { return sight.clear(a, b); });
    for (std::size_t i = 1; i < pulled.size(); ++i) kept += sight.clear(pulled[i - 1], pulled[i]) ? 0 : 1;
  }
  REQUIRE(kept > 100);
}

TEST_CASE("any list of positions keeps what cannot be priced and straightens the rest") {
  Rng rng(9);
  int blocked = 0;
  for (int world = 0; world < 800; ++world) {
    const auto map = random_map(rng, {.character = test::Character::open, .max_side = 20});
    const std::int32_t footprint = rng.below(3);
    const Ground ground(map, footprint);
    if (!random_passable(rng, ground.view())) continue;
    std::vector<Point> path;
    for (int length = rng.between(2, 40); length > 0; --length) {
      path.push_back(ground.point_of(*random_passable(rng, ground.view())));
    }
    // All different, so that what is left can be found again.
    for (std::size_t i = 0; i < path.size(); ++i) {
      path.erase(std::remove(path.begin() + static_cast<std::ptrdiff_t>(i) + 1, path.end(), path[i]), path.end());
    }
    if (path.size() < 2) continue;
    CAPTURE(world, footprint);
    const BruteSight sight(map, footprint);
    const BruteSegment brute = ground.brute();
    const auto pulled = ground.smooth(path);
    check(brute, path, pulled, [&](Point a, Point b) { return sight.clear(a, b); });
    REQUIRE(ground.smooth(pulled) == pulled);
    for (std::size_t i = 1; i < path.size(); ++i) {
      if (brute.cost(path[i - 1], path[i]) < kInfiniteCost) continue;
      ++blocked;
      const auto end = std::find(pulled.begin(), pulled.end(), path[i]);
      REQUIRE((end != pulled.end() && end != pulled.begin() && *(end - 1) == path[i - 1]));
    }
  }
  REQUIRE(blocked > 100);
}

TEST_CASE("in an empty room any path becomes one segment") {
  Rng rng(10);
  for (int room = 0; room < 100; ++room) {
    test::RandomMapOptions options;
    options.weights = test::Weights::uniform;
    options.width = rng.between(3, 90);
    options.height = rng.between(3, 90);
    auto map = TileMap::create(*options.width, *options.height, {{"floor", 3 * kCostScale}},
                               std::vector<TerrainId>(static_cast<std::size_t>(*options.width * *options.height)));
    REQUIRE(map);
    const std::int32_t footprint = rng.below(4);
    const Ground ground(*map, footprint);
    const auto from = *random_passable(rng, ground.view());
    const auto to = *random_passable(rng, ground.view());
    const auto path = ground.grid_path(from, to);
    CAPTURE(footprint, *options.width, *options.height, from.x, from.y, to.x, to.y);
    REQUIRE(ground.smooth(path).size() == std::min<std::size_t>(path.size(), 2));
    // Detours too: everything in sight is pulled straight.
    std::vector<Point> wandering;
    for (int i = rng.between(2, 200); i > 0; --i) {
      wandering.push_back(ground.point_of(*random_passable(rng, ground.view())));
    }
    REQUIRE(ground.smooth(wandering) == std::vector<Point>{wandering.front(), wandering.back()});
  }
}

TEST_CASE("a hundred thousand steps in a row become one segment") {
  constexpr std::int32_t kLength = 100'000;
  auto map = TileMap::create(kLength, 2, {{"floor", kCostScale}}, std::vector<TerrainId>(2 * kLength));
  REQUIRE(map);
  const Ground ground(*map, 0);
  std::vector<Point> path;
  for (std::int32_t x = 0; x < kLength; ++x) path.push_back(ground.point_of({x, x % 2}));
  REQUIRE(ground.smooth(path) == std::vector<Point>{path.front(), path.back()});
}

TEST_CASE("a way around costly ground stays, one through it is pulled straight") {
  const auto map = test::ascii_map(R"(
      .......
      .99999.
      .99999.
  )");
  for (const std::int32_t footprint : {0, 1}) {
    const Ground ground(map, footprint);
    const auto at = [&](std::int32_t x, std::int32_t y) { return ground.point_of({x, y}); };
    const std::vector<Point> around{at(0, 2), at(0, 1), at(0, 0), at(1, 0), at(2, 0), at(3, 0),
                                    at(4, 0), at(5, 0), at(6, 0), at(6, 1), at(6, 2)};
    // Around the corners it may go through the points where four tiles meet.
    const std::vector<Point> straight{at(0, 2), at(0, 1), at(1, 0), at(5, 0), at(6, 1), at(6, 2)};
    REQUIRE(ground.smooth(around) == straight);
    const std::vector<Point> through{at(0, 2), at(1, 1), at(2, 2), at(3, 1), at(4, 2), at(5, 1), at(6, 2)};
    REQUIRE(ground.smooth(through) == std::vector<Point>{at(0, 2), at(6, 2)});
  }
}

TEST_CASE("a point is pulled to the corner it may graze, a square keeps clear of it") {
  const auto map = test::ascii_map(R"(
      ...
      .#.
      ...
  )");
  const Ground point(map, 0);
  const Ground square(map, 1);
  const auto path_for = [](const Ground& ground) {
    return std::vector<Point>{ground.point_of({0, 1}), ground.point_of({0, 2}), ground.point_of({1, 2})};
  };
  REQUIRE(point.smooth(path_for(point)).size() == 2);
  REQUIRE(square.smooth(path_for(square)).size() == 3);
}

TEST_CASE("short paths and repeated points") {
  const Ground ground(test::ascii_map("...\n..."), 0);
  const Point a{128, 128};
  const Point b{640, 384};
  REQUIRE(ground.smooth({}).empty());
  REQUIRE(ground.smooth({a}) == std::vector<Point>{a});
  REQUIRE(ground.smooth({a, b}) == std::vector<Point>{a, b});
  REQUIRE(ground.smooth({a, a}) == std::vector<Point>{a, a});
  REQUIRE(ground.smooth({a, a, b, b}) == std::vector<Point>{a, b});
  REQUIRE(ground.smooth({a, b, a}) == std::vector<Point>{a, a});
}

TEST_CASE("round movers are pulled straight where they can walk, at no higher cost") {
  Rng rng(11);
  int pulled_straight = 0;
  for (int world = 0; world < 1500; ++world) {
    const auto map = random_map(rng, {.max_side = 30});
    const Ground ground(map, 0);
    const auto from = random_passable(rng, ground.view());
    const auto to = random_passable(rng, ground.view());
    if (!from || !to || *from == *to) continue;
    const auto path = ground.grid_path(*from, *to);
    if (path.empty()) continue;
    const std::int32_t width = rng.between(0, 3 * kSubUnits);
    CAPTURE(world, width);
    auto pulled = path;
    pulled.resize(smooth_round_path(ground.view(), width, kBits, pulled));
    check(ground.brute(), path, pulled, [&](Point a, Point b) { return walkable(ground.view(), a, b, width); });
    auto again = pulled;
    REQUIRE(smooth_round_path(ground.view(), width, kBits, again) == pulled.size());
    REQUIRE(again == pulled);
    pulled_straight += pulled.size() < path.size() ? 1 : 0;
  }
  REQUIRE(pulled_straight > 300);
}

TEST_CASE("smoothing allocates nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("allocations are not counted in this build");
    return;
  }
  Rng rng(12);
  const auto map = random_map(rng, {.character = test::Character::open, .width = 90, .height = 90});
  const TestGrid grid(map);
  const SightPlanes planes = SightPlanes::for_point(grid.view());
  const Ground ground(map, 0);
  std::size_t longest = 0;
  for (int i = 0; i < 20; ++i) {
    auto path = ground.grid_path(*random_passable(rng, grid.view()), *random_passable(rng, grid.view()));
    auto round = path;
    longest = std::max(longest, path.size());
    const test::AllocationCounter counter;
    const std::size_t left = smooth_path(grid.view(), planes.space(), kBits, path);
    const std::size_t round_left = smooth_round_path(grid.view(), kSubUnits, kBits, round);
    const auto allocations = counter.count();
    REQUIRE(allocations == 0);
    REQUIRE(left <= path.size());
    REQUIRE(round_left <= round.size());
  }
  REQUIRE(longest > 20);
}

}  // namespace portolan
