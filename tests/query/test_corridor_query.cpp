// SPDX-License-Identifier: BSL-1.0
// Areas drawn over a map, from their file to the tiles of a path, against floods and Dijkstra on the tiles within.
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/query/corridor_query.hpp"
#include "portolan/query/path_query.hpp"
#include "query/made_areas.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test {
namespace {

/// Thousandths of a tile, rounded up.
Cost thousandths(const MoveRules& rules, Cost cost) {
  const Cost per = Cost{rules.straight} * (rules.halving == 1 ? 1 : 2) * 10;
  return (cost * rules.cost_unit + per - 1) / per;
}

/// Of the cheapest link between two areas, in tiles.
double declared_cost(const Made& made, NodeId from, NodeId to) {
  std::int32_t quarters = std::numeric_limits<std::int32_t>::max();
  for (const MadeLink& link : made.links) {
    const bool forth = link.from == from && link.to == to;
    const bool back = !link.one_way && link.from == to && link.to == from;
    if (forth || back) quarters = std::min(quarters, link.cost);
  }
  return quarters / 4.0;
}

/// Asks again with some budgets: with less than the path took there is none, with as much it is the same.
void check_budgets(Rng& rng, CorridorQuery& query, const CorridorPath& whole, Tile from, Tile to) {
  const std::uint64_t needed = whole.work;
  const Status status = whole.status;
  const Cost cost = whole.cost;
  const std::vector<Tile> tiles(whole.tiles.begin(), whole.tiles.end());
  const auto some = static_cast<std::uint64_t>(rng.below(static_cast<std::int32_t>(needed)));
  for (const std::uint64_t budget : {std::uint64_t{0}, std::uint64_t{1}, some, needed - 1, needed, needed + 1}) {
    const CorridorPath path = query.find({.from = from, .to = to, .max_expansions = budget});
    REQUIRE(path.work <= budget);
    REQUIRE(path.status == (budget < needed ? Status::out_of_budget : status));
    if (budget < needed) continue;
    REQUIRE(std::equal(path.tiles.begin(), path.tiles.end(), tiles.begin(), tiles.end()));
    REQUIRE(path.cost == cost);
  }
}

/// One random map with random areas, asked all over.
void check_case(Rng& rng) {
  const TileMap map = random_map(rng, {.max_side = 24});
  const TestGrid grid(map, random_profile(rng, map.palette()));
  if (grid.profile().metric != Metric::grid) return;
  const Oracle oracle = grid.oracle();
  Made made = make_up(rng, map.width(), map.height());
  const std::string text = text_of(made);
  CAPTURE(text);
  const auto drawing = parse_areas_json(text, "r.json", map.width(), map.height());
  if (!drawing) FAIL(drawing.error().message);
  REQUIRE(errors_in(drawing->draft).empty());
  const auto drawn = draw_areas(*drawing, map, grid.profile(), 1);
  if (!drawn) FAIL(drawn.error().message);

  AreaOracle areas(made, oracle, map.bounds());
  const auto count = static_cast<NodeId>(made.areas.size());
  for (std::size_t i = 0; i < drawing->pixels.size(); ++i) {
    const Tile tile = grid.view().tile(i);
    REQUIRE(drawing->pixels[i] == areas.area(tile));
    REQUIRE(drawn->tiles.view().at(tile) == areas.area(tile));
  }
  for (NodeId id = 0; id < count; ++id) {
    const Tile anchor = drawn->anchors[id];
    if (anchor != kNoAnchor) REQUIRE((oracle.passable(anchor) && areas.area(anchor) == id));
  }

  BuildOptions options = BuiltWorld::one_thread();
  options.indexes.emplace();
  const auto image = build_world(map, std::span(&grid.profile(), 1), *drawn, options);
  REQUIRE(image);
  const AlignedBytes bytes = image->bytes();
  const auto world = World::view(bytes.span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);

  AreaClosures closures;
  if (rng.percent(50)) {
    const auto any = [&] { return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(count))); };
    if (rng.percent(50)) closures.areas.push_back(any());
    const NodeId a = any();
    const NodeId b = any();
    closures.borders = {{a, b}, {b, a}};
  }
  // What borders cost does not change where others are closed.
  std::map<std::pair<NodeId, NodeId>, Cost> border;
  for (NodeId a = 0; a < count; ++a) {
    for (NodeId b = 0; b < count; ++b) {
      if (a == b || areas.is_closed(a, b) || !areas.touch(a, b)) continue;
      const Cost cost = areas.distances({a, b}, drawn->anchors[a], {})[oracle.index(drawn->anchors[b])];
      if (cost != kInfiniteCost) border[{a, b}] = thousandths(grid.rules(), cost);
    }
  }
  for (const AreaBorder& closed : closures.borders) {
    border.erase({closed.from, closed.to});
    areas.close(closed.from, closed.to);
  }
  const std::set<NodeId> shut(closures.areas.begin(), closures.areas.end());
  std::vector<std::pair<std::pair<Tile, Tile>, Cost>> jumps;
  std::vector<std::vector<Cost>> way(count, std::vector<Cost>(count, kInfiniteCost));
  const auto shorten = [&](NodeId a, NodeId b, Cost cost) {
    const Cost entered = cost + static_cast<Cost>(made.areas[b].enter) * 250;
    if (!shut.contains(a) && !shut.contains(b)) way[a][b] = std::min(way[a][b], entered);
  };
  for (const auto& [ends, cost] : border) shorten(ends.first, ends.second, cost);
  for (const AreaLink& link : drawn->links) {
    jumps.push_back({{drawn->anchors[link.from], drawn->anchors[link.to]}, link.cost});
  }
  for (const MadeLink& link : made.links) {
    if (link.from == link.to || drawn->anchors[link.from] == kNoAnchor || drawn->anchors[link.to] == kNoAnchor)
      continue;
    shorten(link.from, link.to, static_cast<Cost>(link.cost) * 250);
    if (!link.one_way) shorten(link.to, link.from, static_cast<Cost>(link.cost) * 250);
  }
  for (NodeId a = 0; a < count; ++a) way[a][a] = 0;
  for (NodeId via = 0; via < count; ++via) {
    for (NodeId a = 0; a < count; ++a) {
      for (NodeId b = 0; b < count; ++b) way[a][b] = std::min(way[a][b], way[a][via] + way[via][b]);
    }
  }

  CorridorQuery query(*world);
  query.close(closures);
  for (int i = 0; i < 6; ++i) {
    std::array<Tile, 2> ends;
    for (Tile& end : ends) end = {rng.below(map.width()), rng.below(map.height())};
    if (rng.percent(50)) {
      for (Tile& end : ends) {
        const auto id = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(count)));
        if (drawn->anchors[id] != kNoAnchor) end = drawn->anchors[id];
      }
    }
    const auto [from, to] = ends;
    const CorridorPath path = query.find({.from = from, .to = to});
    const auto fit = [&](Tile t) {
      return oracle.passable(t) && areas.area(t) != kNoNode && !shut.contains(areas.area(t));
    };
    if (!fit(from) || !fit(to)) {
      REQUIRE(path.status == (fit(from) ? Status::bad_goal : Status::bad_start));
      continue;
    }
    const Cost least = way[areas.area(from)][areas.area(to)];
    if (least >= kInfiniteCost) {
      REQUIRE(path.status == Status::unreachable);
      continue;
    }
    REQUIRE(path.areas.front() == areas.area(from));
    REQUIRE(path.areas.back() == areas.area(to));
    std::uint64_t scale = 1;
    for (std::uint32_t d = drawn->board.cost_decimals; d < 3; ++d) scale *= 10;
    REQUIRE(path.board_cost * scale == least);
    const std::set<NodeId> corridor(path.areas.begin(), path.areas.end());
    const Cost wanted = areas.distances(corridor, from, jumps)[oracle.index(to)];
    if (wanted == kInfiniteCost) {
      REQUIRE(path.status == Status::undecided);
      REQUIRE((from != drawn->anchors[areas.area(from)] || to != drawn->anchors[areas.area(to)]));
      continue;
    }
    REQUIRE(path.status == Status::found);
    REQUIRE(path.cost == wanted);
    REQUIRE(path.tiles.front() == from);
    REQUIRE(path.tiles.back() == to);
    Cost sum = 0;
    double length = 0;
    for (std::size_t t = 1; t < path.tiles.size(); ++t) {
      const Tile a = path.tiles[t - 1];
      const Tile b = path.tiles[t];
      REQUIRE(corridor.contains(areas.area(b)));
      const bool walks = areas.area(a) == areas.area(b) || !areas.is_closed(areas.area(a), areas.area(b));
      Cost step = walks ? oracle.step_cost(a, b) : kInfiniteCost;
      double tiles = static_cast<double>(step) * grid.rules().tiles_per_unit();
      for (const auto& [link, price] : jumps) {
        if (link != std::pair(a, b) || price >= step) continue;
        step = price;
        tiles = declared_cost(made, areas.area(a), areas.area(b));
      }
      length += tiles;
      REQUIRE(step != kInfiniteCost);
      sum += step;
    }
    REQUIRE(sum == wanted);
    REQUIRE(path.length == Approx(length).epsilon(1e-12).margin(1e-12));
    check_budgets(rng, query, path, from, to);
    // From anchor to anchor the coarse way itself can be walked; every link may have been rounded by a unit.
    if (from == drawn->anchors[areas.area(from)] && to == drawn->anchors[areas.area(to)]) {
      REQUIRE(thousandths(grid.rules(), path.cost) <=
              path.board_cost * scale + path.areas.size() * thousandths(grid.rules(), 1));
    }
    REQUIRE(query.find({.from = from, .to = to, .max_expansions = 0}).status == Status::out_of_budget);
  }
}

