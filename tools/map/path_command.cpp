// SPDX-License-Identifier: BSL-1.0
// portolan path: one question to a world file.
#include "board/board_commands.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "map/path_report.hpp"
#include "map/placed_path.hpp"
#include "map/placements.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/query/bounded_query.hpp"
#include "portolan/query/path_smoother.hpp"
#include "view/explain.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// The ends that a path found must have: those asked for, unless the query moved them or came less far.
std::pair<Point, Point> ends_of(const PathResult& result, const Path& path, const End& from, const End& to) {
  if (result.why != Why::moved_end && result.why != Why::budget_spent) return {point_of(from), point_of(to)};
  if (!path.points().empty()) return {path.points().front(), path.points().back()};
  return {centre_of(path.waypoints().front()), centre_of(path.waypoints().back())};
}

/// A question that was answered.
struct Asked {
  Path path;
  PathResult result;
  double us = 0;
};

/// Asks for the best path there is; `how` says all but the ends.
Asked ask(const World& world, std::size_t profile, const End& from, const End& to, const PathRequest& how) {
  PathQuery query(world, profile, how.tier == Tier::astar ? Baseline::with : Baseline::without);
  Asked asked{.path = Path(query.room()), .result = {}};
  const auto start = std::chrono::steady_clock::now();
  asked.result = find_between(query, from, to, how, asked.path);
  asked.us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  return asked;
}

/// Asks for a path that is little above the best.
Asked ask_bounded(const World& world, std::size_t profile, const BoundedRequest& request) {
  BoundedQuery query(world, profile);
  Asked asked{.path = Path(query.room()), .result = {}};
  const auto start = std::chrono::steady_clock::now();
  asked.result = query.find(request, asked.path);
  asked.us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  return asked;
}

/// Whether --excess can be asked for.
Outcome check_excess(const PathArguments& arguments, const ProfileView& profile, const End& from, const End& to) {
  const auto refused = [](const char* reason) {
    return Outcome(Error{ErrorCode::usage, std::string("--excess ") + reason});
  };
  if (!(*arguments.excess >= kLeastExcess)) return refused("must be 0.002 or more, such as 0.01");
  if (profile.rules.metric != Metric::any_angle) return refused("is for profiles of the metric any_angle");
  if (!profile.edges.ids.empty()) return refused("is for maps without moves");
  if (arguments.tier != "auto" || !arguments.matrix.empty())
    return refused("asks no tier: not with --tier or --matrix");
  if (!std::holds_alternative<Tile>(from) || !std::holds_alternative<Tile>(to)) return refused("is for tiles");
  return Success{};
}

/// What the path of --excess costs above its bound, in text.
std::string excess_of(const PathResult& result) {
  const double part =
      result.lower_bound == 0 ? 0 : static_cast<double>(result.cost) / static_cast<double>(result.lower_bound) - 1;
  return fmt::format(" (at most {:.2f} % above the optimum)", std::ceil(1e4 * part) / 100);
}

/// Where a path that was found begins and ends, as ends are written.
std::array<std::string, 2> got_ends(const Path& path, const TileNames& names) {
  if (!path.points().empty()) return {text_of(path.points().front(), names), text_of(path.points().back(), names)};
  return {text_of(path.waypoints().front(), names), text_of(path.waypoints().back(), names)};
}

/// What follows the cost: whether it is proven, and the ends if they are not those asked for.
std::string remarks_on(const PathResult& result, const Path& path, const TileNames& names) {
  const bool spent = result.why == Why::budget_spent;
  if (result.why != Why::moved_end && !spent) return result.optimal() ? " (optimal)" : "";
  const auto [first, last] = got_ends(path, names);
  if (spent) return fmt::format(" (as far as the budget went, from {} to {})", first, last);
  return fmt::format(" ({}between the nearest places, {} and {})", result.optimal() ? "optimal " : "", first, last);
}

