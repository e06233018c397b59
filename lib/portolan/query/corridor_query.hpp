// SPDX-License-Identifier: BSL-1.0
// A way over areas drawn on the map, or over waypoints, and a path on tiles that keeps to them.
#pragma once

#include "portolan/boards/corridor_search.hpp"
#include "portolan/boards/open_arcs.hpp"
#include "portolan/core/answer.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/graph_query.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/local_matrix.hpp"
#include "portolan/query/mover_matrix.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/way_search.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// A question between two tiles, by way of areas or waypoints.
struct CorridorRequest {
  Tile from{};
  Tile to{};
  /// `nearest` over areas: the start moves to the nearest tile of an open area, the goal to the nearest to which a path
  /// within areas is found from there, of several the uppermost, then the leftmost; each area whose tiles are nearer is
  /// tried first, all within the budget. Over waypoints ends move to the nearest tiles to stand on.
  EndRule ends = EndRule::exact;
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< most that Answer::work may come to: places and tiles
};

/// What a CorridorQuery answers. The cost is that of the tiles and links, in the profile's unit
/// (ProfileView::tiles_per_unit). The spans lie in the query's memory and hold until its next find().
///
/// found: the least path within the areas on the way, proven to be the least on the map only where its cost is that of
/// a straight line (optimal()). partial: the same, to another tile than asked. undecided: there is a way over areas,
/// but within them no path joins these ends (no_path_within); or the board has no way (exhausted), but was made for
/// another mover or before edits. unreachable: no way over areas leads there, which says nothing
/// of the map. bad_start, bad_goal: outside, blocked, or no_area.
///
/// Over waypoints: found, the least path over the ways between them (WaySearch). unreachable: no such way, which says
/// nothing of the map. out_of_budget, no_room: edits, or another mover, have lengthened drawn ways. bad_start,
/// bad_goal: outside, blocked, or closed: an end is on a waypoint that is.
struct CorridorPath : Answer {
  double length = 0;                ///< the cost in tiles at terrain cost 1: links as declared (PathResult::length)
  Cost board_cost = 0;              ///< of the way from anchor to anchor, in the board's unit
  std::span<const NodeId> areas{};  ///< the way, if there is one; that of the start first. Waypoints: those on it
  /// Ends included. Tiles that are no neighbours are joined by a link; over waypoints and at any angle all that follow
  /// each other by a straight segment between their middles.
  std::span<const Tile> tiles{};
};

/// Finds the cheapest way over the areas of a world, from that of one tile to that of another, as its board prices it,
/// and then the cheapest path on tiles that stays within the areas of that way, crosses only open borders on foot and
/// takes links, of the map and between areas (CorridorSearch). The board knows the first profile, and no edits: for
/// another profile, or on an overlay, it still chooses the areas, and the tiles are what this mover can walk now.
///
/// Over waypoints (AreasView::by_sight) it finds the least path from tile to tile that keeps to their ways, as this
/// mover walks them now, whatever the board was priced for.
///
/// Where nothing can be taken but steps, ends that fit a matrix of 60 x 60 tiles, else of 120 x 120, are searched
/// there: the path is the same, and found in half the time, where none that is as cheap can leave the window.
///
/// With an any_angle profile a path over areas goes from tile to tile, as the mover's steps do, and takes no links:
/// pulled straight it might leave the areas. Over waypoints such a mover goes straight along the ways in sight; it
/// takes no links there either. find() neither allocates, locks nor throws. One thread at a time; any number of queries
/// may run on one World at once. Keeps the World alive.
class CorridorQuery {
 public:
  /// Reserves address space for about 60 bytes a tile and 80 an area, over waypoints for what a WaySearch does,
  /// committed only where searches go. The world must have areas(), `profile` be below world.profiles().size(). @throws
  /// std::bad_alloc
  explicit CorridorQuery(World world, std::size_t profile = 0);
  CorridorQuery(const CorridorQuery&) = delete;
  CorridorQuery& operator=(const CorridorQuery&) = delete;

