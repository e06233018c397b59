// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_world.hpp"
#include "bench/boost_astar.hpp"
#include "portolan/query/batch_query.hpp"
#include "portolan/query/path_query.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

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

/// What a batch is asked for: kBatchSide squared costs in one call.
enum class BatchCall {
  pairs,  ///< each start with a goal of its own
  table,  ///< each of kBatchSide starts with each of kBatchSide goals
};

constexpr std::size_t kBatchSide = 100;
constexpr std::uint64_t kBatchSeed = 2;

void ask_batch(benchmark::State& state, const BenchWorld& world, std::size_t profile, BatchCall call,
               unsigned threads) {
  const std::vector<Ends> ends = draw_far(world.profile(profile), kBatchSide * kBatchSide, kBatchSeed);
  std::vector<TilePair> pairs;
  std::vector<Tile> from;
  std::vector<Tile> to;
  for (std::size_t i = 0; i < kBatchSide; ++i) {
    from.push_back(ends[i].from);
    to.push_back(ends[i].to);
  }
  for (std::size_t i = 0; i < ends.size(); ++i) {
    pairs.push_back(call == BatchCall::pairs ? TilePair{ends[i].from, ends[i].to}
                                             : TilePair{from[i / kBatchSide], to[i % kBatchSide]});
  }
  BatchQuery batch(world.world, profile, threads);
  std::vector<BatchAnswer> answers(pairs.size());
  const auto ask = [&] {
    return call == BatchCall::pairs ? batch.pairs(pairs, answers) : batch.many_to_many(from, to, answers);
  };
  bool right = ask();
  PathQuery query(world.world, profile);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    right = right && answers[i].cost == query.find({.from = pairs[i].from, .to = pairs[i].to}).cost;
  }
  if (!right) {
    state.SkipWithError("the answers differ from single queries'");
    return;
  }
  for (auto _ : state) right = ask() && right;
  state.counters["each"] = time_each(pairs.size() * static_cast<std::uint64_t>(state.iterations()));
}

/// Several threads are timed by the clock on the wall: the processor time of helpers is not the caller's.
void add_batches(const BenchWorld& world) {
  for (const std::size_t profile : {kGridProfile, kPointProfile}) {
    const SightTierView* tier = world.waypoints(profile);
    if (tier == nullptr || !tier->blocks) continue;
    for (const BatchCall call : {BatchCall::pairs, BatchCall::table}) {
      for (const unsigned threads : {1U, 2U}) {
        const std::string name = world.name + (call == BatchCall::pairs ? "/batch_pairs/" : "/batch_table/") +
                                 (profile == kGridProfile ? "grid/" : "point/") + std::to_string(threads);
        auto* const added =
            benchmark::RegisterBenchmark(name.c_str(), [&world, profile, call, threads](benchmark::State& state) {
              ask_batch(state, world, profile, call, threads);
            });
        if (threads > 1) added->UseRealTime();
      }
    }
  }
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
  add_batches(world);
  add(world, {"local", kGridProfile, Tier::local, Detail::waypoints});
}

}  // namespace portolan::bench
