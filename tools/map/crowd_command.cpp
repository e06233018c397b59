// SPDX-License-Identifier: BSL-1.0
// portolan crowd: units of a table walk to their goals together, under the eyes of a judge.
#include "commands.hpp"
#include "common.hpp"
#include "map/crowd_trace_writer.hpp"
#include "map/input_files.hpp"
#include "map/path_report.hpp"
#include "portolan/core/file.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/crowd_check.hpp"
#include "portolan/crowd/formation.hpp"
#include "portolan/formats/maps/crowd_reader.hpp"
#include "portolan/formats/text.hpp"
#include "progress.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// One unit of the table on its way.
struct Walker {
  UnitId unit = kNoUnit;
  std::size_t profile = 0;
  Tile tile{};
  Tile goal{};
  Heading goal_heading = Heading::any;
  bool ordered = false;
  Tick arrived = 0;  ///< when it first came to its goal
};

/// What came of a run.
struct Run {
  std::uint64_t settled = 0;
  std::uint64_t stuck = 0;
  std::uint64_t decisions = 0;
  std::uint64_t hash = 0;
  Tick ticks = 0;
  double us = 0;    ///< in all ticks
  double loss = 1;  ///< over the bound
};

Result<Avoidance> parse_mode(std::string_view text) {
  if (const auto mode = parse_avoidance(text)) return *mode;
  return Error{ErrorCode::usage, fmt::format("--mode {}: there are cooperate, withhold and around", in_quotes(text))};
}

/// Reads "A:B"; nothing for no text, which is one tick a step.
Result<std::optional<Ratio>> parse_pace(const std::optional<std::string>& text) {
  if (!text) return std::optional<Ratio>();
  const std::string_view all = *text;
  const std::size_t colon = all.find(':');
  const auto part = [](std::string_view digits) {
    return parse_integer(digits, 1, static_cast<std::int32_t>(Crowd::kMaxTicks));
  };
  const auto ticks = part(all.substr(0, colon));
  const auto tiles = colon == std::string_view::npos ? std::nullopt : part(all.substr(colon + 1));
  if (ticks && tiles) {
    return std::optional(Ratio{static_cast<std::uint32_t>(*ticks), static_cast<std::uint32_t>(*tiles)});
  }
  return Error{ErrorCode::usage, fmt::format("--ticks-per-tile {}: expected A:B, two numbers from 1 to {}",
                                             in_quotes(all), Crowd::kMaxTicks)};
}

Result<FormationShape> shape_of(std::string_view name, std::size_t units, std::int32_t spacing) {
  if (name == "line") return FormationShape::line(units, spacing);
  if (name == "column") return FormationShape::column(units, spacing);
  if (name == "wedge") return FormationShape::wedge(units, spacing);
  std::int32_t files = 1;
  while (static_cast<std::size_t>(files) * static_cast<std::size_t>(files) < units) ++files;
  if (name == "box") return FormationShape::box(units, files, spacing);
  return Error{ErrorCode::usage, fmt::format("--shape {}: there are line, column, box and wedge", in_quotes(name))};
}

Error at_line(const CrowdArguments& arguments, const WrittenUnit& unit, std::string_view reason) {
  return {ErrorCode::usage, fmt::format("{}:{}: {}", arguments.units, unit.line, reason)};
}

/// Adds a unit; one that turns, if it may face anywhere, with the first heading from the east on, against the clock, in
/// which it can stand there.
AddedUnit add_facing(Crowd& crowd, UnitSpec spec, Heading heading) {
  if (heading != Heading::any) {
    spec.heading = heading;
    return crowd.add(spec);
  }
  AddedUnit added = crowd.add(spec);
  for (int i = 1; i < kHeadings && added.status != Status::found; ++i) {
    spec.heading = static_cast<Heading>(i);
    if (const AddedUnit other = crowd.add(spec); other.status == Status::found) return other;
  }
  return added;
}

