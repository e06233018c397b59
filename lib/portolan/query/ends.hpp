// SPDX-License-Identifier: BSL-1.0
// What becomes of the ends of a question before anything is searched, for every query alike.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/query/nearest_tile.hpp"
#include "portolan/query/profile_snapshot.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// What to do with an end that is outside the map or blocked, or with a goal on another island than the start.
enum class EndRule : std::uint8_t {
  exact,  ///< answer with the status that says so
  /// Take the nearest tile that will do, in a straight line, and answer for that: with `partial` where it is not the
  /// goal asked for that a path leads to. For the start that is the nearest to stand on, for the goal the nearest that
  /// can be reached from there, on the snapshot in use, links and moves that lead one way included. Of several as near
  /// the uppermost, then the leftmost; a PathQuery takes the one of the first NearestTiles::kMost that costs least, and
  /// of several those the same. Only
  /// on maps of more than Reach::kMostTiles with edits or one-way links, islands of the file choose the goal; if no
  /// path leads to that one the answer is bad_goal, nearest_unknown.
  nearest,
};

/// Whether tiles on different islands are apart, or something else may join them.
enum class IslandRule : std::uint8_t { apart, joined };

/// The two ends of a question between tiles, judged.
class JudgedEnds {
 public:
  /// O(1); where an end is moved by d tiles O(d^2), and where islands of the file do not say what can be reached, what
  /// Reach takes.
  JudgedEnds(const ProfileSnapshot& snapshot, Tile from, Tile to, EndRule rule,
             IslandRule islands = IslandRule::apart) noexcept;

  /// The tiles to search between.
  [[nodiscard]] Tile from() const noexcept { return from_; }
  [[nodiscard]] Tile to() const noexcept { return to_; }
  /// to(), and all that are equally near to what was asked for, row by row.
  [[nodiscard]] std::span<const Tile> goals() const noexcept {
    return goals_ && !goals_->tiles().empty() ? goals_->tiles() : std::span(&to_, 1);
  }
  /// Whether the ends alone decide the answer, and that answer.
  [[nodiscard]] bool decided() const noexcept { return answer_.why != Why::none; }
  [[nodiscard]] const Answer& answer() const noexcept { return answer_; }
  /// Makes an answer for from() and one of goals() one for the ends that were asked for.
  void conclude(Answer& answer, Tile goal) const noexcept;
  /// The same for to().
  void conclude(Answer& answer) const noexcept { conclude(answer, to_); }

 private:
  void settle(const ProfileSnapshot& snapshot, IslandRule islands) noexcept;

  Tile asked_from_;
  Tile asked_to_;
  EndRule rule_;
  Tile from_;
  Tile to_;
  std::optional<NearestTiles> goals_;  ///< if the goal may be moved
  Answer answer_;
};

/// Of an answer for ends that may be moved, where there is a tile that will do, the start if no other: nothing is
/// unreachable but what was taken for the goal.
void conclude_nearest(Answer& answer) noexcept;

/// The tiles that a point of the map touches, those only on which the mover can stand: up to four at a lattice corner.
class TouchedTiles {
 public:
  TouchedTiles(const GridView& grid, Point p) noexcept;
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] const Tile* begin() const noexcept { return tiles_.data(); }
  [[nodiscard]] const Tile* end() const noexcept { return tiles_.data() + count_; }

 private:
  std::array<Tile, 4> tiles_{};
  std::size_t count_ = 0;
};

/// What the ends of a question between points decide; `why` is none if a search is needed. Anywhere will do for a point
/// mover, whose ends go with the tiles that they touch; others stand at the centres of tiles only. O(1).
[[nodiscard]] Answer judge_points(const ProfileSnapshot& snapshot, Point from, Point to) noexcept;

/// Whether a path joins two tiles that the mover can stand on, as far as is known without a search. O(1), or what Reach
/// takes.
[[nodiscard]] bool may_join(const ProfileSnapshot& snapshot, Tile from, Tile to) noexcept;

/// The answer where islands say that no path joins the ends.
[[nodiscard]] constexpr Answer on_different_islands() noexcept {
  return {.status = Status::unreachable, .why = Why::different_islands, .lower_bound = kInfiniteCost};
}

}  // namespace portolan
