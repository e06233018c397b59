// SPDX-License-Identifier: BSL-1.0
// What A* over a graph expects of the rest of a path.
#pragma once

#include "portolan/graph/best_first.hpp"
#include "portolan/graph/landmarks.hpp"
#include "portolan/graph/position_estimate.hpp"

#include <cstddef>
#include <variant>

namespace portolan {

/// Each a view of what was made offline (offline/estimate_builder).
using GraphEstimate = std::variant<NoEstimate, StraightLine, Landmarks>;

/// An estimate that a caller brings: of(user, node, goal) is what it thinks a path costs from there, in the unit of the
/// arcs. It is asked of every node that a search reaches and of nothing else, must not throw, and may say anything:
/// that decides which path is found. The path costs the least for sure where the estimate of the goal is 0 and no other
/// falls over an arc by more than the arc costs (a consistent one); else it need not, and nothing is claimed.
struct NodeEstimate {
  Cost (*of)(void* user, NodeId node, NodeId goal) = nullptr;  ///< nullptr: none
  void* user = nullptr;

  /// By a functor, (NodeId node, NodeId goal) -> Cost, which must live as long as the estimate is used.
  template <class Of>
  [[nodiscard]] static NodeEstimate by(Of& functor) noexcept {
    return {[](void* own, NodeId node, NodeId goal) -> Cost { return (*static_cast<Of*>(own))(node, goal); }, &functor};
  }
};

/// Whether its arrays fit a graph of so many nodes. O(1).
[[nodiscard]] bool is_well_formed(const GraphEstimate& estimate, std::size_t nodes) noexcept;

/// Whether no bound falls by more than an arc costs from its tail to its head, for any goal: then bounds are below the
/// costs of paths, and A* settles no node twice. Needs is_well_formed of both. O(arcs), with landmarks times their
/// number.
[[nodiscard]] bool is_consistent(const CsrGraph& graph, const GraphEstimate& estimate) noexcept;

}  // namespace portolan
