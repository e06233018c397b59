// SPDX-License-Identifier: BSL-1.0
// What the C interface answers is what the classes behind it do.
#include "capi/capi_worlds.hpp"
#include "portolan/portolan.hpp"
#include "support/allocation_counter.hpp"
#include "support/printing.hpp"
#include "world/moves_sample.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

portolan_path_request between(Tile from, Tile to) {
  auto request = sized<portolan_path_request>();
  request.from = c_tile(from);
  request.to = c_tile(to);
  return request;
}

void require_same(const portolan_path_result& c, const test::Found& wanted) {
  REQUIRE(c.struct_size == sizeof(c));
  REQUIRE(static_cast<Status>(c.status) == wanted.status);
  REQUIRE(static_cast<Why>(c.why) == wanted.why);
  REQUIRE(static_cast<Tier>(c.tier) == wanted.tier);
  REQUIRE((c.optimal == 1) == wanted.optimal());
  REQUIRE(c.cost == wanted.cost);
  REQUIRE(c.length == wanted.length);
  REQUIRE(c.expansions == wanted.expansions.total());
  REQUIRE(c.waypoint_count == wanted.waypoints.size());
  REQUIRE(c.point_count == wanted.points.size());
  REQUIRE(static_cast<TiesScope>(c.ties_scope) == wanted.ties_scope);
}

/// Compares the waypoints, and every leg.
void require_same_legs(portolan_walker* walker, portolan_path* found, test::Asker& wanted, const test::Found& path) {
  std::vector<portolan_tile> waypoints(path.waypoints.size());
  std::size_t count = 0;
  REQUIRE(portolan_path_waypoints(found, nullptr, 0, &count) == PORTOLAN_OK);
  REQUIRE(count == waypoints.size());
  REQUIRE(portolan_path_waypoints(found, waypoints.data(), waypoints.size(), nullptr) == PORTOLAN_OK);
  for (std::size_t i = 0; i < count; ++i) REQUIRE(own(waypoints[i]) == path.waypoints[i]);

  std::array<portolan_tile, PORTOLAN_MAX_LEG_TILES> tiles{};
  auto leg = sized<portolan_leg>();
  Leg expected;
  while (true) {
    const LegStatus status = wanted.next_leg(expected);
    REQUIRE(portolan_walker_next_leg(walker, found, &leg) == PORTOLAN_OK);
    REQUIRE(static_cast<LegStatus>(leg.status) == status);
    if (status != LegStatus::ready) break;
    REQUIRE(leg.tile_count == expected.tiles.size());
    if (leg.tile_count > 1) REQUIRE(portolan_walker_tiles(walker, tiles.data(), 1, nullptr) == PORTOLAN_ERROR_BUFFER);
    REQUIRE(portolan_walker_tiles(walker, tiles.data(), tiles.size(), &count) == PORTOLAN_OK);
    REQUIRE(count == leg.tile_count);
    REQUIRE(leg.cost == expected.cost);
    REQUIRE(leg.states == expected.states);
    REQUIRE(leg.unpack == expected.unpack);
    REQUIRE(static_cast<LegKind>(leg.kind) == expected.kind);
    for (std::size_t i = 0; i < leg.tile_count; ++i) REQUIRE(own(tiles[i]) == expected.tiles[i]);
  }
  auto counts = sized<portolan_leg_counts>();
  REQUIRE(portolan_walker_counts(walker, &counts) == PORTOLAN_OK);
  REQUIRE(LegCounts{counts.straight, counts.centred, counts.shifted} == wanted.leg_counts());
}

}  // namespace

