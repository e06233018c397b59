// SPDX-License-Identifier: BSL-1.0
// Rows of bits with a frame: one bit per cell of a rectangle, and one more cell around it on every side. Long runs of
// equal bits are passed 64 at a time.
#pragma once

#include "portolan/core/geometry.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// A bit grid that lies elsewhere (in a BitGrid or a mapped file). Cells run over -1 <= x <= width, -1 <= y <= height;
/// reading any of them is safe whatever the bits are. A view: owns nothing, copies freely, safe to read from any number
/// of threads.
class BitView {
 public:
  BitView() = default;
  /// `words` holds words_for(width, height) words, which must outlive the view.
  BitView(const std::uint64_t* words, std::int32_t width, std::int32_t height) noexcept
      : words_(words), width_(width), height_(height) {}

  /// Words of a row of `width` cells and its frame.
  [[nodiscard]] static std::size_t words_per_row(std::int32_t width) noexcept {
    return (static_cast<std::size_t>(width) + 2 + 63) / 64;
  }
  /// Words of a whole grid, frame included.
  [[nodiscard]] static std::size_t words_for(std::int32_t width, std::int32_t height) noexcept {
    return words_per_row(width) * (static_cast<std::size_t>(height) + 2);
  }

  [[nodiscard]] std::int32_t width() const noexcept { return width_; }
  [[nodiscard]] std::int32_t height() const noexcept { return height_; }
  /// The words of row y; the bit of cell x is number x + 1, least significant first.
  [[nodiscard]] const std::uint64_t* row(std::int32_t y) const noexcept {
    return words_ + static_cast<std::size_t>(y + 1) * words_per_row(width_);
  }
  /// Whether the bit of a cell is set.
  [[nodiscard]] bool test(std::int32_t x, std::int32_t y) const noexcept {
    const auto bit = static_cast<std::size_t>(x + 1);
    return ((row(y)[bit / 64] >> (bit % 64)) & 1) != 0;
  }

 private:
  const std::uint64_t* words_ = nullptr;
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
};

/// A bit grid that owns its words. At first the frame and the padding of the rows are set, and all cells inside are
/// clear.
class BitGrid {
 public:
  BitGrid() = default;
  /// Both sides are from 0 to kMaxSide. @throws std::bad_alloc
  BitGrid(std::int32_t width, std::int32_t height)
      : words_(BitView::words_for(width, height), ~std::uint64_t{0}), width_(width), height_(height) {
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) set(x, y, false);
    }
  }

  [[nodiscard]] BitView view() const noexcept { return {words_.data(), width_, height_}; }
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept { return words_; }
  /// Sets or clears the bit of a cell.
  void set(std::int32_t x, std::int32_t y, bool value) noexcept {
    const auto bit = static_cast<std::size_t>(x + 1);
    std::uint64_t& word = words_[static_cast<std::size_t>(y + 1) * BitView::words_per_row(width_) + bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    word = value ? word | mask : word & ~mask;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
};

/// Whether a bit of the cells [from, to] of a row is set, -1 <= from <= to. O((to - from) / 64).
[[nodiscard]] inline bool any_set(const std::uint64_t* row, std::int32_t from, std::int32_t to) noexcept {
  auto index = static_cast<std::size_t>(from + 1) / 64;
  const auto last = static_cast<std::size_t>(to + 1) / 64;
  const std::uint64_t head = ~std::uint64_t{0} << (static_cast<unsigned>(from + 1) % 64);
  const std::uint64_t tail = ~std::uint64_t{0} >> (63 - static_cast<unsigned>(to + 1) % 64);
  if (index == last) return (row[index] & head & tail) != 0;
  std::uint64_t found = row[index] & head;
  while (++index != last) found |= row[index];
  return (found | (row[last] & tail)) != 0;
}

/// The first cell of [from, to] whose bit is set; to + 1 if there is none. word_at(i) gives the i-th word of the row.
/// -1 <= from; the range may be empty. O((to - from) / 64).
template <class WordAt>
[[nodiscard]] inline std::int32_t first_set(WordAt&& word_at, std::int32_t from, std::int32_t to) noexcept {
  if (from > to) return to + 1;
  auto index = static_cast<std::size_t>(from + 1) / 64;
  const auto last = static_cast<std::size_t>(to + 1) / 64;
  std::uint64_t word = word_at(index) & (~std::uint64_t{0} << (static_cast<unsigned>(from + 1) % 64));
  while (word == 0 && index != last) word = word_at(++index);
  if (word == 0) return to + 1;
  return std::min(to + 1, static_cast<std::int32_t>(index * 64) + std::countr_zero(word) - 1);
}

/// The last cell of [from, to] whose bit is set; from - 1 if there is none. word_at(i) gives the i-th word of the row.
/// -1 <= from; the range may be empty. O((to - from) / 64).
template <class WordAt>
[[nodiscard]] inline std::int32_t last_set(WordAt&& word_at, std::int32_t from, std::int32_t to) noexcept {
  if (from > to) return from - 1;
  auto index = static_cast<std::size_t>(to + 1) / 64;
  const auto first = static_cast<std::size_t>(from + 1) / 64;
  std::uint64_t word = word_at(index) & (~std::uint64_t{0} >> (63 - static_cast<unsigned>(to + 1) % 64));
  while (word == 0 && index != first) word = word_at(--index);
  if (word == 0) return from - 1;
  return std::max(from - 1, static_cast<std::int32_t>(index * 64) + 63 - std::countl_zero(word) - 1);
}

}  // namespace portolan
