// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/waypoint_tiers.hpp"

#include "portolan/graph/search_answer.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Waypoints up to which A* over them is asked first: it settles some part of all of them, A* over regions hardly more
/// in a larger world.
constexpr std::size_t kMostSearched = EditedSearch::kMostWaypoints;

}  // namespace

WaypointTiers::WaypointTiers(const ProfileView& profile, const OpenLinks& links, const FloorStack& floors)
    : profile_(profile),
      sight_(*profile.sight),
      links_(links),
      link_bound_(links, floors),
      any_angle_(profile.rules.metric == Metric::any_angle),
      standing_(profile, links.grid()),
      astar_(sight_.space, *sight_.graph, &profile.links, sight_.guides) {
  const SightSpace& space = sight_.space;
  const WaypointGraphView& graph = *sight_.graph;
  if (any_angle_) free_segments_.emplace(space.width, graph.size());
  if (sight_.hierarchy) hierarchy_.emplace(space, graph, *sight_.hierarchy, &profile.links);
  if (sight_.labels) labels_.emplace(space, graph, *sight_.labels, widest_simd(), &profile.links);
  if (sight_.blocks) blocks_.emplace(space, graph, *sight_.labels, *sight_.blocks);
}

void WaypointTiers::use(std::span<const DirtyRegion> dirty, const TerrainPages& positions) {
  standing_.assign(dirty);
  edited_ = true;
  searches_edits_ = false;
  if (!any_angle_ || !links_.empty() || sight_.graph->size() > EditedSearch::kMostWaypoints) return;
  if (!is_well_formed(sight_.space, *sight_.graph)) return;
  if (!edited_search_) edited_search_.emplace(sight_.space, *sight_.graph);
  searches_edits_ = edited_search_->follow(links_.grid(), positions, profile_.rules.least_cost);
}

Tier WaypointTiers::preferred(Point from, Point to) const noexcept {
  if (blocks_ && (between_tiles(from, to) || sight_.space.contact == Contact::point)) return Tier::blocks;
  if (labels_) return Tier::labels;
  if (hierarchy_) return Tier::ch;
  const bool small = sight_.graph->size() <= kMostSearched;
  // On tiles both ways are exact, at any angle only this one is. With edits it may be in vain.
  const bool pays = any_angle_ ? small || !edited_ : small && !edited_ && profile_.regions.landmarks.rows.empty();
  return pays ? Tier::waypoints : Tier::automatic;
}

SightPath WaypointTiers::find(Point from, Point to, Tier tier, std::uint64_t budget) noexcept {
  if (!edited_) return search(from, to, tier, budget);
  if (tier == Tier::waypoints && searches_edits_) return edited_search_->find(from, to, budget);
  // A path by links may cost less than the way through the plane.
  if (links_.empty() && !standing_.is_least(from, to, sight_.graph->metric.lower_bound(from, to)))
    return {{.status = Status::undecided, .why = Why::edited}};
  const SightPath path = search(from, to, tier, budget);
  if (path.status == Status::out_of_budget || path.status == Status::undecided) return path;
  const bool stands = path.status == Status::found && standing_.is_least(from, to, path.cost) &&
                      standing_.is_untouched(path) && (links_.empty() || keeps_links(from, to, path));
  return stands ? path : SightPath{{.status = Status::undecided, .why = Why::edited, .work = path.work}};
}

/// Nobody walks segments at any angle tile by tile, so a wrong file is found out here.
SightPath WaypointTiers::search(Point from, Point to, Tier tier, std::uint64_t budget) noexcept {
  if (tier == Tier::blocks && blocks_ && sight_.space.contact == Contact::point && !between_tiles(from, to)) {
    if (const auto path = blocks_->find_between(from, to)) {
      // What leads from the ends to the first waypoints has been looked at.
      const std::size_t between = std::max<std::size_t>(path->points.size(), 2) - 2;
      const bool free = path->status != Status::found || is_free(path->points.last(between + 1).first(between));
      return free ? *path : SightPath{corrupt_answer(path->work)};
    }
    tier = Tier::labels;
  }
  SightPath path = search_by(tier, from, to, budget);
  if (any_angle_ && path.status == Status::found && !is_free(path.points)) path = {corrupt_answer(path.work)};
  return path;
}

SightPath WaypointTiers::search_by(Tier tier, Point from, Point to, std::uint64_t budget) noexcept {
  if (tier == Tier::blocks && blocks_) return blocks_->find(tile_at(from), tile_at(to));
  if (tier == Tier::labels && labels_) return labels_->find(from, to, budget);
  if (tier == Tier::ch && hierarchy_) return hierarchy_->find(from, to, budget);
  if (tier == Tier::waypoints) return astar_.find(from, to, budget, needless_between(from, to));
  return {{.status = Status::undecided, .why = Why::tier_missing}};
}

/// Whether the links of a path of the file are open, and none that are open now lead over what was eased for less.
bool WaypointTiers::keeps_links(Point from, Point to, const SightPath& path) noexcept {
  const bool open = std::ranges::all_of(path.hops, [&](const LinkHop& hop) {
    bool leaves = false;
    links_.for_each_leaving(tile_at(path.points[hop.leg]),
                            [&](const LinkArc& arc) { leaves = leaves || arc.link == hop.link; });
    return leaves;
  });
  if (!open || !standing_.has_eased()) return open;
  link_bound_.aim(tile_at(to), Toward::goal);
  return link_bound_.detour(tile_at(from)) >= path.cost;
}

/// The search knows the file alone, edits or not. Where an end lies between tiles it may belong to more than one.
DeadEndFilter WaypointTiers::needless_between(Point from, Point to) const noexcept {
  if (profile_.dead_ends.empty() || !between_tiles(from, to)) return {};
  const auto at = [&](Point p) { return profile_.dead_ends.at(profile_.grid.index(tile_at(p))); };
  return {profile_.dead_ends, at(from), at(to)};
}

/// Whether both are positions of movers that stand on tiles, or centres of tiles.
bool WaypointTiers::between_tiles(Point from, Point to) const noexcept {
  const auto is_tile = [&](Point p) { return p == to_plane(sight_.space.contact, centre_of(tile_at(p))); };
  return is_tile(from) && is_tile(to);
}

/// Whether the mover can go straight from point to point. The first one must be a position.
bool WaypointTiers::is_free(std::span<const Point> path) noexcept {
  const SightSpace& space = sight_.space;
  SegmentMemo::VertexNumber from = SegmentMemo::kNoVertex;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const SegmentMemo::VertexNumber to = free_segments_->number_of(path[i]);
    if (!free_segments_->knows(from, to)) {
      if (!can_stand(space, path[i]) || !in_sight(space, path[i - 1], path[i])) return false;
      free_segments_->add(from, to);
    }
    from = to;
  }
  return true;
}

}  // namespace portolan
