// SPDX-License-Identifier: BSL-1.0
// Maps as raw bytes with a description beside them.
#include "formats/reader_support.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/raw_map.hpp"

#include <array>
#include <vector>

using namespace portolan;
using test::failure;

namespace {

constexpr std::string_view kPalette =
    R"(["floor", {"name": "rock", "cost": null}, {"name": "swamp", "cost": 2.5, "colour": "#0a0B0c"}])";

std::string description(int width, int height, std::string_view palette = kPalette) {
  return "{\"width\": " + std::to_string(width) + ", \"height\": " + std::to_string(height) +
         ", \"order\": \"rows\",\n\"palette\": " + std::string(palette) + "}";
}

std::string error_of(std::string_view text, ErrorCode code = ErrorCode::syntax) {
  return failure(parse_raw_description(text, "d"), code);
}

std::string error_of_palette(const std::string& palette, ErrorCode code = ErrorCode::syntax) {
  return error_of("{\"width\": 1, \"height\": 1, \"palette\": " + palette + "}", code);
}

}  // namespace

TEST_CASE("raw bytes: sizes, terrains and tiles") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.raw", std::string_view("\0\1\2\2\1\0", 6));
  folder.write("m.raw.json", description(3, 2));
  const auto map = read_map(path);
  REQUIRE(map);
  CHECK(map->width() == 3);
  CHECK(map->height() == 2);
  const std::vector<Terrain> palette = {{"floor", kCostScale}, {"rock", 0}, {"swamp", 25'000, 0x0a0b0c}};
  CHECK(std::vector(map->palette().begin(), map->palette().end()) == palette);
  CHECK(std::vector(map->tiles().begin(), map->tiles().end()) == std::vector<TerrainId>{0, 1, 2, 2, 1, 0});
  CHECK(map->remarks().empty());
}

TEST_CASE("raw bytes: rows come where the caller wants them") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.raw", std::string_view("\0\1\2\2\1\0\1\1", 8));
  folder.write("m.raw.json", description(2, 4));
  const auto raw = RawMap::open(path);
  REQUIRE(raw);
  CHECK(raw->width() == 2);
  CHECK(raw->height() == 4);
  REQUIRE(raw->palette().size() == 3);
  std::array<TerrainId, 8> place;
  place.fill(9);
  REQUIRE(raw->read_rows(1, std::span(place).subspan(2, 4)));
  CHECK(place == std::array<TerrainId, 8>{9, 9, 2, 2, 1, 0, 9, 9});
  REQUIRE(raw->read_rows(3, std::span(place).first(2)));
  CHECK(place == std::array<TerrainId, 8>{1, 1, 2, 2, 1, 0, 9, 9});
}

TEST_CASE("raw bytes: a file that is cut while it is open is noticed") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.raw", std::string(8, '\0'));
  folder.write("m.raw.json", description(2, 4));
  const auto raw = RawMap::open(path);
  REQUIRE(raw);
  folder.write("m.raw", std::string(5, '\0'));
  std::array<TerrainId, 4> rows{};
  CHECK(raw->read_rows(0, rows));
  CHECK(failure(raw->read_rows(2, rows), ErrorCode::io) == path.string() + ": ends at byte 5 by now");
}

TEST_CASE("raw bytes: bands of rows make the whole, and a bad byte in any of them is named by its tile") {
  const test::TemporaryFolder folder;
  constexpr int kWidth = 1000;
  constexpr int kHeight = 9001;
  std::string bytes(std::size_t{kWidth} * kHeight, '\0');
  test::Rng rng(3);
  for (char& byte : bytes) byte = static_cast<char>(rng.next() % 3);
  const auto path = folder.write("m.raw", bytes);
  folder.write("m.raw.json", description(kWidth, kHeight));
  const auto map = read_map(path);
  REQUIRE(map);
  REQUIRE(map->tiles().size() == bytes.size());
  CHECK(hash_bytes(std::as_bytes(map->tiles())) == hash_bytes(std::as_bytes(std::span(bytes))));
  bytes[std::size_t{8000} * kWidth + 17] = 3;
  folder.write("m.raw", bytes);
  CHECK(failure(read_map(path), ErrorCode::syntax) ==
        path.string() + ": tile 17,8000 is of terrain 3, and the palette of m.raw.json ends at 2");
}

