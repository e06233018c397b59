// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/simd.hpp"

namespace portolan {

SimdLevel widest_simd() noexcept {
#ifdef PORTOLAN_X86_KERNELS
  const bool avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0;
  if (avx512) return SimdLevel::avx512;
  if (__builtin_cpu_supports("avx2") != 0) return SimdLevel::avx2;
#endif
  return SimdLevel::scalar;
}

}  // namespace portolan
