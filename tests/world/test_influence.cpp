// SPDX-License-Identifier: BSL-1.0
// Threats as notches of tiles, against a sum over all threats for each tile.
#include "portolan/grid/seen_tiles.hpp"
#include "portolan/world/influence.hpp"
#include "query/overlay_edits.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Rng;

/// A threat as the test keeps it, with the tiles that it sees where it needs sight.
struct Known {
  Threat threat;
  std::uint64_t age = 0;
  std::vector<std::uint8_t> seen;
};

std::size_t index_of(const World& world, Tile t) {
  return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(world.width()) + static_cast<std::size_t>(t.x);
}

void look(const World& world, const std::vector<TerrainId>& tiles, const TerrainSet& opaque, Known& known) {
  const FloorStack& floors = world.floors();
  const Tile first = floors.tile(floors.floor(known.threat.at.y), {0, 0});
  const Rect floor = floors.count == 1 ? world.bounds() : Rect{first, {world.width(), first.y + floors.height}};
  std::vector<std::uint8_t> hides;
  for (std::int32_t y = floor.min.y; y < floor.max.y; ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) hides.push_back(opaque[tiles[index_of(world, {x, y})]] ? 1 : 0);
  }
  known.seen.assign(hides.size(), 0);
  mark_seen(floor, hides, known.threat.at, known.threat.radius, known.seen);
}

std::size_t notches_by_hand(const World& world, const std::map<ThreatId, Known>& threats, Tile t) {
  std::size_t sum = 0;
  const FloorStack& floors = world.floors();
  for (const auto& [id, known] : threats) {
    const Threat& threat = known.threat;
    const double distance = std::hypot(t.x - threat.at.x, t.y - threat.at.y);
    if (distance > threat.radius || floors.floor(t.y) != floors.floor(threat.at.y)) continue;
    if (threat.felt == Felt::in_sight) {
      const std::int32_t top = floors.count == 1 ? 0 : floors.tile(floors.floor(t.y), {0, 0}).y;
      if (known.seen[index_of(world, {t.x, t.y - top})] == 0) continue;
    }
    const double part = (threat.radius + 1 - std::floor(distance)) / (threat.radius + 1);
    const double notches = static_cast<double>(threat.notches) * (threat.falloff == Falloff::none ? 1 : part);
    sum += static_cast<std::size_t>(std::ceil(notches - 1e-9));
  }
  return std::min(sum, world.notches());
}

Threat random_threat(Rng& rng, const World& world) {
  Threat threat;
  do {
    threat.at = {rng.below(world.width()), rng.below(world.height())};
  } while (world.floors().row(threat.at.y) == world.floors().height);
  threat.radius = rng.percent(10) ? Influence::kMostRadius : rng.below(12);
  threat.notches = static_cast<std::size_t>(rng.between(1, static_cast<std::int32_t>(world.notches())));
  threat.falloff = rng.percent(50) ? Falloff::linear : Falloff::none;
  threat.felt = rng.percent(50) ? Felt::in_sight : Felt::everywhere;
  threat.fades = rng.percent(50) ? 0 : static_cast<std::uint64_t>(rng.between(1, 4));
  return threat;
}

}  // namespace

