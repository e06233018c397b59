// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/movingai_map.hpp"

#include "portolan/formats/file_lines.hpp"
#include "portolan/formats/memory_limit.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// All letters, by character code.
constexpr std::string_view kLetters = ".@GOSTW";
constexpr std::string_view kPassable = ".GS";

struct Size {
  std::int32_t width = 0;
  std::int32_t height = 0;
};

/// How many bytes follow the current line.
std::uint64_t bytes_left(const LineReader& lines) {
  return lines.rest().size();
}
std::uint64_t bytes_left(const FileLines& lines) {
  return lines.bytes_left();
}

/// What prevents going on with the next line, if anything does.
Outcome outcome_of(const LineReader&) {
  return Success{};
}
Outcome outcome_of(const FileLines& lines) {
  return lines.outcome();
}

template <class Lines>
Outcome read_type(Lines& lines) {
  lines.next();
  const auto words = split_words(lines.line(), 3);
  if (words.size() != 2 || words[0] != "type") return lines.error(ErrorCode::syntax, "expected 'type octile'");
  if (words[1] == "octile-corner") {
    return lines.error(ErrorCode::unsupported, words[1],
                       "type 'octile-corner' is a grid of tile corners, not of tiles; only 'octile' is read");
  }
  if (words[1] != "octile") {
    return lines.error(ErrorCode::unsupported, words[1],
                       fmt::format("type {} is not known; only 'octile' is read", in_quotes(words[1])));
  }
  return Success{};
}

/// One `height` or `width` line.
template <class Lines>
Outcome read_side(const Lines& lines, Size& size) {
  const auto words = split_words(lines.line(), 3);
  if (words.size() != 2 || (words[0] != "height" && words[0] != "width")) {
    return lines.error(ErrorCode::syntax, "expected 'height' or 'width' and a number, or 'map'");
  }
  std::int32_t& side = words[0] == "height" ? size.height : size.width;
  if (side != 0) return lines.error(ErrorCode::syntax, fmt::format("{} is given twice", words[0]));
  const auto value = parse_integer(words[1], 1, kMaxSide);
  if (!value) {
    return lines.error(
        ErrorCode::limit, words[1],
        fmt::format("{} {} is not a whole number from 1 to {}", words[0], in_quotes(words[1]), kMaxSide));
  }
  side = *value;
  return Success{};
}

template <class Lines>
Result<Size> read_header(Lines& lines) {
  if (const auto type = read_type(lines); !type) return type.error();
  Size size;
  while (lines.next()) {
    if (const auto words = split_words(lines.line(), 2); words.size() == 1 && words[0] == "map") {
      if (size.height == 0) return lines.error(ErrorCode::syntax, "no height before 'map'");
      if (size.width == 0) return lines.error(ErrorCode::syntax, "no width before 'map'");
      return size;
    }
    if (const auto side = read_side(lines, size); !side) return side.error();
  }
  if (Outcome outcome = outcome_of(lines); !outcome) return outcome.error();
  return lines.error(ErrorCode::syntax, "the file ends before 'map'");
}

/// By character code the number of a letter in kLetters; kNoLetter for all others.
constexpr TerrainId kNoLetter = 31;
constexpr std::array<TerrainId, 256> kLetterNumbers = [] {
  std::array<TerrainId, 256> numbers{};
  numbers.fill(kNoLetter);
  for (std::size_t i = 0; i < kLetters.size(); ++i)
    numbers[static_cast<unsigned char>(kLetters[i])] = static_cast<TerrainId>(i);
  return numbers;
}();

/// Turns a row of letters into their numbers; sets the bit of each in `used`.
template <class Lines>
Outcome read_row(const Lines& lines, std::span<TerrainId> tiles, std::uint32_t& used) {
  const std::string_view row = lines.line();
  const std::size_t width = tiles.size();
  std::uint32_t found = 0;
  for (std::size_t x = 0; x < std::min(row.size(), width); ++x) {
    tiles[x] = kLetterNumbers[static_cast<unsigned char>(row[x])];
    found |= std::uint32_t{1} << tiles[x];
  }
  if ((found >> kNoLetter) != 0) {
    const std::size_t bad = row.find_first_not_of(kLetters);
    return lines.error(ErrorCode::syntax, row.substr(bad),
                       fmt::format("{} is not a known tile (one of {})", in_quotes(row.substr(bad, 1)), kLetters));
  }
  if (row.size() != width) {
    return lines.error(ErrorCode::syntax, row.substr(std::min(row.size(), width)),
                       fmt::format("a row of {} tiles where the width is {}", row.size(), width));
  }
  used |= found;
  return Success{};
}

