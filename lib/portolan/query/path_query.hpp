// SPDX-License-Identifier: BSL-1.0
// The question a game asks: how do I get from here to there?
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/query/local_matrix.hpp"
#include "portolan/query/region_search.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace portolan {

/// What to do with an end that is outside the map or blocked, or with a goal on another island than the start.
enum class EndRule : std::uint8_t {
  exact,    ///< answer with the status that says so
  nearest,  ///< take the nearest tile that will do (nearest_standing_tile) and answer for that
};

struct PathRequest {
  Tile from{};
  Tile to{};
  Tier tier = Tier::automatic;
  EndRule ends = EndRule::exact;
  /// Nodes that local, coarse and baseline searches may settle together.
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// Nodes settled, by the part of the search that did it.
struct Expansions {
  std::uint64_t local = 0;   ///< tiles in the matrix around both ends
  std::uint64_t access = 0;  ///< tiles around the ends of a coarse search: at most 4 * 33 * 33 each
  std::uint64_t coarse = 0;  ///< portals of the region levels
  std::uint64_t unpack = 0;  ///< portals, to unpack arcs of higher levels
  std::uint64_t astar = 0;   ///< tiles of the baseline
  [[nodiscard]] std::uint64_t total() const noexcept { return local + access + coarse + unpack + astar; }
};

/// What a query answers. The spans lie in the query's memory and hold until its next find().
struct PathResult {
  Status status = Status::unreachable;
  Why why = Why::none;
  Tier tier = Tier::automatic;      ///< the tier that answered; automatic if the ends alone decided
  Cost cost = 0;                    ///< in the integer unit of the profile; the cost of the path if there is one
  bool optimal = false;             ///< the cost is proven to be the least there is
  std::span<const Tile> waypoints;  ///< ends of the legs, start and goal included; one if they are the same tile
  Expansions expansions;
};

/// One leg of a path, tile by tile.
struct Leg {
  std::span<const Tile> tiles;  ///< from waypoint to waypoint, ends included; holds until the next leg or find()
  Cost cost = 0;
  Rect window{};             ///< where it was searched; empty for a straight run
  std::uint64_t states = 0;  ///< tiles settled to find it, at most 3600
};

enum class LegStatus : std::uint8_t {
  ready,    ///< `leg` holds the next leg
  done,     ///< there are no more
  corrupt,  ///< the world file contradicts the terrain here; what was walked so far is legal
};

/// Whether a query can also run the baseline, plain A* on the whole map (Tier::astar), which needs scratch per tile.
/// On maps of 2^32-1 tiles and more there is no baseline.
enum class Baseline : std::uint8_t { without, with };

/// Finds paths for one profile of a world, reusing its own memory: after construction no call allocates, locks, throws
/// or logs. One thread at a time; any number of queries may run on one World at once. Keeps the World alive.
///
///     PathQuery query(world, 0);
///     PathResult result = query.find({.from = {3, 4}, .to = {200, 150}});
///     Leg leg;
///     while (query.next_leg(leg) == LegStatus::ready) walk(leg.tiles);
class PathQuery {
 public:
  /// Reserves address space for about 200 bytes a portal (with the baseline: 60 a tile), committed only where searches
  /// go. `profile` must be below world.profiles().size(). @throws std::bad_alloc
  PathQuery(World world, std::size_t profile, Baseline baseline = Baseline::without);
  PathQuery(const PathQuery&) = delete;
  PathQuery& operator=(const PathQuery&) = delete;

  /// Finds a path. With Tier::automatic the answer is exact: the least cost, or a proof that there is no path. The same
  /// world and request always give the same path. O(n log n) in the nodes it settles.
  ///
  /// Ends outside the map or blocked: bad_start, bad_goal. Forced tiers answer alone: `local` with `partial` where its
  /// matrix does not hold both ends or shows no path; `astar` with `partial` if the query was made without the
  /// baseline.
  PathResult find(const PathRequest& request) noexcept;

  /// The legs of the last path found, in order, each searched when asked for: at most 33 * 33 tiles a leg.
  LegStatus next_leg(Leg& leg) noexcept;

  [[nodiscard]] const ProfileView& profile() const noexcept { return profile_; }

  /// Calls visit(tile, settled) for every node the last find() touched: tiles, or portals in the coarse tier. For
  /// drawing, before legs are asked for; O(scratch).
  void visit_search(const std::function<void(Tile tile, bool settled)>& visit) const;

 private:
  PathRequest settle_ends(PathRequest request) const noexcept;
  PathResult check_ends(const PathRequest& request) const noexcept;
  PathResult find_local(const PathRequest& request) noexcept;
  PathResult find_coarse(const PathRequest& request, const PathResult& local) noexcept;
  PathResult find_astar(const PathRequest& request) noexcept;
  void add_turn(Tile tile) noexcept;
  LegStatus straight_leg(Tile from, Tile to, Leg& leg) noexcept;
  LegStatus region_leg(const RouteLeg& planned, Leg& leg) noexcept;

  World world_;
  const ProfileView& profile_;
  LegMatrix matrix_;
  std::array<Tile, LegMatrix::kNodes> tiles_;
  RegionSearch regions_;
  StampedLabels tile_labels_;
  ZeroedArray<OpenEntry> tile_open_;
  ZeroedArray<Tile> waypoints_;
  std::size_t waypoint_count_ = 0;
  std::span<const RouteLeg> route_;  ///< legs of a coarse path; else the legs are the straight runs between waypoints
  std::size_t next_leg_ = 0;
  Tier searched_ = Tier::automatic;  ///< whose labels the last find() left behind
};

}  // namespace portolan
