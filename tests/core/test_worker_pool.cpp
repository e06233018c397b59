// SPDX-License-Identifier: BSL-1.0
// WorkerPool: every index once in every run, workers numbered within bounds, nothing allocated.
#include "portolan/core/worker_pool.hpp"
#include "support/allocation_counter.hpp"
#include "support/refused_threads.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;

TEST_CASE("a pool visits every index once, run after run", "[threads]") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    WorkerPool pool(threads);
    REQUIRE(pool.size() == threads);
    std::vector<int> visits(300);  // unguarded: ThreadSanitizer would see a run end before its work
    std::atomic<bool> worker_in_range{true};
    int expected = 0;
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, visits.size()}) {
      for (int run = 0; run < 100; ++run) {
        pool.run(count, [&](std::size_t index, unsigned worker) {
          ++visits[index];
          if (worker >= threads) worker_in_range = false;
        });
        expected += static_cast<int>(count);
      }
    }
    CAPTURE(threads);
    CHECK(std::accumulate(visits.begin(), visits.end(), 0) == expected);
    CHECK(visits[0] == 400);
    CHECK(visits.back() == 100);
    CHECK(worker_in_range);
  }
}

TEST_CASE("a pool gives each worker number to one thread at a time", "[threads]") {
  constexpr unsigned kThreads = 4;
  WorkerPool pool(kThreads);
  std::array<std::size_t, kThreads> sums{};  // unguarded, as above
  for (int run = 0; run < 50; ++run) {
    pool.run(200, [&](std::size_t index, unsigned worker) { sums[worker] += index; });
  }
  CHECK(std::accumulate(sums.begin(), sums.end(), std::size_t{0}) == std::size_t{50} * 199 * 200 / 2);
}

TEST_CASE("pools that never ran, and many at once, end", "[threads]") {
  int done = 0;
  for (int round = 0; round < 50; ++round) {
    const WorkerPool idle(3);
    WorkerPool first(2);
    WorkerPool second(2);
    std::atomic<int> sum{0};
    first.run(3, [&](std::size_t, unsigned) { ++sum; });
    second.run(3, [&](std::size_t, unsigned) { ++sum; });
    done += sum;
  }
  CHECK(done == 300);
}

TEST_CASE("a pool has the threads that the system gives, down to the calling one") {
  if (!test::RefusedThreads::kAvailable) {
    WARN("skipped: threads are not refused under sanitizers");
    return;
  }
  for (const int given : {0, 2}) {
    CAPTURE(given);
    const test::RefusedThreads refused(given);
    WorkerPool pool(5);
    REQUIRE(pool.size() == static_cast<unsigned>(given) + 1);
    std::atomic<std::size_t> sum{0};
    std::atomic<bool> worker_in_range{true};
    for (int run = 0; run < 50; ++run) {
      pool.run(200, [&](std::size_t index, unsigned worker) {
        sum += index;
        if (worker >= pool.size()) worker_in_range = false;
      });
    }
    CHECK(sum == std::size_t{50} * 199 * 200 / 2);
    CHECK(worker_in_range);
  }
}

TEST_CASE("a pool's runs allocate nothing, on any of its threads") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  WorkerPool pool(3);
  std::atomic<std::uint64_t> by_workers{0};
  std::atomic<std::uint64_t> sum{0};
  const test::AllocationCounter counter;
  for (int run = 0; run < 200; ++run) {
    pool.run(20, [&](std::size_t index, unsigned) {
      const test::AllocationCounter own;
      sum += index;
      by_workers += own.count();
    });
  }
  const std::uint64_t made = counter.count();
  CHECK(made == 0);
  CHECK(by_workers == 0);
  CHECK(sum == 200 * 190);
}
