// SPDX-License-Identifier: BSL-1.0
// Costs of whole blocks against single queries, and their kernel against a plain loop, at every width of vector
// instructions.
#include "portolan/waypoints/block_query.hpp"
#include "portolan/waypoints/label_tiles.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::array kLevels{SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512};

TEST_CASE("the costs of a block are those of single queries, at every level") {
  Rng rng(31);
  std::size_t left_out = 0;
  std::size_t unreachable = 0;
  std::size_t compared = 0;
  for (int round = 0; round < 300; ++round) {
    const TileMap map = random_map(rng, {.weights = Weights::uniform, .max_side = 40});
    const std::int32_t footprint = rng.between(0, std::min({3, map.width(), map.height()}));
    const MovementProfile profile =
        rng.percent(40) ? straight_mover(footprint)
                        : stepping_mover(footprint, rng.percent(50) ? Neighbours::four : Neighbours::eight);
    BuildOptions options = rng.percent(60) ? BuiltWorld::all_indexes() : BuiltWorld::one_thread();
    if (!options.indexes) options.index_bytes = static_cast<std::uint32_t>(rng.between(30, 150));
    const BuiltWorld built(map, profile, options);
    const SightTierView& tier = *built.world().profiles()[0].sight;
    if (!tier.labels) continue;
    const BlockLabels* const blocks = tier.blocks ? &*tier.blocks : nullptr;
    if (blocks == nullptr) continue;
    left_out += holds_all(*blocks) ? 0 : 1;
    BlockQuery query(tier.space, *tier.graph, *tier.labels, *blocks);
    const auto goal = random_passable(rng, built.world().profiles()[0].grid);
    if (!goal) continue;
    std::vector<LabelTiles> levels;
    for (const SimdLevel level : kLevels) {
      levels.emplace_back(tier.space, *tier.graph, *tier.labels, blocks, level);
      REQUIRE(levels.back().aim(*goal) == Status::found);
    }
    LabelTiles by_labels(tier.space, *tier.graph, *tier.labels, nullptr);
    REQUIRE(by_labels.aim(*goal) == Status::found);
    for (int i = 0; i < 6; ++i) {
      const Tile origin{rng.below(map.width()) / 8 * 8, rng.below(map.height()) / 8 * 8};
      TileCosts costs;
      TileCosts others;
      REQUIRE(levels.front().fill(origin, costs) == Status::found);
      for (std::size_t n = 0; n <= levels.size(); ++n) {
        REQUIRE((n == levels.size() ? by_labels : levels[n]).fill(origin, others) == Status::found);
        for (unsigned bit = 0; bit < kBlockPositions; ++bit) {
          const Tile from{origin.x + static_cast<std::int32_t>(bit) % 8, origin.y + static_cast<std::int32_t>(bit) / 8};
          const SightPath path = query.find(from, *goal);
          if (path.status == Status::bad_start) continue;
          const Cost expected = path.status == Status::found ? path.cost : kInfiniteCost;
          unreachable += expected == kInfiniteCost ? 1 : 0;
          ++compared;
          if (others[bit] != expected || (n < levels.size() && costs[bit] != expected)) {
            CAPTURE(round, from.x, from.y, goal->x, goal->y, footprint, n);
            REQUIRE(others[bit] == expected);
          }
        }
      }
    }
  }
  CHECK(left_out > 3);
  CHECK(unreachable > 1000);
  CHECK(compared > 50'000);
}

TEST_CASE("the least ways over vias are those of a plain loop, at every level") {
  Rng rng(32);
  const std::array metrics{SightMetric{.norm = Norm::euclidean}, SightMetric{.norm = Norm::octile},
                           SightMetric{.norm = Norm::octile, .straight = 1, .diagonal = 2},
                           SightMetric{.norm = Norm::manhattan}};
  for (int round = 0; round < 400; ++round) {
    const SightMetric& metric = rng.pick(metrics);
    const std::int32_t centre = metric.norm == Norm::euclidean ? rng.below(2) : 0;
    const std::int32_t far = rng.percent(50) ? 20 : 900;
    std::vector<ViaOffset> offsets;
    std::vector<std::uint64_t> seen;
    std::vector<std::uint32_t> above;
    for (int i = rng.percent(10) ? 0 : rng.between(1, rng.percent(10) ? 300 : 40); i > 0; --i) {
      offsets.push_back(
          {static_cast<std::int16_t>(rng.between(-far, far)), static_cast<std::int16_t>(rng.between(-far, far))});
      seen.push_back(rng.next() & rng.next());
      above.push_back(static_cast<std::uint32_t>(rng.below(1 << rng.between(1, 30))));
    }
    std::array<std::uint32_t, kBlockPositions> expected;
    for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
      expected[bit] = rng.percent(80) ? kUnseen : static_cast<std::uint32_t>(rng.below(2'000'000'000));
    }
    const auto before = expected;
    for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
      const auto place = static_cast<std::int32_t>(bit);
      const Point from{(2 * (place % 8) + centre) * (kSubUnits / 2), (2 * (place / 8) + centre) * (kSubUnits / 2)};
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        if (((seen[i] >> bit) & 1) == 0) continue;
        const Cost way = metric.length(from, to_point({offsets[i].x, offsets[i].y})) + above[i];
        expected[bit] = static_cast<std::uint32_t>(std::min<Cost>(expected[bit], way));
      }
    }
    for (const SimdLevel level : kLevels) {
      auto least = before;
      least_over_vias(metric.norm, level)(metric, centre, {offsets.data(), seen.data(), offsets.size()}, above.data(),
                                          least.data());
      REQUIRE(least == expected);
    }
  }
}

