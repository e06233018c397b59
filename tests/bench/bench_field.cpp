// SPDX-License-Identifier: BSL-1.0
// Costs to one goal: a distance tile made, read from an arena and read again, steps, and a thousand units that set out.
#include "bench/bench_world.hpp"
#include "bench/measure.hpp"
#include "bench/query_set.hpp"
#include "portolan/query/goal_field.hpp"

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace portolan::bench {
namespace {

constexpr std::size_t kUnits = 1'000;
constexpr std::uint64_t kUnitSeed = 21;
constexpr std::size_t kTiles = 1 << 16;

/// Units all over the map, and the goal of the first on its island.
struct Crowd {
  explicit Crowd(const ProfileView& profile) {
    for (const Ends& ends : draw_far(profile, kUnits, kUnitSeed)) {
      if (from.empty()) goal = ends.to;
      from.push_back(ends.from);
    }
  }
  /// Rather one army than a thousand wanderers: units within so many tiles of the first.
  void gather(std::int32_t within) {
    if (from.empty()) return;
    const Tile first = from.front();
    std::vector<Tile> near;
    for (std::int32_t y = first.y - within; y <= first.y + within; ++y) {
      for (std::int32_t x = first.x - within; x <= first.x + within; ++x) near.push_back({x, y});
    }
    from = near;
  }
  Tile goal{};
  std::vector<Tile> from;
};

std::size_t count_blocks(const std::vector<Tile>& tiles) {
  std::set<std::pair<std::int32_t, std::int32_t>> blocks;
  for (const Tile tile : tiles) blocks.insert({tile.x / kBlockSide, tile.y / kBlockSide});
  return blocks.size();
}

enum class Kept { none, all };

/// Every block of the units, one position each, so that each question makes a tile or copies one.
void each_tile(benchmark::State& state, const BenchWorld& world, std::size_t profile, Kept kept) {
  const Crowd crowd(world.profile(profile));
  std::set<std::pair<std::int32_t, std::int32_t>> seen;
  std::vector<Tile> tiles;
  for (const Tile tile : crowd.from) {
    if (seen.insert({tile.x / kBlockSide, tile.y / kBlockSide}).second) tiles.push_back(tile);
  }
  DistanceArena large(kTiles);
  DistanceArena small(1);
  GoalField field(world.world, profile, kept == Kept::all ? large : small);
  if (field.aim(crowd.goal).status != Status::found) return state.SkipWithError("no goal");
  Cost sum = 0;
  for (auto _ : state) {
    for (const Tile tile : tiles) sum += field.cost({tile}).cost;
  }
  benchmark::DoNotOptimize(sum);
  state.counters["each"] = time_each(static_cast<std::uint64_t>(state.iterations()) * tiles.size());
}

/// 64 reads of a tile at hand.
void reads(benchmark::State& state, const BenchWorld& world, std::size_t profile) {
  const Crowd crowd(world.profile(profile));
  DistanceArena arena(kTiles);
  GoalField field(world.world, profile, arena);
  if (field.aim(crowd.goal).status != Status::found) return state.SkipWithError("no goal");
  Cost sum = 0;
  for (auto _ : state) {
    for (const Tile tile : crowd.from) {
      for (int i = 0; i < 64; ++i) sum += field.cost({tile}).cost;
    }
  }
  benchmark::DoNotOptimize(sum);
  state.counters["each"] = time_each(static_cast<std::uint64_t>(state.iterations()) * crowd.from.size() * 64);
}

/// A goal that nobody has asked about, and what all units pay, from the first label to the last cost.
void set_out(benchmark::State& state, const BenchWorld& world, std::size_t profile, std::int32_t within) {
  Crowd crowd(world.profile(profile));
  if (within != 0) crowd.gather(within);
  DistanceArena small(1);
  GoalField field(world.world, profile, small);
  std::vector<BatchAnswer> answers(crowd.from.size());
  for (auto _ : state) {
    if (field.aim(crowd.goal).status != Status::found) return state.SkipWithError("no goal");
    (void)field.costs(crowd.from, ~std::uint64_t{0}, answers);
  }
  benchmark::DoNotOptimize(answers.data());
  state.counters["units"] = static_cast<double>(crowd.from.size());
  state.counters["blocks"] = static_cast<double>(count_blocks(crowd.from));
}

/// All units take a step, from tiles that are kept.
void steps(benchmark::State& state, const BenchWorld& world, std::size_t profile) {
  Crowd crowd(world.profile(profile));
  DistanceArena arena(kTiles);
  GoalField field(world.world, profile, arena);
  if (field.aim(crowd.goal).status != Status::found) return state.SkipWithError("no goal");
  std::vector<Tile> at = crowd.from;
  for (auto _ : state) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const NextStep step = field.next_step({at[i]});
      at[i] = step.status == Status::found && step.tile != crowd.goal ? step.tile : crowd.from[i];
    }
  }
  state.counters["each"] = time_each(static_cast<std::uint64_t>(state.iterations()) * at.size());
}

}  // namespace

void register_field(const BenchWorld& world) {
  constexpr std::array kProfiles{kGridProfile, kPointProfile};
  constexpr std::array kNames{"grid", "point"};
  for (std::size_t i = 0; i < kProfiles.size(); ++i) {
    const std::size_t profile = kProfiles[i];
    const auto add = [&](const std::string& what, auto&& run) {
      benchmark::RegisterBenchmark((world.name + "/field/" + kNames[i] + "/" + what).c_str(), run)
          ->Unit(benchmark::kMicrosecond);
    };
    add("tile_made", [&world, profile](benchmark::State& state) { each_tile(state, world, profile, Kept::none); });
    add("tile_kept", [&world, profile](benchmark::State& state) { each_tile(state, world, profile, Kept::all); });
    add("read", [&world, profile](benchmark::State& state) { reads(state, world, profile); });
    add("thousand_units", [&world, profile](benchmark::State& state) { set_out(state, world, profile, 0); });
    add("army", [&world, profile](benchmark::State& state) { set_out(state, world, profile, 16); });
    if (profile == kGridProfile) {
      add("step", [&world, profile](benchmark::State& state) { steps(state, world, profile); });
    }
  }
}

}  // namespace portolan::bench
