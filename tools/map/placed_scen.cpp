// SPDX-License-Identifier: BSL-1.0
#include "map/placed_scen.hpp"

#include "common.hpp"
#include "map/placements.hpp"
#include "map/scen_report.hpp"
#include "portolan/query/placed_query.hpp"
#include "progress.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// What is wrong with an answer beside that of the exact search; empty if nothing is.
std::string disagreement(const PlacedResult& result, const PlacedResult& exact, const Ratio& factor) {
  if (result.status != exact.status) {
    return fmt::format("{} where the exact search says {}", to_string(result.status), to_string(exact.status));
  }
  if (exact.status != Status::found) return {};
  if (!exact.optimal()) return "the exact search proves nothing";
  if (result.cost < exact.cost) return "a path that costs less than was proven";
  if (result.lower_bound > exact.cost) return "a lower bound above what a path costs";
  if (result.cost * factor.denominator > exact.cost * factor.numerator) return "a path that costs more than the factor";
  return {};
}

/// What is wrong with the exact answer beside the length that a point walks; empty if nothing is.
std::string against_length(const Scenario& scenario, const PlacedResult& exact, double cost) {
  if (scenario.length < 0 || exact.status != Status::found) return {};
  if (scenario.expects_no_path()) return fmt::format("length {:.6f} where no path is expected", cost);
  if (cost >= scenario.length - scenario.tolerance) return {};
  return fmt::format("length {:.6f}, less than the {:.6f} of a point", cost, scenario.length);
}

}  // namespace

int scen_of_body(const ScenArguments& arguments, const World& world, std::size_t profile, const ScenarioFile& file,
                 Lengths lengths) {
  const ProfileView& view = world.profiles()[profile];
  if (arguments.tiers != ScenArguments{}.tiers) return fail("--tier: not for profiles with headings");
  if (arguments.timed == Timed::first_leg) return fail("--first-leg: not for profiles with headings");
  const auto factor = parse_factor(arguments.factor);
  if (!factor) return fail(factor.error().message);

  PlacedQuery query(world, profile, *view.kinematics, view.grid.terrain.size());
  ScenRun run("placed", file.scenarios.size());
  std::uint64_t blocked = 0;
  ProgressLine line;
  for (int pass = 0; pass <= arguments.repeat; ++pass) {
    line.begin(pass == 0 ? "checking queries" : fmt::format("timing queries, pass {} of {}", pass, arguments.repeat));
    std::size_t asked = 0;
    for (const std::size_t i : shuffled(file.scenarios.size())) {
      line.show(static_cast<double>(asked++) / static_cast<double>(file.scenarios.size()));
      const Scenario& scenario = file.scenarios[i];
      PlacedRequest request{.from = {.tile = scenario.from}, .to = {.tile = scenario.to}, .factor = *factor};
      const auto start = std::chrono::steady_clock::now();
      const PlacedResult result = query.find(request);
      run.time(pass, i, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
      if (pass != 0) continue;
      run.expansions += result.work;
      run.unreachable += result.status == Status::unreachable ? 1 : 0;
      blocked += result.status == Status::bad_start || result.status == Status::bad_goal ? 1 : 0;
      request.factor = {};
      const PlacedResult exact = query.find(request);
      std::string fault = disagreement(result, exact, *factor);
      if (fault.empty() && lengths == Lengths::of_its_point)
        fault = against_length(scenario, exact, query.in_tiles(exact.cost));
      if (!fault.empty()) run.count_mismatch(i, std::move(fault));
      if (exact.status == Status::found && exact.cost != 0 && result.status == Status::found) {
        run.suboptimality.push_back(static_cast<double>(result.cost) / static_cast<double>(exact.cost) - 1);
      }
    }
  }
  line.clear();
  auto report = summary(run, Timed::path, true);
  report["blocked_ends"] = blocked;
  report["factor"] = as_number(*factor);
  const std::array<const ScenRun*, 1> runs{&run};
  return print_runs(arguments, file, runs, nlohmann::ordered_json::array({report}));
}

}  // namespace portolan::tools
