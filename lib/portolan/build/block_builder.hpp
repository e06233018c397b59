// SPDX-License-Identifier: BSL-1.0
// Builds block labels.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan {

/// Block labels that own their arrays; see BlockLabels for what they hold.
struct BlockArrays {
  std::vector<WaypointId> waypoint;
  std::vector<std::uint32_t> reach;
  std::vector<std::uint32_t> first;
  std::vector<std::byte> memory;

  [[nodiscard]] BlockLabels view() const noexcept { return {waypoint, reach, first, memory}; }
};

struct BlockOptions {
  unsigned threads = 0;                         ///< 0: one per core
  std::uint64_t max_bytes = ~std::uint64_t{0};  ///< of the result
};

/// Joins the hub labels of a waypoint graph, per block of positions. The same for any number of threads. Time: a sweep
/// from every waypoint, and per block about (waypoints seen + hubs left) x (entries a label) operations on 64 lanes.
/// Memory: the result twice, 24 bytes a pair of a block and a waypoint it sees. Errors (limit): more than max_bytes; a
/// distance that might not fit 32 bits; more than kMaxBlockItems parts in a block; vias too far away; what
/// find_block_visibility() says.
[[nodiscard]] Result<BlockArrays> build_block_labels(const SightSpace& space, const WaypointGraphView& graph,
                                                     const HubLabels& labels, const BlockOptions& options);

/// How many bytes build_block_labels would make, judged by up to 256 blocks spread over the map. Errors: as there, but
/// for max_bytes.
[[nodiscard]] Result<std::uint64_t> estimate_block_bytes(const SightSpace& space, const WaypointGraphView& graph,
                                                         const HubLabels& labels, unsigned threads);

}  // namespace portolan
