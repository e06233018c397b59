// SPDX-License-Identifier: BSL-1.0
// The question a game asks: how do I get from here to there?
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/local_matrix.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_search.hpp"
#include "portolan/query/sight_leg.hpp"
#include "portolan/query/tile_search.hpp"
#include "portolan/query/waypoint_tiers.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace portolan {

/// When a path that the region tier found in the grid metric is broken down into legs.
enum class Unpacking : std::uint8_t {
  at_once,     ///< by find(), whose waypoints are the ends of all legs
  leg_by_leg,  ///< by next_leg(), as far as each leg takes: find() returns sooner, with fewer waypoints on the same
               ///< path
};

/// A question between tiles; with an any_angle profile, between their centres.
struct PathRequest {
  Tile from{};
  Tile to{};
  Tier tier = Tier::automatic;
  EndRule ends = EndRule::exact;
  /// Most that PathResult::expansions may come to, all tiers asked together; the answer is out_of_budget if more is
  /// needed, and with as many as an answer took, or more, it is the same again. Looking for a nearest tile, along lines
  /// of sight, at the links of the map and at labels is not searching: it settles nothing.
  std::uint64_t max_expansions = ~std::uint64_t{0};
  Unpacking unpacking = Unpacking::at_once;
};

/// A question between points of the map. Anywhere for a point mover; for the others a point must be the centre of a
/// tile, else the status is bad_start or bad_goal, off_lattice.
struct PointRequest {
  Point from{};
  Point to{};
  Tier tier = Tier::automatic;
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< as above
};

/// Nodes settled, by the part of the search that did it.
struct Expansions {
  std::uint64_t local = 0;  ///< tiles in the matrix around both ends
  /// Tiles around the ends of a region search. Each of the up to four regions of 33 x 33 tiles around an end is
  /// measured at once, and counts all its passable tiles, before that is done.
  std::uint64_t access = 0;
  std::uint64_t coarse = 0;  ///< portals of the region levels, and tiles of edited regions
  std::uint64_t unpack = 0;  ///< portals, to unpack arcs of higher levels; with any_angle tiles too, to walk the legs
  std::uint64_t astar = 0;   ///< tiles of the baseline
  std::uint64_t waypoints = 0;  ///< waypoints of the sight graph, or of its contraction hierarchy
  Expansions& operator+=(const Expansions& other) noexcept {
    local += other.local;
    access += other.access;
    coarse += other.coarse;
    unpack += other.unpack;
    astar += other.astar;
    waypoints += other.waypoints;
    return *this;
  }
  [[nodiscard]] std::uint64_t total() const noexcept { return local + access + coarse + unpack + astar + waypoints; }
};

/// A link on a path: it leads from waypoint number `leg` of the path to the next.
struct LinkHop {
  std::size_t leg = 0;
  LinkId link = kNoLink;
};

/// What a query answers. The spans lie in the query's memory and hold until its next find().
struct PathResult {
  Status status = Status::unreachable;
  Why why = Why::none;
  Tier tier = Tier::automatic;  ///< the tier that answered; automatic if the ends alone decided
  /// The cost of the path if there is one, in the profile's unit: that of its steps (MoveRules::tiles_per_unit), with
  /// any_angle that of straight segments (segment_unit).
  Cost cost = 0;
  /// The same in tiles at terrain cost 1: links at what the map says, without the rounding to the unit that they have
  /// in `cost`, and the rest to about 1e-8 (ProfileView::tiles_per_unit).
  double length = 0;
  bool optimal = false;  ///< the cost is proven to be the least there is
  std::span<const Tile>
      waypoints;  ///< grid metric: ends of the legs, or of some, start and goal included; one if they are the same
  std::span<const LinkHop> hops;  ///< grid metric: which waypoints links lead from, in order
  std::span<const Point> points;  ///< any_angle: start, turning points and goal, on the map; one if they are the same
  Expansions expansions;
};

