// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/tight_steps.hpp"

#include "portolan/core/x86_kernels.hpp"
#include "portolan/query/tie_measures.hpp"

#include <algorithm>
#include <cstddef>

namespace portolan {
namespace {

// Written once as plain loops; compiled for every width of vector instructions by being inlined into functions that
// name one.
[[gnu::always_inline]] inline void find_tight(const TileCosts& costs, const MoveRules& rules,
                                              BlockSteps& steps) noexcept {
  constexpr std::size_t kSide = kBlockSide;
  // With a frame that no step leads to.
  constexpr std::size_t kWide = kSide + 2;
  std::array<Cost, kWide * kWide> cost;
  cost.fill(kInfiniteCost);
  for (std::size_t y = 0; y < kSide; ++y) std::copy_n(&costs[kSide * y], kSide, &cost[kWide * (y + 1) + 1]);
  const Cost price = (Cost{rules.least_cost} * 2) >> rules.halving;
  const Cost straight = rules.straight * price;
  const Cost diagonal = rules.neighbours == Neighbours::four ? 0 : rules.diagonal * price;
  const std::uint64_t needed = 2 - static_cast<std::uint64_t>(rules.corners);
  for (std::size_t y = 0; y < kSide; ++y) {
    const Cost* const row = &cost[kWide * (y + 1) + 1];
    std::array<std::uint64_t, kSide> found{};
    for (std::size_t way = 0; way < kDirections; ++way) {
      const Tile to = ahead({}, way);
      const auto beside_x = static_cast<std::ptrdiff_t>(to.x);
      const auto beside_y = static_cast<std::ptrdiff_t>(to.y) * static_cast<std::ptrdiff_t>(kWide);
      const bool slanted = to.x != 0 && to.y != 0;
      const Cost by = slanted ? diagonal : straight;
      for (std::size_t x = 0; x < kSide; ++x) {
        const Cost* const at = row + x;
        const std::uint64_t tight = *at - at[beside_x + beside_y] == by ? 1 : 0;
        const std::uint64_t open =
            (at[beside_x] != kInfiniteCost ? 1U : 0U) + (at[beside_y] != kInfiniteCost ? 1U : 0U);
        found[x] |= (slanted ? tight & (open >= needed ? 1U : 0U) & (by != 0 ? 1U : 0U) : tight) << way;
      }
    }
    for (std::size_t x = 0; x < kSide; ++x) steps[kSide * y + x] = static_cast<std::uint8_t>(found[x]);
  }
}

void tight_scalar(const TileCosts& costs, const MoveRules& rules, BlockSteps& steps) noexcept {
  find_tight(costs, rules, steps);
}

#ifdef PORTOLAN_X86_KERNELS

[[gnu::target("avx2")]] void tight_avx2(const TileCosts& costs, const MoveRules& rules, BlockSteps& steps) noexcept {
  find_tight(costs, rules, steps);
}

[[gnu::target("avx512f,avx512vl,avx512dq,avx512bw")]] void tight_avx512(const TileCosts& costs, const MoveRules& rules,
                                                                        BlockSteps& steps) noexcept {
  find_tight(costs, rules, steps);
}

#endif

}  // namespace

TightSteps tight_steps(SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  return kernel_for<TightSteps>(level, tight_scalar, tight_avx2, tight_avx512);
#else
  (void)level;
  return tight_scalar;
#endif
}

}  // namespace portolan
