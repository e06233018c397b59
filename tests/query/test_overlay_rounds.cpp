// SPDX-License-Identifier: BSL-1.0
// A world that keeps changing, as in the Grid-Based Path Planning Competition's dynamic track: each round a patch of
// tiles is closed, opened or gets another terrain, some regions are refreshed, and a path is asked for, which must be
// legal and the cheapest on the map of that moment.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/world/overlay.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/real_maps.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

struct Tally {
  std::size_t rounds = 0;
  std::size_t found = 0;
  std::size_t differ = 0;   ///< cost is not that of the map without edits
  std::size_t pending = 0;  ///< rounds with regions left to refresh
  std::size_t opened = 0;   ///< regions that queries went through tile by tile, and that were customised then
};

constexpr std::int32_t kPatch = 64;
/// After as many rounds all edits are undone, before the map falls to pieces.
constexpr std::size_t kRoundsAGame = 40;

/// A patch of up to 64x64 tiles; half of them on the path last found.
Rect random_patch(Rng& rng, const Rect& bounds, const std::vector<Tile>& path) {
  const std::int32_t width = std::min(rng.between(1, kPatch), bounds.max.x);
  const std::int32_t height = std::min(rng.between(1, kPatch), bounds.max.y);
  Tile min{rng.below(bounds.max.x - width + 1), rng.below(bounds.max.y - height + 1)};
  if (!path.empty() && rng.percent(50)) {
    const Tile on = path[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(path.size())))];
    min = {std::clamp(on.x - width / 2, 0, bounds.max.x - width),
           std::clamp(on.y - height / 2, 0, bounds.max.y - height)};
  }
  return {min, {min.x + width, min.y + height}};
}

/// The map as it is, kept beside the overlay by plain assignments.
class ChangingMap {
 public:
  explicit ChangingMap(const TileMap& map)
      : original_(map.tiles().begin(), map.tiles().end()), tiles_(original_), map_(map) {}

  void set(const Rect& area, std::optional<TerrainId> terrain) {
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
        const auto place =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(map_.width()) + static_cast<std::size_t>(x);
        tiles_[place] = terrain.value_or(original_[place]);
      }
    }
  }
  [[nodiscard]] TileMap now() const {
    return *TileMap::create(map_.width(), map_.height(), {map_.palette().begin(), map_.palette().end()}, tiles_);
  }
  [[nodiscard]] bool passable(Tile t, const MoveRules& rules) const {
    return rules.cost[tiles_[static_cast<std::size_t>(t.y) * static_cast<std::size_t>(map_.width()) +
                             static_cast<std::size_t>(t.x)]] != 0;
  }

 private:
  std::vector<TerrainId> original_;
  std::vector<TerrainId> tiles_;
  const TileMap& map_;
};

/// Customises what a query went through tile by tile, so that the same question meets none of it again, and costs the
/// same.
void refresh_opened(test::Asker& query, const PathRequest& request, Cost cost, Overlay& overlay, Tally& tally) {
  const std::span<const std::size_t> numbers = query.opened_regions();
  const std::vector<std::size_t> opened(numbers.begin(), numbers.end());
  REQUIRE(overlay.refresh_regions(0, opened) == opened.size());
  REQUIRE(overlay.refresh_regions(0, opened) == 0);
  tally.opened += opened.size();
  query.use(std::make_shared<const Overlay>(overlay));
  REQUIRE(query.find(request).cost == cost);
  for (const std::size_t number : query.opened_regions()) REQUIRE(std::ranges::find(opened, number) == opened.end());
}