/// One leg of a path, tile by tile.
struct Leg {
  std::span<const Tile> tiles;  ///< from end to end, both included; holds until the next leg or find()
  LinkId link = kNoLink;        ///< the link that leads from the first tile to the last, if it is not walked
  Cost cost = 0;
  Rect window{};             ///< where it was searched; empty if it was not, as what is in plain sight
  std::uint64_t states = 0;  ///< tiles settled to find it, at most 3600
  std::uint64_t unpack = 0;  ///< portals settled to find its ends, with Unpacking::leg_by_leg
};

enum class LegStatus : std::uint8_t {
  ready,    ///< `leg` holds the next leg
  done,     ///< there are no more
  corrupt,  ///< the world file contradicts the terrain here; what was walked so far is legal
};

/// Whether a query can also run the baseline, plain A* on the whole map (Tier::astar), which needs scratch per tile.
/// On maps of 2^32-1 tiles and more there is no baseline.
enum class Baseline : std::uint8_t { without, with };

/// Finds paths for one profile of a world, reusing its own memory: after construction no call but use() allocates,
/// locks, throws or logs. One thread at a time; any number of queries may run on one World at once. Keeps the World
/// alive.
///
///     PathQuery query(world, 0);
///     PathResult result = query.find({.from = {3, 4}, .to = {200, 150}});
///     Leg leg;
///     while (query.next_leg(leg) == LegStatus::ready) walk(leg.tiles);
///
/// With an any_angle profile the path is result.points, and there are no legs.
class PathQuery {
 public:
  /// Reserves address space for about 200 bytes a portal, 64 a waypoint and up to 300 more for its indexes, with
  /// any_angle 8 a tile and with the baseline 60, and 5 MB, committed only where searches go. `profile` must be below
  /// world.profiles().size(). @throws std::bad_alloc
  PathQuery(World world, std::size_t profile, Baseline baseline = Baseline::without);
  PathQuery(const PathQuery&) = delete;
  PathQuery& operator=(const PathQuery&) = delete;

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. Exact at once: where there are edits that concern the profile, indexes answer as long
  /// as no edit can have changed the answer (standing_paths.hpp), else the local matrix and the regions, of which
  /// edited ones are searched tile by tile.
  ///
  /// O(edited blocks * log), the first time O(blocks of the map). Reserves 250 KB an edited region, committed where
  /// searches go. The last find()'s results are lost. @throws std::invalid_argument if the overlay is of another world,
  /// std::bad_alloc, std::length_error beyond 3 million edited regions; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// Finds a path between tiles, or points. The same world and request always give the same path. O(n log n) in the
  /// nodes it settles.
  ///
  /// With Tier::automatic and the grid metric the answer is exact: the least cost, or a proof that there is no path,
  /// links included.
  /// With any_angle it is where the world holds a waypoint graph, that is where all terrain has one price, and the
  /// overlay in use has no edits that may matter to the answer; otherwise a path on tiles, pulled straight, that is not
  /// claimed to be optimal. Where there are edits, A* over waypoints is asked only at any angle, and on small graphs.
  ///
  /// Ends outside the map or blocked: bad_start, bad_goal. Forced tiers answer alone: `local` with `undecided` where
  /// its matrix does not hold both ends or shows no path, and so does a tier that the file or the query lacks
  /// (tier_missing), or whose answer edits may have changed (edited). With any_angle, the paths of `local`, `regions`
  /// and `astar` are pulled straight too.
  PathResult find(const PathRequest& asked) noexcept;
  PathResult find_between(const PointRequest& request) noexcept;

  /// The legs of the last path found, in order, each searched or walked when asked for: at most 3600 tiles a leg. With
  /// Unpacking::leg_by_leg a leg settles portals too, of at most a region on each level, which nothing limits further.
  /// `leg` is unspecified unless `ready`.
  LegStatus next_leg(Leg& leg) noexcept;

  [[nodiscard]] const ProfileView& profile() const noexcept { return profile_; }

  /// Calls visit(point, settled) for every node the last find() touched: centres of tiles or portals, or waypoints. For
  /// drawing, before legs are asked for; O(scratch).
  void visit_search(const std::function<void(Point at, bool settled)>& visit) const;

