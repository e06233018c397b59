// SPDX-License-Identifier: BSL-1.0
// Generated worlds: always the same, never empty, mostly connected; and the bundled ones that come from the generators.
#include "make/make_world.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/movingai_map.hpp"
#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/maps/profile_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;

namespace {

constexpr auto kKinds = {WorldKind::caves,   WorldKind::rooms, WorldKind::maze,
                         WorldKind::islands, WorldKind::city,  WorldKind::noise};

const std::string kWorlds = std::string(PORTOLAN_SOURCE) + "/worlds/";

TileMap make(WorldKind kind, std::int32_t width, std::int32_t height, std::uint64_t seed) {
  auto map = make_world({kind, width, height, seed});
  REQUIRE(map);
  return *std::move(map);
}

std::vector<bool> open_tiles(const TileMap& map) {
  std::vector<bool> open;
  for (const TerrainId id : map.tiles()) open.push_back(map.palette()[id].default_cost > 0);
  return open;
}

/// Tiles of the largest part that steps to the 8 neighbours connect, diagonal ones only between two open tiles.
std::int64_t largest_part(const TileMap& map) {
  std::vector<bool> left = open_tiles(map);
  const std::vector<bool> open = left;
  const auto index = [&](Tile t) {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(map.width()) + static_cast<std::size_t>(t.x);
  };
  const auto is_open = [&](Tile t) { return map.bounds().contains(t) && open[index(t)]; };
  std::int64_t largest = 0;
  std::vector<Tile> stack;
  for (std::int32_t start = 0; start < map.width() * map.height(); ++start) {
    if (!left[static_cast<std::size_t>(start)]) continue;
    std::int64_t size = 0;
    left[static_cast<std::size_t>(start)] = false;
    stack.push_back({start % map.width(), start / map.width()});
    while (!stack.empty()) {
      const Tile t = stack.back();
      stack.pop_back();
      ++size;
      for (std::int32_t dy = -1; dy <= 1; ++dy) {
        for (std::int32_t dx = -1; dx <= 1; ++dx) {
          const Tile n{t.x + dx, t.y + dy};
          if (!is_open(n) || !is_open({t.x + dx, t.y}) || !is_open({t.x, t.y + dy}) || !left[index(n)]) continue;
          left[index(n)] = false;
          stack.push_back(n);
        }
      }
    }
    largest = std::max(largest, size);
  }
  return largest;
}

std::int64_t count_open(const TileMap& map) {
  const std::vector<bool> open = open_tiles(map);
  return std::count(open.begin(), open.end(), true);
}

/// Hash of the letters, so that the order of the palette counts only through them.
std::uint64_t hash_of(const TileMap& map) {
  const auto text = write_movingai(map);
  REQUIRE(text);
  return hash_bytes(std::as_bytes(std::span(*text)));
}

std::string read(const std::string& name) {
  auto text = read_file(kWorlds + name);
  REQUIRE(text);
  return *std::move(text);
}

}  // namespace

TEST_CASE("the same recipe gives the same world everywhere") {
  CHECK(hash_of(make(WorldKind::caves, 200, 150, 1)) == 0xb24f0a25c37fb960U);
  CHECK(hash_of(make(WorldKind::rooms, 200, 150, 1)) == 0xe413822a576e20a5U);
  CHECK(hash_of(make(WorldKind::maze, 200, 150, 1)) == 0xda511be7f2eed072U);
  CHECK(hash_of(make(WorldKind::islands, 200, 150, 1)) == 0x5160a652aed0e291U);
  CHECK(hash_of(make(WorldKind::city, 200, 150, 1)) == 0xcdcc3a541d816f9dU);
  CHECK(hash_of(make(WorldKind::noise, 200, 150, 1)) == 0xbc1cbf115c420273U);
}

TEST_CASE("another seed gives another world") {
  for (const WorldKind kind : kKinds) {
    CAPTURE(to_string(kind));
    const TileMap map = make(kind, 96, 96, 7);
    CHECK(hash_of(map) == hash_of(make(kind, 96, 96, 7)));
    CHECK(hash_of(map) != hash_of(make(kind, 96, 96, 8)));
  }
}

TEST_CASE("worlds are neither empty nor full, and mostly one part") {
  struct Band {
    WorldKind kind;
    std::int64_t least;  // percent of the tiles that are passable
    std::int64_t most;
    std::int64_t connected;  // percent of the passable tiles in the largest part, at least
  };
  const Band bands[] = {{WorldKind::caves, 35, 75, 99}, {WorldKind::rooms, 75, 95, 100},
                        {WorldKind::maze, 45, 85, 100}, {WorldKind::islands, 20, 75, 95},
                        {WorldKind::city, 40, 65, 98},  {WorldKind::noise, 60, 90, 90}};
  for (const auto& [kind, least, most, connected] : bands) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      CAPTURE(to_string(kind), seed);
      const TileMap map = make(kind, 384, 320, seed);
      const std::int64_t tiles = 384 * 320;
      const std::int64_t open = count_open(map);
      CHECK(open * 100 >= tiles * least);
      CHECK(open * 100 <= tiles * most);
      CHECK(largest_part(map) * 100 >= open * connected);
    }
  }
}

