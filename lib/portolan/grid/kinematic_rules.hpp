// SPDX-License-Identifier: BSL-1.0
// Kinematics in integers: which turns and steps a mover with a body takes, and what each costs.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/kinematics.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/grid/move_rules.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace portolan {

/// The largest weight of a bounded search: no larger number is above or below the line of one that is allowed.
inline constexpr Ratio kMaxWeight{400, 100};

/// Kinematics in integers, beside the MoveRules of the profile. Costs are in a unit `scale` times as fine as that of
/// the rules, in which all factors are whole.
struct KinematicRules {
  int eighths = 1;         ///< of a full turn between neighbouring headings: 1 or 2
  bool beside = false;     ///< whether steps also lead diagonally beside the heading, which is kept
  std::int32_t front = 0;  ///< squares beyond the core, along the heading or to the right,
  std::int32_t rear = 0;   ///< and on the other side
  int axis = 0;            ///< eighths from the heading to where the squares in front lie
  Sweep sweep = Sweep::sector;
  std::uint32_t scale = 1;
  std::uint32_t forward = 1;   ///< factor in units of 1 / scale
  std::uint32_t backward = 0;  ///< the same; 0: no such steps
  std::uint32_t sideways = 0;
  Cost turn = 0;  ///< of a turn by `eighths`
  /// With a radius: steps between two turns, straight [0] and diagonal [1]. An arc takes its radius times the tangent
  /// of half the bend on both sides of it.
  std::array<std::uint8_t, 2> bend{};
  std::array<std::uint8_t, 2> half_bend{};  ///< steps between a turn and an end, or a change of direction
  std::uint8_t gaits = 1;                   ///< how many Gaits there are

  /// Whether the mover can have the heading.
  [[nodiscard]] constexpr bool has(Heading heading) const noexcept {
    return heading != Heading::any && static_cast<int>(heading) % eighths == 0;
  }
  /// Whether it turns on the spot.
  [[nodiscard]] constexpr bool on_the_spot() const noexcept { return gaits == 1; }
  /// What turning from one heading to another costs at least.
  [[nodiscard]] constexpr Cost turns(Heading from, Heading to) const noexcept {
    return turn * static_cast<Cost>(eighths_between(from, to) / eighths);
  }
  friend bool operator==(const KinematicRules&, const KinematicRules&) = default;
};

/// Empty if they may stand beside the rules of a profile, else what is wrong, beginning with the field's name. They
/// must have no fault in themselves.
[[nodiscard]] std::string fault_beside(const Kinematics& kinematics, const MoveRules& rules);

/// Turns kinematics into rules for a map of so many positions and with such links. Errors (usage, limit): what fault_of
/// and fault_beside say; costs so large that sums of them might overflow.
[[nodiscard]] Result<KinematicRules> make_kinematic_rules(const Kinematics& kinematics, const MoveRules& rules,
                                                          std::uint64_t positions, const LinkTable& links);

}  // namespace portolan
