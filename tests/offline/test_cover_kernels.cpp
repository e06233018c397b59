// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/cover_kernels.hpp"
#include "support/random_world.hpp"
#include "support/simd_levels.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("a label covers a distance at every level of instructions if some hub's sum does") {
  Rng rng(5);
  const std::vector<SimdLevel> levels = usable_levels();
  int covered = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto any_distance = [&]() -> std::uint32_t {
      switch (rng.below(4)) {
        case 0:
          return static_cast<std::uint32_t>(rng.next());
        case 1:
          return kNotOfRoot - 1 - static_cast<std::uint32_t>(rng.below(3));
        default:
          return static_cast<std::uint32_t>(rng.below(50));
      }
    };
    std::vector<std::uint32_t> root(static_cast<std::size_t>(rng.between(1, 60)), kNotOfRoot);
    for (std::uint32_t& distance : root) {
      if (rng.percent(40)) distance = any_distance();
    }
    std::vector<std::uint32_t> hub;
    std::vector<std::uint32_t> distance;
    for (std::uint32_t i = 0; i < root.size(); ++i) {
      if (rng.percent(50)) continue;
      hub.push_back(i);
      distance.push_back(any_distance());
    }
    // About where the sums are, and beyond 32 bits.
    std::uint64_t limit = static_cast<std::uint64_t>(rng.below(100));
    if (rng.percent(30)) limit = std::uint64_t{any_distance()} + any_distance();
    bool expected = false;
    for (std::size_t i = 0; i < hub.size(); ++i) {
      expected = expected || (root[hub[i]] != kNotOfRoot && std::uint64_t{root[hub[i]]} + distance[i] <= limit);
    }
    covered += expected ? 1 : 0;
    CAPTURE(round, limit, hub.size());
    for (const SimdLevel level : levels) {
      REQUIRE(covers(level)(hub.data(), distance.data(), hub.size(), root.data(), limit) == expected);
    }
  }
  REQUIRE(covered > 5000);
  REQUIRE(covered < 15'000);
}

}  // namespace portolan::test
