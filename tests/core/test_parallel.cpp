// SPDX-License-Identifier: BSL-1.0
// parallel_for: every index once, workers numbered within bounds, exceptions handed on.
#include "portolan/core/parallel.hpp"
#include "support/refused_threads.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;

TEST_CASE("parallel_for visits every index once", "[threads]") {
  for (const unsigned threads : {0U, 1U, 2U, 5U}) {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
      CAPTURE(threads, count);
      std::vector<std::atomic<int>> visits(count);
      std::atomic<bool> worker_in_range{true};
      parallel_for(count, threads, [&](std::size_t index, unsigned worker) {
        ++visits[index];
        if (worker >= thread_count(threads)) worker_in_range = false;
      });
      std::size_t wrong = 0;
      for (const auto& visit : visits) wrong += visit != 1 ? 1 : 0;
      CHECK(wrong == 0);
      CHECK(worker_in_range);
    }
  }
}

TEST_CASE("parallel_for gives each worker number to one thread at a time", "[threads]") {
  constexpr unsigned kThreads = 5;
  std::vector<std::size_t> sums(kThreads, 0);  // unguarded: ThreadSanitizer would see two threads share a number
  parallel_for(2000, kThreads, [&](std::size_t index, unsigned worker) { sums[worker] += index; });
  std::size_t total = 0;
  for (const std::size_t sum : sums) total += sum;
  CHECK(total == 1999 * 2000 / 2);
}

TEST_CASE("who watches loops hears of their parts on its own thread, until it ends", "[threads]") {
  std::vector<double> parts;
  const auto loop = [](std::size_t count, unsigned threads) {
    parallel_for(count, threads, [](std::size_t, unsigned) {});
  };
  {
    const LoopWatch watch([&](double part) { parts.push_back(part); });
    loop(4, 1);
    CHECK(parts == std::vector<double>{0.25, 0.5, 0.75, 1});
    {
      const LoopWatch nobody({});
      loop(4, 1);
    }
    CHECK(parts.size() == 4);
    parts.clear();
    const auto caller = std::this_thread::get_id();
    bool elsewhere = false;
    {
      const LoopWatch inner([&](double part) {
        elsewhere = elsewhere || std::this_thread::get_id() != caller;
        parts.push_back(part);
      });
      loop(5000, 4);
    }
    CHECK_FALSE(elsewhere);
    CHECK(std::is_sorted(parts.begin(), parts.end()));
    CHECK(std::all_of(parts.begin(), parts.end(), [](double part) { return part > 0 && part <= 1; }));
    parts.clear();
    loop(1, 1);
    CHECK(parts == std::vector<double>{1});
  }
  loop(4, 1);
  CHECK(parts.size() == 1);
}

TEST_CASE("parallel_for on one thread keeps the order", "[threads]") {
  std::vector<std::size_t> order;
  parallel_for(5, 1, [&](std::size_t index, unsigned) { order.push_back(index); });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("parallel_for rethrows and visits no index twice", "[threads]") {
  for (const unsigned threads : {1U, 2U, 5U}) {
    CAPTURE(threads);
    std::vector<std::atomic<int>> visits(500);
    const auto work = [&](std::size_t index, unsigned) {
      ++visits[index];
      if (index == 41) throw std::runtime_error("index 41");
    };
    CHECK_THROWS_WITH(parallel_for(visits.size(), threads, work), "index 41");
    std::size_t twice = 0;
    for (const auto& visit : visits) twice += visit > 1 ? 1 : 0;
    CHECK(twice == 0);
    CHECK(visits[41] == 1);
  }
}

TEST_CASE("parallel_for survives an exception from every thread", "[threads]") {
  CHECK_THROWS_AS(parallel_for(100, 5, [](std::size_t, unsigned) { throw std::logic_error("all"); }), std::logic_error);
}

TEST_CASE("parallel_for does all work in the threads that the system gives, down to the calling one", "[threads]") {
  if (!test::RefusedThreads::kAvailable) {
    WARN("skipped: threads are not refused under sanitizers");
    return;
  }
  for (const int given : {0, 1, 3}) {
    CAPTURE(given);
    const test::RefusedThreads refused(given);
    std::vector<std::atomic<int>> visits(1000);
    std::atomic<unsigned> highest{0};
    parallel_for(visits.size(), 5, [&](std::size_t index, unsigned worker) {
      ++visits[index];
      if (worker > highest) highest = worker;
    });
    CHECK(std::all_of(visits.begin(), visits.end(), [](const auto& visit) { return visit == 1; }));
    CHECK(highest <= static_cast<unsigned>(given));
    CHECK_THROWS_WITH(parallel_for(9, 5, [](std::size_t, unsigned) { throw std::runtime_error("work"); }), "work");
  }
}

TEST_CASE("thread_count takes requests literally, up to a bound, and 0 as one per core", "[threads]") {
  CHECK(thread_count(3) == 3);
  CHECK(thread_count(0) >= 1);
  CHECK(thread_count(kMaxThreads) == kMaxThreads);
  CHECK(thread_count(4'000'000'000U) == kMaxThreads);
}
