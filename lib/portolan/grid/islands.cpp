// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/islands.hpp"

#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace portolan {
namespace {

constexpr std::int32_t kBandRows = 256;

struct Run {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  std::uint32_t set = 0;  ///< of the union-find; then the piece of an island that it belongs to
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

/// Calls touch(a, b) for the runs of a row and the row above it that touch.
template <class Touch>
void for_each_touching(std::span<const Run> above, std::span<const Run> row, std::int32_t reach, Touch&& touch) {
  std::size_t candidate = 0;
  for (const Run& run : row) {
    while (candidate < above.size() && above[candidate].end + reach <= run.begin) ++candidate;
    for (std::size_t other = candidate; other < above.size() && above[other].begin < run.end + reach; ++other) {
      touch(above[other], run);
    }
  }
}

const Run& run_at(std::span<const Run> row, std::int32_t x) noexcept {
  return *std::ranges::partition_point(row, [&](const Run& run) { return run.end <= x; });
}

/// Gives the roots of sets numbers from 1 by ascending element, and every element that of its root.
std::uint32_t number_sets(UnionFind& sets, std::vector<std::uint32_t>& number) {
  std::uint32_t count = 0;
  number.resize(sets.size());
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    const std::uint32_t root = sets.find(i);
    number[i] = root == i ? ++count : number[root];
  }
  return count;
}

}  // namespace

/// The passable runs of a band of rows, and the pieces of islands that they make up within it, numbered from 0 in the
/// order of their first tiles.
struct IslandFinder::Band {
  std::int32_t begin = 0;  ///< its first row
  std::vector<Run> runs;
  std::vector<std::size_t> row_first;  ///< by row its first run, and the number of runs
  std::uint32_t pieces = 0;

  [[nodiscard]] std::span<const Run> row(std::int32_t y) const noexcept {
    const auto i = static_cast<std::size_t>(y - begin);
    return std::span(runs).subspan(row_first[i], row_first[i + 1] - row_first[i]);
  }
  [[nodiscard]] std::int32_t end() const noexcept { return begin + static_cast<std::int32_t>(row_first.size()) - 1; }
};

/// What of a band meets others.
struct IslandFinder::Seam {
  std::vector<Run> first;
  std::vector<Run> last;
  std::uint32_t pieces = 0;
  std::uint64_t passable = 0;
  std::vector<std::uint32_t> link_ends;  ///< the pieces of those in it, in their order
};

IslandFinder::IslandFinder(const GridView& grid, std::span<const Link> links, unsigned threads)
    : grid_(grid), threads_(threads) {
  // Where a diagonal needs an open tile beside it, it joins nothing that straight steps do not.
  const bool cuts = grid.rules->neighbours == Neighbours::eight && grid.rules->corners == CornerRule::cut_both;
  reach_ = cuts ? 1 : 0;
  if (grid.edges != nullptr) {
    find_by_tiles(links);
  } else {
    find_in_bands(links);
  }
}

IslandFinder::Band IslandFinder::label(std::size_t band) const {
  Band made;
  made.begin = static_cast<std::int32_t>(band) * kBandRows;
  const std::int32_t end = std::min(made.begin + kBandRows, grid_.height);
  UnionFind sets;
  made.row_first.push_back(0);
  for (std::int32_t y = made.begin; y < end; ++y) {
    for (std::int32_t x = 0; x < grid_.width;) {
      if (grid_.cost({x, y}) == 0) {
        ++x;
        continue;
      }
      Run run{x, x, sets.add()};
      while (run.end < grid_.width && grid_.cost({run.end, y}) != 0) ++run.end;
      made.runs.push_back(run);
      x = run.end;
    }
    made.row_first.push_back(made.runs.size());
    if (y == made.begin) continue;
    for_each_touching(made.row(y - 1), made.row(y), reach_,
                      [&](const Run& a, const Run& b) { sets.join(a.set, b.set); });
  }
  std::vector<std::uint32_t> number;
  made.pieces = number_sets(sets, number);
  for (Run& run : made.runs) run.set = number[run.set] - 1;
  return made;
}