/// Two corridors side by side that go to and fro until they meet: who stands where they begin is beside the other one,
/// and yet twice as far as they are long.
TileMap twin_corridors(std::int32_t side) {
  std::vector<TerrainId> tiles(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 0);
  const auto open = [&](std::int32_t x, std::int32_t y) {
    tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)] = 1;
  };
  const std::int32_t turns = side / 4;
  for (std::int32_t turn = 0; turn < turns; ++turn) {
    const bool last = turn + 1 == turns;
    const std::int32_t row = 4 * turn;
    // Rows are drawn from where they come from to where they turn, two tiles apart: the upper one began within the
    // lower one and goes on around it.
    const auto x_of = [&](std::int32_t along) { return turn % 2 == 0 ? along : side - 1 - along; };
    for (std::int32_t along = turn == 0 ? 0 : 2; along < side; ++along) open(x_of(along), row);
    for (std::int32_t along = 0; along < (last ? side : side - 2); ++along) open(x_of(along), row + 2);
    for (std::int32_t y = row; y <= row + (last ? 2 : 6); ++y) open(x_of(side - 1), y);
    for (std::int32_t y = row + 2; !last && y <= row + 4; ++y) open(x_of(side - 3), y);
  }
  auto map = TileMap::create(side, side, {{"wall", 0}, {"floor", kCostScale}}, tiles);
  REQUIRE(map);
  return std::move(*map);
}

TEST_CASE("costs in one block may be farther apart than 32 bits tell") {
  const TileMap map = twin_corridors(120);
  const BuiltWorld built(map, straight_mover(1), BuiltWorld::all_indexes());
  const SightTierView& tier = *built.world().profiles()[0].sight;
  REQUIRE(tier.blocks);
  BlockQuery query(tier.space, *tier.graph, *tier.labels, *tier.blocks);
  LabelTiles tiles(tier.space, *tier.graph, *tier.labels, &*tier.blocks);
  REQUIRE(tiles.aim({0, 0}) == Status::found);
  Cost widest = 0;
  for (const Tile origin : {Tile{0, 0}, {8, 0}, {56, 56}, {0, 112}}) {
    TileCosts costs;
    REQUIRE(tiles.fill(origin, costs) == Status::found);
    Cost least = kInfiniteCost;
    Cost most = 0;
    for (unsigned bit = 0; bit < kBlockPositions; ++bit) {
      const Tile from{origin.x + static_cast<std::int32_t>(bit) % 8, origin.y + static_cast<std::int32_t>(bit) / 8};
      const SightPath path = query.find(from, {0, 0});
      if (path.status != Status::found) continue;
      REQUIRE(costs[bit] == path.cost);
      least = std::min(least, path.cost);
      most = std::max(most, path.cost);
    }
    widest = std::max(widest, most - std::min(least, most));
  }
  CHECK(widest > kUnseen);
}

}  // namespace
}  // namespace portolan::test