TEST_CASE("paths in C are those of PathQuery, legs, points and all, with and without an overlay") {
  const OneOfEach one;
  QueryHandle scout;
  REQUIRE(portolan_query_create(one.map.get(), 1, PORTOLAN_BASELINE_WITH, scout.address()) == PORTOLAN_OK);
  PathHandle flight;
  REQUIRE(portolan_path_create(scout.get(), 0, flight.address()) == PORTOLAN_OK);
  const World& world = one.built.world();
  const auto walks = std::make_unique<test::Asker>(world, 0, Baseline::with);
  const auto flies = std::make_unique<test::Asker>(world, 1, Baseline::with);
  Overlay edits(world);
  Rng rng(5);
  Rng ties(55);
  const auto draw = [&] { return Tile{rng.between(-1, 150), rng.between(-1, 90)}; };
  std::map<Status, int> statuses;
  std::size_t customised = 0;
  for (int round = 0; round < 600; ++round) {
    if (round % 20 == 10) {
      const Tile at{rng.below(145), rng.below(85)};
      const auto terrain = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(world.palette().size())));
      const portolan_rect area{c_tile(at), {at.x + 5, at.y + 4}};
      const Rect same{at, {at.x + 5, at.y + 4}};
      if (rng.percent(20)) {
        REQUIRE(portolan_overlay_revert(one.overlay.get(), area) == PORTOLAN_OK);
        REQUIRE(edits.revert(same));
      } else if (rng.percent(30)) {
        std::array<std::uint8_t, 20> tiles{};
        tiles[7] = terrain;
        REQUIRE(portolan_overlay_set_tiles(one.overlay.get(), area, tiles.data(), tiles.size()) == PORTOLAN_OK);
        REQUIRE(edits.set_tiles(same, tiles));
      } else {
        REQUIRE(portolan_overlay_set_terrain(one.overlay.get(), area, terrain) == PORTOLAN_OK);
        REQUIRE(edits.set_terrain(same, terrain));
      }
      std::size_t left = 0;
      if (rng.percent(30)) {
        Overlay helper = edits;
        helper.refresh(3);
        portolan_overlay* made = nullptr;
        REQUIRE(portolan_overlay_copy(one.overlay.get(), &made) == PORTOLAN_OK);
        REQUIRE(portolan_overlay_refresh(made, 3, nullptr) == PORTOLAN_OK);
        REQUIRE(portolan_overlay_adopt(one.overlay.get(), made, &left) == PORTOLAN_OK);
        REQUIRE(left == edits.adopt(helper));
        REQUIRE(portolan_overlay_destroy(&made) == PORTOLAN_OK);
      }
      REQUIRE(portolan_overlay_refresh(one.overlay.get(), 2, &left) == PORTOLAN_OK);
      REQUIRE(left == edits.refresh(2));
      std::uint8_t shown = 0;
      REQUIRE(portolan_overlay_get_terrain(one.overlay.get(), area.min, &shown) == PORTOLAN_OK);
      REQUIRE(shown == edits.terrain(at));
      const bool none = rng.percent(10);
      for (portolan_query* const query : {one.query.get(), scout.get()}) {
        REQUIRE(portolan_query_use(query, none ? nullptr : one.overlay.get()) == PORTOLAN_OK);
      }
      REQUIRE(portolan_walker_use(one.walker.get(), none ? nullptr : one.overlay.get()) == PORTOLAN_OK);
      for (test::Asker* const query : {walks.get(), flies.get()}) {
        query->use(none ? nullptr : std::make_shared<const Overlay>(edits));
      }
    }
    portolan_path_request request = between(draw(), draw());
    request.tier = static_cast<portolan_tier>(rng.percent(50) ? 0 : rng.below(9));
    request.ends = static_cast<portolan_end_rule>(rng.below(2));
    request.unpacking = static_cast<portolan_unpacking>(rng.below(2));
    request.ties = static_cast<portolan_tie_rule>(ties.below(3));
    request.seed = ties.next();
    request.max_expansions = rng.percent(80) ? 0 : static_cast<std::uint64_t>(rng.between(1, 500));
    const PathRequest same{.from = own(request.from),
                           .to = own(request.to),
                           .tier = static_cast<Tier>(request.tier),
                           .ends = static_cast<EndRule>(request.ends),
                           .max_expansions = request.max_expansions == 0 ? ~std::uint64_t{0} : request.max_expansions,
                           .unpacking = static_cast<Unpacking>(request.unpacking),
                           .ties = {static_cast<TieRule>(request.ties), request.seed}};
    auto result = sized<portolan_path_result>();
    REQUIRE(portolan_query_find(one.query.get(), &request, one.path.get(), &result) == PORTOLAN_OK);
    const test::Found path = walks->find(same);
    require_same(result, path);
    require_same_legs(one.walker.get(), one.path.get(), *walks, path);
    ++statuses[path.status];
    const std::span<const std::size_t> opened = walks->opened_regions();
    std::vector<std::size_t> numbers(opened.size());
    REQUIRE(portolan_query_opened_regions(one.query.get(), numbers.data(), numbers.size(), nullptr) == PORTOLAN_OK);
    REQUIRE(std::ranges::equal(numbers, opened));
    std::size_t made = 0;
    REQUIRE(portolan_overlay_refresh_regions(one.overlay.get(), 0, numbers.data(), numbers.size(), &made) ==
            PORTOLAN_OK);
    REQUIRE(made == edits.refresh_regions(0, numbers));
    customised += made;

    auto asked = sized<portolan_point_request>();
    const Point a{rng.between(-9, 150 * 256 + 9), rng.between(-9, 90 * 256 + 9)};
    const Point b{rng.between(-9, 150 * 256 + 9), rng.between(-9, 90 * 256 + 9)};
    asked.from = {a.x, a.y};
    asked.to = {b.x, b.y};
    asked.tier = request.tier;
    REQUIRE(portolan_query_find_between(scout.get(), &asked, flight.get(), &result) == PORTOLAN_OK);
    const test::Found line = flies->find_between({.from = a, .to = b, .tier = same.tier});
    require_same(result, line);
    std::vector<portolan_point> points(line.points.size());
    REQUIRE(portolan_path_points(flight.get(), points.data(), points.size(), nullptr) == PORTOLAN_OK);
    for (std::size_t i = 0; i < points.size(); ++i) REQUIRE(Point{points[i].x, points[i].y} == line.points[i]);
    ++statuses[line.status];
  }
  CHECK(customised > 0);
  CHECK(statuses[Status::found] + statuses[Status::partial] > 300);
  CHECK(statuses[Status::unreachable] > 10);
  CHECK(statuses[Status::bad_start] > 100);
  CHECK(statuses[Status::out_of_budget] > 10);
}

