// SPDX-License-Identifier: BSL-1.0
// portolan scen: every query of a scenario file, or of a file of changes, judged against its reference and by other
// tiers, and timed.
#include "commands.hpp"
#include "common.hpp"
#include "map/change_scen.hpp"
#include "map/placed_scen.hpp"
#include "map/scen_report.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/change_reader.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "progress.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

/// What one tier made of the scenarios.
struct Run : ScenRun {
  Run(const std::string& named, Tier asked, std::size_t scenarios) : ScenRun(named, scenarios), tier(asked) {}
  Tier tier;
  bool compared = false;  ///< with what a tier before it proved
  Expansions by_tier{};
};

/// Whether the profile moves by the rules under which the file's lengths were made: one price of 1, of the benchmark's
/// letters exactly `.`, `G` and `S` passable, and for .scen 8 neighbours, corners never cut, diagonal steps of the root
/// of 2 and one tile, for tables straight lines of a point.
bool has_scenario_rules(const World& world, std::size_t number, ScenarioKind kind) {
  const MovementProfile profile = world.declared_profile(number);
  if (kind == ScenarioKind::table) {
    if (profile.metric != Metric::any_angle || profile.footprint != 0) return false;
  } else if (profile.metric != Metric::grid || profile.neighbours != Neighbours::eight ||
             profile.corners != CornerRule::never_cut || profile.footprint != 1 || profile.steps) {
    return false;
  }
  static constexpr std::string_view kPassable = ".GS";
  static constexpr std::string_view kBlocked = "@OTW";
  return std::all_of(profile.prices.begin(), profile.prices.end(), [](const TerrainPrice& price) {
    if (price.cost != 0 && price.cost != kCostScale) return false;
    if (price.terrain.size() != 1) return true;
    const bool passable = kPassable.find(price.terrain[0]) != std::string_view::npos;
    const bool blocked = kBlocked.find(price.terrain[0]) != std::string_view::npos;
    return (!passable || price.cost != 0) && (!blocked || price.cost == 0);
  });
}

Json report_run(const Run& run, Timed timed, bool judged) {
  Json report = summary(run, timed, judged);
  report["mean_expansions_by_tier"] = by_tier(run.by_tier, run.least_us.size());
  if (run.compared) report["mismatches"] = run.mismatches;
  return report;
}

/// Judges the answer to one scenario: the path step by step, and its length against the reference. Empty if it is
/// right.
std::string judge(const Scenario& scenario, const TileMap& map, const MovementProfile& profile, LegWalker& walker,
                  const PathResult& result, Path& found, bool judged, Run& run) {
  run.unreachable += result.status == Status::unreachable ? 1 : 0;
  const bool has_length = judged && scenario.length >= 0;
  if (result.status != Status::found) {
    const bool expected = scenario.expects_no_path() && result.status == Status::unreachable;
    return has_length && !expected ? fmt::format("{} instead of a path", to_string(result.status)) : "";
  }
  const JudgedPath path = judge_path(map, profile, walker, found, centre_of(scenario.from), centre_of(scenario.to));
  if (has_length && scenario.length > 0) run.suboptimality.push_back(path.cost / scenario.length - 1);
  if (!path.fault.empty()) return path.fault;
  if (!has_length) return {};
  if (scenario.expects_no_path()) return fmt::format("length {:.6f} where no path is expected", path.cost);
  if (std::abs(path.cost - scenario.length) <= scenario.tolerance) return {};
  return fmt::format("length {:.6f} instead of {:.6f}", path.cost, scenario.length);
}

/// What tiers have said of one scenario. kInfiniteCost: there is no path.
struct Costs {
  std::optional<Cost> proven;  ///< no path can better it
  std::optional<Cost> least;   ///< of the paths found
};

/// Compares an answer with those of the tiers before it; empty if they do not contradict each other. At any angle only
/// proven costs are compared, for the others are rounded otherwise.
std::string disagreement(const PathResult& result, Metric metric, Costs& before, Run& run) {
  const Cost cost = result.status == Status::found ? result.cost : kInfiniteCost;
  std::string fault;
  if (result.optimal() && before.proven) {
    run.compared = true;
    if (cost != *before.proven) fault = "another cost than a tier before it proved to be the least";
  }
  if (result.optimal()) before.proven = cost;
  if (metric == Metric::grid && result.status == Status::found)
    before.least = std::min(cost, before.least.value_or(cost));
  if (before.proven && before.least && *before.least < *before.proven) fault = "a path that costs less than was proven";
  return fault;
}