/// What a run of check_movers has seen, so that it can prove it saw enough.
struct Seen {
  std::map<std::pair<std::size_t, Status>, int> answers;  ///< by profile
  int edited = 0;
  int by_map_link = 0;
  int moved = 0;
  int proven = 0;
  int on_moves = 0;
};

/// A map, maybe of two floors and with links.
TileMap random_ground(Rng& rng) {
  const std::int32_t width = rng.between(3, 20);
  const std::int32_t height = rng.between(3, 20);
  const auto floor = [&] { return random_map(rng, {.weights = Weights::uniform, .width = width, .height = height}); };
  TileMap map = floor();
  if (rng.percent(50)) {
    const auto stacked = TileMap::stack(std::array{map, floor()});
    REQUIRE(stacked);
    map = *stacked;
  }
  if (rng.percent(60)) REQUIRE(map.set_links(random_links(rng, map, 8)).has_value());
  return map;
}

std::vector<MovementProfile> random_movers(Rng& rng, const TileMap& map) {
  std::vector<MovementProfile> movers;
  for (const char* const name : {"first", "second"}) {
    MovementProfile mover = random_profile(rng, map.palette());
    mover.name = name;
    movers.push_back(mover);
  }
  MovementProfile straight;
  straight.name = "straight";
  straight.metric = Metric::any_angle;
  straight.footprint = rng.between(0, 2);
  movers.push_back(straight);
  return movers;
}

