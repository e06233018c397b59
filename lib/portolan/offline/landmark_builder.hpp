// SPDX-License-Identifier: BSL-1.0
// Chooses landmarks.
#pragma once

#include "portolan/graph/landmarks.hpp"

#include <cstddef>
#include <vector>

namespace portolan {

/// Landmarks that own their distances.
struct LandmarkArrays : BasicLandmarks<Owned> {
  std::vector<NodeId> nodes;  ///< the landmarks, in the order of their choice
};

/// Chooses up to `count` (at most kMaxLandmarks) landmarks of a well-formed graph, by the rule `avoid` (Goldberg and
/// Werneck, 2005): from a drawn root a shortest path tree; of its subtrees that hold no landmark the one whose nodes
/// the bounds so far fall short of by most in total; down its heaviest branch, the leaf. Roots are drawn from a fixed
/// seed, so that the same graph has the same landmarks everywhere. There are fewer where many roots in a row find
/// nothing to improve. O(roots x (nodes + arcs) log nodes); memory 8 bytes a node and landmark.
[[nodiscard]] LandmarkArrays choose_landmarks(const CsrGraph& graph, std::size_t count);

}  // namespace portolan