TEST_CASE("paths in C are written down and read as those of PathFile") {
  const OneOfEach one;
  PathHandle read;
  PathHandle small;
  REQUIRE(portolan_path_create(one.query.get(), 0, read.address()) == PORTOLAN_OK);
  REQUIRE(portolan_path_create(one.query.get(), 2, small.address()) == PORTOLAN_OK);
  PathQuery wanted(one.built.world(), 0, Baseline::with);
  Path own_path(wanted.room());
  Rng rng(83);
  std::size_t walked = 0;
  for (int i = 0; i < 40; ++i) {
    const portolan_path_request request = between({rng.below(150), rng.below(90)}, {rng.below(150), rng.below(90)});
    auto result = sized<portolan_path_result>();
    REQUIRE(portolan_query_find(one.query.get(), &request, one.path.get(), &result) == PORTOLAN_OK);
    (void)wanted.find({.from = own(request.from), .to = own(request.to)}, own_path);
    std::size_t count = 0;
    REQUIRE(portolan_path_bytes(one.path.get(), nullptr, 0, &count) == PORTOLAN_OK);
    std::vector<std::uint8_t> bytes(count);
    REQUIRE(portolan_path_bytes(one.path.get(), bytes.data(), bytes.size(), nullptr) == PORTOLAN_OK);
    const auto expected = std::as_bytes(std::span(std::as_const(bytes)));
    REQUIRE(std::ranges::equal(PathFile::bytes_of(own_path), expected));
    std::uint64_t hash = 0;
    REQUIRE(portolan_path_hash(one.path.get(), &hash) == PORTOLAN_OK);
    REQUIRE(hash == PathFile::hash_of(own_path));
    REQUIRE(portolan_path_read(read.get(), bytes.data(), bytes.size()) == PORTOLAN_OK);
    if (result.waypoint_count > 2)
      REQUIRE(portolan_path_read(small.get(), bytes.data(), bytes.size()) == PORTOLAN_ERROR_LIMIT);
    auto leg = sized<portolan_leg>();
    do {
      REQUIRE(portolan_walker_next_leg(one.walker.get(), read.get(), &leg) == PORTOLAN_OK);
      walked += leg.status == PORTOLAN_LEG_READY ? 1 : 0;
    } while (leg.status == PORTOLAN_LEG_READY);
    REQUIRE(leg.status == PORTOLAN_LEG_DONE);
  }
  CHECK(walked > 40);
}

TEST_CASE("bounded paths in C are those of BoundedQuery, and allocate nothing") {
  const OneOfEach one;
  BoundedHandle bounded;
  PathHandle path;
  REQUIRE(portolan_bounded_create(one.map.get(), 1, bounded.address()) == PORTOLAN_OK);
  REQUIRE(portolan_bounded_path_create(bounded.get(), 0, path.address()) == PORTOLAN_OK);
  BoundedQuery wanted(one.built.world(), 1);
  Path own_path(wanted.room());
  Rng rng(8);
  std::size_t found = 0;
  for (int i = 0; i < 60; ++i) {
    auto request = sized<portolan_bounded_request>();
    request.from = {rng.below(150), rng.below(90)};
    request.to = {rng.below(150), rng.below(90)};
    request.ends = rng.percent(50) ? PORTOLAN_ENDS_EXACT : PORTOLAN_ENDS_NEAREST;
    request.excess = rng.pick(std::array{0.0, 0.002, 0.05});
    request.max_expansions = rng.percent(20) ? 50 : 0;
    auto result = sized<portolan_path_result>();
    REQUIRE(portolan_bounded_use(bounded.get(), i == 30 ? one.overlay.get() : nullptr) == PORTOLAN_OK);
    const AllocationCounter counter;
    const portolan_error error = portolan_bounded_find(bounded.get(), &request, path.get(), &result);
    const std::uint64_t allocations = counter.count();
    REQUIRE(error == PORTOLAN_OK);
    CHECK(allocations == 0);
    if (i == 30) continue;
    const PathResult expected = wanted.find({.from = own(request.from),
                                             .to = own(request.to),
                                             .ends = static_cast<EndRule>(request.ends),
                                             .excess = request.excess == 0 ? 0.01 : request.excess,
                                             .max_expansions = request.max_expansions == 0 ? ~std::uint64_t{0} : 50},
                                            own_path);
    REQUIRE(result.status == static_cast<portolan_status>(expected.status));
    REQUIRE(result.why == static_cast<portolan_why>(expected.why));
    REQUIRE((result.cost == expected.cost && result.lower_bound == expected.lower_bound));
    REQUIRE((result.expansions == expected.work && result.length == expected.length));
    REQUIRE(result.point_count == own_path.points().size());
    std::vector<portolan_point> points(own_path.points().size());
    REQUIRE(portolan_path_points(path.get(), points.data(), points.size(), nullptr) == PORTOLAN_OK);
    for (std::size_t p = 0; p < points.size(); ++p) REQUIRE(Point{points[p].x, points[p].y} == own_path.points()[p]);
    found += has_path(expected.status) ? 1 : 0;
  }
  CHECK(found > 10);
}

