// SPDX-License-Identifier: BSL-1.0
// How much work fixed queries on made worlds are, in counts that every compiler, optimisation level and machine must
// reproduce: the machine-independent half of portolan_bench.
#include "bench/query_set.hpp"
#include "make/make_world.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"
#include "support/built_world.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

namespace portolan::bench {
namespace {

constexpr std::int32_t kSide = 160;
constexpr std::int32_t kIndexedSide = 96;  ///< of worlds with every index, which take longer to build
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kQueries = 40;

/// Nodes settled by all queries of a kind together, and the size of the file.
struct Counts {
  WorldKind kind;
  std::uint64_t local;      ///< tiles, near ends, Tier::local
  std::uint64_t access;     ///< far ends, Tier::regions: passable tiles around them,
  std::uint64_t coarse;     ///< portals,
  std::uint64_t unpack;     ///< portals to unpack arcs,
  std::uint64_t legs;       ///< and tiles to refine all legs
  std::uint64_t waypoints;  ///< far ends, Tier::waypoints, grid
  std::uint64_t any_angle;  ///< the same for the point mover
  std::uint64_t astar;      ///< tiles, far ends, Tier::astar
  std::uint64_t bytes;      ///< of all sections but the provenance, which names the library's version
};

constexpr std::array<Counts, 6> kCounts{{
    {WorldKind::caves, 4589, 64000, 2052, 130, 2187, 2883, 2801, 38091, 3904130},
    {WorldKind::rooms, 27581, 70001, 3711, 285, 9927, 8413, 9990, 121554, 3375072},
    {WorldKind::maze, 29561, 68932, 4275, 535, 27899, 13122, 12640, 226131, 1257214},
    {WorldKind::islands, 5204, 69136, 849, 75, 789, 428, 426, 18378, 1287329},
    {WorldKind::city, 13140, 51016, 1688, 98, 4109, 2867, 2643, 44828, 4059422},
    {WorldKind::noise, 18691, 60377, 2916, 400, 12713, 35749, 26864, 92346, 2878461},
}};

/// The numbers of a row as they stand in the table.
std::string numbers(const Counts& c) {
  std::ostringstream text;
  text << c.local;
  for (const std::uint64_t n : {c.access, c.coarse, c.unpack, c.legs, c.waypoints, c.any_angle, c.astar, c.bytes}) {
    text << ", " << n;
  }
  return text.str();
}

std::uint64_t payload_without_provenance(const World& world) {
  std::uint64_t bytes = 0;
  for (const format::SectionEntry& entry : world.sections()) {
    if (entry.kind != static_cast<std::uint32_t>(format::SectionKind::provenance)) bytes += entry.size;
  }
  return bytes;
}

/// What all queries of one tier settle.
struct Work {
  Expansions search;
  std::uint64_t legs = 0;
};

Work work_of(test::Asker& query, std::span<const Ends> set, Tier tier) {
  Work work;
  for (const Ends& ends : set) {
    const test::Found result = query.find({.from = ends.from, .to = ends.to, .tier = tier});
    // The local matrix alone proves nothing.
    if (tier != Tier::local) REQUIRE(result.status == Status::found);
    work.search.local += result.expansions.local;
    work.search.access += result.expansions.access;
    work.search.coarse += result.expansions.coarse;
    work.search.unpack += result.expansions.unpack;
    work.search.astar += result.expansions.astar;
    work.search.waypoints += result.expansions.waypoints;
    Leg leg;
    while (query.next_leg(leg) == LegStatus::ready) work.legs += leg.states;
  }
  return work;
}

Counts count(WorldKind kind) {
  const auto map = make_world({kind, kSide, kSide, kSeed});
  REQUIRE(map.has_value());
  const test::BuiltWorld built(*map, profiles());
  const World& world = built.world();
  const ProfileView& profile = world.profiles()[kGridProfile];
  const std::vector<Ends> far = draw_far(profile, kQueries, kSeed);
  test::Asker grid(world, kGridProfile, Baseline::with);
  test::Asker point(world, kPointProfile);
  const Work local = work_of(grid, draw_near(profile, kQueries, kSeed), Tier::local);
  const Work regions = work_of(grid, far, Tier::regions);
  return {.kind = kind,
          .local = local.search.local,
          .access = regions.search.access,
          .coarse = regions.search.coarse,
          .unpack = regions.search.unpack,
          .legs = regions.legs,
          .waypoints = work_of(grid, far, Tier::waypoints).search.waypoints,
          .any_angle = work_of(point, far, Tier::waypoints).search.waypoints,
          .astar = work_of(grid, far, Tier::astar).search.astar,
          .bytes = payload_without_provenance(world)};
}

/// What the indexes of one profile give the far queries to read; queries along a line of sight read none of them.
struct IndexCounts {
  WorldKind kind = WorldKind::caves;
  std::size_t profile = kGridProfile;
  std::uint64_t settled = 0;  ///< waypoints, Tier::ch
  std::uint64_t labels = 0;   ///< entries in the labels of the waypoints that the ends see
  std::uint64_t vias = 0;     ///< of the blocks of the ends,
  std::uint64_t hubs = 0;     ///< their hubs,
  std::uint64_t entries = 0;  ///< and the distances of vias to hubs
  std::uint64_t points = 0;   ///< of the paths, ends included
};

constexpr std::array<IndexCounts, 12> kIndexCounts{{
    {WorldKind::caves, kGridProfile, 3478, 28401, 2067, 3222, 5072, 320},
    {WorldKind::caves, kPointProfile, 4874, 55444, 3551, 5287, 6618, 201},
    {WorldKind::rooms, kGridProfile, 1812, 5182, 1199, 2711, 6421, 674},
    {WorldKind::rooms, kPointProfile, 3170, 11925, 2105, 4275, 10258, 500},
    {WorldKind::maze, kGridProfile, 956, 2281, 711, 1549, 2604, 1093},
    {WorldKind::maze, kPointProfile, 1065, 3068, 923, 1770, 3118, 893},
    {WorldKind::islands, kGridProfile, 692, 3107, 654, 877, 1014, 390},
    {WorldKind::islands, kPointProfile, 857, 4612, 915, 1127, 986, 191},
    {WorldKind::city, kGridProfile, 2513, 13141, 1118, 2686, 3942, 310},
    {WorldKind::city, kPointProfile, 3114, 20982, 1530, 3672, 5720, 234},
    {WorldKind::noise, kGridProfile, 4025, 13262, 3386, 7024, 40451, 1451},
    {WorldKind::noise, kPointProfile, 12219, 68553, 7197, 15393, 79723, 644},
}};

std::string numbers(const IndexCounts& c) {
  std::ostringstream text;
  text << c.settled;
  for (const std::uint64_t n : {c.labels, c.vias, c.hubs, c.entries, c.points}) text << ", " << n;
  return text.str();
}

std::uint64_t label_entries(const SightTierView& tier, const LabelSet& set, Tile end, SightSweep& sweep) {
  std::uint64_t entries = 0;
  visit_visible(tier.space, *tier.graph, to_plane(tier.space.contact, centre_of(end)), sweep,
                [&](WaypointId id) { entries += set.first[id + 1] - set.first[id]; });
  return entries;
}

IndexCounts count_indexes(const World& world, WorldKind kind, std::size_t number) {
  const SightTierView& tier = *world.profiles()[number].sight;
  REQUIRE((tier.hierarchy && tier.labels && tier.blocks));
  const BlockGrid grid = block_grid(tier.space);
  test::Asker query(world, number);
  SightSweep sweep(tier.space.width);
  IndexCounts counts{.kind = kind, .profile = number};
  for (const Ends& ends : draw_far(world.profiles()[kGridProfile], kQueries, kSeed)) {
    counts.settled += query.find({.from = ends.from, .to = ends.to, .tier = Tier::ch}).expansions.waypoints;
    const test::Found result = query.find({.from = ends.from, .to = ends.to, .tier = Tier::blocks});
    REQUIRE(result.status == Status::found);
    const std::size_t points = std::max(result.waypoints.size(), result.points.size());
    counts.points += points;
    if (points <= 2) continue;
    counts.labels +=
        label_entries(tier, tier.labels->out, ends.from, sweep) + label_entries(tier, tier.labels->in, ends.to, sweep);
    for (const Tile end : {ends.from, ends.to}) {
      const auto block = view_of(*tier.blocks, grid.block_of(end));
      REQUIRE(block.has_value());
      counts.vias += block->via_seen.size();
      counts.hubs += block->hub.size();
      counts.entries += block->entry_via.size();
    }
  }
  return counts;
}

TEST_CASE("indexes of made worlds hold as much for the ends of queries as the table says", "[slow]") {
  for (std::size_t i = 0; i < kIndexCounts.size(); i += 2) {
    const auto map = make_world({kIndexCounts[i].kind, kIndexedSide, kIndexedSide, kSeed});
    REQUIRE(map.has_value());
    const test::BuiltWorld built(*map, profiles(), test::BuiltWorld::all_indexes());
    for (const IndexCounts& expected : {kIndexCounts[i], kIndexCounts[i + 1]}) {
      CAPTURE(to_string(expected.kind), expected.profile);
      INFO("If the change is meant, put the left numbers into kIndexCounts and say in the commit why they changed.");
      CHECK(numbers(count_indexes(built.world(), expected.kind, expected.profile)) == numbers(expected));
    }
  }
}

TEST_CASE("queries on made worlds settle as many nodes as the table says") {
  for (const Counts& expected : kCounts) {
    CAPTURE(to_string(expected.kind));
    INFO("If the change is meant, put the left numbers into kCounts and say in the commit why they grew or shrank.");
    CHECK(numbers(count(expected.kind)) == numbers(expected));
  }
}

}  // namespace
}  // namespace portolan::bench
