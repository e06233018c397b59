// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_world.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/regions/region_alignment.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/region_builder.hpp"
#include "portolan/regions/region_topology.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

#include <string>
#include <vector>

namespace portolan::bench {
namespace {

/// Builds are measured on one thread: the machine's other work disturbs that least.
constexpr unsigned kThreads = 1;

/// Registers `run(state, tier)` under the names of the profiles that have a waypoint graph.
template <class Run>
void add_by_profile(const BenchWorld& world, const std::string& what, Run run) {
  for (const std::size_t profile : {kGridProfile, kPointProfile}) {
    const SightTierView* tier = world.waypoints(profile);
    if (tier == nullptr) continue;
    const std::string name = world.name + "/" + what + (profile == kGridProfile ? "/grid" : "/point");
    benchmark::RegisterBenchmark(name.c_str(), [run, tier](benchmark::State& state) { run(state, *tier); });
  }
}

Point in_plane(const SightTierView& tier, Tile tile) {
  return to_plane(tier.space.contact, centre_of(tile));
}

/// Joins one end of each far query to the graph.
void connect(benchmark::State& state, const SightTierView& tier, const std::vector<Ends>& set) {
  SightSweep sweep(tier.space.width);
  std::uint64_t visible = 0;
  for (auto _ : state) {
    visible = 0;
    for (const Ends& ends : set) {
      visit_visible(tier.space, *tier.graph, in_plane(tier, ends.from), sweep, [&](WaypointId id) {
        benchmark::DoNotOptimize(id);
        ++visible;
      });
    }
  }
  state.counters["each"] = time_each(set.size() * static_cast<std::uint64_t>(state.iterations()));
  state.counters["visible"] = per(visible, set.size());
}

/// Tests the straight way between both ends of each near query.
void see(benchmark::State& state, const SightTierView& tier, const std::vector<Ends>& set) {
  std::uint64_t seen = 0;
  for (auto _ : state) {
    seen = 0;
    for (const Ends& ends : set) {
      seen += in_sight(tier.space, in_plane(tier, ends.from), in_plane(tier, ends.to)) ? 1 : 0;
    }
    benchmark::DoNotOptimize(seen);
  }
  state.counters["each"] = time_each(set.size() * static_cast<std::uint64_t>(state.iterations()));
  state.counters["seen"] = per(seen, set.size());
}

void build_sight_edges(benchmark::State& state, const SightTierView& tier) {
  for (auto _ : state) {
    const auto graph = build_waypoint_graph(tier.space, {.metric = tier.graph->metric, .threads = kThreads});
    if (!graph) {
      state.SkipWithError(graph.error().message.c_str());
      return;
    }
    state.counters["waypoints"] = static_cast<double>(graph->points.size());
    state.counters["edges"] = per(graph->target.size(), 2);
    state.counters["bytes"] = static_cast<double>(section_bytes(*graph));
  }
}

void build_regions(benchmark::State& state, const GridView& grid) {
  for (auto _ : state) {
    const RegionLayout layout = align_regions(grid, kThreads).layout;
    const RegionLevels made =
        build_levels(grid, layout, grid.bounds(), find_portals(grid, layout), layout.levels(), {.threads = kThreads});
    std::size_t record_bytes = 0;
    for (const RegionRecords& level : made.records) record_bytes += section_bytes(level);
    state.counters["portals"] = static_cast<double>(made.nodes.size());
    state.counters["record_bytes"] = static_cast<double>(record_bytes);
  }
}

}  // namespace

void register_parts(const BenchWorld& world) {
  add_by_profile(world, "connect",
                 [&world](benchmark::State& state, const SightTierView& tier) { connect(state, tier, world.far); });
  add_by_profile(world, "in_sight",
                 [&world](benchmark::State& state, const SightTierView& tier) { see(state, tier, world.near); });
  add_by_profile(world, "build_sight_edges", build_sight_edges);
  benchmark::RegisterBenchmark((world.name + "/build_regions").c_str(), [&world](benchmark::State& state) {
    build_regions(state, world.profile(kGridProfile).grid);
  });
}

}  // namespace portolan::bench
