// SPDX-License-Identifier: BSL-1.0
// What the parts of a crowd decide over: the units, their claims, and the rules of moves.
#pragma once

#include "portolan/crowd/body_tiles.hpp"
#include "portolan/crowd/claims.hpp"
#include "portolan/crowd/guides.hpp"
#include "portolan/crowd/potential.hpp"
#include "portolan/crowd/unit.hpp"
#include "portolan/query/distance_arena.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace portolan::crowd {

/// A move that a unit may make as far as the world is concerned.
struct Step {
  Placement to{};
  Cost cost = 0;  ///< of units that turn in the unit of PlacedQuery
};

/// Steps, turns and links that leave a placement.
class StepList {
 public:
  static constexpr std::size_t kRoom = 16;
  /// Steps and turns, of which there are at most ten.
  void add(const Step& step) noexcept {
    if (count_ < kRoom) steps_[count_++] = step;
  }
  /// Links. Of those that there is no room for the dearest gives way, by key(step), which is then asked of all.
  template <class Key>
  void add_link(const Step& step, Key&& key) noexcept {
    if (count_ < kRoom) {
      steps_[count_++] = step;
      ++links_;
      return;
    }
    const auto links = std::span(steps_).last(links_);
    const auto dearest = std::ranges::max_element(links, {}, key);
    if (key(step) < key(*dearest)) *dearest = step;
  }
  [[nodiscard]] const Step* begin() const noexcept { return steps_.data(); }
  [[nodiscard]] const Step* end() const noexcept { return steps_.data() + count_; }

 private:
  std::array<Step, kRoom> steps_{};
  std::size_t count_ = 0;
  std::size_t links_ = 0;  ///< of them, the last
};

/// Whether a move may begin now.
enum class Access : std::uint8_t {
  free,
  held,    ///< by allies who have not decided yet, and may step aside
  closed,  ///< not in this tick
};

/// One tick's view of a crowd. One thread at a time; allocates when it is made.
struct CrowdState {
  /// @throws std::bad_alloc, std::invalid_argument if a profile is at any angle or the map has moves for it
  CrowdState(const World& world, std::span<const std::size_t> profiles, std::size_t room, std::size_t distance_tiles,
             std::uint64_t seed);

  /// How many ticks a step of this cost takes a unit: at least one, rounded once, half up.
  [[nodiscard]] Tick duration(const Unit& unit, Cost step) const noexcept;
  /// The steps, turns and links that leave where a unit stands, of many links those that lead nearest to its goal; none
  /// where it cannot stand any more.
  [[nodiscard]] StepList steps_of(const Unit& unit) const noexcept;
  /// Whether a unit that stands may begin a move that ends then.
  [[nodiscard]] Access access(UnitId id, const Placement& to, Tick end) const noexcept;
  /// Of a move that was held when it began: the first unit that still stands in its way; kNoUnit if none does.
  [[nodiscard]] UnitId blocker(UnitId id) const noexcept;

  /// The unit has decided: to move, or to stay.
  void start(UnitId id, const Placement& to, Tick end) noexcept;
  void stay(UnitId id) noexcept;
  [[nodiscard]] bool decided(const Unit& unit) const noexcept { return unit.decided == now + 1; }
  /// Takes back all moves that were started after so many.
  void undo(std::size_t moves) noexcept;

  /// A unit decides: has it come nearer to its goal?
  void note_nearest(UnitId id) noexcept;
  /// The same for one that does what it is told by a plan, and so is not late.
  void note_planned(UnitId id) noexcept;

  [[nodiscard]] const BodyTiles& body(const Unit& unit) const noexcept { return bodies[unit.mover]; }
  /// Costs of its core.
  [[nodiscard]] Potential& aimed(const Unit& unit) noexcept {
    Potential& potential = *potentials[unit.mover];
    potential.aim(unit.goal);
    return potential;
  }

  std::vector<Unit> units;
  DistanceArena arena;
  std::vector<std::unique_ptr<Potential>> potentials;  ///< by profile of the crowd
  Guides guides;
  std::vector<BodyTiles> bodies;  ///< by profile of the crowd
  Claims claims;
  std::vector<UnitId> moved;  ///< the units that have started in this tick, in that order
  std::size_t moved_count = 0;
  Tick now = 0;
  std::uint64_t seed;
  std::uint64_t decisions = 0;

 private:
  [[nodiscard]] Access access_of(const Unit& unit, UnitId id, Tile tile, Tick end) const noexcept;
  [[nodiscard]] bool follows(UnitId leader, UnitId id) const noexcept;
  [[nodiscard]] bool leaves_claimed(const Unit& unit, const Placement& to) const noexcept;
  [[nodiscard]] bool crosses(const Unit& unit, Tile to) const noexcept;
  [[nodiscard]] Cost rest_of(UnitId id) noexcept;
};

}  // namespace portolan::crowd
