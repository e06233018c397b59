// SPDX-License-Identifier: BSL-1.0
// The map format of the Moving AI benchmarks.
#include "formats/reader_support.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/formats/file_lines.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/movingai_map.hpp"

#include <vector>

using namespace portolan;
using test::failure;

namespace {
std::string error_of(std::string_view text, ErrorCode code = ErrorCode::syntax) {
  return failure(parse_movingai(text, "m"), code);
}
}  // namespace

TEST_CASE("a MovingAI map: every letter is a terrain") {
  const auto map = parse_movingai("type octile\nheight 2\nwidth 4\nmap\nWT.@\nSOG.\n", "m");
  REQUIRE(map);
  CHECK(map->width() == 4);
  CHECK(map->height() == 2);
  const std::vector<Terrain> palette = {{".", kCostScale}, {"@", 0}, {"G", kCostScale}, {"O", 0},
                                        {"S", kCostScale}, {"T", 0}, {"W", 0}};
  CHECK(std::vector(map->palette().begin(), map->palette().end()) == palette);
  CHECK(std::vector(map->tiles().begin(), map->tiles().end()) == std::vector<TerrainId>{6, 5, 0, 1, 4, 3, 2, 0});
}

TEST_CASE("a MovingAI map: the palette holds used letters only") {
  const auto map = parse_movingai("type octile\nheight 1\nwidth 2\nmap\nT.", "m");
  REQUIRE(map);
  REQUIRE(map->palette().size() == 2);
  CHECK(map->palette()[0].name == ".");
  CHECK(map->palette()[1].name == "T");
  CHECK(map->terrain({0, 0}) == 1);
}

TEST_CASE("a MovingAI map: line ends, order of the sides, blanks, blank lines at the end") {
  for (const char* const text : {
           "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n...\r\n.@.\r\n",
           "type octile\nwidth 3\nheight 2\nmap\n...\n.@.",
           "type octile\r\nwidth 3\r\nheight 2\r\nmap\r\n...\r\n.@.\r",
           "type  octile \nheight\t2\n width 3 \nmap \n...\n.@.\n\n  \r\n\t\n",
       }) {
    const auto map = parse_movingai(text, "m");
    REQUIRE(map);
    CHECK(map->width() == 3);
    CHECK(map->height() == 2);
    CHECK(map->terrain({1, 1}) == 1);
  }
}

TEST_CASE("a MovingAI map: errors of the header name line and reason") {
  CHECK(error_of("") == "m:1: expected 'type octile'");
  CHECK(error_of("type") == "m:1: expected 'type octile'");
  CHECK(error_of("kind octile\n") == "m:1: expected 'type octile'");
  CHECK(error_of("type octile x\n") == "m:1: expected 'type octile'");
  CHECK(error_of("type octile-corner\nheight 1\nwidth 1\nmap\n.\n", ErrorCode::unsupported) ==
        "m:1:6: type 'octile-corner' is a grid of tile corners, not of tiles; only 'octile' is read");
  CHECK(error_of("type hex\n", ErrorCode::unsupported) == "m:1:6: type 'hex' is not known; only 'octile' is read");
  CHECK(error_of("type octile\n") == "m:1: the file ends before 'map'");
  CHECK(error_of("type octile\nheight 1\nwidth 1") == "m:3: the file ends before 'map'");
  CHECK(error_of("type octile\nheight 1\nmap\n.\n") == "m:3: no width before 'map'");
  CHECK(error_of("type octile\nwidth 1\nmap\n.\n") == "m:3: no height before 'map'");
  CHECK(error_of("type octile\nheight 1\nheight 1\nmap\n.\n") == "m:3: height is given twice");
  CHECK(error_of("type octile\nwidth 1\nwidth 2\nmap\n.\n") == "m:3: width is given twice");
  const std::string sides = "expected 'height' or 'width' and a number, or 'map'";
  CHECK(error_of("type octile\ndepth 1\n") == "m:2: " + sides);
  CHECK(error_of("type octile\nheight\n") == "m:2: " + sides);
  CHECK(error_of("type octile\nheight 1 2\n") == "m:2: " + sides);
  CHECK(error_of("type octile\nheight 1\n\n") == "m:3: " + sides);
}

