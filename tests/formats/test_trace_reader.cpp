// SPDX-License-Identifier: BSL-1.0
// Traces of crowds: whole ones, ones with columns and rows in another order, and broken ones.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/trace_reader.hpp"
#include "support/printing.hpp"

#include <fmt/format.h>

using namespace portolan;
using test::failure;

namespace {

constexpr FloorStack kOneFloor{.count = 1, .height = 10};
constexpr FloorStack kThreeFloors{.count = 3, .height = 10, .between = 1};

std::string why(std::string_view text, const FloorStack& floors = kOneFloor) {
  return failure(parse_trace(text, "t", 20, floors), ErrorCode::syntax);
}

using Numbers = std::vector<std::uint32_t>;
using Tiles = std::vector<Tile>;

}  // namespace

TEST_CASE("a trace as it is written") {
  const auto trace =
      parse_trace("tick\tunit\tx\ty\n0\t0\t0\t2\n0\t1\t8\t0\n1\t0\t1\t2\n1\t1\t8\t0\n", "t", 20, kOneFloor);
  REQUIRE(trace);
  CHECK(trace->units == Numbers{0, 1});
  CHECK(trace->ticks == Numbers{0, 1});
  CHECK(trace->tiles == Tiles{{0, 2}, {8, 0}, {1, 2}, {8, 0}});
  CHECK(Tiles(trace->at(1).begin(), trace->at(1).end()) == Tiles{{1, 2}, {8, 0}});
}

TEST_CASE("columns and the rows of a tick come in any order, and ticks and units may be left out throughout") {
  const auto trace = parse_trace(
      "\xEF\xBB\xBF# "
      "thinned\nY,X,Unit,TICK\n1,2,7,30\n1,3,5,30\n\n1,4,5,40\n2,2,7,40\n9,19,7,2147483647\n0,0,5,2147483647",
      "t", 20, kOneFloor);
  REQUIRE(trace);
  CHECK(trace->units == Numbers{7, 5});
  CHECK(trace->ticks == Numbers{30, 40, 2147483647});
  CHECK(trace->tiles == Tiles{{2, 1}, {3, 1}, {2, 2}, {4, 1}, {19, 9}, {0, 0}});
}

TEST_CASE("a trace over floors has tiles of the map with all of them") {
  const auto trace = parse_trace("tick\tunit\tx\ty\tfloor\n0\t0\t1\t2\t0\n0\t1\t1\t2\t2\n", "t", 20, kThreeFloors);
  REQUIRE(trace);
  CHECK(trace->tiles == Tiles{{1, 2}, {1, 24}});
  CHECK(parse_trace("tick,unit,x,y\n0,0,1,2\n", "t", 20, kThreeFloors)->tiles == Tiles{{1, 2}});
  CHECK(why("tick,unit,x,y,floor\n0,0,1,2,3\n", kThreeFloors).find("t:2: 1,2,3 is not on the map") == 0);
  CHECK(why("tick,unit,x,y,floor\n0,0,1,10,1\n", kThreeFloors).find("t:2: 1,10,1 is not on the map") == 0);
  CHECK(why("tick,unit,x,y,floor\n0,0,1,2,1\n").find("t:2: 1,2,1 is not on the map") == 0);
}

TEST_CASE("a trace tells bodies, moves under way, formations and what units are about") {
  const auto trace = parse_trace(
      "tick,unit,x,y,heading,begin,end,to_x,to_y,to_heading,slot_x,slot_y,stuck,leader_x,leader_y,leader_heading,"
      "decided,waited,side,group,profile\n"
      "3,7,1,2,E,2,5,2,2,,4,5,,6,5,NE,2,1,9,40,tank\n"
      "3,8,1,5,,,,,,,,,1,,,,,,,,\n"
      "3,9,1,7,any,,,,,,4,6,,,,,,,9,40,tank\n"
      "4,8,1,5,,,,,,,,,0\n"
      "4,7,1,2,E,4,5,1,2,NE,4,5\n"
      "4,9,1,7,,,,,,,,,,7,5,N,,3,9,40,tank\n",
      "t", 20, kOneFloor);
  REQUIRE(trace);
  CHECK(trace->units == Numbers{7, 8, 9});
  CHECK(trace->sides == std::vector<std::uint8_t>{9, 0, 9});
  CHECK(trace->groups == std::vector<std::uint16_t>{40, 0, 40});
  CHECK(trace->profiles == std::vector<TraceProfile>{{"tank", 2}, {"", 3}});
  CHECK(trace->movers == Numbers{0, 1, 0});
  using enum Heading;
  CHECK(trace->headings == std::vector<Heading>{east, any, any, east, any, any});
  const TraceMove none;
  CHECK(trace->moves ==
        std::vector<TraceMove>{{{2, 2}, 2, 5, east}, none, none, {{1, 2}, 4, 5, north_east}, none, none});
  CHECK(trace->slots == Tiles{{4, 5}, kNowhere, {4, 6}, {4, 5}, kNowhere, kNowhere});
  CHECK(trace->stuck == std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0});
  CHECK(trace->led == std::vector<std::uint16_t>{40});
  CHECK(trace->leaders == std::vector<Placement>{{{6, 5}, north_east}, {{7, 5}, north}});
  CHECK(trace->counts == std::vector<TraceCounts>{{2, 1}, {0, 3}});
  // A table without a column has nothing of it.
  const auto plain = parse_trace("tick,unit,x,y\n0,0,1,2\n", "t", 20, kOneFloor);
  REQUIRE(plain);
  CHECK((plain->sides.empty() && plain->groups.empty() && plain->profiles.empty() && plain->movers.empty()));
  CHECK((plain->headings.empty() && plain->moves.empty() && plain->slots.empty() && plain->stuck.empty()));
  CHECK((plain->led.empty() && plain->leaders.empty() && plain->counts.empty()));
  const auto stairs =
      parse_trace("tick,unit,x,y,begin,end,to_x,to_y,to_floor\n0,0,1,2,0,4,1,2,2\n", "t", 20, kThreeFloors);
  REQUIRE(stairs);
  CHECK(stairs->moves == std::vector<TraceMove>{{{1, 24}, 0, 4, any}});
}

