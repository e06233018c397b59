// SPDX-License-Identifier: BSL-1.0
// What the units of a crowd did, as a table (TSV or CSV) with a header, as `portolan crowd --trace` writes it:
//
//   tick  unit  x   y
//   0     0     12  7
//   0     1     40  7
//   1     0     13  7
//   1     1     40  7
//
// These columns must be there, in any order, with several floors `floor` too (0 where it is absent or empty). The rows
// of a tick lie together, ticks ascend and may leave some out, and each tick has every unit of the first one once, in
// any order. Unknown columns and repeated ones are errors; lines that start with `#` are comments.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/floors.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace portolan {

/// Where each unit stands, or has set out from, at each tick: 8 bytes for each.
struct CrowdTrace {
  std::vector<std::uint32_t> units;  ///< their numbers, in the order of the first tick
  std::vector<std::uint32_t> ticks;  ///< ascending
  std::vector<Tile> tiles;           ///< of the map with all its floors; by tick, and in a tick in the order of `units`

  /// The tiles of the units at `ticks[number]`.
  [[nodiscard]] std::span<const Tile> at(std::size_t number) const noexcept {
    return std::span(tiles).subspan(number * units.size(), units.size());
  }
};

/// How much a trace may hold.
struct TraceLimits {
  std::size_t rows = 50'000'000;
  std::size_t units = 65'536;
};

/// Reads a whole text, in whose messages `source` stands for it, for a map of this width and these floors. Takes up to
/// three times 8 bytes a row while it grows. Errors: syntax (also no row at all, a tile that is not on the map, ticks
/// that do not ascend, a unit that is there twice in a tick or not at all), limit (more than `limits`); they name the
/// line. O(bytes).
Result<CrowdTrace> parse_trace(std::string_view text, std::string_view source, std::int32_t width,
                               const FloorStack& floors, const TraceLimits& limits = {});

/// Reads a trace, as parse_trace does, from a file. Errors: those of parse_trace, and of read_file.
Result<CrowdTrace> read_trace(const std::filesystem::path& path, std::int32_t width, const FloorStack& floors);

}  // namespace portolan
