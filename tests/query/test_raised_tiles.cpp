// SPDX-License-Identifier: BSL-1.0
// Tiles raised by notches, against Dijkstra on a map whose palette has every terrain raised by every number of them.
#include "portolan/query/path_query.hpp"
#include "query/overlay_edits.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "world/tampering.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Oracle;
using test::Rng;

/// Edits of one map, with the notches beside them on a plain array.
struct Raised {
  std::vector<Mirrored> edits;
  std::vector<std::uint8_t> notches;
};

std::string name_at(const std::string& terrain, std::size_t notch) {
  return notch == 0 ? terrain : terrain + " raised by " + std::to_string(notch);
}

/// The map with raised terrain as terrain of its own.
TileMap spelled_out(const TileMap& map, const MovementProfile& profile, const World& world, const Raised& raised) {
  const std::size_t terrains = map.palette().size();
  std::vector<Terrain> palette;
  for (std::size_t notch = 0; notch <= world.notches(); ++notch) {
    for (const Terrain& terrain : map.palette()) {
      const TerrainCost cost = terrain.default_cost;
      const auto by = static_cast<TerrainCost>(notch) * profile.notch;
      palette.push_back({name_at(terrain.name, notch), cost == 0 ? 0 : cost + by});
    }
  }
  std::vector<TerrainId> tiles = raised.edits[0].tiles;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    tiles[i] = static_cast<TerrainId>(tiles[i] + raised.notches[i] * terrains);
  }
  auto made = TileMap::create(map.width(), map.height(), std::move(palette), std::move(tiles));
  REQUIRE(made.has_value());
  std::vector<Link> open;
  for (LinkId i = 0; i < map.links().size(); ++i) {
    if (!raised.edits[0].closed.contains(i)) open.push_back(map.links()[i]);
  }
  REQUIRE(made->set_links(std::move(open)).has_value());
  return *std::move(made);
}

MovementProfile spelled_out(const MovementProfile& profile, const World& world) {
  MovementProfile made = profile;
  made.notch = 0;
  for (std::size_t notch = 1; notch <= world.notches(); ++notch) {
    for (const TerrainPrice& price : profile.prices) {
      const auto by = static_cast<TerrainCost>(notch) * profile.notch;
      made.prices.push_back({name_at(price.terrain, notch), price.cost == 0 ? 0 : price.cost + by});
    }
  }
  return made;
}

void raise(Rng& rng, const World& world, Raised& raised) {
  const Rect area = test::random_area(rng, world.bounds(), world.profiles()[0].regions.topology.layout);
  const auto most = static_cast<std::int32_t>(world.notches());
  std::vector<std::uint8_t> notches;
  const bool one = rng.percent(50);
  const auto notch = static_cast<std::uint8_t>(rng.percent(20) ? 0 : rng.between(0, most));
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      notches.push_back(one ? notch : static_cast<std::uint8_t>(rng.between(0, most)));
      raised.notches[static_cast<std::size_t>(y) * static_cast<std::size_t>(world.width()) +
                     static_cast<std::size_t>(x)] = notches.back();
    }
  }
  Overlay& overlay = raised.edits[0].overlay;
  REQUIRE((one ? overlay.raise(area, std::size_t{notch}) : overlay.raise(area, notches)).has_value());
}

void require_shown(const World& world, const Raised& raised) {
  const Overlay& overlay = raised.edits[0].overlay;
  REQUIRE(std::ranges::equal(overlay.copy_terrain(world.bounds()), raised.edits[0].tiles));
  std::size_t place = 0;
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      const Tile t{x, y};
      const bool same =
          overlay.notches(t) == raised.notches[place] && overlay.terrain(t) == raised.edits[0].tiles[place];
      if (!same) FAIL("tile " << x << "," << y << " is not shown as it is");
      ++place;
    }
  }
}

struct Tally {
  int worlds = 0;
  int found = 0;
  int dearer = 0;  ///< than without notches
  int jumped = 0;
};

