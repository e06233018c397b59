// SPDX-License-Identifier: BSL-1.0
// The reference for large maps against the one for small maps, which tests a segment against every tile.
#include "support/brute_sight.hpp"
#include "support/random_world.hpp"
#include "support/visibility_graph.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

Point random_place(Rng& rng, const BruteSight& sight, std::int32_t footprint) {
  const std::int32_t grain = footprint != 0 || rng.percent(40) ? kSubUnits : rng.percent(40) ? kSubUnits / 2 : 1;
  return {rng.between(0, sight.width() * kSubUnits / grain) * grain,
          rng.between(0, sight.height() * kSubUnits / grain) * grain};
}

double euclidean(Point a, Point b) {
  return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)) / kSubUnits;
}

/// Whether every corner is seen from `from` just if the segment to it is clear.
bool sees_what_is_clear(const VisibilityGraph& graph, const std::set<std::pair<int, int>>& corners, Point from) {
  std::set<std::pair<int, int>> seen;
  for (const Vertex v : graph.visible(from)) {
    if (!seen.emplace(v.x, v.y).second) return false;
  }
  return std::all_of(corners.begin(), corners.end(), [&](const auto& corner) {
    const Point at = to_point({corner.first, corner.second});
    return (seen.count(corner) != 0) == (at != from && graph.sight().clear(from, at));
  });
}

}  // namespace

TEST_CASE("the visibility graph sees and measures as every segment tested against every tile does", "[heavy]") {
  Rng rng(71);
  int reachable = 0;
  int unreachable = 0;
  for (int world = 0; world < 4000; ++world) {
    const TileMap map = random_map(rng, {.weights = Weights::uniform, .max_side = rng.percent(80) ? 12 : 30});
    const std::int32_t footprint = rng.between(0, std::min({3, map.width(), map.height()}));
    VisibilityGraph graph(map, footprint);
    const BruteSight& sight = graph.sight();
    const BruteGraph reference(sight);
    std::set<std::pair<int, int>> corners;
    for (std::int32_t y = 0; y <= sight.height(); ++y) {
      for (std::int32_t x = 0; x <= sight.width(); ++x) {
        if (graph.corner({x, y})) corners.emplace(x, y);
      }
    }
    for (int query = 0; query < 12; ++query) {
      const Point a = random_place(rng, sight, footprint);
      const Point b = random_place(rng, sight, footprint);
      if (!sight.stands(a) || !sight.stands(b)) continue;
      CAPTURE(world, footprint, map.width(), map.height(), a.x, a.y, b.x, b.y);
      REQUIRE(sees_what_is_clear(graph, corners, a));
      const auto expected = reference.distance(a, b, euclidean);
      const auto found = graph.distance(a, b);
      REQUIRE(found.has_value() == expected.has_value());
      ++(found ? reachable : unreachable);
      if (found) REQUIRE(std::abs(std::ldexp(static_cast<double>(*found), -20) - *expected) < 1e-4);
    }
  }
  REQUIRE(reachable > 10000);
  REQUIRE(unreachable > 1000);
}

}  // namespace portolan::test
