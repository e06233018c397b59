// SPDX-License-Identifier: BSL-1.0
// The question a game asks: how do I get from here to there?
#pragma once

#include "portolan/core/search_memory.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/open_dead_ends.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_task.hpp"
#include "portolan/query/ties.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace portolan {

/// A question between tiles; with an any_angle profile, between their centres.
struct PathRequest {
  Tile from{};
  Tile to{};
  Tier tier = Tier::automatic;
  EndRule ends = EndRule::exact;
  /// Most that PathResult::expansions may come to, all tiers asked together; the answer is out_of_budget if more is
  /// needed, and with as many as an answer took, or more, it is the same again, but for how far a rule of ties goes.
  /// With EndRule::nearest it then is partial, budget_spent: a path to the tile nearest to the goal, by a lower bound,
  /// that a search from the start has settled, of which nothing more is proven. Tiers that search from the goal, or
  /// from both ends (astar, waypoints, ch), have settled the start alone; at any angle so have regions.
  /// Looking for a nearest tile, along lines of sight, at the links of the map and at labels is not searching: it
  /// settles nothing.
  std::uint64_t max_expansions = ~std::uint64_t{0};
  Unpacking unpacking = Unpacking::by_distance;
  /// Which of several least paths is taken, in the grid metric; PathResult::ties_scope says how far that goes. The
  /// whole path is chosen where both ends fit the matrix of 120x120 tiles around them and no least path leaves it;
  /// else, without moves, by distance tiles to the goal, which counts every tile on a least path, and by regions what
  /// the dearest of these tiles takes, against the budget, as far as that and the room go (far_ties.hpp). Otherwise
  /// each stretch or leg is chosen when it is walked. The cost is what it is with `first`. At any angle the rule
  /// changes nothing.
  Ties ties{};
  MatrixSide matrix = MatrixSide::side_60;
};

/// A question between points of the map. Anywhere for a point mover; for the others a point must be the centre of a
/// tile, else the status is bad_start or bad_goal, off_lattice.
struct PointRequest {
  Point from{};
  Point to{};
  Tier tier = Tier::automatic;
  /// With `nearest` an end that will not do moves to the centre of a tile, as near as can be to the tile that it lies
  /// in.
  EndRule ends = EndRule::exact;
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< as above
  MatrixSide matrix = MatrixSide::side_60;
};

/// Whether a query can also run the baseline, plain A* on the whole map (Tier::astar), which needs scratch per tile.
/// On maps of 2^32-1 tiles and more there is no baseline.
enum class Baseline : std::uint8_t { without, with };

