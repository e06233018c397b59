// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/estimate_builder.hpp"

#include <utility>

namespace portolan {
namespace {

constexpr std::size_t kPairs = 32;
constexpr std::size_t kDraws = 2 * kPairs;

using Pairs = std::vector<std::pair<NodeId, NodeId>>;

std::uint64_t settled_for(const CsrGraph& graph, const GraphEstimate& estimate, const Pairs& pairs) {
  GraphQuery query(graph, estimate);
  std::uint64_t settled = 0;
  for (const auto& [from, to] : pairs) settled += query.cost(from, to, graph.size()).work;
  return settled;
}

/// Pairs with a path, drawn by a linear congruential generator (D. Knuth's constants).
Pairs drawn_pairs(const CsrGraph& graph) {
  GraphQuery query(graph);
  std::uint64_t state = 1;
  const auto draw = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<NodeId>((state >> 33) % graph.size());
  };
  Pairs pairs;
  for (std::size_t i = 0; i < kDraws && pairs.size() < kPairs; ++i) {
    const NodeId from = draw();
    const NodeId to = draw();
    if (query.cost(from, to, graph.size()).status == Status::found) pairs.emplace_back(from, to);
  }
  return pairs;
}

}  // namespace

GraphEstimate EstimateArrays::view() const noexcept {
  if (line.scale.square != 0) return line.view();
  if (landmarks.count != 0) return landmarks.view();
  return NoEstimate{};
}

EstimateArrays choose_estimate(const CsrGraph& graph, std::span<const GraphPosition> positions) {
  if (graph.size() == 0) return {};
  const Pairs pairs = drawn_pairs(graph);
  if (pairs.empty()) return {};
  const std::uint64_t blind = settled_for(graph, NoEstimate{}, pairs);
  const auto is_worthwhile = [&](const EstimateArrays& estimate) {
    return kWorthwhileShare * settled_for(graph, estimate.view(), pairs) <= blind;
  };
  if (positions.size() == graph.size()) {
    EstimateArrays straight;
    straight.line.points.resize(positions.size());
    place_on_lattice(positions, straight.line.points);
    straight.line.scale = consistent_scale(graph, straight.line.points);
    if (straight.line.scale.square != 0 && is_worthwhile(straight)) return straight;
  }
  EstimateArrays far_away;
  far_away.landmarks = choose_landmarks(graph, kChosenLandmarks);
  if (far_away.landmarks.count != 0 && is_worthwhile(far_away)) return far_away;
  return {};
}

}  // namespace portolan
