// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/jump_search.hpp"

#include <array>
#include <bit>
#include <utility>

namespace portolan {
namespace {

/// Directions clockwise from the east; odd ones are diagonal, between their components.
constexpr unsigned kJumpDirections = 8;
constexpr std::array<Tile, kJumpDirections> kSteps{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

/// Another direction, by eighths of a turn clockwise.
constexpr unsigned turned(unsigned direction, int eighths) noexcept {
  return (direction + static_cast<unsigned>(eighths)) % kJumpDirections;
}
constexpr Tile beside(Tile t, unsigned direction) noexcept {
  return {t.x + kSteps[direction].x, t.y + kSteps[direction].y};
}
constexpr std::uint8_t way(unsigned direction) noexcept {
  return static_cast<std::uint8_t>(1U << direction);
}

/// Costs must leave room for the ways in a label: below 2^48, for paths of up to 2^26 steps.
constexpr std::uint32_t kDearestStep = 1U << 20;

/// 0 if nothing is passable.
std::uint32_t least_price(const MoveRules& rules) noexcept {
  std::uint32_t least = 0;
  for (const std::uint32_t cost : rules.cost) {
    if (cost != 0 && (least == 0 || cost < least)) least = cost;
  }
  return least;
}

}  // namespace

bool JumpSearch::serves(const ProfileView& profile) noexcept {
  const MoveRules& rules = profile.rules;
  const GridView& grid = profile.grid;
  if (rules.metric != Metric::grid || grid.edges != nullptr || !profile.links.empty()) return false;
  if (grid.terrain.empty() || grid.terrain.size() > kMostTiles) return false;
  const bool is_norm = rules.straight != 0 && rules.straight <= rules.diagonal &&
                       rules.diagonal <= 2 * std::uint64_t{rules.straight} && rules.diagonal < kDearestStep;
  const std::uint32_t price = least_price(rules);
  return is_norm && price != 0 &&
         std::ranges::all_of(std::span(rules.cost).first(profile.terrains),
                             [&](std::uint32_t cost) { return cost == 0 || cost == price; });
}

JumpSearch::JumpSearch(const GridView& grid)
    : grid_(grid),
      tile_price_(least_price(*grid.rules)),
      price_((Cost{tile_price_} * 2) >> grid.rules->halving),
      bits_(grid),
      labels_{ZeroedArray<Label>(grid.terrain.size())},
      entries_(grid.terrain.size()),
      open_({entries_.data(), entries_.size()}, labels_),
      touched_(grid.terrain.size()) {}

void JumpSearch::forget() noexcept {
  for (std::size_t i = 0; i < touched_count_; ++i) labels_[touched_[i]] = {};
  touched_count_ = 0;
}

/// One search by one rule of pruning.
template <JumpPruning rule>
class JumpSearch::Round {
 public:
  explicit Round(JumpSearch& search) noexcept
      : search_(search),
        bits_(search.bits_),
        straight_(search.grid_.rules->straight),
        diagonal_(search.grid_.rules->diagonal),
        open_(search.open_),
        limit_(search.limit_) {}

  SearchOutcome run(std::uint64_t expansions) noexcept {
    SearchOutcome outcome;
    while (!open_.empty()) {
      if (outcome.expansions == expansions) {
        outcome.end = SearchEnd::budget;
        return outcome;
      }
      parent_ = open_.pop().node;
      ++outcome.expansions;
      const Tile tile = search_.grid_.tile(parent_);
      if (tile == search_.goal_) {
        outcome.end = SearchEnd::reached;
        return outcome;
      }
      Label& label = search_.labels_[parent_];
      const Cost cost = label.cost();
      unsigned untried = label.untried();
      label.set(cost, label.ways(), 0);
      for (; untried != 0; untried &= untried - 1) {
        const auto direction = static_cast<unsigned>(std::countr_zero(untried));
        if (kFour ? direction % 4 == 0 : direction % 2 != 0) {
          cast(tile, cost, direction);
        } else {
          jump(tile, cost, direction);
        }
      }
    }
    return outcome;
  }

 private:
  static constexpr bool kFour = rule == JumpPruning::four_neighbours;
  static constexpr bool kCuts = rule == JumpPruning::cut_one || rule == JumpPruning::cut_both;

