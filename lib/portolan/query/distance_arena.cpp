// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/distance_arena.hpp"

#include "portolan/core/split_mix.hpp"

#include <algorithm>
#include <stdexcept>

namespace portolan {
namespace {

constexpr std::uint64_t packed(const DistanceTileKey& key) noexcept {
  return std::uint64_t{key.goal} << 32 | key.block;
}

std::size_t sets_for(std::size_t tiles, std::size_t places) {
  if (tiles >> 40 != 0) throw std::length_error("an arena of more tiles than there is memory for");
  return std::max<std::size_t>(1, (tiles + places - 1) / places);
}

}  // namespace

DistanceArena::DistanceArena(std::size_t tiles)
    : sets_(sets_for(tiles, kPlaces)), places_(std::make_unique<Place[]>(sets_ * kPlaces)) {}  // NOLINT

DistanceArena::Place* DistanceArena::places_of(const DistanceTileKey& key) const noexcept {
  const std::uint64_t hash = scrambled(key.scope + scrambled(packed(key) + SplitMix::kStep));
  return &places_[hash % sets_ * kPlaces];
}

// What is read with `acquire` was written with `release` after the counter had been made odd: who reads a word of a
// later turn sees, at the second look, that the counter has moved on.

bool DistanceArena::read(const DistanceTileKey& key, DistanceTile& tile) const noexcept {
  const Place* const places = places_of(key);
  for (std::size_t i = 0; i < kPlaces; ++i) {
    const Place& place = places[i];
    const std::uint64_t turn = place.turn.load(std::memory_order_acquire);
    if (turn % 2 != 0 || turn == 0) continue;
    if (place.scope.load(std::memory_order_acquire) != key.scope ||
        place.where.load(std::memory_order_acquire) != packed(key)) {
      continue;
    }
    const Cost base = place.base.load(std::memory_order_acquire);
    tile.work = place.work.load(std::memory_order_acquire);
    for (std::size_t pair = 0; pair < place.above.size(); ++pair) {
      const std::uint64_t both = place.above[pair].load(std::memory_order_acquire);
      const auto low = static_cast<std::uint32_t>(both);
      const auto high = static_cast<std::uint32_t>(both >> 32);
      tile.cost[2 * pair] = low == kNone ? kInfiniteCost : base + low;
      tile.cost[2 * pair + 1] = high == kNone ? kInfiniteCost : base + high;
    }
    if (place.turn.load(std::memory_order_relaxed) == turn) return true;
  }
  return false;
}

void DistanceArena::write(const DistanceTileKey& key, const DistanceTile& tile) noexcept {
  const Cost base = *std::min_element(tile.cost.begin(), tile.cost.end());
  std::array<std::uint32_t, kBlockPositions> above;
  for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
    const bool none = tile.cost[bit] == kInfiniteCost;
    if (!none && tile.cost[bit] - base >= kNone) return;
    above[bit] = none ? kNone : static_cast<std::uint32_t>(tile.cost[bit] - base);
  }
  Place* const places = places_of(key);
  Place* oldest = nullptr;
  std::uint64_t oldest_turn = ~std::uint64_t{0};
  for (std::size_t i = 0; i < kPlaces; ++i) {
    const std::uint64_t turn = places[i].turn.load(std::memory_order_relaxed);
    if (turn % 2 != 0) continue;
    // Another thread has just kept it: a second one would do no harm, but take a place.
    if (turn != 0 && places[i].scope.load(std::memory_order_relaxed) == key.scope &&
        places[i].where.load(std::memory_order_relaxed) == packed(key)) {
      return;
    }
    if (turn >= oldest_turn) continue;
    oldest = &places[i];
    oldest_turn = turn;
  }
  if (oldest == nullptr || !oldest->turn.compare_exchange_strong(
                               oldest_turn, oldest_turn + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
    return;
  }
  oldest->scope.store(key.scope, std::memory_order_release);
  oldest->where.store(packed(key), std::memory_order_release);
  oldest->base.store(base, std::memory_order_release);
  oldest->work.store(tile.work, std::memory_order_release);
  for (std::size_t pair = 0; pair < oldest->above.size(); ++pair) {
    oldest->above[pair].store(std::uint64_t{above[2 * pair + 1]} << 32 | above[2 * pair], std::memory_order_release);
  }
  oldest->turn.store(oldest_turn + 2, std::memory_order_release);
}

}  // namespace portolan
