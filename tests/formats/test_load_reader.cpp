// SPDX-License-Identifier: BSL-1.0
// Tables of what a service had to do: whole and broken ones.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/load_reader.hpp"
#include "support/printing.hpp"

using namespace portolan;
using test::failure;

TEST_CASE("a table of a service's load") {
  const auto load = parse_load("# a game\ncharged,TICK,answered,waiting\n9,0,2,3\n\n2147483647,7,0,1\n", "l");
  REQUIRE(load);
  CHECK(*load == std::vector<ServiceLoad>{{.tick = 0, .waiting = 3, .answered = 2, .charged = 9},
                                          {.tick = 7, .waiting = 1, .answered = 0, .charged = 2147483647}});
}

TEST_CASE("tables of a service's load that are wrong say where and why") {
  const auto why = [](std::string_view text) { return failure(parse_load(text, "l"), ErrorCode::syntax); };
  CHECK(why("").find("l:") == 0);
  CHECK(why("tick,waiting,answered\n1,2,3\n").find("l:1: the header line lacks 'charged'") == 0);
  CHECK(why("tick,waiting,answered,charged\n") == "l:1: there is no row");
  CHECK(why("tick,waiting,answered,charged,us\n1,2,3,4,5\n").find("l:1: column 'us' is not known") == 0);
  CHECK(why("tick,waiting,answered,charged\n1,2,3\n").find("l:2: charged '': expected a number") == 0);
  CHECK(why("tick,waiting,answered,charged\n1,2,3,2147483648\n").find("l:2: charged '2147483648'") == 0);
  CHECK(why("tick,waiting,answered,charged\n1,2,3,4\n1,2,3,4\n") == "l:3: tick 1 after tick 1");
  CHECK(why("tick,waiting,answered,charged\n1,2,3,4\n0,2,3,4\n") == "l:3: tick 0 after tick 1");
  CHECK(failure(parse_load("tick,waiting,answered,charged\n1,2,3,4\n2,2,3,4\n", "l", 1), ErrorCode::limit) ==
        "l:3: more than 1 rows");
  CHECK(failure(read_load("/nowhere/l.tsv"), ErrorCode::io).find("/nowhere/l.tsv") == 0);
}