void IslandFinder::find_in_bands(std::span<const Link> links) {
  std::vector<Tile> link_ends;
  for (const Link& link : links) {
    if (grid_.cost(link.from) == 0 || grid_.cost(link.to) == 0) continue;
    link_ends.push_back(link.from);
    link_ends.push_back(link.to);
  }
  std::vector<Seam> seams(static_cast<std::size_t>((grid_.height + kBandRows - 1) / kBandRows));
  parallel_for(seams.size(), threads_, [&](std::size_t number, unsigned) {
    const Band band = label(number);
    Seam& seam = seams[number];
    const auto first = band.row(band.begin);
    const auto last = band.row(band.end() - 1);
    seam.first.assign(first.begin(), first.end());
    seam.last.assign(last.begin(), last.end());
    seam.pieces = band.pieces;
    for (const Run& run : band.runs) seam.passable += static_cast<std::uint64_t>(run.end - run.begin);
    for (const Tile tile : link_ends) {
      if (tile.y >= band.begin && tile.y < band.end()) seam.link_ends.push_back(run_at(band.row(tile.y), tile.x).set);
    }
  });
  first_piece_.push_back(0);
  for (const Seam& seam : seams) {
    first_piece_.push_back(first_piece_.back() + seam.pieces);
    passable_ += seam.passable;
  }
  if (first_piece_.back() >= std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("the map has too many islands");
  }
  std::vector<std::uint32_t> piece(first_piece_.back());
  std::iota(piece.begin(), piece.end(), 0U);
  UnionFind pieces(std::move(piece));
  const auto of_band = [&](std::size_t band, std::uint32_t set) {
    return static_cast<std::uint32_t>(first_piece_[band]) + set;
  };
  for (std::size_t band = 1; band < seams.size(); ++band) {
    for_each_touching(seams[band - 1].last, seams[band].first, reach_,
                      [&](const Run& a, const Run& b) { pieces.join(of_band(band - 1, a.set), of_band(band, b.set)); });
  }
  std::vector<std::size_t> seen(seams.size(), 0);
  std::uint32_t from = 0;
  for (std::size_t end = 0; end < link_ends.size(); ++end) {
    const auto band = static_cast<std::size_t>(link_ends[end].y / kBandRows);
    const std::uint32_t here = of_band(band, seams[band].link_ends[seen[band]++]);
    if (end % 2 == 0) {
      from = here;
    } else {
      pieces.join(from, here);
    }
  }
  count_ = number_sets(pieces, number_);
}

/// Where moves may part tiles that terrain joins, tile by tile.
void IslandFinder::find_by_tiles(std::span<const Link> links) {
  std::vector<std::uint32_t> root(grid_.terrain.size());
  std::iota(root.begin(), root.end(), 0U);
  UnionFind sets(std::move(root));
  for (std::size_t i = 0; i < grid_.terrain.size(); ++i) {
    const Tile tile = grid_.tile(i);
    if (grid_.cost(tile) == 0) continue;
    ++passable_;
    for_each_joined(grid_, grid_.bounds(), tile, [&](Tile to) {
      if (row_by_row(to, tile)) sets.join(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(grid_.index(to)));
    });
  }
  for (const Link& link : links) {
    if (grid_.cost(link.from) == 0 || grid_.cost(link.to) == 0) continue;
    sets.join(static_cast<std::uint32_t>(grid_.index(link.from)), static_cast<std::uint32_t>(grid_.index(link.to)));
  }
  number_.assign(grid_.terrain.size(), 0);
  for (std::size_t i = 0; i < grid_.terrain.size(); ++i) {
    if (grid_.cost(grid_.tile(i)) == 0) continue;
    // The root is the first tile of its island.
    const std::uint32_t first = sets.find(static_cast<std::uint32_t>(i));
    number_[i] = first == i ? ++count_ : number_[first];
  }
}

template <class T>
void IslandFinder::write(std::span<T> labels) const {
  if (grid_.edges != nullptr) {
    std::ranges::transform(number_, labels.begin(), [](std::uint32_t number) { return static_cast<T>(number); });
    return;
  }
  parallel_for(first_piece_.size() - 1, threads_, [&](std::size_t number, unsigned) {
    const Band band = label(number);
    for (std::int32_t y = band.begin; y < band.end(); ++y) {
      const auto row = labels.subspan(grid_.index({0, y}), static_cast<std::size_t>(grid_.width));
      std::ranges::fill(row, T{0});
      for (const Run& run : band.row(y)) {
        std::fill(row.begin() + run.begin, row.begin() + run.end,
                  static_cast<T>(number_[first_piece_[number] + run.set]));
      }
    }
  });
}
template void IslandFinder::write(std::span<std::uint8_t> labels) const;
template void IslandFinder::write(std::span<std::uint16_t> labels) const;
template void IslandFinder::write(std::span<std::uint32_t> labels) const;

Islands label_islands(const GridView& grid, std::span<const Link> links) {
  const IslandFinder finder(grid, links);
  Islands islands{std::vector<std::uint32_t>(grid.terrain.size()), finder.count()};
  finder.write(std::span(islands.label));
  return islands;
}

}  // namespace portolan
