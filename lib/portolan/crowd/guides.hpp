// SPDX-License-Identifier: BSL-1.0
// Ways to their goals for units that turn: what is left for their cores says too little where they have no room to
// turn.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/crowd/potential.hpp"
#include "portolan/crowd/unit.hpp"
#include "portolan/grid/body_moves.hpp"
#include "portolan/query/placed_query.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace portolan::crowd {

/// What all moves of a stretch of a way are.
enum class Stride : std::uint8_t { steps, turns_left, turns_right, link };

/// Moves of one kind that lead to a placement.
struct Stretch {
  Placement to{};
  Stride stride = Stride::steps;
};

/// How far a unit has come along its way.
struct Guide {
  Placement at{};              ///< where it is, unless it has left the way
  Cost rest = kInfiniteCost;   ///< from there to the goal along the way, in the unit of PlacedQuery
  std::uint32_t first = 0;     ///< of the stretches that are left
  std::uint32_t count = 0;     ///< of stretches; none are left where it is `first`
  std::uint32_t retry_at = 0;  ///< Unit::delayed from which on a way is looked for again
};

/// The ways of a crowd's units, by PlacedQuery. Of a way with more than kMostStretches the rest is asked for when these
/// have been walked. 3 KB a unit, committed for those that turn, and a PlacedQuery for each profile that does; nothing
/// where none does. One thread at a time; units and potentials must outlive it.
class Guides {
 public:
  static constexpr std::size_t kMostStretches = 256;

  /// By Unit::mover: the profiles, and what their cores pay. @throws as PlacedQuery; std::invalid_argument if a profile
  /// does not turn on the spot
  Guides(const World& world, std::span<const std::size_t> profiles,
         std::span<const std::unique_ptr<Potential>> potentials, std::span<const Unit> units);

  /// From now on on this overlay; no unit has a way any more. @throws as PlacedQuery::use
  void use(const std::shared_ptr<const Overlay>& overlay);

  /// How a mover moves; nullptr if it does not turn.
  [[nodiscard]] const BodyMoves* moves(std::uint8_t mover) const noexcept {
    return turners_.empty() || turners_[mover] == nullptr ? nullptr : &turners_[mover]->moves;
  }

  /// Where the way of a unit goes on; nothing if it has none or has left it. O(1).
  [[nodiscard]] std::optional<Placement> next(UnitId id) const noexcept;
  /// Calls visit(const Placement&) for so many placements that follow on the way, or as many as there are. O(them).
  template <class Visit>
  void for_each_next(UnitId id, int most, Visit&& visit) const {
    if (!next(id)) return;
    Placement at = guides_[id].at;
    for (const Stretch& stretch : left(id)) {
      while (!(at == stretch.to)) {
        if (most-- == 0) return;
        at = after(at, stretch, moves(units_[id].mover)->rules().eighths);
        visit(at);
      }
    }
  }
  /// What is left along the way; kInfiniteCost without one.
  [[nodiscard]] Cost rest(UnitId id) const noexcept { return next(id) ? guides_[id].rest : kInfiniteCost; }

  /// Looks for a way to the goal, if it is time to, and takes what that costs from `left`, of `all` a tick. One that
  /// was not found for nobody else's sake is looked for again after twice the delay. As PlacedQuery::find.
  void find(UnitId id, std::uint64_t& left, std::uint64_t all) noexcept;
  /// Has a unit go this way from where it stands; `cost` is what it pays in all to the goal. O(placements).
  void lay(UnitId id, std::span<const Placement> way, Cost cost) noexcept;
  /// A unit has set out on a move of that cost.
  void note_move(UnitId id, Cost cost) noexcept;
  void forget(UnitId id) noexcept;

  /// For files of crowds: how far a unit has come, and the stretches that are left to it.
  [[nodiscard]] const Guide& guide(UnitId id) const noexcept { return guides_[id]; }
  [[nodiscard]] std::span<const Stretch> left(UnitId id) const noexcept {
    const Guide& guide = guides_[id];
    return {stretches_.data() + id * kMostStretches + guide.first, guide.count - guide.first};
  }
  void put(UnitId id, const Guide& guide, std::span<const Stretch> left) noexcept;

 private:
  [[nodiscard]] static Placement after(const Placement& at, const Stretch& stretch, int eighths) noexcept;

  struct Turner {
    PlacedQuery query;
    BodyMoves moves;
  };

  std::span<const Unit> units_;
  std::vector<std::unique_ptr<Turner>> turners_;  ///< by mover; empty if none turns
  std::vector<Guide> guides_;                     ///< by unit
  ZeroedArray<Stretch> stretches_;
};

}  // namespace portolan::crowd
