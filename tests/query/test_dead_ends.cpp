// SPDX-License-Identifier: BSL-1.0
// Searches that leave out dead ends against the same that do not, on the file, under edits and over boards; and what is
// told of a tile against removing the gate.
#include "portolan/offline/build_board.hpp"
#include "portolan/query/board_query.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/dead_end_oracle.hpp"
#include "support/printing.hpp"
#include "support/random_board.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

/// Nodes that a search and a flood settle in turn.
constexpr std::uint64_t kTurn = 64;
constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::waypoints};

BuildOptions options_with(DeadEndRule rule) {
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = std::set<IndexKind>();
  options.dead_ends = rule;
  return options;
}

/// A world built with dead ends and without, each with its own searchers and edits.
class Pair {
 public:
  Pair(const TileMap& map, const MovementProfile& profile)
      : plain_(map, profile, options_with(DeadEndRule::left_out)),
        with_(map, profile, options_with(DeadEndRule::found)),
        plain_edits_(plain_.world()),
        with_edits_(with_.world()),
        plain_query_(plain_.world(), 0, Baseline::with),
        with_query_(with_.world(), 0),
        shown_(with_.world(), 0) {}

  /// Whether a flood from the goal takes part in searches.
  [[nodiscard]] bool floods() const { return !with_edits_.empty() || profile().links.directed(); }
  [[nodiscard]] const ProfileView& profile() const { return with_.world().profiles()[0]; }
  [[nodiscard]] const Overlay& edits() const { return with_edits_; }
  [[nodiscard]] const PathQuery& shown() const { return shown_; }
  [[nodiscard]] test::Asker& plain() { return plain_query_; }
  [[nodiscard]] test::Asker& with() { return with_query_; }

  void set(const Rect& area, TerrainId terrain) {
    REQUIRE(plain_edits_.set_terrain(area, terrain).has_value());
    REQUIRE(with_edits_.set_terrain(area, terrain).has_value());
  }
  void close(LinkId link) {
    REQUIRE(plain_edits_.close_link(link).has_value());
    REQUIRE(with_edits_.close_link(link).has_value());
  }
  void refresh(std::size_t regions) {
    (void)plain_edits_.refresh(regions);
    (void)with_edits_.refresh(regions);
  }
  void use() {
    plain_query_.use(std::make_shared<const Overlay>(plain_edits_));
    with_query_.use(std::make_shared<const Overlay>(with_edits_));
    shown_.use(std::make_shared<const Overlay>(with_edits_));
  }

 private:
  BuiltWorld plain_;
  BuiltWorld with_;
  Overlay plain_edits_;
  Overlay with_edits_;
  test::Asker plain_query_;
  test::Asker with_query_;
  PathQuery shown_;
};

struct Tally {
  std::size_t queries = 0;
  std::size_t found = 0;
  std::size_t fewer = 0;      ///< answers that took fewer expansions
  std::size_t forgotten = 0;  ///< tiles of a dead end of the file that edits have opened
  std::size_t kept = 0;       ///< tiles of one that edits have kept
  std::uint64_t before = 0;
  std::uint64_t after = 0;
};

Tile any_tile(Rng& rng, const TileMap& map) {
  return {rng.below(map.width()), rng.below(map.height())};
}

void ask(Rng& rng, Pair& pair, const TileMap& map, Tally& tally) {
  for (int i = 0; i < 8; ++i) {
    const PathRequest ends{.from = any_tile(rng, map), .to = any_tile(rng, map)};
    PathRequest by_tiles = ends;
    by_tiles.tier = Tier::astar;
    const test::Found expected = pair.plain().find(by_tiles);
    for (const Tier tier : kTiers) {
      PathRequest request = ends;
      request.tier = tier;
      const test::Found before = pair.plain().find(request);
      const test::Found after = pair.with().find(request);
      CAPTURE(ends.from, ends.to, static_cast<int>(tier));
      ++tally.queries;
      REQUIRE(after.status == before.status);
      REQUIRE(after.why == before.why);
      REQUIRE(after.cost == before.cost);
      REQUIRE(after.lower_bound == before.lower_bound);
      REQUIRE(std::ranges::equal(after.waypoints, before.waypoints));
      REQUIRE(std::ranges::equal(after.points, before.points));
      // The flood from the goal and the search meet by turns, at times a node later.
      REQUIRE(after.work <= before.work + (pair.floods() ? 2 * kTurn : 0));
      tally.fewer += after.work < before.work ? 1 : 0;
      tally.before += before.work;
      tally.after += after.work;
      if (after.status != Status::found) continue;
      ++tally.found;
      if (pair.profile().rules.metric == Metric::grid) REQUIRE(after.cost == expected.cost);
    }
  }
}

