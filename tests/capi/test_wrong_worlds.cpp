// SPDX-License-Identifier: BSL-1.0
// Every function of the C interface on worlds, their paths and costs with what it must refuse: NULL, handles of another
// kind, wrong sizes and values. A refusal changes nothing.
#include "capi/capi_worlds.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr portolan_rect kArea{{1, 1}, {3, 2}};
constexpr std::uint32_t kNone = 0xFFFF'FFFF;
constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

}  // namespace

TEST_CASE("worlds refuse wrong input") {
  const OneOfEach one;
  portolan_world* world = one.map.get();
  auto* const wrong = as<portolan_world>(one.query.get());
  std::array<char, 300> text{};
  std::size_t count = 7;
  std::uint32_t number = 7;
  std::uint8_t terrain = 7;

  SECTION("open") {
    CHECK(portolan_world_open("x", nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_open(nullptr, &world, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(world == nullptr);
    CHECK(portolan_world_open("x", &world, nullptr, 9) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_open("", &world, text.data(), text.size()) == PORTOLAN_ERROR_IO);
    CHECK(portolan_world_open("no such file", &world, text.data(), text.size()) == PORTOLAN_ERROR_IO);
    CHECK_THAT(text.data(), Catch::Contains("no such file"));
    CHECK(portolan_world_open("/", &world, nullptr, 0) == PORTOLAN_ERROR_IO);
    CHECK(world == nullptr);
    for (const portolan_file_access access : {PORTOLAN_FILE_MAPPED, PORTOLAN_FILE_COPIED}) {
      CHECK(portolan_world_open_as("x", access, nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
      CHECK(portolan_world_open_as(nullptr, access, &world, nullptr, 0) == PORTOLAN_ERROR_NULL);
      CHECK(portolan_world_open_as("no such file", access, &world, nullptr, 0) == PORTOLAN_ERROR_IO);
    }
    // A message is ended whatever is wrong.
    text.fill('x');
    CHECK(portolan_world_open_as("x", PORTOLAN_FILE_COPIED + 1, &world, text.data(), text.size()) ==
          PORTOLAN_ERROR_VALUE);
    CHECK(text[0] == '\0');
    text.fill('x');
    CHECK(portolan_world_open(nullptr, &world, text.data(), text.size()) == PORTOLAN_ERROR_NULL);
    CHECK(text[0] == '\0');
    text.fill('x');
    CHECK(portolan_world_open("x", nullptr, text.data(), text.size()) == PORTOLAN_ERROR_NULL);
    CHECK(text[0] == '\0');
    CHECK(world == nullptr);
  }
  SECTION("open_memory") {
    const auto bytes = one.built.bytes();
    CHECK(portolan_world_open_memory(bytes.data(), bytes.size(), nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_open_memory(nullptr, 100, &world, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_open_memory(bytes.data(), bytes.size(), &world, nullptr, 9) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_open_memory(nullptr, 0, &world, text.data(), text.size()) != PORTOLAN_OK);
    CHECK(text[0] != '\0');
    CHECK(world == nullptr);
  }
  SECTION("close") {
    world = nullptr;
    CHECK(portolan_world_close(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_close(&world) == PORTOLAN_OK);
    auto* other = as<portolan_world>(one.overlay.get());
    CHECK(portolan_world_close(&other) == PORTOLAN_ERROR_HANDLE);
    CHECK(other != nullptr);
  }
  SECTION("verify") {
    CHECK(portolan_world_verify(nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_verify(wrong, nullptr, 0) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_world_verify(world, nullptr, 1) == PORTOLAN_ERROR_NULL);
  }
  SECTION("get_info") {
    auto info = sized<portolan_world_info>();
    CHECK(portolan_world_get_info(nullptr, &info) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_get_info(wrong, &info) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_world_get_info(world, nullptr) == PORTOLAN_ERROR_NULL);
    for (const std::uint32_t size : {0U, 4U, static_cast<std::uint32_t>(sizeof(info)) + 4, kNone}) {
      info.struct_size = size;
      CHECK(portolan_world_get_info(world, &info) == PORTOLAN_ERROR_STRUCT_SIZE);
    }
    CHECK(info.width == 0);
  }
  SECTION("get_profile") {
    auto info = sized<portolan_profile_info>();
    CHECK(portolan_world_get_profile(nullptr, 0, &info) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_get_profile(wrong, 0, &info) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_world_get_profile(world, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_get_profile(world, 2, &info) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_world_get_profile(world, kNone, &info) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_world_get_profile(one.board.get(), 0, &info) == PORTOLAN_ERROR_RANGE);
    info.struct_size = 0;
    CHECK(portolan_world_get_profile(world, 0, &info) == PORTOLAN_ERROR_STRUCT_SIZE);
  }
  SECTION("names") {
    for (auto* const name : {portolan_world_profile_name, portolan_world_terrain_name}) {
      CHECK(name(nullptr, 0, text.data(), text.size(), &count) == PORTOLAN_ERROR_NULL);
      CHECK(name(wrong, 0, text.data(), text.size(), &count) == PORTOLAN_ERROR_HANDLE);
      CHECK(name(world, 0, nullptr, 5, &count) == PORTOLAN_ERROR_NULL);
      CHECK(name(world, kNone, text.data(), text.size(), &count) == PORTOLAN_ERROR_RANGE);
      CHECK(name(one.board.get(), 0, text.data(), text.size(), &count) == PORTOLAN_ERROR_RANGE);
      CHECK(count == 7);
      CHECK(name(world, 0, text.data(), 1, &count) == PORTOLAN_ERROR_BUFFER);
      CHECK(name(world, 0, text.data(), count, nullptr) == PORTOLAN_ERROR_BUFFER);
      CHECK(text[0] == '\0');
      CHECK(name(world, 0, text.data(), count + 1, nullptr) == PORTOLAN_OK);
      CHECK(std::string(text.data()).size() == count);
      text = {};
      count = 7;
    }
  }
  SECTION("find_profile") {
    CHECK(portolan_world_find_profile(nullptr, "walker", &number) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_find_profile(wrong, "walker", &number) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_world_find_profile(world, nullptr, &number) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_find_profile(world, "walker", nullptr) == PORTOLAN_ERROR_NULL);
    for (const char* name : {"", "walke", "walkers", "\xFF"}) {
      CHECK(portolan_world_find_profile(world, name, &number) == PORTOLAN_ERROR_NOT_FOUND);
    }
    CHECK(number == 7);
  }
  SECTION("find_terrain") {
    CHECK(portolan_world_find_terrain(nullptr, "wall", &terrain) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_find_terrain(wrong, "wall", &terrain) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_world_find_terrain(world, nullptr, &terrain) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_find_terrain(world, "wall", nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_world_find_terrain(world, "lava", &terrain) == PORTOLAN_ERROR_NOT_FOUND);
    CHECK(terrain == 7);
  }
}

TEST_CASE("links refuse wrong input") {
  const OneOfEach one;
  auto* const wrong = as<portolan_world>(one.query.get());
  const portolan_world* world = one.linked.get();
  std::array<char, 300> text{};
  std::size_t count = 7;
  auto link = sized<portolan_link>();
  CHECK(portolan_world_get_link(nullptr, 0, &link) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_world_get_link(wrong, 0, &link) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_world_get_link(world, 0, nullptr) == PORTOLAN_ERROR_NULL);
  for (const std::uint32_t number : {5U, kNone}) {
    CHECK(portolan_world_get_link(world, number, &link) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_world_link_name(world, number, text.data(), text.size(), &count) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_overlay_close_link(one.linked_overlay.get(), number) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_overlay_open_link(one.linked_overlay.get(), number) == PORTOLAN_ERROR_RANGE);
  }
  CHECK(portolan_world_get_link(one.board.get(), 0, &link) == PORTOLAN_ERROR_RANGE);
  CHECK(link.cost == 0);
  link.struct_size = 4;
  CHECK(portolan_world_get_link(world, 0, &link) == PORTOLAN_ERROR_STRUCT_SIZE);
  CHECK(portolan_world_link_name(nullptr, 0, text.data(), text.size(), &count) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_world_link_name(wrong, 0, text.data(), text.size(), &count) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_world_link_name(world, 0, nullptr, 5, &count) == PORTOLAN_ERROR_NULL);
  CHECK(count == 7);
  CHECK(portolan_world_link_name(world, 0, text.data(), 6, &count) == PORTOLAN_ERROR_BUFFER);
  CHECK(count == 6);
  for (auto* const change : {portolan_overlay_close_link, portolan_overlay_open_link}) {
    CHECK(change(nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(change(as<portolan_overlay>(one.query.get()), 0) == PORTOLAN_ERROR_HANDLE);
    CHECK(change(one.overlay.get(), 0) == PORTOLAN_ERROR_RANGE);
  }
  // Rows 23 to 25 lie on two floors.
  CHECK(portolan_overlay_set_terrain(one.linked_overlay.get(), {{1, 23}, {2, 26}}, 0) == PORTOLAN_ERROR_RANGE);
}

TEST_CASE("overlays refuse wrong input") {
  const OneOfEach one;
  portolan_overlay* const overlay = one.overlay.get();
  auto* const wrong = as<portolan_overlay>(one.map.get());
  portolan_overlay* made = overlay;
  const std::array<std::uint8_t, 2> tiles{0, 0};
  std::uint8_t terrain = 7;

  SECTION("create") {
    CHECK(portolan_overlay_create(one.map.get(), nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_create(nullptr, &made) == PORTOLAN_ERROR_NULL);
    CHECK(made == nullptr);
    CHECK(portolan_overlay_create(as<portolan_world>(overlay), &made) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_overlay_create(one.board.get(), &made) == PORTOLAN_ERROR_MISSING);
    CHECK(made == nullptr);
  }
  SECTION("copy") {
    CHECK(portolan_overlay_copy(overlay, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_copy(nullptr, &made) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_copy(wrong, &made) == PORTOLAN_ERROR_HANDLE);
    CHECK(made == nullptr);
  }
  SECTION("destroy") {
    made = nullptr;
    CHECK(portolan_overlay_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_destroy(&made) == PORTOLAN_OK);
    made = wrong;
    CHECK(portolan_overlay_destroy(&made) == PORTOLAN_ERROR_HANDLE);
    CHECK(made == wrong);
  }
  SECTION("edits") {
    CHECK(portolan_overlay_set_terrain(nullptr, kArea, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_set_terrain(wrong, kArea, 0) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_overlay_set_terrain(overlay, kArea, 200) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_overlay_set_tiles(nullptr, kArea, tiles.data(), 2) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_set_tiles(wrong, kArea, tiles.data(), 2) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_overlay_set_tiles(overlay, kArea, nullptr, 2) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_set_tiles(overlay, kArea, tiles.data(), 1) == PORTOLAN_ERROR_VALUE);
    CHECK(portolan_overlay_set_tiles(overlay, kArea, nullptr, 0) == PORTOLAN_ERROR_VALUE);
    const std::array<std::uint8_t, 2> unknown{0, 255};
    CHECK(portolan_overlay_set_tiles(overlay, kArea, unknown.data(), 2) == PORTOLAN_ERROR_RANGE);
    const std::array<std::uint8_t, 2> notches{0, 1};
    CHECK(portolan_overlay_raise(nullptr, kArea, notches.data(), 2) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_raise(wrong, kArea, notches.data(), 2) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_overlay_raise(overlay, kArea, nullptr, 2) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_raise(overlay, kArea, nullptr, 0) == PORTOLAN_ERROR_VALUE);
    CHECK(portolan_overlay_raise(overlay, kArea, notches.data(), 2) == PORTOLAN_ERROR_RANGE);  // no notches here
    CHECK(portolan_overlay_revert(nullptr, kArea) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_revert(wrong, kArea) == PORTOLAN_ERROR_HANDLE);
    for (const portolan_rect area :
         {portolan_rect{{1, 1}, {1, 2}}, portolan_rect{{3, 1}, {1, 2}}, portolan_rect{{-1, 0}, {2, 2}},
          portolan_rect{{149, 89}, {151, 90}}, portolan_rect{{kLeast, kLeast}, {kMost, kMost}},
          portolan_rect{{kMost, kMost}, {kLeast, kLeast}}}) {
      CHECK(portolan_overlay_set_terrain(overlay, area, 0) == PORTOLAN_ERROR_RANGE);
      CHECK(portolan_overlay_set_tiles(overlay, area, tiles.data(), 2) == PORTOLAN_ERROR_RANGE);
      CHECK(portolan_overlay_revert(overlay, area) == PORTOLAN_ERROR_RANGE);
    }
    std::size_t left = 7;
    CHECK(portolan_overlay_refresh(overlay, 9, &left) == PORTOLAN_OK);
    CHECK(left == 0);  // nothing was edited
  }
  SECTION("refresh") {
    std::size_t left = 7;
    CHECK(portolan_overlay_refresh(nullptr, 1, &left) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_refresh(wrong, 1, &left) == PORTOLAN_ERROR_HANDLE);
    CHECK(left == 7);
    CHECK(portolan_overlay_refresh(overlay, 1, nullptr) == PORTOLAN_OK);
    const std::array<std::size_t, 2> numbers{0, ~std::size_t{0}};
    CHECK(portolan_overlay_refresh_regions(nullptr, 0, numbers.data(), 2, &left) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_refresh_regions(wrong, 0, numbers.data(), 2, &left) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_overlay_refresh_regions(overlay, 0, nullptr, 2, &left) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_refresh_regions(overlay, 99, numbers.data(), 2, &left) == PORTOLAN_ERROR_RANGE);
    CHECK(left == 7);
    CHECK(portolan_overlay_refresh_regions(overlay, 0, numbers.data(), 2, &left) == PORTOLAN_OK);
    CHECK(left == 0);
    CHECK(portolan_overlay_refresh_regions(overlay, 0, nullptr, 0, nullptr) == PORTOLAN_OK);
    CHECK(portolan_query_opened_regions(nullptr, nullptr, 0, &left) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_query_opened_regions(one.query.get(), nullptr, 0, &left) == PORTOLAN_OK);
  }
  SECTION("adopt") {
    std::size_t left = 7;
    CHECK(portolan_overlay_adopt(nullptr, overlay, &left) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_adopt(overlay, nullptr, &left) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_adopt(wrong, overlay, &left) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_overlay_adopt(overlay, wrong, &left) == PORTOLAN_ERROR_HANDLE);
    WorldHandle twin;
    OverlayHandle other;
    open_bytes(one.built.bytes(), twin);
    REQUIRE(portolan_overlay_create(twin.get(), other.address()) == PORTOLAN_OK);
    CHECK(portolan_overlay_adopt(overlay, other.get(), &left) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(left == 7);
    CHECK(portolan_overlay_adopt(overlay, overlay, nullptr) == PORTOLAN_OK);
  }
  SECTION("get_terrain") {
    CHECK(portolan_overlay_get_terrain(nullptr, {0, 0}, &terrain) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_overlay_get_terrain(wrong, {0, 0}, &terrain) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_overlay_get_terrain(overlay, {0, 0}, nullptr) == PORTOLAN_ERROR_NULL);
    for (const portolan_tile tile :
         {portolan_tile{-1, 0}, portolan_tile{150, 0}, portolan_tile{0, 90}, portolan_tile{kLeast, kMost}}) {
      CHECK(portolan_overlay_get_terrain(overlay, tile, &terrain) == PORTOLAN_ERROR_RANGE);
    }
    CHECK(terrain == 7);
  }
}

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

TEST_CASE("texts of codes, known or not, are never NULL") {
  for (int code = -2; code < 300; ++code) {
    CHECK((std::string(portolan_error_text(code)) != "unknown") == (code >= 0 && code <= PORTOLAN_ERROR_SIZES));
    if (code < 0 || code > 255) continue;
    const auto small = static_cast<std::uint8_t>(code);
    CHECK((std::string(portolan_status_text(small)) != "unknown") == (code <= PORTOLAN_STATUS_BUSY));
    CHECK((std::string(portolan_why_text(small)) != "unknown") == (code <= PORTOLAN_WHY_OUT_OF_RANGE));
    CHECK((std::string(portolan_tier_text(small)) != "unknown") == (code <= PORTOLAN_TIER_JUMP));
  }
  CHECK(std::string(portolan_status_text(PORTOLAN_STATUS_OUT_OF_BUDGET)) == "out_of_budget");
  CHECK(std::string(portolan_version()) == "0.1.0");
}

}  // namespace portolan::test
