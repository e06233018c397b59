// SPDX-License-Identifier: BSL-1.0
// What a query answers besides its path.
#pragma once

#include <cstdint>
#include <string_view>

namespace portolan {

/// The cost of a path in the integer unit of its profile (MoveRules::tiles_per_unit converts).
using Cost = std::uint64_t;

/// A cost above that of any path; sums of two costs below it do not wrap.
inline constexpr Cost kInfiniteCost = Cost{1} << 62;

/// How a question ended. With `found` and `partial` there is a path. The numbers are those of the C interface.
enum class Status : std::uint8_t {
  found = 0,          ///< a path from start to goal
  partial = 7,        ///< a path to the nearest tile that will do instead of the goal, as was asked for
  undecided = 1,      ///< the tier that was asked alone gave no path, which proves nothing
  unreachable = 2,    ///< proven: there is no path
  bad_start = 3,      ///< the start is outside the map or blocked
  bad_goal = 4,       ///< the goal is outside the map or blocked, or no path leads to the tile taken for it
  out_of_budget = 5,  ///< the budget of expansions was spent first
  corrupt = 6,        ///< the world file contradicts itself
  bad_request = 8,    ///< the caller's mistake: sizes that do not fit each other, a node that does not exist
  busy = 9,           ///< a service takes no more now: ask again when something of it has been polled or answered
};

/// The reason behind a status; `none` where the status says it all.
enum class Why : std::uint8_t {
  none,
  outside,            ///< an end lies outside the map
  blocked,            ///< an end is not passable for the profile
  different_islands,  ///< the ends lie on different islands
  exhausted,          ///< the search saw everything that can be reached
  does_not_fit,       ///< the ends do not fit in the local matrix
  no_local_path,      ///< the local matrix holds no path, but one may lead around it
  tier_missing,       ///< the file or the query lacks what the forced tier needs
  edited,             ///< edits may have changed what the forced tier would answer
  budget_spent,       ///< more expansions would be needed
  bad_reference,      ///< a value in the file points nowhere or contradicts another
  moved_end,          ///< as asked, an end was moved to the nearest tile that will do
  off_lattice,        ///< an end is a point where this mover, which stands on tiles, cannot be
  no_area,            ///< an end lies in no area that is open, and the path was to keep to areas
  no_path_within,     ///< there is a way over areas, but within them no path joins these ends
  nearest_unknown,    ///< no path leads to the nearest tile that might do; which one does is not known
  closed,             ///< an end is a place that is closed now
  no_room,            ///< the memory given is too small for the answer, or 32 bits for the costs of a bounded path; a
                      ///< service has no slot or snapshot to spare
  wrong_size,         ///< of a bad request: the spans given do not fit each other
  no_such_node,       ///< of a bad request: a node that the graph does not have, or one at too great a cost
  out_of_range,       ///< of a bad request: a client or a view that the service does not have
};

/// How a query looks for the path. `automatic` takes the first tier that answers exactly.
enum class Tier : std::uint8_t {
  automatic,
  astar,      ///< plain A* on the tiles of the whole map: the baseline
  local,      ///< A* in the 60x60 matrix centred on the midpoint of the ends
  regions,    ///< A* over the region levels, refined leg by leg
  waypoints,  ///< direct sight, else A* over the waypoint graph
  ch,         ///< direct sight, else the contraction hierarchy of the waypoint graph
  labels,     ///< direct sight, else the hub labels of the waypoint graph
  blocks,     ///< direct sight, else the hub labels of the waypoint graph joined per block of 8 x 8 positions
  jump,       ///< jump points on the tiles of the whole map as it is now: nothing precomputed, edits cost nothing
};

/// Whether there is a path: to the goal, or to what was taken for it.
[[nodiscard]] constexpr bool has_path(Status status) noexcept {
  return status == Status::found || status == Status::partial;
}

/// The name of the status, as in the enumeration.
[[nodiscard]] std::string_view to_string(Status) noexcept;
/// The name of the reason, as in the enumeration.
[[nodiscard]] std::string_view to_string(Why) noexcept;
/// The name of the tier, as options and reports write it.
[[nodiscard]] std::string_view to_string(Tier) noexcept;

}  // namespace portolan
