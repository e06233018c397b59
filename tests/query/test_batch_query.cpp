// SPDX-License-Identifier: BSL-1.0
// BatchQuery: pair by pair what PathQuery answers, with and without block labels, on any number of threads.
#include "portolan/query/batch_query.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;
using test::Weights;

/// Every kind of mover, with indexes or without, and whether all terrain has one price.
struct Sample {
  BuiltWorld built;
  bool has_blocks;
  bool leaves_out;  ///< some blocks
  std::vector<TilePair> pairs;
  std::vector<Tile> from;
  std::vector<Tile> to;
};

Tile random_end(Rng& rng, const World& world) {
  const GridView& grid = world.profiles()[0].grid;
  if (rng.percent(90)) return test::random_passable(rng, grid).value_or(Tile{0, 0});
  return {rng.between(-1, world.width()), rng.between(-1, world.height())};
}

/// Options that leave some blocks out, where the mover has any.
BuildOptions with_part_of_the_blocks(Rng& rng, const TileMap& map, const MovementProfile& profile) {
  const BuiltWorld all(map, profile, BuiltWorld::all_indexes());
  BuildOptions options = BuiltWorld::one_thread();
  const ProfileView& view = all.world().profiles()[0];
  if (!view.sight || !view.sight->blocks || view.passable == 0) return options;
  const SightTierView& sight = *view.sight;
  const std::uint64_t others = section_bytes(sight.labels->out) + sight.labels->radius.size_bytes();
  const std::uint64_t part = section_bytes(*sight.blocks) * static_cast<std::uint64_t>(rng.between(60, 100)) / 100;
  options.index_bytes = static_cast<std::uint32_t>((others + part) / view.passable);
  return options;
}

Sample random_sample(Rng& rng, std::int32_t max_side, int questions) {
  const bool weighted = rng.percent(20);
  const TileMap map = test::random_map(rng, {.weights = weighted ? Weights::small : Weights::uniform,
                                             .width = rng.between(3, max_side),
                                             .height = rng.between(3, max_side)});
  MovementProfile profile;
  if (rng.percent(50)) {
    profile.metric = Metric::any_angle;
    profile.footprint = rng.between(0, 3);
    if (!weighted && rng.percent(30)) profile.prices = {{map.palette()[1].name, 3 * kCostScale}};
  } else {
    profile = test::random_profile(rng, map.palette());
  }
  const bool indexed = rng.percent(70);
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes.emplace();
  if (indexed) options = BuiltWorld::all_indexes();
  if (indexed && rng.percent(50)) options = with_part_of_the_blocks(rng, map, profile);
  Sample sample{BuiltWorld(map, profile, options), false, false, {}, {}, {}};
  const World& world = sample.built.world();
  const auto& sight = world.profiles()[0].sight;
  sample.has_blocks = sight && sight->blocks;
  sample.leaves_out = sample.has_blocks && !holds_all(*sight->blocks);
  for (int i = 0; i < questions; ++i) {
    const Tile from = random_end(rng, world);
    sample.pairs.push_back({from, rng.percent(5) ? from : random_end(rng, world)});
    sample.to.push_back(random_end(rng, world));
    if (i % 8 == 0) sample.from.push_back(random_end(rng, world));
  }
  return sample;
}

/// All calls, one after the other.
std::vector<BatchAnswer> ask_batch(BatchQuery& batch, const Sample& sample, const BatchRequest& request = {}) {
  const std::size_t count = sample.pairs.size();
  std::vector<BatchAnswer> answers(2 * count + sample.from.size() * sample.to.size(),
                                   {.status = Status::undecided, .cost = 1});
  const std::span<BatchAnswer> all(answers);
  const std::span<const Tile> first(&sample.pairs[0].from, 1);
  REQUIRE(batch.pairs(sample.pairs, request, all.first(count)).status == Status::found);
  REQUIRE(batch.table(first, sample.to, request, all.subspan(count, count)).status == Status::found);
  REQUIRE(batch.table(sample.from, sample.to, request, all.subspan(2 * count)).status == Status::found);
  return answers;
}

