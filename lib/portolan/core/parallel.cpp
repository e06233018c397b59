// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

namespace portolan {

namespace {

/// What the loops of this thread tell; null if nobody listens.
thread_local const std::function<void(double part)>* loop_watch = nullptr;  // NOLINT: one for each thread

}  // namespace

LoopWatch::LoopWatch(std::function<void(double part)> told) : told_(std::move(told)), before_(loop_watch) {
  loop_watch = told_ ? &told_ : nullptr;
}

LoopWatch::~LoopWatch() {
  loop_watch = before_;
}

unsigned thread_count(unsigned requested) noexcept {
  return std::min(kMaxThreads, requested != 0 ? requested : std::max(1U, std::thread::hardware_concurrency()));
}

std::vector<std::jthread> start_threads(unsigned count, const std::function<void(unsigned)>& serve) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    for (unsigned number = 1; number <= count; ++number) threads.emplace_back(serve, number);
  } catch (...) {  // the system has no more of them, or no memory for one: those there are do the work
  }
  return threads;
}

void parallel_for(std::size_t count, unsigned threads, const std::function<void(std::size_t, unsigned)>& work) {
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(thread_count(threads), count));
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const std::function<void(double part)>* const watch = loop_watch;
  const auto run = [&](unsigned worker) {
    try {
      for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
        work(i, worker);
        if (worker == 0 && watch != nullptr) {
          (*watch)(static_cast<double>(std::min(next.load(), count)) / static_cast<double>(count));
        }
      }
    } catch (...) {
      next.store(count);
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    const std::vector<std::jthread> others = start_threads(std::max(workers, 1U) - 1, run);
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace portolan
