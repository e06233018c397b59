// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/contraction.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/offline/csr_arrays.hpp"
#include "portolan/offline/index_runs.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <queue>
#include <utility>

namespace portolan {
namespace {

/// Weight of an arc that does not exist.
constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

/// Nodes that one search for a detour may settle: when a node is only valued, and when it is contracted.
constexpr std::uint64_t kValueBudget = 40;
constexpr std::uint64_t kContractBudget = 200;

/// More pairs of neighbours than this are not searched to value a node: it is taken for as bad as it can be.
constexpr std::size_t kMaxValuedPairs = std::size_t{1} << 16;

/// The first half of the nodes may take one part in so many of the work allowed.
constexpr std::uint64_t kFirstHalfShare = 10;

/// Valuing all nodes may take one part in so many of it: each is valued again when it comes up, when its neighbours
/// have more arcs than at first, and then searched farther around.
constexpr std::uint64_t kValuingShare = 4;

/// Memory for a link, in a list that may be half empty, and as an arc of the result.
constexpr std::uint64_t kBytesPerLink = 80;

/// Memory for a node: its list, its place in the queue, and what two threads search with.
constexpr std::uint64_t kBytesPerNode = 192;

/// Memory for a node, where one thread searches.
constexpr std::uint64_t kBytesPerSearchNode = 40;

/// Memory for an arc of the graph, while links are made of it and its reverse.
constexpr std::uint64_t kBytesPerArc = 16;

/// Nodes that one thread values at a time.
constexpr std::size_t kNodesAtOnce = 64;

Error too_large() {
  return {ErrorCode::limit, "contraction takes more memory than allowed"};
}

/// One direction of a link.
struct ShortArc {
  std::uint32_t weight = kAbsent;
  NodeId middle = kNoMiddle;
  std::uint32_t hops = 1;  ///< original arcs below it

  [[nodiscard]] bool exists() const noexcept { return weight != kAbsent; }
};

/// Both arcs between a node and a neighbour. In a symmetric graph they are alike.
struct Join {
  NodeId to = 0;
  ShortArc out;
  ShortArc in;
};

struct Shortcut {
  NodeId from;
  NodeId to;
  ShortArc arc;
};

/// A search for paths around a node; one per thread.
struct DetourScratch {
  explicit DetourScratch(std::size_t nodes) : labels(nodes), open(nodes) {}
  StampedLabels labels;
  std::vector<OpenEntry> open;
  std::vector<Shortcut> shortcuts;
  std::uint64_t work = 0;  ///< links looked at
};

/// The graph of the nodes that are not contracted yet. A contracted node keeps its links: they are its upward arcs.
class RemainingGraph {
 public:
  /// `reverse`: the same arcs from their heads.
  RemainingGraph(const CsrArrays& graph, const CsrArrays& reverse)
      : links_(graph.view().size()), symmetric_(graph == reverse) {
    for (NodeId node = 0; node < links_.size(); ++node) {
      std::size_t out = graph.first[node];
      std::size_t in = reverse.first[node];
      const std::size_t out_end = graph.first[node + 1];
      const std::size_t in_end = reverse.first[node + 1];
      links_[node].reserve(symmetric_ ? out_end - out : out_end - out + in_end - in);
      while (out < out_end || in < in_end) {
        const NodeId head = out < out_end ? graph.target[out] : kNoNode;
        const NodeId tail = in < in_end ? reverse.target[in] : kNoNode;
        Join link{.to = std::min(head, tail), .out = {}, .in = {}};
        if (head == link.to) link.out.weight = graph.weight[out++];
        if (tail == link.to) link.in.weight = reverse.weight[in++];
        links_[node].push_back(link);
        ++link_count_;
      }
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return links_.size(); }
  /// What nodes and links take.
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    return links_.size() * kBytesPerNode + link_count_ * kBytesPerLink;
  }
  [[nodiscard]] bool symmetric() const noexcept { return symmetric_; }
  [[nodiscard]] const std::vector<Join>& links(NodeId node) const noexcept { return links_[node]; }

  /// The shortcuts that stand in for `node`, in scratch.shortcuts; in a symmetric graph one for both directions.
  /// False if one is too long.
  bool find_shortcuts(NodeId node, std::uint64_t budget, DetourScratch& scratch) const {
    scratch.shortcuts.clear();
    const std::vector<Join>& around = links_[node];
    for (std::size_t i = 0; i < around.size(); ++i) {
      const Join& from = around[i];
      if (!from.in.exists()) continue;
      const std::size_t begin = symmetric_ ? i + 1 : 0;
      std::uint64_t longest = 0;
      bool wanted = false;
      for (std::size_t j = begin; j < around.size(); ++j) {
        if (j == i || !around[j].out.exists()) continue;
        wanted = true;
        longest = std::max(longest, std::uint64_t{from.in.weight} + around[j].out.weight);
      }
      if (!wanted) continue;
      search_around(node, from.to, {.limit = longest + 1, .expansions = budget}, scratch);
      for (std::size_t j = begin; j < around.size(); ++j) {
        const Join& to = around[j];
        if (j == i || !to.out.exists()) continue;
        const std::uint64_t weight = std::uint64_t{from.in.weight} + to.out.weight;
        if (scratch.labels.touched(to.to) && scratch.labels.cost(to.to) <= weight) continue;
        if (weight >= kAbsent) return false;
        scratch.shortcuts.push_back(
            {from.to,
             to.to,
             {.weight = static_cast<std::uint32_t>(weight), .middle = node, .hops = from.in.hops + to.out.hops}});
      }
    }
    return true;
  }

