// SPDX-License-Identifier: BSL-1.0
#include "map/scen_report.hpp"

#include "common.hpp"
#include "portolan/core/split_mix.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

void print_text(const Json& run) {
  fmt::print(
      "{}: {} queries, {} mismatches, {} unreachable; us mean {:.2f}, p50 {:.2f}, p99 {:.2f}, max {:.2f} (first pass "
      "mean {:.2f}); {:.1f} expansions\n",
      run["tier"].get<std::string>(), run["queries"].get<std::size_t>(),
      run["mismatches"].is_null() ? "no reference for" : run["mismatches"].dump(),
      run["unreachable"].get<std::size_t>(), run["mean_us"].get<double>(), run["p50_us"].get<double>(),
      run["p99_us"].get<double>(), run["max_us"].get<double>(), run["first_pass_mean_us"].get<double>(),
      run["mean_expansions"].get<double>());
  if (!run.contains("edits")) return;
  const Json& edit_mean = run["edit_mean_us"];
  fmt::print("{}: {} edits, mean us {}; {:.3f} ms in all\n", run["tier"].get<std::string>(),
             run["edits"].get<std::size_t>(),
             edit_mean.is_null() ? "-" : fmt::format("{:.2f}", edit_mean.get<double>()), run["total_ms"].get<double>());
}

}  // namespace

void ScenRun::count_mismatch(std::size_t scenario, std::string fault) {
  if (mismatches++ != 0 && scenario > first_mismatch) return;
  first_mismatch = scenario;
  mismatch = std::move(fault);
}

void ScenRun::time(int pass, std::size_t scenario, double us) {
  if (pass == 0) {
    first_us.push_back(us);
  } else {
    least_us[scenario] = pass == 1 ? us : std::min(least_us[scenario], us);
  }
}

std::vector<std::size_t> shuffled(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  SplitMix words(0x706F'7274'6F6C'616E);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[words.next() % i]);
  return order;
}

Json summary(const ScenRun& run, Timed timed, bool judged) {
  std::vector<double> times = run.least_us;
  std::sort(times.begin(), times.end());
  const auto mean = [](const std::vector<double>& values) {
    return values.empty()
               ? Json()
               : Json(std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()));
  };
  const auto rank = [&](double share) {
    return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
  };
  const auto largest = std::max_element(run.suboptimality.begin(), run.suboptimality.end());
  return {{"queries", times.size()},
          {"mismatches", judged ? Json(run.mismatches) : Json()},
          {"unreachable", run.unreachable},
          {"tier", run.name},
          {"timed", timed == Timed::path ? "path" : "first_leg"},
          {"mean_us", mean(times)},
          {"p50_us", rank(0.5)},
          {"p99_us", rank(0.99)},
          {"max_us", times.back()},
          {"first_pass_mean_us", mean(run.first_us)},
          {"mean_suboptimality", judged ? mean(run.suboptimality) : Json()},
          {"max_suboptimality", judged && largest != run.suboptimality.end() ? Json(*largest) : Json()},
          {"mean_expansions", static_cast<double>(run.expansions) / static_cast<double>(times.size())}};
}

Json by_tier(const Expansions& e, std::size_t queries) {
  const auto mean = [&](std::uint64_t sum) { return static_cast<double>(sum) / static_cast<double>(queries); };
  return {{"local", mean(e.local)},   {"access", mean(e.access)}, {"coarse", mean(e.coarse)},
          {"unpack", mean(e.unpack)}, {"astar", mean(e.astar)},   {"waypoints", mean(e.waypoints)},
          {"jump", mean(e.jump)}};
}

int print_runs(const ScenArguments& arguments, const ScenarioFile& file, std::span<const ScenRun* const> runs,
               const Json& reports) {
  if (arguments.print == Output::json) {
    fmt::print("{}\n", reports.size() == 1 ? reports[0].dump(2) : Json{{"runs", reports}}.dump(2));
  } else {
    for (const Json& report : reports) print_text(report);
  }
  int code = kDone;
  for (const ScenRun* const run : runs) {
    if (run->mismatches == 0) continue;
    const Scenario& scenario = file.scenarios[run->first_mismatch];
    code = fault(fmt::format("{}: scenario {} from {},{} to {},{}, tier {}: {}", arguments.scenarios,
                             run->first_mismatch + 1, scenario.from.x, scenario.from.y, scenario.to.x, scenario.to.y,
                             run->name, run->mismatch));
  }
  return code;
}

}  // namespace portolan::tools
