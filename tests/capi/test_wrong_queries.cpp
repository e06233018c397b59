// SPDX-License-Identifier: BSL-1.0
// Every function of the C interface on queries, what they search with, and batches with what it must refuse: NULL,
// handles of another kind, wrong sizes and values. A refusal changes nothing.
#include "capi/capi_worlds.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include <catch2/catch.hpp>

namespace portolan::test {
TEST_CASE("queries refuse wrong input") {
  const OneOfEach one;
  portolan_query* const query = one.query.get();
  auto* const wrong = as<portolan_query>(one.batch.get());
  portolan_path* const path = one.path.get();
  auto* const no_path = as<portolan_path>(one.batch.get());
  portolan_query* made = query;
  auto result = sized<portolan_path_result>();
  std::size_t count = 7;

  SECTION("create") {
    CHECK(portolan_query_create(one.map.get(), 0, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_create(nullptr, 0, 0, &made) == PORTOLAN_ERROR_NULL);
    CHECK(made == nullptr);
    CHECK(portolan_query_create(as<portolan_world>(query), 0, 0, &made) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_query_create(one.board.get(), 0, 0, &made) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_query_create(one.map.get(), 2, 0, &made) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_query_create(one.map.get(), 0, 2, &made) == PORTOLAN_ERROR_VALUE);
    CHECK(made == nullptr);
  }
  SECTION("destroy") {
    made = nullptr;
    CHECK(portolan_query_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_destroy(&made) == PORTOLAN_OK);
    made = wrong;
    CHECK(portolan_query_destroy(&made) == PORTOLAN_ERROR_HANDLE);
    CHECK(made == wrong);
  }
  SECTION("use") {
    CHECK(portolan_query_use(nullptr, one.overlay.get()) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_use(wrong, one.overlay.get()) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_query_use(query, as<portolan_overlay>(query)) == PORTOLAN_ERROR_HANDLE);
    WorldHandle twin;
    OverlayHandle other;
    open_bytes(one.built.bytes(), twin);
    REQUIRE(portolan_overlay_create(twin.get(), other.address()) == PORTOLAN_OK);
    CHECK(portolan_query_use(query, other.get()) == PORTOLAN_ERROR_OTHER_WORLD);
  }
  SECTION("dead_end") {
    auto dead_end = sized<portolan_dead_end>();
    CHECK(portolan_query_dead_end(nullptr, {0, 0}, &dead_end) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_dead_end(wrong, {0, 0}, &dead_end) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_query_dead_end(query, {0, 0}, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_dead_end(query, {-1, 1 << 30}, &dead_end) == PORTOLAN_OK);
    CHECK(dead_end.number == 0);
    dead_end.struct_size = 1;
    CHECK(portolan_query_dead_end(query, {0, 0}, &dead_end) == PORTOLAN_ERROR_STRUCT_SIZE);
  }
  SECTION("find") {
    auto request = sized<portolan_path_request>();
    CHECK(portolan_query_find(nullptr, &request, path, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_find(wrong, &request, path, &result) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_query_find(query, nullptr, path, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_find(query, &request, path, nullptr) == PORTOLAN_ERROR_NULL);
    request.tier = PORTOLAN_TIER_JUMP + 1;
    CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_ERROR_VALUE);
    request.tier = 0;
    request.ends = 2;
    CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_ERROR_VALUE);
    request.ends = 0;
    request.unpacking = 3;
    CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_ERROR_VALUE);
    request.unpacking = 0;
    request.matrix = 3;
    CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_ERROR_VALUE);
    request.matrix = 0;
    request.ties = 3;
    CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_ERROR_VALUE);
    request.ties = 0;
    result.struct_size -= 8;
    CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
    result.struct_size += 8;
    request.struct_size = 0;
    CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
    request.struct_size = sizeof(request);
    for (const portolan_end_rule ends : {PORTOLAN_ENDS_EXACT, PORTOLAN_ENDS_NEAREST}) {
      for (portolan_tier tier = 0; tier <= PORTOLAN_TIER_JUMP; ++tier) {
        for (const std::int32_t x : {kLeast, -1, 150, kMost}) {
          for (const std::int32_t y : {kLeast, -1, 90, kMost}) {
            request.tier = tier;
            request.ends = ends;
            request.from = {x, y};
            request.to = {y, x};
            CHECK(portolan_query_find(query, &request, path, &result) == PORTOLAN_OK);
            if (ends == PORTOLAN_ENDS_EXACT) CHECK(result.status == PORTOLAN_STATUS_BAD_START);
          }
        }
      }
    }
  }
  SECTION("find_between") {
    auto request = sized<portolan_point_request>();
    CHECK(portolan_query_find_between(nullptr, &request, path, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_find_between(wrong, &request, path, &result) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_query_find_between(query, nullptr, path, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_find_between(query, &request, path, nullptr) == PORTOLAN_ERROR_NULL);
    request.tier = 255;
    CHECK(portolan_query_find_between(query, &request, path, &result) == PORTOLAN_ERROR_VALUE);
    request.tier = 0;
    request.matrix = 3;
    CHECK(portolan_query_find_between(query, &request, path, &result) == PORTOLAN_ERROR_VALUE);
    request.matrix = 0;
    request.struct_size += 8;
    CHECK(portolan_query_find_between(query, &request, path, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
    request.struct_size = sizeof(request);
    QueryHandle scout;
    REQUIRE(portolan_query_create(one.map.get(), 1, 0, scout.address()) == PORTOLAN_OK);
    for (portolan_query* const any : {query, scout.get()}) {
      for (const std::int32_t x : {kLeast, -1, 150 * 256 + 1, kMost}) {
        request.from = {x, 0};
        request.to = {0, x};
        CHECK(portolan_query_find_between(any, &request, path, &result) == PORTOLAN_OK);
        CHECK(result.status == PORTOLAN_STATUS_BAD_START);
      }
    }
  }
  SECTION("path") {
    portolan_path* other = path;
    CHECK(portolan_path_create(query, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_create(nullptr, 0, &other) == PORTOLAN_ERROR_NULL);
    CHECK(other == nullptr);
    CHECK(portolan_path_create(wrong, 0, &other) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_path_create(query, std::uint64_t{1} << 32, &other) == PORTOLAN_ERROR_LIMIT);
    CHECK(portolan_path_create(query, 1, &other) == PORTOLAN_ERROR_VALUE);
    CHECK(other == nullptr);
    CHECK(portolan_path_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_destroy(&other) == PORTOLAN_OK);
    other = no_path;
    CHECK(portolan_path_destroy(&other) == PORTOLAN_ERROR_HANDLE);

    WorldHandle twin;
    QueryHandle twin_query;
    PathHandle twin_path;
    open_bytes(one.built.bytes(), twin);
    REQUIRE(portolan_query_create(twin.get(), 0, 0, twin_query.address()) == PORTOLAN_OK);
    REQUIRE(portolan_path_create(twin_query.get(), 4, twin_path.address()) == PORTOLAN_OK);
    auto request = sized<portolan_path_request>();
    CHECK(portolan_query_find(query, &request, twin_path.get(), &result) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(portolan_query_find(query, &request, no_path, &result) == PORTOLAN_ERROR_HANDLE);
    result.truncated = 7;
    CHECK(portolan_query_find(query, &request, nullptr, &result) == PORTOLAN_OK);
    CHECK(result.truncated == 0);
  }
  SECTION("results") {
    std::array<portolan_tile, 4> tiles{};
    std::array<portolan_point, 4> points{};
    CHECK(portolan_path_waypoints(nullptr, tiles.data(), 4, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_waypoints(no_path, tiles.data(), 4, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_path_waypoints(path, nullptr, 4, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_points(nullptr, points.data(), 4, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_points(no_path, points.data(), 4, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_path_points(path, nullptr, 4, &count) == PORTOLAN_ERROR_NULL);
    CHECK(count == 7);
    CHECK(portolan_path_waypoints(path, tiles.data(), 4, &count) == PORTOLAN_OK);
    CHECK(count == 0);  // nothing has been asked
    CHECK(portolan_path_points(path, nullptr, 0, nullptr) == PORTOLAN_OK);
  }
  SECTION("paths as bytes") {
    std::array<std::uint8_t, 96> bytes{};
    std::uint64_t hash = 0;
    CHECK(portolan_path_bytes(nullptr, bytes.data(), bytes.size(), &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_bytes(no_path, bytes.data(), bytes.size(), &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_path_bytes(path, nullptr, bytes.size(), &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_bytes(path, bytes.data(), bytes.size() - 1, &count) == PORTOLAN_ERROR_BUFFER);
    CHECK(count == bytes.size());
    CHECK(portolan_path_hash(nullptr, &hash) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_hash(no_path, &hash) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_path_hash(path, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_bytes(path, bytes.data(), bytes.size(), nullptr) == PORTOLAN_OK);
    CHECK(portolan_path_read(path, bytes.data(), bytes.size()) == PORTOLAN_OK);
    CHECK(portolan_path_read(nullptr, bytes.data(), bytes.size()) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_read(no_path, bytes.data(), bytes.size()) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_path_read(path, nullptr, bytes.size()) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_path_read(path, bytes.data(), 0) == PORTOLAN_ERROR_CORRUPT);
    bytes[8] = 2;
    CHECK(portolan_path_read(path, bytes.data(), bytes.size()) == PORTOLAN_ERROR_UNSUPPORTED);
  }
}

TEST_CASE("bounded queries refuse wrong input") {
  const OneOfEach one;
  BoundedHandle held;
  REQUIRE(portolan_bounded_create(one.map.get(), 1, held.address()) == PORTOLAN_OK);
  portolan_bounded* const bounded = held.get();
  auto* const wrong = as<portolan_bounded>(one.batch.get());
  portolan_bounded* made = bounded;
  CHECK(portolan_bounded_create(one.map.get(), 1, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_bounded_create(nullptr, 1, &made) == PORTOLAN_ERROR_NULL);
  CHECK(made == nullptr);
  CHECK(portolan_bounded_create(one.board.get(), 0, &made) == PORTOLAN_ERROR_MISSING);
  CHECK(portolan_bounded_create(one.map.get(), 2, &made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_bounded_create(one.map.get(), 0, &made) == PORTOLAN_ERROR_VALUE);
  CHECK(portolan_bounded_destroy(nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_bounded_destroy(&made) == PORTOLAN_OK);
  made = wrong;
  CHECK(portolan_bounded_destroy(&made) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_bounded_use(nullptr, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_bounded_use(bounded, one.linked_overlay.get()) == PORTOLAN_ERROR_OTHER_WORLD);
  portolan_path* path = one.path.get();
  CHECK(portolan_bounded_path_create(bounded, 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_bounded_path_create(nullptr, 0, &path) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_bounded_path_create(bounded, 1, &path) == PORTOLAN_ERROR_VALUE);
  CHECK(portolan_bounded_path_create(bounded, std::uint64_t{1} << 32, &path) == PORTOLAN_ERROR_LIMIT);
  auto request = sized<portolan_bounded_request>();
  auto result = sized<portolan_path_result>();
  CHECK(portolan_bounded_find(nullptr, &request, nullptr, &result) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_bounded_find(wrong, &request, nullptr, &result) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_bounded_find(bounded, nullptr, nullptr, &result) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_bounded_find(bounded, &request, nullptr, nullptr) == PORTOLAN_ERROR_NULL);
  for (const double excess : {-0.1, 0.0019, std::nan("")}) {
    request.excess = excess;
    CHECK(portolan_bounded_find(bounded, &request, nullptr, &result) == PORTOLAN_ERROR_VALUE);
  }
  request.excess = 0;
  request.ends = 2;
  CHECK(portolan_bounded_find(bounded, &request, nullptr, &result) == PORTOLAN_ERROR_VALUE);
  request.ends = PORTOLAN_ENDS_EXACT;
  CHECK(portolan_bounded_find(bounded, &request, nullptr, &result) == PORTOLAN_OK);
  request.struct_size = 1;
  CHECK(portolan_bounded_find(bounded, &request, nullptr, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
}

TEST_CASE("smoothers refuse wrong input") {
  const OneOfEach one;
  SmootherHandle held;
  REQUIRE(portolan_smoother_create(one.map.get(), 0, held.address()) == PORTOLAN_OK);
  portolan_smoother* const smoother = held.get();
  auto* const wrong = as<portolan_smoother>(one.batch.get());
  portolan_smoother* made = smoother;
  CHECK(portolan_smoother_create(one.map.get(), 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_create(nullptr, 0, &made) == PORTOLAN_ERROR_NULL);
  CHECK(made == nullptr);
  CHECK(portolan_smoother_create(one.board.get(), 0, &made) == PORTOLAN_ERROR_MISSING);
  CHECK(portolan_smoother_create(one.map.get(), 2, &made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_smoother_destroy(nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_destroy(&made) == PORTOLAN_OK);
  made = wrong;
  CHECK(portolan_smoother_destroy(&made) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_smoother_use(nullptr, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_use(smoother, one.linked_overlay.get()) == PORTOLAN_ERROR_OTHER_WORLD);
  CHECK(portolan_smoother_add_leg(smoother, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_add_leg(wrong, one.walker.get()) == PORTOLAN_ERROR_HANDLE);
  WalkerHandle stranger;
  REQUIRE(portolan_walker_create(one.linked.get(), 0, stranger.address()) == PORTOLAN_OK);
  CHECK(portolan_smoother_add_leg(smoother, stranger.get()) == PORTOLAN_ERROR_OTHER_WORLD);
  CHECK(portolan_smoother_add_points(smoother, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_add_points(nullptr, one.path.get()) == PORTOLAN_ERROR_NULL);
  auto how = sized<portolan_smoothing>();
  auto smooth = sized<portolan_smooth_path>();
  CHECK(portolan_smoother_finish(nullptr, &how, &smooth) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_finish(smoother, nullptr, &smooth) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_finish(smoother, &how, nullptr) == PORTOLAN_ERROR_NULL);
  for (const std::int32_t length : {kLeast, -1, PORTOLAN_MOST_FIFTHS + 1, kMost}) {
    how.width = length;
    CHECK(portolan_smoother_finish(smoother, &how, &smooth) == PORTOLAN_ERROR_VALUE);
    how.width = 0;
    how.curve = length;
    CHECK(portolan_smoother_finish(smoother, &how, &smooth) == PORTOLAN_ERROR_VALUE);
    how.curve = 0;
  }
  how.struct_size = 0;
  CHECK(portolan_smoother_finish(smoother, &how, &smooth) == PORTOLAN_ERROR_STRUCT_SIZE);
  how.struct_size = sizeof(how);
  CHECK(portolan_smoother_finish(smoother, &how, &smooth) == PORTOLAN_OK);
  CHECK(smooth.point_count == 0);
  std::size_t count = 9;
  CHECK(portolan_smoother_points(smoother, nullptr, 0, &count) == PORTOLAN_OK);
  CHECK(count == 0);
  CHECK(portolan_smoother_points(smoother, nullptr, 4, &count) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_smoother_segments(wrong, nullptr, 0, &count) == PORTOLAN_ERROR_HANDLE);
}

TEST_CASE("walkers refuse wrong input") {
  const OneOfEach one;
  portolan_walker* const walker = one.walker.get();
  portolan_path* const path = one.path.get();
  auto* const wrong = as<portolan_walker>(one.batch.get());
  auto* const no_path = as<portolan_path>(one.batch.get());
  portolan_walker* made = walker;

  SECTION("create and destroy") {
    CHECK(portolan_walker_create(one.map.get(), 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_create(nullptr, 0, &made) == PORTOLAN_ERROR_NULL);
    CHECK(made == nullptr);
    CHECK(portolan_walker_create(as<portolan_world>(walker), 0, &made) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_create(one.board.get(), 0, &made) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_walker_create(one.map.get(), 2, &made) == PORTOLAN_ERROR_RANGE);
    CHECK(made == nullptr);
    CHECK(portolan_walker_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_destroy(&made) == PORTOLAN_OK);
    made = wrong;
    CHECK(portolan_walker_destroy(&made) == PORTOLAN_ERROR_HANDLE);
  }
  SECTION("use") {
    CHECK(portolan_walker_use(nullptr, one.overlay.get()) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_use(wrong, one.overlay.get()) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_use(walker, as<portolan_overlay>(walker)) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_use(walker, one.linked_overlay.get()) == PORTOLAN_ERROR_OTHER_WORLD);
  }
  SECTION("legs") {
    auto leg = sized<portolan_leg>();
    std::array<portolan_tile, 4> tiles{};
    std::size_t count = 7;
    auto validity = sized<portolan_path_validity>();
    CHECK(portolan_walker_next_leg(nullptr, path, &leg) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_next_leg(wrong, path, &leg) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_next_leg(walker, nullptr, &leg) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_next_leg(walker, no_path, &leg) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_next_leg(walker, path, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_tiles(nullptr, tiles.data(), 4, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_tiles(wrong, tiles.data(), 4, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_tiles(walker, nullptr, 4, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_still_valid(nullptr, path, &validity) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_still_valid(wrong, path, &validity) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_still_valid(walker, no_path, &validity) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_still_valid(walker, path, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(count == 7);
    CHECK(portolan_walker_next_leg(walker, path, &leg) == PORTOLAN_OK);
    CHECK(leg.status == PORTOLAN_LEG_DONE);  // nothing has been asked
    CHECK(portolan_walker_tiles(walker, tiles.data(), 4, &count) == PORTOLAN_OK);
    CHECK(count == 0);
    leg.struct_size = 1;
    CHECK(portolan_walker_next_leg(walker, path, &leg) == PORTOLAN_ERROR_STRUCT_SIZE);
    auto counts = sized<portolan_leg_counts>();
    CHECK(portolan_walker_counts(nullptr, &counts) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_walker_counts(wrong, &counts) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_walker_counts(walker, nullptr) == PORTOLAN_ERROR_NULL);
    counts.struct_size = 1;
    CHECK(portolan_walker_counts(walker, &counts) == PORTOLAN_ERROR_STRUCT_SIZE);
  }
  SECTION("paths of others") {
    WalkerHandle scout;
    REQUIRE(portolan_walker_create(one.map.get(), 1, scout.address()) == PORTOLAN_OK);
    WalkerHandle stranger;
    REQUIRE(portolan_walker_create(one.linked.get(), 0, stranger.address()) == PORTOLAN_OK);
    auto request = sized<portolan_path_request>();
    request.to = {149, 89};
    request.ends = PORTOLAN_ENDS_NEAREST;
    auto result = sized<portolan_path_result>();
    REQUIRE(portolan_query_find(one.query.get(), &request, path, &result) == PORTOLAN_OK);
    REQUIRE(result.waypoint_count > 1);
    auto leg = sized<portolan_leg>();
    CHECK(portolan_walker_next_leg(stranger.get(), path, &leg) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(portolan_walker_next_leg(scout.get(), path, &leg) == PORTOLAN_OK);
    CHECK(leg.status == PORTOLAN_LEG_STALE);
  }
}

TEST_CASE("batches refuse wrong input") {
  const OneOfEach one;
  portolan_batch* const batch = one.batch.get();
  auto* const wrong = as<portolan_batch>(one.graph_query.get());
  portolan_batch* made = batch;
  const std::array<portolan_tile, 2> tiles{{{kLeast, kMost}, {kMost, kLeast}}};
  const std::array<portolan_tile_pair, 1> pairs{{{tiles[0], tiles[1]}}};
  std::array<portolan_batch_answer, 4> answers{};
  auto request = sized<portolan_batch_request>();

  SECTION("create") {
    CHECK(portolan_batch_create(one.map.get(), 0, 1, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_batch_create(nullptr, 0, 1, &made) == PORTOLAN_ERROR_NULL);
    CHECK(made == nullptr);
    CHECK(portolan_batch_create(as<portolan_world>(batch), 0, 1, &made) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_batch_create(one.board.get(), 0, 1, &made) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_batch_create(one.map.get(), 2, 1, &made) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_batch_create(one.map.get(), 0, 1025, &made) == PORTOLAN_ERROR_VALUE);
    CHECK(made == nullptr);
  }
  SECTION("destroy") {
    made = nullptr;
    CHECK(portolan_batch_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_batch_destroy(&made) == PORTOLAN_OK);
    made = wrong;
    CHECK(portolan_batch_destroy(&made) == PORTOLAN_ERROR_HANDLE);
    CHECK(made == wrong);
  }
  SECTION("pairs") {
    CHECK(portolan_batch_pairs(nullptr, &request, pairs.data(), 1, answers.data()) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_batch_pairs(wrong, &request, pairs.data(), 1, answers.data()) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_batch_pairs(batch, &request, nullptr, 1, answers.data()) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_batch_pairs(batch, &request, pairs.data(), 1, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_batch_pairs(batch, nullptr, pairs.data(), 1, answers.data()) == PORTOLAN_ERROR_NULL);
    request.ends = 2;
    CHECK(portolan_batch_pairs(batch, &request, pairs.data(), 1, answers.data()) == PORTOLAN_ERROR_VALUE);
    request.ends = PORTOLAN_ENDS_EXACT;
    request.struct_size = 3;
    CHECK(portolan_batch_pairs(batch, &request, pairs.data(), 1, answers.data()) == PORTOLAN_ERROR_STRUCT_SIZE);
    request.struct_size = sizeof(request);
    CHECK(portolan_batch_pairs(batch, &request, nullptr, 0, nullptr) == PORTOLAN_OK);
    CHECK(portolan_batch_pairs(batch, &request, pairs.data(), 1, answers.data()) == PORTOLAN_OK);
    CHECK(answers[0].status == PORTOLAN_STATUS_BAD_START);
  }
  SECTION("table") {
    const auto ask = [&](portolan_batch* handle, const portolan_tile* from, const portolan_tile* to,
                         portolan_batch_answer* out, std::size_t capacity) {
      return portolan_batch_table(handle, &request, from, 2, to, 2, out, capacity);
    };
    CHECK(ask(nullptr, tiles.data(), tiles.data(), answers.data(), 4) == PORTOLAN_ERROR_NULL);
    CHECK(ask(wrong, tiles.data(), tiles.data(), answers.data(), 4) == PORTOLAN_ERROR_HANDLE);
    CHECK(ask(batch, nullptr, tiles.data(), answers.data(), 4) == PORTOLAN_ERROR_NULL);
    CHECK(ask(batch, tiles.data(), nullptr, answers.data(), 4) == PORTOLAN_ERROR_NULL);
    CHECK(ask(batch, tiles.data(), tiles.data(), nullptr, 4) == PORTOLAN_ERROR_NULL);
    CHECK(ask(batch, tiles.data(), tiles.data(), answers.data(), 3) == PORTOLAN_ERROR_SIZES);
    CHECK(ask(batch, tiles.data(), tiles.data(), answers.data(), 5) == PORTOLAN_ERROR_SIZES);
    constexpr std::size_t kHuge = std::size_t{1} << 33;  // its square wraps
    CHECK(portolan_batch_table(batch, &request, tiles.data(), kHuge, tiles.data(), kHuge, answers.data(), 4) ==
          PORTOLAN_ERROR_SIZES);
    CHECK(portolan_batch_table(batch, &request, nullptr, 0, tiles.data(), 2, nullptr, 0) == PORTOLAN_OK);
    CHECK(portolan_batch_table(batch, &request, tiles.data(), 2, nullptr, 0, nullptr, 0) == PORTOLAN_OK);
  }
}

}  // namespace portolan::test
