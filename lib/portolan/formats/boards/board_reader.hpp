// SPDX-License-Identifier: BSL-1.0
// Reading a board of any known format from a file and those beside it.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/boards/board_draft.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/floors.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace portolan {

/// What a file of a board holds.
enum class BoardFormat {
  automatic,  ///< told by the content
  table,      ///< see board_table.hpp
  json,       ///< see board_json.hpp
  graphml,    ///< see board_graphml.hpp
  dimacs,     ///< see board_dimacs.hpp
  provinces,  ///< see board_picture.hpp
  tiled,      ///< hexagons, see board_hexagons.hpp
};

/// Reads the name of a format, as users know it: `auto`, `tsv` or `csv`, `json`, `graphml`, `dimacs`, `provinces` or
/// `tiled`. Error: usage.
Result<BoardFormat> parse_board_format(std::string_view name);
[[nodiscard]] std::string_view to_string(BoardFormat format) noexcept;

/// Where the files beside a board are, and what reading them may take.
struct BoardReadOptions {
  BoardFormat format = BoardFormat::automatic;
  /// The file of a table's nodes, a DIMACS graph's `.co`, or a picture's provinces. If empty, what is found beside the
  /// board: for X.tsv X.nodes.tsv or .csv, for X.gr X.co, for X.png X.provinces.tsv or .csv.
  std::filesystem::path nodes = {};
  /// The table of a picture's links. If empty, X.links.tsv or .csv beside X.png, if there is one.
  std::filesystem::path links = {};
  /// The table of tiles for a Tiled map (see TiledLegend). If empty, X.legend beside X.tmx, if there is one.
  std::filesystem::path legend = {};
  ReadFile read = read_file;  ///< gives the board and the files beside it
  /// Bytes that reading may take besides those given, as far as they are known beforehand.
  std::uint64_t memory = kAnyMemory;
};

/// A draft and where it came from.
struct BoardSource {
  BoardDraft draft;
  BoardFormat format = BoardFormat::table;
  std::uint64_t hash = 0;             ///< of all files read
  std::vector<std::string> notes;     ///< sentences, with file and line, about what means nothing and was passed over
  std::vector<std::string> warnings;  ///< the same about what is odd in the map of tiles that the draft is made of
};

/// The format of a file's content; `automatic` if it is no board. A picture is a board if its provinces are found
/// beside it. Text with a tab, a semicolon or a comma in its first row is a table. Takes at most `memory` bytes; what
/// needs more to be told is no board.
[[nodiscard]] BoardFormat board_format_of(std::string_view bytes, const std::filesystem::path& path,
                                          std::uint64_t memory = kAnyMemory);

/// Reads a board from files or pipes; all but pictures may be packed by gzip. The draft holds what is wrong with single
/// values. Errors: io, syntax, limit, unsupported (see the formats), usage (nodes, links or a legend that the format
/// has not); the message names the file and the place in it.
Result<BoardSource> read_board(const std::filesystem::path& path, const BoardReadOptions& options = {});

/// Reads a board, as read_board does, from the bytes of a file that was read from `path`.
Result<BoardSource> parse_board(std::string_view bytes, const std::filesystem::path& path,
                                const BoardReadOptions& options = {});

/// Areas to lay over a tile map, and the hash of all files read.
struct DrawingSource {
  AreaDrawing drawing;
  std::uint64_t hash = 0;
};

/// Reads areas over a map of `width` x `height` tiles: JSON (area_json.hpp), the objects of a Tiled map of that size
/// (tiled_areas.hpp), or a picture of that size with its provinces beside it, as a board has them (board_picture.hpp).
/// Errors: those of read_board, and usage: a picture or map of another size, one without areas, a map of 2^32 tiles or
/// more.
Result<DrawingSource> read_area_drawing(const std::filesystem::path& path, std::int32_t width, std::int32_t height,
                                        const ReadFile& read = read_file, std::uint64_t memory = kAnyMemory);

/// Reads waypoints over a map of this width and these floors: JSON (parse_waypoints_json), the objects of a Tiled map
/// of that size (tiled_areas.hpp), or a table (waypoint_table.hpp) with X.ways.tsv or .csv beside X.tsv, if there is
/// one, for the ways that are drawn. Errors: those of read_board, and usage: areas, a map of another size or without
/// waypoints, a map of 2^32 tiles or more.
Result<DrawingSource> read_waypoint_drawing(const std::filesystem::path& path, std::int32_t width,
                                            const FloorStack& floors, const ReadFile& read = read_file,
                                            std::uint64_t memory = kAnyMemory);

}  // namespace portolan
