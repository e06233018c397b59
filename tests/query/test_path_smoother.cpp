// SPDX-License-Identifier: BSL-1.0
// Smoothed paths of grid movers, judged segment by segment by samples of their own and by the costs of what was given.
#include "portolan/grid/segment_cost.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_smoother.hpp"
#include "portolan/query/walkable.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;
using test::TestGrid;

/// Whether a round mover fits on its way: its rim, sampled densely in floating point, on no blocked tile; nothing where
/// that is too close to tell.
std::optional<bool> fits_by_samples(const GridView& grid, Point a, Point b, double width) {
  constexpr int kSteps = 60;
  // The test of the library samples, too, by points of a diamond for a circle.
  const double doubt = 0.5 + 0.15 * width;
  bool fits = true;
  bool close = false;
  for (int i = 0; i <= kSteps; ++i) {
    const double x = (a.x + (b.x - a.x) * double(i) / kSteps) / kSubUnits;
    const double y = (a.y + (b.y - a.y) * double(i) / kSteps) / kSubUnits;
    for (int ty = static_cast<int>(std::floor(y - width)) - 1; ty <= static_cast<int>(std::floor(y + width)) + 1;
         ++ty) {
      for (int tx = static_cast<int>(std::floor(x - width)) - 1; tx <= static_cast<int>(std::floor(x + width)) + 1;
           ++tx) {
        if (grid.passable({tx, ty})) continue;
        const double dx = std::max({tx - x, 0.0, x - (tx + 1)});
        const double dy = std::max({ty - y, 0.0, y - (ty + 1)});
        const double gap = std::hypot(dx, dy) - width / 2;
        if (gap < -doubt) fits = false;
        if (std::abs(gap) <= doubt) close = true;
      }
    }
  }
  if (!fits) return false;
  if (close) return {};
  return true;
}

struct Smoothed {
  std::vector<Point> given;
  std::vector<Point> points;
  std::vector<SegmentKind> segments;
  double length = 0;
  double found = 0;  ///< the length of the path given
};

/// A world with a query, a walker and a smoother, all on one snapshot.
struct Studio {
  TestGrid ground;
  BuiltWorld built;
  PathQuery query;
  LegWalker walker;
  PathSmoother smoother;
  Path path;

  Studio(const TileMap& map, const MovementProfile& profile)
      : ground(map, profile),
        built(map, profile),
        query(built.world(), 0),
        walker(built.world(), 0),
        smoother(built.world(), 0),
        path(query.room()) {}
  void use(const std::shared_ptr<const Overlay>& overlay) {
    query.use(overlay);
    walker.use(overlay);
    smoother.use(overlay);
    path = Path(query.room());
  }
  std::optional<Smoothed> ask(const PathRequest& request, const Smoothing& how) {
    const PathResult result = query.find(request, path);
    if (result.status != Status::found) return {};
    Smoothed smoothed;
    smoothed.found = result.length;
    if (!path.points().empty()) {
      smoothed.given.assign(path.points().begin(), path.points().end());
      smoother.add(path.points());
    }
    Leg leg;
    while (walker.next(path, leg) == LegStatus::ready) {
      for (const Tile t : leg.tiles) {
        if (smoothed.given.empty() || smoothed.given.back() != centre_of(t)) smoothed.given.push_back(centre_of(t));
      }
      smoother.add(leg);
    }
    const SmoothPath made = smoother.finish(how);
    smoothed.points.assign(made.points.begin(), made.points.end());
    smoothed.segments.assign(made.segments.begin(), made.segments.end());
    smoothed.length = made.length;
    return smoothed;
  }
};

struct Tally {
  int asked = 0;
  int narrow = 0;
  int curved = 0;
  int shorter = 0;
  int judged = 0;
};

