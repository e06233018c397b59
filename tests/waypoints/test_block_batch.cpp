// SPDX-License-Identifier: BSL-1.0
// Batches over block labels against single queries, and their kernels against plain loops, at every width of vector
// instructions.
#include "portolan/waypoints/block_batch.hpp"
#include "portolan/waypoints/block_query.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::array kLevels{SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512};

TileMap small_world(Rng& rng, std::int32_t max_side) {
  return random_map(rng, {.character = rng.pick(kCharacters),
                          .weights = Weights::uniform,
                          .width = rng.between(4, max_side),
                          .height = rng.between(4, max_side)});
}

/// A mover for which labels are exact: on the grid, with 4 or 8 neighbours, or at any angle.
MovementProfile random_mover(Rng& rng) {
  MovementProfile profile;
  if (rng.percent(50)) {
    profile.metric = Metric::any_angle;
    profile.footprint = rng.between(0, 3);
  } else {
    profile.footprint = rng.between(1, 3);
    profile.neighbours = rng.percent(50) ? Neighbours::four : Neighbours::eight;
  }
  return profile;
}

/// The waypoint tier of a world built with all indexes.
const SightTierView& tier_of(const BuiltWorld& built) {
  const SightTierView& tier = *built.world().profiles()[0].sight;
  REQUIRE(tier.blocks);
  return tier;
}

BlockBatch batch_over(const SightTierView& tier, const BlockLabels& blocks, SimdLevel level = widest_simd()) {
  return {tier.space, *tier.graph, *tier.labels, blocks, level};
}

/// Anywhere, a little outside too.
Tile random_position(Rng& rng, const World& world) {
  if (rng.percent(2)) return {rng.between(-2, 2) * 1'000'000'000, rng.below(world.height())};
  return {rng.between(rng.percent(3) ? -1 : 0, world.width() - (rng.percent(97) ? 1 : 0)), rng.below(world.height())};
}

std::vector<TilePair> random_pairs(Rng& rng, const World& world, int count) {
  std::vector<TilePair> pairs;
  for (; count > 0; --count) {
    const Tile from = random_position(rng, world);
    pairs.push_back({from, rng.percent(5) ? from : random_position(rng, world)});
  }
  return pairs;
}

/// Goals as a game has them: some far apart, some side by side.
std::vector<Tile> random_goals(Rng& rng, const World& world, int count) {
  std::vector<Tile> goals;
  for (; count > 0; --count) {
    if (goals.empty() || rng.percent(40)) {
      goals.push_back(random_position(rng, world));
    } else {
      goals.push_back({goals.back().x + rng.between(-1, 1), goals.back().y + rng.between(-1, 1)});
    }
  }
  return goals;
}

std::vector<BatchAnswer> ask_pairs(BlockBatch& batch, const std::vector<TilePair>& pairs) {
  std::vector<BatchAnswer> answers(pairs.size(), {.status = Status::undecided, .cost = 1});
  batch.pairs(pairs, answers);
  return answers;
}

std::vector<BatchAnswer> ask_row(BlockBatch& batch, Tile from, const std::vector<Tile>& to) {
  std::vector<BatchAnswer> answers(to.size(), {.status = Status::undecided, .cost = 1});
  batch.one_to_many(from, to, answers);
  return answers;
}

bool agrees(BlockQuery& query, Tile from, Tile to, const BatchAnswer& answer) {
  const SightPath path = query.find(from, to);
  return path.status == answer.status && path.why == answer.why && path.cost == answer.cost &&
         path.optimal() == answer.optimal && path.work == answer.work;
}

}  // namespace