TEST_CASE("optional columns of traces that are wrong say where and why") {
  CHECK(why("tick,unit,x,y,end\n0,0,1,2,\n") == "t:2: there is a column 'end' and no 'begin'");
  CHECK(why("tick,unit,x,y,slot_y\n0,0,1,2,\n") == "t:2: there is a column 'slot_y' and no 'slot_x'");
  CHECK(why("tick,unit,x,y,leader_x,leader_y,leader_heading\n0,0,1,2\n") ==
        "t:2: there is a column 'leader_x' and no 'group'");
  const std::string moves = "tick,unit,x,y,heading,begin,end,to_x,to_y,to_heading\n";
  CHECK(why(moves + "0,0,1,2,up\n") == "t:2: heading 'up': there are E NE N NW W SW S SE and any");
  CHECK(why(moves + "1,0,1,2,E,2,3,1,1,\n") == "t:2: a move from tick 2 to 3 is not under way in tick 1");
  CHECK(why(moves + "3,0,1,2,E,2,3,1,1,\n") == "t:2: a move from tick 2 to 3 is not under way in tick 3");
  CHECK(why(moves + "1,0,1,2,E,1,3,1,,\n").find("t:2: to_y '': expected a number") == 0);
  CHECK(why(moves + "1,0,1,2,E,,,,,N\n").find("t:2: begin '': expected a number") == 0);
  CHECK(why(moves + "1,0,1,2,E,1,3,20,0,N\n") == "t:2: 20,0 is not on the map of 20 x 10 tiles");
  CHECK(why("tick,unit,x,y,slot_x,slot_y\n0,0,1,2,3\n").find("t:2: slot_y '': expected a number") == 0);
  CHECK(why("tick,unit,x,y,stuck\n0,0,1,2,2\n").find("t:2: stuck '2': expected a number from 0 to 1") == 0);
  CHECK(why("tick,unit,x,y,side\n0,0,1,2,256\n").find("t:2: side '256': expected a number from 0 to 255") == 0);
  CHECK(why("tick,unit,x,y,side\n0,0,1,2,3\n1,0,1,2,4\n") == "t:3: unit 0 has another side than in the first tick");
  CHECK(why("tick,unit,x,y,group\n0,0,1,2,3\n1,0,1,2,4\n") == "t:3: unit 0 has another group than in the first tick");
  CHECK(why("tick,unit,x,y,profile\n0,0,1,2,a\n1,0,1,2,b\n") ==
        "t:3: unit 0 has another profile than in the first tick");
  const std::string led = "tick,unit,x,y,group,leader_x,leader_y,leader_heading\n";
  CHECK(why(led + "0,0,1,2,0,1,1,E\n") == "t:2: unit 0 has a leader and no group");
  CHECK(why(led + "0,0,1,2,1,1,1,E\n0,1,1,2,1,1,1,E\n") == "t:3: the leader of group 1 is there twice in tick 0");
  CHECK(why(led + "0,0,1,2,1,,,E\n") == "t:2: a leader has a heading and no tile");
  CHECK(why("tick,unit,x,y,decided\n0,0,1,2,3\n0,1,1,2,3\n") == "t:3: tick 0 says twice how many decided");
  CHECK(why("tick,unit,x,y,waited\n0,0,1,2,3\n0,1,1,2,3\n") == "t:3: tick 0 says twice how many waited");
}