TEST_CASE("smoothed paths in C are those of PathSmoother") {
  const OneOfEach one;
  const World& world = one.built.world();
  for (const std::uint32_t profile : {0U, 1U}) {
    QueryHandle query;
    PathHandle path;
    WalkerHandle walker;
    SmootherHandle smoother;
    REQUIRE(portolan_query_create(one.map.get(), profile, 0, query.address()) == PORTOLAN_OK);
    REQUIRE(portolan_path_create(query.get(), 0, path.address()) == PORTOLAN_OK);
    REQUIRE(portolan_walker_create(one.map.get(), profile, walker.address()) == PORTOLAN_OK);
    REQUIRE(portolan_smoother_create(one.map.get(), profile, smoother.address()) == PORTOLAN_OK);
    REQUIRE(portolan_smoother_use(smoother.get(), one.overlay.get()) == PORTOLAN_OK);
    REQUIRE(portolan_smoother_use(smoother.get(), nullptr) == PORTOLAN_OK);
    test::Asker asker(world, profile);
    PathSmoother wanted(world, profile);
    Rng rng(7);
    std::size_t points = 0;
    for (int i = 0; i < 100; ++i) {
      portolan_path_request request = between({rng.below(150), rng.below(90)}, {rng.below(150), rng.below(90)});
      auto result = sized<portolan_path_result>();
      REQUIRE(portolan_query_find(query.get(), &request, path.get(), &result) == PORTOLAN_OK);
      const test::Found found = asker.find({.from = own(request.from), .to = own(request.to)});
      REQUIRE(portolan_smoother_add_points(smoother.get(), path.get()) == PORTOLAN_OK);
      wanted.add(found.points);
      Leg made;
      auto leg = sized<portolan_leg>();
      while (asker.next_leg(made) == LegStatus::ready) {
        REQUIRE(portolan_walker_next_leg(walker.get(), path.get(), &leg) == PORTOLAN_OK);
        REQUIRE(portolan_smoother_add_leg(smoother.get(), walker.get()) == PORTOLAN_OK);
        wanted.add(made);
      }
      auto how = sized<portolan_smoothing>();
      how.width = rng.below(10);
      how.curve = rng.below(10);
      auto smooth = sized<portolan_smooth_path>();
      REQUIRE(portolan_smoother_finish(smoother.get(), &how, &smooth) == PORTOLAN_OK);
      const SmoothPath own_path = wanted.finish({.width = how.width, .curve = how.curve});
      REQUIRE(smooth.point_count == own_path.points.size());
      REQUIRE(smooth.length == own_path.length);
      std::vector<portolan_point> all(own_path.points.size());
      std::vector<portolan_segment_kind> kinds(own_path.segments.size());
      std::size_t count = 0;
      REQUIRE(portolan_smoother_points(smoother.get(), all.data(), all.size(), &count) == PORTOLAN_OK);
      REQUIRE(count == all.size());
      REQUIRE(portolan_smoother_segments(smoother.get(), kinds.data(), kinds.size(), &count) == PORTOLAN_OK);
      REQUIRE(count == kinds.size());
      for (std::size_t p = 0; p < all.size(); ++p) REQUIRE(Point{all[p].x, all[p].y} == own_path.points[p]);
      std::uint64_t narrow = 0;
      for (std::size_t s = 0; s < kinds.size(); ++s) {
        REQUIRE(static_cast<SegmentKind>(kinds[s]) == own_path.segments[s]);
        narrow += kinds[s] == PORTOLAN_SEGMENT_NARROW ? 1 : 0;
      }
      REQUIRE(smooth.narrow_count == narrow);
      points += all.size();
    }
    CHECK(points > 100);
  }
}

