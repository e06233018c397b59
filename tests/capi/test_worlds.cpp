// SPDX-License-Identifier: BSL-1.0
// Worlds in the C interface: what they say of themselves, how long they live, and files that are none.
#include "capi/capi_worlds.hpp"
#include "portolan/portolan.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <fstream>
#include <numbers>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("a world in C says what the world says") {
  const OneOfEach one;
  const World& world = one.built.world();
  auto info = sized<portolan_world_info>();
  REQUIRE(portolan_world_get_info(one.map.get(), &info) == PORTOLAN_OK);
  CHECK(info.width == 150);
  CHECK(info.height == 90);
  CHECK(info.profile_count == 2);
  CHECK(info.terrain_count == world.palette().size());
  CHECK(info.node_count == 0);
  std::array<char, 100> text{'x'};
  CHECK(portolan_world_verify(one.map.get(), text.data(), text.size()) == PORTOLAN_OK);
  CHECK(text[0] == '\0');
  for (std::uint32_t i = 0; i < 2; ++i) {
    auto profile = sized<portolan_profile_info>();
    REQUIRE(portolan_world_get_profile(one.map.get(), i, &profile) == PORTOLAN_OK);
    const ProfileView& wanted = world.profiles()[i];
    CHECK(profile.metric == i);
    CHECK(profile.neighbours == 8);
    CHECK(profile.footprint == wanted.rules.footprint);
    CHECK(profile.island_count == wanted.island_count);
    CHECK(profile.passable == wanted.passable);
    CHECK(profile.tiles_per_unit == wanted.tiles_per_unit());
    CHECK(profile.diagonal == std::numbers::sqrt2);
    std::size_t count = 0;
    REQUIRE(portolan_world_profile_name(one.map.get(), i, text.data(), text.size(), &count) == PORTOLAN_OK);
    CHECK(std::string(text.data(), count) == wanted.name);
    std::uint32_t number = 9;
    REQUIRE(portolan_world_find_profile(one.map.get(), text.data(), &number) == PORTOLAN_OK);
    CHECK(number == i);
  }
  for (std::uint32_t i = 0; i < info.terrain_count; ++i) {
    REQUIRE(portolan_world_terrain_name(one.map.get(), i, text.data(), text.size(), nullptr) == PORTOLAN_OK);
    CHECK(text.data() == world.palette()[i].name);
    std::uint8_t terrain = 255;
    REQUIRE(portolan_world_find_terrain(one.map.get(), text.data(), &terrain) == PORTOLAN_OK);
    CHECK(terrain == i);
  }
}

TEST_CASE("files cut short or damaged are refused in C, or found by verify, with a message") {
  const BuiltWorld built = map_world(1);
  const TemporaryFolder folder;
  const std::string bytes(reinterpret_cast<const char*>(built.bytes().data()), built.bytes().size());
  std::array<char, 400> text{};
  WorldHandle world;
  for (std::size_t size = 0; size < bytes.size(); size = size < 200 ? size + 1 : size * 3 / 2) {
    const std::string path = folder.write("cut.pnav", bytes.substr(0, size));
    const portolan_error error = portolan_world_open(path.c_str(), world.address(), text.data(), text.size());
    CHECK((error == PORTOLAN_ERROR_CORRUPT || error == PORTOLAN_ERROR_UNSUPPORTED));
    CHECK_THAT(text.data(), Catch::Contains("cut.pnav"));
    CHECK(world.get() == nullptr);
    CHECK(portolan_world_open_memory(bytes.data(), size, world.address(), text.data(), text.size()) == error);
    CHECK(text[0] != '\0');
  }
  const std::string path = folder.write("whole.pnav", bytes);
  REQUIRE(portolan_world_open(path.c_str(), world.address(), text.data(), text.size()) == PORTOLAN_OK);
  CHECK(text[0] == '\0');
  REQUIRE(portolan_world_close(world.address()) == PORTOLAN_OK);

  // Copied, it does not see what the file becomes.
  REQUIRE(portolan_world_open_as(path.c_str(), PORTOLAN_FILE_COPIED, world.address(), text.data(), text.size()) ==
          PORTOLAN_OK);
  folder.write("whole.pnav", "");
  CHECK(portolan_world_verify(world.get(), text.data(), text.size()) == PORTOLAN_OK);
  REQUIRE(portolan_world_close(world.address()) == PORTOLAN_OK);

  std::string damaged = bytes;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x10);
  REQUIRE(portolan_world_open_memory(damaged.data(), damaged.size(), world.address(), nullptr, 0) == PORTOLAN_OK);
  CHECK(portolan_world_verify(world.get(), text.data(), text.size()) == PORTOLAN_ERROR_CORRUPT);
  const std::string whole = text.data();
  CHECK(whole.size() > 10);
  // As much of the message as fits.
  for (std::size_t size = 1; size < whole.size() + 3; ++size) {
    text.fill('x');
    CHECK(portolan_world_verify(world.get(), text.data(), size) == PORTOLAN_ERROR_CORRUPT);
    CHECK(text.data() == whole.substr(0, size - 1));
  }
}

TEST_CASE("messages in C are never cut through a character") {
  std::array<char, 100> text{};
  WorldHandle world;
  for (std::size_t size = 1; size < 12; ++size) {
    REQUIRE(portolan_world_open("\u00e4\u20ac\U0001F5FA", world.address(), text.data(), size) == PORTOLAN_ERROR_IO);
    const std::string part = text.data();
    CHECK((part.empty() || part == "\u00e4" || part == "\u00e4\u20ac" || part.starts_with("\u00e4\u20ac\U0001F5FA")));
    CHECK(part.size() < size);
  }
}

TEST_CASE("memory that a world in C was opened from is not needed afterwards, nor aligned") {
  const BuiltWorld built = map_world(1);
  std::vector<std::byte> shifted(built.bytes().size() + 1);
  std::copy(built.bytes().begin(), built.bytes().end(), shifted.begin() + 1);
  WorldHandle world;
  open_bytes(std::span(shifted).subspan(1), world);
  shifted.clear();
  shifted.shrink_to_fit();
  CHECK(portolan_world_verify(world.get(), nullptr, 0) == PORTOLAN_OK);
}

}  // namespace portolan::test
