// SPDX-License-Identifier: BSL-1.0
// What a query of paths hands its tiers, and what they answer.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/point.hpp"
#include "portolan/query/ties.hpp"

#include <cstdint>

namespace portolan {

/// When a path that the region tier found in the grid metric is broken down into legs.
enum class Unpacking : std::uint8_t {
  by_distance,  ///< at once; leg by leg where the ends lie more than kFarUnpacked columns or rows apart
  at_once,      ///< by find(): the waypoints are the ends of all legs
  leg_by_leg,   ///< by LegWalker::next(), as far as each leg takes: find() returns sooner, with fewer waypoints on the
                ///< same path
};

/// What Unpacking::by_distance goes by, in tiles.
inline constexpr std::int64_t kFarUnpacked = 8192;

/// How large the window of Tier::local is, which answers for ends that both lie in it.
enum class MatrixSide : std::uint8_t {
  side_60,   ///< 60 tiles
  side_120,  ///< 120 tiles: up to four times as much to search, and paths found and proven farther around
  by_ends,   ///< 60 tiles; where this tier is asked alone and the ends lie farther apart, 120
};

/// Nodes settled, by the part of the search that did it.
struct Expansions {
  std::uint64_t local = 0;  ///< tiles in the matrix around both ends, those seen again for a rule of ties included
  /// Tiles around the ends of a region search. Each of the up to four regions of 33 x 33 tiles around an end is
  /// measured at once, and counts all its passable tiles, before that is done.
  std::uint64_t access = 0;
  std::uint64_t coarse = 0;  ///< portals of the region levels, and tiles of edited regions
  std::uint64_t unpack = 0;  ///< portals, to unpack arcs of higher levels; with any_angle tiles too, to walk the legs
  std::uint64_t astar = 0;   ///< tiles of the baseline
  std::uint64_t waypoints = 0;  ///< waypoints of the sight graph, or of its contraction hierarchy
  std::uint64_t jump = 0;       ///< jump points
  Expansions& operator+=(const Expansions& other) noexcept {
    local += other.local;
    access += other.access;
    coarse += other.coarse;
    unpack += other.unpack;
    astar += other.astar;
    waypoints += other.waypoints;
    jump += other.jump;
    return *this;
  }
  [[nodiscard]] std::uint64_t total() const noexcept {
    return local + access + coarse + unpack + astar + waypoints + jump;
  }
};

/// Whether a tier answers by the waypoint graph.
[[nodiscard]] constexpr bool is_by_sight(Tier tier) noexcept {
  return tier == Tier::waypoints || tier == Tier::ch || tier == Tier::labels || tier == Tier::blocks;
}

/// What a query of paths answers besides the path. The cost is that of the whole path, in the profile's unit: that of
/// its steps (ProfileView::tiles_per_unit), with any_angle that of straight segments.
struct PathResult : Answer {
  Tier tier = Tier::automatic;  ///< the tier that answered; automatic if the ends alone decided
  /// The cost in tiles at terrain cost 1: links at what the map says, without the rounding to the unit that they have
  /// in `cost`, and the rest to about 1e-8 (ProfileView::tiles_per_unit).
  double length = 0;
  Expansions expansions;                   ///< `work`, by what did it
  TiesScope ties_scope = TiesScope::none;  ///< how far the request's rule of ties chose the path
  bool ties_spent = false;                 ///< whether it may go further with a larger budget
};

/// How far a search came before its budget was spent: the settled tile that is nearest to the goal by the lower bound
/// of the links and the plane, and of several the one that costs least.
struct Approach {
  Tile at{};
  Cost bound = kInfiniteCost;  ///< of what is left
  Cost cost = 0;               ///< of a least path from the start

  [[nodiscard]] constexpr bool closer_than(const Approach& other) const noexcept {
    return bound != other.bound ? bound < other.bound : cost < other.cost;
  }
};

/// Whether a search that runs out of its budget remembers how far it came.
enum class WhenSpent : std::uint8_t { forget, remember };

/// Whether it is known that a path joins the ends.
enum class Joined : std::uint8_t { unknown, yes };

/// A question whose ends have been judged: as tiles, and as points of the mover's plane.
struct PathTask {
  Tile from;
  Tile to;
  Point plane_from;
  Point plane_to;
  Tier tier = Tier::automatic;
  std::uint64_t max_expansions = ~std::uint64_t{0};
  Unpacking unpacking = Unpacking::at_once;
  Ties ties{};
  MatrixSide matrix = MatrixSide::side_60;
  Cost below = kInfiniteCost;  ///< only paths that cost less are of interest
  WhenSpent when_spent = WhenSpent::forget;
  Joined joined = Joined::unknown;
};

}  // namespace portolan
