// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/terrain_pages.hpp"

#include <algorithm>

namespace portolan {

std::size_t TerrainPages::lower_bound(std::size_t number) const noexcept {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), number,
                                   [](const Entry& entry, std::size_t n) { return entry.number < n; });
  return static_cast<std::size_t>(at - entries_.begin());
}

const TerrainPage* TerrainPages::find(std::size_t number) const noexcept {
  const std::size_t at = lower_bound(number);
  return at != entries_.size() && entries_[at].number == number ? entries_[at].page.get() : nullptr;
}

TerrainId TerrainPages::at(Tile t) const noexcept {
  const TerrainPage* const page = find(page_number(bounds_.max.x, t));
  return page == nullptr ? base_at(t) : (*page)[place_in_page(t)];
}

Rect TerrainPages::block(std::size_t number) const noexcept {
  const std::size_t columns = page_columns(bounds_.max.x);
  if (number >= columns * page_columns(bounds_.max.y)) return {};
  const Tile first{static_cast<std::int32_t>(number % columns) * kPageSide,
                   static_cast<std::int32_t>(number / columns) * kPageSide};
  return intersection({first, {first.x + kPageSide, first.y + kPageSide}}, bounds_);
}

TerrainPage TerrainPages::base_page(std::size_t number) const noexcept {
  TerrainPage page;
  page.fill(kNoTerrain);
  const Rect area = block(number);
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) page[place_in_page({x, y})] = base_at({x, y});
  }
  return page;
}

void TerrainPages::replace(const Rect& area, std::span<const TerrainId> plane) {
  const auto row = static_cast<std::size_t>(area.width());
  for_each_block(area, [&](std::size_t number, const Rect& part) {
    const TerrainPage base = base_page(number);
    const std::size_t at = lower_bound(number);
    const bool there = at != entries_.size() && entries_[at].number == number;
    TerrainPage page = there ? *entries_[at].page : base;
    for (std::int32_t y = part.min.y; y < part.max.y; ++y) {
      for (std::int32_t x = part.min.x; x < part.max.x; ++x) {
        page[place_in_page({x, y})] =
            plane[static_cast<std::size_t>(y - area.min.y) * row + static_cast<std::size_t>(x - area.min.x)];
      }
    }
    const auto place = entries_.begin() + static_cast<std::ptrdiff_t>(at);
    if (page == base) {
      if (there) entries_.erase(place);
    } else if (there) {
      place->page = std::make_shared<const TerrainPage>(page);
    } else {
      entries_.insert(place, {number, std::make_shared<const TerrainPage>(page)});
    }
  });
}

std::vector<TerrainId> TerrainPages::copy(const Rect& area) const {
  std::vector<TerrainId> plane(area.tiles());
  const auto place = [&](Tile t) {
    return static_cast<std::size_t>(t.y - area.min.y) * static_cast<std::size_t>(area.width()) +
           static_cast<std::size_t>(t.x - area.min.x);
  };
  for_each_block(area, [&](std::size_t number, const Rect& part) {
    const TerrainPage* const page = find(number);
    for (std::int32_t y = part.min.y; y < part.max.y; ++y) {
      for (std::int32_t x = part.min.x; x < part.max.x; ++x) {
        plane[place({x, y})] = page == nullptr ? base_at({x, y}) : (*page)[place_in_page({x, y})];
      }
    }
  });
  return plane;
}

void PageTable::assign(const TerrainPages& pages) {
  const Rect& bounds = pages.bounds();
  pages_.resize(page_columns(bounds.max.x) * page_columns(bounds.max.y));
  for (const std::size_t number : used_) pages_[number] = nullptr;
  used_.clear();
  for (const TerrainPages::Entry& entry : pages.entries()) {
    used_.push_back(entry.number);
    pages_[entry.number] = entry.page.get();
  }
}

}  // namespace portolan
