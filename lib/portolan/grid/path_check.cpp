// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/path_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace portolan {
namespace {

class Judge {
 public:
  Judge(const TileMap& map, const MovementProfile& profile) : map_(map), profile_(profile) {
    for (const Terrain& terrain : map.palette()) {
      TerrainCost price = profile.prices.empty() ? terrain.default_cost : 0;
      for (const TerrainPrice& p : profile.prices) {
        if (p.terrain == terrain.name) price = p.cost;
      }
      price_.push_back(price);
    }
  }

  /// Declared price of standing at p, 0 where the mover cannot.
  [[nodiscard]] TerrainCost price(Tile p) const {
    TerrainCost dearest = 0;
    const std::int32_t side = std::max(1, profile_.footprint);
    for (std::int32_t y = p.y; y < p.y + side; ++y) {
      for (std::int32_t x = p.x; x < p.x + side; ++x) {
        if (!map_.bounds().contains({x, y})) return 0;
        const TerrainCost tile = price_[map_.terrain({x, y})];
        if (tile == 0) return 0;
        dearest = std::max(dearest, tile);
      }
    }
    return dearest;
  }

  [[nodiscard]] std::string step_fault(Tile a, Tile b) const {
    const int dx = std::abs(a.x - b.x);
    const int dy = std::abs(a.y - b.y);
    if (std::max(dx, dy) != 1) return "is not one step";
    if (dx + dy == 1) return {};
    if (profile_.neighbours == Neighbours::four) return "is diagonal, with 4 neighbours";
    const int open = (price({a.x, b.y}) != 0 ? 1 : 0) + (price({b.x, a.y}) != 0 ? 1 : 0);
    if (profile_.corners == CornerRule::never_cut && open < 2) return "cuts a corner";
    if (profile_.corners == CornerRule::cut_one && open < 1) return "cuts two corners";
    return {};
  }

 private:
  const TileMap& map_;
  const MovementProfile& profile_;
  std::vector<TerrainCost> price_;
};

std::string text(Tile t) {
  return std::to_string(t.x) + "," + std::to_string(t.y);
}

}  // namespace

PathMeasure measure_path(const TileMap& map, const MovementProfile& profile, std::span<const Tile> path) {
  PathMeasure measure;
  if (path.empty()) {
    measure.fault = "the path is empty";
    return measure;
  }
  const Judge judge(map, profile);
  TerrainCost price = judge.price(path.front());
  const TerrainCost first_price = price;
  bool one_price = true;
  if (price == 0) {
    measure.fault = "the mover cannot stand at " + text(path.front());
    return measure;
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Tile a = path[i - 1];
    const Tile b = path[i];
    const TerrainCost next = judge.price(b);
    std::string fault = next == 0 ? std::string("ends where the mover cannot stand") : judge.step_fault(a, b);
    if (!fault.empty()) {
      measure.fault = "the step " + text(a) + " to " + text(b) + " " + fault;
      return measure;
    }
    const bool diagonal = a.x != b.x && a.y != b.y;
    ++(diagonal ? measure.diagonal : measure.straight);
    measure.cost += (diagonal ? std::numbers::sqrt2 : 1.0) * (static_cast<double>(price) + static_cast<double>(next)) /
                    2 / kCostScale;
    one_price = one_price && next == first_price;
    price = next;
  }
  if (one_price) {
    measure.cost =
        (static_cast<double>(measure.straight) + static_cast<double>(measure.diagonal) * std::numbers::sqrt2) *
        static_cast<double>(first_price) / kCostScale;
  }
  return measure;
}

}  // namespace portolan
