// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_world.hpp"

#include "portolan/formats/json_tree.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"
#include "portolan/formats/tiled/tiled_legend.hpp"
#include "portolan/formats/tiled/tiled_map.hpp"
#include "portolan/formats/tiled/tiled_reader.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// A map as the world lists it.
struct Listed {
  std::string file;
  std::int32_t x = 0;  ///< pixels
  std::int32_t y = 0;  ///< pixels
  std::string place;   ///< "file:line: map 'x'", for messages
};

/// A map that was read.
struct Placed {
  TileMap map;
  Rect area;  ///< in the numbers of the world
  std::string place;
};

Result<std::int32_t> pixels_under(const JsonValue& map, std::string_view key) {
  const auto value = map.find(key);
  if (!value) return 0;
  const auto number = parse_integer(value->text(), -kMaxOrigin, kMaxOrigin);
  if (!value->is(JsonKind::number) || !number) return value->expected("a whole number of pixels");
  return *number;
}

Result<Listed> listed_map(const JsonValue& value, std::string_view source) {
  if (!value.is(JsonKind::object)) return value.expected("an object");
  const auto file = value.find("fileName");
  if (!file || !file->is(JsonKind::string)) return value.error("a map without a `fileName`");
  const auto x = pixels_under(value, "x");
  if (!x) return x.error();
  const auto y = pixels_under(value, "y");
  if (!y) return y.error();
  return Listed{std::string(file->text()), *x, *y,
                fmt::format("{}:{}: map {}", source, value.line(), in_quotes(file->text()))};
}

Result<std::vector<Listed>> maps_of(std::string_view text, const std::string& source, std::uint64_t memory) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  if (const auto patterns = tree->root().find("patterns"); patterns && patterns->size() != 0)
    return patterns->error("patterns are not followed; list the maps", ErrorCode::unsupported);
  const auto list = tree->root().find("maps");
  if (!list || list->size() == 0) return tree->root().error("a world without `maps`");
  if (list->size() > kMaxWorldMaps)
    return list->error(fmt::format("more than {} maps", kMaxWorldMaps), ErrorCode::limit);
  std::vector<Listed> maps;
  const Outcome read = list->for_each_element([&](const JsonValue& value) -> Outcome {
    auto map = listed_map(value, source);
    if (!map) return map.error();
    maps.push_back(*std::move(map));
    return Success{};
  });
  if (!read) return read.error();
  return maps;
}

class WorldReader {
 public:
  WorldReader(const std::filesystem::path& path, const std::filesystem::path& legend, const ReadFile& read,
              std::uint64_t memory)
      : path_(path), legend_(legend), read_(read), memory_(memory) {}

  Result<TileMap> run(std::string_view text) {
    const auto list = maps_of(text, path_.string(), memory_);
    if (!list) return list.error();
    for (const Listed& listed : *list) {
      if (Outcome added = add(listed); !added) {
        const Error& failed = added.error();
        return Error{failed.code, fmt::format("{}: {}", listed.place, failed.message)};
      }
    }
    return join();
  }

 private:
  Outcome add(const Listed& listed);
  [[nodiscard]] Result<Rect> area_of(const Listed& listed, const TiledTiles& tiles);
  [[nodiscard]] Outcome check_bounds() const;
  Result<TileMap> join();
  Outcome take_palette(const Placed& placed, std::vector<TerrainId>& ids);

  const std::filesystem::path& path_;
  const std::filesystem::path& legend_;
  const ReadFile& read_;
  std::uint64_t memory_;
  std::uint64_t bytes_ = 0;  ///< of all maps read
  std::vector<Placed> maps_;
  std::string first_passed_over_;  ///< what the first map says of it
  std::size_t passed_over_ = 0;    ///< in all maps
  std::optional<TiledCell> cell_;
  Rect bounds_{};
  std::vector<Terrain> palette_;
};

