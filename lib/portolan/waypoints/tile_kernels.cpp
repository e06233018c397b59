// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/tile_kernels.hpp"

#include "portolan/core/x86_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#ifdef PORTOLAN_X86_KERNELS
#include <immintrin.h>
#endif

namespace portolan {
namespace {

// Written once as plain loops; compiled for every width of vector instructions by being inlined into functions that
// name one.

/// `straight` for the longer extent and `low_step` for the shorter is the larger of both ways to share them out, since
/// low_step is not above straight.
[[gnu::always_inline]] inline void least_by_steps(const SightMetric& metric, const ViaSlice& vias,
                                                  const std::uint32_t* above, std::uint32_t* least) noexcept {
  constexpr std::size_t kSide = kBlockSide;
  const std::uint32_t straight = metric.straight;
  const std::uint32_t low_step = metric.norm == Norm::manhattan ? straight : metric.diagonal - straight;
  std::array<std::uint32_t, kBlockPositions> sums;
  std::copy_n(least, kBlockPositions, sums.begin());
  for (std::size_t i = 0; i < vias.size; ++i) {
    std::array<std::uint32_t, kSide> high_x;
    std::array<std::uint32_t, kSide> low_x;
    for (std::size_t x = 0; x < kSide; ++x) {
      const auto dx = static_cast<std::uint32_t>(std::abs(vias.offset[i].x - static_cast<std::int32_t>(x)));
      high_x[x] = straight * dx;
      low_x[x] = low_step * dx;
    }
    for (std::size_t y = 0; y < kSide; ++y) {
      const auto dy = static_cast<std::uint32_t>(std::abs(vias.offset[i].y - static_cast<std::int32_t>(y)));
      const std::uint32_t high_y = straight * dy + above[i];
      const std::uint32_t low_y = low_step * dy + above[i];
      const auto row = static_cast<std::uint32_t>(vias.seen[i] >> (kSide * y));
      std::uint32_t* const sum = sums.data() + kSide * y;
      for (std::size_t x = 0; x < kSide; ++x) {
        const std::uint32_t way = std::max(high_x[x] + low_y, low_x[x] + high_y);
        const std::uint32_t unseen = (row & (std::uint32_t{1} << x)) != 0 ? 0 : kUnseen;
        sum[x] = std::min(sum[x], way | unseen);
      }
    }
  }
  std::copy(sums.begin(), sums.end(), least);
}

/// Position by position, by the kernel that measures.
template <SimdLevel kLevel>
void least_by_lengths(const SightMetric& metric, std::int32_t centre, const ViaSlice& vias, const std::uint32_t* above,
                      std::uint32_t* least) noexcept {
  constexpr std::size_t kPiece = 128;
  const MeasureVias measure = measure_vias(Norm::euclidean, kLevel);
  std::array<std::uint32_t, kPiece> length;
  for (std::size_t first = 0; first < vias.size; first += kPiece) {
    const ViaSlice piece{vias.offset + first, vias.seen + first, std::min(vias.size - first, kPiece)};
    for (unsigned bit = 0; bit < kBlockPositions; ++bit) {
      const auto x = static_cast<std::int32_t>(bit) % kBlockSide;
      const auto y = static_cast<std::int32_t>(bit) / kBlockSide;
      measure(metric, {2 * x + centre, 2 * y + centre, bit}, piece, length.data());
      for (std::size_t i = 0; i < piece.size; ++i) {
        if (length[i] != kUnseen) least[bit] = std::min(least[bit], length[i] + above[first + i]);
      }
    }
  }
}

void steps_scalar(const SightMetric& metric, std::int32_t, const ViaSlice& vias, const std::uint32_t* above,
                  std::uint32_t* least) noexcept {
  least_by_steps(metric, vias, above, least);
}

/// Which hubs are known is hard to foresee, so each is written and the next one put in its place if it is not.
std::size_t known_scalar(std::span<const std::uint32_t> hubs, std::span<const std::uint32_t> table,
                         KnownHub* known) noexcept {
  std::size_t count = 0;
  std::uint32_t own_vias = 0;
  for (std::size_t i = 0; i < hubs.size(); ++i) {
    const HubId hub = hubs[i] & kHubMask;
    if (hub >= table.size()) return kBeyondTable;
    const std::uint32_t own = hubs[i] / kOwnVia;
    known[count] = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(own != 0 ? own_vias : kNoOwnVia)};
    own_vias += own;
    count += table[hub] != 0 ? 1 : 0;
  }
  return count;
}

#ifdef PORTOLAN_X86_KERNELS

[[gnu::target("avx512f,avx512vl,avx512dq,popcnt")]] std::size_t known_avx512(std::span<const std::uint32_t> hubs,
                                                                             std::span<const std::uint32_t> table,
                                                                             KnownHub* known) noexcept {
  const __m512i hub_mask = _mm512_set1_epi32(static_cast<int>(kHubMask));
  const __m512i hub_end = _mm512_set1_epi32(static_cast<int>(table.size()));
  const __m512i none = _mm512_set1_epi32(kNoOwnVia);
  const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i number = lanes;
  __m512i own_via = lanes;
  std::size_t count = 0;
  for (std::size_t i = 0; i < hubs.size(); i += 16) {
    const auto present = static_cast<__mmask16>((1U << std::min<std::size_t>(hubs.size() - i, 16)) - 1);
    const __m512i marked = _mm512_maskz_loadu_epi32(present, hubs.data() + i);
    const __m512i hub = _mm512_and_si512(marked, hub_mask);
    if (_mm512_mask_cmpge_epu32_mask(present, hub, hub_end) != 0) return kBeyondTable;
    const __m512i entry = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), present, hub, table.data(), 4);
    const __mmask16 own = _mm512_movepi32_mask(marked);
    const __mmask16 match = _mm512_test_epi32_mask(entry, entry);
    const __m512i packed = _mm512_or_si512(number, _mm512_slli_epi32(_mm512_mask_expand_epi32(none, own, own_via), 16));
    _mm512_storeu_si512(known + count, _mm512_maskz_compress_epi32(match, packed));
    count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(match)));
    number = _mm512_add_epi32(number, _mm512_set1_epi32(16));
    own_via = _mm512_add_epi32(own_via, _mm512_set1_epi32(std::popcount(static_cast<unsigned>(own))));
  }
  return count;
}