/// A waypoint a line, with the link that leads on from there.
void print_waypoints(const World& world, const Path& path, const TileNames& names) {
  std::size_t hop = 0;
  for (std::size_t i = 0; i < path.waypoints().size(); ++i) {
    std::string line = text_of(path.waypoints()[i], names);
    if (hop < path.hops().size() && path.hops()[hop].leg == i) {
      const LinkId link = path.hops()[hop++].link;
      const std::string& name = world.links()[link].name;
      line += fmt::format(" by {}", name.empty() ? fmt::format("link {}", link) : in_quotes(name));
    }
    fmt::print("{}\n", line);
  }
}

/// A point a line, and what is known of the way on from there unless that is clear.
void print_smooth(const SmoothPath& path, const TileNames& names) {
  const auto narrow = std::count(path.segments.begin(), path.segments.end(), SegmentKind::narrow);
  fmt::print("smooth: cost {:.6f}, {} points, {} narrow\n", path.length, path.points.size(), narrow);
  for (std::size_t i = 0; i < path.points.size(); ++i) {
    const bool remarked = i < path.segments.size() && path.segments[i] != SegmentKind::clear;
    fmt::print("{}{}{}\n", text_of(path.points[i], names), remarked ? " " : "",
               remarked ? to_string(path.segments[i]) : "");
  }
}

/// What a person is told of an answer without a path, beside its reason; empty where nothing more is known.
std::string explained(const PathArguments& arguments, const TileMap& map, const MovementProfile& profile,
                      const PathResult& result, const End& from, const End& to, const TileNames& names) {
  const bool bad_end = result.status == Status::bad_start || result.status == Status::bad_goal;
  if (!bad_end && result.status != Status::unreachable) return {};
  if (map.tiles().size() > kMostExplained) return {};
  const auto tile_of = [](const End& end) { return tile_at(point_of(end)); };
  const Explanation why = explain_no_path(map, profile, tile_of(from), tile_of(to), names);
  // A point may be blocked on a tile that is not.
  if (why.has_path) return {};
  const bool may_move = arguments.ends == Ends::exact && (bad_end || result.why == Why::different_islands);
  return why.text + (may_move ? " With --nearest the path leads between the nearest places that will do.\n" : "\n");
}

int exit_code(Status status) {
  if (status == Status::corrupt) return kBadInput;
  return has_path(status) ? kDone : kNegative;
}

}  // namespace

