// SPDX-License-Identifier: BSL-1.0
// Waypoints on a map, from their file to the tiles of a path: against brute-force visibility between all of them, and
// against the least of all ways from tile to tile, worked out from the map alone.
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/query/corridor_query.hpp"
#include "query/way_oracle.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test {
namespace {

using namespace ways;

struct Seen {
  std::map<Status, int> answers;
  int ways = 0;
  int drawn_paths = 0;
  int links = 0;
  int joined_by_paths = 0;
  int edited = 0;
  int on_moves = 0;
  int on_floors = 0;
  int between_floors = 0;
  int straight = 0;
  int first_straight = 0;
};

void check_budgets(Rng& rng, CorridorQuery& query, const CorridorPath& whole, Tile from, Tile to) {
  const std::uint64_t needed = whole.work;
  const Cost cost = whole.cost;
  const std::vector<Tile> tiles(whole.tiles.begin(), whole.tiles.end());
  const auto some = static_cast<std::uint64_t>(rng.below(static_cast<std::int32_t>(needed)));
  for (const std::uint64_t budget : {std::uint64_t{0}, some, needed - 1, needed, needed + 1}) {
    const CorridorPath path = query.find({.from = from, .to = to, .max_expansions = budget});
    REQUIRE(path.work <= budget);
    // A PathQuery that is told to hurry may find in less what it looks for at leisure otherwise.
    if (budget < needed && path.status == Status::out_of_budget) continue;
    REQUIRE((budget != 0 && path.status == Status::found));
    REQUIRE(path.cost == cost);
    REQUIRE(std::equal(path.tiles.begin(), path.tiles.end(), tiles.begin(), tiles.end()));
  }
}

/// One mover on the map as it is, or as an overlay shows it.
struct MoverCase {
  const TileMap& map;
  const MovementProfile& profile;
  const ProfileView& view;
  const Made& made;
  const std::vector<Way>& ways;
  bool edited;
};

Sight sight_of(const TileMap& map, const MovementProfile& profile, const ProfileView& view) {
  const bool any_angle = profile.metric == Metric::any_angle;
  return {map, profile, view.rules, any_angle ? std::optional(view.sight->fraction_bits) : std::nullopt};
}

void check_answers(Rng& rng, const MoverCase& mover, CorridorQuery& query, Seen& seen) {
  Sight sight = sight_of(mover.map, mover.profile, mover.view);
  const Oracle& oracle = sight.oracle();
  for (int i = 0; i < 6; ++i) {
    Shut shut;
    AreaClosures closures;
    const auto any = [&] {
      return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(mover.made.waypoints.size())));
    };
    if (rng.percent(30)) closures.areas = {any()};
    if (rng.percent(30)) closures.borders = {{any(), any()}};
    shut.places.insert(closures.areas.begin(), closures.areas.end());
    for (const AreaBorder& border : closures.borders) shut.ways.insert({border.from, border.to});
    query.close(closures);
    const auto end = [&] {
      if (rng.percent(30)) return mover.made.waypoints[any()];
      return Tile{rng.below(mover.map.width()), rng.below(mover.map.height())};
    };
    const Tile from = end();
    const Tile to = end();
    CAPTURE(from.x, from.y, to.x, to.y, mover.edited);
    const CorridorPath path = query.find({.from = from, .to = to});
    ++seen.answers[path.status];
    const auto shut_waypoint = [&](Tile tile) {
      const auto at = std::find(mover.made.waypoints.begin(), mover.made.waypoints.end(), tile);
      return at != mover.made.waypoints.end() &&
             shut.places.contains(static_cast<NodeId>(at - mover.made.waypoints.begin()));
    };
    if (!oracle.passable(from)) {
      REQUIRE(path.status == Status::bad_start);
    } else if (!oracle.passable(to)) {
      REQUIRE(path.status == Status::bad_goal);
    } else if (shut_waypoint(from) || shut_waypoint(to)) {
      REQUIRE(path.status == (shut_waypoint(from) ? Status::bad_start : Status::bad_goal));
      REQUIRE(path.why == Why::closed);
    } else {
      const Cost least = least_over(mover.made, sight, mover.ways, shut, from, to);
      REQUIRE(path.status == (least == kInfiniteCost ? Status::unreachable : Status::found));
      if (least == kInfiniteCost) continue;
      REQUIRE(path.cost == least);
      const std::string fault = tiles_fault(mover.made, sight, mover.ways, path, from, to);
      if (!fault.empty()) FAIL(fault);
      if (sight.any_angle()) {
        REQUIRE((path.cost == 0 || !path.optimal()));
        seen.straight += path.tiles.size() > 2 ? 1 : 0;
      } else if (path.optimal() && path.cost != 0) {
        REQUIRE(oracle.distance(from, to) == path.cost);  // links may cost nothing
      }
      if (!path.areas.empty() && path.tiles.size() > 1) {
        const Tile first = mover.made.waypoints[path.areas.front()];
        if (!sight.clear(from, first)) ++seen.joined_by_paths;
      }
      seen.edited += mover.edited ? 1 : 0;
      if (rng.percent(30)) check_budgets(rng, query, path, from, to);
    }
  }
  query.close({});
}

