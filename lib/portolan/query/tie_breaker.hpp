// SPDX-License-Identifier: BSL-1.0
// Chooses one of all least paths between two near tiles, by counting them or by comparing their turns.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/mover_matrix.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/tie_measures.hpp"
#include "portolan/query/ties.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// What came of a choice.
struct TieChoice {
  std::span<const Tile> tiles;   ///< from end to end; empty if there is no path of that cost. Valid until the next one
  bool among_all = false;        ///< no path of the least cost leaves the tiles that were looked at, or takes a link
  bool spent = false;            ///< the budget did not do
  std::uint64_t expansions = 0;  ///< tiles settled
};

/// Finds all paths of a known least cost within a rectangle of at most Side x Side tiles, as the graph of the steps on
/// them, and takes one. Random: the number of paths from each tile to the goal says with which chance it is the next,
/// so that every path has the same; by chances that are right to one part in 2^40, and exact where there are fewer than
/// 2^63 paths. Straightest: a dynamic program over tiles and headings.
///
/// Reserves about 130 bytes a tile, committed where it is asked; allocates nothing afterwards. One thread at a time;
/// the snapshot must outlive it.
template <std::int32_t Side>
class TieBreaker {
 public:
  using Matrix = LocalMatrix<Side, Cost>;

  /// @throws std::bad_alloc
  explicit TieBreaker(const ProfileSnapshot& snapshot);

  /// Takes one of the paths inside `within`, a part of the map, that cost `cost`, which must be the least there.
  /// Settles at most `budget` tiles. O(n log n) for the n tiles that may lie on such paths.
  [[nodiscard]] TieChoice choose(const Rect& within, Tile from, Tile to, Cost cost, const Ties& ties,
                                 std::uint64_t budget) noexcept;

  /// What an ordinary choice looks at: the tiles of the map in the matrix centred on the midpoint of the ends, which
  /// must fit.
  [[nodiscard]] Rect around(Tile from, Tile to) const noexcept {
    return intersection(Matrix::centred(from, to), snapshot_.grid().bounds());
  }
  /// Where the last choice was made.
  [[nodiscard]] const Rect& window() const noexcept { return matrix_.window(); }

 private:
  void count_paths(Tile to) noexcept;
  std::size_t walk_at_random(Tile from, Tile to, std::uint64_t seed) noexcept;
  void rate_headings(Tile from, Tile to) noexcept;
  std::size_t walk_straightest(Tile from, Tile to) noexcept;
  [[nodiscard]] bool is_whole(const Rect& within, Tile from, Tile to, Cost cost) noexcept;

  template <class Visit>
  void for_each_tight_step(Tile at, Visit&& visit) const;
  [[nodiscard]] std::size_t place(Tile t) const noexcept {
    const Tile origin = matrix_.window().min;
    return static_cast<std::size_t>(t.y - origin.y) * Side + static_cast<std::size_t>(t.x - origin.x);
  }

  const ProfileSnapshot& snapshot_;
  LinkBound link_bound_;
  Rect within_{};
  Matrix matrix_;
  std::size_t settled_ = 0;
  ZeroedArray<Tile> order_;              ///< tiles settled, by ascending cost from the start
  ZeroedArray<PathCount> paths_;         ///< from a tile to the goal
  ZeroedArray<std::uint64_t> headings_;  ///< turns and distances of the best way on, by tile and first heading
  ZeroedArray<Tile> tiles_;
};

extern template class TieBreaker<LegMatrix::kSide>;
extern template class TieBreaker<WideMatrix::kSide>;

}  // namespace portolan
