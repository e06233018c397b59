// SPDX-License-Identifier: BSL-1.0
// A crowd that never comes to rest: each unit that has come to its goal is sent to another one in the same tick.
#include "bench/bench_world.hpp"
#include "bench/measure.hpp"
#include "bench/query_set.hpp"
#include "portolan/crowd/crowd.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace portolan::bench {
namespace {

constexpr std::uint64_t kUnitSeed = 31;
/// Ticks before the first that counts: most units have met others by then.
constexpr int kSettingOut = 64;

/// Each iteration is a tick.
void walk(benchmark::State& state, const BenchWorld& world, std::size_t units) {
  Crowd crowd(world.world, kGridProfile, {.units = units});
  const std::vector<Ends> drawn = draw_far(world.profile(kGridProfile), 8 * units, kUnitSeed);
  std::size_t next = 0;
  // As soon as one of the ends drawn will do.
  const auto send = [&](UnitId unit) {
    for (std::size_t tries = 0; tries < drawn.size(); ++tries) {
      if (crowd.order(unit, drawn[next++ % drawn.size()].to).status == Status::found) return;
    }
  };
  for (const Ends& ends : drawn) {
    if (crowd.size() == units) break;
    if (const AddedUnit added = crowd.add({.tile = ends.from}); added.status == Status::found) send(added.unit);
  }
  std::uint64_t decisions = 0;
  std::uint64_t arrived = 0;
  std::uint64_t planned = 0;
  std::vector<UnitId> there;
  const auto tick = [&] {
    const CrowdReport report = crowd.tick();
    decisions += report.decisions + report.pushes;
    planned += report.planned;
    arrived += report.arrived.size();
    there.assign(report.arrived.begin(), report.arrived.end());
    for (const UnitId unit : there) send(unit);
  };
  for (int i = 0; i < kSettingOut; ++i) tick();
  decisions = arrived = planned = 0;
  for (auto _ : state) tick();
  const auto passed = static_cast<std::uint64_t>(state.iterations());
  state.counters["each"] = time_each(decisions);
  state.counters["decisions"] = per(decisions, passed);
  state.counters["arrived"] = per(arrived, passed);
  state.counters["planned"] = per(planned, passed);
}

}  // namespace

void register_crowds(const BenchWorld& world) {
  for (const std::size_t units : {1'000U, 10'000U}) {
    benchmark::RegisterBenchmark((world.name + "/crowd/" + std::to_string(units)).c_str(),
                                 [&world, units](benchmark::State& state) { walk(state, world, units); })
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace portolan::bench