TEST_CASE("traces that are wrong say where and why") {
  CHECK(why("").find("t:") == 0);
  CHECK(why("x,y,goal_x,goal_y\n1,2,3,4\n").find("t:1: the header line lacks 'tick' and 'unit'") == 0);
  CHECK(why("0,0,1,2\n").find("t:1: expected a header line") == 0);
  CHECK(why("tick,unit,x,y,speed\n0,0,1,2,3\n").find("t:1: column 'speed' is not known") == 0);
  CHECK(why("tick,unit,x,y\n") == "t:1: there is no row");
  CHECK(why("tick,unit,x,y\n0,0,1,2,3\n").find("t:2: 5 fields in a table of 4 columns") == 0);
  CHECK(why("tick,unit,x,y\n0,0,1,a\n").find("t:2: y 'a': expected a number") == 0);
  CHECK(why("tick,unit,x,y\n0,0,1\n").find("t:2: y '': expected a number") == 0);
  CHECK(why("tick,unit,x,y\n0.5,0,1,2\n").find("t:2: tick '0.5': expected a number from 0 to 2147483647") == 0);
  CHECK(why("tick,unit,x,y\n-1,0,1,2\n").find("t:2: tick '-1': expected a number") == 0);
  CHECK(why("tick,unit,x,y\n0,2147483648,1,2\n").find("t:2: unit '2147483648': expected a number") == 0);
  CHECK(why("tick,unit,x,y\n0,0,20,2\n") == "t:2: 20,2 is not on the map of 20 x 10 tiles");
  CHECK(why("tick,unit,x,y\n0,0,1,10\n") == "t:2: 1,10 is not on the map of 20 x 10 tiles");
  CHECK(why("tick,unit,x,y\n1,0,1,2\n0,0,1,2\n") == "t:3: tick 0 after tick 1");
  CHECK(why("tick,unit,x,y\n0,0,1,2\n0,0,1,3\n") == "t:3: unit 0 is there twice in tick 0");
  CHECK(why("tick,unit,x,y\n0,0,1,2\n0,1,1,3\n1,1,1,2\n1,1,1,3\n") == "t:5: unit 1 is there twice in tick 1");
  CHECK(why("tick,unit,x,y\n0,0,1,2\n1,0,1,2\n1,1,1,3\n") == "t:4: unit 1 is not in the first tick, 0");
  CHECK(why("tick,unit,x,y\n0,3,1,2\n0,4,1,3\n1,4,1,3\n2,3,1,2\n") == "t:5: tick 1 lacks unit 3: it has 1 of 2");
  CHECK(why("tick,unit,x,y\n0,3,1,2\n0,4,1,3\n1,3,1,3\n") == "t:4: tick 1 lacks unit 4: it has 1 of 2");
}

TEST_CASE("a trace of more rows or units than there may be is refused at the line") {
  const std::string text = "tick,unit,x,y\n0,0,1,2\n0,1,1,3\n1,0,1,2\n1,1,1,3\n";
  const auto limited = [&](const TraceLimits& limits) { return parse_trace(text, "t", 20, kOneFloor, limits); };
  CHECK(limited({.rows = 4, .units = 2}));
  CHECK(failure(limited({.rows = 3, .units = 2}), ErrorCode::limit) == "t:5: more than 3 rows");
  CHECK(failure(limited({.rows = 4, .units = 1}), ErrorCode::limit) == "t:3: more than 1 units");
}

TEST_CASE("traces with random damage are read or refused, never taken for more than they hold") {
  const std::string whole =
      "tick\tunit\tx\ty\tfloor\theading\tbegin\tend\tto_x\tto_y\tto_heading\tslot_x\tslot_y\tstuck\tleader_x\tleader_"
      "y\t"
      "leader_"
      "heading\tgroup\tside\n0\t0\t1\t2\t1\tE\t0\t2\t2\t2\tN\t4\t4\t1\t5\t5\tE\t3\t1\n0\t1\t3\t4\t0\n1\t0\t2\t2\t1\tN\n"
      "1\t1\t3\t4\t0\n2\t1\t3\t5\t0\n2\t0\t2\t2\t2\n";
  test::Rng rng(20);
  std::size_t accepted = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto trace = parse_trace(test::mutated(whole, rng), "t", 20, kThreeFloors);
    if (!trace) {
      CHECK(trace.error().message.starts_with("t:"));
      continue;
    }
    ++accepted;
    REQUIRE(trace->tiles.size() == trace->units.size() * trace->ticks.size());
    REQUIRE((trace->moves.empty() || trace->moves.size() == trace->tiles.size()));
    REQUIRE((trace->headings.empty() || trace->headings.size() == trace->tiles.size()));
    REQUIRE((trace->slots.empty() || trace->slots.size() == trace->tiles.size()));
    REQUIRE(trace->leaders.size() == trace->led.size() * trace->ticks.size());
    for (const Tile tile : trace->tiles) REQUIRE((tile.x < 20 && kThreeFloors.row(tile.y) < 10 && tile.y < 32));
  }
  CHECK(accepted > 0);
  CHECK(accepted < 5000);
}

TEST_CASE("a trace that is not there is named") {
  CHECK(failure(read_trace("/nowhere/t.tsv", 20, kOneFloor), ErrorCode::io).find("/nowhere/t.tsv") == 0);
}
