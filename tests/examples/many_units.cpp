// SPDX-License-Identifier: BSL-1.0
// A thousand units on their way, with two queries and one walker between them: each unit keeps its own path, in a pool
// of the game. A tick finds a few paths, and makes a leg where a unit has walked its last one. When a wall goes up,
// only the units whose way it crosses ask again.
#include "portolan/portolan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <memory>
#include <vector>

namespace {

constexpr int kUnits = 1000;
constexpr int kTilesATick = 4;
constexpr std::size_t kPathsATick = 40;  // that each query finds
constexpr std::size_t kRoom = 24;        // of a unit's path: waypoints, and legs that have still to be made
constexpr int kWallTick = 40;
constexpr portolan::Rect kWall{{100, 60}, {150, 62}};

/// Memory for the path of a unit.
struct Slot {
  std::array<portolan::Tile, kRoom> waypoints;
  std::array<portolan::LinkHop, 2> hops;
  std::array<portolan::CoarseArc, kRoom> arcs;
};

struct Unit {
  portolan::Tile at;
  portolan::Tile goal;
  portolan::Path path;
  std::vector<portolan::Tile> leg{};  // what is walked now
  std::size_t next = 0;
  bool arrived = false;
};

class Game {
 public:
  explicit Game(const portolan::World& world)
      : world_(world),
        queries_{portolan::PathQuery(world, 0), portolan::PathQuery(world, 0)},
        walker_(world, 0),
        pool_(kUnits) {
    for (int i = 0; i < kUnits; ++i) add_unit(i);
  }

  /// Until all have arrived, or cannot get there.
  void play() {
    for (int tick = 1; arrived_ + stranded_ < units_.size(); ++tick) {
      if (tick == kWallTick) build_wall();
      find_paths();
      for (Unit& unit : units_) move(unit);
    }
  }
  void report() const {
    std::printf("%zu units arrived, %zu cannot; %zu paths, %zu legs, %zu asked again at the wall\n", arrived_,
                stranded_, paths_, legs_, stale_);
  }

 private:
  void add_unit(int number) {
    Slot& slot = pool_[static_cast<std::size_t>(number)];
    const auto place = [&](int seed) {
      return portolan::Tile{(seed * 37) % world_.width(), (seed * 53) % world_.height()};
    };
    // Wherever that is: the queries move ends to the nearest tile that will do.
    units_.push_back({.at = place(number),
                      .goal = place(7 * number + 500),
                      .path = portolan::Path(portolan::PathMemory{slot.waypoints, slot.hops, slot.arcs, {}})});
    asking_.push_back(units_.size() - 1);
  }

  void find_paths() {
    for (portolan::PathQuery& query : queries_) {
      for (std::size_t i = 0; i < kPathsATick && !asking_.empty(); ++i) {
        Unit& unit = units_[asking_.front()];
        asking_.pop_front();
        const portolan::PathResult result = query.find({.from = unit.at,
                                                        .to = unit.goal,
                                                        .ends = portolan::EndRule::nearest,
                                                        .unpacking = portolan::Unpacking::leg_by_leg},
                                                       unit.path);
        ++paths_;
        unit.leg.clear();
        unit.next = 0;
        if (portolan::has_path(result.status)) {
          unit.at = unit.path.at();
        } else {
          unit.arrived = true;
          ++stranded_;
        }
      }
    }
  }

  void move(Unit& unit) {
    for (int tiles = kTilesATick; tiles > 0 && !unit.arrived;) {
      if (unit.next < unit.leg.size()) {
        unit.at = unit.leg[unit.next++];
        --tiles;
      } else if (!take_leg(unit)) {
        return;
      }
    }
  }

  /// False if there is none to walk this tick.
  bool take_leg(Unit& unit) {
    if (unit.path.waypoints().empty()) return false;  // it waits for its path
    portolan::Leg leg;
    const portolan::LegStatus status = walker_.next(unit.path, leg);
    if (status == portolan::LegStatus::ready) {
      unit.leg.assign(leg.tiles.begin(), leg.tiles.end());
      unit.next = 1;  // the first tile of a leg is the last of the one before
      ++legs_;
      return true;
    }
    if (status == portolan::LegStatus::done) {
      unit.arrived = true;
      ++arrived_;
    } else {
      ask(unit);  // for the rest, or another way
    }
    return false;
  }

  void ask(Unit& unit) {
    unit.path = portolan::Path(memory_of(unit));
    unit.leg.clear();  // it may lead into the wall
    unit.next = 0;
    asking_.push_back(static_cast<std::size_t>(&unit - units_.data()));
  }
  portolan::PathMemory memory_of(const Unit& unit) {
    Slot& slot = pool_[static_cast<std::size_t>(&unit - units_.data())];
    return {slot.waypoints, slot.hops, slot.arcs, {}};
  }

  void build_wall() {
    portolan::Overlay edits(world_);
    if (!edits.set_terrain(kWall, 0)) return;
    const auto snapshot = std::make_shared<const portolan::Overlay>(edits);
    for (portolan::PathQuery& query : queries_) query.use(snapshot);
    walker_.use(snapshot);
    for (Unit& unit : units_) {
      const auto blocked = [](portolan::Tile tile) { return kWall.contains(tile); };
      const bool leg_is_free = std::none_of(unit.leg.begin(), unit.leg.end(), blocked);
      if (unit.arrived || unit.path.waypoints().empty() ||
          (leg_is_free && walker_.still_valid(unit.path).validity <= portolan::Validity::same))
        continue;
      ++stale_;
      ask(unit);
    }
  }

  portolan::World world_;
  std::array<portolan::PathQuery, 2> queries_;
  portolan::LegWalker walker_;
  std::vector<Slot> pool_;
  std::vector<Unit> units_;
  std::deque<std::size_t> asking_;
  std::size_t arrived_ = 0;
  std::size_t stranded_ = 0;
  std::size_t paths_ = 0;
  std::size_t legs_ = 0;
  std::size_t stale_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world) {
    std::fprintf(stderr, "%s\n", world.error().message.c_str());
    return 1;
  }
  Game game(*world);
  game.play();
  game.report();
  return 0;
}
