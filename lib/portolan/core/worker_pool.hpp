// SPDX-License-Identifier: BSL-1.0
// Threads that stay: spreads short pieces of work without starting threads or allocating.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace portolan {

/// A fixed team of threads that sleep between calls. Not to be shared: one run() at a time.
///
/// parallel_for is for work that takes long and may fail; a pool is for work of microseconds that cannot fail.
class WorkerPool {
 public:
  /// Starts thread_count(threads) - 1 threads, fewer where the system gives no more; the caller of run() is the
  /// remaining worker. @throws std::bad_alloc
  explicit WorkerPool(unsigned threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// The number of workers, the caller of run() included.
  [[nodiscard]] unsigned size() const noexcept { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls work(index, worker) once for every index in [0, count), worker in [0, size()), in no particular order, and
  /// returns when all are done. Two calls with one worker number never overlap. Threads that come too late for a piece
  /// are not waited for. `work` must not throw.
  template <class Work>
  void run(std::size_t count, Work&& work) noexcept {
    run_job({count, &work, [](void* self, std::size_t index, unsigned worker) noexcept {
               (*static_cast<std::remove_reference_t<Work>*>(self))(index, worker);
             }});
  }

 private:
  struct Job {
    std::size_t count = 0;
    void* work = nullptr;
    void (*call)(void* work, std::size_t index, unsigned worker) noexcept = nullptr;
  };

  void run_job(const Job& job) noexcept;
  void work_on(unsigned worker) noexcept;
  void serve(unsigned worker) noexcept;
  void stop() noexcept;

  Job job_;  ///< written only while the gate is shut and nobody is inside
  std::atomic<std::size_t> next_{0};
  /// Number of the job, whether late threads may still join it, and how many threads are inside. Sleepers wait for a
  /// change of it; 32 bits are what a kernel can wait for without a helper's memory.
  std::atomic<std::uint32_t> gate_{0};
  std::atomic<bool> stopped_{false};
  std::vector<std::jthread> threads_;
};

}  // namespace portolan
