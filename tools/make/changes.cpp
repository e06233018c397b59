// SPDX-License-Identifier: BSL-1.0
#include "make/changes.hpp"

#include "make/random.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

using generators::derive_seed;
using generators::Random;

constexpr std::int32_t kWidestDoor = 8;
constexpr std::size_t kMostUndoable = 256;  ///< edits that can still be undone

/// The terrain that most tiles of a kind have; nothing if there is none in the palette.
template <class IsOfKind>
std::optional<TerrainId> commonest(const TileMap& map, IsOfKind&& is_of_kind) {
  std::array<std::size_t, 256> count{};
  for (const TerrainId terrain : map.tiles()) ++count[terrain];
  std::optional<TerrainId> best;
  for (std::size_t id = 0; id < map.palette().size(); ++id) {
    if (is_of_kind(map.palette()[id]) && (!best || count[id] > count[*best])) best = static_cast<TerrainId>(id);
  }
  return best;
}

/// A world at work, and the file that tells of it.
class WorldAtWork {
 public:
  WorldAtWork(const TileMap& map, TerrainId floor, TerrainId wall, std::uint64_t seed)
      : map_(map),
        floor_(floor),
        wall_(wall),
        tiles_(map.tiles().begin(), map.tiles().end()),
        random_(derive_seed(seed, 1)),
        by_letters_(std::ranges::all_of(map.palette(), [](const Terrain& t) { return t.name.size() == 1; })) {}

  std::string tell(std::size_t queries) {
    for (std::size_t asked = 0; asked < queries;) {
      change();
      for (std::int32_t more = random_.between(1, 7); more != 0 && asked < queries; --more, ++asked) ask();
    }
    return std::move(text_);
  }

 private:
  struct Undo {
    Rect area;
    std::vector<TerrainId> before;
  };

  void change() {
    if (!undoable_.empty() && random_.chance(25)) {
      const auto at = static_cast<std::size_t>(random_.between(0, static_cast<std::int32_t>(undoable_.size()) - 1));
      std::swap(undoable_[at], undoable_.back());
      const Undo undo = std::move(undoable_.back());
      undoable_.pop_back();
      set(undo.area, undo.before);
      return;
    }
    const std::int32_t kind = random_.between(0, 3);
    const auto made = kind == 0 ? door() : kind == 1 ? building() : kind == 2 ? tunnel() : fire();
    if (!made) return;
    const auto& [area, terrain] = *made;
    if (undoable_.size() == kMostUndoable) undoable_.erase(undoable_.begin());
    undoable_.push_back({area, copy(area)});
    set(area, terrain);
  }

  using Edit = std::pair<Rect, std::vector<TerrainId>>;

  /// Across the narrower passage that a random place lies in.
  std::optional<Edit> door() {
    for (int attempt = 0; attempt < 50; ++attempt) {
      const Tile tile = place();
      if (!passable(tile)) continue;
      for (const Tile step : {Tile{1, 0}, Tile{0, 1}}) {
        Tile first = tile;
        Tile last = tile;
        std::int32_t width = 1;
        for (; width <= kWidestDoor && passable({first.x - step.x, first.y - step.y}); ++width) {
          first = {first.x - step.x, first.y - step.y};
        }
        for (; width <= kWidestDoor && passable({last.x + step.x, last.y + step.y}); ++width) {
          last = {last.x + step.x, last.y + step.y};
        }
        if (width <= kWidestDoor) return filled({first, {last.x + 1, last.y + 1}}, wall_);
      }
    }
    return {};
  }

  /// Walls around a place, with a gap in one of them.
  std::optional<Edit> building() {
    const Rect area = around(place(), random_.between(3, 12), random_.between(3, 12));
    Edit edit{area, copy(area)};
    const std::int32_t gap = random_.between(0, area.width() - 1);
    for_each_tile(area, [&](Tile tile, std::size_t index) {
      const bool on_edge =
          tile.x == area.min.x || tile.y == area.min.y || tile.x + 1 == area.max.x || tile.y + 1 == area.max.y;
      const bool in_gap = tile.y == area.min.y && tile.x == area.min.x + gap;
      if (on_edge && !in_gap && passable(tile)) edit.second[index] = wall_;
    });
    return edit;
  }

  /// Straight on from a place, one or two tiles wide.
  std::optional<Edit> tunnel() {
    const std::int32_t length = random_.between(3, 24);
    const std::int32_t width = random_.between(1, 2);
    const bool along_row = random_.chance(50);
    const Rect area = around(place(), along_row ? length : width, along_row ? width : length);
    return filled(area, floor_);
  }

