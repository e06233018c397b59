// SPDX-License-Identifier: BSL-1.0
// The links that a path may take now.
#pragma once

#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"

#include <algorithm>
#include <span>

namespace portolan {

/// The links of a profile without those that an overlay has closed and those whose other end is blocked. A view: the
/// table, the grid and the list of closed links must outlive it. One thread at a time.
class OpenLinks {
 public:
  OpenLinks(const LinkTable& table, const GridView& grid) noexcept : table_(table), grid_(grid) {}

  /// From now on these are closed: ascending, without repetition.
  void close(std::span<const LinkId> closed) noexcept { closed_ = closed; }

  [[nodiscard]] const LinkTable& table() const noexcept { return table_; }
  [[nodiscard]] bool empty() const noexcept { return table_.empty(); }
  /// Whether tiles of one island reach each other as far as links are concerned.
  [[nodiscard]] bool keep_islands_whole() const noexcept { return closed_.empty() && !table_.directed(); }

  /// Calls visit(const LinkArc&) for what leads from a tile that the mover can stand on to others of that kind.
  /// O(log link ends + links there * log closed).
  template <class Visit>
  void for_each_leaving(Tile from, Visit&& visit) const {
    if (const auto link_end = table_.find(from)) visit_open(table_.leaving(*link_end), visit);
  }
  /// Calls visit(const LinkArc&) for what leads to a tile that the mover can stand on, `other` being where it begins.
  /// O(log link ends + links there * log closed).
  template <class Visit>
  void for_each_arriving(Tile to, Visit&& visit) const {
    if (const auto link_end = table_.find(to)) visit_open(table_.arriving(*link_end), visit);
  }

  /// Calls visit(Tile from, const LinkArc&) for every direction of a link that is open. O(links * log closed).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t link_end = 0; link_end < table_.link_ends().size(); ++link_end) for_each_at(link_end, visit);
  }
  /// The same for those that leave from one link end, by its number.
  template <class Visit>
  void for_each_at(std::size_t link_end, Visit&& visit) const {
    const Tile from = table_.link_ends()[link_end];
    if (grid_.cost(from) == 0) return;
    visit_open(table_.leaving(link_end), [&](const LinkArc& arc) { visit(from, arc); });
  }
  [[nodiscard]] const GridView& grid() const noexcept { return grid_; }

 private:
  template <class Visit>
  void visit_open(std::span<const LinkArc> arcs, Visit&& visit) const {
    for (const LinkArc& arc : arcs) {
      if (grid_.cost(arc.other) == 0 || std::binary_search(closed_.begin(), closed_.end(), arc.link)) continue;
      visit(arc);
    }
  }
  const LinkTable& table_;
  const GridView& grid_;
  std::span<const LinkId> closed_;
};

}  // namespace portolan
