// SPDX-License-Identifier: BSL-1.0
// Tables of goals on a map.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/goal_reader.hpp"
#include "support/printing.hpp"

using namespace portolan;
using test::failure;

namespace {

constexpr FloorStack kOneFloor{.count = 1, .height = 10};
constexpr FloorStack kThreeFloors{.count = 3, .height = 10, .between = 1};

std::string why(std::string_view text, const FloorStack& floors) {
  return failure(parse_goals(text, "g", 20, floors), ErrorCode::syntax);
}

}  // namespace

TEST_CASE("a table of goals") {
  const auto goals = parse_goals("# wells\nName\tX\ty\n a well \t 3 \t4\n\n\t19\t9\n", "g", 20, kOneFloor);
  REQUIRE(goals);
  REQUIRE(goals->size() == 2);
  CHECK((*goals)[0].tile == Tile{3, 4});
  CHECK((*goals)[0].name == "a well");
  CHECK((*goals)[1].tile == Tile{19, 9});
  CHECK((*goals)[1].name.empty());
  const auto upstairs = parse_goals("x,y,floor\r\n1,2,2\r\n1,2,\r\n", "g", 20, kThreeFloors);
  REQUIRE(upstairs);
  CHECK((*upstairs)[0].tile == Tile{1, 24});
  CHECK((*upstairs)[1].tile == Tile{1, 2});
  CHECK(parse_goals("x,y\n", "g", 20, kOneFloor)->empty());
}

TEST_CASE("tables of goals that are wrong say where and why") {
  CHECK(why("", kOneFloor).find("g:") == 0);
  CHECK(why("x,y\n1,2\n20,0\n", kOneFloor) == "g:3: 20,0 is not on the map of 20 x 10 tiles");
  CHECK(why("x,y\n0,10\n", kThreeFloors).find("g:2: 0,10,0 is not on the map") == 0);
  CHECK(why("x,y,floor\n0,0,1\n", kOneFloor).find("g:2: 0,0,1 is not on the map") == 0);
  CHECK(why("x,y\n-1,0\n", kOneFloor).find("g:2: x '-1': expected a number") == 0);
  CHECK(why("x,y\n1\n", kOneFloor).find("g:2: y '': expected a number") == 0);
  CHECK(why("x,y,cost\n1,2,3\n", kOneFloor).find("g:1: column 'cost' is not known") == 0);
  CHECK(why("x,name\n1,a\n", kOneFloor).find("g:1: the header line lacks 'y'") == 0);
}
