// SPDX-License-Identifier: BSL-1.0
// World files with moves between tiles: what they hold, what is refused, and what damage does.
#include "portolan/core/hash.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "world/damaged_world.hpp"
#include "world/moves_sample.hpp"
#include "world/tampering.hpp"

#include <array>
#include <map>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using format::SectionEntry;
using format::SectionKind;

const AlignedBytes& sample() {
  static const AlignedBytes bytes = make_moves_sample();
  return bytes;
}

/// The sample after a change of an element of a section, its frame made consistent again.
template <class Element, class Change>
Result<World> changed(AlignedBytes& bytes, SectionKind kind, std::size_t element, Change&& change) {
  return open_changed<Element>(bytes, sample(), kind, element, std::forward<Change>(change));
}

TEST_CASE("a sound file with moves holds what it was made from") {
  const auto world = World::view(sample().span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);
  CHECK(std::vector(world->edge_costs().begin(), world->edge_costs().end()) ==
        std::vector<std::uint64_t>{1, 12'345, 15'000, 25'000});
  REQUIRE(world->edges().size() == 80 * 40);
  CHECK(world->edges()[8 * 80 + 31] == EdgeIds{0, 0, 4, 0});
  CHECK(world->edges()[8 * 80 + 32] == EdgeIds{0, 4, 0, 0});
  CHECK(world->edges()[9 * 80 + 31][2] == kBlockedEdge);
  CHECK(world->edges()[20 * 80 + 50] == EdgeIds{kBlockedEdge, 0, 0, 0});
  CHECK(world->edges()[19 * 80 + 50] == EdgeIds{});
  // Nobody crosses by sight what moves keep.
  CHECK_FALSE(world->profiles()[0].sight);
  CHECK_FALSE(world->profiles()[2].sight->graph);
  // A body of 2 x 2 tiles crosses what any of its tiles does.
  const EdgeCosts& large = world->profiles()[1].edges;
  CHECK(large.ids[8 * 80 + 30][2] == kBlockedEdge);
  CHECK(large.ids[37 * 80 + 31][2] == 0);
  CHECK(large.ids[30 * 80 + 60][3] == 1);
  CHECK(large.ids[30 * 80 + 59][3] == 1);
  const auto map = world->map();
  REQUIRE(map);
  CHECK(map->moves().size() == 32 + 35 + 40 + 1);
}

TEST_CASE("moves that cannot be are refused when a file is opened, or found by verify") {
  AlignedBytes bytes(0);
  const auto cost = [&](std::size_t i, std::uint64_t value) {
    return changed<std::uint64_t>(bytes, SectionKind::edge_costs, i, [&](std::uint64_t& c) { c = value; });
  };
  CHECK(cost(0, 1).has_value());
  CHECK_FALSE(cost(0, 0).has_value());
  CHECK_FALSE(cost(1, 15'000).has_value());
  CHECK_FALSE(cost(3, kMaxMoveCost + 1).has_value());
  const auto dearer = cost(3, 30'000);
  REQUIRE(dearer);
  CHECK_FALSE(dearer->verify());
  const auto edge = [&](SectionKind kind, std::size_t position, std::size_t way, EdgeId id) {
    const auto world = changed<EdgeIds>(bytes, kind, position, [&](EdgeIds& ids) { ids[way] = id; });
    REQUIRE(world);
    return world->verify().has_value();
  };
  CHECK(edge(SectionKind::edges, 8 * 80 + 31, 2, 4));
  CHECK_FALSE(edge(SectionKind::edges, 8 * 80 + 31, 2, 3));
  CHECK_FALSE(edge(SectionKind::edges, 8 * 80 + 31, 2, 5));
  CHECK_FALSE(edge(SectionKind::edges, 5, 0, 1));
  CHECK_FALSE(edge(SectionKind::edges, 79, 2, kBlockedEdge));
  CHECK_FALSE(edge(SectionKind::position_edges, 8 * 80 + 30, 2, 0));
  CHECK_FALSE(edge(SectionKind::position_edges, 0, 3, 1));
}

TEST_CASE("damage to moves does no harm", "[heavy]") {
  constexpr std::array kSections{SectionKind::edges,   SectionKind::edge_costs,     SectionKind::position_edges,
                                 SectionKind::terrain, SectionKind::region_records, SectionKind::islands};
  Rng rng(78);
  std::map<Status, int> statuses;
  for (int i = 0; i < 600; ++i) {
    const AlignedBytes bytes = damaged(sample(), kSections, rng);
    const auto world = World::view(bytes.span());
    if (!world) continue;
    const auto report = query_damaged_world(*world, static_cast<std::size_t>(rng.below(3)), rng.next());
    CAPTURE(i);
    REQUIRE(report.fault == "");
    for (const auto& [status, count] : report.statuses) statuses[status] += count;
  }
  CHECK(statuses[Status::found] > 1200);
  CHECK(statuses[Status::corrupt] > 4);
}

}  // namespace
}  // namespace portolan::test