/// Every dead end that is told of must be cut off from its gate's surroundings without the gate, with the links of the
/// moment; where nothing has opened, it is that of the file.
void judge_tiles(Rng& rng, const Pair& pair, const GridView& grid, const OpenLinks& links, bool opened, Tally& tally) {
  const ProfileView& file = pair.profile();
  const auto neighbours = [&](std::size_t place, auto&& visit) {
    const Tile tile = grid.tile(place);
    for_each_step(grid, grid.bounds(), tile, [&](Tile to, Cost) { visit(grid.index(to)); });
    links.for_each_leaving(tile, [&](const LinkArc& arc) { visit(grid.index(arc.other)); });
    links.for_each_arriving(tile, [&](const LinkArc& arc) { visit(grid.index(arc.other)); });
  };
  for (int i = 0; i < 4; ++i) {
    const auto tile = test::random_passable(rng, grid);
    if (!tile) return;
    const auto told = pair.shown().dead_end(*tile);
    const DeadEndId in_file = file.dead_ends.empty() ? 0 : file.dead_ends.at(grid.index(*tile));
    if (!opened) REQUIRE((told ? told->number : 0) == in_file);
    if (!told) {
      tally.forgotten += in_file != 0 ? 1 : 0;
      continue;
    }
    ++tally.kept;
    REQUIRE(told->gate == grid.tile(file.dead_ends[told->number].gate));
    for (const std::size_t place :
         test::reached_without(grid.index(*tile), grid.index(told->gate), grid.terrain.size(), neighbours)) {
      REQUIRE(holds(file.dead_ends, told->number, file.dead_ends.at(place)));
    }
  }
}

MovementProfile any_profile(Rng& rng, const TileMap& map) {
  MovementProfile profile = test::random_profile(rng, map.palette());
  if (!rng.percent(25)) return profile;
  profile.metric = Metric::any_angle;
  profile.steps = {};
  profile.neighbours = Neighbours::eight;
  profile.corners = CornerRule::never_cut;
  profile.footprint = rng.below(3);
  return profile;
}

Tally check(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  while (tally.queries < queries) {
    CAPTURE(seed, tally.queries);
    const auto uniform = rng.percent(50) ? std::optional(test::Weights::uniform) : std::nullopt;
    TileMap map = test::random_map(rng, {.weights = uniform, .max_side = 130});
    if (rng.percent(30)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
    Pair pair(map, any_profile(rng, map));
    ask(rng, pair, map, tally);
    const bool opens = rng.percent(50);
    for (int round = 0; round < 3; ++round) {
      for (int n = rng.between(1, 4); n > 0; --n) {
        const Tile min = any_tile(rng, map);
        const Rect area{
            min, {std::min(map.width(), min.x + rng.between(1, 4)), std::min(map.height(), min.y + rng.between(1, 4))}};
        pair.set(area, opens ? static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size()))) : 0);
      }
      if (!map.links().empty() && rng.percent(50)) {
        pair.close(static_cast<LinkId>(rng.below(static_cast<std::int32_t>(map.links().size()))));
      }
      pair.refresh(rng.pick(std::array<std::size_t, 3>{0, 2, ~std::size_t{0}}));
      pair.use();
      ask(rng, pair, map, tally);
      PageTable pages;
      pages.assign(pair.edits().positions(0));
      GridView grid = pair.profile().grid;
      grid.pages = pages.view();
      OpenLinks links(pair.profile().links, grid);
      links.close(pair.edits().closed_links());
      const bool opened = std::ranges::any_of(pair.edits().dirty(0), &DirtyRegion::opened);
      judge_tiles(rng, pair, grid, links, opened, tally);
    }
  }
  return tally;
}

