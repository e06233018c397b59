// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/simd.hpp"

#include <algorithm>
#include <atomic>

namespace portolan {
namespace {

std::atomic<SimdLevel> simd_limit{SimdLevel::avx512};

SimdLevel machine_simd() noexcept {
#ifdef PORTOLAN_X86_KERNELS
  // An int to g++, a bool to clang.
  const auto has = [](auto supported) { return static_cast<bool>(supported); };
  if (has(__builtin_cpu_supports("avx512f")) && has(__builtin_cpu_supports("avx512vl")) &&
      has(__builtin_cpu_supports("avx512dq")) && has(__builtin_cpu_supports("avx512bw"))) {
    return SimdLevel::avx512;
  }
  if (has(__builtin_cpu_supports("avx2"))) return SimdLevel::avx2;
#endif
  return SimdLevel::scalar;
}

}  // namespace

SimdLevel widest_simd() noexcept {
  return std::min(machine_simd(), simd_limit.load(std::memory_order_relaxed));
}

void limit_simd(SimdLevel most) noexcept {
  simd_limit.store(most, std::memory_order_relaxed);
}

}  // namespace portolan
