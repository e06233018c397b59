// SPDX-License-Identifier: BSL-1.0
// The tests' reference for movers with a body: tiles listed from width, length and heading on the raw map, every corner
// looked at, sectors walked tile by tile, arcs measured; a slow and obviously right Dijkstra over explicit nodes.
// Shares no code with BodyMoves, nor with any search of the library. Also draws random kinematics.
#pragma once

#include "portolan/grid/kinematics.hpp"
#include "support/oracle.hpp"
#include "support/random_world.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace portolan::test {

/// What one mover with a body can do on one map.
class PlacedOracle {
 public:
  /// The profile's footprint must be the lesser side of the body.
  PlacedOracle(const TileMap& map, const MovementProfile& profile, const MoveRules& rules,
               const Kinematics& kinematics);

  /// How many of its units are one of the rules.
  [[nodiscard]] Cost scale() const { return scale_; }
  /// What a turn to the next heading costs.
  [[nodiscard]] Cost turn() const { return turn_; }
  [[nodiscard]] bool has(Heading heading) const;
  [[nodiscard]] bool stands(const Placement& at) const { return price(at) != 0; }

  /// Where the mover may be next from rest at a placement, and at what cost, in any order.
  [[nodiscard]] std::vector<std::pair<Placement, Cost>> moves_from_rest(const Placement& at) const;
  /// The least cost of paths from a placement, whose heading is not `any`, to every other, by place().
  [[nodiscard]] std::vector<Cost> costs_from(const Placement& from) const;
  [[nodiscard]] std::size_t place(const Placement& at) const {
    return tiles_.index(at.tile) * kHeadings + static_cast<std::size_t>(at.heading);
  }
  /// The least cost in such a list to a placement, which may have any heading.
  [[nodiscard]] Cost least(const std::vector<Cost>& costs, const Placement& to) const;

  /// The least cost of going through these placements one move at a time; kInfiniteCost if that cannot be.
  [[nodiscard]] Cost cost_of(std::span<const Placement> path) const;

 private:
  enum class Drive : std::uint8_t { rest, forward, backward };
  /// `steps` since the last bend, if `bent`, else since it was at rest; capped where more makes no difference.
  struct Node {
    Placement at;
    Drive drive = Drive::rest;
    bool bent = false;
    int steps = 0;
  };
  static constexpr int kMostSteps = 7;

  [[nodiscard]] std::vector<Tile> squares(const Placement& at) const;
  [[nodiscard]] Cost square_price(Tile tile) const;
  [[nodiscard]] Cost price(const Placement& at) const;
  [[nodiscard]] Cost square_crossing(Tile from, Tile to) const;
  [[nodiscard]] bool squares_joined(Tile a, Tile b) const;
  [[nodiscard]] bool square_steps(Tile from, Tile to) const;
  [[nodiscard]] bool sector_free(const Placement& at, Heading to) const;
  [[nodiscard]] bool enough(const Node& node, double tangents) const;
  [[nodiscard]] bool may_end(const Node& node) const;
  void add_steps(const Node& from, int eighths, const Ratio& factor, Drive drive,
                 std::vector<std::pair<Node, Cost>>& moves) const;
  [[nodiscard]] std::vector<std::pair<Node, Cost>> moves(const Node& from) const;
  [[nodiscard]] std::size_t number(const Node& node) const;

  Rect bounds_;
  Oracle tiles_;  ///< of a mover of one tile
  MovementProfile profile_;
  Kinematics kinematics_;
  std::vector<Link> links_;
  Cost straight_;
  Cost diagonal_;
  Cost divisor_;
  Cost scale_;
  Cost turn_;
};

/// Kinematics that fit the profile, whose footprint is set to the lesser side of the body: sides up to `most_side`.
[[nodiscard]] Kinematics random_kinematics(Rng& rng, MovementProfile& profile, std::int32_t most_side);

/// A placement on the map, mostly one where the body stands.
[[nodiscard]] Placement random_placement(Rng& rng, const TileMap& map, const PlacedOracle& oracle);

}  // namespace portolan::test
