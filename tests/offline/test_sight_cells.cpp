// SPDX-License-Identifier: BSL-1.0
// Cells over the core of sight edges: what they are by definition, and that searches past them find what plain A* does.
#include "portolan/graph/csr_graph.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/offline/waypoint_landmark_builder.hpp"
#include "portolan/waypoints/sight_cell_builder.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "support/movers.hpp"
#include "support/random_board.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

/// A random plane with its graph and guides.
struct Guided {
  TestGrid grid;
  SightPlanes planes;
  WaypointGraph graph;
  WaypointLandmarkArrays landmarks;
  SightLevelArrays levels;
  std::optional<SightCellArrays> cells;

  [[nodiscard]] SightSpace space() const { return planes.space(); }
  [[nodiscard]] WaypointGuides guides() const {
    WaypointGuides guides{{landmarks.rows, landmarks.shift}, {levels.words}, {}};
    if (cells) guides.cells = view_of<SightCells>(*cells);
    return guides;
  }
};

std::optional<Guided> random_guided(Rng& rng, std::int32_t most_side, const SightCellOptions& options) {
  const std::int32_t footprint = rng.between(0, 3);
  const TileMap map = random_map(rng, {.character = rng.pick(kCharacters),
                                       .weights = Weights::uniform,
                                       .width = rng.between(4, most_side),
                                       .height = rng.between(4, most_side)});
  if (map.width() < footprint || map.height() < footprint) return {};
  TestGrid grid(map, stepping_mover(footprint));
  SightPlanes planes = sight_planes(grid.view(), footprint);
  auto graph = build_waypoint_graph(planes.space(), {.metric = {}, .threads = 1});
  REQUIRE(graph.has_value());
  if (graph->size() == 0) return {};
  WaypointLandmarkArrays landmarks = choose_waypoint_landmarks(graph->view(), ArcsLead::both_ways);
  SightLevelArrays levels = find_sight_levels(graph->view(), 1);
  auto cells = make_sight_cells(graph->view(), view_of<SightLevels>(levels), options);
  return Guided{std::move(grid),      std::move(planes), *std::move(graph),
                std::move(landmarks), std::move(levels), std::move(cells)};
}

SightCellOptions random_options(Rng& rng) {
  return {.shift = static_cast<std::uint32_t>(rng.between(1, 4)),
          .levels = static_cast<std::uint32_t>(rng.between(1, 4)),
          .threads = 1};
}

Point random_end(Rng& rng, const SightSpace& space) {
  const Point vertex = to_point({rng.between(0, space.width), rng.between(0, space.height)});
  if (space.contact == Contact::square || rng.percent(30)) return vertex;
  return {rng.below(space.width) * kSubUnits + 128, rng.below(space.height) * kSubUnits + 128};
}

void require_free(const SightSpace& space, const SightPath& path) {
  for (std::size_t i = 1; i < path.points.size(); ++i) REQUIRE(in_sight(space, path.points[i - 1], path.points[i]));
}

