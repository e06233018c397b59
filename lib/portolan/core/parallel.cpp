// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace portolan {

unsigned thread_count(unsigned requested) noexcept {
  return requested != 0 ? requested : std::max(1U, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t count, unsigned threads, const std::function<void(std::size_t, unsigned)>& work) {
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(thread_count(threads), count));
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&](unsigned worker) {
    try {
      for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(i, worker);
    } catch (...) {
      next.store(count);
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  if (workers <= 1) {
    run(0);
  } else {
    std::vector<std::jthread> pool;
    for (unsigned worker = 1; worker < workers; ++worker) pool.emplace_back(run, worker);
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace portolan
