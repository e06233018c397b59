// SPDX-License-Identifier: BSL-1.0
// Builds block labels.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstddef>
#include <cstdint>

namespace portolan {

/// Block labels that own their arrays.
struct BlockArrays : BasicBlockLabels<Owned> {
  std::uint64_t positions = 0;  ///< where the mover can stand
  std::uint64_t held = 0;       ///< those of them whose block was not left out
};

struct BlockOptions {
  unsigned threads = 0;                         ///< 0: one per core
  std::uint64_t max_bytes = ~std::uint64_t{0};  ///< of the result; at most a sixth of the memory
  std::uint64_t memory = ~std::uint64_t{0};     ///< bytes to build with
};

/// Joins the hub labels of a waypoint graph, per block of positions. Where not all fit into max_bytes, the blocks that
/// take most bytes a position are left out, so that as many positions as possible keep theirs; so are blocks whose
/// parts cannot be numbered (kMaxBlockItems) or whose vias are too far away. The same for any number of threads. Time:
/// a sweep from every waypoint, and per block about (waypoints seen + hubs left) x (entries a label) operations on 64
/// lanes. Memory: the result twice, 24 bytes a pair of a block and a waypoint it sees. Errors: those of
/// find_block_visibility; limit (judged by up to 256 blocks spread over the map, fewer than half of the positions would
/// keep their blocks, or a distance might not fit 32 bits).
[[nodiscard]] Result<BlockArrays> build_block_labels(const SightSpace& space, const WaypointGraphView& graph,
                                                     const HubLabels& labels, const BlockOptions& options);

/// Joins the labels of a waypoint graph again, block by block, and compares. Errors: those of build_block_labels;
/// corrupt (a block of well-formed `blocks` that is not left out is not the one that joining gives). Time: that of
/// build_block_labels. Memory: 32 bytes a pair of a block and a waypoint it sees.
[[nodiscard]] Outcome prove_block_labels(const SightSpace& space, const WaypointGraphView& graph,
                                         const HubLabels& labels, const BlockLabels& blocks,
                                         const BlockOptions& options);

}  // namespace portolan
