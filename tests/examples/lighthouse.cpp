// SPDX-License-Identifier: BSL-1.0
// Up the stairs of a lighthouse and across the water: floors, links on a path, and one that is out of order.
#include "portolan/portolan.hpp"

#include <cstdio>
#include <memory>

namespace {

void report(const portolan::World& world, portolan::PathQuery& query, portolan::Tile from, portolan::Tile to) {
  portolan::Path path(query.room());
  std::printf("%.1f tiles", query.find({.from = from, .to = to}, path).length);
  for (const portolan::LinkHop& hop : path.hops()) {
    const portolan::Tile link_end = path.waypoints()[hop.leg];
    std::printf(", %s from floor %d", world.links()[hop.link].name.c_str(), world.floors().floor(link_end.y));
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world) {
    std::fprintf(stderr, "%s\n", world.error().message.c_str());
    return 1;
  }
  const portolan::FloorStack& floors = world->floors();
  const portolan::Tile gallery = floors.tile(2, {4, 5});
  const portolan::Tile shore = floors.tile(0, {22, 5});
  portolan::PathQuery query(*world, 0);
  report(*world, query, shore, gallery);
  report(*world, query, gallery, shore);

  portolan::Overlay storm(*world);
  for (portolan::LinkId link = 0; link < world->links().size(); ++link) {
    if (world->links()[link].name == "breeches buoy" && !storm.close_link(link)) return 1;
  }
  query.use(std::make_shared<const portolan::Overlay>(storm));
  report(*world, query, gallery, shore);
  return 0;
}
