// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/graph_estimate.hpp"

namespace portolan {
namespace {

/// Whether a distance to a landmark is no more than one over the arc: cut ones and those that do not exist are the
/// greatest.
bool is_least_over(std::uint64_t here, std::uint64_t there, std::uint64_t weight) noexcept {
  if (there == kNoDistance) return true;
  return here != kNoDistance && (here <= there + weight || there == kMaxLandmarkDistance);
}

bool are_consistent(const CsrGraph& graph, const Landmarks& landmarks) noexcept {
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
  if (const auto* const line = std::get_if<StraightLine>(&estimate))
    return line->points.size() == nodes && line->scale.shift < 128 && line->scale.reserved == 0;
  if (const auto* const landmarks = std::get_if<Landmarks>(&estimate)) return is_well_formed(*landmarks, nodes);
  return true;
}

bool is_consistent(const CsrGraph& graph, const GraphEstimate& estimate) noexcept {
  if (const auto* const line = std::get_if<StraightLine>(&estimate))
    return is_consistent(graph, line->points, line->scale);
  if (const auto* const landmarks = std::get_if<Landmarks>(&estimate)) return are_consistent(graph, *landmarks);
  return true;
}

}  // namespace portolan
