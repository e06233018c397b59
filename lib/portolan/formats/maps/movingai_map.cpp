// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/movingai_map.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
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

Outcome read_type(LineReader& lines) {
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
Outcome read_side(const LineReader& lines, Size& size) {
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

Result<Size> read_header(LineReader& lines) {
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
  return lines.error(ErrorCode::syntax, "the file ends before 'map'");
}

/// Appends a row of letters to the tiles.
Outcome read_row(const LineReader& lines, std::size_t width, std::vector<TerrainId>& tiles) {
  const std::string_view row = lines.line();
  if (const std::size_t bad = row.find_first_not_of(kLetters); bad != std::string_view::npos && bad < width) {
    return lines.error(ErrorCode::syntax, row.substr(bad),
                       fmt::format("{} is not a known tile (one of {})", in_quotes(row.substr(bad, 1)), kLetters));
  }
  if (row.size() != width) {
    return lines.error(ErrorCode::syntax, row.substr(std::min(row.size(), width)),
                       fmt::format("a row of {} tiles where the width is {}", row.size(), width));
  }
  for (const char letter : row) tiles.push_back(static_cast<TerrainId>(letter));
  return Success{};
}

}  // namespace

Result<TileMap> parse_movingai(std::string_view text, std::string_view name) {
  LineReader lines(text, name);
  const auto size = read_header(lines);
  if (!size) return size.error();

  // A tile takes a byte of the file, so that memory is bounded by what is there, not by what the header says.
  const auto width = static_cast<std::size_t>(size->width);
  const auto height = static_cast<std::size_t>(size->height);
  if (width * height > lines.rest().size()) {
    return lines.error(ErrorCode::syntax, fmt::format("the header announces {}x{} tiles, but only {} bytes follow",
                                                      width, height, lines.rest().size()));
  }
  std::vector<TerrainId> tiles;
  tiles.reserve(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    if (!lines.next()) {
      return lines.error(ErrorCode::syntax, fmt::format("the file ends after {} of {} rows", y, height));
    }
    if (const auto row = read_row(lines, width, tiles); !row) return row.error();
  }
  while (lines.next()) {
    if (!is_blank(lines.line())) {
      return lines.error(ErrorCode::syntax, fmt::format("more than the {} rows that the header announces", height));
    }
  }

  std::array<TerrainId, 256> ids{};
  std::vector<Terrain> palette;
  for (const char letter : kLetters) {
    const auto code = static_cast<TerrainId>(letter);
    if (std::find(tiles.begin(), tiles.end(), code) == tiles.end()) continue;
    ids[code] = static_cast<TerrainId>(palette.size());
    palette.push_back({std::string(1, letter), kPassable.find(letter) != std::string_view::npos ? kCostScale : 0});
  }
  for (TerrainId& tile : tiles) tile = ids[tile];
  return TileMap::create(size->width, size->height, std::move(palette), std::move(tiles));
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
