// SPDX-License-Identifier: BSL-1.0
// Which tiles bodies stand on, are leaving and are coming to.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/crowd/body_tiles.hpp"
#include "portolan/crowd/unit.hpp"
#include "portolan/grid/grid_view.hpp"

#include <cstddef>
#include <span>

namespace portolan::crowd {

/// Whose a tile is. The holder stands on it or is leaving it, as its own move says; the successor is coming.
struct Claim {
  UnitId holder = kNoUnit;
  UnitId successor = kNoUnit;
};

/// The claims of all units, 8 bytes a tile, committed in squares of 32 x 32 tiles where units go. One thread at a time.
///
/// A move may claim a tile that nobody holds and nobody is coming to; or one that its holder is leaving, by a move that
/// has begun and ends no later than the new one. So units follow each other closely, and a full circle of them turns if
/// all start in one tick, but no tile ever has two bodies standing, nor more than one that leaves and one that comes.
class Claims {
 public:
  /// For a map of these sides, units, and their bodies by Unit::mover. @throws std::bad_alloc
  Claims(const Rect& map, std::span<const Unit> units, std::span<const BodyTiles> bodies);

  [[nodiscard]] Claim at(Tile tile) const noexcept {
    const Stored& stored = tiles_[place_of(tile)];
    return {stored.holder - 1, stored.successor - 1};
  }

  /// Whether nobody stands on, leaves or comes to the tiles of a body.
  [[nodiscard]] bool free(const BodyTiles& body, const Placement& at) const noexcept;
  /// A unit stands where it is, from nowhere, or is gone.
  void put(UnitId id) noexcept;
  void take_away(UnitId id) noexcept;

  /// Claims what the move of a unit newly covers, and gives that back.
  void claim(UnitId id) noexcept;
  void give_back(UnitId id) noexcept;
  /// The move of a unit is over: of all moves that end in a tick first leave(), then arrive(), while Unit::tile is
  /// still where they began.
  void leave(UnitId id) noexcept;
  void arrive(UnitId id) noexcept;

 private:
  /// One above the unit, so that zeros mean nobody.
  struct Stored {
    UnitId holder;
    UnitId successor;
  };

  [[nodiscard]] std::size_t place_of(Tile tile) const noexcept {
    return page_number(width_, tile) * (static_cast<std::size_t>(kPageSide) * kPageSide) + place_in_page(tile);
  }
  Stored& stored(Tile tile) noexcept { return tiles_[place_of(tile)]; }

  std::int32_t width_;
  std::span<const Unit> units_;
  std::span<const BodyTiles> bodies_;
  ZeroedArray<Stored> tiles_;
};

}  // namespace portolan::crowd
