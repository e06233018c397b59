// SPDX-License-Identifier: BSL-1.0
// Spreads independent pieces of work over threads. std::thread only, so that ThreadSanitizer sees every access.
#pragma once

#include <cstddef>
#include <functional>

namespace portolan {

/// Number of threads to use where the caller asks for `requested`; 0 means one per core.
[[nodiscard]] unsigned thread_count(unsigned requested) noexcept;

/// Calls work(index, worker) once for every index in [0, count), worker in [0, thread_count(threads)).
///
/// The order is unspecified: the work of one index must not depend on another's. Returns when all are done. The first
/// exception thrown by `work` ends the loop early and is rethrown here.
void parallel_for(std::size_t count, unsigned threads,
                  const std::function<void(std::size_t index, unsigned worker)>& work);

}  // namespace portolan
