// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/lane_ops.hpp"

#include "portolan/core/simd.hpp"

#include <algorithm>

namespace portolan {
namespace {

// Written once; compiled for every width of vector instructions by being inlined into functions that name one.

[[gnu::always_inline]] inline std::uint32_t longer(std::uint32_t way, std::uint32_t distance) noexcept {
  return std::max(way, distance) - distance;
}

[[gnu::always_inline]] inline void shorten_lanes(Lanes& best, const Lanes& way, std::uint32_t distance) noexcept {
  for (std::size_t i = 0; i < best.size(); ++i) best[i] = std::max(best[i], longer(way[i], distance));
}

[[gnu::always_inline]] inline std::uint32_t least_lane(const Lanes& lanes) noexcept {
  std::uint32_t least = lanes[0];
  for (std::size_t i = 1; i < lanes.size(); ++i) least = std::min(least, lanes[i]);
  return least;
}

/// Packs lane conditions into bits, eight at a time.
template <class Holds>
[[gnu::always_inline]] inline std::uint64_t bits_of(Holds&& holds) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t byte = 0; byte < 8; ++byte) {
    std::uint32_t part = 0;
    for (std::size_t i = 0; i < 8; ++i) part |= (holds(8 * byte + i) ? 1U : 0U) << i;
    bits |= std::uint64_t{part} << (8 * byte);
  }
  return bits;
}

[[gnu::always_inline]] inline std::uint64_t shorter_lanes(const Lanes& best, const Lanes& other) noexcept {
  return bits_of([&](std::size_t i) { return best[i] > other[i]; });
}

[[gnu::always_inline]] inline bool any_shorter_lane(const Lanes& best, const Lanes& other) noexcept {
  std::uint32_t any = 0;
  for (std::size_t i = 0; i < best.size(); ++i) any |= best[i] > other[i] ? 1U : 0U;
  return any != 0;
}

[[gnu::always_inline]] inline std::uint64_t attained_lanes(const Lanes& best, const Lanes& way,
                                                           std::uint32_t distance) noexcept {
  std::uint32_t any = 0;
  for (std::size_t i = 0; i < best.size(); ++i) {
    any |= best[i] == longer(way[i], distance) && best[i] != 0 ? 1U : 0U;
  }
  if (any == 0) return 0;
  return bits_of([&](std::size_t i) { return best[i] == longer(way[i], distance) && best[i] != 0; });
}

// NOLINTBEGIN(cppcoreguidelines-macro-usage,bugprone-macro-parentheses): attributes cannot be passed to a template.
#define PORTOLAN_LANE_OPS(name, target)                                                                        \
  target void shorten_##name(Lanes& best, const Lanes& way, std::uint32_t distance) noexcept {                 \
    shorten_lanes(best, way, distance);                                                                        \
  }                                                                                                            \
  target std::uint32_t least_##name(const Lanes& lanes) noexcept {                                             \
    return least_lane(lanes);                                                                                  \
  }                                                                                                            \
  target std::uint64_t shorter_##name(const Lanes& best, const Lanes& other) noexcept {                        \
    return shorter_lanes(best, other);                                                                         \
  }                                                                                                            \
  target bool any_shorter_##name(const Lanes& best, const Lanes& other) noexcept {                             \
    return any_shorter_lane(best, other);                                                                      \
  }                                                                                                            \
  target std::uint64_t attained_##name(const Lanes& best, const Lanes& way, std::uint32_t distance) noexcept { \
    return attained_lanes(best, way, distance);                                                                \
  }                                                                                                            \
  constexpr LaneOps k_##name{shorten_##name, least_##name, shorter_##name, any_shorter_##name, attained_##name};

PORTOLAN_LANE_OPS(scalar, )
#ifdef PORTOLAN_X86_KERNELS
PORTOLAN_LANE_OPS(avx2, [[gnu::target("avx2")]])
PORTOLAN_LANE_OPS(avx512, [[gnu::target("avx512f,avx512vl,avx512bw")]])
#endif
#undef PORTOLAN_LANE_OPS
// NOLINTEND(cppcoreguidelines-macro-usage,bugprone-macro-parentheses)

}  // namespace

const LaneOps& lane_ops() noexcept {
#ifdef PORTOLAN_X86_KERNELS
  const SimdLevel level = widest_simd();
  if (level == SimdLevel::avx512) return k_avx512;
  if (level >= SimdLevel::avx2) return k_avx2;
#endif
  return k_scalar;
}

}  // namespace portolan
