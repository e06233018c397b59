// SPDX-License-Identifier: BSL-1.0
// The inner loops of the region tier's offline side, which exist once in plain C++ and once for every width of vector
// instructions. Thinning searches run from many sources at once: Gauss-Seidel sweeps over a small graph, one source a
// lane.
//
// A key holds a cost and whether some least path of that cost passes a marked node: 2 * cost + 1 where none does,
// 2 * cost where one does. Relaxing the least key of a pair (cost, flag) is then one addition and one minimum, and its
// fixed point is unique, because weights are positive: the flag of a node is joined over all least paths.
#pragma once

#include "portolan/core/simd.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Number of sources that are searched from at once.
inline constexpr std::size_t kSweepLanes = 16;
static_assert(kSweepLanes == 16, "a bit a lane in 16 bits");
/// The keys of one node, one for each source.
struct alignas(64) LaneKeys {
  std::array<std::uint32_t, kSweepLanes> lane;
};

/// A graph in rows of arcs. Every target is below marked.size(). A view: owns nothing.
struct SweepGraph {
  std::span<const std::uint32_t> first;   ///< nodes + 1 entries: the arcs of node i are [first[i], first[i+1])
  std::span<const std::uint32_t> target;  ///< by arc
  std::span<const std::uint32_t> step;    ///< by arc: twice its weight, above 0
  std::span<const std::uint8_t> marked;   ///< by node: 1 or 0
};

/// The loops of one width of vector instructions.
struct RegionKernels {
  /// Relaxes the arcs of pending nodes, sweeping forward and backward until nothing is pending. `keys` and `pending`
  /// have an entry a node; key 1 is a source's own, unreached nodes hold the same large value in all lanes, to which
  /// any step may be added without overflow. Few sweeps are needed where paths mostly lead along the order of the
  /// nodes.
  void (*sweep)(const SweepGraph& graph, LaneKeys* keys, std::uint8_t* pending) noexcept;
  /// Sets lanes[i] to the lanes, as bits, in which the key of nodes[i] is odd and below `none`.
  void (*direct)(const LaneKeys* keys, std::span<const std::uint32_t> nodes, std::uint32_t none,
                 std::uint16_t* lanes) noexcept;
  /// Adds delta to count[v] for every v with a[v] + b[v] == sum, modulo 2^32.
  void (*tally)(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t sum, std::uint32_t delta,
                std::span<std::uint32_t> count) noexcept;
};

/// The loops of a level, or of the widest available level below it. All give the same results.
[[nodiscard]] const RegionKernels& region_kernels(SimdLevel level) noexcept;

}  // namespace portolan
