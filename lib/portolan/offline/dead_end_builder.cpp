// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/dead_end_builder.hpp"

#include "portolan/bgl/csr_graph.hpp"

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/graph/biconnected_components.hpp>
#include <boost/property_map/property_map.hpp>

namespace portolan {
namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

/// A graph without weights whose edges are two arcs each.
struct Skeleton {
  std::vector<std::uint32_t> first;
  std::vector<NodeId> target;

  [[nodiscard]] CsrGraph view() const noexcept { return {.first = first, .target = target, .weight = {}}; }
};

/// Of edges between other nodes, each given once or more, either way round.
Skeleton skeleton_of(std::size_t nodes, std::vector<std::pair<NodeId, NodeId>> edges) {
  const std::size_t given = edges.size();
  edges.reserve(2 * given);
  for (std::size_t i = 0; i < given; ++i) edges.emplace_back(edges[i].second, edges[i].first);
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Skeleton skeleton;
  skeleton.first.assign(nodes + 1, 0);
  for (const auto& [tail, head] : edges) {
    ++skeleton.first[tail + 1];
    skeleton.target.push_back(head);
  }
  for (std::size_t i = 1; i <= nodes; ++i) skeleton.first[i] += skeleton.first[i - 1];
  return skeleton;
}

/// The biconnected components of a graph along a depth-first forest of it: every node but the roots was entered from
/// another, within one component; of the nodes of a component all but its top were entered within it. A component has
/// a lower number than that within which its top was entered.
struct Blocks {
  std::vector<std::uint32_t> of;  ///< by node: the component within which it was entered; kNone: a root
  std::vector<NodeId> top;        ///< by component
};

Blocks blocks_of(const CsrGraph& graph) {
  const auto nodes = static_cast<NodeId>(graph.size());
  std::vector<std::uint32_t> component(graph.target.size(), kNone);
  std::vector<NodeId> parent(nodes);
  const std::size_t count = boost::biconnected_components(
      graph, boost::make_iterator_property_map(component.begin(), get(boost::edge_index, graph)),
      boost::predecessor_map(boost::make_iterator_property_map(parent.begin(), get(boost::vertex_index, graph))));
  Blocks blocks{std::vector(nodes, kNone), std::vector<NodeId>(count)};
  const auto for_each_entry = [&](auto&& visit) {
    for (NodeId tail = 0; tail < nodes; ++tail) {
      for (std::uint32_t arc = graph.first[tail]; arc < graph.first[tail + 1]; ++arc) {
        const NodeId head = graph.target[arc];
        if (parent[head] == tail && head != tail) visit(tail, head, component[arc]);
      }
    }
  };
  for_each_entry([&](NodeId, NodeId head, std::uint32_t block) { blocks.of[head] = block; });
  for_each_entry([&](NodeId tail, NodeId, std::uint32_t block) {
    if (blocks.of[tail] != block) blocks.top[block] = tail;
  });
  return blocks;
}

/// Dead ends by node.
struct Found {
  std::vector<DeadEnd> ends;
  std::vector<DeadEndId> at;
};

/// Turns the components of a graph into dead ends, of which only nodes below `gates` are gates: what meets at another
/// node is one part. Parts and the gates between them make a tree; in each tree the part in the middle is the main one,
/// that is such that the others, cut off, weigh no more than half of the whole.
class Forest {
 public:
  Forest(const CsrGraph& graph, NodeId gates, std::span<const std::uint64_t> weight)
      : blocks_(blocks_of(graph)), weight_(weight) {
    join_blocks(gates);
    weigh();
    turn();
  }

  Found run() && {
    const std::vector<std::uint32_t> parts = by_outer();
    Found found;
    std::vector<DeadEndId> number(part_.size(), 0);
    const auto of = [&](std::uint32_t part) { return part == kNone ? 0 : number[part]; };
    // Those of one part follow each other in `parts`.
    const auto first_from = [&](std::uint64_t key) {
      const auto is_before = [&](std::uint32_t part) { return sort_key(outer(part)) < key; };
      return parts.data() + (std::partition_point(parts.begin(), parts.end(), is_before) - parts.begin());
    };
    struct Open {
      const std::uint32_t* next;
      const std::uint32_t* end;
      DeadEndId number;
    };
    std::vector<Open> way;
    const auto enter = [&](std::uint32_t part, DeadEndId as) {
      way.push_back({first_from(sort_key(part)), first_from(sort_key(part) + 1), as});
    };
    enter(kNone, 0);
    while (!way.empty()) {
      Open& open = way.back();
      if (open.next == open.end) {
        if (open.number != 0) found.ends[open.number - 1].last = static_cast<DeadEndId>(found.ends.size());
        way.pop_back();
        continue;
      }
      const std::uint32_t part = *open.next++;
      found.ends.push_back({.outer = open.number, .last = 0, .gate = gate_[part]});
      number[part] = static_cast<DeadEndId>(found.ends.size());
      enter(part, number[part]);
    }
    found.at.resize(home_.size());
    std::ranges::transform(home_, found.at.begin(), of);
    return found;
  }

