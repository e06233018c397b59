// SPDX-License-Identifier: BSL-1.0
// Veils in C: what they show is what Veil shows, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/offline/blank_map.hpp"
#include "portolan/world/veil.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::OverlayHandle;
using test::WorldHandle;

using VeilHandle = test::Handle<portolan_veil, portolan_veil_destroy>;

TileMap caves() {
  test::Rng rng(8);
  return test::random_map(
      rng, {.character = test::Character::caves, .weights = test::Weights::small, .width = 90, .height = 70});
}

TileMap blank_caves() {
  auto blank = blank_map(caves(), {"unknown", 9 * kCostScale});
  REQUIRE(blank.has_value());
  return std::move(*blank);
}

std::vector<std::uint8_t> bytes_of(const portolan_veil* veil) {
  std::size_t size = 0;
  REQUIRE(portolan_veil_bytes(veil, nullptr, 0, &size) == PORTOLAN_OK);
  std::vector<std::uint8_t> bytes(size);
  REQUIRE(portolan_veil_bytes(veil, bytes.data(), bytes.size(), &size) == PORTOLAN_OK);
  return bytes;
}

std::vector<std::uint8_t> bytes_of(const Veil& veil) {
  std::vector<std::uint8_t> bytes;
  for (const std::byte b : veil.overlay().bytes()) bytes.push_back(static_cast<std::uint8_t>(b));
  return bytes;
}

/// The caves, and as who knows nothing of them has them.
struct Caves {
  test::BuiltWorld built{caves(), MovementProfile{}};
  test::BuiltWorld dark{blank_caves(), MovementProfile{}};
  WorldHandle truth;
  WorldHandle blank;

  Caves() {
    open_bytes(built.bytes(), truth);
    open_bytes(dark.bytes(), blank);
  }
};

}  // namespace

