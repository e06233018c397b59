// SPDX-License-Identifier: BSL-1.0
// The positions of one mover and the steps between them. Every search on tiles sees the world through this.
#pragma once

#include "portolan/grid/edge_costs.hpp"
#include "portolan/grid/move_rules.hpp"
#include "portolan/grid/terrain_plane.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace portolan {

/// Side of the blocks in which terrain can be replaced, in tiles.
inline constexpr std::int32_t kPageSide = 32;
static_assert(kStripWidth % kPageSide == 0, "the rows of blocks lie each in one piece");
/// The terrain of one block, row by row; what lies outside the map is kNoTerrain.
using TerrainPage = std::array<TerrainId, static_cast<std::size_t>(kPageSide) * kPageSide>;

/// The place of a tile of the map in the page of its block.
[[nodiscard]] constexpr std::size_t place_in_page(Tile t) noexcept {
  return static_cast<std::size_t>(t.y % kPageSide) * kPageSide + static_cast<std::size_t>(t.x % kPageSide);
}
/// The number of blocks in a row of a map `width` tiles wide.
[[nodiscard]] constexpr std::size_t page_columns(std::int32_t width) noexcept {
  return static_cast<std::size_t>((width + kPageSide - 1) / kPageSide);
}
/// The number, counted row by row, of the block that a tile lies in on a map `width` tiles wide.
[[nodiscard]] constexpr std::size_t page_number(std::int32_t width, Tile t) noexcept {
  return static_cast<std::size_t>(t.y / kPageSide) * page_columns(width) + static_cast<std::size_t>(t.x / kPageSide);
}

/// Which way the steps of a GridView are told.
enum class StepSense : std::uint8_t {
  forward,   ///< those that leave a position
  backward,  ///< those that arrive there, as if they led the other way: for searches from a goal
};

/// A map as one mover sees it: per position the terrain that prices it. A view: owns nothing, copies freely; terrain,
/// pages, edges and rules must outlive it. Safe to read from any number of threads.
struct GridView {
  TerrainPlane terrain;                    ///< any byte value is allowed
  std::int32_t width = terrain.width();    ///< tiles a row
  std::int32_t height = terrain.height();  ///< rows of tiles
  const MoveRules* rules = nullptr;
  /// What stands in a block instead of `terrain`, by page_number; nullptr where nothing does. Empty if no block is
  /// replaced.
  std::span<const TerrainPage* const> pages = {};
  /// What steps pay besides for the edges that they cross; nullptr where there are no moves, and steps lead both ways
  /// at one cost.
  const EdgeCosts* edges = nullptr;
  StepSense sense = StepSense::forward;  ///< of the edges

  /// Whether steps follow from `terrain` and the rules alone.
  [[nodiscard]] bool is_plain() const noexcept { return pages.empty() && edges == nullptr; }
  /// All positions of the map.
  [[nodiscard]] Rect bounds() const noexcept { return {{0, 0}, {width, height}}; }
  /// Whether a tile is one of the map.
  [[nodiscard]] bool contains(Tile t) const noexcept {
    return static_cast<std::uint32_t>(t.x) < static_cast<std::uint32_t>(width) &&
           static_cast<std::uint32_t>(t.y) < static_cast<std::uint32_t>(height);
  }
  /// The number of a tile of the map, counted row by row.
  [[nodiscard]] std::size_t index(Tile t) const noexcept {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(t.x);
  }
  /// The tile of a number that index() gives.
  [[nodiscard]] Tile tile(std::size_t index) const noexcept {
    return {static_cast<std::int32_t>(index % static_cast<std::size_t>(width)),
            static_cast<std::int32_t>(index / static_cast<std::size_t>(width))};
  }
  /// The terrain that prices a position inside the map.
  [[nodiscard]] TerrainId terrain_at(Tile t) const noexcept {
    const TerrainPage* const page = pages.empty() ? nullptr : pages[page_number(width, t)];
    return page == nullptr ? terrain[t] : (*page)[place_in_page(t)];
  }
  /// The terrain cost of a position inside the map, in the unit of the rules; 0 where it is impassable.
  [[nodiscard]] std::uint32_t cost(Tile t) const noexcept { return rules->cost[terrain_at(t)]; }
  /// Whether the mover can stand at a tile; not so outside the map.
  [[nodiscard]] bool passable(Tile t) const noexcept { return contains(t) && cost(t) != 0; }
};

