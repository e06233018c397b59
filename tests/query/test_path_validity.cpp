// SPDX-License-Identifier: BSL-1.0
// What edits make of paths, judged by the tiles of the path as it was, and by searches of the map as it is.
#include "portolan/grid/line_check.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_repair.hpp"
#include "query/overlay_edits.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

struct Tally {
  std::array<std::size_t, 6> seen{};
  std::size_t optimal = 0;
  std::size_t eased = 0;  ///< of them those with something eased
  std::size_t repaired = 0;
  std::size_t searched = 0;
};

/// What is left of a path, tile by tile, with the links taken; empty where it is stale.
struct Rest {
  std::vector<Tile> tiles;
  std::vector<LinkId> links;  ///< by step
};

Rest rest_of(LegWalker& walker, Path& path) {
  Rest rest;
  Leg leg;
  while (walker.next(path, leg) == LegStatus::ready) {
    if (rest.tiles.empty()) rest.tiles.push_back(leg.tiles.front());
    for (const Tile t : leg.tiles.subspan(1)) {
      rest.tiles.push_back(t);
      rest.links.push_back(leg.link);
    }
  }
  return rest;
}

/// What the rest of a path costs; nothing where it cannot be walked to its end.
std::optional<Cost> walked_cost(LegWalker& walker, Path& path) {
  Cost sum = 0;
  Leg leg;
  LegStatus status = walker.next(path, leg);
  for (; status == LegStatus::ready; status = walker.next(path, leg)) sum += leg.cost;
  return status == LegStatus::done ? std::optional(sum) : std::nullopt;
}

/// A map as some edits leave it.
struct MapState {
  const TileMap& file;  ///< by which links are numbered
  const test::Mirrored& edits;
  const Oracle& oracle;

  [[nodiscard]] Cost step(const Rest& rest, std::size_t i) const {
    const Tile from = rest.tiles[i];
    const Tile to = rest.tiles[i + 1];
    const LinkId link = rest.links[i];
    if (link == kNoLink) return oracle.step_cost(from, to);
    const bool open = !edits.closed.contains(link) && oracle.passable(from) && oracle.passable(to);
    return open ? oracle.link_cost(file.links()[link]) : kInfiniteCost;
  }
};

/// What the tiles cost now; nothing where some step is not legal any more.
std::optional<Cost> cost_on(const MapState& now, const Rest& rest) {
  Cost sum = 0;
  for (std::size_t i = 0; i + 1 < rest.tiles.size(); ++i) {
    const Cost step = now.step(rest, i);
    if (step == kInfiniteCost) return {};
    sum += step;
  }
  return sum;
}

/// What the tiles cost where each step costs as much as it did, or as it does if that is more.
Cost dearest(const MapState& before, const MapState& now, const Rest& rest) {
  Cost sum = 0;
  for (std::size_t i = 0; i + 1 < rest.tiles.size(); ++i) sum += std::max(before.step(rest, i), now.step(rest, i));
  return sum;
}

