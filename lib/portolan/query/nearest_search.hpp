// SPDX-License-Identifier: BSL-1.0
// The nearest of some goals by Dijkstra's search (1959) in the coarse graph.
//
// The graph is that of the largest regions that hold neither the start nor a goal, border lines included. Regions of
// level 0 that do are opened as edited ones are: their tiles are nodes, and the steps between them arcs. Goals are
// therefore settled by ascending cost, links and edits included, whatever the terrain costs. A node stands on a tile of
// its own, and is settled at the least cost to it: the search settles no more nodes than plain Dijkstra does tiles.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/nearest_goals.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_tier.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// What a search looks for, as functions over whatever `self` points to.
struct SoughtGoals {
  const void* self = nullptr;
  /// Whether a region may hold a goal, its border lines included. Those around one that may, may too.
  bool (*may_be_in)(const void* self, const LevelRegion& region) noexcept = nullptr;
  /// Offers the goals on a tile, reached at a cost.
  void (*offer)(const void* self, Tile tile, Cost cost, NearestGoals& found) noexcept = nullptr;
  /// The most there are; those known not to be reached may be left out.
  std::size_t count = ~std::size_t{0};
};

/// A reusable searcher over the region tier of one snapshot. Reserves 60 bytes a tile of the map, of very large ones of
/// kMostRegions regions, and 48 a portal, committed where searches go; a search allocates nothing. One thread at a
/// time; the snapshot must outlive it.
class NearestSearch {
 public:
  /// Regions that one search can open: as many as a map of 8192 x 8192 tiles has.
  static constexpr std::size_t kMostRegions = 65'536;

  /// @throws std::bad_alloc, std::length_error beyond about 4 billion portals
  explicit NearestSearch(const ProfileSnapshot& snapshot);
  NearestSearch(const NearestSearch&) = delete;
  NearestSearch& operator=(const NearestSearch&) = delete;

  /// Takes the snapshot as it is now. @throws as EditedRegions::assign
  void use();
  void use_file() noexcept { tier_.use_file(); }

  /// Offers goals by ascending cost, from a passable tile, until no more are wanted, and settles at most so many nodes.
  /// found: all that are wanted were offered; out_of_budget (budget_spent, or no_room where more regions would have to
  /// be opened); corrupt.
  [[nodiscard]] Answer search(Tile from, const SoughtGoals& goals, std::uint64_t budget, NearestGoals& found) noexcept;

 private:
  /// A region that was opened in this search; its tiles have the nodes from base() + place * kTiles on.
  using Place = std::uint32_t;
  static constexpr std::int32_t kRow = kRegionSide + 1;
  static constexpr std::size_t kTiles = static_cast<std::size_t>(kRow) * kRow;
  struct PlaceOfRegion {
    std::uint32_t stamp;
    Place place;
  };

  template <CoarseGraph Graph>
  [[nodiscard]] Answer search_on(const Graph& graph, Tile from, const SoughtGoals& goals, std::uint64_t budget,
                                 NearestGoals& found) noexcept;
  template <CoarseGraph Graph>
  [[nodiscard]] const NodeId* open_region(const Graph& graph, RegionIndex r) noexcept;
  template <CoarseGraph Graph>
  void fill(const Graph& graph, RegionIndex r, Place place) noexcept;
  [[nodiscard]] const NodeId* nodes_of(RegionIndex r) const noexcept;
  [[nodiscard]] std::size_t place_in(RegionIndex r, Tile t) const noexcept;
  [[nodiscard]] Tile own_tile(NodeId node) const noexcept;
  void make_room(std::size_t nodes);
  void clear() noexcept;

  const ProfileSnapshot& snapshot_;
  RegionTier tier_;
  std::size_t most_places_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<PlaceOfRegion> places_;  ///< by region of level 0
  ZeroedArray<RegionIndex> regions_;   ///< by place
  ZeroedArray<NodeId> nodes_;          ///< by place and tile of the region
  std::uint32_t stamp_ = 0;
  Place opened_ = 0;
  bool sound_ = true;
  bool crowded_ = false;  ///< there was no place for a region
};

}  // namespace portolan