/// The same positions with every step turned round.
[[nodiscard]] inline GridView reversed(GridView grid) noexcept {
  grid.sense = grid.sense == StepSense::forward ? StepSense::backward : StepSense::forward;
  return grid;
}

/// By position the dearest terrain under a footprint of k x k tiles (the lowest id on equal cost), kNoTerrain where the
/// mover cannot stand. O(tiles * log k). For k = 1 the map's own tiles serve as they are.
[[nodiscard]] std::vector<TerrainId> dearest_terrain(const TileMap& map, const MoveRules& rules);
/// Replaces the terrain of a map of `width` tiles a row, or of a piece of one, by what dearest_terrain gives. Right for
/// positions whose footprint does not reach beyond the piece, unless the map ends there too. O(tiles * log k).
void take_dearest(std::span<TerrainId> plane, std::int32_t width, const MoveRules& rules) noexcept;

/// Whether terrain lets one step from `a` to `b`, beside it in a straight or diagonal direction. Both must be passable
/// tiles of the map; checks the corner rule and the number of neighbours, but no moves. Symmetric. O(1).
[[nodiscard]] inline bool legal_step(const GridView& grid, Tile a, Tile b) noexcept {
  if (a.x == b.x || a.y == b.y) return true;
  if (grid.rules->neighbours == Neighbours::four) return false;
  switch (grid.rules->corners) {
    case CornerRule::never_cut:
      return grid.cost({a.x, b.y}) != 0 && grid.cost({b.x, a.y}) != 0;
    case CornerRule::cut_one:
      return grid.cost({a.x, b.y}) != 0 || grid.cost({b.x, a.y}) != 0;
    case CornerRule::cut_both:
      return true;
  }
  return false;
}

/// What a step between two positions beside each other pays for the edges that it crosses; kInfiniteCost where one is
/// blocked. The grid must have edges. O(1).
[[nodiscard]] inline Cost edge_cost(const GridView& grid, Tile a, Tile b) noexcept {
  if (grid.sense == StepSense::backward) std::swap(a, b);
  return grid.edges->cost[grid.edges->crossed(grid.width, a, b)];
}

/// Whether the edges between two positions beside each other let a step cross, one way at least. O(1).
[[nodiscard]] inline bool open_either_way(const GridView& grid, Tile a, Tile b) noexcept {
  return grid.edges == nullptr || edge_cost(grid, a, b) != kInfiniteCost || edge_cost(grid, b, a) != kInfiniteCost;
}

/// What the step costs from `a`, a passable tile of the map, to `b`, one beside it; kInfiniteCost if it is not legal.
/// O(1).
[[nodiscard]] inline Cost step_cost(const GridView& grid, Tile a, Tile b) noexcept {
  const std::uint32_t here = grid.cost(a);
  const std::uint32_t there = grid.cost(b);
  if (there == 0 || !legal_step(grid, a, b)) return kInfiniteCost;
  const Cost step =
      a.x != b.x && a.y != b.y ? grid.rules->diagonal_step(here, there) : grid.rules->straight_step(here, there);
  if (grid.edges == nullptr) return step;
  const Cost crossing = edge_cost(grid, a, b);
  return crossing == kInfiniteCost ? kInfiniteCost : step + crossing;
}