TEST_CASE("past cells every path costs what plain A* finds, within a budget that counts what is unpacked") {
  Rng rng(81);
  std::uint64_t found = 0;
  std::uint64_t past = 0;
  for (int round = 0; round < 700; ++round) {
    const SightCellOptions options = random_options(rng);
    const auto made = random_guided(rng, 70, options);
    if (!made || !made->cells) continue;
    CAPTURE(round, options.shift, options.levels);
    const WaypointGuides guides = made->guides();
    WaypointSearch plain(made->space(), made->graph.view());
    WaypointSearch guided(made->space(), made->graph.view(), nullptr, guides);
    WaypointSearch blind(made->space(), made->graph.view(), nullptr, {{}, guides.levels, guides.cells});
    for (int query = 0; query < 12; ++query) {
      const Point a = random_end(rng, made->space());
      const Point b = random_end(rng, made->space());
      CAPTURE(a.x, a.y, b.x, b.y);
      const SightPath expected = plain.find(a, b, kNoBudget);
      for (WaypointSearch* const search : {&guided, &blind}) {
        const SightPath path = search->find(a, b, kNoBudget);
        REQUIRE(path.status == expected.status);
        if (path.status != Status::found) continue;
        REQUIRE(path.cost == expected.cost);
        require_free(made->space(), path);
        ++found;
        if (path.work == 0) continue;
        ++past;
        const std::uint64_t work = path.work;
        REQUIRE(search->find(a, b, work).cost == expected.cost);
        REQUIRE(search->find(a, b, work - 1).status == Status::out_of_budget);
      }
    }
  }
  CHECK(found > 3'000);
  CHECK(past > 1'200);
}

/// The edges of the core, by waypoint.
CsrArrays core_of(const WaypointGraphView& graph, const SightLevels& levels) {
  CsrArrays core{{0}, {}, {}};
  for (WaypointId id = 0; id < graph.size(); ++id) {
    for (std::uint32_t arc = graph.first[id]; arc < graph.first[id + 1]; ++arc) {
      if (levels[arc] != kCoreLevel) continue;
      core.target.push_back(graph.target[arc]);
      core.weight.push_back(graph.weight[arc]);
    }
    core.first.push_back(static_cast<std::uint32_t>(core.target.size()));
  }
  return core;
}

/// The arcs of a level of cells, by waypoint.
CsrArrays arcs_of(const SightCellArrays& cells, std::uint32_t level) {
  std::size_t begin = 0;
  for (std::uint32_t below = 1; below < level; ++below) begin += std::size_t{cells.members[below - 1]} + 1;
  CsrArrays arcs{{0}, {}, {}};
  for (const std::uint32_t rank : cells.rank) {
    if (rank < cells.members[level - 1]) {
      for (std::uint32_t arc = cells.first[begin + rank]; arc < cells.first[begin + rank + 1]; ++arc) {
        arcs.target.push_back(cells.target[arc]);
        arcs.weight.push_back(cells.weight[arc]);
      }
    }
    arcs.first.push_back(static_cast<std::uint32_t>(arcs.target.size()));
  }
  return arcs;
}

TEST_CASE("members of a level separate its cells and keep the distances over the core") {
  Rng rng(82);
  std::size_t compared = 0;
  std::size_t relays = 0;
  for (int round = 0; round < 250; ++round) {
    const SightCellOptions options = random_options(rng);
    const auto made = random_guided(rng, 60, options);
    if (!made) continue;
    const WaypointGraphView graph = made->graph.view();
    const CsrArrays core = core_of(graph, view_of<SightLevels>(made->levels));
    REQUIRE(made->cells.has_value() == !core.target.empty());
    if (!made->cells) continue;
    const SightCellArrays& cells = *made->cells;
    REQUIRE(fit(view_of<SightCells>(cells), graph));
    const CellGrid grid(made->space().width, made->space().height, options.shift, options.levels);
    for (std::uint32_t level = 1; level <= options.levels; ++level) {
      const CsrArrays arcs = arcs_of(cells, level);
      const auto is_member = [&](WaypointId id) { return cells.rank[id] < cells.members[level - 1]; };
      for (WaypointId id = 0; id < graph.size(); ++id) {
        REQUIRE((cells.rank[id] == kOutsideCore) == (core.first[id] == core.first[id + 1]));
        std::set<std::uint32_t> beside;
        bool crosses = false;
        for (std::uint32_t arc = core.first[id]; arc < core.first[id + 1]; ++arc) {
          const WaypointId head = core.target[arc];
          const std::uint32_t cell = grid.cell(level, graph.points[head]);
          const bool crosses_here = cell != grid.cell(level, graph.points[id]);
          crosses = crosses || crosses_here;
          REQUIRE((!crosses_here || is_member(id) || is_member(head)));
          if (!is_member(head)) beside.insert(cell);
        }
        if (!is_member(id)) continue;
        relays += crosses ? 0 : 1;
        std::set<std::uint32_t> listed;
        for (std::uint32_t i = cells.beside_first[cells.rank[id]]; i < cells.beside_first[cells.rank[id] + 1]; ++i) {
          if (grid.level(cells.beside[i]) == level) listed.insert(cells.beside[i]);
        }
        REQUIRE(listed == beside);
        if (!rng.percent(10)) continue;
        const std::vector<Cost> over_core = costs_from(core.view(), id);
        const std::vector<Cost> over_arcs = costs_from(arcs.view(), id);
        for (WaypointId other = 0; other < graph.size(); ++other) {
          if (!is_member(other)) continue;
          REQUIRE(over_arcs[other] == over_core[other]);
          ++compared;
        }
      }
    }
  }
  CHECK(compared > 20'000);
  CHECK(relays > 50);
}

TEST_CASE("cells depend on no number of threads", "[threads]") {
  Rng rng(83);
  for (int round = 0; round < 12; ++round) {
    const auto made = random_guided(rng, 60, {.shift = 2, .levels = 3, .threads = 1});
    if (!made) continue;
    const auto again = make_sight_cells(made->graph.view(), view_of<SightLevels>(made->levels),
                                        {.shift = 2, .levels = 3, .threads = 3});
    REQUIRE(again == made->cells);
  }
}

TEST_CASE("levels of cells that exceed the memory, or 32 bits, are left out") {
  Rng rng(84);
  std::size_t fewer = 0;
  std::size_t none = 0;
  for (int round = 0; round < 60; ++round) {
    auto made = random_guided(rng, 60, {.shift = 2, .levels = 3, .threads = 1});
    if (!made || !made->cells) continue;
    const SightLevels levels = view_of<SightLevels>(made->levels);
    const std::uint64_t least = sight_cell_memory(made->graph.view());
    SightCellOptions scarcely{.shift = 2, .levels = 3, .threads = 1};
    const auto arcs = static_cast<std::uint64_t>(made->cells->target.size());
    if (rng.percent(50)) {
      scarcely.memory = least + static_cast<std::uint64_t>(rng.between(0, 60)) * arcs;
    } else {
      scarcely.max_bytes = 4 * made->graph.size() + static_cast<std::uint64_t>(rng.between(0, 10)) * arcs;
    }
    const auto scarce = make_sight_cells(made->graph.view(), levels, scarcely);
    if (scarce) {
      const std::uint32_t count = static_cast<std::uint32_t>(scarce->members.size());
      fewer += count < 3 ? 1 : 0;
      REQUIRE(scarce == make_sight_cells(made->graph.view(), levels, {.shift = 2, .levels = count, .threads = 1}));
    } else {
      ++none;
    }
    for (std::uint32_t& weight : made->graph.weight) weight |= 0x8000'0000;
    const auto dear = make_sight_cells(made->graph.view(), levels, {.shift = 2, .levels = 3, .threads = 1});
    const bool joins_edges = dear && std::any_of(dear->weight.begin(), dear->weight.end(),
                                                 [](std::uint32_t weight) { return weight < 0x8000'0000; });
    REQUIRE_FALSE(joins_edges);
  }
  CHECK(fewer > 0);
  CHECK(none > 0);
}

TEST_CASE("maps of scattered tiles have no cells") {
  Rng rng(86);
  std::vector<TerrainId> tiles(std::size_t{160} * 160, 1);
  for (TerrainId& tile : tiles) tile = rng.percent(10) ? 0 : 1;
  const TileMap map = *TileMap::create(160, 160, {{"wall", 0}, {"floor", kCostScale}}, std::move(tiles));
  const TestGrid grid(map, stepping_mover(0));
  const SightPlanes planes = sight_planes(grid.view(), 0);
  const auto graph = build_waypoint_graph(planes.space(), {.metric = {}, .threads = 1});
  REQUIRE(graph.has_value());
  const SightLevelArrays levels = find_sight_levels(graph->view(), 1);
  const auto made = [&](std::uint32_t shift) {
    return make_sight_cells(graph->view(), view_of<SightLevels>(levels), {.shift = shift, .levels = 1, .threads = 1});
  };
  CHECK(made(2));
  CHECK_FALSE(made(6));
}

TEST_CASE("forged cells end in an answer, and never in a path that is not free") {
  Rng rng(85);
  std::size_t found = 0;
  std::size_t corrupt = 0;
  for (int round = 0; round < 400; ++round) {
    auto made = random_guided(rng, 50, random_options(rng));
    if (!made || !made->cells) continue;
    SightCellArrays& cells = made->cells.value();
    const auto forge = [&](std::vector<std::uint32_t>& array, int percent) {
      for (std::uint32_t& value : array) {
        if (!rng.percent(percent)) continue;
        value = rng.percent(50) ? static_cast<std::uint32_t>(rng.next())
                                : static_cast<std::uint32_t>(rng.below(static_cast<std::int32_t>(made->graph.size())));
      }
    };
    const int percent = rng.pick(std::array{1, 5, 40});
    for (auto* const array :
         {&cells.rank, &cells.first, &cells.target, &cells.weight, &cells.beside_first, &cells.beside}) {
      if (rng.percent(40)) forge(*array, percent);
    }
    if (rng.percent(10)) std::fill(cells.weight.begin(), cells.weight.end(), 0U);
    WaypointSearch plain(made->space(), made->graph.view());
    WaypointSearch forged(made->space(), made->graph.view(), nullptr, made->guides());
    for (int query = 0; query < 10; ++query) {
      const Point a = random_end(rng, made->space());
      const Point b = random_end(rng, made->space());
      const Cost least = plain.find(a, b, kNoBudget).cost;
      const SightPath path = forged.find(a, b, 100'000);
      corrupt += path.status == Status::corrupt ? 1 : 0;
      if (path.status != Status::found) continue;
      REQUIRE(path.cost >= least);
      require_free(made->space(), path);
      ++found;
    }
    cells.rank.push_back(0);
    WaypointSearch unfit(made->space(), made->graph.view(), nullptr, made->guides());
    REQUIRE(unfit.find({}, {}, kNoBudget).status == Status::corrupt);
  }
  CHECK(found > 500);
  CHECK(corrupt > 20);
}

}  // namespace
}  // namespace portolan::test
