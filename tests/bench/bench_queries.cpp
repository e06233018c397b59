// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_world.hpp"
#include "bench/boost_astar.hpp"
#include "portolan/query/path_query.hpp"

#include <optional>
#include <span>
#include <string>

namespace portolan::bench {
namespace {

/// How far a path is worked out.
enum class Detail {
  waypoints,  ///< what find() answers
  tiles,      ///< also all legs, tile by tile
};

struct QueryCase {
  const char* name;
  std::size_t profile;
  Tier tier;
  Detail detail;
};

/// What one pass over a set of queries came to.
struct Pass {
  std::uint64_t found = 0;
  std::uint64_t expansions = 0;  ///< of searches and, with Detail::tiles, of legs
  Cost cost = 0;
};

Pass ask_all(PathQuery& query, std::span<const Ends> set, const QueryCase& asked) {
  Pass pass;
  for (const Ends& ends : set) {
    const PathResult result = query.find({.from = ends.from, .to = ends.to, .tier = asked.tier});
    pass.found += result.status == Status::found ? 1 : 0;
    pass.cost += result.cost;
    pass.expansions += result.expansions.total();
    if (asked.detail == Detail::waypoints) continue;
    Leg leg;
    while (query.next_leg(leg) == LegStatus::ready) {
      benchmark::DoNotOptimize(leg.tiles.data());
      pass.expansions += leg.states;
    }
  }
  return pass;
}

/// One iteration is one pass over all queries, so that every run measures the same work.
template <class AskAll>
void measure(benchmark::State& state, std::size_t queries, std::optional<Cost> cost, std::uint64_t bytes,
             AskAll&& ask_all_queries) {
  Pass pass = ask_all_queries();
  if (cost && (pass.cost != *cost || pass.found != queries)) {
    state.SkipWithError("the answers differ from the region tier's");
    return;
  }
  for (auto _ : state) pass = ask_all_queries();
  state.counters["each"] = time_each(queries * static_cast<std::uint64_t>(state.iterations()));
  state.counters["expansions"] = per(pass.expansions, queries);
  state.counters["found"] = per(pass.found, queries);
  state.counters["bytes"] = static_cast<double>(bytes);
}

std::uint64_t bytes_for(const BenchWorld& world, const QueryCase& asked) {
  switch (asked.tier) {
    case Tier::regions:
      return bytes_of(world.world, asked.profile, Tables::regions);
    case Tier::waypoints:
      return bytes_of(world.world, asked.profile, Tables::waypoints);
    default:
      return 0;
  }
}

void add(const BenchWorld& world, const QueryCase& asked) {
  benchmark::RegisterBenchmark((world.name + "/" + asked.name).c_str(), [&world, asked](benchmark::State& state) {
    PathQuery query(world.world, asked.profile, asked.tier == Tier::astar ? Baseline::with : Baseline::without);
    const std::span<const Ends> set = asked.tier == Tier::local ? world.near : world.far;
    const bool has_reference = asked.profile == kGridProfile && asked.tier != Tier::local;
    measure(state, set.size(), has_reference ? std::optional(world.far_cost) : std::nullopt, bytes_for(world, asked),
            [&] { return ask_all(query, set, asked); });
  });
}

void add_boost(const BenchWorld& world) {
  benchmark::RegisterBenchmark((world.name + "/boost_astar").c_str(), [&world](benchmark::State& state) {
    BoostAstar boost(world.profile(kGridProfile).grid);
    measure(state, world.far.size(), world.far_cost, boost.bytes(), [&] {
      Pass pass;
      for (const Ends& ends : world.far) {
        const BoostAstar::Answer answer = boost.find(ends.from, ends.to);
        benchmark::DoNotOptimize(answer.path.data());
        pass.found += answer.cost != kInfiniteCost ? 1 : 0;
        pass.cost += answer.cost;
        pass.expansions += answer.expansions;
      }
      return pass;
    });
  });
}

}  // namespace

void register_queries(const BenchWorld& world) {
  add_boost(world);
  add(world, {"astar", kGridProfile, Tier::astar, Detail::waypoints});
  add(world, {"regions", kGridProfile, Tier::regions, Detail::waypoints});
  add(world, {"regions_tiles", kGridProfile, Tier::regions, Detail::tiles});
  if (world.waypoints(kGridProfile) != nullptr) {
    add(world, {"waypoints", kGridProfile, Tier::waypoints, Detail::waypoints});
    add(world, {"waypoints_tiles", kGridProfile, Tier::waypoints, Detail::tiles});
  }
  if (world.waypoints(kPointProfile) != nullptr) {
    add(world, {"any_angle", kPointProfile, Tier::waypoints, Detail::waypoints});
  }
  add(world, {"local", kGridProfile, Tier::local, Detail::waypoints});
}

}  // namespace portolan::bench
