// SPDX-License-Identifier: BSL-1.0
// What units may use who have some tags, against Dijkstra on the map as such a unit sees it.
#include "portolan/world/tag_closures.hpp"
#include "query/overlay_edits.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Rng;

std::optional<TerrainId> find_closed(const World& world) {
  const MoveRules& rules = world.profiles()[0].rules;
  for (std::size_t id = 0; id < world.palette().size(); ++id) {
    if (rules.cost[id] == 0) return static_cast<TerrainId>(id);
  }
  return {};
}

std::vector<Tag> draw_tags(Rng& rng, const World& world) {
  std::vector<Tag> tags(static_cast<std::size_t>(rng.between(1, 5)));
  for (Tag& tag : tags) {
    if (!world.links().empty() && rng.percent(50)) {
      tag.links.push_back(static_cast<LinkId>(rng.below(static_cast<std::int32_t>(world.links().size()))));
    }
    if (rng.percent(25)) {
      tag.terrains.push_back(static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(world.palette().size()))));
    }
    for (std::int32_t i = rng.below(4); i > 0; --i) {
      const Rect area = test::random_area(rng, world.bounds(), world.profiles()[0].regions.topology.layout);
      if (world.floors().on_one_floor(area)) tag.areas.push_back(area);
    }
  }
  return tags;
}

/// The same closures on plain arrays.
Mirrored closed_by_hand(Mirrored shown, const std::vector<Tag>& tags, TagSet has, TerrainId closed) {
  const World& world = shown.overlay.world();
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if ((has >> i & 1U) != 0) continue;
    shown.closed.insert(tags[i].links.begin(), tags[i].links.end());
    for (std::size_t place = 0; place < shown.tiles.size(); ++place) {
      const Tile t{static_cast<std::int32_t>(place % static_cast<std::size_t>(world.width())),
                   static_cast<std::int32_t>(place / static_cast<std::size_t>(world.width()))};
      if (world.floors().row(t.y) == world.floors().height) continue;
      const bool inside = std::ranges::any_of(tags[i].areas, [&](const Rect& area) { return area.contains(t); });
      if (inside || std::ranges::count(tags[i].terrains, world.terrain()[t]) != 0) shown.tiles[place] = closed;
    }
  }
  return shown;
}

struct Tally {
  int worlds = 0;
  int found = 0;
  int cut_off = 0;  ///< by tags alone
};

void run(Rng& rng, Tally& tally) {
  TileMap map = test::random_floors(rng, rng.pick(test::kWeights), 70);
  if (rng.percent(50)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
  const MovementProfile profile = test::random_profile(rng, map.palette());
  const BuiltWorld built(map, profile);
  const World& world = built.world();
  const auto closed = find_closed(world);
  if (!closed || profile.metric != Metric::grid) return;
  ++tally.worlds;
  const std::vector<Tag> tags = draw_tags(rng, world);
  auto closures = TagClosures::make(world, tags, {.closed = *closed, .closures = 32});
  REQUIRE(closures.has_value());
  test::Asker query(world, 0);
  std::vector<Mirrored> base{{Overlay(world), {map.tiles().begin(), map.tiles().end()}}};
  std::map<std::shared_ptr<const Overlay>, std::vector<std::byte>> seen;
  for (int round = 0; round < 3; ++round) {
    if (round != 0) {
      for (int i = rng.between(0, 4); i > 0; --i) test::edit(rng, world, base, 0);
      closures->use(base[0].overlay);
    }
    for (int i = 0; i < 4; ++i) {
      const TagSet has = rng.next();
      const TagView view = closures->view(has);
      REQUIRE(view.status == Status::found);
      const Mirrored by_hand = closed_by_hand(base[0], tags, has, *closed);
      REQUIRE(std::ranges::equal(view.overlay->tiles().copy(world.bounds()), by_hand.tiles));
      REQUIRE(std::ranges::equal(view.overlay->closed_links(), by_hand.closed));
      REQUIRE(closures->view(has).overlay == view.overlay);
      if (rng.percent(30)) {
        (void)closures->refresh(static_cast<std::size_t>(rng.between(1, 40)));
        REQUIRE(std::ranges::equal(closures->view(has).overlay->tiles().copy(world.bounds()), by_hand.tiles));
      }
      query.use(closures->view(has).overlay);
      const test::Oracle oracle(test::as_edited(map, by_hand), profile, world.profiles()[0].rules);
      const Tile from = test::random_tile(rng, oracle);
      if (!oracle.passable(from)) continue;
      const std::vector<Cost> least = oracle.distances_from(from);
      for (int k = 0; k < 6; ++k) {
        const Tile to = test::random_tile(rng, oracle);
        if (!oracle.passable(to)) continue;
        const test::Found result = query.find({.from = from, .to = to});
        const Cost expected = least[oracle.index(to)];
        CAPTURE(tally.worlds, round, from, to);
        REQUIRE(result.status == (expected == kInfiniteCost ? Status::unreachable : Status::found));
        if (expected == kInfiniteCost) {
          ++tally.cut_off;
        } else {
          REQUIRE(result.cost == expected);
          ++tally.found;
        }
      }
    }
    // Views that were given out stay what they were.
    for (const auto& [overlay, bytes] : seen) REQUIRE(overlay->bytes() == bytes);
    for (TagSet has = 0; has < 4; ++has) {
      const auto overlay = closures->view(has).overlay;
      seen.try_emplace(overlay, overlay->bytes());
    }
  }
  REQUIRE(closures->refresh() == 0);
}

}  // namespace

