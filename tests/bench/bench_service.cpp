// SPDX-License-Identifier: BSL-1.0
// A service: ten thousand requests a tick where labels answer, and searches over regions with slices of several sizes.
#include "bench/bench_world.hpp"
#include "bench/measure.hpp"
#include "bench/query_set.hpp"
#include "portolan/service/path_service.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace portolan::bench {
namespace {

constexpr std::size_t kRequests = 10'000;
constexpr std::size_t kSearches = 200;
constexpr std::size_t kRoom = 64;

/// Submits requests, a budget that is enough for all of them, and polls: each iteration is a tick of a game.
void ticks(benchmark::State& state, const BenchWorld& world, Tier tier, std::size_t requests,
           const ServiceOptions& options) {
  PathService service(world.world, kGridProfile, options);
  std::vector<Path> memory;
  for (std::size_t i = 0; i < requests; ++i) memory.emplace_back(PathRoom::of(kRoom));
  std::uint64_t charged = 0;
  std::uint64_t work = 0;
  std::uint64_t searches = 0;
  std::uint64_t answered = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < requests; ++i) {
      const Ends& ends = world.far[i % world.far.size()];
      const PathRequest request{.from = ends.from, .to = ends.to, .tier = tier, .unpacking = Unpacking::leg_by_leg};
      (void)service.submit(request, {.client = i % options.clients}, std::move(memory.back()));
      memory.pop_back();
    }
    while (service.waiting() != 0) {
      const ServiceReport report = service.tick({.expansions = requests * ServiceOptions::kLeastSlice + options.slice});
      searches += report.searches;
      charged += report.charged;
      for (const Ticket ticket : report.answered) {
        ServedPath served;
        (void)service.poll(ticket, served);
        work += served.result.work;
        memory.push_back(std::move(served.path));
        ++answered;
      }
    }
  }
  state.counters["each"] = time_each(answered);
  state.counters["searches"] = per(searches, answered);
  state.counters["charged"] = per(charged, answered);
  state.counters["work"] = per(work, answered);
}

/// The same questions of a query, one by one.
void singly(benchmark::State& state, const BenchWorld& world, Tier tier, std::size_t requests) {
  PathQuery query(world.world, kGridProfile);
  std::vector<Path> memory;
  for (std::size_t i = 0; i < requests; ++i) memory.emplace_back(PathRoom::of(kRoom));
  std::uint64_t answered = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < requests; ++i) {
      const Ends& ends = world.far[i % world.far.size()];
      (void)query.find({.from = ends.from, .to = ends.to, .tier = tier, .unpacking = Unpacking::leg_by_leg}, memory[i]);
      ++answered;
    }
  }
  state.counters["each"] = time_each(answered);
}

}  // namespace

void register_service(const BenchWorld& world) {
  const auto add = [&](const std::string& what, auto&& run) {
    benchmark::RegisterBenchmark((world.name + "/service/" + what).c_str(), run)->Unit(benchmark::kMillisecond);
  };
  if (const SightTierView* const sight = world.waypoints(kGridProfile); sight != nullptr && sight->labels) {
    for (const unsigned threads : {1U, 2U}) {
      add("labels/threads:" + std::to_string(threads), [&world, threads](benchmark::State& state) {
        ticks(state, world, Tier::automatic, kRequests, {.slots = kRequests, .clients = 4, .threads = threads});
      });
    }
    add("labels/query", [&world](benchmark::State& state) { singly(state, world, Tier::automatic, kRequests); });
  }
  for (const std::uint64_t slice : {1'000U, 2'000U, 4'000U, 8'000U}) {
    add("regions/slice:" + std::to_string(slice), [&world, slice](benchmark::State& state) {
      ticks(state, world, Tier::regions, kSearches, {.slots = kSearches, .clients = 4, .slice = slice});
    });
  }
  add("regions/query", [&world](benchmark::State& state) { singly(state, world, Tier::regions, kSearches); });
}

}  // namespace portolan::bench
