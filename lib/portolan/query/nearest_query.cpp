// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/nearest_query.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/waypoints/direct_sight.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

/// A set, or a predicate, as what is sought.
SoughtGoals sought_in(const GoalSet& goals, std::size_t count) noexcept {
  return {
      .self = &goals,
      .may_be_in = [](const void* self,
                      const LevelRegion& region) noexcept { return static_cast<const GoalSet*>(self)->any_in(region); },
      .offer =
          [](const void* self, Tile tile, Cost cost, NearestGoals& found) noexcept {
            static_cast<const GoalSet*>(self)->for_each_on(tile, [&](GoalId goal, Tile) {
              found.offer({cost, tile, goal});
            });
          },
      .count = count};
}

}  // namespace

NearestQuery::NearestQuery(const GoalSet& goals)
    : goals_(goals),
      snapshot_(goals.world(), goals.profile()),
      found_(goals.capacity()),
      by_air_(goals),
      labels_(position_labels(snapshot_.profile())) {
  if (snapshot_.any_angle()) {
    paths_.emplace(snapshot_.world(), snapshot_.number());
  } else {
    search_.emplace(snapshot_);
  }
}

void NearestQuery::use(std::shared_ptr<const Overlay> overlay) {
  const auto use_file = [this] {
    if (search_) search_->use_file();
    if (paths_) paths_->use(nullptr);
    snapshot_.use_file();
  };
  use_file();
  snapshot_.use(overlay);
  if (!snapshot_.edited()) return;
  try {
    if (search_) search_->use();
    if (paths_) paths_->use(std::move(overlay));
  } catch (...) {
    use_file();
    throw;
  }
}

ReachedGoals NearestQuery::nearest(const NearestGoalsRequest& request, std::span<ReachedGoal> room) noexcept {
  if (room.empty()) return {bad_size_answer()};
  found_.start(room);
  return answer({request.from, request.ends, request.max_expansions},
                [&](Tile from) { return find_in_set(from, request.max_expansions); });
}

ReachedGoals NearestQuery::within(const GoalsWithinRequest& request, std::span<ReachedGoal> room) noexcept {
  found_.start_within(room, request.most);
  return answer({request.from, request.ends, request.max_expansions},
                [&](Tile from) { return find_in_set(from, request.max_expansions); });
}

ReachedGoals NearestQuery::nearest_tiles(const NearestGoalsRequest& request, const TilePredicate& is_goal,
                                         std::span<ReachedGoal> room) noexcept {
  if (room.empty()) return {bad_size_answer()};
  found_.start(room);
  return answer({request.from, request.ends, request.max_expansions},
                [&](Tile from) { return find_where(from, request.max_expansions, is_goal); });
}

ReachedGoals NearestQuery::tiles_within(const GoalsWithinRequest& request, const TilePredicate& is_goal,
                                        std::span<ReachedGoal> room) noexcept {
  found_.start_within(room, request.most);
  return answer({request.from, request.ends, request.max_expansions},
                [&](Tile from) { return find_where(from, request.max_expansions, is_goal); });
}

/// Judges the start, has the goals found, and answers with them.
template <class Find>
ReachedGoals NearestQuery::answer(const Question& question, Find&& find) noexcept {
  const JudgedEnds ends(snapshot_, question.from, question.from, question.ends);
  if (ends.decided()) return {ends.answer(), {}, Tier::automatic, question.from};
  const Finding finding = find(ends.from());
  ReachedGoals reached{finding, {}, finding.tier, ends.from()};
  if (finding.status != Status::found) return reached;
  if (found_.lost_one()) {
    static_cast<Answer&>(reached) = no_room_answer(finding.work);
    return reached;
  }
  reached.goals = found_.finish();
  if (reached.goals.empty()) {
    reached.status = Status::unreachable;
    reached.why = Why::exhausted;
    reached.lower_bound = finding.proven ? kInfiniteCost : 0;
    return reached;
  }
  reached.cost = reached.goals.front().cost;
  reached.lower_bound = finding.proven ? reached.cost : 0;
  if (ends.from() != question.from) reached.why = Why::moved_end;
  return reached;
}

NearestQuery::Finding NearestQuery::find_in_set(Tile from, std::uint64_t budget) noexcept {
  if (labels_ && !snapshot_.edited()) return find_by_hubs(from);
  return search_ ? find_by_regions(from, budget) : find_by_paths(from, budget);
}

