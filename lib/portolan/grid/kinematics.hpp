// SPDX-License-Identifier: BSL-1.0
// How a mover with a body turns: headings, a body that is not square, the price of turning, of backing and of going
// sideways, a turning radius. It belongs beside a movement profile, which says what terrain costs.
//
// A body of width x length tiles is its core, the square of min(width, length) tiles that is the footprint of the
// profile, and |length - width| further squares of that size in line: along the heading where it is longer than wide,
// one more ahead than behind if their number is odd; across where it is wider than long, one more at its right. The
// next square in line is one step away, at diagonal headings too. The mover is named by its core's top-left tile, which
// is the same for all headings, so that turning never moves it.
//
// Moves of a map (edge_costs.hpp): a step costs what the edges that its core crosses cost besides, times the same
// factor; the further squares cross for nothing, but none takes a step that is closed to it. A body stands across edges
// between its squares, and turns over edges, that are open one way at least, so that it may drive down a cliff.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/tile_map.hpp"

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
/// The largest side of a body, in tiles.
inline constexpr std::int32_t kMaxBody = 64;
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
/// Eighths of a full turn between two headings, the shorter way: 0 to 4. Not of `any`.
[[nodiscard]] constexpr int eighths_between(Heading a, Heading b) noexcept {
  const int way = (static_cast<int>(b) - static_cast<int>(a)) & (kHeadings - 1);
  return way <= kHeadings / 2 ? way : kHeadings - way;
}
[[nodiscard]] constexpr bool is_diagonal(Heading heading) noexcept {
  return static_cast<int>(heading) % 2 == 1;
}

/// Its name, as on a compass: E NE N NW W SW S SE, or any.
[[nodiscard]] std::string_view to_string(Heading heading) noexcept;
/// The heading of that name; nothing if there is none.
[[nodiscard]] std::optional<Heading> parse_heading(std::string_view name) noexcept;

/// Empty if the kinematics are in themselves possible, else what is wrong, beginning with the field's name.
[[nodiscard]] std::string fault_of(const Kinematics& kinematics);

}  // namespace portolan
