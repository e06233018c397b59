// SPDX-License-Identifier: BSL-1.0
// Block labels: what positions see, what a position's label holds, and the limits of a build.
#include "portolan/offline/block_builder.hpp"
#include "portolan/offline/block_visibility.hpp"
#include "portolan/offline/label_builder.hpp"
#include "portolan/offline/lane_ops.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"
#include "support/ascii.hpp"
#include "support/labelled_world.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

TileMap uniform_world(Rng& rng, Character character, std::int32_t width, std::int32_t height) {
  RandomMapOptions options;
  options.weights = Weights::uniform;
  options.character = character;
  options.width = width;
  options.height = height;
  return random_map(rng, options);
}

TileMap any_world(Rng& rng, std::int32_t max_side) {
  return uniform_world(rng, rng.pick(kCharacters), rng.between(3, max_side), rng.between(3, max_side));
}

/// Position by position what the library sees from there.
std::map<WaypointId, std::uint64_t> seen_from_block(const LabelledWorld& world, std::size_t block, SightSweep& sweep) {
  const BlockGrid grid = block_grid(world.space());
  std::map<WaypointId, std::uint64_t> seen;
  const Tile origin = grid.origin_of(block);
  for (std::int32_t y = origin.y; y < std::min(origin.y + 8, grid.height); ++y) {
    for (std::int32_t x = origin.x; x < std::min(origin.x + 8, grid.width); ++x) {
      const Point from = point_of(world.space().contact, {x, y});
      if (!can_stand(world.space(), from)) continue;
      visit_visible(world.space(), world.graph().view(), from, sweep,
                    [&](WaypointId id) { seen[id] |= std::uint64_t{1} << ((y - origin.y) * 8 + (x - origin.x)); });
    }
  }
  return seen;
}

std::uint64_t positions_in(const LabelledWorld& world, std::size_t block) {
  const BlockGrid grid = block_grid(world.space());
  const Tile origin = grid.origin_of(block);
  std::uint64_t count = 0;
  for (std::int32_t y = origin.y; y < std::min(origin.y + 8, grid.height); ++y) {
    for (std::int32_t x = origin.x; x < std::min(origin.x + 8, grid.width); ++x) {
      if (can_stand(world.space(), point_of(world.space().contact, {x, y}))) ++count;
    }
  }
  return count;
}

/// The distances from a position to its hubs, as its block tells them.
std::map<HubId, Cost> label_in_block(const LabelledWorld& world, const BlockView& block, Tile position, Tile origin) {
  const Point from = point_of(world.space().contact, position);
  const auto to_via = [&](std::size_t via) -> std::optional<Cost> {
    if (((block.via_seen[via] >> bit_of(position)) & 1) == 0) return std::nullopt;
    const ViaOffset offset = block.via_offset[via];
    return world.graph().metric.length(from, to_point({origin.x + offset.x, origin.y + offset.y}));
  };
  std::map<HubId, Cost> label;
  const auto shorten = [&](HubId hub, std::optional<Cost> way, Cost distance) {
    if (!way) return;
    const auto [at, fresh] = label.emplace(hub, *way + distance);
    if (!fresh) at->second = std::min(at->second, *way + distance);
  };
  std::size_t own = 0;
  for (std::size_t i = 0; i < block.hub.size(); ++i) {
    const HubId hub = block.hub[i] & kHubMask;
    if ((block.hub[i] & kOwnVia) != 0) shorten(hub, to_via(own++), 0);
    const std::size_t end = i + 1 < block.hub.size() ? block.hub_entries[i + 1] : block.entry_via.size();
    for (std::size_t entry = block.hub_entries[i]; entry < end; ++entry) {
      shorten(hub, to_via(block.entry_via[entry]), block.entry_distance[entry]);
    }
  }
  REQUIRE(own == block.via_seen.size());
  return label;
}

/// The canonical label of a position, from its definition: the union over the waypoints it sees, without the hubs that
/// another one covers.
std::map<HubId, Cost> canonical_label(const LabelledWorld& world, const std::vector<WaypointId>& waypoint_of,
                                      Point from, SightSweep& sweep) {
  const LabelSet labels = world.labels().out.view();
  std::map<HubId, Cost> all;
  visit_visible(world.space(), world.graph().view(), from, sweep, [&](WaypointId id) {
    const Cost way = world.graph().metric.length(from, to_point(world.graph().points[id]));
    for (std::size_t entry = labels.first[id]; entry < labels.first[id + 1]; ++entry) {
      const Cost cost = way + labels.distance[entry];
      const auto [at, fresh] = all.emplace(labels.hub[entry], cost);
      if (!fresh) at->second = std::min(at->second, cost);
    }
  });
  std::map<HubId, Cost> label;
  for (const auto& [hub, cost] : all) {
    bool covered = false;
    const WaypointId node = waypoint_of[hub];
    for (std::size_t entry = labels.first[node]; entry < labels.first[node + 1]; ++entry) {
      const auto other = all.find(labels.hub[entry]);
      if (other == all.end() || other->first == hub) continue;
      covered = covered || other->second + labels.distance[entry] <= cost;
    }
    if (!covered) label.emplace(hub, cost);
  }
  return label;
}