TEST_CASE("searches leave out dead ends and find the same paths with no more expansions, on overlays too", "[heavy]") {
  const Tally tally = check(1, 6'000);
  CHECK(tally.found > 1'000);
  CHECK(tally.fewer > 15);
  CHECK(tally.after < tally.before);
  CHECK(tally.kept > 25);
  CHECK(tally.forgotten > 0);
}

TEST_CASE("searches leave out dead ends and find the same paths: a hundred thousand", "[long]") {
  const Tally tally = check(2, 100'000);
  CHECK(tally.fewer > 200);
}

TEST_CASE("what opens beside a dead end forgets it and all around it, and nothing else") {
  // A room at the end of a corridor that is longer than half a region, and an island behind it.
  std::vector<TerrainId> tiles(60 * 7, 1);
  const auto wall = [&](const Rect& area) {
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) tiles[static_cast<std::size_t>(y * 60 + x)] = 0;
    }
  };
  wall({{20, 0}, {40, 3}});
  wall({{20, 4}, {40, 7}});
  wall({{46, 0}, {47, 7}});
  const auto map = TileMap::create(60, 7, {{"wall", 0}, {"floor", kCostScale}}, tiles);
  REQUIRE(map.has_value());
  Pair pair(*map, MovementProfile{});
  const Tile room{41, 2};
  const auto file = pair.shown().dead_end(room);
  REQUIRE(file.has_value());
  CHECK(file->outer == 0);
  CHECK(file->gate.y == 3);
  CHECK_FALSE(pair.shown().dead_end({10, 2}));
  CHECK_FALSE(pair.shown().dead_end({50, 2}));
  CHECK_FALSE(pair.shown().dead_end({46, 2}));
  CHECK_FALSE(pair.shown().dead_end({-1, 2}));
  pair.set({{42, 5}, {44, 7}}, 0);
  pair.use();
  CHECK(pair.shown().dead_end(room)->number == file->number);
  // The way to the island opens: it may lead anywhere.
  pair.set({{46, 1}, {47, 2}}, 1);
  pair.use();
  CHECK_FALSE(pair.shown().dead_end(room));
  pair.set({{46, 1}, {47, 2}}, 0);
  pair.use();
  CHECK(pair.shown().dead_end(room));
}

TEST_CASE("with dead ends queries allocate nothing") {
  Rng rng(7);
  const TileMap map = test::random_map(rng, {.character = test::Character::combs, .width = 120, .height = 120});
  Pair pair(map, MovementProfile{});
  REQUIRE_FALSE(pair.profile().dead_ends.empty());
  const auto from = test::random_passable(rng, pair.profile().grid);
  const auto to = test::random_passable(rng, pair.profile().grid);
  REQUIRE((from && to));
  const test::AllocationCounter counter;
  (void)pair.with().find({.from = *from, .to = *to, .tier = Tier::regions});
  (void)pair.shown().dead_end(*from);
  REQUIRE(counter.count() == 0);
}

TEST_CASE("over boards A* leaves out dead ends and finds the same paths, with places closed too") {
  Rng rng(8);
  std::size_t fewer = 0;
  for (int round = 0; round < 200; ++round) {
    const auto board = make_board(test::random_board(rng, 40));
    REQUIRE(board.has_value());
    std::vector<AlignedBytes> bytes;
    for (const DeadEndRule rule : {DeadEndRule::left_out, DeadEndRule::found}) {
      const auto image = build_board(*board, options_with(rule));
      REQUIRE(image.has_value());
      bytes.push_back(image->bytes());
    }
    const auto plain_world = World::view(bytes[0].span());
    const auto with_world = World::view(bytes[1].span());
    REQUIRE((plain_world && with_world));
    REQUIRE(with_world->verify(1).has_value());
    BoardQuery plain(*plain_world);
    BoardQuery with(*with_world);
    const auto places = static_cast<std::int32_t>(board->size());
    const auto any = [&] { return static_cast<NodeId>(rng.below(places)); };
    for (int turn = 0; turn < 3; ++turn) {
      for (int i = 0; i < 20; ++i) {
        const BoardRequest request{.from = any(), .to = any()};
        const BoardPath before = plain.find(request);
        const BoardPath after = with.find(request);
        REQUIRE(after.status == before.status);
        REQUIRE(after.cost == before.cost);
        REQUIRE(std::ranges::equal(after.nodes, before.nodes));
        REQUIRE(after.work <= before.work);
        fewer += after.work < before.work ? 1 : 0;
      }
      AreaClosures closures;
      closures.areas.push_back(any());
      closures.borders.push_back({any(), any()});
      plain.close(closures);
      with.close(closures);
    }
  }
  CHECK(fewer > 100);
}

}  // namespace
}  // namespace portolan
