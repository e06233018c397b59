// SPDX-License-Identifier: BSL-1.0
// The tiers that answer from the waypoint graph of a file: direct sight, else one of its indexes, else A* over it. On
// an overlay with edits they answer where the path of the file stands (standing_paths.hpp); at any angle A* goes over
// the waypoints of the edited map instead.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/segment_memo.hpp"
#include "portolan/query/standing_paths.hpp"
#include "portolan/waypoints/block_query.hpp"
#include "portolan/waypoints/edited_search.hpp"
#include "portolan/waypoints/index_search.hpp"
#include "portolan/waypoints/waypoint_search.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// The searchers of one profile with a waypoint graph. Memory: 64 bytes a waypoint and up to 300 more for indexes,
/// committed only where searches go; at any angle, from the first edit on, that of an EditedSearch. One thread at a
/// time.
class WaypointTiers {
 public:
  /// `links`: those of the profile, or what the overlay in use leaves of them, with its grid. All must outlive it.
  WaypointTiers(const ProfileView& profile, const OpenLinks& links, const FloorStack& floors);

  /// From now on answers for an overlay with these dirty regions and pages of positions, which the grid shows; it must
  /// outlive its use. O(regions * log), at any angle also O(tiles of the pages + waypoints), the first time O(tiles).
  /// @throws std::bad_alloc
  void use(std::span<const DirtyRegion> dirty, const TerrainPages& positions);
  void use_file() noexcept { edited_ = searches_edits_ = false; }

  /// The tier to ask first where none is forced; Tier::automatic if another way is as fast. Points of the plane.
  [[nodiscard]] Tier preferred(Point from, Point to) const noexcept;

  /// Whether Tier::waypoints decides every question of the overlay in use: at any angle, where edits have left one
  /// price, and not too many waypoints.
  [[nodiscard]] bool searches_edits() const noexcept { return searches_edits_; }

  /// The least path between two positions of the plane by one tier from Tier::waypoints on, at most `budget` waypoints
  /// settled. status: `undecided` if the file lacks the tier, or edits may matter to the answer, which `why` tells;
  /// otherwise as the searchers say, and found only if all segments are free. Points of which blocks cannot tell go by
  /// labels.
  [[nodiscard]] SightPath find(Point from, Point to, Tier tier, std::uint64_t budget) noexcept;

  /// Calls visit(Point, settled) for the waypoints that the last find() by Tier::waypoints touched.
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    searches_edits_ ? edited_search_->for_each_touched(visit) : astar_.for_each_touched(visit);
  }

 private:
  [[nodiscard]] bool between_tiles(Point from, Point to) const noexcept;
  [[nodiscard]] SightPath search(Point from, Point to, Tier tier, std::uint64_t budget) noexcept;
  [[nodiscard]] SightPath search_by(Tier tier, Point from, Point to, std::uint64_t budget) noexcept;
  [[nodiscard]] bool is_free(std::span<const Point> path) noexcept;
  [[nodiscard]] bool keeps_links(Point from, Point to, const SightPath& path) noexcept;

  [[nodiscard]] DeadEndFilter needless_between(Point from, Point to) const noexcept;

  const ProfileView& profile_;
  const SightTierView& sight_;
  const OpenLinks& links_;
  LinkBound link_bound_;
  bool any_angle_;
  bool edited_ = false;
  bool searches_edits_ = false;
  StandingPaths standing_;
  WaypointSearch astar_;
  std::optional<EditedSearch> edited_search_;  ///< any_angle only, once there was an edit
  std::optional<IndexSearch> hierarchy_;
  std::optional<IndexSearch> labels_;
  std::optional<BlockQuery> blocks_;
  std::optional<SegmentMemo> free_segments_;  ///< any_angle only
};

}  // namespace portolan
