// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/label_builder.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/offline/contraction.hpp"
#include "portolan/offline/give_back_memory.hpp"
#include "portolan/offline/index_runs.hpp"
#include "portolan/offline/label_trees.hpp"
#include "portolan/offline/pruned_labels.hpp"
#include "portolan/offline/sampled_trees.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Nodes in all sampled trees, for every node that is no hub yet: fewer make a poorer order, more take longer.
constexpr std::uint64_t kTreeNodesPerCandidate = 40;

/// Trees sampled at a time, by all threads together.
constexpr std::size_t kTreesAtATime = 16;

/// Hubs searched at once, by all threads together. Of few hubs so far, a hub covers much to the next ones that they
/// then find in vain: at first only as many as this share of those there are.
constexpr std::size_t kHubsAtATime = 32;
constexpr std::size_t kHubsPerHub = 32;

/// The part of the memory that further threads may search with.
constexpr std::uint64_t kShareOfScratch = 16;

/// Nodes whose labels one thread packs at a time.
constexpr std::size_t kLabelsAtOnce = 256;

Error too_far() {
  return {ErrorCode::limit, "a distance does not fit the 32 bits of a label"};
}

/// So many entries may be made, and what forbids more.
struct EntryLimit {
  std::uint64_t most;
  std::string_view why;

  /// `room` is the memory besides that of nodes and arcs, and `trees` what sampled trees take of it while labels grow.
  EntryLimit(const LabelOptions& options, std::uint64_t room, std::uint64_t trees)
      : most(kMaxLabelEntries), why("are too many for the format") {
    const std::string_view too_much = "take more memory to build than allowed";
    lower(room / kMostBytesPerEntryBuilt, too_much);
    lower((room - std::min(room, trees)) / kBytesPerEntryGrown, too_much);
    lower(options.max_bytes / kLeastBytesPerLabelEntry, "take more bytes than allowed");
    lower(options.max_entries, "are more than allowed");
  }
  [[nodiscard]] Error exceeded() const {
    return {ErrorCode::limit, fmt::format("hub labels of more than {} entries {}", most, why)};
  }

 private:
  void lower(std::uint64_t entries, std::string_view reason) {
    if (entries < most) most = entries, why = reason;
  }
};

/// The nodes in a fixed order without a pattern (Fisher and Yates, with a linear congruential generator).
std::vector<NodeId> shuffled_nodes(std::size_t count) {
  std::vector<NodeId> nodes(count);
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  std::uint64_t state = 1;
  for (std::size_t i = count; i > 1; --i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::swap(nodes[i - 1], nodes[(state >> 33) % i]);
  }
  return nodes;
}

/// So many of the threads wanted as have room for what each searches with, but two at least, which are counted in.
unsigned threads_within(std::uint64_t room, std::size_t nodes, unsigned wanted) {
  constexpr std::uint64_t kBytesPerNode = 80;
  const std::uint64_t more = room / (kBytesPerNode * std::max<std::uint64_t>(nodes, 1));
  return static_cast<unsigned>(std::min<std::uint64_t>(thread_count(wanted), 2 + more));
}

std::vector<PrunedLabels::Scratch> scratch_for(const PrunedLabels& labels, unsigned threads) {
  std::vector<PrunedLabels::Scratch> scratch;
  for (unsigned worker = 0; worker < thread_count(threads); ++worker) scratch.emplace_back(labels.size());
  return scratch;
}

/// Gathers hubs and adds several at once.
class HubBatch {
 public:
  HubBatch(PrunedLabels& labels, const EntryLimit& limit, std::span<PrunedLabels::Scratch> scratch)
      : labels_(labels), limit_(limit), scratch_(scratch) {}

  std::optional<Error> push(NodeId hub) {
    hubs_.push_back(hub);
    return hubs_.size() < std::min(kHubsAtATime, 1 + labels_.hubs().size() / kHubsPerHub) ? std::nullopt : flush();
  }
  std::optional<Error> flush() {
    if (!labels_.add_hubs(hubs_, scratch_)) return too_far();
    if (labels_.entries() > limit_.most) return limit_.exceeded();
    hubs_.clear();
    return std::nullopt;
  }

 private:
  PrunedLabels& labels_;
  EntryLimit limit_;
  std::span<PrunedLabels::Scratch> scratch_;
  std::vector<NodeId> hubs_;
};

