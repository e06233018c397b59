// SPDX-License-Identifier: BSL-1.0
// How much work fixed queries on made worlds are, in counts that every compiler, optimisation level and machine must
// reproduce: the machine-independent half of portolan_bench.
#include "bench/query_set.hpp"
#include "generators/make_world.hpp"
#include "support/built_world.hpp"

#include <array>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

namespace portolan::bench {
namespace {

constexpr std::int32_t kSide = 160;
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kQueries = 40;

/// Nodes settled by all queries of a kind together, and the size of the file.
struct Counts {
  WorldKind kind;
  std::uint64_t local;      ///< tiles, near ends, Tier::local
  std::uint64_t access;     ///< far ends, Tier::regions: tiles around the ends,
  std::uint64_t coarse;     ///< portals,
  std::uint64_t unpack;     ///< portals to unpack arcs,
  std::uint64_t legs;       ///< and tiles to refine all legs
  std::uint64_t waypoints;  ///< far ends, Tier::waypoints, grid
  std::uint64_t any_angle;  ///< the same for the point mover
  std::uint64_t astar;      ///< tiles, far ends, Tier::astar
  std::uint64_t bytes;      ///< of all sections but the provenance, which names the library's version
};

constexpr std::array<Counts, 6> kCounts{{
    {WorldKind::caves, 4589, 62580, 2052, 314, 4746, 2883, 2801, 38091, 3934994},
    {WorldKind::rooms, 27581, 56779, 3711, 591, 11592, 8413, 9990, 121554, 3391992},
    {WorldKind::maze, 29561, 30608, 4275, 934, 29285, 13122, 12640, 226131, 1265702},
    {WorldKind::islands, 5204, 66978, 849, 218, 3805, 428, 426, 18378, 1309641},
    {WorldKind::city, 13140, 50862, 1688, 266, 5997, 2867, 2643, 44828, 3450594},
    {WorldKind::noise, 18691, 52550, 2916, 657, 12986, 35749, 26864, 92346, 2893957},
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

Work work_of(PathQuery& query, std::span<const Ends> set, Tier tier) {
  Work work;
  for (const Ends& ends : set) {
    const PathResult result = query.find({.from = ends.from, .to = ends.to, .tier = tier});
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
  PathQuery grid(world, kGridProfile, Baseline::with);
  PathQuery point(world, kPointProfile);
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

TEST_CASE("queries on made worlds settle as many nodes as the table says") {
  for (const Counts& expected : kCounts) {
    CAPTURE(to_string(expected.kind));
    INFO("If the change is meant, put the left numbers into kCounts and say in the commit why they grew or shrank.");
    CHECK(numbers(count(expected.kind)) == numbers(expected));
  }
}

}  // namespace
}  // namespace portolan::bench
