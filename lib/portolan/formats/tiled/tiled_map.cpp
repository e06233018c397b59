// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_map.hpp"

#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_collision.hpp"
#include "portolan/formats/tiled/tiled_given.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::int32_t kFarthestChunk = 1 << 29;

/// What a tile says of its terrain by properties, shapes or its class.
Result<std::optional<TiledTerrain>> terrain_of_tile(const TiledFile& file, const TiledElement& tileset,
                                                    const TiledElement& tile, const Result<TiledCell>& cell,
                                                    const std::string& what) {
  std::string place = file.place_of(tile, what);
  if (auto given = terrain_given(tile, place)) return given;
  if (has_shapes(tile) && !is_opening(tile)) {
    if (!cell) return cell.error();
    const auto covered = is_covered(file, tileset, tile, *cell, what);
    if (!covered) return covered.error();
    if (*covered)
      return std::optional(TiledTerrain{
          .name = std::string(kBlockedTerrain), .cost = "-", .place = std::move(place), .in_passing = true});
  }
  return terrain_of_class(tile, std::move(place));
}

/// The tiles of a tileset with a terrain. The number of the first is that of its map, whose tiles are like `cell`.
Result<TiledTileset> tileset_of(const TiledFile& file, const TiledElement& element, std::uint32_t first_gid,
                                const Result<TiledCell>& cell) {
  TiledTileset tileset{.name = std::string(element.attribute("name")), .first_gid = first_gid, .tiles = {}};
  const std::string what = fmt::format("tileset {}", in_quotes(tileset.name));
  for (const TiledElement& tile : element.children) {
    if (tile.kind != "tile") continue;
    const auto id = file.number(tile, what + ": tile", "id", 0, kMaxGid);
    if (!id) return id.error();
    auto terrain = terrain_of_tile(file, element, tile, cell, fmt::format("{}: tile {}", what, *id));
    if (!terrain) return terrain.error();
    if (*terrain) tileset.tiles.insert_or_assign(static_cast<std::uint32_t>(*id), **std::move(terrain));
    tileset.has_shapes = tileset.has_shapes || has_shapes(tile);
  }
  if (Outcome added = add_wang_terrain(file, element, what, tileset); !added) return added.error();
  return tileset;
}

class MapInterpreter {
 public:
  MapInterpreter(const std::filesystem::path& path, const ReadFile& read)
      : path_(path), read_(read), source_(path.string()), file_(source_) {}

  Result<TiledMap> interpret(TiledElement& root) {
    map_.source = source_;
    for (const auto step : {&MapInterpreter::read_head, &MapInterpreter::read_types, &MapInterpreter::read_floors,
                            &MapInterpreter::read_tilesets, &MapInterpreter::read_layers}) {
      if (Outcome done = (this->*step)(root); !done) return done.error();
    }
    return std::move(map_);
  }

 private:
  /// What layers take from the groups around them.
  struct Around {
    std::string path;  ///< names of the groups, a slash behind each
    std::optional<TiledTerrain> terrain;
    std::optional<std::int32_t> floor;
  };

  Outcome read_head(TiledElement& root);
  Outcome read_stagger(const TiledElement& root);
  Outcome read_types(TiledElement& root);
  Outcome read_floors(TiledElement& root);
  Outcome read_tilesets(TiledElement& root);
  Result<TiledTileset> external_tileset(const TiledElement& element, std::uint32_t first_gid,
                                        const Result<TiledCell>& cell);
  Outcome read_layers(TiledElement& root);
  Outcome add_layers(TiledElement& child, const Around& around);
  Outcome add_layer(TiledElement& element, const Around& around);
  Outcome add_block(TiledElement& element, const std::string& what, const Rect& area, TiledEncoding encoding,
                    TiledLayer& layer);
  Result<Rect> area_of(const TiledElement& chunk, const std::string& what) const;
  Outcome place_chunks(const TiledElement& root);
  [[nodiscard]] Outcome check_floors(const TiledElement& root) const;

  const std::filesystem::path& path_;
  const ReadFile& read_;
  std::string source_;
  TiledFile file_;
  TiledMap map_;
  bool infinite_ = false;
  std::size_t type_bytes_ = 0;  ///< that elements have from types
  std::int64_t stored_ = 0;     ///< tiles of all layers
};

