// SPDX-License-Identifier: BSL-1.0
// The rule of mark_seen, tile by tile and line by line, without any of its code.
#pragma once

#include "portolan/core/geometry.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

namespace portolan::test {

/// What hides what is behind it; asked of tiles of the area only.
using Hides = std::function<bool(Tile)>;

/// Whether the line with a slope of `across` per `along` from a tile is free until before a depth. `turn` makes a tile
/// of a depth and an offset across.
template <class Turn>
bool is_free_line(const Rect& area, const Hides& hides, Turn&& turn, std::int64_t across, std::int64_t along,
                  std::int64_t depth) {
  const auto blocks = [&](std::int64_t j, std::int64_t c) {
    const Tile t = turn(static_cast<std::int32_t>(j), static_cast<std::int32_t>(c));
    return !area.contains(t) || hides(t);
  };
  for (std::int64_t j = 1; j < depth; ++j) {
    // The line is at j * across / along; twice that, from which the nearest offsets follow.
    const std::int64_t twice = 2 * j * across;
    std::int64_t c = -depth - 1;
    while ((2 * c + 1) * along < twice) ++c;
    const bool between = (2 * c + 1) * along == twice;
    if (blocks(j, c) && (!between || blocks(j, c + 1))) return false;
  }
  return true;
}

/// Whether one tile of an area sees another.
inline bool sees_by_lines(const Rect& area, const Hides& hides, Tile from, Tile to) {
  if (from == to) return true;
  const std::int32_t dx = to.x - from.x;
  const std::int32_t dy = to.y - from.y;
  const bool steep = std::abs(dy) >= std::abs(dx);
  const std::int64_t depth = steep ? std::abs(dy) : std::abs(dx);
  const std::int64_t offset = steep ? dx : dy;
  const auto turn = [&](std::int32_t j, std::int32_t c) {
    return steep ? Tile{from.x + c, from.y + sign(dy) * j} : Tile{from.x + sign(dx) * j, from.y + c};
  };
  if (!hides(to)) return is_free_line(area, hides, turn, offset, depth, depth);
  // Where lines begin and cease to be free: sides of tiles before it. One of each kind between is as good as all.
  const auto lies_within = [&](std::int64_t across, std::int64_t along) {
    return (2 * offset - 1) * along <= across * 2 * depth && across * 2 * depth <= (2 * offset + 1) * along &&
           std::abs(across) <= along;
  };
  using Fraction = std::pair<std::int64_t, std::int64_t>;
  std::vector<Fraction> sides{{2 * offset - 1, 2 * depth}, {2 * offset + 1, 2 * depth}, {1, 1}, {-1, 1}};
  for (std::int64_t j = 1; j < depth; ++j) {
    for (std::int64_t c = -j; c <= j + 1; ++c) sides.emplace_back(2 * c - 1, 2 * j);
  }
  std::ranges::sort(sides,
                    [](const Fraction& a, const Fraction& b) { return a.first * b.second < b.first * a.second; });
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto [across, along] = sides[i];
    if (lies_within(across, along) && is_free_line(area, hides, turn, across, along, depth)) return true;
    if (i + 1 == sides.size()) break;
    const auto [next, by] = sides[i + 1];
    const std::int64_t middle = across * by + next * along;
    if (lies_within(middle, 2 * along * by) && is_free_line(area, hides, turn, middle, 2 * along * by, depth))
      return true;
  }
  return false;
}

}  // namespace portolan::test