/// Random edits; the map that they make.
std::pair<std::shared_ptr<const Overlay>, TileMap> edit(Rng& rng, const World& world, const TileMap& map) {
  auto overlay = std::make_shared<Overlay>(world);
  for (int n = rng.between(1, 5); n > 0; --n) {
    const Tile corner{rng.below(map.width()), rng.below(map.height())};
    const Rect area{corner, {corner.x + rng.between(1, 4), corner.y + rng.between(1, 4)}};
    (void)overlay->set_terrain(area,
                               static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size()))));
  }
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) tiles.push_back(overlay->terrain({x, y}));
  }
  TileMap edited = *TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, tiles);
  REQUIRE(edited.set_floors(map.floors()).has_value());
  REQUIRE(edited.set_links({map.links().begin(), map.links().end()}).has_value());
  REQUIRE(edited.set_moves({map.moves().begin(), map.moves().end()}).has_value());
  return {overlay, edited};
}

/// A quarter of several floors.
TileMap make_up_map(Rng& rng) {
  TileMap map = random_map(rng, {.max_side = 24});
  const bool on_floors = rng.percent(25);
  while (on_floors && map.floors().count == 1) map = random_floors(rng, rng.pick(kWeights), 24);
  return map;
}

/// One random map with random waypoints: its board, and the answers of two movers, with edits and without.
void check_case(Rng& rng, Seen& seen) {
  TileMap map = make_up_map(rng);
  const bool on_floors = map.floors().count > 1;
  if (rng.percent(on_floors ? 90 : 30)) REQUIRE(map.set_links(random_links(rng, map, 4)).has_value());
  // From a copy, so that what is drawn after is the same with moves and without.
  Rng aside = rng;
  if (aside.percent(30)) REQUIRE(map.set_moves(random_moves(aside, map, 8)).has_value());
  seen.on_moves += map.moves().empty() ? 0 : 1;
  seen.on_floors += on_floors ? 1 : 0;
  std::vector<MovementProfile> movers;
  for (const char* const name : {"first", "second"}) {
    movers.push_back(random_profile(rng, map.palette()));
    movers.back().name = name;
    if (!aside.percent(35)) continue;
    const MovementProfile straight = straight_mover(aside.between(0, 3));
    movers.back().metric = straight.metric;
    movers.back().neighbours = straight.neighbours;
    movers.back().corners = straight.corners;
    movers.back().steps = straight.steps;
    movers.back().footprint = straight.footprint;
  }
  const TestGrid grid(map, movers.front());
  const Oracle oracle = grid.oracle();
  const Made made = make_up(rng, oracle, map);
  if (made.waypoints.empty()) return;
  const std::string text = text_of(made, map.floors());
  CAPTURE(text);
  const auto drawing = parse_waypoints_json(text, "w.json", map.width(), map.floors());
  if (!drawing) FAIL(drawing.error().message);
  const auto drawn = draw_areas(*drawing, map, movers.front(), rng.percent(50) ? 1 : 2);
  if (!drawn) FAIL(drawn.error().message);
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes.emplace();
  const auto image = build_world(map, movers, *drawn, options);
  if (!image) return;  // no mover of this size fits
  const AlignedBytes bytes = image->bytes();
  const auto world = World::view(bytes.span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);

  Sight sight = sight_of(map, movers.front(), world->profiles().front());
  const std::vector<Way> ways = expected_ways(made, sight);
  seen.first_straight += sight.any_angle() ? 1 : 0;
  std::multiset<std::tuple<NodeId, NodeId, WayKind, Cost>> expected;
  for (const Way& way : ways) {
    expected.emplace(way.from, way.to, way.kind, cost_of(made, sight, way));
    seen.drawn_paths += way.kind == WayKind::least_path ? 1 : 0;
    seen.links += way.kind == WayKind::link ? 1 : 0;
    const auto floor = [&](NodeId id) { return map.floors().floor(made.waypoints[id].y); };
    if (way.kind != WayKind::link) seen.between_floors += floor(way.from) != floor(way.to) ? 1 : 0;
    ++seen.ways;
  }
  const AreasView& areas = *world->areas();
  const BoardView& graph = world->board()->graph;
  std::multiset<std::tuple<NodeId, NodeId, WayKind, Cost>> stored;
  for (NodeId from = 0; from < graph.size(); ++from) {
    for (std::uint32_t arc = graph.arcs.first[from]; arc < graph.arcs.first[from + 1]; ++arc)
      stored.emplace(from, graph.arcs.target[arc], areas.ways[arc].kind, areas.ways[arc].cost);
  }
  REQUIRE(stored == expected);

  for (std::size_t profile = 0; profile < movers.size(); ++profile) {
    CAPTURE(profile);
    const ProfileView& view = world->profiles()[profile];
    CorridorQuery query(*world, profile);
    check_answers(rng, {map, movers[profile], view, made, ways, false}, query, seen);
    const auto [overlay, edited] = edit(rng, *world, map);
    query.use(overlay);
    check_answers(rng, {edited, movers[profile], view, made, ways, true}, query, seen);
    query.use(nullptr);
    check_answers(rng, {map, movers[profile], view, made, ways, false}, query, seen);
  }
}