std::vector<BatchAnswer> ask_singly(test::Asker& query, const Sample& sample, const BatchRequest& request = {}) {
  std::vector<BatchAnswer> answers;
  const auto ask = [&](Tile from, Tile to) {
    const test::Found result =
        query.find({.from = from, .to = to, .ends = request.ends, .max_expansions = request.max_expansions});
    answers.push_back({.status = result.status,
                       .why = result.why,
                       .optimal = result.optimal(),
                       .work = short_work(result.work),
                       .cost = result.cost});
  };
  for (const TilePair& pair : sample.pairs) ask(pair.from, pair.to);
  for (const Tile to : sample.to) ask(sample.pairs[0].from, to);
  for (const Tile from : sample.from) {
    for (const Tile to : sample.to) ask(from, to);
  }
  return answers;
}

}  // namespace

TEST_CASE("a batch answers what single queries do, with block labels and without", "[heavy]") {
  Rng rng(91);
  std::map<Status, int> with_blocks;
  std::map<Status, int> without;
  int leaving_out = 0;
  for (int round = 0; round < 1200; ++round) {
    const Sample sample = random_sample(rng, rng.percent(85) ? 24 : 60, 16);
    auto query = std::make_unique<test::Asker>(sample.built.world(), 0);
    BatchQuery batch(sample.built.world(), 0);
    const std::vector<BatchAnswer> expected = ask_singly(*query, sample);
    CAPTURE(round, sample.has_blocks);
    REQUIRE(ask_batch(batch, sample) == expected);
    leaving_out += sample.leaves_out ? 1 : 0;
    for (const BatchAnswer& answer : expected) ++(sample.has_blocks ? with_blocks : without)[answer.status];
  }
  for (const Status status : {Status::found, Status::unreachable, Status::bad_start, Status::bad_goal}) {
    CAPTURE(to_string(status));
    CHECK(with_blocks[status] > 1000);
    CHECK(without[status] > 1000);
  }
  CHECK(leaving_out > 50);
}

TEST_CASE("a batch on an overlay, with budgets and rules for ends, answers what single queries do", "[heavy]") {
  Rng rng(95);
  std::map<Status, int> statuses;
  int with_blocks = 0;
  for (int round = 0; round < 400; ++round) {
    const Sample sample = random_sample(rng, rng.percent(85) ? 24 : 60, 16);
    const World& world = sample.built.world();
    test::Asker query(world, 0);
    BatchQuery batch(world, 0, round % 2 == 0 ? 1 : 2);
    auto overlay = std::make_shared<Overlay>(world);
    for (int n = rng.between(0, 4); n > 0; --n) {
      const Tile corner{rng.below(world.width()), rng.below(world.height())};
      const Rect area{corner, {corner.x + 1, std::min(corner.y + rng.between(1, 9), world.height())}};
      const auto terrain = rng.below(static_cast<std::int32_t>(world.palette().size()));
      REQUIRE(overlay->set_terrain(area, static_cast<TerrainId>(terrain)).has_value());
    }
    const std::array<std::shared_ptr<const Overlay>, 3> shown{overlay, nullptr, overlay};
    for (const auto& edits : shown) {
      query.use(edits);
      batch.use(edits);
      const BatchRequest request{
          .ends = rng.percent(50) ? EndRule::nearest : EndRule::exact,
          .max_expansions = rng.percent(50) ? ~std::uint64_t{0} : static_cast<std::uint64_t>(rng.below(400))};
      const std::vector<BatchAnswer> expected = ask_singly(query, sample, request);
      CAPTURE(round, sample.has_blocks, edits == nullptr);
      REQUIRE(ask_batch(batch, sample, request) == expected);
      for (const BatchAnswer& answer : expected) {
        ++statuses[answer.status];
        REQUIRE(answer.work <= request.max_expansions);
      }
    }
    with_blocks += sample.has_blocks ? 1 : 0;
  }
  for (const Status status : {Status::found, Status::partial, Status::unreachable, Status::bad_start, Status::bad_goal,
                              Status::out_of_budget}) {
    CAPTURE(to_string(status));
    CHECK(statuses[status] > 100);
  }
  CHECK(with_blocks > 100);
}

TEST_CASE("the answers of a batch do not depend on its threads", "[threads]") {
  Rng rng(92);
  for (int round = 0; round < 6; ++round) {
    const Sample sample = random_sample(rng, 50, 600);
    BatchQuery one(sample.built.world(), 0, 1);
    const std::vector<BatchAnswer> expected = ask_batch(one, sample);
    for (const unsigned threads : {2U, 5U}) {
      BatchQuery several(sample.built.world(), 0, threads);
      REQUIRE(several.threads() == threads);
      CAPTURE(round, threads, sample.has_blocks);
      for (int run = 0; run < 2; ++run) REQUIRE(ask_batch(several, sample) == expected);
    }
  }
}

