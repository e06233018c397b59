// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/block_query.hpp"

#include "portolan/graph/label_path.hpp"
#include "portolan/graph/search_answer.hpp"
#include "portolan/waypoints/direct_sight.hpp"

namespace portolan {
namespace {

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
    : join_(space, graph, labels, blocks, level),
      left_out_(space, graph, labels, blocks, join_, level),
      space_(space),
      graph_(graph),
      labels_(labels),
      hub_waypoint_(blocks.waypoint),
      path_(graph.size() + 2),
      points_(space, graph, labels, blocks, level) {}

SightPath BlockQuery::find(Tile start, Tile goal) noexcept {
  if (!join_.well_formed()) return {corrupt_answer()};
  join_.prefetch_block(start);
  join_.prefetch_block(goal);
  const std::span<Point> room(path_.data(), path_.size());
  const EndsVerdict ends = judge_ends(join_, start, goal);
  if (ends != EndsVerdict::apart) return answer_of_ends(ends, join_, graph_.metric, start, goal, room);
  const LabelJoin::Way way = join_.join(start, goal);
  switch (way.status) {
    case Status::found:
      return trace(start, goal, way);
    case Status::undecided:
      return left_out_.find(join_, start, goal);
    case Status::unreachable:
      return {answer_of({SearchEnd::exhausted}, 0)};
    default:
      return {corrupt_answer()};
  }
}

std::optional<SightPath> BlockQuery::find_between(Point start, Point goal) noexcept {
  if (!join_.well_formed()) return SightPath{corrupt_answer()};
  join_.prefetch_block(tile_at(start));
  join_.prefetch_block(tile_at(goal));
  const PointPlane plane{space_};
  const EndsVerdict ends = judge_ends(plane, start, goal);
  if (ends == EndsVerdict::apart) return points_.find(join_, start, goal);
  return answer_of_ends(ends, plane, graph_.metric, start, goal, {path_.data(), path_.size()});
}

/// The waypoint that is this via, with its entry for the hub; kNoEntry if it has none.
BlockQuery::Via BlockQuery::find_via(HubId via, HubId hub) const noexcept {
  if (via >= hub_waypoint_.size() || hub_waypoint_[via] >= graph_.size()) return {};
  return {hub_waypoint_[via], entry_of(labels_.out, hub_waypoint_[via], hub)};
}

SightPath BlockQuery::trace(Tile start, Tile goal, const LabelJoin::Way& way) noexcept {
  const SightPath corrupt{corrupt_answer()};
  const LabelJoin::Turns turns = join_.turns(start, goal, way);
  const Via source = find_via(turns.start_via, turns.hub);
  const Via target = find_via(turns.goal_via, turns.hub);
  if (source.entry == kNoEntry || target.entry == kNoEntry) return corrupt;
  const std::span<Point> room(path_.data(), path_.size());
  const LabelPath between =
      trace_path(labels_, {source.waypoint, source.entry, target.waypoint, target.entry},
                 room.subspan(1, room.size() - 2), [&](WaypointId id) { return to_point(graph_.points[id]); });
  if (between.status != Status::found) return corrupt;
  room.front() = join_.point(start);
  room[between.size + 1] = join_.point(goal);
  return measured_path(graph_.metric, way.cost, room.first(between.size + 2));
}

}  // namespace portolan
