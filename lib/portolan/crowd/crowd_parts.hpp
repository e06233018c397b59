// SPDX-License-Identifier: BSL-1.0
// What a crowd is made of.
#pragma once

#include "portolan/core/state_words.hpp"
#include "portolan/crowd/clusters.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/crowd_state.hpp"
#include "portolan/crowd/detour.hpp"
#include "portolan/crowd/pusher.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace portolan {
namespace crowd {

/// Others that a stuck unit names.
inline constexpr std::size_t kMostBlockers = 8;

/// Whether a ratio can be UnitSpec::ticks_per_tile.
inline bool is_pace(const Ratio& ratio) noexcept {
  const auto fits = [](std::uint32_t number) { return number >= 1 && number <= Crowd::kMaxTicks; };
  return fits(ratio.numerator) && fits(ratio.denominator);
}

}  // namespace crowd

struct Crowd::Parts {
  Parts(const World& world, std::span<const std::size_t> given, const CrowdOptions& asked)
      : options(asked),
        profiles(given.begin(), given.end()),
        state(world, given, asked.units, tiles_for(asked), asked.seed),
        pusher(state),
        detour(state),
        clusters(state, asked.max_cluster_moves),
        blockers(crowd::kMostBlockers * asked.units) {
    if (asked.units >= kNoUnit) throw std::length_error("a crowd of more units than there are numbers");
    for (std::vector<UnitId>* list : {&free, &deciding, &next, &arrived}) list->reserve(asked.units);
    for (std::vector<UnitMove>* moves : {&started, &ended}) moves->reserve(asked.units);
    moving.reserve(asked.units);
    stuck.reserve(asked.units);
    for (std::size_t id = asked.units; id-- > 0;) free.push_back(static_cast<UnitId>(id));
  }

  /// The order in which units decide.
  [[nodiscard]] bool before(UnitId a, UnitId b) const noexcept {
    const crowd::Unit& one = state.units[a];
    const crowd::Unit& other = state.units[b];
    if (one.ordered != other.ordered) return one.ordered;
    if (one.size != other.size) return one.size > other.size;
    return one.since != other.since ? one.since < other.since : a < b;
  }
  /// A unit has something to decide from the next tick on.
  void list(UnitId id) noexcept {
    crowd::Unit& unit = state.units[id];
    if (unit.listing == crowd::Listing::none || unit.listing == crowd::Listing::listed) next.push_back(id);
    if (unit.listing == crowd::Listing::none) unit.listing = crowd::Listing::next;
    if (unit.listing == crowd::Listing::listed) unit.listing = crowd::Listing::misplaced;
  }
  void sort_deciding() noexcept;
  void decide(UnitId id) noexcept;
  void look_for_way(UnitId id) noexcept;
  void note_turning(UnitId id) noexcept;
  [[nodiscard]] UnitMove move_of(UnitId id) const noexcept;
  void note_stuck(UnitId id) noexcept;
  void leave_home(UnitId id) noexcept;
  void land() noexcept;
  void arrive(UnitId id) noexcept;

  /// What must be alike in a crowd that wrote a state and one that reads it.
  [[nodiscard]] StateWriter kind() const;
  [[nodiscard]] const World& world() const noexcept { return state.potentials.front()->snapshot().world(); }
  /// The overlay that units walk from now on. @throws as Crowd::use
  void show(std::shared_ptr<const Overlay> shown);
  void clear_report() noexcept;
  /// Takes other units instead, one for each number; or leaves all as it is and returns false, if these could never
  /// have come to stand and move as they do.
  bool replace(std::span<crowd::Unit> others) noexcept;

  CrowdOptions options;
  std::vector<std::size_t> profiles;
  std::shared_ptr<const Overlay> overlay;
  crowd::CrowdState state;
  crowd::Pusher pusher;
  crowd::Detour detour;
  crowd::Clusters clusters;
  std::vector<UnitId> free;      ///< numbers to give, the next one last
  std::vector<UnitId> deciding;  ///< who has something to decide, by before()
  std::vector<UnitId> next;      ///< who has so from the next tick on
  std::vector<UnitId> moving;
  std::vector<UnitMove> started;
  std::vector<UnitMove> ended;
  std::vector<UnitId> arrived;
  std::vector<StuckUnit> stuck;
  std::vector<UnitId> blockers;
  std::size_t blocker_count = 0;
  std::size_t count = 0;
  std::uint64_t pushes = 0;
  std::uint64_t way_states = 0;  ///< that searches for ways may still settle in this tick
  std::uint64_t hash = 0;

 private:
  [[nodiscard]] static std::size_t tiles_for(const CrowdOptions& options) noexcept {
    return options.distance_tiles != 0 ? options.distance_tiles : 6 * std::max<std::size_t>(options.units, 1);
  }
  void lift(std::size_t units) noexcept;
  [[nodiscard]] bool place() noexcept;
};

}  // namespace portolan