/// Whether a unit can have the headings that its line gives it. Errors name the line.
Outcome check_headings(const CrowdArguments& arguments, const WrittenUnit& unit, const ProfileView& profile) {
  for (const auto& [heading, column] : {std::pair{unit.heading, "heading"}, {unit.goal_heading, "goal_heading"}}) {
    if (heading == Heading::any) continue;
    const std::string said = fmt::format("{} {}", column, to_string(heading));
    if (!profile.kinematics) {
      return at_line(arguments, unit, fmt::format("{}: profile {} does not turn", said, in_quotes(profile.name)));
    }
    if (profile.kinematics->headings == Headings::four && is_diagonal(heading)) {
      return at_line(arguments, unit, fmt::format("{}: profile {} has E N W S", said, in_quotes(profile.name)));
    }
  }
  if (unit.group != 0 && unit.goal_heading != Heading::any) {
    return at_line(arguments, unit,
                   fmt::format("goal_heading {}: units of groups face as they march", to_string(unit.goal_heading)));
  }
  return Success{};
}

/// Puts the units of the table on the map and sends them off. Errors name the line.
Result<std::vector<Walker>> send_off(const CrowdArguments& arguments, const World& world,
                                     std::span<const WrittenUnit> units, std::span<const std::size_t> profiles,
                                     const std::optional<Ratio>& pace, Avoidance mode, Crowd& crowd,
                                     CrowdCheck& check) {
  std::vector<Walker> walkers;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const WrittenUnit& unit = units[i];
    const auto text = [&](Tile tile) { return text_of(tile, world.floors()); };
    if (const Outcome faces = check_headings(arguments, unit, world.profiles()[profiles[i]]); !faces) {
      return faces.error();
    }
    const AddedUnit added = add_facing(
        crowd, {.tile = unit.tile, .profile = profiles[i], .side = unit.side, .ticks_per_tile = pace}, unit.heading);
    if (added.status != Status::found) {
      const ProfileView& profile = world.profiles()[profiles[i]];
      const char* const why = !profile.grid.passable(unit.tile) ? "is blocked: no unit can stand there"
                              : profile.kinematics              ? "has no room for its body"
                                                                : "is taken by a unit of a line above";
      return at_line(arguments, unit, fmt::format("{} {}", text(unit.tile), why));
    }
    check.add(added.unit, profiles[i], {unit.tile, crowd.unit(added.unit).heading});
    if (unit.group != 0) {
      walkers.push_back({.unit = added.unit, .profile = profiles[i], .tile = unit.tile, .goal = unit.goal});
      continue;
    }
    const Answer ordered = crowd.order_facing(added.unit, {unit.goal, unit.goal_heading}, mode);
    if (ordered.status == Status::bad_goal) {
      return at_line(arguments, unit, fmt::format("{} is blocked: no unit can go there", text(unit.goal)));
    }
    walkers.push_back({.unit = added.unit,
                       .profile = profiles[i],
                       .tile = unit.tile,
                       .goal = unit.goal,
                       .goal_heading = unit.goal_heading,
                       .ordered = ordered.status == Status::found});
  }
  return walkers;
}

/// The units of the table that march together.
struct Groups {
  std::map<std::size_t, std::unique_ptr<FormationGuide>> guides;  ///< by profile
  std::vector<Formation> formations;                              ///< in the order of the numbers of their groups

  /// Before a tick of the crowd. Whether any is still on its way.
  bool advance(Crowd& crowd) {
    bool on_the_way = false;
    for (Formation& formation : formations) {
      const FormationState state = formation.advance(crowd).state;
      on_the_way = on_the_way || state == FormationState::marching || state == FormationState::arriving;
    }
    return on_the_way;
  }
};

