// SPDX-License-Identifier: BSL-1.0
// Overlays in C as bytes and files: those of Overlay, on the world that they were made on and on others; and tiles of a
// rectangle at once.
#include "capi/capi_worlds.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace portolan {
namespace {

using test::OneOfEach;
using test::OverlayHandle;
using test::Rng;

std::vector<std::uint8_t> bytes_of(const portolan_overlay* overlay) {
  std::size_t count = 0;
  REQUIRE(portolan_overlay_bytes(overlay, nullptr, 0, &count) == PORTOLAN_OK);
  std::vector<std::uint8_t> bytes(count);
  REQUIRE(portolan_overlay_bytes(overlay, bytes.data(), bytes.size(), nullptr) == PORTOLAN_OK);
  return bytes;
}

std::vector<std::uint8_t> bytes_of(const Overlay& overlay) {
  std::vector<std::uint8_t> bytes;
  for (const std::byte byte : overlay.bytes()) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

/// The same edits in C and in C++.
void edit(Rng& rng, const OneOfEach& one, portolan_overlay* overlay, Overlay& own) {
  for (int edits = rng.between(1, 5); edits != 0; --edits) {
    const Tile min{rng.below(140), rng.below(80)};
    const Tile max{min.x + rng.between(1, 10), min.y + rng.between(1, 10)};
    const auto terrain =
        static_cast<std::uint8_t>(rng.below(static_cast<std::int32_t>(one.built.world().palette().size())));
    REQUIRE(portolan_overlay_set_terrain(overlay, {{min.x, min.y}, {max.x, max.y}}, terrain) == PORTOLAN_OK);
    REQUIRE(own.set_terrain({min, max}, terrain).has_value());
  }
}

}  // namespace

TEST_CASE("overlays in C are saved as those of C++, and read back the same") {
  const OneOfEach one;
  const test::TemporaryFolder folder;
  const std::string path = folder.path() / "edits";
  Rng rng(31);
  std::array<char, 200> text{};
  for (int round = 0; round < 20; ++round) {
    OverlayHandle overlay;
    OverlayHandle read;
    OverlayHandle loaded;
    for (OverlayHandle* made : {&overlay, &read, &loaded}) {
      REQUIRE(portolan_overlay_create(one.map.get(), made->address()) == PORTOLAN_OK);
    }
    Overlay own(one.built.world());
    edit(rng, one, overlay.get(), own);
    const std::vector<std::uint8_t> bytes = bytes_of(overlay.get());
    REQUIRE(bytes == bytes_of(own));

    // What was in the way before is gone.
    REQUIRE(portolan_overlay_set_terrain(read.get(), {{0, 0}, {50, 50}}, 0) == PORTOLAN_OK);
    text[0] = 'x';
    REQUIRE(portolan_overlay_read(read.get(), bytes.data(), bytes.size(), text.data(), text.size()) == PORTOLAN_OK);
    REQUIRE(text[0] == '\0');
    REQUIRE(bytes_of(read.get()) == bytes);

    REQUIRE(portolan_overlay_save(overlay.get(), path.c_str(), text.data(), text.size()) == PORTOLAN_OK);
    std::ifstream file(path, std::ios::binary);
    REQUIRE(std::vector<std::uint8_t>(std::istreambuf_iterator<char>(file), {}) == bytes);
    REQUIRE(portolan_overlay_load(loaded.get(), path.c_str(), text.data(), text.size()) == PORTOLAN_OK);
    REQUIRE(bytes_of(loaded.get()) == bytes);
    const auto back = Overlay::load(one.built.world(), path);
    REQUIRE(back.has_value());
    REQUIRE(bytes_of(*back) == bytes);
  }
}

TEST_CASE("bytes of overlays in C are checked, and a refusal changes nothing") {
  const OneOfEach one;
  const test::TemporaryFolder folder;
  Overlay own(one.built.world());
  Rng rng(32);
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(one.map.get(), overlay.address()) == PORTOLAN_OK);
  edit(rng, one, overlay.get(), own);
  const std::vector<std::uint8_t> bytes = bytes_of(overlay.get());
  std::array<char, 200> text{};
  const auto read = [&](portolan_overlay* into, std::span<const std::uint8_t> from) {
    return portolan_overlay_read(into, from.data(), from.size(), text.data(), text.size());
  };
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE(read(overlay.get(), std::span(bytes).first(size)) == PORTOLAN_ERROR_CORRUPT);
    REQUIRE(text[0] != '\0');
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<std::uint8_t> changed = bytes;
    changed[i] ^= 0x40;
    const portolan_error error = read(overlay.get(), changed);
    CAPTURE(i, text.data());
    REQUIRE((error == PORTOLAN_ERROR_CORRUPT || error == PORTOLAN_ERROR_UNSUPPORTED ||
             error == PORTOLAN_ERROR_OTHER_WORLD));
  }
  REQUIRE(bytes_of(overlay.get()) == bytes);
  const std::vector<std::uint8_t> other = bytes_of(one.linked_overlay.get());
  REQUIRE(read(one.linked_overlay.get(), bytes) == PORTOLAN_ERROR_OTHER_WORLD);
  REQUIRE(bytes_of(one.linked_overlay.get()) == other);

  const std::string absent = folder.path() / "absent";
  const auto load = [&](const char* path) {
    return portolan_overlay_load(overlay.get(), path, text.data(), text.size());
  };
  CHECK(load(absent.c_str()) == PORTOLAN_ERROR_IO);
  CHECK_THAT(text.data(), Catch::Contains("absent"));
  CHECK(load(folder.write("cut", "portolan").c_str()) == PORTOLAN_ERROR_CORRUPT);
  CHECK_THAT(text.data(), Catch::Contains("cut"));
  const std::string nowhere = folder.path() / "no folder" / "edits";
  CHECK(portolan_overlay_save(overlay.get(), nowhere.c_str(), text.data(), text.size()) == PORTOLAN_ERROR_IO);
  CHECK_THAT(text.data(), Catch::Contains("no folder"));
  CHECK(bytes_of(overlay.get()) == bytes);

  auto* const wrong = test::as<portolan_overlay>(one.query.get());
  std::size_t count = 0;
  std::vector<std::uint8_t> room(bytes.size() - 1);
  CHECK(portolan_overlay_bytes(nullptr, nullptr, 0, &count) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_overlay_bytes(wrong, nullptr, 0, &count) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_overlay_bytes(overlay.get(), nullptr, 1, &count) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_overlay_bytes(overlay.get(), room.data(), room.size(), &count) == PORTOLAN_ERROR_BUFFER);
  CHECK(count == bytes.size());
  CHECK(read(nullptr, bytes) == PORTOLAN_ERROR_NULL);
  CHECK(read(wrong, bytes) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_overlay_read(overlay.get(), nullptr, 1, nullptr, 0) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_overlay_read(overlay.get(), bytes.data(), bytes.size(), nullptr, 1) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_overlay_save(wrong, absent.c_str(), nullptr, 0) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_overlay_save(overlay.get(), nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_overlay_load(wrong, absent.c_str(), nullptr, 0) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_overlay_load(overlay.get(), nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_overlay_load(overlay.get(), absent.c_str(), nullptr, 1) == PORTOLAN_ERROR_NULL);
}

TEST_CASE("tiles of a rectangle in C are those of the overlay, row by row") {
  const OneOfEach one;
  Overlay own(one.built.world());
  Rng rng(33);
  edit(rng, one, one.overlay.get(), own);
  std::vector<std::uint8_t> tiles(150 * 90);
  for (int round = 0; round < 50; ++round) {
    const Tile min{rng.below(150), rng.below(90)};
    const Rect area{min, {rng.between(min.x + 1, 150), rng.between(min.y + 1, 90)}};
    std::size_t count = 0;
    REQUIRE(portolan_overlay_get_tiles(one.overlay.get(), {{min.x, min.y}, {area.max.x, area.max.y}}, tiles.data(),
                                       tiles.size(), &count) == PORTOLAN_OK);
    REQUIRE(std::vector<std::uint8_t>(tiles.begin(), tiles.begin() + static_cast<std::ptrdiff_t>(count)) ==
            own.copy_terrain(area));
  }
  const auto get = [&](portolan_rect area, std::size_t capacity) {
    return portolan_overlay_get_tiles(one.overlay.get(), area, tiles.data(), capacity, nullptr);
  };
  CHECK(get({{0, 0}, {150, 90}}, 150 * 90) == PORTOLAN_OK);
  CHECK(get({{0, 0}, {150, 90}}, 150 * 90 - 1) == PORTOLAN_ERROR_BUFFER);
  for (const portolan_rect area :
       {portolan_rect{{0, 0}, {0, 0}}, portolan_rect{{0, 0}, {151, 1}}, portolan_rect{{-1, 0}, {1, 1}},
        portolan_rect{{5, 5}, {4, 6}}, portolan_rect{{INT32_MAX, 0}, {INT32_MIN, 1}}}) {
    CHECK(get(area, tiles.size()) == PORTOLAN_ERROR_RANGE);
  }
  const portolan_rect one_tile{{0, 0}, {1, 1}};
  CHECK(portolan_overlay_get_tiles(nullptr, one_tile, tiles.data(), 1, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_overlay_get_tiles(test::as<portolan_overlay>(one.query.get()), one_tile, tiles.data(), 1, nullptr) ==
        PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_overlay_get_tiles(one.overlay.get(), one_tile, nullptr, 1, nullptr) == PORTOLAN_ERROR_NULL);
}

TEST_CASE("the nearest tiles in C are those of the query, with edits too") {
  const OneOfEach one;
  PathQuery own(one.built.world(), 0);
  Rng rng(34);
  int moved = 0;
  int none = 0;
  for (int round = 0; round < 2; ++round) {
    for (int question = 0; question < 100; ++question) {
      const Tile wanted{rng.between(-5, 155), rng.between(-5, 95)};
      const Tile from{rng.below(150), rng.below(90)};
      portolan_tile tile{-9, -9};
      REQUIRE(portolan_query_nearest_tile(one.query.get(), test::c_tile(wanted), &tile) == PORTOLAN_OK);
      REQUIRE(test::own(tile) == own.nearest_tile(wanted));
      moved += test::own(tile) == wanted ? 0 : 1;
      const portolan_error error =
          portolan_query_nearest_reachable(one.query.get(), test::c_tile(from), test::c_tile(wanted), &tile);
      const auto reached = own.nearest_tile(wanted, from);
      REQUIRE(error == (reached ? PORTOLAN_OK : PORTOLAN_ERROR_NOT_FOUND));
      if (reached) REQUIRE(test::own(tile) == *reached);
      none += reached ? 0 : 1;
    }
    auto edits = std::make_shared<Overlay>(one.built.world());
    edit(rng, one, one.overlay.get(), *edits);
    REQUIRE(portolan_query_use(one.query.get(), one.overlay.get()) == PORTOLAN_OK);
    own.use(edits);
  }
  CHECK(moved > 20);
  CHECK(none > 20);
  portolan_tile tile{};
  auto* const wrong = test::as<portolan_query>(one.overlay.get());
  CHECK(portolan_query_nearest_tile(nullptr, {0, 0}, &tile) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_query_nearest_tile(wrong, {0, 0}, &tile) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_query_nearest_tile(one.query.get(), {0, 0}, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_query_nearest_reachable(nullptr, {0, 0}, {0, 0}, &tile) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_query_nearest_reachable(wrong, {0, 0}, {0, 0}, &tile) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_query_nearest_reachable(one.query.get(), {0, 0}, {0, 0}, nullptr) == PORTOLAN_ERROR_NULL);
}

}  // namespace portolan