TEST_CASE("dead ends in C are those of C++, on overlays too") {
  Rng rng(5);
  const TileMap map = random_map(rng, {.character = Character::combs, .width = 150, .height = 90});
  BuildOptions options = BuiltWorld::one_thread();
  options.dead_ends = DeadEndRule::found;
  const BuiltWorld built(map, MovementProfile{}, options);
  PathQuery same(built.world(), 0);
  WorldHandle world;
  QueryHandle query;
  OverlayHandle overlay;
  open_bytes(built.bytes(), world);
  REQUIRE(portolan_query_create(world.get(), 0, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_create(world.get(), overlay.address()) == PORTOLAN_OK);
  Overlay edits(built.world());
  std::size_t found = 0;
  for (int round = 0; round < 2; ++round) {
    for (std::int32_t y = 0; y < map.height(); ++y) {
      for (std::int32_t x = 0; x < map.width(); ++x) {
        auto dead_end = sized<portolan_dead_end>();
        REQUIRE(portolan_query_dead_end(query.get(), {x, y}, &dead_end) == PORTOLAN_OK);
        const TileDeadEnd expected = same.dead_end({x, y}).value_or(TileDeadEnd{});
        REQUIRE(dead_end.number == expected.number);
        REQUIRE(dead_end.outer == expected.outer);
        REQUIRE((dead_end.gate.x == expected.gate.x && dead_end.gate.y == expected.gate.y));
        found += dead_end.number != 0 ? 1 : 0;
      }
    }
    const Rect area{{60, 30}, {70, 40}};
    REQUIRE(edits.set_terrain(area, 1).has_value());
    REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{60, 30}, {70, 40}}, 1) == PORTOLAN_OK);
    REQUIRE(portolan_query_use(query.get(), overlay.get()) == PORTOLAN_OK);
    same.use(std::make_shared<const Overlay>(edits));
  }
  CHECK(found > 0);
}

TEST_CASE("an overlay in C changes for nobody who has taken it before") {
  const OneOfEach one;
  OverlayHandle before;
  REQUIRE(portolan_overlay_copy(one.overlay.get(), before.address()) == PORTOLAN_OK);
  std::uint8_t was = 0;
  REQUIRE(portolan_overlay_get_terrain(one.overlay.get(), {75, 45}, &was) == PORTOLAN_OK);
  const portolan_rect all{{0, 0}, {150, 90}};

  std::vector<Tile> open;
  for (std::int32_t x = 0; x < 150; ++x) {
    if (one.built.world().profiles()[0].grid.passable({x, 45})) open.push_back({x, 45});
  }
  REQUIRE(open.size() > 1);
  const portolan_path_request request = between(open.front(), open.front());
  auto result = sized<portolan_path_result>();
  REQUIRE(portolan_query_use(one.query.get(), one.overlay.get()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(one.overlay.get(), all, 0) == PORTOLAN_OK);
  REQUIRE(portolan_query_find(one.query.get(), &request, one.path.get(), &result) == PORTOLAN_OK);
  CHECK(result.status == PORTOLAN_STATUS_FOUND);
  std::uint8_t shown = 9;
  REQUIRE(portolan_overlay_get_terrain(before.get(), {75, 45}, &shown) == PORTOLAN_OK);
  CHECK(shown == was);

  // The query keeps its own copy, and the path what was found.
  REQUIRE(portolan_query_use(one.query.get(), one.overlay.get()) == PORTOLAN_OK);
  std::size_t count = 9;
  REQUIRE(portolan_path_waypoints(one.path.get(), nullptr, 0, &count) == PORTOLAN_OK);
  CHECK(count == 1);
  REQUIRE(portolan_overlay_revert(one.overlay.get(), all) == PORTOLAN_OK);
  REQUIRE(portolan_query_find(one.query.get(), &request, one.path.get(), &result) == PORTOLAN_OK);
  CHECK(result.status == PORTOLAN_STATUS_BAD_START);
  CHECK(result.why == PORTOLAN_WHY_BLOCKED);
}

TEST_CASE("batches in C are those of BatchQuery, on worlds with block labels and without") {
  const std::array worlds{map_world(3), labelled_rooms(4)};
  for (const BuiltWorld& built : worlds) {
    WorldHandle world;
    BatchHandle batch;
    open_bytes(built.bytes(), world);
    REQUIRE(portolan_batch_create(world.get(), 0, 2, batch.address()) == PORTOLAN_OK);
    BatchQuery wanted(built.world(), 0);
    Rng rng(6);
    std::vector<portolan_tile> from;
    std::vector<portolan_tile> to;
    std::vector<Tile> own_from;
    std::vector<Tile> own_to;
    std::vector<portolan_tile_pair> pairs;
    std::vector<TilePair> own_pairs;
    for (int i = 0; i < 60; ++i) {
      from.push_back({rng.between(-1, 100), rng.between(-1, 90)});
      to.push_back({rng.between(-1, 100), rng.between(-1, 90)});
      own_from.push_back(own(from.back()));
      own_to.push_back(own(to.back()));
      pairs.push_back({from.back(), to.back()});
      own_pairs.push_back({own_from.back(), own_to.back()});
    }
    std::vector<portolan_batch_answer> answers(from.size() * to.size());
    std::vector<BatchAnswer> expected(answers.size());
    int found = 0;
    const auto compare = [&](std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        REQUIRE(static_cast<Status>(answers[i].status) == expected[i].status);
        REQUIRE(static_cast<Why>(answers[i].why) == expected[i].why);
        REQUIRE((answers[i].optimal == 1) == expected[i].optimal);
        REQUIRE(answers[i].expansions == expected[i].work);
        REQUIRE(answers[i].cost == expected[i].cost);
        if (answers[i].status == PORTOLAN_STATUS_FOUND) ++found;
      }
    };
    OverlayHandle overlay;
    REQUIRE(portolan_overlay_create(world.get(), overlay.address()) == PORTOLAN_OK);
    REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{10, 10}, {30, 12}}, 0) == PORTOLAN_OK);
    auto edits = std::make_shared<Overlay>(built.world());
    REQUIRE(edits->set_terrain({{10, 10}, {30, 12}}, 0).has_value());
    for (const bool edited : {false, true}) {
      REQUIRE(portolan_batch_use(batch.get(), edited ? overlay.get() : nullptr) == PORTOLAN_OK);
      wanted.use(edited ? edits : nullptr);
      auto request = sized<portolan_batch_request>();
      request.ends = edited ? PORTOLAN_ENDS_NEAREST : PORTOLAN_ENDS_EXACT;
      request.max_expansions = edited ? 500 : 0;
      const BatchRequest own_request{.ends = edited ? EndRule::nearest : EndRule::exact,
                                     .max_expansions = edited ? 500 : ~std::uint64_t{0}};
      REQUIRE(portolan_batch_pairs(batch.get(), &request, pairs.data(), pairs.size(), answers.data()) == PORTOLAN_OK);
      REQUIRE(wanted.pairs(own_pairs, own_request, std::span(expected).first(pairs.size())).status == Status::found);
      compare(pairs.size());
      REQUIRE(portolan_batch_table(batch.get(), &request, from.data(), from.size(), to.data(), to.size(),
                                   answers.data(), answers.size()) == PORTOLAN_OK);
      REQUIRE(wanted.table(own_from, own_to, own_request, expected).status == Status::found);
      compare(answers.size());
    }
    CHECK(found > 200);
  }
}