/// Reads a map. The error lacks its place in the world.
Outcome WorldReader::add(const Listed& listed) {
  const auto path = tiled_path(path_, listed.file);
  if (!path) return path.error();
  const auto text = read_(*path, FileOrigin::referred);
  if (!text) return text.error();
  bytes_ += text->size();
  if (bytes_ > kMaxWorldBytes)
    return Error{ErrorCode::limit, fmt::format("the maps of the world take more than {} bytes", kMaxWorldBytes)};
  auto tiles = parse_tiled(*text, *path, legend_, read_, memory_);
  if (!tiles) return tiles.error();
  const auto area = area_of(listed, *tiles);
  if (!area) return area.error();
  const auto over = std::ranges::find_if(maps_, [&](const Placed& other) {
    return area->min.x < other.area.max.x && other.area.min.x < area->max.x && area->min.y < other.area.max.y &&
           other.area.min.y < area->max.y;
  });
  if (over != maps_.end()) return Error{ErrorCode::syntax, fmt::format("lies over {}", over->place)};
  if (tiles->draws) {
    tiles->terrain.add_remark(
        {fmt::format("{}: areas, places and waypoints of maps of a world are passed over; draw "
                     "them over the world with --areas or --waypoints",
                     path->string())});
  }
  if (passed_over_ == 0 && !tiles->passed_over.empty()) first_passed_over_ = tiles->passed_over.front();
  passed_over_ += tiles->passed_over.size();
  memory_ -= std::min<std::uint64_t>(memory_, tiles->terrain.tiles().size());
  bounds_ = maps_.empty() ? *area
                          : Rect{{std::min(bounds_.min.x, area->min.x), std::min(bounds_.min.y, area->min.y)},
                                 {std::max(bounds_.max.x, area->max.x), std::max(bounds_.max.y, area->max.y)}};
  maps_.push_back({std::move(tiles->terrain), *area, listed.place});
  return check_bounds();
}

/// The tiles of the world that a map takes.
Result<Rect> WorldReader::area_of(const Listed& listed, const TiledTiles& tiles) {
  const auto unsupported = [](std::string_view what) { return Error{ErrorCode::unsupported, std::string(what)}; };
  if (tiles.stagger || !tiles.cell || tiles.cell->form != TiledCell::Form::box)
    return unsupported("worlds are made of orthogonal maps");
  if (tiles.terrain.floors().count > 1) return unsupported("maps of a world have one floor");
  if (!cell_) cell_ = tiles.cell;
  if (*cell_ != *tiles.cell) return unsupported("its tiles are not as large as those of the first map");
  const auto wide = static_cast<std::int32_t>(cell_->width);
  const auto high = static_cast<std::int32_t>(cell_->height);
  if (listed.x % wide != 0 || listed.y % high != 0) {
    return Error{ErrorCode::syntax,
                 fmt::format("{},{} is not where a tile of {} x {} pixels begins", listed.x, listed.y, wide, high)};
  }
  const Tile at{listed.x / wide + tiles.terrain.origin().x, listed.y / high + tiles.terrain.origin().y};
  return Rect{at, {at.x + tiles.terrain.width(), at.y + tiles.terrain.height()}};
}

Outcome WorldReader::check_bounds() const {
  const std::int64_t width = std::int64_t{bounds_.max.x} - bounds_.min.x;
  const std::int64_t height = std::int64_t{bounds_.max.y} - bounds_.min.y;
  if (width <= kMaxSide && height <= kMaxSide && width * height <= kMaxTiledTiles) return Success{};
  return Error{ErrorCode::limit, fmt::format("the maps lie {} x {} tiles apart, more than {} a side or {} in all",
                                             width, height, kMaxSide, kMaxTiledTiles)};
}

