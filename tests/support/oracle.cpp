// SPDX-License-Identifier: BSL-1.0
#include "support/oracle.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <queue>
#include <stdexcept>
#include <string>

namespace portolan::test {
namespace {

TerrainCost declared_price(const Terrain& terrain, const MovementProfile& profile) {
  if (profile.prices.empty()) return terrain.default_cost;
  for (const TerrainPrice& price : profile.prices) {
    if (price.terrain == terrain.name) return price.cost;
  }
  return 0;
}

/// The dearest declared price under the square whose top-left tile is `at`; 0 if it leaves the map or a tile is closed.
TerrainCost square_price(const TileMap& map, const std::vector<TerrainCost>& by_terrain, std::int32_t side, Tile at) {
  TerrainCost dearest = 0;
  for (std::int32_t dy = 0; dy < side; ++dy) {
    for (std::int32_t dx = 0; dx < side; ++dx) {
      const Tile t{at.x + dx, at.y + dy};
      if (!map.bounds().contains(t) || by_terrain[map.terrain(t)] == 0) return 0;
      dearest = std::max(dearest, by_terrain[map.terrain(t)]);
    }
  }
  return dearest;
}

std::size_t way(Tile from, Tile to) {
  return to.y < from.y ? 0 : to.x < from.x ? 1 : to.x > from.x ? 2 : 3;
}

}  // namespace

Oracle::Oracle(const TileMap& map, const MovementProfile& profile, const MoveRules& rules)
    : bounds_(map.bounds()),
      neighbours_(profile.neighbours),
      corners_(profile.corners),
      straight_(rules.straight),
      diagonal_(rules.diagonal),
      divisor_(rules.halving == 1 ? 2 : 1),
      links_(map.links().begin(), map.links().end()),
      footprint_(std::max(1, profile.footprint)),
      cost_unit_(rules.cost_unit),
      takes_links_(profile.metric == Metric::grid) {
  if (!map.moves().empty()) moves_.resize(map.tiles().size());
  for (const Move& move : map.moves()) {
    std::uint64_t& there = moves_[index(move.from)][way(move.from, move.to)];
    there = std::max(there, move.cost);
    if (move.direction == LinkDirection::one_way) continue;
    std::uint64_t& back = moves_[index(move.to)][way(move.to, move.from)];
    back = std::max(back, move.cost);
  }
  std::vector<TerrainCost> by_terrain;
  for (const Terrain& terrain : map.palette()) {
    const TerrainCost declared = declared_price(terrain, profile);
    if (declared % rules.cost_unit != 0) {
      throw std::logic_error("the price of '" + terrain.name + "' is not a multiple of the unit");
    }
    if (declared != 0 && divisor_ == 2 && declared / rules.cost_unit % 2 == 0) {
      throw std::logic_error("the price of '" + terrain.name + "' is even, yet sums are halved");
    }
    by_terrain.push_back(declared);
  }
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) {
      price_.push_back(square_price(map, by_terrain, std::max(1, profile.footprint), {x, y}) / rules.cost_unit);
    }
  }
}

Cost Oracle::crossing(Tile a, Tile b) const {
  std::uint64_t dearest = 0;
  const auto cross = [&](Tile from, Tile to) {
    if (from != to) dearest = std::max(dearest, moves_[index(from)][way(from, to)]);
  };
  for (std::int32_t y = 0; y < footprint_ && !moves_.empty(); ++y) {
    for (std::int32_t x = 0; x < footprint_; ++x) {
      const Tile from{a.x + x, a.y + y};
      const Tile to{b.x + x, b.y + y};
      // A tile that goes straight has one way, of which one half is nothing.
      cross(from, {to.x, from.y});
      cross({to.x, from.y}, to);
      cross(from, {from.x, to.y});
      cross({from.x, to.y}, to);
    }
  }
  return dearest == kBlockedMove ? kInfiniteCost : in_units(dearest);
}

bool Oracle::legal_step(Tile a, Tile b) const {
  if (!passable(a) || !passable(b) || crossing(a, b) == kInfiniteCost) return false;
  const int dx = std::abs(a.x - b.x);
  const int dy = std::abs(a.y - b.y);
  if (dx + dy == 1) return true;
  if (dx != 1 || dy != 1 || neighbours_ == Neighbours::four) return false;
  const bool one = passable({b.x, a.y});
  const bool other = passable({a.x, b.y});
  if (corners_ == CornerRule::never_cut) return one && other;
  if (corners_ == CornerRule::cut_one) return one || other;
  return true;
}

