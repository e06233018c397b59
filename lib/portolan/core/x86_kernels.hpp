// SPDX-License-Identifier: BSL-1.0
// What every file of kernels for vector instructions begins with. For such files only: it changes their warnings.
#pragma once

#include "portolan/core/simd.hpp"

#include <algorithm>

#ifdef PORTOLAN_X86_KERNELS
#if !defined(__clang__)
// GCC 12 takes the undefined operands inside its own vector functions for mistakes (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace portolan {

/// The kernel of a level, or of the widest below it that this machine has.
template <class Kernel>
[[nodiscard]] Kernel kernel_for(SimdLevel level, Kernel scalar, Kernel avx2, Kernel avx512) noexcept {
  const SimdLevel usable = std::min(level, widest_simd());
  if (usable == SimdLevel::avx512) return avx512;
  return usable == SimdLevel::avx2 ? avx2 : scalar;
}

}  // namespace portolan
#endif
