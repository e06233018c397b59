// SPDX-License-Identifier: BSL-1.0
// Edits while queries go on: what an edit takes, how queries slow down before it is refreshed, and whole rounds of
// patches and queries, by regions and by plain A* on the same edited maps.
#include "bench/bench_world.hpp"
#include "bench/measure.hpp"
#include "bench/query_set.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/world/overlay.hpp"
#include "support/asker.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace portolan::bench {
namespace {

constexpr std::int32_t kEditSide = 5;
constexpr std::int32_t kMostPatchSide = 64;
constexpr std::size_t kEdits = 256;
constexpr std::size_t kRounds = 200;
constexpr std::size_t kRegionsARound = 4;
constexpr std::uint64_t kSeed = 3;

Rect square(const World& world, Tile centre, std::int32_t side) {
  const Tile min{centre.x - side / 2, centre.y - side / 2};
  return intersection({min, {min.x + side, min.y + side}}, world.bounds());
}

/// Squares around passable tiles.
std::vector<Rect> draw_edits(const BenchWorld& world) {
  std::vector<Rect> areas;
  for (const Ends& ends : draw_far(world.profile(kGridProfile), kEdits, kSeed)) {
    areas.push_back(square(world.world, ends.from, kEditSide));
  }
  return areas;
}

bool block(Overlay& overlay, const Rect& area, TerrainId wall) {
  return overlay.set_terrain(area, wall).has_value();
}

/// Closes each area and opens it again, each time until the next query would see it.
void edit(benchmark::State& state, const BenchWorld& world, TerrainId wall) {
  const std::vector<Rect> areas = draw_edits(world);
  PathQuery query(world.world, kGridProfile);
  Overlay overlay(world.world);
  bool done = true;
  for (auto _ : state) {
    for (const Rect& area : areas) {
      done = block(overlay, area, wall) && done;
      query.use(std::make_shared<const Overlay>(overlay));
      done = overlay.revert(area).has_value() && done;
      query.use(std::make_shared<const Overlay>(overlay));
    }
  }
  if (!done) state.SkipWithError("an edit was refused");
  state.counters["each"] = time_each(2 * areas.size() * static_cast<std::uint64_t>(state.iterations()));
}

/// Closes each area and refreshes all that it opened, on an overlay that has the areas before it.
void refresh(benchmark::State& state, const BenchWorld& world, TerrainId wall) {
  const std::vector<Rect> areas = draw_edits(world);
  std::size_t left = 0;
  for (auto _ : state) {
    Overlay overlay(world.world);
    for (const Rect& area : areas) {
      left += block(overlay, area, wall) ? 0 : 1;
      left += overlay.refresh();
    }
  }
  if (left != 0) state.SkipWithError("regions were left, or an edit was refused");
  state.counters["each"] = time_each(areas.size() * static_cast<std::uint64_t>(state.iterations()));
}

/// Finds a path and walks all its legs.
Tally ask(test::Asker& asker, const Ends& ends, Tier tier) {
  const PathResult result = asker.find({.from = ends.from, .to = ends.to, .tier = tier});
  if (result.status != Status::found) return {.found = 0, .expansions = result.expansions.total(), .cost = 0};
  Tally tally{.found = 1, .expansions = result.expansions.total(), .cost = result.cost};
  Leg leg;
  while (asker.next_leg(leg) == LegStatus::ready) {
    benchmark::DoNotOptimize(leg.tiles.data());
    tally.expansions += leg.states;
  }
  return tally;
}

Baseline baseline_for(Tier tier) {
  return tier == Tier::astar ? Baseline::with : Baseline::without;
}

/// The far queries that still have an answer, after some edits that nothing refreshed.
void query_edited(benchmark::State& state, const BenchWorld& world, TerrainId wall, std::size_t edits, Tier tier) {
  Overlay overlay(world.world);
  const std::vector<Rect> areas = draw_edits(world);
  for (std::size_t i = 0; i < std::min(edits, areas.size()); ++i) {
    if (!block(overlay, areas[i], wall)) return state.SkipWithError("an edit was refused");
  }
  const auto snapshot = std::make_shared<const Overlay>(overlay);
  test::Asker reference(world.world, kGridProfile, Baseline::without);
  reference.use(snapshot);
  std::vector<Ends> set;
  Cost cost = 0;
  for (const Ends& ends : world.far) {
    const Tally tally = ask(reference, ends, Tier::regions);
    if (tally.found == 0) continue;
    set.push_back(ends);
    cost += tally.cost;
  }
  if (set.empty()) return state.SkipWithError("no query has an answer");
  test::Asker asker(world.world, kGridProfile, baseline_for(tier));
  asker.use(snapshot);
  const std::uint64_t bytes = tier == Tier::regions ? bytes_of(world.world, kGridProfile, Tables::regions) : 0;
  measure(state, std::span<const Ends>(set), cost, bytes, [&](const Ends& ends) { return ask(asker, ends, tier); });
}

/// Each round closes a patch, or opens the one before the last, and asks for a path on the map of the moment.
Tally play(const BenchWorld& world, TerrainId wall, test::Asker& asker, Tier tier) {
  const std::vector<Ends> centres = draw_far(world.profile(kGridProfile), kRounds, kSeed + 1);
  Overlay overlay(world.world);
  Tally all;
  for (std::size_t round = 0; round < centres.size(); ++round) {
    const auto patch = [&](std::size_t number) {
      const auto side = static_cast<std::int32_t>(1 + number * 29 % kMostPatchSide);
      return square(world.world, centres[number].from, side);
    };
    const bool opens = round % 3 == 2;
    const Outcome done = opens ? overlay.revert(patch(round - 2)) : overlay.set_terrain(patch(round), wall);
    if (!done) return {};
    if (tier != Tier::astar) overlay.refresh(kRegionsARound);
    asker.use(std::make_shared<const Overlay>(overlay));
    const Tally one = ask(asker, world.far[round % world.far.size()], tier);
    all.found += one.found;
    all.expansions += one.expansions;
    all.cost += one.cost;
  }
  return all;
}

void rounds(benchmark::State& state, const BenchWorld& world, TerrainId wall, Tier tier) {
  test::Asker reference(world.world, kGridProfile, Baseline::with);
  const Tally expected = play(world, wall, reference, Tier::astar);
  test::Asker asker(world.world, kGridProfile, baseline_for(tier));
  Tally all = play(world, wall, asker, tier);
  if (expected.found == 0 || all.found != expected.found || all.cost != expected.cost) {
    return state.SkipWithError("the answers differ from the reference");
  }
  for (auto _ : state) benchmark::DoNotOptimize(all = play(world, wall, asker, tier));
  state.counters["each"] = time_each(kRounds * static_cast<std::uint64_t>(state.iterations()));
  state.counters["expansions"] = per(all.expansions, kRounds);
  state.counters["found"] = per(all.found, kRounds);
}

/// The same for the grid profile alone, without indexes: an edit concerns every profile of its world.
Result<BenchWorld> with_grid_profile(const BenchWorld& world) {
  const auto map = world.world.map();
  if (!map) return map.error();
  BuildOptions options;
  options.indexes.emplace();
  const auto image = build_world(*map, std::array{profiles()[kGridProfile]}, options);
  if (!image) return image.error();
  AlignedBytes bytes = image->bytes();
  const auto made = World::view(std::as_const(bytes).span());
  if (!made) return made.error();
  return BenchWorld{.name = world.name,
                    .bytes = std::move(bytes),
                    .world = *made,
                    .far = world.far,
                    .near = world.near,
                    .far_cost = world.far_cost};
}

}  // namespace

