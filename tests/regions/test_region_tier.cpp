// SPDX-License-Identifier: BSL-1.0
// Portals, relays and arcs of every level against Dijkstra inside each region: no distance is lost, no arc is
// superfluous, whatever tiles are relays and wherever the lines lie.
#include "portolan/regions/region_alignment.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/region_builder.hpp"
#include "portolan/regions/region_topology.hpp"
#include "support/ascii.hpp"
#include "support/owned_region.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Oracle;
using test::Rng;
using test::TestGrid;

/// Topology and records of one grid.
struct Regions {
  RegionTopology topology;
  std::vector<RegionRecords> records;

  Regions(const GridView& grid, RegionTopology made, unsigned threads, SimdLevel simd = widest_simd())
      : topology(std::move(made)) {
    for (std::size_t level = 0; level < topology.level.size(); ++level) {
      records.push_back(level == 0 ? customise_base(grid, in_making(level), threads, simd)
                                   : customise_level(in_making(level), records.back().view(), threads, simd));
    }
  }
  [[nodiscard]] LevelInMaking in_making(std::size_t level) const {
    return {topology.layout, static_cast<int>(level), topology.tiles, topology.level[level]};
  }
  /// A region of a level, whose entry must be sound.
  [[nodiscard]] RegionView region(std::size_t level, std::size_t number) const {
    return records[level].region(number).value();
  }
};

RegionTopology portals_only(const GridView& grid) {
  const RegionLayout layout(grid.width, grid.height);
  return make_topology(layout, layout.levels(), find_portals(grid, layout));
}

/// What a build makes.
RegionTopology full_topology(const GridView& grid, unsigned threads = 1, SimdLevel simd = widest_simd()) {
  const RegionLayout layout = align_regions(grid, threads).layout;
  RegionLevels made = build_levels(grid, layout, grid.bounds(), find_portals(grid, layout), layout.levels(),
                                   {.threads = threads, .simd = simd});
  return make_topology(layout, layout.levels(), std::move(made.nodes));
}

/// Lines anywhere; as relays any passable tiles, up to any level.
RegionTopology random_topology(Rng& rng, const GridView& grid) {
  const RegionLayout layout(grid.width, grid.height, {rng.below(kRegionSide), rng.below(kRegionSide)});
  std::vector<RegionNode> nodes = find_portals(grid, layout);
  if (layout.levels() == 0) return make_topology(layout, layout.levels(), nodes);
  for (RegionNode& node : nodes) {
    if (rng.percent(5)) node.level = rng.between(node.level, layout.levels() - 1);
  }
  const std::int32_t share = rng.pick(std::array{0, 1, 5, 30});
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      const bool taken = std::any_of(nodes.begin(), nodes.end(), [&](const RegionNode& n) {
        return n.tile == Tile{x, y};
      });
      if (rng.percent(share) && !taken && grid.passable({x, y})) {
        nodes.push_back({{x, y}, std::max(layout.line_level({x, y}), rng.below(layout.levels()))});
      }
    }
  }
  return make_topology(layout, layout.levels(), std::move(nodes));
}

/// The arcs of one region: (from, to) -> weight.
std::map<std::pair<NodeId, NodeId>, Cost> arcs_of(const Regions& regions, std::size_t level, std::size_t number) {
  const RegionView view = regions.region(level, number);
  std::map<std::pair<NodeId, NodeId>, Cost> result;
  for (std::size_t member = 0; member < view.members.size(); ++member) {
    for (std::uint32_t arc = view.members[member].first; arc < view.end_of(member); ++arc) {
      const std::pair ends(view.members[member].node, view.members[view.arcs.target(arc)].node);
      const bool fresh = result.emplace(ends, view.arcs.weight(arc)).second;
      REQUIRE(fresh);
    }
  }
  return result;
}

