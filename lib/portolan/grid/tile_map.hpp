// SPDX-License-Identifier: BSL-1.0
// The input of a build: one terrain per tile, what moves between tiles cost besides, and the links between tiles.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"
#include "portolan/core/shared_array.hpp"
#include "portolan/grid/floors.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace portolan {

/// Index into the palette of a map.
using TerrainId = std::uint8_t;

/// Marks positions where nothing can stand; ids of terrains run from 0 to 254.
inline constexpr TerrainId kNoTerrain = 255;
/// The most terrains of a palette.
inline constexpr std::size_t kMaxTerrains = 255;

/// The cost of crossing one tile, in ten-thousandths (10000 is the length of a tile's side); 0 means impassable.
using TerrainCost = std::uint32_t;
/// The TerrainCost of a tile that costs its length.
inline constexpr TerrainCost kCostScale = 10'000;
/// Cost of the dearest terrain, 10^5 a tile.
inline constexpr TerrainCost kMaxTerrainCost = 100'000 * kCostScale;

/// One entry of a palette.
struct Terrain {
  std::string name;              ///< unique within the palette, not empty, at most 255 bytes of UTF-8 without NUL
  TerrainCost default_cost = 0;  ///< what profiles that name no costs pay
  /// 0xRRGGBB, as its author shows it; nothing else depends on it.
  std::optional<std::uint32_t> colour = {};
  friend bool operator==(const Terrain&, const Terrain&) = default;
};

