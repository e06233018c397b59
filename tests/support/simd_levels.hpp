// SPDX-License-Identifier: BSL-1.0
// The widths of vector instructions that tests run kernels at.
#pragma once

#include "portolan/core/simd.hpp"

#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

/// The levels that this machine has, scalar first; the test names those that are skipped.
inline std::vector<SimdLevel> usable_levels() {
  if (widest_simd() < SimdLevel::avx2) WARN("skipped: no AVX2");
  if (widest_simd() < SimdLevel::avx512) WARN("skipped: no AVX-512");
  std::vector<SimdLevel> levels;
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level <= widest_simd()) levels.push_back(level);
  }
  return levels;
}

/// While it lives, all of the process makes do with a level.
class SimdLimit {
 public:
  explicit SimdLimit(SimdLevel most) { limit_simd(most); }
  SimdLimit(const SimdLimit&) = delete;
  SimdLimit& operator=(const SimdLimit&) = delete;
  ~SimdLimit() { limit_simd(SimdLevel::avx512); }
};

}  // namespace portolan::test