TEST_CASE("batches on one world run side by side with the same answers", "[threads]") {
  Rng rng(93);
  const Sample sample = random_sample(rng, 40, 300);
  BatchQuery one(sample.built.world(), 0);
  const std::vector<BatchAnswer> expected = ask_batch(one, sample);
  std::array<std::vector<BatchAnswer>, 3> answers;
  {
    std::vector<std::jthread> threads;
    for (auto& mine : answers) {
      threads.emplace_back([&sample, &mine] {
        BatchQuery batch(sample.built.world(), 0, 2);
        mine.resize(sample.pairs.size());
        if (batch.pairs(sample.pairs, {}, mine).status != Status::found) mine.clear();
      });
    }
  }
  for (const auto& mine : answers) {
    REQUIRE(mine.size() == sample.pairs.size());
    REQUIRE(std::equal(mine.begin(), mine.end(), expected.begin()));
  }
}

TEST_CASE("spans whose sizes do not fit are refused, and nothing is written") {
  const TileMap map = test::ascii_map("....\n.##.\n....");
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  BatchQuery batch(built.world(), 0, 2);
  const std::vector<TilePair> pairs(3);
  const std::vector<Tile> tiles(3);
  const BatchAnswer untouched{.status = Status::undecided, .cost = 7};
  for (const std::size_t size : {0U, 2U, 4U, 5U, 10U}) {
    std::vector<BatchAnswer> answers(size, untouched);
    CAPTURE(size);
    REQUIRE(batch.pairs(pairs, {}, answers).why == Why::wrong_size);
    REQUIRE(batch.table(std::span(tiles).first(1), tiles, {}, answers).status == Status::bad_request);
    REQUIRE(batch.table(tiles, tiles, {}, answers).status == Status::bad_request);
    REQUIRE(std::count(answers.begin(), answers.end(), untouched) == static_cast<std::ptrdiff_t>(size));
  }
  std::vector<BatchAnswer> one(1, untouched);
  REQUIRE(batch.table({}, tiles, {}, one).status == Status::bad_request);
  REQUIRE(batch.table(tiles, {}, {}, one).status == Status::bad_request);
  REQUIRE(one[0] == untouched);
  REQUIRE(batch.pairs({}, {}, {}).status == Status::found);
  REQUIRE(batch.table({}, tiles, {}, {}).status == Status::found);
  REQUIRE(batch.table(tiles, {}, {}, {}).status == Status::found);
}

TEST_CASE("a batch keeps its world alive") {
  const TileMap map = test::ascii_map("...\n...");
  const BuiltWorld built(map, MovementProfile{});
  std::optional<World> world = built.world();
  BatchQuery batch(*world, 0);
  world.reset();
  std::vector<BatchAnswer> answers(1);
  const std::vector<Tile> ends{{0, 0}, {2, 1}};
  REQUIRE(batch.table(std::span(ends).first(1), std::span(ends).last(1), {}, answers).status == Status::found);
  REQUIRE(answers[0].status == Status::found);
}

TEST_CASE("no call of a batch allocates") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(94);
  std::uint64_t made = 0;
  int with_blocks = 0;
  for (int round = 0; round < 20; ++round) {
    const Sample sample = random_sample(rng, 60, 300);
    with_blocks += sample.has_blocks ? 1 : 0;
    std::vector<BatchAnswer> pair_answers(sample.pairs.size());
    std::vector<BatchAnswer> table(sample.from.size() * sample.to.size());
    for (const unsigned threads : {1U, 3U}) {
      BatchQuery batch(sample.built.world(), 0, threads);
      const test::AllocationCounter counter;
      const BatchRequest request{.ends = EndRule::nearest};
      const bool done = batch.pairs(sample.pairs, request, pair_answers).status == Status::found &&
                        batch.table(sample.from, sample.to, {}, table).status == Status::found;
      made += counter.count();
      REQUIRE(done);
    }
  }
  REQUIRE(made == 0);
  REQUIRE(with_blocks > 3);
  REQUIRE(with_blocks < 18);
}

}  // namespace portolan
