// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/worker_pool.hpp"

#include "portolan/core/parallel.hpp"

namespace portolan {
namespace {

// The parts of the gate.
constexpr std::uint32_t kInside = kMaxThreads - 1;
constexpr std::uint32_t kOpen = kInside + 1;
constexpr std::uint32_t kNumberStep = 2 * kOpen;
constexpr std::uint32_t kNumber = ~(kNumberStep - 1);

}  // namespace

static_assert((kMaxThreads & (kMaxThreads - 1)) == 0, "the threads inside are counted in whole bits");

WorkerPool::WorkerPool(unsigned threads)
    : threads_(start_threads(thread_count(threads) - 1, [this](unsigned worker) { serve(worker); })) {}

WorkerPool::~WorkerPool() {
  stop();
}

void WorkerPool::run_job(const Job& job) noexcept {
  if (threads_.empty() || job.count < 2) {
    for (std::size_t i = 0; i < job.count; ++i) job.call(job.work, i, 0);
    return;
  }
  job_ = job;
  next_.store(0, std::memory_order_relaxed);
  const std::uint32_t number = (gate_.load(std::memory_order_relaxed) & kNumber) + kNumberStep;
  gate_.store(number | kOpen, std::memory_order_release);
  gate_.notify_all();
  work_on(0);
  gate_.fetch_and(~kOpen, std::memory_order_acq_rel);
  for (std::uint32_t gate = number; (gate = gate_.load(std::memory_order_acquire)) != number;) {
    gate_.wait(gate, std::memory_order_acquire);
  }
}

void WorkerPool::work_on(unsigned worker) noexcept {
  for (std::size_t i = next_.fetch_add(1, std::memory_order_relaxed); i < job_.count;
       i = next_.fetch_add(1, std::memory_order_relaxed)) {
    job_.call(job_.work, i, worker);
  }
}

/// The life of a thread: joins every job that is still open, once.
void WorkerPool::serve(unsigned worker) noexcept {
  std::uint32_t served = 0;
  std::uint32_t gate = gate_.load(std::memory_order_acquire);
  while (!stopped_.load(std::memory_order_relaxed)) {
    if ((gate & kOpen) == 0 || (gate & kNumber) == served) {
      gate_.wait(gate, std::memory_order_acquire);
      gate = gate_.load(std::memory_order_acquire);
      continue;
    }
    if (!gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acquire)) continue;
    served = gate & kNumber;
    work_on(worker);
    gate = gate_.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if ((gate & (kOpen | kInside)) == 0) gate_.notify_all();
  }
}

void WorkerPool::stop() noexcept {
  stopped_.store(true, std::memory_order_relaxed);
  gate_.fetch_add(kNumberStep, std::memory_order_release);
  gate_.notify_all();
}

}  // namespace portolan
