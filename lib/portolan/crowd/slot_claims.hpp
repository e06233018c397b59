// SPDX-License-Identifier: BSL-1.0
// Which tiles the slots of one formation have taken, so that no two bodies on them touch the same tile.
#pragma once

#include "portolan/crowd/tile_table.hpp"

#include <cstdint>
#include <cstdlib>

namespace portolan {

/// No tile of any map.
inline constexpr Tile kNoTile{-1, -1};

namespace crowd {

/// Squares of the side of a body hold one position at most, so those around tell. The table must have room for as many
/// as are taken. O(1).
class SlotClaims {
 public:
  /// Begins with none.
  SlotClaims(TileTable& table, std::int32_t body) noexcept : table_(table), body_(body) { table.clear(); }

  /// Positions of the map.
  [[nodiscard]] bool free(Tile tile) const noexcept {
    const Tile square{tile.x / body_, tile.y / body_};
    if (body_ == 1) return table_.find(square) == nullptr;
    for (std::int32_t y = square.y - 1; y <= square.y + 1; ++y) {
      for (std::int32_t x = square.x - 1; x <= square.x + 1; ++x) {
        const std::uint32_t* const there = table_.find({x, y});
        if (there == nullptr) continue;
        const auto place = static_cast<std::int32_t>(*there);
        if (std::abs(x * body_ + place % body_ - tile.x) < body_ &&
            std::abs(y * body_ + place / body_ - tile.y) < body_)
          return false;
      }
    }
    return true;
  }
  void take(Tile tile) noexcept {
    const std::int32_t place = tile.y % body_ * body_ + tile.x % body_;
    table_.insert({tile.x / body_, tile.y / body_}, static_cast<std::uint32_t>(place));
  }

 private:
  TileTable& table_;
  std::int32_t body_;
};

}  // namespace crowd
}  // namespace portolan
