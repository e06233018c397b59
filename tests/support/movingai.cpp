// SPDX-License-Identifier: BSL-1.0
#include "support/movingai.hpp"

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::test {

TileMap read_movingai(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string word;
  std::int32_t width = 0;
  std::int32_t height = 0;
  while (file >> word && word != "map") {
    if (word == "width") file >> width;
    if (word == "height") file >> height;
  }
  std::vector<TerrainId> tiles;
  for (std::string row; file >> row;) {
    for (const char letter : row) {
      tiles.push_back(std::string_view(".GS").find(letter) == std::string_view::npos ? TerrainId{1} : TerrainId{0});
    }
  }
  Result<TileMap> map = TileMap::create(width, height, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles));
  if (!map) throw std::runtime_error(path.string() + ": " + map.error().message);
  return std::move(map).value();
}

}  // namespace portolan::test
