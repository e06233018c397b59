// SPDX-License-Identifier: BSL-1.0
// Maps drawn in text with a legend.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/ascii_map.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace portolan;
using test::failure;

namespace {
std::string error_of(std::string_view text, ErrorCode code = ErrorCode::syntax) {
  return failure(parse_ascii(text, "m"), code);
}
const std::string kHead = "portolan ascii 1\n. grass 1\n# rock -\nmap\n";
}  // namespace

TEST_CASE("an ASCII map with its legend") {
  const auto map =
      parse_ascii("portolan ascii 1\n. grass 1\n~ S\xc3\xbcmpfe 2.5\n# rock -\n, grass 1.0000\nmap\n.~#\n,.~\n", "m");
  REQUIRE(map);
  CHECK(map->width() == 3);
  CHECK(map->height() == 2);
  const std::vector<Terrain> palette = {{"grass", 10'000}, {"S\xc3\xbcmpfe", 25'000}, {"rock", 0}};
  CHECK(std::vector(map->palette().begin(), map->palette().end()) == palette);
  CHECK(std::vector(map->tiles().begin(), map->tiles().end()) == std::vector<TerrainId>{0, 1, 2, 0, 0, 1});
}

TEST_CASE("an ASCII map: line ends and blank lines at the end") {
  for (const char* const text :
       {"portolan ascii 1\r\n. g 1\r\nmap\r\n..\r\n..\r\n", "portolan ascii 1\n. g 1\nmap\n..\n..",
        "portolan  ascii 1 \n.\tg\t1\nmap\n..\n..\n\n \r\n"}) {
    const auto map = parse_ascii(text, "m");
    REQUIRE(map);
    CHECK(map->width() == 2);
    CHECK(map->height() == 2);
  }
}

