// SPDX-License-Identifier: BSL-1.0
// Queries that share a memory of a stated size: they answer as those with plenty do or are out of budget, which depends
// on the size and the question alone, and never commit more than was stated.
#include "portolan/query/path_query.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;
using test::BuiltWorld;
using test::Rng;

namespace {

/// A query with what it finds.
struct Asked {
  PathQuery query;
  Path path;

  Asked(const World& world, std::shared_ptr<SearchMemory> memory)
      : query(world, 0, std::move(memory)), path(query.room()) {}
  PathResult ask(const PathRequest& request) { return query.find(request, path); }
  [[nodiscard]] std::vector<Tile> waypoints() const { return {path.waypoints().begin(), path.waypoints().end()}; }
  [[nodiscard]] std::vector<Point> points() const { return {path.points().begin(), path.points().end()}; }
};

bool is_spent(const PathResult& result) {
  return result.status == Status::out_of_budget && result.why == Why::budget_spent;
}

}  // namespace

TEST_CASE("queries over several worlds share a memory, and answer as with plenty or are out of budget", "[heavy]") {
  std::size_t spent = 0;
  std::size_t same = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    const auto metric = rng.percent(50) ? Metric::grid : Metric::any_angle;
    const auto memory =
        std::make_shared<SearchMemory>(static_cast<std::size_t>(rng.between(1, 6)) * SearchMemory::kPageBytes);
    std::vector<BuiltWorld> worlds;
    for (int i = 0; i < 3; ++i) {
      const TileMap map = test::random_map(rng, {.weights = test::Weights::uniform, .max_side = 120});
      worlds.emplace_back(map, MovementProfile{.metric = metric});
    }
    std::vector<Asked> shared;
    std::vector<Asked> plenty;
    for (const BuiltWorld& built : worlds) {
      shared.emplace_back(built.world(), memory);
      plenty.emplace_back(built.world(), nullptr);
    }
    for (int question = 0; question < 60; ++question) {
      const auto i = static_cast<std::size_t>(rng.below(3));
      const World& world = worlds[i].world();
      const auto tile = [&] { return Tile{rng.below(world.width()), rng.below(world.height())}; };
      const PathRequest request{
          .from = tile(), .to = tile(), .tier = rng.percent(70) ? Tier::regions : Tier::automatic};
      const PathResult expected = plenty[i].ask(request);
      const PathResult result = shared[i].ask(request);
      REQUIRE(memory->bytes_used() <= memory->size() * SearchMemory::kPageBytes);
      // What others have asked before makes no difference.
      Asked fresh(world, std::make_shared<SearchMemory>(memory->size() * SearchMemory::kPageBytes));
      const PathResult again = fresh.ask(request);
      REQUIRE(again.status == result.status);
      REQUIRE(again.expansions.total() == result.expansions.total());
      if (is_spent(result)) {
        ++spent;
        continue;
      }
      REQUIRE(result.status == expected.status);
      REQUIRE(result.why == expected.why);
      REQUIRE(result.cost == expected.cost);
      REQUIRE(result.expansions.total() == expected.expansions.total());
      REQUIRE(shared[i].waypoints() == plenty[i].waypoints());
      REQUIRE(shared[i].points() == plenty[i].points());
      same += expected.status == Status::found ? 1 : 0;
    }
  }
  CHECK(spent > 50);
  CHECK(same > 300);
}
