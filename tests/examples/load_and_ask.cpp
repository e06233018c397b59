// SPDX-License-Identifier: BSL-1.0
// Opens a world file and asks for one path across it.
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
  portolan::Path path(query.room());
  const portolan::PathResult result = query.find({.from = {2, 2}, .to = {246, 180}}, path);
  if (result.status != portolan::Status::found) return 1;
  std::printf("%.3f tiles over %zu waypoints%s\n", result.length, path.waypoints().size(),
              result.optimal() ? ", the best there is" : "");
  return 0;
}