void check_validity(std::uint64_t seed, int rounds, std::int32_t side, std::int32_t max_side, Tally& tally) {
  Rng rng(seed);
  for (int round = 0; round < rounds; ++round) {
    TileMap map = test::random_map(rng, {.weights = rng.percent(60) ? test::Weights::uniform : test::Weights::small,
                                         .max_side = rng.percent(30) ? max_side : side});
    if (rng.percent(25)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
    const MovementProfile profile = test::random_profile(rng, map.palette());
    const BuiltWorld built(map, profile, rng.percent(50) ? BuiltWorld::all_indexes() : BuiltWorld::one_thread());
    PathQuery query(built.world(), 0, Baseline::with);
    LegWalker walker(built.world(), 0);
    LegWalker as_found(built.world(), 0);
    PathRepair repair(built.world(), 0);
    const MoveRules& rules = query.profile().rules;
    const GridView& grid = query.profile().grid;
    const test::Mirrored unedited{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}};
    const Oracle file(map, profile, rules);
    const MapState before{map, unedited, file};
    for (int variant = 0; variant < 3; ++variant) {
      std::vector<test::Mirrored> edited(1, unedited);
      for (int edits = rng.between(1, 3); edits != 0; --edits) test::edit(rng, built.world(), edited, 0);
      const auto overlay = std::make_shared<const Overlay>(edited[0].overlay);
      const TileMap map_now = test::as_edited(map, edited[0]);
      const Oracle oracle(map_now, profile, rules);
      const MapState now{map, edited[0], oracle};
      query.use(nullptr);
      for (int question = 0; question < 4; ++question) {
        const auto from = test::random_passable(rng, grid);
        if (!from) break;
        PathRequest request{.from = *from, .to = *test::random_passable(rng, grid)};
        if (rng.percent(30)) request.tier = rng.pick(std::array{Tier::regions, Tier::astar, Tier::waypoints});
        if (rng.percent(30)) request.unpacking = Unpacking::leg_by_leg;
        Path path(query.room());
        Path copy(query.room());
        Path walked_anew(query.room());
        const PathResult found = query.find(request, path);
        if (found.status != Status::found) continue;
        REQUIRE(query.find(request, copy).cost == found.cost);
        REQUIRE(query.find(request, walked_anew).cost == found.cost);
        Leg leg;
        for (int legs = rng.below(3); legs > 0 && as_found.next(path, leg) == LegStatus::ready; --legs) {
          REQUIRE(as_found.next(copy, leg) == LegStatus::ready);
          REQUIRE(as_found.next(walked_anew, leg) == LegStatus::ready);
        }
        const Rest rest = rest_of(as_found, copy);
        walker.use(overlay);
        const PathValidity valid = walker.still_valid(path);
        CAPTURE(seed, round, *from, request.to, request.tier, valid.validity, valid.cost, valid.piece, valid.at);
        ++tally.seen[static_cast<std::size_t>(valid.validity)];
        if (rest.tiles.empty()) {
          REQUIRE(valid.validity == Validity::untouched);
          REQUIRE(valid.cost == 0);
          continue;
        }
        const std::optional<Cost> tiles_cost = cost_on(now, rest);
        const Tile at = path.at();
        const Cost least =
            oracle.passable(at) && oracle.passable(request.to) ? oracle.distance(at, request.to) : kInfiniteCost;
        REQUIRE(valid.validity != Validity::unknown);
        if (valid.validity == Validity::blocked) {
          REQUIRE_FALSE(tiles_cost.has_value());
          REQUIRE(valid.status == Status::undecided);
          REQUIRE_FALSE(valid.optimal());
        } else {
          REQUIRE(valid.status == Status::found);
          REQUIRE(valid.cost >= least);
          // A leg that can be walked for what it costs is, also where its tiles have become cheaper.
          if (tiles_cost) REQUIRE(valid.cost <= dearest(before, now, rest));
          if (valid.validity <= Validity::same) REQUIRE(walked_cost(walker, walked_anew) == valid.cost);
          if (valid.validity == Validity::untouched) REQUIRE(tiles_cost == valid.cost);
          if (valid.optimal()) {
            REQUIRE(valid.cost == least);
            ++tally.optimal;
            const auto dirty = overlay->dirty(0);
            tally.eased += std::ranges::any_of(dirty, [](const DirtyRegion& r) { return r.eased.width() > 0; }) ? 1 : 0;
          }
        }
        // A repair that may search far finds a way whenever there is one.
        query.use(overlay);
        repair.use(overlay);
        if (oracle.passable(at)) {
          const RepairResult mended = repair.repair({.from = at}, path, query);
          if (least != kInfiniteCost) REQUIRE(mended.status == Status::found);
          if (mended.status == Status::found) {
            if (mended.searched) REQUIRE(least != kInfiniteCost);
            if (mended.searched) REQUIRE(mended.cost == least);
            LegWalker after(built.world(), 0);
            after.use(overlay);
            Cost walked = 0;
            Tile last = at;
            LegStatus status = after.next(path, leg);
            for (; status == LegStatus::ready; status = after.next(path, leg)) {
              walked += leg.cost;
              last = leg.tiles.back();
            }
            // What lies far from the unit is not looked at before it is walked.
            if (status == LegStatus::done) {
              REQUIRE(mended.cost >= least);
              REQUIRE(walked == mended.cost);
              REQUIRE(last == request.to);
              ++tally.repaired;
            } else {
              REQUIRE_FALSE(mended.searched);
            }
            tally.searched += mended.searched ? 1 : 0;
          }
        }
        query.use(nullptr);
      }
    }
  }
}

TEST_CASE("what edits have made of a path is told without a search, and mended with one") {
  Tally tally;
  check_validity(410, 150, 70, 200, tally);
  CAPTURE(tally.seen[0], tally.seen[1], tally.seen[2], tally.seen[3], tally.seen[4]);
  CAPTURE(tally.optimal, tally.eased, tally.repaired, tally.searched);
  for (std::size_t kind = 0; kind < 5; ++kind) CHECK(tally.seen[kind] >= 5);
  CHECK(tally.optimal > 100);
  CHECK(tally.eased > 20);
  CHECK(tally.repaired > 300);
  CHECK(tally.searched >= 5);
}

TEST_CASE("what edits have made of a path: a hundred thousand", "[long]") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 105; ++seed) check_validity(seed * 77, 150, 70, 200, tally);
  CHECK(tally.seen[0] + tally.seen[1] + tally.seen[2] + tally.seen[3] + tally.seen[4] > 100'000);
}

