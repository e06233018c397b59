// SPDX-License-Identifier: BSL-1.0
// Opens a world and asks for one path: prints the cost in tiles. Exit code 1 if there is none.
#include "portolan/portolan.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world) {
    std::fprintf(stderr, "%s\n", world.error().message.c_str());
    return 1;
  }
  portolan::PathQuery query(*world, 0);
  const portolan::PathResult result = query.find({.from = {0, 0}, .to = {5, 0}});
  if (result.status != portolan::Status::found) return 1;
  std::printf("%.4f\n", static_cast<double>(result.cost) * query.profile().rules.tiles_per_unit());
  return 0;
}