 private:
  static std::uint64_t sort_key(std::uint32_t part) { return part == kNone ? 0 : std::uint64_t{part} + 1; }
  /// The part that the gate of a part lies in; kNone where that is the main one, or the gate itself is.
  [[nodiscard]] std::uint32_t outer(std::uint32_t part) const { return home_[gate_[part]]; }
  /// The parts that are dead ends, those inside one part together, by their gates.
  [[nodiscard]] std::vector<std::uint32_t> by_outer() const {
    std::vector<std::uint32_t> parts;
    for (std::uint32_t part = 0; part < part_.size(); ++part) {
      if (part_[part] == part && !is_main_[part]) parts.push_back(part);
    }
    std::ranges::sort(parts, {},
                      [&](std::uint32_t part) { return std::tuple(sort_key(outer(part)), gate_[part], part); });
    return parts;
  }

  void join_blocks(NodeId gates) {
    const std::size_t count = blocks_.top.size();
    part_.resize(count);
    above_.assign(count, kNone);
    std::vector<std::uint32_t> at_root(blocks_.of.size(), kNone);
    for (std::size_t i = count; i-- > 0;) {
      const auto block = static_cast<std::uint32_t>(i);
      const NodeId top = blocks_.top[block];
      const std::uint32_t above = blocks_.of[top] == kNone ? kNone : part_[blocks_.of[top]];
      if (top < gates) {
        part_[block] = block;
        above_[block] = above;
      } else if (above != kNone) {
        part_[block] = above;
      } else {
        if (at_root[top] == kNone) at_root[top] = block;
        part_[block] = at_root[top];
      }
    }
    home_.assign(blocks_.of.size(), kNone);
    for (std::size_t node = 0; node < home_.size(); ++node) {
      home_[node] = blocks_.of[node] == kNone ? at_root[node] : part_[blocks_.of[node]];
    }
    gate_ = blocks_.top;
  }

  /// Finds the main part of each tree, if it is not the gate at its root.
  void weigh() {
    const std::size_t count = part_.size();
    std::vector<std::uint64_t> below(count, 0);  // what a part weighs with all that it was entered before
    std::vector<std::uint32_t> tree(count);      // the topmost node
    std::vector<std::uint64_t> whole(home_.size(), 0);
    for (std::size_t node = 0; node < home_.size(); ++node) {
      (home_[node] == kNone ? whole[node] : below[home_[node]]) += weight_[node];
    }
    for (std::uint32_t part = 0; part < count; ++part) {
      if (part_[part] == part && above_[part] != kNone) below[above_[part]] += below[part];
    }
    for (std::size_t i = count; i-- > 0;) {
      if (part_[i] != i) continue;
      tree[i] = above_[i] == kNone ? blocks_.top[i] : tree[above_[i]];
      if (above_[i] == kNone) whole[tree[i]] += below[i];
    }
    is_main_.assign(count, false);
    std::vector<bool> has_main(home_.size(), false);
    for (std::uint32_t part = 0; part < count; ++part) {
      if (part_[part] != part || has_main[tree[part]] || below[part] <= whole[tree[part]] - below[part]) continue;
      is_main_[part] = has_main[tree[part]] = true;
    }
  }

  /// Hangs each tree up by its main part.
  void turn() {
    for (std::uint32_t main = 0; main < part_.size(); ++main) {
      if (!is_main_[main]) continue;
      for (std::uint32_t part = main; part != kNone;) {
        const NodeId top = blocks_.top[part];
        const std::uint32_t above = above_[part];
        // A tree that a part which has no gates tops is hung up where it is.
        if (above == kNone && home_[top] == part) break;
        home_[top] = part;
        if (above != kNone) gate_[above] = top;
        part = above;
      }
    }
    for (std::uint32_t& part : home_) {
      if (part != kNone && is_main_[part]) part = kNone;
    }
  }

  Blocks blocks_;
  std::span<const std::uint64_t> weight_;
  std::vector<std::uint32_t> part_;   ///< by component, the component that stands for its part
  std::vector<std::uint32_t> above_;  ///< by part, the part in which its top was entered; kNone: none
  std::vector<bool> is_main_;         ///< by part
  std::vector<NodeId> gate_;          ///< by part
  std::vector<std::uint32_t> home_;   ///< by node, the part nearest to the main one; kNone: that, or none
};

/// What places weigh: one that is not marked more than all that are.
class Weights {
 public:
  explicit Weights(const DeadEndMarks& marked)
      : marked_(marked), other_(static_cast<std::uint64_t>(std::ranges::count(marked, true)) + 1) {}
  [[nodiscard]] std::uint64_t operator[](std::size_t place) const {
    return !marked_.empty() && marked_[place] ? 1 : other_;
  }

