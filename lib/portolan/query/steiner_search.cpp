// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/steiner_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace portolan {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kLengthBits = 30;         // of lengths before they are in the unit of the search
constexpr int kKnownBits = 29;          // of the cost of the path known, at most
constexpr std::int32_t kFar = 1 << 30;  // above all costs; the sum with a cost fits
constexpr std::int32_t kUnits = 256;    // of a Place in the side of a cell
constexpr std::uint64_t kMillion = 1'000'000;
constexpr std::uint64_t kCorridors = std::uint64_t{1} << 63;  // in the last word of a mask: go along corridors

static_assert(4 * (std::size_t{kMostSteinerPoints} + 1) < 127, "a mask has room for the ring and kCorridors");

/// The square root, rounded down; below 2^62.
std::uint64_t floor_of_root(std::uint64_t square) noexcept {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root > square) --root;
  while ((root + 1) * (root + 1) <= square) ++root;
  return root;
}

}  // namespace

SteinerSearch::SteinerSearch(const PricedCells& cells, const CornerSearch& corners, std::uint32_t fraction_bits)
    : cells_(cells),
      bounds_(corners),
      fraction_bits_(fraction_bits),
      corners_(static_cast<std::size_t>(cells.columns()) * static_cast<std::size_t>(cells.rows())),
      values_(corners_ * (2 * std::size_t{kMostSteinerPoints} + 1)),
      touched_(corners_),
      remaining_(corners_),
      changed_(corners_),
      slots_{ZeroedArray<std::uint32_t>(2 * corners_)},
      heap_(2 * corners_),
      tables_(has_table_.size() * kMostRing * kMostRing),
      open_({heap_.data(), heap_.size()}, slots_) {}

void SteinerSearch::prepare(const SteinerLevel& level) noexcept {
  level_ = &level;
  points_ = level.points;
  ring_ = 4 * (points_ + 1);
  stride_ = 2 * points_ + 1;
  has_table_.fill(false);
  open_.clear();
  if (++stamp_ == 0) {
    for (std::size_t i = 0; i < corners_; ++i) touched_[i] = 0;
    stamp_ = 1;
  }
  std::size_t next = 0;
  const auto add_side = [&](Place first, bool down) {
    for (std::uint32_t i = 0; i < points_; ++i) {
      const std::int32_t offset = level.offset(i);
      places_[next++] = {first.x + (down ? 0 : offset), first.y + (down ? offset : 0)};
    }
  };
  places_[next++] = {0, 0};
  add_side({0, 0}, false);
  add_side({0, 0}, true);
  places_[next++] = {kUnits, 0};
  add_side({kUnits, 0}, true);
  places_[next++] = {0, kUnits};
  add_side({0, kUnits}, false);
  places_[next++] = {kUnits, kUnits};
}

/// False if the shortest piece of the cheapest terrain would come to nothing.
bool SteinerSearch::set_unit(Cost known) noexcept {
  const Wide cost = Wide{known} << (static_cast<std::uint32_t>(kLengthBits) - fraction_bits_);
  shift_ = 0;
  while (cost >> shift_ >= Wide{1} << kKnownBits) ++shift_;
  bound_ = static_cast<std::int32_t>((cost + (Wide{1} << shift_) - 1) >> shift_);
  return length_cost(level_->offset(0), 0, cells_.grid().rules->least_cost) > 0;
}

std::int32_t SteinerSearch::length_cost(std::int32_t dx, std::int32_t dy, std::uint32_t price) const noexcept {
  const auto square = static_cast<std::uint64_t>(dx * dx + dy * dy);
  // sqrt(square) / 256 of a cell's side, in 2^-kLengthBits tile
  const std::uint64_t length = floor_of_root(square << 44) >> (cells_.side() == kSubUnits ? 0 : 1);
  return static_cast<std::int32_t>(std::min<std::uint64_t>(length * price >> shift_, kFar));
}

/// Of the piece between the middle of a cell and a point of its ring.
std::int32_t SteinerSearch::end_cost(Corner cell, std::size_t index) const noexcept {
  const Place at = places_[index];
  return length_cost(at.x - kUnits / 2, at.y - kUnits / 2, cells_.price(cell));
}

std::int32_t SteinerSearch::piece_cost(Corner cell, std::size_t a, std::size_t b) const noexcept {
  return length_cost(places_[a].x - places_[b].x, places_[a].y - places_[b].y, cells_.price(cell));
}

