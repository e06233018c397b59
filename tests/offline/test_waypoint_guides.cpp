// SPDX-License-Identifier: BSL-1.0
// Landmarks and levels of waypoint graphs: with them a search finds what it finds without, and bounds are consistent.
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/offline/waypoint_landmark_builder.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "support/brute_sight.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

WaypointGraph build(const SightSpace& space, const SightMetric& metric) {
  auto graph = build_waypoint_graph(space, {.metric = metric, .threads = 1});
  REQUIRE(graph.has_value());
  return std::move(graph).value();
}

/// Guides that own what they show.
struct GuideArrays {
  WaypointLandmarkArrays landmarks;
  SightLevelArrays levels;

  [[nodiscard]] WaypointGuides view() const { return {{landmarks.rows, landmarks.shift}, {levels.words}, {}}; }
};

GuideArrays guides_of(const WaypointGraph& graph) {
  if (graph.size() == 0) return {};
  GuideArrays made{choose_waypoint_landmarks(graph.view(), ArcsLead::both_ways), {}};
  if (graph.metric.norm == Norm::euclidean) made.levels = find_sight_levels(graph.view(), 1);
  return made;
}

Point random_end(Rng& rng, const SightSpace& space) {
  const Point vertex = to_point({rng.between(0, space.width), rng.between(0, space.height)});
  if (space.contact == Contact::square || rng.percent(30)) return vertex;
  if (rng.percent(50)) return {rng.below(space.width) * kSubUnits + 128, rng.below(space.height) * kSubUnits + 128};
  return {rng.between(0, space.width * kSubUnits), rng.between(0, space.height * kSubUnits)};
}

struct Settled {
  std::uint64_t queries = 0;
  std::uint64_t plain = 0;
  std::uint64_t guided = 0;
};

/// Each part of the guides alone, and both.
void compare(Rng& rng, const SightSpace& space, const WaypointGraph& graph, int queries, Settled& settled) {
  const GuideArrays arrays = guides_of(graph);
  const WaypointGuides both = arrays.view();
  WaypointSearch plain(space, graph.view());
  WaypointSearch by_landmarks(space, graph.view(), nullptr, {both.landmarks, {}, {}});
  WaypointSearch by_levels(space, graph.view(), nullptr, {{}, both.levels, {}});
  WaypointSearch guided(space, graph.view(), nullptr, both);
  for (int query = 0; query < queries; ++query) {
    const Point a = random_end(rng, space);
    const Point b = random_end(rng, space);
    CAPTURE(a.x, a.y, b.x, b.y, space.width, space.height);
    const SightPath expected = plain.find(a, b, kNoBudget);
    for (WaypointSearch* const search : {&by_landmarks, &by_levels, &guided}) {
      const SightPath path = search->find(a, b, kNoBudget);
      REQUIRE(path.status == expected.status);
      if (path.status != Status::found) continue;
      REQUIRE(path.cost == expected.cost);
      for (std::size_t i = 1; i < path.points.size(); ++i) REQUIRE(in_sight(space, path.points[i - 1], path.points[i]));
      if (search == &guided && path.points.size() > 2) {
        ++settled.queries;
        settled.plain += expected.work;
        settled.guided += path.work;
      }
    }
  }
}