  /// What is blocked opens about a place, and some of what was open is buried.
  std::optional<Edit> fire() {
    const std::int32_t radius = random_.between(2, 8);
    const Tile centre = place();
    const Rect area = around({centre.x - radius, centre.y - radius}, 2 * radius + 1, 2 * radius + 1);
    Edit edit{area, copy(area)};
    for_each_tile(area, [&](Tile tile, std::size_t index) {
      const std::int32_t dx = tile.x - centre.x;
      const std::int32_t dy = tile.y - centre.y;
      if (dx * dx + dy * dy > radius * radius) return;
      if (passable(tile)) {
        if (random_.chance(4)) edit.second[index] = wall_;
      } else if (random_.chance(80)) {
        edit.second[index] = floor_;
      }
    });
    return edit;
  }

  void ask() {
    const Tile from = passable_place();
    const Tile to = passable_place();
    text_ += fmt::format("query {} {} {} {}\n", from.x, from.y, to.x, to.y);
  }

  void set(const Rect& area, const std::vector<TerrainId>& terrain) {
    for_each_tile(area, [&](Tile tile, std::size_t index) { tiles_[map_index(tile)] = terrain[index]; });
    const auto width = static_cast<std::size_t>(area.width());
    const bool uniform = std::ranges::all_of(terrain, [&](TerrainId t) { return t == terrain[0]; });
    if (uniform) return tell_edit(area, terrain[0]);
    if (by_letters_) {
      text_ += fmt::format("tiles {} {} {} {}\n", area.min.x, area.min.y, area.width(), area.height());
      for (std::size_t i = 0; i < terrain.size(); ++i) {
        text_ += map_.palette()[terrain[i]].name;
        if ((i + 1) % width == 0) text_ += '\n';
      }
      return;
    }
    for (std::size_t begin = 0; begin < terrain.size();) {
      const std::size_t row = begin / width;
      std::size_t end = begin + 1;
      while (end / width == row && end < terrain.size() && terrain[end] == terrain[begin]) ++end;
      const auto x = area.min.x + static_cast<std::int32_t>(begin % width);
      const auto y = area.min.y + static_cast<std::int32_t>(row);
      tell_edit({{x, y}, {x + static_cast<std::int32_t>(end - begin), y + 1}}, terrain[begin]);
      begin = end;
    }
  }

  void tell_edit(const Rect& area, TerrainId terrain) {
    text_ += fmt::format("edit {} {} {} {} {}\n", area.min.x, area.min.y, area.width(), area.height(),
                         map_.palette()[terrain].name);
  }

  template <class Visit>
  static void for_each_tile(const Rect& area, Visit&& visit) {
    std::size_t index = 0;
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) visit(Tile{x, y}, index++);
    }
  }
  [[nodiscard]] std::vector<TerrainId> copy(const Rect& area) const {
    std::vector<TerrainId> terrain;
    for_each_tile(area, [&](Tile tile, std::size_t) { terrain.push_back(tiles_[map_index(tile)]); });
    return terrain;
  }
  [[nodiscard]] static Edit filled(const Rect& area, TerrainId terrain) {
    return {area, std::vector<TerrainId>(area.tiles(), terrain)};
  }
  /// A rectangle that begins at a tile, or as far before it as it takes to stay inside the map.
  [[nodiscard]] Rect around(Tile corner, std::int32_t width, std::int32_t height) const {
    width = std::min(width, map_.width());
    height = std::min(height, map_.height());
    const Tile min{std::clamp(corner.x, 0, map_.width() - width), std::clamp(corner.y, 0, map_.height() - height)};
    return {min, {min.x + width, min.y + height}};
  }
  [[nodiscard]] std::size_t map_index(Tile t) const {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(map_.width()) + static_cast<std::size_t>(t.x);
  }
  [[nodiscard]] bool passable(Tile t) const {
    return map_.bounds().contains(t) && map_.palette()[tiles_[map_index(t)]].default_cost != 0;
  }
  Tile place() {
    const std::int32_t x = random_.between(0, map_.width() - 1);
    return {x, random_.between(0, map_.height() - 1)};
  }
  /// One that is not passable if a thousand tries meet none.
  Tile passable_place() {
    Tile tile = place();
    for (int attempt = 0; attempt < 1000 && !passable(tile); ++attempt) tile = place();
    return tile;
  }

  const TileMap& map_;
  TerrainId floor_;
  TerrainId wall_;
  std::vector<TerrainId> tiles_;
  Random random_;
  bool by_letters_;
  std::vector<Undo> undoable_;
  std::string text_;
};

}  // namespace

Result<std::string> make_changes(const TileMap& map, std::size_t queries, std::uint64_t seed) {
  if (map.floors().count > 1) return Error{ErrorCode::usage, "changes are made for maps of one floor"};
  const auto floor = commonest(map, [](const Terrain& terrain) { return terrain.default_cost != 0; });
  const auto wall = commonest(map, [](const Terrain& terrain) { return terrain.default_cost == 0; });
  if (!floor || !wall) {
    return Error{ErrorCode::usage, "changes need a map with a terrain to walk on and one that blocks"};
  }
  return WorldAtWork(map, *floor, *wall, seed).tell(queries);
}

}  // namespace portolan
