// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/label_query.hpp"

#include <algorithm>

namespace portolan {
namespace {

constexpr std::uint64_t kQueryStride = std::uint64_t{1} << 44;
constexpr std::uint64_t kUntouched = kQueryStride << 18;
static_assert(2 * (kMaxEndCost + (Cost{1} << 32)) < kQueryStride);

constexpr std::uint32_t kNoEntry = 0xFFFF'FFFF;

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
      kernels_(label_kernels(level)),
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

GraphPath LabelQuery::cost(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                           Cost lower_bound) noexcept {
  if (!well_formed_ || !are_ends(sources) || !are_ends(targets)) return {.status = Status::corrupt};
  start_query();
  const HubId hub_end = hubs_wanted(sources, targets, lower_bound);
  for (const GraphEnd& end : sources) {
    kernels_.lower(slice_of(labels_.out, end.node, hub_end), base_ + end.cost, table_.data());
  }
  GraphPath answer{.cost = kQueryStride};
  for (std::uint32_t i = 0; i < targets.size(); ++i) {
    if (targets[i].cost >= answer.cost) continue;
    const std::uint64_t least = kernels_.least(slice_of(labels_.in, targets[i].node, hub_end), table_.data());
    // Above the base by less than a stride, unless no hub is met in this query.
    const Cost cost = least - base_ + targets[i].cost;
    if (cost >= answer.cost) continue;
    answer.cost = cost;
    answer.target = i;
  }
  const bool found = answer.cost < kQueryStride;
  answer.status = found ? Status::found : Status::unreachable;
  if (!found) answer.cost = 0;
  return answer;
}

GraphPath LabelQuery::path(std::span<const GraphEnd> sources, std::span<const GraphEnd> targets, Cost lower_bound,
                           std::span<NodeId> room) noexcept {
  GraphPath answer = cost(sources, targets, lower_bound);
  if (answer.status != Status::found) return answer;
  const Meeting meeting = find_meeting(sources, targets[answer.target], answer.cost);
  if (meeting.source == sources.size()) return {.status = Status::corrupt};
  answer.source = meeting.source;
  return trace(sources[answer.source].node, targets[answer.target].node, meeting, answer, room);
}

std::uint32_t LabelQuery::entry_of(const LabelSet& set, NodeId node, HubId hub) const noexcept {
  const auto begin = set.hub.begin() + set.first[node];
  const auto end = set.hub.begin() + set.first[node + 1];
  const auto at = std::lower_bound(begin, end, hub);
  return at != end && *at == hub ? static_cast<std::uint32_t>(at - set.hub.begin()) : kNoEntry;
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
    const std::uint32_t out = entry_of(labels_.out, sources[source].node, hub);
    if (out == kNoEntry) continue;
    if (base_ + sources[source].cost + labels_.out.distance[out] == table_[hub]) return {source, out, in};
  }
  return {.source = none};
}

GraphPath LabelQuery::trace(NodeId head, NodeId tail, Meeting meeting, GraphPath answer,
                            std::span<NodeId> room) const noexcept {
  const auto fail = [](Status status) { return GraphPath{.status = status}; };
  const auto leads_nowhere = [&](const LabelSet& set, const LabelStep& step) {
    return step.node >= labels_.size() || step.entry >= set.step.size();
  };
  // Both ways to the hub are followed at once, so that their memory accesses overlap: the one from the source fills the
  // room from the front and ends with the hub, the one from the target fills it from the back and leaves the hub out.
  std::size_t front = 0;
  std::size_t back = room.size();
  bool head_at_hub = false;
  bool tail_at_hub = false;
  while (!head_at_hub || !tail_at_hub) {
    if (!head_at_hub) {
      const LabelStep step = labels_.out.step[meeting.out];
      if (front == back) return fail(Status::out_of_budget);
      if (leads_nowhere(labels_.out, step)) return fail(Status::corrupt);
      room[front++] = head;
      head_at_hub = step.entry == meeting.out;
      head = step.node;
      meeting.out = step.entry;
    }
    if (!tail_at_hub) {
      const LabelStep step = labels_.in.step[meeting.in];
      if (leads_nowhere(labels_.in, step)) return fail(Status::corrupt);
      tail_at_hub = step.entry == meeting.in;
      if (!tail_at_hub) {
        if (front == back) return fail(Status::out_of_budget);
        room[--back] = tail;
      }
      tail = step.node;
      meeting.in = step.entry;
    }
  }
  if (head != tail) return fail(Status::corrupt);
  std::copy(room.begin() + static_cast<std::ptrdiff_t>(back), room.end(),
            room.begin() + static_cast<std::ptrdiff_t>(front));
  answer.nodes = room.first(front + room.size() - back);
  return answer;
}

}  // namespace portolan
