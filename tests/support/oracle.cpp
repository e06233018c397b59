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

}  // namespace

Oracle::Oracle(const TileMap& map, const MovementProfile& profile, const MoveRules& rules)
    : bounds_(map.bounds()),
      neighbours_(profile.neighbours),
      corners_(profile.corners),
      straight_(rules.straight),
      diagonal_(rules.diagonal),
      divisor_(rules.halving == 1 ? 2 : 1),
      links_(map.links().begin(), map.links().end()),
      cost_unit_(rules.cost_unit),
      takes_links_(profile.metric == Metric::grid) {
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

bool Oracle::legal_step(Tile a, Tile b) const {
  if (!passable(a) || !passable(b)) return false;
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
  return (a.x != b.x && a.y != b.y ? diagonal_ : straight_) * ((price(a) + price(b)) / divisor_);
}

Cost Oracle::link_cost(const Link& link) const {
  // Twice the cost and one more, halved: rounded to the nearest, halves up.
  const Cost tile = straight_ * (divisor_ == 2 ? 1 : 2);
  return (2 * link.cost * tile / cost_unit_ + 1) / 2;
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