Cost Oracle::step_cost(Tile a, Tile b) const {
  if (!legal_step(a, b)) return kInfiniteCost;
  return (a.x != b.x && a.y != b.y ? diagonal_ : straight_) * ((price(a) + price(b)) / divisor_) + crossing(a, b);
}

Cost Oracle::link_cost(const Link& link) const {
  return in_units(link.cost);
}

Cost Oracle::in_units(std::uint64_t cost) const {
  // Twice the cost and one more, halved: rounded to the nearest, halves up.
  const Cost tile = straight_ * (divisor_ == 2 ? 1 : 2);
  return (2 * cost * tile / cost_unit_ + 1) / 2;
}

std::vector<std::pair<Tile, Cost>> Oracle::links_from(Tile from) const {
  std::vector<std::pair<Tile, Cost>> ways;
  for (const Link& link : links_) {
    if (!takes_links_ || !passable(link.from) || !passable(link.to)) continue;
    if (link.from == from) ways.emplace_back(link.to, link_cost(link));
    if (link.to == from && link.direction == LinkDirection::both) ways.emplace_back(link.from, link_cost(link));
  }
  return ways;
}

Cost Oracle::cheapest_link(Tile a, Tile b) const {
  Cost cost = kInfiniteCost;
  for (const auto& [to, link] : links_from(a)) {
    if (to == b) cost = std::min(cost, link);
  }
  return cost;
}

std::vector<std::pair<Tile, Cost>> Oracle::steps_from(Tile from) const {
  std::vector<std::pair<Tile, Cost>> steps;
  for (std::int32_t y = from.y - 1; y <= from.y + 1; ++y) {
    for (std::int32_t x = from.x - 1; x <= from.x + 1; ++x) {
      if (legal_step(from, {x, y})) steps.emplace_back(Tile{x, y}, step_cost(from, {x, y}));
    }
  }
  const auto ways = links_from(from);
  steps.insert(steps.end(), ways.begin(), ways.end());
  return steps;
}

std::vector<Cost> Oracle::distances_within(const Rect& within, Tile from) const {
  std::vector<Cost> distance(price_.size(), kInfiniteCost);
  if (!passable(from) || !within.contains(from)) return distance;
  using Entry = std::pair<Cost, std::pair<std::int32_t, std::int32_t>>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[index(from)] = 0;
  open.push({0, {from.x, from.y}});
  while (!open.empty()) {
    const auto [cost, place] = open.top();
    open.pop();
    const Tile tile{place.first, place.second};
    if (cost > distance[index(tile)]) continue;
    for (const auto& [to, step] : steps_from(tile)) {
      if (!within.contains(to) || cost + step >= distance[index(to)]) continue;
      distance[index(to)] = cost + step;
      open.push({cost + step, {to.x, to.y}});
    }
  }
  return distance;
}

Cost Oracle::distance(Tile from, Tile to) const {
  return passable(to) ? distances_from(from)[index(to)] : kInfiniteCost;
}

std::vector<std::uint32_t> Oracle::islands() const {
  std::vector<std::uint32_t> island(price_.size(), 0);
  std::uint32_t count = 0;
  for (std::int32_t y = 0; y < bounds_.max.y; ++y) {
    for (std::int32_t x = 0; x < bounds_.max.x; ++x) {
      if (!passable({x, y}) || island[index({x, y})] != 0) continue;
      std::vector<Tile> open{{x, y}};
      island[index({x, y})] = ++count;
      while (!open.empty()) {
        const Tile tile = open.back();
        open.pop_back();
        std::vector<std::pair<Tile, Cost>> next = steps_from(tile);
        for (std::int32_t dy = -1; dy <= 1 && !moves_.empty(); ++dy) {
          for (std::int32_t dx = -1; dx <= 1; ++dx) {
            const Tile before{tile.x + dx, tile.y + dy};
            if (legal_step(before, tile)) next.emplace_back(before, 0);
          }
        }
        for (const Link& link : links_) {
          const bool joins = takes_links_ && passable(link.from) && link.to == tile;
          if (joins) next.emplace_back(link.from, 0);
        }
        for (const auto& [to, step] : next) {
          if (island[index(to)] != 0) continue;
          island[index(to)] = count;
          open.push_back(to);
        }
      }
    }
  }
  return island;
}

}  // namespace portolan::test