Outcome MapInterpreter::read_head(TiledElement& root) {
  if (root.kind != "map") {
    return Error{ErrorCode::syntax, fmt::format("{}:{}: holds a Tiled {}, not a map", source_, root.line,
                                                root.kind.empty() ? "file of unknown type" : printable(root.kind))};
  }
  const std::string_view orientation = root.attribute("orientation");
  if (is_staggered_orientation(orientation)) {
    if (Outcome read = read_stagger(root); !read) return read;
  } else if (orientation != "orthogonal" && orientation != "isometric" && orientation != "oblique") {
    return file_.error(root, "map", fmt::format("orientation {} is not known", in_quotes(orientation)),
                       ErrorCode::unsupported);
  }
  infinite_ = is_true(root.attribute("infinite"));
  if (infinite_) return Success{};
  for (const auto& [name, side] : {std::pair("width", &map_.width), std::pair("height", &map_.height)}) {
    const auto value = file_.number(root, "map", name, 1, kMaxSide);
    if (!value) return value.error();
    *side = *value;
  }
  if (std::int64_t{map_.width} * map_.height > kMaxTiledTiles) {
    return file_.error(root, "map", fmt::format("more than {} tiles", kMaxTiledTiles), ErrorCode::limit);
  }
  return Success{};
}

Outcome MapInterpreter::read_stagger(const TiledElement& root) {
  TiledStagger stagger;
  const std::string_view axis = root.attribute("staggeraxis");
  const std::string_view index = root.attribute("staggerindex");
  if (axis != "x" && axis != "y") {
    return file_.error(root, "map", fmt::format("staggeraxis {} is neither x nor y", in_quotes(axis)));
  }
  if (index != "odd" && index != "even") {
    return file_.error(root, "map", fmt::format("staggerindex {} is neither odd nor even", in_quotes(index)));
  }
  stagger.axis = axis == "x" ? TiledStagger::Axis::x : TiledStagger::Axis::y;
  stagger.parity = index == "odd" ? 1 : 0;
  for (const auto& [name, size] :
       {std::pair("tilewidth", &stagger.tile_width), std::pair("tileheight", &stagger.tile_height)}) {
    const auto value = file_.number(root, "map", name, 1, kMaxTilePixels);
    if (!value) return value.error();
    *size = *value;
  }
  if (!root.attribute("hexsidelength").empty()) {
    const auto side = file_.number(root, "map", "hexsidelength", 0, kMaxTilePixels);
    if (!side) return side.error();
    stagger.side = *side;
  }
  map_.stagger = stagger;
  return Success{};
}

Outcome MapInterpreter::read_types(TiledElement& root) {
  auto types = types_of(file_, root, path_, read_);
  if (!types) return types.error();
  map_.types = *std::move(types);
  if (const Outcome applied = map_.types.apply(root, type_bytes_); !applied)
    return file_.error(root, "map", applied.error().message, applied.error().code);
  return Success{};
}

Outcome MapInterpreter::read_floors(TiledElement& root) {
  auto floors = floors_of(root, file_);
  if (!floors) return floors.error();
  if (!floors->names.empty() && map_.stagger)
    return file_.error(root, "map", "floors of tiles that are no grid of squares", ErrorCode::unsupported);
  map_.floors = std::move(*floors);
  return Success{};
}

Result<TiledTileset> MapInterpreter::external_tileset(const TiledElement& element, std::uint32_t first_gid,
                                                      const Result<TiledCell>& cell) {
  const std::string_view written = element.attribute("source");
  const auto failed = [&](const Error& error) {
    return file_.error(element, fmt::format("tileset {}", in_quotes(written)), error.message, error.code);
  };
  auto followed = follow_tiled(path_, written, "tileset", read_);
  if (!followed) return failed(followed.error());
  if (const Outcome applied = map_.types.apply(followed->root, type_bytes_); !applied) return failed(applied.error());
  auto tileset = tileset_of(TiledFile(followed->path), followed->root, first_gid, cell);
  if (!tileset) return failed(tileset.error());
  return tileset;
}

Outcome MapInterpreter::read_tilesets(TiledElement& root) {
  const Result<TiledCell> cell = cell_of(file_, root);
  for (const TiledElement& element : root.children) {
    if (element.kind != "tileset") continue;
    const auto first = file_.number(element, "tileset", "firstgid", 1, kMaxGid);
    if (!first) return first.error();
    const auto first_gid = static_cast<std::uint32_t>(*first);
    auto tileset = element.attribute("source").empty() ? tileset_of(file_, element, first_gid, cell)
                                                       : external_tileset(element, first_gid, cell);
    if (!tileset) return tileset.error();
    const auto behind =
        std::upper_bound(map_.tilesets.begin(), map_.tilesets.end(), first_gid,
                         [](std::uint32_t gid, const TiledTileset& known) { return gid < known.first_gid; });
    if (behind != map_.tilesets.begin() && std::prev(behind)->first_gid == first_gid) {
      *std::prev(behind) = std::move(*tileset);  // as in Tiled: the earlier one has no tiles
      continue;
    }
    map_.tilesets.insert(behind, std::move(*tileset));
  }
  return Success{};
}