TEST_CASE("at any angle guides change no cost, and spare most of the work") {
  Rng rng(71);
  Settled settled;
  for (int round = 0; round < 2'500; ++round) {
    const std::int32_t footprint = rng.between(0, 3);
    const TileMap map = random_map(rng, {.character = rng.pick(kCharacters),
                                         .weights = Weights::uniform,
                                         .width = rng.between(4, 60),
                                         .height = rng.between(4, 60)});
    if (map.width() < footprint || map.height() < footprint) continue;
    const TestGrid grid(map, stepping_mover(footprint));
    const SightPlanes planes = sight_planes(grid.view(), footprint);
    CAPTURE(round, footprint);
    compare(rng, planes.space(), build(planes.space(), {}), 12, settled);
  }
  CHECK(settled.queries > 4'000);
  CHECK(settled.guided < settled.plain / 2);
}

TEST_CASE("on the grid landmarks change no cost") {
  Rng rng(72);
  Settled settled;
  for (int round = 0; round < 300; ++round) {
    const bool four = rng.percent(30);
    const TileMap map = random_map(rng, {.character = rng.pick(kCharacters),
                                         .weights = Weights::uniform,
                                         .width = rng.between(4, 60),
                                         .height = rng.between(4, 60)});
    const TestGrid grid(map, stepping_mover(1, four ? Neighbours::four : Neighbours::eight));
    const SightPlanes planes = SightPlanes::for_square(grid.view());
    const MoveRules& rules = grid.rules();
    const SightMetric metric{.norm = four ? Norm::manhattan : Norm::octile,
                             .straight = static_cast<std::uint32_t>(rules.straight_step(1, 1)),
                             .diagonal = static_cast<std::uint32_t>(rules.diagonal_step(1, 1))};
    compare(rng, planes.space(), build(planes.space(), metric), 12, settled);
  }
  CHECK(settled.queries > 500);
  CHECK(settled.guided < settled.plain);
}

TEST_CASE("bounds of landmarks fall over no arc by more than it costs, and levels depend on no threads") {
  Rng rng(73);
  std::size_t compared = 0;
  for (int round = 0; round < 150; ++round) {
    const TileMap map = random_map(rng, {.weights = Weights::uniform, .max_side = 60});
    const TestGrid grid(map, stepping_mover(0));
    const SightPlanes planes = sight_planes(grid.view(), 0);
    const WaypointGraph graph = build(planes.space(), {});
    if (graph.size() == 0) continue;
    const GuideArrays arrays = guides_of(graph);
    REQUIRE(find_sight_levels(graph.view(), 3).words == arrays.levels.words);
    WaypointLandmarkBound bound(arrays.view().landmarks);
    std::vector<Cost> seen(graph.size(), kInfiniteCost);
    for (int i = 0; i < 5; ++i) {
      const auto id = static_cast<WaypointId>(rng.below(static_cast<std::int32_t>(graph.size())));
      seen[id] = static_cast<Cost>(rng.below(1 << 24));
      bound.add(id, seen[id]);
    }
    for (WaypointId id = 0; id < graph.size(); ++id) {
      REQUIRE((seen[id] == kInfiniteCost || bound(id) <= seen[id]));
      for (std::size_t arc = graph.first[id]; arc < graph.first[id + 1]; ++arc) {
        REQUIRE(bound(id) <= bound(graph.target[arc]) + graph.weight[arc]);
        REQUIRE(landmarks_allow(arrays.view().landmarks, id, graph.target[arc], graph.weight[arc]));
        ++compared;
      }
    }
  }
  CHECK(compared > 20'000);
}

TEST_CASE("forged guides end in an answer, and never in a path that is not free") {
  Rng rng(74);
  std::size_t found = 0;
  for (int round = 0; round < 200; ++round) {
    const TileMap map = random_map(rng, {.weights = Weights::uniform, .max_side = 50});
    const TestGrid grid(map, stepping_mover(0));
    const SightPlanes planes = sight_planes(grid.view(), 0);
    const SightSpace space = planes.space();
    const WaypointGraph graph = build(space, {});
    if (graph.size() == 0) continue;
    GuideArrays arrays = guides_of(graph);
    arrays.landmarks.shift = static_cast<std::uint32_t>(rng.below(32));
    for (std::uint64_t& word : arrays.levels.words) word = rng.percent(50) ? rng.next() : word;
    for (LandmarkRow& row : arrays.landmarks.rows.fill()) {
      if (rng.percent(50)) row[static_cast<std::size_t>(rng.below(8))] = static_cast<std::uint32_t>(rng.next());
    }
    WaypointSearch plain(space, graph.view());
    WaypointSearch forged(space, graph.view(), nullptr, arrays.view());
    for (int query = 0; query < 10; ++query) {
      const Point a = random_end(rng, space);
      const Point b = random_end(rng, space);
      const Cost least = plain.find(a, b, kNoBudget).cost;
      const SightPath path = forged.find(a, b, kNoBudget);
      if (path.status != Status::found) continue;
      REQUIRE(path.cost >= least);
      for (std::size_t i = 1; i < path.points.size(); ++i) REQUIRE(in_sight(space, path.points[i - 1], path.points[i]));
      ++found;
    }
    arrays.levels.words.push_back(0);
    WaypointSearch unfit(space, graph.view(), nullptr, arrays.view());
    REQUIRE(unfit.find({}, {}, kNoBudget).status == Status::corrupt);
  }
  CHECK(found > 200);
}

}  // namespace
}  // namespace portolan::test
