// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/body_tiles.hpp"

#include <algorithm>
#include <cstdlib>

namespace portolan::crowd {
namespace {

/// A set of tiles near the core, ordered row by row when it is done.
using Tiles = std::vector<Tile>;

void order(Tiles& tiles) {
  const auto by_row = [](Tile a, Tile b) { return a.y != b.y ? a.y < b.y : a.x < b.x; };
  std::ranges::sort(tiles, by_row);
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
}

void add_square(Tiles& tiles, Tile at, std::int32_t side) {
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) tiles.push_back({at.x + x, at.y + y});
  }
}

/// The tiles beside the corner over which one square meets the next, or steps: of larger squares they overlap.
void add_corners(Tiles& tiles, Tile at, Tile step, std::int32_t side) {
  if (side != 1 || step.x == 0 || step.y == 0) return;
  tiles.push_back({at.x + step.x, at.y});
  tiles.push_back({at.x, at.y + step.y});
}

constexpr Tile times(Tile step, std::int32_t count) {
  return {step.x * count, step.y * count};
}

/// What a body covers that faces there, its core at the origin.
Tiles tiles_at(std::int32_t side, const KinematicRules& rules, Heading heading) {
  Tiles tiles;
  const Tile along = unit_step(turned(heading, rules.axis));
  for (std::int32_t i = -rules.rear; i <= rules.front; ++i) {
    add_square(tiles, times(along, i), side);
    if (i < rules.front) add_corners(tiles, times(along, i), along, side);
  }
  order(tiles);
  return tiles;
}

/// What the squares in line on one side sweep as they turn from one direction to another: what BodyMoves looks at.
void add_sector(Tiles& tiles, Tile a, Tile b, std::int32_t reach, const KinematicRules& rules, std::int32_t side) {
  for (std::int32_t i = 0; i <= reach; ++i) {
    for (std::int32_t j = 0; j <= reach; ++j) {
      const bool inside = rules.eighths == 1 ? i + j <= reach : i * i + j * j <= reach * (reach + 1);
      if (inside) add_square(tiles, {i * a.x + j * b.x, i * a.y + j * b.y}, side);
    }
  }
}

Tiles swept_by_turn(std::int32_t side, const KinematicRules& rules, Heading from, Heading to) {
  Tiles tiles = tiles_at(side, rules, to);
  if (rules.sweep == Sweep::sector) {
    const Tile a = unit_step(turned(from, rules.axis));
    const Tile b = unit_step(turned(to, rules.axis));
    add_sector(tiles, a, b, rules.front, rules, side);
    add_sector(tiles, times(a, -1), times(b, -1), rules.rear, rules, side);
  }
  return tiles;
}

Tiles swept_by_step(std::int32_t side, const KinematicRules& rules, Heading heading, Tile step) {
  Tiles tiles;
  for (const Tile tile : tiles_at(side, rules, heading)) tiles.push_back({tile.x + step.x, tile.y + step.y});
  const Tile along = unit_step(turned(heading, rules.axis));
  for (std::int32_t i = -rules.rear; i <= rules.front; ++i) add_corners(tiles, times(along, i), step, side);
  return tiles;
}

}  // namespace

BodyTiles::BodyTiles(std::int32_t footprint, const KinematicRules& rules)
    : footprint_(footprint), size_(footprint + rules.front + rules.rear), eighths_(rules.eighths) {
  const std::int32_t reach = std::max(rules.front, rules.rear);
  box_ = {{-reach, -reach}, {reach + footprint, reach + footprint}};
  const auto area =
      static_cast<std::size_t>(box_.max.x - box_.min.x) * static_cast<std::size_t>(box_.max.y - box_.min.y);
  mask_.resize(kHeadings * area);
  for (int i = 0; i < kHeadings; i += eighths_) {
    const auto heading = static_cast<Heading>(i);
    covered_[index(heading)] = tiles_at(footprint, rules, heading);
    for (const Tile tile : covered_[index(heading)]) mask_[place_of(heading, tile)] = 1;
  }
  const auto keep = [this](Heading heading, std::size_t way, Tiles tiles) {
    std::erase_if(tiles, [&](Tile tile) { return covers({{0, 0}, heading}, tile); });
    order(tiles);
    swept_[index(heading)][way] = std::move(tiles);
  };
  for (int i = 0; i < kHeadings; i += eighths_) {
    const auto heading = static_cast<Heading>(i);
    for (std::size_t way = 0; way < kHeadings; ++way) {
      keep(heading, way, swept_by_step(footprint, rules, heading, unit_step(static_cast<Heading>(way))));
    }
    keep(heading, kHeadings, swept_by_turn(footprint, rules, heading, turned(heading, eighths_)));
    keep(heading, kHeadings + 1, swept_by_turn(footprint, rules, heading, turned(heading, -eighths_)));
  }
}

Rect BodyTiles::bounds(const Placement& at) const noexcept {
  if (!turns()) return square(at.tile);
  const std::vector<Tile>& tiles = covered_[index(at.heading)];
  Rect bounds{at.tile, {at.tile.x + 1, at.tile.y + 1}};
  for (const Tile tile : tiles) {
    bounds.min = {std::min(bounds.min.x, at.tile.x + tile.x), std::min(bounds.min.y, at.tile.y + tile.y)};
    bounds.max = {std::max(bounds.max.x, at.tile.x + tile.x + 1), std::max(bounds.max.y, at.tile.y + tile.y + 1)};
  }
  return bounds;
}

/// What a move sweeps that is a step or a turn to a heading beside it; nothing of others, such as links.
const std::vector<Tile>* BodyTiles::swept_by(const Placement& from, const Placement& to) const noexcept {
  const Tile step{to.tile.x - from.tile.x, to.tile.y - from.tile.y};
  const auto& ways = swept_[index(from.heading)];
  if (from.heading == to.heading) {
    for (std::size_t way = 0; way < kHeadings; ++way) {
      if (unit_step(static_cast<Heading>(way)) == step) return &ways[way];
    }
    return nullptr;
  }
  if (!(step == Tile{0, 0})) return nullptr;
  if (to.heading == turned(from.heading, eighths_)) return &ways[kHeadings];
  return to.heading == turned(from.heading, -eighths_) ? &ways[kHeadings + 1] : nullptr;
}

}  // namespace portolan::crowd
