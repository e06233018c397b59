// SPDX-License-Identifier: BSL-1.0
// A way over areas drawn on the map, and a path on tiles that keeps to them.
#pragma once

#include "portolan/boards/corridor_search.hpp"
#include "portolan/boards/open_arcs.hpp"
#include "portolan/core/status.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/graph_query.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// What a CorridorQuery answers. The spans lie in its memory and hold until its next find().
///
/// found: the least path within the corridor, never claimed to be the least on the map. undecided: there is a way over
/// areas, but within them no path joins these ends (no_path_within), which proves nothing. unreachable: no way over areas leads
/// there. bad_start, bad_goal: outside, blocked, or no_area.
struct CorridorPath {
  Status status = Status::unreachable;
  Why why = Why::none;
  Cost cost = 0;                    ///< of the tiles and links, in the profile's unit (MoveRules::tiles_per_unit)
  double length = 0;                ///< the same in tiles at terrain cost 1: links as declared (PathResult::length)
  Cost board_cost = 0;              ///< of the way from anchor to anchor, in the board's unit
  std::span<const NodeId> areas{};  ///< the way, if there is one; that of the start first
  std::span<const Tile> tiles{};    ///< ends included; tiles that are no neighbours are joined by a link
  std::uint64_t settled_areas = 0;
  std::uint64_t settled_tiles = 0;
};

/// Finds the cheapest way over the areas of a world, from that of one tile to that of another, as its board
/// prices it, and then the cheapest path on tiles that stays within the areas of that way, crosses only open borders
/// and takes links between them (CorridorSearch). For the first profile. find() neither allocates, locks nor throws.
/// One thread at a time; any number of queries may run on one World at once. Keeps the World alive.
class CorridorQuery {
 public:
  /// Reserves address space for about 60 bytes a tile and 80 an area, committed only where searches go. The world must
  /// have areas(). @throws std::bad_alloc
  explicit CorridorQuery(World world);
  CorridorQuery(const CorridorQuery&) = delete;
  CorridorQuery& operator=(const CorridorQuery&) = delete;

  /// From now on answers as if these were closed, on both tiers, instead of those closed before.
  /// O(areas + arcs, times log closures). @throws std::bad_alloc, and then nothing has changed
  void close(const AreaClosures& closures);

  /// `max_expansions`: most that settled_areas and settled_tiles may come to together. O(n log n) in those it
  /// settles.
  CorridorPath find(Tile from, Tile to, std::uint64_t max_expansions = ~std::uint64_t{0}) noexcept;

  /// Where an area's name stands for a tile; nothing if it has no tile to stand on.
  [[nodiscard]] std::optional<Tile> anchor(NodeId area) const noexcept;

 private:
  /// What is left with some areas and borders closed, and the searchers over it.
  struct OpenWays {
    OpenWays(const World& world, const AreaClosures& closures);
    OpenWays(const OpenWays&) = delete;
    OpenWays& operator=(const OpenWays&) = delete;

    std::vector<AreaBorder> closed_borders;  ///< by the author or now, in order
    std::vector<bool> area_closed;
    AreasView areas;
    OpenArcs arcs;
    GraphQuery coarse;
    CorridorSearch fine;
  };

  [[nodiscard]] bool is_open(Tile tile) const noexcept;
  [[nodiscard]] double length_of(Cost cost) const noexcept;

  World world_;
  const ProfileView& profile_;
  std::unique_ptr<OpenWays> ways_;
  std::vector<NodeId> way_;
  ZeroedArray<Tile> tiles_;
};

}  // namespace portolan