/// Random edits; the map that they make, with the links that are left.
std::pair<std::shared_ptr<const Overlay>, TileMap> edit(Rng& rng, const World& world, const TileMap& map) {
  auto overlay = std::make_shared<Overlay>(world);
  for (int n = rng.between(0, 6); n > 0; --n) {
    const Tile corner{rng.below(map.width()), rng.below(map.height())};
    const Rect area{corner, {corner.x + rng.between(1, 4), corner.y + rng.between(1, 4)}};
    // Those that leave the map or a floor are refused.
    (void)overlay->set_terrain(area,
                               static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size()))));
  }
  std::vector<Link> links;
  for (LinkId link = 0; link < map.links().size(); ++link) {
    if (rng.percent(30)) {
      REQUIRE(overlay->close_link(link).has_value());
    } else {
      links.push_back(map.links()[link]);
    }
  }
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) tiles.push_back(overlay->terrain({x, y}));
  }
  TileMap edited = *TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, tiles);
  REQUIRE(edited.set_floors(map.floors()).has_value());
  REQUIRE(edited.set_links(links).has_value());
  REQUIRE(edited.set_moves({map.moves().begin(), map.moves().end()}).has_value());
  return {overlay, edited};
}

/// One mover on a drawn map as an overlay shows it.
struct MoverCase {
  const World& world;
  std::size_t profile;
  const Made& made;
  const TileMap& map;  ///< as edited
  bool edited;
};

