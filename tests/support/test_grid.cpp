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
  if (rules_.footprint > 1) dearest_ = dearest_terrain(map_, rules_);
}

GridView TestGrid::view() const {
  GridView grid{map_.tiles(), map_.width(), map_.height(), &rules_};
  if (rules_.footprint > 1) grid.terrain = dearest_;
  grid.edges = edges_.view();
  return grid;
}

}  // namespace portolan::test