  /// A tile that is reached from the one that is being settled, and how the search may go on from there.
  void reach(Tile tile, Cost cost, unsigned ways) noexcept {
    const auto node = static_cast<NodeId>(search_.grid_.index(tile));
    Label& label = search_.labels_[node];
    if (label.ways() == 0) {
      const Cost estimate = cost + search_.bound(tile);
      if (estimate >= limit_) return;
      search_.touched_[search_.touched_count_++] = node;
      label.parent = parent_;
      label.set(cost, static_cast<std::uint8_t>(ways), static_cast<std::uint8_t>(ways));
      open_.insert({estimate, cost, node});
    } else if (cost < label.cost()) {
      // Not yet settled, as estimates are consistent.
      label.parent = parent_;
      label.set(cost, static_cast<std::uint8_t>(ways), static_cast<std::uint8_t>(ways));
      open_.improve({cost + search_.bound(tile), cost, node});
    } else if (const unsigned more = ways & ~static_cast<unsigned>(label.ways()); cost == label.cost() && more != 0) {
      const bool settled = label.slot == kClosedSlot;
      label.set(cost, static_cast<std::uint8_t>(label.ways() | more),
                static_cast<std::uint8_t>(label.untried() | more));
      if (settled) open_.insert({cost + search_.bound(tile), cost, node});
      return;
    } else {
      return;
    }
    if (tile == search_.goal_) limit_ = cost;
  }

  /// Goes along the direction whose tiles all have ways to both sides: diagonally, with 4 neighbours along the row.
  void cast(Tile tile, Cost cost, unsigned direction) noexcept {
    const unsigned left = turned(direction, kFour ? -2 : -1);
    const unsigned right = turned(direction, kFour ? 2 : 1);
    const Cost step = kFour ? straight_ : diagonal_;
    for (;;) {
      const Tile next = beside(tile, direction);
      if (!bits_.test(next)) return;
      if constexpr (rule == JumpPruning::never_cut) {
        if (!bits_.test(beside(tile, left)) || !bits_.test(beside(tile, right))) return;
      } else if constexpr (rule == JumpPruning::cut_one) {
        if (!bits_.test(beside(tile, left)) && !bits_.test(beside(tile, right))) return;
      }
      tile = next;
      cost += step;
      if (cost + search_.bound(tile) >= limit_) return;
      if (tile == search_.goal_) return reach(tile, cost, way(direction));
      if constexpr (kCuts) {
        const unsigned forced = forced_beside(tile, direction);
        if (forced != 0) return reach(tile, cost, forced | way(direction) | way(left) | way(right));
      }
      jump(tile, cost, left);
      jump(tile, cost, right);
    }
  }

  /// Behind a diagonal step: ways past a blocked tile on either side.
  [[nodiscard]] unsigned forced_beside(Tile tile, unsigned direction) noexcept {
    unsigned forced = 0;
    for (const int side : {-1, 1}) {
      const bool blocked = !bits_.test(beside(tile, turned(direction, 3 * side)));
      if (!blocked || !bits_.test(beside(tile, turned(direction, 2 * side)))) continue;
      const bool legal = rule == JumpPruning::cut_both || bits_.test(beside(tile, turned(direction, side)));
      if (legal) forced |= way(turned(direction, 2 * side));
    }
    return forced;
  }

  /// Goes straight on to the next tile where a path may have to turn, if there is one.
  void jump(Tile tile, Cost cost, unsigned direction) noexcept {
    switch (direction) {
      case 0:
        return jump_along<BitAxis::rows, true>(tile, cost, direction);
      case 2:
        return jump_along<BitAxis::columns, true>(tile, cost, direction);
      case 4:
        return jump_along<BitAxis::rows, false>(tile, cost, direction);
      default:
        return jump_along<BitAxis::columns, false>(tile, cost, direction);
    }
  }

  template <BitAxis axis, bool forward>
  void jump_along(Tile tile, Cost cost, unsigned direction) noexcept {
    constexpr bool by_rows = axis == BitAxis::rows;
    const Tile goal = search_.goal_;
    const std::int32_t from = by_rows ? tile.x : tile.y;
    const std::int32_t line = by_rows ? tile.y : tile.x;
    Stop stop = next_stop<axis, forward>(static_cast<std::size_t>(line + 1), from + 1);
    --stop.place;
    const std::int32_t sought = by_rows ? goal.x : goal.y;
    const bool in_line = line == (by_rows ? goal.y : goal.x);
    if (in_line && (forward ? sought > from && sought <= stop.place : sought < from && sought >= stop.place)) {
      stop = {sought, true};  // no wall, as the goal is passable
    }
    if (!stop.turns) return;
    const Tile to = by_rows ? Tile{stop.place, line} : Tile{line, stop.place};
    const Cost reached = cost + straight_ * static_cast<Cost>(forward ? stop.place - from : from - stop.place);
    if (reached + search_.bound(to) >= limit_) return;
    reach(to, reached, ways_on(to, direction));
  }

  /// Behind a straight step.
  [[nodiscard]] unsigned ways_on(Tile tile, unsigned direction) noexcept {
    unsigned ways = way(direction);
    for (const int side : {-1, 1}) {
      const unsigned aside = turned(direction, 2 * side);
      const bool free = bits_.test(beside(tile, aside));
      if constexpr (kCuts) {
        if (!free) ways |= way(turned(direction, side));
      } else {
        if (!free || bits_.test(beside(tile, turned(direction, 3 * side)))) continue;
        ways |= way(aside);
        if (!kFour) ways |= way(turned(direction, side));
      }
    }
    return ways;
  }

