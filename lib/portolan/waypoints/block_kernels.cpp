// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/block_kernels.hpp"

#include "portolan/core/x86_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#ifdef PORTOLAN_X86_KERNELS
#include <immintrin.h>
#endif

namespace portolan {
namespace {

// Written once as a plain loop; compiled for every width of vector instructions by being inlined into functions that
// name one.
[[gnu::always_inline]] inline void measure_steps(const SightMetric& metric, const PlaceInBlock& place,
                                                 const ViaSlice& vias, std::uint32_t* length) noexcept {
  // A diagonal step goes one tile along both axes.
  const std::uint32_t straight = metric.straight;
  const std::uint32_t low_step = metric.norm == Norm::manhattan ? straight : metric.diagonal - straight;
  const std::int32_t x = place.half_x / 2;
  const std::int32_t y = place.half_y / 2;
  for (std::size_t i = 0; i < vias.size; ++i) {
    const auto dx = static_cast<std::uint32_t>(std::abs(vias.offset[i].x - x));
    const auto dy = static_cast<std::uint32_t>(std::abs(vias.offset[i].y - y));
    const std::uint32_t steps = straight * std::max(dx, dy) + low_step * std::min(dx, dy);
    length[i] = ((vias.seen[i] >> place.bit) & 1) != 0 ? steps : kUnseen;
  }
}

void steps_scalar(const SightMetric& metric, const PlaceInBlock& place, const ViaSlice& vias,
                  std::uint32_t* length) noexcept {
  measure_steps(metric, place, vias, length);
}

// The root of a square, scaled, in doubles is off by far less than 1, so that one step down and two up make it the
// least integer whose own square is not below the exact one. The squares take up to 73 bits, but their differences are
// small: modulo 2^64 they have the right sign.

void euclidean_scalar(const SightMetric& metric, const PlaceInBlock& place, const ViaSlice& vias,
                      std::uint32_t* length) noexcept {
  const unsigned shift = metric.fraction_bits - 1;
  const auto scale = static_cast<double>(std::uint32_t{1} << shift);
  for (std::size_t i = 0; i < vias.size; ++i) {
    length[i] = kUnseen;
    if (((vias.seen[i] >> place.bit) & 1) == 0) continue;
    const std::int64_t dx = 2 * vias.offset[i].x - place.half_x;
    const std::int64_t dy = 2 * vias.offset[i].y - place.half_y;
    const std::int64_t square = dx * dx + dy * dy;
    const std::uint64_t scaled_square = static_cast<std::uint64_t>(square) << (2 * shift);
    auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)) * scale);
    const auto excess = [&] { return static_cast<std::int64_t>(root * root - scaled_square); };
    if (excess() > 0) --root;
    if (excess() < 0) ++root;
    if (excess() < 0) ++root;
    length[i] = static_cast<std::uint32_t>(root);
  }
}

#ifdef PORTOLAN_X86_KERNELS

[[gnu::target("avx2")]] void steps_avx2(const SightMetric& metric, const PlaceInBlock& place, const ViaSlice& vias,
                                        std::uint32_t* length) noexcept {
  measure_steps(metric, place, vias, length);
}

[[gnu::target("avx512f,avx512vl,avx512dq,avx512bw")]] void steps_avx512(const SightMetric& metric,
                                                                        const PlaceInBlock& place, const ViaSlice& vias,
                                                                        std::uint32_t* length) noexcept {
  measure_steps(metric, place, vias, length);
}

[[gnu::target("avx512f,avx512vl,avx512dq")]] void euclidean_avx512(const SightMetric& metric, const PlaceInBlock& place,
                                                                   const ViaSlice& vias,
                                                                   std::uint32_t* length) noexcept {
  const auto shift = static_cast<int>(metric.fraction_bits) - 1;
  const __m512d scale = _mm512_set1_pd(static_cast<double>(1 << shift));
  const __m128i twice_shift = _mm_cvtsi32_si128(2 * shift);
  const __m256i half_x = _mm256_set1_epi32(place.half_x);
  const __m256i half_y = _mm256_set1_epi32(place.half_y);
  const __m512i bit = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{1} << place.bit));
  const __m512i one = _mm512_set1_epi64(1);
  const __m512i zero = _mm512_setzero_si512();
  for (std::size_t i = 0; i < vias.size; i += 8) {
    const auto present = static_cast<__mmask8>((1U << std::min<std::size_t>(vias.size - i, 8)) - 1);
    const __m256i offset = _mm256_maskz_loadu_epi32(present, vias.offset + i);
    const __m512i seen = _mm512_maskz_loadu_epi64(present, vias.seen + i);
    // Twice the offset: the lower half is x, the upper one y.
    const __m256i x = _mm256_srai_epi32(_mm256_slli_epi32(offset, 16), 15);
    const __m256i y = _mm256_slli_epi32(_mm256_srai_epi32(offset, 16), 1);
    const __m512i dx = _mm512_cvtepi32_epi64(_mm256_sub_epi32(x, half_x));
    const __m512i dy = _mm512_cvtepi32_epi64(_mm256_sub_epi32(y, half_y));
    const __m512i square = _mm512_add_epi64(_mm512_mul_epi32(dx, dx), _mm512_mul_epi32(dy, dy));
    __m512i root = _mm512_cvttpd_epi64(_mm512_mul_pd(_mm512_sqrt_pd(_mm512_cvtepi64_pd(square)), scale));
    __m512i excess = _mm512_sub_epi64(_mm512_mullo_epi64(root, root), _mm512_sll_epi64(square, twice_shift));
    // (r - 1)^2 = r^2 - 2r + 1 = r^2 - r - (r - 1)
    const __mmask8 above = _mm512_cmpgt_epi64_mask(excess, zero);
    const __m512i less = _mm512_mask_sub_epi64(root, above, root, one);
    excess = _mm512_mask_sub_epi64(excess, above, excess, _mm512_add_epi64(root, less));
    root = less;
    for (int step = 0; step < 2; ++step) {
      const __mmask8 below = _mm512_cmplt_epi64_mask(excess, zero);
      const __m512i more = _mm512_mask_add_epi64(root, below, root, one);
      excess = _mm512_mask_add_epi64(excess, below, excess, _mm512_add_epi64(root, more));
      root = more;
    }
    const __m256i lengths =
        _mm256_mask_blend_epi32(_mm512_test_epi64_mask(seen, bit), _mm256_set1_epi32(-1), _mm512_cvtepi64_epi32(root));
    _mm256_mask_storeu_epi32(length + i, present, lengths);
  }
}

#endif

}  // namespace

MeasureVias measure_vias(Norm norm, SimdLevel level) noexcept {
  const bool euclidean = norm == Norm::euclidean;
#ifdef PORTOLAN_X86_KERNELS
  const SimdLevel usable = std::min(level, widest_simd());
  if (usable == SimdLevel::avx512) return euclidean ? euclidean_avx512 : steps_avx512;
  if (usable >= SimdLevel::avx2 && !euclidean) return steps_avx2;
#else
  (void)level;
#endif
  return euclidean ? euclidean_scalar : steps_scalar;
}

}  // namespace portolan
