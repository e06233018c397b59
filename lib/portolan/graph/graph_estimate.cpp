// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/graph_estimate.hpp"

// An estimate always holds one of its kinds, so that std::visit does not throw.
// NOLINTBEGIN(bugprone-exception-escape)

namespace portolan {
namespace {

bool fits(const NoEstimate&, std::size_t) noexcept {
  return true;
}
bool fits(const StraightLine& line, std::size_t nodes) noexcept {
  return line.points.size() == nodes && line.scale.shift < 128;
}
bool fits(const Landmarks& landmarks, std::size_t nodes) noexcept {
  return is_well_formed(landmarks, nodes);
}

/// Whether a distance to a landmark is no more than one over the arc: cut ones and those that do not exist are the
/// greatest.
bool is_least_over(std::uint64_t here, std::uint64_t there, std::uint64_t weight) noexcept {
  if (there == kNoDistance) return true;
  return here != kNoDistance && (here <= there + weight || there == kMaxLandmarkDistance);
}

bool agrees(const CsrGraph&, const NoEstimate&) noexcept {
  return true;
}
bool agrees(const CsrGraph& graph, const StraightLine& line) noexcept {
  return is_consistent(graph, line.points, line.scale);
}
bool agrees(const CsrGraph& graph, const Landmarks& landmarks) noexcept {
  for (std::size_t tail = 0; tail < graph.size(); ++tail) {
    for (std::size_t arc = graph.first[tail]; arc < graph.first[tail + 1]; ++arc) {
      for (std::size_t i = 0; i < landmarks.count; ++i) {
        const LandmarkDistance& from = landmarks.distances[tail * landmarks.count + i];
        const LandmarkDistance& to = landmarks.distances[graph.target[arc] * landmarks.count + i];
        if (!is_least_over(from.to, to.to, graph.weight[arc]) ||
            !is_least_over(to.from, from.from, graph.weight[arc])) {
          return false;
        }
      }
    }
  }
  return true;
}

}  // namespace

bool is_well_formed(const GraphEstimate& estimate, std::size_t nodes) noexcept {
  return std::visit([=](const auto& kind) { return fits(kind, nodes); }, estimate);
}

bool is_consistent(const CsrGraph& graph, const GraphEstimate& estimate) noexcept {
  return std::visit([&](const auto& kind) { return agrees(graph, kind); }, estimate);
}

}  // namespace portolan
// NOLINTEND(bugprone-exception-escape)
