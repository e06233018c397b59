// SPDX-License-Identifier: BSL-1.0
// Plans that free clusters, and how their units walk them, all a step at a time.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/crowd/cluster_search.hpp"
#include "portolan/crowd/crowd_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan::crowd {

/// Plans that units can follow at a time.
inline constexpr std::size_t kMostPlans = 64;

/// A plan under way; none where it has no units.
struct Plan {
  ClusterWindow window;
  std::array<UnitId, kMostInCluster> units{};
  std::size_t count = 0;   ///< of units
  std::uint32_t next = 0;  ///< the step to make, from 0 on
  std::uint32_t length = 0;
  std::uint32_t waited = 0;  ///< ticks in a row in which others were in the way
};

/// The plans of a crowd. In each tick all units of a plan make the next step under the rules of all moves, or none
/// does; those that are to wait do not make way. A plan ends when others have been in its way for kPatience ticks, or
/// one of its steps is none any more.
///
/// Memory: 1 KB a unit, committed for those that get plans. One thread at a time; the state must outlive it.
class Plans {
 public:
  using Place = ClusterWindow::Place;
  static constexpr std::uint32_t kPatience = 8;
  static constexpr std::size_t kMostSteps = ClusterSearch::kMostSteps;

  /// @throws std::bad_alloc
  explicit Plans(CrowdState& state);

  [[nodiscard]] bool has_room() const noexcept { return active_ < kMostPlans; }
  [[nodiscard]] std::size_t active() const noexcept { return active_; }
  /// Units that have followed plans since the last walk() began.
  [[nodiscard]] std::uint64_t walked() const noexcept { return walked_; }
  /// Has a cluster follow the plan that was found for it, from this tick on. There must be room. O(units and steps).
  void begin(const Cluster& cluster, const ClusterSearch& search) noexcept;
  /// All units with plans decide. O(units with plans).
  void walk() noexcept;
  /// Its units go on without. O(units).
  void cancel(std::uint32_t plan) noexcept;

  /// By number, and where a unit with a plan is to be after its steps; for files of crowds.
  [[nodiscard]] std::span<const Plan> all() const noexcept { return plans_; }
  [[nodiscard]] std::span<const Place> track(UnitId unit) const noexcept {
    return {places_.data() + unit * kMostSteps, kMostSteps};
  }
  /// Forgets all plans without a word to their units, and takes one with the tracks of its units, one after the other.
  void clear() noexcept;
  void put(std::size_t number, const Plan& plan, std::span<const Place> tracks) noexcept;

 private:
  /// How an attempt at a step ended.
  enum class Attempt : std::uint8_t {
    made,
    blocked,  ///< by others
    illegal,  ///< there is no such step
  };

  void walk(std::size_t number) noexcept;
  Attempt make_step(std::size_t number) noexcept;
  Attempt start(UnitId id, Tile to) noexcept;

  CrowdState& state_;
  std::vector<Plan> plans_;
  std::size_t active_ = 0;
  std::uint64_t walked_ = 0;
  ZeroedArray<Place> places_;  ///< by unit and step
};

}  // namespace portolan::crowd
