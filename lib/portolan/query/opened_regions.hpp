// SPDX-License-Identifier: BSL-1.0
// The edited regions that a search had to go through tile by tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// A set of region numbers, in the order in which they came, each told apart by its place among the dirty ones. Only
/// make_room() allocates. One thread at a time.
class OpenedRegions {
 public:
  /// Room for so many dirty regions; forgets all. @throws std::bad_alloc
  void make_room(std::size_t dirty) {
    numbers_.clear();
    numbers_.reserve(dirty);
    slots_.clear();
    slots_.reserve(dirty);
    is_in_.assign(dirty, 0);
  }

  /// O(members).
  void clear() noexcept {
    for (const std::uint32_t slot : slots_) is_in_[slot] = 0;
    numbers_.clear();
    slots_.clear();
  }
  void add(std::uint32_t slot, std::size_t number) noexcept {
    if (is_in_[slot] != 0) return;
    is_in_[slot] = 1;
    slots_.push_back(slot);
    numbers_.push_back(number);
  }

  [[nodiscard]] std::span<const std::size_t> numbers() const noexcept { return numbers_; }

 private:
  std::vector<std::size_t> numbers_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint8_t> is_in_;  ///< by slot
};

}  // namespace portolan
