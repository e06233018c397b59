// SPDX-License-Identifier: BSL-1.0
// A few tiles of a map of any size, and a number for each.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/split_mix.hpp"
#include "portolan/core/state_words.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::crowd {

/// Open addressing, of which half stays empty. All calls O(1). Only reserve() allocates.
class TileTable {
 public:
  /// Room for so many; forgets all. @throws std::bad_alloc
  void reserve(std::size_t most) {
    if (places_.size() < 2 * most + 1) places_.assign(std::bit_ceil(2 * most + 1), {});
    clear();
  }
  void clear() noexcept {
    if (++round_ == 0) {
      for (Place& place : places_) place.round = 0;
      round_ = 1;
    }
    count_ = 0;
  }
  /// What is kept of a tile; nullptr: nothing.
  [[nodiscard]] const std::uint32_t* find(Tile tile) const noexcept {
    if (places_.empty()) return nullptr;
    const Place& place = places_[place_of(tile)];
    return place.round == round_ ? &place.value : nullptr;
  }
  /// Whether the tile is new, and is kept. False also if there is no room.
  bool insert(Tile tile, std::uint32_t value) noexcept {
    if (2 * count_ >= places_.size()) return false;
    Place& place = places_[place_of(tile)];
    if (place.round == round_) return false;
    place = {tile, value, round_};
    ++count_;
    return true;
  }
  /// Keeps another number for a tile that is there.
  void change(Tile tile, std::uint32_t value) noexcept { places_[place_of(tile)].value = value; }

 private:
  struct Place {
    Tile tile{};
    std::uint32_t value = 0;
    std::uint32_t round = 0;
  };
  [[nodiscard]] std::size_t place_of(Tile tile) const noexcept {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = static_cast<std::size_t>(scrambled(word_of(tile))) & mask;
    while (places_[at].round == round_ && !(places_[at].tile == tile)) at = (at + 1) & mask;
    return at;
  }

  std::vector<Place> places_;
  std::uint32_t round_ = 0;
  std::size_t count_ = 0;
};

}  // namespace portolan::crowd