/// An arc is kept iff it is the only way to go at its cost: no other portal of the region on any least path.
void check_region(const Regions& regions, const Oracle& oracle, std::size_t level, std::size_t region) {
  const RegionTopology& topology = regions.topology;
  const Rect area =
      topology.layout.area(static_cast<int>(level), topology.layout.region(static_cast<int>(level), region));
  const auto members = topology.level[level].of(region);
  REQUIRE(std::ranges::equal(regions.region(level, region).members, members, {}, &RegionMember::node));
  std::vector<std::vector<Cost>> distance;
  for (const NodeId from : members) {
    const std::vector<Cost> all = oracle.distances_within(area, topology.tiles[from]);
    distance.emplace_back();
    for (const NodeId to : members) distance.back().push_back(all[oracle.index(topology.tiles[to])]);
  }
  const auto arcs = arcs_of(regions, level, region);
  std::size_t kept = 0;
  std::size_t faults = 0;
  for (std::size_t from = 0; from < members.size(); ++from) {
    for (std::size_t to = 0; to < members.size(); ++to) {
      if (from == to) continue;
      const Cost direct = distance[from][to];
      bool wanted = direct != kInfiniteCost;
      for (std::size_t by = 0; by < members.size() && wanted; ++by) {
        wanted = by == from || by == to || distance[from][by] + distance[by][to] != direct;
      }
      const auto found = arcs.find({members[from], members[to]});
      if (wanted != (found != arcs.end()) || (wanted && found->second != direct)) ++faults;
      if (wanted) ++kept;
    }
  }
  CAPTURE(level, region);
  REQUIRE(faults == 0);
  REQUIRE(kept == arcs.size());
}

/// Least costs from a node over the arcs of a level, through all its regions.
std::vector<Cost> graph_distances(const Regions& regions, std::size_t level, NodeId source) {
  const LevelTopology& topology = regions.topology.level[level];
  const RegionLayout& layout = regions.topology.layout;
  const int shift = static_cast<int>(level);
  std::vector<Cost> distance(topology.nodes, kInfiniteCost);
  std::priority_queue<std::pair<Cost, NodeId>, std::vector<std::pair<Cost, NodeId>>, std::greater<>> open;
  distance[source] = 0;
  open.push({0, source});
  while (!open.empty()) {
    const auto [cost, node] = open.top();
    open.pop();
    if (cost > distance[node]) continue;
    const Rect around = layout.around(regions.topology.tiles[node]);
    for (std::int32_t y = around.min.y >> shift; y <= (around.max.y - 1) >> shift; ++y) {
      for (std::int32_t x = around.min.x >> shift; x <= (around.max.x - 1) >> shift; ++x) {
        const std::size_t region = layout.number(shift, {x, y});
        const RegionView view = regions.region(level, region);
        const std::size_t member = topology.places[node][layout.corner(shift, {x, y}, regions.topology.tiles[node])];
        for (std::uint32_t arc = view.members[member].first; arc < view.end_of(member); ++arc) {
          const NodeId to = view.members[view.arcs.target(arc)].node;
          const Cost reached = cost + view.arcs.weight(arc);
          if (reached >= distance[to]) continue;
          distance[to] = reached;
          open.push({reached, to});
        }
      }
    }
  }
  return distance;
}

void check_global(const Regions& regions, const Oracle& oracle, std::size_t level, NodeId source) {
  const std::vector<Cost> expected = oracle.distances_from(regions.topology.tiles[source]);
  const std::vector<Cost> found = graph_distances(regions, level, source);
  std::size_t faults = 0;
  for (NodeId node = 0; node < found.size(); ++node) {
    if (found[node] != expected[oracle.index(regions.topology.tiles[node])]) ++faults;
  }
  CAPTURE(level, regions.topology.tiles[source]);
  REQUIRE(faults == 0);
}

void check_topology(const TestGrid& grid, const RegionTopology& topology) {
  const RegionLayout& layout = topology.layout;
  REQUIRE(topology.level.size() == static_cast<std::size_t>(layout.levels()));
  for (std::size_t node = 0; node < topology.tiles.size(); ++node) {
    REQUIRE(grid.view().passable(topology.tiles[node]));
  }
  for (int level = 0; level < layout.levels(); ++level) {
    const LevelTopology& here = topology.level[static_cast<std::size_t>(level)];
    std::size_t faults = 0;
    for (std::size_t node = 0; node < topology.tiles.size(); ++node) {
      if (node >= here.nodes && layout.line_level(topology.tiles[node]) >= level) ++faults;
    }
    std::size_t places = 0;
    for (std::size_t region = 0; region < layout.regions(level); ++region) {
      const RegionIndex index = layout.region(level, region);
      const auto members = here.of(region);
      std::vector<NodeId> expected;
      for (NodeId node = 0; node < here.nodes; ++node) {
        if (layout.area(level, index).contains(topology.tiles[node])) expected.push_back(node);
      }
      if (!std::equal(members.begin(), members.end(), expected.begin(), expected.end())) ++faults;
      for (std::size_t i = 0; i < members.size(); ++i, ++places) {
        if (here.places[members[i]][layout.corner(level, index, topology.tiles[members[i]])] != i) {
          ++faults;
        }
      }
    }
    CAPTURE(level);
    REQUIRE(faults == 0);
    REQUIRE(places == here.members.size());
  }
}

