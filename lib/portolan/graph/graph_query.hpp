// SPDX-License-Identifier: BSL-1.0
// Least paths over a graph without an index, and what one search from a node finds besides: the nearest of some nodes,
// the costs of many, everything within reach.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/csr_graph.hpp"
#include "portolan/graph/dead_ends.hpp"
#include "portolan/graph/graph_estimate.hpp"
#include "portolan/graph/graph_path.hpp"
#include "portolan/graph/reached_nodes.hpp"
#include "portolan/graph/search_answer.hpp"
#include "portolan/graph/stamped_labels.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace portolan {

/// Simple paths over up to so many nodes cost less than kUnreachableBound.
inline constexpr std::size_t kMaxGraphQueryNodes = std::size_t{1} << 28;

/// Whether an estimate is known to be consistent.
enum class Consistency : std::uint8_t { unknown, proven };

/// A reusable searcher over one graph: Dijkstra (1959), and A* (Hart, Nilsson, Raphael, 1968) where the goal is known.
/// 48 bytes a node, committed where searches go; nothing is allocated after construction. One thread at a time; many
/// may share graph and estimate.
///
/// Nodes given as ends must exist and spans fit each other, else an answer is `bad_request`; heads of arcs are checked
/// where they are followed, and make it `corrupt`. `budget` is how many nodes may be settled.
class GraphQuery {
 public:
  /// Graph and estimate must outlive the searcher, and so must dead ends: those of this graph or of one with more arcs,
  /// or none. If their arrays do not fit each other, or the graph has more than kMaxGraphQueryNodes nodes, every query
  /// answers `corrupt`. O(nodes).
  explicit GraphQuery(const CsrGraph& graph, const GraphEstimate& estimate = NoEstimate{},
                      const DeadEndsView& dead_ends = {});

  /// The least cost from one node to another, by A*, which enters no dead end that holds neither.
  [[nodiscard]] GraphPath cost(NodeId from, NodeId to, std::uint64_t budget) noexcept;
  /// The cost of the path that A* finds by a caller's estimate. lower_bound is the cost where the estimate is known to
  /// be `consistent`, else what the graph's own estimate says.
  [[nodiscard]] GraphPath cost_by(const NodeEstimate& estimate, Consistency known, NodeId from, NodeId to,
                                  std::uint64_t budget) noexcept;
  /// The least path from one node to another, by A*, written to `room`, for which as many nodes as the graph has
  /// suffice. Of equal paths the
  /// one that the order of settling (`before`) finds: the same on every machine, whatever else was asked.
  [[nodiscard]] GraphPath path(NodeId from, NodeId to, std::uint64_t budget, std::span<NodeId> room) noexcept;
  /// The path of cost_by().
  [[nodiscard]] GraphPath path_by(const NodeEstimate& estimate, Consistency known, NodeId from, NodeId to,
                                  std::uint64_t budget, std::span<NodeId> room) noexcept;

  /// Up to room.size() (at least 1) of the nodes for which is_target(NodeId) says true (a bit set, a tag mask, a search
  /// in a sorted list): those of least cost from `from`, itself included, ascending by cost, then by id. found, with
  /// fewer if no more can be reached; unreachable: none can.
  template <class IsTarget>
  [[nodiscard]] ReachedNodes nearest(NodeId from, IsTarget&& is_target, std::uint64_t budget,
                                     std::span<ReachedNode> room) noexcept;

  /// All nodes whose cost from `from`, itself included, is at most `most`, ascending by cost, then by id.
  /// out_of_budget, no_room: `room` is too small.
  [[nodiscard]] ReachedNodes within(NodeId from, Cost most, std::uint64_t budget, std::span<ReachedNode> room) noexcept;

  /// costs[i]: the least cost from `from` to targets[i], kInfiniteCost if there is no path. Targets may repeat; both
  /// spans have one size. found: all costs are right, infinite ones too; else none is.
  [[nodiscard]] Answer one_to_many(NodeId from, std::span<const NodeId> targets, std::uint64_t budget,
                                   std::span<Cost> costs) noexcept;
  /// costs[i * targets.size() + j]: the same from sources[i] to targets[j], by one search a source, all within one
  /// budget.
  [[nodiscard]] Answer many_to_many(std::span<const NodeId> sources, std::span<const NodeId> targets,
                                    std::uint64_t budget, std::span<Cost> costs) noexcept;

 private:
  [[nodiscard]] GraphPath traced(GraphPath answer, NodeId to, std::span<NodeId> room) const noexcept;
  [[nodiscard]] Cost lower_bound(NodeId from, NodeId to) const noexcept;
  /// What no least path between two nodes needs.
  [[nodiscard]] DeadEndFilter needless_between(NodeId from, NodeId to) const noexcept;
  /// A search from one node. visit(node, cost) is told every settled node, before its arcs are followed, and says
  /// whether to go on. corrupt is set if an arc leads nowhere.
  template <class Heuristic, class Visit>
  SearchOutcome search(NodeId from, const SearchLimits& limits, Heuristic heuristic, Visit&& visit) noexcept;

  CsrGraph graph_;
  GraphEstimate estimate_;
  DeadEndsView dead_ends_;
  bool well_formed_;
  bool corrupt_ = false;  ///< in the present query
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<std::uint64_t> marked_;  ///< a bit a node: targets of the present query
};

template <class Heuristic, class Visit>
SearchOutcome GraphQuery::search(NodeId from, const SearchLimits& limits, Heuristic heuristic, Visit&& visit) noexcept {
  labels_.clear();
  corrupt_ = false;
  BestFirst best_first(labels_, std::span(open_.data(), open_.size()), heuristic);
  best_first.seed({.node = from}, limits);
  return best_first.run(limits, [&](NodeId node, Cost cost, auto&& relax) noexcept {
    if (!visit(node, cost)) {
      best_first.abandon();
      return;
    }
    for (std::size_t arc = graph_.first[node]; arc < graph_.first[node + 1]; ++arc) {
      const NodeId to = graph_.target[arc];
      if (to < graph_.size()) {
        relax(to, graph_.weight[arc]);
      } else {
        corrupt_ = true;
      }
    }
  });
}

template <class IsTarget>
ReachedNodes GraphQuery::nearest(NodeId from, IsTarget&& is_target, std::uint64_t budget,
                                 std::span<ReachedNode> room) noexcept {
  if (!well_formed_) return {corrupt_answer()};
  if (from >= graph_.size()) return {bad_node_answer()};
  if (room.empty()) return {bad_size_answer()};
  NearestNodes nearest(room);
  const SearchOutcome outcome =
      search(from, {.expansions = budget}, NoEstimate{}, [&](NodeId node, Cost cost) noexcept {
        if (!nearest.can_take(cost)) return false;
        if (is_target(node)) nearest.take({cost, node});
        return true;
      });
  ReachedNodes answer{corrupt_ ? corrupt_answer(outcome.expansions) : answer_of_all(outcome)};
  if (answer.status != Status::found) return answer;
  answer.nodes = nearest.finish();
  return answer.nodes.empty() ? ReachedNodes{answer_of(outcome, 0)} : answer;
}

}  // namespace portolan
