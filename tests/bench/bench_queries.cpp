// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_world.hpp"
#include "bench/boost_astar.hpp"
#include "bench/measure.hpp"
#include "portolan/query/batch_query.hpp"
#include "support/asker.hpp"

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
  std::string name;
  std::size_t profile;
  Tier tier;
  Detail detail;
};

Tally ask(test::Asker& asker, const Ends& ends, const QueryCase& asked) {
  const PathResult result = asker.find({.from = ends.from, .to = ends.to, .tier = asked.tier});
  Tally tally{.found = result.status == Status::found ? std::uint64_t{1} : 0,
              .expansions = result.expansions.total(),
              .cost = result.cost};
  if (asked.detail == Detail::waypoints) return tally;
  Leg leg;
  while (asker.next_leg(leg) == LegStatus::ready) {
    benchmark::DoNotOptimize(leg.tiles.data());
    tally.expansions += leg.states;
  }
  return tally;
}

std::uint64_t bytes_for(const BenchWorld& world, const QueryCase& asked) {
  switch (asked.tier) {
    case Tier::regions:
      return bytes_of(world.world, asked.profile, Tables::regions);
    case Tier::waypoints:
      return bytes_of(world.world, asked.profile, Tables::waypoints);
    case Tier::ch:
      return bytes_of(world.world, asked.profile, Tables::ch);
    case Tier::labels:
      return bytes_of(world.world, asked.profile, Tables::labels);
    case Tier::blocks:
      return bytes_of(world.world, asked.profile, Tables::blocks);
    default:
      return 0;
  }
}

void add(const BenchWorld& world, const QueryCase& asked) {
  benchmark::RegisterBenchmark((world.name + "/" + asked.name).c_str(), [&world, asked](benchmark::State& state) {
    test::Asker asker(world.world, asked.profile, asked.tier == Tier::astar ? Baseline::with : Baseline::without);
    const std::span<const Ends> set = asked.tier == Tier::local ? world.near : world.far;
    const bool has_reference = asked.profile == kGridProfile && asked.tier != Tier::local;
    measure(state, set, has_reference ? std::optional(world.far_cost) : std::nullopt, bytes_for(world, asked),
            [&](const Ends& ends) { return ask(asker, ends, asked); });
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
    const Answer done = call == BatchCall::pairs ? batch.pairs(pairs, {}, answers) : batch.table(from, to, {}, answers);
    return done.status == Status::found;
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
    measure(state, std::span<const Ends>(world.far), world.far_cost, boost.bytes(), [&](const Ends& ends) {
      const BoostAstar::Answer answer = boost.find(ends.from, ends.to);
      benchmark::DoNotOptimize(answer.path.data());
      return Tally{.found = answer.cost != kInfiniteCost ? std::uint64_t{1} : 0,
                   .expansions = answer.expansions,
                   .cost = answer.cost};
    });
  });
}

/// The tiers over the waypoint graph that the file holds for a profile.
void add_sight_tiers(const BenchWorld& world, std::size_t profile, const std::string& prefix) {
  const SightTierView* tier = world.waypoints(profile);
  if (tier == nullptr) return;
  add(world, {prefix + "waypoints", profile, Tier::waypoints, Detail::waypoints});
  if (tier->hierarchy) add(world, {prefix + "ch", profile, Tier::ch, Detail::waypoints});
  if (tier->labels) add(world, {prefix + "labels", profile, Tier::labels, Detail::waypoints});
  if (tier->blocks) add(world, {prefix + "blocks", profile, Tier::blocks, Detail::waypoints});
}

}  // namespace

void register_queries(const BenchWorld& world) {
  add_boost(world);
  add(world, {"astar", kGridProfile, Tier::astar, Detail::waypoints});
  add(world, {"regions", kGridProfile, Tier::regions, Detail::waypoints});
  add(world, {"regions_tiles", kGridProfile, Tier::regions, Detail::tiles});
  add(world, {"auto", kGridProfile, Tier::automatic, Detail::waypoints});
  add(world, {"auto_tiles", kGridProfile, Tier::automatic, Detail::tiles});
  add_sight_tiers(world, kGridProfile, "");
  add(world, {"any_angle_auto", kPointProfile, Tier::automatic, Detail::waypoints});
  add_sight_tiers(world, kPointProfile, "any_angle_");
  add_batches(world);
  add(world, {"local", kGridProfile, Tier::local, Detail::waypoints});
}

}  // namespace portolan::bench