bool same(const RegionRecords& a, const RegionRecords& b) {
  return a.index == b.index && a.words == b.words;
}

TEST_CASE("region arcs are exact, complete and maximally thinned on random worlds", "[heavy]") {
  Rng rng(11);
  std::size_t regions_checked = 0;
  for (int round = 0; round < 180; ++round) {
    const TileMap map = test::random_map(rng);
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const Oracle oracle = grid.oracle();
    const int kind = round % 3;
    const Regions regions(grid.view(),
                          kind == 0   ? portals_only(grid.view())
                          : kind == 1 ? full_topology(grid.view())
                                      : random_topology(rng, grid.view()),
                          1);
    CAPTURE(round, kind, map.bounds());
    check_topology(grid, regions.topology);
    for (std::size_t level = 0; level < regions.records.size(); ++level) {
      const auto count = static_cast<std::int32_t>(regions.topology.layout.regions(static_cast<int>(level)));
      for (int sample = 0; sample < (level == 0 ? 2 : 1); ++sample, ++regions_checked) {
        check_region(regions, oracle, level, static_cast<std::size_t>(rng.below(count)));
      }
      const auto nodes = static_cast<std::int32_t>(regions.topology.level[level].nodes);
      for (int sample = 0; sample < 3 && nodes != 0; ++sample) {
        check_global(regions, oracle, level, static_cast<NodeId>(rng.below(nodes)));
      }
    }
  }
  REQUIRE(regions_checked > 150);
}

TEST_CASE("region arcs do not depend on the number of threads", "[threads]") {
  Rng rng(12);
  for (int round = 0; round < 10; ++round) {
    const TileMap map = test::random_map(rng, {.width = rng.between(60, 150), .height = rng.between(60, 150)});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const Regions reference(grid.view(), full_topology(grid.view(), 1), 1);
    for (const unsigned threads : {2U, 5U}) {
      const Regions regions(grid.view(), full_topology(grid.view(), threads), threads);
      REQUIRE(regions.topology.tiles == reference.topology.tiles);
      REQUIRE(regions.records.size() == reference.records.size());
      for (std::size_t level = 0; level < regions.records.size(); ++level) {
        REQUIRE(same(regions.records[level], reference.records[level]));
      }
    }
  }
}

TEST_CASE("all instructions give the same relays and arcs, and so does Dijkstra") {
  Rng rng(14);
  for (int round = 0; round < 40; ++round) {
    const TileMap map = test::random_map(rng);
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const Regions reference(grid.view(), full_topology(grid.view(), 1, SimdLevel::scalar), 1, SimdLevel::scalar);
    for (const SimdLevel simd : {SimdLevel::avx2, SimdLevel::avx512}) {
      const Regions regions(grid.view(), full_topology(grid.view(), 1, simd), 1, simd);
      REQUIRE(regions.topology.tiles == reference.topology.tiles);
      for (std::size_t level = 0; level < regions.records.size(); ++level) {
        REQUIRE(same(regions.records[level], reference.records[level]));
      }
    }
  }
}

