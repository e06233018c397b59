// SPDX-License-Identifier: BSL-1.0
// A city: quarters between avenues, blocks between streets, and on the blocks houses in gardens, closed rows around
// yards, single large buildings, or a park; curved boulevards and a river with bridges run across.
#include "make/joining.hpp"
#include "make/packing.hpp"
#include "make/painters.hpp"
#include "make/random.hpp"
#include "make/value_noise.hpp"

#include <algorithm>
#include <vector>

namespace portolan::generators {
namespace {

constexpr std::int32_t kAvenue = 4;
constexpr std::int32_t kLongestBridge = 36;
constexpr std::int32_t kSmallestYard = 24;

Rect shrink(const Rect& r, std::int32_t by) noexcept {
  return {{r.min.x + by, r.min.y + by}, {r.max.x - by, r.max.y - by}};
}
std::int32_t short_side(const Rect& r) noexcept {
  return std::min(r.width(), r.height());
}

class CityPainter {
 public:
  CityPainter(LetterMap& map, std::uint64_t seed)
      : map_(map),
        random_(derive_seed(seed, 1)),
        density_(derive_seed(seed, 2), 8, 2),
        green_(derive_seed(seed, 3), 5, 3),
        boulevards_(derive_seed(seed, 4), 8, 1),
        river_(derive_seed(seed, 5), 9, 3),
        quarters_(pack_rectangles(map.width(), map.height(), derive_seed(seed, 6), {40, 64, 130, 9})) {}

  void paint() {
    for (const Rect& quarter : quarters_) {
      split({{quarter.min.x + kAvenue, quarter.min.y + kAvenue}, quarter.max});
    }
    paint_curves();
    for (const Rect& quarter : quarters_) {
      paint_bridges(quarter, quarter.min, {1, 0}, {0, 1}, quarter.width());
      paint_bridges(quarter, quarter.min, {0, 1}, {1, 0}, quarter.height());
    }
  }

 private:
  /// Streets cut a rectangle into blocks.
  void split(const Rect& r) {
    const std::int32_t longest = std::max(r.width(), r.height());
    if (longest <= 22 || (longest <= 40 && random_.chance(40))) {
      paint_block(r);
      return;
    }
    const std::int32_t street = random_.between(2, 3);
    const std::int32_t at = random_.between(longest * 2 / 5, longest * 3 / 5) - street / 2;
    Rect first = r;
    Rect second = r;
    if (r.width() == longest) {
      first.max.x = r.min.x + at;
      second.min.x = first.max.x + street;
    } else {
      first.max.y = r.min.y + at;
      second.min.y = first.max.y + street;
    }
    split(first);
    split(second);
  }

  void paint_block(const Rect& block) {
    if (short_side(block) < 3) return;
    const std::int32_t density = density_.at((block.min.x + block.max.x) / 2, (block.min.y + block.max.y) / 2);
    const std::int32_t dice = random_.between(0, 99);
    if (dice < 7) {
      paint_park(block);
    } else if (dice < 10) {
      // A square without buildings.
    } else if (short_side(block) >= 12 && density > 36'000 + random_.between(-4'000, 4'000)) {
      paint_rows_around_yard(block);
    } else if (density > 30'000 + random_.between(-4'000, 4'000)) {
      paint_building(shrink(block, short_side(block) > 10 ? 1 : 0));
    } else {
      paint_lots(block);
    }
  }

  void paint_park(const Rect& park) {
    for (std::int32_t y = park.min.y; y < park.max.y; ++y) {
      for (std::int32_t x = park.min.x; x < park.max.x; ++x) {
        const std::int32_t green = green_.at(x, y);
        const bool rim = !shrink(park, 1).contains({x, y});
        if (!rim && green < 21'000) {
          map_.at(x, y) = letter::kWater;
        } else {
          map_.at(x, y) = !rim && green > 34'000 && random_.chance(45) ? letter::kTrees : letter::kGrass;
        }
      }
    }
    if (short_side(park) < 12) return;
    const Tile middle{(park.min.x + park.max.x) / 2, (park.min.y + park.max.y) / 2};
    map_.fill({{park.min.x, middle.y}, {park.max.x, middle.y + 1}}, letter::kFloor);
    map_.fill({{middle.x, park.min.y}, {middle.x + 1, park.max.y}}, letter::kFloor);
  }

  /// A closed row of houses along the streets, with gates into the yard behind.
  void paint_rows_around_yard(const Rect& block) {
    map_.fill(block, letter::kRock);
    const Rect yard = shrink(block, random_.between(3, short_side(block) / 2 - 2));
    map_.fill(yard, random_.chance(50) ? letter::kGrass : letter::kFloor);
    const Tile gate{random_.between(yard.min.x, yard.max.x - 1), random_.between(yard.min.y, yard.max.y - 1)};
    const std::int32_t width = random_.between(1, 2);
    const Rect north = {{gate.x, block.min.y}, {gate.x + width, yard.min.y}};
    const Rect south = {{gate.x, yard.max.y}, {gate.x + width, block.max.y}};
    const Rect west = {{block.min.x, gate.y}, {yard.min.x, gate.y + width}};
    const std::int32_t side = random_.between(0, 3);
    if (side != 0) map_.fill(north, letter::kFloor);
    if (side == 0 || side == 2) map_.fill(south, letter::kFloor);
    if (side == 3) map_.fill(west, letter::kFloor);
  }

