// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_starter.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/tiled/tiled_legend.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Nobody names more of them by hand.
constexpr std::size_t kMaxUses = 65'536;

}  // namespace

void TiledStarter::add_cost(const TiledTerrain& terrain) {
  if (!terrain.cost || terrain.name.empty()) return;
  // What no map can be made with is left to the author.
  if (*terrain.cost != "-" && !parse_terrain_cost(*terrain.cost)) return;
  std::string& cost = costs_.emplace(terrain.name, *terrain.cost).first->second;
  // Of several the same one, in whatever order tiles come.
  cost = std::min(cost, *terrain.cost);
}

Outcome TiledStarter::add(std::string_view text, const std::filesystem::path& path, const ReadFile& read,
                          std::uint64_t memory) {
  const std::uint64_t elements = 2 * std::uint64_t{text.size()};
  if (Outcome fits = check_memory(path.string(), "its elements", elements, memory); !fits) return fits;
  const auto map = parse_tiled_map(text, path, read);
  if (!map) return map.error();
  for (const TiledTileset& tileset : map->tilesets) {
    for (const auto& [id, terrain] : tileset.tiles) add_cost(terrain);
  }
  for (const TiledLayer& layer : map->layers) add_cost(layer.terrain);
  for (const TiledLayer& layer : map->layers) {
    if (layer.terrain.name.empty()) continue;
    if (Outcome added = add_layer(*map, layer, memory - elements); !added) return added;
  }
  return Success{};
}

Outcome TiledStarter::add_layer(const TiledMap& map, const TiledLayer& layer, std::uint64_t memory) {
  std::unordered_map<std::uint32_t, std::uint64_t> counts;
  for (const TiledBlock& block : layer.blocks) {
    const auto count = block.area.tiles();
    const Outcome decoded = decode_tiles(
        block.data, count,
        [&](std::size_t, std::span<const std::uint32_t> gids) -> Outcome {
          for (const std::uint32_t gid : gids) {
            if (gid != 0) ++counts[gid];
          }
          if (counts.size() <= kMaxUses) return Success{};
          return Error{ErrorCode::limit, fmt::format("more than {} kinds of tiles", kMaxUses)};
        },
        memory);
    if (!decoded) return Error{decoded.error().code, fmt::format("{}: {}", block.place, decoded.error().message)};
  }
  for (const auto& [gid, count] : counts) {
    if (Outcome added = add_tiles(map, layer, gid, count); !added) return added;
  }
  return Success{};
}

Outcome TiledStarter::add_tiles(const TiledMap& map, const TiledLayer& layer, std::uint32_t gid, std::uint64_t count) {
  const auto behind = std::upper_bound(map.tilesets.begin(), map.tilesets.end(), gid,
                                       [](std::uint32_t value, const TiledTileset& t) { return value < t.first_gid; });
  if (behind == map.tilesets.begin()) {
    return Error{ErrorCode::syntax, fmt::format("{}: tile number {}, which no tileset has", layer.terrain.place, gid)};
  }
  const TiledTileset& tileset = *std::prev(behind);
  const std::uint32_t id = gid - tileset.first_gid;
  const auto own = tileset.tiles.find(id);
  const TiledTerrain& terrain = own == tileset.tiles.end() ? layer.terrain : own->second;
  if (terrain.name.empty()) return Success{};
  for (const std::string* const name : {&terrain.name, &tileset.name}) {
    if (name->find_first_of("\r\n") != std::string::npos) {
      return Error{ErrorCode::unsupported,
                   fmt::format("{}: {} cannot stand in a legend", layer.terrain.place, in_quotes(*name))};
    }
  }
  Use& use = uses_[{tileset.name, id}];
  if (uses_.size() > kMaxUses)
    return Error{ErrorCode::limit, fmt::format("{}: more than {} kinds of tiles", map.source, kMaxUses)};
  use.tiles[terrain.name] += count;
  use.told = use.told || own != tileset.tiles.end() || layer.says_terrain || map.has_shapes();
  return Success{};
}

std::string TiledStarter::rows() const {
  const auto cost_of = [&](const std::string& terrain) {
    const auto cost = costs_.find(terrain);
    return cost == costs_.end() ? std::string("1") : cost->second;
  };
  const auto row = [&](std::string_view what, const std::string& terrain, std::uint64_t tiles) {
    return fmt::format("{}\t{}\t{}\t{}\n", table_field(what, Comments::slashes),
                       table_field(terrain, Comments::slashes), cost_of(terrain), tiles);
  };
  std::string of_tiles;
  std::map<std::string, std::uint64_t> left;
  for (const auto& [key, use] : uses_) {
    const auto& [terrain, tiles] = *use.tiles.begin();
    if (!use.told && use.tiles.size() == 1 && !costs_.contains(terrain)) {
      of_tiles += row(fmt::format("{}:{}", key.first, key.second), terrain, tiles);
      continue;
    }
    for (const auto& [name, count] : use.tiles) left[name] += count;
  }
  std::string text = "what\tterrain\tcost\ttiles\n";
  for (const auto& [name, count] : left) text += row(name, name, count);
  // Where no layer has a tile.
  if (!left.contains(std::string(kEmptyTerrain))) text += fmt::format("{0}\t{0}\t-\n", kEmptyTerrain);
  return text + of_tiles;
}

}  // namespace portolan
