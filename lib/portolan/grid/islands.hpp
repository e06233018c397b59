// SPDX-License-Identifier: BSL-1.0
// Connected components of the positions of one mover: tiles on different islands never reach each other; tiles on the
// same one do, unless it takes a link or a move that leads one way only.
#pragma once

#include "portolan/grid/grid_view.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Finds the islands of a map a band of rows at a time, by joining the passable runs of neighbouring rows (two-pass
/// labelling with union-find; A. Rosenfeld and J. Pfaltz, 1966), then the bands, and what links join, whichever way
/// they lead; their ends must lie on the map. Moves part what they block both ways, and no more. O(tiles + links log
/// width) time; the memory is that of a band for each thread, of its first and last row and of the islands in it. With
/// moves it is O(tiles), and the map must have fewer than 2^32 of them. The same for any number of threads (0: one a
/// core).
class IslandFinder {
 public:
  /// The rules and the terrain must outlive it.
  explicit IslandFinder(const GridView& grid, std::span<const Link> links = {}, unsigned threads = 1);

  /// Number of islands.
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  /// Number of passable positions.
  [[nodiscard]] std::uint64_t passable() const noexcept { return passable_; }
  /// Writes by position, row by row, the number of its island, from 1 in the order of their first tiles, row by row; 0
  /// where it is impassable. T must hold the count.
  template <class T>
  void write(std::span<T> labels) const;

 private:
  struct Band;
  struct Seam;
  [[nodiscard]] Band label(std::size_t band) const;
  void find_in_bands(std::span<const Link> links);
  void find_by_tiles(std::span<const Link> links);

  GridView grid_;
  unsigned threads_;
  std::int32_t reach_ = 0;                ///< how far runs may lie apart sideways and yet touch
  std::vector<std::size_t> first_piece_;  ///< by band the number of its first piece of an island
  std::vector<std::uint32_t> number_;     ///< by piece that of its island; with moves by position
  std::uint32_t count_ = 0;
  std::uint64_t passable_ = 0;
};

/// The island of every position.
struct Islands {
  std::vector<std::uint32_t> label;  ///< as IslandFinder::write gives it
  std::uint32_t count = 0;           ///< number of islands
};

/// All of that in memory, on one thread.
[[nodiscard]] Islands label_islands(const GridView& grid, std::span<const Link> links = {});

}  // namespace portolan