void check_cases(std::uint64_t seed, int cases) {
  Rng rng(seed);
  Seen seen;
  for (int i = 0; i < cases; ++i) {
    CAPTURE(i);
    check_case(rng, seen);
  }
  CHECK(seen.ways > 1000);
  CHECK(seen.drawn_paths > 20);
  CHECK(seen.on_moves > 20);
  CHECK(seen.straight > 100);
  CHECK(seen.first_straight > 50);
  CHECK(seen.on_floors > 20);
  CHECK(seen.between_floors > 20);
  CHECK(seen.links > 50);
  CHECK(seen.joined_by_paths > 20);
  CHECK(seen.edited > 100);
  CHECK(seen.answers[Status::found] > 500);
  CHECK(seen.answers[Status::unreachable] > 50);
}

/// A world of one profile with waypoints on an open field.
AlignedBytes field_world(const std::string& text, const MovementProfile& profile) {
  const TileMap map = *TileMap::create(12, 6, {{"floor", kCostScale}, {"wall", 0}}, std::vector<TerrainId>(72, 0));
  const auto drawing = parse_waypoints_json(text, "w", 12, {1, 6});
  REQUIRE(drawing);
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  REQUIRE(drawn);
  const std::array profiles{profile, [] {
                              MovementProfile straight;
                              straight.name = "straight";
                              straight.metric = Metric::any_angle;
                              return straight;
                            }()};
  const auto image = build_world(map, profiles, *drawn, BuiltWorld::one_thread());
  REQUIRE(image);
  return image->bytes();
}

constexpr const char* kField = R"({"portolan": "waypoints", "version": 1, "sight_length": 5,
  "waypoints": [{"name": "A", "x": 1, "y": 1}, {"name": "B", "x": 5, "y": 4}, {"name": "C", "x": 10, "y": 4}]})";

}  // namespace

TEST_CASE("ways between waypoints are what brute force sees, and paths over them the least of all", "[heavy]") {
  check_cases(20261123, 500);
}

TEST_CASE("ways between waypoints and paths over them: a hundred thousand answers", "[long][slow]") {
  check_cases(20261124, 4000);
}

TEST_CASE("a query over waypoints does not allocate") {
  const AlignedBytes bytes = field_world(kField, {});
  CorridorQuery query(*World::view(bytes.span()));
  const AllocationCounter counter;
  const CorridorPath path = query.find({.from = {0, 0}, .to = {11, 5}});
  REQUIRE(counter.count() == 0);
  REQUIRE(path.status == Status::found);
  REQUIRE(path.areas.size() == 3);
}

