// SPDX-License-Identifier: BSL-1.0
// Paths that are chosen among all that cost as little: what a rule of ties adds to a query.
#include "bench/bench_world.hpp"
#include "bench/measure.hpp"
#include "portolan/query/path_query.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace portolan::bench {
namespace {

constexpr std::size_t kMostQueries = 200;

/// `whole` is the part of the paths that were chosen among all least ones.
void ask(benchmark::State& state, const BenchWorld& world, TieRule rule) {
  PathQuery query(world.world, kGridProfile);
  Path path(query.room());
  const std::span<const Ends> ends(world.far.data(), std::min(world.far.size(), kMostQueries));
  std::uint64_t whole = 0;
  const auto ask_one = [&](const Ends& one) {
    const PathResult result = query.find({.from = one.from, .to = one.to, .ties = {rule, 1}}, path);
    whole += result.ties_scope == TiesScope::path ? 1 : 0;
    return Tally{.found = result.status == Status::found ? 1U : 0U, .expansions = result.work, .cost = result.cost};
  };
  for (const Ends& one : ends) ask_one(one);
  const double share = per(whole, ends.size());
  measure(state, ends, std::nullopt, 0, ask_one);
  state.counters["whole"] = share;
}

}  // namespace

void register_ties(const BenchWorld& world) {
  for (const TieRule rule : {TieRule::first, TieRule::straightest, TieRule::random}) {
    benchmark::RegisterBenchmark((world.name + "/ties/" + std::string(to_string(rule))).c_str(),
                                 [&world, rule](benchmark::State& state) { ask(state, world, rule); })
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace portolan::bench
