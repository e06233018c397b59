// SPDX-License-Identifier: BSL-1.0
// A spanning tree of square cells drawn at random in depth-first order, which winds far before it branches; some walls
// are then opened, so that there are loops. The direction that corridors favour drifts over the map.
#include "make/painters.hpp"
#include "make/random.hpp"
#include "make/value_noise.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace portolan::generators {
namespace {

constexpr std::array<Tile, 4> kSides = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

class MazePainter {
 public:
  MazePainter(LetterMap& map, std::int32_t corridor, std::uint64_t seed)
      : map_(map),
        corridor_(corridor),
        columns_((map.width() - 1) / (corridor + 1)),
        rows_((map.height() - 1) / (corridor + 1)),
        random_(derive_seed(seed, 2)),
        grain_(derive_seed(seed, 3), 7, 2),
        back_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), kUnseen) {}

  void paint() {
    carve_tree({random_.between(0, columns_ - 1), random_.between(0, rows_ - 1)});
    carve_loops();
  }

 private:
  static constexpr std::uint8_t kUnseen = 255;
  static constexpr std::uint8_t kRoot = 4;

  [[nodiscard]] std::uint8_t& back(Tile cell) noexcept {
    return back_[static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(columns_) +
                 static_cast<std::size_t>(cell.x)];
  }
  [[nodiscard]] bool is_cell(Tile cell) const noexcept {
    return cell.x >= 0 && cell.y >= 0 && cell.x < columns_ && cell.y < rows_;
  }

  void carve_tree(Tile cell) {
    back(cell) = kRoot;
    open(cell, cell);
    for (;;) {
      const std::uint8_t side = choose_side(cell);
      if (side < kSides.size()) {
        const Tile next{cell.x + kSides[side].x, cell.y + kSides[side].y};
        back(next) = static_cast<std::uint8_t>((side + 2) % 4);
        open(cell, next);
        cell = next;
      } else if (back(cell) != kRoot) {
        const Tile step = kSides[back(cell)];
        cell = {cell.x + step.x, cell.y + step.y};
      } else {
        return;
      }
    }
  }

  /// A side with an unseen cell, at random, or kSides.size() if there is none.
  [[nodiscard]] std::uint8_t choose_side(Tile cell) {
    const std::int32_t across = stretch(grain_.at(cell.x, cell.y), kNoiseMax / 4, kNoiseMax / 4 * 3, 1, 9);
    std::array<std::int32_t, 4> weight{};
    std::int32_t sum = 0;
    for (std::size_t side = 0; side < kSides.size(); ++side) {
      const Tile next{cell.x + kSides[side].x, cell.y + kSides[side].y};
      if (!is_cell(next) || back(next) != kUnseen) continue;
      weight[side] = kSides[side].y == 0 ? across : 10 - across;
      sum += weight[side];
    }
    if (sum == 0) return kSides.size();
    std::int32_t pick = random_.between(0, sum - 1);
    std::uint8_t side = 0;
    while (pick >= weight[side]) pick -= weight[side++];
    return side;
  }

  void carve_loops() {
    for (std::int32_t y = 0; y < rows_; ++y) {
      for (std::int32_t x = 0; x < columns_; ++x) {
        if (x + 1 < columns_ && random_.chance(4)) open({x, y}, {x + 1, y});
        if (y + 1 < rows_ && random_.chance(4)) open({x, y}, {x, y + 1});
      }
    }
  }

  /// Opens two cells, equal or neighbours, and what lies between.
  void open(Tile a, Tile b) noexcept {
    const std::int32_t pitch = corridor_ + 1;
    map_.fill({{std::min(a.x, b.x) * pitch + 1, std::min(a.y, b.y) * pitch + 1},
               {(std::max(a.x, b.x) + 1) * pitch, (std::max(a.y, b.y) + 1) * pitch}},
              letter::kFloor);
  }

  LetterMap& map_;
  std::int32_t corridor_;
  std::int32_t columns_;
  std::int32_t rows_;
  Random random_;
  ValueNoise grain_;
  std::vector<std::uint8_t> back_;  // per cell the side it was reached from
};

}  // namespace

LetterMap paint_maze(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  if (std::min(width, height) < 3) return {width, height, letter::kFloor};
  LetterMap map(width, height, letter::kRock);
  const std::int32_t corridor = Random(derive_seed(seed, 1)).between(1, 4);
  MazePainter(map, std::min({corridor, width - 2, height - 2}), seed).paint();
  return map;
}

}  // namespace portolan::generators
