// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_terrain.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

using Meaning = TiledLegend::Meaning;

/// What a tile of a layer is.
struct TileMeaning {
  Meaning meaning;
  bool is_over_all = true;  ///< also over what is blocked
};

/// Which terrain each tile is. Gathers the palette on the way.
class Terrains {
 public:
  Terrains(const TiledMap& map, const TiledLegend* legend) : map_(map), legend_(legend), has_shapes_(map.has_shapes()) {
    if (legend == nullptr) return;
    palette_ = legend->terrains();
    matched_.resize(legend->rows().size());
  }

  /// Takes note of all costs that the map gives.
  Outcome gather_costs();
  /// Terrain where there is no tile.
  Result<TerrainId> empty();
  /// What tiles of that name are. The error lacks the place.
  Result<Meaning> named(const TiledTerrain& terrain);
  /// What a tile is, gid > 0. The error lacks the place.
  Result<TileMeaning> tile(const TiledLayer& layer, std::uint32_t gid);
  /// Whether a terrain is kBlockedTerrain.
  [[nodiscard]] bool is_blocked(TerrainId id) const { return palette()[id].name == kBlockedTerrain; }
  /// Whether a layer counts as no tiles, whatever is in it.
  bool left_out(const TiledLayer& layer);
  /// Says in the map that was painted what is odd about all that was asked for.
  void remark(TileMap& map) const;
  [[nodiscard]] const std::vector<Terrain>& palette() const noexcept { return palette_.palette(); }

 private:
  struct Cost {
    TerrainCost value;
    const TiledTerrain* given;
  };

  Outcome gather_cost(const TiledTerrain& terrain);
  /// Takes note that the row was of use.
  const Meaning& matched(const Meaning& meaning) {
    matched_[meaning.row] = true;
    return meaning;
  }

  const TiledMap& map_;
  const TiledLegend* legend_;
  bool has_shapes_;
  PaletteBuilder palette_;
  std::unordered_map<std::string_view, Cost> costs_;
  std::vector<bool> matched_;              ///< by row of the legend
  std::vector<const TiledLayer*> silent_;  ///< whose tiles have no terrain but the layer's name
};

Outcome Terrains::gather_costs() {
  if (legend_ != nullptr) return Success{};
  for (const TiledTileset& tileset : map_.tilesets) {
    // In a fixed order, so that the same map gives the same message.
    std::vector<std::uint32_t> ids;
    for (const auto& [id, terrain] : tileset.tiles) ids.push_back(id);
    std::sort(ids.begin(), ids.end());
    for (const std::uint32_t id : ids) {
      if (Outcome gathered = gather_cost(tileset.tiles.at(id)); !gathered) return gathered;
    }
  }
  for (const TiledLayer& layer : map_.layers) {
    if (Outcome gathered = gather_cost(layer.terrain); !gathered) return gathered;
  }
  return Success{};
}

Outcome Terrains::gather_cost(const TiledTerrain& terrain) {
  if (!terrain.cost || terrain.name.empty()) return Success{};
  Cost cost{0, &terrain};
  if (*terrain.cost != "-") {
    const auto value = parse_terrain_cost(*terrain.cost);
    if (!value) {
      return Error{value.error().code,
                   fmt::format("{}: {} (nor - for impassable)", terrain.place, value.error().message)};
    }
    cost.value = *value;
  }
  const auto& [entry, added] = costs_.emplace(terrain.name, cost);
  if (added || entry->second.value == cost.value) return Success{};
  return Error{ErrorCode::syntax,
               fmt::format("{}: terrain {} has cost {}, but {} elsewhere", terrain.place, in_quotes(terrain.name),
                           printable(*terrain.cost), printable(*entry->second.given->cost))};
}

Result<TerrainId> Terrains::empty() {
  if (legend_ != nullptr) {
    if (const Meaning* meaning = legend_->find(kEmptyTerrain); meaning != nullptr && matched(*meaning).terrain) {
      return *meaning->terrain;
    }
  }
  const auto added = palette_.add(kEmptyTerrain, "-");
  if (added) return added;
  return Error{added.error().code, fmt::format("{}: where no tile is: {}", map_.source, added.error().message)};
}

