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
    const std::int32_t side = rng.percent(80) ? 40 : kMaxSide;
    SegmentMemo memo(side, static_cast<std::size_t>(rng.below(600)));
    std::set<Ends> added;
    for (int i = 0; i < 400; ++i) {
      const auto coordinate = [&] { return rng.between(0, side) * kSubUnits; };
      const Point a{coordinate(), coordinate()};
      const Point b = rng.percent(50) ? Point{coordinate(), coordinate()} : Point{coordinate(), a.y};
      if (a == b) continue;
      const auto from = memo.number_of(a);
      const auto to = memo.number_of(b);
      if (rng.percent(50)) {
        memo.add(from, to);
        const bool kept = memo.knows(from, to);
        REQUIRE(memo.knows(to, from) == kept);
        added.insert(ends_of(a, b));
      }
      if (memo.knows(to, from)) {
        ++known;
        REQUIRE(added.count(ends_of(a, b)) == 1);
      }
    }
  }
  REQUIRE(known > 10'000);
}

TEST_CASE("a memo keeps no segments that end between vertices") {
  SegmentMemo memo(100, 100);
  const auto origin = memo.number_of({0, 0});
  const auto corner = memo.number_of({512, 256});
  const auto centre = memo.number_of({128, 128});
  REQUIRE(centre == SegmentMemo::kNoVertex);
  REQUIRE(memo.number_of({256, 1}) == SegmentMemo::kNoVertex);
  for (const auto end : {origin, corner, centre}) {
    memo.add(centre, end);
    REQUIRE_FALSE(memo.knows(centre, end));
    REQUIRE_FALSE(memo.knows(end, centre));
  }
  memo.add(origin, corner);
  REQUIRE(memo.knows(corner, origin));
}

}  // namespace portolan::test
