// SPDX-License-Identifier: BSL-1.0
// Hub labels of positions, joined per block of 8 x 8 of them. Made by offline/block_builder; read here from memory that
// may be a mapped file.
//
// The label of a position is that of a node joined by a segment to every waypoint it sees: the union of their labels,
// without the hubs that a more important one on the way covers (canonical labels, Abraham, Delling, Goldberg, Werneck,
// 2012). Neighbouring positions have nearly the same hubs, reached through the same *vias*: the last waypoints they
// see. A block therefore holds the hubs of all its positions, and for each hub the vias with their distances; how far a
// position is from a via follows from the coordinates.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/prefetch.hpp"
#include "portolan/graph/hub_labels.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// Side of a block, in positions.
inline constexpr std::int32_t kBlockSide = 8;

/// The positions of a mover, the tiles of a point or the lattice vertices of a square, in blocks row by row.
struct BlockGrid {
  std::int32_t width = 0;    ///< positions a row
  std::int32_t height = 0;   ///< rows of positions
  std::int32_t columns = 0;  ///< blocks a row
  std::int32_t rows = 0;     ///< rows of blocks

  /// The number of blocks.
  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  }
  /// Whether there is such a position.
  [[nodiscard]] bool contains(Tile position) const noexcept { return Rect{{0, 0}, {width, height}}.contains(position); }
  /// The number of the block that a position lies in.
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

/// The number of a position within its block, counted row by row.
[[nodiscard]] constexpr unsigned bit_of(Tile position) noexcept {
  return static_cast<unsigned>((position.y % kBlockSide) * kBlockSide + position.x % kBlockSide);
}

/// The blocks of a mover's plane.
[[nodiscard]] BlockGrid block_grid(const SightSpace& space) noexcept;

/// The point of the plane where a mover at a position is: the centre of its tile, or its vertex.
[[nodiscard]] constexpr Point point_of(Contact contact, Tile position) noexcept {
  return contact == Contact::point ? centre_of(position) : to_point({position.x, position.y});
}

/// The place of a via, in tiles from the first vertex of its block.
struct ViaOffset {
  std::int16_t x = 0;
  std::int16_t y = 0;
  friend constexpr bool operator==(const ViaOffset&, const ViaOffset&) = default;
};
static_assert(sizeof(ViaOffset) == 4);

/// The bit that is set in a hub of a block if the hub is itself a via of the block.
inline constexpr std::uint32_t kOwnVia = std::uint32_t{1} << 31;
/// The bits of a hub of a block that are its HubId.
inline constexpr HubId kHubMask = kOwnVia - 1;

/// The most vias, hubs or entries of a block, which are numbered in 16 bits.
inline constexpr std::size_t kMaxBlockItems = 0xFFFF;

/// What the memory of a block begins with; the arrays of BlockView follow in their order, without gaps. The next block
/// begins at the next multiple of kBlockAlignment.
struct BlockHeader {
  std::uint16_t vias = 0;
  std::uint16_t hubs = 0;
  std::uint16_t entries = 0;
  std::uint16_t left_out = 0;  ///< 1 if the block holds nothing although its positions may need it
};
static_assert(sizeof(BlockHeader) == 8);
/// Blocks begin at multiples of so many bytes.
inline constexpr std::size_t kBlockAlignment = 8;

/// The bytes of a block with its header, without what fills it up to a multiple of kBlockAlignment.
[[nodiscard]] constexpr std::size_t bytes_of(const BlockHeader& header) noexcept {
  return sizeof(BlockHeader) + header.vias * (sizeof(std::uint64_t) + sizeof(ViaOffset)) +
         (std::size_t{header.hubs} + header.entries) * (sizeof(std::uint32_t) + sizeof(std::uint16_t));
}

/// Blocks are those of block_grid(), hubs those of the hub labels it was made from. Blocks may be left out for want of
/// room: hub labels answer for their positions.
template <template <class> class Store>
struct BasicBlockLabels {
  Store<WaypointId> waypoint;  ///< by hub
  Store<std::uint32_t> reach;  ///< by hub, descending: no position that needs it or a later one is farther
  Store<std::uint32_t> first;  ///< blocks + 1: block i lies in [first[i], first[i+1]) x kBlockAlignment
  Store<std::byte> memory;     ///< of all blocks, aligned to kBlockAlignment

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t hubs = 0, std::size_t blocks = 0) {
    visitor.array(SectionKind::block_waypoint, hubs, self.waypoint);
    visitor.array(SectionKind::block_reach, hubs, self.reach);
    visitor.array(SectionKind::block_first, blocks + 1, self.first);
    visitor.array(SectionKind::block_memory, kAnyCount, self.memory);
  }
  [[nodiscard]] BasicBlockLabels<Viewed> view() const noexcept { return view_of<BasicBlockLabels<Viewed>>(*this); }
};
/// A view: owns nothing, safe to read from any number of threads.
using BlockLabels = BasicBlockLabels<Viewed>;

/// Whether sizes, offsets and alignment fit the space and the hubs; what they lead to is checked where it is followed.
/// O(blocks + hubs).
[[nodiscard]] bool is_well_formed(const BlockGrid& grid, const HubLabels& hubs, const BlockLabels& blocks) noexcept;

/// The parts of one block. All of them lie together in memory, so that a query waits for memory twice and not once an
/// array.
struct BlockView {
  std::span<const std::uint64_t> via_seen;        ///< by via: the positions that see it, as bits by bit_of()
  std::span<const ViaOffset> via_offset;          ///< by via: where it is; the n-th via is the n-th hub with kOwnVia
  std::span<const std::uint32_t> hub;             ///< ascending; with kOwnVia if it is a via, at distance 0
  std::span<const std::uint32_t> entry_distance;  ///< by entry: from the via to the hub, in the unit of the metric
  std::span<const std::uint16_t> hub_entries;     ///< by hub: its first entry; the next hub's follow its last
  std::span<const std::uint16_t> entry_via;       ///< by entry: the number of its via
  bool left_out = false;                          ///< whether the block is left out; all else is empty then
};

/// The parts of a block. Needs is_well_formed. Nothing if the header contradicts the size. A block of no size is one
/// that sees nothing. O(1).
[[nodiscard]] std::optional<BlockView> view_of(const BlockLabels& blocks, std::size_t block) noexcept;

/// Has a block on its way from memory. Needs is_well_formed.
[[gnu::always_inline]] inline void prefetch_block(const BlockLabels& blocks, std::size_t block) noexcept {
  constexpr std::size_t kMostLines = 32;
  const std::size_t begin = blocks.first[block] * kBlockAlignment;
  const std::size_t end = blocks.first[block + 1] * kBlockAlignment;
  prefetch_range(blocks.memory.data() + begin, end - begin, kMostLines);
}

/// Whether no block is left out. Needs is_well_formed. O(blocks).
[[nodiscard]] bool holds_all(const BlockLabels& blocks) noexcept;

}  // namespace portolan
