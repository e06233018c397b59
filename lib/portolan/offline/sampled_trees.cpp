// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/sampled_trees.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace portolan {
namespace {

constexpr std::uint64_t kTaken = std::numeric_limits<std::uint64_t>::max();

}  // namespace

SampledTrees::SampledTrees(std::size_t nodes)
    : places_(nodes), descendants_(nodes, 0), queued_(nodes, 0), index_(nodes) {
  candidates_.reserve(nodes);
  for (std::size_t node = nodes; node-- > 0;) candidates_.push_back({0, static_cast<NodeId>(node)});
  std::make_heap(candidates_.begin(), candidates_.end());
}

void SampledTrees::enqueue(NodeId node) {
  queued_[node] = descendants_[node];
  candidates_.push_back({descendants_[node], node});
  std::push_heap(candidates_.begin(), candidates_.end());
}

/// What grew gets a new entry; what shrank keeps its old one until that comes up.
void SampledTrees::enqueue_new_trees() {
  for (; enqueued_trees_ < trees_.size(); ++enqueued_trees_) {
    for (const Member& member : trees_[enqueued_trees_]) {
      if (descendants_[member.node] > queued_[member.node]) enqueue(member.node);
    }
  }
}

NodeId SampledTrees::take_busiest() {
  enqueue_new_trees();
  while (true) {
    std::pop_heap(candidates_.begin(), candidates_.end());
    const Candidate best = candidates_.back();
    candidates_.pop_back();
    if (best.descendants != queued_[best.node]) continue;
    if (best.descendants == descendants_[best.node]) {
      take_out(best.node);
      return best.node;
    }
    enqueue(best.node);
  }
}

std::vector<SampledTrees::Place>::iterator SampledTrees::place_in(std::uint32_t tree, NodeId node) {
  return std::lower_bound(places_[node].begin(), places_[node].end(), tree,
                          [](const Place& place, std::uint32_t number) { return place.tree < number; });
}

void SampledTrees::take_out(NodeId hub) {
  const std::vector<Place> places = std::exchange(places_[hub], {});
  for (const Place& place : places) {
    Tree& tree = trees_[place.tree];
    const std::uint32_t size = tree[place.index].size;
    const std::uint32_t end = place.index + tree[place.index].extent;
    total_ -= size;
    for (std::uint32_t at = place.index; tree[at].parent != at;) {
      at = tree[at].parent;
      tree[at].size -= size;
      descendants_[tree[at].node] -= size;
    }
    for (std::uint32_t at = place.index; at < end;) {
      Member& member = tree[at];
      if (member.size == 0) {
        at += member.extent;
        continue;
      }
      descendants_[member.node] -= member.size;
      member.size = 0;
      if (member.node != hub) places_[member.node].erase(place_in(place.tree, member.node));
      ++at;
    }
    if (tree.front().size == 0) {
      tree = {};
    } else if (tree.front().size < tree.size() - tree.size() / 4) {
      compact(place.tree);
    }
  }
  queued_[hub] = kTaken;
}

void SampledTrees::compact(std::uint32_t number) {
  const Tree& tree = trees_[number];
  Tree left;
  left.reserve(tree.front().size);
  for (std::uint32_t at = 0; at < tree.size();) {
    if (tree[at].size == 0) {
      at += tree[at].extent;
      continue;
    }
    const auto index = static_cast<std::uint32_t>(left.size());
    index_[at] = index;
    left.push_back({tree[at].node, index_[tree[at].parent], tree[at].size, tree[at].size});
    place_in(number, tree[at].node)->index = index;
    ++at;
  }
  trees_[number] = std::move(left);
}

void SampledTrees::add(std::span<const TreeNode> tree) {
  if (tree.empty()) return;
  const auto number = static_cast<std::uint32_t>(trees_.size());
  Tree& members = trees_.emplace_back(tree.size());
  // Sizes bottom-up, by index into `tree`, whose parents come before their children; then places top-down.
  std::vector<std::uint32_t> size(tree.size(), 1);
  for (std::uint32_t i = 0; i < tree.size(); ++i) index_[tree[i].node] = i;
  for (std::size_t i = tree.size(); i-- > 1;) size[index_[tree[i].parent]] += size[i];
  std::vector<std::uint32_t> place(tree.size(), 0);
  std::vector<std::uint32_t> next(tree.size(), 1);  // where the next child goes
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const std::uint32_t parent = index_[tree[i].parent];
    if (i != 0) {
      place[i] = next[parent];
      next[parent] += size[i];
      next[i] = place[i] + 1;
    }
    members[place[i]] = {tree[i].node, place[parent], size[i], size[i]};
    places_[tree[i].node].push_back({number, place[i]});
    descendants_[tree[i].node] += size[i];
  }
  total_ += tree.size();
}

}  // namespace portolan