TEST_CASE("raw bytes: the hash is of the bytes and of what they mean") {
  const test::TemporaryFolder folder;
  const auto hash = [&](std::string_view bytes, const std::string& text) {
    folder.write("m.raw.json", text);
    const auto read = read_hashed_map(folder.write("m.raw", bytes));
    REQUIRE(read);
    return read->hash;
  };
  const std::uint64_t first = hash("\1\1", description(2, 1));
  CHECK(hash("\1\1", description(2, 1)) == first);
  CHECK(hash("\1\2", description(2, 1)) != first);
  CHECK(hash("\1\1", description(1, 2)) != first);
}

TEST_CASE("raw bytes: files that do not fit each other") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.raw", "123");
  CHECK(failure(read_map(path), ErrorCode::io) ==
        path.string() + ": raw bytes mean what m.raw.json beside them says, and there is none");
  folder.write("m.raw.json", description(2, 2));
  CHECK(failure(read_map(path), ErrorCode::syntax) ==
        path.string() + ": 3 bytes, where m.raw.json says width 2 and height 2, which are 4 tiles, a byte each");
  folder.write("m.raw.json", description(1'048'576, 1'048'576));
  CHECK(failure(read_map(path), ErrorCode::syntax).find("which are 1099511627776 tiles") != std::string::npos);
  folder.write("m.raw.json", description(3, 1));
  CHECK(failure(read_map(path, {.memory = 2}), ErrorCode::limit).starts_with(path.string() + ": "));
  CHECK(failure(read_map(path, {.legend = "l"}), ErrorCode::usage) ==
        path.string() + ": neither a picture nor a Tiled map, so that no legend applies");
  CHECK(failure(parse_map("123", path, {.format = MapFormat::raw}), ErrorCode::unsupported) ==
        path.string() + ": raw bytes are read from their files alone");
  CHECK(failure(read_map(folder.path() / "none.raw"), ErrorCode::io).ends_with("No such file or directory"));
  std::filesystem::create_directory(folder.path() / "d.raw");
  CHECK(failure(read_map(folder.path() / "d.raw"), ErrorCode::io).ends_with("is a folder"));
}

TEST_CASE("raw bytes: a stated format is believed, whatever the name") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.bytes", std::string_view("\0\1", 2));
  folder.write("m.bytes.json", description(2, 1));
  CHECK_FALSE(read_map(path));
  CHECK(read_map(path, {.format = MapFormat::raw}));
  CHECK(failure(read_map(folder.write("x.raw", "type octile\n"), {.format = MapFormat::movingai}), ErrorCode::syntax)
            .ends_with("the file ends before 'map'"));
}

TEST_CASE("raw bytes: errors of the description name line and field") {
  CHECK(error_of("{").starts_with("d:1"));
  CHECK(error_of("[]") == "d:1: expected an object");
  CHECK(error_of("{\"width\": 1, \"height\": 1}") == "d:1: key 'palette' is missing");
  CHECK(error_of("{\"width\": 1,\n\"depth\": 1, \"height\": 1, \"palette\": [\"a\"]}") ==
        "d:2: depth: unknown key (known: width, height, order, palette)");
  CHECK(error_of("{\"width\": 1,\n\"width\": 1, \"height\": 1, \"palette\": [\"a\"]}").find("width") !=
        std::string::npos);
  CHECK(error_of("{\"width\": 1, \"height\": 1, \"order\": \"columns\", \"palette\": [\"a\"]}") ==
        "d:1: order: expected \"rows\"");
  for (const char* const side : {"0", "-1", "1.5", "1e3", "1048577", "99999999999999999999", "\"3\"", "null"}) {
    CHECK(error_of("{\"width\": " + std::string(side) + ", \"height\": 1, \"palette\": [\"a\"]}", ErrorCode::limit) ==
          "d:1: width: expected a whole number from 1 to 1048576");
    CHECK(error_of("{\"width\": 1, \"height\": " + std::string(side) + ", \"palette\": [\"a\"]}", ErrorCode::limit) ==
          "d:1: height: expected a whole number from 1 to 1048576");
  }
}