TEST_CASE("handles in C keep the data of a world that is closed, and closed variables are NULL") {
  OneOfEach one;
  const BuiltWorld& built = one.built;
  REQUIRE(portolan_world_close(one.map.address()) == PORTOLAN_OK);
  REQUIRE(portolan_world_close(one.board.address()) == PORTOLAN_OK);
  CHECK(one.map.get() == nullptr);
  CHECK(portolan_world_close(one.map.address()) == PORTOLAN_OK);
  CHECK(portolan_world_verify(one.map.get(), nullptr, 0) == PORTOLAN_ERROR_NULL);
  const portolan_path_request request = between({0, 0}, {149, 89});
  auto result = sized<portolan_path_result>();
  REQUIRE(portolan_query_find(one.query.get(), &request, one.path.get(), &result) == PORTOLAN_OK);
  const auto wanted = std::make_unique<test::Asker>(built.world(), 0, Baseline::with);
  require_same(result, wanted->find({.from = {0, 0}, .to = {149, 89}}));
  CHECK(portolan_overlay_set_terrain(one.overlay.get(), {{0, 0}, {9, 9}}, 0) == PORTOLAN_OK);
  CHECK(portolan_query_use(one.query.get(), one.overlay.get()) == PORTOLAN_OK);
  CHECK(portolan_overlay_destroy(one.overlay.address()) == PORTOLAN_OK);
  CHECK(portolan_query_find(one.query.get(), &request, one.path.get(), &result) == PORTOLAN_OK);
  CHECK(result.status == PORTOLAN_STATUS_BAD_START);
  const portolan_tile_pair pair{{0, 0}, {1, 1}};
  portolan_batch_answer answer{};
  const auto all = sized<portolan_batch_request>();
  CHECK(portolan_batch_pairs(one.batch.get(), &all, &pair, 1, &answer) == PORTOLAN_OK);
  auto along = sized<portolan_board_result>();
  const auto there = sized<portolan_board_request>();
  CHECK(portolan_board_query_find(one.graph_query.get(), &there, &along) == PORTOLAN_OK);
  CHECK(along.status == PORTOLAN_STATUS_FOUND);
}

