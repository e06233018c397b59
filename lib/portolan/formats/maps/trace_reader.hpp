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
// any order. Unknown columns and repeated ones are errors; lines that start with `#` are comments. More may be there,
// and rows may end before fields that would be empty:
//
//   side group profile              of the unit; in its first row, later ones are empty or say the same
//   heading                         in which it faces: E NE N NW W SW S SE; empty or `any` if it does not turn
//   begin end to_x to_y [to_floor]  of the move under way, all or none of a row; from the tick `end` on it is at `to`
//   to_heading                      at the end of that move; as `heading` if it is empty
//   slot_x slot_y [slot_floor]      its place in a formation
//   stuck                           1 if it comes no nearer to its goal, 0 or empty else
//   leader_x leader_y [leader_floor] leader_heading   of the unit's group; in one row a tick and group at most
//   decided waited                  how many units did in the tick before this one; in one row a tick at most
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/floors.hpp"
#include "portolan/grid/kinematics.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Stands for no tile.
inline constexpr Tile kNowhere{-1, -1};

/// A move under way.
struct TraceMove {
  Tile to{};
  std::uint32_t begin = 0;
  std::uint32_t end = 0;           ///< 0: there is none
  Heading heading = Heading::any;  ///< at its end
  friend bool operator==(const TraceMove&, const TraceMove&) = default;
};

/// A profile that units name, and the line that does first.
struct TraceProfile {
  std::string name;
  std::uint32_t line = 0;
  friend bool operator==(const TraceProfile&, const TraceProfile&) = default;
};

/// How many units were asked what to do in a tick, and how many of them stayed, short of their goals.
struct TraceCounts {
  std::uint32_t decided = 0;
  std::uint32_t waited = 0;
  friend bool operator==(const TraceCounts&, const TraceCounts&) = default;
};

/// Where each unit stands, or has set out from, at each tick: 8 bytes for each, and up to 30 for optional columns. What
/// is of rows lies by tick, and in a tick in the order of `units`. What the table has no column for is empty.
struct CrowdTrace {
  std::vector<std::uint32_t> units;         ///< their numbers, in the order of the first tick
  std::vector<std::uint32_t> ticks;         ///< ascending
  std::vector<Tile> tiles;                  ///< by row; of the map with all its floors
  std::vector<std::uint8_t> sides = {};     ///< by unit
  std::vector<std::uint16_t> groups = {};   ///< by unit; 0: none
  std::vector<TraceProfile> profiles = {};  ///< those that units name, each once, maybe with an empty name
  std::vector<std::uint32_t> movers = {};   ///< by unit: the place of its profile among these
  std::vector<Heading> headings = {};       ///< by row; any: it does not turn
  std::vector<TraceMove> moves = {};        ///< by row
  std::vector<Tile> slots = {};             ///< by row; kNowhere: none
  std::vector<std::uint8_t> stuck = {};     ///< by row: 0 or 1
  std::vector<std::uint16_t> led = {};      ///< groups of units, each once, if there are leaders
  std::vector<Placement> leaders = {};      ///< by tick, and in a tick in the order of `led`; at kNowhere: none
  std::vector<TraceCounts> counts = {};     ///< by tick

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
/// three times the bytes of a row while it grows. Errors: syntax (also no row at all, a tile that is not on the map,
/// ticks that do not ascend, a unit that is there twice in a tick or not at all, a move that is not under way then, a
/// leader of no group), limit (more than `limits`); they name the line. O(bytes).
Result<CrowdTrace> parse_trace(std::string_view text, std::string_view source, std::int32_t width,
                               const FloorStack& floors, const TraceLimits& limits = {});

/// Reads a trace, as parse_trace does, from a file. Errors: those of parse_trace, and of read_file.
Result<CrowdTrace> read_trace(const std::filesystem::path& path, std::int32_t width, const FloorStack& floors);

}  // namespace portolan
