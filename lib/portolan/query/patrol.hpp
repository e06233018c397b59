// SPDX-License-Identifier: BSL-1.0
// A round of stops that is walked for ever, by way of those that can be reached now.
#pragma once

#include "portolan/query/path_query.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace portolan {

/// The path to a stop, or why there is none.
struct PatrolLeg {
  PathResult path;
  std::size_t stop = 0;    ///< where it leads; without a path the one whose turn it still is
  std::uint64_t work = 0;  ///< of all that was asked
};

/// Where a round stands: a value, to be copied and saved.
///
/// Stops come in their order. One that is blocked or cannot be reached now is passed over, and asked for again when its
/// turn comes: so a round takes it up once a door is open, on whatever snapshot the query then uses.
///
///     Patrol round({{3, 4}, {40, 9}, {22, 30}});
///     const PatrolLeg leg = round.next(query, {.from = guard}, path);   // when the guard has arrived
class Patrol {
 public:
  /// At least one stop. @throws std::bad_alloc
  explicit Patrol(std::vector<Tile> stops) : stops_(std::move(stops)) {}

  /// Finds a path to the next stop that can be reached, as PathQuery::find does, and goes on to the one behind it.
  /// `request.to` is not read; `request.max_expansions` bounds the work of all that is asked together. Where no stop
  /// can be reached, or something else is in the way (bad_start, out_of_budget, corrupt), the round stands where it
  /// stood, with the answer for the last stop that was asked for. O(stops) paths, one if the next can be reached.
  PatrolLeg next(PathQuery& query, PathRequest request, Path& path) noexcept;

  [[nodiscard]] const std::vector<Tile>& stops() const noexcept { return stops_; }
  /// The stop whose turn is next.
  [[nodiscard]] std::size_t turn() const noexcept { return turn_; }
  /// From now on begins with another stop, one of those there are.
  void begin_with(std::size_t stop) noexcept { turn_ = stop; }

 private:
  std::vector<Tile> stops_;
  std::size_t turn_ = 0;
};

}  // namespace portolan