/// The nearest goal is the first, in the order of distance, to which a path is found when it is asked for.
void check_nearest(const Oracle& oracle, const AreaOracle& areas, CorridorQuery& query, const CorridorRequest& request,
                   Seen& seen) {
  const Rect map = query.profile().grid.bounds();
  const auto in_order = [&](Tile wanted) {
    const NearestTiles distance(map, wanted);
    std::vector<Tile> tiles;
    for (std::int32_t y = 0; y < map.max.y; ++y) {
      for (std::int32_t x = 0; x < map.max.x; ++x) {
        if (oracle.passable({x, y}) && areas.area({x, y}) != kNoNode) tiles.push_back({x, y});
      }
    }
    std::stable_sort(tiles.begin(), tiles.end(),
                     [&](Tile a, Tile b) { return distance.squared(a) < distance.squared(b); });
    return tiles;
  };
  const std::vector<Tile> starts = in_order(request.from);
  if (starts.empty()) {
    const CorridorPath none = query.find(request);
    REQUIRE(none.status == Status::bad_start);
    REQUIRE(none.why == Why::no_area);
    return;
  }
  Tile expected{-1, -1};
  for (const Tile goal : in_order(request.to)) {
    if (query.find({.from = starts.front(), .to = goal}).status != Status::found) continue;
    expected = goal;
    break;
  }
  const CorridorPath path = query.find(request);
  CAPTURE(request.from, request.to, starts.front(), expected, path.status, path.why);
  REQUIRE(path.status == (expected == request.to ? Status::found : Status::partial));
  REQUIRE(path.tiles.front() == starts.front());
  REQUIRE(path.tiles.back() == expected);
  REQUIRE((path.why == Why::moved_end) == (expected != request.to || starts.front() != request.from));
  seen.moved += path.why == Why::moved_end ? 1 : 0;
  CorridorRequest starved = request;
  starved.max_expansions = path.work;
  REQUIRE(query.find(starved).work == path.work);
  if (path.work == 0) return;
  starved.max_expansions = path.work - 1;
  REQUIRE(query.find(starved).status == Status::out_of_budget);
}

