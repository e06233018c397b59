// SPDX-License-Identifier: BSL-1.0
// Landmarks of boards against Dijkstra on tiles and links: what they say of any two nodes is true, and exact
// from the landmarks themselves; searches settle fewer nodes and find the same.
#include "portolan/offline/landmark_search.hpp"
#include "portolan/offline/region_landmark_builder.hpp"
#include "portolan/query/region_search.hpp"
#include "support/built_world.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

BuildOptions with_indexes(std::set<IndexKind> kinds) {
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = std::move(kinds);
  return options;
}

/// Links, if any, lead both ways, so that distances do too.
TileMap with_two_way_links(Rng& rng, TileMap map) {
  std::vector<Link> links = test::random_links(rng, map, 8);
  for (Link& link : links) link.direction = LinkDirection::both;
  REQUIRE(map.set_links(std::move(links)).has_value());
  return map;
}

TEST_CASE("landmarks know the least costs to them, and each island has its own") {
  Rng rng(21);
  std::size_t exact = 0;
  std::size_t islands = 0;
  std::size_t shifted = 0;
  for (int round = 0; round < 40; ++round) {
    const TileMap drawn = test::random_map(rng, {.max_side = 150});
    const MovementProfile profile = test::random_profile(rng, drawn.palette());
    if (profile.metric != Metric::grid) continue;
    const TileMap map = rng.percent(50) ? with_two_way_links(rng, drawn) : drawn;
    const BuiltWorld built(map, profile, with_indexes({}));
    const ProfileView& view = built.world().profiles()[0];
    const RegionTopologyView& topology = view.regions.topology;
    if (topology.levels == 0) continue;
    const auto rows = view.regions.landmarks.rows;
    const std::uint32_t shift = view.regions.landmarks.shift;
    shifted += shift != 0 ? 1 : 0;
    // In units coarser than 1 the whole graph is searched, which takes more memory.
    const LinkTable links(map.links(), view.rules);
    const std::uint64_t least = region_landmark_memory(topology, {});
    const std::uint64_t most = least + kSearchBytesPerNode * topology.tiles.size();
    const auto made_in = [&](std::uint64_t room) { return choose_region_landmarks(topology, links, {1, room}, {}); };
    if (!topology.tiles.empty()) {
      REQUIRE(!made_in(least - 1));
      REQUIRE(made_in(least).has_value() == (shift == 0));
      const auto made = made_in(most);
      REQUIRE(made.has_value());
      REQUIRE(std::ranges::equal(made->rows, rows));
      REQUIRE(made->shift == shift);
    }
    REQUIRE(rows.size() == topology.tiles.size());
    const Oracle oracle(map, profile, view.rules);
    const std::vector<std::uint32_t> island = oracle.islands();
    for (std::size_t i = 0; i < kRowLandmarks; i += 3) {
      // By island the node of this column's landmark.
      std::vector<std::optional<NodeId>> landmark(*std::max_element(island.begin(), island.end()) + std::size_t{1});
      for (NodeId node = 0; node < rows.size(); ++node) {
        auto& known = landmark[island[oracle.index(topology.tiles[node])]];
        if (rows[node][i] == 0 && !known) known = node;
      }
      std::vector<std::vector<Cost>> distances(landmark.size());
      for (NodeId node = 0; node < rows.size(); ++node) {
        const std::size_t place = oracle.index(topology.tiles[node]);
        REQUIRE(landmark[island[place]].has_value());
        std::vector<Cost>& from = distances[island[place]];
        if (from.empty()) {
          from = oracle.distances_from(topology.tiles[*landmark[island[place]]]);
          ++islands;
        }
        // Rounding down takes less than a unit an arc.
        const Cost distance = Cost{rows[node][i]} << shift;
        REQUIRE(distance <= from[place]);
        REQUIRE(from[place] - distance <= (from[place] >> 20));
        exact += shift == 0 ? 1 : 0;
        if (shift == 0) REQUIRE(distance == from[place]);
      }
    }
  }
  CHECK(exact > 5'000);
  CHECK(islands > 100);
  CHECK(shifted != 0);
}

TEST_CASE("no bound is above the least cost, whichever way links lead and whether they are open") {
  Rng rng(22);
  std::size_t compared = 0;
  std::size_t directed = 0;
  for (int round = 0; round < 60; ++round) {
    TileMap map = test::random_map(rng, {.max_side = 130});
    const MovementProfile profile = test::random_profile(rng, map.palette());
    if (profile.metric != Metric::grid) continue;
    REQUIRE(map.set_links(test::random_links(rng, map, 20)).has_value());
    const BuiltWorld built(map, profile);
    REQUIRE(built.world().verify().has_value());
    const ProfileView& view = built.world().profiles()[0];
    const RegionTopologyView& topology = view.regions.topology;
    const RegionLandmarks& landmarks = view.regions.landmarks;
    if (landmarks.rows.empty()) continue;
    directed += view.links.directed() ? 1 : 0;
    std::vector<Link> open;
    for (const Link& link : map.links()) {
      if (rng.percent(70)) open.push_back(link);
    }
    TileMap closed = map;
    REQUIRE(closed.set_links(std::move(open)).has_value());
    for (const TileMap* const shown : {&std::as_const(map), &std::as_const(closed)}) {
      const Oracle oracle(*shown, profile, view.rules);
      for (int i = 0; i < 3; ++i) {
        const auto from = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(landmarks.rows.size())));
        const std::vector<Cost> distances = oracle.distances_from(topology.tiles[from]);
        RegionLandmarkBound bound(landmarks);
        bound.add(from, 0);
        for (NodeId to = 0; to < landmarks.rows.size(); ++to) {
          REQUIRE(bound(to) <= distances[oracle.index(topology.tiles[to])]);
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 20'000);
  CHECK(directed > 5);
}

/// Asks for all legs of the route found last.
std::uint64_t settled_to_unpack(RegionSearch& search) {
  std::uint64_t budget = ~std::uint64_t{0};
  RouteLeg leg;
  Unpacked step = search.unpacker().next_leg(search.route(), leg, budget);
  while (step == Unpacked::leg) step = search.unpacker().next_leg(search.route(), leg, budget);
  REQUIRE(step == Unpacked::done);
  return ~budget;
}

TEST_CASE("searches with landmarks find the same and settle fewer nodes") {
  Rng rng(23);
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  std::size_t found = 0;
  for (int round = 0; round < 12; ++round) {
    const TileMap map = test::random_map(rng, {.width = 260, .height = 200});
    const MovementProfile profile = test::random_profile(rng, map.palette());
    const BuiltWorld built(map, profile, with_indexes({}));
    const ProfileView& view = built.world().profiles()[0];
    ProfileView bare = view;
    bare.regions.landmarks = {};
    const OpenLinks links(view.links, view.grid);
    RegionSearch quick(view, view.grid, links, built.world().floors(), nullptr);
    RegionSearch plain(bare, view.grid, links, built.world().floors(), nullptr);
    for (int i = 0; i < 60; ++i) {
      const auto from = test::random_passable(rng, view.grid);
      const auto to = test::random_passable(rng, view.grid);
      if (!from || !to || *from == *to) continue;
      if (view.islands.label(view.grid.index(*from)) != view.islands.label(view.grid.index(*to))) continue;
      const RegionSearch::Request request{
          .from = *from, .to = *to, .expansions = std::numeric_limits<std::uint64_t>::max()};
      const Route a = quick.search(request);
      const Cost cost = a.cost;
      const std::uint64_t unpacked = settled_to_unpack(quick);
      const Route b = plain.search(request);
      REQUIRE(a.end == Route::End::found);
      REQUIRE(b.end == Route::End::found);
      REQUIRE(cost == b.cost);
      with += a.coarse + unpacked;
      without += b.coarse + settled_to_unpack(plain);
      ++found;
    }
  }
  CHECK(found > 300);
  CHECK(with * 2 < without);
}

TEST_CASE("landmarks are made where no index answers") {
  Rng rng(24);
  const TileMap map = test::random_map(rng, {.character = test::Character::open, .width = 100, .height = 100});
  const auto landmarks_with = [&](const BuildOptions& options) {
    return BuiltWorld(map, MovementProfile{}, options).world().profiles()[0].regions.landmarks.rows.size();
  };
  CHECK(landmarks_with(with_indexes({})) != 0);
  CHECK(landmarks_with(with_indexes({IndexKind::ch})) == 0);
  CHECK(landmarks_with(with_indexes({IndexKind::labels})) == 0);
  CHECK(landmarks_with(BuiltWorld::all_indexes()) == 0);
}

TEST_CASE("whatever the memory, a world has landmarks or a note that they did not fit", "[heavy]") {
  Rng rng(25);
  TileMap map = test::random_map(
      rng, {.character = test::Character::open, .weights = test::Weights::small, .width = 1200, .height = 40});
  REQUIRE(map.set_links(test::random_links(rng, map, 400)).has_value());
  const std::array profiles{MovementProfile{}};
  BuildOptions options = with_indexes({});
  const auto whole = build_world(map, profiles, options);
  REQUIRE(whole);
  std::size_t refused = 0;
  std::size_t built = 0;
  const std::uint64_t bytes_of_file = whole->bytes().span().size();
  for (options.memory = bytes_of_file / 2; options.memory < 4 * bytes_of_file; options.memory += bytes_of_file / 10) {
    const auto image = build_world(map, profiles, options);
    if (!image) {
      ++refused;
      continue;
    }
    ++built;
    const AlignedBytes bytes = image->bytes();
    const auto world = World::view(bytes.span());
    REQUIRE(world);
    REQUIRE(world->verify());
    const bool noted = world->provenance().find("no landmarks, for lack of memory") != std::string_view::npos;
    REQUIRE(noted == world->profiles()[0].regions.landmarks.rows.empty());
  }
  CHECK(refused != 0);
  CHECK(built != 0);
}

}  // namespace
}  // namespace portolan
