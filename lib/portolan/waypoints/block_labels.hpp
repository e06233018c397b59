// SPDX-License-Identifier: BSL-1.0
// Hub labels of positions, joined per block of 8 x 8 of them. Made by build/block_builder; read here from memory that
// may be a mapped file.
//
// The label of a position is that of a node joined by a segment to every waypoint it sees: the union of their labels,
// without the hubs that a more important one on the way explains (canonical labels, Abraham, Delling, Goldberg,
// Werneck, 2012). Neighbouring positions have nearly the same hubs, reached through the same *vias*: the last waypoints
// they see. A block therefore holds the hubs of all its positions, and for each hub the vias with their distances; how
// far a position is from a via follows from the coordinates.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/graph/hub_labels.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

inline constexpr std::int32_t kBlockSide = 8;

/// The positions of a mover, the tiles of a point or the lattice vertices of a square, in blocks row by row.
struct BlockGrid {
  std::int32_t width = 0;  ///< positions a row
  std::int32_t height = 0;
  std::int32_t columns = 0;  ///< blocks a row
  std::int32_t rows = 0;

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  }
  [[nodiscard]] bool contains(Tile position) const noexcept { return Rect{{0, 0}, {width, height}}.contains(position); }
  [[nodiscard]] std::size_t block_of(Tile position) const noexcept {
    return static_cast<std::size_t>(position.y / kBlockSide) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(position.x / kBlockSide);
  }
  /// The first position of a block.
  [[nodiscard]] Tile origin_of(std::size_t block) const noexcept {
    const auto wide = static_cast<std::size_t>(columns);
    return {static_cast<std::int32_t>(block % wide) * kBlockSide, static_cast<std::int32_t>(block / wide) * kBlockSide};
  }
};

/// Number of a position within its block.
[[nodiscard]] constexpr unsigned bit_of(Tile position) noexcept {
  return static_cast<unsigned>((position.y % kBlockSide) * kBlockSide + position.x % kBlockSide);
}

[[nodiscard]] BlockGrid block_grid(const SightSpace& space) noexcept;

/// Where a mover at a position is: the centre of its tile, or its vertex.
[[nodiscard]] constexpr Point point_of(Contact contact, Tile position) noexcept {
  return contact == Contact::point ? centre_of(position) : to_point({position.x, position.y});
}

/// A via, seen from the first vertex of its block, in tiles.
struct ViaOffset {
  std::int16_t x = 0;
  std::int16_t y = 0;
  friend constexpr bool operator==(const ViaOffset&, const ViaOffset&) = default;
};
static_assert(sizeof(ViaOffset) == 4);

/// Set in a hub of a block that is itself a via of the block.
inline constexpr std::uint32_t kOwnVia = std::uint32_t{1} << 31;
inline constexpr HubId kHubMask = kOwnVia - 1;

/// Vias, hubs and entries of a block are numbered in 16 bits.
inline constexpr std::size_t kMaxBlockItems = 0xFFFF;

/// A view: owns nothing, safe to read from any number of threads. Blocks are those of block_grid(), hubs those of the
/// hub labels it was made from.
struct BlockLabels {
  std::span<const WaypointId> waypoint;  ///< by hub
  std::span<const std::uint32_t> reach;  ///< by hub, descending: no position that needs it or a later one is farther

  std::span<const std::uint32_t> via_first;  ///< blocks + 1: the vias of block i are [via_first[i], via_first[i+1])
  std::span<const ViaOffset> via_offset;     ///< by via; the n-th via of a block is the waypoint of its n-th own hub
  std::span<const std::uint64_t> via_seen;   ///< by via: bit_of() the positions that see it

  std::span<const std::uint32_t> hub_first;    ///< blocks + 1: the hubs of block i
  std::span<const std::uint32_t> hub;          ///< ascending in a block; kOwnVia is set if it is a via, at distance 0
  std::span<const std::uint16_t> hub_entries;  ///< by hub of a block: its first entry, counted from the block's

  std::span<const std::uint32_t> entry_first;     ///< blocks + 1: the entries of block i, those of a hub together
  std::span<const std::uint16_t> entry_via;       ///< by entry: number of the via in its block
  std::span<const std::uint32_t> entry_distance;  ///< by entry: from the via to the hub, in the unit of the metric

  [[nodiscard]] std::size_t bytes() const noexcept;
};

/// Whether sizes and offsets fit the space, the hubs and each other; what they lead to is checked where it is followed.
/// O(blocks + hubs).
[[nodiscard]] bool is_well_formed(const BlockGrid& grid, const HubLabels& hubs, const BlockLabels& blocks) noexcept;

/// The parts of one block.
struct BlockView {
  std::span<const ViaOffset> via_offset;
  std::span<const std::uint64_t> via_seen;
  std::span<const std::uint32_t> hub;
  std::span<const std::uint16_t> hub_entries;
  std::span<const std::uint16_t> entry_via;
  std::span<const std::uint32_t> entry_distance;
};

/// Needs is_well_formed. O(1).
[[nodiscard]] inline BlockView view_of(const BlockLabels& blocks, std::size_t block) noexcept {
  const auto part = [block](const auto& all, std::span<const std::uint32_t> first) {
    return all.subspan(first[block], first[block + 1] - first[block]);
  };
  return {part(blocks.via_offset, blocks.via_first),  part(blocks.via_seen, blocks.via_first),
          part(blocks.hub, blocks.hub_first),         part(blocks.hub_entries, blocks.hub_first),
          part(blocks.entry_via, blocks.entry_first), part(blocks.entry_distance, blocks.entry_first)};
}

}  // namespace portolan