void check_mover(Rng& rng, const MoverCase& mover, CorridorQuery& query, Seen& seen) {
  const ProfileView& view = mover.world.profiles()[mover.profile];
  const bool any_angle = view.rules.metric == Metric::any_angle;
  const Oracle oracle(mover.map, mover.world.declared_profile(mover.profile), view.rules);
  const AreaOracle areas(mover.made, oracle, mover.map.bounds());
  const std::span<const Tile> anchors = mover.world.areas()->anchors;
  std::vector<std::pair<std::pair<Tile, Tile>, Cost>> jumps;
  for (const MadeLink& link : mover.made.links) {
    const Tile from = anchors[link.from];
    const Tile to = anchors[link.to];
    if (any_angle || link.from == link.to || !oracle.passable(from) || !oracle.passable(to)) continue;
    const Cost cost = link_cost(view.rules, static_cast<std::uint64_t>(link.cost) * kCostScale / 4);
    jumps.push_back({{from, to}, cost});
    if (!link.one_way) jumps.push_back({{to, from}, cost});
  }
  for (int i = 0; i < 8; ++i) {
    std::array<Tile, 2> ends;
    for (Tile& end : ends) {
      end = {rng.between(-1, mover.map.width()), rng.between(-1, mover.map.height())};
      const auto id = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(anchors.size())));
      if (rng.percent(50) && anchors[id] != kNoAnchor) end = anchors[id];
    }
    CorridorRequest request{
        .from = ends[0], .to = ends[1], .ends = rng.percent(30) ? EndRule::nearest : EndRule::exact};
    if (request.ends == EndRule::nearest) {
      check_nearest(oracle, areas, query, request, seen);
      // From here on as if the ends that it took had been asked for.
      const CorridorPath near = query.find(request);
      if (!has_path(near.status)) continue;
      ends = {near.tiles.front(), near.tiles.back()};
      request = {.from = ends[0], .to = ends[1], .ends = EndRule::exact};
    }
    const CorridorPath path = query.find(request);
    ++seen.answers[{mover.profile, path.status}];
    const bool both_stand = oracle.passable(ends[0]) && oracle.passable(ends[1]);
    if (!both_stand) {
      const bool starts = oracle.passable(ends[0]) && areas.area(ends[0]) != kNoNode;
      REQUIRE(path.status == (starts ? Status::bad_goal : Status::bad_start));
      continue;
    }
    const auto fit = [&](Tile end) { return areas.area(end) != kNoNode; };
    if (!fit(ends[0]) || !fit(ends[1])) {
      REQUIRE(path.status == (fit(ends[0]) ? Status::bad_goal : Status::bad_start));
      REQUIRE(path.why == Why::no_area);
      continue;
    }
    if (path.areas.empty()) {
      const bool proven = mover.profile == 0 && !mover.edited;
      REQUIRE((path.status == Status::undecided || (path.status == Status::unreachable && mover.profile == 0)));
      REQUIRE((!proven || path.status == Status::unreachable));
      REQUIRE(path.why == Why::exhausted);
      REQUIRE_FALSE(path.optimal());
      continue;
    }
    const auto [from, to] = ends;
    if (has_path(path.status)) {
      REQUIRE(path.tiles.front() == from);
      REQUIRE(path.tiles.back() == to);
    }
    const std::set<NodeId> corridor(path.areas.begin(), path.areas.end());
    const Cost wanted = areas.distances(corridor, from, jumps)[oracle.index(to)];
    if (wanted == kInfiniteCost) {
      REQUIRE(path.status == Status::undecided);
      REQUIRE(path.why == Why::no_path_within);
      REQUIRE_FALSE(path.optimal());
      continue;
    }
    REQUIRE(path.status == Status::found);
    REQUIRE(path.why == Why::none);
    Cost sum = 0;
    for (std::size_t t = 1; t < path.tiles.size(); ++t) {
      const Tile a = path.tiles[t - 1];
      const Tile b = path.tiles[t];
      REQUIRE(corridor.contains(areas.area(b)));
      const bool walks = areas.area(a) == areas.area(b) || !areas.is_closed(areas.area(a), areas.area(b));
      Cost step = walks ? oracle.step_cost(a, b) : kInfiniteCost;
      if (!any_angle && oracle.cheapest_link(a, b) < step) {
        step = oracle.cheapest_link(a, b);
        ++seen.by_map_link;
      }
      for (const auto& [link, price] : jumps) {
        if (link == std::pair(a, b)) step = std::min(step, price);
      }
      REQUIRE(step != kInfiniteCost);
      sum += step;
    }
    REQUIRE(sum == wanted);
    const double tiles = static_cast<double>(sum) * view.rules.tiles_per_unit();
    if (any_angle) {
      REQUIRE(static_cast<double>(path.cost) * view.tiles_per_unit() == Approx(tiles).epsilon(1e-4).margin(1e-4));
    } else {
      REQUIRE(path.cost == wanted);
    }
    // Every link is rounded to the unit in the sum, and not in the length.
    const double rounding = view.rules.tiles_per_unit() * static_cast<double>(path.tiles.size());
    REQUIRE(path.length == Approx(tiles).epsilon(1e-4).margin(rounding + 1e-4));
    if (path.optimal() && !any_angle && path.cost != 0) {  // links between areas may cost nothing
      REQUIRE(oracle.distance(from, to) == path.cost);
      ++seen.proven;
    }
    seen.edited += mover.edited ? 1 : 0;
    check_budgets(rng, query, path, from, to);
  }
}

