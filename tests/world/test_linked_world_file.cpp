// SPDX-License-Identifier: BSL-1.0
// World files with floors and links: what they hold, what is refused, and what damage does.
#include "portolan/core/hash.hpp"
#include "portolan/waypoints/waypoint_links.hpp"
#include "portolan/world/verify_sight.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "world/damaged_world.hpp"
#include "world/linked_sample.hpp"
#include "world/tampering.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string_view>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using format::LinkRecord;
using format::SectionEntry;
using format::SectionKind;

const AlignedBytes& sample() {
  static const AlignedBytes bytes = make_linked_sample();
  return bytes;
}

/// Whether the sample opens after a change of the records of a section.
template <class Record, class Change>
Result<World> changed(AlignedBytes& bytes, SectionKind kind, std::size_t record, Change&& change) {
  return open_changed<Record>(bytes, sample(), kind, record, std::forward<Change>(change));
}

TEST_CASE("a sound file with floors and links holds what it was made from") {
  const auto world = World::view(sample().span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);
  CHECK(world->floors() == FloorStack{3, 24, 0});
  CHECK(world->height() == 74);
  REQUIRE(world->links().size() == 5);
  CHECK(world->links()[2] == Link{"chute", {32, 62}, {32, 12}, 12'345, LinkDirection::one_way});
  CHECK(world->profiles()[0].links.link_ends().size() == 7);
  CHECK(world->profiles()[0].links.arcs() == 9);
  CHECK(world->profiles()[0].links.directed());
  CHECK_FALSE(world->profiles()[0].sight);
  const auto& sight = world->profiles()[3].sight;
  REQUIRE((sight && sight->graph && sight->labels && sight->hierarchy));
  CHECK_FALSE(sight->blocks);
  CHECK(sight->labels->out.first.data() != sight->labels->in.first.data());
  // Movers that go straight do not take links.
  CHECK(world->profiles()[2].links.empty());
  const auto map = world->map();
  REQUIRE(map);
  CHECK(map->floors() == world->floors());
  CHECK(std::equal(map->links().begin(), map->links().end(), world->links().begin(), world->links().end()));
}

TEST_CASE("links and floors that cannot be are refused when a file is opened") {
  AlignedBytes bytes(0);
  const auto link = [&](auto&& change) {
    return changed<LinkRecord>(bytes, SectionKind::links, 1, change).has_value();
  };
  CHECK(link([](LinkRecord&) {}));
  CHECK_FALSE(link([](LinkRecord& r) { r.from_x = 70; }));
  CHECK_FALSE(link([](LinkRecord& r) { r.from_y = -1; }));
  CHECK_FALSE(link([](LinkRecord& r) { r.to_y = 74; }));
  CHECK_FALSE(link([](LinkRecord& r) { r.to_x = r.from_x, r.to_y = r.from_y; }));
  CHECK_FALSE(link([](LinkRecord& r) { r.cost = kMaxLinkCost + 1; }));
  CHECK_FALSE(link([](LinkRecord& r) { r.name = {0, 1u << 30}; }));
  CHECK_FALSE(link([](LinkRecord& r) { r.direction = 2; }));
  const auto floors = [&](auto&& change) {
    return changed<format::FloorRecord>(bytes, SectionKind::floors, 0, change).has_value();
  };
  CHECK(floors([](format::FloorRecord&) {}));
  CHECK_FALSE(floors([](format::FloorRecord& r) { r.count = 4; }));
  CHECK_FALSE(floors([](format::FloorRecord& r) { r.height = 0; }));
  CHECK_FALSE(floors([](format::FloorRecord& r) { r.count = 0x8000'0000; }));
  CHECK_FALSE(floors([](format::FloorRecord& r) { r.between = 4; }));
}

TEST_CASE("the numbers of the author's map are kept in the file, and nothing else changes") {
  TileMap map = ascii_map("..#\n...\n#..");
  const BuiltWorld before(map, MovementProfile{});
  REQUIRE(map.set_origin({-32, 2'000}));
  const BuiltWorld built(map, MovementProfile{});
  const auto world = World::view(built.bytes());
  REQUIRE(world);
  CHECK(world->origin() == Tile{-32, 2'000});
  CHECK(world->verify());
  CHECK(world->map()->origin() == Tile{-32, 2'000});
  const auto plain = World::view(before.bytes());
  REQUIRE(plain);
  CHECK(plain->origin() == Tile{});
  CHECK(world->sections().size() == plain->sections().size() + 1);
  AlignedBytes bytes(0);
  const auto open = [&](Tile origin) {
    return open_changed<Tile>(bytes, copy_of(built.bytes()), SectionKind::origin, 0, [&](Tile& tile) { tile = origin; })
        .has_value();
  };
  CHECK(open({kMaxOrigin, -kMaxOrigin}));
  CHECK_FALSE(open({kMaxOrigin + 1, 0}));
  CHECK_FALSE(open({0, -kMaxOrigin - 1}));
  CHECK_FALSE(map.set_origin({0, kMaxOrigin + 1}));
  CHECK(map.origin() == Tile{-32, 2'000});
}

TEST_CASE("colours of an author's terrains are kept in the file") {
  const auto map = TileMap::create(2, 1, {{"sea", 0, 0x4A86C0}, {"grass", kCostScale}}, {0, 1});
  REQUIRE(map);
  const BuiltWorld built(*map, MovementProfile{});
  CHECK(built.world().palette()[0].colour == 0x4A86C0U);
  CHECK_FALSE(built.world().palette()[1].colour);
  CHECK(built.world().verify());
  REQUIRE(built.world().map());
  CHECK(built.world().map()->palette()[0] == map->palette()[0]);
  // Numbers that are no colours are none.
  AlignedBytes bytes(0);
  const auto world = open_changed<std::uint32_t>(bytes, copy_of(built.bytes()), SectionKind::terrain_colours, 0,
                                                 [](std::uint32_t& colour) { colour = 0x0100'0000; });
  REQUIRE(world);
  CHECK_FALSE(world->palette()[0].colour);
  const auto plain = TileMap::create(2, 1, {{"sea", 0}, {"grass", kCostScale}}, {0, 1});
  REQUIRE(plain);
  CHECK(BuiltWorld(*plain, MovementProfile{}).world().sections().size() + 1 == built.world().sections().size());
}

TEST_CASE("verify finds ways between floors, and links that lead where no region knows them") {
  AlignedBytes bytes(0);
  const auto open =
      changed<TerrainId>(bytes, SectionKind::terrain, kStripWidth * 24 + 30, [](TerrainId& id) { id = 2; });
  REQUIRE(open);
  CHECK_FALSE(open->verify());
  // Terrain 2 is road.
  const auto priced =
      changed<std::uint32_t>(bytes, SectionKind::terrain_costs, 0, [](std::uint32_t& cost) { cost = 1; });
  REQUIRE(priced);
  CHECK_FALSE(priced->verify());
  const auto moved = changed<LinkRecord>(bytes, SectionKind::links, 3, [](LinkRecord& r) { r.from_x = 59; });
  REQUIRE(moved);
  CHECK_FALSE(moved->verify());
}

TEST_CASE("verify finds waypoint graphs that say of links what is not so") {
  AlignedBytes bytes(0);
  const auto is_sound = [&](SectionKind kind, std::size_t element, auto&& change) {
    const auto world = changed<std::uint32_t>(bytes, kind, element, change);
    REQUIRE(world);
    return world->verify().has_value();
  };
  const auto sound = World::view(sample().span());
  REQUIRE(sound);
  const ProfileView& profile = sound->profiles()[3];
  const WaypointGraphView& graph = *profile.sight->graph;
  const WaypointLinks links(graph, &profile.links);
  const WaypointId chute = *links.link_end_at(to_point({32, 62}));
  const WaypointId below = *links.link_end_at(to_point({32, 12}));
  REQUIRE(links.is_link(chute, below));
  CHECK_FALSE(links.is_link(below, chute));
  std::size_t arc = graph.first[chute];
  while (graph.target[arc] != below) ++arc;
  CHECK(is_sound(SectionKind::sight_weight, arc, [](std::uint32_t&) {}));
  CHECK_FALSE(is_sound(SectionKind::sight_weight, arc, [](std::uint32_t& weight) { --weight; }));
  CHECK_FALSE(is_sound(SectionKind::waypoint_corners, below / 4,
                       [&](std::uint32_t& corners) { corners ^= 1U << (8 * (below % 4)); }));
}

/// A link from one side of a map to the other, past a wall or not.
BuiltWorld with_link(std::string_view drawing, Cost cost) {
  auto map = ascii_map(drawing);
  REQUIRE(map.set_links({{"", {0, 1}, {8, 1}, cost, LinkDirection::one_way}}).has_value());
  return BuiltWorld(map, MovementProfile{});
}

TEST_CASE("verify finds a waypoint graph in which a link has become the walk beside it, or the walk the link") {
  for (const Cost cost : {kCostScale, 20 * kCostScale}) {
    const BuiltWorld built = with_link(".........\n.........\n.........", cost);
    const ProfileView& profile = built.world().profiles()[0];
    const WaypointGraphView& graph = *profile.sight->graph;
    const WaypointLinks links(graph, &profile.links);
    const WaypointId from = *links.link_end_at(to_point({0, 1}));
    const WaypointId to = *links.link_end_at(to_point({8, 1}));
    std::size_t arc = graph.first[from];
    while (graph.target[arc] != to) ++arc;
    const auto walk = static_cast<std::uint32_t>(graph.metric.length(to_point({0, 1}), to_point({8, 1})));
    const auto by_link = static_cast<std::uint32_t>(profile.links.leaving(0)[0].cost);
    REQUIRE(graph.weight[arc] == std::min(walk, by_link));
    REQUIRE(links.is_link(from, to) == (by_link < walk));
    std::size_t edges = 0;
    links.for_each_sight_edge([&](WaypointId, WaypointId) { ++edges; });
    CHECK(edges == 1);
    AlignedBytes bytes(0);
    const AlignedBytes sound = copy_of(built.bytes());
    for (const bool sounds : {true, false}) {
      const std::uint32_t weight = sounds ? std::min(walk, by_link) : std::max(walk, by_link);
      const auto world = open_changed<std::uint32_t>(bytes, sound, SectionKind::sight_weight, arc,
                                                     [&](std::uint32_t& stored) { stored = weight; });
      REQUIRE(world);
      const Outcome verified = world->verify();
      CHECK(verified.has_value() == sounds);
      if (!sounds) CHECK(verified.error().message.find("a sight edge of waypoint 0 is wrong") != std::string::npos);
    }
  }
}

TEST_CASE("verify finds a waypoint graph without a link of the map") {
  const BuiltWorld built = with_link("....#....\n....#....\n....#....", kCostScale);
  AlignedBytes bytes(0);
  for (const LinkDirection direction : {LinkDirection::one_way, LinkDirection::both}) {
    const auto world =
        open_changed<LinkRecord>(bytes, copy_of(built.bytes()), SectionKind::links, 0,
                                 [&](LinkRecord& record) { record.direction = static_cast<std::uint32_t>(direction); });
    REQUIRE(world);
    const std::string fault = sight_fault(world->profiles()[0], 1);
    CHECK(fault == (direction == LinkDirection::one_way ? "" : "a link is missing at waypoint 1"));
  }
}

TEST_CASE("damage to floors and links does no harm") {
  constexpr std::array kSections{SectionKind::links,          SectionKind::floors,         SectionKind::terrain,
                                 SectionKind::portals,        SectionKind::region_records, SectionKind::islands,
                                 SectionKind::waypoints,      SectionKind::sight_target,   SectionKind::sight_weight,
                                 SectionKind::label_distance, SectionKind::ch_target};
  Rng rng(78);
  std::map<Status, int> statuses;
  for (int i = 0; i < 600; ++i) {
    const AlignedBytes bytes = damaged(sample(), kSections, rng);
    const auto world = World::view(bytes.span());
    if (!world) continue;
    const auto report = query_damaged_world(*world, static_cast<std::size_t>(rng.below(4)), rng.next());
    CAPTURE(i);
    REQUIRE(report.fault == "");
    for (const auto& [status, count] : report.statuses) statuses[status] += count;
  }
  CHECK(statuses[Status::found] > 1200);
  CHECK(statuses[Status::corrupt] > 4);
}

}  // namespace
}  // namespace portolan::test