/// Grows labels and trees side by side. A root is sampled at most once: without what has been covered since, its tree
/// still is what a new sample would give.
class SampledLabelling {
 public:
  SampledLabelling(PrunedLabels& labels, const LabelOptions& options, const EntryLimit& limit)
      : labels_(labels),
        options_(options),
        limit_(limit),
        trees_(labels.size()),
        roots_(shuffled_nodes(labels.size())),
        scratch_(scratch_for(labels, options.threads)) {}

  std::optional<Error> run() {
    std::vector<std::uint8_t> is_hub(labels_.size(), 0);
    HubBatch batch(labels_, limit_, scratch_);
    for (std::size_t left = labels_.size(); left != 0; --left) {
      const auto wants_trees = [&] {
        return trees_.total() < kTreeNodesPerCandidate * left && next_root_ < roots_.size();
      };
      // Samples need the labels of all hubs so far; the choice of the next hub does not.
      if (wants_trees()) {
        if (auto fault = batch.flush()) return fault;
      }
      while (wants_trees()) sample(is_hub);
      const NodeId hub = trees_.take_busiest();
      is_hub[hub] = 1;
      if (auto fault = batch.push(hub)) return fault;
    }
    return batch.flush();
  }

 private:
  void sample(const std::vector<std::uint8_t>& is_hub) {
    std::vector<NodeId> roots;
    while (roots.size() < kTreesAtATime && next_root_ < roots_.size()) {
      const NodeId root = roots_[next_root_++];
      if (is_hub[root] == 0) roots.push_back(root);
    }
    std::vector<std::vector<TreeNode>> found(roots.size());
    parallel_for(roots.size(), options_.threads, [&](std::size_t i, unsigned worker) {
      const auto tree = labels_.uncovered_tree(roots[i], scratch_[worker]);
      found[i].assign(tree.begin(), tree.end());
    });
    for (const std::vector<TreeNode>& tree : found) trees_.add(tree);
  }

  PrunedLabels& labels_;
  LabelOptions options_;
  EntryLimit limit_;
  SampledTrees trees_;
  std::vector<NodeId> roots_;
  std::size_t next_root_ = 0;
  std::vector<PrunedLabels::Scratch> scratch_;
};

std::optional<Error> label_by_contraction(const CsrGraph& graph, const LabelOptions& options, const EntryLimit& limit,
                                          PrunedLabels& labels) {
  std::span<const NodeId> contracted = options.contracted;
  std::vector<NodeId> made;
  if (contracted.empty()) {
    auto contraction =
        contract(graph, {.threads = options.threads, .max_work = options.max_work, .memory = options.memory});
    if (!contraction) return contraction.error();
    made = std::move(contraction->node);
    contracted = made;
  }
  std::vector<PrunedLabels::Scratch> scratch = scratch_for(labels, options.threads);
  HubBatch batch(labels, limit, scratch);
  for (auto node = contracted.rbegin(); node != contracted.rend(); ++node) {
    if (auto fault = batch.push(*node)) return fault;
  }
  return batch.flush();
}

using LabelOf = const PrunedLabels::Label& (PrunedLabels::*)(NodeId) const noexcept;

void widen_radius(const PrunedLabels& labels, LabelOf label_of, std::vector<std::uint32_t>& radius) {
  for (NodeId node = 0; node < labels.size(); ++node) {
    const PrunedLabels::Label& label = (labels.*label_of)(node);
    for (std::size_t i = 0; i < label.size(); ++i) {
      radius[label[i].hub] = std::max(radius[label[i].hub], label[i].distance);
    }
  }
}

