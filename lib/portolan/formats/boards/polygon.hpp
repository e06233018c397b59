// SPDX-License-Identifier: BSL-1.0
// Polygons on a map: reading them as WKT, checking them, and which tiles lie in one.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// The corners of a ring in order, each once, in units of 2^-8 tile; unlike other points they may lie outside the map,
/// within kMaxSide tiles of its origin.
using Ring = std::vector<Point>;
/// The outer ring of a polygon and those of its holes.
using Polygon = std::vector<Ring>;

/// The most corners that one polygon may have.
inline constexpr std::size_t kMaxCorners = 65'536;

/// Rounds a coordinate in tiles to units of 2^-8; nothing if it is no number within kMaxSide of 0.
[[nodiscard]] std::optional<std::int32_t> coordinate_of(double tiles) noexcept;

/// The same of a place, which stays in the tile in which it lies.
[[nodiscard]] std::optional<std::int32_t> place_coordinate_of(double tiles) noexcept;

/// Reads a coordinate in tiles of a place, and rounds it as place_coordinate_of does.
[[nodiscard]] std::optional<std::int32_t> parse_place_coordinate(std::string_view text) noexcept;

/// Reads a coordinate in tiles, and rounds it as coordinate_of does.
[[nodiscard]] std::optional<std::int32_t> parse_coordinate(std::string_view text) noexcept;

/// Reads the polygons of `POLYGON ((x y, ...), (...))` or `MULTIPOLYGON`, in tiles; rings may end where they began or
/// not. The error (syntax, limit) says what is wrong, without a place.
Result<std::vector<Polygon>> parse_wkt(std::string_view text);

/// Why a polygon has no clear inside: fewer than three corners, an edge that crosses or runs along another, a hole
/// outside. Empty if it is fine. O(corners log corners) where few edges are near each other.
[[nodiscard]] std::string polygon_fault(const Polygon& polygon);

/// Calls visit(y, begin, end) for the runs of tiles of `bounds` whose centres lie in the polygon, by rows. A centre on
/// an edge lies in what is to the right of it, on a level edge in what is below, so that polygons which share an edge
/// share no tile and leave none out. Exact. O(rows * edges across a row).
void for_each_run(const Polygon& polygon, const Rect& bounds,
                  const std::function<void(std::int32_t y, std::int32_t begin, std::int32_t end)>& visit);

}  // namespace portolan