const std::int32_t* SteinerSearch::table(TerrainId id) noexcept {
  std::int32_t* const costs = &tables_[id * kMostRing * kMostRing];
  if (has_table_[id]) return costs;
  has_table_[id] = true;
  const std::uint32_t price = cells_.grid().rules->cost[id];
  for (std::size_t a = 0; a < ring_; ++a) {
    for (std::size_t b = 0; b < ring_; ++b) {
      costs[a * ring_ + b] = length_cost(places_[a].x - places_[b].x, places_[a].y - places_[b].y, price);
    }
  }
  return costs;
}

void SteinerSearch::touch(NodeId corner) noexcept {
  if (touched(corner)) return;
  touched_[corner] = stamp_;
  std::fill_n(values(corner), stride_, kFar);
  changed_[corner] = {};
  const Wide remaining = Wide{bounds_.remaining(bounds_.corner(corner))}
                         << (static_cast<std::uint32_t>(kLengthBits) - fraction_bits_);
  remaining_[corner] = static_cast<std::int32_t>(std::min<Wide>(remaining >> shift_, static_cast<Wide>(bound_)));
}

/// The node at a place in the ring of a cell: its upper left corner, the sides from there, its upper right corner, the
/// side from there, the same of its lower left one, its lower right one.
SteinerSearch::Node SteinerSearch::node_of(Corner cell, std::size_t index) const noexcept {
  const NodeId corner = bounds_.node(cell);
  const auto columns = static_cast<NodeId>(cells_.columns());
  const auto part = [](std::size_t number) { return static_cast<std::uint32_t>(number); };
  if (index <= 2 * points_) return {corner, part(index)};
  if (index == 2 * points_ + 1) return {corner + 1, 0};
  if (index <= 3 * points_ + 1) return {corner + 1, part(index - points_ - 1)};
  if (index <= 4 * points_ + 2) return {corner + columns, part(index - 3 * points_ - 2)};
  return {corner + columns + 1, 0};
}

/// Calls visit(Corner cell, std::size_t index) for the cells that a node lies on, some of which may be closed or off
/// the plane, and its place in their rings.
template <class Visit>
void SteinerSearch::for_each_cell(Node node, Visit&& visit) const {
  const Corner c = bounds_.corner(node.corner);
  const std::size_t part = node.part;
  if (part == 0) {
    visit(Corner{c.x - 1, c.y - 1}, 4 * points_ + 3);
    visit(Corner{c.x, c.y - 1}, 3 * points_ + 2);
    visit(Corner{c.x - 1, c.y}, 2 * points_ + 1);
    visit(c, std::size_t{0});
  } else if (part <= points_) {
    visit(Corner{c.x, c.y - 1}, 3 * points_ + 2 + part);
    visit(c, part);
  } else {
    visit(Corner{c.x - 1, c.y}, points_ + 1 + part);
    visit(c, part);
  }
}

std::int32_t SteinerSearch::value(Node node) const noexcept {
  return touched(node.corner) ? values(node.corner)[node.part] : kFar;
}

/// A lower bound of what is left from a place in the ring of a cell whose corners are touched: the mean of its side's
/// ends, as near as it is to each.
std::int32_t SteinerSearch::estimate(Corner cell, std::size_t index) const noexcept {
  const NodeId corner = bounds_.node(cell);
  const auto columns = static_cast<NodeId>(cells_.columns());
  const Place at = places_[index];
  const bool level = at.y == 0 || at.y == kUnits;
  const NodeId first = corner + (at.x == kUnits && !level ? 1 : 0) + (at.y == kUnits ? columns : 0);
  const std::int64_t share = level ? at.x : at.y;
  const std::int64_t a = remaining_[first];
  const std::int64_t b = remaining_[first + (level ? 1 : columns)];
  return static_cast<std::int32_t>((a * (kUnits - share) + b * share) / kUnits);
}

void SteinerSearch::put(NodeId item, bool fresh, std::int32_t estimate) noexcept {
  const OpenEntry entry{.estimate = static_cast<Cost>(estimate), .cost = 0, .node = item};
  if (fresh) {
    open_.insert(entry);
  } else if (entry.estimate < heap_[slots_.slot(item)].estimate) {
    open_.improve(entry);
  }
}

void SteinerSearch::mark(Corner cell, std::size_t index, std::int32_t estimate) noexcept {
  if (!cells_.terrain(cell)) return;
  const NodeId item = bounds_.node(cell);
  touch(item);
  Mask& changed = changed_[item];
  const bool fresh = changed[0] == 0 && (changed[1] & ~kCorridors) == 0;
  changed[index / 64] |= std::uint64_t{1} << index % 64;
  put(item, fresh, estimate);
}

