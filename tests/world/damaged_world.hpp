// SPDX-License-Identifier: BSL-1.0
// Queries on a world that may contradict itself, judged on the terrain as it was read. Header only, so that fuzz
// targets can share it.
#pragma once

#include "portolan/grid/path_check.hpp"
#include "portolan/query/batch_query.hpp"
#include "portolan/query/bounded_query.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"
#include "support/asker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace portolan::test {

/// The positions of a profile, edited or not, as a map of their own, on which its mover has footprint 1: a terrain for
/// each byte value. With the links of the world, and the moves of the profile.
inline std::optional<std::pair<TileMap, MovementProfile>> terrain_as_read(const World& world,
                                                                          std::size_t profile_number,
                                                                          std::span<const TerrainId> positions) {
  const ProfileView& profile = world.profiles()[profile_number];
  std::array<int, 256> number{};
  number.fill(-1);
  std::vector<Terrain> palette;
  std::vector<TerrainId> tiles;
  for (const TerrainId id : positions) {
    if (number[id] < 0) {
      number[id] = static_cast<int>(palette.size());
      palette.push_back({std::to_string(id), profile.rules.cost[id] * profile.rules.cost_unit});
    }
    tiles.push_back(static_cast<TerrainId>(number[id]));
  }
  auto map = TileMap::create(profile.grid.width, profile.grid.height, std::move(palette), std::move(tiles));
  if (!map || !map->set_links({world.links().begin(), world.links().end()}) ||
      !map->set_moves(moves_of(profile.edges.ids, world.edge_costs(), world.width()))) {
    return {};
  }
  return std::pair(std::move(*map), MovementProfile{.name = "as read",
                                                    .neighbours = profile.rules.neighbours,
                                                    .corners = profile.rules.corners,
                                                    .steps = declared_steps(profile.rules)});
}

inline std::vector<Link> open_links(const Overlay& overlay) {
  std::vector<Link> links(overlay.world().links().begin(), overlay.world().links().end());
  const auto closed = overlay.closed_links();
  for (auto link = closed.rbegin(); link != closed.rend(); ++link) links.erase(links.begin() + *link);
  return links;
}

struct DamagedWorldReport {
  std::string fault;  ///< empty: every answer was a status or a legal path
  std::map<Status, int> statuses;
};

/// Walks the legs of a result that claims to have found a path. Empty if they are legal as far as they go.
inline std::string walk_fault(test::Asker& query, const PathRequest& request, const test::Found& result,
                              const std::pair<TileMap, MovementProfile>& ground,
                              std::initializer_list<LegStatus> broken_off) {
  std::vector<Tile> path{request.from};
  std::vector<std::size_t> by_link;
  Leg leg;
  Cost cost = 0;
  LegStatus status = query.next_leg(leg);
  std::size_t legs = 0;
  for (; status == LegStatus::ready; status = query.next_leg(leg)) {
    const bool at_once = request.unpacking != Unpacking::leg_by_leg;  // no world is that large
    if (++legs >= result.waypoints.size() && at_once) return "more legs than waypoints";
    if (leg.tiles.empty() || leg.tiles.front() != path.back()) return "a leg does not start where the last one ended";
    if (at_once && leg.tiles.back() != result.waypoints[legs]) return "a leg does not end at its waypoint";
    if (leg.states > LegMatrix::kNodes) return "a leg with too many states";
    if (leg.link != kNoLink) by_link.push_back(path.size() - 1);
    path.insert(path.end(), leg.tiles.begin() + 1, leg.tiles.end());
    cost += leg.cost;
  }
  const PathMeasure measure = measure_path(ground.first, ground.second, path, by_link);
  if (!measure.legal()) return measure.fault;
  if (std::ranges::find(broken_off, status) != broken_off.end()) return {};
  if (path.back() != request.to) return "the path does not lead to the goal";
  if (cost != result.cost) return "the legs do not add up to the cost";
  const double length = static_cast<double>(cost) * query.profile().rules.tiles_per_unit();
  // Links and moves are rounded to the unit of the costs.
  const double rounding =
      static_cast<double>(result.hops.size() + measure.moves) * query.profile().rules.tiles_per_unit();
  if (std::abs(length - measure.cost) > 1e-5 * (1 + measure.cost) + rounding)
    return "the cost is not that of the steps";
  return {};
}

