// SPDX-License-Identifier: BSL-1.0
// Reading a tile map with all that belongs to it, to build it or to look it over.
#pragma once

#include "commands.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/grid/movement_profile.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// What a file is read as: a map or a board.
struct SourceKind {
  MapFormat map = MapFormat::automatic;
  BoardFormat board = BoardFormat::automatic;

  [[nodiscard]] bool is_board() const { return board != BoardFormat::automatic; }
};

/// What a file is read as: what `format` names, else what the content tells. Errors: syntax (neither), usage (no such
/// format), limit (packed bytes whose content does not fit `memory`).
Result<SourceKind> kind_of(std::string_view bytes, const std::string& path, const std::string& format,
                           std::uint64_t memory = kAnyMemory);

/// The first file of what is built or looked over.
struct SourceFile {
  SourceKind kind;
  std::optional<std::string> bytes;  ///< nothing of a map that is read piece by piece
};

/// Reads the file, unless it is a map that is read piece by piece (see piecewise_format), and says what it is read as.
/// Errors: those of `read` and of kind_of.
Result<SourceFile> read_source(const std::string& path, const std::string& format, const ReadFile& read,
                               std::uint64_t memory = kAnyMemory);

/// The profiles of all files, in the order of the files. Errors: those of `read` and of the files.
Result<std::vector<MovementProfile>> profiles_in(const std::vector<std::string>& files, const ReadFile& read);

/// A map with its floors, links and moves, and the areas over it.
struct MapSource {
  TileMap map;
  std::uint64_t hash = 0;                ///< of all files that the map is made of
  std::optional<DrawingSource> drawing;  ///< areas or waypoints from a file or the map itself; nothing without
  std::vector<std::string> notes;        ///< what means nothing and was passed over
};

/// Reads a map of which `first` is the first file, with `memory` bytes besides that; tiles that take too much of it lie
/// in files of `scratch_folder`, if that is not empty. Errors: those of `readers` and of the files, usage (files that
/// do not go together), limit (what does not fit the memory).
Result<MapSource> map_source_of(const MapArguments& arguments, const SourceFile& first, const FileReaders& readers,
                                std::uint64_t memory = kAnyMemory, const std::filesystem::path& scratch_folder = {});

}  // namespace portolan::tools
