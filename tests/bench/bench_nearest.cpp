// SPDX-License-Identifier: BSL-1.0
// The nearest of ten thousand goals: asked by hubs and by regions, and goals that come and go.
#include "bench/bench_world.hpp"
#include "bench/measure.hpp"
#include "bench/query_set.hpp"
#include "portolan/query/nearest_query.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace portolan::bench {
namespace {

constexpr std::size_t kGoals = 10'000;
constexpr std::size_t kStarts = 2'000;
constexpr std::uint64_t kGoalSeed = 11;
constexpr std::uint64_t kStartSeed = 12;

std::vector<Tile> draw(const ProfileView& profile, std::size_t count, std::uint64_t seed) {
  std::vector<Tile> tiles;
  for (const Ends& ends : draw_far(profile, count, seed)) tiles.push_back(ends.from);
  return tiles;
}

/// Goals where paths of the profile begin.
void fill(GoalSet& goals, const ProfileView& profile) {
  GoalId next = 0;
  for (const Tile tile : draw(profile, kGoals, kGoalSeed)) goals.insert(next++, tile);
}

/// An edit that opens and closes nothing near most starts, so that regions must answer.
std::shared_ptr<const Overlay> edited(const World& world) {
  Overlay overlay(world);
  const TerrainId first = world.terrain()[{0, 0}];
  const auto other = static_cast<TerrainId>(first == 0 ? 1 : 0);
  if (!overlay.set_terrain({{0, 0}, {1, 1}}, other).has_value()) return nullptr;
  return std::make_shared<const Overlay>(std::move(overlay));
}

enum class Shown { file, edits };

void ask(benchmark::State& state, const BenchWorld& world, std::size_t profile, Shown shown) {
  GoalSet goals(world.world, profile, kGoals);
  fill(goals, world.profile(profile));
  NearestQuery query(goals);
  if (shown == Shown::edits) query.use(edited(world.world));
  const std::vector<Tile> starts = draw(world.profile(profile), kStarts, kStartSeed);
  std::vector<ReachedGoal> room(static_cast<std::size_t>(state.range(0)));
  std::uint64_t found = 0;
  std::uint64_t work = 0;
  Cost cost = 0;
  for (auto _ : state) {
    for (const Tile start : starts) {
      const ReachedGoals reached = query.nearest({.from = start}, room);
      found += reached.goals.size();
      work += reached.work;
      if (!reached.goals.empty()) cost += reached.goals.back().cost;
    }
  }
  benchmark::DoNotOptimize(cost);
  const auto asked = static_cast<std::uint64_t>(state.iterations()) * starts.size();
  state.counters["each"] = time_each(asked);
  state.counters["found"] = per(found, asked);
  state.counters["expansions"] = per(work, asked);
}

/// Every goal leaves, in turn, and comes back somewhere else; half of the time is that of erase().
void change(benchmark::State& state, const BenchWorld& world, std::size_t profile) {
  GoalSet goals(world.world, profile, kGoals);
  fill(goals, world.profile(profile));
  const std::vector<Tile> places = draw(world.profile(profile), kGoals, kStartSeed);
  std::size_t next = 0;
  bool done = true;
  for (auto _ : state) {
    for (GoalId goal = 0; goal < goals.capacity(); ++goal) {
      done = goals.erase(goal) && done;
      done = goals.insert(goal, places[next++ % places.size()]) && done;
    }
    ++next;
  }
  if (!done) state.SkipWithError("a goal could not be moved");
  state.counters["each"] = time_each(2 * static_cast<std::uint64_t>(state.iterations()) * goals.capacity());
}

void move(benchmark::State& state, const BenchWorld& world, std::size_t profile) {
  GoalSet goals(world.world, profile, kGoals);
  fill(goals, world.profile(profile));
  const Rect map = world.world.bounds();
  std::int32_t step = 1;
  for (auto _ : state) {
    for (GoalId goal = 0; goal < goals.capacity(); ++goal) {
      const Tile tile = goals.tile(goal);
      goals.move(goal, {std::clamp(tile.x + step, 0, map.max.x - 1), tile.y});
    }
    step = -step;
  }
  state.counters["each"] = time_each(static_cast<std::uint64_t>(state.iterations()) * goals.capacity());
}

}  // namespace

void register_nearest(const BenchWorld& world) {
  constexpr std::array kProfiles{kGridProfile, kPointProfile};
  constexpr std::array kNames{"grid", "point"};
  for (std::size_t i = 0; i < kProfiles.size(); ++i) {
    const std::size_t profile = kProfiles[i];
    const std::string name = world.name + "/nearest/" + kNames[i];
    const auto add = [&](const std::string& what, auto&& run) {
      return benchmark::RegisterBenchmark((name + "/" + what).c_str(), run)->Unit(benchmark::kMillisecond);
    };
    add("file", [&world, profile](benchmark::State& state) { ask(state, world, profile, Shown::file); })
        ->Arg(1)
        ->Arg(4)
        ->Arg(16);
    if (profile == kGridProfile) {
      add("edited", [&world, profile](benchmark::State& state) { ask(state, world, profile, Shown::edits); })
          ->Arg(1)
          ->Arg(4);
    }
    add("erase_insert", [&world, profile](benchmark::State& state) { change(state, world, profile); });
    add("move", [&world, profile](benchmark::State& state) { move(state, world, profile); });
  }
}

}  // namespace portolan::bench