  void contract(NodeId node, const std::vector<Shortcut>& shortcuts) {
    for (const Join& link : links_[node]) {
      std::vector<Join>& others = links_[link.to];
      *find(others, node) = others.back();
      others.pop_back();
      --link_count_;
    }
    for (const Shortcut& shortcut : shortcuts) {
      add(shortcut.from, shortcut.to, &Join::out, shortcut.arc);
      add(shortcut.to, shortcut.from, &Join::in, shortcut.arc);
      if (!symmetric_) continue;
      add(shortcut.from, shortcut.to, &Join::in, shortcut.arc);
      add(shortcut.to, shortcut.from, &Join::out, shortcut.arc);
    }
  }

 private:
  static std::vector<Join>::iterator find(std::vector<Join>& links, NodeId to) {
    return std::find_if(links.begin(), links.end(), [=](const Join& link) { return link.to == to; });
  }
  void add(NodeId from, NodeId to, ShortArc Join::*direction, const ShortArc& arc) {
    auto at = find(links_[from], to);
    if (at == links_[from].end()) {
      at = links_[from].insert(at, Join{.to = to, .out = {}, .in = {}});
      ++link_count_;
    }
    if (arc.weight < ((*at).*direction).weight) (*at).*direction = arc;
  }
  void search_around(NodeId avoid, NodeId from, const SearchLimits& limits, DetourScratch& scratch) const {
    scratch.labels.clear();
    BestFirst search(scratch.labels, std::span(scratch.open), NoEstimate{});
    search.seed({.node = from}, limits);
    (void)search.run(limits, [&](NodeId node, Cost, auto&& relax) {
      scratch.work += links_[node].size();
      for (const Join& link : links_[node]) {
        if (link.to != avoid && link.out.exists()) relax(link.to, link.out.weight);
      }
    });
  }

  std::vector<std::vector<Join>> links_;
  std::uint64_t link_count_ = 0;
  bool symmetric_ = false;
};

/// Takes out node after node, the least important first, equal ones by id.
class Contractor {
 public:
  Contractor(RemainingGraph& graph, const ContractionOptions& options)
      : graph_(graph), options_(options), scratch_(graph.size()), level_(graph.size(), 0) {}

  /// The order of contraction. Errors (limit): a shortcut is too long, or there is too much to do.
  Result<std::vector<NodeId>> run() {
    const Error too_much{ErrorCode::limit, "contraction takes more work than allowed"};
    if (!value_all()) return too_much;
    std::vector<NodeId> order;
    while (!queue_.empty()) {
      // The last nodes take most of the work, where it ends well. If the first take much, it does not.
      const std::uint64_t share = order.size() < graph_.size() / 2 ? kFirstHalfShare : 1;
      if (scratch_.work > options_.max_work / share) return too_much;
      if (graph_.bytes() > options_.memory) return too_large();
      const auto [priority, node] = queue_.top();
      queue_.pop();
      const std::uint64_t now = value(node, scratch_);
      if (!queue_.empty() && std::pair(now, node) > queue_.top()) {
        queue_.push({now, node});
        continue;
      }
      if (!graph_.find_shortcuts(node, kContractBudget, scratch_)) {
        return Error{ErrorCode::limit, "a shortcut is too long for a weight of 32 bits"};
      }
      graph_.contract(node, scratch_.shortcuts);
      for (const Join& link : graph_.links(node)) level_[link.to] = std::max(level_[link.to], level_[node] + 1);
      order.push_back(node);
    }
    return order;
  }

 private:
  /// False if that takes too much of the work allowed: a sum, the same for any number of threads.
  bool value_all() {
    std::vector<std::uint64_t> priority(graph_.size());
    std::vector<DetourScratch> scratches;
    // Two are counted in; more threads work where the memory holds what they search with.
    const std::uint64_t left = options_.memory - std::min(options_.memory, graph_.bytes());
    const std::uint64_t more = left / 2 / (kBytesPerSearchNode * std::max<std::uint64_t>(graph_.size(), 1));
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(thread_count(options_.threads), 2 + more));
    for (unsigned worker = 0; worker < threads; ++worker) scratches.emplace_back(graph_.size());
    std::atomic<std::uint64_t> work = 0;
    const std::uint64_t allowed = options_.max_work / kValuingShare;
    const IndexRuns runs{graph_.size(), kNodesAtOnce};
    parallel_for(runs.size(), threads, [&](std::size_t run, unsigned worker) {
      if (work > allowed) return;
      const std::uint64_t before = scratches[worker].work;
      const auto [begin, end] = runs[run];
      for (std::size_t node = begin; node < end; ++node) {
        priority[node] = value(static_cast<NodeId>(node), scratches[worker]);
      }
      work += scratches[worker].work - before;
    });
    if (work > allowed) return false;
    for (NodeId node = 0; node < graph_.size(); ++node) queue_.push({priority[node], node});
    return true;
  }

