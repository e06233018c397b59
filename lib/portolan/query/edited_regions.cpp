// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/edited_regions.hpp"

#include <stdexcept>

namespace portolan {

void EditedRegions::clear() noexcept {
  for (const RegionIndex r : regions_) {
    slots_[topology_.layout.number(0, r)] = 0;
    mark(r, 0);
  }
  regions_.clear();
  dirty_ = {};
}

void EditedRegions::assign(std::span<const DirtyRegion> dirty) {
  clear();
  // Without a region graph the search floods the tiles of the one region there is, edited or not.
  if (topology_.levels == 0) return;
  if (dirty.size() > (kNoNode - first_node_) / kTilesPerRegion) {
    throw std::length_error("an overlay with more dirty regions than there are numbers for their tiles");
  }
  const RegionLayout& layout = topology_.layout;
  if (slots_.empty()) {
    for (int level = 1; level < topology_.levels; ++level) {
      opened_[static_cast<std::size_t>(level)].resize(layout.regions(level));
    }
    slots_.resize(layout.regions(0));
  }
  regions_.reserve(dirty.size());
  for (const DirtyRegion& region : dirty) {
    regions_.push_back(layout.region(0, region.number));
    slots_[region.number] = static_cast<Slot>(regions_.size());
    mark(regions_.back(), 1);
  }
  dirty_ = dirty;
}

/// Marks the regions above r, up to one that is marked so already.
void EditedRegions::mark(RegionIndex r, std::uint8_t value) noexcept {
  for (int level = 1; level < topology_.levels; ++level) {
    std::uint8_t& opened =
        opened_[static_cast<std::size_t>(level)][topology_.layout.number(level, {r.x >> level, r.y >> level})];
    if (opened == value) return;
    opened = value;
  }
}

int EditedRegions::clean_level(RegionIndex r, int level) const noexcept {
  int clean = 0;
  while (clean < level) {
    const int above = clean + 1;
    const std::size_t number = topology_.layout.number(above, {r.x >> above, r.y >> above});
    if (opened_[static_cast<std::size_t>(above)][number] != 0) break;
    clean = above;
  }
  return clean;
}

NodeId EditedRegions::node(Slot slot, Tile t) const noexcept {
  const Tile origin = topology_.layout.origin(0, regions_[slot]);
  const auto place = border_place({t.x - origin.x, t.y - origin.y});
  if (!place) return own_node(slot, t);
  const NodeId node = (*dirty_[slot].border)[*place];
  if (node != kNoNode) return node;
  const Rect around = topology_.layout.around(t);
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
      const Slot first = slots_[topology_.layout.number(0, {x, y})];
      if (first != 0) return own_node(first - 1, t);
    }
  }
  return own_node(slot, t);
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
