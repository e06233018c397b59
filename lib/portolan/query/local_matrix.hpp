// SPDX-License-Identifier: BSL-1.0
// The fine tier's workbench: a small square of a grid with search labels of its own, after M. Pinter, "Toward More
// Realistic Pathfinding" (2001): fixed in size, held in cache, forgotten by clearing a bit set. It knows no map: moves
// and what they cost are the caller's, so that any grid can be searched with this header alone.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/graph/best_first.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace portolan {

namespace detail {
__extension__ using TwoCosts = unsigned __int128;
}

/// A Side x Side window on a grid with the labels and the open list of one search, all inside the object: nothing is
/// allocated, and nothing is cleared but a bit a node. Costs are relative to the window, where every search starts at
/// 0, each in a Word: a node takes 14 bytes and a bit with std::uint32_t, which must hold what paths in the window cost
/// (`holds`), and 22 with Cost, which holds them all. One thread at a time.
///
///     LegMatrix matrix;
///     matrix.place(LegMatrix::centred(from, to));
///     matrix.search(from, to, LegMatrix::kNodes, bound, moves);
///
/// The moves are a functor Moves: (Tile from, Visit visit), calling visit(Tile to, Cost step) for every legal step;
/// they must stay inside the window, and no step may cost kInfiniteCost. The bound is a functor too: (Tile) -> Cost, a
/// lower bound of the cost from there to the goal that no step lowers by more than it costs (a consistent one); 0 will
/// do.
///
/// Nodes are settled in the total order of BestFirst (`before` in graph/best_first.hpp), so every run takes the same
/// path.
template <std::int32_t Side, std::unsigned_integral Word = std::uint32_t>
class LocalMatrix {
  static_assert(std::is_same_v<Word, std::uint32_t> || std::is_same_v<Word, Cost>);

 public:
  static constexpr std::int32_t kSide = Side;
  static constexpr std::size_t kNodes = static_cast<std::size_t>(Side) * Side;
  /// The largest sum of a cost and a bound that is told from others; beyond it a search ends with `overflow`.
  static constexpr Cost kMostCost = std::is_same_v<Word, Cost> ? kInfiniteCost - 1 : std::numeric_limits<Word>::max();

  /// Whether no search overflows where no step costs more than `dearest` and no bound is above 2 * Side such steps: no
  /// least path takes more steps than there are nodes.
  [[nodiscard]] static constexpr bool holds(Cost dearest) noexcept {
    return dearest <= kMostCost / (kNodes + 2 * static_cast<Cost>(Side));
  }

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

  /// Forgets the last search and moves to a window of this size. O(nodes / 64).
  void place(const Rect& window) noexcept {
    window_ = window;
    touched_.reset();
  }
  [[nodiscard]] const Rect& window() const noexcept { return window_; }

  /// A* from `from` to `to`, both inside the window placed last, which has not been searched since; settles at most
  /// `expansions` tiles. O(n log n) in those it settles.
  template <class Bound, class Moves>
  SearchOutcome search(Tile from, Tile to, std::uint64_t expansions, Bound&& bound, Moves&& moves) noexcept {
    return run(from, node(to), expansions, bound, moves);
  }
  /// The same towards no goal: until the moves lead to nothing new.
  template <class Bound, class Moves>
  SearchOutcome explore(Tile from, Bound&& bound, Moves&& moves) noexcept {
    return run(from, kNowhere, kNodes, bound, moves);
  }
  /// Dijkstra from `from` to everything it reaches.
  template <class Moves>
  SearchOutcome flood(Tile from, Moves&& moves) noexcept {
    const auto no_bound = [](Tile) noexcept { return Cost{0}; };
    return run(from, kNowhere, kNodes, no_bound, moves);
  }

  /// Whether the last search reached a tile of the window, and at what cost (exact once settled).
  [[nodiscard]] bool reached(Tile t) const noexcept { return touched_[node(t)]; }
  [[nodiscard]] Cost cost(Tile t) const noexcept { return cost_of(keys_[node(t)]); }
  [[nodiscard]] bool settled(Tile t) const noexcept { return reached(t) && slots_[node(t)] == kClosed; }

  /// The path to a reached tile, ends included, in `out`, which must hold kNodes tiles. Returns the part used.
  [[nodiscard]] std::span<Tile> path(Tile to, std::span<Tile, kNodes> out) const noexcept {
    std::size_t begin = kNodes;
    for (Node n = node(to); n != kNowhere && begin != 0; n = parents_[n]) out[--begin] = tile(n);
    return std::span(out).subspan(begin);
  }

