// SPDX-License-Identifier: BSL-1.0
// What the landmarks of a file say of a map that was edited.
//
// Steps that only became dearer leave distances on the file lower bounds. What edits add to the graph, tiles of dirty
// regions and portals, gets the distances that it has on the file's terrain: the least sum of a member's and a way from
// there inside a region. They are made for a whole region when a search first asks.
//
// Steps that are new or cheaper lie, in each region, in the rectangle around its eased tiles grown by one: an area. Of
// each area the least and the greatest distance from each landmark are known. A path meets no area, or a last one; so
// what is left of it costs at least what the landmarks say to the goal, or to some area, with what is left from there:
// the least sums over chains of areas. Within an area that bound is the same everywhere, and along all other steps it
// changes by no more than they cost, so that it is consistent.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/access_costs.hpp"
#include "portolan/query/edited_regions.hpp"
#include "portolan/regions/region_landmarks.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Landmarks of one profile over the regions of an overlay. Reserves 35 KB a dirty region, committed only for those
/// that searches ask about. One thread at a time; profile, grid and regions must outlive it.
class EditedLandmarks {
 public:
  using Slot = EditedRegions::Slot;
  /// With more areas shown bounds would take longer than they save.
  static constexpr std::size_t kMostShown = 16;

  /// `grid`: what an overlay makes of the profile's.
  EditedLandmarks(const ProfileView& profile, const EditedRegions& regions, const GridView& grid) noexcept
      : profile_(profile), regions_(regions), grid_(grid) {}

  /// To be called after the regions have taken others. O(members of dirty regions). @throws std::bad_alloc
  void follow();

  /// Whether there are distances for what edits add: not where landmarks count in larger units than 1, or costs within
  /// a region may not fit 32 bits.
  [[nodiscard]] bool usable() const noexcept { return usable_; }
  /// The distances of a node. Of one that edits have added the first time O(tiles of the regions around it).
  [[nodiscard]] LandmarkRow row(NodeId node) noexcept {
    return node < regions_.first_node() ? profile_.regions.landmarks.rows[node] : added_row(node);
  }

  /// From now on bounds lead to a place by way of the areas that are shown, of which there are some at most; else they
  /// are 0. `by_landmarks` must outlive the search. Only if usable().
  void aim(const RegionLandmarkBound& by_landmarks) noexcept;
  /// A lower bound of the cost from a node on a tile to that place.
  [[nodiscard]] Cost bound(NodeId node, Tile tile) noexcept {
    if (to_goal_ == nullptr) return 0;
    const LandmarkRow distances = row(node);
    const Cost directly = (*to_goal_)(distances);
    return shown_.empty() ? directly : bound_by_areas(distances, tile, directly);
  }

  /// An end of a path: its tile, and what landmarks say of it.
  struct End {
    Tile tile;
    const RegionLandmarkBound& by_landmarks;
  };
  /// The eased regions that are hidden and that a path between two ends may lead over which costs less than `below`.
  /// In memory until the next call. O(eased regions^2).
  [[nodiscard]] std::span<const Slot> in_question(const End& from, const End& to, Cost below) noexcept;

 private:
  struct Area {
    Rect tiles;
    LandmarkRow least;
    LandmarkRow most;
    bool known = false;
  };
  /// An area on the way, with what is left from there.
  struct Stage {
    std::uint32_t area;
    Cost left;
  };

  [[nodiscard]] bool fits() const noexcept;
  [[nodiscard]] Stage stage_by(const End& end, std::size_t number) noexcept;
  template <class Visit>
  void for_each_member(RegionIndex r, Visit&& visit) const noexcept;
  void make(Slot slot) noexcept;
  void reach_from_outside(Slot slot) noexcept;
  [[nodiscard]] LandmarkRow added_row(NodeId node) noexcept;
  [[nodiscard]] LandmarkRow row_at(Tile t) noexcept;
  [[nodiscard]] const Area& area(std::size_t number) noexcept;
  [[nodiscard]] Cost bound_by_areas(const LandmarkRow& row, Tile tile, Cost directly) const noexcept;
  [[nodiscard]] Cost between(const Area& a, const Area& b) const noexcept;
  [[nodiscard]] Cost in_plane(const Rect& a, const Rect& b) const noexcept;
  void chain(std::vector<Stage>& stages) const noexcept;

  const ProfileView& profile_;
  const EditedRegions& regions_;
  const GridView& grid_;
  bool usable_ = false;
  ZeroedArray<LandmarkRow> rows_;  ///< by slot and tile: by ways inside that region
  std::vector<bool> made_;         ///< by slot
  std::vector<Area> areas_;        ///< in the order of EditedRegions::eased()
  std::vector<Stage> shown_;       ///< by ascending `left`
  std::vector<Stage> before_;
  std::vector<Stage> after_;
  std::vector<Slot> asked_;
  const RegionLandmarkBound* to_goal_ = nullptr;
  std::vector<AccessCosts::KnownCost> known_;
  AccessCosts costs_;
};

}  // namespace portolan