/// Notes that a place in the ring of a cell, whose corners are touched, is reached from there at this cost, which is
/// less than before.
void SteinerSearch::store(Corner cell, std::size_t index, std::int32_t cost) noexcept {
  const Node node = node_of(cell, index);
  if (node.part == 0) {
    store_corner(bounds_.corner(node.corner), cost, &cell);
    return;
  }
  const std::int32_t reach = cost + estimate(cell, index);
  if (reach >= arrival_) return;
  values(node.corner)[node.part] = cost;
  for_each_cell(node, [&](Corner other, std::size_t there) {
    if (other != cell) mark(other, there, reach);
  });
}

/// The same for a corner, which may be reached along a corridor: by no cell.
void SteinerSearch::store_corner(Corner c, std::int32_t cost, const Corner* by) noexcept {
  const NodeId corner = bounds_.node(c);
  touch(corner);
  if (cost >= values(corner)[0] || cost + remaining_[corner] >= arrival_ || !cells_.open(c)) return;
  const std::int32_t reach = cost + remaining_[corner];
  values(corner)[0] = cost;
  for_each_cell({corner, 0}, [&](Corner cell, std::size_t index) {
    if (by == nullptr || cell != *by) mark(cell, index, reach);
  });
  if (!cells_.ends_on_corners()) return;
  if (c == to_) arrival_ = std::min(arrival_, cost);
  const bool fresh = (changed_[corner][1] & kCorridors) == 0;
  changed_[corner][1] |= kCorridors;
  put(static_cast<NodeId>(corners_) + corner, fresh, reach);
}

void SteinerSearch::start() noexcept {
  if (cells_.ends_on_corners()) {
    store_corner(from_, 0, nullptr);
    return;
  }
  const auto columns = static_cast<NodeId>(cells_.columns());
  const NodeId corner = bounds_.node(from_);
  for (const NodeId each : {corner, corner + 1, corner + columns, corner + columns + 1}) touch(each);
  for (std::size_t i = 0; i < ring_; ++i) store(from_, i, end_cost(from_, i));
}

std::uint64_t SteinerSearch::points_to_expand(NodeId item) const noexcept {
  if (item >= corners_) return 1;
  const Mask& changed = changed_[item];
  return static_cast<std::uint64_t>(std::popcount(changed[0]) + std::popcount(changed[1] & ~kCorridors));
}

void SteinerSearch::expand_cell(Corner cell) noexcept {
  const NodeId corner = bounds_.node(cell);
  const auto columns = static_cast<NodeId>(cells_.columns());
  for (const NodeId each : {corner, corner + 1, corner + columns, corner + columns + 1}) touch(each);
  const Mask changed{changed_[corner][0], changed_[corner][1] & ~kCorridors};
  changed_[corner] = {0, changed_[corner][1] & kCorridors};

  Costs before;
  const std::int32_t* const right = values(corner + 1);
  const std::int32_t* const below = values(corner + columns);
  std::int32_t* next = std::copy_n(values(corner), stride_, before.data());
  *next++ = right[0];
  next = std::copy_n(right + points_ + 1, points_, next);
  next = std::copy_n(below, points_ + 1, next);
  *next = values(corner + columns + 1)[0];

  Costs now = before;
  const std::int32_t* const costs = table(*cells_.terrain(cell));
  for (std::size_t word = 0; word < changed.size(); ++word) {
    for (std::uint64_t bits = changed[word]; bits != 0; bits &= bits - 1) {
      const std::size_t from = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      const std::int32_t cost = before[from];
      const std::int32_t* const row = costs + from * ring_;
      for (std::size_t to = 0; to < ring_; ++to) now[to] = std::min(now[to], cost + row[to]);
      if (!cells_.ends_on_corners() && cell == to_) arrival_ = std::min(arrival_, cost + end_cost(cell, from));
    }
  }
  for (std::size_t i = 0; i < ring_; ++i) {
    if (now[i] < before[i]) store(cell, i, now[i]);
  }
}

void SteinerSearch::expand_corridors(Corner c) noexcept {
  const NodeId corner = bounds_.node(c);
  changed_[corner][1] &= ~kCorridors;
  const std::int32_t cost = values(corner)[0];
  const auto go = [&](Corner first, bool down, Corner to) {
    const Corner beside = down ? Corner{first.x - 1, first.y} : Corner{first.x, first.y - 1};
    if (cells_.terrain(first) || cells_.terrain(beside)) return;
    const std::uint32_t price = cells_.corridor(first, down);
    if (price != 0) store_corner(to, cost + length_cost(kUnits, 0, price), nullptr);
  };
  go({c.x, c.y - 1}, true, {c.x, c.y - 1});
  go({c.x - 1, c.y}, false, {c.x - 1, c.y});
  go(c, false, {c.x + 1, c.y});
  go(c, true, {c.x, c.y + 1});
}

