// SPDX-License-Identifier: BSL-1.0
// Chooses one of all least paths between two tiles, however far apart.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/equal_paths.hpp"
#include "portolan/query/goal_distances.hpp"
#include "portolan/query/local_matrix.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/tie_measures.hpp"
#include "portolan/query/ties.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// What came of a choice of a whole path.
struct FarChoice {
  bool made = false;       ///< the path was written; else it is as it was
  bool spent = false;      ///< not made, and a larger budget may be enough
  std::uint64_t work = 0;  ///< nodes settled for distances, and tiles on least paths; at most the budget
};

/// Takes one of all least paths as a rule of ties says, in the grid metric without moves: at random, each with the same
/// chance, or the straightest, by a dynamic program over tiles and headings; behind a link any step goes straight on.
///
/// The choice is made where least paths lead over at most EqualPaths::kMostTiles tiles in EqualPaths::kMostBlocks
/// blocks, take no more than kMostSteps steps, and their distances settle no more than kMostSettled nodes. Memory: what
/// GoalDistances and EqualPaths take, and 10 MB, committed where paths lead; a choice allocates nothing. One thread at
/// a time; the snapshot must outlive it.
class FarTies {
 public:
  static constexpr std::uint32_t kMostSteps = WideMatrix::kNodes - 1;
  static constexpr std::uint64_t kMostSettled = std::uint64_t{1} << 16;

  /// @throws std::bad_alloc
  explicit FarTies(const ProfileSnapshot& snapshot);

  /// Takes the snapshot as it is now. @throws as GoalDistances::use
  void use() { distances_.use(); }
  void use_file() noexcept { distances_.use_file(); }

  /// Puts one of the paths that cost `cost`, the least there is, in the place of what was found. O(tiles on least
  /// paths + parts of their blocks), and what the search for distances takes.
  [[nodiscard]] FarChoice choose(Tile from, Tile to, Cost cost, const Ties& ties, std::uint64_t budget,
                                 Path& path) noexcept;

 private:
  using Node = EqualPaths::Node;
  /// Of a way on, less is better: turns, each as much as any sum of distances beside the line, which come to less than
  /// kMostSteps times twice the tiles of a map.
  using Rating = std::uint64_t;
  static constexpr Rating kTurn = Rating{1} << 48;
  static constexpr Rating kNoWay = Rating{1} << 63;
  /// Ways on from a tile: by heading, and by link.
  static constexpr std::size_t kByLink = kDirections;
  static constexpr std::size_t kWays = kDirections + 1;
  struct Ratings {
    std::array<Rating, kWays> by_way;
    Rating best;
  };

  /// Between the ends.
  struct Line {
    Tile from;
    Tile to;
  };

  void write_random(const Line& line, std::uint64_t seed, Path& path) const noexcept;
  void write_straightest(const Line& line, Path& path) const noexcept;
  void rate(const Line& line) noexcept;
  [[nodiscard]] Rating rate_next(const EqualPaths::Next& next, std::size_t way, const Line& line) const noexcept;
  [[nodiscard]] std::size_t best_way(Node node, std::size_t before) const noexcept;
  [[nodiscard]] std::size_t way_to(Node node, const EqualPaths::Next& next) const noexcept;

  const ProfileSnapshot& snapshot_;
  GoalDistances distances_;
  EqualPaths paths_;
  ZeroedArray<Ratings> ratings_;  ///< by tile and how one goes on
};

}  // namespace portolan
