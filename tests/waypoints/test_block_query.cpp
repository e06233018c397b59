// SPDX-License-Identifier: BSL-1.0
// Queries over block labels, and over labels from any point, against A* on the waypoint graph and Dijkstra on the
// steps, at every width of vector instructions.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/offline/block_builder.hpp"
#include "portolan/offline/label_builder.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/waypoints/block_query.hpp"
#include "portolan/waypoints/index_search.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "support/allocation_counter.hpp"
#include "support/brute_sight.hpp"
#include "support/labelled_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/simd_levels.hpp"
#include "support/test_grid.hpp"
#include "support/tile_length.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};
/// A map with everything that block labels are made of.
class Indexed : public LabelledWorld {
 public:
  Indexed(const TileMap& map, std::int32_t footprint, Norm norm) : LabelledWorld(map, footprint, norm) {
    auto blocks = build_block_labels(space(), graph().view(), labels().view(), {.threads = 1});
    REQUIRE(blocks.has_value());
    blocks_ = std::move(blocks).value();
    REQUIRE(is_well_formed(block_grid(space()), labels().view(), blocks_.view()));
  }

  [[nodiscard]] const BlockArrays& blocks() const { return blocks_; }
  [[nodiscard]] BlockQuery query(SimdLevel level = widest_simd()) const {
    return {space(), graph().view(), labels().view(), blocks_.view(), level};
  }
  [[nodiscard]] Point point(Tile position) const { return point_of(space().contact, position); }

 private:
  BlockArrays blocks_;
};

/// Anywhere, a little outside too, or on a waypoint (of a square).
Tile random_position(Rng& rng, const Indexed& indexed) {
  const BlockGrid grid = block_grid(indexed.space());
  if (rng.percent(30) && !indexed.graph().points.empty()) {
    const auto count = static_cast<std::int32_t>(indexed.graph().points.size());
    const Vertex v = indexed.graph().points[static_cast<std::size_t>(rng.below(count))];
    return {v.x, v.y};
  }
  return {rng.between(rng.percent(3) ? -1 : 0, grid.width - (rng.percent(97) ? 1 : 0)), rng.below(grid.height)};
}

double tiles_of(Norm norm, const SightPath& path) {
  return path_tiles(path.points, [norm](Point a, Point b) { return test::length_in_tiles(norm, a, b); });
}

bool same(const SightPath& a, const SightPath& b) {
  return a.status == b.status && a.cost == b.cost &&
         std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end());
}

struct Tally {
  int found = 0;
  int turning = 0;  ///< paths with a turn
};

void check_world(Rng& rng, const TileMap& map, std::int32_t footprint, Norm norm, int queries,
                 std::span<const SimdLevel> levels, Tally& tally) {
  if (map.width() < footprint || map.height() < footprint) return;
  const Indexed indexed(map, footprint, norm);
  WaypointSearch reference(indexed.space(), indexed.graph().view());
  IndexSearch from_points(indexed.space(), indexed.graph().view(), indexed.labels().view());
  std::vector<BlockQuery> searchers;
  for (const SimdLevel level : levels) searchers.push_back(indexed.query(level));
  const BruteSight brute(map, footprint);
  for (int i = 0; i < queries; ++i) {
    const Tile a = random_position(rng, indexed);
    const Tile b = rng.percent(5) ? a : random_position(rng, indexed);
    const Point from = indexed.point(a);
    const Point to = indexed.point(b);
    CAPTURE(static_cast<int>(norm), footprint, a, b, map.width(), map.height());
    const SightPath expected = reference.find(from, to, kNoBudget);
    const SightPath path = searchers[0].find(a, b);
    const SightPath labelled = from_points.find(from, to, ~std::uint64_t{0});
    REQUIRE(path.status == expected.status);
    REQUIRE(path.cost == expected.cost);
    REQUIRE(labelled.status == expected.status);
    REQUIRE(labelled.cost == expected.cost);
    for (BlockQuery& searcher : searchers) {
      REQUIRE(same(searcher.find(a, b), path));
    }
    if (path.status != Status::found) continue;
    ++tally.found;
    tally.turning += path.points.size() > 2 ? 1 : 0;
    REQUIRE(std::abs(tiles_of(norm, path) - tiles_of(norm, expected)) < 1e-4);
    for (const SightPath& answer : {searchers[0].find(a, b), labelled}) {
      REQUIRE(answer.points.front() == from);
      REQUIRE(answer.points.back() == to);
      REQUIRE(path_fault(brute, answer.points) == "");
    }
  }
}

}  // namespace

