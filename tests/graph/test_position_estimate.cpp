// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/position_estimate.hpp"
#include "support/random_graph.hpp"

#include <limits>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using detail::floor_sqrt;
using detail::Wide;

std::vector<LatticePoint> on_lattice(std::span<const GraphPosition> positions) {
  std::vector<LatticePoint> points(positions.size());
  place_on_lattice(positions, points);
  return points;
}

void require_consistent(const CsrGraph& graph, const StraightLine& line) {
  for (NodeId goal = 0; goal < graph.size(); ++goal) {
    REQUIRE(straight_bound(line, goal, goal) == 0);
    for (NodeId from = 0; from < graph.size(); ++from) {
      for (std::size_t arc = graph.first[from]; arc < graph.first[from + 1]; ++arc) {
        const Cost rest = straight_bound(line, graph.target[arc], goal);
        REQUIRE(straight_bound(line, from, goal) <= graph.weight[arc] + rest);
      }
    }
  }
}

}  // namespace

TEST_CASE("integer square roots are exact around every power of two and every square") {
  const auto check = [](Wide value) {
    const std::uint64_t root = floor_sqrt(value);
    REQUIRE(Wide{root} * root <= value);
    REQUIRE(Wide{root + 1} * (root + 1) > value);
  };
  for (std::uint64_t i = 0; i < 1000; ++i) check(i);
  for (int bit = 10; bit < 100; ++bit) {
    for (std::uint64_t off = 0; off < 3; ++off) {
      check((Wide{1} << bit) + off);
      check((Wide{1} << bit) - 1 - off);
    }
  }
  Rng rng(1);
  for (int i = 0; i < 100'000; ++i) {
    const Wide root = rng.next() >> rng.between(14, 63);
    if (root == 0) continue;
    check(root * root);
    check(root * root - 1);
    check(root * root + root);
  }
}

TEST_CASE("positions of any size fill the lattice and keep their order") {
  Rng rng(2);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<GraphPosition> positions = random_positions(rng, static_cast<std::size_t>(rng.between(1, 30)));
    const std::vector<LatticePoint> points = on_lattice(positions);
    std::uint32_t farthest = 0;
    bool differ = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      REQUIRE(points[i].x < kLatticeSide);
      REQUIRE(points[i].y < kLatticeSide);
      farthest = std::max({farthest, points[i].x, points[i].y});
      for (std::size_t j = 0; j < i; ++j) {
        if (positions[i].x < positions[j].x) REQUIRE(points[i].x <= points[j].x);
        if (positions[i].y < positions[j].y) REQUIRE(points[i].y <= points[j].y);
        differ =
            differ || positions[i].x * 0.25 != positions[j].x * 0.25 || positions[i].y * 0.25 != positions[j].y * 0.25;
      }
    }
    REQUIRE((farthest >= kLatticeSide / 2) == differ);
  }
}

TEST_CASE("integers keep their distances on the lattice") {
  const std::vector<GraphPosition> positions{{-20759, 32148}, {-20950, 31942}, {70001, -5}, {3, 4}};
  const std::vector<LatticePoint> points = on_lattice(positions);
  // The longer side is 90951, of 17 bits: a unit is 2^14.
  for (std::size_t i = 0; i < positions.size(); ++i) {
    REQUIRE(points[i].x == static_cast<std::uint32_t>(positions[i].x + 20950) << 14);
    REQUIRE(points[i].y == static_cast<std::uint32_t>(positions[i].y + 5) << 14);
  }
}

TEST_CASE("the scale is the largest that no arc contradicts") {
  Rng rng(3);
  int scaled = 0;
  for (int round = 0; round < 3000; ++round) {
    const CsrArrays arrays = random_graph(rng, 20);
    const CsrGraph graph = arrays.view();
    if (graph.size() == 0) continue;
    const std::vector<LatticePoint> points = on_lattice(random_positions(rng, graph.size()));
    const StraightScale scale = consistent_scale(graph, points);
    REQUIRE(is_consistent(graph, points, scale));
    require_consistent(graph, {points, scale});
    if (scale.square == 0) continue;
    ++scaled;
    const bool at_limit = scale.shift == 127 || scale.square == std::numeric_limits<std::uint64_t>::max();
    if (!at_limit) REQUIRE_FALSE(is_consistent(graph, points, {scale.square + 1, scale.shift}));
    REQUIRE_FALSE(is_consistent(graph, points, {scale.square, 128}));
    std::vector<LatticePoint> outside = points;
    outside.front().x = kLatticeSide;
    REQUIRE_FALSE(is_consistent(graph, outside, scale));
  }
  REQUIRE(scaled > 500);
}

TEST_CASE("an arc of no cost between different points leaves no scale, between equal ones it does not matter") {
  const std::vector<GraphPosition> positions{{0, 0}, {0, 0}, {3, 4}};
  const std::vector<LatticePoint> points = on_lattice(positions);
  const CsrArrays tied{{0, 1, 3, 3}, {1, 0, 2}, {0, 0, 10}};
  const StraightScale scale = consistent_scale(tied.view(), points);
  REQUIRE(straight_bound({points, scale}, 0, 2) == 10);
  const CsrArrays ferry{{0, 1, 3, 3}, {2, 0, 2}, {0, 0, 10}};
  REQUIRE(consistent_scale(ferry.view(), points) == StraightScale{});
}

TEST_CASE("far points of steep scales are cut at the greatest bound") {
  const std::vector<LatticePoint> points{{0, 0}, {1, 0}, {kLatticeSide - 1, kLatticeSide - 1}};
  const CsrArrays graph{{0, 1, 1, 1}, {1}, {0xFFFF'FFFF}};
  const StraightLine line{points, consistent_scale(graph.view(), points)};
  REQUIRE(straight_bound(line, 0, 1) == 0xFFFF'FFFF);
  REQUIRE(straight_bound(line, 0, 2) == kMaxStraightBound);
}

}  // namespace portolan::test
