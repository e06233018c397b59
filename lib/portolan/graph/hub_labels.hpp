// SPDX-License-Identifier: BSL-1.0
// Hub labels (Cohen, Halperin, Kaplan, Zwick, 2003; Abraham, Delling, Goldberg, Werneck, 2011): for every node its
// distances to a few hubs, chosen so that on a shortest path between any two nodes lies a hub of both. Made by
// offline/label_builder; read here from memory that may be a mapped file.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/graph/csr_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace portolan {

/// A hub; hubs are numbered by descending radius.
using HubId = std::uint32_t;

/// The entries for one hub make a tree, of shortest paths to it. It is cut into heavy paths (Sleator and Tarjan, 1983):
/// from a node to its parent is a step to the next record, but for the top of a path, where a link follows, so that a
/// way to the hub reads memory in order and takes O(log n) links. A record is a node; or a link, kTreeLink plus the
/// number of a later record of the same tree; or kTreeEnd, after the hub itself.
inline constexpr std::uint32_t kTreeLink = std::uint32_t{1} << 31;
inline constexpr std::uint32_t kTreeEnd = 0xFFFF'FFFF;

/// The labels of all nodes for one direction, each ascending by hub without repetition. Distances are exact.
template <template <class> class Store>
struct BasicLabelSet {
  Store<std::uint32_t> first;     ///< nodes + 1: the entries of node i are [first[i], first[i+1])
  Store<HubId> hub;               ///< by entry
  Store<std::uint32_t> distance;  ///< by entry, in the unit of the arcs' weights
  Store<std::uint32_t> place;     ///< by entry: the record of its node in the tree of its hub
  Store<std::uint32_t> tree;      ///< records of all hubs' trees

  template <class Self, class Visitor>
  static void visit_entries(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    visitor.array(SectionKind::label_first, nodes + 1, self.first);
    visitor.array(SectionKind::label_hub, kAnyCount, self.hub);
    visitor.array(SectionKind::label_distance, self.hub.size(), self.distance);
  }
  template <class Self, class Visitor>
  static void visit_trees(Self& self, Visitor& visitor) {
    visitor.array(SectionKind::label_place, self.hub.size(), self.place);
    visitor.array(SectionKind::label_tree, kAnyCount, self.tree);
  }
  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    visit_entries(self, visitor, nodes);
    visit_trees(self, visitor);
  }
  [[nodiscard]] BasicLabelSet<Viewed> view() const noexcept { return view_of<BasicLabelSet<Viewed>>(*this); }
};
using LabelSet = BasicLabelSet<Viewed>;

/// `out` holds distances from nodes to hubs and trees along the arcs; `in` distances from hubs to nodes and trees
/// against the arcs. Where the graph is symmetric, both are the same in a view, and where the arrays are owned, `in` is
/// empty.
template <template <class> class Store>
struct BasicHubLabels {
  using Set = BasicLabelSet<Store>;

  Set out;
  Set in;
  Store<std::uint32_t> radius;  ///< by hub, descending: the greatest distance of an entry for it

  [[nodiscard]] std::size_t size() const noexcept { return radius.size(); }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    Set::visit_entries(self.out, visitor, nodes);
    visitor.array(SectionKind::label_radius, nodes, self.radius);
    Set::visit_trees(self.out, visitor);
    visitor.backward([&](auto& part) { Set::visit(self.in, part, nodes); });
  }
  void complete() noexcept {
    if (in.first.empty()) in = out;
  }
  [[nodiscard]] BasicHubLabels<Viewed> view() const noexcept { return view_of<BasicHubLabels<Viewed>>(*this); }
};
/// A view: owns nothing, safe to read from any number of threads.
using HubLabels = BasicHubLabels<Viewed>;

/// Hubs must be addressable by the signed 32-bit indices of vector instructions.
inline constexpr std::size_t kMaxHubs = std::size_t{1} << 31;

/// Whether sizes and offsets fit each other and radii descend; entries are checked where they are followed. O(nodes).
[[nodiscard]] inline bool is_well_formed(const HubLabels& labels) noexcept {
  const auto fits = [&](const LabelSet& set) {
    return set.distance.size() == set.hub.size() && set.place.size() == set.hub.size() &&
           set.tree.size() <= kTreeLink && are_row_offsets(set.first, labels.size(), set.hub.size());
  };
  return labels.size() <= kMaxHubs && fits(labels.out) && fits(labels.in) &&
         std::is_sorted(labels.radius.begin(), labels.radius.end(), std::greater<>());
}

/// A record of a tree after another, links followed; nothing if the tree ends there or the records are wrong. Records
/// only ever get later.
struct TreeStep {
  std::uint32_t place = 0;
  bool ends = false;   ///< there is no next record: the one before was the hub's
  bool wrong = false;  ///< the records contradict themselves
};
[[nodiscard]] inline TreeStep next_in_tree(std::span<const std::uint32_t> tree, std::uint32_t place) noexcept {
  if (++place >= tree.size()) return {.wrong = true};
  const std::uint32_t record = tree[place];
  if (record < kTreeLink) return {place};
  if (record == kTreeEnd) return {.ends = true};
  const std::uint32_t linked = record - kTreeLink;
  const bool right = linked > place && linked < tree.size() && tree[linked] < kTreeLink;
  return right ? TreeStep{linked} : TreeStep{.wrong = true};
}

/// Visits the nodes from a record to its hub, both included, until visit(node) says false. The hub, or kNoNode if it
/// was not reached: stopped, or the records are wrong. Nodes are below 2^31 and not looked at. O(nodes visited).
template <class Visit>
NodeId climb(std::span<const std::uint32_t> tree, std::uint32_t place, Visit&& visit) noexcept {
  if (place >= tree.size() || tree[place] >= kTreeLink) return kNoNode;
  while (true) {
    const NodeId node = tree[place];
    if (!visit(node)) return kNoNode;
    const TreeStep step = next_in_tree(tree, place);
    if (step.wrong) return kNoNode;
    if (step.ends) return node;
    place = step.place;
  }
}

/// Whether every entry holds what LabelSet and HubLabels say, and the next node in its tree has an entry for the same
/// hub that is nearer, or as near over an arc of weight 0. Needs is_well_formed. O(entries x log(entries of a label)).
[[nodiscard]] bool has_sound_entries(const HubLabels& labels) noexcept;

/// The entry of a node for a hub; kNoEntry if it has none. O(log(entries of the label)).
inline constexpr std::uint32_t kNoEntry = 0xFFFF'FFFF;
[[nodiscard]] inline std::uint32_t find_entry(const LabelSet& set, NodeId node, HubId hub) noexcept {
  const auto begin = set.hub.begin() + set.first[node];
  const auto end = set.hub.begin() + set.first[node + 1];
  const auto at = std::lower_bound(begin, end, hub);
  return at != end && *at == hub ? static_cast<std::uint32_t>(at - set.hub.begin()) : kNoEntry;
}

}  // namespace portolan
