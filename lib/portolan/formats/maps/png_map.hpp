// SPDX-License-Identifier: BSL-1.0
// Maps painted as PNG pictures.
#pragma once

#include "portolan/formats/maps/picture_terrain.hpp"
#include "portolan/formats/maps/png_rows.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace portolan {

/// Decodes a picture; `name` stands for it in errors. Any PNG will do: grey, palette and true colour of every depth (16
/// bits are cut to 8), interlaced or not; transparency, gamma and all other extras are ignored. Without a legend (null)
/// tiles whose colour is light are terrain `open` at cost 1, the others `wall`, impassable. Takes one byte a tile
/// beside the picture and its rows, after checking that so many tiles can come out of so few bytes. Remarks: more than
/// kFewColours without a legend, rows of the legend whose colour no tile has. Errors: syntax (damaged, or a colour that
/// the legend lacks), limit (a side beyond kMaxSide, or more than fits `memory`).
Result<TileMap> decode_png(std::span<const std::byte> bytes, const ColourLegend* legend, std::string_view name,
                           std::uint64_t memory = kAnyMemory);

}  // namespace portolan
