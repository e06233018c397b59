// SPDX-License-Identifier: BSL-1.0
#include "make/linked_world.hpp"

#include "make/make_world.hpp"
#include "make/random.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace portolan {
namespace {

using generators::derive_seed;
using generators::Random;

constexpr std::int64_t kTilesAStair = 2048;
constexpr std::int64_t kTilesAFerry = 16'384;
constexpr int kAttempts = 1000;
constexpr std::uint64_t kStairCost = 3 * kCostScale;
constexpr std::uint64_t kChuteCost = kCostScale;
/// A ferry takes half the time of a walk along its longer axis.
constexpr std::uint64_t kFerryCostATile = kCostScale / 2;

bool is_open(const TileMap& map, Tile t) {
  return map.bounds().contains(t) && map.palette()[map.terrain(t)].default_cost != 0;
}

bool is_shore(const TileMap& map, Tile t) {
  return is_open(map, t) && (!is_open(map, {t.x - 1, t.y}) || !is_open(map, {t.x + 1, t.y}) ||
                             !is_open(map, {t.x, t.y - 1}) || !is_open(map, {t.x, t.y + 1}));
}

/// A random tile of which `fits` is true; nothing if many are not.
template <class Fits>
std::optional<Tile> draw_tile(Random& random, const TileMap& map, Fits&& fits) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Tile tile{random.between(0, map.width() - 1), random.between(0, map.height() - 1)};
    if (fits(tile)) return tile;
  }
  return {};
}

std::int64_t links_for(const TileMap& map, std::int64_t tiles_a_link) {
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(map.tiles().size()) / tiles_a_link);
}

}  // namespace

Result<LinkedWorld> make_tower(std::int32_t width, std::int32_t height, std::int32_t floors, std::uint64_t seed) {
  const FloorStack stack{floors, height, 0};
  if (floors < 1 || height < 1 || floors > kMaxSide || stack.rows() > kMaxSide) {
    return Error{ErrorCode::limit, "a tower of " + std::to_string(floors) + " floors: at most " +
                                       std::to_string(kMaxSide) + " rows in all"};
  }
  LinkedWorld world;
  for (std::int32_t floor = 0; floor < floors; ++floor) {
    auto map = make_world({.kind = WorldKind::rooms,
                           .width = width,
                           .height = height,
                           .seed = derive_seed(seed, static_cast<std::uint64_t>(floor))});
    if (!map) return map.error();
    world.floors.push_back(std::move(*map));
  }
  Random random(derive_seed(seed, ~std::uint64_t{0}));
  for (std::int32_t floor = 0; floor + 1 < floors; ++floor) {
    const TileMap& here = world.floors[static_cast<std::size_t>(floor)];
    const TileMap& above = world.floors[static_cast<std::size_t>(floor) + 1];
    for (std::int64_t i = links_for(here, kTilesAStair); i > 0; --i) {
      const auto at = draw_tile(random, here, [&](Tile t) { return is_open(here, t) && is_open(above, t); });
      if (!at) break;
      const std::string number = std::to_string(world.links.size());
      const Tile low = stack.tile(floor, *at);
      const Tile high = stack.tile(floor + 1, *at);
      if (random.chance(15)) {
        world.links.push_back({"chute " + number, high, low, kChuteCost, LinkDirection::one_way});
      } else {
        world.links.push_back({"stairs " + number, low, high, kStairCost, LinkDirection::both});
      }
    }
  }
  return world;
}

Result<LinkedWorld> make_archipelago(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  auto map = make_world({.kind = WorldKind::islands, .width = width, .height = height, .seed = seed});
  if (!map) return map.error();
  LinkedWorld world;
  Random random(derive_seed(seed, ~std::uint64_t{0}));
  for (std::int64_t i = links_for(*map, kTilesAFerry) + 1; i > 0; --i) {
    const auto from = draw_tile(random, *map, [&](Tile t) { return is_shore(*map, t); });
    const auto to = draw_tile(random, *map, [&](Tile t) { return is_shore(*map, t) && t != from; });
    if (!from || !to) break;
    const auto tiles = static_cast<std::uint64_t>(std::max(std::abs(from->x - to->x), std::abs(from->y - to->y)));
    const LinkDirection direction = random.chance(20) ? LinkDirection::one_way : LinkDirection::both;
    world.links.push_back(
        {"ferry " + std::to_string(world.links.size()), *from, *to, tiles * kFerryCostATile, direction});
  }
  world.floors.push_back(std::move(*map));
  return world;
}

}  // namespace portolan