TEST_CASE("batches over block labels answer as single queries do, at every level", "[heavy]") {
  Rng rng(21);
  std::array<int, 9> statuses{};
  for (int round = 0; round < 1500; ++round) {
    const MovementProfile profile = random_mover(rng);
    const TileMap map = small_world(rng, rng.percent(85) ? 24 : 60);
    if (std::min(map.width(), map.height()) < profile.footprint) continue;
    const BuiltWorld built(map, profile, BuiltWorld::all_indexes());
    const SightTierView& tier = tier_of(built);
    BlockQuery query(tier.space, *tier.graph, *tier.labels, *tier.blocks);
    const std::vector<TilePair> pairs = random_pairs(rng, built.world(), 40);
    const Tile from = random_position(rng, built.world());
    const std::vector<Tile> to = random_goals(rng, built.world(), 40);
    int wrong = 0;
    for (const SimdLevel level : kLevels) {
      BlockBatch batch = batch_over(tier, *tier.blocks, level);
      const std::vector<BatchAnswer> by_pair = ask_pairs(batch, pairs);
      const std::vector<BatchAnswer> row = ask_row(batch, from, to);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        wrong += agrees(query, pairs[i].from, pairs[i].to, by_pair[i]) ? 0 : 1;
        wrong += agrees(query, from, to[i], row[i]) ? 0 : 1;
        ++statuses[static_cast<std::size_t>(by_pair[i].status)];
      }
    }
    CAPTURE(round, map.width(), map.height(), profile.footprint, profile.metric == Metric::any_angle);
    REQUIRE(wrong == 0);
  }
  for (const Status status : {Status::found, Status::unreachable, Status::bad_start, Status::bad_goal}) {
    CAPTURE(to_string(status));
    CHECK(statuses[static_cast<std::size_t>(status)] > 2000);
  }
  CHECK(statuses[static_cast<std::size_t>(Status::corrupt)] == 0);
}

TEST_CASE("the kernels of batches agree with plain loops at every level, on any hubs") {
  Rng rng(22);
  std::size_t matches = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::int32_t hub_count = rng.between(1, 300);
    const auto hub_end = static_cast<HubId>(rng.between(0, hub_count));
    const std::uint32_t round_number = kHubRound * static_cast<std::uint32_t>(rng.between(1, 0xFFFF));
    std::vector<std::uint32_t> hubs;
    for (int i = rng.between(0, 100); i > 0; --i) {
      const auto hub = static_cast<std::uint32_t>(rng.below(rng.percent(1) ? hub_count + 10 : hub_count));
      hubs.push_back(hub | (rng.percent(50) ? kOwnVia : 0));
    }
    if (rng.percent(80)) {
      std::sort(hubs.begin(), hubs.end(), [](auto a, auto b) { return (a & kHubMask) < (b & kHubMask); });
    }
    std::vector<std::uint32_t> table;
    for (std::int32_t i = 0; i < hub_count; ++i) {
      table.push_back((rng.percent(50) ? round_number : round_number ^ kHubRound) |
                      static_cast<std::uint32_t>(rng.below(0x10000)));
    }
    std::vector<std::pair<int, int>> expected;
    std::vector<int> expected_vias;
    int vias = 0;
    bool wanted = true;
    for (std::size_t i = 0; i < hubs.size(); ++i) {
      const HubId hub = hubs[i] & kHubMask;
      wanted = wanted && hub < hub_end;
      if (wanted && table[hub] / kHubRound == round_number / kHubRound) {
        expected.emplace_back(table[hub] % kHubRound, static_cast<int>(i));
      }
      const bool own = (hubs[i] & kOwnVia) != 0;
      expected_vias.push_back(own ? vias : kNoOwnVia);
      vias += own ? 1 : 0;
    }
    matches += expected.size();
    for (const SimdLevel level : kLevels) {
      std::vector<SharedHub> shared(hubs.size() + kSharedSlack);
      const std::size_t count =
          find_shared(level)({hubs.data(), hubs.size(), hub_end}, table.data(), round_number, shared.data());
      std::vector<std::pair<int, int>> found;
      for (std::size_t i = 0; i < count; ++i) found.emplace_back(shared[i].at_start, shared[i].at_goal);
      std::vector<std::uint16_t> own_via(hubs.size() + kSharedSlack);
      number_vias(level)(hubs.data(), hubs.size(), own_via.data());
      CAPTURE(round, static_cast<int>(level));
      REQUIRE(found == expected);
      REQUIRE(std::equal(expected_vias.begin(), expected_vias.end(), own_via.begin()));
    }
  }
  REQUIRE(matches > 10'000);
}

