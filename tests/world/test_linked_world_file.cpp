// SPDX-License-Identifier: BSL-1.0
// World files with floors and links: what they hold, what is refused, and what damage does.
#include "portolan/core/hash.hpp"
#include "portolan/waypoints/waypoint_links.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "world/damaged_world.hpp"
#include "world/linked_sample.hpp"

#include <array>
#include <cstring>
#include <map>

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

SectionEntry& entry_of(std::span<std::byte> bytes, SectionKind kind) {
  auto* const header = reinterpret_cast<format::FileHeader*>(bytes.data());
  auto* const table = reinterpret_cast<SectionEntry*>(bytes.data() + sizeof(format::FileHeader));
  for (std::uint32_t i = 0; i < header->section_count; ++i) {
    if (table[i].kind == static_cast<std::uint32_t>(kind)) return table[i];
  }
  FAIL("a section is missing");
  return table[0];
}

/// Makes the frame consistent after tampering with a section.
void fix(std::span<std::byte> bytes, SectionEntry& entry) {
  entry.checksum = hash_bytes(bytes.subspan(entry.offset, entry.size));
  fix_frame_checksum(bytes);
}

/// Whether the sample opens after a change of the records of a section.
template <class Record, class Change>
Result<World> changed(AlignedBytes& bytes, SectionKind kind, std::size_t record, Change&& change) {
  bytes = copy_of(sample().span());
  SectionEntry& entry = entry_of(bytes.span(), kind);
  change(reinterpret_cast<Record*>(bytes.span().data() + entry.offset)[record]);
  fix(bytes.span(), entry);
  return World::view(bytes.span());
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

TEST_CASE("verify finds ways between floors, and links that lead where no region knows them") {
  AlignedBytes bytes(0);
  const auto open = changed<TerrainId>(bytes, SectionKind::terrain, 70 * 24 + 30, [](TerrainId& id) { id = 2; });
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

TEST_CASE("damage to floors and links does no harm") {
  constexpr std::array kSections{SectionKind::links,          SectionKind::floors,         SectionKind::terrain,
                                 SectionKind::portals,        SectionKind::region_members, SectionKind::islands,
                                 SectionKind::waypoints,      SectionKind::sight_target,   SectionKind::sight_weight,
                                 SectionKind::label_distance, SectionKind::ch_target};
  Rng rng(78);
  std::map<Status, int> statuses;
  for (int i = 0; i < 600; ++i) {
    AlignedBytes bytes = copy_of(sample().span());
    for (int n = rng.between(1, 4); n > 0; --n) {
      SectionEntry& entry = entry_of(bytes.span(), rng.pick(kSections));
      const auto at = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(entry.size)));
      bytes.span()[entry.offset + at] = static_cast<std::byte>(rng.below(256));
    }
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
