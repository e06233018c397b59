// SPDX-License-Identifier: BSL-1.0
#include "view/explain.hpp"

#include "common.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/islands.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/query/nearest_tile.hpp"

#include <algorithm>
#include <deque>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Where a mover of some footprint can stand, and what is joined for it.
class Ground {
 public:
  Ground(const TileMap& map, MovementProfile profile, std::int32_t footprint) {
    profile.footprint = footprint;
    const auto rules = make_move_rules(profile, map);
    if (!rules) return;  // costs that do not fit: nothing is passable
    rules_ = *rules;
    edges_ = mover_edges(map, rules_);
    plane_ =
        footprint > 1 ? dearest_terrain(map, rules_) : std::vector<TerrainId>(map.tiles().begin(), map.tiles().end());
    grid_ = {.terrain = TerrainPlane::in_rows(plane_, map.width()), .rules = &rules_, .edges = edges_.view()};
    if (profile.metric == Metric::grid) links_ = LinkTable(map.links(), rules_);
    islands_ = label_islands(grid_, links_.empty() ? std::span<const Link>() : map.links());
  }
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;

  [[nodiscard]] const GridView& grid() const { return grid_; }
  [[nodiscard]] bool stands(Tile t) const { return grid_.passable(t); }
  [[nodiscard]] std::uint32_t island(Tile t) const { return stands(t) ? islands_.label[grid_.index(t)] : 0; }
  [[nodiscard]] bool joins(Tile a, Tile b) const { return stands(a) && island(a) == island(b); }
  /// Whether a way of steps and links leads from a place to stand to another. O(tiles).
  [[nodiscard]] bool reaches(Tile from, Tile to) const {
    std::vector<bool> seen(grid_.terrain.size());
    std::vector<Tile> open;
    const auto go = [&](Tile t) {
      if (!stands(t) || seen[grid_.index(t)]) return;
      seen[grid_.index(t)] = true;
      open.push_back(t);
    };
    go(from);
    while (!open.empty() && !seen[grid_.index(to)]) {
      const Tile at = open.back();
      open.pop_back();
      for_each_step(grid_, grid_.bounds(), at, [&](Tile next, Cost) { go(next); });
      if (const auto link_end = links_.find(at)) {
        for (const LinkArc& arc : links_.leaving(*link_end)) go(arc.other);
      }
    }
    return seen[grid_.index(to)];
  }
  [[nodiscard]] std::size_t tiles_of(std::uint32_t island) const {
    return static_cast<std::size_t>(std::ranges::count(islands_.label, island));
  }

 private:
  MoveRules rules_;
  MoverEdges edges_;
  std::vector<TerrainId> plane_;
  GridView grid_;
  LinkTable links_;
  Islands islands_;
};