void register_overlays(const BenchWorld& world) {
  const auto& cost = world.profile(kGridProfile).rules.cost;
  const auto end = cost.begin() + static_cast<std::ptrdiff_t>(world.world.palette().size());
  const auto closed = std::find(cost.begin(), end, 0U);
  if (closed == end) return;
  const auto wall = static_cast<TerrainId>(closed - cost.begin());
  const auto add = [&](const std::string& name, auto&& run) {
    benchmark::RegisterBenchmark((world.name + "/overlay_" + name).c_str(), run);
  };
  const auto add_alone = [&](const std::string& name, auto&& run) {
    add(name, [&world, run](benchmark::State& state) {
      const auto alone = with_grid_profile(world);
      if (!alone) return state.SkipWithError(alone.error().message.c_str());
      run(state, *alone);
    });
  };
  add_alone("edit", [wall](benchmark::State& state, const BenchWorld& alone) { edit(state, alone, wall); });
  add_alone("refresh", [wall](benchmark::State& state, const BenchWorld& alone) { refresh(state, alone, wall); });
  for (const Tier tier : {Tier::automatic, Tier::regions, Tier::astar}) {
    const std::string by = "/" + std::string(to_string(tier));
    for (const std::size_t edits : {0U, 16U, 64U, 256U}) {
      add_alone("edits_" + std::to_string(edits) + by,
                [wall, edits, tier](benchmark::State& state, const BenchWorld& alone) {
                  query_edited(state, alone, wall, edits, tier);
                });
    }
    add_alone("rounds" + by,
              [wall, tier](benchmark::State& state, const BenchWorld& alone) { rounds(state, alone, wall, tier); });
  }
}

}  // namespace portolan::bench
