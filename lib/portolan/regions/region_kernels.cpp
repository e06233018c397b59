// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_kernels.hpp"

#include <algorithm>
#include <cstring>

#ifdef PORTOLAN_X86_KERNELS
#include <immintrin.h>
#endif

namespace portolan {
namespace {

/// Vectors of the width that every processor has, for compilers to make of them what there is.
using FourKeys [[gnu::vector_size(16)]] = std::uint32_t;
constexpr std::size_t kFour = sizeof(FourKeys) / sizeof(std::uint32_t);

/// Lowers the keys of `to` to those of `from` a step away. Whether any became less.
[[gnu::always_inline]] inline bool relax_scalar(const LaneKeys& from, std::uint32_t step, LaneKeys& to) noexcept {
  FourKeys changed{};
  for (std::size_t i = 0; i < kSweepLanes; i += kFour) {
    FourKeys key;
    FourKeys before;
    std::memcpy(&key, &from.lane[i], sizeof(key));
    std::memcpy(&before, &to.lane[i], sizeof(before));
    key += step;
    key = key < before ? key : before;
    changed |= key ^ before;
    std::memcpy(&to.lane[i], &key, sizeof(key));
  }
  return (changed[0] | changed[1] | changed[2] | changed[3]) != 0;
}

/// By bit the lanes whose key is odd and below `none`.
[[gnu::always_inline]] inline std::uint32_t direct_lanes_scalar(const LaneKeys& keys, std::uint32_t none) noexcept {
  std::uint32_t lanes = 0;
  for (std::size_t i = 0; i < kSweepLanes; ++i) lanes |= (keys.lane[i] < none ? keys.lane[i] & 1U : 0U) << i;
  return lanes;
}

#ifdef PORTOLAN_X86_KERNELS

[[gnu::always_inline, gnu::target("avx2")]] inline std::uint32_t direct_lanes_avx2(const LaneKeys& keys,
                                                                                   std::uint32_t none) noexcept {
  // What is not below `none` comes to none, or above; odd keys have their lowest bit shifted to the sign.
  const __m256i limit = _mm256_set1_epi32(static_cast<int>(none));
  const auto* const in = reinterpret_cast<const __m256i*>(keys.lane.data());
  std::uint32_t lanes = 0;
  for (int half = 0; half < 2; ++half) {
    const __m256i part = _mm256_load_si256(in + half);
    const __m256i beyond = _mm256_cmpeq_epi32(_mm256_max_epu32(part, limit), part);
    const __m256i direct = _mm256_andnot_si256(beyond, _mm256_slli_epi32(part, 31));
    lanes |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(direct))) << (8 * half);
  }
  return lanes;
}

[[gnu::always_inline, gnu::target("avx512f,avx512vl")]] inline std::uint32_t direct_lanes_avx512(
    const LaneKeys& keys, std::uint32_t none) noexcept {
  const __m512i lanes = _mm512_load_si512(keys.lane.data());
  const __mmask16 below = _mm512_cmplt_epu32_mask(lanes, _mm512_set1_epi32(static_cast<int>(none)));
  return _mm512_mask_test_epi32_mask(below, lanes, _mm512_set1_epi32(1));
}

[[gnu::always_inline, gnu::target("avx2")]] inline bool relax_avx2(const LaneKeys& from, std::uint32_t step,
                                                                   LaneKeys& to) noexcept {
  const __m256i by = _mm256_set1_epi32(static_cast<int>(step));
  const auto* const in = reinterpret_cast<const __m256i*>(from.lane.data());
  auto* const out = reinterpret_cast<__m256i*>(to.lane.data());
  const __m256i low = _mm256_load_si256(out);
  const __m256i high = _mm256_load_si256(out + 1);
  const __m256i new_low = _mm256_min_epu32(low, _mm256_add_epi32(_mm256_load_si256(in), by));
  const __m256i new_high = _mm256_min_epu32(high, _mm256_add_epi32(_mm256_load_si256(in + 1), by));
  const __m256i changed = _mm256_or_si256(_mm256_xor_si256(low, new_low), _mm256_xor_si256(high, new_high));
  if (_mm256_testz_si256(changed, changed) != 0) return false;
  _mm256_store_si256(out, new_low);
  _mm256_store_si256(out + 1, new_high);
  return true;
}

