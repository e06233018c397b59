// SPDX-License-Identifier: BSL-1.0
// Tables of links.
#include "io/io_support.hpp"
#include "portolan/io/link_reader.hpp"
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

}  // namespace

TEST_CASE("a table of links") {
  const std::vector<Link> links = links_of(
      "# stairs\nfrom\tto\tcost\tone_way\tname\n1,2,0\t3,4,1\t2.5\tyes\tstairs of \"A\"\n\n5,6\t 7 , "
      "8\t\t\t\n0,0,2\t19,9,2\t0\tno\t\n",
      plain(3));
  REQUIRE(links.size() == 3);
  CHECK(links[0] == Link{"stairs of \"A\"", {1, 2}, {3, 15}, 25'000, LinkDirection::one_way});
  CHECK(links[1] == Link{"", {5, 6}, {7, 8}, kCostScale, LinkDirection::both});
  CHECK(links[2] == Link{"", {0, 22}, {19, 31}, 0, LinkDirection::both});
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
  CHECK(error_of("1,2\t20,0\n") == "l:2: to '20,0' is not on the map of 20 x 10 tiles and 2 floors");
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
  CHECK(error_of("1,1\t2,2\t1\t1\t\xff\n") == "l:2: the name is not UTF-8");
  CHECK(error_of("", "from\tcost\n").find("l:1") == 0);
  CHECK(error_of("", "from\tto\tweight\n").find("weight") != std::string::npos);
  CHECK_FALSE(error_of("", "").empty());
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

TEST_CASE("link tables damaged at random are read or refused") {
  test::Rng rng(6);
  const TileMap map = plain(2);
  const std::string sound = "from\tto\tcost\tone_way\tname\n1,2,0\t3,4,1\t2.5\tyes\tstairs\n5,6\t7,8\t\t\t\n";
  for (int round = 0; round < 5000; ++round) {
    const auto links = parse_links(test::mutated(sound, rng), "l", map);
    if (!links) CHECK(links.error().message.find("l") == 0);
    if (links) {
      for (const Link& link : *links) CHECK(link_fault(link, map.width(), map.floors()).empty());
    }
  }
}
