// SPDX-License-Identifier: BSL-1.0
// Every function of the C interface on worlds, links and overlays with what it must refuse: NULL, handles of another
// kind, wrong sizes and values. A refusal changes nothing.
#include "capi/capi_worlds.hpp"

#include <array>
#include <cstdint>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr portolan_rect kArea{{1, 1}, {3, 2}};

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