/// One smoothed path, on the grid as it is now.
void check(const GridView& grid, const Smoothed& path, const Smoothing& how, Tally& tally) {
  ++tally.asked;
  REQUIRE(path.points.size() >= std::min<std::size_t>(path.given.size(), 2));
  if (path.given.size() < 2) return;
  REQUIRE(path.points.front() == path.given.front());
  REQUIRE(path.points.back() == path.given.back());
  REQUIRE(path.segments.size() + 1 == path.points.size());
  const CostField field{.grid = grid, .contact = Contact::point, .fraction_bits = 16};
  REQUIRE(path_cost(field, path.points) <= path_cost(field, path.given));
  const std::int32_t width = (how.width * kSubUnits + 4) / 5;
  std::size_t at = 0;  // among the points given
  for (std::size_t i = 0; i < path.segments.size(); ++i) {
    const Point a = path.points[i];
    const Point b = path.points[i + 1];
    REQUIRE(path.segments[i] != SegmentKind::link);
    REQUIRE((path.segments[i] == SegmentKind::clear) == walkable(grid, a, b, width));
    if (path.segments[i] == SegmentKind::narrow) {
      ++tally.narrow;
      // It stays as it was.
      const auto from = std::find(path.given.begin() + static_cast<std::ptrdiff_t>(at), path.given.end(), a);
      REQUIRE(from != path.given.end());
      REQUIRE(from + 1 != path.given.end());
      REQUIRE(*(from + 1) == b);
      at = static_cast<std::size_t>(from - path.given.begin());
    } else if (const auto fits = fits_by_samples(grid, a, b, how.width / 5.0)) {
      ++tally.judged;
      REQUIRE(*fits);
    }
  }
  if (how.curve == 0) {
    // Corners are points that were given.
    for (const Point p : path.points) REQUIRE(std::find(path.given.begin(), path.given.end(), p) != path.given.end());
  } else {
    tally.curved +=
        std::any_of(path.points.begin(), path.points.end(),
                    [&](Point p) { return std::find(path.given.begin(), path.given.end(), p) == path.given.end(); })
            ? 1
            : 0;
  }
  tally.shorter += path.points.size() < path.given.size() ? 1 : 0;
}

void require_smooth(std::uint64_t seed, int cases) {
  Rng rng(seed);
  Tally tally;
  while (tally.asked < cases) {
    const TileMap map = test::random_map(rng, {.max_side = 50});
    Studio studio(map, test::random_profile(rng, map.palette()));
    TileMap shown = map;
    if (rng.percent(40)) {
      std::vector<test::Mirrored> all{{Overlay(studio.built.world()), {map.tiles().begin(), map.tiles().end()}}};
      for (int i = rng.between(1, 4); i > 0; --i) test::edit(rng, studio.built.world(), all, 0);
      studio.use(std::make_shared<const Overlay>(all[0].overlay));
      const auto palette = map.palette();
      shown = *TileMap::create(map.width(), map.height(), {palette.begin(), palette.end()}, all[0].tiles);
    }
    const TestGrid ground(shown, studio.ground.profile());
    for (int i = 0; i < 10; ++i) {
      const Smoothing how{.width = rng.below(16), .curve = rng.percent(50) ? rng.between(1, 20) : 0};
      const auto from = test::random_passable(rng, ground.view());
      const auto to = test::random_passable(rng, ground.view());
      if (!from || !to) break;
      const auto path = studio.ask({.from = *from, .to = *to}, how);
      if (!path) continue;
      CAPTURE(*from, *to, how.width, how.curve);
      check(ground.view(), *path, how, tally);
      // Rules may halve sums of prices, which lengths do not show; both are in tiles at terrain cost 1. Steps that a
      // profile prices on its own may cost less than the line is long.
      if (!studio.ground.profile().steps) REQUIRE(path->length <= path->found * (1 + 1e-6) + 1e-3);
    }
  }
  CHECK(tally.narrow > cases / 10);
  CHECK(tally.curved > cases / 10);
  CHECK(tally.shorter > cases / 3);
  CHECK(tally.judged > cases);
}

