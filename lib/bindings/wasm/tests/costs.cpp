// SPDX-License-Identifier: BSL-1.0
// costs WORLD COUNT: between that many pairs of tiles, the same ones every time, what the library answers: lines of
// `x y x y status cost`.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <portolan/portolan.hpp>

int main(int count, char** arguments) {
  if (count != 3) return std::fputs("usage: costs WORLD COUNT\n", stderr), 2;
  const auto world = portolan::World::open(arguments[1]);
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;
  portolan::PathQuery query(*world, 0);
  portolan::Path path(query.room());
  std::uint64_t state = 1;
  const auto below = [&](std::int32_t limit) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int32_t>((state >> 33) % static_cast<std::uint64_t>(limit));
  };
  for (int i = std::atoi(arguments[2]); i > 0; --i) {
    const portolan::Tile from{below(world->width()), below(world->height())};
    const portolan::Tile to{below(world->width()), below(world->height())};
    const auto found = query.find({.from = from, .to = to}, path);
    std::printf("%d %d %d %d %d %llu\n", from.x, from.y, to.x, to.y, static_cast<int>(found.status),
                static_cast<unsigned long long>(found.cost));
  }
}
