// SPDX-License-Identifier: BSL-1.0
// Where a body stands and how it moves: the legality of steps and turns on a grid, in integers.
//
// The grid is that of the core, a footprint of min(width, length) tiles. So every rule for bodies is one for the core:
// a body stands where the core could walk its line, square by square, one way or the other. What a map's moves add to a
// step is what its core crosses; its other squares cross for nothing, but nothing that is closed to them.
#pragma once

#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/kinematic_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace portolan {

/// How far a mover with a turning radius is from its last bend, and whether it drives backwards: 0 is at rest, as at an
/// end, with nothing behind it that an arc could need; others follow by gait_of(). Movers that turn on the spot are
/// always at rest.
using Gait = std::uint8_t;
inline constexpr Gait kAtRest = 0;

/// Everything that decides how a mover can go on.
struct MoverState {
  Tile tile{};
  Heading heading = Heading::east;
  Gait gait = kAtRest;
  friend constexpr bool operator==(const MoverState&, const MoverState&) = default;
};

/// Which way a step leads beside the heading.
enum class Gear : std::uint8_t { forward, backward, sideways };

/// A body on a grid. A view: grid and rules must outlive it. Safe to use from any number of threads.
class BodyMoves {
 public:
  BodyMoves(const GridView& grid, const KinematicRules& rules) noexcept : grid_(grid), rules_(rules) {}

  [[nodiscard]] const GridView& grid() const noexcept { return grid_; }
  [[nodiscard]] const KinematicRules& rules() const noexcept { return rules_; }

  /// The dearest terrain cost under the body; 0 where it cannot stand. O(squares in line).
  [[nodiscard]] std::uint32_t price(Tile tile, Heading heading) const noexcept {
    if (!grid_.passable(tile)) return 0;
    if (rules_.front == 0) return grid_.cost(tile);
    const Tile along = unit_step(turned(heading, rules_.axis));
    const std::uint32_t ahead = line_price(tile, along, rules_.front);
    if (ahead == 0) return 0;
    const std::uint32_t behind = line_price(tile, {-along.x, -along.y}, rules_.rear);
    return behind == 0 ? 0 : std::max(ahead, behind);
  }
  [[nodiscard]] bool stands(Tile tile, Heading heading) const noexcept { return price(tile, heading) != 0; }

  /// Whether the way from a heading to one beside it is free. The body must stand at both. O(squares in line squared).
  [[nodiscard]] bool sweeps(Tile tile, Heading from, Heading to) const noexcept {
    if (rules_.sweep == Sweep::none || rules_.front == 0) return true;
    const Tile a = unit_step(turned(from, rules_.axis));
    const Tile b = unit_step(turned(to, rules_.axis));
    return sector_free(tile, a, b, rules_.front) && sector_free(tile, {-a.x, -a.y}, {-b.x, -b.y}, rules_.rear);
  }

  /// Whether a path may end here.
  [[nodiscard]] bool may_end(const MoverState& at) const noexcept {
    return at.gait == kAtRest || count_of(at.gait) >= rules_.half_bend[is_diagonal(at.heading) ? 1 : 0];
  }

  /// Calls visit(const MoverState&, Cost) for every turn and step from a state in which the body stands, in a fixed
  /// order. Links are not steps: see may_take_link().
  template <class Visit>
  void for_each_move(const MoverState& at, Visit&& visit) const {
    const std::uint32_t here = price(at.tile, at.heading);
    if (rules_.on_the_spot() || may_bend(at)) {
      for (const int way : {rules_.eighths, -rules_.eighths}) {
        const Heading to = turned(at.heading, way);
        if (!stands(at.tile, to) || !sweeps(at.tile, at.heading, to)) continue;
        visit(MoverState{at.tile, to, rules_.on_the_spot() ? kAtRest : gait_of(0, drives_backward(at.gait))},
              rules_.turn);
      }
    }
    for_each_direction(at.heading, [&](Heading direction, std::uint32_t factor, Gear gear) {
      if (const auto gait = gait_after(at, gear)) step(at, here, direction, factor, *gait, visit);
    });
  }

  /// Calls visit(Heading direction, std::uint32_t factor, Gear) for the directions in which a mover of this heading
  /// takes steps, in a fixed order.
  template <class Visit>
  void for_each_direction(Heading heading, Visit&& visit) const {
    const auto along = [&](int eighths, std::uint32_t factor, Gear gear) {
      if (factor == 0) return;
      visit(turned(heading, eighths), factor, gear);
      if (!rules_.beside) return;
      visit(turned(heading, eighths + 1), factor, gear);
      visit(turned(heading, eighths - 1), factor, gear);
    };
    along(0, rules_.forward, Gear::forward);
    along(kHeadings / 2, rules_.backward, Gear::backward);
    if (rules_.sideways == 0) return;
    visit(turned(heading, 2), rules_.sideways, Gear::sideways);
    visit(turned(heading, -2), rules_.sideways, Gear::sideways);
  }

  /// Whether a mover in this state may take a link that begins at its tile; the body must stand with the same heading
  /// where the link ends, and is at rest there.
  [[nodiscard]] bool may_take_link(const MoverState& at) const noexcept { return may_end(at); }