std::string fault_of(const ScenarioFile& file, const World& world) {
  for (std::size_t i = 0; i < file.scenarios.size(); ++i) {
    const Scenario& scenario = file.scenarios[i];
    if (scenario.width != 0 && (scenario.width != world.width() || scenario.height != world.height())) {
      return fmt::format("scenario {} is for a map of {} x {} tiles, the world has {} x {}", i + 1, scenario.width,
                         scenario.height, world.width(), world.height());
    }
    for (const Tile end : {scenario.from, scenario.to}) {
      if (!world.bounds().contains(end))
        return fmt::format("scenario {}: {},{} is outside the map", i + 1, end.x, end.y);
    }
  }
  return {};
}

}  // namespace

int run_scen(const ScenArguments& arguments) {
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  const auto number = choose_profile(*world, arguments.profile);
  if (!number) return fail(number.error().message);
  const auto text = read_file(arguments.scenarios);
  if (!text) return fail(text.error().message);
  if (is_changes(*text)) return scen_of_changes(arguments, *world, *number, *text);
  if (arguments.refresh) return fail("--refresh: only for files of changes");
  if (arguments.refresh_opened) return fail("--refresh-opened: only for files of changes");
  const auto file = parse_scenarios(*text, arguments.scenarios);
  if (!file) return fail(file.error().message);
  if (const std::string fault = fault_of(*file, *world); !fault.empty())
    return fail(arguments.scenarios + ": " + fault);
  const auto map = world->map();
  if (!map) return fail(map.error().message);
  const MovementProfile profile = world->declared_profile(*number);
  const bool judged = has_scenario_rules(*world, *number, file->kind);

  if (world->profiles()[*number].kinematics) {
    return scen_of_body(arguments, *world, *number, *file, judged ? Lengths::of_its_point : Lengths::of_others);
  }
  if (arguments.factor) return fail("--factor: only for profiles with headings");

  std::vector<Run> runs;
  Baseline baseline = Baseline::without;
  for (const std::string& name : arguments.tiers) {
    const auto tier = parse_tier(name, world->profiles()[*number]);
    if (!tier) return fail(tier.error().message);
    if (*tier == Tier::astar) baseline = Baseline::with;
    runs.emplace_back(name, *tier, file->scenarios.size());
  }
  PathQuery query(*world, *number, baseline);
  LegWalker walker(*world, *number);
  Path path(query.room());
  const std::vector<std::size_t> order = shuffled(file->scenarios.size());
  ProgressLine line;
  for (int pass = 0; pass <= arguments.repeat; ++pass) {
    line.begin(pass == 0 ? "checking queries" : fmt::format("timing queries, pass {} of {}", pass, arguments.repeat));
    std::size_t asked = 0;
    for (const std::size_t i : order) {
      line.show(static_cast<double>(asked++) / static_cast<double>(order.size()));
      const Scenario& scenario = file->scenarios[i];
      Costs costs;
      for (Run& run : runs) {
        const bool to_first_leg = arguments.timed == Timed::first_leg;
        PathRequest request{.from = scenario.from,
                            .to = scenario.to,
                            .tier = run.tier,
                            .unpacking = to_first_leg ? Unpacking::leg_by_leg : Unpacking::at_once};
        Leg leg;
        const auto start = std::chrono::steady_clock::now();
        PathResult result = query.find(request, path);
        const LegStatus leg_status = to_first_leg ? walker.next(path, leg) : LegStatus::done;
        const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
        run.time(pass, i, us.count());
        if (pass == 0) {
          run.by_tier += result.expansions;
          run.by_tier.unpack += leg.unpack;
          run.expansions = run.by_tier.total();
          std::string fault;
          if (to_first_leg) {
            const auto [status, cost] = std::pair(result.status, result.cost);
            request.unpacking = Unpacking::at_once;
            result = query.find(request, path);
            if (leg_status == LegStatus::corrupt) fault = "the first leg is corrupt";
            if (status != result.status || cost != result.cost) fault = "another answer when unpacked leg by leg";
          }
          if (fault.empty()) fault = judge(scenario, *map, profile, walker, result, path, judged, run);
          if (fault.empty()) fault = disagreement(result, profile.metric, costs, run);
          if (!fault.empty()) run.count_mismatch(i, std::move(fault));
        }
      }
    }
  }
  line.clear();

  Json reports = Json::array();
  std::vector<const ScenRun*> made;
  for (const Run& run : runs) {
    reports.push_back(report_run(run, arguments.timed, judged));
    made.push_back(&run);
  }
  return print_runs(arguments, *file, made, reports);
}

}  // namespace portolan::tools