  /// Houses in gardens, lot by lot.
  void paint_lots(const Rect& r) {
    const std::int32_t longest = std::max(r.width(), r.height());
    if (longest > 14) {
      const std::int32_t at = random_.between(longest * 2 / 5, longest * 3 / 5);
      Rect first = r;
      Rect second = r;
      if (r.width() == longest) {
        second.min.x = first.max.x = r.min.x + at;
      } else {
        second.min.y = first.max.y = r.min.y + at;
      }
      paint_lots(first);
      paint_lots(second);
      return;
    }
    map_.fill(r, random_.chance(70) ? letter::kGrass : letter::kFloor);
    if (short_side(r) < 4) return;
    paint_building({{r.min.x + 1, r.min.y + 1}, {r.max.x - random_.between(0, 1), r.max.y - random_.between(0, 1)}});
    if (random_.chance(40)) map_.at(r.min.x, random_.between(r.min.y, r.max.y - 1)) = letter::kTrees;
  }

  /// One building: a rectangle, perhaps with a corner, all corners, or the middle of a side cut out.
  void paint_building(const Rect& r) {
    map_.fill(r, letter::kRock);
    const std::int32_t side = short_side(r);
    if (side < 4) return;
    const Tile cut{r.width() * random_.between(30, 60) / 100, r.height() * random_.between(30, 60) / 100};
    switch (random_.between(0, 5)) {
      case 0:
      case 1:
        cut_corner(r, cut);
        break;
      case 2: {
        const std::int32_t left = (r.width() - cut.x) / 2;
        const bool top = random_.chance(50);
        const std::int32_t y = top ? r.min.y : r.max.y - cut.y;
        map_.fill({{r.min.x + left, y}, {r.min.x + left + cut.x, y + cut.y}}, letter::kFloor);
        break;
      }
      case 3:
        cut_all_corners(r, side / 3);
        break;
      default:
        break;
    }
  }

  void cut_corner(const Rect& r, Tile cut) {
    const std::int32_t x = random_.chance(50) ? r.min.x : r.max.x - cut.x;
    const std::int32_t y = random_.chance(50) ? r.min.y : r.max.y - cut.y;
    map_.fill({{x, y}, {x + cut.x, y + cut.y}}, letter::kFloor);
  }

  /// Cuts triangles of this height off.
  void cut_all_corners(const Rect& r, std::int32_t height) {
    for (std::int32_t i = 0; i < height; ++i) {
      for (const std::int32_t y : {r.min.y + i, r.max.y - 1 - i}) {
        map_.fill({{r.min.x, y}, {r.min.x + height - i, y + 1}}, letter::kFloor);
        map_.fill({{r.max.x - height + i, y}, {r.max.x, y + 1}}, letter::kFloor);
      }
    }
  }

  /// The river with its quays, and the boulevards, which cross it.
  void paint_curves() {
    for (std::int32_t y = 0; y < map_.height(); ++y) {
      for (std::int32_t x = 0; x < map_.width(); ++x) {
        if (boulevards_.near_level_line(x, y, 2)) {
          map_.at(x, y) = letter::kFloor;
        } else if (river_.near_level_line(x, y, 6)) {
          map_.at(x, y) = letter::kWater;
        } else if (river_.near_level_line(x, y, 9)) {
          map_.at(x, y) = letter::kFloor;
        }
      }
    }
  }

  /// Bridges where the avenue that runs from `from` for `length` tiles crosses water with both banks in sight.
  void paint_bridges(const Rect& quarter, Tile from, Tile along, Tile aside, std::int32_t length) {
    const auto is_water = [&](std::int32_t i) {
      const Tile t{from.x + along.x * i + aside.x * (kAvenue / 2), from.y + along.y * i + aside.y * (kAvenue / 2)};
      return map_.bounds().contains(t) && map_.at(t.x, t.y) == letter::kWater;
    };
    for (std::int32_t i = 0; i < length; ++i) {
      if (!is_water(i)) continue;
      const std::int32_t bank = i;
      while (i < length && is_water(i)) ++i;
      if (bank == 0 || i == length || i - bank > kLongestBridge) continue;
      // Slanting banks: the deck reaches a little further than the middle of the avenue needs.
      const std::int32_t first = std::max(0, bank - kAvenue);
      const std::int32_t last = std::min(length, i + kAvenue);
      const Tile a{from.x + along.x * first + aside.x, from.y + along.y * first + aside.y};
      const Tile b{from.x + along.x * last + aside.x * (kAvenue - 1),
                   from.y + along.y * last + aside.y * (kAvenue - 1)};
      map_.fill(intersection({a, b}, quarter), letter::kFloor);
    }
  }

  LetterMap& map_;
  Random random_;
  ValueNoise density_;
  ValueNoise green_;
  ValueNoise boulevards_;
  ValueNoise river_;
  std::vector<Rect> quarters_;
};

}  // namespace

LetterMap paint_city(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  LetterMap map(width, height, letter::kFloor);
  CityPainter(map, seed).paint();
  // A whole world may be no larger than a yard.
  fill_small_pieces(map, std::min(kSmallestYard, width * height / 4), letter::kRock);
  JoiningRules rules;
  rules.effort.fill(1);
  rules.effort[letter::kWater] = 4;
  rules.passage_width = 2;
  join_pieces(map, derive_seed(seed, 7), rules);
  return map;
}

}  // namespace portolan::generators
