// SPDX-License-Identifier: BSL-1.0
// A way around others near a unit, after Lester's notes: those that stand are walls, and tiles where others are, or are
// coming to, are dear; tiles that they have passed are not.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/crowd/crowd_state.hpp"
#include "portolan/graph/stamped_labels.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace portolan::crowd {

/// A search in the tiles around one unit, whose estimate is exact but for the others. One thread at a time; the state
/// must outlive it.
class Detour {
 public:
  /// How far it looks.
  static constexpr std::int32_t kRadius = 16;

  /// Memory: 0.5 MB, committed where it looks. @throws std::bad_alloc
  explicit Detour(CrowdState& state);

  /// Decides for a unit that stands and has not decided: the first step of the least way out of the window, or to the
  /// goal; where there is none, to the tile nearest to the goal that it can come to. O(n log n) in the tiles settled.
  void decide(UnitId id) noexcept;
  /// Has a unit that turns go by such a way from now on, if there is one: its whole way out of the window. O(n log n)
  /// in the placements settled.
  void lay(UnitId id) noexcept;

 private:
  static constexpr std::int32_t kSide = 2 * kRadius + 1;
  static constexpr std::uint64_t kMostSettled = 512;
  static constexpr std::uint64_t kMostPlacements = 2048;
  /// What a tile costs besides where others are or are coming to, in straight steps.
  static constexpr Cost kDearSteps = 2;

  /// The placements of a way, ends included, in the detour's memory.
  struct Way {
    std::span<const Placement> placements = {};
    Cost cost = 0;  ///< of its moves, and from its end to the goal by what the core pays
  };

  [[nodiscard]] Way look(UnitId id) noexcept;
  [[nodiscard]] Cost surcharge(UnitId id, const Placement& at, Cost step) const noexcept;

  CrowdState& state_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  std::array<Placement, kMostPlacements + 1> way_;
};

}  // namespace portolan::crowd
