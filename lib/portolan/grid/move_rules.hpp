// SPDX-License-Identifier: BSL-1.0
// A movement profile in integers: which steps are legal and what each costs.
//
// A straight step between positions of terrain costs a and b costs `straight * (a+b)` units, a diagonal one
// `diagonal * (a+b)`, where (straight, diagonal) is 5741:8119, a convergent of 1:sqrt(2) with a relative error of 1e-8,
// or 985:1393 (4e-7) where the former might overflow. Where the profile says what steps cost it is a multiple of that
// ratio, about as fine. Always straight <= diagonal <= 2 * straight: exactly then the length of a free way is a norm of
// its extent, so that no detour is shorter. a and b are the declared costs divided by their greatest common
// factor; where every such sum is even (one price for all terrain, say) the sums are halved. Integer sums are exact, so
// equal costs compare equal, in any order, on any machine.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/movement_profile.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

namespace portolan {

/// Everything a search needs to know about a mover. Plain data, immutable once made.
struct MoveRules {
  Metric metric = Metric::grid;
  Neighbours neighbours = Neighbours::eight;
  CornerRule corners = CornerRule::never_cut;
  std::int32_t footprint = 1;     ///< side of the mover, in tiles; 0 for a point
  std::uint32_t straight = 5741;  ///< cost of a straight step, for each unit of the sum of both terrain costs
  std::uint32_t diagonal = 8119;  ///< cost of a diagonal step, for each unit of the sum of both terrain costs
  std::uint32_t halving = 1;  ///< 1: sums of two terrain costs are even and are halved; 0: they are taken as they are
  std::uint32_t least_cost = 1;           ///< the least entry of `cost` above 0 that the map uses (1 if it uses none)
  TerrainCost cost_unit = kCostScale;     ///< what an entry of 1 in `cost` stands for, in ten-thousandths a tile
  std::array<std::uint32_t, 256> cost{};  ///< terrain costs by TerrainId; 0: impassable
  Cost dearest_move = 0;  ///< the most that a step pays beside that, for the edges that it crosses (edge_costs.hpp)

  /// The cost of a straight step between positions of these terrain costs.
  [[nodiscard]] Cost straight_step(std::uint32_t a, std::uint32_t b) const noexcept {
    return Cost{straight} * ((Cost{a} + b) >> halving);
  }
  /// The cost of a diagonal step between positions of these terrain costs.
  [[nodiscard]] Cost diagonal_step(std::uint32_t a, std::uint32_t b) const noexcept {
    return Cost{diagonal} * ((Cost{a} + b) >> halving);
  }

  /// A lower bound of the cost between two tiles that is consistent with every step: octile distance (4 neighbours:
  /// Manhattan) at the least terrain cost. O(1).
  [[nodiscard]] Cost lower_bound(Tile from, Tile to) const noexcept {
    const Cost dx = static_cast<Cost>(std::abs(from.x - to.x));
    const Cost dy = static_cast<Cost>(std::abs(from.y - to.y));
    const Cost price = (Cost{least_cost} * 2) >> halving;
    if (neighbours == Neighbours::four) return price * straight * (dx + dy);
    const Cost low = dx < dy ? dx : dy;
    const Cost high = dx < dy ? dy : dx;
    return price * (straight * (high - low) + diagonal * low);
  }

  /// What a Cost is multiplied by to get tile lengths at terrain cost 1, right to about 1e-8; measure_path computes
  /// exact lengths from the steps.
  [[nodiscard]] double tiles_per_unit() const noexcept {
    return static_cast<double>(cost_unit) / kCostScale / (static_cast<double>(straight) * (halving == 1 ? 1 : 2));
  }
};

/// The most notches that a tile can be raised by.
inline constexpr std::size_t kMostNotches = 15;

/// How many notches a palette of so many terrains leaves numbers for: raised by a notch, a terrain has the number
/// notches * terrains + terrain.
[[nodiscard]] constexpr std::size_t notches_over(std::size_t terrains) noexcept {
  const std::size_t fit = terrains == 0 ? 0 : kNoTerrain / terrains;
  return fit < 2 ? 0 : (fit - 1 < kMostNotches ? fit - 1 : kMostNotches);
}

/// What a notch adds to the cost of each of so many terrains (MoveRules::cost); 0 if nothing. O(terrains).
[[nodiscard]] std::uint32_t notch_cost(const MoveRules& rules, std::size_t terrains) noexcept;

/// Whether the costs of raised terrains are those of the terrains and a cost for each notch, or all 0. O(1).
[[nodiscard]] bool notches_follow(const MoveRules& rules, std::size_t terrains) noexcept;

/// Gives raised terrains the costs of the terrains, for a mover that no notch costs anything. O(1).
void ignore_notches(MoveRules& rules, std::size_t terrains) noexcept;

/// Whether a position whose cost (MoveRules::cost) changes may make paths cheaper: it opens, or its terrain is cheaper.
[[nodiscard]] constexpr bool is_eased(std::uint32_t before, std::uint32_t now) noexcept {
  return now != 0 && (before == 0 || now < before);
}

/// What steps cost as the profile declares it, without common factor; none where that is 1 to sqrt(2). O(1).
[[nodiscard]] std::optional<StepCosts> declared_steps(const MoveRules& rules) noexcept;

/// Empty if steps may cost that, else the reason why not.
[[nodiscard]] std::string_view fault_of(const StepCosts& steps) noexcept;

/// The largest cost of one step under these rules, what it crosses included.
[[nodiscard]] Cost dearest_step(const MoveRules& rules) noexcept;

/// Whether no path over `positions` positions, nor any sum of a path and a lower bound, reaches kInfiniteCost.
[[nodiscard]] bool costs_fit(const MoveRules& rules, std::uint64_t positions) noexcept;

/// Turns a profile into rules for one map. Errors (usage, limit): a bad name, footprint or ratio of steps, a price
/// given twice or out of range, notches over a palette that leaves no numbers for them, costs so large that a path
/// across the map might overflow 62 bits.
[[nodiscard]] Result<MoveRules> make_move_rules(const MovementProfile& profile, const TileMap& map);

}  // namespace portolan