/// Calls visit(Tile to, Cost step) for every legal step from `from` to a tile of `within`, in a fixed order: the four
/// straight steps N W E S, then NW NE SW SE. `within` must lie inside the map, `from` be passable and inside `within`.
/// The tiles that the corner rule looks at lie in `within` whenever both ends do. Pages and
/// edges are passed over, so that the grid must be plain: hot loops choose once, not at every step, between this
/// function and for_each_step. O(1).
template <class Visit>
inline void for_each_plain_step(const GridView& grid, const Rect& within, Tile from, Visit&& visit) {
  const MoveRules& rules = *grid.rules;
  const TerrainId* const centre = grid.terrain.from(from);
  const std::ptrdiff_t south = grid.terrain.to_south();
  const std::ptrdiff_t west = grid.terrain.to_west(from.x);
  const std::ptrdiff_t east = grid.terrain.to_east(from.x);
  const std::uint32_t here = rules.cost[*centre];
  const bool has_n = from.y > within.min.y;
  const bool has_s = from.y + 1 < within.max.y;
  const bool has_w = from.x > within.min.x;
  const bool has_e = from.x + 1 < within.max.x;
  const std::uint32_t n = has_n ? rules.cost[centre[-south]] : 0;
  const std::uint32_t w = has_w ? rules.cost[centre[west]] : 0;
  const std::uint32_t e = has_e ? rules.cost[centre[east]] : 0;
  const std::uint32_t s = has_s ? rules.cost[centre[south]] : 0;
  if (n != 0) visit(Tile{from.x, from.y - 1}, rules.straight_step(here, n));
  if (w != 0) visit(Tile{from.x - 1, from.y}, rules.straight_step(here, w));
  if (e != 0) visit(Tile{from.x + 1, from.y}, rules.straight_step(here, e));
  if (s != 0) visit(Tile{from.x, from.y + 1}, rules.straight_step(here, s));
  if (rules.neighbours == Neighbours::four) return;

  const auto diagonal = [&](bool inside, std::uint32_t beside_a, std::uint32_t beside_b, std::int32_t dx,
                            std::int32_t dy) {
    if (!inside) return;
    const int open = (beside_a != 0 ? 1 : 0) + (beside_b != 0 ? 1 : 0);
    if (open < 2 - static_cast<int>(rules.corners)) return;
    const std::uint32_t there = rules.cost[centre[dy * south + (dx < 0 ? west : east)]];
    if (there != 0) visit(Tile{from.x + dx, from.y + dy}, rules.diagonal_step(here, there));
  };
  diagonal(has_n && has_w, n, w, -1, -1);
  diagonal(has_n && has_e, n, e, 1, -1);
  diagonal(has_s && has_w, s, w, -1, 1);
  diagonal(has_s && has_e, s, e, 1, 1);
}

/// The legal steps from a tile, in the order of for_each_plain_step.
struct StepList {
  std::array<Tile, 8> to;
  std::array<Cost, 8> cost;
  std::size_t count = 0;
};
/// The steps that for_each_plain_step visits, for a grid of any kind and under the same conditions otherwise. O(1).
[[nodiscard]] StepList list_steps(const GridView& grid, const Rect& within, Tile from) noexcept;

/// Calls visit(Tile to, Cost step) for every legal step from `from` to a tile of `within`, whether the grid is plain
/// or not; order and conditions are those of for_each_plain_step. O(1).
template <class Visit>
inline void for_each_step(const GridView& grid, const Rect& within, Tile from, Visit&& visit) {
  if (grid.is_plain()) {
    for_each_plain_step(grid, within, from, visit);
  } else {
    const StepList steps = list_steps(grid, within, from);
    for (std::size_t i = 0; i < steps.count; ++i) visit(steps.to[i], steps.cost[i]);
  }
}

/// Calls visit(Tile to) for every tile of `within` that a legal step joins to `from`, whichever way it leads, in the
/// order of for_each_plain_step and under its conditions. O(1).
template <class Visit>
inline void for_each_joined(const GridView& grid, const Rect& within, Tile from, Visit&& visit) {
  GridView ground = grid;
  ground.edges = nullptr;
  for_each_step(ground, within, from, [&](Tile to, Cost) {
    if (open_either_way(grid, from, to)) visit(to);
  });
}

}  // namespace portolan
