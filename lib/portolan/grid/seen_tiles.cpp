// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/seen_tiles.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace portolan {
namespace {

/// Across per along, from the tile that looks; `along` is above 0. Both stay below 2^22.
struct Slope {
  std::int64_t across = 0;
  std::int64_t along = 1;
};

bool is_less(Slope a, Slope b) noexcept {
  return a.across * b.along < b.across * a.along;
}

/// The slopes of free lines between two, both included.
struct Sector {
  Slope first;
  Slope last;
};

/// The quotient rounded down; `b` is above 0.
std::int64_t floor_of(std::int64_t a, std::int64_t b) noexcept {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

std::int64_t squared(std::int64_t v) noexcept {
  return v * v;
}

/// The tiles of an area as one that looks in one direction has them: so many along, so many across.
class Quadrant {
 public:
  Quadrant(const Rect& area, std::span<const std::uint8_t> opaque, Tile from, Tile direction,
           std::span<std::uint8_t> seen) noexcept
      : area_(area), opaque_(opaque), from_(from), direction_(direction), seen_(seen) {}

  /// False beyond the area too, where nothing can be seen.
  [[nodiscard]] bool is_inside(std::int64_t along, std::int64_t across) const noexcept {
    return area_.contains(tile(along, across));
  }
  [[nodiscard]] bool is_opaque(std::int64_t along, std::int64_t across) const noexcept {
    return opaque_[place(along, across)] != 0;
  }
  void mark(std::int64_t along, std::int64_t across) const noexcept { seen_[place(along, across)] = 1; }
  /// How many tiles of the area lie straight ahead.
  [[nodiscard]] std::int64_t depth() const noexcept {
    if (direction_.x != 0) return direction_.x > 0 ? area_.max.x - 1 - from_.x : from_.x - area_.min.x;
    return direction_.y > 0 ? area_.max.y - 1 - from_.y : from_.y - area_.min.y;
  }

 private:
  [[nodiscard]] Tile tile(std::int64_t along, std::int64_t across) const noexcept {
    const auto a = static_cast<std::int32_t>(along);
    const auto c = static_cast<std::int32_t>(across);
    return direction_.x != 0 ? Tile{from_.x + direction_.x * a, from_.y + c}
                             : Tile{from_.x + c, from_.y + direction_.y * a};
  }
  [[nodiscard]] std::size_t place(std::int64_t along, std::int64_t across) const noexcept {
    const Tile t = tile(along, across);
    return static_cast<std::size_t>(t.y - area_.min.y) * static_cast<std::size_t>(area_.width()) +
           static_cast<std::size_t>(t.x - area_.min.x);
  }

  Rect area_;
  std::span<const std::uint8_t> opaque_;
  Tile from_;
  Tile direction_;
  std::span<std::uint8_t> seen_;
};

/// Marks what one sector meets of the tiles that are so far along, and keeps what of it goes on behind them.
void pass(const Quadrant& quadrant, std::int64_t along, const Sector& sector, std::int64_t squared_radius,
          std::vector<Sector>& beyond) {
  // The tiles that hold the ends of the sector; of an end between two tiles the outer one, for both decide there.
  const auto [first, last] = sector;
  const std::int64_t from = -floor_of(first.along - 2 * along * first.across, 2 * first.along);
  const std::int64_t to = floor_of(2 * along * last.across + last.along, 2 * last.along);
  Slope free = first;
  bool after_opaque = false;
  for (std::int64_t across = from; across <= to; ++across) {
    const Slope left{2 * across - 1, 2 * along};
    const Slope right{2 * across + 1, 2 * along};
    const bool inside = quadrant.is_inside(along, across);
    const bool opaque = !inside || quadrant.is_opaque(along, across);
    if (inside && squared(along) + squared(across) <= squared_radius) {
      const Slope centre{across, along};
      if (opaque || (!is_less(centre, first) && !is_less(last, centre))) quadrant.mark(along, across);
    }
    // What is free ends where the first of some opaque tiles side by side begins, and goes on where the last ends.
    if (opaque && !after_opaque && !is_less(left, free)) beyond.push_back({free, left});
    if (opaque && is_less(free, right)) free = right;
    after_opaque = opaque;
  }
  if (!is_less(last, free)) beyond.push_back({free, last});
}

}  // namespace

Rect disc_bounds(const Rect& area, Tile centre, std::int32_t radius) noexcept {
  const auto clamped = [&](std::int64_t v, std::int32_t low, std::int32_t high) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(v, low, high));
  };
  const std::int64_t r = radius;
  return {{clamped(centre.x - r, area.min.x, area.max.x), clamped(centre.y - r, area.min.y, area.max.y)},
          {clamped(centre.x + r + 1, area.min.x, area.max.x), clamped(centre.y + r + 1, area.min.y, area.max.y)}};
}

void mark_disc(const Rect& area, Tile centre, std::int32_t radius, std::span<std::uint8_t> seen) noexcept {
  std::size_t place = 0;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    const std::int64_t left = squared(radius) - squared(std::int64_t{y} - centre.y);
    for (std::int32_t x = area.min.x; x < area.max.x; ++x, ++place) {
      if (squared(std::int64_t{x} - centre.x) <= left) seen[place] = 1;
    }
  }
}

void mark_seen(const Rect& area, std::span<const std::uint8_t> opaque, Tile from, std::int32_t radius,
               std::span<std::uint8_t> seen) {
  seen[static_cast<std::size_t>(from.y - area.min.y) * static_cast<std::size_t>(area.width()) +
       static_cast<std::size_t>(from.x - area.min.x)] = 1;
  std::vector<Sector> sectors;
  std::vector<Sector> beyond;
  for (const Tile direction : {Tile{0, -1}, Tile{1, 0}, Tile{0, 1}, Tile{-1, 0}}) {
    const Quadrant quadrant(area, opaque, from, direction, seen);
    const std::int64_t depth = std::min<std::int64_t>(radius, quadrant.depth());
    sectors.assign(1, {{-1, 1}, {1, 1}});
    for (std::int64_t along = 1; along <= depth && !sectors.empty(); ++along) {
      beyond.clear();
      for (const Sector& sector : sectors) pass(quadrant, along, sector, squared(radius), beyond);
      sectors.swap(beyond);
    }
  }
}

}  // namespace portolan
