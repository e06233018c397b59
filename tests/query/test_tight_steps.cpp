// SPDX-License-Identifier: BSL-1.0
// The steps on least paths within a block, at every width of vector instructions, against a look at each.
#include "portolan/query/tie_measures.hpp"
#include "portolan/query/tight_steps.hpp"
#include "support/random_world.hpp"

#include <array>
#include <cstdint>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

/// What the docstring says, step by step.
bool is_tight(const TileCosts& costs, const MoveRules& rules, Tile from, Tile to) {
  const auto cost = [&](Tile tile) { return costs[bit_of(tile)]; };
  if (!Rect{{0, 0}, {kBlockSide, kBlockSide}}.contains(to)) return false;
  if (cost(from) == kInfiniteCost || cost(to) == kInfiniteCost) return false;
  const bool slanted = from.x != to.x && from.y != to.y;
  if (!slanted) return cost(from) == cost(to) + rules.straight;
  if (rules.neighbours == Neighbours::four) return false;
  const int open = (cost({to.x, from.y}) != kInfiniteCost ? 1 : 0) + (cost({from.x, to.y}) != kInfiniteCost ? 1 : 0);
  return open >= 2 - static_cast<int>(rules.corners) && cost(from) == cost(to) + rules.diagonal;
}

TEST_CASE("the tight steps of a block are those of a look at each, at every level") {
  Rng rng(733);
  std::size_t tight = 0;
  std::size_t slack = 0;
  for (int round = 0; round < 2000; ++round) {
    MoveRules rules;
    rules.straight = 2;
    rules.diagonal = rng.percent(50) ? 3 : 2;
    rules.neighbours = rng.percent(30) ? Neighbours::four : Neighbours::eight;
    rules.corners = static_cast<CornerRule>(rng.below(3));
    TileCosts costs;
    const Cost base = rng.percent(50) ? 0 : rng.next() % kInfiniteCost / 2;
    const std::int32_t walls = rng.pick(std::array{0, 20, 60});
    for (Cost& cost : costs) {
      cost = rng.percent(walls) ? kInfiniteCost : base + static_cast<Cost>(rng.below(6));
    }
    for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
      BlockSteps steps;
      steps.fill(0xFF);
      tight_steps(level)(costs, rules, steps);
      bool same = true;
      for (std::int32_t y = 0; y < kBlockSide; ++y) {
        for (std::int32_t x = 0; x < kBlockSide; ++x) {
          for (std::size_t way = 0; way < kDirections; ++way) {
            const bool expected = is_tight(costs, rules, {x, y}, ahead({x, y}, way));
            same &= ((steps[bit_of({x, y})] >> way & 1) != 0) == expected;
            (expected ? tight : slack) += 1;
          }
        }
      }
      CAPTURE(round, level);
      REQUIRE(same);
    }
  }
  CHECK(tight > 10'000);
  CHECK(slack > 10'000);
}

}  // namespace
}  // namespace portolan::test
