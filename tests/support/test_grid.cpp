// SPDX-License-Identifier: BSL-1.0
#include "support/test_grid.hpp"

#include <stdexcept>
#include <utility>

namespace portolan::test {
namespace {

MoveRules rules_or_throw(const MovementProfile& profile, const TileMap& map) {
  auto rules = make_move_rules(profile, map);
  if (!rules) throw std::invalid_argument(rules.error().message);
  return *rules;
}

}  // namespace

TestGrid::TestGrid(TileMap map, MovementProfile profile)
    : map_(std::move(map)),
      profile_(std::move(profile)),
      rules_(rules_or_throw(profile_, map_)),
      edges_(mover_edges(map_, rules_)) {
  std::vector<TerrainId> dearest;
  if (rules_.footprint > 1) dearest = dearest_terrain(map_, rules_);
  const auto rows = TerrainPlane::in_rows(rules_.footprint > 1 ? dearest : map_.tiles(), map_.width());
  strips_.resize(strip_bytes(map_.width(), map_.height()));
  write_strips(rows, strips_);
}

GridView TestGrid::view() const {
  const auto terrain = TerrainPlane::in_strips(strips_, map_.width(), map_.height());
  return {.terrain = terrain, .rules = &rules_, .edges = edges_.view()};
}

}  // namespace portolan::test
