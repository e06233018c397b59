// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_reader.hpp"

#include "portolan/formats/maps/legend_file.hpp"
#include "portolan/formats/tiled/tiled_legend.hpp"
#include "portolan/formats/tiled/tiled_links.hpp"
#include "portolan/formats/tiled/tiled_moves.hpp"
#include "portolan/formats/tiled/tiled_objects.hpp"
#include "portolan/formats/tiled/tiled_terrain.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace portolan {

Result<TiledTiles> parse_tiled(std::string_view text, const std::filesystem::path& path,
                               const std::filesystem::path& legend_path, const ReadFile& read, std::uint64_t memory) {
  // At least the text as parsed, and the elements of it; what these have besides is known when they are there.
  const std::uint64_t elements = 2 * std::uint64_t{text.size()};
  if (const Outcome fits = check_memory(path.string(), "its elements", elements, memory); !fits) return fits.error();
  const auto legend = legend_for<TiledLegend>(path, legend_path, read);
  if (!legend) return legend.error();
  auto root = parse_tiled_element(text, path.string(), memory - elements);
  if (!root) return root.error();
  const auto map = interpret_tiled_map(*root, path, read);
  if (!map) return map.error();
  auto terrain = terrain_of(*map, *legend ? &**legend : nullptr, memory - elements);
  if (!terrain) return terrain.error();
  if (const Outcome set = terrain->set_origin(map->origin); !set)
    return Error{set.error().code, fmt::format("{}: {}", map->source, set.error().message)};
  auto found = objects_of(*root, *map, path, read);
  if (!found) return found.error();
  auto links = tile_links_of(*found, map->source, *terrain);
  if (!links) return links.error();
  if (const Outcome set = terrain->set_links(std::move(*links)); !set)
    return Error{set.error().code, fmt::format("{}: {}", map->source, set.error().message)};
  auto moves = tile_moves_of(*found, map->source, *terrain, memory - elements);
  if (!moves) return moves.error();
  if (const Outcome set = terrain->set_moves(std::move(*moves)); !set)
    return Error{set.error().code, fmt::format("{}: {}", map->source, set.error().message)};
  const auto cell = cell_of(TiledFile(map->source), *root);
  const bool draws = std::ranges::any_of(found->objects, [](const TiledObject& object) {
    return object.role != TiledRole::tile_link && object.role != TiledRole::wall && object.role != TiledRole::cliff;
  });
  return TiledTiles{std::move(*terrain), map->stagger, cell ? std::optional(*cell) : std::nullopt, draws,
                    std::move(found->passed_over)};
}

}  // namespace portolan
