// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/ascii_map.hpp"

#include "portolan/core/decimal.hpp"
#include "portolan/formats/maps/legend_rows.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

struct Legend {
  explicit Legend(std::string_view name) : rows(name) {}

  PaletteBuilder terrains;
  LegendRows rows;
  std::string characters;  ///< by row
  std::array<TerrainId, 256> id_of = [] {
    std::array<TerrainId, 256> none{};
    none.fill(kNoTerrain);
    return none;
  }();
};

Outcome read_first_line(LineReader& lines) {
  lines.next();
  const auto words = split_words(lines.line(), 4);
  if (words.size() != 3 || words[0] != "portolan" || words[1] != "ascii") {
    return lines.error(ErrorCode::syntax, "expected 'portolan ascii 1'");
  }
  if (words[2] != "1") {
    return lines.error(ErrorCode::unsupported, words[2],
                       fmt::format("version {} is not known; only 1 is read", in_quotes(words[2])));
  }
  return Success{};
}

Outcome read_legend_line(const LineReader& lines, Legend& legend) {
  const std::string_view line = lines.line();
  const auto words = split_words(line, 4);
  if (words.size() != 3 || words[0].size() != 1 || line.front() <= ' ' || line.front() > '~') {
    return lines.error(ErrorCode::syntax, "expected a character, a terrain name and a cost, or 'map'");
  }
  TerrainId& id = legend.id_of[static_cast<unsigned char>(line.front())];
  if (id != kNoTerrain) return lines.error(ErrorCode::syntax, line, in_quotes(words[0]) + " is in the legend twice");
  const auto added = legend.terrains.add(words[1], words[2]);
  if (!added) return lines.error(added.error().code, words[1], added.error().message);
  id = *added;
  legend.rows.add(lines.number(), words[0]);
  legend.characters += line.front();
  return Success{};
}

Result<Legend> read_legend(LineReader& lines, std::string_view name) {
  if (const auto first = read_first_line(lines); !first) return first.error();
  Legend legend(name);
  while (lines.next()) {
    if (const auto words = split_words(lines.line(), 2); words.size() == 1 && words[0] == "map") {
      if (legend.terrains.palette().empty()) return lines.error(ErrorCode::syntax, "no legend before 'map'");
      return legend;
    }
    if (const auto line = read_legend_line(lines, legend); !line) return line.error();
  }
  return lines.error(ErrorCode::syntax, "the file ends before 'map'");
}

/// Marks the characters that come up.
Outcome read_row(const LineReader& lines, const Legend& legend, std::size_t width, std::vector<TerrainId>& tiles,
                 std::array<bool, 256>& seen) {
  const std::string_view row = lines.line();
  if (row.size() != width) {
    return lines.error(ErrorCode::syntax, row.substr(std::min(row.size(), width)),
                       fmt::format("a row of {} tiles where the first has {}", row.size(), width));
  }
  for (std::size_t x = 0; x < row.size(); ++x) {
    const auto character = static_cast<unsigned char>(row[x]);
    const TerrainId id = legend.id_of[character];
    if (id == kNoTerrain) {
      return lines.error(ErrorCode::syntax, row.substr(x), in_quotes(row.substr(x, 1)) + " is not in the legend");
    }
    tiles.push_back(id);
    seen[character] = true;
  }
  return Success{};
}

constexpr char kFirstCharacter = '!';
constexpr char kLastCharacter = '~';

bool is_character(char c) noexcept {
  return c >= kFirstCharacter && c <= kLastCharacter;
}

/// A character for each terrain, all different; there are enough.
std::string characters_for(std::span<const Terrain> palette) {
  std::string characters(palette.size(), '\0');
  const auto is_free = [&](char c) { return is_character(c) && characters.find(c) == std::string::npos; };
  for (std::size_t i = 0; i < palette.size(); ++i) {
    if (palette[i].name.size() == 1 && is_free(palette[i].name[0])) characters[i] = palette[i].name[0];
  }
  for (std::size_t i = 0; i < palette.size(); ++i) {
    if (characters[i] != '\0') continue;
    const auto own = std::ranges::find_if(palette[i].name, is_free);
    char character = own == palette[i].name.end() ? kFirstCharacter : *own;
    while (!is_free(character)) ++character;
    characters[i] = character;
  }
  return characters;
}

/// Whether a reader takes a name as one word.
bool is_word(std::string_view name) noexcept {
  return !name.empty() &&
         std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; });
}

}  // namespace

Result<TileMap> parse_ascii(std::string_view text, std::string_view name) {
  LineReader lines(text, name);
  const auto legend = read_legend(lines, name);
  if (!legend) return legend.error();

  std::vector<TerrainId> tiles;
  std::array<bool, 256> seen{};
  tiles.reserve(lines.rest().size());
  std::size_t width = 0;
  std::size_t height = 0;
  while (lines.next() && !is_blank(lines.line())) {
    if (height == 0) width = lines.line().size();
    if (++height > kMaxSide || width > kMaxSide) {
      return lines.error(ErrorCode::limit, fmt::format("more than {} tiles wide or high", kMaxSide));
    }
    if (const auto row = read_row(lines, *legend, width, tiles, seen); !row) return row.error();
  }
  if (height == 0) return lines.error(ErrorCode::syntax, "no rows after 'map'");
  while (lines.next()) {
    if (!is_blank(lines.line())) return lines.error(ErrorCode::syntax, "a row after a blank line");
  }
  auto map = TileMap::create(static_cast<std::int32_t>(width), static_cast<std::int32_t>(height),
                             legend->terrains.palette(), std::move(tiles));
  if (!map) return map;
  std::vector<bool> matched;
  for (const char character : legend->characters) matched.push_back(seen[static_cast<unsigned char>(character)]);
  legend->rows.remark_unmatched(matched, name, *map);
  return map;
}

Result<std::string> write_ascii(const TileMap& map) {
  const auto refuse = [](std::string_view what) {
    return Error{ErrorCode::unsupported, fmt::format("an ASCII map cannot have {}", what)};
  };
  if (map.floors().count != 1) return refuse("several floors");
  if (!map.moves().empty()) return refuse("moves");
  if (map.palette().size() > kLastCharacter - kFirstCharacter + 1) return refuse("more than 94 terrains");
  for (const Terrain& terrain : map.palette()) {
    if (!is_word(terrain.name)) return refuse("a terrain named " + in_quotes(terrain.name));
  }
  const std::string characters = characters_for(map.palette());
  std::string text = "portolan ascii 1\n";
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const Terrain& terrain = map.palette()[i];
    const std::string cost = terrain.default_cost == 0 ? "-" : to_text(make_decimal(terrain.default_cost, 4));
    text += fmt::format("{} {} {}\n", characters[i], terrain.name, cost);
  }
  text += "map\n";
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) text += characters[map.terrain({x, y})];
    text += '\n';
  }
  return text;
}

}  // namespace portolan
