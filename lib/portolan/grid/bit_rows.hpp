// SPDX-License-Identifier: BSL-1.0
// Where a mover can stand, a bit a position, in rows and in columns, so that straight runs are scanned 64 at a time.
// Bits are made from the grid where somebody looks, and again only where its terrain has been replaced since.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/terrain_pages.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace portolan {

/// Which lines of positions the words of bits run along.
enum class BitAxis : std::uint8_t { rows, columns };

/// The bits of one grid as it changes; free positions are set. Lines and the places in them are counted from 1, with a
/// frame of clear bits around the map: position (x, y) is place x + 1 of row y + 1, and place y + 1 of column x + 1;
/// the place of bit b of word w is 64 w + b. One thread at a time. After construction only follow() allocates. Memory:
/// a quarter byte a position, committed by blocks of 64 x 64.
class BitRows {
 public:
  /// A word of a line, and those of the lines before and after it.
  struct Words {
    std::uint64_t before;
    std::uint64_t here;
    std::uint64_t after;
  };

  /// Of a grid as it stands, without pages. It must outlive the bits. @throws std::bad_alloc
  explicit BitRows(const GridView& grid);

  /// To be called after the grid has taken other pages: its own, or none. Blocks whose page is another one than before
  /// are made again where they are looked at. O(pages). @throws std::bad_alloc, and then nothing has changed
  void follow(const TerrainPages& pages);
  /// The same for a grid without pages.
  void follow_file() noexcept;

  /// About how many corners of blocked ground there are, around which a path may have to turn: squares of 2 x 2
  /// positions one of which is blocked, counted where one block holds them, in blocks evenly spread if there are more
  /// than on maps of 2048 x 2048. Of the grid alone, whoever has looked where. O(1) until the grid takes other pages,
  /// then O(blocks counted), and O(4096) for each where nobody has looked.
  [[nodiscard]] std::uint64_t corners() noexcept;

  /// Whether the mover can stand at a tile; -1 to width and height. O(1), or O(4096) where nobody has looked.
  [[nodiscard]] bool test(Tile t) noexcept {
    const auto x = static_cast<std::size_t>(t.x + 1);
    const auto y = static_cast<std::size_t>(t.y + 1);
    return (block(x / kSide, y / kSide).rows[y % kSide] >> (x % kSide) & 1) != 0;
  }

  /// Word `word` of line `line`, from 1 to the number of lines, and those beside it. O(1), or O(4096) as above.
  template <BitAxis axis>
  [[nodiscard]] Words words(std::size_t line, std::size_t word) noexcept {
    const std::size_t across = line / kSide;
    const std::size_t in = line % kSide;
    const Lines& lines = lines_of<axis>(across, word);
    return {.before = in != 0 ? lines[in - 1] : lines_of<axis>(across - 1, word)[kSide - 1],
            .here = lines[in],
            .after = in + 1 != kSide ? lines[in + 1] : lines_of<axis>(across + 1, word)[0]};
  }

 private:
  static constexpr std::size_t kSide = 64;
  using Lines = std::array<std::uint64_t, kSide>;
  struct Block {
    Lines rows;
    Lines columns;
  };

  template <BitAxis axis>
  [[nodiscard]] const Lines& lines_of(std::size_t across, std::size_t along) noexcept {
    return axis == BitAxis::rows ? block(along, across).rows : block(across, along).columns;
  }
  [[nodiscard]] const Block& block(std::size_t x, std::size_t y) noexcept {
    const std::size_t number = y * columns_ + x;
    if (known_[number] == 0) make(x, y);
    return blocks_[number];
  }
  void make(std::size_t x, std::size_t y) noexcept;
  void forget(const Rect& area) noexcept;

  const GridView& grid_;
  std::size_t columns_;  ///< of blocks
  ZeroedArray<Block> blocks_;
  ZeroedArray<std::uint16_t> known_;  ///< by block, one more than its corners; 0: its bits are not those of the grid
  TerrainPages pages_;                ///< that the grid had when bits were made last
  std::optional<std::uint64_t> corners_;  ///< once they have been counted since
};

}  // namespace portolan
