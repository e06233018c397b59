// SPDX-License-Identifier: BSL-1.0
// What can be reached from where, on the map as it is now.
//
// The blocks in which overlays replace terrain are each cut into parts: positions that steps inside the block join both
// ways. Along the seams between blocks parts come together to groups, by union-find (R. Tarjan, 1975). What leads one
// way only is an arc from group to group: moves, and links, which are followed like those. So after an edit only the
// blocks that it replaced are cut again, and the rest is a pass over the seams.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/terrain_pages.hpp"
#include "portolan/query/nearest_tile.hpp"
#include "portolan/query/open_links.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace portolan {

/// Reachability on one grid with its links, as both change. The first question after a change takes O(tiles of blocks
/// that changed + blocks + one-way moves + links, times log), the first of all O(tiles of the map); each other one
/// O(tiles of a block + arcs). One thread at a time. After construction only follow() allocates. Memory: 0.3 bytes a
/// tile, 70 a move that leads one way and 30 an end of a link; 4 bytes a tile are reserved besides, with moves 8, and
/// committed as far as there are parts.
class Reach {
 public:
  /// Tiles of a map up to which there is such an object.
  static constexpr std::size_t kMostTiles = std::size_t{1} << 26;

  /// `grid` and `links` must outlive it, at first without pages. At most kMostTiles tiles. @throws std::bad_alloc
  Reach(const GridView& grid, const OpenLinks& links);

  /// To be called after the grid has taken other pages, and whenever links have been closed or opened.
  /// O(pages). @throws std::bad_alloc, and then it is as if it had not been called
  void follow(const TerrainPages& pages);
  /// The same for a grid without pages.
  void follow_file() noexcept;

  /// Whether a path leads from one tile to another; the mover can stand on both.
  [[nodiscard]] bool joins(Tile from, Tile to) noexcept;

  /// The tiles nearest to `wanted` that a path leads to from `from`, where the mover can stand; one at least. O(blocks
  /// nearer than that + tiles of the blocks that hold some).
  [[nodiscard]] NearestTiles nearest(Tile from, Tile wanted) noexcept;

 private:
  static constexpr std::uint16_t kNoPart = 0xFFFF;
  static constexpr std::size_t kSide = static_cast<std::size_t>(kPageSide);
  using Bits = std::uint32_t;
  static_assert(kSide == 32, "a row of a block is a word");
  enum Seam : std::size_t { north, west, east, south };

  /// The parts of one block, by position.
  struct Parts {
    std::array<std::uint16_t, kSide * kSide> of;
    std::uint16_t count = 0;
  };
  /// What is kept of a block.
  struct Block {
    std::array<Bits, 4> free;  ///< by seam, the positions along it that the mover can stand on,
    std::array<std::array<std::uint16_t, kSide>, 4> part;  ///< and their parts
    std::uint32_t first;                                   ///< number of its first part among all
    std::uint16_t count;
    bool cut;
  };
  /// A position where something begins or ends that leads one way.
  struct Anchor {
    std::size_t block;
    Tile tile;
    std::uint16_t part;
  };
  struct OneWay {
    std::uint32_t from;  ///< number of the anchor
    std::uint32_t to;
  };
  struct Arc {
    std::uint32_t from;  ///< a group
    std::uint32_t to;
  };

  void find_anchors();
  [[nodiscard]] std::uint32_t anchor_at(Tile tile) const noexcept;
  [[nodiscard]] std::uint32_t group_of(const Anchor& anchor) const noexcept;
  [[nodiscard]] Parts parts_of(std::size_t block) const noexcept;
  [[nodiscard]] bool joined(Tile a, Tile b) const noexcept;
  void update() noexcept;
  void cut(std::size_t number) noexcept;
  void join_seam(const Block& a, Seam at_a, const Block& b, Seam at_b, Tile first, Tile across) noexcept;
  void join_corner(const Block& a, Tile from, const Block& b, Tile to) noexcept;
  void join_blocks(std::size_t column, std::size_t row) noexcept;
  void add_arcs() noexcept;
  [[nodiscard]] std::uint32_t root(std::uint32_t part) noexcept;
  void unite(std::uint32_t a, std::uint32_t b) noexcept;
  [[nodiscard]] std::uint32_t group(Tile tile) const noexcept;
  void spread(std::uint32_t start) noexcept;
  [[nodiscard]] bool reached(std::uint32_t group) const noexcept { return reached_[group] == stamp_; }

  const GridView& grid_;
  const OpenLinks& links_;
  bool diagonals_;  ///< whether diagonal steps join what straight ones do not
  std::size_t columns_;
  std::size_t rows_;
  ZeroedArray<Block> blocks_;
  std::vector<Anchor> anchors_;         ///< by block, then row by row
  std::vector<OneWay> one_ways_;        ///< moves
  TerrainPages pages_;                  ///< that the grid had last
  bool current_ = false;                ///< whether what follows is that of the grid and the links now
  ZeroedArray<std::uint32_t> parent_;   ///< by part; its group, once all are united
  std::vector<Arc> arcs_;               ///< by group
  ZeroedArray<std::uint32_t> reached_;  ///< by group, when it was reached last
  std::vector<std::uint32_t> queue_;
  std::uint32_t stamp_ = 0;
  std::optional<std::uint32_t> start_;  ///< the group from which `reached_` was found
};

}  // namespace portolan
