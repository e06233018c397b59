// SPDX-License-Identifier: BSL-1.0
// A stage of a build under the caller's eyes. Internal to the module.
#pragma once

#include "portolan/offline/build_world.hpp"

#include <chrono>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace portolan {

/// Gives memory that was freed back to the system, which an allocator may keep in pieces that the next stage cannot
/// use.
inline void give_back_memory() noexcept {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

/// Runs the work, telling BuildOptions::progress when it begins and ends, and returns what the work returns.
template <class Work>
auto run_stage(const BuildOptions& options, std::string_view name, Work&& work) {
  if (options.progress) options.progress(name, -1);
  const auto start = std::chrono::steady_clock::now();
  auto result = work();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (options.progress) options.progress(name, taken.count());
  give_back_memory();
  return result;
}

}  // namespace portolan
