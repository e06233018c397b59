// SPDX-License-Identifier: BSL-1.0
// Spreads independent pieces of work over threads. std::thread only, so that ThreadSanitizer sees every access.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace portolan {

/// The most threads that one piece of work is spread over.
inline constexpr unsigned kMaxThreads = 1024;

/// The number of threads to use where the caller asks for `requested`: 0 means one a core. At most kMaxThreads.
[[nodiscard]] unsigned thread_count(unsigned requested) noexcept;

/// Starts threads that call serve(1), serve(2), ... serve(count), or as many of them as the system gives.
/// @throws std::bad_alloc, with no thread started
[[nodiscard]] std::vector<std::jthread> start_threads(unsigned count, const std::function<void(unsigned)>& serve);

/// While it lives, is told by every parallel_for that its thread calls which part of the indices, from 0 to 1, has been
/// taken, on that thread. Of several on one thread the last one made is told. Changes nothing else.
class LoopWatch {
 public:
  /// `told` may be empty.
  explicit LoopWatch(std::function<void(double part)> told);
  LoopWatch(const LoopWatch&) = delete;
  LoopWatch& operator=(const LoopWatch&) = delete;
  ~LoopWatch();

 private:
  std::function<void(double part)> told_;
  const std::function<void(double part)>* before_;
};

/// Calls work(index, worker) once for every index in [0, count), worker in [0, thread_count(threads)).
///
/// The order is unspecified: the work of one index must not depend on another's. Returns when all are done. Takes fewer
/// threads, down to the calling one, where the system gives no more. The first exception thrown by `work` ends the loop
/// early and is rethrown here.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t index, unsigned worker)>& work);

}  // namespace portolan