/// A file holds the terrain twice for movers that go straight, as tiles and as their plane. Where the two differ, a
/// segment must be free on the plane, or a legal step on the tiles that was not pulled straight.
inline std::string line_fault(const ProfileView& profile, const test::Found& result) {
  if (result.points.empty()) return "a path without points";
  const SightSpace& space = profile.sight->space;
  const GridView& grid = profile.grid;
  for (std::size_t i = 1; i < result.points.size(); ++i) {
    const Point a = to_plane(space.contact, result.points[i - 1]);
    const Point b = to_plane(space.contact, result.points[i]);
    if (can_stand(space, a) && can_stand(space, b) && in_sight(space, a, b)) continue;
    const Tile from = tile_at(result.points[i - 1]);
    const Tile to = tile_at(result.points[i]);
    const bool step = centre_of(from) == result.points[i - 1] && centre_of(to) == result.points[i] &&
                      std::abs(from.x - to.x) <= 1 && std::abs(from.y - to.y) <= 1;
    if (!step || !grid.passable(from) || !grid.passable(to) || !legal_step(grid, from, to)) {
      return "a segment is not free";
    }
  }
  return {};
}

/// Asks for the costs of all ways between some tiles, in two calls. Empty if the answers are costs or statuses without
/// one, and the same again when asked again.
inline std::string batch_fault(BatchQuery& batch, std::span<const Tile> tiles, std::map<Status, int>& statuses) {
  std::vector<TilePair> pairs;
  for (const Tile from : tiles) {
    for (const Tile to : tiles) pairs.push_back({from, to});
  }
  std::array<std::vector<BatchAnswer>, 2> by_pair;
  std::array<std::vector<BatchAnswer>, 2> by_row;
  for (std::size_t i = 0; i < 2; ++i) {
    by_pair[i].resize(pairs.size());
    by_row[i].resize(pairs.size());
    if (batch.pairs(pairs, {}, by_pair[i]).status != Status::found ||
        batch.table(tiles, tiles, {}, by_row[i]).status != Status::found)
      return "a batch is refused";
    for (const auto* answers : {&by_pair[i], &by_row[i]}) {
      for (const BatchAnswer& answer : *answers) {
        ++statuses[answer.status];
        if (answer.status != Status::found && answer.cost != 0) return "a batch gives a cost without a path";
        if (answer.status == Status::undecided) return "a batch gives no answer";
      }
    }
  }
  return by_pair[0] == by_pair[1] && by_row[0] == by_row[1] ? "" : "a batch asked again answers otherwise";
}

inline bool is_on_map(const GridView& grid, Point p) {
  return p.x >= 0 && p.y >= 0 && p.x <= grid.width * kSubUnits && p.y <= grid.height * kSubUnits;
}

/// Edits an overlay of the world some times, refreshes it in part, and asks for paths on it.
template <class Next, class Draw>
std::string overlay_fault(const World& world, std::size_t profile, test::Asker& query, Next& next, Draw& draw,
                          std::map<Status, int>& statuses) {
  Overlay overlay(world);
  const ProfileView& view = world.profiles()[profile];
  for (int round = 0; round < 3; ++round) {
    const Tile at = draw();
    const Rect area = intersection({at, {at.x + 1 + next(6), at.y + 1 + next(6)}}, world.bounds());
    if (!world.floors().on_one_floor(area)) continue;
    if (!world.links().empty() && next(2) == 0) {
      const auto link = static_cast<LinkId>(next(static_cast<std::int32_t>(world.links().size())));
      if (!overlay.close_link(link)) return "a link is not closed";
    }
    if (!overlay.set_terrain(area, static_cast<TerrainId>(next(static_cast<std::int32_t>(world.palette().size()))))) {
      return "an edit is refused";
    }
    if (next(2) == 0) overlay.refresh(static_cast<std::size_t>(next(6)));
    query.use(std::make_shared<const Overlay>(overlay));
    const TerrainPages& positions = overlay.positions(profile);
    auto ground = terrain_as_read(world, profile, positions.copy(positions.bounds()));
    if (!ground || !ground->first.set_links(open_links(overlay))) return {};
    for (const Tier tier : {Tier::automatic, Tier::regions}) {
      const PathRequest request{.from = draw(),
                                .to = draw(),
                                .tier = tier,
                                .max_expansions = 200'000,
                                .unpacking = static_cast<Unpacking>(next(3))};
      const test::Found result = query.find(request);
      ++statuses[result.status];
      if (result.status != Status::found || view.rules.metric == Metric::any_angle) continue;
      if (const std::string fault = walk_fault(query, request, result, *ground, {LegStatus::corrupt, LegStatus::stale});
          !fault.empty()) {
        return "on an overlay: " + fault;
      }
    }
  }
  query.use(nullptr);
  return {};
}

