// SPDX-License-Identifier: BSL-1.0
// World files with areas on the map that are wrong: found by opening or by verify, and asked without harm.
#include "portolan/core/hash.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/query/corridor_query.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "world/tampering.hpp"
#include "world/waypoint_sample.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using format::FileHeader;
using format::SectionEntry;
using format::SectionKind;

constexpr std::int32_t kWidth = 12;
constexpr std::int32_t kHeight = 5;

const AlignedBytes& sample() {
  static const AlignedBytes bytes = [] {
    const TileMap map = *TileMap::create(kWidth, kHeight, {{"floor", kCostScale}},
                                         std::vector<TerrainId>(std::size_t{kWidth} * kHeight, 0));
    const MovementProfile profile;
    const auto drawing = parse_areas_json(
        R"({"portolan": "areas", "version": 1, "areas": [{"name": "A", "rects": [[0, 0, 4, 5]]},
            {"name": "B", "rects": [[4, 0, 4, 4]]}, {"name": "C", "rects": [[8, 1, 4, 4]], "enter": 1.5}],
            "links": [{"from": "A", "to": "C", "cost": 2}], "closed": [["A", "B"]]})",
        "r", kWidth, kHeight);
    const auto drawn = draw_areas(*drawing, map, profile, 1);
    return build_world(map, std::span(&profile, 1), *drawn, BuiltWorld::one_thread())->bytes();
  }();
  return bytes;
}

const AlignedBytes& waypoint_sample() {
  static const AlignedBytes bytes = make_waypoint_sample(BuiltWorld::one_thread());
  return bytes;
}
const AlignedBytes& waypoint_tower() {
  static const AlignedBytes bytes = make_waypoint_tower(BuiltWorld::one_thread());
  return bytes;
}
/// The same as the first, for a point that goes straight.
const AlignedBytes& straight_sample() {
  static const AlignedBytes bytes = make_waypoint_sample(BuiltWorld::one_thread(), straight_mover(0));
  return bytes;
}

/// Answers of any kind, with tiles that exist.
void ask(std::span<const std::byte> bytes) {
  const auto world = World::view(bytes);
  if (!world || !world->areas() || world->profiles().empty()) return;
  CorridorQuery query(*world);
  query.close({{1}, {{2, 0}, {77, 3}}});
  for (const bool closed : {true, false}) {
    if (!closed) query.close({});
    for (std::int32_t x = 0; x < kWidth; x += 3) {
      const CorridorPath path = query.find({.from = {x, 1}, .to = {kWidth - 1 - x, kHeight - 1}});
      for (const Tile tile : path.tiles) REQUIRE(world->bounds().contains(tile));
      for (const NodeId area : path.areas) REQUIRE(area < world->board()->graph.size());
    }
  }
  for (NodeId area = 0; area < 5; ++area) {
    if (const auto anchor = query.anchor(area)) REQUIRE(world->bounds().contains(*anchor));
  }
}

constexpr std::array kSections{SectionKind::area_first, SectionKind::area_runs, SectionKind::area_anchors,
                               SectionKind::area_closed, SectionKind::area_links};
constexpr std::array kWaySections{SectionKind::area_first,  SectionKind::area_runs,   SectionKind::area_anchors,
                                  SectionKind::area_closed, SectionKind::area_links,  SectionKind::way_sight,
                                  SectionKind::way_costs,   SectionKind::graph_first, SectionKind::graph_target,
                                  SectionKind::graph_weight};

}  // namespace

TEST_CASE("a sound file with areas holds what was drawn") {
  const auto world = World::view(sample().span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);
  REQUIRE(world->areas());
  REQUIRE(world->areas()->closed.size() == 2);
  REQUIRE(world->areas()->links.size() == 2);
  const BoardView& graph = world->board()->graph;
  REQUIRE(graph.find("C") == NodeId{2});
  REQUIRE(graph.cost_to_enter(2) == 1500);
  REQUIRE(graph.arcs.weight[graph.cheapest_arc(0, 2)] == 3500);
  REQUIRE(graph.arcs.weight[graph.cheapest_arc(2, 0)] == 2000);
  ask(sample().span());
}

TEST_CASE("values that contradict the map or each other are found") {
  for (const SectionKind kind : kSections) {
    CAPTURE(static_cast<int>(kind));
    AlignedBytes bytes = copy_of(sample().span());
    SectionEntry& entry = entry_of(bytes.span(), kind);
    // The second half of a wide number: no value that fits.
    for (std::size_t at = 0; at + 4 <= entry.size; at += 4) {
      const AlignedBytes fresh = copy_of(sample().span());
      std::memcpy(bytes.span().data(), fresh.span().data(), fresh.span().size());
      const std::uint32_t wrong = 0x7FFF'FFF1;
      std::memcpy(bytes.span().data() + entry.offset + at, &wrong, sizeof(wrong));
      fix_checksums(bytes.span(), entry);
      const bool weight_or_cost = kind == SectionKind::area_links && at % 24 != 0 && at % 24 != 4 && at % 24 != 12;
      const auto world = World::view(bytes.span());
      REQUIRE(world);
      if (!weight_or_cost) CHECK_FALSE(world->verify());
      ask(bytes.span());
    }
  }
}