 private:
  /// Gaits beyond rest count the steps since the last bend up to what the next one needs, forwards and then backwards.
  [[nodiscard]] int counts() const noexcept { return std::max(rules_.bend[0], rules_.bend[1]) + 1; }
  [[nodiscard]] Gait gait_of(int count, bool backward) const noexcept {
    return static_cast<Gait>(1 + (backward ? counts() : 0) + count);
  }
  [[nodiscard]] bool drives_backward(Gait gait) const noexcept { return gait > counts(); }
  [[nodiscard]] int count_of(Gait gait) const noexcept { return (gait - 1) % counts(); }
  [[nodiscard]] bool may_bend(const MoverState& at) const noexcept {
    return at.gait != kAtRest && count_of(at.gait) >= rules_.bend[is_diagonal(at.heading) ? 1 : 0];
  }

  [[nodiscard]] std::uint32_t line_price(Tile at, Tile step, std::int32_t squares) const noexcept {
    std::uint32_t dearest = grid_.cost(at);
    for (; squares != 0; --squares) {
      const Tile next{at.x + step.x, at.y + step.y};
      if (!grid_.passable(next) || !legal_step(grid_, at, next) || !open_either_way(grid_, at, next)) return 0;
      dearest = std::max(dearest, grid_.cost(next));
      at = next;
    }
    return dearest;
  }

  /// Two neighbouring steps are a basis of the tiles between them, so that sums of them leave no hole: those of at most
  /// `reach` steps between headings 45 degrees apart, and those in the quarter of a disc between the axes. What is
  /// swept must be passable, with no edge within that is closed both ways.
  [[nodiscard]] bool sector_free(Tile tile, Tile a, Tile b, std::int32_t reach) const noexcept {
    for (std::int32_t i = 0; i <= reach; ++i) {
      for (std::int32_t j = 0; j <= reach; ++j) {
        if (!in_sector(i, j, reach)) break;
        if (!grid_.passable({tile.x + i * a.x + j * b.x, tile.y + i * a.y + j * b.y})) return false;
      }
    }
    return grid_.edges == nullptr || sector_joined(tile, a, b, reach);
  }
  [[nodiscard]] bool in_sector(std::int32_t i, std::int32_t j, std::int32_t reach) const noexcept {
    return rules_.eighths == 1 ? i + j <= reach : i * i + j * j <= reach * (reach + 1);
  }

  /// Whether no edge between two squares of a free sector is closed both ways.
  [[nodiscard]] bool sector_joined(Tile tile, Tile a, Tile b, std::int32_t reach) const noexcept {
    // Of the steps a, b and from one to the other two are straight.
    constexpr std::array<Tile, 3> kBeside{{{1, 0}, {0, 1}, {-1, 1}}};
    for (std::int32_t i = 0; i <= reach; ++i) {
      for (std::int32_t j = 0; in_sector(i, j, reach); ++j) {
        const Tile at{tile.x + i * a.x + j * b.x, tile.y + i * a.y + j * b.y};
        for (const Tile& beside : kBeside) {
          const Tile step{beside.x * a.x + beside.y * b.x, beside.x * a.y + beside.y * b.y};
          if ((step.x != 0 && step.y != 0) || i + beside.x < 0) continue;
          if (!in_sector(i + beside.x, j + beside.y, reach)) continue;
          if (!open_either_way(grid_, at, {at.x + step.x, at.y + step.y})) return false;
        }
      }
    }
    return true;
  }

  /// Whether every square of the body may step that way; it must stand at both ends.
  [[nodiscard]] bool squares_step(Tile tile, Heading heading, Tile step) const noexcept {
    if ((step.x == 0 || step.y == 0) && grid_.edges == nullptr) return true;
    const Tile along = unit_step(turned(heading, rules_.axis));
    for (std::int32_t i = -rules_.rear; i <= rules_.front; ++i) {
      const Tile square{tile.x + i * along.x, tile.y + i * along.y};
      const Tile next{square.x + step.x, square.y + step.y};
      if (!legal_step(grid_, square, next)) return false;
      if (grid_.edges != nullptr && edge_cost(grid_, square, next) == kInfiniteCost) return false;
    }
    return true;
  }

  /// What a step leaves of the straight way that the next bend needs; nothing where the mover must go on first.
  [[nodiscard]] std::optional<Gait> gait_after(const MoverState& at, Gear gear) const noexcept {
    if (rules_.on_the_spot()) return kAtRest;
    const auto kind = static_cast<std::size_t>(is_diagonal(at.heading) ? 1 : 0);
    const int bend = rules_.bend[kind];
    const bool backward = gear == Gear::backward;
    if (at.gait != kAtRest && drives_backward(at.gait) == backward) {
      return gait_of(std::min(count_of(at.gait) + 1, bend), backward);
    }
    // From rest, or after coming to rest so as to go the other way.
    if (!may_end(at)) return {};
    return gait_of(bend - rules_.half_bend[kind] + 1, backward);
  }

  template <class Visit>
  void step(const MoverState& at, std::uint32_t here, Heading direction, std::uint32_t factor, Gait gait,
            Visit& visit) const {
    const Tile way = unit_step(direction);
    if (way.x != 0 && way.y != 0 && grid_.rules->neighbours == Neighbours::four) return;
    const Tile to{at.tile.x + way.x, at.tile.y + way.y};
    const std::uint32_t there = price(to, at.heading);
    if (there == 0 || !squares_step(at.tile, at.heading, way)) return;
    Cost cost =
        is_diagonal(direction) ? grid_.rules->diagonal_step(here, there) : grid_.rules->straight_step(here, there);
    if (grid_.edges != nullptr) cost += edge_cost(grid_, at.tile, to);
    visit(MoverState{to, at.heading, gait}, cost * factor);
  }

  const GridView& grid_;
  const KinematicRules& rules_;
};

}  // namespace portolan
