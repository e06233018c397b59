// SPDX-License-Identifier: BSL-1.0
// Legends for authors to begin with: all that a map shows, each with a name and a cost to be replaced.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace portolan {

/// The bytes of a map, and the path that they were read from. Those of a TIFF picture may be absent: it is then read
/// from that path piece by piece.
struct MapBytes {
  std::string_view bytes;
  std::filesystem::path path;
};

/// Writes a legend (ColourLegend, TiledLegend) for maps of one format, at least one, as they are without any: a picture
/// gives a row for each colour, the one of most pixels first, at cost 1 if it is light and impassable if dark; a Tiled
/// map one for each name that its properties give, and for each tile of which only the layer says what it is. Built
/// with this legend the maps are what they were without it, but for the names of a picture's terrains. `read` gives the
/// files that they refer to. Errors: those of the formats, usage (a format without legends), limit (more colours than a
/// map has terrains, more kinds of tiles than anybody names, or more than fits `memory`), unsupported (a name that goes
/// on in another line).
Result<std::string> starter_legend(std::span<const MapBytes> maps, MapFormat format, const ReadFile& read = read_file,
                                   std::uint64_t memory = kAnyMemory);

}  // namespace portolan
