// SPDX-License-Identifier: BSL-1.0
// portolan nearest: which of many goals can be reached at the least cost.
#include "commands.hpp"
#include "common.hpp"
#include "map/path_report.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/formats/maps/goal_reader.hpp"
#include "portolan/query/nearest_query.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// A goal that was found, with the path there, judged.
struct Arrival {
  const NamedTile* goal = nullptr;
  double cost = 0;  ///< in tiles at terrain cost 1
  std::vector<Tile> waypoints{};
  std::vector<Point> points{};
};

/// Finds the paths to the goals, and judges them by the map alone. Errors: corrupt (a path is not legal, or costs
/// something else than its goal).
Result<std::vector<Arrival>> arrive(const World& world, std::size_t profile, Tile from,
                                    std::span<const ReachedGoal> found, std::span<const NamedTile> goals) {
  const auto map = world.map();
  if (!map) return map.error();
  const MovementProfile declared = world.declared_profile(profile);
  PathQuery query(world, profile);
  LegWalker walker(world, profile);
  Path path(query.room());
  std::vector<Arrival> arrivals;
  for (const ReachedGoal& goal : found) {
    const PathResult result = query.find({.from = from, .to = goal.tile}, path);
    const std::string where = text_of(goal.tile, world.floors());
    if (result.status != Status::found || result.cost != goal.cost) {
      return Error{ErrorCode::corrupt, fmt::format("the path to {} does not cost what the goal does", where)};
    }
    Arrival arrival{.goal = &goals[goal.goal]};
    arrival.waypoints.assign(path.waypoints().begin(), path.waypoints().end());
    arrival.points.assign(path.points().begin(), path.points().end());
    const JudgedPath judged = judge_path(*map, declared, walker, path, centre_of(from), centre_of(goal.tile));
    if (!judged.fault.empty()) return Error{ErrorCode::corrupt, fmt::format("the path to {}: {}", where, judged.fault)};
    arrival.cost = judged.cost;
    arrivals.push_back(std::move(arrival));
  }
  return arrivals;
}

Json report(const World& world, const ReachedGoals& reached, const std::vector<Arrival>& arrivals, GoalPaths paths,
            double us) {
  const FloorStack& floors = world.floors();
  Json goals = Json::array();
  for (const Arrival& arrival : arrivals) {
    const Tile tile = arrival.goal->tile;
    Json goal{{"x", tile.x}, {"y", floors.row(tile.y)}};
    if (floors.count > 1) goal["floor"] = floors.floor(tile.y);
    goal["cost"] = arrival.cost;
    if (!arrival.goal->name.empty()) goal["name"] = arrival.goal->name;
    if (paths == GoalPaths::listed) {
      goal["waypoints"] = arrival.points.empty() ? listed(std::span<const Tile>(arrival.waypoints), floors)
                                                 : listed(std::span<const Point>(arrival.points), floors);
    }
    goals.push_back(std::move(goal));
  }
  return {{"status", to_string(reached.status)},
          {"why", to_string(reached.why)},
          {"from", listed(std::span(&reached.from, 1), floors).front()},
          {"goals", goals},
          {"optimal", reached.optimal()},
          {"expansions", reached.work},
          {"tier", to_string(reached.tier)},
          {"us", us}};
}

/// The greatest cost in the unit of a profile that people would take for no more than a length in tiles.
Cost cost_of(double length, const ProfileView& profile) {
  constexpr double kLastDigit = 5e-7;
  const double cost = std::floor((length + kLastDigit) / profile.tiles_per_unit());
  return cost < static_cast<double>(kInfiniteCost) ? static_cast<Cost>(cost) : kInfiniteCost - 1;
}

ReachedGoals ask(NearestQuery& query, const NearestArguments& arguments, Tile from, std::span<ReachedGoal> room) {
  const EndRule ends = arguments.ends == Ends::nearest ? EndRule::nearest : EndRule::exact;
  const std::uint64_t budget = arguments.budget.value_or(~std::uint64_t{0});
  if (!arguments.within) {
    return query.nearest({.from = from, .ends = ends, .max_expansions = budget},
                         room.first(std::min(arguments.count.value_or(1), room.size())));
  }
  ReachedGoals reached = query.within(
      {.from = from, .most = cost_of(*arguments.within, query.profile()), .ends = ends, .max_expansions = budget},
      room);
  reached.goals = reached.goals.first(std::min(arguments.count.value_or(room.size()), reached.goals.size()));
  return reached;
}

}  // namespace

int run_nearest(const NearestArguments& arguments) {
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  const auto profile = choose_profile(*world, arguments.profile);
  if (!profile) return fail(profile.error().message);
  const auto from = parse_end(arguments.from, world->profiles()[*profile], world->floors());
  if (!from) return fail(from.error().message);
  const Tile* const start = std::get_if<Tile>(&*from);
  if (start == nullptr)
    return fail(fmt::format("'{}' is not a tile: nearest goals are asked from tiles", arguments.from));
  if (arguments.ends == Ends::exact) {
    if (const Outcome inside = check_inside(*world, *from, world->floors()); !inside)
      return fail(inside.error().message);
  }
  const auto goals = read_goals(arguments.goals, world->width(), world->floors());
  if (!goals) return fail(goals.error().message);

  GoalSet set(*world, *profile, goals->size());
  for (GoalId i = 0; i < goals->size(); ++i) set.insert(i, (*goals)[i].tile);
  NearestQuery query(set);
  std::vector<ReachedGoal> room(std::max<std::size_t>(goals->size(), 1));
  const auto begin = std::chrono::steady_clock::now();
  const ReachedGoals reached = ask(query, arguments, *start, room);
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - begin;
  if (reached.status == Status::corrupt) return fail(fmt::format("{}: the file contradicts itself", arguments.world));
  const auto arrivals = arrive(*world, *profile, reached.from, reached.goals, *goals);
  if (!arrivals) return fail(fmt::format("{}: {}", arguments.world, arrivals.error().message));

  const int code = reached.status == Status::found ? kDone : kNegative;
  if (arguments.print == Output::json) {
    fmt::print("{}\n", text_of(report(*world, reached, *arrivals, arguments.paths, us.count())));
    return code;
  }
  if (reached.status != Status::found) {
    fmt::print("{}: {}\n", to_string(reached.status), to_string(reached.why));
    return code;
  }
  fmt::print("{}: {} goals{}, tier {}, {} expansions, {:.1f} us\n", to_string(reached.status), arrivals->size(),
             reached.optimal() ? " (optimal)" : "", to_string(reached.tier), reached.work, us.count());
  for (const Arrival& arrival : *arrivals) {
    const std::string& name = arrival.goal->name;
    fmt::print("{}: cost {:.6f}{}\n", text_of(arrival.goal->tile, world->floors()), arrival.cost,
               name.empty() ? "" : " " + in_quotes(name));
    if (arguments.paths == GoalPaths::omitted) continue;
    for (const Tile tile : arrival.waypoints) fmt::print("  {}\n", text_of(tile, world->floors()));
    for (const Point point : arrival.points) fmt::print("  {}\n", text_of(point, world->floors()));
  }
  return code;
}

}  // namespace portolan::tools
