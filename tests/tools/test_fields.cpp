// SPDX-License-Identifier: BSL-1.0
// Worlds of any size, tile by tile (`portolan make field-...`), and raw bytes as maps of the command.
#include "make/fields.hpp"
#include "make/make_world.hpp"
#include "make/random.hpp"
#include "make/value_noise.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "support/random_world.hpp"
#include "tools/command_support.hpp"

#include <algorithm>
#include <vector>

using namespace portolan;
using test::CommandFolder;
using test::Json;
using test::Ran;
using test::require_bad_input;
using test::run;
using test::slurp;

namespace {

constexpr FieldKind kAll[] = {FieldKind::caves, FieldKind::noise, FieldKind::city, FieldKind::islands};

std::vector<TerrainId> painted(FieldKind kind, std::uint64_t seed, std::int32_t width, std::int32_t first_row,
                               std::int32_t rows, unsigned threads = 1) {
  std::vector<TerrainId> tiles(static_cast<std::size_t>(width) * static_cast<std::size_t>(rows), TerrainId{77});
  paint_field(kind, seed, width, first_row, tiles, threads);
  return tiles;
}

std::uint64_t hash_of(const std::vector<TerrainId>& tiles) {
  return hash_bytes(std::as_bytes(std::span(tiles)));
}

}  // namespace

TEST_CASE("a row of value noise is what its tiles are one by one") {
  test::Rng rng(5);
  for (int i = 0; i < 300; ++i) {
    const auto bits = static_cast<std::int32_t>(1 + rng.next() % 11);
    const auto octaves = static_cast<std::int32_t>(1 + rng.next() % static_cast<unsigned>(std::min(bits, 8)));
    const generators::ValueNoise noise(rng.next(), bits, octaves);
    const auto x = static_cast<std::int32_t>(rng.next() % 5000) - 20;
    const auto y = static_cast<std::int32_t>(rng.next() % 5000) - 20;
    std::vector<std::int32_t> row(1 + rng.next() % 150);
    noise.row(x, y, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] != noise.at(x + static_cast<std::int32_t>(k), y)) FAIL(bits << " " << octaves << " " << x << "," << y);
    }
  }
}

TEST_CASE("fields: a tile depends on its place and the seed alone") {
  for (const FieldKind kind : kAll) {
    const auto whole = painted(kind, 9, 300, 0, 400);
    CHECK(whole == painted(kind, 9, 300, 0, 400, 3));
    CHECK(whole != painted(kind, 10, 300, 0, 400));
    const auto part = painted(kind, 9, 170, 133, 150);
    std::size_t different = 0;
    for (std::size_t y = 0; y < 150; ++y) {
      for (std::size_t x = 0; x < 170; ++x) different += part[y * 170 + x] != whole[(y + 133) * 300 + x];
    }
    CHECK(different == 0);
    CHECK(painted(kind, 9, 1, 7, 1).front() == whole[7 * 300]);
  }
}

TEST_CASE("fields: each terrain occurs, and enough can be walked on") {
  for (const FieldKind kind : kAll) {
    const auto palette = field_palette(kind);
    const auto tiles = painted(kind, 1, 2048, 0, 1024, 2);
    std::vector<std::size_t> count(256);
    for (const TerrainId id : tiles) ++count[id];
    std::size_t open = 0;
    for (std::size_t id = 0; id < palette.size(); ++id) {
      INFO(palette[id].name);
      CHECK(count[id] > tiles.size() / 500);
      if (palette[id].default_cost != 0) open += count[id];
    }
    CHECK(std::all_of(count.begin() + static_cast<std::ptrdiff_t>(palette.size()), count.end(),
                      [](std::size_t n) { return n == 0; }));
    CHECK(open > tiles.size() * 3 / 10);
    CHECK(open < tiles.size() * 9 / 10);
  }
}

TEST_CASE("fields: noise is that of the worlds which are made whole") {
  const auto world = make_world({.kind = WorldKind::noise, .width = 300, .height = 280, .seed = 4});
  REQUIRE(world);
  const auto tiles = painted(FieldKind::noise, 4, 300, 0, 280);
  std::size_t different = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    different += (world->palette()[world->tiles()[i]].default_cost == 0) != (tiles[i] == 1);
  }
  CHECK(different == 0);
}

TEST_CASE("fields: the bytes stay what they are") {
  const std::uint64_t expected[] = {0x277570e67067bbfb, 0x70e17b3ca9f454a7, 0x44998cf5ca277c7f, 0xbf197a6dd2cc199d};
  for (std::size_t i = 0; i < std::size(kAll); ++i) CHECK(hash_of(painted(kAll[i], 3, 257, 64, 200)) == expected[i]);
}