TEST_CASE("a MovingAI map: sides are checked") {
  for (const char* const side : {"0", "-1", "1048577", "4294967297", "99999999999999999999", "x", "1.5", "+1", "1e3"}) {
    CHECK(error_of(std::string("type octile\nheight 1\nwidth ") + side + "\nmap\n.\n", ErrorCode::limit) ==
          std::string("m:3:7: width '") + side + "' is not a whole number from 1 to 1048576");
    CHECK(error_of(std::string("type octile\n height ") + side + "\nwidth 1\nmap\n.\n", ErrorCode::limit) ==
          std::string("m:2:9: height '") + side + "' is not a whole number from 1 to 1048576");
  }
}

TEST_CASE("a MovingAI map: errors of the rows name line, column and reason") {
  const std::string head = "type octile\nheight 2\nwidth 3\nmap\n";
  CHECK(error_of(head + "...\n.x.\n") == "m:6:2: 'x' is not a known tile (one of .@GOSTW)");
  CHECK(error_of(head + ".\r.\n...\n") == "m:5:2: '\\x0d' is not a known tile (one of .@GOSTW)");
  CHECK(error_of(head + "...\n..\n.") == "m:6:3: a row of 2 tiles where the width is 3");
  CHECK(error_of(head + "....\n...\n") == "m:5:4: a row of 4 tiles where the width is 3");
  CHECK(error_of(head + "\n...\n...\n") == "m:5:1: a row of 0 tiles where the width is 3");
  CHECK(error_of(head + "...\n\n\n\n") == "m:6:1: a row of 0 tiles where the width is 3");
  CHECK(error_of(head + "...\r\n \r\n") == "m:6:1: ' ' is not a known tile (one of .@GOSTW)");
  CHECK(error_of(head + "...\n...\n...\n") == "m:7: more than the 2 rows that the header announces");
  CHECK(error_of(head + "...\n...\n\nend\n") == "m:8: more than the 2 rows that the header announces");
}

TEST_CASE("a MovingAI map: a header that promises more than the file holds allocates nothing") {
  CHECK(error_of("type octile\nheight 1048576\nwidth 1048576\nmap\n...\n") ==
        "m:4: the header announces 1048576x1048576 tiles, but only 4 bytes follow");
  CHECK(error_of("type octile\nheight 2\nwidth 3\nmap\n...\n.") ==
        "m:4: the header announces 3x2 tiles, but only 5 bytes follow");
  CHECK(error_of("type octile\nheight 2\nwidth 1\nmap\n.\n") == "m:5: the file ends after 1 of 2 rows");
}

namespace {

/// Checks that a file is read as its text is, to the letter of the message.
void compare_file_with_text(const test::TemporaryFolder& folder, const std::string& text) {
  const auto path = folder.write("m.map", text);
  const auto file = PieceFile::open(path);
  REQUIRE(file);
  const auto read = read_movingai(*file, "m", kAnyMemory);
  const auto parsed = parse_movingai(text, "m");
  REQUIRE(read.has_value() == parsed.has_value());
  if (!parsed) {
    if (read.error().code != parsed.error().code || read.error().message != parsed.error().message)
      FAIL(read.error().message << " instead of " << parsed.error().message);
    return;
  }
  const TileMap& map = read->map;
  REQUIRE(map.bounds() == parsed->bounds());
  REQUIRE(std::equal(map.palette().begin(), map.palette().end(), parsed->palette().begin(), parsed->palette().end()));
  REQUIRE(hash_bytes(std::as_bytes(map.tiles())) == hash_bytes(std::as_bytes(parsed->tiles())));
  REQUIRE(read->hash == hash_bytes(std::as_bytes(std::span(text))));
}

}  // namespace