 private:
  const DeadEndMarks& marked_;
  std::uint64_t other_;
};

/// Of edges as given and turned round, the skeleton and the components of its arcs; of what is known by node.
std::uint64_t memory_of(std::uint64_t nodes, std::uint64_t edges) {
  return edges * 2 * (sizeof(std::pair<NodeId, NodeId>) + sizeof(NodeId) + sizeof(std::uint32_t)) + nodes * 128;
}

/// The dead ends of places, of which `at` says where each lies.
template <class At>
DeadEndArrays arrays_of(std::vector<DeadEnd> ends, std::size_t places, At&& at) {
  DeadEndArrays arrays;
  const auto fill = [&](auto& numbers) {
    using Number = typename std::remove_cvref_t<decltype(numbers)>::value_type;
    numbers.resize(places);
    for (std::size_t place = 0; place < places; ++place) numbers[place] = static_cast<Number>(at(place));
  };
  if (ends.size() <= 0xFF) {
    fill(arrays.small);
  } else if (ends.size() <= 0xFFFF) {
    fill(arrays.narrow);
  } else {
    fill(arrays.wide);
  }
  arrays.ends = std::move(ends);
  return arrays;
}

}  // namespace

DeadEndArrays find_dead_ends(const CsrGraph& graph, const DeadEndMarks& marked) {
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId tail = 0; tail < graph.size(); ++tail) {
    for (std::uint32_t arc = graph.first[tail]; arc < graph.first[tail + 1]; ++arc) {
      if (graph.target[arc] != tail) edges.emplace_back(tail, graph.target[arc]);
    }
  }
  const Skeleton skeleton = skeleton_of(graph.size(), std::move(edges));
  const Weights weights(marked);
  std::vector<std::uint64_t> weight(graph.size());
  for (std::size_t node = 0; node < weight.size(); ++node) weight[node] = weights[node];
  Found found = Forest(skeleton.view(), static_cast<NodeId>(graph.size()), weight).run();
  return arrays_of(std::move(found.ends), graph.size(), [&](std::size_t node) { return found.at[node]; });
}

DeadEndArrays find_dead_ends(const GridView& grid, std::span<const Tile> nodes, const LinkTable& links,
                             const DeadEndMarks& marked) {
  if (grid.terrain.size() >= kNoNode) return {};
  std::vector<NodeId> at(grid.terrain.size(), kNoNode);  // nodes, then pieces
  for (std::size_t i = 0; i < nodes.size(); ++i) at[grid.index(nodes[i])] = static_cast<NodeId>(i);
  const Weights weights(marked);
  std::vector<std::uint64_t> weight;
  for (const Tile node : nodes) weight.push_back(weights[grid.index(node)]);
  std::vector<Tile> open;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] != kNoNode || grid.cost(grid.tile(i)) == 0) continue;
    const auto piece = static_cast<NodeId>(weight.size());
    weight.push_back(weights[i]);
    at[i] = piece;
    open.push_back(grid.tile(i));
    while (!open.empty()) {
      const Tile tile = open.back();
      open.pop_back();
      for_each_joined(grid, grid.bounds(), tile, [&](Tile to) {
        NodeId& there = at[grid.index(to)];
        if (there != kNoNode) return;
        there = piece;
        weight[piece] += weights[grid.index(to)];
        open.push_back(to);
      });
    }
  }
  std::vector<std::pair<NodeId, NodeId>> edges;
  for (NodeId node = 0; node < nodes.size(); ++node) {
    for_each_joined(grid, grid.bounds(), nodes[node], [&](Tile to) { edges.emplace_back(node, at[grid.index(to)]); });
  }
  for (std::size_t end = 0; end < links.link_ends().size(); ++end) {
    const NodeId from = at[grid.index(links.link_ends()[end])];
    for (const LinkArc& arc : links.leaving(end)) {
      const NodeId to = at[grid.index(arc.other)];
      if (from != kNoNode && to != kNoNode && from != to) edges.emplace_back(from, to);
    }
  }
  const Skeleton skeleton = skeleton_of(weight.size(), std::move(edges));
  Found found = Forest(skeleton.view(), static_cast<NodeId>(nodes.size()), weight).run();
  for (DeadEnd& end : found.ends) end.gate = grid.index(nodes[end.gate]);
  return arrays_of(std::move(found.ends), at.size(),
                   [&](std::size_t place) { return at[place] == kNoNode ? 0 : found.at[at[place]]; });
}

std::uint64_t dead_end_memory(const CsrGraph& graph) noexcept {
  return memory_of(graph.size(), graph.target.size());
}

std::uint64_t dead_end_memory(std::uint64_t tiles, std::uint64_t nodes) noexcept {
  // A tile has up to eight steps, and there are hardly more pieces than nodes where the numbers are large.
  return sizeof(NodeId) * tiles + memory_of(2 * nodes, 8 * nodes);
}

}  // namespace portolan
