// SPDX-License-Identifier: BSL-1.0
#include "make/joining.hpp"

#include "make/random.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <boost/pending/disjoint_sets.hpp>

namespace portolan::generators {
namespace {

constexpr std::array<Tile, 4> kSides = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

/// The pieces of a map: per tile the number of its piece from 1, 0 where it is not open.
struct Pieces {
  std::vector<std::uint32_t> label;
  std::vector<std::uint32_t> size = {0};
};

Pieces label_pieces(const LetterMap& map) {
  Pieces pieces;
  pieces.label.assign(map.letters().size(), 0);
  std::vector<Tile> stack;
  const auto visit = [&](std::int32_t x, std::int32_t y) {
    const std::size_t at = map.index(x, y);
    if (pieces.label[at] != 0 || !is_open(map.letters()[at])) return;
    pieces.label[at] = static_cast<std::uint32_t>(pieces.size.size() - 1);
    ++pieces.size.back();
    stack.push_back({x, y});
  };
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) {
      if (pieces.label[map.index(x, y)] != 0 || !is_open(map.at(x, y))) continue;
      pieces.size.push_back(0);
      visit(x, y);
      while (!stack.empty()) {
        const Tile t = stack.back();
        stack.pop_back();
        for (const Tile side : kSides) {
          if (map.bounds().contains({t.x + side.x, t.y + side.y})) visit(t.x + side.x, t.y + side.y);
        }
      }
    }
  }
  return pieces;
}

/// The search that grows from all pieces at once.
class Joiner {
 public:
  Joiner(LetterMap& map, std::uint64_t seed, const JoiningRules& rules)
      : map_(map), seed_(seed), rules_(rules), pieces_(label_pieces(map)), sets_(pieces_.size.size()) {}

  void run() {
    start();
    for (std::size_t distance = 0; waiting_ > 0 && apart_ > 1; ++distance) {
      std::vector<Tile>& bucket = buckets_[distance % kBuckets];
      waiting_ -= bucket.size();
      for (const Tile t : bucket) {
        for (std::size_t side = 0; side < kSides.size(); ++side) grow(t, side, distance);
      }
      bucket.clear();
    }
  }

 private:
  static constexpr std::size_t kBuckets = 32;
  static constexpr std::uint8_t kSource = 4;

  void start() {
    for (std::size_t piece = 1; piece < pieces_.size.size(); ++piece)
      apart_ += is_kept(static_cast<std::uint32_t>(piece));
    back_.assign(map_.letters().size(), kSource);
    for (std::int32_t y = 0; y < map_.height(); ++y) {
      for (std::int32_t x = 0; x < map_.width(); ++x) {
        std::uint32_t& owner = pieces_.label[map_.index(x, y)];
        if (owner == 0) continue;
        if (!is_kept(owner)) {
          owner = 0;
        } else if (is_rim({x, y})) {
          buckets_[0].push_back({x, y});
        }
      }
    }
    waiting_ = buckets_[0].size();
  }

  [[nodiscard]] bool is_kept(std::uint32_t piece) const noexcept {
    return static_cast<std::int64_t>(pieces_.size[piece]) >= rules_.smallest;
  }

  [[nodiscard]] bool is_rim(Tile t) const noexcept {
    return std::any_of(kSides.begin(), kSides.end(), [&](Tile side) {
      const Tile n{t.x + side.x, t.y + side.y};
      return map_.bounds().contains(n) && !is_open(map_.at(n.x, n.y));
    });
  }

  void grow(Tile t, std::size_t side, std::size_t distance) {
    const Tile n{t.x + kSides[side].x, t.y + kSides[side].y};
    if (!map_.bounds().contains(n)) return;
    const std::uint32_t mine = pieces_.label[map_.index(t.x, t.y)];
    std::uint32_t& owner = pieces_.label[map_.index(n.x, n.y)];
    if (owner == 0) {
      owner = mine;
      back_[map_.index(n.x, n.y)] = static_cast<std::uint8_t>((side + 2) % 4);
      const std::uint8_t l = map_.at(n.x, n.y);
      const std::size_t effort = std::max<std::size_t>(1, rules_.effort[l]);
      const std::size_t extra = (hash_at(seed_, n.x, n.y) >> 32) % (rules_.roughness[l] + std::uint64_t{1});
      buckets_[(distance + effort + extra) % kBuckets].push_back(n);
      ++waiting_;
    } else if (const auto a = sets_.find_set(mine), b = sets_.find_set(owner); a != b) {
      sets_.link(a, b);
      --apart_;
      dig_home(t);
      dig_home(n);
    }
  }

  /// Digs from a tile back to the piece that its search came from.
  void dig_home(Tile t) noexcept {
    for (;;) {
      dig(t);
      const std::uint8_t side = back_[map_.index(t.x, t.y)];
      if (side == kSource) return;
      t = {t.x + kSides[side].x, t.y + kSides[side].y};
    }
  }

  void dig(Tile t) noexcept {
    const std::int32_t width = rules_.passage_width;
    // A passage may not break the map's border, but where the piece itself touches it.
    const Rect square = {{t.x - (width - 1) / 2, t.y - (width - 1) / 2}, {t.x + width / 2 + 1, t.y + width / 2 + 1}};
    const Rect visible = intersection(square, {{1, 1}, {map_.width() - 1, map_.height() - 1}});
    for (std::int32_t y = visible.min.y; y < visible.max.y; ++y) {
      for (std::int32_t x = visible.min.x; x < visible.max.x; ++x) open(x, y);
    }
    open(t.x, t.y);
  }

  void open(std::int32_t x, std::int32_t y) noexcept {
    if (!is_open(map_.at(x, y))) map_.at(x, y) = letter::kFloor;
  }

  LetterMap& map_;
  std::uint64_t seed_;
  JoiningRules rules_;
  Pieces pieces_;  // its labels become the owners: the piece whose search reached the tile first
  boost::disjoint_sets_with_storage<> sets_;  // of pieces joined so far
  std::vector<std::uint8_t> back_;            // side towards the tile that the search came from
  std::array<std::vector<Tile>, kBuckets> buckets_;
  std::size_t waiting_ = 0;
  std::size_t apart_ = 0;
};

}  // namespace

void fill_small_pieces(LetterMap& map, std::int32_t smallest, std::uint8_t fill) {
  const Pieces pieces = label_pieces(map);
  for (std::size_t i = 0; i < pieces.label.size(); ++i) {
    const std::uint32_t piece = pieces.label[i];
    if (piece != 0 && static_cast<std::int64_t>(pieces.size[piece]) < smallest) map.letters()[i] = fill;
  }
}

void join_pieces(LetterMap& map, std::uint64_t seed, const JoiningRules& rules) {
  Joiner(map, seed, rules).run();
}

}  // namespace portolan::generators
