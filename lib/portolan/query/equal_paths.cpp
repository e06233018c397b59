// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/equal_paths.hpp"

#include "portolan/graph/search_answer.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// By bit_of() a tile the headings that lead out of its block.
constexpr BlockSteps kLeadOut = [] {
  BlockSteps out{};
  for (unsigned bit = 0; bit < kBlockPositions; ++bit) {
    for (std::size_t way = 0; way < kDirections; ++way) {
      const auto place = static_cast<std::int32_t>(bit);
      const Tile to = ahead({place % kBlockSide, place / kBlockSide}, way);
      const bool inside = Rect{{0, 0}, {kBlockSide, kBlockSide}}.contains(to);
      out[bit] = static_cast<std::uint8_t>(out[bit] | (inside ? 0U : 1U << way));
    }
  }
  return out;
}();

}  // namespace

EqualPaths::EqualPaths(const ProfileSnapshot& snapshot, GoalDistances& distances)
    : snapshot_(snapshot),
      distances_(distances),
      tight_steps_(tight_steps(widest_simd())),
      has_links_(!snapshot.links().empty()),
      columns_(static_cast<std::uint32_t>((snapshot.grid().width + kBlockSide - 1) / kBlockSide)) {
  const auto rows = static_cast<std::size_t>((snapshot.grid().height + kBlockSide - 1) / kBlockSide);
  const std::size_t blocks = columns_ * rows;
  const std::size_t tiles = std::min(kMostTiles, snapshot.grid().terrain.size());
  items_ = ZeroedArray<Item>(tiles);
  order_ = ZeroedArray<Node>(tiles);
  stack_ = ZeroedArray<Node>(tiles);
  pages_ = ZeroedArray<Page>(std::min(kMostBlocks, blocks));
  page_of_ = ZeroedArray<std::uint32_t>(blocks);
}

void EqualPaths::aim(Tile goal) noexcept {
  goal_ = goal;
  // Labels know one price alone, and no links.
  by_labels_ = distances_.tier() == Tier::labels;
  forget();
}

void EqualPaths::forget() noexcept {
  item_count_ = finished_ = depth_ = page_count_ = 0;
}

EqualPaths::Node EqualPaths::at(Tile tile) const noexcept {
  const std::uint32_t block = block_of(tile);
  const std::uint32_t page = page_of_[block];
  return page < page_count_ && pages_[page].block == block ? pages_[page].nodes[bit_of(tile)] : kNowhere;
}

Answer EqualPaths::add(Tile from, std::uint64_t budget, std::size_t tiles) noexcept {
  budget_ = budget;
  most_tiles_ = std::min(tiles, items_.size());
  const bool fresh = page_count_ == 0;
  bool whole = follow(from);
  if (!whole && failure_.why == Why::no_room && !fresh) whole = follow(from);
  if (!whole) return failure_;
  const Item& item = items_[at(from)];
  if (item.work > budget) return spent_answer(budget);
  return {.status = Status::found, .cost = cost_of(item), .lower_bound = cost_of(item), .work = item.work};
}

bool EqualPaths::fail(const Answer& answer) noexcept {
  failure_ = answer;
  return false;
}

/// Depth first, so that a tile is finished when all that its steps lead to is.
bool EqualPaths::follow(Tile from) noexcept {
  bool sound = at(from) != kNowhere || enter(from);
  while (sound && depth_ != 0) {
    Item& item = items_[stack_[depth_ - 1]];
    Tile next;
    if (!take_next(item, next)) {
      finish();
      continue;
    }
    const Node known = after(item, next);
    if (known == kNowhere) {
      sound = enter(next);
    } else if (items_[known].open) {
      // Only links for nothing lead back.
      sound = fail({.status = Status::undecided, .why = Why::does_not_fit});
    } else {
      count(item, items_[known]);
    }
  }
  if (!sound) {
    failure_.work += item_count_;
    forget();
  }
  return sound;
}