TEST_CASE("paths over block labels equal A* on random worlds, for every mover and norm", "[heavy]") {
  Rng rng(1);
  Tally tally;
  const std::vector<SimdLevel> levels = usable_levels();
  for (int world = 0; world < 1200; ++world) {
    const TileMap map = small_uniform_map(rng, rng.percent(85) ? 20 : 45);
    for (std::int32_t footprint = 0; footprint <= 3; ++footprint) {
      check_world(rng, map, footprint, Norm::euclidean, 10, levels, tally);
    }
    const std::int32_t footprint = rng.between(1, 3);
    check_world(rng, map, footprint, Norm::octile, 10, levels, tally);
    check_world(rng, map, footprint, Norm::manhattan, 10, levels, tally);
  }
  REQUIRE(tally.turning > 5000);
  REQUIRE(tally.found > tally.turning);
}

TEST_CASE("paths over block labels equal A* on many random worlds", "[long]") {
  Rng rng(11);
  Tally tally;
  const std::vector<SimdLevel> levels = usable_levels();
  for (int world = 0; world < 10'000; ++world) {
    const TileMap map = small_uniform_map(rng, rng.percent(85) ? 20 : 90);
    for (const Norm norm : {Norm::euclidean, Norm::octile, Norm::manhattan}) {
      check_world(rng, map, rng.between(norm == Norm::euclidean ? 0 : 1, 3), norm, 30, levels, tally);
    }
  }
  REQUIRE(tally.turning > 50'000);
}

TEST_CASE("costs over block labels equal Dijkstra on the steps") {
  Rng rng(2);
  for (int world = 0; world < 300; ++world) {
    const TileMap map = small_uniform_map(rng, 40);
    const Norm norm = rng.percent(50) ? Norm::octile : Norm::manhattan;
    const std::int32_t footprint = rng.between(1, 3);
    if (map.width() < footprint || map.height() < footprint) continue;
    const Indexed indexed(map, footprint, norm);
    BlockQuery query = indexed.query();
    const Oracle oracle = indexed.grid().oracle();
    const std::optional<Tile> from = random_passable(rng, indexed.grid().view());
    if (!from) continue;
    const std::vector<Cost> distance = oracle.distances_from(*from);
    for (std::int32_t y = 0; y < map.height(); ++y) {
      for (std::int32_t x = 0; x < map.width(); ++x) {
        const Tile to{x, y};
        const SightPath path = query.find(*from, to);
        const Cost expected = distance[oracle.index(to)];
        CAPTURE(*from, to, footprint);
        if (!oracle.passable(to)) {
          REQUIRE(path.status == Status::bad_goal);
        } else if (expected == kInfiniteCost) {
          REQUIRE(path.status == Status::unreachable);
        } else {
          REQUIRE(path.status == Status::found);
          REQUIRE(path.cost == expected);
        }
      }
    }
  }
}

TEST_CASE("paths from any point over labels equal A*") {
  Rng rng(3);
  int turning = 0;
  for (int world = 0; world < 400; ++world) {
    const Indexed indexed(small_uniform_map(rng, 20), 0, Norm::euclidean);
    const SightSpace space = indexed.space();
    WaypointSearch reference(space, indexed.graph().view());
    IndexSearch search(space, indexed.graph().view(), indexed.labels().view());
    const auto anywhere = [&] {
      return Point{rng.between(-2, space.width * kSubUnits + 2), rng.between(0, space.height * kSubUnits)};
    };
    for (int i = 0; i < 20; ++i) {
      const Point a = anywhere();
      const Point b = rng.percent(5) ? a : anywhere();
      CAPTURE(a.x, a.y, b.x, b.y);
      const SightPath expected = reference.find(a, b, kNoBudget);
      const SightPath path = search.find(a, b, ~std::uint64_t{0});
      REQUIRE(path.status == expected.status);
      REQUIRE(path.cost == expected.cost);
      REQUIRE(std::abs(tiles_of(Norm::euclidean, path) - tiles_of(Norm::euclidean, expected)) < 1e-4);
      turning += path.points.size() > 2 ? 1 : 0;
      for (std::size_t point = 1; point < path.points.size(); ++point) {
        REQUIRE(in_sight(space, path.points[point - 1], path.points[point]));
      }
    }
  }
  REQUIRE(turning > 1000);
}

TEST_CASE("the measuring kernels agree with the metric at every level") {
  Rng rng(4);
  for (const SimdLevel level : usable_levels()) {
    for (int round = 0; round < 3000; ++round) {
      const Norm norm = rng.pick(std::array{Norm::euclidean, Norm::octile, Norm::manhattan});
      const SightMetric metric{.norm = norm, .fraction_bits = static_cast<std::uint32_t>(rng.between(8, 20))};
      const std::int32_t reach = rng.pick(std::array{8, 100, norm == Norm::euclidean ? 1500 : 32'767});
      const std::int32_t centre = norm == Norm::euclidean ? rng.below(2) : 0;
      const PlaceInBlock place{2 * rng.below(8) + centre, 2 * rng.below(8) + centre,
                               static_cast<unsigned>(rng.below(64))};
      std::vector<ViaOffset> offsets;
      std::vector<std::uint64_t> seen;
      for (int via = rng.below(40); via > 0; --via) {
        offsets.push_back({static_cast<std::int16_t>(rng.between(-reach, reach)),
                           static_cast<std::int16_t>(rng.between(-reach, reach))});
        seen.push_back(rng.next());
      }
      std::vector<std::uint32_t> lengths(offsets.size());
      measure_vias(norm, level)(metric, place, {offsets.data(), seen.data(), seen.size()}, lengths.data());
      for (std::size_t via = 0; via < offsets.size(); ++via) {
        const Point at = to_point({offsets[via].x, offsets[via].y});
        const Point from{place.half_x * kSubUnits / 2, place.half_y * kSubUnits / 2};
        const bool sees = ((seen[via] >> place.bit) & 1) != 0;
        REQUIRE(lengths[via] == (sees ? static_cast<std::uint32_t>(metric.length(from, at)) : kUnseen));
      }
    }
  }
}

TEST_CASE("a long run of queries meets nothing of earlier ones in the blocks") {
  Rng rng(5);
  RandomMapOptions options;
  options.weights = Weights::uniform;
  options.character = Character::caves;
  options.width = options.height = 40;
  const Indexed indexed(random_map(rng, options), 1, Norm::octile);
  BlockQuery query = indexed.query();
  std::vector<std::pair<Tile, Tile>> pairs;
  std::vector<Cost> costs;
  for (int i = 0; i < 64; ++i) {
    pairs.emplace_back(random_position(rng, indexed), random_position(rng, indexed));
    costs.push_back(query.find(pairs.back().first, pairs.back().second).cost);
  }
  bool same_costs = true;
  for (std::size_t i = 0; i < 200'000; ++i) {
    const auto& [a, b] = pairs[i % pairs.size()];
    same_costs = same_costs && query.find(a, b).cost == costs[i % pairs.size()];
  }
  REQUIRE(same_costs);
}

TEST_CASE("spoilt block labels never lead a query astray for long") {
  Rng rng(6);
  int found = 0;
  int corrupt = 0;
  for (int round = 0; round < 1500; ++round) {
    const Norm norm = rng.percent(50) ? Norm::octile : Norm::euclidean;
    const Indexed indexed(small_uniform_map(rng, 30), 1, norm);
    BlockArrays blocks = indexed.blocks();
    LabelArrays labels = indexed.labels();
    const auto value = [&] {
      return rng.percent(60) ? static_cast<std::uint32_t>(rng.below(40)) : static_cast<std::uint32_t>(rng.next());
    };
    const auto pick = [&](auto& array) -> auto& {
      return array[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(array.size())))];
    };
    const auto spoil = [&](std::vector<std::uint32_t>& array) {
      if (!array.empty()) pick(array) = value();
    };
    for (int fault = rng.between(1, 20); fault > 0; --fault) {
      switch (rng.below(8)) {
        case 0:
          spoil(blocks.waypoint);
          break;
        case 1:
          spoil(labels.out.hub);
          break;
        case 2:
          spoil(labels.out.distance);
          break;
        case 3:
          if (rng.percent(20)) spoil(blocks.reach);
          break;
        case 4:
          if (rng.percent(20)) spoil(blocks.first);
          break;
        case 5:
          if (labels.out.tree.empty()) break;
          (rng.percent(50) ? pick(labels.out.place) : pick(labels.out.tree)) = value();
          break;
        default:
          if (!blocks.memory.empty()) pick(blocks.memory) = static_cast<std::byte>(value());
      }
    }
    BlockQuery query(indexed.space(), indexed.graph().view(), labels.view(), blocks.view());
    for (int i = 0; i < 20; ++i) {
      const SightPath path = query.find(random_position(rng, indexed), random_position(rng, indexed));
      found += path.status == Status::found ? 1 : 0;
      corrupt += path.status == Status::corrupt ? 1 : 0;
      for (const Point& point : path.points) REQUIRE(indexed.space().inside(point));
    }
  }
  REQUIRE(found > 1000);
  REQUIRE(corrupt > 1000);
}

TEST_CASE("block labels that do not fit the labels or the map are refused") {
  Rng rng(7);
  RandomMapOptions options;
  options.weights = Weights::uniform;
  options.character = Character::caves;
  options.width = options.height = 40;
  const Indexed indexed(random_map(rng, options), 1, Norm::octile);
  const BlockGrid grid = block_grid(indexed.space());
  const HubLabels labels = indexed.labels().view();
  REQUIRE_FALSE(
      is_well_formed({grid.width, grid.height, grid.columns, grid.rows + 1}, labels, indexed.blocks().view()));
  BlockArrays fewer = indexed.blocks();
  fewer.waypoint.pop_back();
  REQUIRE_FALSE(is_well_formed(grid, labels, fewer.view()));
  BlockArrays rising = indexed.blocks();
  rising.reach.back() = rising.reach.front() + 1;
  REQUIRE_FALSE(is_well_formed(grid, labels, rising.view()));
  BlockArrays crossed = indexed.blocks();
  crossed.first[1] = crossed.first.back() + 1;
  REQUIRE_FALSE(is_well_formed(grid, labels, crossed.view()));
  BlockQuery query(indexed.space(), indexed.graph().view(), labels, crossed.view());
  REQUIRE(query.find({0, 0}, {1, 1}).status == Status::corrupt);
}

TEST_CASE("queries over block labels and labels allocate nothing") {
  Rng rng(8);
  RandomMapOptions options;
  options.weights = Weights::uniform;
  options.character = Character::caves;
  options.width = options.height = 60;
  const Indexed indexed(random_map(rng, options), 0, Norm::euclidean);
  BlockQuery query = indexed.query();
  IndexSearch search(indexed.space(), indexed.graph().view(), indexed.labels().view());
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  const AllocationCounter counter;
  for (int i = 0; i < 200; ++i) {
    const Tile a = random_position(rng, indexed);
    const Tile b = random_position(rng, indexed);
    (void)query.find(a, b);
    (void)search.find(indexed.point(a), indexed.point(b), ~std::uint64_t{0});
  }
  const std::uint64_t allocations = counter.count();
  REQUIRE(allocations == 0);
}

TEST_CASE("known optima of real maps are met over block labels", "[slow]") {
  const std::filesystem::path maps = std::filesystem::path(PORTOLAN_DATA) / "maps";
  for (const char* name : {"dao/den520d", "dao/orz900d", "bg512/AR0700SR", "mazes/maze512-8-0"}) {
    const std::string map = name;
    if (!std::filesystem::exists(maps / (map + ".map"))) {
      WARN("skipped: no " + map);
      continue;
    }
    const auto read = read_map(maps / (map + ".map"));
    REQUIRE(read.has_value());
    const Indexed indexed(*read, 1, Norm::octile);
    BlockQuery query = indexed.query();
    std::ifstream rows(maps / (map + ".map.scen"));
    std::string line;
    std::getline(rows, line);
    int checked = 0;
    for (int row = 0; std::getline(rows, line); ++row) {
      if (row % 7 != 0) continue;
      std::istringstream fields(line);
      std::string skipped;
      Tile from;
      Tile to;
      double optimum = 0;
      fields >> skipped >> skipped >> skipped >> skipped >> from.x >> from.y >> to.x >> to.y >> optimum;
      const SightPath path = query.find(from, to);
      CAPTURE(map, from, to);
      REQUIRE(path.status == Status::found);
      // The files print six significant digits.
      REQUIRE(std::abs(tiles_of(Norm::octile, path) - optimum) < 1e-4 + optimum * 5e-6);
      ++checked;
    }
    REQUIRE(checked > 50);
  }
}

}  // namespace portolan::test