[[gnu::always_inline, gnu::target("avx512f,avx512vl")]] inline bool relax_avx512(const LaneKeys& from,
                                                                                 std::uint32_t step,
                                                                                 LaneKeys& to) noexcept {
  const __m512i key = _mm512_add_epi32(_mm512_load_si512(from.lane.data()), _mm512_set1_epi32(static_cast<int>(step)));
  const __mmask16 lowered = _mm512_cmplt_epu32_mask(key, _mm512_load_si512(to.lane.data()));
  if (lowered == 0) return false;
  _mm512_mask_store_epi32(to.lane.data(), lowered, key);
  return true;
}

#endif

/// What leaves a node: paths through a marked one are flagged, but for those that start there.
[[gnu::always_inline]] inline LaneKeys leaving(const LaneKeys& keys, bool marked) noexcept {
  LaneKeys out = keys;
  if (marked) {
    for (std::uint32_t& key : out.lane) key = std::max(key & ~1U, 1U);
  }
  return out;
}

[[gnu::always_inline]] inline void tally_sums(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t sum,
                                              std::uint32_t delta, std::span<std::uint32_t> count) noexcept {
  for (std::size_t v = 0; v < count.size(); ++v) count[v] += a[v] + b[v] == sum ? delta : 0;
}

// NOLINTBEGIN(cppcoreguidelines-macro-usage): attributes cannot be passed to a template.
#define PORTOLAN_REGION_KERNELS(name, level)                                                                      \
  level void expand_##name(const SweepGraph& graph, std::size_t node, LaneKeys* keys,                             \
                           std::uint8_t* pending) noexcept {                                                      \
    pending[node] = 0;                                                                                            \
    const LaneKeys from = leaving(keys[node], graph.marked[node] != 0);                                           \
    for (std::uint32_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {                             \
      const std::uint32_t to = graph.target[arc];                                                                 \
      if (relax_##name(from, graph.step[arc], keys[to])) pending[to] = 1;                                         \
    }                                                                                                             \
  }                                                                                                               \
  level void sweep_##name(const SweepGraph& graph, LaneKeys* keys, std::uint8_t* pending) noexcept {              \
    const std::size_t nodes = graph.marked.size();                                                                \
    for (bool any = true; any;) {                                                                                 \
      any = false;                                                                                                \
      for (std::size_t node = 0; node < nodes; ++node) {                                                          \
        if (pending[node] != 0) expand_##name(graph, node, keys, pending);                                        \
      }                                                                                                           \
      for (std::size_t node = nodes; node-- != 0;) {                                                              \
        if (pending[node] == 0) continue;                                                                         \
        expand_##name(graph, node, keys, pending);                                                                \
        any = true;                                                                                               \
      }                                                                                                           \
    }                                                                                                             \
  }                                                                                                               \
  level void tally_##name(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t sum, std::uint32_t delta, \
                          std::span<std::uint32_t> count) noexcept {                                              \
    tally_sums(a, b, sum, delta, count);                                                                          \
  }                                                                                                               \
  level void direct_##name(const LaneKeys* keys, std::span<const std::uint32_t> nodes, std::uint32_t none,        \
                           std::uint16_t* lanes) noexcept {                                                       \
    for (std::size_t i = 0; i < nodes.size(); ++i) {                                                              \
      lanes[i] = static_cast<std::uint16_t>(direct_lanes_##name(keys[nodes[i]], none));                           \
    }                                                                                                             \
  }                                                                                                               \
  constexpr RegionKernels k_##name{sweep_##name, direct_##name, tally_##name};

PORTOLAN_REGION_KERNELS(scalar, )
#ifdef PORTOLAN_X86_KERNELS
PORTOLAN_REGION_KERNELS(avx2, [[gnu::target("avx2")]])
PORTOLAN_REGION_KERNELS(avx512, [[gnu::target("avx512f,avx512vl")]])
#endif
#undef PORTOLAN_REGION_KERNELS
// NOLINTEND(cppcoreguidelines-macro-usage)

}  // namespace

const RegionKernels& region_kernels(SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  switch (std::min(level, widest_simd())) {
    case SimdLevel::avx512:
      return k_avx512;
    case SimdLevel::avx2:
      return k_avx2;
    case SimdLevel::scalar:
      return k_scalar;
  }
#endif
  (void)level;
  return k_scalar;
}

}  // namespace portolan