bool same(const BlockArrays& a, const BlockArrays& b) {
  return a.waypoint == b.waypoint && a.reach == b.reach && a.first == b.first && a.memory == b.memory;
}

}  // namespace

TEST_CASE("sweeps from the waypoints find what every position sees") {
  Rng rng(1);
  for (int round = 0; round < 600; ++round) {
    const std::int32_t footprint = rng.between(0, 2);
    const LabelledWorld world(any_world(rng, 30), footprint, Norm::euclidean);
    const auto visibility = find_block_visibility(world.space(), world.graph().view(), ~std::uint64_t{0}, 1);
    REQUIRE(visibility.has_value());
    SightSweep sweep(world.space().width);
    for (std::size_t block = 0; block < block_grid(world.space()).size(); ++block) {
      std::vector<SeenWaypoint> expected;
      for (const auto& [id, seen_from] : seen_from_block(world, block, sweep)) expected.push_back({seen_from, id});
      const auto seen = visibility->of(block);
      CAPTURE(footprint, block, world.space().width, world.space().height);
      REQUIRE(std::vector(seen.begin(), seen.end()) == expected);
    }
  }
}

TEST_CASE("blocks hold the canonical label of every position") {
  Rng rng(2);
  int hubs = 0;
  for (int round = 0; round < 300; ++round) {
    const Norm norm = rng.pick(std::array{Norm::euclidean, Norm::octile, Norm::manhattan});
    const LabelledWorld world(any_world(rng, 26), norm == Norm::euclidean ? rng.between(0, 1) : 1, norm);
    const auto blocks = build_block_labels(world.space(), world.graph().view(), world.labels().view(), {.threads = 1});
    REQUIRE(blocks.has_value());
    const BlockGrid grid = block_grid(world.space());
    SightSweep sweep(world.space().width);
    for (std::int32_t y = 0; y < grid.height; ++y) {
      for (std::int32_t x = 0; x < grid.width; ++x) {
        const Tile position{x, y};
        const Point from = point_of(world.space().contact, position);
        if (!can_stand(world.space(), from)) continue;
        const std::size_t block = grid.block_of(position);
        const auto view = view_of(blocks->view(), block);
        REQUIRE(view.has_value());
        const auto held = label_in_block(world, *view, position, grid.origin_of(block));
        for (const auto& [hub, cost] : canonical_label(world, blocks->waypoint, from, sweep)) {
          ++hubs;
          CAPTURE(x, y, hub, static_cast<int>(norm));
          REQUIRE(held.count(hub) == 1);
          REQUIRE(held.at(hub) == cost);
          REQUIRE(blocks->reach[hub] >= cost);
        }
      }
    }
  }
  REQUIRE(hubs > 100'000);
}

TEST_CASE("the number of threads does not change block labels", "[threads][heavy]") {
  Rng rng(3);
  for (const Norm norm : {Norm::euclidean, Norm::octile, Norm::manhattan}) {
    const TileMap map = uniform_world(rng, Character::scatter, 120, 90);
    const LabelledWorld world(map, norm == Norm::euclidean ? 0 : 1, norm);
    const auto one = build_block_labels(world.space(), world.graph().view(), world.labels().view(), {.threads = 1});
    REQUIRE(one.has_value());
    for (const unsigned threads : {2U, 5U}) {
      const auto more =
          build_block_labels(world.space(), world.graph().view(), world.labels().view(), {.threads = threads});
      REQUIRE(more.has_value());
      REQUIRE(same(*one, *more));
    }
  }
}

TEST_CASE("budgets of block labels are kept by leaving out the dearest blocks", "[slow]") {
  Rng rng(4);
  int kept = 0;
  for (int round = 0; round < 40; ++round) {
    // In the smallest even the marks of blocks left out may not fit.
    const std::int32_t max_side = round == 0 ? 300 : (round < 8 ? 100 : 20);
    const LabelledWorld world(any_world(rng, max_side), 1, Norm::octile);
    const auto build = [&](std::uint64_t max_bytes, unsigned threads) {
      return build_block_labels(world.space(), world.graph().view(), world.labels().view(),
                                {.threads = threads, .max_bytes = max_bytes});
    };
    const auto all = build(~std::uint64_t{0}, 2);
    REQUIRE(all.has_value());
    REQUIRE(all->held == all->positions);
    REQUIRE(holds_all(all->view()));
    const std::uint64_t bytes = section_bytes(*all);
    REQUIRE(same(build(bytes, 2).value(), *all));
    const std::uint64_t fixed = bytes - all->memory.size();
    std::uint64_t held = 0;
    for (std::uint64_t part = 1; part < 16; ++part) {
      const std::uint64_t fewer = fixed + all->memory.size() * part / 16;
      const auto some = build(fewer, 1);
      CAPTURE(round, part);
      if (!some) {
        REQUIRE(some.error().code == ErrorCode::limit);
        REQUIRE(held == 0);
        continue;
      }
      REQUIRE(section_bytes(*some) <= fewer);
      REQUIRE(some->held >= held);
      held = some->held;
      REQUIRE(same(*some, build(fewer, 3).value()));
      std::uint64_t positions = 0;
      double dearest_held = 0;
      double cheapest_left_out = std::numeric_limits<double>::infinity();
      const BlockGrid grid = block_grid(world.space());
      for (std::size_t block = 0; block < grid.size(); ++block) {
        const BlockView with = view_of(all->view(), block).value();
        const BlockView without = view_of(some->view(), block).value();
        const std::uint64_t stands = positions_in(world, block);
        const double price =
            static_cast<double>(all->first[block + 1] - all->first[block]) / static_cast<double>(stands);
        if (!without.left_out) positions += stands;
        if (!without.left_out && stands != 0) dearest_held = std::max(dearest_held, price);
        if (without.left_out) cheapest_left_out = std::min(cheapest_left_out, price);
        REQUIRE((without.left_out || (without.hub.size() == with.hub.size() &&
                                      std::equal(with.hub.begin(), with.hub.end(), without.hub.begin()))));
      }
      REQUIRE(positions == held);
      REQUIRE(dearest_held <= cheapest_left_out);
    }
    REQUIRE((held == 0 || 2 * held >= all->positions));
    kept += held != 0 ? 1 : 0;
    REQUIRE_FALSE(build(fixed - 1, 2).has_value());
  }
  REQUIRE(kept > 10);
}

TEST_CASE("distances that might not fit 32 bits are refused") {
  Rng rng(5);
  const LabelledWorld world(uniform_world(rng, Character::caves, 40, 40), 1, Norm::octile);
  LabelArrays far = world.labels();
  REQUIRE_FALSE(far.radius.empty());
  far.radius.front() = 0xFFFF'0000;
  const auto refused = build_block_labels(world.space(), world.graph().view(), far.view(), {.threads = 1});
  REQUIRE_FALSE(refused.has_value());
  REQUIRE(refused.error().code == ErrorCode::limit);
}

TEST_CASE("worlds without waypoints have empty blocks") {
  const LabelledWorld world(ascii_map("....................\n....................\n...................."), 1,
                            Norm::octile);
  REQUIRE(world.graph().points.empty());
  const auto blocks = build_block_labels(world.space(), world.graph().view(), world.labels().view(), {});
  REQUIRE(blocks.has_value());
  REQUIRE(blocks->memory.empty());
  REQUIRE(blocks->first == std::vector<std::uint32_t>(4, 0));
}

TEST_CASE("operations on lanes do what they say") {
  Rng rng(6);
  const LaneOps& ops = lane_ops();
  const auto random_lanes = [&](std::int32_t values) {
    Lanes lanes;
    for (std::uint32_t& lane : lanes) {
      lane = rng.percent(20) ? 0 : 0xFFFF'FFFF - static_cast<std::uint32_t>(rng.below(values));
    }
    return lanes;
  };
  for (int round = 0; round < 5000; ++round) {
    const std::int32_t values = rng.pick(std::array{3, 1000, 2'000'000'000});
    const Lanes best = random_lanes(values);
    const Lanes way = random_lanes(values);
    const auto distance = static_cast<std::uint32_t>(rng.below(values));
    std::uint64_t shorter = 0;
    std::uint64_t attained = 0;
    Lanes shortened = best;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const std::uint32_t sum = way[i] > distance ? way[i] - distance : 0;
      shortened[i] = std::max(best[i], sum);
      shorter |= std::uint64_t{best[i] > way[i] ? 1U : 0U} << i;
      attained |= std::uint64_t{best[i] == sum && sum != 0 ? 1U : 0U} << i;
    }
    Lanes result = best;
    ops.shorten(result, way, distance);
    REQUIRE(result == shortened);
    REQUIRE(ops.shorter(best, way) == shorter);
    REQUIRE(ops.any_shorter(best, way) == (shorter != 0));
    REQUIRE(ops.attained(best, way, distance) == attained);
    REQUIRE(ops.least(best) == *std::min_element(best.begin(), best.end()));
  }
}

}  // namespace portolan::test
