// SPDX-License-Identifier: BSL-1.0
// The tests' reference: a slow and obviously right Dijkstra on the positions of a mover. Legality and terrain prices
// come from the map and the profile as declared; of MoveRules only the unit is used, so that costs compare exactly with
// the library's. Shares no code with any search, view or check of the library.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/move_rules.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace portolan::test {

/// What one mover can do on one map. Copies all it needs; immutable afterwards.
class Oracle {
 public:
  /// O(tiles * footprint^2). @throws std::logic_error if a declared price is not a multiple of the rules' unit, or
  /// where the rules halve a sum that is odd.
  Oracle(const TileMap& map, const MovementProfile& profile, const MoveRules& rules);

  [[nodiscard]] const Rect& bounds() const { return bounds_; }
  [[nodiscard]] std::size_t index(Tile t) const {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(bounds_.max.x) + static_cast<std::size_t>(t.x);
  }
  /// The price of standing at `t` in the unit of the rules; 0 where the mover cannot stand (outside the map, say).
  [[nodiscard]] Cost price(Tile t) const { return bounds_.contains(t) ? price_[index(t)] : 0; }
  [[nodiscard]] bool passable(Tile t) const { return price(t) != 0; }
  /// Whether one step leads from a to b, which may be any two tiles.
  [[nodiscard]] bool legal_step(Tile a, Tile b) const;
  /// The cost of the step from a to b; kInfiniteCost if it is not legal.
  [[nodiscard]] Cost step_cost(Tile a, Tile b) const;
  /// What the moves of the map add to a step between positions beside each other; kInfiniteCost if one is blocked.
  [[nodiscard]] Cost crossing(Tile a, Tile b) const;
  /// The cost of the cheapest link from a to b; kInfiniteCost if none leads there.
  [[nodiscard]] Cost cheapest_link(Tile a, Tile b) const;
  [[nodiscard]] Cost link_cost(const Link& link) const;
  /// Every legal step from `from` with its cost, rows first, and the links that leave there.
  [[nodiscard]] std::vector<std::pair<Tile, Cost>> steps_from(Tile from) const;

  /// By map index the least cost from `from`; kInfiniteCost if unreachable, everywhere if `from` is not passable.
  [[nodiscard]] std::vector<Cost> distances_from(Tile from) const { return distances_within(bounds_, from); }
  /// By map index the least cost from `from` over paths whose positions all lie in `within`; kInfiniteCost if there is
  /// none.
  [[nodiscard]] std::vector<Cost> distances_within(const Rect& within, Tile from) const;
  [[nodiscard]] Cost distance(Tile from, Tile to) const;
  /// By map index the number of its island by flood fill, along steps and links both ways, from 1 in the order of their
  /// first tiles; 0 where impassable.
  [[nodiscard]] std::vector<std::uint32_t> islands() const;

 private:
  [[nodiscard]] std::vector<std::pair<Tile, Cost>> links_from(Tile from) const;
  [[nodiscard]] Cost in_units(std::uint64_t cost) const;

  Rect bounds_;
  Neighbours neighbours_;
  CornerRule corners_;
  Cost straight_;
  Cost diagonal_;
  Cost divisor_;  ///< of a sum of two prices
  std::vector<Link> links_;
  std::int32_t footprint_;
  /// By tile the dearest move to the one above, to the left, to the right and below; empty without moves.
  std::vector<std::array<std::uint64_t, 4>> moves_;
  Cost cost_unit_;
  bool takes_links_;
  std::vector<Cost> price_;
};

}  // namespace portolan::test
