// SPDX-License-Identifier: BSL-1.0
// Clusters: units that can only be freed together, and the tiles that they have for that.
#pragma once

#include "portolan/crowd/crowd_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace portolan::crowd {

/// The most units of a cluster.
inline constexpr std::size_t kMostInCluster = 32;

/// The tiles around a stuck unit, by numbers of 16 bits.
struct ClusterWindow {
  /// The number of a tile.
  using Place = std::uint16_t;
  static constexpr std::int32_t kSide = 60;
  static constexpr std::size_t kPlaces = std::size_t{kSide} * kSide;
  static constexpr Place kNoPlace = 0xFFFF;

  [[nodiscard]] Place place_of(Tile tile) const noexcept {
    return static_cast<Place>((tile.y - first.y) * kSide + tile.x - first.x);
  }
  [[nodiscard]] Tile tile_of(Place place) const noexcept { return {first.x + place % kSide, first.y + place / kSide}; }

  Tile first{};  ///< its top-left tile, which may lie outside the map
};

/// What a plan for a cluster asks of those who have been on their goals.
enum class IdleDemand : std::uint8_t {
  home,  ///< that they end there
  none,  ///< nothing
};

/// Units to be freed together, the stuck one first.
struct Cluster {
  ClusterWindow window;
  Rect area{};  ///< the tiles of the window that are on the map
  IdleDemand idle = IdleDemand::home;
  std::array<UnitId, kMostInCluster> units{};
  std::size_t count = 0;
};

/// Whether a unit can follow a plan from this tick on: it stands, on one tile, does not turn, takes one tick a step,
/// does not hold and follows no other plan.
[[nodiscard]] inline bool can_join(const Unit& unit) noexcept {
  return unit.present && !unit.moving() && !unit.holding && unit.size == 1 && !unit.turns() &&
         unit.ticks_per_tile.numerator == 0 && unit.plan == kNoPlan;
}

/// How often a unit has been tried to be freed in vain since it last came nearer to its goal.
[[nodiscard]] int tries_of(const Unit& unit) noexcept;

/// Finds out who is stuck with whom. One thread at a time; the state must outlive it.
class ClusterGatherer {
 public:
  explicit ClusterGatherer(CrowdState& state) noexcept : state_(state) {}

  /// Gathers those of its side who are in the way of a stuck unit and can follow a plan, those in their way, and so on;
  /// after tries in vain also the nearest others, more each time, and every other time idle ones need not end on their
  /// goals. False if one of them follows a plan, which is better waited for. Takes one from `left` for each unit, and
  /// for each tile that it looks at for others. O(that).
  bool gather(UnitId stuck, Cluster& cluster, std::uint64_t& left) noexcept;

 private:
  bool add(UnitId id, Cluster& cluster) noexcept;
  void add_nearest(std::size_t most, Cluster& cluster, std::uint64_t& left) noexcept;

  CrowdState& state_;
  std::array<bool, ClusterWindow::kPlaces> seen_{};
  std::array<ClusterWindow::Place, ClusterWindow::kPlaces> queue_{};
};

}  // namespace portolan::crowd