TEST_CASE("sections that are missing or have the wrong size are refused on opening") {
  for (const SectionKind kind : kSections) {
    AlignedBytes bytes = copy_of(sample().span());
    entry_of(bytes.span(), kind).kind = 4000;
    fix_frame_checksum(bytes.span());
    CHECK_FALSE(World::view(bytes.span()));
    if (kind == SectionKind::area_runs || kind == SectionKind::area_closed || kind == SectionKind::area_links) continue;
    bytes = copy_of(sample().span());
    SectionEntry& entry = entry_of(bytes.span(), kind);
    entry.size -= entry.element_size;
    fix_checksums(bytes.span(), entry);
    CHECK_FALSE(World::view(bytes.span()));
  }
}

TEST_CASE("random damage to areas does no harm") {
  Rng rng(77);
  for (int i = 0; i < 3000; ++i) {
    const AlignedBytes bytes = damaged(sample(), kSections, rng);
    ask(bytes.span());
  }
}

TEST_CASE("a sound file with waypoints holds what was placed") {
  const auto world = World::view(waypoint_sample().span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);
  REQUIRE(world->areas()->by_sight());
  REQUIRE(world->areas()->sight.front().length == 9);
  REQUIRE(world->areas()->links.size() == 2);
  REQUIRE(world->areas()->ways.size() == world->board()->graph.arcs.target.size());
  ask(waypoint_sample().span());
}

TEST_CASE("sound files with waypoints on floors and at any angle hold what was placed") {
  const auto tower = World::view(waypoint_tower().span());
  REQUIRE(tower);
  const Outcome verified = tower->verify();
  if (!verified) FAIL(verified.error().message);
  const AreasView& areas = *tower->areas();
  // Two in sight on each floor, the stair both ways and the chute one way.
  REQUIRE(areas.ways.size() == 7);
  REQUIRE(std::count_if(areas.ways.begin(), areas.ways.end(),
                        [](const AreaWay& way) { return way.kind == WayKind::least_path; }) == 3);
  const auto straight = World::view(straight_sample().span());
  REQUIRE(straight);
  const Outcome sound = straight->verify();
  if (!sound) FAIL(sound.error().message);
  REQUIRE(straight->areas()->links.empty());
  const BoardView& graph = straight->board()->graph;
  const std::size_t arc = graph.cheapest_arc(0, 1);
  // The root of 4 * 4 + 2 * 2, rounded up.
  REQUIRE(to_text(graph.in_author_unit(graph.arcs.weight[arc])) == "4.473");
  REQUIRE(straight->profiles()[0].in_tiles(straight->areas()->ways[arc].cost) == Approx(4.472136));
  ask(waypoint_tower().span());
  ask(straight_sample().span());
}

TEST_CASE("values of waypoints that contradict the map or each other are found, and do no harm") {
  const AlignedBytes& sample = *GENERATE(&waypoint_sample(), &waypoint_tower(), &straight_sample());
  for (const SectionKind kind : kWaySections) {
    CAPTURE(static_cast<int>(kind));
    AlignedBytes sound = copy_of(sample.span());
    const auto size = static_cast<std::size_t>(entry_of(sound.span(), kind).size);
    for (std::size_t at = 0; at + 4 <= size; at += 4) {
      for (const std::uint32_t wrong : {0x7FFF'FFF1U, 0xFFFF'FFFFU, 3U}) {
        CAPTURE(at, wrong);
        AlignedBytes bytes = copy_of(sample.span());
        SectionEntry& entry = entry_of(bytes.span(), kind);
        std::uint32_t right = 0;
        std::memcpy(&right, bytes.span().data() + entry.offset + at, sizeof(right));
        if (right == wrong) continue;
        std::memcpy(bytes.span().data() + entry.offset + at, &wrong, sizeof(wrong));
        fix_checksums(bytes.span(), entry);
        const auto world = World::view(bytes.span());
        // How far waypoints see is given; drawn ways may be longer.
        const bool given = kind == SectionKind::way_sight && wrong == 3;
        if (world && !given) CHECK_FALSE(world->verify());
        ask(bytes.span());
      }
    }
  }
}

TEST_CASE("sections of waypoints that are missing or have the wrong size are refused on opening") {
  for (const SectionKind kind : {SectionKind::way_sight, SectionKind::way_costs}) {
    AlignedBytes bytes = copy_of(waypoint_sample().span());
    entry_of(bytes.span(), kind).kind = 4000;
    fix_frame_checksum(bytes.span());
    CHECK_FALSE(World::view(bytes.span()));
    bytes = copy_of(waypoint_sample().span());
    SectionEntry& entry = entry_of(bytes.span(), kind);
    entry.size -= entry.element_size;
    fix_checksums(bytes.span(), entry);
    CHECK_FALSE(World::view(bytes.span()));
  }
}

TEST_CASE("random damage to waypoints does no harm") {
  Rng rng(78);
  const AlignedBytes& sample = *GENERATE(&waypoint_sample(), &waypoint_tower(), &straight_sample());
  for (int i = 0; i < 3000; ++i) {
    const AlignedBytes bytes = damaged(sample, kWaySections, rng);
    ask(bytes.span());
  }
}

}  // namespace portolan::test