/// The next tight step or link that was not followed yet.
bool EqualPaths::take_next(Item& item, Tile& next) const noexcept {
  if (item.pending == 0) return item.by_link && take_next_link(item, next);
  next = ahead(item.tile, static_cast<std::size_t>(std::countr_zero(unsigned{item.pending})));
  item.pending = static_cast<std::uint8_t>(item.pending & (item.pending - 1));
  return true;
}

bool EqualPaths::take_next_link(Item& item, Tile& next) const noexcept {
  std::uint32_t number = 0;
  for_each_tight_link(item, [&](Tile to, LinkId) {
    if (number++ == item.links_followed) next = to;
  });
  return item.links_followed++ < number;
}

/// The page of the block around a tile; kNowhere, with why, if it cannot be had.
std::uint32_t EqualPaths::page_around(Tile tile) noexcept {
  const std::uint32_t block = block_of(tile);
  std::uint32_t& page = page_of_[block];
  if (page >= page_count_ || pages_[page].block != block) {
    if (page_count_ == pages_.size()) {
      failure_ = {.status = Status::undecided, .why = Why::no_room};
      return kNowhere;
    }
    Page& fresh = pages_[page_count_];
    const Answer filled = distances_.fill(tile, budget_, fresh.distances);
    if (filled.status != Status::found) {
      failure_ = filled;
      return kNowhere;
    }
    fresh.has_steps = false;
    fresh.nodes.fill(kNowhere);
    fresh.block = block;
    page = static_cast<std::uint32_t>(page_count_++);
  }
  if (pages_[page].distances.work <= budget_) return page;
  failure_ = spent_answer(budget_);
  return kNowhere;
}

/// Finds the tight steps inside a block for all its tiles. Walls have no cost, whatever the file says of them.
void EqualPaths::find_steps_inside(Tile tile, Page& page) const noexcept {
  const GridView& grid = snapshot_.grid();
  const Tile origin{tile.x / kBlockSide * kBlockSide, tile.y / kBlockSide * kBlockSide};
  const std::int32_t columns = std::min(kBlockSide, grid.width - origin.x);
  const std::int32_t rows = std::min(kBlockSide, grid.height - origin.y);
  static_assert(kStripWidth % kBlockSide == 0, "the rows of blocks lie each in one piece");
  TileCosts costs;
  costs.fill(kInfiniteCost);
  for (std::int32_t y = 0; y < rows; ++y) {
    const TerrainId* const terrain = grid.terrain.from({origin.x, origin.y + y});
    for (std::int32_t x = 0; x < columns; ++x) {
      const auto bit = static_cast<std::size_t>(y * kBlockSide + x);
      if (grid.rules->cost[terrain[x]] != 0) costs[bit] = page.distances.cost[bit];
    }
  }
  tight_steps_(costs, *grid.rules, page.steps);
  page.has_steps = true;
}

/// Takes a tile as the next whose ways on are looked for.
bool EqualPaths::enter(Tile tile) noexcept {
  const std::uint32_t number = page_around(tile);
  if (number == kNowhere) return false;
  if (item_count_ >= most_tiles_) return fail({.status = Status::undecided, .why = Why::no_room});
  Page& page = pages_[number];
  const auto node = static_cast<Node>(item_count_++);
  page.nodes[bit_of(tile)] = node;
  Item& item = items_[node];
  item = {.tile = tile, .work = page.distances.work, .page = number, .open = true};
  stack_[depth_++] = node;
  const Cost cost = page.distances.cost[bit_of(tile)];
  if (tile == goal_) {
    item.paths.mantissa = 1;
    return cost == 0 || fail(corrupt_answer());
  }
  if (cost == kInfiniteCost) return fail(corrupt_answer());
  const bool sound = by_labels_ ? find_steps_by_labels(item, cost) : find_steps(item, cost);
  item.pending = item.steps;
  // On a sound file a least path goes on from here.
  return sound && (item.steps != 0 || item.by_link || fail(corrupt_answer()));
}