 private:
  using Node = std::uint16_t;
  /// Estimate and cost of a node as one number, by whose order nodes are settled: the cost is turned over, since of
  /// equal estimates the farther node comes first.
  using Key = std::conditional_t<std::is_same_v<Word, Cost>, detail::TwoCosts, std::uint64_t>;
  static constexpr int kWordBits = std::numeric_limits<Word>::digits;
  static constexpr Node kNowhere = 0xFFFF;
  static constexpr Node kClosed = 0xFFFF;  ///< slot of a node that has left the open list for good
  static constexpr std::size_t kBranches = 4;
  static_assert(kNodes < kNowhere);

  [[nodiscard]] static Key key(Cost estimate, Cost cost) noexcept {
    return static_cast<Key>(estimate) << kWordBits | static_cast<Word>(~cost);
  }
  [[nodiscard]] static Cost cost_of(Key key) noexcept { return static_cast<Word>(~key); }
  [[nodiscard]] static Cost estimate_of(Key key) noexcept { return static_cast<Cost>(key >> kWordBits); }

  [[nodiscard]] Node node(Tile t) const noexcept {
    return static_cast<Node>((t.y - window_.min.y) * Side + (t.x - window_.min.x));
  }
  [[nodiscard]] Tile tile(Node n) const noexcept { return {window_.min.x + n % Side, window_.min.y + n / Side}; }

  template <class Bound, class Moves>
  SearchOutcome run(Tile from, Node goal, std::uint64_t expansions, Bound& bound, Moves& moves) noexcept {
    open_count_ = 0;
    overflow_ = false;
    relax(from, 0, kNowhere, bound);
    SearchOutcome outcome;
    while (open_count_ != 0 && !overflow_) {
      if (outcome.expansions == expansions) {
        outcome.end = SearchEnd::budget;
        return outcome;
      }
      const Node at = pop();
      ++outcome.expansions;
      if (at == goal) {
        outcome.end = SearchEnd::reached;
        return outcome;
      }
      const Cost so_far = cost_of(keys_[at]);
      moves(tile(at), [&](Tile to, Cost step) { relax(to, so_far + step, at, bound); });
    }
    outcome.end = overflow_ ? SearchEnd::overflow : SearchEnd::exhausted;
    return outcome;
  }

  template <class Bound>
  void relax(Tile to, Cost cost, Node parent, Bound& bound) noexcept {
    const Node n = node(to);
    Cost rest = 0;
    std::size_t slot = open_count_;
    if (!touched_[n]) {
      rest = bound(to);
      // The room left is compared, since the sum itself might wrap.
      if (cost > kMostCost || rest > kMostCost - cost) {
        overflow_ = true;
        return;
      }
      touched_[n] = true;
      ++open_count_;
    } else {
      const Key known = keys_[n];
      slot = slots_[n];
      if (cost >= cost_of(known) || slot == kClosed) return;
      rest = estimate_of(known) - cost_of(known);
    }
    parents_[n] = parent;
    keys_[n] = key(cost + rest, cost);
    rise(slot, n);
  }

  // The open list: a heap of node numbers.
  void put(std::size_t slot, Node n) noexcept {
    open_[slot] = n;
    slots_[n] = static_cast<Node>(slot);
  }
  void rise(std::size_t slot, Node n) noexcept {
    const Key mine = keys_[n];
    while (slot != 0) {
      const std::size_t above = (slot - 1) / kBranches;
      const Node other = open_[above];
      const Key its = keys_[other];
      if (mine > its || (mine == its && n > other)) break;
      put(slot, other);
      slot = above;
    }
    put(slot, n);
  }
  [[nodiscard]] Node pop() noexcept {
    const Node least = open_[0];
    slots_[least] = kClosed;
    const Node last = open_[--open_count_];
    if (open_count_ != 0) sink(last);
    return least;
  }
  void sink(Node n) noexcept {
    const Key mine = keys_[n];
    std::size_t slot = 0;
    for (std::size_t child = 1; child < open_count_; child = kBranches * slot + 1) {
      std::size_t best = child;
      Node first = open_[child];
      Key least = keys_[first];
      const std::size_t end = std::min<std::size_t>(child + kBranches, open_count_);
      for (std::size_t i = child + 1; i < end; ++i) {
        const Node other = open_[i];
        const Key its = keys_[other];
        if (its > least || (its == least && other > first)) continue;
        best = i;
        first = other;
        least = its;
      }
      if (least > mine || (least == mine && first > n)) break;
      put(slot, first);
      slot = best;
    }
    put(slot, n);
  }

  Rect window_{};
  std::size_t open_count_ = 0;
  bool overflow_ = false;
  std::bitset<kNodes> touched_;
  std::array<Key, kNodes> keys_;
  std::array<Node, kNodes> parents_;
  std::array<Node, kNodes> slots_;  ///< places in open_
  std::array<Node, kNodes> open_;
};

using LegMatrix = LocalMatrix<60>;
using WideMatrix = LocalMatrix<120>;

}  // namespace portolan