  /// From now on answers as if these were closed, on both tiers, instead of those closed before.
  /// O(areas + arcs, times log closures). @throws std::bad_alloc, and then nothing has changed
  void close(const AreaClosures& closures);
  /// From now on answers for the tiles and links of the map as the overlay shows them, which must not change any more
  /// and is kept alive; nullptr: as the file has them. O(edited blocks), the first time O(blocks of the map). @throws
  /// std::invalid_argument if the overlay is of another world, std::bad_alloc, over waypoints as PathQuery::use; then
  /// it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// O(n log n) in the areas and tiles that it settles.
  CorridorPath find(const CorridorRequest& request) noexcept;

  /// Where an area's name stands for a tile; nothing if the mover cannot stand there now.
  [[nodiscard]] std::optional<Tile> anchor(NodeId area) const noexcept;
  [[nodiscard]] const ProfileView& profile() const noexcept { return snapshot_.profile(); }

 private:
  /// What is left with some areas and borders closed, and the searchers over it.
  struct OpenWays {
    OpenWays(const ProfileSnapshot& snapshot, std::span<const AreaLink> links, const AreaClosures& closures);
    OpenWays(const OpenWays&) = delete;
    OpenWays& operator=(const OpenWays&) = delete;

    std::vector<AreaBorder> closed_borders;  ///< by the author or now, in order
    std::vector<bool> area_closed;
    AreasView areas;
    OpenArcs arcs;
    GraphQuery over_areas;
    CorridorSearch on_tiles;
  };

  [[nodiscard]] const AreasView& areas() const noexcept { return ways_ ? ways_->areas : areas_; }
  [[nodiscard]] bool is_open(Tile tile) const noexcept;
  [[nodiscard]] bool on_foot() const noexcept;
  [[nodiscard]] CorridorPath search(Tile from, Tile to, std::uint64_t expansions) noexcept;
  [[nodiscard]] CorridorPath search_nearest(const CorridorRequest& request) noexcept;
  [[nodiscard]] CorridorPath search_over_waypoints(const CorridorRequest& request) noexcept;
  [[nodiscard]] std::optional<Tile> nearest_within(Tile from, Tile to, Tile wanted, std::uint64_t& expansions) noexcept;
  [[nodiscard]] CorridorPath search_ways(Tile from, Tile to, std::uint64_t expansions) noexcept;
  /// A path on tiles within some areas, if there is one.
  struct Walk {
    SearchOutcome outcome;
    Cost cost = 0;
    std::span<const Tile> tiles{};
  };

  [[nodiscard]] Walk search_tiles(std::span<const NodeId> corridor, Tile from, Tile to,
                                  std::uint64_t expansions) noexcept;
  template <class Bound>
  [[nodiscard]] SearchOutcome search_map(std::span<const NodeId> corridor, Tile from, Tile to, std::uint64_t expansions,
                                         Bound&& bound) noexcept;
  template <std::int32_t Side>
  [[nodiscard]] Walk search_window(MoverMatrix<Side>& matrix, std::span<const NodeId> corridor, Tile from, Tile to,
                                   std::uint64_t expansions) noexcept;
  void measure(CorridorPath& path) const noexcept;
  [[nodiscard]] Cost segments_cost(std::span<const Tile> tiles) const noexcept;
  [[nodiscard]] double length_of(const CorridorPath& path) const noexcept;

  ProfileSnapshot snapshot_;
  std::vector<AreaLink> links_;  ///< in the unit of the profile; none with any_angle
  LinkBound bound_;
  AreasView areas_;                            ///< without closures but those of the file
  std::unique_ptr<OpenWays> ways_;             ///< nullptr: the board is one of waypoints
  std::unique_ptr<WaySearch> over_waypoints_;  ///< nullptr: it is one of areas
  std::vector<NodeId> way_;
  std::vector<bool> tried_;  ///< by area, whether its nearest tile cannot be reached
  MoverMatrix<LegMatrix::kSide> matrix_;
  MoverMatrix<WideMatrix::kSide> wide_;
  ZeroedArray<Tile> tiles_;  ///< of the map, or of the greater matrix
};

}  // namespace portolan
