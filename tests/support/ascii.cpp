// SPDX-License-Identifier: BSL-1.0
#include "support/ascii.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace portolan::test {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::vector<std::string_view> lines_of(std::string_view drawing) {
  constexpr std::string_view kBlank = " \t\r";
  std::vector<std::string_view> lines;
  while (!drawing.empty()) {
    std::string_view line = drawing.substr(0, drawing.find('\n'));
    drawing.remove_prefix(std::min(line.size() + 1, drawing.size()));
    const std::size_t first = line.find_first_not_of(kBlank);
    if (first == std::string_view::npos) continue;
    lines.push_back(line.substr(first, line.find_last_not_of(kBlank) + 1 - first));
  }
  return lines;
}

}  // namespace

TileMap ascii_map(std::string_view drawing) {
  const auto lines = lines_of(drawing);
  if (lines.empty()) throw std::invalid_argument("the drawing is empty");
  std::vector<Terrain> palette{{".", kCostScale}, {"#", 0}};
  std::vector<TerrainId> digit_id(10, kNoTerrain);
  for (char digit = '1'; digit <= '9'; ++digit) {
    if (drawing.find(digit) == std::string_view::npos) continue;
    const auto value = static_cast<std::size_t>(digit - '0');
    digit_id[value] = static_cast<TerrainId>(palette.size());
    palette.push_back({std::string(1, digit), static_cast<TerrainCost>(value) * kCostScale});
  }
  std::vector<TerrainId> tiles;
  for (const std::string_view line : lines) {
    if (line.size() != lines.front().size()) throw std::invalid_argument("the drawing's lines differ in length");
    for (const char c : line) {
      if (c == '.' || is_letter(c)) {
        tiles.push_back(0);
      } else if (c == '#') {
        tiles.push_back(1);
      } else if (c >= '1' && c <= '9') {
        tiles.push_back(digit_id[static_cast<std::size_t>(c - '0')]);
      } else {
        throw std::invalid_argument(std::string("the drawing has a '") + c + "'");
      }
    }
  }
  auto map = TileMap::create(static_cast<std::int32_t>(lines.front().size()), static_cast<std::int32_t>(lines.size()),
                             std::move(palette), std::move(tiles));
  if (!map) throw std::invalid_argument(map.error().message);
  return std::move(map).value();
}

Tile find(std::string_view drawing, char point) {
  std::optional<Tile> found;
  const auto lines = lines_of(drawing);
  for (std::size_t y = 0; y < lines.size(); ++y) {
    for (std::size_t x = 0; x < lines[y].size(); ++x) {
      if (lines[y][x] != point) continue;
      if (found) throw std::invalid_argument(std::string("the drawing has two ") + point);
      found = Tile{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
    }
  }
  if (!found || !is_letter(point)) throw std::invalid_argument(std::string("the drawing has no point ") + point);
  return *found;
}

}  // namespace portolan::test