Result<Meaning> Terrains::named(const TiledTerrain& terrain) {
  if (terrain.name.empty()) return Meaning{};
  if (legend_ != nullptr) {
    if (const Meaning* meaning = legend_->find(terrain.name)) return matched(*meaning);
    return Error{ErrorCode::syntax, fmt::format("terrain {} is not in the legend", in_quotes(terrain.name))};
  }
  const auto cost = costs_.find(terrain.name);
  const auto added = palette_.add(terrain.name, cost == costs_.end() ? "1" : *cost->second.given->cost);
  if (!added) return added.error();
  if (terrain.colour) palette_.set_colour(*added, *terrain.colour);
  return Meaning{.terrain = *added};
}

Result<TileMeaning> Terrains::tile(const TiledLayer& layer, std::uint32_t gid) {
  const auto behind = std::upper_bound(map_.tilesets.begin(), map_.tilesets.end(), gid,
                                       [](std::uint32_t value, const TiledTileset& t) { return value < t.first_gid; });
  if (behind == map_.tilesets.begin()) {
    return Error{ErrorCode::syntax, fmt::format("number {}, which no tileset has", gid)};
  }
  const TiledTileset& tileset = *std::prev(behind);
  const std::uint32_t id = gid - tileset.first_gid;
  if (legend_ != nullptr) {
    if (const Meaning* meaning = legend_->find(tileset.name, id)) return TileMeaning{matched(*meaning)};
  }
  const auto own = tileset.tiles.find(id);
  const bool by_name = own == tileset.tiles.end() && !layer.says_terrain;
  const bool silent = by_name && !has_shapes_ && !costs_.contains(layer.terrain.name);
  if (silent && std::find(silent_.begin(), silent_.end(), &layer) == silent_.end()) silent_.push_back(&layer);
  const bool unheard = own != tileset.tiles.end() && own->second.in_passing && legend_ != nullptr &&
                       legend_->find(own->second.name) == nullptr;
  auto meaning = named(own == tileset.tiles.end() || unheard ? layer.terrain : own->second);
  if (meaning) return TileMeaning{*meaning, !(by_name && has_shapes_)};
  return Error{meaning.error().code,
               fmt::format("{} of tileset {}: {}", id, in_quotes(tileset.name), meaning.error().message)};
}

bool Terrains::left_out(const TiledLayer& layer) {
  if (layer.terrain.name.empty()) return true;
  const Meaning* const meaning = legend_ == nullptr ? nullptr : legend_->find(layer.terrain.name);
  if (meaning == nullptr || meaning->terrain) return false;
  matched(*meaning);
  return true;
}

void Terrains::remark(TileMap& map) const {
  if (legend_ != nullptr) {
    legend_->rows().remark_unmatched(matched_, map_.source, map);
    return;
  }
  for (const TiledLayer* const layer : silent_) {
    map.add_remark({fmt::format("{}: no property 'terrain' says what its tiles are: they are terrain {} at cost 1",
                                layer->terrain.place, in_quotes(layer->terrain.name)),
                    layer->terrain.name});
  }
}

/// Lays the tiles of layers over each other.
class Painter {
 public:
  /// Layers may take `memory` bytes to unpack.
  Painter(const TiledMap& map, Terrains& terrains, TerrainId empty, std::uint64_t memory)
      : map_(map), terrains_(terrains), empty_(empty), memory_(memory) {}

  Outcome paint(const TiledLayer& layer, const TiledBlock& block) {
    const auto width = static_cast<std::size_t>(block.area.width());
    const auto count = width * static_cast<std::size_t>(block.area.height());
    const Outcome decoded = decode_tiles(
        block.data, count,
        [&](std::size_t first, std::span<const std::uint32_t> gids) -> Outcome {
          for (std::size_t i = 0; i < gids.size(); ++i) {
            const Tile tile{block.area.min.x + static_cast<std::int32_t>((first + i) % width),
                            block.area.min.y + static_cast<std::int32_t>((first + i) / width)};
            if (Outcome put = this->put(layer, tile, gids[i]); !put) return put;
          }
          return Success{};
        },
        memory_);
    if (decoded) return decoded;
    return Error{decoded.error().code, fmt::format("{}: {}", block.place, decoded.error().message)};
  }
  void start_layer() { known_.clear(); }
  std::vector<TerrainId> take() {
    tiles_.resize(static_cast<std::size_t>(map_.width) * static_cast<std::size_t>(map_.height), empty_);
    return std::move(tiles_);
  }

