// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/islands.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace portolan {
namespace {

struct Run {
  std::int32_t begin = 0;
  std::int32_t end = 0;
};

class UnionFind {
 public:
  UnionFind() = default;
  /// `parent`: of each element itself.
  explicit UnionFind(std::vector<std::uint32_t> parent) : parent_(std::move(parent)) {}
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t i) noexcept {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) noexcept {
    a = find(a);
    b = find(b);
    // The lower number stays the root: it was met first, row by row.
    if (a < b) {
      parent_[b] = a;
    } else {
      parent_[a] = b;
    }
  }
  [[nodiscard]] std::size_t size() const noexcept { return parent_.size(); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

namespace {

/// Where moves may part tiles that terrain joins, tile by tile.
Islands label_by_tiles(const GridView& grid, std::span<const Link> links) {
  std::vector<std::uint32_t> root(grid.terrain.size());
  std::iota(root.begin(), root.end(), 0U);
  UnionFind sets(std::move(root));
  for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
    const Tile tile = grid.tile(i);
    if (grid.cost(tile) == 0) continue;
    for_each_joined(grid, grid.bounds(), tile, [&](Tile to) {
      if (row_by_row(to, tile)) sets.join(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(grid.index(to)));
    });
  }
  for (const Link& link : links) {
    if (grid.cost(link.from) == 0 || grid.cost(link.to) == 0) continue;
    sets.join(static_cast<std::uint32_t>(grid.index(link.from)), static_cast<std::uint32_t>(grid.index(link.to)));
  }
  Islands islands;
  islands.label.assign(grid.terrain.size(), 0);
  for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
    if (grid.cost(grid.tile(i)) == 0) continue;
    // The root is the first tile of its island.
    const std::uint32_t first = sets.find(static_cast<std::uint32_t>(i));
    islands.label[i] = first == i ? ++islands.count : islands.label[first];
  }
  return islands;
}

}  // namespace

Islands label_islands(const GridView& grid, std::span<const Link> links) {
  if (grid.edges != nullptr) return label_by_tiles(grid, links);
  // Where a diagonal needs an open tile beside it, it joins nothing that straight steps do not.
  const std::int32_t reach =
      grid.rules->neighbours == Neighbours::eight && grid.rules->corners == CornerRule::cut_both ? 1 : 0;
  std::vector<Run> runs;
  std::vector<std::size_t> row_first;
  UnionFind sets;
  for (std::int32_t y = 0; y < grid.height; ++y) {
    const std::size_t above = y == 0 ? 0 : row_first.back();
    const std::size_t above_end = runs.size();
    row_first.push_back(above_end);
    std::size_t candidate = above;
    for (std::int32_t x = 0; x < grid.width;) {
      if (grid.cost({x, y}) == 0) {
        ++x;
        continue;
      }
      Run run{x, x};
      while (run.end < grid.width && grid.cost({run.end, y}) != 0) ++run.end;
      runs.push_back(run);
      const std::uint32_t set = sets.add();
      while (candidate < above_end && runs[candidate].end + reach <= run.begin) ++candidate;
      for (std::size_t other = candidate; other < above_end && runs[other].begin < run.end + reach; ++other) {
        sets.join(set, static_cast<std::uint32_t>(other));
      }
      x = run.end;
    }
  }
  row_first.push_back(runs.size());
  const auto run_of = [&](Tile t) {
    const auto row = static_cast<std::size_t>(t.y);
    const auto begin = runs.begin() + static_cast<std::ptrdiff_t>(row_first[row]);
    const auto end = runs.begin() + static_cast<std::ptrdiff_t>(row_first[row + 1]);
    const auto run = std::partition_point(begin, end, [&](const Run& r) { return r.end <= t.x; });
    return static_cast<std::uint32_t>(run - runs.begin());
  };
  for (const Link& link : links) {
    if (grid.cost(link.from) != 0 && grid.cost(link.to) != 0) sets.join(run_of(link.from), run_of(link.to));
  }

  Islands islands;
  std::vector<std::uint32_t> number(sets.size(), 0);
  islands.label.assign(grid.terrain.size(), 0);
  for (std::int32_t y = 0; y < grid.height; ++y) {
    const auto row = static_cast<std::size_t>(y);
    for (std::size_t i = row_first[row]; i < row_first[row + 1]; ++i) {
      std::uint32_t& label = number[sets.find(static_cast<std::uint32_t>(i))];
      if (label == 0) label = ++islands.count;
      for (std::int32_t x = runs[i].begin; x < runs[i].end; ++x) islands.label[grid.index({x, y})] = label;
    }
  }
  return islands;
}

}  // namespace portolan
