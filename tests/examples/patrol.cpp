// SPDX-License-Identifier: BSL-1.0
// A patrol that walks from one named area to another by the areas between them, and around one that is closed.
#include "portolan/portolan.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace {

void report(portolan::CorridorQuery& query, const portolan::BoardView& graph, portolan::Tile from, portolan::Tile to) {
  const portolan::CorridorPath path = query.find({.from = from, .to = to});
  std::printf("%zu tiles by", path.tiles.size());
  for (const portolan::NodeId area : path.areas) std::printf(" %s;", std::string(graph.names[area]).c_str());
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world || !world->board() || !world->areas()) return 1;
  const portolan::BoardView& graph = world->board()->graph;
  portolan::CorridorQuery query(*world);
  const auto area = [&](std::string_view name) { return graph.find(name).value(); };
  const portolan::Tile from = query.anchor(area("West Ward")).value();
  const portolan::Tile to = query.anchor(area("East Ward")).value();
  report(query, graph, from, to);
  query.close({.areas = {area("North Ward")}});
  report(query, graph, from, to);
  return 0;
}
