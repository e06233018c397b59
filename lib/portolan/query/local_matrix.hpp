// SPDX-License-Identifier: BSL-1.0
// The fine tier's workbench: a small square of the map with search labels of its own, after M. Pinter, "Toward More
// Realistic Pathfinding" (2001): fixed in size, held in cache, forgotten by clearing a bit set.
#pragma once

#include "portolan/graph/best_first.hpp"
#include "portolan/grid/grid_view.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <span>

namespace portolan {

/// A Side x Side window on the map with the labels of one search. 16 bytes a node and 24 per entry of the open list,
/// all inside the object: nothing is allocated. One thread at a time.
///
/// The moves are a functor Moves: (Tile from, Visit visit), calling visit(Tile to, Cost step) for every legal step;
/// they must stay inside the window.
template <std::int32_t Side>
class LocalMatrix {
 public:
  static constexpr std::int32_t kSide = Side;
  static constexpr std::size_t kNodes = static_cast<std::size_t>(Side) * Side;

  /// The window whose tile [Side/2, Side/2] is the midpoint of a and b, floor((a+b+1)/2) per axis. May reach beyond the
  /// map.
  [[nodiscard]] static constexpr Rect centred(Tile a, Tile b) noexcept {
    const Tile origin{((a.x + b.x + 1) >> 1) - Side / 2, ((a.y + b.y + 1) >> 1) - Side / 2};
    return {origin, {origin.x + Side, origin.y + Side}};
  }
  /// Whether both ends lie in the window centred on their midpoint.
  [[nodiscard]] static constexpr bool fits(Tile a, Tile b) noexcept {
    const Rect window = centred(a, b);
    return window.contains(a) && window.contains(b);
  }
  /// `window` moved by the least amount that makes it contain `area`, which must not be larger.
  [[nodiscard]] static constexpr Rect shifted_to_contain(const Rect& window, const Rect& area) noexcept {
    const Tile origin{std::clamp(window.min.x, area.max.x - Side, area.min.x),
                      std::clamp(window.min.y, area.max.y - Side, area.min.y)};
    return {origin, {origin.x + Side, origin.y + Side}};
  }

  /// Forgets the last search and moves to a window of this size.
  void place(const Rect& window) noexcept {
    window_ = window;
    touched_.reset();
  }
  [[nodiscard]] const Rect& window() const noexcept { return window_; }

  /// A* from `from` to `to` (both inside the window) with a consistent `bound(Tile)` of the cost to `to`.
  template <class Bound, class Moves>
  SearchOutcome search(Tile from, Tile to, std::uint64_t expansions, Bound&& bound, Moves&& moves) noexcept {
    return run(
        from, {.goal = node(to), .expansions = expansions}, [&](NodeId n) noexcept { return bound(tile(n)); }, moves);
  }
  /// Dijkstra from `from` to everything it reaches.
  template <class Moves>
  SearchOutcome flood(Tile from, Moves&& moves) noexcept {
    return run(from, {.expansions = kNodes}, NoEstimate{}, moves);
  }

  /// Whether the last search reached a tile of the window, and at what cost (exact once settled).
  [[nodiscard]] bool reached(Tile t) const noexcept { return touched(node(t)); }
  [[nodiscard]] Cost cost(Tile t) const noexcept { return labels_[node(t)].cost; }
  [[nodiscard]] bool settled(Tile t) const noexcept { return reached(t) && labels_[node(t)].slot == kClosedHere; }

  /// The path to a reached tile, ends included, in `out`, which must hold kNodes tiles. Returns the part used.
  [[nodiscard]] std::span<Tile> path(Tile to, std::span<Tile, kNodes> out) const noexcept {
    std::size_t begin = kNodes;
    for (NodeId n = node(to); n != kNoNode && begin != 0; n = parent(n)) out[--begin] = tile(n);
    return std::span(out).subspan(begin);
  }

  // Labels, for BestFirst.
  [[nodiscard]] bool touched(NodeId n) const noexcept { return touched_[n]; }
  void touch(NodeId n) noexcept { touched_[n] = true; }
  Cost& cost(NodeId n) noexcept { return labels_[n].cost; }
  [[nodiscard]] NodeId parent(NodeId n) const noexcept {
    return labels_[n].parent == kNoParent ? kNoNode : labels_[n].parent;
  }
  void set_parent(NodeId n, NodeId parent) noexcept {
    labels_[n].parent = parent == kNoNode ? kNoParent : static_cast<std::uint16_t>(parent);
  }
  [[nodiscard]] std::uint32_t slot(NodeId n) const noexcept {
    return labels_[n].slot == kClosedHere ? kClosedSlot : labels_[n].slot;
  }
  void set_slot(NodeId n, std::uint32_t slot) noexcept { labels_[n].slot = static_cast<std::uint16_t>(slot); }

 private:
  struct Label {
    Cost cost;
    std::uint16_t parent;
    std::uint16_t slot;
  };
  static constexpr std::uint16_t kNoParent = 0xFFFF;
  static constexpr std::uint16_t kClosedHere = 0xFFFF;
  static_assert(kNodes < kNoParent && sizeof(Label) <= 16);

  [[nodiscard]] NodeId node(Tile t) const noexcept {
    return static_cast<NodeId>((t.y - window_.min.y) * Side + (t.x - window_.min.x));
  }
  [[nodiscard]] Tile tile(NodeId n) const noexcept {
    return {window_.min.x + static_cast<std::int32_t>(n) % Side, window_.min.y + static_cast<std::int32_t>(n) / Side};
  }

  template <class Heuristic, class Moves>
  SearchOutcome run(Tile from, const SearchLimits& limits, Heuristic heuristic, Moves& moves) noexcept {
    BestFirst search(*this, std::span(open_), heuristic);
    search.seed({.node = node(from)}, limits);
    return search.run(limits, [&](NodeId n, Cost, auto&& relax) {
      moves(tile(n), [&](Tile to, Cost step) { relax(node(to), step); });
    });
  }

  Rect window_{};
  std::bitset<kNodes> touched_;
  std::array<Label, kNodes> labels_;
  std::array<OpenEntry, kNodes> open_;
};

/// Returns search(moves), where moves(Tile, visit) calls visit(Tile to, Cost) for the steps inside a rectangle of the
/// map. Whether the grid has pages is asked once, not at each of them.
template <class Search>
SearchOutcome with_moves(const GridView& grid, const Rect& within, Search&& search) {
  if (!grid.pages.empty()) {
    return search([&](Tile from, auto&& visit) { for_each_step(grid, within, from, visit); });
  }
  return search([&](Tile from, auto&& visit) { for_each_unpaged_step(grid, within, from, visit); });
}

using LegMatrix = LocalMatrix<60>;
using WideMatrix = LocalMatrix<120>;

}  // namespace portolan
