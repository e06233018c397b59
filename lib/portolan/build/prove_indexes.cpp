// SPDX-License-Identifier: BSL-1.0
#include "portolan/build/prove_indexes.hpp"

#include "portolan/build/block_builder.hpp"
#include "portolan/build/block_join.hpp"
#include "portolan/build/label_builder.hpp"
#include "portolan/build/waypoint_builder.hpp"
#include "portolan/core/parallel.hpp"
#include "portolan/graph/hierarchy_table.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace portolan {
namespace {

/// Nodes that one thread takes at a time.
constexpr std::size_t kChunk = 64;

std::string graph_fault(const SightTierView& tier, unsigned threads) {
  const WaypointGraphView& graph = *tier.graph;
  const auto made = build_waypoint_graph(tier.space, {.metric = graph.metric, .threads = threads});
  if (!made) return made.error().message;
  const bool same = std::ranges::equal(made->first, graph.first) && std::ranges::equal(made->target, graph.target) &&
                    std::ranges::equal(made->weight, graph.weight);
  return same ? "" : "the sight edges are not those of the terrain";
}

/// Looks for a way between higher nodes that is lost when a node gives way. One thread at a time.
class ContractionProof {
 public:
  explicit ContractionProof(const ContractionHierarchy& hierarchy)
      : hierarchy_(hierarchy), table_(hierarchy, std::max(hierarchy.size(), kBucketEntries)) {}

  [[nodiscard]] bool keeps_distances(NodeId rank) {
    pairs_.clear();
    sources_.clear();
    targets_.clear();
    const UpwardArcs& in = hierarchy_.backward;
    const UpwardArcs& out = hierarchy_.forward;
    for (std::uint32_t i = in.first[rank]; i < in.first[rank + 1]; ++i) {
      for (std::uint32_t o = out.first[rank]; o < out.first[rank + 1]; ++o) {
        const Cost cost = Cost{in.weight[i]} + out.weight[o];
        if (in.target[i] == out.target[o] || has_arc(in.target[i], out.target[o], cost)) continue;
        pairs_.push_back({number_in(sources_, in.target[i]), number_in(targets_, out.target[o]), cost});
      }
    }
    if (pairs_.empty()) return true;
    costs_.resize(sources_.size() * targets_.size());
    if (table_.costs(sources_, targets_, costs_) != Status::found) return false;
    return std::ranges::all_of(
        pairs_, [&](const Pair& pair) { return costs_[pair.from * targets_.size() + pair.to] <= pair.cost; });
  }

 private:
  static constexpr std::size_t kBucketEntries = 100'000;
  struct Pair {
    std::size_t from;  ///< into sources_
    std::size_t to;    ///< into targets_
    Cost cost;
  };

  [[nodiscard]] bool has_arc(NodeId from, NodeId to, Cost most) const {
    const UpwardArcs& up = from < to ? hierarchy_.forward : hierarchy_.backward;
    const std::size_t arc = find_arc(up, std::min(from, to), std::max(from, to));
    return arc != up.target.size() && up.weight[arc] <= most;
  }
  /// Where the node of a rank stands in a list, at whose end it is put if it is not among the last.
  [[nodiscard]] std::size_t number_in(std::vector<NodeId>& list, NodeId rank) const {
    const NodeId node = hierarchy_.node[rank];
    const auto at = std::ranges::find(list, node);
    const auto number = static_cast<std::size_t>(at - list.begin());
    if (at == list.end()) list.push_back(node);
    return number;
  }

