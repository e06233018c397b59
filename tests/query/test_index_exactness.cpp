// SPDX-License-Identifier: BSL-1.0
// Every index at every width of vector instructions, and the automatic choice, against brute force on random small
// worlds, in both metrics.
#include "portolan/offline/block_builder.hpp"
#include "portolan/waypoints/block_batch.hpp"
#include "portolan/waypoints/block_query.hpp"
#include "portolan/waypoints/index_search.hpp"
#include "support/brute_sight.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/simd_levels.hpp"
#include "support/test_grid.hpp"
#include "support/visibility_graph.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BruteGraph;
using test::BruteSight;
using test::BuiltWorld;
using test::Oracle;
using test::Rng;
using test::TestGrid;

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

/// What brute force says of a pair of places where the mover stands, which are points of the map.
struct Pair {
  Point from;
  Point to;
  std::optional<Cost> cost;  ///< nothing: unreachable
};

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t queries = 0;
  std::size_t unreachable = 0;
  std::size_t turning = 0;  ///< paths with a turn
};

bool same(const SightPath& a, const SightPath& b) {
  return a.status == b.status && a.cost == b.cost &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end());
}

/// One mover on one map, asked through all its indexes.
class Indexes {
 public:
  Indexes(const TileMap& map, const MovementProfile& profile, std::span<const SimdLevel> levels)
      : brute_(map, profile.footprint),
        contact_(test::contact_of(profile.footprint)),
        built_(map, profile, BuiltWorld::all_indexes()),
        query_(built_.world(), 0) {
    const SightTierView& sight = *built_.world().profiles()[0].sight;
    some_blocks_ = half_of(sight);
    for (const SimdLevel level : levels) {
      for (const BlockLabels& blocks : {*sight.blocks, some_blocks_.view()}) {
        blocks_.emplace_back(sight.space, *sight.graph, *sight.labels, blocks, level);
        batches_.emplace_back(sight.space, *sight.graph, *sight.labels, blocks, level);
      }
      labels_.emplace_back(sight.space, *sight.graph, *sight.labels, level);
    }
  }

  [[nodiscard]] const BruteSight& brute() const { return brute_; }

  /// What is wrong with any of the answers; empty if nothing is. Assertions are too slow to be made for each.
  [[nodiscard]] std::string fault(const Pair& pair, Tally& tally) {
    ++tally.queries;
    tally.unreachable += pair.cost ? 0 : 1;
    for (const Tier tier : {Tier::automatic, Tier::blocks, Tier::labels, Tier::ch}) {
      const test::Found result = query_.find_between({.from = pair.from, .to = pair.to, .tier = tier});
      if (!agrees(pair, result.status, result.cost) || !result.optimal()) return std::string(to_string(tier));
    }
    std::string fault = label_fault(pair, tally);
    const bool centres = pair.from == centre_of(tile_at(pair.from)) && pair.to == centre_of(tile_at(pair.to));
    return fault.empty() && centres ? block_fault(pair) : fault;
  }

 private:
  static bool agrees(const Pair& pair, Status status, Cost cost) {
    return pair.cost ? status == Status::found && cost == *pair.cost : status == Status::unreachable;
  }

  /// What is wrong with the answers of all levels, given that of each.
  [[nodiscard]] std::string path_fault(const Pair& pair, std::span<const SightPath> answers) const {
    const SightPath& path = answers.front();
    if (!agrees(pair, path.status, path.cost)) return "status or cost";
    if (!std::all_of(answers.begin(), answers.end(), [&](const SightPath& answer) { return same(answer, path); })) {
      return "levels differ";
    }
    if (path.status != Status::found) return {};
    if (path.points.front() != to_plane(contact_, pair.from) || path.points.back() != to_plane(contact_, pair.to)) {
      return "wrong ends";
    }
    return test::path_fault(brute_, path.points);
  }

  [[nodiscard]] std::string label_fault(const Pair& pair, Tally& tally) {
    std::vector<SightPath> answers;
    for (IndexSearch& labels : labels_) {
      answers.push_back(labels.find(to_plane(contact_, pair.from), to_plane(contact_, pair.to), kNoBudget));
    }
    tally.turning += answers.front().points.size() > 2 ? 1 : 0;
    const std::string fault = path_fault(pair, answers);
    return fault.empty() ? fault : "labels: " + fault;
  }

  [[nodiscard]] std::string block_fault(const Pair& pair) {
    const Tile from = tile_at(pair.from);
    const Tile to = tile_at(pair.to);
    std::vector<SightPath> answers;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      answers.push_back(blocks_[i].find(from, to));
      // Among paths of one length, hub labels may choose another one.
      const std::string fault = i < 2 ? path_fault(pair, {&answers.back(), 1}) : std::string();
      if (!fault.empty()) return "blocks: " + fault;
      if (i >= 2 && !same(answers[i], answers[i % 2])) return "blocks: levels differ";
    }
    for (BlockBatch& batch : batches_) {
      const std::array pairs{TilePair{from, to}};
      std::array<BatchAnswer, 1> bare{};
      batch.pairs(pairs, bare);
      if (!agrees(pair, bare[0].status, bare[0].cost)) return "blocks, cost alone";
    }
    return {};
  }

  /// The block labels of a world with about half of the blocks left out.
  static BlockArrays half_of(const SightTierView& sight) {
    const BlockLabels& all = *sight.blocks;
    const BlockHeader mark{.left_out = 1};
    BlockArrays some;
    some.waypoint.assign(all.waypoint.begin(), all.waypoint.end());
    some.reach.assign(all.reach.begin(), all.reach.end());
    some.first = {0};
    for (std::size_t block = 0; block + 1 < all.first.size(); ++block) {
      const auto held = all.memory.subspan(all.first[block] * kBlockAlignment,
                                           (all.first[block + 1] - all.first[block]) * kBlockAlignment);
      const auto bytes = block % 2 == 0 ? held : std::as_bytes(std::span(&mark, 1));
      some.memory.insert(some.memory.end(), bytes.begin(), bytes.end());
      some.first.push_back(static_cast<std::uint32_t>(some.memory.size() / kBlockAlignment));
    }
    return some;
  }

  BruteSight brute_;
  Contact contact_;
  BuiltWorld built_;
  test::Asker query_;
  BlockArrays some_blocks_;
  std::vector<BlockQuery> blocks_;   ///< by level: with all blocks, with half of them
  std::vector<BlockBatch> batches_;  ///< the same
  std::vector<IndexSearch> labels_;
};

