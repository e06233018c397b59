// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/label_query.hpp"

#include "portolan/graph/label_path.hpp"
#include "portolan/graph/search_answer.hpp"

#include <algorithm>

namespace portolan {
namespace {

constexpr std::uint64_t kQueryStride = std::uint64_t{1} << 44;
constexpr std::uint64_t kUntouched = kQueryStride << 18;
static_assert(2 * (kMaxEndCost + (Cost{1} << 32)) < kQueryStride);

LabelSlice slice_of(const LabelSet& set, NodeId node, HubId hub_end) noexcept {
  const std::uint32_t first = set.first[node];
  return {set.hub.data() + first, set.distance.data() + first, set.first[node + 1] - first, hub_end};
}

Cost greatest_cost(std::span<const GraphEnd> ends) noexcept {
  Cost greatest = 0;
  for (const GraphEnd& end : ends) greatest = std::max(greatest, end.cost);
  return greatest;
}

}  // namespace

LabelQuery::LabelQuery(const HubLabels& labels, SimdLevel level)
    : labels_(labels),
      well_formed_(is_well_formed(labels)),
      least_(least_sum(level)),
      table_(well_formed_ ? labels.size() : 0, kUntouched) {}

bool LabelQuery::are_ends(std::span<const GraphEnd> ends) const noexcept {
  return std::all_of(ends.begin(), ends.end(),
                     [&](const GraphEnd& end) { return end.node < labels_.size() && end.cost < kMaxEndCost; });
}

HubId LabelQuery::hubs_wanted(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                              Cost lower_bound) const noexcept {
  const Cost at_ends = greatest_cost(sources) + greatest_cost(targets);
  if (lower_bound <= at_ends) return static_cast<HubId>(labels_.size());
  const auto cut = std::partition_point(labels_.radius.begin(), labels_.radius.end(), [=](std::uint32_t radius) {
    return 2 * std::uint64_t{radius} >= lower_bound - at_ends;
  });
  return static_cast<HubId>(cut - labels_.radius.begin());
}

void LabelQuery::start_query() noexcept {
  if (base_ == 0) {
    std::fill(table_.begin(), table_.end(), kUntouched);
    base_ = kUntouched;
  }
  base_ -= kQueryStride;
}

/// Begins a query with the labels of the sources in the table, up to the end of the hubs that it needs.
HubId LabelQuery::spread(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                         Cost lower_bound) noexcept {
  start_query();
  const HubId hub_end = hubs_wanted(sources, targets, lower_bound);
  for (const GraphEnd& end : sources) {
    lower(slice_of(labels_.out, end.node, hub_end), base_ + end.cost, table_.data());
  }
  return hub_end;
}

GraphPath LabelQuery::cost(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                           Cost lower_bound) noexcept {
  if (!well_formed_) return {corrupt_answer()};
  if (!are_ends(sources) || !are_ends(targets)) return {bad_node_answer()};
  const HubId hub_end = spread(sources, targets, lower_bound);
  Cost best = kQueryStride;
  std::uint32_t best_target = 0;
  for (std::uint32_t i = 0; i < targets.size(); ++i) {
    if (targets[i].cost >= best) continue;
    const std::uint64_t least = least_(slice_of(labels_.in, targets[i].node, hub_end), table_.data());
    // Above the base by less than a stride, unless no hub is met in this query.
    const Cost cost = least - base_ + targets[i].cost;
    if (cost >= best) continue;
    best = cost;
    best_target = i;
  }
  return {answer_of({best < kQueryStride ? SearchEnd::reached : SearchEnd::exhausted}, best), 0, best_target};
}

GraphPath LabelQuery::path(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets, Cost lower_bound,
                           std::span<NodeId> room) noexcept {
  GraphPath answer = cost(sources, targets, lower_bound);
  if (answer.status != Status::found) return answer;
  const GraphEnd& target = targets[answer.target];
  const Meeting meeting = find_meeting(sources, target, answer.cost);
  if (meeting.source == sources.size()) return {corrupt_answer()};
  answer.source = meeting.source;
  const LabelPath traced = trace_path(labels_, {sources[meeting.source].node, meeting.out, target.node, meeting.in},
                                      room, [](NodeId node) { return node; });
  if (traced.status != Status::found) {
    return {traced.status == Status::out_of_budget ? no_room_answer(0) : corrupt_answer()};
  }
  answer.nodes = room.first(traced.size);
  return answer;
}

Answer LabelQuery::costs(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets, Cost lower_bound,
                         std::span<Cost> costs) noexcept {
  if (!well_formed_) return corrupt_answer();
  if (!are_ends(sources) || !are_ends(targets)) return bad_node_answer();
  if (costs.size() != targets.size()) return bad_size_answer();
  const HubId hub_end = spread(sources, targets, lower_bound);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Cost cost = least_(slice_of(labels_.in, targets[i].node, hub_end), table_.data()) - base_;
    costs[i] = cost < kQueryStride ? cost + targets[i].cost : kInfiniteCost;
  }
  return {.status = Status::found};
}

Answer LabelQuery::one_to_many(NodeId from, std::span<const NodeId> targets, std::span<Cost> costs) noexcept {
  const auto exists = [&](NodeId node) { return node < labels_.size(); };
  if (!well_formed_) return corrupt_answer();
  if (!exists(from) || !std::all_of(targets.begin(), targets.end(), exists)) return bad_node_answer();
  if (costs.size() != targets.size()) return bad_size_answer();
  start_query();
  const auto all = static_cast<HubId>(labels_.size());
  lower(slice_of(labels_.out, from, all), base_, table_.data());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Cost cost = least_(slice_of(labels_.in, targets[i], all), table_.data()) - base_;
    costs[i] = cost < kQueryStride ? cost : kInfiniteCost;
  }
  return {.status = Status::found};
}

Answer LabelQuery::many_to_many(std::span<const NodeId> sources, std::span<const NodeId> targets,
                                std::span<Cost> costs) noexcept {
  if (!is_table(sources.size(), targets.size(), costs.size())) return bad_size_answer();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Answer row = one_to_many(sources[i], targets, costs.subspan(i * targets.size(), targets.size()));
    if (row.status != Status::found) return row;
  }
  return {.status = Status::found};
}

LabelQuery::Meeting LabelQuery::find_meeting(std::span<const GraphEnd> sources, const GraphEnd& target,
                                             Cost cost) const noexcept {
  const auto none = static_cast<std::uint32_t>(sources.size());
  const std::uint64_t met = base_ + cost - target.cost;
  const auto meets = [&](std::uint32_t entry) {
    const HubId hub = labels_.in.hub[entry];
    return hub < table_.size() && table_[hub] + labels_.in.distance[entry] == met;
  };
  std::uint32_t in = labels_.in.first[target.node];
  const std::uint32_t in_end = labels_.in.first[target.node + 1];
  while (in != in_end && !meets(in)) ++in;
  if (in == in_end) return {.source = none};
  const HubId hub = labels_.in.hub[in];
  for (std::uint32_t source = 0; source < sources.size(); ++source) {
    const std::uint32_t out = find_entry(labels_.out, sources[source].node, hub);
    if (out == kNoEntry) continue;
    if (base_ + sources[source].cost + labels_.out.distance[out] == table_[hub]) return {source, out, in};
  }
  return {.source = none};
}

}  // namespace portolan