TEST_CASE("each tile has the notches of all threats there") {
  Rng rng(141);
  int raised = 0;
  int saturated = 0;
  for (int round = 0; round < 60; ++round) {
    const TileMap map = test::random_floors(rng, test::Weights::small, 60);
    const BuiltWorld built(map, MovementProfile{.notch = 5000});
    const World& world = built.world();
    if (world.notches() == 0) continue;
    const TerrainSet opaque = impassable_terrains(world.profiles()[0].rules);
    Influence influence(world, opaque);
    std::map<ThreatId, Known> known;
    std::vector<Mirrored> edited{{Overlay(world), {map.tiles().begin(), map.tiles().end()}}};
    for (int tick = 0; tick < 8; ++tick) {
      for (int i = rng.below(4); i > 0; --i) {
        const Threat threat = random_threat(rng, world);
        const auto id = influence.add(threat);
        REQUIRE(id.has_value());
        REQUIRE_FALSE(known.contains(*id));
        known[*id].threat = threat;
        look(world, edited[0].tiles, opaque, known[*id]);
      }
      for (auto at = known.begin(); at != known.end();) {
        const bool goes = rng.percent(15);
        if (goes) {
          REQUIRE(influence.remove(at->first).has_value());
          at = known.erase(at);
          continue;
        }
        if (rng.percent(30)) {
          at->second.threat.at = random_threat(rng, world).at;
          REQUIRE(influence.move(at->first, at->second.threat.at).has_value());
          look(world, edited[0].tiles, opaque, at->second);
        }
        ++at;
      }
      if (rng.percent(50)) {
        test::edit(rng, world, edited, 0);
        influence.look_again(world.bounds());
        for (auto& [id, one] : known) look(world, edited[0].tiles, opaque, one);
      }
      REQUIRE(influence.size() == known.size());
      (void)influence.apply(edited[0].overlay);
      REQUIRE(influence.apply(edited[0].overlay) == 0);
      for (std::int32_t y = 0; y < world.height(); ++y) {
        if (world.floors().row(y) == world.floors().height) continue;
        for (std::int32_t x = 0; x < world.width(); ++x) {
          const std::size_t expected = notches_by_hand(world, known, {x, y});
          CAPTURE(round, tick, x, y);
          if (edited[0].overlay.notches({x, y}) != expected) REQUIRE(edited[0].overlay.notches({x, y}) == expected);
          if (influence.notches({x, y}) != expected) REQUIRE(influence.notches({x, y}) == expected);
          raised += expected != 0 ? 1 : 0;
          saturated += expected == world.notches() ? 1 : 0;
        }
      }
      influence.tick();
      for (auto at = known.begin(); at != known.end();) {
        Threat& threat = at->second.threat;
        const bool fades = threat.fades != 0 && ++at->second.age >= threat.fades;
        if (fades) at->second.age = 0;
        at = fades && --threat.notches == 0 ? known.erase(at) : std::next(at);
      }
    }
    while (!known.empty()) {
      REQUIRE(influence.remove(known.begin()->first).has_value());
      known.erase(known.begin());
    }
    (void)influence.apply(edited[0].overlay);
    REQUIRE(edited[0].overlay.revert({{0, 0}, {world.width(), world.floors().height}}).has_value());
    if (world.floors().count == 1) REQUIRE(edited[0].overlay.tiles().entries().empty());
  }
  CHECK(raised > 10'000);
  CHECK(saturated > 1'000);
}

TEST_CASE("threats that cannot be are refused by what is wrong with them") {
  const TileMap map = test::ascii_map("...\n...\n");
  const BuiltWorld built(map, MovementProfile{.notch = 5000});
  Influence influence(built.world());
  const auto fault = [&](const Threat& threat) {
    const auto added = influence.add(threat);
    return added ? std::string() : added.error().message;
  };
  CHECK(fault({.at = {3, 0}}) == "a threat at 3,0, which is not inside the map or not on a floor");
  CHECK(fault({.radius = -1}) == "a threat of radius -1: 0 to 64 are possible");
  CHECK(fault({.radius = 65}) == "a threat of radius 65: 0 to 64 are possible");
  CHECK(fault({.notches = 0}) == "a threat of 0 notches in a world that has 15");
  CHECK(fault({.notches = 16}) == "a threat of 16 notches in a world that has 15");
  CHECK(influence.remove(0).error().message == "there is no threat 0");
  const auto id = influence.add({.at = {1, 1}});
  REQUIRE(id.has_value());
  CHECK(influence.move(*id, {1, 2}).error().message ==
        "a threat at 1,2, which is not inside the map or not on a floor");
  CHECK(influence.remove(*id).has_value());
  CHECK_FALSE(influence.remove(*id).has_value());
  const BuiltWorld other(map, MovementProfile{.notch = 5000});
  Overlay elsewhere(other.world());
  CHECK_THROWS_AS(influence.apply(elsewhere), std::invalid_argument);
}

}  // namespace portolan
