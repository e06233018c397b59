// SPDX-License-Identifier: BSL-1.0
// Maps of hexagons, and of diamonds in staggered rows, as boards with six neighbours.
#pragma once

#include "portolan/boards/board_draft.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/formats/tiled/tiled_map.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <string_view>

namespace portolan {

/// Whether a text is a Tiled map whose tiles are no squares, as far as `memory` bytes tell (parse_tiled_element).
/// O(bytes).
[[nodiscard]] bool is_tiled_hexagons(std::string_view text, std::uint64_t memory = kAnyMemory);

/// Makes a board of a map whose tiles lie so. Every passable tile is a node: named `x,y` by column and row, at the
/// middle of the tile in pixels, tagged with its terrain. Neighbours are joined both ways at the mean cost of their
/// terrains. `name` stands for the map in messages. Error: limit (kMaxBoardNodes or more nodes). O(tiles).
Result<BoardDraft> draft_of_hexagons(const TileMap& terrain, const TiledStagger& stagger, std::string_view name);

}  // namespace portolan
