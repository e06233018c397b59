// SPDX-License-Identifier: BSL-1.0
// Paths at any angle over four prices, whose excess is bounded.
#include "bench/bench_world.hpp"
#include "bench/measure.hpp"
#include "bench/query_set.hpp"
#include "make/value_noise.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/query/bounded_query.hpp"

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace portolan::bench {
namespace {

constexpr std::uint64_t kPriceSeed = 21;
constexpr std::int32_t kSpacingBits = 5;
constexpr std::int32_t kOctaves = 3;
constexpr std::size_t kMostQueries = 50;

/// The map with its open terrain in patches some ten tiles wide, at prices of 1, 2, 3 and 5.
Result<TileMap> with_prices(const World& world) {
  const generators::ValueNoise noise(kPriceSeed, kSpacingBits, kOctaves);
  const GridView& grid = world.profiles()[kPointProfile].grid;
  std::vector<TerrainId> tiles(grid.terrain.size(), 0);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Tile tile = grid.tile(i);
    if (!grid.passable(tile)) continue;
    constexpr std::int32_t kQuarter = generators::kNoiseMax / 8;
    const std::int32_t height = noise.at(tile.x, tile.y) - generators::kNoiseMiddle;
    tiles[i] = static_cast<TerrainId>(height < -kQuarter ? 1 : height < 0 ? 2 : height < kQuarter ? 3 : 4);
  }
  std::vector<Terrain> palette{{"closed", 0}};
  for (const TerrainCost price : {1, 2, 3, 5}) palette.push_back({std::to_string(price), price * kCostScale});
  return TileMap::create(grid.width, grid.height, std::move(palette), std::move(tiles));
}

/// A world of one point mover.
struct Priced {
  AlignedBytes bytes;
  World world;
};

std::shared_ptr<const Priced> build_priced(const World& world) {
  const auto map = with_prices(world);
  if (!map) return nullptr;
  const std::vector<MovementProfile> movers{profiles()[kPointProfile]};
  const auto image = build_world(*map, movers, {});
  if (!image) return nullptr;
  AlignedBytes bytes = image->bytes();
  const auto view = World::view(std::as_const(bytes).span());
  if (!view) return nullptr;
  return std::make_shared<const Priced>(Priced{std::move(bytes), *view});
}

/// Memory that the process has in use, in bytes.
std::uint64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  statm >> whole >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// `bytes` is the memory that the queries committed; `excess` the mean over the bound.
void ask(benchmark::State& state, const BenchWorld& world, double excess) {
  const auto priced = build_priced(world.world);
  if (priced == nullptr) {
    state.SkipWithError("the map with prices could not be built");
    return;
  }
  BoundedQuery query(priced->world, 0);
  Path path(query.room());
  const std::span<const Ends> ends(world.far.data(), std::min(world.far.size(), kMostQueries));
  double over = 0;
  const auto ask_one = [&](const Ends& one) {
    const PathResult result = query.find({.from = one.from, .to = one.to, .excess = excess}, path);
    if (result.cost != 0) over += static_cast<double>(result.cost) / static_cast<double>(result.lower_bound) - 1;
    return Tally{.found = result.status == Status::found ? 1U : 0U, .expansions = result.work, .cost = result.cost};
  };
  const std::uint64_t before = resident_bytes();
  for (const Ends& one : ends) ask_one(one);
  const std::uint64_t after = resident_bytes();
  const double mean = over / static_cast<double>(ends.size());
  measure(state, ends, std::nullopt, after - std::min(before, after), ask_one);
  state.counters["excess"] = mean;
}

}  // namespace

void register_bounded(const BenchWorld& world) {
  for (const auto& [name, excess] : {std::pair{"0.1", 0.1}, {"0.01", 0.01}}) {
    benchmark::RegisterBenchmark((world.name + "/bounded/" + name).c_str(), [&world,
                                                                             excess = excess](benchmark::State& state) {
      ask(state, world, excess);
    })->Unit(benchmark::kMillisecond);
  }
}

}  // namespace portolan::bench
