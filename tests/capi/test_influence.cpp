// SPDX-License-Identifier: BSL-1.0
// Notches and threats in C: the same tiles as those of Influence, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/world/influence.hpp"
#include "support/ascii.hpp"

#include <array>
#include <cstdint>

namespace portolan {
namespace {

using test::open_bytes;
using test::OverlayHandle;
using test::sized;
using test::WorldHandle;

using InfluenceHandle = test::Handle<portolan_influence, portolan_influence_destroy>;

test::BuiltWorld raised_world() {
  return {test::ascii_map("............\n....#.......\n....#.......\n............\n"), MovementProfile{.notch = 5000}};
}

}  // namespace

TEST_CASE("threats in C raise the same tiles") {
  const test::BuiltWorld built = raised_world();
  WorldHandle world;
  open_bytes(built.bytes(), world);
  auto info = sized<portolan_world_info>();
  REQUIRE(portolan_world_get_info(world.get(), &info) == PORTOLAN_OK);
  CHECK(info.notch_count == built.world().notches());
  const TerrainSet opaque = impassable_terrains(built.world().profiles()[0].rules);
  const std::uint8_t wall = built.world().terrain()[{4, 1}];
  InfluenceHandle influence;
  REQUIRE(portolan_influence_create(world.get(), &wall, 1, influence.address()) == PORTOLAN_OK);
  Influence wanted(built.world(), TerrainSet().set(wall));
  REQUIRE(opaque[wall]);
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(world.get(), overlay.address()) == PORTOLAN_OK);
  Overlay own(built.world());
  const auto same = [&] {
    std::size_t tiles = 7;
    REQUIRE(portolan_influence_apply(influence.get(), overlay.get(), &tiles) == PORTOLAN_OK);
    CHECK(tiles == wanted.apply(own));
    for (std::int32_t y = 0; y < info.height; ++y) {
      for (std::int32_t x = 0; x < info.width; ++x) {
        std::uint8_t notch = 99;
        REQUIRE(portolan_overlay_get_notches(overlay.get(), {x, y}, &notch) == PORTOLAN_OK);
        if (notch != own.notches({x, y})) return false;
      }
    }
    return true;
  };
  auto threat = sized<portolan_threat>();
  threat.at = {3, 1};
  threat.radius = 5;
  threat.notches = 9;
  threat.falloff = PORTOLAN_FALLOFF_LINEAR;
  threat.felt = PORTOLAN_FELT_IN_SIGHT;
  threat.fades = 2;
  std::uint32_t id = 9;
  REQUIRE(portolan_influence_add(influence.get(), &threat, &id) == PORTOLAN_OK);
  const auto number = wanted.add(
      {.at = {3, 1}, .radius = 5, .notches = 9, .falloff = Falloff::linear, .felt = Felt::in_sight, .fades = 2});
  REQUIRE(number.has_value());
  CHECK(id == *number);
  CHECK(same());
  REQUIRE(portolan_influence_move(influence.get(), id, {6, 2}) == PORTOLAN_OK);
  REQUIRE(wanted.move(*number, {6, 2}).has_value());
  CHECK(same());
  for (int i = 0; i < 3; ++i) {
    REQUIRE(portolan_influence_tick(influence.get()) == PORTOLAN_OK);
    wanted.tick();
  }
  CHECK(same());
  const std::uint8_t open = built.world().terrain()[{0, 0}];
  REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{4, 1}, {5, 3}}, open) == PORTOLAN_OK);
  REQUIRE(own.set_terrain({{4, 1}, {5, 3}}, open).has_value());
  REQUIRE(portolan_influence_look_again(influence.get(), {{4, 1}, {5, 3}}) == PORTOLAN_OK);
  wanted.look_again({{4, 1}, {5, 3}});
  CHECK(same());
  REQUIRE(portolan_influence_remove(influence.get(), id) == PORTOLAN_OK);
  REQUIRE(wanted.remove(*number).has_value());
  CHECK(same());
  CHECK(own.notches({6, 2}) == 0);
  REQUIRE(portolan_overlay_raise(overlay.get(), {{0, 0}, {2, 1}}, std::array<std::uint8_t, 2>{3, 15}.data(), 2) ==
          PORTOLAN_OK);
  std::uint8_t notch = 0;
  REQUIRE(portolan_overlay_get_notches(overlay.get(), {1, 0}, &notch) == PORTOLAN_OK);
  CHECK(notch == 15);
  const std::uint8_t all = 4;
  REQUIRE(portolan_overlay_raise(overlay.get(), {{0, 0}, {12, 4}}, &all, 1) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_get_notches(overlay.get(), {1, 0}, &notch) == PORTOLAN_OK);
  CHECK(notch == 4);
}

