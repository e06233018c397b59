// SPDX-License-Identifier: BSL-1.0
#include "make/roads.hpp"

#include "make/random.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace portolan::generators {
namespace {

constexpr std::int32_t kTownPitch = 64;
/// How far a road may leave the box of its two towns.
constexpr std::int32_t kMargin = 16;
/// A road may take this many times the effort that grass would take.
constexpr std::int32_t kMostDetour = 2;

constexpr std::array<Tile, 8> kSteps = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};

std::int32_t effort_of(std::uint8_t l) noexcept {
  switch (l) {
    case letter::kFloor:
      return 1;
    case letter::kGrass:
      return 3;
    case letter::kSwamp:
    case letter::kTrees:
      return 6;
    case letter::kWater:
      return 12;
    default:
      return 16;
  }
}

/// A site for a town in a cell of the towns' grid, if there is grass.
std::optional<Tile> choose_town(const LetterMap& map, Tile cell, std::uint64_t seed) noexcept {
  Random random(hash_at(seed, cell.x, cell.y));
  for (int attempt = 0; attempt < 8; ++attempt) {
    const Tile t{cell.x * kTownPitch + random.between(8, kTownPitch - 8),
                 cell.y * kTownPitch + random.between(8, kTownPitch - 8)};
    if (t.x < map.width() - 3 && t.y < map.height() - 3 && map.at(t.x, t.y) == letter::kGrass) return t;
  }
  return std::nullopt;
}

/// A search for one road at a time within a window (Dijkstra's algorithm with the buckets of R. Dial, 1969).
class RoadSearch {
 public:
  RoadSearch(LetterMap& map, std::uint64_t seed) : map_(map), seed_(seed) {}

  void join(Tile from, Tile to) {
    const Rect box = {{std::min(from.x, to.x) - kMargin, std::min(from.y, to.y) - kMargin},
                      {std::max(from.x, to.x) + kMargin, std::max(from.y, to.y) + kMargin}};
    // A road is two tiles wide, so it keeps off the last column and row.
    window_ = intersection(box, {{1, 1}, {map_.width() - 2, map_.height() - 2}});
    best_.assign(window_.tiles(), kFar);
    back_.assign(best_.size(), kStart);
    for (auto& bucket : buckets_) bucket.clear();
    const std::int32_t straight = std::max(std::abs(from.x - to.x), std::abs(from.y - to.y)) +
                                  std::min(std::abs(from.x - to.x), std::abs(from.y - to.y)) / 2;
    if (search(from, to, straight * 2 * (effort_of(letter::kGrass) + 1) * kMostDetour)) pave(to);
  }

 private:
  static constexpr std::int32_t kFar = 1 << 30;
  static constexpr std::size_t kBuckets = 64;  // more than the longest step takes
  static constexpr std::uint8_t kStart = 8;

  [[nodiscard]] std::size_t index(Tile t) const noexcept {
    return static_cast<std::size_t>(t.y - window_.min.y) * static_cast<std::size_t>(window_.width()) +
           static_cast<std::size_t>(t.x - window_.min.x);
  }

  bool search(Tile from, Tile to, std::int32_t limit) {
    best_[index(from)] = 0;
    buckets_[0].push_back(from);
    for (std::int32_t effort = 0; effort <= limit; ++effort) {
      auto& bucket = buckets_[static_cast<std::size_t>(effort) % kBuckets];
      for (const Tile t : bucket) {
        if (best_[index(t)] != effort) continue;
        if (t == to) return true;
        for (std::uint8_t step = 0; step < kSteps.size(); ++step) relax(t, step, effort);
      }
      bucket.clear();
    }
    return false;
  }

  void relax(Tile t, std::uint8_t step, std::int32_t effort) {
    const Tile n{t.x + kSteps[step].x, t.y + kSteps[step].y};
    if (!window_.contains(n)) return;
    // Straight steps count 2 and diagonal ones 3; a little chance lets roads wind over even land.
    const auto chance = static_cast<std::int32_t>(hash_at(seed_, n.x, n.y) >> 62);
    const std::int32_t reached = effort + effort_of(map_.at(n.x, n.y)) * (step < 4 ? 2 : 3) + chance;
    std::int32_t& best = best_[index(n)];
    if (reached >= best) return;
    best = reached;
    back_[index(n)] = step;
    buckets_[static_cast<std::size_t>(reached) % kBuckets].push_back(n);
  }

  void pave(Tile t) noexcept {
    for (;;) {
      map_.fill({t, {t.x + 2, t.y + 2}}, letter::kFloor);
      const std::uint8_t step = back_[index(t)];
      if (step == kStart) return;
      // A diagonal step is paved like two straight ones, so that a mover two tiles wide can pass.
      const Tile beside{t.x - kSteps[step].x, t.y};
      map_.fill({beside, {beside.x + 2, beside.y + 2}}, letter::kFloor);
      t = {t.x - kSteps[step].x, t.y - kSteps[step].y};
    }
  }

  LetterMap& map_;
  std::uint64_t seed_;
  Rect window_;
  std::vector<std::int32_t> best_;
  std::vector<std::uint8_t> back_;  // the step that reached the tile
  std::array<std::vector<Tile>, kBuckets> buckets_;
};

}  // namespace

void draw_roads(LetterMap& map, std::uint64_t seed) {
  const std::int32_t columns = map.width() / kTownPitch + 1;
  const std::int32_t rows = map.height() / kTownPitch + 1;
  const std::uint64_t sites = derive_seed(seed, 1);
  // All towns are chosen before the first road is drawn over the grass.
  std::vector<std::optional<Tile>> towns;
  for (std::int32_t y = 0; y < rows; ++y) {
    for (std::int32_t x = 0; x < columns; ++x) towns.push_back(choose_town(map, {x, y}, sites));
  }
  Random random(derive_seed(seed, 2));
  RoadSearch roads(map, derive_seed(seed, 3));
  for (std::int32_t y = 0; y < rows; ++y) {
    for (std::int32_t x = 0; x < columns; ++x) {
      const auto here = static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(x);
      if (!towns[here]) continue;
      map.fill({{towns[here]->x - 1, towns[here]->y - 1}, {towns[here]->x + 3, towns[here]->y + 3}}, letter::kFloor);
      if (x + 1 < columns && towns[here + 1] && random.chance(80)) roads.join(*towns[here], *towns[here + 1]);
      const std::size_t below = here + static_cast<std::size_t>(columns);
      if (y + 1 < rows && towns[below] && random.chance(80)) roads.join(*towns[here], *towns[below]);
    }
  }
}

}  // namespace portolan::generators
