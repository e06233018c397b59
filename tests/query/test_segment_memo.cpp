// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/segment_memo.hpp"
#include "support/random_world.hpp"

#include <array>
#include <set>
#include <utility>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using Ends = std::array<std::int32_t, 4>;

Ends ends_of(Point a, Point b) {
  return std::pair(a.y, a.x) < std::pair(b.y, b.x) ? Ends{a.x, a.y, b.x, b.y} : Ends{b.x, b.y, a.x, a.y};
}

}  // namespace

TEST_CASE("a memo knows segments that were added, either way round, and no others") {
  Rng rng(1);
  std::size_t known = 0;
  for (int round = 0; round < 200; ++round) {
    SegmentMemo memo(static_cast<std::size_t>(rng.below(600)));
    std::set<Ends> added;
    const std::int32_t side = rng.percent(80) ? 40 : kMaxSide;
    for (int i = 0; i < 400; ++i) {
      const auto coordinate = [&] { return rng.between(0, side) * kSubUnits; };
      const Point a{coordinate(), coordinate()};
      const Point b = rng.percent(50) ? Point{coordinate(), coordinate()} : Point{coordinate(), a.y};
      if (a == b) continue;
      if (rng.percent(50)) {
        memo.add(a, b);
        const bool kept = memo.knows(a, b);
        REQUIRE(memo.knows(b, a) == kept);
        if (side == 40) REQUIRE(kept);
        added.insert(ends_of(a, b));
      }
      if (memo.knows(b, a)) {
        ++known;
        REQUIRE(added.count(ends_of(a, b)) == 1);
      }
    }
  }
  REQUIRE(known > 1000);
}

TEST_CASE("a memo keeps no segments that end between vertices") {
  SegmentMemo memo(100);
  memo.add({0, 0}, {128, 256});
  REQUIRE_FALSE(memo.knows({0, 0}, {128, 256}));
  REQUIRE_FALSE(memo.knows({0, 0}, {0, 256}));
  memo.add({0, 0}, {256, 256});
  REQUIRE(memo.knows({256, 256}, {0, 0}));
  REQUIRE_FALSE(memo.knows({256, 256}, {1, 0}));
}

}  // namespace portolan::test
