// SPDX-License-Identifier: BSL-1.0
#include "formats/board_support.hpp"
#include "portolan/formats/boards/board_json.hpp"

#include <string>
#include <vector>

using namespace portolan;
using test::errors;
using test::failure;
using test::Texts;
using test::with;

namespace {

const std::string kBoard = R"({"portolan": "board", "version": 1,
 "arcs": [
  {"from": "A", "to": "B\u00e9", "cost": 1.50, "name": "pass", "tags": ["high"]},
  {"to": "A", "from": "B\u00e9", "cost": "0.1", "one_way": true}],
 "nodes": [
  {"name": "A", "x": 1e2, "y": -0.5, "tags": ["sea", "a b"]},
  {"name": "B\u00e9"}]})";

std::string fault(const std::string& text, ErrorCode code = ErrorCode::syntax) {
  return failure(parse_board_json(text, "board"), code);
}

}  // namespace

TEST_CASE("a board in JSON") {
  const auto draft = parse_board_json(kBoard, "board");
  REQUIRE(draft);
  REQUIRE(errors_in(*draft).empty());
  REQUIRE(draft->nodes.size() == 2);
  CHECK(draft->nodes[0].position->x == Decimal{100, 0});
  CHECK(draft->nodes[0].position->y == Decimal{-5, 1});
  CHECK(draft->nodes[0].tags == Texts{"sea", "a b"});
  CHECK(draft->nodes[0].place.line == 6);
  CHECK(draft->nodes[1].name == "B\xc3\xa9");
  REQUIRE(draft->arcs.size() == 3);
  CHECK(draft->arcs[1].from == 0);
  CHECK(draft->arcs[1].cost == Decimal{15, 1});
  CHECK(draft->arcs[1].place.line == 3);
  CHECK(draft->arcs[2].from == 1);
  CHECK(draft->arcs[2].cost == Decimal{1, 1});
  CHECK(draft->arcs[2].place.line == 4);
}

TEST_CASE("nodes in JSON may cost something to enter") {
  const auto read = [](const std::string& enter) {
    return parse_board_json(
        "{\"portolan\": \"board\", \"version\": 1, \"arcs\": [],\n\"nodes\": [{\"name\": \"A\", "
        "\"enter\": " +
            enter + "}]}",
        "board");
  };
  CHECK(read("2.50")->nodes[0].enter == Decimal{25, 1});
  CHECK(read("\"3\"")->nodes[0].enter == Decimal{3, 0});
  CHECK(text_of(*read("\"x\""), errors_in(*read("\"x\"")).front()) ==
        "board:2: enter 'x' is not a decimal number of at most 18 digits");
  CHECK(failure(read("[1]"), ErrorCode::syntax) == "board:2: nodes[0].enter: expected a number");
}

TEST_CASE("JSON of another shape is refused with its line") {
  CHECK(fault("").find("board:1:1: ") == 0);
  CHECK(fault(with(kBoard, "1.50,", "1.50")).find("board:3:") == 0);
  CHECK(fault("[]") == "board:1: expected an object with the key `portolan`");
  CHECK(fault("3") == "board:1: expected an object with the key `portolan`");
  CHECK(fault("{}") == "board:1: key 'portolan' is missing");
  CHECK(fault(with(kBoard, "\"version\": 1", "\"version\": 2"), ErrorCode::unsupported) ==
        "board:1: version 2; this library reads 1");
  CHECK(fault(R"({"portolan": "areas"})", ErrorCode::unsupported) ==
        "board:1: portolan: it draws areas over a tile map, and is no board");
  CHECK(fault(with(kBoard, "board", "map")) == "board:1: portolan: expected \"board\"");
  CHECK(fault(with(kBoard, "\"one_way\"", "\"oneway\"")) ==
        "board:4: arcs[1].oneway: unknown key (known: from, to, cost, one_way, name, tags)");
  CHECK(fault(with(kBoard, "true", "1")) == "board:4: arcs[1].one_way: expected true or false");
  CHECK(fault(with(kBoard, "1.50", "null")) == "board:3: arcs[0].cost: expected a number");
  CHECK(fault(with(kBoard, "1.50", "[1]")) == "board:3: arcs[0].cost: expected a number");
  CHECK(fault(with(kBoard, "[\"high\"]", "\"high\"")) == "board:3: arcs[0].tags: expected a list of strings");
  CHECK(fault(with(kBoard, "[\"high\"]", "[[\"high\"]]")) == "board:3: arcs[0].tags[0]: expected a string");
  CHECK(fault(with(kBoard, "\"to\": \"A\", ", "")) == "board:4: arcs[1]: key 'to' is missing");
  CHECK(fault(with(kBoard, "\"to\": \"A\"", "\"to\": \"A\", \"to\": \"B\"")) ==
        "board:4: arcs[1].to: this key is given twice");
  CHECK(fault(with(kBoard, "{\"name\": \"B\\u00e9\"}", "{}")) == "board:7: nodes[1]: key 'name' is missing");
}

TEST_CASE("values in JSON that cannot be read are all reported, with their lines") {
  CHECK(errors(parse_board_json(with(kBoard, "1e2", "1e40"), "board")) ==
        Texts{"board:6: x '1e40' is not a decimal number of at most 18 digits"});
  CHECK(errors(parse_board_json(with(kBoard, "\"0.1\"", "\"nan\""), "board")) ==
        Texts{"board:4: cost 'nan' is not a decimal number of at most 18 digits"});
  CHECK(errors(parse_board_json(with(kBoard, "1.50", "-1"), "board")) == Texts{"board:3: cost -1 is negative"});
  CHECK(errors(parse_board_json(with(kBoard, ", \"y\": -0.5", ""), "board")) ==
        Texts{"board:6: a position needs both x and y"});
  CHECK(errors(parse_board_json(with(kBoard, "\"to\": \"A\"", "\"to\": \"X\""), "board")) ==
        Texts{"board:4: 'X' is not among the nodes"});
}
