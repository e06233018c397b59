// SPDX-License-Identifier: BSL-1.0
// What terrain looks like, by its name and cost.
#include "drawing/terrain_colour.hpp"

#include <string>

#include <catch2/catch.hpp>

using namespace portolan;
using namespace portolan::tools;

namespace {

Colour open(const std::string& name, std::uint32_t cost = 1) {
  return terrain_colour({name, kCostScale}, cost, 1);
}
Colour closed(const std::string& name) {
  return terrain_colour({name, 0}, 0, 1);
}
int light(Colour colour) {
  return colour.r + colour.g + colour.b;
}

}  // namespace

TEST_CASE("terrain looks like what the last word of its name says that is known") {
  CHECK(open("water") == open("deep Water"));
  CHECK(open("water") == open("deepWater"));
  CHECK(open("water") == open("SHALLOW_WATER"));
  CHECK(open("water") == open("rivers"));
  CHECK(open("road") == open("forest road"));
  CHECK(open("forest") == open("trees"));
  CHECK(open("forest") != open("forest road"));
  // Words within words are none, and names of no known word look like their cost.
  CHECK(open("seat") == open("something"));
  CHECK(open("broad") == open("something"));
  CHECK(open("something", 3) != open("something"));
  CHECK(open("water", 3) == open("water"));
  CHECK(open("") == open("something"));
  CHECK(open("12 %") == open("something"));
}

TEST_CASE("impassable terrain is darker, and the letters of the benchmarks look as ever") {
  for (const char* const name : {"water", "tree", "wall", "house", "something"})
    CHECK(light(closed(name)) < light(open(name)) * 3 / 4);
  CHECK(closed("between floors") == closed("something"));
  CHECK(open("W") == Colour{94, 140, 186});
  CHECK(open("S") == Colour{150, 168, 130});
  CHECK(closed("@") == Colour{58, 56, 60});
  CHECK(closed("T") == Colour{60, 92, 60});
}
