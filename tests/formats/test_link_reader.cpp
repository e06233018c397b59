// SPDX-License-Identifier: BSL-1.0
// Links of tile maps, as tables and as JSON.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/link_reader.hpp"
#include "support/printing.hpp"

using namespace portolan;
using test::failure;

namespace {

TileMap plain(std::int32_t floors) {
  const auto floor = TileMap::create(20, 10, {{"floor", kCostScale}}, std::vector<TerrainId>(200));
  auto map = TileMap::stack(std::vector<TileMap>(static_cast<std::size_t>(floors), *floor));
  REQUIRE(map);
  return std::move(*map);
}

std::vector<Link> links_of(std::string_view text, const TileMap& map) {
  auto links = parse_links(text, "l", map);
  if (!links) FAIL(links.error().message);
  return std::move(*links);
}

/// On three floors: with everything given, with the least, and free within a floor.
std::vector<Link> three_links() {
  return {{"stairs of \"A\"", {1, 2}, {3, 15}, 25'000, LinkDirection::one_way},
          {"", {5, 6}, {7, 8}, kCostScale, LinkDirection::both},
          {"", {0, 22}, {19, 31}, 0, LinkDirection::both}};
}

}  // namespace

TEST_CASE("a table of links") {
  const std::vector<Link> links = links_of(
      "# stairs\nfrom\tto\tcost\tone_way\tname\n1,2,0\t3,4,1\t2.5\tyes\tstairs of \"A\"\n\n5,6\t 7 , "
      "8\t\t\t\n0,0,2\t19,9,2\t0\tno\t\n",
      plain(3));
  CHECK(links == three_links());
}

TEST_CASE("a table of links: commas, other orders of columns, line ends") {
  const TileMap map = plain(1);
  CHECK(links_of("to,from\r\n\"1,2\",\"3,4\"\r\n", map) == std::vector<Link>{{"", {3, 4}, {1, 2}}});
  CHECK(links_of("NAME\tFrom\tTO\nx\t3,4,0\t1,2\n", map) == std::vector<Link>{{"x", {3, 4}, {1, 2}}});
  CHECK(links_of("from\tto\n", map).empty());
}

TEST_CASE("tables of links that are wrong say where and why") {
  const TileMap map = plain(2);
  const auto error_of = [&](std::string_view rows, std::string_view header = "from\tto\tcost\tone_way\tname\n") {
    return failure(parse_links(std::string(header) + std::string(rows), "l", map), ErrorCode::syntax);
  };
  CHECK(error_of("1,2\t3\n") == "l:2: to '3': expected x,y or x,y,floor");
  for (const char* const end :
       {"", "1", "1,", ",1", "1,2,", "1,2,0,1", "1 2", "-1,2", "1,2.5", "a,b", "1,99999999999"}) {
    CAPTURE(end);
    CHECK(error_of(std::string(end) + "\t1,1\n").find("l:2: from '" + std::string(end) + "': expected") == 0);
  }
  CHECK(error_of("1,2\t20,0\n") == "l:2: to 20,0 is not on the map of 20 x 10 tiles and 2 floors");
  CHECK(error_of("1,10\t2,0\n").find("is not on the map") != std::string::npos);
  CHECK(error_of("1,1,2\t2,0\n").find("is not on the map") != std::string::npos);
  CHECK(error_of("1,1\t1,1,0\n") == "l:2: the link leads from a tile to itself");
  for (const char* const cost : {"-1", "1.00001", "x", "1e30", "nan"}) {
    CHECK(error_of("1,1\t2,2\t" + std::string(cost) + "\n").find("l:2: cost '" + std::string(cost) + "' is not") == 0);
  }
  CHECK(error_of("1,1\t2,2\t1000000001\n") == "l:2: the link costs more than 1000000000");
  CHECK(error_of("1,1\t2,2\t1\tmaybe\n") == "l:2: one_way 'maybe': expected yes or no");
  CHECK(error_of("1,1\t2,2\t1\t1\ta\tb\n") == "l:2: 6 fields in a table of 5 columns");
  CHECK(error_of("1,1\t2,2\t1\t1\t" + std::string(256, 'n') + "\n").find("256") == std::string::npos);
  CHECK(error_of("1,1\t2,2\t1\t1\t\xff\n") ==
        "l:2: the link has a name that is not 1 to 255 bytes of UTF-8 without NUL");
  CHECK(error_of("", "from\tcost\n").find("l:1") == 0);
  CHECK(error_of("", "from\tto\tweight\n").find("weight") != std::string::npos);
  CHECK_FALSE(error_of("", "").empty());
}

TEST_CASE("links in JSON") {
  const std::vector<Link> links = links_of(
      "\xef\xbb\xbf\n{\"portolan\": \"links\", \"version\": 1, \"links\": [\n"
      "  {\"from\": [1, 2, 0], \"to\": [3, 4, 1], \"cost\": 2.5, \"one_way\": true, \"name\": \"stairs of "
      "\\\"A\\\"\"},\n"
      "  {\"to\": [7, 8], \"from\": [5, 6]}, {\"from\": [0, 0, 2], \"to\": [19, 9, 2], \"cost\": 0, \"one_way\": "
      "false}]}",
      plain(3));
  CHECK(links == three_links());
  CHECK(links_of(R"({"links": [], "version": 1, "portolan": "links"})", plain(1)).empty());
}

TEST_CASE("links in JSON that are wrong say where and why") {
  const TileMap map = plain(2);
  const auto error = [&](const std::string& text, ErrorCode code = ErrorCode::syntax) {
    return failure(parse_links(text, "l", map), code);
  };
  const auto error_of = [&](const std::string& link) {
    return error("{\"portolan\": \"links\", \"version\": 1, \"links\": [\n" + link + "]}");
  };
  const std::string ends = R"("from": [1, 1], "to": [2, 2])";
  CHECK(error_of(R"({"from": [1, 1]})") == "l:2: links[0]: key 'to' is missing");
  for (const char* const end : {"[]", "[1]", "[1, 2, 0, 1]", "[-1, 2]", "[1, 2.5]", "[\"1\", 2]", "[1, 99999999999]",
                                "\"1,2\"", "7", "null", "true"}) {
    CAPTURE(end);
    CHECK(error_of("{\"to\": [1, 1], \"from\": " + std::string(end) + "}") ==
          "l:2: links[0].from: expected [x, y] or [x, y, floor]");
  }
  CHECK(error_of(R"({"from": [1, 2], "to": [20, 0]})") ==
        "l:2: links[0].to: 20,0 is not on the map of 20 x 10 tiles and 2 floors");
  CHECK(error_of(R"({"from": [1, 10], "to": [2, 0]})").find("from: 1,10 is not on the map") != std::string::npos);
  CHECK(error_of(R"({"from": [1, 1, 2], "to": [2, 0]})").find("from: 1,1,2 is not on the map") != std::string::npos);
  CHECK(error_of(R"({"from": [1, 1], "to": [1, 1, 0]})") == "l:2: links[0]: the link leads from a tile to itself");
  for (const char* const cost : {"-1", "1.00001", "1e30"}) {
    CAPTURE(cost);
    CHECK(error_of("{" + ends + ", \"cost\": " + cost + "}").find("l:2: links[0]: cost '") == 0);
  }
  CHECK(error_of("{" + ends + R"(, "cost": "2"})") == "l:2: links[0].cost: expected a number");
  CHECK(error_of("{" + ends + R"(, "cost": 1000000001})") == "l:2: links[0]: the link costs more than 1000000000");
  CHECK(error_of("{" + ends + R"(, "one_way": "yes"})") == "l:2: links[0].one_way: expected true or false");
  CHECK(error_of("{" + ends + R"(, "name": 5})") == "l:2: links[0].name: expected a string");
  CHECK(error_of("{" + ends + R"(, "name": "a\nb"})") == "l:2: links[0]: the name has a line break");
  CHECK(error_of("{" + ends + R"(, "weight": 5})") ==
        "l:2: links[0].weight: unknown key (known: from, to, cost, one_way, name)");
  CHECK(error_of("{" + ends + R"(, "to": [3, 3]})") == "l:2: links[0].to: this key is given twice");
  CHECK(error_of("{" + ends + R"(, "name": [1]})") == "l:2: links[0].name: expected a string");
  CHECK(error_of("{" + ends + R"(, "name": {}})") == "l:2: links[0].name: expected a string");
  CHECK(error_of("5") == "l:2: links[0]: expected an object");
  CHECK(error_of("[]") == "l:2: links[0]: expected an object");
  CHECK(error(R"({"portolan": "links", "version": 1})") == "l:1: key 'links' is missing");
  CHECK(error(R"({"portolan": "board", "version": 1, "links": []})") == "l:1: portolan: expected \"links\"");
  CHECK(error(R"({"portolan": "links", "version": 1, "links": 3})") == "l:1: links: expected a list");
  CHECK(error(R"({"version": 2})", ErrorCode::unsupported) == "l:1: version 2; this library reads 1");
  CHECK(error("{\n\"portolan\" 5}").find("l:2:12: ") == 0);
  CHECK(error("{").find("l:1:") == 0);
}

TEST_CASE("a table written of links reads back") {
  test::Rng rng(5);
  for (int round = 0; round < 200; ++round) {
    TileMap map = plain(rng.between(1, 3));
    std::vector<Link> links = test::random_links(rng, map, 10);
    for (Link& link : links) {
      if (rng.percent(50)) link.name = rng.percent(50) ? "\"quoted\", \u00e9" : "a b";
    }
    REQUIRE(map.set_links(links).has_value());
    REQUIRE(links_of(link_table(map), map) == links);
  }
}

TEST_CASE("links damaged at random are read or refused") {
  test::Rng rng(6);
  const TileMap map = plain(2);
  const std::string table = "from\tto\tcost\tone_way\tname\n1,2,0\t3,4,1\t2.5\tyes\tstairs\n5,6\t7,8\t\t\t\n";
  const std::string json =
      R"({"portolan": "links", "version": 1, "links": [{"from": [1, 2, 0], "to": [3, 4, 1], "cost": 2.5}]})";
  for (int round = 0; round < 10'000; ++round) {
    const auto links = parse_links(test::mutated(round % 2 == 0 ? table : json, rng), "l", map);
    if (!links) CHECK(links.error().message.find("l") == 0);
    if (links) {
      for (const Link& link : *links) CHECK(link_fault(link, map.width(), map.floors()).empty());
    }
  }
}