TEST_CASE("a MovingAI map: a file is read as its text is, with the same errors") {
  const test::TemporaryFolder folder;
  test::Rng rng(23);
  for (const std::string line_end : {"\n", "\r\n"}) {
    std::string good = "type octile" + line_end + "height 4" + line_end + "width 6" + line_end + "map" + line_end;
    for (const char* const row : {"......", ".@@TT.", ".SWWG.", "..OO.."}) good += row + line_end;
    compare_file_with_text(folder, good);
    compare_file_with_text(folder, "\xef\xbb\xbf" + good);
    compare_file_with_text(folder, good + "\n  \r\n\t");
    for (int i = 0; i < 3000; ++i) compare_file_with_text(folder, test::mutated(good, rng));
  }
  for (const char* const text : {"", "\n", "\xef\xbb\xbf", "type octile\nheight 2\nwidth 1\nmap\n.\n"})
    compare_file_with_text(folder, text);
}

TEST_CASE("a MovingAI map: a file longer than what is held of it") {
  const test::TemporaryFolder folder;
  constexpr int kWidth = 3001;
  constexpr int kHeight = 4000;
  std::string text = "type octile\nheight 4000\nwidth 3001\nmap\n";
  test::Rng rng(1);
  std::string row(kWidth, '.');
  for (int y = 0; y < kHeight; ++y) {
    for (int i = 0; i < 20; ++i) row[rng.next() % kWidth] = ".@GOSTW"[rng.next() % 7];
    text += row;
    // Ends of lines may differ within a file.
    text += y % 1000 == 999 ? "\r\n" : "\n";
  }
  REQUIRE(text.size() > 2 * FileLines::kMaxLine);
  compare_file_with_text(folder, text);
  compare_file_with_text(folder, text + std::string(5 << 20, '\n'));
  compare_file_with_text(folder, text + ".\n");
  text[text.size() - 2 * kWidth] = 'x';
  compare_file_with_text(folder, text);
  text.erase(text.size() / 2, 1);
  compare_file_with_text(folder, text);
  text.resize(text.size() / 2);
  compare_file_with_text(folder, text);
}

TEST_CASE("a MovingAI map: what no memory is taken for") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.map", "type octile\nheight 65536\nwidth 65536\nmap\n");
  std::filesystem::resize_file(path, (std::uint64_t{65537} << 16) + 100);  // without any bytes on the disk
  CHECK(failure(read_map(path, {.memory = 1 << 20}), ErrorCode::limit).find("its tiles") != std::string::npos);

  const auto long_line = folder.write("long.map", "type octile\nheight 1\nwidth 1\nmap\n" + std::string(5 << 20, '.'));
  CHECK(failure(read_map(long_line), ErrorCode::limit) == long_line.string() + ":5: a line longer than 4194304 bytes");
}

TEST_CASE("write_movingai round trips") {
  const std::string text = "type octile\nheight 3\nwidth 4\nmap\n.G.S\n@@TW\n.O..\n";
  const auto map = parse_movingai(text, "m");
  REQUIRE(map);
  const auto written = write_movingai(*map);
  REQUIRE(written);
  CHECK(*written == text);
}

TEST_CASE("write_movingai refuses terrains that are no letters of the format") {
  for (const char* const name : {"grass", "x", ".@"}) {
    const auto map = TileMap::create(1, 1, {{name, kCostScale}}, {0});
    REQUIRE(map);
    CHECK(failure(write_movingai(*map), ErrorCode::unsupported) ==
          std::string("terrain '") + name + "' is not a letter of the Moving AI format (one of .@GOSTW)");
  }
}

TEST_CASE("every benchmark map at hand loads, and writes back the same tiles") {
  const std::filesystem::path folder = std::filesystem::path(PORTOLAN_DATA) / "maps";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: no data at " << folder.string());
    return;
  }
  int maps = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".map") continue;
    INFO(entry.path().string());
    std::ifstream head(entry.path());
    std::string word;
    std::int32_t width = 0;
    std::int32_t height = 0;
    head >> word >> word >> word >> height >> word >> width;
    const auto map = read_map(entry.path());
    if (!map) FAIL(map.error().message);
    CHECK(map->width() == width);
    CHECK(map->height() == height);
    const auto again = parse_movingai(write_movingai(*map).value(), "again");
    REQUIRE(again);
    CHECK(std::equal(again->tiles().begin(), again->tiles().end(), map->tiles().begin(), map->tiles().end()));
    ++maps;
  }
  CHECK(maps == 29);
}
