// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/block_query.hpp"

#include "portolan/core/prefetch.hpp"

#include <algorithm>

namespace portolan {
namespace {

constexpr std::uint16_t kNoVia = 0xFFFF;
constexpr std::uint64_t kNoLeg = std::uint64_t{1} << 62;
constexpr std::uint64_t kCorruptLeg = kNoLeg + 1;
constexpr std::uint32_t kNoEntry = 0xFFFF'FFFF;

/// Number of the n-th own hub of a block; the number of hubs if there are fewer.
std::size_t own_hub(std::span<const std::uint32_t> hubs, std::uint32_t n) noexcept {
  constexpr std::size_t kStride = 32;
  std::size_t at = 0;
  for (; at + kStride <= hubs.size(); at += kStride) {
    std::uint32_t own = 0;
    for (std::size_t i = 0; i < kStride; ++i) own += hubs[at + i] / kOwnVia;
    if (own > n) break;
    n -= own;
  }
  for (; at < hubs.size(); ++at) {
    if (hubs[at] < kOwnVia) continue;
    if (n == 0) break;
    --n;
  }
  return at;
}

/// The entry of a waypoint for a hub. Labels are short: counting the hubs before it takes no guesses and many at once.
std::uint32_t entry_of(const LabelSet& labels, WaypointId waypoint, HubId hub) noexcept {
  const std::uint32_t end = labels.first[waypoint + 1];
  std::uint32_t at = labels.first[waypoint];
  const auto label = labels.hub.subspan(at, end - at);
  for (const HubId other : label) at += static_cast<std::int32_t>(other) < static_cast<std::int32_t>(hub) ? 1U : 0U;
  return at < end && labels.hub[at] == hub ? at : kNoEntry;
}

}  // namespace

BlockQuery::BlockQuery(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                       const BlockLabels& blocks, SimdLevel level)
    : space_(space),
      grid_(block_grid(space)),
      graph_(graph),
      labels_(labels),
      blocks_(blocks),
      well_formed_(is_well_formed(space, graph) && is_well_formed(labels) && labels.size() == graph.size() &&
                   is_well_formed(grid_, labels, blocks)),
      measure_(measure_vias(graph.metric.norm, level)),
      start_{{}, ZeroedArray<std::uint32_t>(kMaxBlockItems), ZeroedArray<std::uint16_t>(kMaxBlockItems)},
      goal_{{}, ZeroedArray<std::uint32_t>(kMaxBlockItems), ZeroedArray<std::uint16_t>(kMaxBlockItems)},
      shared_(kMaxBlockItems + 1),
      table_(well_formed_ ? labels.size() : 0),
      path_(graph.size() + 2) {}

SightPath BlockQuery::find(Tile start, Tile goal) noexcept {
  const Status status = look(start, goal);
  if (status == Status::found) {
    path_[0] = point_of(space_.contact, start);
    path_[1] = point_of(space_.contact, goal);
    return measured_path(graph_.metric, graph_.metric.length(path_[0], path_[1]),
                         {path_.data(), start == goal ? std::size_t{1} : std::size_t{2}});
  }
  if (status != Status::unreachable) return {.status = status};
  const Meeting meeting = meet(start, goal);
  if (meeting.status != Status::found) return {.status = meeting.status};
  return trace(point_of(space_.contact, start), point_of(space_.contact, goal), meeting);
}

SightPath BlockQuery::cost(Tile start, Tile goal) noexcept {
  const Status status = look(start, goal);
  if (status == Status::found) {
    return {.status = status,
            .cost = graph_.metric.length(point_of(space_.contact, start), point_of(space_.contact, goal))};
  }
  if (status != Status::unreachable) return {.status = status};
  const Meeting meeting = meet(start, goal);
  return {.status = meeting.status, .cost = meeting.cost};
}

/// Has the beginning of a block on its way from memory while sight is tested.
[[gnu::always_inline]] inline void BlockQuery::prefetch_block(Tile position) const noexcept {
  constexpr std::size_t kMostLines = 24;
  const std::size_t block = grid_.block_of(position);
  const std::size_t begin = blocks_.first[block] * kBlockAlignment;
  const std::size_t end = blocks_.first[block + 1] * kBlockAlignment;
  prefetch_range(blocks_.memory.data() + begin, end - begin, kMostLines);
}

/// What can be said without labels: whether the ends are good, and `found` if they see each other; else `unreachable`.
Status BlockQuery::look(Tile start, Tile goal) const noexcept {
  if (!well_formed_) return Status::corrupt;
  const bool start_inside = grid_.contains(start);
  const bool goal_inside = grid_.contains(goal);
  if (start_inside) prefetch_block(start);
  if (goal_inside) prefetch_block(goal);
  const auto stands = [&](Tile position) { return can_stand(space_, point_of(space_.contact, position)); };
  if (!start_inside || !stands(start)) return Status::bad_start;
  if (!goal_inside || !stands(goal)) return Status::bad_goal;
  const bool sees = in_sight(space_, point_of(space_.contact, start), point_of(space_.contact, goal));
  return sees ? Status::found : Status::unreachable;
}

bool BlockQuery::enter(End& end, Tile position) const noexcept {
  const std::optional<BlockView> block = view_of(blocks_, grid_.block_of(position));
  if (!block) return false;
  end.block = *block;
  const std::int32_t centre = space_.contact == Contact::point ? 1 : 0;
  const PlaceInBlock place{2 * (position.x % kBlockSide) + centre, 2 * (position.y % kBlockSide) + centre,
                           bit_of(position)};
  measure_(graph_.metric, place, {end.block.via_offset.data(), end.block.via_seen.data(), end.block.via_seen.size()},
           end.length.data());
  return true;
}

/// Ways to hubs of less reach, from both ends, do not even add up to the lower bound.
HubId BlockQuery::hubs_wanted(Cost lower_bound) const noexcept {
  const auto cut = std::partition_point(blocks_.reach.begin(), blocks_.reach.end(),
                                        [=](std::uint32_t reach) { return 2 * std::uint64_t{reach} >= lower_bound; });
  return static_cast<HubId>(cut - blocks_.reach.begin());
}

/// The hubs below hub_end that both blocks have, ascending: how many.
std::size_t BlockQuery::find_shared(HubId hub_end) noexcept {
  constexpr std::uint32_t kStampStep = std::uint32_t{1} << 16;
  stamp_ += kStampStep;
  if (stamp_ == 0) {
    std::fill(table_.data(), table_.data() + table_.size(), 0U);
    stamp_ = kStampStep;
  }
  const auto for_hubs = [hub_end](End& end, auto&& visit) {
    std::uint16_t via = 0;
    for (std::uint32_t i = 0; i < end.block.hub.size(); ++i) {
      const HubId hub = end.block.hub[i] & kHubMask;
      if (hub >= hub_end) break;
      const std::uint32_t own = end.block.hub[i] / kOwnVia;
      end.own_via[i] = own != 0 ? via : kNoVia;
      via = static_cast<std::uint16_t>(via + own);
      visit(hub, i);
    }
  };
  for_hubs(start_, [&](HubId hub, std::uint32_t i) { table_[hub] = stamp_ | i; });
  std::size_t count = 0;
  for_hubs(goal_, [&](HubId hub, std::uint32_t i) {
    const std::uint32_t entry = table_[hub];
    shared_[count] = {static_cast<std::uint16_t>(entry), static_cast<std::uint16_t>(i)};
    count += (entry ^ stamp_) < kStampStep ? 1 : 0;
  });
  return count;
}

/// The least way from an end to a hub of its block.
BlockQuery::Leg BlockQuery::best_leg(const End& end, std::size_t hub) const noexcept {
  const std::size_t vias = end.block.via_seen.size();
  const std::size_t first = end.block.hub_entries[hub];
  const std::size_t last = hub + 1 < end.block.hub.size() ? end.block.hub_entries[hub + 1] : end.block.entry_via.size();
  Leg best{kUnseen, end.own_via[hub]};
  if (last > end.block.entry_via.size()) return {kCorruptLeg, kNoVia};
  if (best.via < vias) best.cost = end.length[best.via];
  for (std::size_t entry = first; entry < last; ++entry) {
    const std::uint16_t via = end.block.entry_via[entry];
    if (via >= vias) return {kCorruptLeg, kNoVia};
    const std::uint64_t cost = std::uint64_t{end.length[via]} + end.block.entry_distance[entry];
    if (cost < best.cost) best = {cost, via};
  }
  if (best.cost >= kUnseen) best.cost = kNoLeg;
  return best;
}

BlockQuery::Meeting BlockQuery::meet(Tile start, Tile goal) noexcept {
  const Cost lower_bound = graph_.metric.lower_bound(point_of(space_.contact, start), point_of(space_.contact, goal));
  if (!enter(start_, start) || !enter(goal_, goal)) return {.status = Status::corrupt};
  const std::size_t count = find_shared(hubs_wanted(lower_bound));
  Meeting best{.cost = kNoLeg};
  for (std::size_t i = 0; i < count; ++i) {
    const Leg from_start = best_leg(start_, shared_[i].at_start);
    const Leg from_goal = best_leg(goal_, shared_[i].at_goal);
    if (from_start.cost == kCorruptLeg || from_goal.cost == kCorruptLeg) return {.status = Status::corrupt};
    const Cost cost = from_start.cost + from_goal.cost;
    if (cost >= best.cost) continue;
    best = {Status::found, cost, start_.block.hub[shared_[i].at_start] & kHubMask, from_start.via, from_goal.via};
  }
  if (best.status != Status::found) best.cost = 0;
  return best;
}

/// The first entry of a via on its way to a hub; kNoEntry if it has none.
BlockQuery::Walk BlockQuery::walk_from(const End& end, std::uint16_t via, HubId hub) const noexcept {
  const std::size_t own = own_hub(end.block.hub, via);
  if (own == end.block.hub.size()) return {0, kNoEntry};
  const HubId name = end.block.hub[own] & kHubMask;
  if (name >= blocks_.waypoint.size() || blocks_.waypoint[name] >= graph_.size()) return {0, kNoEntry};
  return {blocks_.waypoint[name], entry_of(labels_.out, blocks_.waypoint[name], hub)};
}

/// Follows the labels of both vias to the hub at once, so that their memory accesses overlap: the start's side fills
/// the path from the front and ends with the hub, the goal's side fills it from the back and leaves the hub out.
SightPath BlockQuery::trace(Point start, Point goal, const Meeting& meeting) noexcept {
  const SightPath corrupt{.status = Status::corrupt};
  const LabelSet& labels = labels_.out;
  Walk head = walk_from(start_, meeting.start_via, meeting.hub);
  Walk tail = walk_from(goal_, meeting.goal_via, meeting.hub);
  if (head.entry == kNoEntry || tail.entry == kNoEntry) return corrupt;
  std::size_t front = 0;
  std::size_t back = path_.size();
  path_[front++] = start;
  path_[--back] = goal;
  bool head_at_hub = false;
  bool tail_at_hub = false;
  while (!head_at_hub || !tail_at_hub) {
    if (!head_at_hub) {
      const LabelStep step = labels.step[head.entry];
      if (front == back || step.node >= graph_.size() || step.entry >= labels.step.size()) return corrupt;
      path_[front++] = to_point(graph_.points[head.waypoint]);
      head_at_hub = step.entry == head.entry;
      head = {step.node, step.entry};
    }
    if (!tail_at_hub) {
      const LabelStep step = labels.step[tail.entry];
      if (step.node >= graph_.size() || step.entry >= labels.step.size()) return corrupt;
      tail_at_hub = step.entry == tail.entry;
      if (!tail_at_hub) {
        if (front == back) return corrupt;
        path_[--back] = to_point(graph_.points[tail.waypoint]);
      }
      tail = {step.node, step.entry};
    }
  }
  if (head.waypoint != tail.waypoint) return corrupt;
  std::copy(path_.data() + back, path_.data() + path_.size(), path_.data() + front);
  return measured_path(graph_.metric, meeting.cost, {path_.data(), front + path_.size() - back});
}

}  // namespace portolan
