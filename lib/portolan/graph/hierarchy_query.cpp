// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hierarchy_query.hpp"

namespace portolan {
namespace {

bool relax(StampedLabels& labels, OpenList<StampedLabels>& list, NodeId node, Cost cost, NodeId parent) noexcept {
  if (cost >= kInfiniteCost) return false;
  if (!labels.touched(node)) {
    labels.touch(node);
    labels.cost(node) = cost;
    labels.set_parent(node, parent);
    return list.insert({cost, cost, node});
  }
  if (cost < labels.cost(node) && labels.slot(node) != kClosedSlot) {
    labels.cost(node) = cost;
    labels.set_parent(node, parent);
    list.improve({cost, cost, node});
  }
  return true;
}

/// Whether a settled or open higher node reaches `entry` more cheaply: then no least path climbs on from here.
bool is_stalled(const UpwardArcs& down, const StampedLabels& labels, const OpenEntry& entry) noexcept {
  for (std::size_t arc = down.first[entry.node]; arc < down.first[entry.node + 1]; ++arc) {
    const NodeId higher = down.target[arc];
    if (higher < labels.size() && labels.touched(higher) && labels.cost(higher) + down.weight[arc] < entry.cost) {
      return true;
    }
  }
  return false;
}

NodeId first_of_chain(const StampedLabels& labels, NodeId node) noexcept {
  while (labels.parent(node) != kNoNode) node = labels.parent(node);
  return node;
}

std::uint32_t index_of_end(const ContractionHierarchy& hierarchy, std::span<const GraphEnd> ends,
                           const StampedLabels& labels, NodeId rank) noexcept {
  std::uint32_t index = 0;
  while (hierarchy.rank[ends[index].node] != rank || ends[index].cost != labels.cost(rank)) ++index;
  return index;
}

}  // namespace

HierarchyQuery::HierarchyQuery(const ContractionHierarchy& hierarchy)
    : hierarchy_(hierarchy),
      well_formed_(is_well_formed(hierarchy)),
      forward_(hierarchy.forward, hierarchy.backward, hierarchy.size()),
      backward_(hierarchy.backward, hierarchy.forward, hierarchy.size()),
      hops_(2 * hierarchy.size()) {}

bool HierarchyQuery::settle(Climb& climb, OpenList<StampedLabels>& list, const OpenEntry& entry) noexcept {
  if (is_stalled(climb.down, climb.labels, entry)) return true;
  for (std::size_t arc = climb.up.first[entry.node]; arc < climb.up.first[entry.node + 1]; ++arc) {
    const NodeId higher = climb.up.target[arc];
    if (higher <= entry.node || higher >= hierarchy_.size()) return false;
    if (!relax(climb.labels, list, higher, entry.cost + climb.up.weight[arc], entry.node)) return false;
  }
  return true;
}

GraphPath HierarchyQuery::search(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                                 std::uint64_t budget) noexcept {
  GraphPath answer{.status = Status::corrupt};
  if (!well_formed_) return answer;
  forward_.labels.clear();
  backward_.labels.clear();
  OpenList up_list(std::span(forward_.open.data(), forward_.open.size()), forward_.labels);
  OpenList down_list(std::span(backward_.open.data(), backward_.open.size()), backward_.labels);
  const auto seed = [&](Climb& climb, OpenList<StampedLabels>& list, std::span<const GraphEnd> ends) {
    for (const GraphEnd& end : ends) {
      if (end.node >= hierarchy_.size() || end.cost >= kMaxEndCost) return false;
      relax(climb.labels, list, hierarchy_.rank[end.node], end.cost, kNoNode);
    }
    return true;
  };
  if (!seed(forward_, up_list, sources) || !seed(backward_, down_list, targets)) return answer;

  Cost best = kInfiniteCost;
  const auto next = [](const OpenList<StampedLabels>& list) { return list.empty() ? kInfiniteCost : list.top().cost; };
  while (next(up_list) < best || next(down_list) < best) {
    if (answer.settled == budget) {
      answer.status = Status::out_of_budget;
      return answer;
    }
    ++answer.settled;
    const bool climbs_from_source = next(up_list) <= next(down_list);
    Climb& climb = climbs_from_source ? forward_ : backward_;
    const StampedLabels& others = climbs_from_source ? backward_.labels : forward_.labels;
    OpenList<StampedLabels>& list = climbs_from_source ? up_list : down_list;
    const OpenEntry entry = list.pop();
    if (others.touched(entry.node) && entry.cost + others.cost(entry.node) < best) {
      best = entry.cost + others.cost(entry.node);
      top_ = entry.node;
    }
    if (!settle(climb, list, entry)) return answer;
  }
  if (best == kInfiniteCost) {
    answer.status = Status::unreachable;
    return answer;
  }
  answer.status = Status::found;
  answer.cost = best;
  answer.source = index_of_end(hierarchy_, sources, forward_.labels, first_of_chain(forward_.labels, top_));
  answer.target = index_of_end(hierarchy_, targets, backward_.labels, first_of_chain(backward_.labels, top_));
  return answer;
}

HierarchyQuery::Unpacked HierarchyQuery::unpack_hops(std::size_t hops, std::span<NodeId> room,
                                                     std::size_t& count) noexcept {
  while (hops != 0) {
    const Hop hop = hops_[--hops];
    const bool climbs = hop.from < hop.to;
    const UpwardArcs& arcs = climbs ? hierarchy_.forward : hierarchy_.backward;
    const NodeId lower = climbs ? hop.from : hop.to;
    const std::size_t arc = find_arc(arcs, lower, climbs ? hop.to : hop.from);
    if (arc == arcs.target.size()) return Unpacked::corrupt;
    const NodeId middle = arcs.middle[arc];
    if (middle == kNoMiddle) {
      if (count == room.size()) return Unpacked::no_room;
      room[count++] = hierarchy_.node[hop.to];
    } else {
      // Middles descend, so the stack stays below two hops a node and every shortcut ends in arcs.
      if (middle >= lower || hops + 2 > hops_.size()) return Unpacked::corrupt;
      hops_[hops++] = {middle, hop.to};
      hops_[hops++] = {hop.from, middle};
    }
  }
  return Unpacked::done;
}

GraphPath HierarchyQuery::cost(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                               std::uint64_t budget) noexcept {
  return search(sources, targets, budget);
}

GraphPath HierarchyQuery::path(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                               std::uint64_t budget, std::span<NodeId> room) noexcept {
  GraphPath answer = search(sources, targets, budget);
  if (answer.status != Status::found) return answer;
  const auto fail = [&](Unpacked why) {
    answer = {.status = why == Unpacked::no_room ? Status::out_of_budget : Status::corrupt, .settled = answer.settled};
    return answer;
  };
  if (room.empty()) return fail(Unpacked::no_room);
  // The climb from the source is known from its top downwards: as a stack its first hop comes out first.
  std::size_t hops = 0;
  NodeId at = top_;
  for (NodeId below = forward_.labels.parent(at); below != kNoNode; below = forward_.labels.parent(at)) {
    hops_[hops++] = {below, at};
    at = below;
  }
  std::size_t count = 0;
  room[count++] = hierarchy_.node[at];
  Unpacked unpacked = unpack_hops(hops, room, count);
  at = top_;
  for (NodeId below = backward_.labels.parent(at); below != kNoNode && unpacked == Unpacked::done;
       below = backward_.labels.parent(at)) {
    hops_[0] = {at, below};
    unpacked = unpack_hops(1, room, count);
    at = below;
  }
  if (unpacked != Unpacked::done) return fail(unpacked);
  answer.nodes = room.first(count);
  return answer;
}

}  // namespace portolan
