// SPDX-License-Identifier: BSL-1.0
// A unit that moves a few tiles a tick and asks for the next leg of its path only when the last one is walked, so that
// no tick pays for more than one leg.
#include "portolan/portolan.hpp"

#include <cstddef>
#include <cstdio>

namespace {

class Unit {
 public:
  Unit(const portolan::World& world, portolan::Tile at)
      : query_(world, 0), walker_(world, 0), path_(query_.room()), at_(at) {}

  bool go_to(portolan::Tile goal) {
    leg_ = {};
    next_ = 0;
    return query_.find({.from = at_, .to = goal}, path_).status == portolan::Status::found;
  }

  /// One tick. False once the unit has arrived.
  bool move(int tiles) {
    for (; tiles > 0; --tiles) {
      if (next_ >= leg_.tiles.size()) {
        if (walker_.next(path_, leg_) != portolan::LegStatus::ready) return false;
        ++legs_;
        next_ = 1;  // the first tile of a leg is the last of the one before
        if (next_ >= leg_.tiles.size()) continue;
      }
      at_ = leg_.tiles[next_++];
    }
    return true;
  }

  [[nodiscard]] portolan::Tile at() const { return at_; }
  [[nodiscard]] int legs() const { return legs_; }

 private:
  portolan::PathQuery query_;
  portolan::LegWalker walker_;
  portolan::Path path_;
  portolan::Tile at_;
  portolan::Leg leg_;
  std::size_t next_ = 0;
  int legs_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world) {
    std::fprintf(stderr, "%s\n", world.error().message.c_str());
    return 1;
  }
  Unit unit(*world, {2, 2});
  if (!unit.go_to({246, 180})) return 1;
  int ticks = 1;
  while (unit.move(4)) ++ticks;
  std::printf("at %d,%d after %d ticks and %d legs\n", unit.at().x, unit.at().y, ticks, unit.legs());
  return 0;
}