TEST_CASE("paths over moves cost in C what they do in C++, there and back") {
  WorldHandle handle;
  const AlignedBytes bytes = make_moves_sample();
  open_bytes(bytes.span(), handle);
  const auto world = World::view(bytes.span());
  REQUIRE(world);
  QueryHandle query;
  REQUIRE(portolan_query_create(handle.get(), 0, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
  PathQuery own(*world, 0);
  std::size_t uneven = 0;
  for (std::int32_t i = 0; i < 20; ++i) {
    const Tile a{42 + i, 18};
    const Tile b{42 + i, 22};
    std::array<std::uint64_t, 2> costs{};
    for (std::size_t way = 0; way < 2; ++way) {
      const auto request = way == 0 ? between(a, b) : between(b, a);
      auto result = sized<portolan_path_result>();
      REQUIRE(portolan_query_find(query.get(), &request, nullptr, &result) == PORTOLAN_OK);
      costs[way] = result.cost;
      CHECK(result.cost == own.find({.from = way == 0 ? a : b, .to = way == 0 ? b : a}).cost);
    }
    uneven += costs[0] != costs[1] ? 1 : 0;
  }
  CHECK(uneven > 5);
}

TEST_CASE("floors and links in C are those of the world, and closing one changes the path") {
  WorldHandle handle;
  const AlignedBytes bytes = make_linked_sample();
  open_bytes(bytes.span(), handle);
  const auto world = World::view(bytes.span());
  REQUIRE(world);
  auto info = sized<portolan_world_info>();
  REQUIRE(portolan_world_get_info(handle.get(), &info) == PORTOLAN_OK);
  CHECK(info.floor_count == 3);
  CHECK(info.floor_height == 24);
  CHECK(info.origin.x == 0);
  REQUIRE(info.link_count == world->links().size());
  for (std::uint32_t i = 0; i < info.link_count; ++i) {
    auto link = sized<portolan_link>();
    REQUIRE(portolan_world_get_link(handle.get(), i, &link) == PORTOLAN_OK);
    const Link& expected = world->links()[i];
    CHECK(Tile{link.from.x, link.from.y} == expected.from);
    CHECK(Tile{link.to.x, link.to.y} == expected.to);
    CHECK(link.cost == static_cast<double>(expected.cost) / kCostScale);
    CHECK((link.one_way == 1) == (expected.direction == LinkDirection::one_way));
    std::array<char, 256> name{};
    REQUIRE(portolan_world_link_name(handle.get(), i, name.data(), name.size(), nullptr) == PORTOLAN_OK);
    CHECK(expected.name == name.data());
  }

  // The last mover has a waypoint graph, which takes links too.
  for (const std::uint32_t profile : {0U, 3U}) {
    CAPTURE(profile);
    QueryHandle query;
    OverlayHandle overlay;
    REQUIRE(portolan_query_create(handle.get(), profile, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
    REQUIRE(portolan_overlay_create(handle.get(), overlay.address()) == PORTOLAN_OK);
    const auto request = between(world->floors().tile(0, {5, 5}), world->floors().tile(1, {5, 5}));
    auto result = sized<portolan_path_result>();
    PathHandle path;
    WalkerHandle walker;
    REQUIRE(portolan_path_create(query.get(), 50, path.address()) == PORTOLAN_OK);
    REQUIRE(portolan_walker_create(handle.get(), profile, walker.address()) == PORTOLAN_OK);
    const auto cost_and_link = [&] {
      REQUIRE(portolan_query_find(query.get(), &request, path.get(), &result) == PORTOLAN_OK);
      CHECK(result.truncated == 0);
      auto leg = sized<portolan_leg>();
      REQUIRE(portolan_walker_next_leg(walker.get(), path.get(), &leg) == PORTOLAN_OK);
      return std::pair(result.cost, leg.link);
    };
    const auto [cheap, stairs] = cost_and_link();
    CHECK(result.status == PORTOLAN_STATUS_FOUND);
    CHECK(stairs == 0);
    REQUIRE(portolan_query_find(query.get(), &request, path.get(), &result) == PORTOLAN_OK);
    REQUIRE(portolan_overlay_close_link(overlay.get(), 0) == PORTOLAN_OK);
    REQUIRE(portolan_query_use(query.get(), overlay.get()) == PORTOLAN_OK);
    // A path by the closed link is stale.
    auto validity = sized<portolan_path_validity>();
    CHECK(portolan_walker_still_valid(walker.get(), path.get(), &validity) == PORTOLAN_OK);
    CHECK(validity.validity == PORTOLAN_VALIDITY_UNTOUCHED);
    CHECK(validity.status == PORTOLAN_STATUS_FOUND);
    CHECK(validity.cost == result.cost);
    CHECK(validity.optimal == 1);
    REQUIRE(portolan_walker_use(walker.get(), overlay.get()) == PORTOLAN_OK);
    CHECK(portolan_walker_still_valid(walker.get(), path.get(), &validity) == PORTOLAN_OK);
    CHECK(validity.validity == PORTOLAN_VALIDITY_BLOCKED);
    CHECK(validity.status == PORTOLAN_STATUS_UNDECIDED);
    CHECK(validity.optimal == 0);
    auto refused = sized<portolan_leg>();
    CHECK(portolan_walker_next_leg(walker.get(), path.get(), &refused) == PORTOLAN_OK);
    CHECK(refused.status == PORTOLAN_LEG_STALE);
    const auto [dear, others] = cost_and_link();
    CHECK(dear * 3 == cheap * 4);
    CHECK(others == 4);
    for (const std::uint32_t link : {1U, 4U}) REQUIRE(portolan_overlay_close_link(overlay.get(), link) == PORTOLAN_OK);
    REQUIRE(portolan_query_use(query.get(), overlay.get()) == PORTOLAN_OK);
    REQUIRE(portolan_query_find(query.get(), &request, nullptr, &result) == PORTOLAN_OK);
    CHECK(result.status == PORTOLAN_STATUS_UNREACHABLE);
    REQUIRE(portolan_overlay_open_link(overlay.get(), 0) == PORTOLAN_OK);
    REQUIRE(portolan_query_use(query.get(), overlay.get()) == PORTOLAN_OK);
    REQUIRE(portolan_walker_use(walker.get(), overlay.get()) == PORTOLAN_OK);
    CHECK(cost_and_link() == std::pair(cheap, stairs));
  }
}

TEST_CASE("frugal functions of the C interface allocate nothing") {
  if (!AllocationCounter::kAvailable) {
    WARN("SKIPPED: allocations cannot be counted under sanitizers");
    return;
  }
  const OneOfEach one;
  auto result = sized<portolan_path_result>();
  auto leg = sized<portolan_leg>();
  auto along = sized<portolan_board_result>();
  auto there = sized<portolan_board_request>();
  there.to = 1;
  auto reach = sized<portolan_within_request>();
  auto near = sized<portolan_answer>();
  std::array<portolan_reached, 50> reached{};
  auto within = sized<portolan_corridor_result>();
  auto errand = sized<portolan_corridor_request>();
  const auto all = sized<portolan_batch_request>();
  portolan_tile start{};
  portolan_tile goal{};
  std::array<portolan_tile, PORTOLAN_MAX_LEG_TILES> tiles{};
  std::array<char, 300> name{};
  std::uint32_t node = 0;
  const portolan_tile_pair pair{{3, 3}, {140, 80}};
  portolan_batch_answer answer{};
  portolan_path_request request = between({3, 3}, {140, 80});
  request.ends = PORTOLAN_ENDS_NEAREST;
  REQUIRE(portolan_query_find(one.query.get(), &request, one.path.get(), &result) == PORTOLAN_OK);
  REQUIRE(result.status == PORTOLAN_STATUS_FOUND);
  SmootherHandle smoother;
  REQUIRE(portolan_smoother_create(one.map.get(), 0, smoother.address()) == PORTOLAN_OK);
  const auto how = sized<portolan_smoothing>();
  auto smooth = sized<portolan_smooth_path>();

  const AllocationCounter counter;
  int failures = 0;
  failures += portolan_query_find(one.query.get(), &request, one.path.get(), &result);
  failures += portolan_path_waypoints(one.path.get(), tiles.data(), tiles.size(), nullptr);
  do {
    failures += portolan_walker_next_leg(one.walker.get(), one.path.get(), &leg);
    failures += portolan_walker_tiles(one.walker.get(), tiles.data(), tiles.size(), nullptr);
    failures += portolan_smoother_add_leg(smoother.get(), one.walker.get());
  } while (leg.status == PORTOLAN_LEG_READY);
  failures += portolan_smoother_finish(smoother.get(), &how, &smooth);
  failures += portolan_batch_pairs(one.batch.get(), &all, &pair, 1, &answer);
  failures += portolan_board_query_find(one.graph_query.get(), &there, &along);
  failures += portolan_board_query_within(one.graph_query.get(), &reach, reached.data(), 50, nullptr, &near);
  failures += portolan_board_node_name(one.board.get(), 0, name.data(), name.size(), nullptr);
  failures += portolan_board_find_node(one.board.get(), name.data(), &node);
  failures += portolan_world_find_profile(one.map.get(), "scout", &node);
  failures += portolan_area_anchor(one.drawn.get(), 0, &start);
  failures += portolan_area_anchor(one.drawn.get(), 11, &goal);
  failures += portolan_area_at(one.drawn.get(), start, &node);
  errand.from = start;
  errand.to = goal;
  failures += portolan_corridor_find(one.corridor.get(), &errand, &within);
  failures += portolan_corridor_tiles(one.corridor.get(), tiles.data(), tiles.size(), nullptr);
  const std::uint64_t allocations = counter.count();
  CHECK(within.status == PORTOLAN_STATUS_FOUND);
  CHECK(failures == 0);
  CHECK(allocations == 0);

  // The counter sees what the library allocates.
  const AllocationCounter other;
  OverlayHandle copy;
  failures += portolan_overlay_copy(one.overlay.get(), copy.address());
  const std::uint64_t copied = other.count();
  CHECK(failures == 0);
  CHECK(copied > 0);
}

}  // namespace portolan::test
