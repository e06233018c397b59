// SPDX-License-Identifier: BSL-1.0
// A patrol that walks from one named region to another by the regions between them, and around one that is closed.
#include "portolan/portolan.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace {

void report(portolan::CorridorQuery& query, const portolan::RegionGraphView& graph, portolan::Tile from,
            portolan::Tile to) {
  const portolan::CorridorPath path = query.find(from, to);
  std::printf("%zu tiles by", path.tiles.size());
  for (const portolan::NodeId region : path.regions) std::printf(" %s;", std::string(graph.names[region]).c_str());
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world || !world->region_graph() || !world->drawn_regions()) return 1;
  const portolan::RegionGraphView& graph = world->region_graph()->graph;
  portolan::CorridorQuery query(*world);
  const auto region = [&](std::string_view name) { return graph.find(name).value(); };
  const portolan::Tile from = query.anchor(region("West Ward")).value();
  const portolan::Tile to = query.anchor(region("East Ward")).value();
  report(query, graph, from, to);
  query.close({.regions = {region("North Ward")}});
  report(query, graph, from, to);
  return 0;
}
