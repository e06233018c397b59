// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/bit_rows.hpp"

#include <algorithm>
#include <bit>

namespace portolan {
namespace {

/// Blocks that hold `places` and the frame on both sides.
std::size_t blocks_for(std::int32_t places, std::size_t side) noexcept {
  return (static_cast<std::size_t>(places) + 2 + side - 1) / side;
}

/// Turns rows of bits into columns: ever smaller squares change places across the diagonal (Warren, Hacker's Delight,
/// 2002).
void transpose(std::array<std::uint64_t, 64>& lines) noexcept {
  std::uint64_t mask = 0x0000'0000'FFFF'FFFF;
  for (std::size_t side = 32; side != 0; side /= 2) {
    for (std::size_t line = 0; line < lines.size(); line = (line + side + 1) & ~side) {
      const std::uint64_t swapped = (lines[line] >> side ^ lines[line + side]) & mask;
      lines[line] ^= swapped << side;
      lines[line + side] ^= swapped;
    }
    mask ^= mask << (side / 2);
  }
}

/// Squares of 2 x 2 bits in a block one of which is clear.
std::uint64_t corners_in(const std::array<std::uint64_t, 64>& lines) noexcept {
  constexpr std::uint64_t kPairs = ~std::uint64_t{0} >> 1;
  int corners = 0;
  for (std::size_t line = 1; line < lines.size(); ++line) {
    const std::uint64_t above = lines[line - 1];
    const std::uint64_t here = lines[line];
    const std::uint64_t one_here = (here ^ here >> 1) & above & above >> 1;
    const std::uint64_t one_above = (above ^ above >> 1) & here & here >> 1;
    corners += std::popcount((one_here | one_above) & kPairs);
  }
  return static_cast<std::uint64_t>(corners);
}

/// Blocks in which corners are counted at most: as many as a map of 2048 x 2048 has.
constexpr std::size_t kMostCounted = 33 * 33;

}  // namespace

BitRows::BitRows(const GridView& grid)
    : grid_(grid),
      columns_(blocks_for(grid.width, kSide)),
      blocks_(columns_ * blocks_for(grid.height, kSide)),
      known_(blocks_.size()),
      pages_(grid.terrain) {}

void BitRows::follow(const TerrainPages& pages) {
  corners_.reset();
  follow_pages(pages_, pages, [this](std::size_t block) { forget(pages_.block(block)); });
}

void BitRows::follow_file() noexcept {
  corners_.reset();
  drop_pages(pages_, [this](std::size_t block) { forget(pages_.block(block)); });
}

void BitRows::forget(const Rect& area) noexcept {
  const auto block_of = [](std::int32_t place) { return static_cast<std::size_t>(place + 1) / kSide; };
  for (std::size_t y = block_of(area.min.y); y <= block_of(area.max.y - 1); ++y) {
    for (std::size_t x = block_of(area.min.x); x <= block_of(area.max.x - 1); ++x) known_[y * columns_ + x] = 0;
  }
}

void BitRows::make(std::size_t x, std::size_t y) noexcept {
  const auto side = static_cast<std::int32_t>(kSide);
  const Tile corner{static_cast<std::int32_t>(x) * side - 1, static_cast<std::int32_t>(y) * side - 1};
  const Rect area = intersection({corner, {corner.x + side, corner.y + side}}, grid_.bounds());
  Block& block = blocks_[y * columns_ + x];
  block.rows = {};
  for (std::int32_t row = area.min.y; row < area.max.y; ++row) {
    std::uint64_t& bits = block.rows[static_cast<std::size_t>(row - corner.y)];
    for (std::int32_t begin = area.min.x; begin < area.max.x;) {
      const std::int32_t end = std::min(area.max.x, (begin / kPageSide + 1) * kPageSide);
      const TerrainPage* const page =
          grid_.pages.empty() ? nullptr : grid_.pages[page_number(grid_.width, {begin, row})];
      const TerrainId* terrain =
          page == nullptr ? grid_.terrain.from({begin, row}) : page->data() + place_in_page({begin, row});
      for (; begin < end; ++begin, ++terrain) {
        const std::uint64_t free = grid_.rules->cost[*terrain] != 0 ? 1 : 0;
        bits |= free << static_cast<unsigned>(begin - corner.x);
      }
    }
  }
  block.columns = block.rows;
  transpose(block.columns);
  known_[y * columns_ + x] = static_cast<std::uint16_t>(corners_in(block.rows) + 1);
}

std::uint64_t BitRows::corners() noexcept {
  if (corners_) return *corners_;
  const std::size_t rows = blocks_.size() / columns_;
  const auto counted = [&](std::size_t stride) {
    return ((columns_ + stride - 1) / stride) * ((rows + stride - 1) / stride);
  };
  std::size_t stride = 1;
  while (counted(stride) > kMostCounted) ++stride;
  std::uint64_t sum = 0;
  for (std::size_t y = 0; y < rows; y += stride) {
    for (std::size_t x = 0; x < columns_; x += stride) {
      (void)this->block(x, y);
      sum += known_[y * columns_ + x] - std::uint64_t{1};
    }
  }
  corners_ = sum * blocks_.size() / counted(stride);
  return *corners_;
}

}  // namespace portolan
