// SPDX-License-Identifier: BSL-1.0
// A lower bound for movers with a body, made from one for their core.
#pragma once

#include "portolan/grid/body_moves.hpp"
#include "portolan/query/open_links.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// What a mover pays at least to a goal: the least over its next step and the turns before it, then what its core pays,
/// in any direction and without turns but those that the goal's heading asks for.
///
/// Every step costs at least what the core's does, since the body contains the core, turns cost 0 or more and do not
/// move the core: so the core's cost is consistent, and so is one Bellman backup of it, which is never lower.
///
/// Distance is anything with `Cost to_goal(Tile)` for passable tiles of the map: a consistent lower bound in the unit
/// of the profile, 0 at the goal, kInfiniteCost where no path of the core leads there. One thread at a time; what it is
/// made from must outlive it.
template <class Distance>
class PlacedEstimate {
 public:
  PlacedEstimate(const BodyMoves& body, const OpenLinks& links, Distance& distance) noexcept
      : body_(body), links_(links), distance_(distance) {
    body.for_each_direction(Heading::east, [this](Heading direction, std::uint32_t factor, Gear) noexcept {
      ways_[way_count_++] = {static_cast<std::size_t>(direction), factor};
    });
  }

  /// From now on for paths to this placement, for which the distance is good.
  void aim(const Placement& goal) noexcept {
    goal_ = goal;
    ++aim_;
    for (int i = 0; i < kHeadings; i += body_.rules().eighths) {
      last_turns_[static_cast<std::size_t>(i)] =
          goal.heading == Heading::any ? 0 : body_.rules().turns(static_cast<Heading>(i), goal.heading);
    }
  }

  /// For paths from a passable tile; kInfiniteCost if the core has none. O(1), and what the distance takes.
  [[nodiscard]] Cost of(Tile tile, Heading heading) noexcept {
    Entry& entry = cache_[static_cast<std::size_t>(tile.y) % kSide * kSide + static_cast<std::size_t>(tile.x) % kSide];
    if (entry.aim != aim_ || !(entry.tile == tile)) fill(entry, tile);
    return entry.costs[static_cast<std::size_t>(heading)];
  }

 private:
  static constexpr std::size_t kSide = 64;
  /// The costs at a tile, by heading.
  struct Entry {
    std::uint64_t aim = 0;
    Tile tile{};
    std::array<Cost, kHeadings> costs{};
  };

  void fill(Entry& entry, Tile tile) noexcept {
    entry.aim = aim_;
    entry.tile = tile;
    const bool by_link = !links_.empty() && links_.table().find(tile).has_value();
    if (tile == goal_.tile || by_link) {
      const Cost cost = scaled(distance_.to_goal(tile));
      for (std::size_t i = 0; i < kHeadings; ++i) {
        entry.costs[i] = cost == kInfiniteCost ? cost : cost + last_turns_[i];
      }
    } else {
      step_and_turn(tile, entry.costs);
    }
  }

  [[nodiscard]] Cost scaled(Cost cost) const noexcept {
    return cost == kInfiniteCost ? cost : cost * body_.rules().scale;
  }

  /// All by eight directions or headings at a time, also where the mover has four of them and the others mean nothing.
  void step_and_turn(Tile tile, std::array<Cost, kHeadings>& costs) noexcept {
    // What the core pays for a step in a direction, and from there; that lies twice in a row, so that directions
    // beside a heading follow it.
    std::array<Cost, 2 * kHeadings> step{};
    std::array<Cost, 2 * kHeadings> rest;
    rest.fill(kInfiniteCost);
    for_each_step(body_.grid(), body_.grid().bounds(), tile, [&](Tile to, Cost cost) noexcept {
      const std::size_t direction = direction_of(to.x - tile.x, to.y - tile.y);
      step[direction] = step[direction + kHeadings] = cost;
      rest[direction] = rest[direction + kHeadings] = scaled(distance_.to_goal(to));
    });
    costs.fill(kInfiniteCost);
    for (std::size_t way = 0; way < way_count_; ++way) {
      const auto [direction, factor] = ways_[way];
      for (std::size_t i = 0; i < kHeadings; ++i) {
        costs[i] = std::min(costs[i], step[i + direction] * factor + rest[i + direction]);
      }
    }
    for (std::size_t i = 0; i < kHeadings; ++i) costs[i] += costs[i] == kInfiniteCost ? 0 : last_turns_[i];
    // Turning first: up to half around, as one step, two of them and one, or one and one.
    const int eighths = body_.rules().eighths;
    turn_first(costs, eighths);
    turn_first(costs, kHeadings / 4);
    if (eighths == 1) turn_first(costs, 1);
  }

  static constexpr std::size_t direction_of(std::int32_t x, std::int32_t y) noexcept {
    constexpr std::array<std::uint8_t, 9> kOfStep{3, 2, 1, 4, 0, 0, 5, 6, 7};
    return kOfStep[static_cast<std::size_t>(3 * y + x + 4)];
  }

  /// Lowers costs to those after a turn by so many eighths in either sense.
  void turn_first(std::array<Cost, kHeadings>& costs, int eighths) const noexcept {
    const Cost turn = body_.rules().turn * static_cast<Cost>(eighths / body_.rules().eighths);
    const auto one = static_cast<std::size_t>(eighths);
    const std::array<Cost, kHeadings> before = costs;
    for (std::size_t i = 0; i < kHeadings; ++i) {
      const Cost least = std::min(before[(i + one) % kHeadings], before[(i + kHeadings - one) % kHeadings]);
      costs[i] = std::min(costs[i], least + turn);
    }
  }

  struct Way {
    std::size_t direction = 0;  ///< of the step, for a mover that faces east
    std::uint32_t factor = 0;
  };

  const BodyMoves& body_;
  const OpenLinks& links_;
  Distance& distance_;
  std::array<Way, kHeadings> ways_{};
  std::size_t way_count_ = 0;
  Placement goal_{};
  std::array<Cost, kHeadings> last_turns_{};  ///< by heading: what turning to that of the goal costs
  std::uint64_t aim_ = 0;
  std::array<Entry, kSide * kSide> cache_{};
};

}  // namespace portolan