TEST_CASE("palettes hold the letters that occur, by character code, with the costs of the Moving AI format") {
  for (const WorldKind kind : kKinds) {
    CAPTURE(to_string(kind));
    const TileMap map = make(kind, 150, 150, 3);
    const auto text = write_movingai(map);
    REQUIRE(text);
    const auto read_back = parse_movingai(*text, "made");
    REQUIRE(read_back);
    CHECK(std::equal(map.palette().begin(), map.palette().end(), read_back->palette().begin(),
                     read_back->palette().end()));
    CHECK(std::equal(map.tiles().begin(), map.tiles().end(), read_back->tiles().begin(), read_back->tiles().end()));
  }
}

TEST_CASE("every size can be made") {
  const Tile sizes[] = {{1, 1}, {2, 1}, {1, 300}, {300, 1}, {3, 3},   {4, 9},
                        {5, 5}, {6, 7}, {8, 8},   {16, 17}, {5, 200}, {33, 64}};
  for (const WorldKind kind : kKinds) {
    for (const Tile size : sizes) {
      CAPTURE(to_string(kind), size.x, size.y);
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const TileMap map = make(kind, size.x, size.y, seed);
        CHECK(map.width() == size.x);
        CHECK(map.height() == size.y);
        CHECK(count_open(map) > 0);
      }
    }
  }
}

TEST_CASE("sizes out of range are errors") {
  for (const WorldKind kind : kKinds) {
    for (const Tile size :
         {Tile{0, 5}, Tile{5, 0}, Tile{-1, 5}, Tile{kMaxSide + 1, 1}, Tile{kMaxSide, kMaxSide}, Tile{16384, 16385}}) {
      const auto map = make_world({kind, size.x, size.y, 1});
      REQUIRE_FALSE(map);
      CHECK(map.error().code == ErrorCode::limit);
      CHECK(map.error().message.find(std::to_string(size.x) + "x" + std::to_string(size.y)) != std::string::npos);
    }
  }
}

TEST_CASE("kinds have names") {
  for (const WorldKind kind : kKinds) CHECK(parse_world_kind(to_string(kind)) == kind);
  CHECK_FALSE(parse_world_kind("").has_value());
  CHECK_FALSE(parse_world_kind("Caves").has_value());
}

TEST_CASE("bundled worlds are what their README says") {
  CHECK(read("harbour.map") == *write_movingai(make(WorldKind::city, 256, 192, 3)));
  CHECK(read("archipelago.map") == *write_movingai(make(WorldKind::islands, 320, 288, 10)));

  const auto legend = ColourLegend::parse(read("harbourtown.legend"), "harbourtown.legend");
  REQUIRE(legend);
  const std::string picture = read("harbourtown.png");
  const auto town = decode_png(std::as_bytes(std::span(picture)), &*legend, "harbourtown.png");
  REQUIRE(town);
  const TileMap made = make(WorldKind::city, 160, 128, 14);
  REQUIRE(town->bounds() == made.bounds());
  std::int64_t different = 0;
  for (std::size_t i = 0; i < made.tiles().size(); ++i) {
    const std::string& letter = made.palette()[made.tiles()[i]].name;
    const std::string& name = town->palette()[town->tiles()[i]].name;
    const std::string_view expected = letter == "."   ? "street"
                                      : letter == "G" ? "grass"
                                      : letter == "@" ? "house"
                                      : letter == "T" ? "tree"
                                                      : "water";
    different += name != expected;
  }
  CHECK(different == 0);
}

TEST_CASE("the bundled keep and profiles can be read") {
  const auto keep = parse_ascii(read("keep.txt"), "keep.txt");
  REQUIRE(keep);
  CHECK(keep->width() == 72);
  CHECK(keep->height() == 44);
  CHECK(largest_part(*keep) == count_open(*keep));
  const auto profiles = parse_profiles(read("archipelago.profiles.json"), "archipelago.profiles.json");
  REQUIRE(profiles);
  REQUIRE(profiles->size() >= 2);
  CHECK((*profiles)[0].name == "walker");
  CHECK((*profiles)[1].name == "cart");
  CHECK((*profiles)[1].footprint == 2);
}
