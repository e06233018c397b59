// SPDX-License-Identifier: BSL-1.0
// Costs to goals that were worked out before, kept in a fixed number of bytes for all who ask again.
#pragma once

#include "portolan/waypoints/label_tiles.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace portolan {

/// A distance tile: what it costs to come to one goal from the 64 positions of a block, and what finding that out took.
struct DistanceTile {
  TileCosts cost{};        ///< in the unit of the profile
  std::uint64_t work = 0;  ///< nodes settled, whoever did it
};

/// Which one.
struct DistanceTileKey {
  std::uint64_t scope = 0;  ///< tells worlds, profiles and edits apart
  std::uint32_t goal = 0;   ///< the number of its tile
  std::uint32_t block = 0;  ///< the number of the block
  friend constexpr bool operator==(const DistanceTileKey&, const DistanceTileKey&) = default;
};

/// A cache of distance tiles, 296 bytes each, all of which it takes when it is made. Any thread may read and write at
/// any time; nobody waits: a place that another thread writes is not there for others meanwhile. Tiles are copied out,
/// so one that leaves is never missed. What is asked of a key must always be the same tile.
///
/// Four places share what is hashed to them, and the one that was written least often, that is longest ago, is written
/// next. Each is guarded by a counter that is odd while it is written (a sequence lock, after H. Boehm, "Can seqlocks
/// get along with programming language memory models?", 2012).
class DistanceArena {
 public:
  /// For so many tiles, rounded up to four. @throws std::bad_alloc, std::length_error for 2^40 and more
  explicit DistanceArena(std::size_t tiles);

  /// Whether the tile is there, and then the tile; else `tile` holds anything. O(1).
  [[nodiscard]] bool read(const DistanceTileKey& key, DistanceTile& tile) const noexcept;
  /// Keeps a tile, instead of another, unless its costs are too far apart for 32 bits or the places are being written
  /// to. O(1).
  void write(const DistanceTileKey& key, const DistanceTile& tile) noexcept;

  [[nodiscard]] std::size_t capacity() const noexcept { return sets_ * kPlaces; }

 private:
  static constexpr std::size_t kPlaces = 4;
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  using Word = std::atomic<std::uint64_t>;
  /// All is atomic, so that what is torn is read without harm before the counter tells.
  struct Place {
    Word turn;  ///< twice how often it was written, and one while it is
    Word scope;
    Word where;  ///< goal and block
    Word base;   ///< the least cost
    Word work;
    std::array<Word, kBlockPositions / 2> above;  ///< by two positions what their costs are above it; kNone: no way
  };

  [[nodiscard]] Place* places_of(const DistanceTileKey& key) const noexcept;

  std::size_t sets_;
  std::unique_ptr<Place[]> places_;  // NOLINT: atomics cannot be moved
};

}  // namespace portolan
