// SPDX-License-Identifier: BSL-1.0
// What a mover's core pays to a goal if turning is free: exact on any overlay, from a backward A* that goes on where it
// stopped as further tiles are asked for.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/work_budget.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// Costs from tiles to one goal, by Reverse Resumable A* (D. Silver, 2005): a search from the goal that is led towards
/// a start settles tiles until the one that is asked for is among them. Reserves 48 bytes a tile, committed where it
/// goes; allocates nothing later. One thread at a time. The grid must have fewer than 2^32 - 1 tiles, and outlive it
/// with its rules; so must the links.
class CoreDistance {
 public:
  /// @throws std::bad_alloc
  CoreDistance(const GridView& grid, const OpenLinks& links, const FloorStack& floors)
      : grid_(grid),
        links_(links),
        bound_(links, floors),
        labels_(static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height)),
        open_(labels_.size()) {}
  CoreDistance(const CoreDistance&) = delete;
  CoreDistance& operator=(const CoreDistance&) = delete;

  /// From now on for paths to `goal`, most of which will be asked for near a way from `start`. Both must be passable.
  /// What it settles is taken from the budget, which must outlive its use. O(links).
  void aim(Tile goal, Tile start, WorkBudget& budget) noexcept {
    against_ = reversed(grid_);
    labels_.clear();
    budget_ = &budget;
    exhausted_ = false;
    bound_.aim(start, Toward::start);
    search_.emplace(labels_, std::span(open_.data(), open_.size()), Estimate{this});
    search_->seed({node(goal)}, kNoLimit);
  }

  /// The cost of the cheapest path from a tile of the map to the goal; kInfiniteCost if there is none, or if the budget
  /// denies what that would take. O(log n) a tile settled for it.
  [[nodiscard]] Cost to_goal(Tile tile) noexcept {
    const NodeId wanted = node(tile);
    while (!labels_.touched(wanted) || labels_.slot(wanted) != kClosedSlot) {
      if (exhausted_ || !budget_->take()) return kInfiniteCost;
      const SearchOutcome step = search_->run(kNoLimit, [&](NodeId at, Cost, auto&& relax) noexcept {
        const auto go = [&](Tile to, Cost cost) noexcept { relax(node(to), cost); };
        for_each_step(against_, against_.bounds(), against_.tile(at), go);
        links_.for_each_arriving(grid_.tile(at), [&](const LinkArc& arc) noexcept { go(arc.other, arc.cost); });
      });
      exhausted_ = step.end != SearchEnd::budget;
    }
    return labels_.cost(wanted);
  }

 private:
  struct Estimate {
    const CoreDistance* self;
    Cost operator()(NodeId node) const noexcept { return self->bound_.of(self->grid_.tile(node)); }
  };
  /// A tile at a time.
  static constexpr SearchLimits kNoLimit{.expansions = 1};

  [[nodiscard]] NodeId node(Tile tile) const noexcept { return static_cast<NodeId>(grid_.index(tile)); }

  const GridView& grid_;
  GridView against_;  ///< as it was aimed at, with every step turned round
  const OpenLinks& links_;
  LinkBound bound_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  std::optional<BestFirst<StampedLabels, Estimate>> search_;
  WorkBudget* budget_ = nullptr;
  bool exhausted_ = false;  ///< nothing is left to settle
};

}  // namespace portolan