 private:
  /// A request whose ends have been found fit: as tiles, and as points of the mover's plane.
  struct Task {
    Tile from;
    Tile to;
    Point plane_from;
    Point plane_to;
    Tier tier;
    std::uint64_t max_expansions;
    Unpacking unpacking = Unpacking::at_once;
  };
  /// A way to walk between two tiles.
  struct Line {
    Tile from;
    Tile to;
    SightWalk walk;
  };
  /// What legs are made from.
  enum class LegSource : std::uint8_t {
    sight,   ///< lines of sight between waypoints
    route,   ///< the legs of a region path
    search,  ///< a region path still to be unpacked
  };

  void reset() noexcept;
  void use_file() noexcept;
  [[nodiscard]] bool edited() const noexcept { return snapshot_.edited(); }
  PathResult answer_touching(const PointRequest& request, Task task) noexcept;
  PathResult answer(const Task& task) noexcept;
  PathResult search(const Task& task) noexcept;
  PathResult find_on_tiles(const Task& task) noexcept;
  PathResult find_local(const Task& task) noexcept;
  PathResult find_regions(const Task& task, const PathResult& local) noexcept;
  PathResult find_astar(const Task& task) noexcept;
  PathResult find_waypoints(const Task& task, Tier tier) noexcept;
  PathResult pull_straight(const Task& task, PathResult result) noexcept;
  void add_turn(Tile tile, LinkId link = kNoLink) noexcept;
  void add_waypoint(Tile tile, LinkId link) noexcept;
  void add_hop(LinkId link) noexcept;
  [[nodiscard]] double length_of(const PathResult& result) const noexcept;
  [[nodiscard]] Route::End unpack(std::uint64_t budget, std::uint64_t& spent) noexcept;
  [[nodiscard]] Unpacked next_leg(Leg& leg, std::uint64_t& budget) noexcept;
  [[nodiscard]] Unpacked route_leg(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept;
  [[nodiscard]] Unpacked unpack_leg(Leg& leg, std::uint64_t& budget) noexcept;
  [[nodiscard]] Unpacked link_leg(Tile from, Tile to, LinkId link, Leg& leg) noexcept;
  template <class Fits>
  [[nodiscard]] bool follow(const Line& line, std::int32_t first, std::int32_t last, Leg& leg, Fits&& fits) noexcept;
  [[nodiscard]] Unpacked sight_leg(Tile from, Tile to, Leg& leg) noexcept;
  [[nodiscard]] Unpacked region_leg(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept;
  [[nodiscard]] bool straight_leg(const RouteLeg& planned, Leg& leg) noexcept;

  ProfileSnapshot snapshot_;
  const ProfileView& profile_;
  const GridView& grid_;
  const OpenLinks& links_;
  LinkBound link_bound_;
  Contact contact_;  ///< of the plane that the points of a task lie in
  LegMatrix matrix_;
  std::array<Tile, LegMatrix::kNodes> tiles_;
  RegionSearch regions_;
  std::optional<TileSearch> baseline_;
  std::optional<WaypointTiers> sight_;
  ZeroedArray<Tile> waypoints_;
  std::size_t waypoint_count_ = 0;
  ZeroedArray<LinkHop> hops_;  ///< a least path takes no direction of a link twice
  std::size_t hop_count_ = 0;
  ZeroedArray<Point> points_;  ///< any_angle only
  std::size_t point_count_ = 0;
  ZeroedArray<RouteLeg> route_;  ///< LegSource::route: leg i leads to waypoint i + 1
  LegSource legs_from_ = LegSource::sight;
  std::size_t next_leg_ = 0;
  std::size_t next_hop_ = 0;
  std::int32_t next_step_ = 0;                   ///< of a line of sight that is longer than a leg,
  SightWalk next_walk_ = SightWalk::along_line;  ///< and how it is walked
  Tier searched_ = Tier::automatic;              ///< whose labels the last find() left behind
};

}  // namespace portolan
