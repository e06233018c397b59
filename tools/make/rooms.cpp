// SPDX-License-Identifier: BSL-1.0
// Rooms of many sizes wall to wall, with doors: a spanning tree of them, and more. Each room owns the walls on its left
// and top side.
#include "make/packing.hpp"
#include "make/painters.hpp"
#include "make/random.hpp"

#include <algorithm>
#include <vector>

#include <boost/pending/disjoint_sets.hpp>

namespace portolan::generators {
namespace {

constexpr std::int32_t kLeastSide = 5;
constexpr std::int32_t kMostSide = 48;

/// The door tiles that two rooms could have: a straight stretch of one's wall.
struct Wall {
  Tile first;
  std::int32_t length = 0;
  std::uint32_t beyond = 0;  ///< the room on the other side
};

enum class Along : std::uint8_t { row, column };

class RoomPainter {
 public:
  RoomPainter(LetterMap& map, std::uint64_t seed)
      : map_(map),
        random_(derive_seed(seed, 2)),
        rooms_(pack_rectangles(map.width() - 1, map.height() - 1, derive_seed(seed, 1), {kLeastSide, 7, kMostSide, 7})),
        room_of_(map.letters().size(), 0),
        sets_(rooms_.size()) {}

  void paint() {
    for (std::uint32_t i = 0; i < rooms_.size(); ++i) paint_room(i);
    for (std::uint32_t i = 0; i < rooms_.size(); ++i) {
      const Rect& room = rooms_[i];
      open_walls(i, {room.min.x + 1, room.min.y}, room.width() - 1, Along::row);
      open_walls(i, {room.min.x, room.min.y + 1}, room.height() - 1, Along::column);
    }
  }

 private:
  void paint_room(std::uint32_t number) {
    const Rect inside = {{rooms_[number].min.x + 1, rooms_[number].min.y + 1}, rooms_[number].max};
    for (std::int32_t y = inside.min.y; y < inside.max.y; ++y) {
      for (std::int32_t x = inside.min.x; x < inside.max.x; ++x) {
        map_.at(x, y) = letter::kFloor;
        room_of_[map_.index(x, y)] = number + 1;
      }
    }
    if (std::min(inside.width(), inside.height()) >= 9 && random_.chance(35)) paint_pillars(inside);
  }

  /// Pillars in rows, well away from the walls so that no door is blocked.
  void paint_pillars(const Rect& inside) {
    const std::int32_t side = random_.between(1, 3);
    const std::int32_t pitch = side + random_.between(2, 5);
    for (std::int32_t y = inside.min.y + 2; y + side + 2 <= inside.max.y; y += pitch) {
      for (std::int32_t x = inside.min.x + 2; x + side + 2 <= inside.max.x; x += pitch) {
        map_.fill({{x, y}, {x + side, y + side}}, letter::kRock);
      }
    }
  }

  /// Makes the doors in one wall of a room. The wall may face several rooms.
  void open_walls(std::uint32_t room, Tile first, std::int32_t length, Along along) {
    Wall wall;
    for (std::int32_t i = 0; i < length; ++i) {
      const Tile t = along == Along::row ? Tile{first.x + i, first.y} : Tile{first.x, first.y + i};
      const Tile across = along == Along::row ? Tile{t.x, t.y - 1} : Tile{t.x - 1, t.y};
      const std::uint32_t beyond = map_.bounds().contains(across) ? room_of_[map_.index(across.x, across.y)] : 0;
      if (wall.length == 0 || beyond != wall.beyond) {
        open_wall(room, wall, along);
        wall = {t, 0, beyond};
      }
      ++wall.length;
    }
    open_wall(room, wall, along);
  }

  void open_wall(std::uint32_t room, const Wall& wall, Along along) {
    if (wall.length == 0 || wall.beyond == 0) return;
    const bool needed = join(room, wall.beyond - 1);
    if (!needed && !random_.chance(30)) return;
    const std::int32_t doors = wall.length > 12 && random_.chance(40) ? 2 : 1;
    // Now and then the wall falls, and two rooms make one that is no rectangle.
    const bool falls = random_.chance(7);
    for (std::int32_t i = 0; i < doors; ++i) {
      const std::int32_t width =
          falls ? wall.length : std::min(wall.length, random_.chance(70) ? 1 : random_.between(2, 4));
      const std::int32_t at = random_.between(0, wall.length - width);
      const Tile door =
          along == Along::row ? Tile{wall.first.x + at, wall.first.y} : Tile{wall.first.x, wall.first.y + at};
      const Tile end = along == Along::row ? Tile{door.x + width, door.y + 1} : Tile{door.x + 1, door.y + width};
      map_.fill({door, end}, letter::kFloor);
    }
  }

  bool join(std::uint32_t a, std::uint32_t b) {
    const std::size_t set_a = sets_.find_set(a);
    const std::size_t set_b = sets_.find_set(b);
    if (set_a == set_b) return false;
    sets_.link(set_a, set_b);
    return true;
  }

  LetterMap& map_;
  Random random_;
  std::vector<Rect> rooms_;
  std::vector<std::uint32_t> room_of_;        // number of the room + 1; 0 for walls
  boost::disjoint_sets_with_storage<> sets_;  // of rooms joined so far
};

}  // namespace

LetterMap paint_rooms(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  if (std::min(width, height) <= kLeastSide) return {width, height, letter::kFloor};
  LetterMap map(width, height, letter::kRock);
  RoomPainter(map, seed).paint();
  return map;
}

}  // namespace portolan::generators
