// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hierarchy_query.hpp"

#include "portolan/graph/search_answer.hpp"

namespace portolan {
namespace {

NodeId first_of_chain(const StampedLabels& labels, NodeId node) noexcept {
  while (labels.parent(node) != kNoNode) node = labels.parent(node);
  return node;
}

/// find_arc for rows that are short, as those of middles are.
std::size_t scan_for_arc(const UpwardArcs& arcs, NodeId from, NodeId to) noexcept {
  std::size_t arc = arcs.first[from];
  const std::size_t end = arcs.first[from + 1];
  while (arc != end && arcs.target[arc] < to) ++arc;
  return arc != end && arcs.target[arc] == to ? arc : arcs.target.size();
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

GraphPath HierarchyQuery::search(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                                 std::uint64_t budget) noexcept {
  if (!well_formed_) return {corrupt_answer()};
  OpenList up_list = forward_.start();
  OpenList down_list = backward_.start();
  const auto seed = [&](HierarchyClimb& climb, OpenList<StampedLabels>& list, std::span<const GraphEnd> ends) {
    for (const GraphEnd& end : ends) {
      if (end.node >= hierarchy_.size() || end.cost >= kMaxEndCost) return false;
      climb.relax(list, hierarchy_.rank[end.node], end.cost, kNoNode);
    }
    return true;
  };
  if (!seed(forward_, up_list, sources) || !seed(backward_, down_list, targets)) return {bad_node_answer()};

  std::uint64_t work = 0;
  Cost best = kInfiniteCost;
  const auto next = [](const OpenList<StampedLabels>& list) { return list.empty() ? kInfiniteCost : list.top().cost; };
  while (next(up_list) < best || next(down_list) < best) {
    if (work == budget) return {spent_answer(work)};
    ++work;
    const bool climbs_from_source = next(up_list) <= next(down_list);
    HierarchyClimb& climb = climbs_from_source ? forward_ : backward_;
    const StampedLabels& others = climbs_from_source ? backward_.labels : forward_.labels;
    OpenList<StampedLabels>& list = climbs_from_source ? up_list : down_list;
    const OpenEntry entry = list.pop();
    if (others.touched(entry.node) && entry.cost + others.cost(entry.node) < best) {
      best = entry.cost + others.cost(entry.node);
      top_ = entry.node;
    }
    if (climb.settle(list, entry) == HierarchyClimb::Step::corrupt) return {corrupt_answer(work)};
  }
  GraphPath answer{answer_of({best == kInfiniteCost ? SearchEnd::exhausted : SearchEnd::reached, work}, best)};
  if (answer.status != Status::found) return answer;
  answer.source = index_of_end(hierarchy_, sources, forward_.labels, first_of_chain(forward_.labels, top_));
  answer.target = index_of_end(hierarchy_, targets, backward_.labels, first_of_chain(backward_.labels, top_));
  return answer;
}

HierarchyQuery::Unpacked HierarchyQuery::push_hop(NodeId lower, NodeId higher, const UpwardArcs& arcs, NodeId to,
                                                  std::size_t& hops) noexcept {
  const std::size_t arc = find_arc(arcs, lower, higher);
  if (arc == arcs.target.size()) return Unpacked::corrupt;
  hops_[hops++] = {to, arcs.middle[arc]};
  return Unpacked::done;
}

HierarchyQuery::Unpacked HierarchyQuery::unpack_hops(NodeId from, std::size_t hops, std::span<NodeId> room,
                                                     std::size_t& count) noexcept {
  const UpwardArcs& up = hierarchy_.forward;
  const UpwardArcs& down = hierarchy_.backward;
  while (hops != 0) {
    Hop hop = hops_[--hops];
    while (hop.middle != kNoMiddle) {
      // Middles descend, so the stack stays below two hops a node and every shortcut ends in arcs.
      if (hop.middle >= from || hop.middle >= hop.to || hops == hops_.size()) return Unpacked::corrupt;
      const std::size_t first = scan_for_arc(down, hop.middle, from);
      const std::size_t second = scan_for_arc(up, hop.middle, hop.to);
      if (first == down.target.size() || second == up.target.size()) return Unpacked::corrupt;
      hops_[hops++] = {hop.to, up.middle[second]};
      hop = {hop.middle, down.middle[first]};
    }
    if (count == room.size()) return Unpacked::no_room;
    room[count++] = hierarchy_.node[hop.to];
    from = hop.to;
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
    return GraphPath{why == Unpacked::no_room ? no_room_answer(answer.work) : corrupt_answer(answer.work)};
  };
  if (room.empty()) return fail(Unpacked::no_room);
  // The climb from the source is known from its top downwards: as a stack its first hop comes out first.
  std::size_t hops = 0;
  NodeId at = top_;
  Unpacked unpacked = Unpacked::done;
  for (NodeId below = forward_.labels.parent(at); below != kNoNode && unpacked == Unpacked::done;
       below = forward_.labels.parent(at)) {
    unpacked = push_hop(below, at, hierarchy_.forward, at, hops);
    at = below;
  }
  std::size_t count = 0;
  room[count++] = hierarchy_.node[at];
  if (unpacked == Unpacked::done) unpacked = unpack_hops(at, hops, room, count);
  at = top_;
  for (NodeId below = backward_.labels.parent(at); below != kNoNode && unpacked == Unpacked::done;
       below = backward_.labels.parent(at)) {
    hops = 0;
    unpacked = push_hop(below, at, hierarchy_.backward, below, hops);
    if (unpacked == Unpacked::done) unpacked = unpack_hops(at, hops, room, count);
    at = below;
  }
  if (unpacked != Unpacked::done) return fail(unpacked);
  answer.nodes = room.first(count);
  return answer;
}

}  // namespace portolan
