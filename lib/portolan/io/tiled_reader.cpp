// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/tiled_reader.hpp"

#include "portolan/io/file.hpp"
#include "portolan/io/legend_file.hpp"
#include "portolan/io/tiled_legend.hpp"
#include "portolan/io/tiled_terrain.hpp"

#include <utility>

namespace portolan {

Result<TiledTiles> parse_tiled(std::string_view text, const std::filesystem::path& path,
                               const std::filesystem::path& legend_path) {
  const auto legend = legend_for<TiledLegend>(path, legend_path);
  if (!legend) return legend.error();
  const auto map = parse_tiled_map(text, path, read_file);
  if (!map) return map.error();
  auto terrain = terrain_of(*map, *legend ? &**legend : nullptr);
  if (!terrain) return terrain.error();
  return TiledTiles{std::move(*terrain), map->stagger};
}

}  // namespace portolan
