// SPDX-License-Identifier: BSL-1.0
// The one best-first search loop of the library: Dijkstra (E. Dijkstra, 1959) and A* (Hart, Nilsson, Raphael, 1968)
// over any graph given as a function, with labels kept in memory that the caller owns. Nothing here allocates.
//
// Labels hold, per node, the cost so far, the parent and the node's slot in the open list (stamped_labels.hpp). Where a
// label is found takes a step that is done once an arc: its place goes with the node into the open list. An OpenList
// alone takes labels without places too, which offer
//   std::uint32_t slot(NodeId) const;  void set_slot(NodeId, std::uint32_t);
#pragma once

#include "portolan/core/status.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// A node of a graph, counted from 0.
using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFF'FFFF;

/// Slot of a node that has left the open list for good.
inline constexpr std::uint32_t kClosedSlot = 0xFFFF'FFFF;

struct OpenEntry {
  Cost estimate = 0;  ///< cost so far plus lower bound of the rest
  Cost cost = 0;      ///< cost so far
  NodeId node = 0;
  std::uint32_t place = 0;  ///< of its label, where labels have places (LabelsIn)
};

/// The order in which nodes are settled, total so that every run takes the same path: least estimate, then farthest
/// from the source, then least id.
[[nodiscard]] constexpr bool before(const OpenEntry& a, const OpenEntry& b) noexcept {
  if (a.estimate != b.estimate) return a.estimate < b.estimate;
  if (a.cost != b.cost) return a.cost > b.cost;
  return a.node < b.node;
}

/// An indexed 4-ary heap with decrease-key over memory given by the caller (one entry per node that may be open at
/// once).
template <class Labels>
class OpenList {
 public:
  OpenList(std::span<OpenEntry> memory, Labels& labels) noexcept : heap_(memory), labels_(labels) {}

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] const OpenEntry& top() const noexcept { return heap_[0]; }

  /// False if the memory is full.
  bool insert(const OpenEntry& entry) noexcept {
    if (size_ == heap_.size()) return false;
    rise(size_++, entry);
    return true;
  }
  /// `entry` must not come after the node's present one.
  void improve(const OpenEntry& entry) noexcept { rise(slot(entry), entry); }

  void clear() noexcept { size_ = 0; }

  OpenEntry pop() noexcept {
    const OpenEntry least = heap_[0];
    set_slot(least, kClosedSlot);
    const OpenEntry last = heap_[--size_];
    if (size_ != 0) sink(last);
    return least;
  }

 private:
  /// Whether a label is found by its place, which an entry has, and not again by its node.
  static constexpr bool kPlaced = requires(Labels & labels) { labels.at(std::uint32_t{}); };

  void put(std::size_t slot, const OpenEntry& entry) noexcept {
    heap_[slot] = entry;
    set_slot(entry, static_cast<std::uint32_t>(slot));
  }
  [[nodiscard]] std::uint32_t slot(const OpenEntry& entry) const noexcept {
    if constexpr (kPlaced) {
      return labels_.at(entry.place).slot;
    } else {
      return labels_.slot(entry.node);
    }
  }
  void set_slot(const OpenEntry& entry, std::uint32_t slot) noexcept {
    if constexpr (kPlaced) {
      labels_.at(entry.place).slot = slot;
    } else {
      labels_.set_slot(entry.node, slot);
    }
  }
  void rise(std::size_t slot, const OpenEntry& entry) noexcept {
    while (slot != 0) {
      const std::size_t parent = (slot - 1) / 4;
      if (!before(entry, heap_[parent])) break;
      put(slot, heap_[parent]);
      slot = parent;
    }
    put(slot, entry);
  }
  /// Fills the top with the least below it down to a leaf, from where `entry`, which was a leaf, seldom rises far
  /// (I. Wegener, 1993): a comparison less a level.
  void sink(const OpenEntry& entry) noexcept {
    std::size_t slot = 0;
    for (std::size_t child = 1; child < size_; child = 4 * slot + 1) {
      std::size_t least = child;
      const std::size_t end = child + 4 < size_ ? child + 4 : size_;
      for (std::size_t other = child + 1; other < end; ++other) {
        if (before(heap_[other], heap_[least])) least = other;
      }
      put(slot, heap_[least]);
      slot = least;
    }
    rise(slot, entry);
  }

  std::span<OpenEntry> heap_;
  Labels& labels_;
  std::size_t size_ = 0;
};