TEST_CASE("an ASCII map is written as it is read") {
  const std::vector<Terrain> palette{
      {".", 10'000}, {"grass", 15'000}, {"great-rock", 0}, {"~", 1}, {"~S\xc3\xbcmpfe", 25'000}};
  const auto map = TileMap::create(3, 2, palette, {0, 1, 1, 2, 4, 0});
  REQUIRE(map);
  const auto text = write_ascii(*map);
  REQUIRE(text);
  CHECK(*text ==
        "portolan ascii 1\n. . 1\ng grass 1.5\nr great-rock -\n~ ~ 0.0001\nS ~S\xc3\xbcmpfe 2.5\nmap\n.gg\nrS.\n");
  const auto again = parse_ascii(*text, "m");
  REQUIRE(again);
  CHECK(std::ranges::equal(again->palette(), palette));
  CHECK(std::ranges::equal(again->tiles(), map->tiles()));
  std::vector<Terrain> many;
  for (int i = 0; i < 94; ++i) many.push_back({"t" + std::to_string(i), 10'000});
  const auto full = write_ascii(*TileMap::create(1, 1, many, {93}));
  REQUIRE(full);
  CHECK(std::ranges::equal(parse_ascii(*full, "m")->palette(), many));
  many.push_back({"more", 1});
  CHECK(failure(write_ascii(*TileMap::create(1, 1, many, {0})), ErrorCode::unsupported) ==
        "an ASCII map cannot have more than 94 terrains");
  failure(write_ascii(*TileMap::create(1, 1, {{"tall grass", 1}}, {0})), ErrorCode::unsupported);
  const std::vector<TileMap> floors(2, *map);
  failure(write_ascii(*TileMap::stack(floors)), ErrorCode::unsupported);
}

TEST_CASE("an ASCII map: any printable character may be a tile, and 255 terrains are enough") {
  std::string text = "portolan ascii 1\n";
  std::string row;
  for (char c = '!'; c <= '~'; ++c) {
    text += std::string(1, c) + " t" + std::to_string(c) + " 0.0001\n";
    row += c;
  }
  const auto map = parse_ascii(text + "map\n" + row + "\n" + row, "m");
  REQUIRE(map);
  CHECK(map->width() == 94);
  CHECK(map->palette()[0].default_cost == 1);
  CHECK(map->terrain({93, 1}) == 93);
}

TEST_CASE("an ASCII map: errors of the legend name line, column and reason") {
  CHECK(error_of("") == "m:1: expected 'portolan ascii 1'");
  CHECK(error_of("portolan ascii\n") == "m:1: expected 'portolan ascii 1'");
  CHECK(error_of("portolan ascii 2\n", ErrorCode::unsupported) == "m:1:16: version '2' is not known; only 1 is read");
  CHECK(error_of("portolan ascii 1\n. grass 1\n") == "m:2: the file ends before 'map'");
  CHECK(error_of("portolan ascii 1\nmap\n.\n") == "m:2: no legend before 'map'");
  const std::string line = "m:2: expected a character, a terrain name and a cost, or 'map'";
  for (const char* const bad :
       {"", ". grass", ". tall grass 1", "ab grass 1", "grass 1", " . grass 1", "\xc3 grass 1", "\x7f g 1"}) {
    CHECK(error_of(std::string("portolan ascii 1\n") + bad + "\nmap\n.\n") == line);
  }
  CHECK(error_of("portolan ascii 1\n. grass 1\n. rock -\nmap\n.\n") == "m:3:1: '.' is in the legend twice");
  CHECK(error_of("portolan ascii 1\n. grass 1\n, grass 2\nmap\n.\n") ==
        "m:3:3: terrain 'grass' was given another cost before");
  CHECK(error_of("portolan ascii 1\n. " + std::string(256, 'g') + " 1\nmap\n.\n") ==
        "m:2:3: terrain name '" + std::string(60, 'g') + "...' is not 1 to 255 bytes of UTF-8 without NUL");
  CHECK(error_of("portolan ascii 1\n. g\xff 1\nmap\n.\n") ==
        "m:2:3: terrain name 'g\\xff' is not 1 to 255 bytes of UTF-8 without NUL");
}

TEST_CASE("an ASCII map: costs are checked") {
  const auto with_cost = [](std::string_view cost) {
    return parse_ascii("portolan ascii 1\n. g " + std::string(cost) + "\nmap\n.\n", "m");
  };
  CHECK(with_cost("0.0001")->palette()[0].default_cost == 1);
  CHECK(with_cost("99999.9999")->palette()[0].default_cost == 999'999'999);
  CHECK(with_cost("100000")->palette()[0].default_cost == kMaxTerrainCost);
  CHECK(with_cost("2.50000")->palette()[0].default_cost == 25'000);
  const std::string end = " (nor - for impassable)";
  CHECK(failure(with_cost("0"), ErrorCode::syntax) == "m:2:3: cost '0' is not above 0" + end);
  CHECK(failure(with_cost("-1"), ErrorCode::syntax) == "m:2:3: cost '-1' is not above 0" + end);
  CHECK(failure(with_cost("1.00001"), ErrorCode::syntax) == "m:2:3: cost '1.00001' has more than 4 decimals" + end);
  CHECK(failure(with_cost("0.00001"), ErrorCode::syntax) == "m:2:3: cost '0.00001' has more than 4 decimals" + end);
  CHECK(failure(with_cost("100000.0001"), ErrorCode::limit) == "m:2:3: cost '100000.0001' is above 100000" + end);
  CHECK(failure(with_cost("1e300"), ErrorCode::limit) == "m:2:3: cost '1e300' is above 100000" + end);
  for (const char* const bad : {"x", "1x", "nan", "inf", "1e999", "0x10", "--", "1,5"}) {
    CHECK(failure(with_cost(bad), ErrorCode::syntax) ==
          std::string("m:2:3: cost '") + bad + "' is not a decimal number" + end);
  }
}

TEST_CASE("an ASCII map: errors of the rows name line, column and reason") {
  CHECK(error_of(kHead) == "m:4: no rows after 'map'");
  CHECK(error_of(kHead + "\n..\n") == "m:5: no rows after 'map'");
  CHECK(error_of(kHead + "..\n.#.\n") == "m:6:3: a row of 3 tiles where the first has 2");
  CHECK(error_of(kHead + "...\n.#\n") == "m:6:3: a row of 2 tiles where the first has 3");
  CHECK(error_of(kHead + "..\n.x\n") == "m:6:2: 'x' is not in the legend");
  CHECK(error_of(kHead + ". .\n") == "m:5:2: ' ' is not in the legend");
  CHECK(error_of(kHead + "..\n\n..\n") == "m:7: a row after a blank line");
  CHECK(error_of(kHead + std::string((1 << 20) + 1, '.'), ErrorCode::limit) ==
        "m:5: more than 1048576 tiles wide or high");
  std::string tall = kHead;
  for (int y = 0; y <= 1 << 20; ++y) tall += ".\n";
  CHECK(error_of(tall, ErrorCode::limit) == "m:1048581: more than 1048576 tiles wide or high");
}

TEST_CASE("an ASCII map: characters of the legend that no tile has are remarked") {
  const auto map = parse_ascii("portolan ascii 1\n. grass 1\n~ swamp 2.5\n, grass 1\n# rock -\nmap\n.#\n#.\n", "m");
  REQUIRE(map);
  const std::vector<MapRemark> remarks{{"m:3: '~' matches nothing in m"}, {"m:4: ',' matches nothing in m"}};
  CHECK(std::vector(map->remarks().begin(), map->remarks().end()) == remarks);
  CHECK(parse_ascii(kHead + ".#\n", "m")->remarks().empty());
}
