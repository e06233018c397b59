// SPDX-License-Identifier: BSL-1.0
// Jump point search (D. Harabor, A. Grastien, 2011) over the tiles of a map as it is now, by blocks of 64 tiles (2014):
// A* that settles only tiles where a least path may have to turn, and needs nothing that was made beforehand.
//
// Of all least paths between two tiles take the one that puts its diagonal steps first, with 4 neighbours those along
// rows. Steps p to x and x to n follow each other on it only if no way from p to n around x costs less, or the same
// with an earlier diagonal step. Which n are left depends on the eight tiles around x alone: straight on; behind a
// diagonal step also its two components; and the `forced` ones, where a blocked tile beside x closes the other way.
// Which these are is the same for all costs with straight < diagonal < 2 straight. At 1:1 and 1:2 take, of the least
// paths, those that would be least if a diagonal step cost a little more or less: what is left holds one of them. So
// the search is exact for every ratio, if a tile that is reached at the same cost from another side is left the ways on
// from there, too.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/grid/bit_rows.hpp"
#include "portolan/world/world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace portolan {

/// Which steps need not follow each other.
enum class JumpPruning : std::uint8_t { never_cut, cut_one, cut_both, four_neighbours };

/// A reusable searcher. A search allocates nothing. One thread at a time. Reserves address space for 45 bytes a tile,
/// committed where searches go.
class JumpSearch {
 public:
  /// Tiles of a map up to which there is such a search: with more, what it settles is no match for regions.
  static constexpr std::size_t kMostTiles = std::size_t{1} << 26;

  /// Whether jump points are exact for a profile: in the grid metric, where no terrain of the palette has another
  /// price, without links and moves. Any corner rule, 4 or 8 neighbours, any footprint, any ratio of steps. O(1).
  [[nodiscard]] static bool serves(const ProfileView& profile) noexcept;

  /// `grid` is that of a profile that is served, without edits at first, and must outlive the searcher with its rules.
  /// While edits raise a tile it must not search.
  /// @throws std::bad_alloc
  explicit JumpSearch(const GridView& grid);
  JumpSearch(const JumpSearch&) = delete;
  JumpSearch& operator=(const JumpSearch&) = delete;

  /// To be called after the grid has taken other pages, or none. @throws as BitRows::follow
  void follow(const TerrainPages& pages) { bits_.follow(pages); }
  void follow_file() noexcept { bits_.follow_file(); }

  /// The price of all terrain, as MoveRules::cost.
  [[nodiscard]] std::uint32_t price() const noexcept { return tile_price_; }

  /// Looks for a path that costs less than `below`. Both ends must be passable. If the end is `reached`, the path
  /// follows from cost() and for_each_run(). Which of several least paths that is: tiles are settled by the least
  /// estimate, then the greatest cost from the start, then the least number, row by row; one that is reached twice at
  /// one cost keeps the first way; and between two settled tiles diagonal steps come before straight ones, with 4
  /// neighbours those along rows before those along columns.
  SearchOutcome search(Tile from, Tile to, Cost below, std::uint64_t expansions) noexcept;
  /// Goes on with the last search, which has spent its budget, to settle as many tiles more. The same as if it had had
  /// both budgets at once, but for the count, which is of what is settled now.
  SearchOutcome go_on(std::uint64_t expansions) noexcept;

  /// As BitRows::corners.
  [[nodiscard]] std::uint64_t corners() noexcept { return bits_.corners(); }

  /// Makes the path to a tile that the last search settled the one found. Once a search.
  void lead_to(Tile end) noexcept;

  [[nodiscard]] Cost cost() const noexcept { return cost(end_); }
  /// The least cost of a path to a tile that was settled.
  [[nodiscard]] Cost cost(Tile tile) const noexcept { return labels_[grid_.index(tile)].cost() * price_; }

  /// Calls visit(Tile to, Cost) for the straight and diagonal runs of the path found, in order, each as long as its
  /// direction lasts.
  template <class Visit>
  void for_each_run(Visit&& visit) const {
    Tile at = start_;
    Run run{};
    const auto go = [&](Tile to) {
      const Run next{at, to};
      if (at == to) return;
      if (run.from != run.to && !same_direction(run, next)) {
        visit(run.to, cost_of(run));
        run.from = at;
      } else if (run.from == run.to) {
        run.from = at;
      }
      run.to = to;
      at = to;
    };
    for (auto node = static_cast<NodeId>(grid_.index(start_)); grid_.tile(node) != end_;) {
      node = labels_[node].parent;
      const Tile next = grid_.tile(node);
      go(elbow(next, at));
      go(next);
    }
    if (run.from != run.to) visit(run.to, cost_of(run));
  }