/// Straight ways have no hub on them. A few come first, as they bound what hubs are worth looking at; then goals by the
/// hubs that they have in common with the start, those near it first; then the other straight ways.
NearestQuery::Finding NearestQuery::find_by_hubs(Tile from) noexcept {
  constexpr std::size_t kFirstLooks = 4;
  const SightTierView& sight = *snapshot_.profile().sight;
  const SightMetric& metric = sight.graph->metric;
  const Contact contact = sight.space.contact;
  const Cost price = snapshot_.any_angle() ? snapshot_.profile().rules.least_cost : 1;
  const Point at = point_of(contact, from);
  const auto distance = [&](Tile tile) noexcept { return metric.length(at, point_of(contact, tile)) * price; };
  const auto look = [&]() noexcept {
    const auto goal = by_air_.next(found_.most(), distance);
    if (!goal) return false;
    const Point there = point_of(contact, goal->tile);
    if (can_stand(sight.space, there) && in_sight(sight.space, at, there)) found_.offer(*goal);
    return true;
  };
  labels_->prefetch(from);
  by_air_.start(from, distance);
  for (std::size_t looks = 0; looks < kFirstLooks + found_.room() && !found_.full() && look();) ++looks;

  const HubBuckets& buckets = goals_.buckets();
  const PositionLabel label = labels_->leaving(from, {.after = buckets.nearest(), .most = found_.most() / price});
  if (label.status != Status::found || goals_.broken()) return {corrupt_answer(), Tier::labels};
  for (std::size_t i = label.entries.size(); i-- > 0;) {
    const HubDistance& start = label.entries[i];
    const auto most = [&] {
      return static_cast<std::int64_t>(found_.most() / price) - static_cast<std::int64_t>(start.distance);
    };
    buckets.for_each_near(start.hub, most(), [&](GoalId goal, std::uint32_t rest) noexcept {
      found_.offer({(Cost{start.distance} + rest) * price, goals_.tile(goal), goal});
      return most();
    });
  }
  while (look()) {
  }
  return {{.status = Status::found}, Tier::labels};
}

NearestQuery::Finding NearestQuery::find_by_regions(Tile from, std::uint64_t budget) noexcept {
  return {search_->search(from, sought_in(goals_, count_goals_not_apart(from)), budget, found_), Tier::regions};
}

NearestQuery::Finding NearestQuery::find_by_paths(Tile from, std::uint64_t budget) noexcept {
  Finding finding{{.status = Status::found}};
  const auto distance = [&](Tile tile) noexcept { return air_cost(from, tile); };
  by_air_.start(from, distance);
  for (auto goal = by_air_.next(found_.most(), distance); goal; goal = by_air_.next(found_.most(), distance)) {
    if (!ask_path(from, *goal, budget, finding)) break;
  }
  return finding;
}

NearestQuery::Finding NearestQuery::find_where(Tile from, std::uint64_t budget, const TilePredicate& is_goal) noexcept {
  if (!search_) return find_in_rings(from, budget, is_goal);
  const SoughtGoals sought{.self = &is_goal,
                           .may_be_in = [](const void*, const LevelRegion&) noexcept { return true; },
                           .offer =
                               [](const void* self, Tile tile, Cost cost, NearestGoals& found) noexcept {
                                 if ((*static_cast<const TilePredicate*>(self))(tile)) found.offer({cost, tile});
                               }};
  return {search_->search(from, sought, budget, found_), Tier::regions};
}

/// Squares of growing radius around the start; no tile of the next one is nearer than its radius.
NearestQuery::Finding NearestQuery::find_in_rings(Tile from, std::uint64_t budget,
                                                  const TilePredicate& is_goal) noexcept {
  Finding finding{{.status = Status::found}};
  const GridView& grid = snapshot_.grid();
  const auto consider = [&](Tile tile) {
    if (finding.status != Status::found || !grid.passable(tile) || !is_goal(tile)) return;
    if (air_cost(from, tile) <= found_.most()) (void)ask_path(from, {0, tile}, budget, finding);
  };
  const std::int32_t farthest = std::max({from.x, grid.width - 1 - from.x, from.y, grid.height - 1 - from.y});
  for (std::int32_t radius = 0; radius <= farthest; ++radius) {
    if (finding.status != Status::found || air_cost(from, {from.x + radius, from.y}) > found_.most()) break;
    for (std::int32_t x = from.x - radius; x <= from.x + radius; ++x) {
      consider({x, from.y - radius});
      if (radius != 0) consider({x, from.y + radius});
    }
    for (std::int32_t y = from.y - radius + 1; y < from.y + radius; ++y) {
      consider({from.x - radius, y});
      consider({from.x + radius, y});
    }
  }
  return finding;
}

/// Offers a goal at what the path to it costs, if there is one. False if that cannot be told.
bool NearestQuery::ask_path(Tile from, const ReachedGoal& goal, std::uint64_t budget, Finding& finding) noexcept {
  if (!snapshot_.grid().passable(goal.tile) || snapshot_.known_apart(from, goal.tile)) return true;
  const PathResult path = paths_->find({.from = from, .to = goal.tile, .max_expansions = budget - finding.work});
  finding.work += path.work;
  finding.proven = finding.proven && path.optimal();
  if (path.status == Status::found) {
    found_.offer({path.cost, goal.tile, goal.goal});
  } else if (path.status != Status::unreachable) {
    finding.status = path.status;
    finding.why = path.why;
    return false;
  }
  return true;
}

/// Goals that may be reached, if they are no more than there is room for; else any greater number.
std::size_t NearestQuery::count_goals_not_apart(Tile from) const noexcept {
  std::size_t count = 0;
  goals_.for_each_while([&](GoalId, Tile tile) noexcept {
    if (snapshot_.grid().passable(tile) && !snapshot_.known_apart(from, tile)) ++count;
    return count <= found_.room();
  });
  return count;
}

/// A lower bound of what any path between two tiles costs at any angle.
Cost NearestQuery::air_cost(Tile from, Tile to) const noexcept {
  const SightMetric metric{.norm = Norm::euclidean, .fraction_bits = snapshot_.profile().sight->fraction_bits};
  const Contact contact = snapshot_.contact();
  return metric.lower_bound(point_of(contact, from), point_of(contact, to)) * snapshot_.grid().rules->least_cost;
}

}  // namespace portolan