TEST_CASE("movers at any angle go straight from waypoint to waypoint, and need no memory for it") {
  for (const MovementProfile& first : {MovementProfile(), straight_mover(0), straight_mover(2)}) {
    const AlignedBytes bytes = field_world(kField, first);
    CorridorQuery query(*World::view(bytes.span()), 1);
    const AllocationCounter counter;
    const CorridorPath path = query.find({.from = {0, 1}, .to = {9, 4}});
    REQUIRE(counter.count() == 0);
    REQUIRE(path.status == Status::found);
    const std::vector<Tile> tiles(path.tiles.begin(), path.tiles.end());
    REQUIRE(tiles == std::vector<Tile>{{0, 1}, {1, 1}, {5, 4}, {9, 4}});
    REQUIRE(path.length == Approx(1 + 5 + 4));
  }
}

TEST_CASE("links that a designer drew are left out for movers at any angle, and told") {
  const TileMap map = *TileMap::create(12, 6, {{"floor", kCostScale}}, std::vector<TerrainId>(72, 0));
  const auto drawing = parse_waypoints_json(
      R"({"portolan": "waypoints", "version": 1,
          "waypoints": [{"name": "A", "x": 1, "y": 1}, {"name": "B", "x": 5, "y": 4}],
          "ways": [{"from": "A", "to": "B", "cost": 1}]})",
      "w", 12, {1, 6});
  REQUIRE(drawing);
  const auto drawn = draw_areas(*drawing, map, straight_mover(1), 1);
  REQUIRE(drawn);
  REQUIRE(drawn->warnings.size() == 1);
  CHECK(text_of(drawing->draft, drawn->warnings.front()) ==
        "w:3: a link between 'A' and 'B' is left out: the first profile moves at any angle, and takes none");
  CHECK(drawn->links.empty());
  CHECK(drawn->ways.size() == 2);
}

TEST_CASE("an overlay of another world is refused by a query over waypoints") {
  const AlignedBytes bytes = field_world(kField, {});
  const AlignedBytes copy = field_world(kField, {});
  CorridorQuery query(*World::view(bytes.span()));
  REQUIRE_THROWS_AS(query.use(std::make_shared<const Overlay>(*World::view(copy.span()))), std::invalid_argument);
  REQUIRE(query.find({.from = {0, 0}, .to = {11, 5}}).status == Status::found);
}

TEST_CASE("a query over waypoints that refuses an overlay is one on the file, whatever it used before") {
  const AlignedBytes bytes = field_world(kField, {});
  const AlignedBytes copy = field_world(kField, {});
  const World world = *World::view(bytes.span());
  Overlay walled(world);
  REQUIRE(walled.set_terrain({{5, 0}, {6, 6}}, 1).has_value());
  CorridorQuery query(world);
  const auto status = [&] { return query.find({.from = {0, 1}, .to = {9, 4}}).status; };
  REQUIRE(status() == Status::found);
  query.use(std::make_shared<const Overlay>(walled));
  REQUIRE(status() == Status::unreachable);
  REQUIRE_THROWS_AS(query.use(std::make_shared<const Overlay>(*World::view(copy.span()))), std::invalid_argument);
  REQUIRE(status() == Status::found);
}

TEST_CASE("what is odd about waypoints is told with its place") {
  const TileMap map = *TileMap::create(9, 3, {{"floor", kCostScale}, {"wall", 0}}, {0, 0, 0, 1, 0, 0, 1, 0, 0,  //
                                                                                    0, 0, 0, 1, 0, 0, 1, 0, 1,  //
                                                                                    0, 0, 0, 1, 0, 0, 1, 1, 0});
  const auto drawing = parse_waypoints_json(R"({"portolan": "waypoints", "version": 1,
  "waypoints": [{"name": "A", "x": 0, "y": 0},
    {"name": "B", "x": 2, "y": 2},
    {"name": "C", "x": 5, "y": 1}],
  "ways": [{"from": "A", "to": "C"}],
  "closed": [["B", "C"]]})",
                                            "w.json", 9, {1, 3});
  REQUIRE(drawing);
  const auto drawn = draw_areas(*drawing, map, {}, 1);
  REQUIRE(drawn);
  std::vector<std::string> told;
  for (const Finding& finding : drawn->warnings) told.push_back(text_of(drawing->draft, finding));
  REQUIRE(told == std::vector<std::string>{
                      "w.json: 2 islands have no waypoint, the largest, of 3 tiles, is that of 7,0",
                      "w.json:4: 'C' sees no other waypoint, and no way is drawn to it",
                      "w.json:5: a way between 'A' and 'C' is left out: nothing on the map joins them, and it has no "
                      "cost as a link would",
                      "w.json:6: 'B' and 'C' do not see each other: there is no way to close"});
}

}  // namespace portolan::test
