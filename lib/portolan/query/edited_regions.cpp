// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/edited_regions.hpp"

#include <algorithm>
#include <stdexcept>

namespace portolan {

void EditedRegions::clear() noexcept {
  for (const RegionIndex r : regions_) {
    slots_[topology_.layout.number(0, r)] = 0;
    for (int level = 0; level < topology_.levels; ++level) state_above(level, r) = kAsInFile;
  }
  regions_.clear();
  eased_.clear();
  pinned_ = 0;
  whole_ = hiding_ = as_in_file_ = false;
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
  eased_.reserve(dirty.size());
  for (const DirtyRegion& region : dirty) {
    const RegionIndex r = layout.region(0, region.number);
    if (region.eased.width() > 0 && region.eased.height() > 0) eased_.push_back(static_cast<Slot>(regions_.size()));
    regions_.push_back(r);
    slots_[region.number] = static_cast<Slot>(regions_.size());
    for (int level = 0; level < topology_.levels && state_above(level, r) == kAsInFile; ++level) {
      state_above(level, r) = kDirty | kOpened;
    }
  }
  for (std::size_t i = 0; i < refreshed.size(); ++i) {
    if (refreshed[i].stale) continue;
    states_[static_cast<std::size_t>(refreshed[i].level)][refreshed[i].number] =
        kDirty | (refreshed[i].table == nullptr ? kAsInFile : kFirstTable + static_cast<State>(i));
  }
  dirty_ = dirty;
  refreshed_ = refreshed;
  pin_eased();
  whole_ = std::ranges::all_of(regions_, [&](RegionIndex r) {
    return shown_above(0, r) != kOpened && closed_level(r, topology_.levels - 1) == topology_.levels - 1;
  });
}

Rect EditedRegions::near_eased(Slot slot) const noexcept {
  // Whether a tile is a portal depends on what is passable up to so many tiles away.
  constexpr std::int32_t kReach = 2;
  const RegionLayout& layout = topology_.layout;
  const Rect map = layout.area_of({{0, 0}, {layout.columns(0), layout.rows(0)}});
  const Rect& eased = dirty_[slot].eased;
  const Rect grown =
      intersection({{eased.min.x - kReach, eased.min.y - kReach}, {eased.max.x + kReach, eased.max.y + kReach}}, map);
  return hull(layout.around(grown.min), layout.around({grown.max.x - 1, grown.max.y - 1}));
}

bool EditedRegions::eased_reach(Slot slot, Tile t) const noexcept {
  const Rect common = intersection(near_eased(slot), topology_.layout.around(t));
  return common.width() > 0 && common.height() > 0;
}

template <class Visit>
void EditedRegions::for_each_near_eased(Slot slot, Visit&& visit) const {
  const Rect near = near_eased(slot);
  for (std::int32_t y = near.min.y; y < near.max.y; ++y) {
    for (std::int32_t x = near.min.x; x < near.max.x; ++x) {
      if (slots_[topology_.layout.number(0, {x, y})] != 0) visit(RegionIndex{x, y});
    }
  }
}

/// Marks the regions with an eased tile in them, or so near that portals of theirs may be new, and all above them.
void EditedRegions::pin_eased() noexcept {
  if (eased_.size() <= kMostEased) return;
  for (const Slot slot : eased_) {
    for_each_near_eased(slot, [&](RegionIndex r) {
      if ((raw_state(0, r) & kPinned) != 0) return;
      ++pinned_;
      for (int level = 0; level < topology_.levels; ++level) state_above(level, r) |= kPinned;
    });
  }
}

void EditedRegions::hide() noexcept {
  hiding_ = pinned_ < regions_.size() && (pinned_ == 0 || !whole_);
  if (!hiding_) return;
  for (const RegionIndex r : regions_) {
    for (int level = 0; level < topology_.levels; ++level) {
      State& state = state_above(level, r);
      if ((state & kPinned) == 0) {
        state |= kHidden;
      } else if (level > 0) {
        state |= kSplit;
      }
    }
  }
  as_in_file_ = pinned_ == 0;
}

void EditedRegions::reveal(RegionIndex r) noexcept {
  if (!hidden(0, r)) return;
  if (whole_) return reveal_all();
  reveal_one(r);
  as_in_file_ = false;
}

/// At most kMostEased deep: one that is revealed has no tiles eased, or else takes its turn once.
void EditedRegions::reveal_one(RegionIndex r) noexcept {  // NOLINT(misc-no-recursion)
  if (!hidden(0, r)) return;
  for (int level = 0; level < topology_.levels; ++level) {
    State& state = state_above(level, r);
    if ((state & kHidden) == 0) continue;
    state = level == 0 ? state & ~kHidden : (state & ~kHidden) | kSplit;
  }
  const Slot slot = slots_[topology_.layout.number(0, r)] - 1;
  if (!std::ranges::binary_search(eased_, slot)) return;
  for_each_near_eased(slot, [&](RegionIndex near) { reveal_one(near); });
}

void EditedRegions::reveal_all() noexcept {
  if (!hiding_) return;
  for (const RegionIndex r : regions_) {
    for (int level = 0; level < topology_.levels; ++level) state_above(level, r) &= ~(kHidden | kSplit);
  }
  hiding_ = as_in_file_ = false;
}

int EditedRegions::closed_level(RegionIndex r, int level) const noexcept {
  int closed = 0;
  if (shown_above(0, r) == kOpened) return closed;
  while (closed < level && shown_above(closed + 1, r) != kOpened) ++closed;
  return closed;
}

const RegionTable* EditedRegions::table(int level, RegionIndex r) const noexcept {
  const State known = shown(raw_state(level, r));
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
