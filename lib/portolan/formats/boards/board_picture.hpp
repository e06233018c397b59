// SPDX-License-Identifier: BSL-1.0
// Boards painted as PNG pictures, one colour a province, with a table that names the colours and another of what
// the picture does not show.
//
// The provinces: columns `colour` (#rrggbb) and `name`, and `tags` and `enter` if wanted; lines that start
// with `//` are comments. A colour without a name is no province (water, lines between provinces); every colour of the
// picture is in the table. The links: the columns of a table of arcs, and `closed`: where it says yes, the border
// between the two is closed instead (with `one_way` from the first to the second only).
//
// Provinces whose pixels share a side are joined both ways at cost 1, with the tag `border=N`, N the sides of pixels
// that they share; a province lies at the middle of its pixels, to a tenth of a pixel.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/boards/board_draft.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace portolan {

/// Reads picture and tables as a board; `name` stands for the picture in messages. What is wrong with single values is
/// noted in the draft: among them colours of the picture that the table lacks, and the reverse. Errors: syntax, limit
/// (see decode_png_rows; more than fits `memory`). Takes four bytes a pixel. O(pixels + bytes).
Result<BoardDraft> parse_provinces(std::span<const std::byte> picture, std::string_view name,
                                   const NamedText& provinces, const std::optional<NamedText>& links,
                                   std::uint64_t memory = kAnyMemory);

/// Reads picture and tables, as parse_provinces does, as areas to lay over a tile map of the picture's size: which
/// province each pixel is in, the links without the borders, and which borders are closed.
Result<AreaDrawing> parse_province_drawing(std::span<const std::byte> picture, std::string_view name,
                                           const NamedText& provinces, const std::optional<NamedText>& links,
                                           std::uint64_t memory = kAnyMemory);

}  // namespace portolan
