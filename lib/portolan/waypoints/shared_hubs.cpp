// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/shared_hubs.hpp"

#include "portolan/core/x86_kernels.hpp"

#include <algorithm>
#include <bit>

#ifdef PORTOLAN_X86_KERNELS
#include <immintrin.h>
#endif

namespace portolan {
namespace {

std::size_t find_scalar(const BlockHubs& hubs, const std::uint32_t* table, std::uint32_t round,
                        SharedHub* shared) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < hubs.size; ++i) {
    const HubId hub = hubs.hub[i] & kHubMask;
    if (hub >= hubs.hub_end) break;
    const std::uint32_t entry = table[hub];
    shared[count] = {static_cast<std::uint16_t>(entry), static_cast<std::uint16_t>(i)};
    count += (entry ^ round) < kHubRound ? 1 : 0;
  }
  return count;
}

void number_scalar(const std::uint32_t* hub, std::size_t size, std::uint16_t* own_via) noexcept {
  std::uint32_t vias = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t own = hub[i] / kOwnVia;
    own_via[i] = static_cast<std::uint16_t>(vias | (own - 1));
    vias += own;
  }
}

#ifdef PORTOLAN_X86_KERNELS

// Lanes past the end of the block, or from the first hub on that is not wanted, are masked out: they touch no memory.

[[gnu::target("avx2")]] std::size_t find_avx2(const BlockHubs& hubs, const std::uint32_t* table, std::uint32_t round,
                                              SharedHub* shared) noexcept {
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i rounds = _mm256_set1_epi32(static_cast<int>(round));
  const __m256i hub_end = _mm256_set1_epi32(static_cast<int>(hubs.hub_end));
  std::size_t count = 0;
  for (std::size_t i = 0; i < hubs.size; i += 8) {
    const __m256i left = _mm256_set1_epi32(static_cast<int>(std::min<std::size_t>(hubs.size - i, 8)));
    const __m256i present = _mm256_cmpgt_epi32(left, lanes);
    const __m256i hub = _mm256_and_si256(_mm256_maskload_epi32(reinterpret_cast<const int*>(hubs.hub + i), present),
                                         _mm256_set1_epi32(static_cast<int>(kHubMask)));
    const __m256i below = _mm256_and_si256(present, _mm256_cmpgt_epi32(hub_end, hub));
    const auto below_bits = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(below)));
    const int wanted_count = std::countr_one(below_bits);
    const __m256i wanted = _mm256_cmpgt_epi32(_mm256_set1_epi32(wanted_count), lanes);
    const __m256i entry =
        _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), reinterpret_cast<const int*>(table), hub, wanted, 4);
    const __m256i other_round = _mm256_srli_epi32(_mm256_xor_si256(entry, rounds), 16);
    const __m256i match = _mm256_and_si256(wanted, _mm256_cmpeq_epi32(other_round, _mm256_setzero_si256()));
    auto bits = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(match)));
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t at = i + static_cast<std::size_t>(std::countr_zero(bits));
      shared[count++] = {static_cast<std::uint16_t>(table[hubs.hub[at] & kHubMask]), static_cast<std::uint16_t>(at)};
    }
    if (wanted_count < 8) break;
  }
  return count;
}

[[gnu::target("avx512f,avx512vl,popcnt")]] std::size_t find_avx512(const BlockHubs& hubs, const std::uint32_t* table,
                                                                   std::uint32_t round, SharedHub* shared) noexcept {
  const __m512i hub_mask = _mm512_set1_epi32(static_cast<int>(kHubMask));
  const __m512i hub_end = _mm512_set1_epi32(static_cast<int>(hubs.hub_end));
  const __m512i rounds = _mm512_set1_epi32(static_cast<int>(round));
  const __m512i number_end = _mm512_set1_epi32(static_cast<int>(kHubRound));
  const __m512i step = _mm512_set1_epi32(static_cast<int>(16 * kHubRound));
  // The number of each lane's hub, where SharedHub has it.
  __m512i number = _mm512_slli_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), 16);
  std::size_t count = 0;
  for (std::size_t i = 0; i < hubs.size; i += 16) {
    const auto present = static_cast<__mmask16>((1U << std::min<std::size_t>(hubs.size - i, 16)) - 1);
    const __m512i hub = _mm512_and_si512(_mm512_maskz_loadu_epi32(present, hubs.hub + i), hub_mask);
    const unsigned below = _mm512_mask_cmplt_epu32_mask(present, hub, hub_end);
    const int wanted_count = std::countr_one(below);
    const auto wanted = static_cast<__mmask16>((1U << wanted_count) - 1);
    const __m512i entry = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), wanted, hub, table, 4);
    const __m512i less = _mm512_xor_si512(entry, rounds);
    const __mmask16 match = _mm512_mask_cmplt_epu32_mask(wanted, less, number_end);
    _mm512_storeu_si512(shared + count, _mm512_maskz_compress_epi32(match, _mm512_or_si512(less, number)));
    count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(match)));
    if (wanted_count < 16) break;
    number = _mm512_add_epi32(number, step);
  }
  return count;
}

[[gnu::target("avx512f,avx512vl,popcnt")]] void number_avx512(const std::uint32_t* hub, std::size_t size,
                                                              std::uint16_t* own_via) noexcept {
  const __m512i none = _mm512_set1_epi32(-1);
  __m512i next = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (std::size_t i = 0; i < size; i += 16) {
    const auto present = static_cast<__mmask16>((1U << std::min<std::size_t>(size - i, 16)) - 1);
    const __m512i hubs = _mm512_maskz_loadu_epi32(present, hub + i);
    const __mmask16 own = _mm512_cmplt_epi32_mask(hubs, _mm512_setzero_si512());
    const __m256i numbers = _mm512_cvtepi32_epi16(_mm512_mask_expand_epi32(none, own, next));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(own_via + i), numbers);
    next = _mm512_add_epi32(next, _mm512_set1_epi32(std::popcount(static_cast<unsigned>(own))));
  }
}

#endif

}  // namespace

FindShared find_shared(SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  return kernel_for(level, find_scalar, find_avx2, find_avx512);
#else
  (void)level;
  return find_scalar;
#endif
}

NumberVias number_vias(SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  if (std::min(level, widest_simd()) == SimdLevel::avx512) return number_avx512;
#endif
  (void)level;
  return number_scalar;
}

}  // namespace portolan
