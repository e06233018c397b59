// SPDX-License-Identifier: BSL-1.0
// portolan check: does a world file hold together, and do its answers agree with plain Dijkstra on the tiles?
#include "commands.hpp"
#include "common.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/io/map_reader.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Tiles that Dijkstra may visit in all, over all sources; bounds the time on large maps.
constexpr std::uint64_t kTilesToVisit = 20'000'000;
constexpr std::uint64_t kMostSources = 50;
constexpr int kGoalsPerSource = 40;

/// Plain Dijkstra on the tiles, from the terrain and rules of the file but with none of the library's searches.
std::vector<Cost> distances_from(const GridView& grid, Tile source) {
  using Entry = std::pair<Cost, std::size_t>;
  std::vector<Cost> distance(grid.terrain.size(), kInfiniteCost);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[grid.index(source)] = 0;
  open.emplace(0, grid.index(source));
  while (!open.empty()) {
    const auto [cost, index] = open.top();
    open.pop();
    if (cost != distance[index]) continue;
    const Tile tile = grid.tile(index);
    for (std::int32_t y = tile.y - 1; y <= tile.y + 1; ++y) {
      for (std::int32_t x = tile.x - 1; x <= tile.x + 1; ++x) {
        const Tile to{x, y};
        if (to == tile || !grid.passable(to) || !legal_step(grid, tile, to)) continue;
        const bool diagonal = x != tile.x && y != tile.y;
        const Cost step = diagonal ? grid.rules->diagonal_step(grid.cost(tile), grid.cost(to))
                                   : grid.rules->straight_step(grid.cost(tile), grid.cost(to));
        Cost& best = distance[grid.index(to)];
        if (cost + step >= best) continue;
        best = cost + step;
        open.emplace(best, grid.index(to));
      }
    }
  }
  return distance;
}

struct Sample {
  std::uint64_t queries = 0;
  std::string fault;  ///< empty if all agreed
};

/// The first disagreement of one query with the reference, if any.
std::string query_fault(const TileMap& map, const MovementProfile& profile, PathQuery& query,
                        const PathRequest& request, Cost reference) {
  const PathResult result = query.find(request);
  const auto where = [&](const std::string& what) {
    return fmt::format("{},{} to {},{} by tier {}: {}", request.from.x, request.from.y, request.to.x, request.to.y,
                       to_string(request.tier), what);
  };
  if (reference == kInfiniteCost) {
    return result.status == Status::unreachable
               ? ""
               : where(fmt::format("no path exists, answer {}", to_string(result.status)));
  }
  if (result.status != Status::found) return where(fmt::format("a path exists, answer {}", to_string(result.status)));
  if (result.cost != reference) return where(fmt::format("cost {} instead of {}", result.cost, reference));
  const std::vector<Tile> tiles = walk(query, result).tiles;
  const PathMeasure measure = measure_path(map, profile, tiles);
  if (!measure.legal()) return where(measure.fault);
  const double expected = static_cast<double>(reference) * query.profile().rules.tiles_per_unit();
  if (tiles.front() != request.from || tiles.back() != request.to) return where("the path ends elsewhere");
  if (std::abs(measure.cost - expected) > 1e-6 * expected + 1e-9) return where("the path does not cost what it claims");
  return "";
}

Sample sample_queries(const World& world, const TileMap& map, std::size_t number) {
  Sample sample;
  const ProfileView& profile = world.profiles()[number];
  std::vector<std::size_t> passable;
  for (std::size_t i = 0; i < profile.grid.terrain.size(); ++i) {
    if (profile.grid.rules->cost[profile.grid.terrain[i]] != 0) passable.push_back(i);
  }
  if (passable.empty()) return sample;
  const MovementProfile declared = world.declared_profile(number);
  PathQuery query(world, number);
  // Weyl sequences (multiples of the golden ratio modulo 2^64) spread the ends evenly over the passable tiles.
  std::uint64_t state = 0;
  const auto draw = [&] {
    state += 0x9E37'79B9'7F4A'7C15;
    return profile.grid.tile(passable[(state >> 11) % passable.size()]);
  };
  const std::uint64_t sources = std::clamp<std::uint64_t>(kTilesToVisit / profile.grid.terrain.size(), 1, kMostSources);
  for (std::uint64_t s = 0; s < sources; ++s) {
    const Tile from = draw();
    const std::vector<Cost> reference = distances_from(profile.grid, from);
    for (int g = 0; g < kGoalsPerSource; ++g) {
      const Tile to = draw();
      for (const Tier tier : {Tier::automatic, Tier::coarse}) {
        ++sample.queries;
        sample.fault = query_fault(map, declared, query, {.from = from, .to = to, .tier = tier},
                                   reference[profile.grid.index(to)]);
        if (!sample.fault.empty()) return sample;
      }
    }
  }
  return sample;
}

int fault(std::string_view message) {
  fmt::print(stderr, "portolan: {}\n", message);
  return kNegative;
}

/// The first tile whose terrain has another name in the two maps; empty if there is none.
std::string difference(const TileMap& world, const TileMap& other) {
  if (world.bounds() != other.bounds()) return "the maps differ in size";
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      const std::string& a = world.palette()[world.terrain({x, y})].name;
      const std::string& b = other.palette()[other.terrain({x, y})].name;
      if (a != b) return fmt::format("tile {},{} is '{}' in the world and '{}' in the map", x, y, a, b);
    }
  }
  return {};
}

}  // namespace

int run_check(const CheckArguments& arguments) {
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  if (const Outcome verified = world->verify(); !verified) return fault(verified.error().message);
  const auto map = world->map();
  if (!map) return fault(map.error().message);
  if (!arguments.against.empty()) {
    const auto other = read_map(arguments.against);
    if (!other) return fail(other.error().message);
    if (const std::string found = difference(*map, *other); !found.empty()) {
      return fault(fmt::format("{}: {}", arguments.against, found));
    }
  }
  fmt::print("{}: {} sections verified\n", arguments.world, world->sections().size());
  for (std::size_t i = 0; i < world->profiles().size(); ++i) {
    const Sample sample = sample_queries(*world, *map, i);
    const std::string_view name = world->profiles()[i].name;
    if (!sample.fault.empty()) return fault(fmt::format("{}: profile {}: {}", arguments.world, name, sample.fault));
    fmt::print("profile {}: {} queries agree with Dijkstra\n", name, sample.queries);
  }
  return kDone;
}

}  // namespace portolan::tools
