// SPDX-License-Identifier: BSL-1.0
// Straight paths on maps with many edits: what a query finds on an overlay costs what it does in a world that was built
// of the edited map.
#include "portolan/grid/line_check.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t queries = 0;
  std::size_t searched = 0;     ///< answered over the waypoints of the edited map
  std::size_t unreachable = 0;  ///< of them proven to have no path
  std::size_t many = 0;         ///< of them on overlays with more than 8 blocks
};

/// What edits of an overlay do to its tiles.
enum class EditKind { close, open, both };

/// Sets a small rectangle of an overlay.
void edit(Rng& rng, EditKind kind, Overlay& overlay) {
  const Rect bounds = overlay.world().bounds();
  const Tile min{rng.below(bounds.max.x), rng.below(bounds.max.y)};
  const std::int32_t most = rng.percent(50) ? 1 : 5;
  const Rect area = intersection({min, {min.x + rng.between(1, most), min.y + rng.between(1, most)}}, bounds);
  const bool opens = kind == EditKind::open || (kind == EditKind::both && rng.percent(50));
  const Outcome done =
      rng.percent(10) ? overlay.revert(area) : overlay.set_terrain(area, static_cast<TerrainId>(opens ? 1 : 0));
  REQUIRE(done.has_value());
}

BuildOptions with(std::set<IndexKind> indexes) {
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = std::move(indexes);
  return options;
}

/// What is wrong with an answer on an overlay; empty if nothing is.
std::string fault_of(const test::Found& result, const test::Found& fresh, const TileMap& now,
                     const MovementProfile& profile, double tiles_per_unit) {
  if (result.status != fresh.status || result.cost != fresh.cost) return "not the answer of a world built anew";
  if (result.status != Status::found && result.status != Status::unreachable) return "";
  if (!result.optimal()) return "not proven";
  if (result.status != Status::found) return "";
  const LineMeasure line = measure_line(now, profile, result.points);
  if (!line.legal()) return line.fault;
  // Each segment is rounded up by less than a unit.
  const double over = static_cast<double>(result.cost) * tiles_per_unit - line.cost;
  const double most = static_cast<double>(result.points.size()) * tiles_per_unit;
  if (over < -1e-6 || over > most + 1e-6) {
    return "off the cost of its lines by " + std::to_string(over / tiles_per_unit) + " units on " +
           std::to_string(result.points.size()) + " points";
  }
  return "";
}

void run(std::uint64_t seed, std::size_t queries) {
  constexpr std::array kEdits{1, 3, 10, 40, 120};
  constexpr std::array kKinds{EditKind::close, EditKind::open, EditKind::both};
  Rng rng(seed);
  Tally tally;
  for (int world = 0; tally.queries < queries; ++world) {
    const TileMap map = test::random_map(rng, {.weights = test::Weights::uniform,
                                               .width = rng.between(4, rng.percent(50) ? 60 : 200),
                                               .height = rng.between(4, rng.percent(50) ? 60 : 200)});
    const MovementProfile profile = test::straight_mover(rng.between(0, 3));
    const bool labels = rng.percent(50);
    const BuiltWorld built(map, profile, with(labels ? std::set{IndexKind::labels} : std::set<IndexKind>{}));
    const ProfileView& view = built.world().profiles()[0];
    if (view.rules.cost[1] != view.rules.least_cost) continue;  // nothing can be passed
    test::Asker query(built.world(), 0);
    Overlay overlay(built.world());
    for (int round = 0; round < 4; ++round) {
      if (rng.percent(25)) overlay = Overlay(built.world());
      const EditKind kind = rng.pick(kKinds);
      for (int n = rng.pick(kEdits); n > 0; --n) edit(rng, kind, overlay);
      query.use(std::make_shared<const Overlay>(overlay));
      const TileMap now = *TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()},
                                           overlay.tiles().copy(map.bounds()));
      const BuiltWorld anew(now, profile, with({}));
      test::Asker oracle(anew.world(), 0);
      for (int i = 0; i < 25; ++i) {
        const PointRequest request{.from = test::random_point(rng, map, profile.footprint),
                                   .to = test::random_point(rng, map, profile.footprint)};
        CAPTURE(seed, world, round, profile.footprint, map.width(), map.height(), request.from.x, request.from.y,
                request.to.x, request.to.y);
        const test::Found fresh = oracle.find_between(request);
        const test::Found result = query.find_between(request);
        REQUIRE(fault_of(result, fresh, now, profile, view.tiles_per_unit()) == "");
        ++tally.queries;
        if (result.tier != Tier::waypoints) continue;
        ++tally.searched;
        tally.unreachable += result.status == Status::unreachable ? 1 : 0;
        tally.many += overlay.tiles().entries().size() > 8 ? 1 : 0;
      }
    }
  }
  CHECK(tally.searched > tally.queries / 5);
  CHECK(tally.unreachable > tally.queries / 100);
  CHECK(tally.many > tally.queries / 50);
}

/// Terrains are '.' and '#'.
constexpr const char* kYard = R"(
  ...............
  .a....#......b.
  ......#........
  ......#........
  ...............)";

}  // namespace

TEST_CASE("straight paths on edited maps cost what they do in worlds built anew", "[heavy]") {
  run(1, 3'000);
}

TEST_CASE("straight paths on edited maps: a hundred thousand answers equal those of worlds built anew", "[long]") {
  run(2, 100'000);
}

TEST_CASE(
    "where edits are near, straight paths are searched over waypoints, within the budget, and other prices are not") {
  TileMap map = test::ascii_map(kYard);
  std::vector<Terrain> palette(map.palette().begin(), map.palette().end());
  palette.push_back({"mud", 2 * kCostScale});
  map = *TileMap::create(map.width(), map.height(), palette, {map.tiles().begin(), map.tiles().end()});
  const BuiltWorld built(map, test::straight_mover(0), BuiltWorld::all_indexes());
  test::Asker query(built.world(), 0);
  PathRequest request{.from = test::find(kYard, 'a'), .to = test::find(kYard, 'b')};
  Overlay overlay(built.world());
  REQUIRE(overlay.set_terrain({{6, 0}, {7, 1}}, 1).has_value());
  query.use(std::make_shared<const Overlay>(overlay));
  const test::Found whole = query.find(request);
  REQUIRE(whole.status == Status::found);
  CHECK(whole.tier == Tier::waypoints);
  CHECK(whole.optimal());
  CHECK(whole.expansions.total() == whole.expansions.waypoints);
  const std::vector<Point> points(whole.points.begin(), whole.points.end());
  const std::vector<Point> around{centre_of(request.from), to_point(Vertex{6, 4}), to_point(Vertex{7, 4}),
                                  centre_of(request.to)};
  CHECK(points == around);
  const std::uint64_t needed = whole.work;
  for (request.max_expansions = 0; request.max_expansions < needed; ++request.max_expansions) {
    CHECK(query.find(request).status == Status::out_of_budget);
  }
  // What the first search kept changes neither the path nor its work.
  const test::Found again = query.find(request);
  CHECK(again.work == needed);
  CHECK(std::ranges::equal(again.points, points));

  REQUIRE(overlay.set_terrain({{12, 4}, {13, 5}}, 2).has_value());
  query.use(std::make_shared<const Overlay>(overlay));
  request.max_expansions = PathRequest{}.max_expansions;
  const test::Found weighted = query.find(request);
  CHECK(weighted.status == Status::found);
  CHECK_FALSE(weighted.tier == Tier::waypoints);
  query.use(nullptr);
  CHECK(query.find(request).tier == Tier::blocks);
}

}  // namespace portolan
