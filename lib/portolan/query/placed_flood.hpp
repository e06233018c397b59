// SPDX-License-Identifier: BSL-1.0
// A flood of placements from the goal of a mover with a body, against its steps: where few lead there, it tells at once
// that the start is none of them, which a search from the start would tell after all that it can reach.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/open_links.hpp"
#include "portolan/query/placed_states.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace portolan {

/// What a flood has found out.
enum class FloodEnd : std::uint8_t {
  open,   ///< nothing yet
  met,    ///< nothing, nor will it: the search has been where it came to
  apart,  ///< it has seen all that leads to the goal, and the search has been at none of it
};

/// The placements from which a goal can be reached, breadth first, as if a mover with a turning radius turned on the
/// spot: no fewer than there are. 13 bytes a placement that there is room for, committed only where it goes. Allocates
/// nothing after construction. One thread at a time; grid, links and rules must outlive it.
class PlacedFlood {
 public:
  /// Room for the placements of about so many tiles. @throws std::bad_alloc
  PlacedFlood(const GridView& grid, const OpenLinks& links, const KinematicRules& rules, std::uint64_t tiles)
      : source_(grid),
        grid_(reversed(grid)),
        rules_(against(rules)),
        body_(grid_, rules_),
        links_(links),
        placements_(grid.width, grid.height, 1, tiles),
        queue_(placements_.size()) {}
  PlacedFlood(const PlacedFlood&) = delete;
  PlacedFlood& operator=(const PlacedFlood&) = delete;

  /// Begins anew, without a goal, on the grid as it is now.
  void forget() noexcept {
    grid_ = reversed(source_);
    placements_.clear();
    first_ = last_ = 0;
    end_ = FloodEnd::apart;
  }

  /// Goes on from another goal, in all of its headings. It must have been apart from those before, if any: what leads
  /// to these is not looked at again.
  void join(const Placement& goal) noexcept {
    end_ = FloodEnd::open;
    for (int i = 0; i < kHeadings; i += rules_.eighths) {
      const auto heading = static_cast<Heading>(i);
      if ((goal.heading == Heading::any || goal.heading == heading) && body_.stands(goal.tile, heading)) {
        add(goal.tile, heading);
      }
    }
  }

  [[nodiscard]] FloodEnd end() const noexcept { return end_; }
  /// Whether it has seen that a placement leads to a goal.
  [[nodiscard]] bool leads(Tile tile, Heading heading) const noexcept { return placements_.met(tile, heading); }

  /// Goes on from one placement. Met: bool(Tile, Heading) tells whether the search has been there, in any gait; the
  /// start must be where it has been.
  template <class Met>
  void expand(Met&& met) noexcept {
    if (end_ != FloodEnd::open) return;
    if (first_ == last_) {
      end_ = FloodEnd::apart;
      return;
    }
    const MoverState at = placements_.state(queue_[first_++]);
    if (met(at.tile, at.heading)) {
      end_ = FloodEnd::met;
      return;
    }
    body_.for_each_move(at, [&](const MoverState& from, Cost) noexcept { add(from.tile, from.heading); });
    if (links_.empty()) return;
    links_.for_each_arriving(at.tile, [&](const LinkArc& arc) noexcept {
      if (body_.stands(arc.other, at.heading)) add(arc.other, at.heading);
    });
  }

 private:
  /// Steps against which the mover's own lead: what goes forward came from behind. Turns lead both ways as they are.
  static KinematicRules against(KinematicRules rules) noexcept {
    std::swap(rules.forward, rules.backward);
    rules.gaits = 1;
    return rules;
  }

  void add(Tile tile, Heading heading) noexcept {
    const NodeId node = placements_.node({tile, heading, kAtRest});
    if (node == kNoNode) {
      end_ = FloodEnd::met;
    } else if (!placements_.touched(node)) {
      placements_.touch(node);
      queue_[last_++] = node;
    }
  }

  const GridView& source_;
  GridView grid_;  ///< with every step turned round
  KinematicRules rules_;
  BodyMoves body_;
  const OpenLinks& links_;
  PlacedStates placements_;
  ZeroedArray<NodeId> queue_;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  FloodEnd end_ = FloodEnd::open;
};

}  // namespace portolan
