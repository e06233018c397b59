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
      : body_(body), links_(links), distance_(distance) {}

  /// From now on for paths to this placement, for which the distance is good.
  void aim(const Placement& goal) noexcept {
    goal_ = goal;
    ++aim_;
  }

  /// For paths from a passable tile; kInfiniteCost if the core has none. O(1), and what the distance takes.
  [[nodiscard]] Cost of(Tile tile, Heading heading) noexcept {
    Entry& entry = cache_[static_cast<std::size_t>(tile.y) % kSide * kSide + static_cast<std::size_t>(tile.x) % kSide];
    if (entry.aim != aim_ || !(entry.tile == tile)) fill(entry, tile);
    return entry.costs[static_cast<std::size_t>(heading)];
  }

 private:
  static constexpr std::size_t kSide = 32;
  /// The costs at a tile, by heading.
  struct Entry {
    std::uint64_t aim = 0;
    Tile tile{};
    std::array<Cost, kHeadings> costs{};
  };

  [[nodiscard]] Cost last_turns(Heading heading) const noexcept {
    return goal_.heading == Heading::any ? 0 : body_.rules().turns(heading, goal_.heading);
  }

  void fill(Entry& entry, Tile tile) noexcept {
    const KinematicRules& rules = body_.rules();
    entry.aim = aim_;
    entry.tile = tile;
    const bool by_link = !links_.empty() && links_.table().find(tile).has_value();
    if (tile == goal_.tile || by_link) {
      const Cost cost = distance_.to_goal(tile);
      for (int i = 0; i < kHeadings; i += rules.eighths) {
        const Cost turns = last_turns(static_cast<Heading>(i));
        entry.costs[static_cast<std::size_t>(i)] = cost == kInfiniteCost ? cost : cost * rules.scale + turns;
      }
      return;
    }
    // What the core pays for a step in a direction, and from there.
    const GridView& grid = body_.grid();
    std::array<Cost, kHeadings> step;
    std::array<Cost, kHeadings> rest;
    for (int i = 0; i < kHeadings; ++i) {
      const Tile way = unit_step(static_cast<Heading>(i));
      const Tile to{tile.x + way.x, tile.y + way.y};
      const auto direction = static_cast<std::size_t>(i);
      step[direction] = grid.passable(to) ? step_cost(grid, tile, to) : kInfiniteCost;
      rest[direction] = step[direction] == kInfiniteCost ? kInfiniteCost : distance_.to_goal(to);
    }
    for (int i = 0; i < kHeadings; i += rules.eighths) {
      const auto heading = static_cast<Heading>(i);
      Cost least = kInfiniteCost;
      body_.for_each_direction(heading, [&](Heading direction, std::uint32_t factor, Gear) noexcept {
        const auto to = static_cast<std::size_t>(direction);
        if (rest[to] == kInfiniteCost) return;
        least = std::min(least, step[to] * factor + rest[to] * rules.scale + last_turns(heading));
      });
      entry.costs[static_cast<std::size_t>(i)] = least;
    }
    // Turning first: twice around in both senses.
    for (const int sense : {rules.eighths, kHeadings - rules.eighths}) {
      for (int i = 0, at = 0; i < 2 * kHeadings; i += rules.eighths) {
        const int next = (at + sense) % kHeadings;
        Cost& known = entry.costs[static_cast<std::size_t>(next)];
        known = std::min(known, entry.costs[static_cast<std::size_t>(at)] + rules.turn);
        at = next;
      }
    }
  }

  const BodyMoves& body_;
  const OpenLinks& links_;
  Distance& distance_;
  Placement goal_{};
  std::uint64_t aim_ = 0;
  std::array<Entry, kSide * kSide> cache_{};
};

}  // namespace portolan
