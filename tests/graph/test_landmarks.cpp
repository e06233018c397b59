// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/landmark_builder.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

std::vector<Cost> costs_from(const CsrGraph& graph, NodeId node) {
  return reference_costs(graph, std::vector<GraphEnd>{{.node = node}});
}

std::uint32_t cut(Cost cost) {
  return cost == kInfiniteCost ? kNoDistance : static_cast<std::uint32_t>(std::min<Cost>(cost, kMaxLandmarkDistance));
}

}  // namespace

TEST_CASE("landmarks hold their distances, and their bounds are consistent and never too high") {
  Rng rng(1);
  std::size_t chosen = 0;
  for (int round = 0; round < 500; ++round) {
    CsrArrays arrays = random_graph(rng, 25);
    if (rng.percent(10)) {
      for (std::uint32_t& weight : arrays.weight) weight = 0xFFFF'FFFE;  // sums beyond 32 bits
    }
    const CsrGraph graph = arrays.view();
    const CsrArrays reversed = reversed_graph(graph);
    const LandmarkArrays landmarks = choose_landmarks(graph, static_cast<std::size_t>(rng.between(0, 8)));
    const std::size_t count = landmarks.nodes.size();
    chosen += count;
    REQUIRE(is_well_formed(landmarks.view(), graph.size()));
    REQUIRE(std::set(landmarks.nodes.begin(), landmarks.nodes.end()).size() == count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<Cost> from = costs_from(graph, landmarks.nodes[i]);
      const std::vector<Cost> to = costs_from(reversed.view(), landmarks.nodes[i]);
      for (NodeId node = 0; node < graph.size(); ++node) {
        REQUIRE(landmarks.distances[node * count + i].from == cut(from[node]));
        REQUIRE(landmarks.distances[node * count + i].to == cut(to[node]));
      }
    }
    for (NodeId goal = 0; goal < graph.size(); ++goal) {
      const auto source = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
      const LandmarkBound bound(landmarks.view(), source, goal);
      const std::vector<Cost> rest = costs_from(reversed.view(), goal);
      REQUIRE(bound(goal) == 0);
      for (NodeId node = 0; node < graph.size(); ++node) {
        REQUIRE(bound(node) <= rest[node]);
        for (std::size_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
          REQUIRE(bound(node) <= graph.weight[arc] + bound(graph.target[arc]));
        }
      }
    }
  }
  REQUIRE(chosen > 500);
}

TEST_CASE("the same graph has the same landmarks") {
  Rng rng(2);
  for (int round = 0; round < 50; ++round) {
    const CsrArrays graph = random_graph(rng, 60);
    REQUIRE(choose_landmarks(graph.view(), 6).nodes == choose_landmarks(graph.view(), 6).nodes);
  }
}

TEST_CASE("one landmark at either end of a road says everything about it") {
  CsrArrays road{{0}, {}, {}};
  constexpr NodeId kNodes = 50;
  for (NodeId node = 0; node < kNodes; ++node) {
    for (const NodeId to : {node - 1, node + 1}) {
      if (to >= kNodes) continue;
      road.target.push_back(to);
      road.weight.push_back(7);
    }
    road.first.push_back(static_cast<std::uint32_t>(road.target.size()));
  }
  const LandmarkArrays landmarks = choose_landmarks(road.view(), 4);
  for (NodeId a = 0; a < kNodes; ++a) {
    for (NodeId b = 0; b < kNodes; ++b) {
      REQUIRE(LandmarkBound(landmarks.view(), a, b)(a) == 7 * (a < b ? b - a : a - b));
    }
  }
}

TEST_CASE("a landmark proves that there is no path") {
  // 0 -> 1 -> 2
  const CsrArrays arrays{{0, 1, 2, 2}, {1, 2}, {5, 5}};
  const LandmarkArrays landmarks = choose_landmarks(arrays.view(), 3);
  REQUIRE_FALSE(landmarks.nodes.empty());
  REQUIRE(LandmarkBound(landmarks.view(), 2, 0)(2) == kUnreachableBound);
  REQUIRE(LandmarkBound(landmarks.view(), 0, 2)(0) <= 10);
}

TEST_CASE("the check of landmarks accepts as many distances as there must be") {
  const std::vector<LandmarkDistance> distances(6);
  REQUIRE(is_well_formed(Landmarks{2, distances}, 3));
  REQUIRE_FALSE(is_well_formed(Landmarks{3, distances}, 3));
  REQUIRE_FALSE(is_well_formed(Landmarks{kMaxLandmarks + 1, std::vector<LandmarkDistance>(kMaxLandmarks + 1)}, 1));
}

}  // namespace portolan::test