[[gnu::target("avx2")]] void steps_avx2(const SightMetric& metric, std::int32_t, const ViaSlice& vias,
                                        const std::uint32_t* above, std::uint32_t* least) noexcept {
  least_by_steps(metric, vias, above, least);
}

[[gnu::target("avx512f,avx512vl,avx512dq,avx512bw")]] void steps_avx512(const SightMetric& metric, std::int32_t,
                                                                        const ViaSlice& vias,
                                                                        const std::uint32_t* above,
                                                                        std::uint32_t* least) noexcept {
  least_by_steps(metric, vias, above, least);
}

#endif

}  // namespace

LeastOverVias least_over_vias(Norm norm, SimdLevel level) noexcept {
  if (norm == Norm::euclidean) {
    return std::min(level, widest_simd()) == SimdLevel::avx512 ? least_by_lengths<SimdLevel::avx512>
                                                               : least_by_lengths<SimdLevel::scalar>;
  }
#ifdef PORTOLAN_X86_KERNELS
  return kernel_for<LeastOverVias>(level, steps_scalar, steps_avx2, steps_avx512);
#else
  return steps_scalar;
#endif
}

FindKnown find_known(SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  return kernel_for<FindKnown>(level, known_scalar, known_scalar, known_avx512);
#else
  (void)level;
  return known_scalar;
#endif
}

}  // namespace portolan
