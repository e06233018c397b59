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

/// A tile with what else decides how a mover can go on, as a number: a heading, say, or a heading and whether it has
/// just turned.
struct LayeredTile {
  Tile tile{};
  std::int32_t layer = 0;
  friend constexpr bool operator==(const LayeredTile&, const LayeredTile&) = default;
};

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
/// With Layers above 1 the nodes are tiles with a layer, from 0 to Layers - 1, and both functors take and give
/// LayeredTile where they else do Tile: movers that turn, or that remember, are searched by rules of the caller's own.
///
/// Nodes are settled in the total order of BestFirst (`before` in graph/best_first.hpp), so every run takes the same
/// path.
template <std::int32_t Side, std::unsigned_integral Word = std::uint32_t, std::int32_t Layers = 1>
class LocalMatrix {
  static_assert(std::is_same_v<Word, std::uint32_t> || std::is_same_v<Word, Cost>);
  static_assert(Layers >= 1);

 public:
  /// What a node stands for.
  using Place = std::conditional_t<Layers == 1, Tile, LayeredTile>;
  static constexpr std::int32_t kSide = Side;
  static constexpr std::int32_t kLayers = Layers;
  static constexpr std::size_t kNodes = static_cast<std::size_t>(Side) * Side * Layers;
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
  /// `expansions` nodes. O(n log n) in those it settles.
  template <class Bound, class Moves>
  SearchOutcome search(Place from, Place to, std::uint64_t expansions, Bound&& bound, Moves&& moves) noexcept {
    const Node goal = node(to);
    return run(
        from, [goal](Node n) noexcept { return n == goal; }, expansions, bound, moves);
  }
  /// The same to a tile in any of several layers: the only one there that is settled then.
  template <class Bound, class Moves>
  SearchOutcome search_any(Place from, Tile to, std::uint64_t expansions, Bound&& bound, Moves&& moves) noexcept
      requires(Layers > 1) {
    const Node first = node({to, 0});
    return run(
        from, [first](Node n) noexcept { return n - n % Layers == first; }, expansions, bound, moves);
  }
  /// The same towards no goal: until the moves lead to nothing new.
  template <class Bound, class Moves>
  SearchOutcome explore(Place from, Bound&& bound, Moves&& moves) noexcept {
    return run(
        from, [](Node) noexcept { return false; }, kNodes, bound, moves);
  }
  /// Dijkstra from `from` to everything it reaches.
  template <class Moves>
  SearchOutcome flood(Place from, Moves&& moves) noexcept {
    return explore(
        from, [](Place) noexcept { return Cost{0}; }, moves);
  }

  /// Whether the last search reached a node of the window, and at what cost (exact once settled).
  [[nodiscard]] bool reached(Place at) const noexcept { return touched_[node(at)]; }
  [[nodiscard]] Cost cost(Place at) const noexcept { return cost_of(keys_[node(at)]); }
  [[nodiscard]] bool settled(Place at) const noexcept { return reached(at) && slots_[node(at)] == kClosed; }

  /// The path to a reached node, ends included, in `out`, which must hold kNodes of them. Returns the part used.
  [[nodiscard]] std::span<Place> path(Place to, std::span<Place, kNodes> out) const noexcept {
    std::size_t begin = kNodes;
    for (Node n = node(to); n != kNowhere && begin != 0; n = parents_[n]) out[--begin] = place_of(n);
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

  [[nodiscard]] Node node(Place at) const noexcept {
    if constexpr (Layers == 1) {
      return static_cast<Node>((at.y - window_.min.y) * Side + (at.x - window_.min.x));
    } else {
      const Tile t = at.tile;
      return static_cast<Node>(((t.y - window_.min.y) * Side + (t.x - window_.min.x)) * Layers + at.layer);
    }
  }
  [[nodiscard]] Place place_of(Node n) const noexcept {
    const std::int32_t number = n / Layers;
    const Tile tile{window_.min.x + number % Side, window_.min.y + number / Side};
    if constexpr (Layers == 1) {
      return tile;
    } else {
      return {tile, n % Layers};
    }
  }

  template <class Goal, class Bound, class Moves>
  SearchOutcome run(Place from, Goal is_goal, std::uint64_t expansions, Bound& bound, Moves& moves) noexcept {
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
      if (is_goal(at)) {
        outcome.end = SearchEnd::reached;
        return outcome;
      }
      const Cost so_far = cost_of(keys_[at]);
      moves(place_of(at), [&](Place to, Cost step) { relax(to, so_far + step, at, bound); });
    }
    outcome.end = overflow_ ? SearchEnd::overflow : SearchEnd::exhausted;
    return outcome;
  }

  template <class Bound>
  void relax(Place to, Cost cost, Node parent, Bound& bound) noexcept {
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
