// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/png_map.hpp"

#include <utility>
#include <vector>

namespace portolan {

Result<TileMap> decode_png(std::span<const std::byte> bytes, const ColourLegend* legend, std::string_view name,
                           std::uint64_t memory) {
  PictureTerrain terrain(legend);
  PictureSize size;
  std::vector<TerrainId> tiles;
  TileRows rows;
  const Outcome read = decode_png_rows(
      bytes, name,
      [&](const PictureSize& found) -> Outcome {
        if (Outcome fits = check_picture(name, found, sizeof(TerrainId), memory); !fits) return fits;
        size = found;
        const auto width = static_cast<std::size_t>(size.width);
        tiles.resize(width * static_cast<std::size_t>(size.height));
        rows = {tiles, width};
        return Success{};
      },
      [&](const PixelRow& pixels) { return terrain.put(pixels, name, rows); });
  if (!read) return read.error();
  auto map = TileMap::create(size.width, size.height, terrain.palette(), std::move(tiles));
  if (!map) return map;
  terrain.remark(name, *map);
  return map;
}

}  // namespace portolan
