// SPDX-License-Identifier: BSL-1.0
// What a query over a graph is asked and what it answers, whatever index serves it.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/graph/best_first.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// A node at which a path may begin or end, and what it costs to get there. Costs must be below kMaxEndCost.
struct GraphEnd {
  NodeId node = 0;
  Cost cost = 0;
};

/// Sums of the costs of two ends and of two distances of 32 bits stay below 2^44.
inline constexpr Cost kMaxEndCost = Cost{1} << 42;

/// A least path from any of some sources to any of some targets; `cost` is that of both ends and the arcs between them,
/// `work` is 0 where labels answer. status: found; unreachable (proven); out_of_budget (budget_spent, or no_room for
/// the path); bad_request (no_such_node: an end that is no node, or too costly); corrupt (data that contradict
/// themselves).
struct GraphPath : Answer {
  std::uint32_t source = 0;         ///< index of the end at which it begins
  std::uint32_t target = 0;         ///< index of the end at which it stops
  std::span<const NodeId> nodes{};  ///< from source to target, both included; a part of the caller's memory
};

}  // namespace portolan
