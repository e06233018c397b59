// SPDX-License-Identifier: BSL-1.0
#include "bench/query_set.hpp"

#include "make/random.hpp"
#include "portolan/query/local_matrix.hpp"

#include <utility>

namespace portolan::bench {
namespace {

std::vector<Tile> passable_tiles(const GridView& grid) {
  std::vector<Tile> tiles;
  for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
    if (grid.passable(grid.tile(i))) tiles.push_back(grid.tile(i));
  }
  return tiles;
}

Tile pick(generators::Random& random, const std::vector<Tile>& tiles) {
  return tiles[random.next() % tiles.size()];
}

/// Draws until there are enough; draw_goal(from) may propose any tile, in time also `from` itself.
template <class DrawGoal>
std::vector<Ends> draw(const ProfileView& profile, std::size_t count, generators::Random& random,
                       const std::vector<Tile>& tiles, DrawGoal&& draw_goal) {
  std::vector<Ends> ends;
  while (!tiles.empty() && ends.size() < count) {
    const Tile from = pick(random, tiles);
    const Ends drawn{from, draw_goal(from)};
    if (joined(profile, drawn)) ends.push_back(drawn);
  }
  return ends;
}

}  // namespace

bool joined(const ProfileView& profile, const Ends& ends) {
  const GridView& grid = profile.grid;
  return grid.passable(ends.from) && grid.passable(ends.to) &&
         profile.islands.label(grid.index(ends.from)) == profile.islands.label(grid.index(ends.to));
}

std::array<MovementProfile, 2> profiles() {
  std::array<MovementProfile, 2> result;
  result[kPointProfile].name = "point";
  result[kPointProfile].metric = Metric::any_angle;
  result[kPointProfile].footprint = 0;
  return result;
}

std::vector<Ends> draw_far(const ProfileView& profile, std::size_t count, std::uint64_t seed) {
  generators::Random random(seed);
  const std::vector<Tile> tiles = passable_tiles(profile.grid);
  return draw(profile, count, random, tiles, [&](Tile) { return pick(random, tiles); });
}

std::vector<Ends> draw_near(const ProfileView& profile, std::size_t count, std::uint64_t seed) {
  generators::Random random(seed);
  const std::vector<Tile> tiles = passable_tiles(profile.grid);
  constexpr std::int32_t kReach = LegMatrix::kSide - 1;
  return draw(profile, count, random, tiles, [&](Tile from) {
    const std::int32_t dx = random.between(-kReach, kReach);
    const std::int32_t dy = random.between(-kReach, kReach);
    return Tile{from.x + dx, from.y + dy};
  });
}

}  // namespace portolan::bench