TEST_CASE("threats and notches in C refuse wrong input") {
  const test::BuiltWorld built = raised_world();
  WorldHandle world;
  WorldHandle another;
  open_bytes(built.bytes(), world);
  open_bytes(built.bytes(), another);
  InfluenceHandle influence;
  CHECK(portolan_influence_create(world.get(), nullptr, 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_influence_create(nullptr, nullptr, 0, influence.address()) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_influence_create(world.get(), nullptr, 1, influence.address()) == PORTOLAN_ERROR_NULL);
  REQUIRE(portolan_influence_create(world.get(), nullptr, 0, influence.address()) == PORTOLAN_OK);
  std::uint32_t id = 9;
  auto threat = sized<portolan_threat>();
  const auto add = [&] { return portolan_influence_add(influence.get(), &threat, &id); };
  CHECK(add() == PORTOLAN_ERROR_RANGE);
  threat.notches = 16;
  CHECK(add() == PORTOLAN_ERROR_RANGE);
  threat.notches = 1;
  threat.at = {12, 0};
  CHECK(add() == PORTOLAN_ERROR_RANGE);
  threat.at = {0, 0};
  threat.radius = 65;
  CHECK(add() == PORTOLAN_ERROR_RANGE);
  threat.radius = 1;
  threat.felt = 2;
  CHECK(add() == PORTOLAN_ERROR_VALUE);
  threat.felt = 0;
  threat.falloff = 2;
  CHECK(add() == PORTOLAN_ERROR_VALUE);
  threat.falloff = 0;
  threat.struct_size = 3;
  CHECK(add() == PORTOLAN_ERROR_STRUCT_SIZE);
  threat = sized<portolan_threat>();
  threat.notches = 1;
  CHECK(portolan_influence_add(influence.get(), nullptr, &id) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_influence_add(influence.get(), &threat, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_influence_move(influence.get(), 0, {0, 0}) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_influence_remove(influence.get(), 0) == PORTOLAN_ERROR_RANGE);
  CHECK(id == 9);
  CHECK(add() == PORTOLAN_OK);
  CHECK(portolan_influence_move(influence.get(), id, {0, 4}) == PORTOLAN_ERROR_RANGE);
  OverlayHandle elsewhere;
  REQUIRE(portolan_overlay_create(another.get(), elsewhere.address()) == PORTOLAN_OK);
  CHECK(portolan_influence_apply(influence.get(), elsewhere.get(), nullptr) == PORTOLAN_ERROR_OTHER_WORLD);
  CHECK(portolan_influence_apply(influence.get(), nullptr, nullptr) == PORTOLAN_ERROR_NULL);
  for (const auto error : {portolan_influence_tick(nullptr), portolan_influence_look_again(nullptr, {})}) {
    CHECK(error == PORTOLAN_ERROR_NULL);
  }
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(world.get(), overlay.address()) == PORTOLAN_OK);
  std::uint8_t notch = 16;
  CHECK(portolan_overlay_raise(overlay.get(), {{0, 0}, {2, 2}}, &notch, 1) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_overlay_raise(overlay.get(), {{0, 0}, {13, 2}}, &notch, 1) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_overlay_raise(overlay.get(), {{0, 0}, {2, 2}}, &notch, 3) == PORTOLAN_ERROR_VALUE);
  CHECK(portolan_overlay_get_notches(overlay.get(), {12, 0}, &notch) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_overlay_get_notches(overlay.get(), {0, 0}, nullptr) == PORTOLAN_ERROR_NULL);
}

}  // namespace portolan