  ContractionHierarchy hierarchy_;
  HierarchyTable table_;
  std::vector<Pair> pairs_;
  std::vector<NodeId> sources_;
  std::vector<NodeId> targets_;
  std::vector<Cost> costs_;
};

std::string hierarchy_fault(const ContractionHierarchy& hierarchy, unsigned threads) {
  std::vector<std::unique_ptr<ContractionProof>> proofs(thread_count(threads));
  std::atomic<bool> complete{true};
  parallel_for((hierarchy.size() + kChunk - 1) / kChunk, threads, [&](std::size_t chunk, unsigned worker) {
    auto& proof = proofs[worker];
    if (!proof) proof = std::make_unique<ContractionProof>(hierarchy);
    const std::size_t end = std::min(hierarchy.size(), (chunk + 1) * kChunk);
    for (std::size_t rank = chunk * kChunk; rank < end && complete; ++rank) {
      if (!proof->keeps_distances(static_cast<NodeId>(rank))) complete = false;
    }
  });
  return complete ? "" : "the contraction hierarchy lacks a shortcut";
}

/// An order of nodes in which these can be canonical labels, the least important first; nothing if there is none.
std::optional<std::vector<NodeId>> order_of(const HubLabels& labels, const HubNames& names) {
  const std::size_t nodes = labels.size();
  const auto for_each_hub = [&](NodeId node, auto&& visit) {
    for (const LabelSet* set : {&labels.out, &labels.in}) {
      for (std::uint32_t entry = set->first[node]; entry < set->first[node + 1]; ++entry) {
        const NodeId hub = names.waypoint[set->hub[entry]];
        if (hub != node) visit(hub);
      }
    }
  };
  std::vector<std::uint32_t> waiting(nodes, 0);  // by node: entries for it of nodes that come before it
  for (NodeId node = 0; node < nodes; ++node) for_each_hub(node, [&](NodeId hub) { ++waiting[hub]; });
  std::vector<NodeId> order;
  for (NodeId node = 0; node < nodes; ++node) {
    if (waiting[node] == 0) order.push_back(node);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for_each_hub(order[i], [&](NodeId hub) {
      if (--waiting[hub] == 0) order.push_back(hub);
    });
  }
  if (order.size() != nodes) return {};
  return order;
}

/// The label of a node by the hubs' nodes.
std::vector<std::pair<NodeId, std::uint32_t>> label_of(const LabelSet& set, const HubNames& names, NodeId node) {
  std::vector<std::pair<NodeId, std::uint32_t>> label;
  for (std::uint32_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
    label.emplace_back(names.waypoint[set.hub[entry]], set.distance[entry]);
  }
  std::ranges::sort(label);
  return label;
}

std::string labels_fault(const CsrGraph& graph, const HubLabels& labels, unsigned threads) {
  const HubNames names(labels);
  const auto order = order_of(labels, names);
  if (!order) return "the hub labels belong to no order of hubs";
  const auto made = build_hub_labels(graph, {.order = HubOrder::contraction, .threads = threads, .contracted = *order});
  if (!made) return made.error().message;
  const HubLabels expected = made->view();
  const HubNames expected_names(expected);
  for (NodeId node = 0; node < labels.size(); ++node) {
    if (label_of(labels.out, names, node) != label_of(expected.out, expected_names, node) ||
        label_of(labels.in, names, node) != label_of(expected.in, expected_names, node)) {
      return "the hub labels of node " + std::to_string(node) + " are not those of the graph";
    }
  }
  return {};
}

std::string indexes_fault(const CsrGraph& graph, const std::optional<ContractionHierarchy>& hierarchy,
                          const std::optional<HubLabels>& labels, unsigned threads) {
  std::string fault;
  if (hierarchy) fault = hierarchy_fault(*hierarchy, threads);
  if (fault.empty() && labels) fault = labels_fault(graph, *labels, threads);
  return fault;
}

std::string sight_fault(const SightTierView& tier, unsigned threads) {
  std::string fault = graph_fault(tier, threads);
  if (!fault.empty()) return fault;
  const CsrGraph graph{tier.graph->first, tier.graph->target, tier.graph->weight};
  fault = indexes_fault(graph, tier.hierarchy, tier.labels, threads);
  if (!fault.empty() || !tier.blocks) return fault;
  return block_labels_fault(tier.space, *tier.graph, *tier.labels, *tier.blocks, threads);
}

}  // namespace

Outcome prove_indexes(const World& world, unsigned threads) {
  for (const ProfileView& profile : world.profiles()) {
    if (!profile.sight || !profile.sight->graph) continue;
    const std::string fault = sight_fault(*profile.sight, threads);
    if (!fault.empty()) return Error{ErrorCode::corrupt, "profile '" + std::string(profile.name) + "': " + fault};
  }
  if (const auto& board = world.region_graph()) {
    const std::string fault = indexes_fault(board->graph.arcs, board->hierarchy, board->labels, threads);
    if (!fault.empty()) return Error{ErrorCode::corrupt, "region graph: " + fault};
  }
  return Success{};
}

}  // namespace portolan
