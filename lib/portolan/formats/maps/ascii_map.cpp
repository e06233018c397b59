// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/ascii_map.hpp"

#include "portolan/formats/maps/legend_rows.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
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

}  // namespace portolan