int run_path(const PathArguments& arguments) {
  const auto ties = parse_ties(arguments.ties.value_or("first"));
  if (!ties) return fail(ties.error().message);
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  const char* const body_option = body_option_of(arguments);
  if (body_option != nullptr && (world->profiles().empty() || wants_corridor(arguments, *world))) {
    return fail(fmt::format("{}: not for paths over areas, waypoints or boards", body_option));
  }
  if (arguments.numbers == Numbers::of_author && (world->profiles().empty() || wants_corridor(arguments, *world)))
    return fail("--origin: not for paths over areas, waypoints or boards");
  if (world->profiles().empty()) return path_on_board(arguments, *world);
  if (wants_corridor(arguments, *world)) return path_in_corridor(arguments, *world);
  const auto profile = choose_profile(*world, arguments.profile);
  if (!profile) return fail(profile.error().message);
  const ProfileView& view = world->profiles()[*profile];
  if (view.kinematics) return path_of_body(arguments, *world, *profile);
  if (body_option != nullptr) return fail(fmt::format("{}: only for profiles with headings", body_option));
  const bool any_angle = view.rules.metric == Metric::any_angle;
  const auto tier = parse_tier(arguments.tier, view);
  if (!tier) return fail(tier.error().message);
  const auto matrix = parse_matrix(arguments.matrix);
  if (!matrix) return fail(matrix.error().message);
  if (arguments.tiles == Tiles::listed && any_angle) {
    return fail("--tiles: paths of an any_angle profile are lines, not tiles");
  }
  const TileNames names = names_of(*world, arguments.numbers);
  const auto from = parse_end(arguments.from, view, names);
  if (!from) return fail(from.error().message);
  const auto to = parse_end(arguments.to, view, names);
  if (!to) return fail(to.error().message);
  if (arguments.ends == Ends::exact) {
    for (const End& end : {*from, *to}) {
      if (const Outcome inside = check_inside(*world, end, names); !inside) return fail(inside.error().message);
    }
  }
  const auto map = world->map();
  if (!map) return fail(map.error().message);

  if (arguments.excess) {
    if (const Outcome fits = check_excess(arguments, view, *from, *to); !fits) return fail(fits.error().message);
  }
  const EndRule ends = arguments.ends == Ends::nearest ? EndRule::nearest : EndRule::exact;
  const std::uint64_t budget = arguments.budget.value_or(~std::uint64_t{0});
  Asked asked = arguments.excess
                    ? ask_bounded(*world, *profile,
                                  {.from = std::get<Tile>(*from),
                                   .to = std::get<Tile>(*to),
                                   .ends = ends,
                                   .excess = *arguments.excess,
                                   .max_expansions = budget})
                    : ask(*world, *profile, *from, *to,
                          {.tier = *tier, .ends = ends, .max_expansions = budget, .ties = *ties, .matrix = *matrix});
  auto& [path, result, us] = asked;
  LegWalker walker(*world, *profile);
  std::optional<PathSmoother> smoother;
  if (has_path(result.status) && arguments.points == Points::smooth) smoother.emplace(*world, *profile);
  JudgedPath judged;
  SmoothPath smooth;
  if (has_path(result.status)) {
    const auto [first, last] = ends_of(result, path, *from, *to);
    judged =
        judge_path(*map, world->declared_profile(*profile), walker, path, first, last, smoother ? &*smoother : nullptr);
    if (smoother) smooth = smoother->finish({.width = arguments.width, .curve = arguments.curve});
  }
  if (!judged.fault.empty()) {
    result.status = Status::corrupt;
    result.why = Why::bad_reference;
  }
  const bool found = has_path(result.status);
  const std::vector<Tile>& tiles = judged.walked.tiles;
  if (result.status == Status::corrupt)
    fmt::print(stderr, "portolan: {}: the file contradicts itself\n", arguments.world);

  if (arguments.print == Output::json) {
    Json report = report_path(*world, result, path, judged, us, names);
    if (arguments.tiles == Tiles::listed) report["tiles"] = listed(tiles, names);
    if (arguments.ties) report["ties_scope"] = scope_of(result);
    if (arguments.ends == Ends::nearest) {
      report["asked"] = {arguments.from, arguments.to};
      report["got"] = found ? Json(got_ends(path, names)) : Json();
    }
    if (arguments.excess) {
      report["lower_bound"] = found ? Json(std::min(judged.cost, view.in_tiles(result.lower_bound))) : Json();
    }
    if (found && smoother) report_smooth(report, smooth, names);
    fmt::print("{}\n", report.dump());
    return exit_code(result.status);
  }
  if (!found) {
    fmt::print("{}: {}\n{}", to_string(result.status), to_string(result.why),
               explained(arguments, *map, world->declared_profile(*profile), result, *from, *to, names));
    return exit_code(result.status);
  }
  const bool tells_excess = arguments.excess && !result.optimal();
  const std::string remarks = (tells_excess ? excess_of(result) : "") + remarks_on(result, path, names);
  if (any_angle) {
    fmt::print("{}: cost {:.6f}{}, {} points, tier {}, {} expansions, {:.1f} us\n", to_string(result.status),
               judged.cost, remarks, path.points().size(), to_string(result.tier), result.expansions.total(), us);
    if (smoother) {
      print_smooth(smooth, names);
      return kDone;
    }
    for (const Point p : path.points()) {
      fmt::print("{}\n", text_of(p, names));
    }
    return kDone;
  }
  const std::string chosen =
      ties->rule == TieRule::first ? "" : fmt::format(", ties {} by {}", *arguments.ties, to_string(result.ties_scope));
  fmt::print("{}: cost {:.6f}{}, {} tiles, {} waypoints{}, tier {}, {} expansions, {:.1f} us\n",
             to_string(result.status), judged.cost, remarks, tiles.size(), path.waypoints().size(), chosen,
             to_string(result.tier), result.expansions.total(), us);
  if (smoother) print_smooth(smooth, names);
  if (arguments.tiles == Tiles::listed) {
    for (const Tile tile : tiles) fmt::print("{}\n", text_of(tile, names));
  } else if (!smoother) {
    print_waypoints(*world, path, names);
  }
  return kDone;
}

}  // namespace portolan::tools