TEST_CASE("what edits have made of a path, and what mends it: a hundred thousand small worlds", "[long]") {
  Tally tally;
  check_validity(411, 100'000, 16, 40, tally);
  for (std::size_t kind = 0; kind < 5; ++kind) CHECK(tally.seen[kind] >= 1000);
  CHECK(tally.optimal > 100'000);
  CHECK(tally.repaired > 100'000);
}

TEST_CASE("a path is not said to be the least any more where what opened lets a diagonal step past") {
  const TileMap map = test::ascii_map(".#\n..");
  const BuiltWorld built(map, MovementProfile{});
  PathQuery query(built.world(), 0);
  LegWalker walker(built.world(), 0);
  Path path(query.room());
  const PathRequest request{.from = {0, 0}, .to = {1, 1}};
  REQUIRE(query.find(request, path).status == Status::found);
  Overlay overlay(built.world());
  REQUIRE(overlay.set_terrain({{1, 0}, {2, 1}}, overlay.terrain({0, 0})).has_value());
  const auto snapshot = std::make_shared<const Overlay>(overlay);
  walker.use(snapshot);
  const PathValidity valid = walker.still_valid(path);
  CHECK(valid.status == Status::found);
  CHECK_FALSE(valid.optimal());
  query.use(snapshot);
  CHECK(query.find(request).cost < valid.cost);
}

TEST_CASE("a far repair refuses the query of another mover, and leaves the path as it was") {
  const TileMap map = test::ascii_map("..........\n..........\n..........");
  MovementProfile wide;
  wide.name = "wide";
  wide.footprint = 2;
  const std::vector<MovementProfile> movers{MovementProfile{}, wide};
  const auto image = build_world(map, movers, BuiltWorld::one_thread());
  REQUIRE(image.has_value());
  const AlignedBytes bytes = image->bytes();
  const World world = *World::view(bytes.span());
  PathQuery query(world, 0);
  PathQuery other(world, 1);
  PathRepair repair(world, 0);
  Path path(query.room());
  REQUIRE(query.find({.from = {0, 0}, .to = {9, 2}}, path).status == Status::found);
  const std::vector<Tile> before(path.waypoints().begin(), path.waypoints().end());
  const RepairResult refused = repair.repair({.from = {0, 0}}, path, other);
  CHECK(refused.status == Status::bad_request);
  CHECK(refused.why == Why::bad_reference);
  CHECK(std::ranges::equal(path.waypoints(), before));
}

TEST_CASE("at any angle segments that no edit is near stay as they are, and those it closes are blocked", "[heavy]") {
  Rng rng(411);
  Tally tally;
  for (int round = 0; round < 150; ++round) {
    const MovementProfile profile = test::straight_mover(rng.below(3));
    const TileMap map = test::random_map(rng, {.weights = test::Weights::uniform, .max_side = 80});
    const BuiltWorld built(map, profile);
    PathQuery query(built.world(), 0);
    LegWalker walker(built.world(), 0);
    std::vector<test::Mirrored> edited(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
    for (int edits = rng.between(1, 3); edits != 0; --edits) test::edit(rng, built.world(), edited, 0);
    const auto overlay = std::make_shared<const Overlay>(edited[0].overlay);
    const TileMap now = test::as_edited(map, edited[0]);
    const BuiltWorld fresh(now, profile);
    PathQuery there(fresh.world(), 0);
    walker.use(overlay);
    LegWalker on_file(built.world(), 0);
    PathQuery edits(built.world(), 0);
    edits.use(overlay);
    Path other(edits.room());
    for (int question = 0; question < 8; ++question) {
      const auto from = test::random_passable(rng, query.profile().grid);
      if (!from) break;
      const PathRequest request{.from = *from, .to = *test::random_passable(rng, query.profile().grid)};
      Path path(query.room());
      const PathResult found = query.find(request, path);
      if (found.status != Status::found) continue;
      const PathValidity valid = walker.still_valid(path);
      CAPTURE(round, *from, request.to, valid.validity, valid.cost, valid.piece);
      ++tally.seen[static_cast<std::size_t>(valid.validity)];
      const LineMeasure measure = measure_line(now, profile, path.points());
      if (valid.validity <= Validity::dearer) {
        REQUIRE(measure.legal());
        REQUIRE(query.profile().in_tiles(valid.cost) == Approx(measure.cost));
      }
      if (valid.validity == Validity::blocked) REQUIRE_FALSE(measure.legal());
      // The other way round: found with the edits, and asked of the file, and of the edits again.
      if (edits.find(request, other).status == Status::found && other.points().size() > 1) {
        // Edits that concern nobody of this size are none.
        const bool with_edits = !overlay->dirty(0).empty();
        REQUIRE((walker.still_valid(other).validity == Validity::unknown) == with_edits);
        if (!with_edits) continue;
        const PathValidity before = on_file.still_valid(other);
        const bool was_legal = measure_line(map, profile, other.points()).legal();
        REQUIRE(before.validity >= Validity::blocked);
        if (before.validity == Validity::blocked) REQUIRE_FALSE(was_legal);
      }
      if (valid.status == Status::found && valid.optimal()) {
        const PathResult again = there.find(request);
        if (!again.optimal()) continue;
        REQUIRE(there.profile().in_tiles(again.cost) == Approx(query.profile().in_tiles(valid.cost)));
        ++tally.optimal;
      }
    }
  }
  CAPTURE(tally.seen[0], tally.seen[1], tally.seen[3], tally.seen[4], tally.seen[5], tally.optimal);
  CHECK(tally.seen[0] > 100);
  CHECK(tally.seen[1] > 20);
  CHECK(tally.seen[4] > 20);
  CHECK(tally.optimal > 50);
}

}  // namespace
}  // namespace portolan
