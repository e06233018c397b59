// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/label_kernels.hpp"

#include "portolan/core/x86_kernels.hpp"

#include <algorithm>
#include <array>

#ifdef PORTOLAN_X86_KERNELS
#include <immintrin.h>
#endif

namespace portolan {
namespace {

std::uint64_t least_scalar(const LabelSlice& slice, const std::uint64_t* table) noexcept {
  std::uint64_t least = kNoSum;
  for (std::size_t i = 0; i < slice.size && slice.hub[i] < slice.hub_end; ++i) {
    least = std::min(least, table[slice.hub[i]] + slice.distance[i]);
  }
  return least;
}

#ifdef PORTOLAN_X86_KERNELS

// Lanes past the label's end, or whose hub is not below hub_end, are masked out: they touch no memory.

[[gnu::target("avx2")]] std::uint64_t least_avx2(const LabelSlice& slice, const std::uint64_t* table) noexcept {
  const __m256i none = _mm256_set1_epi64x(static_cast<long long>(kNoSum));
  const __m128i lanes = _mm_setr_epi32(0, 1, 2, 3);
  const __m128i last_hub = _mm_set1_epi32(static_cast<int>(slice.hub_end - 1));
  __m256i least = none;
  for (std::size_t i = 0; i < slice.size && slice.hub[i] < slice.hub_end; i += 4) {
    const __m128i left = _mm_set1_epi32(static_cast<int>(std::min<std::size_t>(slice.size - i, 4)));
    const __m128i present = _mm_cmpgt_epi32(left, lanes);
    const __m128i hub = _mm_maskload_epi32(reinterpret_cast<const int*>(slice.hub + i), present);
    const __m128i distance = _mm_maskload_epi32(reinterpret_cast<const int*>(slice.distance + i), present);
    const __m128i wanted = _mm_and_si128(present, _mm_cmpeq_epi32(_mm_min_epu32(hub, last_hub), hub));
    const __m256i value = _mm256_mask_i32gather_epi64(none, reinterpret_cast<const long long*>(table), hub,
                                                      _mm256_cvtepi32_epi64(wanted), 8);
    const __m256i sum = _mm256_add_epi64(value, _mm256_cvtepu32_epi64(_mm_and_si128(distance, wanted)));
    least = _mm256_blendv_epi8(least, sum, _mm256_cmpgt_epi64(least, sum));
  }
  std::array<std::uint64_t, 4> values{};
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(values.data()), least);
  return *std::min_element(values.begin(), values.end());
}

[[gnu::target("avx512f,avx512vl")]] std::uint64_t least_avx512(const LabelSlice& slice,
                                                               const std::uint64_t* table) noexcept {
  const __m512i none = _mm512_set1_epi64(static_cast<long long>(kNoSum));
  const __m256i hub_end = _mm256_set1_epi32(static_cast<int>(slice.hub_end));
  __m512i least = none;
  for (std::size_t i = 0; i < slice.size && slice.hub[i] < slice.hub_end; i += 8) {
    const auto present = static_cast<__mmask8>((1U << std::min<std::size_t>(slice.size - i, 8)) - 1);
    const __m256i hub = _mm256_maskz_loadu_epi32(present, slice.hub + i);
    const __m256i distance = _mm256_maskz_loadu_epi32(present, slice.distance + i);
    const __mmask8 wanted = _mm256_mask_cmplt_epu32_mask(present, hub, hub_end);
    const __m512i value = _mm512_mask_i32gather_epi64(none, wanted, hub, table, 8);
    least = _mm512_mask_min_epu64(least, wanted, least,
                                  _mm512_add_epi64(value, _mm512_maskz_cvtepu32_epi64(wanted, distance)));
  }
  std::array<std::uint64_t, 8> values{};
  _mm512_storeu_si512(values.data(), least);
  return *std::min_element(values.begin(), values.end());
}

#endif

}  // namespace

LeastSum least_sum(SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  return kernel_for(level, least_scalar, least_avx2, least_avx512);
#else
  (void)level;
  return least_scalar;
#endif
}

}  // namespace portolan
