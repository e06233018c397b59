// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/prove_indexes.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/graph/hierarchy_table.hpp"
#include "portolan/offline/block_builder.hpp"
#include "portolan/offline/block_join.hpp"
#include "portolan/offline/index_runs.hpp"
#include "portolan/offline/label_builder.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/world/schema.hpp"

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
constexpr std::size_t kRanksAtOnce = 64;

Error corrupt(std::string fault) {
  return {ErrorCode::corrupt, std::move(fault)};
}

Outcome prove_graph(const SightTierView& tier, const LinkTable& links, const ProofOptions& options) {
  const WaypointGraphView& graph = *tier.graph;
  const auto made = build_waypoint_graph(
      tier.space, {.metric = graph.metric, .threads = options.threads, .memory = options.memory, .links = &links});
  if (!made) return made.error();
  const bool same = std::ranges::equal(made->first, graph.first) && std::ranges::equal(made->target, graph.target) &&
                    std::ranges::equal(made->weight, graph.weight);
  if (!same) return corrupt("the sight edges are not those of the terrain");
  return Success{};
}

/// Looks for a way between higher nodes that is lost when a node gives way. One thread at a time.
class ContractionProof {
 public:
  explicit ContractionProof(const ContractionHierarchy& hierarchy)
      : hierarchy_(hierarchy), table_(hierarchy, std::max(hierarchy.size(), kBucketEntries)) {}

  [[nodiscard]] bool keeps_distances(NodeId rank) {
    const UpwardArcs& in = hierarchy_.backward;
    const UpwardArcs& out = hierarchy_.forward;
    const std::uint32_t begin = out.first[rank];
    const std::uint32_t end = out.first[rank + 1];
    forget(end - begin);
    for (std::uint32_t i = in.first[rank]; i < in.first[rank + 1]; ++i) {
      bool is_source = false;
      for (std::uint32_t o = begin; o < end; ++o) {
        const Cost cost = Cost{in.weight[i]} + out.weight[o];
        if (in.target[i] == out.target[o] || has_arc(in.target[i], out.target[o], cost)) continue;
        if (!std::exchange(is_source, true)) sources_.push_back(hierarchy_.node[in.target[i]]);
        std::uint32_t& number = target_number_[o - begin];
        if (number == kNoTarget) {
          number = static_cast<std::uint32_t>(targets_.size());
          targets_.push_back(hierarchy_.node[out.target[o]]);
        }
        pairs_.push_back({sources_.size() - 1, number, cost});
      }
      if (sources_.size() * targets_.size() < kMostCosts) continue;
      if (!holds_ways()) return false;
      forget(end - begin);
    }
    return holds_ways();
  }

 private:
  static constexpr std::size_t kBucketEntries = 100'000;
  /// Between nodes asked for at once.
  static constexpr std::size_t kMostCosts = 1 << 16;
  static constexpr std::uint32_t kNoTarget = 0xFFFF'FFFF;
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
  /// Starts a list of pairs between sources and so many targets.
  void forget(std::size_t targets) {
    pairs_.clear();
    sources_.clear();
    targets_.clear();
    target_number_.assign(targets, kNoTarget);
  }
  /// Whether each pair of the list has a way that costs no more.
  [[nodiscard]] bool holds_ways() {
    if (pairs_.empty()) return true;
    costs_.resize(sources_.size() * targets_.size());
    if (table_.costs(sources_, targets_, ~std::uint64_t{0}, costs_).status != Status::found) return false;
    return std::ranges::all_of(
        pairs_, [&](const Pair& pair) { return costs_[pair.from * targets_.size() + pair.to] <= pair.cost; });
  }

  ContractionHierarchy hierarchy_;
  HierarchyTable table_;
  std::vector<Pair> pairs_;
  std::vector<NodeId> sources_;
  std::vector<NodeId> targets_;
  std::vector<std::uint32_t> target_number_;  ///< by arc up from the node that gives way: into targets_, or kNoTarget
  std::vector<Cost> costs_;
};

