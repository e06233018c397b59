// SPDX-License-Identifier: BSL-1.0
#include "map/change_scen.hpp"

#include "common.hpp"
#include "map/scen_report.hpp"
#include "portolan/formats/maps/change_reader.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/world/overlay.hpp"
#include "progress.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

/// The map of the moment, for what judges paths and knows of no overlay.
class MapOfTheMoment {
 public:
  explicit MapOfTheMoment(TileMap map) : tiles_(map.tiles().begin(), map.tiles().end()), map_(std::move(map)) {}

  void change(const TerrainChange& change) {
    std::size_t next = 0;
    for (std::int32_t y = change.area.min.y; y < change.area.max.y; ++y) {
      for (std::int32_t x = change.area.min.x; x < change.area.max.x; ++x, ++next) {
        const auto place =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(map_.width()) + static_cast<std::size_t>(x);
        tiles_[place] = change.terrain[change.terrain.size() == 1 ? 0 : next];
      }
    }
    stale_ = true;
  }
  Result<const TileMap*> get() {
    if (!stale_) return &map_;
    auto map = TileMap::create(map_.width(), map_.height(), {map_.palette().begin(), map_.palette().end()}, tiles_);
    if (!map) return map.error();
    Outcome set = map->set_floors(map_.floors());
    if (set) set = map->set_links({map_.links().begin(), map_.links().end()});
    if (set) set = map->set_moves({map_.moves().begin(), map_.moves().end()});
    if (!set) return set.error();
    map_ = *std::move(map);
    stale_ = false;
    return &map_;
  }

 private:
  std::vector<TerrainId> tiles_;
  TileMap map_;
  bool stale_ = false;
};

/// What a query was answered. Of no budget, clock or cache, so that each time it is the same.
struct Said {
  Status status;
  Tier tier;
  Cost cost;
  std::uint64_t work;
  friend bool operator==(const Said&, const Said&) = default;
};

/// What one tier made of the changes.
struct Run : ScenRun {
  Run(const std::string& named, Tier asked, std::size_t queries) : ScenRun(named, queries), tier(asked) {}
  Tier tier;
  std::vector<Said> said;  ///< the first time
  Expansions by_tier{};
  double edit_us = std::numeric_limits<double>::infinity();   ///< of all edits, where that was least
  double total_us = std::numeric_limits<double>::infinity();  ///< of all edits and queries, where that was least
};

/// All that plays one file.
class Play {
 public:
  Play(const ScenArguments& arguments, const World& world, std::size_t number, std::span<const Change> changes)
      : arguments_(arguments), world_(world), number_(number), changes_(changes) {}

  /// From a fresh overlay and query: calls edited(TerrainChange) after each edit, and answered(number of the query,
  /// Scenario, snapshot, result, path, microseconds) after each query. The microseconds that all edits took, with what
  /// shows them to the query. Errors: those of edits.
  template <class Edited, class Answered>
  Result<double> through(Tier tier, Edited&& edited, Answered&& answered) const {
    Overlay overlay(world_);
    PathQuery query(world_, number_, tier == Tier::astar ? Baseline::with : Baseline::without);
    Path path(query.room());
    std::shared_ptr<const Overlay> snapshot;
    bool shown = true;
    double edit_us = 0;
    std::size_t asked = 0;
    ProgressLine line;
    line.begin("playing changes");
    std::size_t played = 0;
    for (const Change& change : changes_) {
      line.show(static_cast<double>(played++) / static_cast<double>(changes_.size()));
      if (const auto* const edit = std::get_if<TerrainChange>(&change.what)) {
        const auto start = Clock::now();
        Outcome done = edit->terrain.size() == 1 ? overlay.set_terrain(edit->area, edit->terrain[0])
                                                 : overlay.set_tiles(edit->area, edit->terrain);
        if (arguments_.refresh) (void)overlay.refresh(*arguments_.refresh);
        edit_us += Microseconds(Clock::now() - start).count();
        if (!done) return Error{done.error().code, fmt::format("line {}: {}", change.line, done.error().message)};
        shown = false;
        edited(*edit);
        continue;
      }
      if (!shown) {
        const auto start = Clock::now();
        snapshot = std::make_shared<const Overlay>(overlay);
        query.use(snapshot);
        edit_us += Microseconds(Clock::now() - start).count();
        shown = true;
        if (const PathRoom room = query.room(); room.arcs > path.room().arcs) path = Path(room);
      }
      const Scenario& asks = std::get<Scenario>(change.what);
      const auto start = Clock::now();
      const PathResult result = query.find({.from = asks.from, .to = asks.to, .tier = tier}, path);
      const double us = Microseconds(Clock::now() - start).count();
      answered(asked++, asks, snapshot, result, path, us);
      const auto opened = query.opened_regions();
      const std::size_t refreshed = std::min(opened.size(), arguments_.refresh_opened.value_or(0));
      if (refreshed == 0) continue;
      const auto again = Clock::now();
      (void)overlay.refresh_regions(number_, opened.first(refreshed));
      edit_us += Microseconds(Clock::now() - again).count();
      shown = false;
    }
    return edit_us;
  }

 private:
  const ScenArguments& arguments_;
  const World& world_;
  std::size_t number_;
  std::span<const Change> changes_;
};

/// Takes the times of one walk through the file.
Outcome time(const Play& play, int repeat, Run& run) {
  double total = 0;
  auto edits = play.through(
      run.tier, [](const TerrainChange&) {},
      [&](std::size_t number, const Scenario&, const auto&, const PathResult& result, const Path&, double us) {
        total += us;
        if (repeat == 0) {
          run.time(0, number, us);
          run.said.push_back({result.status, result.tier, result.cost, result.work});
          run.by_tier += result.expansions;
          run.expansions = run.by_tier.total();
        }
        run.time(repeat + 1, number, us);
      });
  if (!edits) return edits.error();
  run.edit_us = std::min(run.edit_us, *edits);
  run.total_us = std::min(run.total_us, total + *edits);
  return Success{};
}