TEST_CASE("veils in C are those of Veil") {
  const Caves both;
  const auto& [built, dark, truth, blank] = both;
  VeilHandle made;
  std::array<char, 100> message{};
  REQUIRE(portolan_veil_create(truth.get(), blank.get(), "unknown", made.address(), message.data(), message.size()) ==
          PORTOLAN_OK);
  auto wanted = Veil::make(built.world(), dark.world(), "unknown");
  REQUIRE(wanted.has_value());
  CHECK(bytes_of(made.get()) == bytes_of(*wanted));

  OverlayHandle edits;
  REQUIRE(portolan_overlay_create(truth.get(), edits.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(edits.get(), {{30, 30}, {40, 34}}, 1) == PORTOLAN_OK);
  Overlay own(built.world());
  REQUIRE(own.set_terrain({{30, 30}, {40, 34}}, 1).has_value());
  std::array<std::uint8_t, 255> opaque{};
  std::size_t opaque_count = 0;
  REQUIRE(portolan_world_impassable_terrains(truth.get(), 0, opaque.data(), opaque.size(), &opaque_count) ==
          PORTOLAN_OK);
  const TerrainSet hides = impassable_terrains(built.world().profiles()[0].rules);
  for (std::size_t i = 0; i < built.world().palette().size(); ++i) {
    CHECK(hides[i] == (std::count(opaque.begin(), opaque.begin() + static_cast<std::ptrdiff_t>(opaque_count), i) == 1));
  }
  auto revealed = test::sized<portolan_revealed>();
  const auto same = [&](const Result<Revealed>& right) {
    REQUIRE(right.has_value());
    CHECK(revealed.tiles == right->tiles);
    CHECK(revealed.fresh == right->fresh);
    CHECK(revealed.links == right->links);
    CHECK(revealed.area.min.x == right->area.min.x);
    CHECK(revealed.area.max.y == right->area.max.y);
    CHECK(bytes_of(made.get()) == bytes_of(*wanted));
  };
  REQUIRE(portolan_veil_reveal(made.get(), nullptr, {{2, 3}, {33, 40}}, &revealed) == PORTOLAN_OK);
  same(wanted->reveal(Overlay(built.world()), {{2, 3}, {33, 40}}));
  REQUIRE(portolan_veil_reveal_disc(made.get(), edits.get(), {35, 33}, 9, &revealed) == PORTOLAN_OK);
  same(wanted->reveal_disc(own, {35, 33}, 9));
  REQUIRE(portolan_veil_reveal_sight(made.get(), edits.get(), {50, 40}, 12, opaque.data(), opaque_count, &revealed) ==
          PORTOLAN_OK);
  same(wanted->reveal_sight(own, {50, 40}, 12, hides));
  const auto saved = bytes_of(made.get());
  REQUIRE(portolan_veil_forget(made.get(), {{5, 5}, {12, 20}}) == PORTOLAN_OK);
  REQUIRE(wanted->forget({{5, 5}, {12, 20}}).has_value());
  CHECK(bytes_of(made.get()) == bytes_of(*wanted));
  std::size_t tiles = 0;
  REQUIRE(portolan_veil_known_tiles(made.get(), &tiles) == PORTOLAN_OK);
  CHECK(tiles == wanted->known_tiles());
  std::uint8_t known = 2;
  for (const portolan_tile t : {portolan_tile{6, 6}, portolan_tile{2, 3}, portolan_tile{89, 69}}) {
    REQUIRE(portolan_veil_is_known(made.get(), t, &known) == PORTOLAN_OK);
    CHECK((known == 1) == wanted->known({t.x, t.y}));
  }
  std::size_t left = 1;
  REQUIRE(portolan_veil_refresh(made.get(), SIZE_MAX, &left) == PORTOLAN_OK);
  CHECK(left == wanted->refresh());

  OverlayHandle shown;
  REQUIRE(portolan_veil_overlay(made.get(), shown.address()) == PORTOLAN_OK);
  test::QueryHandle query;
  REQUIRE(portolan_query_create(blank.get(), 0, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
  CHECK(portolan_query_use(query.get(), shown.get()) == PORTOLAN_OK);
  for (std::int32_t y = 0; y < 70; ++y) {
    for (std::int32_t x = 0; x < 90; ++x) {
      std::uint8_t terrain = 0;
      REQUIRE(portolan_overlay_get_terrain(shown.get(), {x, y}, &terrain) == PORTOLAN_OK);
      REQUIRE(terrain == wanted->overlay().terrain({x, y}));
    }
  }
  REQUIRE(portolan_veil_read(made.get(), saved.data(), saved.size()) == PORTOLAN_OK);
  CHECK(bytes_of(made.get()) == saved);
}

TEST_CASE("veils in C refuse wrong input") {
  const Caves both;
  const auto& [built, dark, truth, blank] = both;
  VeilHandle made;
  std::array<char, 100> message{};
  const auto create = [&](const portolan_world* one, const portolan_world* other, const char* unknown) {
    return portolan_veil_create(one, other, unknown, made.address(), message.data(), message.size());
  };
  CHECK(portolan_veil_create(truth.get(), blank.get(), "unknown", nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
  CHECK(create(nullptr, blank.get(), "unknown") == PORTOLAN_ERROR_NULL);
  CHECK(create(truth.get(), nullptr, "unknown") == PORTOLAN_ERROR_NULL);
  CHECK(create(truth.get(), blank.get(), nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(create(truth.get(), blank.get(), "dark") == PORTOLAN_ERROR_RANGE);
  CHECK(std::string(message.data()) == "veil: the blank world has no terrain 'dark'");
  CHECK(create(blank.get(), blank.get(), "unknown") == PORTOLAN_ERROR_RANGE);
  CHECK(made.get() == nullptr);
  REQUIRE(create(truth.get(), blank.get(), "unknown") == PORTOLAN_OK);
  CHECK(std::string(message.data()).empty());

  const auto before = bytes_of(made.get());
  OverlayHandle other;
  REQUIRE(portolan_overlay_create(blank.get(), other.address()) == PORTOLAN_OK);
  auto revealed = test::sized<portolan_revealed>();
  CHECK(portolan_veil_reveal(made.get(), other.get(), {{0, 0}, {1, 1}}, &revealed) == PORTOLAN_ERROR_OTHER_WORLD);
  CHECK(portolan_veil_reveal(made.get(), nullptr, {{0, 0}, {0, 1}}, &revealed) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_veil_reveal(nullptr, nullptr, {{0, 0}, {1, 1}}, &revealed) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_veil_reveal_disc(made.get(), nullptr, {90, 0}, 3, &revealed) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_veil_reveal_disc(made.get(), nullptr, {0, 0}, -1, &revealed) == PORTOLAN_ERROR_VALUE);
  CHECK(portolan_veil_reveal_sight(made.get(), nullptr, {0, 0}, 3, nullptr, 1, &revealed) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_veil_reveal_sight(made.get(), nullptr, {0, 0}, -3, nullptr, 0, &revealed) == PORTOLAN_ERROR_VALUE);
  revealed.struct_size = 3;
  CHECK(portolan_veil_reveal(made.get(), nullptr, {{0, 0}, {1, 1}}, &revealed) == PORTOLAN_ERROR_STRUCT_SIZE);
  CHECK(portolan_veil_forget(made.get(), {{0, 0}, {91, 1}}) == PORTOLAN_ERROR_RANGE);
  std::uint8_t known = 0;
  CHECK(portolan_veil_is_known(made.get(), {0, 70}, &known) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_veil_is_known(made.get(), {0, 0}, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_veil_known_tiles(made.get(), nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_veil_overlay(made.get(), nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_veil_refresh(nullptr, 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_veil_read(made.get(), before.data(), 10) == PORTOLAN_ERROR_CORRUPT);
  const std::vector<std::byte> strange = Overlay(built.world()).bytes();
  CHECK(portolan_veil_read(made.get(), reinterpret_cast<const std::uint8_t*>(strange.data()), strange.size()) ==
        PORTOLAN_ERROR_OTHER_WORLD);
  std::size_t count = 0;
  CHECK(portolan_world_impassable_terrains(truth.get(), 1, nullptr, 0, &count) == PORTOLAN_ERROR_RANGE);
  CHECK(bytes_of(made.get()) == before);
  REQUIRE(portolan_veil_reveal(made.get(), nullptr, {{0, 0}, {1, 1}}, nullptr) == PORTOLAN_OK);
  CHECK(bytes_of(made.get()) != before);
}

}  // namespace portolan
