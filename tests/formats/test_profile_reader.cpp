// SPDX-License-Identifier: BSL-1.0
// Movement profiles from JSON.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/profile_reader.hpp"
#include "portolan/grid/declared_prices.hpp"
#include "portolan/grid/map_lint.hpp"
#include "portolan/grid/move_rules.hpp"

using namespace portolan;
using test::failure;

namespace {
std::string error_of(std::string_view text, ErrorCode code = ErrorCode::syntax) {
  return failure(parse_profiles(text, "p"), code);
}
}  // namespace

TEST_CASE("a profile with every key") {
  const auto read = parse_profiles(
      R"({"name": "infantry", "terrain": {"grass": 1, "swamp": 2.5, "lava": null, "far": 1e5, "S\u00fcmpfe": 0.0001},
          "neighbours": 4, "corners": "one", "footprint": 64, "metric": "grid"})",
      "p");
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  const MovementProfile& profile = read->front();
  CHECK(profile.name == "infantry");
  REQUIRE(profile.prices.size() == 5);
  const std::pair<const char*, TerrainCost> prices[] = {
      {"grass", 10'000}, {"swamp", 25'000}, {"lava", 0}, {"far", kMaxTerrainCost}, {"S\xc3\xbcmpfe", 1}};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(profile.prices[i].terrain == prices[i].first);
    CHECK(profile.prices[i].cost == prices[i].second);
  }
  CHECK(profile.neighbours == Neighbours::four);
  CHECK(profile.corners == CornerRule::cut_one);
  CHECK(profile.footprint == 64);
}

TEST_CASE("keys left out have the defaults, for each profile anew") {
  const auto read = parse_profiles(
      "[{\"name\":\"a\",\"corners\":\"both\",\"footprint\":3,\"neighbours\":4,\"terrain\":{\"x\":2}},\r\n"
      " {\"name\":\"b\"},{\"corners\":\"never\",\"neighbours\":8,\"name\":\"c\"}]",
      "p");
  REQUIRE(read);
  REQUIRE(read->size() == 3);
  CHECK((*read)[0].corners == CornerRule::cut_both);
  const MovementProfile defaults;
  for (std::size_t i = 1; i < 3; ++i) {
    const MovementProfile& profile = (*read)[i];
    CHECK(profile.name == (i == 1 ? "b" : "c"));
    CHECK(profile.prices.empty());
    CHECK(profile.neighbours == defaults.neighbours);
    CHECK(profile.corners == defaults.corners);
    CHECK(profile.footprint == defaults.footprint);
  }
}