/// Plays rounds on one map. Every path is judged on the map of the moment; every `stride`-th cost is found again by
/// Dijkstra on a copy of it, the others by the baseline, plain A* on the overlay's terrain.
void play(const TileMap& map, std::uint64_t seed, std::size_t rounds, std::size_t stride, Tally& tally) {
  Rng rng(seed);
  const MovementProfile mover;
  const BuiltWorld built(map, mover);
  const ProfileView& profile = built.world().profiles()[0];
  test::Asker query(built.world(), 0, Baseline::with);
  Overlay overlay(built.world());
  ChangingMap mirror(map);
  std::vector<Tile> path;
  for (std::size_t round = 0; round < rounds; ++round) {
    if (round % kRoundsAGame == 0) {
      mirror.set(map.bounds(), std::nullopt);
      REQUIRE(overlay.revert(map.bounds()).has_value());
      REQUIRE(overlay.empty());
    }
    const Rect patch = random_patch(rng, map.bounds(), path);
    const bool revert = rng.percent(25);
    const auto terrain = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size())));
    mirror.set(patch, revert ? std::nullopt : std::optional(terrain));
    REQUIRE((revert ? overlay.revert(patch) : overlay.set_terrain(patch, terrain)).has_value());
    const std::size_t budget = rng.pick(std::array<std::size_t, 5>{0, 1, 8, 64, ~std::size_t{0}});
    tally.pending += overlay.refresh(budget) != 0 ? 1 : 0;

    PathRequest request{.from = {rng.below(map.width()), rng.below(map.height())},
                        .to = {rng.below(map.width()), rng.below(map.height())}};
    for (Tile* const end : {&request.from, &request.to}) {
      for (int attempt = 0; attempt < 1000 && !mirror.passable(*end, profile.rules); ++attempt) {
        *end = {rng.below(map.width()), rng.below(map.height())};
      }
    }
    CAPTURE(seed, round, request.from, request.to);
    query.use(nullptr);
    const test::Found before = query.find(request);
    query.use(std::make_shared<const Overlay>(overlay));
    const TileMap now = mirror.now();
    PathRequest plain = request;
    plain.tier = Tier::astar;
    const test::Found baseline = query.find(plain);
    const test::Found result = query.find(request);
    ++tally.rounds;
    REQUIRE(result.status == baseline.status);
    if (!mirror.passable(request.from, profile.rules) || !mirror.passable(request.to, profile.rules)) {
      REQUIRE((result.status == Status::bad_start || result.status == Status::bad_goal));
      continue;
    }
    REQUIRE(result.optimal());
    REQUIRE(result.cost == baseline.cost);
    if (round % stride == 0) {
      const Oracle oracle(now, mover, profile.rules);
      const Cost distance = oracle.distance(request.from, request.to);
      REQUIRE((result.status == Status::found) == (distance != kInfiniteCost));
      if (result.status == Status::found) REQUIRE(result.cost == distance);
    }
    if (result.status != Status::found) continue;
    ++tally.found;
    tally.differ += before.status != Status::found || before.cost != result.cost ? 1 : 0;
    const test::Walk walk = test::walk(query, result);
    REQUIRE(walk.fault == "");
    REQUIRE(walk.cost == result.cost);
    REQUIRE((walk.tiles.front() == request.from && walk.tiles.back() == request.to));
    REQUIRE(measure_path(now, mover, walk.tiles).fault == "");
    path = walk.tiles;
    if (!rng.percent(50)) continue;
    (void)query.find(request);
    refresh_opened(query, request, result.cost, overlay, tally);
    request.tier = Tier::regions;
    REQUIRE(query.find(request).cost == result.cost);
    refresh_opened(query, request, result.cost, overlay, tally);
  }
}

TEST_CASE("in a world that keeps changing every path is the cheapest of its moment", "[heavy]") {
  Rng rng(31);
  Tally tally;
  for (const test::Character character : {test::Character::rooms, test::Character::caves, test::Character::open}) {
    const TileMap map =
        test::random_map(rng, {.character = character, .weights = test::Weights::small, .width = 300, .height = 260});
    play(map, rng.next(), 60, 3, tally);
  }
  CHECK(tally.found > 100);
  CHECK(tally.differ > 40);
  CHECK(tally.pending > 40);
  CHECK(tally.opened > 40);
}

TEST_CASE("on real maps that keep changing every path is the cheapest of its moment", "[slow]") {
  Tally tally;
  for (const char* const set : {"dao", "rooms"}) {
    const auto files = test::real_maps(set);
    if (files.empty()) return;
    const auto map = read_map(files[files.size() / 2]);
    REQUIRE(map.has_value());
    play(*map, 32, 25, 5, tally);
  }
  CHECK(tally.found > 25);
  CHECK(tally.differ > 5);
}

TEST_CASE("ten thousand rounds on maps that keep changing", "[long]") {
  Rng rng(33);
  Tally tally;
  const auto files = test::real_maps();
  std::size_t played = 0;
  for (std::size_t i = 0; i < files.size() && played < 20; i += 1 + files.size() / 20, ++played) {
    const auto map = read_map(files[i]);
    REQUIRE(map.has_value());
    play(*map, rng.next(), 250, 100, tally);
  }
  for (int world = 0; tally.rounds < 10'000; ++world) {
    const TileMap map = test::random_map(rng, {.weights = test::Weights::small, .width = 1000, .height = 700});
    play(map, rng.next(), 250, 100, tally);
  }
  CHECK(tally.found > 2000);
  CHECK(tally.differ > 500);
  CHECK(tally.pending > 2000);
}

}  // namespace
}  // namespace portolan