  /// Calls visit(Tile, settled) for every tile that the last search touched.
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    for (std::size_t i = 0; i < touched_count_; ++i) {
      visit(grid_.tile(touched_[i]), labels_[touched_[i]].slot == kClosedSlot);
    }
  }

 private:
  /// What is known of a tile. All zero: nothing.
  struct Label {
    std::uint64_t
        cost_and_ways;  ///< cost from the start, in steps' units; ways to go on; those to try when it is settled
    NodeId parent;      ///< on the path found, the next one
    std::uint32_t slot;

    static constexpr unsigned kWays = 8;
    [[nodiscard]] Cost cost() const noexcept { return cost_and_ways >> (2 * kWays); }
    [[nodiscard]] std::uint8_t ways() const noexcept { return static_cast<std::uint8_t>(cost_and_ways >> kWays); }
    [[nodiscard]] std::uint8_t untried() const noexcept { return static_cast<std::uint8_t>(cost_and_ways); }
    void set(Cost cost, std::uint8_t ways, std::uint8_t untried) noexcept {
      cost_and_ways = cost << (2 * kWays) | std::uint64_t{ways} << kWays | untried;
    }
  };
  /// What an open list needs of them.
  struct Labels {
    ZeroedArray<Label> of;
    Label& operator[](std::size_t node) noexcept { return of[node]; }
    const Label& operator[](std::size_t node) const noexcept { return of[node]; }
    [[nodiscard]] std::uint32_t slot(NodeId node) const noexcept { return of[node].slot; }
    void set_slot(NodeId node, std::uint32_t slot) noexcept { of[node].slot = slot; }
  };
  struct Run {
    Tile from;
    Tile to;
  };
  template <JumpPruning rule>
  class Round;

  [[nodiscard]] static bool same_direction(const Run& a, const Run& b) noexcept {
    return sign(a.to.x - a.from.x) == sign(b.to.x - b.from.x) && sign(a.to.y - a.from.y) == sign(b.to.y - b.from.y);
  }
  [[nodiscard]] Cost cost_of(const Run& run) const noexcept {
    const std::int32_t dx = std::abs(run.to.x - run.from.x);
    const std::int32_t dy = std::abs(run.to.y - run.from.y);
    const Cost step = dx == dy ? grid_.rules->diagonal : grid_.rules->straight;
    return static_cast<Cost>(std::max(dx, dy)) * step * price_;
  }
  /// Where the way from a settled tile to its parent turns.
  [[nodiscard]] Tile elbow(Tile from, Tile to) const noexcept {
    if (grid_.rules->neighbours == Neighbours::four) return {from.x, to.y};
    const std::int32_t dx = to.x - from.x;
    const std::int32_t dy = to.y - from.y;
    const std::int32_t diagonal = std::min(std::abs(dx), std::abs(dy));
    return {to.x - sign(dx) * diagonal, to.y - sign(dy) * diagonal};
  }
  void forget() noexcept;
  void start(Tile from, Tile to, Cost limit) noexcept;
  [[nodiscard]] SearchOutcome settle(std::uint64_t expansions) noexcept;
  /// A lower bound of the steps from a tile to the goal, in their units.
  [[nodiscard]] Cost bound(Tile t) const noexcept {
    const Cost dx = static_cast<Cost>(std::abs(t.x - goal_.x));
    const Cost dy = static_cast<Cost>(std::abs(t.y - goal_.y));
    if (grid_.rules->neighbours == Neighbours::four) return grid_.rules->straight * (dx + dy);
    return grid_.rules->straight * std::max(dx, dy) +
           (grid_.rules->diagonal - grid_.rules->straight) * std::min(dx, dy);
  }

  const GridView& grid_;
  std::uint32_t tile_price_;
  Cost price_;  ///< of two tiles, for which the units of steps are multiplied
  BitRows bits_;
  Labels labels_;
  ZeroedArray<OpenEntry> entries_;
  OpenList<Labels> open_;
  Cost limit_ = 0;  ///< paths that cost as much, in steps' units, are not looked for
  ZeroedArray<NodeId> touched_;
  std::size_t touched_count_ = 0;
  Tile start_{};
  Tile goal_{};
  Tile end_{};  ///< of the path found
};

}  // namespace portolan