/// Sends groups off, each to the goal of its first unit. Errors name the line.
Outcome send_groups(const CrowdArguments& arguments, const World& world, std::span<const WrittenUnit> units,
                    Crowd& crowd, std::vector<Walker>& walkers, Groups& groups) {
  std::map<std::uint16_t, std::vector<std::size_t>> by_group;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i].group != 0) by_group[units[i].group].push_back(i);
  }
  for (const auto& [number, members] : by_group) {
    const std::size_t first = members.front();
    const std::size_t profile = walkers[first].profile;
    if (world.profiles()[profile].kinematics) {
      return at_line(
          arguments, units[first],
          fmt::format("profile {} turns: units of groups do not", in_quotes(world.profiles()[profile].name)));
    }
    std::vector<UnitId> ids;
    for (const std::size_t member : members) {
      if (walkers[member].profile != profile) {
        return at_line(arguments, units[member], "has another profile than the first unit of its group");
      }
      ids.push_back(walkers[member].unit);
    }
    auto& guide = groups.guides[profile];
    if (guide == nullptr) guide = std::make_unique<FormationGuide>(world, profile);
    auto shape = shape_of(arguments.shape, members.size(), world.profiles()[profile].rules.footprint);
    if (!shape) return shape.error();
    Formation formation(*guide);
    if (formation.form(crowd, ids, std::move(*shape)).status != Status::found) {
      return at_line(arguments, units[first], "the bodies of this profile are too large for groups");
    }
    const Answer ordered = formation.order(crowd, {.goal = units[first].goal});
    if (ordered.status == Status::bad_goal) {
      return at_line(arguments, units[first],
                     fmt::format("{} is {}", text_of(units[first].goal, world.floors()),
                                 ordered.why == Why::no_room ? "no goal for its group: so many cannot stand there"
                                                             : "blocked: no unit can go there"));
    }
    for (const std::size_t member : members) walkers[member].ordered = ordered.status == Status::found;
    if (ordered.status == Status::found) groups.formations.push_back(std::move(formation));
  }
  return Success{};
}

/// By tile the least ticks from there to a goal, for units that are alone, of those that `wanted` counts.
class LeastTicks {
 public:
  LeastTicks(const World& world, const Crowd& crowd)
      : world_(world), crowd_(crowd), ticks_(world.terrain().size(), kNoTick) {}

  /// By Dijkstra's search (1959) from the goal, until all starts are settled. O(n log n) in the tiles settled.
  void search(std::span<const Walker* const> walkers) {
    const ProfileView& view = world_.profiles()[walkers.front()->profile];
    for (const std::size_t place : touched_) ticks_[place] = kNoTick;
    touched_.clear();
    std::priority_queue<std::pair<Tick, std::size_t>, std::vector<std::pair<Tick, std::size_t>>, std::greater<>> open;
    const auto relax = [&](Tile tile, Tick ticks) {
      const std::size_t place = view.grid.index(tile);
      if (ticks >= ticks_[place]) return;
      if (ticks_[place] == kNoTick) touched_.push_back(place);
      ticks_[place] = ticks;
      open.emplace(ticks, place);
    };
    std::size_t left = walkers.size();
    relax(walkers.front()->goal, 0);
    while (!open.empty() && left != 0) {
      const Tick ticks = open.top().first;
      const std::size_t place = open.top().second;
      open.pop();
      if (ticks != ticks_[place]) continue;
      const Tile tile = view.grid.tile(place);
      for (const Walker* const walker : walkers) left -= walker->tile == tile ? 1 : 0;
      const auto come = [&](Tile from, Cost cost) {
        relax(from, ticks + crowd_.duration(walkers.front()->unit, cost));
      };
      for_each_step(view.grid, view.grid.bounds(), tile, come);
      if (const auto end = view.links.find(tile)) {
        for (const LinkArc& arc : view.links.arriving(*end)) {
          if (view.grid.passable(arc.other)) come(arc.other, arc.cost);
        }
      }
    }
  }
  [[nodiscard]] Tick at(std::size_t place) const { return ticks_[place]; }

 private:
  const World& world_;
  const Crowd& crowd_;
  std::vector<Tick> ticks_;
  std::vector<std::size_t> touched_;
};

