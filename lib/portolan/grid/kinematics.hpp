// SPDX-License-Identifier: BSL-1.0
// How a mover with a body turns: headings, a body that is not square, the price of turning, of backing and of going
// sideways, a turning radius. It belongs beside a movement profile, which says what terrain costs.
//
// A body of width x length tiles is its core, the square of min(width, length) tiles that is the footprint of the
// profile, and |length - width| further squares of that size in line: along the heading where it is longer than wide,
// one more ahead than behind if their number is odd; across where it is wider than long, one more at its right. The
// next square in line is one step away, at diagonal headings too. The mover is named by its core's top-left tile, which
// is the same for all headings, so that turning never moves it.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/grid/move_rules.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace portolan {

/// Where a mover faces, counted against the clock from east; north is up, which is -y. `any` stands for all of them.
enum class Heading : std::uint8_t { east, north_east, north, north_west, west, south_west, south, south_east, any };
inline constexpr int kHeadings = 8;

/// How many headings a mover has: those along the axes, or the diagonal ones too.
enum class Headings : std::uint8_t { four = 4, eight = 8 };

/// Whether the way of a body from one heading to the next must be free, or only the places where it begins and ends.
enum class Sweep : std::uint8_t { sector, none };

/// The ratio of two whole numbers.
struct Ratio {
  std::uint32_t numerator = 1;
  std::uint32_t denominator = 1;
  friend constexpr bool operator==(const Ratio&, const Ratio&) = default;
};

/// The largest denominator of a factor, and the largest factor.
inline constexpr std::uint32_t kMaxFactorDenominator = 16;
inline constexpr std::uint32_t kMaxFactor = 16;
/// The largest weight of a bounded search: no larger number is above or below the line of one that is allowed.
inline constexpr Ratio kMaxWeight{4 * kMaxFactorDenominator, kMaxFactorDenominator};
/// The largest side of a body, in tiles.
inline constexpr std::int32_t kMaxBody = kMaxFootprint;
/// The largest turning radius and the largest cost of a turn, in ten-thousandths of a tile.
inline constexpr std::uint32_t kMaxRadius = 6 * kCostScale;
inline constexpr std::uint32_t kMaxTurnCost = 1000 * kCostScale;

/// How one kind of mover turns, as an author writes it. Plain data.
struct Kinematics {
  Headings headings = Headings::eight;
  std::int32_t width = 1;              ///< of the body, in tiles, 1 to kMaxBody
  std::int32_t length = 1;             ///< along the heading, in tiles, 1 to kMaxBody
  std::uint32_t turn = 0;              ///< cost of a turn to the next heading, in ten-thousandths of a tile
  std::optional<Ratio> backward = {};  ///< what a step backwards costs beside one forwards; none: it takes none
  std::optional<Ratio> sideways = {};  ///< the same for steps to the side
  std::uint32_t radius = 0;            ///< of its tightest arc, in ten-thousandths of a tile; 0: on the spot
  Sweep sweep = Sweep::sector;
  friend bool operator==(const Kinematics&, const Kinematics&) = default;
};

/// Where a mover is and where it faces.
struct Placement {
  Tile tile{};
  Heading heading = Heading::any;
  friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

/// The step that leads straight on. The heading must not be `any`.
[[nodiscard]] constexpr Tile unit_step(Heading heading) noexcept {
  constexpr std::array<Tile, kHeadings> kSteps{{{1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
  return kSteps[static_cast<std::size_t>(heading)];
}
/// The heading so many eighths of a full turn against the clock, or with it if below 0. Not of `any`.
[[nodiscard]] constexpr Heading turned(Heading heading, int eighths) noexcept {
  return static_cast<Heading>((static_cast<int>(heading) + eighths) & (kHeadings - 1));
}
[[nodiscard]] constexpr bool is_diagonal(Heading heading) noexcept {
  return static_cast<int>(heading) % 2 == 1;
}

/// Its name, as on a compass: E NE N NW W SW S SE, or any.
[[nodiscard]] std::string_view to_string(Heading heading) noexcept;
/// The heading of that name; nothing if there is none.
[[nodiscard]] std::optional<Heading> parse_heading(std::string_view name) noexcept;

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
    const int way = (static_cast<int>(to) - static_cast<int>(from)) & (kHeadings - 1);
    return turn * static_cast<Cost>((way <= kHeadings / 2 ? way : kHeadings - way) / eighths);
  }
  friend bool operator==(const KinematicRules&, const KinematicRules&) = default;
};

/// Empty if the kinematics are in themselves possible, else what is wrong, beginning with the field's name.
[[nodiscard]] std::string fault_of(const Kinematics& kinematics);
/// Empty if they may stand beside the rules of a profile, else what is wrong, beginning with the field's name. They
/// must have no fault in themselves.
[[nodiscard]] std::string fault_beside(const Kinematics& kinematics, const MoveRules& rules);

/// Turns kinematics into rules for a map of so many positions and with such links. Errors (usage, limit): what fault_of
/// and fault_beside say; costs so large that sums of them might overflow.
[[nodiscard]] Result<KinematicRules> make_kinematic_rules(const Kinematics& kinematics, const MoveRules& rules,
                                                          std::uint64_t positions, const LinkTable& links);

}  // namespace portolan