  /// Level, arcs added over arcs removed, and the same for original arcs: in thousandths.
  [[nodiscard]] std::uint64_t value(NodeId node, DetourScratch& scratch) const {
    const std::vector<Join>& links = graph_.links(node);
    std::uint64_t removed = 1;
    std::uint64_t removed_hops = 1;
    for (const Join& link : links) {
      if (link.out.exists()) removed_hops += link.out.hops;
      if (link.in.exists()) removed_hops += link.in.hops;
      removed += (link.out.exists() ? 1U : 0U) + (link.in.exists() ? 1U : 0U);
    }
    std::uint64_t added = 0;
    std::uint64_t added_hops = 0;
    if (links.size() * links.size() > kMaxValuedPairs) {
      added = links.size() * links.size();
      added_hops = links.size() * removed_hops;
    } else {
      (void)graph_.find_shortcuts(node, kValueBudget, scratch);  // too long a shortcut fails when it is needed
      const std::uint64_t directions = graph_.symmetric() ? 2 : 1;
      added = directions * scratch.shortcuts.size();
      for (const Shortcut& shortcut : scratch.shortcuts) added_hops += directions * shortcut.arc.hops;
    }
    return 1000 * std::uint64_t{level_[node]} + 1000 * added / removed + 1000 * added_hops / removed_hops;
  }

  RemainingGraph& graph_;
  const ContractionOptions& options_;
  DetourScratch scratch_;
  std::vector<std::uint32_t> level_;
  using Entry = std::pair<std::uint64_t, NodeId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

/// Errors (limit): it would not fit.
Result<RemainingGraph> load(const CsrGraph& graph, std::uint64_t memory) {
  const std::uint64_t nodes = graph.size() * kBytesPerNode;
  if (nodes + graph.target.size() * (kBytesPerLink + kBytesPerArc) > memory) return too_large();
  const CsrArrays simple = simple_graph(graph);
  const CsrArrays reverse = reversed_graph(simple.view());
  // An arc that leads one way has a link at both ends.
  const std::uint64_t most_links = simple.target.size() * (simple == reverse ? 1 : 2);
  if (nodes + most_links * kBytesPerLink + simple.target.size() * kBytesPerArc > memory) return too_large();
  return RemainingGraph(simple, reverse);
}

/// The arcs of one direction, named by rank.
Contraction::Arcs upward_arcs(const RemainingGraph& graph, const Contraction& ranks, ShortArc Join::*direction) {
  Contraction::Arcs arcs;
  arcs.first.push_back(0);
  std::vector<std::pair<NodeId, ShortArc>> row;
  for (const NodeId node : ranks.node) {
    row.clear();
    for (const Join& link : graph.links(node)) {
      if ((link.*direction).exists()) row.emplace_back(ranks.rank[link.to], link.*direction);
    }
    std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [to, arc] : row) {
      arcs.target.push_back(to);
      arcs.weight.push_back(arc.weight);
      arcs.middle.push_back(arc.middle == kNoMiddle ? kNoMiddle : ranks.rank[arc.middle]);
    }
    arcs.first.push_back(static_cast<std::uint32_t>(arcs.target.size()));
  }
  return arcs;
}

}  // namespace

Result<Contraction> contract(const CsrGraph& graph, const ContractionOptions& options) {
  if (std::find(graph.weight.begin(), graph.weight.end(), kAbsent) != graph.weight.end()) {
    return Error{ErrorCode::limit, "an arc is too long for a weight of 32 bits"};
  }
  auto loaded = load(graph, options.memory);
  if (!loaded) return loaded.error();
  RemainingGraph& remaining = *loaded;
  Contraction result;
  auto order = Contractor(remaining, options).run();
  if (!order) return order.error();
  result.node = std::move(*order);
  result.rank.resize(result.node.size());
  for (NodeId rank = 0; rank < result.node.size(); ++rank) result.rank[result.node[rank]] = rank;
  result.forward = upward_arcs(remaining, result, &Join::out);
  if (!remaining.symmetric()) result.backward = upward_arcs(remaining, result, &Join::in);
  if (result.forward.target.size() >= kAbsent || result.backward.target.size() >= kAbsent) {
    return Error{ErrorCode::limit, "the hierarchy has more than 2^32 arcs"};
  }
  return result;
}

}  // namespace portolan
