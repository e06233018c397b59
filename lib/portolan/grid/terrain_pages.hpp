// SPDX-License-Identifier: BSL-1.0
// Terrain that differs from a map, in pages that are never changed once made, so that any number of copies share them.
#pragma once

#include "portolan/grid/grid_view.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace portolan {

/// What stands somewhere instead of a map's terrain. A value: a copy costs O(pages) and shares them; changing one copy
/// never shows in another. Const calls are safe from any number of threads. Memory: 1 KB a block that differs.
class TerrainPages {
 public:
  /// A block that differs from the map.
  struct Entry {
    std::size_t number;                       ///< page_number of the block
    std::shared_ptr<const TerrainPage> page;  ///< the terrain of the block
  };

  TerrainPages() = default;
  /// `base` is the map's terrain, which must outlive all copies. Without a map it is empty.
  explicit TerrainPages(const TerrainPlane& base) noexcept : base_(base), bounds_(base.bounds()) {}

  /// All tiles of the map.
  [[nodiscard]] const Rect& bounds() const noexcept { return bounds_; }
  /// The blocks that differ from the map, by ascending number.
  [[nodiscard]] std::span<const Entry> entries() const noexcept { return entries_; }
  /// The part of the map that is the block of a number; empty if no block has it.
  [[nodiscard]] Rect block(std::size_t number) const noexcept;
  /// The page of the block of a number; nullptr if the block does not differ. O(log pages).
  [[nodiscard]] const TerrainPage* find(std::size_t number) const noexcept;
  /// The terrain that stands at a tile of the map. O(log pages).
  [[nodiscard]] TerrainId at(Tile t) const noexcept;
  /// The terrain of a tile in the map itself.
  [[nodiscard]] TerrainId base_at(Tile t) const noexcept { return base_[t]; }

  /// Replaces the terrain of an area inside the map by that of `plane`, area.width() tiles a row. Blocks that come to
  /// equal the map are dropped. O(tiles of the blocks that it meets + pages).
  void replace(const Rect& area, std::span<const TerrainId> plane);

  /// Sets all of the map back.
  void clear() noexcept { entries_.clear(); }

  /// The terrain of an area inside the map, row by row.
  [[nodiscard]] std::vector<TerrainId> copy(const Rect& area) const;

  /// Calls visit(Tile, TerrainId was, TerrainId is) for the tiles of an area inside the map where the terrain differs
  /// from the map's. O(tiles of the area in blocks that differ).
  template <class Visit>
  void for_each_change(const Rect& area, Visit&& visit) const {
    for_each_block(area, [&](std::size_t number, const Rect& part) {
      const TerrainPage* const page = find(number);
      if (page == nullptr) return;
      for (std::int32_t y = part.min.y; y < part.max.y; ++y) {
        for (std::int32_t x = part.min.x; x < part.max.x; ++x) {
          const TerrainId is = (*page)[place_in_page({x, y})];
          const TerrainId was = base_at({x, y});
          if (is != was) visit(Tile{x, y}, was, is);
        }
      }
    });
  }

 private:
  /// Calls visit(number, part of the area) for every block that an area meets.
  template <class Visit>
  void for_each_block(const Rect& area, Visit&& visit) const {
    for (std::int32_t y = area.min.y / kPageSide * kPageSide; y < area.max.y; y += kPageSide) {
      for (std::int32_t x = area.min.x / kPageSide * kPageSide; x < area.max.x; x += kPageSide) {
        visit(page_number(bounds_.max.x, {x, y}), intersection(area, {{x, y}, {x + kPageSide, y + kPageSide}}));
      }
    }
  }
  [[nodiscard]] TerrainPage base_page(std::size_t number) const noexcept;
  [[nodiscard]] std::size_t lower_bound(std::size_t number) const noexcept;

  TerrainPlane base_;
  Rect bounds_{};
  std::vector<Entry> entries_;
};

/// Lets go of the pages held, and calls forget(number) for the block of each. O(pages).
template <class Forget>
void drop_pages(TerrainPages& held, Forget&& forget) noexcept {
  for (const TerrainPages::Entry& entry : held.entries()) forget(entry.number);
  held.clear();
}

/// Holds these pages instead, of the same map, and calls forget(number) for every block whose page is another now.
/// Pages never change, and those that are held cannot give their place to others: the same address is the same terrain.
/// O(pages). @throws std::bad_alloc, and then nothing has changed
template <class Forget>
void follow_pages(TerrainPages& held, const TerrainPages& pages, Forget&& forget) {
  TerrainPages next = pages;
  auto old = held.entries().begin();
  const auto end = held.entries().end();
  for (const TerrainPages::Entry& entry : next.entries()) {
    for (; old != end && old->number < entry.number; ++old) forget(old->number);
    const bool same = old != end && old->number == entry.number && old->page == entry.page;
    if (!same) forget(entry.number);
    if (old != end && old->number == entry.number) ++old;
  }
  for (; old != end; ++old) forget(old->number);
  held = std::move(next);
}

/// Pages by number, for GridView::pages. Memory: 8 bytes a block of the map.
class PageTable {
 public:
  /// Takes the pages as they are now, which must outlive their place in the table. O(pages).
  void assign(const TerrainPages& pages);
  /// The pages by page_number, valid until the next call of assign().
  [[nodiscard]] std::span<const TerrainPage* const> view() const noexcept { return pages_; }

 private:
  std::vector<const TerrainPage*> pages_;
  std::vector<std::size_t> used_;
};

}  // namespace portolan