/// A random drawn map: all its movers, as the file has it and on overlays, with other areas closed.
void check_movers(Rng& rng, Seen& seen) {
  TileMap map = random_ground(rng);
  // From a copy, so that what is drawn after is the same with moves and without.
  Rng aside = rng;
  if (aside.percent(30)) REQUIRE(map.set_moves(random_moves(aside, map, 12)).has_value());
  seen.on_moves += map.moves().empty() ? 0 : 1;
  const std::vector<MovementProfile> movers = random_movers(rng, map);
  const Made made = make_up(rng, map.width(), map.height());
  const auto drawing = parse_areas_json(text_of(made), "r.json", map.width(), map.height());
  REQUIRE(drawing);
  const auto drawn = draw_areas(*drawing, map, movers.front(), 1);
  REQUIRE(drawn);
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes.emplace();
  const auto image = build_world(map, movers, *drawn, options);
  if (!image) return;  // no mover of this size fits
  const AlignedBytes bytes = image->bytes();
  const World world = *World::view(bytes.span());
  for (std::size_t profile = 0; profile < movers.size(); ++profile) {
    CorridorQuery query(world, profile);
    check_mover(rng, {world, profile, made, map, false}, query, seen);
    const auto [overlay, edited] = edit(rng, world, map);
    query.use(overlay);
    check_mover(rng, {world, profile, made, edited, true}, query, seen);
    query.use(nullptr);
    check_mover(rng, {world, profile, made, map, false}, query, seen);
  }
}

}  // namespace

TEST_CASE("corridors of every mover, on floors, with links and on overlays cost what Dijkstra says") {
  Rng rng(20261123);
  Seen seen;
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    check_movers(rng, seen);
  }
  for (std::size_t profile = 0; profile < 3; ++profile) {
    CAPTURE(profile);
    CHECK(seen.answers[{profile, Status::found}] > 100);
    CHECK(seen.answers[{profile, Status::undecided}] > 20);
  }
  CHECK(seen.answers[{0, Status::unreachable}] > 20);
  CHECK(seen.edited > 100);
  CHECK(seen.by_map_link > 20);
  CHECK(seen.on_moves > 20);
  CHECK(seen.moved > 20);
  CHECK(seen.proven > 20);
}

TEST_CASE("an overlay of another world is refused by a query over areas") {
  const TileMap map = *TileMap::create(4, 1, {{"floor", kCostScale}}, std::vector<TerrainId>(4, 0));
  const std::string text = text_of({{{{{{0, 0}, {4, 1}}}, {}}}, {}, {}});
  const MovementProfile profile;
  const auto drawing = parse_areas_json(text, "r", 4, 1);
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  const auto image = build_world(map, std::span(&profile, 1), *drawn, BuiltWorld::one_thread());
  const AlignedBytes bytes = image->bytes();
  const AlignedBytes copy = image->bytes();
  CorridorQuery query(*World::view(bytes.span()));
  REQUIRE_THROWS_AS(query.use(std::make_shared<const Overlay>(*World::view(copy.span()))), std::invalid_argument);
  REQUIRE(query.find({.from = {0, 0}, .to = {3, 0}}).optimal());
}

TEST_CASE("corridors over random areas on random maps cost what Dijkstra says") {
  Rng rng(20261121);
  for (int i = 0; i < 3000; ++i) {
    CAPTURE(i);
    check_case(rng);
  }
}