/// Multiplies all prices, so that nothing fits the lanes; the arcs must stay the same but for their weights.
TEST_CASE("where costs do not fit the lanes the same arcs are found in 64 bits") {
  Rng rng(15);
  constexpr std::uint32_t kFactor = 100'000;
  std::size_t arcs = 0;
  for (int round = 0; round < 40; ++round) {
    const TestGrid plain(test::random_map(rng, {.weights = test::Weights::small}));
    MoveRules dear = plain.rules();
    for (std::uint32_t& cost : dear.cost) cost *= kFactor;
    const GridView view{.terrain = plain.view().terrain, .rules = &dear};
    const Regions narrow(plain.view(), full_topology(plain.view()), 1);
    const Regions wide(view, narrow.topology, 1);
    for (std::size_t level = 0; level < narrow.records.size(); ++level) {
      for (std::size_t number = 0; number < narrow.records[level].index.size(); ++number) {
        const test::OwnedRegion here(narrow.region(level, number));
        const test::OwnedRegion there(wide.region(level, number));
        REQUIRE(there.arcs.first == here.arcs.first);
        REQUIRE(there.arcs.target == here.arcs.target);
        std::size_t faults = 0;
        for (std::size_t arc = 0; arc < here.arcs.target.size(); ++arc, ++arcs) {
          if (there.arcs.weight[arc] != here.arcs.weight[arc] * kFactor) ++faults;
        }
        REQUIRE(faults == 0);
      }
    }
  }
  REQUIRE(arcs > 10'000);
}

TEST_CASE("a topology or arcs that point outside are refused") {
  const auto open = TileMap::create(100, 100, {{".", kCostScale}}, std::vector<TerrainId>(100 * 100, 0));
  REQUIRE(open.has_value());
  const TestGrid grid(*open);
  const Regions sound(grid.view(), full_topology(grid.view()), 1);
  const auto customises = [&](const Regions& regions) {
    RegionCustomiser customiser;
    const auto children = children_of(regions.topology.layout, 1, 0, regions.records[0].view());
    return children && customiser.find(grid.view(), regions.in_making(0).region(0)) != nullptr &&
           customiser.find(children->view(), regions.in_making(1).region(0)) != nullptr;
  };
  REQUIRE(customises(sound));
  const auto refused = [&](auto&& change) {
    Regions regions = sound;
    change(regions);
    return !customises(regions);
  };
  REQUIRE(refused([](Regions& r) { r.topology.level[0].members[0] = kNoNode; }));
  REQUIRE(refused([](Regions& r) { r.topology.level[1].members[0] = r.topology.level[0].nodes; }));
  REQUIRE(refused([](Regions& r) { r.topology.tiles[r.topology.level[0].members[0]] = {99, 99}; }));
  // Entries that point outside, of the first region of level 0.
  REQUIRE(
      refused([](Regions& r) { r.records[0].index[0].start = static_cast<std::uint32_t>(r.records[0].words.size()); }));
  REQUIRE(refused([](Regions& r) { r.records[0].index[0].start = kNoPlace; }));
  REQUIRE(refused([](Regions& r) { r.records[0].index[0].arcs = kNoPlace; }));
  REQUIRE(refused([](Regions& r) { r.records[0].index[0].weight_bytes = 5; }));
  REQUIRE(refused([](Regions& r) { r.records[0].words.resize(3); }));
  // And what the record of that region holds.
  const auto altered = [](auto&& alter) {
    return [alter](Regions& r) { test::change_region(r.records[0], 0, alter); };
  };
  using test::OwnedRegion;
  REQUIRE(!refused(altered([](OwnedRegion&) {})));
  REQUIRE(refused(altered([](OwnedRegion& r) { r.arcs.first[1] = kNoPlace; })));
  REQUIRE(refused(altered([](OwnedRegion& r) { r.arcs.target[0] = kNoMember; })));
  REQUIRE(refused(altered([](OwnedRegion& r) { r.arcs.weight[0] = 0; })));
  REQUIRE(refused(altered([](OwnedRegion& r) { r.members[0] = kNoNode; })));
}

std::size_t arcs_in(const Regions& regions) {
  std::size_t arcs = 0;
  for (const RegionRecords& level : regions.records) arcs += count_arcs(level.view());
  return arcs;
}

TEST_CASE("relays thin the arcs of open ground") {
  const auto open = TileMap::create(200, 200, {{".", kCostScale}}, std::vector<TerrainId>(200 * 200, 0));
  REQUIRE(open.has_value());
  const TestGrid grid(*open);
  REQUIRE(3 * arcs_in({grid.view(), full_topology(grid.view()), 1}) <
          arcs_in({grid.view(), portals_only(grid.view()), 1}));
}

/// A cheap road through dear ground: least paths share it, so relays on it save most.
TEST_CASE("relays lie where least paths do, whether costs fit the lanes or not", "[heavy]") {
  constexpr std::int32_t kSide = 200;
  std::vector<TerrainId> tiles(kSide * kSide, 0);
  for (std::int32_t x = 0; x < kSide; ++x) {
    tiles[static_cast<std::size_t>((100 + x % 7) * kSide + x)] = 1;
    tiles[static_cast<std::size_t>((101 + x % 7) * kSide + x)] = 1;
    tiles[static_cast<std::size_t>(x * kSide + x)] = 1;
  }
  const auto plain = TileMap::create(kSide, kSide, {{"ground", kCostScale}, {"road", kCostScale}}, tiles);
  REQUIRE(plain.has_value());
  const RegionTopology unsuited = full_topology(TestGrid(*plain).view());
  for (const TerrainCost dear : {9 * kCostScale, 1000 * kCostScale - 1}) {
    const auto map = TileMap::create(kSide, kSide, {{"ground", dear}, {"road", dear / 9 + 2}}, tiles);
    REQUIRE(map.has_value());
    const TestGrid grid(*map);
    const std::size_t suited = arcs_in({grid.view(), full_topology(grid.view()), 1});
    CAPTURE(dear, suited);
    REQUIRE(3 * suited < 2 * arcs_in({grid.view(), unsuited, 1}));
  }
}

TEST_CASE("the lines are drawn where the fewest portals are") {
  Rng rng(16);
  for (int round = 0; round < 20; ++round) {
    const TileMap map = test::random_map(rng, {.width = rng.between(34, 80), .height = rng.between(34, 80)});
    const TestGrid grid(map, test::random_profile(rng, map.palette()));
    const RegionAlignment found = align_regions(grid.view(), 1);
    const auto crossings = [&](Tile shift) {
      const RegionLayout layout(map.width(), map.height(), shift);
      std::uint64_t count = 0;
      for (const RegionNode& node : find_portals(grid.view(), layout)) {
        // Crossings of two lines are portals whatever lies around them; the rest is what the choice is about.
        if (!layout.on_vertical(node.tile) || !layout.on_horizontal(node.tile)) ++count;
      }
      return count;
    };
    const std::uint64_t best = crossings(found.layout.shift());
    for (std::int32_t shift = 0; shift < kRegionSide; ++shift) {
      // An axis at a time, give or take the tiles where lines cross.
      REQUIRE(best <= crossings({shift, found.layout.shift().y}) + 8);
      REQUIRE(best <= crossings({found.layout.shift().x, shift}) + 8);
    }
    REQUIRE(found.crossings <= found.unshifted);
  }
}

TEST_CASE("portals depend on passability alone") {
  Rng rng(13);
  for (int round = 0; round < 10; ++round) {
    const TileMap map =
        test::random_map(rng, {.weights = test::Weights::small, .width = rng.between(33, 100), .height = 70});
    MovementProfile dear{.name = "dear"};
    for (const Terrain& terrain : map.palette()) {
      const bool open = terrain.default_cost != 0;
      dear.prices.push_back({terrain.name, open ? static_cast<TerrainCost>(rng.between(1, 1'000'000)) : 0});
    }
    const TestGrid plain(map);
    const TestGrid priced(map, dear);
    REQUIRE(portals_only(plain.view()).tiles == portals_only(priced.view()).tiles);
  }
}

TEST_CASE("weights beyond 32 bits are stored wide") {
  auto map = TileMap::create(70, 3, {{"dear", kMaxTerrainCost / 4}, {"cheap", 1}}, [] {
    std::vector<TerrainId> tiles(70 * 3, 0);
    tiles[5] = 1;
    return tiles;
  }());
  REQUIRE(map.has_value());
  const TestGrid grid(*map);
  const Regions regions(grid.view(), portals_only(grid.view()), 1);
  std::set<std::uint16_t> widths;
  for (std::size_t region = 0; region < regions.topology.layout.regions(0); ++region) {
    check_region(regions, grid.oracle(), 0, region);
    widths.insert(regions.records[0].index[region].weight_bytes);
  }
  REQUIRE(widths.contains(8));
}

TEST_CASE("a map of one region has no levels, a border line of open tiles is all portals") {
  REQUIRE(full_topology(TestGrid(test::ascii_map("...\n...")).view()).level.empty());
  const auto open = TileMap::create(34, 34, {{".", kCostScale}}, std::vector<TerrainId>(34 * 34, 0));
  REQUIRE(open.has_value());
  const RegionTopology topology = portals_only(TestGrid(*open).view());
  REQUIRE(topology.level.size() == 1);
  REQUIRE(topology.tiles.size() == 34 + 33);
}

}  // namespace
}  // namespace portolan