/// Asks for paths of bounded excess. Empty if each answer is a status, or a path on the map from end to end.
template <class Draw>
std::string bounded_fault(const World& world, std::size_t profile, Draw& draw, std::map<Status, int>& statuses) {
  BoundedQuery query(world, profile);
  Path path(query.room());
  for (const double excess : {0.1, 0.01}) {
    const BoundedRequest request{.from = draw(), .to = draw(), .excess = excess, .max_expansions = 200'000};
    const PathResult result = query.find(request, path);
    ++statuses[result.status];
    if (result.status != Status::found) {
      if (!path.points().empty() || result.cost != 0) return "a bounded answer without a path has points or a cost";
      continue;
    }
    if (path.points().front() != centre_of(request.from) || path.points().back() != centre_of(request.to)) {
      return "a bounded path with wrong ends";
    }
    for (const Point p : path.points()) {
      if (!is_on_map(query.profile().grid, p)) return "a bounded path leaves the map";
    }
  }
  return {};
}

/// Asks a field for costs and steps. Empty if each answer is a status, with a cost only where there is a way.
template <class Draw>
std::string field_fault(const World& world, std::size_t profile, Draw& draw, std::map<Status, int>& statuses) {
  DistanceArena arena(8);
  GoalField field(world, profile, arena);
  // More blocks than a field looks around from before it sweeps around the goal.
  constexpr int kTiles = 24;
  for (int goal = 0; goal < 2; ++goal) {
    (void)field.aim(draw());
    for (int i = 0; i < kTiles; ++i) {
      const Answer answer = field.cost({draw(), 200'000});
      ++statuses[answer.status];
      if (answer.status != Status::found && answer.cost != 0) return "a field gives a cost without a way";
      (void)field.next_step({draw(), 200'000});
      (void)field.lower_bound(draw());
    }
  }
  return {};
}

/// Asks for some random paths in every tier, of bounded excess too, and for costs to a goal and in batches.
/// Deterministic in the seed.
inline DamagedWorldReport query_damaged_world(const World& world, std::size_t profile, std::uint64_t seed) {
  constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::astar,  Tier::local, Tier::ch,
                              Tier::waypoints, Tier::labels,  Tier::blocks, Tier::jump};
  DamagedWorldReport report;
  const ProfileView& view = world.profiles()[profile];
  const auto ground = terrain_as_read(world, profile, view.grid.terrain.copy(view.grid.bounds()));
  if (!ground) return report;
  const auto query = std::make_unique<test::Asker>(world, profile, Baseline::with);
  const auto next = [&seed](std::int32_t bound) {
    seed = seed * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<std::int32_t>((seed >> 33) % static_cast<std::uint64_t>(bound));
  };
  const auto draw = [&] {
    Tile t{next(view.grid.width), next(view.grid.height)};
    for (int i = 0; i < 20 && view.grid.cost(t) == 0; ++i) t = {next(view.grid.width), next(view.grid.height)};
    return t;
  };
  for (const Tier tier : kTiers) {
    PathRequest request{.from = draw(), .to = draw(), .tier = tier, .max_expansions = 200'000};
    if (next(4) == 0) request.ends = EndRule::nearest;
    request.unpacking = static_cast<Unpacking>(next(3));
    const test::Found result = query->find(request);
    if (result.why == Why::moved_end && !result.waypoints.empty()) {
      request.from = result.waypoints.front();
      request.to = result.waypoints.back();
    }
    ++report.statuses[result.status];
    query->visit_search([&](Point p, bool) {
      if (!is_on_map(view.grid, p)) report.fault = "a search left the map";
    });
    if (!report.fault.empty()) return report;
    if (has_path(result.status)) {
      report.fault = view.rules.metric == Metric::any_angle
                         ? line_fault(view, result)
                         : walk_fault(*query, request, result, *ground, {LegStatus::corrupt});
    } else if (!result.waypoints.empty() || !result.points.empty() || result.cost != 0) {
      report.fault = "an answer without a path has waypoints or a cost";
    }
    if (!report.fault.empty()) return report;
  }
  report.fault = overlay_fault(world, profile, *query, next, draw, report.statuses);
  if (!report.fault.empty()) return report;
  if (view.rules.metric == Metric::any_angle) {
    report.fault = bounded_fault(world, profile, draw, report.statuses);
    if (!report.fault.empty()) return report;
  }
  report.fault = field_fault(world, profile, draw, report.statuses);
  if (!report.fault.empty()) return report;
  BatchQuery batch(world, profile);
  report.fault = batch_fault(batch, std::array{draw(), draw(), draw()}, report.statuses);
  return report;
}

}  // namespace portolan::test
