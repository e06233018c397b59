// SPDX-License-Identifier: BSL-1.0
// portolan path over areas drawn on a map: the areas on the way, the tiles that keep to them, and what that costs
// against the free optimum.
#include "board/board.hpp"
#include "board/board_commands.hpp"
#include "common.hpp"
#include "map/corridor_report.hpp"
#include "map/path_report.hpp"
#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

CorridorArguments request_of(const PathArguments& arguments) {
  return {arguments.from, arguments.to, arguments.tier, arguments.profile};
}

void print_json(const World& world, const CorridorAnswer& answer, const PathArguments& arguments) {
  Json json = corridor_report(world, answer);
  if (arguments.tiles == Tiles::listed) json["tiles"] = listed(answer.path.tiles, world.floors());
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string against_free(const World& world, const CorridorAnswer& report) {
  if (report.free_status == Status::out_of_budget) return "the free optimum is not known within the budget";
  const bool by_sight = world.areas()->by_sight();
  if (!report.free_cost) return fmt::format("without {} there is no way at all", by_sight ? "the board" : "areas");
  const double more = report.cost - *report.free_cost;
  // Links are no steps: what they save, the free path cannot. Costs at any angle are rounded by the segment.
  constexpr double kRounding = 1e-5;
  if (more < -kRounding) return fmt::format("the free optimum is {:.6f}: links save {:.6f}", *report.free_cost, -more);
  const double percent = *report.free_cost > 0 ? 100 * more / *report.free_cost : 0;
  return fmt::format("the free optimum is {:.6f}: keeping to the {} costs {:.6f} more ({:.1f} %)", *report.free_cost,
                     by_sight ? "waypoints" : "areas", std::max(more, 0.0), std::max(percent, 0.0));
}

void print_text(const World& world, const CorridorAnswer& report, const PathArguments& arguments) {
  const CorridorPath& path = report.path;
  const BoardView& graph = world.board()->graph;
  if (!has_path(path.status)) {
    fmt::print("{}: {}\n", to_string(path.status), to_string(path.why));
  } else {
    fmt::print("{}: cost {:.6f} ({}), {} {}, {} tiles, tier {}, {} expansions, {:.1f} us\n", to_string(path.status),
               report.cost, report.optimal ? "optimal" : "not proven optimal", path.areas.size(),
               world.areas()->by_sight() ? "waypoints" : "areas", path.tiles.size(), tier_of(world), path.work,
               report.us);
    fmt::print("{}\n", against_free(world, report));
  }
  for (const NodeId area : path.areas) fmt::print("{}\n", graph.names[area]);
  const Json json = corridor_report(world, report);
  if (const auto enter = json["enter_cost"].get<double>(); enter != 0)
    fmt::print("the board counts {} more for entering these areas\n", enter);
  for (const Json& link : json["links"]) {
    const auto name = link["name"].get<std::string>();
    const auto place = [&](const char* end) {
      return fmt::format("{}", fmt::join(link[end].get<std::vector<int>>(), ","));
    };
    fmt::print("link{} from {} to {}, cost {}\n", name.empty() ? "" : " " + in_quotes(name), place("from"), place("to"),
               link["cost"].get<double>());
  }
  if (arguments.tiles != Tiles::listed) return;
  for (const Tile tile : path.tiles) fmt::print("{}\n", text_of(tile, world.floors()));
}

}  // namespace

bool wants_corridor(const PathArguments& arguments, const World& world) {
  return !arguments.closed_areas.empty() || !arguments.closed_borders.empty() ||
         wants_corridor(request_of(arguments), world);
}

int path_in_corridor(const PathArguments& arguments, const World& world) {
  if (!arguments.matrix.empty()) return fail("--matrix is not for paths over areas or waypoints");
  if (arguments.ties || arguments.excess || arguments.points == Points::smooth)
    return fail("--ties, --excess and --smooth are not for paths over areas or waypoints");
  const auto profile = check_corridor(request_of(arguments), world);
  if (!profile) return fail(fmt::format("{}: {}", arguments.world, profile.error().message));
  if (world.profiles()[*profile].kinematics)
    return fail("paths over areas or waypoints are not for profiles with headings");
  const auto map = world.map();
  if (!map) return fail(map.error().message);
  const BoardView& graph = world.board()->graph;
  const auto closures = parse_closures(graph, &*world.areas(), arguments.closed_areas, arguments.closed_borders);
  if (!closures) return fail(closures.error().message);
  CorridorQuery query(world, *profile);
  query.close(*closures);
  const auto from = parse_place(arguments.from, world, query);
  if (!from) return fail(from.error().message);
  const auto to = parse_place(arguments.to, world, query);
  if (!to) return fail(to.error().message);

  PathQuery free(world, *profile);
  const CorridorAnswer answer =
      ask_corridor(world, *profile, *map, query, free,
                   {.from = *from,
                    .to = *to,
                    .ends = arguments.ends == Ends::nearest ? EndRule::nearest : EndRule::exact,
                    .max_expansions = arguments.budget.value_or(~std::uint64_t{0})});
  const CorridorPath& path = answer.path;
  if (path.status == Status::corrupt)
    fmt::print(stderr, "portolan: {}: the file contradicts itself\n", arguments.world);
  arguments.print == Output::json ? print_json(world, answer, arguments) : print_text(world, answer, arguments);
  if (path.status == Status::corrupt) return kBadInput;
  return has_path(path.status) ? kDone : kNegative;
}

}  // namespace portolan::tools
