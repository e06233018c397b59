// SPDX-License-Identifier: BSL-1.0
// Tables of units on a map.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/crowd_reader.hpp"
#include "support/printing.hpp"

using namespace portolan;
using test::failure;

namespace {

constexpr FloorStack kOneFloor{.count = 1, .height = 10};
constexpr FloorStack kThreeFloors{.count = 3, .height = 10, .between = 1};

std::string why(std::string_view text, const FloorStack& floors) {
  return failure(parse_units(text, "u", 20, floors), ErrorCode::syntax);
}

}  // namespace

TEST_CASE("a table of units") {
  const auto units =
      parse_units("# two\nX,Y,goal_X,goal_y,side,profile\n1,2,3,4,255, elf \n\n5,6,7,8,,\n", "u", 20, kOneFloor);
  REQUIRE(units);
  REQUIRE(units->size() == 2);
  CHECK((*units)[0].tile == Tile{1, 2});
  CHECK((*units)[0].goal == Tile{3, 4});
  CHECK((*units)[0].profile == "elf");
  CHECK((*units)[0].side == 255);
  CHECK((*units)[0].line == 3);
  CHECK((*units)[1].tile == Tile{5, 6});
  CHECK((*units)[1].profile.empty());
  CHECK((*units)[1].side == 0);
  CHECK((*units)[1].line == 5);
  CHECK((*units)[1].group == 0);
  const auto grouped = parse_units("x,y,goal_x,goal_y,group\n1,2,3,4,65535\n5,6,7,8,\n", "u", 20, kOneFloor);
  REQUIRE(grouped);
  CHECK((*grouped)[0].group == 65'535);
  CHECK((*grouped)[1].group == 0);
  CHECK_FALSE(parse_units("x,y,goal_x,goal_y,group\n1,2,3,4,65536\n", "u", 20, kOneFloor));
  const auto turning =
      parse_units("x,y,goal_x,goal_y,heading,goal_heading\n1,2,3,4,NE,\n5,6,7,8,any,W\n", "u", 20, kOneFloor);
  REQUIRE(turning);
  CHECK((*turning)[0].heading == Heading::north_east);
  CHECK((*turning)[0].goal_heading == Heading::any);
  CHECK((*turning)[1].heading == Heading::any);
  CHECK((*turning)[1].goal_heading == Heading::west);
  const auto stairs = parse_units("x\ty\tgoal_x\tgoal_y\tgoal_floor\n1\t2\t3\t4\t2\n", "u", 20, kThreeFloors);
  REQUIRE(stairs);
  CHECK((*stairs)[0].tile == Tile{1, 2});
  CHECK((*stairs)[0].goal == Tile{3, 26});
  CHECK(parse_units("x,y,goal_x,goal_y\n", "u", 20, kOneFloor)->empty());
}

TEST_CASE("tables of units that are wrong say where and why") {
  CHECK(why("", kOneFloor).find("u:") == 0);
  CHECK(why("x,y,goal_x\n1,2,3\n", kOneFloor).find("u:1: the header line lacks 'goal_y'") == 0);
  CHECK(why("x,y,goal_x,goal_y,speed\n1,2,3,4,5\n", kOneFloor).find("u:1: column 'speed' is not known") == 0);
  CHECK(why("x,y,goal_x,goal_y\n1,2,3,10\n", kOneFloor) == "u:2: 3,10 is not on the map of 20 x 10 tiles");
  CHECK(why("x,y,goal_x,goal_y,floor\n1,2,3,4,1\n", kOneFloor).find("u:2: 1,2,1 is not on the map") == 0);
  CHECK(why("x,y,goal_x,goal_y\n1,2,3,4\n1,,3,4\n", kOneFloor).find("u:3: y '': expected a number") == 0);
  CHECK(why("x,y,goal_x,goal_y,heading\n1,2,3,4,ne\n", kOneFloor) ==
        "u:2: heading 'ne': there are E NE N NW W SW S SE and any");
  CHECK(why("x,y,goal_x,goal_y,side\n1,2,3,4,-1\n", kOneFloor).find("u:2: side '-1': expected a number") == 0);
}
