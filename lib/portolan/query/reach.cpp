// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/reach.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace portolan {
namespace {

/// Runs of adjoining steps that no wall parts.
constexpr std::uint32_t kAllJoined = ~std::uint32_t{0};

/// Calls visit(x) for every bit that is set.
template <class Visit>
void for_each_bit(std::uint32_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

Reach::Reach(const GridView& grid, const OpenLinks& links)
    : grid_(grid),
      links_(links),
      diagonals_(grid.rules->neighbours == Neighbours::eight && grid.rules->corners == CornerRule::cut_both),
      columns_(page_columns(grid.width)),
      rows_(page_columns(grid.height)),
      blocks_(columns_ * rows_),
      pages_(grid.terrain),
      // No two parts of a block have neighbouring positions but where moves part them.
      parent_(blocks_.size() * kSide * kSide / (grid.edges == nullptr ? 2 : 1)) {
  find_anchors();
  const std::size_t arcs = one_ways_.size() + links_.table().arcs();
  arcs_.reserve(arcs);
  queue_.reserve(arcs + 1);
  reached_ = ZeroedArray<std::uint32_t>(parent_.size());
}

/// Where links, and moves that lead one way, begin and end. Whatever the terrain is: edits may open it.
void Reach::find_anchors() {
  std::vector<std::pair<Tile, Tile>> moves;
  if (grid_.edges != nullptr) {
    const auto consider = [&](Tile a, Tile b) {
      if (!grid_.contains(b)) return;
      const bool there = edge_cost(grid_, a, b) != kInfiniteCost;
      const bool back = edge_cost(grid_, b, a) != kInfiniteCost;
      if (there && !back) moves.emplace_back(a, b);
      if (back && !there) moves.emplace_back(b, a);
    };
    for (std::int32_t y = 0; y < grid_.height; ++y) {
      for (std::int32_t x = 0; x < grid_.width; ++x) {
        consider({x, y}, {x + 1, y});
        consider({x, y}, {x, y + 1});
        if (!diagonals_) continue;
        consider({x, y}, {x + 1, y + 1});
        if (x > 0) consider({x, y}, {x - 1, y + 1});
      }
    }
  }
  const auto add = [&](Tile t) { anchors_.push_back({page_number(grid_.width, t), t, kNoPart}); };
  for (const Tile end : links_.table().link_ends()) add(end);
  for (const auto& [from, to] : moves) {
    add(from);
    add(to);
  }
  const auto before = [](const Anchor& a, const Anchor& b) {
    return a.block != b.block ? a.block < b.block : row_by_row(a.tile, b.tile);
  };
  std::sort(anchors_.begin(), anchors_.end(), before);
  const auto same = [](const Anchor& a, const Anchor& b) { return a.tile == b.tile; };
  anchors_.erase(std::unique(anchors_.begin(), anchors_.end(), same), anchors_.end());
  one_ways_.reserve(moves.size());
  for (const auto& [from, to] : moves) one_ways_.push_back({anchor_at(from), anchor_at(to)});
}

std::uint32_t Reach::anchor_at(Tile tile) const noexcept {
  const std::size_t block = page_number(grid_.width, tile);
  const auto at = std::partition_point(anchors_.begin(), anchors_.end(), [&](const Anchor& anchor) {
    return anchor.block != block ? anchor.block < block : row_by_row(anchor.tile, tile);
  });
  return static_cast<std::uint32_t>(at - anchors_.begin());
}

void Reach::follow(const TerrainPages& pages) {
  current_ = false;
  follow_pages(pages_, pages, [this](std::size_t block) { blocks_[block].cut = false; });
}

void Reach::follow_file() noexcept {
  current_ = false;
  drop_pages(pages_, [this](std::size_t block) { blocks_[block].cut = false; });
}

/// Whether a step leads from one position to the other and back. The mover can stand on both, one beside the other.
bool Reach::joined(Tile a, Tile b) const noexcept {
  if (!legal_step(grid_, a, b)) return false;
  return grid_.edges == nullptr || (edge_cost(grid_, a, b) != kInfiniteCost && edge_cost(grid_, b, a) != kInfiniteCost);
}

/// Cuts a block into parts, numbered in the order of their first positions: runs of a row, joined with those above.
Reach::Parts Reach::parts_of(std::size_t number) const noexcept {
  const Rect area = pages_.block(number);
  const TerrainPage* const page = grid_.pages.empty() ? nullptr : grid_.pages[number];
  Parts parts;
  parts.of.fill(kNoPart);
  std::array<std::uint16_t, kSide * kSide> parent;
  std::uint16_t runs = 0;
  const auto find = [&](std::uint16_t run) {
    while (parent[run] != run) run = parent[run] = parent[parent[run]];
    return run;
  };
  const auto join = [&](std::size_t a, std::size_t b) {
    const std::uint16_t x = find(parts.of[a]);
    const std::uint16_t y = find(parts.of[b]);
    parent[std::max(x, y)] = std::min(x, y);
  };
  Bits above = 0;
  Bits above_joined = kAllJoined;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    const std::size_t row = static_cast<std::size_t>(y - area.min.y) * kSide;
    const TerrainId* const terrain = page == nullptr ? grid_.terrain.from({area.min.x, y}) : page->data() + row;
    const auto width = static_cast<std::size_t>(area.width());
    Bits free = 0;
    for (std::size_t x = 0; x < width; ++x) {
      free |= static_cast<Bits>(grid_.rules->cost[terrain[x]] != 0 ? 1 : 0) << x;
    }
    const auto tile = [&](std::size_t x, std::int32_t row_of) {
      return Tile{area.min.x + static_cast<std::int32_t>(x), row_of};
    };
    Bits joined_west = free & (free << 1);
    Bits joined_north = free & above;
    if (grid_.edges != nullptr) {
      for_each_bit(joined_west, [&](std::size_t x) {
        if (!joined(tile(x - 1, y), tile(x, y))) joined_west &= ~(Bits{1} << x);
      });
      for_each_bit(joined_north, [&](std::size_t x) {
        if (!joined(tile(x, y - 1), tile(x, y))) joined_north &= ~(Bits{1} << x);
      });
    }
    for_each_bit(free, [&](std::size_t x) {
      if ((joined_west >> x & 1) != 0) {
        parts.of[row + x] = parts.of[row + x - 1];
      } else {
        parent[runs] = runs;
        parts.of[row + x] = runs++;
      }
    });
    // Of neighbours that are joined along both rows one is enough.
    const Bits needless = (joined_north << 1) & joined_west & above_joined;
    for_each_bit(joined_north & ~needless, [&](std::size_t x) { join(row + x, row + x - kSide); });
    if (diagonals_) {
      for_each_bit(free & (above << 1) & ~(free << 1) & ~above, [&](std::size_t x) {
        if (joined(tile(x, y), tile(x - 1, y - 1))) join(row + x, row + x - kSide - 1);
      });
      for_each_bit(free & (above >> 1) & ~(free >> 1) & ~above, [&](std::size_t x) {
        if (joined(tile(x, y), tile(x + 1, y - 1))) join(row + x, row + x - kSide + 1);
      });
    }
    above = free;
    above_joined = joined_west;
  }
  std::array<std::uint16_t, kSide * kSide> part;
  for (std::uint16_t run = 0; run < runs; ++run) {
    // Roots are the least of theirs, so that they have their part by now.
    const std::uint16_t first = find(run);
    part[run] = first == run ? parts.count++ : part[first];
  }
  for (std::uint16_t& of : parts.of) {
    if (of != kNoPart) of = part[of];
  }
  return parts;
}

void Reach::cut(std::size_t number) noexcept {
  const Parts parts = parts_of(number);
  const Rect area = pages_.block(number);
  const auto width = static_cast<std::size_t>(area.width());
  const auto height = static_cast<std::size_t>(area.height());
  Block& block = blocks_[number];
  block.free = {};
  const auto keep = [&](Seam seam, std::size_t i, std::size_t position) {
    block.part[seam][i] = parts.of[position];
    if (parts.of[position] != kNoPart) block.free[seam] |= Bits{1} << i;
  };
  for (std::size_t x = 0; x < width; ++x) {
    keep(north, x, x);
    keep(south, x, (height - 1) * kSide + x);
  }
  for (std::size_t y = 0; y < height; ++y) {
    keep(west, y, y * kSide);
    keep(east, y, y * kSide + width - 1);
  }
  block.count = parts.count;
  block.cut = true;
  const auto first = std::partition_point(anchors_.begin(), anchors_.end(),
                                          [&](const Anchor& anchor) { return anchor.block < number; });
  for (auto anchor = first; anchor != anchors_.end() && anchor->block == number; ++anchor) {
    anchor->part = parts.of[place_in_page(anchor->tile)];
  }
}

std::uint32_t Reach::root(std::uint32_t part) noexcept {
  while (parent_[part] != part) part = parent_[part] = parent_[parent_[part]];
  return part;
}

void Reach::unite(std::uint32_t a, std::uint32_t b) noexcept {
  a = root(a);
  b = root(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

/// Joins what lies on both sides of a seam: `first` is the first position on this side, `across` the one beyond it.
void Reach::join_seam(const Block& a, Seam at_a, const Block& b, Seam at_b, Tile first, Tile across) noexcept {
  const std::int32_t dx = at_a == south ? 1 : 0;
  const std::int32_t dy = 1 - dx;
  const auto along = [&](Tile t, std::size_t i) {
    const auto n = static_cast<std::int32_t>(i);
    return Tile{t.x + n * dx, t.y + n * dy};
  };
  const auto join = [&](std::size_t i, std::size_t j) { unite(a.first + a.part[at_a][i], b.first + b.part[at_b][j]); };
  const Bits both = a.free[at_a] & b.free[at_b];
  if (grid_.edges == nullptr) {
    // Positions that follow each other on both sides are joined there.
    for_each_bit(both & ~(both << 1), [&](std::size_t i) { join(i, i); });
  } else {
    for_each_bit(both, [&](std::size_t i) {
      if (joined(along(first, i), along(across, i))) join(i, i);
    });
  }
  if (!diagonals_) return;
  for_each_bit(a.free[at_a] & (b.free[at_b] << 1) & ~(a.free[at_a] << 1) & ~b.free[at_b], [&](std::size_t i) {
    if (joined(along(first, i), along(across, i - 1))) join(i, i - 1);
  });
  for_each_bit(a.free[at_a] & (b.free[at_b] >> 1) & ~(a.free[at_a] >> 1) & ~b.free[at_b], [&](std::size_t i) {
    if (joined(along(first, i), along(across, i + 1))) join(i, i + 1);
  });
}

/// Joins two positions beside the corner where four blocks meet.
void Reach::join_corner(const Block& a, Tile from, const Block& b, Tile to) noexcept {
  const auto part = [&](const Block& block, Tile t, Seam seam) {
    return block.part[seam][static_cast<std::size_t>(t.x) % kSide];
  };
  const std::uint16_t here = part(a, from, south);
  const std::uint16_t there = part(b, to, north);
  if (here != kNoPart && there != kNoPart && joined(from, to)) unite(a.first + here, b.first + there);
}

void Reach::join_blocks(std::size_t column, std::size_t row) noexcept {
  const std::size_t number = row * columns_ + column;
  const Block& block = blocks_[number];
  const Rect area = pages_.block(number);
  const Tile last{area.max.x - 1, area.max.y - 1};
  if (column + 1 < columns_) {
    join_seam(block, east, blocks_[number + 1], west, {last.x, area.min.y}, {last.x + 1, area.min.y});
  }
  if (row + 1 == rows_) return;
  join_seam(block, south, blocks_[number + columns_], north, {area.min.x, last.y}, {area.min.x, last.y + 1});
  if (!diagonals_) return;
  if (column + 1 < columns_) {
    join_corner(block, last, blocks_[number + columns_ + 1], {last.x + 1, last.y + 1});
  }
  if (column != 0) {
    join_corner(block, {area.min.x, last.y}, blocks_[number + columns_ - 1], {area.min.x - 1, last.y + 1});
  }
}

std::uint32_t Reach::group_of(const Anchor& anchor) const noexcept {
  return parent_[blocks_[anchor.block].first + anchor.part];
}

/// Links, and moves that lead one way, where they join two groups.
void Reach::add_arcs() noexcept {
  arcs_.clear();
  const auto add = [&](const Anchor& from, const Anchor& to) {
    if (from.part == kNoPart || to.part == kNoPart) return;
    const Arc arc{group_of(from), group_of(to)};
    if (arc.from != arc.to) arcs_.push_back(arc);
  };
  for (const OneWay& move : one_ways_) {
    const Anchor& from = anchors_[move.from];
    const Anchor& to = anchors_[move.to];
    if (from.part != kNoPart && to.part != kNoPart && legal_step(grid_, from.tile, to.tile)) add(from, to);
  }
  links_.for_each(
      [&](Tile from, const LinkArc& arc) { add(anchors_[anchor_at(from)], anchors_[anchor_at(arc.other)]); });
  std::sort(arcs_.begin(), arcs_.end(), [](const Arc& a, const Arc& b) { return a.from < b.from; });
}

void Reach::update() noexcept {
  if (current_) return;
  std::uint32_t parts = 0;
  for (std::size_t number = 0; number < blocks_.size(); ++number) {
    Block& block = blocks_[number];
    if (!block.cut) cut(number);
    block.first = parts;
    for (std::uint16_t part = 0; part < block.count; ++part, ++parts) parent_[parts] = parts;
  }
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t column = 0; column < columns_; ++column) join_blocks(column, row);
  }
  // Parents have lower numbers, so that one pass finds all roots.
  for (std::uint32_t part = 0; part < parts; ++part) parent_[part] = parent_[parent_[part]];
  add_arcs();
  start_.reset();
  current_ = true;
}

std::uint32_t Reach::group(Tile tile) const noexcept {
  const std::size_t number = page_number(grid_.width, tile);
  const Block& block = blocks_[number];
  return parent_[block.first + (block.count == 1 ? 0 : parts_of(number).of[place_in_page(tile)])];
}

/// Finds the groups that arcs lead to from one.
void Reach::spread(std::uint32_t start) noexcept {
  if (start_ == start) return;
  start_ = start;
  if (++stamp_ == 0) {
    for (std::size_t i = 0; i < reached_.size(); ++i) reached_[i] = 0;
    stamp_ = 1;
  }
  queue_.clear();
  const auto add = [&](std::uint32_t group) {
    if (reached(group)) return;
    reached_[group] = stamp_;
    queue_.push_back(group);
  };
  add(start);
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const std::uint32_t from = queue_[next];
    auto arc = std::partition_point(arcs_.begin(), arcs_.end(), [&](const Arc& a) { return a.from < from; });
    for (; arc != arcs_.end() && arc->from == from; ++arc) add(arc->to);
  }
}

