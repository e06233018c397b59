// SPDX-License-Identifier: BSL-1.0
// Which waypoints the positions of each block see.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/waypoints/block_labels.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// A waypoint, and the positions of one block that see it and may turn there.
struct SeenWaypoint {
  std::uint64_t seen_from = 0;  ///< bits of the positions, by bit_of()
  WaypointId waypoint = 0;
  friend constexpr bool operator==(const SeenWaypoint&, const SeenWaypoint&) = default;
};

/// The waypoints that the positions of each block see.
struct BlockVisibility {
  std::vector<std::uint64_t> first;  ///< blocks + 1 entries: block i sees [first[i], first[i+1]) of seen
  std::vector<SeenWaypoint> seen;    ///< by block, ascending

  /// The waypoints that a block sees, ascending.
  [[nodiscard]] std::span<const SeenWaypoint> of(std::size_t block) const noexcept {
    return std::span(seen).subspan(first[block], first[block + 1] - first[block]);
  }
};

/// Finds what each block sees by one sweep from every waypoint: what a position sees sees the position. For a point
/// mover, whose positions are centres of tiles, the sweeps run on the lattice of half tiles. The same for any number of
/// threads. Errors (limit): more than max_seen pairs of a block and a waypoint; a point mover's map wider or higher
/// than kMaxSide / 2.
[[nodiscard]] Result<BlockVisibility> find_block_visibility(const SightSpace& space, const WaypointGraphView& graph,
                                                            std::uint64_t max_seen, unsigned threads);

}  // namespace portolan
