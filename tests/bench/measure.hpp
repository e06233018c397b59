// SPDX-License-Identifier: BSL-1.0
// Measures one way to answer on a set of questions.
#pragma once

#include "portolan/core/status.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <benchmark/benchmark.h>

namespace portolan::bench {

/// What one query, or all of a set, came to.
struct Tally {
  std::uint64_t found = 0;
  std::uint64_t expansions = 0;  ///< of searches and, if tiles were asked for, of legs
  Cost cost = 0;
};

/// A counter of seconds for one of `done` things; printed as a time.
[[nodiscard]] inline benchmark::Counter time_each(std::uint64_t done) {
  return {static_cast<double>(done), benchmark::Counter::kIsRate | benchmark::Counter::kInvert};
}

/// A counter of how much there was for each of `done` things.
[[nodiscard]] inline double per(std::uint64_t amount, std::uint64_t done) {
  return static_cast<double>(amount) / static_cast<double>(done);
}

/// Asks all of a set; the seconds of each query go to `seconds`.
template <class Question, class Ask>
Tally pass(std::span<const Question> set, std::span<double> seconds, Ask&& ask_one) {
  using Clock = std::chrono::steady_clock;
  Tally all;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Clock::time_point start = Clock::now();
    const Tally one = ask_one(set[i]);
    seconds[i] = std::chrono::duration<double>(Clock::now() - start).count();
    all.found += one.found;
    all.expansions += one.expansions;
    all.cost += one.cost;
  }
  return all;
}

/// One iteration is one pass over all queries, so that every run measures the same work. `cost`: of all of them, which
/// all have an answer, if known from elsewhere.
template <class Question, class Ask>
void measure(benchmark::State& state, std::span<const Question> set, std::optional<Cost> cost, std::uint64_t bytes,
             Ask&& ask_one) {
  std::vector<double> seconds(set.size());
  const auto mean_of = [](std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  const Tally all = pass(set, seconds, ask_one);
  if (cost && (all.cost != *cost || all.found != set.size())) {
    state.SkipWithError("the answers differ from the reference");
    return;
  }
  const double first = mean_of(seconds);
  std::vector<double> least(set.size(), std::numeric_limits<double>::infinity());
  for (auto _ : state) {
    benchmark::DoNotOptimize(pass(set, seconds, ask_one));
    std::transform(least.begin(), least.end(), seconds.begin(), least.begin(),
                   [](double a, double b) { return std::min(a, b); });
  }
  std::sort(least.begin(), least.end());
  state.counters["queries"] = static_cast<double>(set.size());
  state.counters["first"] = first;
  state.counters["mean"] = mean_of(least);
  state.counters["p50"] = least[least.size() / 2];
  state.counters["p99"] = least[least.size() * 99 / 100];
  state.counters["max"] = least.back();
  state.counters["expansions"] = per(all.expansions, set.size());
  state.counters["found"] = per(all.found, set.size());
  state.counters["bytes"] = static_cast<double>(bytes);
}

}  // namespace portolan::bench