TEST_CASE("units go where their tags let them, by least paths", "[heavy]") {
  Rng rng(91);
  Tally tally;
  for (int i = 0; i < 400; ++i) run(rng, tally);
  CHECK(tally.worlds > 150);
  CHECK(tally.found > 2000);
  CHECK(tally.cut_off > 200);
}

TEST_CASE("closures are shared by sets that close the same, and kept in the room that was stated") {
  const TileMap map = test::ascii_map("....#....\n....#....\n.........\n");
  const BuiltWorld built(map, MovementProfile{});
  const World& world = built.world();
  const TerrainId wall = world.terrain()[{4, 0}];
  const std::vector<Tag> tags{{.areas = {{{4, 2}, {5, 3}}}}, {}, {.areas = {{{0, 0}, {1, 1}}}}};
  auto closures = TagClosures::make(world, tags, {.closed = wall, .closures = 2});
  REQUIRE(closures.has_value());
  const TagView none = closures->view(0);
  REQUIRE(none.status == Status::found);
  CHECK(none.overlay->terrain({4, 2}) == wall);
  CHECK(none.overlay->terrain({0, 0}) == wall);
  CHECK(closures->view(0b010).overlay == none.overlay);
  CHECK(closures->view(~TagSet{0}).overlay->empty());
  CHECK(closures->view(0b101).overlay == closures->view(0b111).overlay);
  CHECK(closures->size() == 2);
  const TagView full = closures->view(0b001);
  CHECK(full.status == Status::out_of_budget);
  CHECK(full.why == Why::no_room);
  CHECK(full.overlay == nullptr);
  closures->forget(0);
  CHECK(closures->view(0b001).overlay->terrain({4, 2}) != wall);
  CHECK(none.overlay->terrain({4, 2}) == wall);
}

TEST_CASE("tags that the world cannot have are refused by their number") {
  const TileMap map = test::ascii_map("..#\n...\n");
  const BuiltWorld built(map, MovementProfile{});
  const World& world = built.world();
  const TerrainId wall = world.terrain()[{2, 0}];
  const auto fault = [&](std::vector<Tag> tags, const TagOptions& options) {
    const auto made = TagClosures::make(world, std::move(tags), options);
    return made ? std::string() : made.error().message;
  };
  CHECK(fault({{}, {.links = {0}}}, {.closed = wall}) == "tag 1: link 0 of a world with 0");
  CHECK(fault({{.terrains = {200}}}, {.closed = wall}) == "tag 0: a terrain that is not in the palette");
  CHECK(fault({{.areas = {{{0, 0}, {9, 1}}}}}, {.closed = wall}).substr(0, 7) == "tag 0: ");
  CHECK(fault(std::vector<Tag>(65), {.closed = wall}) == "more than 64 tags");
  CHECK_FALSE(fault({}, {.closed = wall, .closures = 0}).empty());
  CHECK_FALSE(fault({}, {.closed = 200}).empty());
  CHECK_FALSE(fault({}, {.closed = world.terrain()[{0, 0}]}).empty());
  CHECK(fault({}, {.closed = wall}).empty());
  const BuiltWorld other(map, MovementProfile{});
  auto made = TagClosures::make(world, {}, {.closed = wall});
  CHECK_THROWS_AS(made->use(Overlay(other.world())), std::invalid_argument);
}

}  // namespace portolan
