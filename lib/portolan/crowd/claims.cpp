// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/claims.hpp"

namespace portolan::crowd {
namespace {

std::size_t pages_of(const Rect& map) noexcept {
  return page_columns(map.max.x) * page_columns(map.max.y);
}

}  // namespace

Claims::Claims(const Rect& map, std::span<const Unit> units, std::span<const BodyTiles> bodies)
    : width_(map.max.x), units_(units), bodies_(bodies), tiles_(pages_of(map) * kPageSide * kPageSide) {}

bool Claims::free(const BodyTiles& body, const Placement& at) const noexcept {
  return body.all_covered(at, [&](Tile tile) {
    const Claim claim = this->at(tile);
    return claim.holder == kNoUnit && claim.successor == kNoUnit;
  });
}

void Claims::put(UnitId id) noexcept {
  const Unit& unit = units_[id];
  bodies_[unit.mover].all_covered(unit.at(), [&](Tile tile) {
    stored(tile).holder = id + 1;
    return true;
  });
}

void Claims::take_away(UnitId id) noexcept {
  const Unit& unit = units_[id];
  if (unit.moving()) give_back(id);
  bodies_[unit.mover].all_covered(unit.at(), [&](Tile tile) {
    stored(tile).holder = 0;
    return true;
  });
}

void Claims::claim(UnitId id) noexcept {
  const Unit& unit = units_[id];
  bodies_[unit.mover].all_entered(unit.at(), unit.next(), [&](Tile tile) {
    stored(tile).successor = id + 1;
    return true;
  });
}

void Claims::give_back(UnitId id) noexcept {
  const Unit& unit = units_[id];
  bodies_[unit.mover].all_entered(unit.at(), unit.next(), [&](Tile tile) {
    stored(tile).successor = 0;
    return true;
  });
}

void Claims::leave(UnitId id) noexcept {
  const Unit& unit = units_[id];
  bodies_[unit.mover].all_left(unit.at(), unit.next(), [&](Tile tile) {
    stored(tile).holder = 0;
    return true;
  });
}

void Claims::arrive(UnitId id) noexcept {
  const Unit& unit = units_[id];
  const BodyTiles& body = bodies_[unit.mover];
  body.all_entered(unit.at(), unit.next(), [&](Tile tile) {
    Stored& claim = stored(tile);
    claim.successor = 0;
    if (body.covers(unit.next(), tile)) claim.holder = id + 1;
    return true;
  });
}

}  // namespace portolan::crowd
