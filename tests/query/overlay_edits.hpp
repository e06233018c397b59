// SPDX-License-Identifier: BSL-1.0
// Random edits of overlays, mirrored on plain arrays.
#pragma once

#include "portolan/world/overlay.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

/// An overlay, and the same edits made on a plain array.
struct Mirrored {
  Overlay overlay;
  std::vector<TerrainId> tiles;
  std::set<LinkId> closed = {};
};

/// Often beside a line between regions, where edits matter to both sides.
inline Rect random_area(Rng& rng, const Rect& bounds, const RegionLayout& layout) {
  const std::int32_t most = rng.percent(10) ? 64 : (rng.percent(30) ? 1 : 8);
  const std::int32_t width = std::min(rng.between(1, most), bounds.max.x);
  const std::int32_t height = std::min(rng.between(1, most), bounds.max.y);
  Tile min{rng.below(bounds.max.x - width + 1), rng.below(bounds.max.y - height + 1)};
  const Tile line = layout.origin(0, layout.square(min));
  if (rng.percent(30)) min.x = std::clamp(line.x + rng.between(-1, 1) - (rng.percent(50) ? width : 0), 0, min.x);
  if (rng.percent(30)) min.y = std::clamp(line.y + rng.between(-1, 1) - (rng.percent(50) ? height : 0), 0, min.y);
  return {min, {min.x + width, min.y + height}};
}

/// One random edit of one of them.
inline void edit(Rng& rng, const World& world, std::vector<Mirrored>& all, std::size_t which) {
  Mirrored& one = all[which];
  if (rng.percent(5)) {
    one = all[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(all.size())))];
    return;
  }
  if (!world.links().empty() && rng.percent(25)) {
    const auto link = static_cast<LinkId>(rng.below(static_cast<std::int32_t>(world.links().size())));
    const bool opens = one.closed.contains(link);
    REQUIRE((opens ? one.overlay.open_link(link) : one.overlay.close_link(link)).has_value());
    opens ? (void)one.closed.erase(link) : (void)one.closed.insert(link);
    return;
  }
  Rect area =
      rng.percent(3) ? world.bounds() : random_area(rng, world.bounds(), world.profiles()[0].regions.topology.layout);
  if (const FloorStack& floors = world.floors(); !floors.on_one_floor(area)) {
    const Tile first = floors.tile(floors.floor(area.min.y), {0, 0});
    area = intersection(area, {first, {world.width(), first.y + floors.height}});
    if (area.height() <= 0) return;
  }
  const auto terrains = static_cast<std::int32_t>(world.palette().size());
  std::vector<TerrainId> plane;
  const auto kind = rng.below(10);
  const auto single = static_cast<TerrainId>(rng.below(terrains));
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      const auto place =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(world.width()) + static_cast<std::size_t>(x);
      TerrainId& tile = one.tiles[place];
      if (kind < 3) {
        tile = world.terrain()[{x, y}];
      } else {
        tile = kind < 5 ? static_cast<TerrainId>(rng.below(terrains)) : single;
      }
      plane.push_back(tile);
    }
  }
  Outcome done = kind < 3   ? one.overlay.revert(area)
                 : kind < 5 ? one.overlay.set_tiles(area, plane)
                            : one.overlay.set_terrain(area, single);
  REQUIRE(done.has_value());
}

/// What a map has become by the edits.
inline TileMap as_edited(const TileMap& map, const Mirrored& one) {
  auto edited = TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, one.tiles);
  REQUIRE(edited->set_floors(map.floors()).has_value());
  std::vector<Link> open;
  for (LinkId i = 0; i < map.links().size(); ++i) {
    if (!one.closed.contains(i)) open.push_back(map.links()[i]);
  }
  REQUIRE(edited->set_links(std::move(open)).has_value());
  REQUIRE(edited->set_moves({map.moves().begin(), map.moves().end()}).has_value());
  return std::move(*edited);
}

}  // namespace portolan::test
