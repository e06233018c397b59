// SPDX-License-Identifier: BSL-1.0
// A lorry of 1 x 3 tiles with its nose in a dead end: backs out of it and drives off in arcs, and backs in again.
#include "portolan/portolan.hpp"

#include <cstddef>
#include <cstdio>
#include <span>

namespace {

enum class Move { forth, back, turn };

Move move_between(const portolan::Placement& from, const portolan::Placement& to) {
  if (from.heading != to.heading) return Move::turn;
  const portolan::Tile ahead = portolan::unit_step(from.heading);
  const int along = (to.tile.x - from.tile.x) * ahead.x + (to.tile.y - from.tile.y) * ahead.y;
  return along > 0 ? Move::forth : Move::back;
}

/// Says how to drive, with moves of a kind in one.
void print_moves(std::span<const portolan::Placement> path) {
  for (std::size_t i = 1; i < path.size();) {
    const Move move = move_between(path[i - 1], path[i]);
    int times = 0;
    for (; i < path.size() && move_between(path[i - 1], path[i]) == move; ++i) ++times;
    const char* const name = move == Move::forth ? "forth" : move == Move::back ? "back" : "turn";
    std::printf(" %s %d", name, times);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const auto world = portolan::World::open(argc > 1 ? argv[1] : "out/harbourtown.pnav");
  if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 1;
  const auto profile = world->find_profile("lorry");
  if (!profile || !world->profiles()[*profile].kinematics) return std::fputs("no lorry\n", stderr), 1;
  portolan::PlacedQuery query(*world, *profile, *world->profiles()[*profile].kinematics);

  const portolan::Placement recess{{6, 119}, portolan::Heading::south};
  const portolan::Placement street{{12, 115}, portolan::Heading::east};
  const auto out = query.find({.from = recess, .to = street});
  std::printf("out: %.2f tiles:", query.in_tiles(out.cost));
  print_moves(out.placements);
  const auto in = query.find({.from = street, .to = {recess.tile, portolan::Heading::north}});
  std::printf("in again, tail first: %.2f tiles:", query.in_tiles(in.cost));
  print_moves(in.placements);
}
