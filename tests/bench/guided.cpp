// SPDX-License-Identifier: BSL-1.0
// portolan_guided WORLD [QUERIES]: searches over the waypoint graph of the first profile, at any angle, without guides,
// by landmarks and levels of edges, and past cells besides: what each settles and takes between the centres of random
// tiles. Every cost is compared with that of A* without guides. Prints JSON; exit code 1 if one differs.
#include "bench/thread_clock.hpp"
#include "make/random.hpp"
#include "portolan/waypoints/waypoint_search.hpp"
#include "portolan/world/world.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace portolan::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

struct Ends {
  Point from;
  Point to;
};

/// Pairs of tiles that a path joins and whose centres do not see each other.
std::vector<Ends> draw(const World& world, const ProfileView& profile, WaypointSearch& search, std::size_t count) {
  generators::Random random(kSeed);
  const auto tile = [&] {
    const std::int32_t x = random.between(0, world.width() - 1);
    return Tile{x, random.between(0, world.height() - 1)};
  };
  std::vector<Ends> drawn;
  for (std::size_t tries = 0; drawn.size() < count && tries < 100 * count; ++tries) {
    const Tile from = tile();
    const Tile to = tile();
    const Contact contact = profile.sight->space.contact;
    const Ends ends{to_plane(contact, centre_of(from)), to_plane(contact, centre_of(to))};
    const SightPath path = search.find(ends.from, ends.to, kNoBudget);
    if (path.status == Status::found && path.points.size() > 2) drawn.push_back(ends);
  }
  return drawn;
}

struct Measured {
  std::vector<Cost> costs;
  std::vector<double> millis;
  std::uint64_t settled = 0;

  [[nodiscard]] nlohmann::json json() const {
    std::vector<double> sorted = millis;
    std::sort(sorted.begin(), sorted.end());
    double sum = 0;
    for (const double each : sorted) sum += each;
    const auto count = static_cast<double>(sorted.size());
    return {{"settled", static_cast<double>(settled) / count},
            {"mean_ms", sum / count},
            {"p50_ms", sorted[sorted.size() / 2]},
            {"p95_ms", sorted[sorted.size() * 95 / 100]}};
  }
};

/// Asks each question; of `rounds` the shortest time counts.
Measured measure(WaypointSearch& search, const std::vector<Ends>& questions, int rounds) {
  Measured measured;
  measured.millis.assign(questions.size(), 1e9);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const double start = thread_millis();
      const SightPath path = search.find(questions[i].from, questions[i].to, kNoBudget);
      measured.millis[i] = std::min(measured.millis[i], thread_millis() - start);
      if (round != 0) continue;
      measured.costs.push_back(path.status == Status::found ? path.cost : kInfiniteCost);
      measured.settled += path.work;
    }
  }
  return measured;
}

nlohmann::json levels_of(const SightCells& cells) {
  nlohmann::json levels = nlohmann::json::array();
  std::size_t at = 0;
  for (const std::uint32_t members : cells.members) {
    levels.push_back({{"members", members}, {"arcs", cells.first[at + members] - cells.first[at]}});
    at += std::size_t{members} + 1;
  }
  return levels;
}

int fail(std::string_view reason) {
  std::cerr << "portolan_guided: " << reason << '\n';
  return 2;
}

int run(int argc, char** argv) {
  if (argc < 2) return fail("usage: portolan_guided WORLD [QUERIES]");
  const Result<World> world = World::open(argv[1]);
  if (!world) return fail(world.error().message);
  const ProfileView& profile = world->profiles().front();
  if (!profile.sight || !profile.sight->graph) return fail("no waypoint graph");
  const SightTierView& tier = *profile.sight;
  if (tier.guides.levels.words.empty()) return fail("no levels of sight edges: the graph has an index");
  const WaypointGuides without_cells{tier.guides.landmarks, tier.guides.levels, {}};
  WaypointSearch plain(tier.space, *tier.graph);
  WaypointSearch by_levels(tier.space, *tier.graph, nullptr, without_cells);
  WaypointSearch past_cells(tier.space, *tier.graph, nullptr, tier.guides);
  const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 300;
  const std::vector<Ends> questions = draw(*world, profile, past_cells, count);
  if (questions.empty()) return fail("no two tiles found that a path joins");
  const Measured reference = measure(plain, questions, 1);
  const Measured levels = measure(by_levels, questions, 2);
  const Measured cells = measure(past_cells, questions, 2);
  const bool equal = reference.costs == levels.costs && reference.costs == cells.costs;
  std::cout << nlohmann::json{{"waypoints", tier.graph->size()},    {"levels_of_cells", levels_of(tier.guides.cells)},
                              {"queries", questions.size()},        {"costs_equal", equal},
                              {"without guides", reference.json()}, {"landmarks and levels", levels.json()},
                              {"past cells", cells.json()}}
                   .dump(1)
            << '\n';
  return equal ? 0 : 1;
}

}  // namespace
}  // namespace portolan::bench

int main(int argc, char** argv) {
  return portolan::bench::run(argc, argv);
}