/// The ticks in which units that stand on their goals first came there, over the least ticks that each takes alone.
double loss_over_bound(const World& world, const Crowd& crowd, std::span<const Walker> walkers) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<const Walker*>> by_goal;
  for (const Walker& walker : walkers) {
    const UnitView view = crowd.unit(walker.unit);
    if (!walker.ordered || view.tile != walker.goal || view.to != walker.goal) continue;
    by_goal[{walker.profile, world.profiles()[walker.profile].grid.index(walker.goal)}].push_back(&walker);
  }
  LeastTicks least(world, crowd);
  std::uint64_t taken = 0;
  std::uint64_t bound = 0;
  for (const auto& [goal, group] : by_goal) {
    least.search(group);
    for (const Walker* const walker : group) {
      taken += walker->arrived;
      bound += least.at(world.profiles()[walker->profile].grid.index(walker->tile));
    }
  }
  return bound == 0 ? 1 : static_cast<double>(taken) / static_cast<double>(bound);
}

/// The units of the table as a trace has them.
std::vector<TracedUnit> traced(std::span<const Walker> walkers, std::span<const WrittenUnit> units) {
  std::vector<TracedUnit> all;
  for (std::size_t i = 0; i < units.size(); ++i) {
    all.push_back(
        {.unit = walkers[i].unit, .profile = walkers[i].profile, .side = units[i].side, .group = units[i].group});
  }
  return all;
}

/// What this thread has computed for so far, in microseconds: others may have the processor in between.
double thread_us() {
  ::timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/// Lets ticks pass until all is quiet, or there were so many.
Run walk_all(const World& world, Crowd& crowd, CrowdCheck& check, std::vector<Walker>& walkers, Groups& groups,
             std::uint64_t most, CrowdTraceWriter* trace) {
  Run run;
  std::vector<Walker*> by_unit(walkers.size());
  for (Walker& walker : walkers) by_unit[walker.unit] = &walker;
  if (trace != nullptr) trace->add(crowd, groups.formations, {});
  ProgressLine line;
  line.begin("ticks");
  while (run.ticks < most) {
    line.show(static_cast<double>(run.ticks) / static_cast<double>(most));
    const double begin = thread_us();
    const bool on_the_way = groups.advance(crowd);
    if (!on_the_way && crowd.settled() == crowd.size()) break;
    const CrowdReport report = crowd.tick();
    run.us += thread_us() - begin;
    for (const UnitMove& move : report.started) {
      check.move(move.unit, {move.from, move.heading}, {move.to, move.to_heading}, move.begin, move.end);
    }
    check.advance();
    for (const UnitId unit : report.arrived) by_unit[unit]->arrived = report.tick;
    run.decisions += report.decisions + report.pushes;
    run.hash = report.hash;
    run.ticks = report.tick;
    if (trace != nullptr) trace->add(crowd, groups.formations, report);
  }
  for (const Formation& formation : groups.formations) {
    for (std::size_t i = 0; i < formation.size(); ++i) {
      const FormationMember member = formation.member(i);
      if (!(member.slot == kNoTile)) by_unit[member.unit]->goal = member.slot;
    }
  }
  for (const Walker& walker : walkers) {
    const UnitView view = crowd.unit(walker.unit);
    const bool faces = walker.goal_heading == Heading::any || view.to_heading == walker.goal_heading;
    run.settled += view.tile == walker.goal && view.to == walker.goal && faces ? 1 : 0;
    run.stuck += view.state == UnitState::stuck ? 1 : 0;
  }
  line.begin("what each would take alone");
  run.loss = loss_over_bound(world, crowd, walkers);
  return run;
}

/// The profile of each unit, and which there are. Errors name the line.
Result<std::vector<std::size_t>> choose_profiles(const CrowdArguments& arguments, const World& world,
                                                 std::span<const WrittenUnit> units) {
  std::vector<std::size_t> profiles;
  for (const WrittenUnit& unit : units) {
    const auto profile = choose_profile(world, unit.profile);
    if (!profile) return at_line(arguments, unit, profile.error().message);
    const ProfileView& view = world.profiles()[*profile];
    if (view.rules.metric == Metric::any_angle || view.grid.edges != nullptr) {
      return at_line(
          arguments, unit,
          fmt::format("profile {} goes {}: crowds walk step by step, on maps without moves", in_quotes(view.name),
                      view.grid.edges != nullptr ? "over moves of the map" : "at any angle"));
    }
    profiles.push_back(*profile);
  }
  return profiles;
}

int print_run(const CrowdArguments& arguments, const Run& run, std::size_t units, std::uint64_t collisions) {
  const double us = run.decisions == 0 ? 0 : run.us / static_cast<double>(run.decisions);
  if (arguments.print == Output::json) {
    const Json report{{"units", units},
                      {"settled", run.settled},
                      {"stuck", run.stuck},
                      {"collisions", collisions},
                      {"ticks", run.ticks},
                      {"us_per_decision", us},
                      {"loss_over_bound", run.loss},
                      {"hash", fmt::format("{:016x}", run.hash)}};
    fmt::print("{}\n", text_of(report));
  } else {
    fmt::print(
        "{} units: {} settled, {} stuck, {} collisions, {} ticks, {:.3f} us a decision, loss {:.4f}, hash {:016x}\n",
        units, run.settled, run.stuck, collisions, run.ticks, us, run.loss, run.hash);
  }
  return run.settled == units && collisions == 0 ? kDone : kNegative;
}

}  // namespace