TEST_CASE("smoothed paths keep ends, cost no more, and say which segments are too narrow") {
  require_smooth(601, 1200);
}
TEST_CASE("smoothed paths of a hundred thousand queries are clear or say where not", "[long]") {
  require_smooth(602, 100'000);
}

TEST_CASE("a wide mover keeps off walls where it can, and its narrow steps are named") {
  const auto map = test::ascii_map(
      "............\n"
      "............\n"
      "............\n"
      "######.#####\n"
      "............\n"
      "............\n"
      "............");
  Studio studio(map, {});
  const auto thin = studio.ask({.from = {1, 1}, .to = {11, 6}}, {.width = 3});
  REQUIRE(thin);
  CHECK(std::count(thin->segments.begin(), thin->segments.end(), SegmentKind::narrow) == 0);
  CHECK(thin->points.size() <= 6);
  const auto wide = studio.ask({.from = {1, 1}, .to = {11, 6}}, {.width = 8});
  REQUIRE(wide);
  CHECK(std::count(wide->segments.begin(), wide->segments.end(), SegmentKind::narrow) > 0);
  CHECK(std::count(wide->segments.begin(), wide->segments.end(), SegmentKind::clear) > 0);
  const auto curved = studio.ask({.from = {1, 1}, .to = {11, 6}}, {.width = 3, .curve = 5});
  REQUIRE(curved);
  CHECK(curved->points.size() > thin->points.size());
  CHECK(curved->length <= thin->length);
}

TEST_CASE("links are no segments to walk, and what lies beside them is smoothed apart") {
  auto map = test::ascii_map(
      ".......#.......\n"
      ".......#.......\n"
      ".......#.......\n"
      ".......#.......");
  REQUIRE(map.set_links({{.from = {5, 2}, .to = {9, 1}, .cost = 25'000}}).has_value());
  Studio studio(map, {});
  const auto path = studio.ask({.from = {0, 0}, .to = {14, 3}}, {.width = 2, .curve = 4});
  REQUIRE(path);
  REQUIRE(std::count(path->segments.begin(), path->segments.end(), SegmentKind::link) == 1);
  const auto at = static_cast<std::size_t>(std::find(path->segments.begin(), path->segments.end(), SegmentKind::link) -
                                           path->segments.begin());
  CHECK(path->points[at] == centre_of({5, 2}));
  CHECK(path->points[at + 1] == centre_of({9, 1}));
  const double walked = std::hypot(5, 2) + 2.5 + std::hypot(5, 2);
  CHECK(path->length == Approx(walked).epsilon(1e-4));
}

TEST_CASE("paths at any angle are rounded and measured like others") {
  MovementProfile profile;
  profile.metric = Metric::any_angle;
  Rng rng(611);
  Studio studio(test::random_map(rng, {.character = test::Character::rooms, .width = 60, .height = 60}), profile);
  Tally tally;
  for (int i = 0; i < 100; ++i) {
    const Smoothing how{.width = rng.below(4), .curve = 5};
    const auto path = studio.ask({.from = *test::random_passable(rng, studio.ground.view()),
                                  .to = *test::random_passable(rng, studio.ground.view())},
                                 how);
    if (path) check(studio.ground.view(), *path, how, tally);
  }
  CHECK(tally.asked > 20);
  CHECK(tally.curved > 5);
}

TEST_CASE("smoothing paths allocates nothing, and what was begun can be dropped") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(621);
  Studio studio(test::random_map(rng, {.character = test::Character::caves, .width = 90, .height = 90}), {});
  std::vector<PathRequest> requests;
  for (int i = 0; i < 30; ++i) {
    requests.push_back({.from = *test::random_passable(rng, studio.ground.view()),
                        .to = *test::random_passable(rng, studio.ground.view())});
  }
  std::size_t points = 0;
  const test::AllocationCounter counter;
  for (const PathRequest& request : requests) {
    studio.query.find(request, studio.path);
    Leg leg;
    while (studio.walker.next(studio.path, leg) == LegStatus::ready) studio.smoother.add(leg);
    points += studio.smoother.finish({.width = 3, .curve = 8}).points.size();
  }
  const std::uint64_t made = counter.count();
  CHECK(made == 0);
  CHECK(points > 100);
  CHECK(studio.smoother.finish({}).points.empty());
}

}  // namespace
}  // namespace portolan