/// Adds the terrains of a map to those of the world; `ids` are theirs there.
Outcome WorldReader::take_palette(const Placed& placed, std::vector<TerrainId>& ids) {
  for (const Terrain& terrain : placed.map.palette()) {
    const auto known = std::ranges::find(palette_, terrain.name, &Terrain::name);
    if (known != palette_.end() && known->default_cost != terrain.default_cost) {
      return Error{ErrorCode::syntax, fmt::format("{}: terrain {} costs something else in another map", placed.place,
                                                  in_quotes(terrain.name))};
    }
    ids.push_back(static_cast<TerrainId>(known - palette_.begin()));
    if (known == palette_.end()) palette_.push_back(terrain);
    if (palette_.size() > kMaxTerrains)
      return Error{ErrorCode::limit, fmt::format("{}: more than {} terrains", placed.place, kMaxTerrains)};
  }
  return Success{};
}

Result<TileMap> WorldReader::join() {
  const auto width = static_cast<std::size_t>(bounds_.width());
  const std::size_t count = width * static_cast<std::size_t>(bounds_.height());
  const std::string all = fmt::format("{}x{} tiles", bounds_.width(), bounds_.height());
  if (const Outcome fits = check_memory(path_.string(), all, count, memory_); !fits) return fits.error();
  palette_.push_back({std::string(kEmptyTerrain), 0});
  // As a legend may price it.
  for (const Terrain& terrain : maps_.front().map.palette()) {
    if (terrain.name == kEmptyTerrain) palette_.front() = terrain;
  }
  std::vector<TerrainId> tiles(count, TerrainId{0});
  std::vector<Link> links;
  std::vector<Move> moves;
  for (const Placed& placed : maps_) {
    std::vector<TerrainId> ids;
    if (const Outcome taken = take_palette(placed, ids); !taken) return taken.error();
    const Tile by{placed.area.min.x - bounds_.min.x, placed.area.min.y - bounds_.min.y};
    const auto moved = [&](Tile t) { return Tile{t.x + by.x, t.y + by.y}; };
    for (Tile t; t.y < placed.map.height(); ++t.y) {
      for (t.x = 0; t.x < placed.map.width(); ++t.x) {
        const Tile at = moved(t);
        tiles[static_cast<std::size_t>(at.y) * width + static_cast<std::size_t>(at.x)] = ids[placed.map.terrain(t)];
      }
    }
    for (Link link : placed.map.links()) {
      link.from = moved(link.from);
      link.to = moved(link.to);
      links.push_back(std::move(link));
    }
    for (const Move& move : placed.map.moves())
      moves.push_back({moved(move.from), moved(move.to), move.cost, move.direction});
  }
  auto map = TileMap::create(bounds_.width(), bounds_.height(), std::move(palette_), std::move(tiles));
  const auto failed = [&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", path_.string(), error.message)};
  };
  if (!map) return failed(map.error());
  if (const Outcome set = map->set_links(std::move(links)); !set) return failed(set.error());
  if (const Outcome set = map->set_moves(std::move(moves)); !set) return failed(set.error());
  if (const Outcome set = map->set_origin(bounds_.min); !set) return failed(set.error());
  for (const Placed& placed : maps_) {
    for (const MapRemark& remark : placed.map.remarks()) map->add_remark(remark);
  }
  if (passed_over_ == 1) map->add_remark({first_passed_over_});
  if (passed_over_ > 1) {
    map->add_remark(
        {fmt::format("{}; of {} more `portolan check` of each map tells", first_passed_over_, passed_over_ - 1)});
  }
  return map;
}

}  // namespace

bool is_tiled_world(std::string_view text) noexcept {
  text = without_byte_order_mark(text);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const auto has = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
  return text.starts_with('{') && has("\"world\"") && (has("\"fileName\"") || has("\"regexp\""));
}

Result<TileMap> parse_tiled_world(std::string_view text, const std::filesystem::path& path,
                                  const std::filesystem::path& legend, const ReadFile& read, std::uint64_t memory) {
  return WorldReader(path, legend, read, memory).run(text);
}

}  // namespace portolan