TEST_CASE("a long run of batches meets nothing of earlier ones") {
  Rng rng(23);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::uniform, .width = 40, .height = 40});
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  const SightTierView& tier = tier_of(built);
  BlockBatch batch = batch_over(tier, *tier.blocks);
  const std::vector<TilePair> pairs = random_pairs(rng, built.world(), 64);
  const std::vector<BatchAnswer> first = ask_pairs(batch, pairs);
  bool same = true;
  for (int run = 0; run < 3000; ++run) same = same && ask_pairs(batch, pairs) == first;
  REQUIRE(same);
}

TEST_CASE("spoilt block labels give statuses or costs, the same at every level") {
  Rng rng(24);
  int found = 0;
  int corrupt = 0;
  for (int round = 0; round < 1500; ++round) {
    const BuiltWorld built(small_world(rng, 30), random_mover(rng).footprint < 2 ? MovementProfile{} : [] {
      MovementProfile profile;
      profile.metric = Metric::any_angle;
      return profile;
    }(), BuiltWorld::all_indexes());
    const SightTierView& tier = tier_of(built);
    BlockLabels blocks = *tier.blocks;
    if (blocks.memory.empty()) continue;
    // Blocks want their memory aligned.
    std::vector<std::uint64_t> words(blocks.memory.size() / sizeof(std::uint64_t));
    std::memcpy(words.data(), blocks.memory.data(), blocks.memory.size());
    const std::span<std::byte> memory = std::as_writable_bytes(std::span(words));
    for (int fault = rng.between(1, 20); fault > 0; --fault) {
      const auto at = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(memory.size())));
      memory[at] = static_cast<std::byte>(rng.percent(60) ? rng.below(40) : rng.below(256));
    }
    blocks.memory = memory;
    const std::vector<TilePair> pairs = random_pairs(rng, built.world(), 30);
    const std::vector<Tile> to = random_goals(rng, built.world(), 30);
    std::vector<std::vector<BatchAnswer>> by_level;
    for (const SimdLevel level : kLevels) {
      BlockBatch batch = batch_over(tier, blocks, level);
      std::vector<BatchAnswer> answers = ask_pairs(batch, pairs);
      const std::vector<BatchAnswer> row = ask_row(batch, pairs[0].from, to);
      answers.insert(answers.end(), row.begin(), row.end());
      by_level.push_back(std::move(answers));
    }
    REQUIRE(by_level[1] == by_level[0]);
    REQUIRE(by_level[2] == by_level[0]);
    for (const BatchAnswer& answer : by_level[0]) {
      REQUIRE((answer.status == Status::found || answer.cost == 0));
      found += answer.status == Status::found ? 1 : 0;
      corrupt += answer.status == Status::corrupt ? 1 : 0;
    }
  }
  REQUIRE(found > 1000);
  REQUIRE(corrupt > 1000);
}

TEST_CASE("block labels that do not fit make every answer of a batch corrupt") {
  Rng rng(25);
  const BuiltWorld built(small_world(rng, 30), MovementProfile{}, BuiltWorld::all_indexes());
  const SightTierView& tier = tier_of(built);
  BlockLabels blocks = *tier.blocks;
  blocks.first = blocks.first.first(blocks.first.size() - 1);
  BlockBatch batch = batch_over(tier, blocks);
  REQUIRE(ask_pairs(batch, {{{0, 0}, {1, 1}}})[0].status == Status::corrupt);
  REQUIRE(ask_row(batch, {0, 0}, {{1, 1}})[0].status == Status::corrupt);
}

TEST_CASE("batches over block labels allocate nothing") {
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(26);
  MovementProfile profile;
  profile.metric = Metric::any_angle;
  profile.footprint = 0;
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::uniform, .width = 60, .height = 60});
  const BuiltWorld built(map, profile, BuiltWorld::all_indexes());
  const SightTierView& tier = tier_of(built);
  BlockBatch batch = batch_over(tier, *tier.blocks);
  const std::vector<TilePair> pairs = random_pairs(rng, built.world(), 500);
  const std::vector<Tile> to = random_goals(rng, built.world(), 500);
  std::vector<BatchAnswer> answers(500);
  const AllocationCounter counter;
  batch.pairs(pairs, answers);
  batch.one_to_many(pairs[0].from, to, answers);
  const std::uint64_t made = counter.count();
  REQUIRE(made == 0);
}

}  // namespace portolan::test