Outcome MapInterpreter::read_layers(TiledElement& root) {
  for (std::size_t child = 0; child < root.children.size(); ++child) {
    if (Outcome added = add_layers(root.children[child], {{}, {}, map_.floors.find(child)}); !added) return added;
  }
  if (infinite_) {
    if (Outcome placed = place_chunks(root); !placed) return placed;
  }
  if (map_.layers.empty()) return file_.error(root, "map", "there is no layer with tiles");
  return check_floors(root);
}

/// A layer, or those of a group.
Outcome MapInterpreter::add_layers(TiledElement& child, const Around& around) {
  if (child.kind == "layer") return add_layer(child, around);
  if (child.kind != "group") return Success{};
  const std::string name = around.path + std::string(child.attribute("name"));
  const auto given = terrain_given(child, file_.place_of(child, fmt::format("group {}", in_quotes(name))));
  const Around inner{name + "/", given ? given : around.terrain, around.floor};
  for (TiledElement& grandchild : child.children) {
    if (Outcome added = add_layers(grandchild, inner); !added) return added;
  }
  return Success{};
}

/// That every floor has tiles, and that there are not too many on all of them.
Outcome MapInterpreter::check_floors(const TiledElement& root) const {
  if (map_.floors.names.empty()) return Success{};
  const auto count = static_cast<std::int64_t>(map_.floors.names.size());
  const std::int64_t rows = count * (map_.height + 1) - 1;
  if (rows > kMaxSide || rows * map_.width > kMaxTiledTiles) {
    return file_.error(root, "map",
                       fmt::format("{} floors of {} x {} tiles: more than {} rows or {} tiles in all", count,
                                   map_.width, map_.height, kMaxSide, kMaxTiledTiles),
                       ErrorCode::limit);
  }
  std::int64_t laid = 0;
  std::int64_t laid_on_all = 0;
  std::vector<bool> has_tiles(map_.floors.names.size());
  for (const TiledLayer& layer : map_.layers) {
    for (const TiledBlock& block : layer.blocks) {
      (layer.floor ? laid : laid_on_all) += std::int64_t{block.area.width()} * block.area.height();
    }
    if (layer.floor) has_tiles[static_cast<std::size_t>(*layer.floor)] = true;
  }
  if (laid + laid_on_all * count > kMaxTiledLayerTiles) {
    return file_.error(root, "map", fmt::format("more than {} tiles in the layers of all floors", kMaxTiledLayerTiles),
                       ErrorCode::limit);
  }
  for (const auto& [child, floor] : map_.floors.of_children) {
    const auto number = static_cast<std::size_t>(floor);
    if (has_tiles[number]) continue;
    return file_.error(root.children[child], fmt::format("floor {}", in_quotes(map_.floors.names[number])),
                       "there is no layer with tiles");
  }
  return Success{};
}

Outcome MapInterpreter::add_layer(TiledElement& element, const Around& around) {
  const std::string what = fmt::format("layer {}", in_quotes(around.path + std::string(element.attribute("name"))));
  TiledLayer layer;
  layer.floor = around.floor;
  layer.says_terrain = element.properties.contains("terrain") || element.properties.contains("cost") ||
                       is_blocking(element) || around.terrain.has_value();
  if (auto given = terrain_given(element, file_.place_of(element, what))) {
    layer.terrain = *std::move(given);
  } else if (around.terrain) {
    layer.terrain = *around.terrain;
  } else {
    const std::string_view name = element.attribute("name");
    element.properties.insert_or_assign("terrain", std::string(name.empty() ? "unnamed" : name));
    layer.terrain = *terrain_given(element, file_.place_of(element, what));
  }
  const auto encoding = parse_tiled_encoding(element.attribute("encoding"), element.attribute("compression"));
  if (!encoding) return file_.error(element, what, encoding.error().message, encoding.error().code);
  if (infinite_) {
    for (TiledElement& chunk : element.children) {
      if (chunk.kind != "chunk") continue;
      const auto area = area_of(chunk, what);
      if (!area) return area.error();
      if (Outcome added = add_block(chunk, what, *area, *encoding, layer); !added) return added;
    }
    if (layer.blocks.empty()) return Success{};
  } else {
    for (const auto& [name, side] : {std::pair("width", map_.width), std::pair("height", map_.height)}) {
      const auto value = file_.number(element, what, name, 0, kMaxSide);
      if (!value) return value.error();
      if (*value != side) {
        return file_.error(element, what, fmt::format("{} {} is not the map's, {}", name, *value, side));
      }
    }
    if (Outcome added = add_block(element, what, {{0, 0}, {map_.width, map_.height}}, *encoding, layer); !added) {
      return added;
    }
  }
  map_.layers.push_back(std::move(layer));
  return Success{};
}