TEST_CASE("near ends within areas cost what they do on the map, also where the cheapest way leads far around",
          "[heavy]") {
  Rng rng(20261124);
  const auto check = [](const TileMap& map, std::span<const std::pair<Tile, Tile>> ends) {
    const MovementProfile profile;
    const std::string text = text_of({{{{{{0, 0}, {map.width(), map.height()}}}, {}}}, {}, {}});
    const auto drawing = parse_areas_json(text, "r", map.width(), map.height());
    const auto drawn = draw_areas(*drawing, map, profile, 1);
    const auto image = build_world(map, std::span(&profile, 1), *drawn, BuiltWorld::one_thread());
    REQUIRE(image);
    const AlignedBytes bytes = image->bytes();
    const World world = *World::view(bytes.span());
    CorridorQuery within(world);
    PathQuery on_map(world, 0);
    int found = 0;
    for (const auto& [from, to] : ends) {
      const PathResult wanted = on_map.find({.from = from, .to = to, .tier = Tier::regions});
      const CorridorPath path = within.find({.from = from, .to = to});
      if (wanted.status != Status::found) continue;
      ++found;
      REQUIRE(path.status == Status::found);
      REQUIRE(path.cost == wanted.cost);
      REQUIRE(path.tiles.front() == from);
      REQUIRE(path.tiles.back() == to);
      REQUIRE(within.find({.from = from, .to = to, .max_expansions = path.work}).cost == path.cost);
      REQUIRE(within.find({.from = from, .to = to, .max_expansions = path.work - 1}).status == Status::out_of_budget);
    }
    return found;
  };
  // A swamp with a road that leaves the matrix of 60 tiles around the first ends, and that of 120 around the second.
  const std::vector<Terrain> palette{{"swamp", 8 * kCostScale}, {"road", kCostScale}};
  std::vector<TerrainId> tiles(std::size_t{200} * 150, 0);
  const auto pave = [&](std::int32_t x, std::int32_t y) { tiles[static_cast<std::size_t>(y * 200 + x)] = 1; };
  for (std::int32_t x = 20; x <= 120; ++x) pave(x, 20), pave(x, 70), pave(x, 120);
  for (std::int32_t y = 20; y <= 120; ++y) pave(20, y);
  const TileMap swamp = *TileMap::create(200, 150, palette, tiles);
  CHECK(check(swamp, std::array<std::pair<Tile, Tile>, 2>{{{{60, 20}, {60, 70}}, {{110, 20}, {110, 120}}}}) == 2);
  int found = 0;
  for (int round = 0; round < 4; ++round) {
    const TileMap map = random_map(rng, {.weights = Weights::uniform, .width = 170, .height = 130});
    std::vector<std::pair<Tile, Tile>> ends;
    for (int i = 0; i < 40; ++i) {
      const Tile from{rng.below(170), rng.below(130)};
      ends.push_back(
          {from,
           {std::clamp(from.x + rng.between(-90, 90), 0, 169), std::clamp(from.y + rng.between(-90, 90), 0, 129)}});
    }
    found += check(map, ends);
  }
  CHECK(found > 20);
}

TEST_CASE("a query over areas does not allocate") {
  const TileMap map = *TileMap::create(12, 4, {{"floor", kCostScale}}, std::vector<TerrainId>(48, 0));
  const std::string text =
      text_of({{{{{{0, 0}, {4, 4}}}, {}}, {{{{4, 0}, {8, 4}}}, {}}, {{{{8, 0}, {12, 4}}}, {}}}, {}, {}});
  const auto drawing = parse_areas_json(text, "r", 12, 4);
  REQUIRE(drawing);
  const MovementProfile profile;
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  REQUIRE(drawn);
  const auto image = build_world(map, std::span(&profile, 1), *drawn, BuiltWorld::one_thread());
  REQUIRE(image);
  const AlignedBytes bytes = image->bytes();
  CorridorQuery query(*World::view(bytes.span()));
  CorridorPath path;
  const AllocationCounter counter;
  path = query.find({.from = {0, 0}, .to = {11, 3}});
  REQUIRE(counter.count() == 0);
  REQUIRE(path.status == Status::found);
  REQUIRE(path.areas.size() == 3);
}

}  // namespace portolan::test
