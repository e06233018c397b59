// SPDX-License-Identifier: BSL-1.0
// Paths of movers with a turning radius on an open field beside the shortest curves that there are, as the Open Motion
// Planning Library knows them: Dubins' (1957) for movers that only drive forwards, Reeds' and Shepp's (1990) for those
// that back at no cost.
#include "portolan/query/placed_query.hpp"
#include "support/built_world.hpp"

#include <cmath>
#include <numbers>

#include <catch2/catch.hpp>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/DubinsStateSpace.h>
#include <ompl/base/spaces/ReedsSheppStateSpace.h>

using namespace portolan;
using namespace portolan::test;

namespace {

/// The length between two placements in tiles; y points up there, and angles are counted from east against the clock.
template <class Space>
double shortest(const std::shared_ptr<Space>& space, const Placement& from, const Placement& to) {
  const auto state = [&](const Placement& at) {
    ompl::base::ScopedState<Space> result(space);
    result->setXY(at.tile.x, -at.tile.y);
    result->setYaw(static_cast<double>(at.heading) * std::numbers::pi / 4);
    return result;
  };
  return space->distance(state(from).get(), state(to).get());
}

/// The length of a path in tiles with its bends rounded: each is shorter by two tangents, and longer by an arc.
double rounded_length(std::span<const Placement> path, double radius) {
  double length = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Placement& a = path[i - 1];
    const Placement& b = path[i];
    length += a.tile == b.tile ? radius * (std::numbers::pi / 4 - 2 * (std::numbers::sqrt2 - 1))
                               : std::hypot(a.tile.x - b.tile.x, a.tile.y - b.tile.y);
  }
  return length;
}

struct Compared {
  double least = 1e9;  ///< of the ratios
  double sum = 0;
  int far = 0;
};

/// Random ends on an open field; those far apart beside the radius go into the mean.
template <class Space>
Compared compare(const Kinematics& kinematics, const std::shared_ptr<Space>& space) {
  constexpr std::int32_t kSide = 120;
  const TileMap map = *TileMap::create(kSide, kSide, {{"floor", kCostScale}},
                                       std::vector<TerrainId>(static_cast<std::size_t>(kSide) * kSide));
  const BuiltWorld built(map, MovementProfile{});
  PlacedQuery query(built.world(), 0, kinematics);
  const double radius = static_cast<double>(kinematics.radius) / kCostScale;
  Rng rng(5);
  Compared compared;
  for (int i = 0; i < 60; ++i) {
    const auto draw = [&] {
      return Placement{{rng.between(30, 89), rng.between(30, 89)}, static_cast<Heading>(rng.below(kHeadings))};
    };
    const Placement from = draw();
    const Placement to = draw();
    if (from.tile == to.tile) continue;
    const PlacedResult result = query.find({.from = from, .to = to, .factor = {1, 1}});
    REQUIRE(result.status == Status::found);
    const double ratio = rounded_length(result.placements, radius) / shortest(space, from, to);
    compared.least = std::min(compared.least, ratio);
    if (std::hypot(from.tile.x - to.tile.x, from.tile.y - to.tile.y) < 6 * radius) continue;
    compared.sum += ratio;
    ++compared.far;
  }
  return compared;
}

}  // namespace

TEST_CASE("no path with a turning radius is shorter than Dubins', and far ones are not much longer") {
  const Compared compared = compare({.radius = 40'000}, std::make_shared<ompl::base::DubinsStateSpace>(4.0));
  CHECK(compared.least >= 1 - 1e-6);
  REQUIRE(compared.far > 20);
  CHECK(compared.sum / compared.far < 1.12);
}

TEST_CASE("no path that backs is shorter than Reeds' and Shepp's, and far ones are not much longer") {
  const Compared compared =
      compare({.backward = Ratio{1, 1}, .radius = 40'000}, std::make_shared<ompl::base::ReedsSheppStateSpace>(4.0));
  CHECK(compared.least >= 1 - 1e-6);
  REQUIRE(compared.far > 20);
  CHECK(compared.sum / compared.far < 1.12);
}
