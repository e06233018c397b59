// SPDX-License-Identifier: BSL-1.0
// Which tiles are seen from one: discs of tiles, and lines of sight over what is opaque.
#pragma once

#include "portolan/core/geometry.hpp"

#include <cstdint>
#include <span>

namespace portolan {

/// The part of an area that a disc of tiles may meet: all whose centres lie within `radius` tiles of that of `centre`.
[[nodiscard]] Rect disc_bounds(const Rect& area, Tile centre, std::int32_t radius) noexcept;

/// Sets to 1 what lies in a disc: tiles with dx*dx + dy*dy <= radius*radius. `seen` has a byte for each tile of `area`,
/// row by row. O(tiles of the area).
void mark_disc(const Rect& area, Tile centre, std::int32_t radius, std::span<std::uint8_t> seen) noexcept;

/// Sets to 1 what is seen from a tile of the area within a disc. `opaque` and `seen` have a byte for each tile of
/// `area`, row by row; other than 0 is opaque. What lies outside the area is not looked at. The tile itself is seen,
/// and hides nothing.
///
/// Of a line from centre to centre that is not steeper than a diagonal, each column of tiles between its ends counts
/// where the line crosses that column's middle; of a steeper one each row. There it is in one tile, or just between
/// two, and it is blocked if that one is opaque, or if both are. So lines pass between two tiles that touch at a
/// corner. A tile that is not opaque is seen if the line to its centre is free. An opaque one is seen if a free line
/// comes to the middle of its column, or row, inside of it or at its side: so all that hides something is seen. Of two
/// tiles that are not opaque, each sees the other or none does. What is seen depends on no tile that is not, but in
/// that a tile beside a free line which is not seen cannot be opaque.
///
/// Symmetric shadowcasting (A. Ford, 2017), with the slopes that are free kept as exact fractions, ends included.
/// O(tiles that free lines come to * log); integers only. @throws std::bad_alloc
void mark_seen(const Rect& area, std::span<const std::uint8_t> opaque, Tile from, std::int32_t radius,
               std::span<std::uint8_t> seen);

}  // namespace portolan