bool Reach::joins(Tile from, Tile to) noexcept {
  update();
  const std::uint32_t start = group(from);
  const std::uint32_t goal = group(to);
  if (start == goal) return true;
  if (arcs_.empty()) return false;
  spread(start);
  return reached(goal);
}

NearestTiles Reach::nearest(Tile from, Tile wanted) noexcept {
  update();
  spread(group(from));
  NearestTiles found(grid_.bounds(), wanted);
  const Tile centre = found.centre();
  const auto look_into = [&](std::size_t number) {
    const Rect area = pages_.block(number);
    const Tile closest{std::clamp(centre.x, area.min.x, area.max.x - 1),
                       std::clamp(centre.y, area.min.y, area.max.y - 1)};
    if (found.squared(closest) > found.squared()) return;
    const Block& block = blocks_[number];
    bool some = false;
    for (std::uint16_t part = 0; part < block.count && !some; ++part) some = reached(parent_[block.first + part]);
    if (!some) return;
    const Parts parts = parts_of(number);
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
        const std::uint16_t part = parts.of[place_in_page({x, y})];
        if (part != kNoPart && reached(parent_[block.first + part])) found.offer({x, y});
      }
    }
  };
  // Squares of blocks of growing radius around that of the centre; no tile of one is nearer than what lies between.
  const std::int32_t column = centre.x / kPageSide;
  const std::int32_t row = centre.y / kPageSide;
  const auto columns = static_cast<std::int32_t>(columns_);
  const auto rows = static_cast<std::int32_t>(rows_);
  const std::int32_t farthest = std::max({column, columns - 1 - column, row, rows - 1 - row});
  for (std::int32_t radius = 0; radius <= farthest; ++radius) {
    const std::int64_t gap = radius == 0 ? 0 : std::int64_t{radius - 1} * kPageSide + 1;
    if (gap * gap > found.squared()) break;
    for (std::int32_t y = std::max(0, row - radius); y <= std::min(rows - 1, row + radius); ++y) {
      const std::int32_t step = std::abs(y - row) == radius ? 1 : 2 * radius;
      for (std::int32_t x = column - radius; x <= column + radius; x += step) {
        if (x >= 0 && x < columns) look_into(static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x));
      }
    }
  }
  return found;
}

}  // namespace portolan