TEST_CASE("portolan make: fields are raw bytes that build, check and info take") {
  const CommandFolder folder;
  for (const char* const kind : {"caves", "noise", "city", "islands"}) {
    const std::string made = std::string("make field-") + kind + " --size 96x80 --seed 2 -o " + folder / "w.raw";
    REQUIRE(run(folder, made).code == 0);
    const std::string bytes = slurp((folder.path() / "w.raw").string());
    const std::string text = slurp((folder.path() / "w.raw.json").string());
    REQUIRE(bytes.size() == 96 * 80);
    CHECK(run(folder, made + " --threads 2").code == 0);
    CHECK(slurp((folder.path() / "w.raw").string()) == bytes);
    const Ran built = run(folder, "build " + folder / "w.raw" + " -o " + folder / "w.pnav" + " --json");
    INFO(built.err);
    REQUIRE(built.code == 0);
    const Json report = Json::parse(built.out);
    CHECK(report["source"]["format"] == "raw");
    CHECK(report["width"] == 96);
    CHECK(report["height"] == 80);
    CHECK(run(folder, "check " + folder / "w.pnav" + " --against " + folder / "w.raw").code == 0);
    const Ran checked = run(folder, "check " + folder / "w.raw");
    CHECK(checked.code == 0);
    CHECK(checked.out.find("w.raw: raw, 96 x 80 tiles") != std::string::npos);
  }
}

TEST_CASE("portolan make: fields that cannot be made leave nothing behind") {
  const CommandFolder folder;
  require_bad_input(run(folder, "make field-caves --size 9x9 -o " + folder / "w.map"), "expected X.raw");
  require_bad_input(run(folder, "make field-caves --size 9 -o " + folder / "w.raw"), "expected WxH");
  require_bad_input(run(folder, "make field-caves --size 0x9 -o " + folder / "w.raw"), "--size 0x9");
  require_bad_input(run(folder, "make field-caves --size 1048577x1 -o " + folder / "w.raw"), "from 1 to 1048576");
  require_bad_input(run(folder, "make field-mud --size 9x9 -o " + folder / "w.raw"), "field-islands");
  require_bad_input(run(folder, "make field-city --size 9x9 -o " + folder / "none/w.raw"), "w.raw");
  CHECK(folder.entries() == 0);
}

TEST_CASE("raw maps: profiles, floors and rules of make") {
  const CommandFolder folder;
  folder.write("w.raw", std::string(12, '\0'));
  folder.write("w.raw.json", R"({"width": 4, "height": 3, "palette": ["grass", "lava"]})");
  folder.write("u.raw", std::string(12, '\1'));
  folder.write("u.raw.json", R"({"width": 4, "height": 3, "palette": ["grass", "lava"]})");
  folder.write("p.json", R"({"name": "newt", "terrain": {"grass": 2, "lava": 3}})");
  const Ran built =
      run(folder, "build " + folder / "w.raw" + " " + folder / "u.raw" + " --profile " + folder / "p.json" + " -o " +
                      folder / "w.pnav" + " --json --depfile " + folder / "w.d");
  INFO(built.err);
  REQUIRE(built.code == 0);
  CHECK(Json::parse(built.out)["floors"] == 2);
  CHECK(Json::parse(built.out)["profiles"][0]["name"] == "newt");
  const std::string rule = slurp((folder.path() / "w.d").string());
  for (const char* const name : {"w.raw", "w.raw.json", "u.raw", "u.raw.json", "p.json"}) {
    CHECK(rule.find((folder.path() / name).string() + (name == std::string("w.raw.json") ? "\n" : " ")) !=
          std::string::npos);
  }
  require_bad_input(run(folder, "build " + folder / "w.raw" + " -o " + folder / "w.raw"), "was read");
  CHECK(slurp((folder.path() / "w.raw").string()) == std::string(12, '\0'));
}

TEST_CASE("raw maps: bad files are refused with their place, by build and check") {
  const CommandFolder folder;
  folder.write("w.raw", std::string_view("\0\1\0\1", 4));
  for (const std::string& command :
       {"check " + folder / "w.raw", "build " + folder / "w.raw" + " -o " + folder / "w.pnav"}) {
    folder.write("w.raw.json", R"({"width": 2, "height": 2, "palette": ["grass"]})");
    require_bad_input(run(folder, command), "tile 1,0 is of terrain 1");
    folder.write("w.raw.json", R"({"width": 3, "height": 2, "palette": ["grass"]})");
    require_bad_input(run(folder, command), "4 bytes, where w.raw.json says width 3 and height 2");
    folder.write("w.raw.json", "{\"width\": 2, \"height\": 2,\n\"tiles\": [], \"palette\": [\"grass\"]}");
    require_bad_input(run(folder, command), "w.raw.json:2: tiles: unknown key");
    std::filesystem::remove(folder.path() / "w.raw.json");
    require_bad_input(run(folder, command), "there is none");
    require_bad_input(run(folder, command + " --legend x"), "no legend applies");
  }
  CHECK_FALSE(std::filesystem::exists(folder.path() / "w.pnav"));
}
