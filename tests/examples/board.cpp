// SPDX-License-Identifier: BSL-1.0
// A board: the cheapest way between two territories by name, and what lies within reach.
#include "portolan/portolan.hpp"

#include <array>
#include <cstdio>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world || !world->board()) {
    std::fprintf(stderr, "%s\n", world ? "no board" : world.error().message.c_str());
    return 1;
  }
  const portolan::BoardView& board = world->board()->graph;
  const auto alaska = board.find("Alaska");
  const auto siam = board.find("Siam");
  if (!alaska || !siam) return 1;

  portolan::BoardQuery query(*world);
  const portolan::BoardPath path = query.find({.from = *alaska, .to = *siam});
  if (path.status != portolan::Status::found) return 1;
  std::printf("%s moves:", to_text(board.in_author_unit(path.cost)).c_str());
  for (const portolan::NodeId node : path.nodes) std::printf(" %s;", std::string(board.names[node]).c_str());

  std::array<portolan::ReachedNode, 42> reached{};
  const portolan::ReachedNodes near = query.within({.from = *alaska, .most = 2}, reached);
  std::printf(" %zu territories within 2 moves\n", near.nodes.size());
  return 0;
}
