// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/tile_kernels.hpp"

#include "portolan/core/x86_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

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

#ifdef PORTOLAN_X86_KERNELS

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

}  // namespace portolan