/// Judges what a run was answered: paths step by step on the map of the moment, their lengths against the file, or by
/// plain A* where it has none.
class Judge {
 public:
  Judge(const World& world, std::size_t number, TileMap map, std::size_t queries)
      : file_(std::move(map)),
        profile_(world.declared_profile(number)),
        walker_(world, number),
        plain_(world, number, Baseline::with),
        least_(queries) {}

  Outcome judge(const Play& play, Run& run) {
    MapOfTheMoment moment(file_);
    Outcome outcome = Success{};
    auto walked = play.through(
        run.tier, [&](const TerrainChange& change) { moment.change(change); },
        [&](std::size_t number, const Scenario& asks, const auto& snapshot, const PathResult& result, Path& path,
            double) {
          if (!outcome) return;
          show(snapshot);
          const auto map = moment.get();
          if (!map) {
            outcome = map.error();
            return;
          }
          std::string fault = fault_of(**map, number, asks, result, path, run);
          if (fault.empty() && run.said[number] != Said{result.status, result.tier, result.cost, result.work}) {
            fault = "another answer the second time";
          }
          if (!fault.empty()) run.count_mismatch(number, std::move(fault));
        });
    if (!walked) return walked.error();
    return outcome;
  }

 private:
  void show(const std::shared_ptr<const Overlay>& snapshot) {
    if (snapshot == shown_) return;
    walker_.use(snapshot);
    plain_.use(snapshot);
    shown_ = snapshot;
  }

  std::string fault_of(const TileMap& map, std::size_t number, const Scenario& asks, const PathResult& result,
                       Path& path, Run& run) {
    run.unreachable += result.status == Status::unreachable ? 1 : 0;
    const bool has_length = asks.length >= 0;
    if (!has_length && !least_[number]) least_[number] = plain_.find({asks.from, asks.to, Tier::astar});
    if (result.status != Status::found) {
      const bool expected = has_length ? asks.expects_no_path() && result.status == Status::unreachable
                                       : result.status == least_[number]->status;
      return expected ? "" : fmt::format("{} instead of a path", to_string(result.status));
    }
    const JudgedPath judged = judge_path(map, profile_, walker_, path, centre_of(asks.from), centre_of(asks.to));
    const double length = has_length ? asks.length : least_[number]->length;
    if (length > 0) run.suboptimality.push_back(judged.cost / length - 1);
    if (!judged.fault.empty()) return judged.fault;
    if (has_length ? asks.expects_no_path() : least_[number]->status != Status::found) {
      return fmt::format("length {:.6f} where there is no path", judged.cost);
    }
    const bool right =
        has_length ? std::abs(judged.cost - length) <= asks.tolerance : result.cost == least_[number]->cost;
    return right ? "" : fmt::format("length {:.6f} instead of {:.6f}", judged.cost, length);
  }

  TileMap file_;  ///< before all changes
  MovementProfile profile_;
  LegWalker walker_;
  PathQuery plain_;
  std::shared_ptr<const Overlay> shown_;
  std::vector<std::optional<PathResult>> least_;  ///< by query, what plain A* answered
};

Json report_of(const Run& run, std::size_t edits) {
  Json report = summary(run, Timed::path, true);
  report["mean_expansions_by_tier"] = by_tier(run.by_tier, run.least_us.size());
  report["edits"] = edits;
  report["edit_mean_us"] = edits == 0 ? Json() : Json(run.edit_us / static_cast<double>(edits));
  report["total_ms"] = run.total_us / 1000;
  return report;
}

}  // namespace

int scen_of_changes(const ScenArguments& arguments, const World& world, std::size_t profile, std::string_view text) {
  const ProfileView& view = world.profiles()[profile];
  if (view.rules.metric != Metric::grid || view.kinematics) {
    return fail(arguments.scenarios + ": changes are for profiles on the grid, without headings");
  }
  if (arguments.factor) return fail("--factor: only for profiles with headings");
  if (arguments.timed == Timed::first_leg) return fail("--first-leg: not for a file of changes");
  const auto changes = parse_changes(text, arguments.scenarios, {world.bounds(), world.floors(), world.palette()});
  if (!changes) return fail(changes.error().message);
  auto map = world.map();
  if (!map) return fail(map.error().message);

  ScenarioFile queries;
  for (const Change& change : *changes) {
    if (const auto* const query = std::get_if<Scenario>(&change.what)) queries.scenarios.push_back(*query);
  }
  std::vector<Run> runs;
  for (const std::string& name : arguments.tiers) {
    const auto tier = parse_tier(name, view);
    if (!tier) return fail(tier.error().message);
    runs.emplace_back(name, *tier, queries.scenarios.size());
  }
  const Play play(arguments, world, profile, *changes);
  for (int repeat = 0; repeat < arguments.repeat; ++repeat) {
    for (Run& run : runs) {
      const Outcome timed = time(play, repeat, run);
      if (!timed) return fail(fmt::format("{}: {}", arguments.scenarios, timed.error().message));
    }
  }
  Judge judge(world, profile, *std::move(map), queries.scenarios.size());
  Json reports = Json::array();
  std::vector<const ScenRun*> made;
  for (Run& run : runs) {
    const Outcome judged = judge.judge(play, run);
    if (!judged) return fail(fmt::format("{}: {}", arguments.scenarios, judged.error().message));
    reports.push_back(report_of(run, changes->size() - queries.scenarios.size()));
    made.push_back(&run);
  }
  return print_runs(arguments, queries, made, reports);
}

}  // namespace portolan::tools