Outcome prove_hierarchy(const ContractionHierarchy& hierarchy, unsigned threads) {
  std::vector<std::unique_ptr<ContractionProof>> proofs(thread_count(threads));
  std::atomic<bool> complete{true};
  const IndexRuns runs{hierarchy.size(), kRanksAtOnce};
  parallel_for(runs.size(), threads, [&](std::size_t run, unsigned worker) {
    auto& proof = proofs[worker];
    if (!proof) proof = std::make_unique<ContractionProof>(hierarchy);
    const auto [begin, end] = runs[run];
    for (std::size_t rank = begin; rank < end && complete; ++rank) {
      if (!proof->keeps_distances(static_cast<NodeId>(rank))) complete = false;
    }
  });
  if (!complete) return corrupt("the contraction hierarchy lacks a shortcut");
  return Success{};
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

Outcome prove_labels(const CsrGraph& graph, const HubLabels& labels, const ProofOptions& options) {
  const HubNames names(labels);
  const auto order = order_of(labels, names);
  if (!order) return corrupt("the hub labels belong to no order of hubs");
  const std::uint64_t entries = labels.out.hub.size() + labels.in.hub.size();
  const auto made = build_hub_labels(graph, {.order = HubOrder::contraction,
                                             .threads = options.threads,
                                             .memory = options.memory,
                                             .max_entries = entries,
                                             .contracted = *order});
  if (!made) return made.error();
  const HubLabels expected = made->view();
  const HubNames expected_names(expected);
  for (NodeId node = 0; node < labels.size(); ++node) {
    if (label_of(labels.out, names, node) != label_of(expected.out, expected_names, node) ||
        label_of(labels.in, names, node) != label_of(expected.in, expected_names, node)) {
      return corrupt("the hub labels of node " + std::to_string(node) + " are not those of the graph");
    }
  }
  return Success{};
}

Outcome prove(const CsrGraph& graph, const std::optional<ContractionHierarchy>& hierarchy,
              const std::optional<HubLabels>& labels, const ProofOptions& options) {
  if (hierarchy) {
    if (Outcome proven = prove_hierarchy(*hierarchy, options.threads); !proven) return proven;
  }
  return labels ? prove_labels(graph, *labels, options) : Outcome(Success{});
}

Outcome prove(const SightTierView& tier, const LinkTable& links, const ProofOptions& options) {
  if (Outcome proven = prove_graph(tier, links, options); !proven) return proven;
  const CsrGraph graph{tier.graph->first, tier.graph->target, tier.graph->weight};
  if (Outcome proven = prove(graph, tier.hierarchy, tier.labels, options); !proven) return proven;
  if (!tier.blocks) return Success{};
  return prove_block_labels(tier.space, *tier.graph, *tier.labels, *tier.blocks,
                            {.threads = options.threads, .memory = options.memory});
}

Error of(const std::string& part, const Error& error) {
  return {error.code, part + ": " + error.message};
}

}  // namespace

bool is_left_to_prove(SectionKind kind) {
  if (kind == SectionKind::sight_first || kind == SectionKind::sight_target || kind == SectionKind::sight_weight) {
    return true;
  }
  const SectionSchema* const section = find_schema(static_cast<std::uint32_t>(kind));
  return section != nullptr && (section->group == "ch" || section->group == "labels" || section->group == "blocks");
}

Outcome prove_indexes(const World& world, const ProofOptions& options) {
  for (const ProfileView& profile : world.profiles()) {
    if (!profile.sight || !profile.sight->graph) continue;
    const Outcome proven = prove(*profile.sight, profile.links, options);
    if (!proven) return of("profile '" + std::string(profile.name) + "'", proven.error());
  }
  if (const auto& board = world.board()) {
    const Outcome proven = prove(board->graph.arcs, board->hierarchy, board->labels, options);
    if (!proven) return of("board", proven.error());
  }
  return Success{};
}

}  // namespace portolan
