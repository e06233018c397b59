// SPDX-License-Identifier: BSL-1.0
// What is known of one unit of a crowd.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/kinematics.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace portolan {

/// A unit of a crowd, from 0 on. That of a unit which was removed is given again.
using UnitId = std::uint32_t;
inline constexpr UnitId kNoUnit = 0xFFFF'FFFF;

/// Time in a crowd, counted from 0 by Crowd::tick().
using Tick = std::uint64_t;
inline constexpr Tick kNoTick = ~Tick{0};

/// What a unit does about others in its way.
enum class Avoidance : std::uint8_t {
  cooperate,  ///< asks allies in its way to step aside, who ask others in turn
  withhold,   ///< waits until its next step is free
  around,     ///< goes around those that stand, and rather not through where others are or are coming
};

/// What a unit is about.
enum class UnitState : std::uint8_t {
  idle,     ///< has done what it was ordered; steps aside for allies, and comes back
  going,    ///< on its way to a goal that it was ordered to
  stuck,    ///< the same, but has come no nearer for kStuckDecisions decisions
  holding,  ///< stands fast where it is
};

/// What a unit is about, by the name that it has above.
[[nodiscard]] constexpr std::string_view to_string(UnitState state) noexcept {
  switch (state) {
    case UnitState::idle:
      return "idle";
    case UnitState::going:
      return "going";
    case UnitState::stuck:
      return "stuck";
    case UnitState::holding:
      return "holding";
  }
  return {};
}

/// What a unit does about others, by the name that it has above; nothing if there is none.
[[nodiscard]] constexpr std::optional<Avoidance> parse_avoidance(std::string_view name) noexcept {
  if (name == "cooperate") return Avoidance::cooperate;
  if (name == "withhold") return Avoidance::withhold;
  if (name == "around") return Avoidance::around;
  return {};
}

/// Decisions in a row that brought a unit no nearer to its goal, after which it counts as stuck.
inline constexpr std::uint32_t kStuckDecisions = 16;

namespace crowd {

/// No plan that frees a cluster.
inline constexpr std::uint32_t kNoPlan = 0xFFFF'FFFF;

/// Whether a unit is in the list of those that decide.
enum class Listing : std::uint8_t {
  none,
  next,       ///< from the next tick on
  listed,     ///< in its place
  misplaced,  ///< in a place where it no longer belongs, and from the next tick on in another
};

/// A unit as the crowd keeps it. It moves from at() to next() during [begin, end), and stands where they are the same.
struct Unit {
  Tile tile{};
  Tile to{};
  Tile goal{};
  Heading heading = Heading::any;  ///< of movers that turn; of others always `any`
  Heading to_heading = Heading::any;
  Heading goal_heading = Heading::any;
  Tick begin = 0;
  Tick end = 0;
  Tick since = 0;                ///< when it last stood on a goal, or was added
  Tick decided = 0;              ///< one above the tick of its last decision
  Tick home = 0;                 ///< when it last came to stand on its goal, or was added
  Cost nearest = kInfiniteCost;  ///< the least potential since its order
  Ratio ticks_per_tile{0, 1};    ///< numerator 0: each step takes one tick
  /// Decisions since `nearest` fell; of an idle unit those off its goal, until it has stood there as many ticks as
  /// make a unit stuck.
  std::uint32_t delayed = 0;
  std::uint32_t retry_at = kStuckDecisions;  ///< `delayed` from which on a plan is looked for
  std::uint32_t plan = kNoPlan;              ///< which it follows
  std::uint8_t mover = 0;                    ///< the number of its profile in the crowd
  std::uint8_t size = 1;                     ///< the longer side of its body, in tiles
  std::uint8_t side = 0;
  Avoidance avoidance = Avoidance::cooperate;
  bool present = false;
  bool ordered = false;  ///< has a goal that it has not come to yet
  bool holding = false;
  Listing listing = Listing::none;
  bool waited = false;    ///< its last decision was to stay
  bool reported = false;  ///< as stuck, since `nearest` fell

  [[nodiscard]] Placement at() const noexcept { return {tile, heading}; }
  [[nodiscard]] Placement next() const noexcept { return {to, to_heading}; }
  [[nodiscard]] bool turns() const noexcept { return heading != Heading::any; }
  [[nodiscard]] bool moving() const noexcept { return to != tile || to_heading != heading; }
  /// Whether it stands as it is to stand.
  [[nodiscard]] bool at_goal() const noexcept {
    return tile == goal && (goal_heading == Heading::any || goal_heading == heading);
  }
  /// Whether it has something to decide, now or when its move is over.
  [[nodiscard]] bool busy() const noexcept { return present && (moving() || (!holding && (ordered || !at_goal()))); }
  /// From now on it counts as no nearer to its goal than that.
  void start_at(Cost rest) noexcept {
    nearest = rest;
    reported = false;
    forget_delay();
  }
  void forget_delay() noexcept {
    delayed = 0;
    retry_at = kStuckDecisions;
  }
};

}  // namespace crowd
}  // namespace portolan