int run_crowd(const CrowdArguments& arguments) {
  const auto mode = parse_mode(arguments.mode);
  if (!mode) return fail(mode.error().message);
  const auto pace = parse_pace(arguments.ticks_per_tile);
  if (!pace) return fail(pace.error().message);
  if (const auto shape = shape_of(arguments.shape, 1, 1); !shape) return fail(shape.error().message);
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  if (world->profiles().empty()) return fail(arguments.world + ": the world has no map");
  const auto units = read_units(arguments.units, world->width(), world->floors());
  if (!units) return fail(units.error().message);
  if (arguments.trace) {
    std::error_code none;
    for (const std::string& input : {arguments.world, arguments.units}) {
      if (std::filesystem::equivalent(*arguments.trace, input, none))
        return fail(written_over(*arguments.trace).message);
    }
  }
  const auto profiles = choose_profiles(arguments, *world, *units);
  if (!profiles) return fail(profiles.error().message);
  std::vector<std::size_t> used = *profiles;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  if (used.empty()) {
    if (arguments.trace) return fail(arguments.units + ": holds no units, of which --trace could tell");
    return print_run(arguments, {}, 0, 0);
  }
  if (used.size() > Crowd::kMaxProfiles) return fail(arguments.units + ": too many profiles for one crowd");
  auto map = world->map();
  if (!map) return fail(fmt::format("{}: {}", arguments.world, map.error().message));
  std::vector<MovementProfile> declared;
  for (std::size_t i = 0; i < world->profiles().size(); ++i) declared.push_back(world->declared_profile(i));

  Crowd crowd(*world, used,
              {.units = units->size(), .seed = arguments.seed, .max_cluster_moves = arguments.cluster_moves});
  CrowdCheck check(std::move(*map), std::move(declared));
  auto walkers = send_off(arguments, *world, *units, *profiles, *pace, *mode, crowd, check);
  if (!walkers) return fail(walkers.error().message);
  Groups groups;
  if (const Outcome sent = send_groups(arguments, *world, *units, crowd, *walkers, groups); !sent) {
    return fail(sent.error().message);
  }
  std::optional<CrowdTraceWriter> trace;
  if (arguments.trace)
    trace.emplace(*world, traced(*walkers, *units), *pace ? TracedMoves::lasting : TracedMoves::of_a_tick);
  const Run run = walk_all(*world, crowd, check, *walkers, groups, arguments.ticks, trace ? &*trace : nullptr);
  if (check.illegal() != 0) return fail(fmt::format("{}: {}", arguments.world, check.fault()));
  std::vector<StagedFile> staged;
  if (arguments.trace) {
    const std::array chunks{std::as_bytes(std::span(trace->table()))};
    auto written = StagedFile::write(*arguments.trace, chunks);
    if (!written) return fail(written.error().message);
    staged.push_back(std::move(*written));
  }
  const int code = print_run(arguments, run, units->size(), check.collisions());
  if (const Outcome printed = flush_output(); !printed) return fail(printed.error().message);
  if (const Outcome committed = commit_all(staged); !committed) return fail(committed.error().message);
  return code;
}

}  // namespace portolan::tools
