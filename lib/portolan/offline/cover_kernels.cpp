// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/cover_kernels.hpp"

#include "portolan/core/x86_kernels.hpp"

#include <algorithm>

#ifdef PORTOLAN_X86_KERNELS
#include <immintrin.h>
#endif

namespace portolan {
namespace {

bool covers_scalar(const std::uint32_t* hub, const std::uint32_t* distance, std::size_t size,
                   const std::uint32_t* root_distance, std::uint64_t limit) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t from_root = root_distance[hub[i]];
    if (std::uint64_t{from_root} + distance[i] <= limit && from_root != kNotOfRoot) return true;
  }
  return false;
}

#ifdef PORTOLAN_X86_KERNELS

// Lanes past the end are masked out: they touch no memory. A sum may need 33 bits, so what is left of the limit is
// compared instead. Limits that do not fit 32 bits are rare.

[[gnu::target("avx2")]] bool covers_avx2(const std::uint32_t* hub, const std::uint32_t* distance, std::size_t size,
                                         const std::uint32_t* root_distance, std::uint64_t limit) noexcept {
  if (limit >= kNotOfRoot) return covers_scalar(hub, distance, size, root_distance, limit);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i limits = _mm256_set1_epi32(static_cast<int>(limit));
  for (std::size_t i = 0; i < size; i += 8) {
    const __m256i left = _mm256_set1_epi32(static_cast<int>(std::min<std::size_t>(size - i, 8)));
    const __m256i present = _mm256_cmpgt_epi32(left, lanes);
    const __m256i hubs = _mm256_maskload_epi32(reinterpret_cast<const int*>(hub + i), present);
    const __m256i to_hub = _mm256_maskload_epi32(reinterpret_cast<const int*>(distance + i), present);
    const __m256i from_root = _mm256_mask_i32gather_epi32(
        _mm256_set1_epi32(-1), reinterpret_cast<const int*>(root_distance), hubs, present, 4);
    const __m256i near = _mm256_cmpeq_epi32(_mm256_min_epu32(to_hub, limits), to_hub);
    const __m256i rest = _mm256_sub_epi32(limits, to_hub);
    const __m256i within = _mm256_cmpeq_epi32(_mm256_min_epu32(from_root, rest), from_root);
    if (_mm256_testz_si256(near, within) == 0) return true;
  }
  return false;
}

[[gnu::target("avx512f,avx512vl")]] bool covers_avx512(const std::uint32_t* hub, const std::uint32_t* distance,
                                                       std::size_t size, const std::uint32_t* root_distance,
                                                       std::uint64_t limit) noexcept {
  if (limit >= kNotOfRoot) return covers_scalar(hub, distance, size, root_distance, limit);
  const __m512i limits = _mm512_set1_epi32(static_cast<int>(limit));
  for (std::size_t i = 0; i < size; i += 16) {
    const auto present = static_cast<__mmask16>((1U << std::min<std::size_t>(size - i, 16)) - 1);
    const __m512i hubs = _mm512_maskz_loadu_epi32(present, hub + i);
    const __m512i to_hub = _mm512_maskz_loadu_epi32(present, distance + i);
    const __mmask16 near = _mm512_mask_cmple_epu32_mask(present, to_hub, limits);
    const __m512i from_root = _mm512_mask_i32gather_epi32(_mm512_set1_epi32(-1), near, hubs, root_distance, 4);
    if (_mm512_mask_cmple_epu32_mask(near, from_root, _mm512_sub_epi32(limits, to_hub)) != 0) return true;
  }
  return false;
}

#endif

}  // namespace

Covers covers(SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  return kernel_for(level, covers_scalar, covers_avx2, covers_avx512);
#else
  (void)level;
  return covers_scalar;
#endif
}

}  // namespace portolan
