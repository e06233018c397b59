// SPDX-License-Identifier: BSL-1.0
// Which indexes the graphs of a world get.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

namespace portolan {

/// An index of a waypoint graph.
enum class IndexKind : std::uint8_t {
  ch,      ///< contraction hierarchy: small, answers in tens of microseconds
  labels,  ///< hub labels: larger, answers in a few microseconds
  blocks,  ///< block labels and the hub labels they need: larger still, answers between tiles in about a microsecond
};

/// Bytes a node that the indexes of a board may take where nobody named any.
inline constexpr std::uint64_t kBoardIndexBytes = 1024;

/// Whether a build looks for the dead ends of its graphs (graph/dead_ends.hpp).
enum class DeadEndRule : std::uint8_t { left_out, found };

struct IndexOptions {
  /// The indexes that every waypoint graph gets. If not set: hub labels where they fit into index_bytes, with block
  /// labels for as much of the map as then fits if that is most of it, else a contraction hierarchy.
  std::optional<std::set<IndexKind>> indexes;
  /// Bytes a passable tile that the indexes of a waypoint graph may take, besides the graph, where `indexes` is not
  /// set. If not set: 100 on the grid, 200 at any angle.
  std::optional<std::uint32_t> index_bytes;
  DeadEndRule dead_ends = DeadEndRule::left_out;  ///< of the positions of each mover, and of a board
};

/// Whether an index is asked for by name.
[[nodiscard]] inline bool names_index(const IndexOptions& options, IndexKind kind) {
  return options.indexes && options.indexes->contains(kind);
}

}  // namespace portolan
