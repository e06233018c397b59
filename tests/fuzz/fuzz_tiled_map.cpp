// SPDX-License-Identifier: BSL-1.0
// Fuzzes the readers of Tiled maps, in XML and JSON, of their floors and objects, of their tilesets, templates,
// projects and legends, and of worlds. Bytes 0x1e separate the map or world, the file that all its references lead to,
// and the legend; the last two may be missing.
#include "portolan/formats/boards/board_hexagons.hpp"
#include "portolan/formats/maps/starter_legend.hpp"
#include "portolan/formats/tiled/tiled_areas.hpp"
#include "portolan/formats/tiled/tiled_links.hpp"
#include "portolan/formats/tiled/tiled_objects.hpp"
#include "portolan/formats/tiled/tiled_terrain.hpp"
#include "portolan/formats/tiled/tiled_world.hpp"
#include "portolan/offline/draw_areas.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace portolan;

namespace {

void require(bool truth) {
  if (!truth) std::abort();
}

/// The text up to the next separator, taken off the front.
std::string_view next_part(std::string_view& text) {
  const std::string_view part = text.substr(0, text.find('\x1e'));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

/// `files` are the names of those read.
void check(const Result<TileMap>& map, const std::vector<std::string>& files) {
  require(map.has_value() || std::any_of(files.begin(), files.end(), [&](const std::string& name) {
            return map.error().message.starts_with(name + ":");
          }));
  if (!map) return;
  require(map->width() >= 1 && map->height() >= 1);
  for (const TerrainId id : map->tiles()) require(id < map->palette().size());
}

/// Takes the links between the tiles of a map.
void check_links(std::string_view text, const ReadFile& read, TileMap& terrain) {
  auto root = parse_tiled_element(text, "input");
  require(root.has_value());
  const auto map = interpret_tiled_map(*root, "input", read);
  require(map.has_value());
  const auto found = objects_of(*root, *map, "input", read);
  if (!found) return;
  const auto links = tile_links_of(*found, "input", terrain);
  if (links) {
    require(terrain.set_links(*links).has_value());
  } else {
    require(links.error().message.starts_with("input:") && links.error().message.find('\n') == std::string::npos);
  }
}

/// A legend to begin with can be read.
void check_starter(std::string_view text, const ReadFile& read) {
  const MapBytes map{text, "input"};
  const auto legend = starter_legend({&map, 1}, MapFormat::tiled, read);
  if (legend) {
    require(TiledLegend::parse(*legend, "starter").has_value());
  } else {
    require(legend.error().message.starts_with("input:") && legend.error().message.find('\n') == std::string::npos);
  }
}

/// Draws the areas of a map over its terrain.
void check_areas(const Result<TiledAreas>& areas, const TileMap& terrain) {
  const auto is_line = [](const std::string& text) { return text.find('\n') == std::string::npos; };
  if (!areas) {
    require(areas.error().message.starts_with("input:") && is_line(areas.error().message));
    return;
  }
  for (const std::string& layer : areas->passed_over) require(layer.starts_with("input:") && is_line(layer));
  if (!areas->drawing) return;
  for (const Finding& finding : errors_in(areas->drawing->draft))
    require(is_line(text_of(areas->drawing->draft, finding)));
  const auto drawn = draw_areas(*areas->drawing, terrain, MovementProfile{}, 1);
  if (!drawn) {
    require(is_line(drawn.error().message));
    return;
  }
  const auto rules = make_move_rules(MovementProfile{}, terrain);
  const GridView grid{.terrain = TerrainPlane::in_rows(terrain.tiles(), terrain.width()), .rules = &*rules};
  require(fault_of(drawn->view(), grid).empty());
  require(fault_of(drawn->board.view()).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const std::string_view text = next_part(rest);
  const std::string tileset(next_part(rest));
  const auto legend = TiledLegend::parse(next_part(rest), "input");
  require(legend.has_value() || legend.error().message.starts_with("input:"));
  std::vector<std::string> files{"input"};
  const ReadFile read = [&](const std::filesystem::path& path, FileOrigin) -> Result<std::string> {
    files.push_back(path.string());
    return tileset;
  };
  if (is_tiled_world(text)) {
    constexpr std::uint64_t kMemory = std::uint64_t{1} << 26;
    check(parse_tiled_world(text, "input", {}, read, kMemory), files);
    return 0;
  }
  const auto map = parse_tiled_map(text, "input", read);
  require(map.has_value() ||
          (map.error().message.starts_with("input:") && map.error().message.find('\n') == std::string::npos));
  // Large ones are slow to allocate, and no different.
  constexpr std::int64_t kMostTiles = 1 << 20;
  if (!map || std::int64_t{map->width} * map->height > kMostTiles) return 0;
  if (!map->floors.names.empty() &&
      static_cast<std::int64_t>(map->floors.names.size()) * (map->height + 1) * map->width > kMostTiles)
    return 0;
  auto terrain = terrain_of(*map, nullptr);
  check(terrain, files);
  constexpr std::size_t kMostHexagons = 1 << 12;
  if (terrain && map->stagger && terrain->tiles().size() <= kMostHexagons) {
    const auto draft = draft_of_hexagons(*terrain, *map->stagger, "input");
    require(draft.has_value() && draft->nodes.size() <= terrain->tiles().size());
  }
  constexpr std::size_t kMostDrawn = 1 << 12;
  if (terrain) check_links(text, read, *terrain);
  if (terrain) check_starter(text, read);
  if (terrain && terrain->tiles().size() <= kMostDrawn)
    check_areas(parse_tiled_areas(text, "input", read, terrain->width(), terrain->floors()), *terrain);
  if (legend) check(terrain_of(*map, &*legend), files);
  return 0;
}