SteinerSearch::Outcome SteinerSearch::search(Tile from, Tile to, const SteinerLevel& level, Cost known,
                                             std::uint64_t expansions) noexcept {
  Outcome outcome;
  from_ = cells_.of(from);
  to_ = cells_.of(to);
  prepare(level);
  if (!set_unit(known)) {
    outcome.end = End::coarse;
    return outcome;
  }
  arrival_ = bound_;
  start();
  while (!open_.empty() && open_.top().estimate < static_cast<Cost>(arrival_)) {
    const NodeId item = open_.top().node;
    const std::uint64_t points = points_to_expand(item);
    if (points > expansions - outcome.expansions) {
      outcome.end = End::spent;
      return outcome;
    }
    outcome.expansions += points;
    open_.pop();
    if (item < corners_) {
      expand_cell(bounds_.corner(item));
    } else {
      expand_corridors(bounds_.corner(item - static_cast<NodeId>(corners_)));
    }
  }
  const Wide least = (Wide{static_cast<std::uint64_t>(arrival_)} << shift_) * kMillion;
  const Wide divisor = Wide{kMillion + level.excess_millionths}
                       << (static_cast<std::uint32_t>(kLengthBits) - fraction_bits_);
  outcome.lower_bound = static_cast<Cost>((least + divisor - 1) / divisor);
  outcome.better = arrival_ < bound_;
  return outcome;
}

Point SteinerSearch::point(Node node) const noexcept {
  Point p = cells_.point(bounds_.corner(node.corner));
  if (node.part == 0) return p;
  const bool down = node.part > points_;
  const auto number = static_cast<std::uint32_t>(node.part - 1 - (down ? points_ : 0));
  (down ? p.y : p.x) += level_->offset(number) * cells_.side() / kUnits;
  return p;
}

/// The node from which one was reached; kNoNode if that is the start. What is left of costs that have improved since
/// gives a way that costs no more.
SteinerSearch::Node SteinerSearch::before(Node node) const noexcept {
  Node best{kNoNode, 0};
  std::int32_t least = kFar;
  for_each_cell(node, [&](Corner cell, std::size_t index) {
    if (!cells_.terrain(cell)) return;
    if (!cells_.ends_on_corners() && cell == from_ && end_cost(cell, index) <= least) {
      least = end_cost(cell, index);
      best = {kNoNode, 0};
    }
    for (std::size_t i = 0; i < ring_; ++i) {
      const Node other = node_of(cell, i);
      if (i == index || value(other) >= value(node)) continue;
      const std::int32_t cost = value(other) + piece_cost(cell, i, index);
      if (cost >= least) continue;
      least = cost;
      best = other;
    }
  });
  if (node.part != 0) return best;
  const Corner c = bounds_.corner(node.corner);
  const auto along = [&](Corner first, bool down, Corner to) {
    const std::uint32_t price = cells_.corridor(first, down);
    if (price == 0) return;
    const Node other{bounds_.node(to), 0};
    if (value(other) >= value(node)) return;
    const std::int32_t cost = value(other) + length_cost(kUnits, 0, price);
    if (cost >= least) return;
    least = cost;
    best = other;
  };
  along({c.x, c.y - 1}, true, {c.x, c.y - 1});
  along({c.x - 1, c.y}, false, {c.x - 1, c.y});
  along(c, false, {c.x + 1, c.y});
  along(c, true, {c.x, c.y + 1});
  return best;
}

std::optional<std::size_t> SteinerSearch::trace(std::span<Point> points) const noexcept {
  Node node{kNoNode, 0};
  if (cells_.ends_on_corners()) {
    node = {bounds_.node(to_), 0};
  } else {
    std::int32_t least = kFar;
    for (std::size_t i = 0; i < ring_; ++i) {
      const Node each = node_of(to_, i);
      if (value(each) == kFar) continue;
      const std::int32_t cost = value(each) + end_cost(to_, i);
      if (cost >= least) continue;
      least = cost;
      node = each;
    }
  }
  std::size_t count = 0;
  while (node.corner != kNoNode) {
    if (count == points.size()) return std::nullopt;
    points[count++] = point(node);
    if (cells_.ends_on_corners() && node.corner == bounds_.node(from_) && node.part == 0) break;
    node = before(node);
  }
  return count;
}

}  // namespace portolan