  /// Where a straight run ends: where a path may have to turn, or else at a wall.
  struct Stop {
    std::int32_t place = 0;
    bool turns = false;
  };

  /// Scans from a place of a line of bits, 64 places at a time. What closes or opens beside the run shows as a free
  /// place whose neighbour, one back, is blocked. Where corners are not cut the run may turn there. Where they are, it
  /// may turn one place before, from which a diagonal step leads there; that place must not be the first.
  template <BitAxis axis, bool forward>
  [[nodiscard]] Stop next_stop(std::size_t line, std::int32_t from) noexcept {
    auto word = static_cast<std::size_t>(from) / 64;
    const unsigned bit = static_cast<unsigned>(from) % 64;
    std::uint64_t beyond = forward ? ~std::uint64_t{0} << bit << 1 : (std::uint64_t{1} << bit) - 1;
    const std::uint64_t open_at_first = kCuts ? std::uint64_t{1} << bit : 0;
    BitRows::Words words = bits_.words<axis>(line, word);
    words.before |= open_at_first;
    words.after |= open_at_first;
    std::uint64_t carry_before = 0;
    std::uint64_t carry_after = 0;
    for (;;) {
      const std::uint64_t back_before =
          forward ? words.before << 1 | carry_before : words.before >> 1 | carry_before << 63;
      const std::uint64_t back_after = forward ? words.after << 1 | carry_after : words.after >> 1 | carry_after << 63;
      const std::uint64_t turns = (words.before & ~back_before) | (words.after & ~back_after);
      const std::uint64_t stops = (turns | ~words.here) & beyond;
      if (stops != 0) {
        const auto at = static_cast<unsigned>(forward ? std::countr_zero(stops) : 63 - std::countl_zero(stops));
        const bool free = (words.here >> at & 1) != 0;
        const auto place = static_cast<std::int32_t>(word * 64 + at);
        if constexpr (kCuts) {
          const bool turns_there = (turns >> at & 1) != 0 && (free || rule == JumpPruning::cut_both);
          return {turns_there ? place + (forward ? -1 : 1) : place, turns_there};
        }
        return {place, free};
      }
      carry_before = forward ? words.before >> 63 : words.before & 1;
      carry_after = forward ? words.after >> 63 : words.after & 1;
      word += forward ? 1 : ~std::size_t{0};
      beyond = ~std::uint64_t{0};
      words = bits_.words<axis>(line, word);
    }
  }

  JumpSearch& search_;
  BitRows& bits_;
  Cost straight_;
  Cost diagonal_;
  OpenList<Labels>& open_;
  Cost& limit_;
  NodeId parent_ = kNoNode;
};

SearchOutcome JumpSearch::search(Tile from, Tile to, Cost below, std::uint64_t expansions) noexcept {
  start(from, to, below / price_ + (below % price_ != 0 ? 1 : 0));
  return go_on(expansions);
}

void JumpSearch::start(Tile from, Tile to, Cost limit) noexcept {
  forget();
  open_.clear();
  start_ = from;
  goal_ = to;
  limit_ = from == to ? 0 : limit;
  const Cost estimate = bound(from);
  if (estimate >= limit) return;
  const auto node = static_cast<NodeId>(grid_.index(from));
  const std::uint8_t ways = grid_.rules->neighbours == Neighbours::four ? 0x55 : 0xFF;
  touched_[touched_count_++] = node;
  labels_[node].parent = kNoNode;
  labels_[node].set(0, ways, ways);
  open_.insert({estimate, 0, node});
}

SearchOutcome JumpSearch::go_on(std::uint64_t expansions) noexcept {
  const SearchOutcome outcome = settle(expansions);
  if (outcome.end == SearchEnd::reached) lead_to(goal_);
  return outcome;
}

SearchOutcome JumpSearch::settle(std::uint64_t expansions) noexcept {
  if (grid_.rules->neighbours == Neighbours::four) return Round<JumpPruning::four_neighbours>(*this).run(expansions);
  switch (grid_.rules->corners) {
    case CornerRule::cut_one:
      return Round<JumpPruning::cut_one>(*this).run(expansions);
    case CornerRule::cut_both:
      return Round<JumpPruning::cut_both>(*this).run(expansions);
    case CornerRule::never_cut:
      break;
  }
  return Round<JumpPruning::never_cut>(*this).run(expansions);
}

void JumpSearch::lead_to(Tile end) noexcept {
  end_ = end;
  NodeId next = kNoNode;
  const auto first = static_cast<NodeId>(grid_.index(start_));
  for (auto node = static_cast<NodeId>(grid_.index(end));;) {
    const NodeId parent = std::exchange(labels_[node].parent, next);
    if (node == first) return;
    next = std::exchange(node, parent);
  }
}

}  // namespace portolan
