// SPDX-License-Identifier: BSL-1.0
// Lower bounds on costs by landmarks and the triangle inequality (ALT: Goldberg and Harrelson, 2005), for graphs
// without positions or with positions that mislead. Made by offline/landmark_builder; read here from memory that may be
// a mapped file.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/graph/csr_graph.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace portolan {

/// The distance of what cannot be reached, and the greatest there is: farther ones are cut down to it, which weakens
/// bounds and keeps them consistent.
inline constexpr std::uint32_t kNoDistance = 0xFFFF'FFFF;
inline constexpr std::uint32_t kMaxLandmarkDistance = kNoDistance - 1;

inline constexpr std::size_t kMaxLandmarks = 64;

/// Both distances between a node and a landmark.
struct LandmarkDistance {
  std::uint32_t to = kNoDistance;    ///< from the node to the landmark
  std::uint32_t from = kNoDistance;  ///< from the landmark to the node
};
static_assert(sizeof(LandmarkDistance) == 8);

/// Bounds are as good as the distances are right.
template <template <class> class Store>
struct BasicLandmarks {
  std::size_t count = 0;                ///< up to kMaxLandmarks
  Store<LandmarkDistance> distances{};  ///< by node, then by landmark

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor) {
    visitor.value(self.count);
    visitor.array(SectionKind::graph_landmarks, kAnyCount, self.distances);
  }
  [[nodiscard]] BasicLandmarks<Viewed> view() const noexcept { return view_of<BasicLandmarks<Viewed>>(*this); }
};
/// A view: owns nothing, safe to read from any number of threads.
using Landmarks = BasicLandmarks<Viewed>;

/// Whether there are distances for so many nodes. O(1).
[[nodiscard]] inline bool is_well_formed(const Landmarks& landmarks, std::size_t nodes) noexcept {
  return landmarks.count <= kMaxLandmarks && landmarks.distances.size() == nodes * landmarks.count;
}

/// A bound for what cannot be reached at all; two of them add up without harm.
inline constexpr Cost kUnreachableBound = kInfiniteCost / 2;

/// What one landmark says of the cost from a node to a goal: on the way to the landmark or from it a path over the goal
/// would be a detour. Consistent for a fixed goal; kUnreachableBound proves that there is no path.
[[nodiscard]] inline Cost landmark_bound(const LandmarkDistance& node, const LandmarkDistance& goal) noexcept {
  if ((node.to == kNoDistance && goal.to != kNoDistance) || (goal.from == kNoDistance && node.from != kNoDistance)) {
    return kUnreachableBound;
  }
  Cost bound = 0;
  // Either both of a pair are distances here, or the first or both of them say nothing.
  if (goal.to != kNoDistance && node.to > goal.to) bound = node.to - goal.to;
  if (node.from != kNoDistance && goal.from > node.from) bound = std::max<Cost>(bound, goal.from - node.from);
  return bound;
}

/// The bound of a few landmarks for one goal: those that say most of the cost from the source, as many as a cache line
/// holds; looking at all of them costs more than it saves. Consistent, for they stay the same throughout a search.
class LandmarkBound {
 public:
  /// Needs is_well_formed(landmarks) and nodes that exist.
  LandmarkBound(const Landmarks& landmarks, NodeId source, NodeId goal) noexcept : landmarks_(landmarks) {
    std::array<std::pair<Cost, std::uint32_t>, kMaxLandmarks> bounds{};
    for (std::uint32_t i = 0; i < landmarks.count; ++i) bounds[i] = {landmark_bound(at(source, i), at(goal, i)), i};
    count_ = std::min(landmarks.count, kUsed);
    const auto better = [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    };
    std::partial_sort(bounds.begin(), bounds.begin() + static_cast<std::ptrdiff_t>(count_),
                      bounds.begin() + static_cast<std::ptrdiff_t>(landmarks.count), better);
    for (std::size_t i = 0; i < count_; ++i) {
      used_[i] = bounds[i].second;
      goal_[i] = at(goal, used_[i]);
    }
  }

  Cost operator()(NodeId node) const noexcept {
    Cost bound = 0;
    for (std::size_t i = 0; i < count_; ++i) bound = std::max(bound, landmark_bound(at(node, used_[i]), goal_[i]));
    return bound;
  }

 private:
  static constexpr std::size_t kUsed = 4;

  [[nodiscard]] const LandmarkDistance& at(NodeId node, std::uint32_t landmark) const noexcept {
    return landmarks_.distances[node * landmarks_.count + landmark];
  }

  Landmarks landmarks_;
  std::array<std::uint32_t, kUsed> used_{};
  std::array<LandmarkDistance, kUsed> goal_{};
  std::size_t count_ = 0;
};

}  // namespace portolan