/// Whether a step or link leads to a tile of another block from where `rest` is left to the goal. False if that cannot
/// be known.
bool EqualPaths::leads_out(Item& item, Tile to, Cost rest, bool& tight) noexcept {
  // Another block is looked at only where the distance in the plane leaves it open whether a path leads there.
  if (!has_links_ && snapshot_.grid().rules->lower_bound(to, goal_) > rest) return true;
  const std::uint32_t other = page_around(to);
  if (other == kNowhere) return false;
  item.work = std::max(item.work, pages_[other].distances.work);
  tight = pages_[other].distances.cost[bit_of(to)] == rest;
  return true;
}

bool EqualPaths::find_steps(Item& item, Cost cost) noexcept {
  const GridView& grid = snapshot_.grid();
  const TileCosts& costs = pages_[item.page].distances.cost;
  bool sound = true;
  const auto is_tight = [&](Tile to, Cost by) {
    if (!sound || by > cost) return false;
    if (in_one_block(item.tile, to)) return costs[bit_of(to)] == cost - by;
    bool tight = false;
    sound = leads_out(item, to, cost - by, tight);
    return tight;
  };
  for_each_step(grid, grid.bounds(), item.tile, [&](Tile to, Cost by) {
    if (is_tight(to, by)) item.steps = static_cast<std::uint8_t>(item.steps | 1U << heading(item.tile, to));
  });
  if (has_links_) {
    snapshot_.links().for_each_leaving(
        item.tile, [&](const LinkArc& arc) { item.by_link = is_tight(arc.other, arc.cost) || item.by_link; });
  }
  return sound;
}

/// The same on terrain of one price without links: what stays in the block is known, and only where a path may lead on
/// is it looked at whether a step out is legal.
bool EqualPaths::find_steps_by_labels(Item& item, Cost cost) noexcept {
  const GridView& grid = snapshot_.grid();
  const MoveRules& rules = *grid.rules;
  const unsigned bit = bit_of(item.tile);
  const Cost price = (Cost{rules.least_cost} * 2) >> rules.halving;
  Page& page = pages_[item.page];
  if (!page.has_steps) find_steps_inside(item.tile, page);
  item.steps = page.steps[bit];
  for (unsigned out = kLeadOut[bit]; out != 0; out &= out - 1) {
    const auto way = static_cast<std::size_t>(std::countr_zero(out));
    const Tile at = item.tile;
    const Tile to = ahead(at, way);
    const bool slanted = to.x != at.x && to.y != at.y;
    if (slanted && rules.neighbours == Neighbours::four) continue;
    const Cost by = price * (slanted ? rules.diagonal : rules.straight);
    if (by > cost || rules.lower_bound(to, goal_) > cost - by || !grid.passable(to)) {
      continue;
    }
    if (slanted) {
      const int open = (grid.passable({to.x, at.y}) ? 1 : 0) + (grid.passable({at.x, to.y}) ? 1 : 0);
      if (open < 2 - static_cast<int>(rules.corners)) continue;
    }
    bool tight = false;
    if (!leads_out(item, to, cost - by, tight)) return false;
    item.steps = static_cast<std::uint8_t>(item.steps | (tight ? 1U << way : 0U));
  }
  return true;
}

/// Adds the paths by way of one tile.
void EqualPaths::count(Item& item, const Item& next) noexcept {
  item.paths = item.paths + next.paths;
  item.work = std::max(item.work, next.work);
  item.most_steps = std::max(item.most_steps, next.most_steps + 1);
}

void EqualPaths::finish() noexcept {
  const Node node = stack_[--depth_];
  items_[node].open = false;
  order_[finished_++] = node;
  if (depth_ != 0) count(items_[stack_[depth_ - 1]], items_[node]);
}

EqualPaths::Next EqualPaths::draw(Node node, Draws& draws) const noexcept {
  const std::uint64_t scale = items_[node].paths.exponent;
  std::uint64_t all = 0;
  for_each_next(node, [&](const Next& next) { all += items_[next.node].paths.scaled(scale); });
  std::uint64_t drawn = draws.below(all);
  Next chosen;
  for_each_next(node, [&](const Next& next) {
    const std::uint64_t chances = items_[next.node].paths.scaled(scale);
    if (chosen.node == kNowhere && drawn < chances) chosen = next;
    drawn -= std::min(drawn, chances);
  });
  return chosen;
}

}  // namespace portolan