/// Labels with hubs renumbered, packed one after the other.
LabelArrays::Set pack(const PrunedLabels& labels, LabelOf label_of, const std::vector<HubId>& number,
                      unsigned threads) {
  const std::size_t nodes = labels.size();
  LabelArrays::Set set;
  set.first.push_back(0);
  for (NodeId node = 0; node < nodes; ++node) {
    set.first.push_back(set.first.back() + static_cast<std::uint32_t>((labels.*label_of)(node).size()));
  }
  set.hub.resize(set.first.back());
  set.distance.resize(set.first.back());
  std::vector<NodeId> next(set.first.back());
  const IndexRuns runs{nodes, kLabelsAtOnce};
  parallel_for(runs.size(), threads, [&](std::size_t run, unsigned) {
    const auto [begin, end] = runs[run];
    std::vector<PrunedLabels::Entry> sorted;
    for (std::size_t node = begin; node < end; ++node) {
      const PrunedLabels::Label& label = (labels.*label_of)(static_cast<NodeId>(node));
      sorted.clear();
      for (std::size_t i = 0; i < label.size(); ++i) {
        sorted.push_back(label[i]);
        sorted.back().hub = number[sorted.back().hub];
      }
      std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.hub < b.hub; });
      std::size_t at = set.first[node];
      for (const PrunedLabels::Entry& entry : sorted) {
        set.hub[at] = entry.hub;
        set.distance[at] = entry.distance;
        next[at] = entry.next;
        ++at;
      }
    }
  });
  // The next node has an entry for the same hub: canonical labels hold a hub all along the shortest paths to it.
  LabelTrees trees = lay_out_trees(set.view(), next, nodes, threads);
  set.place = std::move(trees.place);
  set.tree = std::move(trees.tree);
  return set;
}

LabelArrays pack(const PrunedLabels& labels, unsigned threads) {
  std::vector<std::uint32_t> radius(labels.size(), 0);
  widen_radius(labels, &PrunedLabels::out, radius);
  if (!labels.symmetric()) widen_radius(labels, &PrunedLabels::in, radius);
  std::vector<std::uint32_t> by_radius(labels.size());
  std::iota(by_radius.begin(), by_radius.end(), 0U);
  std::stable_sort(by_radius.begin(), by_radius.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return radius[a] > radius[b]; });
  LabelArrays arrays;
  std::vector<HubId> number(labels.size());
  for (HubId hub = 0; hub < by_radius.size(); ++hub) {
    number[by_radius[hub]] = hub;
    arrays.radius.push_back(radius[by_radius[hub]]);
  }
  arrays.out = pack(labels, &PrunedLabels::out, number, threads);
  if (!labels.symmetric()) arrays.in = pack(labels, &PrunedLabels::in, number, threads);
  return arrays;
}

}  // namespace

HubOrder hub_order_for(const CsrGraph& graph) noexcept {
  const bool contracts_well = graph.target.size() <= kMaxContractedArcs * graph.size();
  return graph.size() > kMaxSampledNodes && contracts_well ? HubOrder::contraction : HubOrder::sampled_trees;
}

bool sampled_trees_fit(std::size_t nodes, std::uint64_t memory) noexcept {
  return nodes <= memory / 2 / kBytesPerNodeSampled;
}

Result<LabelArrays> build_hub_labels(const CsrGraph& graph, const LabelOptions& wanted) {
  LabelOptions options = wanted;
  if (graph.size() > kMaxHubs) return Error{ErrorCode::limit, fmt::format("hub labels of {} nodes", graph.size())};
  const HubOrder order = options.order == HubOrder::automatic ? hub_order_for(graph) : options.order;
  if (order == HubOrder::sampled_trees && !sampled_trees_fit(graph.size(), options.memory)) {
    return Error{ErrorCode::limit, fmt::format("the order of {} hubs takes too much memory", graph.size())};
  }
  const std::uint64_t fixed = kBytesPerNodeLabelled * graph.size() + kBytesPerArcLabelled * graph.target.size();
  if (fixed > options.memory) {
    return Error{ErrorCode::limit, fmt::format("hub labels of {} nodes and {} arcs take too much memory", graph.size(),
                                               graph.target.size())};
  }
  const std::uint64_t room = options.memory - fixed;
  const std::uint64_t trees = order == HubOrder::sampled_trees ? kBytesPerNodeSampled * graph.size() : 0;
  const EntryLimit limit(options, room, trees);
  options.threads = threads_within(room / kShareOfScratch, graph.size(), options.threads);
  const CsrArrays simple = simple_graph(graph);
  PrunedLabels labels(simple);
  const std::optional<Error> fault = order == HubOrder::contraction
                                         ? label_by_contraction(graph, options, limit, labels)
                                         : SampledLabelling(labels, options, limit).run();
  if (fault) return *fault;
  give_back_memory();  // the trees
  LabelArrays arrays = pack(labels, options.threads);
  if (section_bytes(arrays) > options.max_bytes) {
    return Error{ErrorCode::limit, fmt::format("hub labels of {} bytes", section_bytes(arrays))};
  }
  return arrays;
}

}  // namespace portolan