/// The map of numbers of letters, of which those whose bits are set in `used` occur.
Result<TileMap> map_of(const Size& size, SharedArray<TerrainId> tiles, std::uint32_t used) {
  std::array<TerrainId, kLetters.size()> ids{};
  std::vector<Terrain> palette;
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    if ((used >> i & 1U) == 0) continue;
    ids[i] = static_cast<TerrainId>(palette.size());
    const char letter = kLetters[i];
    palette.push_back({std::string(1, letter), kPassable.find(letter) != std::string_view::npos ? kCostScale : 0});
  }
  for (TerrainId& tile : tiles.fill()) tile = ids[tile];
  return TileMap::create(size.width, size.height, std::move(palette), std::move(tiles));
}

template <class Lines>
Result<TileMap> read_lines(Lines& lines, std::string_view name, std::uint64_t memory,
                           const std::filesystem::path& scratch_folder) {
  const auto size = read_header(lines);
  if (!size) return size.error();

  // A tile takes a byte of the file, so that memory is bounded by what is there, not by what the header says.
  const auto width = static_cast<std::size_t>(size->width);
  const auto height = static_cast<std::size_t>(size->height);
  if (width * height > bytes_left(lines)) {
    return lines.error(ErrorCode::syntax, fmt::format("the header announces {}x{} tiles, but only {} bytes follow",
                                                      width, height, bytes_left(lines)));
  }
  auto tiles = make_tiles(name, width * height, memory, scratch_folder);
  if (!tiles) return tiles.error();
  std::uint32_t used = 0;
  for (std::size_t y = 0; y < height; ++y) {
    if (!lines.next()) {
      if (const Outcome outcome = outcome_of(lines); !outcome) return outcome.error();
      return lines.error(ErrorCode::syntax, fmt::format("the file ends after {} of {} rows", y, height));
    }
    if (const Outcome row = read_row(lines, tiles->fill().subspan(y * width, width), used); !row) return row.error();
  }
  while (lines.next()) {
    if (!is_blank(lines.line())) {
      return lines.error(ErrorCode::syntax, fmt::format("more than the {} rows that the header announces", height));
    }
  }
  if (const Outcome outcome = outcome_of(lines); !outcome) return outcome.error();
  return map_of(*size, *std::move(tiles), used);
}

}  // namespace

Result<TileMap> parse_movingai(std::string_view text, std::string_view name) {
  LineReader lines(text, name);
  return read_lines(lines, name, kAnyMemory, {});
}

Result<HashedMap> read_movingai(const PieceFile& file, std::string_view name, std::uint64_t memory,
                                const std::filesystem::path& scratch_folder) {
  FileLines lines(file, name);
  auto map = read_lines(lines, name, memory, scratch_folder);
  if (!map) return map.error();
  return HashedMap{std::move(*map), lines.hash()};
}

Result<std::string> write_movingai(const TileMap& map) {
  for (const Terrain& terrain : map.palette()) {
    if (terrain.name.size() != 1 || kLetters.find(terrain.name) == std::string_view::npos) {
      return Error{ErrorCode::unsupported, fmt::format("terrain {} is not a letter of the Moving AI format (one of {})",
                                                       in_quotes(terrain.name), kLetters)};
    }
  }
  std::string text = fmt::format("type octile\nheight {}\nwidth {}\nmap\n", map.height(), map.width());
  const auto width = static_cast<std::size_t>(map.width());
  text.reserve(text.size() + map.tiles().size() + static_cast<std::size_t>(map.height()));
  for (std::size_t row = 0; row < map.tiles().size(); row += width) {
    for (const TerrainId id : map.tiles().subspan(row, width)) text += map.palette()[id].name.front();
    text += '\n';
  }
  return text;
}

}  // namespace portolan
