// SPDX-License-Identifier: BSL-1.0
// Makes worlds connected: fills what is too small to matter, and digs passages between what is not.
#pragma once

#include "make/letter_map.hpp"

#include <array>
#include <cstdint>

namespace portolan::generators {

/// How passages between pieces (4-connected components of open tiles, see is_open) are dug.
struct JoiningRules {
  /// The fewest tiles of a piece that is joined.
  std::int32_t smallest = 1;
  /// Effort of digging through a tile, by its letter, 1 to 15; the least effort chooses where passages run.
  std::array<std::uint8_t, 256> effort{};
  /// Random extra effort a tile, by its letter, 0 to 15: 0 gives straight passages, 3 winding ones.
  std::array<std::uint8_t, 256> roughness{};
  /// The least width of a passage, in tiles.
  std::int32_t passage_width = 1;
};

/// Turns every piece of fewer than `smallest` tiles into `fill`. O(tiles).
void fill_small_pieces(LetterMap& map, std::int32_t smallest, std::uint8_t fill);

/// Joins all pieces that are large enough by passages of floor. The passages come from one search that grows from all
/// pieces at once (Dijkstra's algorithm with the buckets of R. Dial, 1969), so that each is short. O(tiles).
void join_pieces(LetterMap& map, std::uint64_t seed, const JoiningRules& rules);

}  // namespace portolan::generators