 private:
  Outcome put(const TiledLayer& layer, Tile tile, std::uint32_t gid) {
    const std::size_t at =
        static_cast<std::size_t>(tile.y) * static_cast<std::size_t>(map_.width) + static_cast<std::size_t>(tile.x);
    // Grows with what really comes out, so that a short file cannot claim much memory.
    if (at >= tiles_.size()) tiles_.resize(at + 1, empty_);
    if (gid == 0) return Success{};
    auto found = known_.find(gid);
    if (found == known_.end()) {
      auto meaning = terrains_.tile(layer, gid);
      if (!meaning) {
        return Error{meaning.error().code, fmt::format("tile {},{}: {}", tile.x, tile.y, meaning.error().message)};
      }
      if (known_.size() == kMaxKnown) known_.clear();
      found = known_.emplace(gid, *meaning).first;
    }
    const auto& [meaning, is_over_all] = found->second;
    if (meaning.terrain && (is_over_all || !terrains_.is_blocked(tiles_[at]))) tiles_[at] = *meaning.terrain;
    return Success{};
  }

  /// Bounds the memory of maps that use a new tile everywhere.
  static constexpr std::size_t kMaxKnown = 1 << 16;

  const TiledMap& map_;
  Terrains& terrains_;
  TerrainId empty_;
  std::uint64_t memory_;
  std::vector<TerrainId> tiles_;
  std::unordered_map<std::uint32_t, TileMeaning> known_;
};

/// The terrain of a floor; of the only one if `floor` is nothing.
Result<TileMap> paint_floor(const TiledMap& map, Terrains& terrains, std::optional<std::size_t> floor,
                            std::uint64_t memory) {
  const auto empty = terrains.empty();
  if (!empty) return empty.error();
  Painter painter(map, terrains, *empty, memory);
  bool any = false;
  for (const TiledLayer& layer : map.layers) {
    const bool elsewhere = layer.floor && floor && static_cast<std::size_t>(*layer.floor) != *floor;
    if (elsewhere || terrains.left_out(layer)) continue;
    any = true;
    painter.start_layer();
    for (const TiledBlock& block : layer.blocks) {
      if (const Outcome painted = painter.paint(layer, block); !painted) return painted.error();
    }
  }
  if (!any) {
    const std::string which = floor ? fmt::format("floor {}: ", in_quotes(map.floors.names[*floor])) : std::string();
    return Error{ErrorCode::syntax, fmt::format("{}: {}every layer is left out", map.source, which)};
  }
  return TileMap::create(map.width, map.height, terrains.palette(), painter.take());
}

Result<TileMap> paint_floors(const TiledMap& map, Terrains& terrains, std::size_t count, std::uint64_t memory) {
  std::vector<TileMap> floors;
  for (std::size_t floor = 0; floor < count; ++floor) {
    auto painted = paint_floor(map, terrains, floor, memory);
    if (!painted) return painted;
    floors.push_back(std::move(*painted));
  }
  auto stacked = TileMap::stack(floors);
  if (stacked) return stacked;
  return Error{stacked.error().code, fmt::format("{}: {}", map.source, stacked.error().message)};
}

}  // namespace

Result<TileMap> terrain_of(const TiledMap& map, const TiledLegend* legend, std::uint64_t memory) {
  // A vector that grows holds its old elements, and room for as many again.
  constexpr std::uint64_t kBytesPerTile = 3;
  const std::size_t count = map.floors.names.size();
  const std::uint64_t bytes = kBytesPerTile * (count == 0 ? 1 : 2 * count) * static_cast<std::uint64_t>(map.width) *
                              static_cast<std::uint64_t>(map.height);
  const std::string tiles = fmt::format("{}x{} tiles", map.width, map.height);
  if (const Outcome fits = check_memory(map.source, tiles, bytes, memory); !fits) return fits.error();
  const std::uint64_t left = memory - bytes;
  Terrains terrains(map, legend);
  if (const Outcome gathered = terrains.gather_costs(); !gathered) return gathered.error();
  auto painted = count == 0 ? paint_floor(map, terrains, std::nullopt, left) : paint_floors(map, terrains, count, left);
  if (painted) terrains.remark(*painted);
  return painted;
}

}  // namespace portolan