/// The widest footprint below `footprint` for which `fits`, which holds for all narrower ones if it holds for one; 0 if
/// none.
template <class Fits>
std::int32_t widest(std::int32_t footprint, Fits&& fits) {
  std::int32_t good = 0;
  std::int32_t bad = footprint;
  while (bad - good > 1) {
    const std::int32_t middle = good + (bad - good) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

/// A way for the narrow mover that stands as rarely as possible where the wide one cannot (Dijkstra with steps of 0 and
/// 1 in a double-ended queue). Empty if there is none.
std::vector<Tile> roomiest_way(const Ground& narrow, const Ground& wide, Tile from, Tile to) {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  const GridView& grid = narrow.grid();
  std::vector<std::uint32_t> tight(grid.terrain.size(), kUnseen);
  std::vector<std::uint8_t> came_from(grid.terrain.size());
  std::deque<Tile> open{from};
  tight[grid.index(from)] = 0;
  while (!open.empty() && open.front() != to) {
    const Tile at = open.front();
    open.pop_front();
    const std::uint32_t so_far = tight[grid.index(at)];
    for_each_step(grid, grid.bounds(), at, [&](Tile next, Cost) {
      const std::uint32_t step = wide.stands(next) ? 0 : 1;
      if (so_far + step >= tight[grid.index(next)]) return;
      tight[grid.index(next)] = so_far + step;
      came_from[grid.index(next)] = static_cast<std::uint8_t>((at.y - next.y + 1) * 3 + (at.x - next.x + 1));
      step == 0 ? open.push_front(next) : open.push_back(next);
    });
  }
  std::vector<Tile> way;
  if (tight[grid.index(to)] == kUnseen) return way;
  for (Tile at = to; at != from;) {
    way.push_back(at);
    const int direction = came_from[grid.index(at)];
    at = {at.x + direction % 3 - 1, at.y + direction / 3 - 1};
  }
  way.push_back(from);
  std::ranges::reverse(way);
  return way;
}

/// Where that way leaves one island of the wide mover for another, or an end at which it cannot stand.
Tile gap_on(const std::vector<Tile>& way, const Ground& wide) {
  std::size_t first_tight = way.size();
  std::uint32_t before = wide.island(way.front());
  for (std::size_t i = 0; i < way.size(); ++i) {
    const std::uint32_t here = wide.island(way[i]);
    if (here == 0) {
      first_tight = std::min(first_tight, i);
    } else if (here == before) {
      first_tight = way.size();
    } else if (first_tight < i) {
      break;
    } else {
      // A diagonal step, beside which the wide mover cannot stand.
      const Tile beside{way[i - 1].x, way[i].y};
      return wide.stands(beside) ? Tile{way[i].x, way[i - 1].y} : beside;
    }
  }
  return way[std::min(first_tight, way.size() - 1)];
}

/// The tile under the mover that blocks it at `at`, inside the map if there is one.
std::optional<Tile> blocker(const Ground& single, Tile at, std::int32_t footprint) {
  for (std::int32_t y = at.y; y < at.y + footprint; ++y) {
    for (std::int32_t x = at.x; x < at.x + footprint; ++x) {
      if (!single.stands({x, y})) return Tile{x, y};
    }
  }
  return std::nullopt;
}

std::string wide_mover(std::int32_t footprint) {
  return footprint == 1 ? "a mover one tile wide" : fmt::format("a mover {} tiles wide", footprint);
}

/// Why the mover cannot stand at an end.
Explanation blocked_end(std::string_view name, const TileMap& map, const MovementProfile& profile, const Ground& ground,
                        Tile end, const TileNames& names) {
  if (!map.bounds().contains(end)) {
    const Tile called{end.x + names.origin.x, end.y + names.origin.y};
    return {fmt::format("The {} {},{} lies outside the map of {} x {} tiles.", name, called.x, called.y, map.width(),
                        map.height()),
            std::nullopt};
  }
  const auto name_of = [&](Tile t) { return text_of(t, names); };
  const Ground single(map, profile, std::min(profile.footprint, 1));
  const std::int32_t footprint = std::max(profile.footprint, 1);
  const Tile at = blocker(single, end, footprint).value_or(end);
  const bool inside = map.bounds().contains(at);
  const std::string what = inside ? fmt::format("'{}'", map.palette()[map.terrain(at)].name) : "the edge of the map";
  Explanation why;
  if (at == end) {
    why.text = fmt::format("The {} {} is blocked: {} cannot be passed.", name, name_of(end), what);
  } else {
    why.text = fmt::format("{} does not fit at the {} {}: {} is in the way at {}.", wide_mover(footprint), name,
                           name_of(end), what, name_of(at));
    why.text[0] = 'A';
    const std::int32_t fits =
        widest(footprint, [&](std::int32_t side) { return !blocker(single, end, side).has_value(); });
    if (fits > 0) why.text += fmt::format(" The widest that does is {} wide.", fits);
  }
  if (const NearestTiles near = nearest_standing_tiles(ground.grid(), {}, end, kAnyIsland); !near.tiles().empty()) {
    why.text += fmt::format(" The nearest place to stand is {}.", name_of(near.tiles().front()));
  } else {
    why.text += " There is no place to stand on the whole map.";
  }
  if (inside) why.place = at;
  return why;
}

}  // namespace

Explanation explain_no_path(const TileMap& map, const MovementProfile& profile, Tile from, Tile to,
                            const TileNames& names) {
  const Ground ground(map, profile, profile.footprint);
  if (!ground.stands(from)) return blocked_end("start", map, profile, ground, from, names);
  if (!ground.stands(to)) return blocked_end("goal", map, profile, ground, to, names);
  if (ground.joins(from, to)) {
    if (ground.reaches(from, to)) return {.text = "There is a path.", .place = std::nullopt, .has_path = true};
    const std::string_view which = map.moves().empty() ? "links" : "links or moves";
    return {.text = fmt::format("The {} between start and goal lead the other way only.", which),
            .place = std::nullopt};
  }
  Explanation why;
  why.text = fmt::format("Start and goal lie on different islands, of {} and {} tiles: no way joins them.",
                         ground.tiles_of(ground.island(from)), ground.tiles_of(ground.island(to)));
  if (profile.footprint <= 1) return why;
  const std::int32_t width =
      widest(profile.footprint, [&](std::int32_t side) { return Ground(map, profile, side).joins(from, to); });
  if (width == 0) {
    why.text += " Not even a mover one tile wide gets through.";
    return why;
  }
  const Ground narrow(map, profile, width);
  const Ground wide(map, profile, width + 1);
  const std::vector<Tile> way = roomiest_way(narrow, wide, from, to);
  if (way.empty()) return why;
  why.place = gap_on(way, wide);
  why.text +=
      fmt::format(" The footprint of {} is too wide: {} gets through, and the narrowest gap on its way is at {}.",
                  profile.footprint, wide_mover(width), text_of(*why.place, names));
  return why;
}

}  // namespace portolan::tools