/// Finds paths for one profile of a world, reusing its own memory: after construction no call but use() allocates,
/// locks, throws or logs. One thread at a time; any number of queries may run on one World at once. Keeps the World
/// alive.
///
///     PathQuery query(world, 0);
///     Path path(query.room());
///     const PathResult result = query.find({.from = {3, 4}, .to = {200, 150}}, path);
///
/// The path is the caller's: it outlives the query and what the query finds next. A LegWalker makes its legs.
class PathQuery {
 public:
  /// Searches over regions take notes in pages of `memory`, which queries of one thread may share, over the same world
  /// or others; where it is full, the answer is out_of_budget. nullptr, or none: each search in pages of its own, up to
  /// SearchMemory::kDefaultBytes. Reserves besides address space for about 100 bytes a portal, 64 a waypoint and up to
  /// 350 more for its indexes, with any_angle 110 a tile, with the baseline 60, and 45 where jump points serve
  /// (jump_search.hpp), and 40 MB, committed only where searches go. `profile` must be below world.profiles().size().
  /// @throws std::bad_alloc
  PathQuery(World world, std::size_t profile, std::shared_ptr<SearchMemory> memory,
            Baseline baseline = Baseline::without);
  PathQuery(World world, std::size_t profile, Baseline baseline = Baseline::without);
  PathQuery(PathQuery&&) noexcept;
  PathQuery& operator=(PathQuery&&) noexcept;
  ~PathQuery();

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. Exact at once: where there are edits that concern the profile, indexes answer as long
  /// as no edit can have changed the answer (standing_paths.hpp), else jump points where they serve and the map has few
  /// corners, or the local matrix and the regions, of which edited ones are searched tile by tile.
  ///
  /// O(edited blocks * log), the first time O(blocks of the map). Reserves 250 KB an edited region, committed where
  /// searches go. @throws std::invalid_argument if the overlay is of another world, std::bad_alloc, std::length_error
  /// beyond 3 million edited regions; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// Finds a path between tiles, or points, and writes it; where there is none, `path` is empty. The same world,
  /// request and room always give the same path. O(n log n) in the nodes it settles.
  ///
  /// With Tier::automatic and the grid metric the answer is exact: the least cost, or a proof that there is no path,
  /// links included.
  /// With any_angle it is where the world holds a waypoint graph, that is where all terrain has one price, and the
  /// overlay in use leaves it at that, with at most 32,768 waypoints, or has no edits that may matter to the answer;
  /// otherwise a path on tiles, pulled straight, that is not claimed to be optimal. Where there are edits, A* over
  /// waypoints is asked only at any angle, and on small graphs.
  ///
  /// Ends outside the map or blocked: bad_start, bad_goal. Forced tiers answer alone: `local` with `undecided` where
  /// its matrix does not hold both ends or shows no path, and so does a tier that the file or the query lacks
  /// (tier_missing), or whose answer edits may have changed (edited); `jump` also where its path might take more than
  /// room() without the baseline (no_room). With any_angle, the paths of `local`, `regions`
  /// and `astar` are pulled straight too.
  PathResult find(const PathRequest& request, Path& path) noexcept;
  PathResult find_between(const PointRequest& request, Path& path) noexcept;
  /// Finds what a path costs, without the path. Less work, as nothing is unpacked but paths that are pulled straight.
  PathResult find(const PathRequest& request) noexcept;

  /// Room for any path that this query finds on the snapshot in use, and for its legs. Mostly far less is used.
  [[nodiscard]] PathRoom room() const noexcept;

  [[nodiscard]] const ProfileView& profile() const noexcept;

  /// The tile nearest to one in a straight line on which the mover can stand, on the snapshot in use: what
  /// EndRule::nearest takes for a start. Of several as near the uppermost, then the leftmost; nothing where it can
  /// stand nowhere. Any coordinates will do. O(d^2) in the distance d found.
  [[nodiscard]] std::optional<Tile> nearest_tile(Tile wanted) const noexcept;
  /// The same of the tiles that a path leads to from `from`, which the mover can stand on, else nothing. As of
  /// EndRule::nearest, on maps of more than Reach::kMostTiles with edits or one-way links by islands of the file alone.
  /// O(1) where `wanted` will do and islands say so; else what Reach takes, or O(d^2).
  [[nodiscard]] std::optional<Tile> nearest_tile(Tile wanted, Tile from) noexcept;

  /// The innermost dead end that a tile lies in, on the snapshot in use: an area all ways into which lead over one
  /// tile. Searches leave out those that hold neither end. Nothing where there is none, off the map, where the mover
  /// cannot stand, and where the file was built without (IndexOptions::dead_ends). Known are those that hang off a
  /// portal, a relay or an end of a link. Edits that close keep them; those that open forget what they touch, with all
  /// around it. O(nesting).
  [[nodiscard]] std::optional<TileDeadEnd> dead_end(Tile tile) const noexcept;

  /// The regions of level 0 that edits have opened and that the last find() went through tile by tile, in the order in
  /// which it came to them: what Overlay::refresh_regions makes fast for the next. Empty where other tiers answered.
  /// Until the next call that is not const.
  [[nodiscard]] std::span<const std::size_t> opened_regions() const noexcept;

  /// Calls visit(point, settled) for every node the last find() touched: centres of tiles or portals, or waypoints. For
  /// drawing; O(scratch).
  void visit_search(const std::function<void(Point at, bool settled)>& visit) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