void require_no_fault(Indexes& indexes, const Pair& pair, Tally& tally) {
  const std::string fault = indexes.fault(pair, tally);
  if (fault.empty()) return;
  CAPTURE(tally.queries, pair.from.x, pair.from.y, pair.to.x, pair.to.y, pair.cost.value_or(0));
  REQUIRE(fault == "");
}

/// From a few places of one world to many, against Dijkstra on the positions, for a mover whose footprint is drawn.
void check_mover(Rng& rng, std::span<const SimdLevel> levels, Tally& tally, MovementProfile mover) {
  const TileMap map = test::small_uniform_map(rng, rng.percent(80) ? 20 : 50);
  mover.footprint = rng.between(1, std::min({3, map.width(), map.height()}));
  const TestGrid grid(map, mover);
  Indexes indexes(map, grid.profile(), levels);
  const Oracle oracle = grid.oracle();
  for (int source = 0; source < 5; ++source) {
    const auto from = test::random_passable(rng, grid.view());
    if (!from) return;
    const std::vector<Cost> distance = oracle.distances_from(*from);
    for (int goal = 0; goal < 40; ++goal) {
      const Tile to{rng.below(map.width()), rng.below(map.height())};
      if (!oracle.passable(to)) continue;
      const Cost cost = distance[oracle.index(to)];
      require_no_fault(indexes,
                       {centre_of(*from), centre_of(to), cost == kInfiniteCost ? std::nullopt : std::optional(cost)},
                       tally);
    }
  }
}

void check_steps(Rng& rng, std::span<const SimdLevel> levels, Tally& tally) {
  MovementProfile mover;
  if (rng.percent(30)) {
    mover.neighbours = Neighbours::four;
  } else {
    mover.steps = test::random_steps(rng);
  }
  check_mover(rng, levels, tally, mover);
}

/// Where many walks cost the same: diagonal steps as dear as one straight step, or as two.
void check_ends_of_steps(Rng& rng, std::span<const SimdLevel> levels, Tally& tally) {
  check_mover(rng, levels, tally, {.steps = rng.percent(50) ? StepCosts{1, 1} : StepCosts{1, 2}});
}

/// Between any places of one world, against all pairs of lattice points.
void check_straight(Rng& rng, std::span<const SimdLevel> levels, Tally& tally) {
  const TileMap map = test::small_uniform_map(rng, 12);
  const std::int32_t footprint = rng.between(0, std::min({3, map.width(), map.height()}));
  const Contact contact = test::contact_of(footprint);
  Indexes indexes(map, test::straight_mover(footprint), levels);
  const BruteGraph reference(indexes.brute());
  for (int query = 0; query < 120; ++query) {
    const Point from = test::random_point(rng, map, footprint);
    const Point to = test::random_point(rng, map, footprint);
    const Point plane_from = to_plane(contact, from);
    const Point plane_to = to_plane(contact, to);
    if (!indexes.brute().stands(plane_from) || !indexes.brute().stands(plane_to)) continue;
    // Sums of whole numbers below 2^53 are exact.
    const auto cost = reference.distance(plane_from, plane_to,
                                         [](Point a, Point b) { return static_cast<double>(test::length_up(a, b)); });
    require_no_fault(indexes, {from, to, cost ? std::optional(static_cast<Cost>(*cost)) : std::nullopt}, tally);
  }
}

using Check = void (*)(Rng& rng, std::span<const SimdLevel> levels, Tally& tally);

void require_exactness(Check check, std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  const std::vector<SimdLevel> levels = test::usable_levels();
  while (tally.queries < queries) check(rng, levels, tally);
  REQUIRE(tally.unreachable > queries / 50);
  REQUIRE(tally.turning > queries / 5);
}

}  // namespace

TEST_CASE("indexes equal Dijkstra on random small worlds at every SIMD level") {
  require_exactness(check_steps, 91, 20'000);
}
TEST_CASE("indexes equal Dijkstra where diagonal steps cost as much as one step or two") {
  require_exactness(check_ends_of_steps, 95, 8'000);
}
TEST_CASE("indexes equal Dijkstra where diagonal steps cost as much as one step or two: many", "[long][slow]") {
  require_exactness(check_ends_of_steps, 96, 200'000);
}
TEST_CASE("indexes equal brute force at any angle on random small worlds at every SIMD level") {
  require_exactness(check_straight, 92, 8'000);
}
TEST_CASE("indexes equal Dijkstra on random small worlds at every SIMD level: a million queries", "[long][slow]") {
  require_exactness(check_steps, 93, 1'000'000);
}
TEST_CASE("indexes equal brute force at any angle on random small worlds: a million queries", "[long][slow]") {
  require_exactness(check_straight, 94, 1'000'000);
}

}  // namespace portolan