void run(Rng& rng, Tally& tally) {
  const test::Weights weights = rng.percent(50) ? test::Weights::uniform : test::Weights::small;
  TileMap map = test::random_map(rng, {.weights = weights, .max_side = rng.percent(20) ? 200 : 70});
  if (rng.percent(30)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
  MovementProfile profile = test::random_profile(rng, map.palette());
  profile.notch = static_cast<TerrainCost>(rng.pick(std::array{100, 2'500, 5'000, 10'000, 37'211, 200'000}));
  const BuiltWorld built(map, profile, test::random_indexes(rng));
  const World& world = built.world();
  if (world.notches() == 0) return;
  ++tally.worlds;
  REQUIRE(world.verify().has_value());
  REQUIRE(world.declared_profile(0).notch == profile.notch);
  const MovementProfile oracle_profile = spelled_out(profile, world);
  PathQuery query(world, 0, Baseline::with);
  Path path(query.room());
  Raised raised{{{Overlay(world), {map.tiles().begin(), map.tiles().end()}}},
                std::vector<std::uint8_t>(map.tiles().size(), 0)};
  for (int round = 0; round < 4; ++round) {
    for (int i = rng.between(0, 3); i > 0; --i) raise(rng, world, raised);
    if (rng.percent(60)) test::edit(rng, world, raised.edits, 0);
    if (rng.percent(30)) (void)raised.edits[0].overlay.refresh(static_cast<std::size_t>(rng.between(1, 30)));
    require_shown(world, raised);
    const Overlay& shown = raised.edits[0].overlay;
    const auto saved = Overlay::from_bytes(world, shown.bytes());
    REQUIRE(saved.has_value());
    REQUIRE(saved->bytes() == shown.bytes());
    query.use(std::make_shared<const Overlay>(rng.percent(50) ? shown : *saved));
    if (const PathRoom room = query.room(); room.arcs > path.room().arcs) path = Path(room);
    const Oracle oracle(spelled_out(map, profile, world, raised), oracle_profile, world.profiles()[0].rules);
    const Oracle plain(test::as_edited(map, raised.edits[0]), profile, world.profiles()[0].rules);
    const Tile from = test::random_tile(rng, oracle);
    if (!oracle.passable(from)) continue;
    const std::vector<Cost> least = oracle.distances_from(from);
    for (int k = 0; k < 8; ++k) {
      const Tile to = test::random_tile(rng, oracle);
      if (!oracle.passable(to)) continue;
      const Cost expected = least[oracle.index(to)];
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::jump, Tier::astar, Tier::local}) {
        const PathResult result = query.find({.from = from, .to = to, .tier = tier}, path);
        CAPTURE(tally.worlds, round, from, to, tier);
        if (tier == Tier::local || tier == Tier::jump) {
          if (result.status == Status::undecided || !result.optimal()) continue;
        }
        REQUIRE(result.status == (expected == kInfiniteCost ? Status::unreachable : Status::found));
        if (expected == kInfiniteCost) continue;
        REQUIRE(result.cost == expected);
        ++tally.found;
        tally.jumped += tier == Tier::jump ? 1 : 0;
      }
      tally.dearer += expected != kInfiniteCost && plain.distance(from, to) < expected ? 1 : 0;
    }
  }
  // Lowered and set back, nothing is left.
  Overlay last = raised.edits[0].overlay;
  REQUIRE(last.raise(world.bounds(), std::size_t{0}).has_value());
  REQUIRE(last.revert(world.bounds()).has_value());
  REQUIRE(last.tiles().entries().empty());
}

void require_exact(std::uint64_t seed, int worlds) {
  Rng rng(seed);
  Tally tally;
  for (int i = 0; i < worlds; ++i) run(rng, tally);
  CHECK(tally.worlds > worlds / 2);
  CHECK(tally.found > 20 * worlds);
  CHECK(tally.dearer > 2 * worlds);
  CHECK(tally.jumped > worlds / 10);
}

TEST_CASE("paths over tiles that are raised are the least: a few") {
  require_exact(222, 15);
}
TEST_CASE("paths over tiles that are raised are the least", "[heavy]") {
  require_exact(221, 150);
}
TEST_CASE("paths over tiles that are raised are the least: many worlds", "[long]") {
  require_exact(222, 5000);
}

TEST_CASE("notches cost each profile what it says, and those that say nothing nothing") {
  const TileMap map = test::ascii_map(".....\n.###.\n.....\n");
  const std::vector<MovementProfile> movers{
      {.name = "bold", .notch = 2500}, {.name = "timid", .notch = 30'000}, {.name = "deaf"}};
  const BuiltWorld built(map, movers);
  const World& world = built.world();
  REQUIRE(world.notches() == kMostNotches);
  Overlay overlay(world);
  REQUIRE(overlay.raise({{1, 0}, {4, 1}}, std::size_t{2}).has_value());
  const auto shown = std::make_shared<const Overlay>(overlay);
  const auto length = [&](std::size_t profile, Tile to) {
    PathQuery query(world, profile);
    query.use(shown);
    return query.find({.from = {0, 0}, .to = to}).length;
  };
  CHECK(length(0, {4, 0}) == Approx(5.5));
  CHECK(length(1, {4, 0}) == Approx(8));
  CHECK(length(2, {4, 0}) == Approx(4));
}

TEST_CASE("notches that a world has not are refused, and change nothing") {
  const TileMap map = test::ascii_map("...\n...\n");
  const BuiltWorld plain(map, MovementProfile{});
  Overlay none(plain.world());
  CHECK(plain.world().notches() == 0);
  CHECK(none.raise(plain.world().bounds(), std::size_t{1}).error().message ==
        "tiles raised by 1 notches, and no profile of the world says what one costs");
  CHECK(none.raise(plain.world().bounds(), std::size_t{0}).has_value());
  CHECK(none.empty());
  const BuiltWorld built(map, MovementProfile{.notch = 5000});
  Overlay overlay(built.world());
  CHECK(overlay.raise({{0, 0}, {1, 1}}, std::size_t{16}).error().message ==
        "tiles raised by 16 notches in a world of 15");
  CHECK_FALSE(overlay.raise({{0, 0}, {4, 1}}, std::size_t{1}).has_value());
  CHECK_FALSE(overlay.raise({{0, 0}, {2, 1}}, std::vector<std::uint8_t>(3, 1)).has_value());
  CHECK(overlay.empty());
}

TEST_CASE(
    "raised tiles that were saved are refused by a world without notches, and costs that do not follow by verify") {
  const TileMap map = test::ascii_map("...\n.#.\n");
  const BuiltWorld built(map, MovementProfile{.notch = 5000});
  Overlay overlay(built.world());
  REQUIRE(overlay.raise({{0, 0}, {2, 1}}, std::size_t{3}).has_value());
  const BuiltWorld plain(map, MovementProfile{});
  const auto refused = Overlay::from_bytes(plain.world(), overlay.bytes());
  REQUIRE_FALSE(refused.has_value());
  CHECK(
      refused.error().message ==
      "overlay in memory: an edit with a terrain that is not in the palette, or with more notches than the world has");

  AlignedBytes changed = test::copy_of(built.bytes());
  const AlignedBytes sound = test::copy_of(built.bytes());
  const std::size_t raised = map.palette().size() * 2 + map.terrain({0, 0});
  const auto world = test::open_changed<std::uint32_t>(changed, sound, format::SectionKind::terrain_costs, raised,
                                                       [](std::uint32_t& cost) { ++cost; });
  REQUIRE(world.has_value());
  const Outcome verified = world->verify();
  REQUIRE_FALSE(verified.has_value());
  CHECK(verified.error().message.find("the costs of notches do not follow from the terrain's") != std::string::npos);
}

}  // namespace
}  // namespace portolan