/// Cost of the dearest link, in ten-thousandths: 10^9 tiles at terrain cost 1.
inline constexpr std::uint64_t kMaxLinkCost = std::uint64_t{1'000'000'000} * kCostScale;

/// Which way a link leads.
enum class LinkDirection : std::uint8_t { both, one_way };

/// A way from tile to tile besides steps: stairs, a ferry, a teleport. A mover, which with a footprint above 1 is named
/// by its top-left tile, can take it where it can stand on both ends.
struct Link {
  std::string name = {};            ///< need not be unique and may be empty; at most 255 bytes of UTF-8 without NUL
  Tile from{};                      ///< where it begins
  Tile to{};                        ///< where it ends
  std::uint64_t cost = kCostScale;  ///< for all movers alike, in ten-thousandths of a tile at terrain cost 1; may be 0
  LinkDirection direction = LinkDirection::both;
  friend bool operator==(const Link&, const Link&) = default;
};

/// What is wrong with a link of a map of `width` tiles a row and these floors; empty if nothing is.
[[nodiscard]] std::string link_fault(const Link& link, std::int32_t width, const FloorStack& floors);

/// Cost of the dearest move, in ten-thousandths: 10^9 tiles at terrain cost 1.
inline constexpr std::uint64_t kMaxMoveCost = kMaxLinkCost;
/// The cost of a move that nobody can make.
inline constexpr std::uint64_t kBlockedMove = ~std::uint64_t{0};
/// The most different costs of a map's moves, 0 and blocked ones aside.
inline constexpr std::size_t kMaxMoveCosts = 254;
/// The most moves of a map.
inline constexpr std::size_t kMaxMoves = (std::size_t{1} << 28) - 1;

/// What crossing the edge between two tiles that share a side costs, beside what their terrain does: a thin wall, a
/// window, a cliff, a current. A mover with a footprint above 1 pays the dearest edge that any of its tiles crosses; a
/// diagonal step the dearest of the four edges between the 2 x 2 tiles that it leads across, and there is none where
/// one of these is blocked (FORMAT.md).
struct Move {
  Tile from{};
  Tile to{};               ///< beside `from`, to the north, west, east or south of it
  std::uint64_t cost = 0;  ///< for all movers alike, in ten-thousandths of a tile at terrain cost 1; or kBlockedMove
  LinkDirection direction = LinkDirection::both;
  friend bool operator==(const Move&, const Move&) = default;
};

/// What is wrong with a move of a map of `width` tiles a row and these floors; empty if nothing is.
[[nodiscard]] std::string move_fault(const Move& move, std::int32_t width, const FloorStack& floors);

/// The number of a link: its place in the list of its map.
using LinkId = std::uint32_t;
/// The number of no link.
inline constexpr LinkId kNoLink = 0xFFFF'FFFF;

/// Something odd about a map as its reader found it: the map may not be what its author meant.
struct MapRemark {
  std::string text;          ///< with the file and, where there is one, the line
  std::string terrain = {};  ///< not empty: about this terrain's default cost, settled where a profile prices it
  friend bool operator==(const MapRemark&, const MapRemark&) = default;
};

/// The name of the terrain of the rows between floors.
inline constexpr std::string_view kBetweenFloors = "between floors";

/// The greatest number, below 0 as well, by which an author may call the first column or row of a map.
inline constexpr std::int32_t kMaxOrigin = std::int32_t{1} << 30;

/// A map of width x height tiles, 1 <= width, height <= kMaxSide. Copies share the tiles.
class TileMap {
 public:
  /// Makes a map of one floor. `tiles` holds width*height palette indices, row by row from the top. Errors (limit,
  /// syntax): sides, palette size or names out of range, wrong number of tiles, an index outside the palette. O(tiles).
  static Result<TileMap> create(std::int32_t width, std::int32_t height, std::vector<Terrain> palette,
                                std::vector<TerrainId> tiles) {
    return create(width, height, std::move(palette), SharedArray<TerrainId>(std::move(tiles)));
  }
  /// The same of tiles that may lie in a file.
  static Result<TileMap> create(std::int32_t width, std::int32_t height, std::vector<Terrain> palette,
                                SharedArray<TerrainId> tiles);
  /// Makes one map of several as floors, in that order; their palettes are joined by name, their links, moves and
  /// remarks, and the origin of the first, taken along. Errors (syntax, limit): sizes or costs of a terrain differ, the
  /// result is too large, a terrain is called kBetweenFloors, a part has floors of its own. O(tiles).
  static Result<TileMap> stack(std::span<const TileMap> floors);
  /// Says how floors lie in a map that was stacked before. Errors (syntax): they do not fit its size, or rows between
  /// them are not of their terrain; nothing is changed then.
  Outcome set_floors(const FloorStack& floors);
  /// Replaces the links. Errors (limit, syntax), which name the link by its number from 0: an end on no floor, both
  /// ends on one tile, a cost or a name out of range, 2^28 links and more; nothing is changed then.
  Outcome set_links(std::vector<Link> links);
  /// Replaces the moves. Of several over one edge in one direction the dearest counts. Errors (limit, syntax), which
  /// name the move by its number from 0: a tile on no floor, tiles that share no side, a cost out of range, more than
  /// kMaxMoveCosts different costs, 2^28 moves and more, a map of 2^32 - 1 tiles and more; nothing is changed then.
  Outcome set_moves(std::vector<Move> moves);
  /// Says by which numbers the author's map calls the tile 0,0. Error (limit): beyond kMaxOrigin; nothing is changed
  /// then.
  Outcome set_origin(Tile origin);
  /// Adds what is odd about the map.
  void add_remark(MapRemark remark) { remarks_.push_back(std::move(remark)); }

  [[nodiscard]] std::int32_t width() const noexcept { return width_; }
  [[nodiscard]] std::int32_t height() const noexcept { return height_; }
  [[nodiscard]] Rect bounds() const noexcept { return {{0, 0}, {width_, height_}}; }
  [[nodiscard]] std::span<const Terrain> palette() const noexcept { return palette_; }
  /// Palette indices row by row from the top.
  [[nodiscard]] std::span<const TerrainId> tiles() const noexcept { return {tiles_.data(), tiles_.size()}; }
  /// The same, which may outlive the map.
  [[nodiscard]] const SharedArray<TerrainId>& shared_tiles() const noexcept { return tiles_; }
  [[nodiscard]] std::span<const Link> links() const noexcept { return links_; }
  [[nodiscard]] std::span<const Move> moves() const noexcept { return moves_; }
  [[nodiscard]] const FloorStack& floors() const noexcept { return floors_; }
  /// By which numbers the author's map calls the tile 0,0, on each floor. Nothing here counts in those numbers.
  [[nodiscard]] Tile origin() const noexcept { return origin_; }
  /// What the reader of the map found odd, for warnings_in (map_lint.hpp); nothing else depends on it.
  [[nodiscard]] std::span<const MapRemark> remarks() const noexcept { return remarks_; }
  /// The terrain of a tile inside the map.
  [[nodiscard]] TerrainId terrain(Tile t) const noexcept {
    return tiles_[static_cast<std::size_t>(t.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(t.x)];
  }

 private:
  TileMap() = default;
  std::int32_t width_ = 0;
  std::int32_t height_ = 0;
  std::vector<Terrain> palette_;
  SharedArray<TerrainId> tiles_;
  std::vector<Link> links_;
  std::vector<Move> moves_;
  std::vector<MapRemark> remarks_;
  FloorStack floors_;
  Tile origin_;
};

}  // namespace portolan
