// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/claims.hpp"

namespace portolan::crowd {
namespace {

constexpr Rect kNothing{};

std::size_t pages_of(const Rect& map) noexcept {
  return page_columns(map.max.x) * page_columns(map.max.y);
}

}  // namespace

Claims::Claims(const Rect& map, std::span<const Unit> units)
    : width_(map.max.x), units_(units), tiles_(pages_of(map) * kPageSide * kPageSide) {}

bool Claims::free(const Rect& area) const noexcept {
  return all_of_difference(area, kNothing, [&](Tile tile) {
    const Claim claim = at(tile);
    return claim.holder == kNoUnit && claim.successor == kNoUnit;
  });
}

void Claims::put(UnitId id) noexcept {
  all_of_difference(cover_of(units_[id], units_[id].tile), kNothing, [&](Tile tile) {
    stored(tile).holder = id + 1;
    return true;
  });
}

void Claims::take_away(UnitId id) noexcept {
  const Unit& unit = units_[id];
  if (unit.moving()) give_back(id);
  all_of_difference(cover_of(unit, unit.tile), kNothing, [&](Tile tile) {
    stored(tile).holder = 0;
    return true;
  });
}

void Claims::claim(UnitId id) noexcept {
  const Unit& unit = units_[id];
  all_of_difference(cover_of(unit, unit.to), cover_of(unit, unit.tile), [&](Tile tile) {
    stored(tile).successor = id + 1;
    return true;
  });
}

void Claims::give_back(UnitId id) noexcept {
  const Unit& unit = units_[id];
  all_of_difference(cover_of(unit, unit.to), cover_of(unit, unit.tile), [&](Tile tile) {
    stored(tile).successor = 0;
    return true;
  });
}

void Claims::leave(UnitId id) noexcept {
  const Unit& unit = units_[id];
  all_of_difference(cover_of(unit, unit.tile), cover_of(unit, unit.to), [&](Tile tile) {
    stored(tile).holder = 0;
    return true;
  });
}

void Claims::arrive(UnitId id) noexcept {
  const Unit& unit = units_[id];
  all_of_difference(cover_of(unit, unit.to), cover_of(unit, unit.tile), [&](Tile tile) {
    stored(tile) = {id + 1, 0};
    return true;
  });
}

}  // namespace portolan::crowd