/// How a search ended.
enum class SearchEnd : std::uint8_t {
  reached,    ///< the goal was settled; its label holds the least cost
  exhausted,  ///< nothing is left to settle whose estimate is below the limit
  budget,     ///< the expansions allowed, or the room for labels, were spent
  overflow,   ///< labels or costs ran out of range; a valid graph never does this
};

/// What bounds a search.
struct SearchLimits {
  NodeId goal = kNoNode;         ///< stop when this node is settled; kNoNode: settle everything
  Cost limit = kInfiniteCost;    ///< leave out every node whose estimate is not below this
  std::uint64_t expansions = 0;  ///< nodes that may be settled
};

struct SearchOutcome {
  SearchEnd end = SearchEnd::exhausted;
  std::uint64_t expansions = 0;  ///< nodes settled, the goal included
};

/// A node to start from, at a cost.
struct Seed {
  NodeId node = 0;
  Cost cost = 0;
  NodeId parent = kNoNode;
};

/// One search, built up by seed() and run() over labels that start untouched.
///
/// The heuristic must be consistent (Heuristic: Cost(NodeId)); expand(NodeId, Cost, relax) must call relax(NodeId, Cost
/// step) for every arc. O((nodes + arcs) log nodes) over what it visits.
template <class Labels, class Heuristic>
class BestFirst {
 public:
  BestFirst(Labels& labels, std::span<OpenEntry> memory, Heuristic heuristic) noexcept
      : labels_(labels), open_(memory, labels), heuristic_(heuristic) {}

  void seed(const Seed& seed, const SearchLimits& limits) noexcept { relax(seed.node, seed.cost, seed.parent, limits); }

  /// Called by expand: has run() end as if nothing were open.
  void abandon() noexcept { open_.clear(); }

  template <class Expand>
  SearchOutcome run(const SearchLimits& limits, Expand&& expand) noexcept {
    SearchOutcome outcome;
    while (!open_.empty() && !stopped_) {
      if (outcome.expansions == limits.expansions) {
        outcome.end = SearchEnd::budget;
        return outcome;
      }
      const OpenEntry entry = open_.pop();
      ++outcome.expansions;
      if (entry.node == limits.goal) {
        outcome.end = SearchEnd::reached;
        return outcome;
      }
      expand(entry.node, entry.cost,
             [&](NodeId to, Cost step) noexcept { relax(to, entry.cost + step, entry.node, limits); });
    }
    outcome.end = stopped_.value_or(SearchEnd::exhausted);
    return outcome;
  }

 private:
  void relax(NodeId node, Cost cost, NodeId parent, const SearchLimits& limits) noexcept {
    if (cost >= kInfiniteCost) {
      stopped_ = SearchEnd::overflow;
      return;
    }
    std::uint32_t place = labels_.place(node);
    if (!labels_.live(place)) {
      const Cost estimate = cost + heuristic_(node);
      if (estimate >= limits.limit) return;
      if (!labels_.make(node, place)) {
        stopped_ = SearchEnd::budget;
        return;
      }
      auto& label = labels_.at(place);
      label.cost = cost;
      label.parent = parent;
      if (!open_.insert({estimate, cost, node, place})) stopped_ = SearchEnd::overflow;
      return;
    }
    auto& label = labels_.at(place);
    if (cost < label.cost && label.slot != kClosedSlot) {
      label.cost = cost;
      label.parent = parent;
      open_.improve({cost + heuristic_(node), cost, node, place});
    }
  }

  Labels& labels_;
  OpenList<Labels> open_;
  Heuristic heuristic_;
  std::optional<SearchEnd> stopped_;
};

/// The heuristic that turns A* into Dijkstra.
struct NoEstimate {
  Cost operator()(NodeId) const noexcept { return 0; }
};

}  // namespace portolan