Result<Rect> MapInterpreter::area_of(const TiledElement& chunk, const std::string& what) const {
  const std::string here = what + ": chunk";
  const auto x = file_.number(chunk, here, "x", -kFarthestChunk, kFarthestChunk);
  if (!x) return x.error();
  const auto y = file_.number(chunk, here, "y", -kFarthestChunk, kFarthestChunk);
  if (!y) return y.error();
  const auto width = file_.number(chunk, here, "width", 1, kMaxSide);
  if (!width) return width.error();
  const auto height = file_.number(chunk, here, "height", 1, kMaxSide);
  if (!height) return height.error();
  return Rect{{*x, *y}, {*x + *width, *y + *height}};
}

Outcome MapInterpreter::add_block(TiledElement& element, const std::string& what, const Rect& area,
                                  TiledEncoding encoding, TiledLayer& layer) {
  stored_ += std::int64_t{area.width()} * area.height();
  if (stored_ > kMaxTiledLayerTiles) {
    return file_.error(element, what, fmt::format("more than {} tiles in all layers", kMaxTiledLayerTiles),
                       ErrorCode::limit);
  }
  // JSON names the encoding csv also where its numbers are a list.
  const bool listed = encoding == TiledEncoding::csv && element.text.empty();
  layer.blocks.push_back(
      {area,
       file_.place_of(element, what),
       {listed ? TiledEncoding::plain : encoding, std::move(element.text), std::move(element.gids)}});
  return Success{};
}

/// Moves the rectangle of all chunks to 0,0.
Outcome MapInterpreter::place_chunks(const TiledElement& root) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  Rect all{{kMost, kMost}, {-kMost, -kMost}};
  for (const TiledLayer& layer : map_.layers) {
    for (const TiledBlock& block : layer.blocks) {
      all.min = {std::min(all.min.x, block.area.min.x), std::min(all.min.y, block.area.min.y)};
      all.max = {std::max(all.max.x, block.area.max.x), std::max(all.max.y, block.area.max.y)};
    }
  }
  if (map_.layers.empty()) return Success{};
  const std::int64_t width = std::int64_t{all.max.x} - all.min.x;
  const std::int64_t height = std::int64_t{all.max.y} - all.min.y;
  if (width > kMaxSide || height > kMaxSide || width * height > kMaxTiledTiles) {
    return file_.error(root, "map",
                       fmt::format("its chunks lie {} x {} tiles apart, more than {} a side or {} in all", width,
                                   height, kMaxSide, kMaxTiledTiles),
                       ErrorCode::limit);
  }
  map_.origin = all.min;
  map_.width = static_cast<std::int32_t>(width);
  map_.height = static_cast<std::int32_t>(height);
  if (map_.stagger) {
    const std::int32_t first = map_.stagger->axis == TiledStagger::Axis::y ? all.min.y : all.min.x;
    map_.stagger->parity = (map_.stagger->parity + first) & 1;
  }
  for (TiledLayer& layer : map_.layers) {
    for (TiledBlock& block : layer.blocks) {
      const auto moved = [&](Tile t) { return Tile{t.x - all.min.x, t.y - all.min.y}; };
      block.area = {moved(block.area.min), moved(block.area.max)};
    }
  }
  return Success{};
}

}  // namespace

bool is_staggered_orientation(std::string_view orientation) noexcept {
  return orientation == "hexagonal" || orientation == "staggered";
}

bool TiledMap::has_shapes() const noexcept {
  return std::ranges::any_of(tilesets, &TiledTileset::has_shapes);
}

Result<TiledMap> parse_tiled_map(std::string_view text, const std::filesystem::path& path, const ReadFile& read) {
  auto root = parse_tiled_element(text, path.string());
  if (!root) return root.error();
  return interpret_tiled_map(*root, path, read);
}

Result<TiledMap> interpret_tiled_map(TiledElement& root, const std::filesystem::path& path, const ReadFile& read) {
  return MapInterpreter(path, read).interpret(root);
}

}  // namespace portolan