TEST_CASE("broken JSON is named with line and column") {
  CHECK(error_of("").starts_with("p:1:1: syntax error while parsing value - unexpected end of input"));
  CHECK(error_of("{\"name\": \"a\",\n  \"corners\" \"one\"}")
            .starts_with("p:2:17: syntax error while parsing object separator"));
  CHECK(error_of("{\"name\": \"a\"").starts_with("p:1:13: syntax error"));
  CHECK(error_of("{\"name\": \"a\"}\n{").starts_with("p:2:1: syntax error"));
  CHECK(error_of("{\"name\": \"a\xff\"}").starts_with("p:1:12: syntax error while parsing value - invalid string"));
  CHECK(error_of("{\"name\": \"a\", \"footprint\": 1e999}").find("number overflow parsing '1e999'") !=
        std::string::npos);
  CHECK(error_of("[\n\n  nul\n]").starts_with("p:3:6: syntax error"));
  CHECK(error_of("{\"name\": \"" + std::string(100'000, 'a') + "\n\"}").size() < 300);
}

TEST_CASE("the top must be an object or a list of objects") {
  for (const char* const text : {"1", "null", "true", "\"a\"", "-1", "1.5"}) {
    CHECK(error_of(text) == "p:1: expected an object or a list of objects");
  }
  CHECK(error_of("[]") == "p:1: no profile in the list");
  CHECK(error_of("[{\"name\":\"a\"}, 1]") == "p:1: [1]: expected an object");
  CHECK(error_of("[[]]") == "p:1: [0]: expected an object");
}

TEST_CASE("names are required, bounded and unique") {
  CHECK(error_of("{}") == "p:1: key 'name' is missing");
  CHECK(error_of("[{\"name\":\"a\"},{\"footprint\":1}]") == "p:1: [1]: key 'name' is missing");
  CHECK(error_of("[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"a\"}]") ==
        "p:1: [2].name: 'a' is the name of [0] too");
  const std::string takes = "p:1: name: expected a string of 1 to 255 bytes of UTF-8 without NUL";
  for (const char* const value : {"\"\"", "1", "null", "true", "{}", "[]"}) {
    CHECK(error_of(std::string("{\"name\": ") + value + "}") == takes);
  }
  CHECK(error_of("{\"name\": \"" + std::string(256, 'a') + "\"}") == takes);
  CHECK(parse_profiles("{\"name\": \"" + std::string(255, 'a') + "\"}", "p"));
}

TEST_CASE("unknown and repeated keys are errors") {
  CHECK(
      error_of("[{\"name\":\"a\"},{\"name\":\"b\",\"foot\":1}]") ==
      "p:1: [1].foot: unknown key (known: name, terrain, others, notch, neighbours, corners, footprint, metric, steps, "
      "headings, body, turn, backward, sideways, radius)");
  CHECK(
      error_of("{\"a\\nb\":1}") ==
      "p:1: a\\x0ab: unknown key (known: name, terrain, others, notch, neighbours, corners, footprint, metric, steps, "
      "headings, body, turn, backward, sideways, radius)");
  CHECK(error_of("{\"name\":\"a\",\"footprint\":1,\"footprint\":1}") == "p:1: footprint: this key is given twice");
  CHECK(error_of("{\"name\":\"a\",\"name\":\"a\"}") == "p:1: name: this key is given twice");
  CHECK(error_of("{\"name\":\"a\",\"terrain\":{\"x\":1},\"terrain\":{\"x\":1}}") ==
        "p:1: terrain: this key is given twice");
  CHECK(error_of("[{\"name\":\"a\",\"terrain\":{\"x\":1,\"y\":1,\"x\":2}}]") ==
        "p:1: [0].terrain.x: this key is given twice");
}

TEST_CASE("what a notch costs is read for every metric") {
  const auto notch = [](std::string_view fields) {
    const auto read = parse_profiles("{\"name\":\"a\"," + std::string(fields) + "}", "p");
    REQUIRE(read.has_value());
    return read->front().notch;
  };
  CHECK(parse_profiles(R"({"name": "a"})", "p")->front().notch == 0);
  CHECK(notch("\"notch\":0.5") == kCostScale / 2);
  CHECK(notch("\"notch\":100000") == kMaxTerrainCost);
  CHECK(notch("\"metric\":\"any_angle\",\"notch\":0.0001") == 1);
}

TEST_CASE("fields are checked") {
  const auto field = [](std::string_view text, ErrorCode code = ErrorCode::syntax) {
    return error_of("{\"name\":\"a\"," + std::string(text) + "}", code);
  };
  for (const char* const value : {"5", "8.0", "\"8\"", "null", "[8]", "{}", "-8", "true"}) {
    CHECK(field(std::string("\"neighbours\":") + value) == "p:1: neighbours: expected 4 or 8");
  }
  for (const char* const value : {"-1", "100001", "0.00001", "\"1\"", "null", "[1]"}) {
    CHECK(field(std::string("\"notch\":") + value) ==
          "p:1: notch: expected a cost from 0 to 100000 with at most 4 decimals");
  }
  for (const char* const value : {"\"any\"", "1", "null", "[]", "{}", "false"}) {
    CHECK(field(std::string("\"corners\":") + value) == "p:1: corners: expected \"never\", \"one\" or \"both\"");
  }
  for (const char* const value :
       {"65", "-1", "1.5", "\"1\"", "18446744073709551615", "99999999999999999999", "[]", "{}"}) {
    CHECK(field(std::string("\"footprint\":") + value) == "p:1: footprint: expected a whole number from 0 to 64");
  }
  CHECK(field("\"metric\":\"polar\"") == "p:1: metric: expected \"grid\" or \"any_angle\"");
  CHECK(field("\"metric\":1") == "p:1: metric: expected \"grid\" or \"any_angle\"");
  CHECK(field("\"footprint\":0") == "p:1: footprint: 0, a point, needs the metric \"any_angle\"");
  CHECK(field("\"metric\":\"any_angle\",\"neighbours\":8") == "p:1: neighbours: only with the metric \"grid\"");
  CHECK(field("\"corners\":\"never\",\"metric\":\"any_angle\"") == "p:1: corners: only with the metric \"grid\"");
  for (const char* const value : {"1", "null", "\"grass\"", "[]", "true"}) {
    CHECK(field(std::string("\"terrain\":") + value) == "p:1: terrain: expected an object of terrain names and costs");
  }
}

TEST_CASE("steps are two whole numbers in a ratio from 1:1 to 1:2, for 8 neighbours on the grid") {
  const auto steps = [](std::string_view value) {
    const auto read = parse_profiles("{\"name\": \"a\", \"steps\": " + std::string(value) + "}", "p");
    REQUIRE(read);
    return read->front().steps;
  };
  CHECK(steps("[10, 14]") == StepCosts{10, 14});
  CHECK(steps("[2,3]") == StepCosts{2, 3});
  CHECK(steps("[20000, 20000]") == StepCosts{20'000, 20'000});
  CHECK(steps("[1, 2]") == StepCosts{1, 2});
  CHECK_FALSE(parse_profiles(R"({"name": "a"})", "p")->front().steps.has_value());
  const auto fault = [](std::string_view value, std::string_view more = "") {
    return error_of("[{\"name\": \"z\"},\n {\"name\": \"a\", \"steps\": " + std::string(value) + std::string(more) +
                    "}]");
  };
  const std::string at = "p:2: [1].steps: ";
  for (const char* const value :
       {"[10]", "[10, 14, 20]", "[]", "10", "\"10:14\"", "null", "[10, 14.5]", "[10, 14.0]", "[0, 1]", "[-10, -14]",
        "[1, 20001]", "[\"10\", 14]", "[1e1, 14]", "[[10, 14]]", "[99999999999, 99999999999]", "{\"straight\": 10}"}) {
    CAPTURE(value);
    CHECK(fault(value) == at + "expected two whole numbers from 1 to 20000, what a straight and a diagonal step cost");
  }
  CHECK(fault("[10, 9]") == at + "a diagonal step must not cost less than a straight one");
  CHECK(fault("[10, 21]") == at + "a diagonal step must not cost more than two straight ones");
  CHECK(fault("[10, 14]", R"(, "neighbours": 4)") == at + "only with 8 neighbours: with 4 all steps are straight");
  CHECK(fault("[10, 14]", R"(, "metric": "any_angle")") == at + "only with the metric \"grid\"");
}

TEST_CASE("terrain costs are checked") {
  const auto cost = [](std::string_view text, ErrorCode code = ErrorCode::syntax) {
    return error_of("[{\"name\":\"z\"},{\"name\":\"a\",\"terrain\":{\"swamp\":" + std::string(text) + "}}]", code);
  };
  const std::string at = "p:1: [1].terrain.swamp: ";
  CHECK(cost("0") == at + "cost '0' is not above 0");
  CHECK(cost("0.0") == at + "cost '0.0' is not above 0");
  CHECK(cost("-3") == at + "cost '-3' is not above 0");
  CHECK(cost("1.00001") == at + "cost '1.00001' has more than 4 decimals");
  CHECK(cost("1e-5") == at + "cost '1e-5' has more than 4 decimals");
  CHECK(cost("100000.5", ErrorCode::limit) == at + "cost '100000.5' is above 100000");
  CHECK(cost("100001", ErrorCode::limit) == at + "cost '100001' is above 100000");
  for (const char* const value : {"\"1\"", "true", "[]", "[1]", "{}", "{\"cost\":1}"}) {
    CHECK(cost(value) == at + "expected a cost or null");
  }
  CHECK(error_of(R"({"name":"a","terrain":{}})") ==
        "p:1: terrain: no terrain; leave the key out for the map's own costs");
  CHECK(error_of(R"({"name":"a","terrain":{"":1}})") ==
        "p:1: terrain: a terrain name must be 1 to 255 bytes of UTF-8 without NUL");
  CHECK(error_of("{\"name\":\"a\",\"terrain\":{\"" + std::string(256, 'x') + "\":1}}") ==
        "p:1: terrain: a terrain name must be 1 to 255 bytes of UTF-8 without NUL");
}

TEST_CASE("terrains that are not listed cost what the map says, if the profile says so") {
  const auto read = [](const std::string& fields) {
    return parse_profiles("{\"name\": \"a\", " + fields + "}", "p.json");
  };
  const auto open = read(R"("terrain": {"bog": 3}, "others": "map")");
  REQUIRE(open);
  CHECK(open->front().unlisted == Unlisted::by_map);
  const auto closed = read(R"("terrain": {"bog": 3}, "others": null)");
  REQUIRE(closed);
  CHECK(closed->front().unlisted == Unlisted::impassable);
  CHECK(read(R"("terrain": {"bog": 3}, "others": "map", "metric": "any_angle")"));
  for (const auto& [fields, part] : {std::pair(R"("others": "map")", "only beside terrain"),
                                     {R"("terrain": {"bog": 3}, "others": 2)", "\"map\" or null"},
                                     {R"("terrain": {"bog": 3}, "others": "none")", "\"map\" or null"}}) {
    const auto wrong = read(fields);
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().message.find(part) != std::string::npos);
  }

  const auto map = TileMap::create(3, 1, {{"grass", kCostScale}, {"wall", 0}, {"bog", kCostScale}}, {0, 1, 2});
  REQUIRE(map);
  for (const MovementProfile& profile : {open->front(), closed->front()}) {
    const auto rules = make_move_rules(profile, *map);
    REQUIRE(rules);
    const bool by_map = profile.unlisted == Unlisted::by_map;
    CHECK((rules->cost[0] != 0) == by_map);
    CHECK(rules->cost[1] == 0);
    CHECK(rules->cost[2] * rules->cost_unit == 3 * kCostScale);
    const DeclaredPrices prices(*map, profile);
    for (TerrainId id = 0; id < 3; ++id) CHECK(prices.of_terrain(id) == rules->cost[id] * rules->cost_unit);
    // Somebody who takes the map's costs prices all of it.
    CHECK(warnings_in(*map, {&profile, 1}, "m").size() == (by_map ? 0 : 1));
  }
}

TEST_CASE("deep nesting ends at once") {
  CHECK(error_of("[[[]]]") == "p:1: [0]: expected an object");
  CHECK(error_of(R"({"name": "a", "terrain": {"terrain": {}}})") == "p:1: terrain.terrain: expected a cost or null");
  const std::string too_deep = "p:1: more than 256 arrays and objects within each other";
  CHECK(error_of(std::string(5'000'000, '['), ErrorCode::limit) == too_deep);
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"terrain\":";
  CHECK(error_of(objects, ErrorCode::limit) == too_deep);
}

TEST_CASE("profiles come from files") {
  const test::TemporaryFolder folder;
  CHECK(read_profiles(folder.write("a.json", R"([{"name":"a"},{"name":"b"}])"))->size() == 2);
  const auto bad = folder.write("b.json", "{");
  CHECK(failure(read_profiles(bad), ErrorCode::syntax).starts_with(bad.string() + ":1:"));
  CHECK(failure(read_profiles(folder.path()), ErrorCode::io) == folder.path().string() + ": is a folder");
}

TEST_CASE("a profile with a key of kinematics has some") {
  const auto read = [](std::string_view keys) {
    const auto profiles = parse_profiles("{\"name\": \"a\"" + std::string(keys) + "}", "p");
    if (!profiles) FAIL(profiles.error().message);
    return profiles->front();
  };
  CHECK_FALSE(read("").kinematics.has_value());
  CHECK_FALSE(read(R"(, "footprint": 2)").kinematics.has_value());
  const MovementProfile lorry =
      read(R"(, "headings": 8, "body": [2, 3], "turn": 0.25, "backward": 1.5, "radius": 2.5)");
  CHECK(lorry.footprint == 2);
  CHECK(lorry.kinematics ==
        Kinematics{.width = 2, .length = 3, .turn = 2'500, .backward = Ratio{3, 2}, .radius = 25'000});
  CHECK(read(R"(, "sideways": 1)").kinematics == Kinematics{.sideways = Ratio{1, 1}});
  CHECK(read(R"(, "headings": 4)").kinematics == Kinematics{.headings = Headings::four});
  CHECK(read(R"(, "neighbours": 4, "turn": 1)").kinematics == Kinematics{.headings = Headings::four, .turn = 10'000});
  CHECK(read(R"(, "footprint": 3, "turn": 0)").kinematics == Kinematics{.width = 3, .length = 3});
}

TEST_CASE("faults of kinematics name the place") {
  const auto fault = [](std::string_view keys) {
    return error_of("[{\"name\": \"z\"},\n {\"name\": \"a\", " + std::string(keys) + "}]");
  };
  const std::string at = "p:2: [1].";
  CHECK(fault(R"("headings": 6)") == at + "headings: expected 4 or 8");
  CHECK(fault(R"("headings": 8, "neighbours": 4)") == at + "headings: 8 only with 8 neighbours");
  const std::string body = at + "body: expected two whole numbers from 1 to 64, the width and the length";
  for (const char* sides : {"[0, 1]", "[1, 65]", "[1]", "[1, 2, 3]", "2", "[1, 1.5]"}) {
    CHECK(fault("\"body\": " + std::string(sides)) == body);
  }
  CHECK(fault(R"("body": [1, 3], "footprint": 1)") == at + "footprint: not beside body, whose lesser side it is");
  CHECK(fault(R"("turn": -1)") == at + "turn: expected a cost from 0 to 1000 with at most 4 decimals");
  CHECK(fault(R"("turn": 1000.0001)") == at + "turn: expected a cost from 0 to 1000 with at most 4 decimals");
  CHECK(fault(R"("turn": 0.00001)") == at + "turn: expected a cost from 0 to 1000 with at most 4 decimals");
  CHECK(fault(R"("backward": 0.5)") == at + "backward: must be from 1 to 16");
  CHECK(fault(R"("backward": 17)") == at + "backward: expected a number from 1 to 16 with at most 4 decimals");
  CHECK(fault(R"("sideways": 1.33)") == at + "sideways: must be a fraction whose denominator is at most 16");
  CHECK(fault(R"("sideways": "2")") == at + "sideways: expected a number from 1 to 16 with at most 4 decimals");
  CHECK(fault(R"("radius": 6.5)") == at + "radius: expected a number of tiles from 0 to 6 with at most 4 decimals");
  CHECK(fault(R"("radius": 2, "headings": 4)") == at + "radius: belongs to 8 headings");
  CHECK(fault(R"("radius": 2, "sideways": 2)") == at + "sideways: belongs to movers that turn on the spot");
  CHECK(fault(R"("metric": "any_angle", "turn": 1)") == at + "turn: only with the metric \"grid\"");
}