TEST_CASE("raw bytes: errors of the palette name the entry") {
  CHECK(error_of_palette("[]") == "d:1: palette: no terrain");
  CHECK(error_of_palette("\"a\"") == "d:1: palette: expected a list");
  CHECK(error_of_palette("[3]") == "d:1: palette[0]: expected a name, or an object with a name");
  CHECK(error_of_palette("[\"\"]").starts_with("d:1: palette[0]: terrain name '' is not "));
  CHECK(error_of_palette("[\"a\", \"b\",\n {\"name\": \"a\"}]") ==
        "d:2: palette[2]: terrain 'a' is in the palette twice");
  CHECK(error_of_palette("[{\"cost\": 1}]") == "d:1: palette[0]: key 'name' is missing");
  CHECK(error_of_palette("[{\"name\": \"a\", \"price\": 1}]") ==
        "d:1: palette[0].price: unknown key (known: name, cost, colour)");
  CHECK(error_of_palette("[{\"name\": 7}]").starts_with("d:1: palette[0].name: expected "));
  CHECK(error_of_palette("[{\"name\": \"a\", \"cost\": \"impassable\"}]") ==
        "d:1: palette[0].cost: expected a cost, or null for impassable");
  CHECK(error_of_palette("[{\"name\": \"a\", \"cost\": 0}]") ==
        "d:1: palette[0].cost: cost '0' is not above 0 (nor null for impassable)");
  CHECK(error_of_palette("[{\"name\": \"a\", \"cost\": 1.00001}]").find("more than 4 decimals") != std::string::npos);
  CHECK(error_of_palette("[{\"name\": \"a\", \"cost\": 100001}]", ErrorCode::limit).find("above") != std::string::npos);
  for (const char* const colour : {"\"12\"", "\"#12345\"", "\"#12345g\"", "12", "null"}) {
    CHECK(error_of_palette("[{\"name\": \"a\", \"colour\": " + std::string(colour) + "}]") ==
          "d:1: palette[0].colour: expected a colour, \"#rrggbb\"");
  }
  std::string many = "[\"t0\"";
  for (int i = 1; i < 255; ++i) many += ", \"t" + std::to_string(i) + "\"";
  CHECK(parse_raw_description("{\"width\": 1, \"height\": 1, \"palette\": " + many + "]}", "d"));
  CHECK(error_of_palette(many + ", \"one too many\"]", ErrorCode::limit) ==
        "d:1: palette[255]: more than 255 terrains");
}

TEST_CASE("raw bytes: what is written of them is read again") {
  const RawDescription before{
      7,
      1'048'576,
      {{"floor", kCostScale}, {"a \"b\" \\ \xc3\xa4", 0, 0xff0010}, {"mud", 12'345}, {"far", kMaxTerrainCost}}};
  const std::string text = write_raw_description(before);
  const auto after = parse_raw_description(text, "d");
  if (!after) FAIL(after.error().message);
  CHECK(after->width == before.width);
  CHECK(after->height == before.height);
  CHECK(after->palette == before.palette);
  CHECK(write_raw_description(*after) == text);
}

TEST_CASE("raw bytes: damaged descriptions are refused in one line, or mean something") {
  test::Rng rng(11);
  int failures = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto read = parse_raw_description(test::mutated(description(3, 2), rng), "input");
    if (read) {
      REQUIRE(TileMap::create(1, 1, read->palette, {0}));
      continue;
    }
    ++failures;
    if (!read.error().message.starts_with("input:")) FAIL(read.error().message);
  }
  CHECK(failures > 1000);
}
