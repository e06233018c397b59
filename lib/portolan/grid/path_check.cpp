// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/path_check.hpp"

#include "portolan/grid/declared_prices.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <optional>

namespace portolan {
namespace {

/// Empty if the mover may go from a to b, both of which it can stand on.
std::string step_fault(const DeclaredPrices& prices, const MovementProfile& profile, Tile a, Tile b) {
  const int dx = std::abs(a.x - b.x);
  const int dy = std::abs(a.y - b.y);
  if (std::max(dx, dy) != 1) return "is not one step";
  if (dx + dy == 1) return {};
  if (profile.neighbours == Neighbours::four) return "is diagonal, with 4 neighbours";
  const int open = (prices.of_position({a.x, b.y}) != 0 ? 1 : 0) + (prices.of_position({b.x, a.y}) != 0 ? 1 : 0);
  if (profile.corners == CornerRule::never_cut && open < 2) return "cuts a corner";
  if (profile.corners == CornerRule::cut_one && open < 1) return "cuts two corners";
  return {};
}

/// In tiles at terrain cost 1; nothing if no link leads from a to b.
std::optional<double> cheapest_link(const TileMap& map, Tile a, Tile b) {
  std::optional<double> cost;
  for (const Link& link : map.links()) {
    const bool forth = link.from == a && link.to == b;
    const bool back = link.direction == LinkDirection::both && link.from == b && link.to == a;
    if (!forth && !back) continue;
    const double here = static_cast<double>(link.cost) / kCostScale;
    if (!cost || here < *cost) cost = here;
  }
  return cost;
}

std::string text(Tile t) {
  return std::to_string(t.x) + "," + std::to_string(t.y);
}

}  // namespace

PathMeasure measure_path(const TileMap& map, const MovementProfile& profile, std::span<const Tile> path,
                         std::span<const std::size_t> by_link) {
  PathMeasure measure;
  if (path.empty()) {
    measure.fault = "the path is empty";
    return measure;
  }
  const DeclaredPrices prices(map, profile);
  const DeclaredMoves moves(map, profile);
  const double diagonal_length =
      profile.steps ? static_cast<double>(profile.steps->diagonal) / static_cast<double>(profile.steps->straight)
                    : std::numbers::sqrt2;
  TerrainCost price = prices.of_position(path.front());
  const TerrainCost first_price = price;
  bool one_price = true;
  if (price == 0) {
    measure.fault = "the mover cannot stand at " + text(path.front());
    return measure;
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Tile a = path[i - 1];
    const Tile b = path[i];
    const TerrainCost next = prices.of_position(b);
    const bool links = measure.links < by_link.size() && by_link[measure.links] == i - 1;
    const std::optional<double> link = links ? cheapest_link(map, a, b) : std::nullopt;
    std::string fault;
    if (next == 0) {
      fault = "ends where the mover cannot stand";
    } else if (links && !link) {
      fault = "is no link";
    } else if (!links) {
      fault = step_fault(prices, profile, a, b);
    }
    const std::uint64_t crossing = links || !fault.empty() ? 0 : moves.of_step(a, b);
    if (crossing == kBlockedMove) fault = "crosses an edge that is blocked";
    if (!fault.empty()) {
      measure.fault = "the step " + text(a) + " to " + text(b) + " " + fault;
      return measure;
    }
    if (links) {
      ++measure.links;
      measure.cost += *link;
    } else {
      const bool diagonal = a.x != b.x && a.y != b.y;
      ++(diagonal ? measure.diagonal : measure.straight);
      measure.moves += crossing != 0 ? 1 : 0;
      measure.cost += static_cast<double>(crossing) / kCostScale;
      measure.cost += (diagonal ? diagonal_length : 1.0) * (static_cast<double>(price) + static_cast<double>(next)) /
                      2 / kCostScale;
    }
    one_price = one_price && next == first_price;
    price = next;
  }
  if (one_price && measure.links == 0 && measure.moves == 0) {
    measure.cost = (static_cast<double>(measure.straight) + static_cast<double>(measure.diagonal) * diagonal_length) *
                   static_cast<double>(first_price) / kCostScale;
  }
  return measure;
}

}  // namespace portolan
