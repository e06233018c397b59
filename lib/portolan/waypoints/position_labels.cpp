// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/position_labels.hpp"

#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>
#include <cstdint>

namespace portolan {

PositionLabels::PositionLabels(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                               const BlockLabels* blocks, SimdLevel level)
    : space_(space),
      graph_(graph),
      labels_(labels),
      well_formed_(is_well_formed(space, graph) && is_well_formed(labels) && labels.size() == graph.size()),
      grid_(block_grid(space)),
      measure_(measure_vias(graph.metric.norm, level)),
      length_(blocks != nullptr ? kMaxBlockItems : 0),
      chosen_(blocks != nullptr ? kMaxBlockItems : 0),
      sweep_(space.width),
      entries_(labels.size()),
      place_(labels.size()) {
  if (blocks == nullptr) return;
  blocks_ = *blocks;
  well_formed_ = well_formed_ && is_well_formed(grid_, labels, *blocks);
}

void PositionLabels::prefetch(Tile position) const noexcept {
  if (well_formed_ && blocks_) prefetch_block(*blocks_, grid_.block_of(position));
}

PositionLabel PositionLabels::label(Tile position, const LabelSet& set, const WantedHubs& wanted) noexcept {
  if (!well_formed_) return {.status = Status::corrupt};
  if (!blocks_) return look_around(position, set, wanted);
  const std::optional<BlockView> block = view_of(*blocks_, grid_.block_of(position));
  if (!block) return {.status = Status::corrupt};
  return block->left_out ? look_around(position, set, wanted) : read_block(*block, position, wanted);
}

/// Lists the hubs of a block that may be wanted: how many. Nothing if the block contradicts itself. Which those are is
/// hard to foresee: every hub is written down, and kept if so.
std::optional<std::size_t> PositionLabels::choose(const BlockView& block, const WantedHubs& wanted) noexcept {
  ChosenHub* const chosen = chosen_.data();
  std::size_t count = 0;
  std::uint32_t own_via = 0;
  for (std::uint32_t i = 0; i < block.hub.size(); ++i) {
    const HubId hub = block.hub[i] & kHubMask;
    if (hub >= hubs()) return {};
    chosen[count] = {i, own_via};
    own_via += (block.hub[i] & kOwnVia) != 0 ? 1 : 0;
    count += wanted.all() || wanted(hub, 0) ? 1 : 0;
  }
  return own_via <= block.via_seen.size() ? std::optional(count) : std::nullopt;
}

/// The least way to each hub of the block over the vias in sight. All of its vias are measured: that costs less than to
/// find out which are needed.
PositionLabel PositionLabels::read_block(const BlockView& block, Tile position, const WantedHubs& wanted) noexcept {
  constexpr PositionLabel kCorrupt{.status = Status::corrupt};
  const std::optional<std::size_t> chosen = choose(block, wanted);
  if (!chosen) return kCorrupt;
  const std::size_t vias = block.via_seen.size();
  const std::size_t entries = block.entry_via.size();
  std::uint32_t* const length = length_.data();
  measure_(graph_.metric, place_in_block(space_.contact, position),
           {block.via_offset.data(), block.via_seen.data(), vias}, length);
  std::size_t count = 0;
  HubId least_hub = 0;
  for (std::size_t n = 0; n < *chosen; ++n) {
    const auto [i, own_via] = chosen_[n];
    const HubId hub = block.hub[i] & kHubMask;
    const std::size_t first = block.hub_entries[i];
    const std::size_t last = i + 1 < block.hub.size() ? block.hub_entries[i + 1] : entries;
    // Hubs of sound blocks ascend, and their entries with them.
    if (hub < least_hub || first > last || last > entries) return kCorrupt;
    least_hub = hub + 1;
    std::uint64_t way = (block.hub[i] & kOwnVia) != 0 ? length[own_via] : kUnseen;
    for (std::size_t entry = first; entry < last; ++entry) {
      if (block.entry_via[entry] >= vias) return kCorrupt;
      way = std::min(way, std::uint64_t{length[block.entry_via[entry]]} + block.entry_distance[entry]);
    }
    entries_[count] = {hub, static_cast<std::uint32_t>(way)};
    count += way < kUnseen && (wanted.all() || wanted(hub, way)) ? 1 : 0;
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
