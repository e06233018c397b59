// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/edited_regions.hpp"

#include <stdexcept>

namespace portolan {

void EditedRegions::clear() noexcept {
  for (const RegionIndex r : regions_) {
    slots_[topology_.layout.number(0, r)] = 0;
    for (int level = 0; level < topology_.levels; ++level) state(level, r) = kAsInFile;
  }
  regions_.clear();
  dirty_ = {};
  refreshed_ = {};
}

void EditedRegions::assign(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed) {
  clear();
  // Without levels the search floods the tiles of the one region there is, edited or not.
  if (topology_.levels == 0) return;
  if (first_node_ > kMostNodes || dirty.size() > (kMostNodes - first_node_) / kTilesPerRegion) {
    throw std::length_error("an overlay with more dirty regions than there are numbers for their tiles");
  }
  const RegionLayout& layout = topology_.layout;
  if (slots_.empty()) {
    for (int level = 0; level < topology_.levels; ++level) {
      states_[static_cast<std::size_t>(level)].resize(layout.regions(level));
    }
    slots_.resize(layout.regions(0));
  }
  regions_.reserve(dirty.size());
  for (const DirtyRegion& region : dirty) {
    const RegionIndex r = layout.region(0, region.number);
    regions_.push_back(r);
    slots_[region.number] = static_cast<Slot>(regions_.size());
    for (int level = 0; level < topology_.levels && state(level, r) == kAsInFile; ++level) state(level, r) = kOpened;
  }
  for (std::size_t i = 0; i < refreshed.size(); ++i) {
    if (refreshed[i].stale) continue;
    states_[static_cast<std::size_t>(refreshed[i].level)][refreshed[i].number] =
        refreshed[i].table == nullptr ? kAsInFile : kFirstTable + static_cast<State>(i);
  }
  dirty_ = dirty;
  refreshed_ = refreshed;
}

int EditedRegions::closed_level(RegionIndex r, int level) const noexcept {
  int closed = 0;
  if (state(0, r) == kOpened) return closed;
  while (closed < level && state(closed + 1, r) != kOpened) ++closed;
  return closed;
}

const RegionTable* EditedRegions::table(int level, RegionIndex r) const noexcept {
  const State known = states_[static_cast<std::size_t>(level)][topology_.layout.number(level, r)];
  return known < kFirstTable ? nullptr : refreshed_[known - kFirstTable].table.get();
}

std::optional<NodeId> EditedRegions::node_at(Tile t) const noexcept {
  const Rect around = topology_.layout.around(t);
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
      if (const auto slot = open_slot({x, y})) return node(*slot, t);
      const RegionTable* const known = table(0, {x, y});
      const auto member = known == nullptr ? std::nullopt : known->find(t);
      if (member) return node(*known, *member);
    }
  }
  return {};
}

NodeId EditedRegions::node(Slot slot, Tile t) const noexcept {
  const Tile origin = topology_.layout.origin(0, regions_[slot]);
  const auto place = border_place({t.x - origin.x, t.y - origin.y});
  if (!place) return own_node(slot, t);
  const NodeId node = (*dirty_[slot].border)[*place];
  if (node != kNoNode) return node;
  return first_owned_node(t);
}

/// The number that a tile has in the first dirty region around it, of which there must be one.
NodeId EditedRegions::first_owned_node(Tile t) const noexcept {
  const Rect around = topology_.layout.around(t);
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
      const Slot first = slots_[topology_.layout.number(0, {x, y})];
      if (first != 0) return own_node(first - 1, t);
    }
  }
  return own_node(0, t);
}

NodeId EditedRegions::own_node(Slot slot, Tile t) const noexcept {
  const Tile origin = topology_.layout.origin(0, regions_[slot]);
  return first_node_ + slot * static_cast<NodeId>(kTilesPerRegion) +
         static_cast<NodeId>((t.y - origin.y) * kRow + (t.x - origin.x));
}

Tile EditedRegions::tile(NodeId node) const noexcept {
  const NodeId number = node - first_node_;
  const Tile origin = topology_.layout.origin(0, regions_[number / kTilesPerRegion]);
  const auto place = static_cast<std::int32_t>(number % kTilesPerRegion);
  return {origin.x + place % kRow, origin.y + place / kRow};
}

}  // namespace portolan
