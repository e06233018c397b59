// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/position_labels.hpp"

#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>

namespace portolan {

PositionLabels::PositionLabels(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                               const BlockLabels* blocks, SimdLevel level)
    : space_(space),
      graph_(graph),
      labels_(labels),
      well_formed_(is_well_formed(space, graph) && is_well_formed(labels) && labels.size() == graph.size()),
      sweep_(space.width),
      entries_(labels.size()),
      place_(labels.size()) {
  if (blocks == nullptr) return;
  join_.emplace(space, graph, labels, *blocks, level);
  well_formed_ = well_formed_ && join_->well_formed();
}

PositionLabel PositionLabels::label(Tile position, const LabelSet& set, const WantedHubs& wanted) noexcept {
  if (!well_formed_) return {.status = Status::corrupt};
  if (!join_) return look_around(position, set, wanted);
  const LabelJoin::Label found = join_->label(position, wanted);
  if (found.status == Status::undecided) return look_around(position, set, wanted);
  if (found.status != Status::found) return {.status = Status::corrupt};
  std::size_t count = 0;
  for (std::size_t i = 0; i < found.hubs.size(); ++i) {
    if (found.way[i] == kUnseen) continue;
    const HubId hub = found.hub[found.hubs[i].at_start] & kHubMask;
    // Hubs of sound blocks ascend.
    if (hub >= hubs() || (count != 0 && entries_[count - 1].hub >= hub)) return {.status = Status::corrupt};
    entries_[count++] = {hub, found.way[i]};
  }
  return {.entries = {entries_.data(), count}};
}

/// The union of the labels of the waypoints in sight.
PositionLabel PositionLabels::look_around(Tile position, const LabelSet& set, const WantedHubs& wanted) noexcept {
  const Point at = point_of(space_.contact, position);
  std::size_t count = 0;
  bool sound = true;
  visit_visible(space_, graph_, at, sweep_, [&](WaypointId id) {
    const Cost length = graph_.metric.length(at, to_point(graph_.points[id]));
    for (std::uint32_t entry = set.first[id]; entry < set.first[id + 1]; ++entry) {
      const HubId hub = set.hub[entry];
      if (hub >= hubs()) {
        sound = false;
        return;
      }
      const Cost distance = length + set.distance[entry];
      if (distance >= kUnseen || !(wanted.all() || wanted(hub, distance))) continue;
      if (place_[hub] == 0) {
        entries_[count] = {hub, kUnseen};
        place_[hub] = static_cast<std::uint32_t>(++count);
      }
      std::uint32_t& least = entries_[place_[hub] - 1].distance;
      least = std::min(least, static_cast<std::uint32_t>(distance));
    }
  });
  const std::span<const HubDistance> entries(entries_.data(), count);
  for (const HubDistance& entry : entries) place_[entry.hub] = 0;
  if (!sound) return {.status = Status::corrupt};
  return {.entries = entries};
}

}  // namespace portolan
