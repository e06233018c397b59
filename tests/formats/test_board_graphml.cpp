// SPDX-License-Identifier: BSL-1.0
#include "formats/board_support.hpp"
#include "portolan/formats/boards/board_graphml.hpp"

#include <string>
#include <vector>

using namespace portolan;
using test::errors;
using test::failure;
using test::Texts;
using test::with;

namespace {

/// As NetworkX writes it, with a default and data that nobody asked for.
const std::string kBoard = R"(<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d5" for="edge" attr.name="weight" attr.type="double"><default>2.5</default></key>
  <key id="d4" for="edge" attr.name="Label" attr.type="string"/>
  <key id="d0" for="node" attr.name="label" attr.type="string"/>
  <key id="d1" for="node" attr.name="x" attr.type="double"/>
  <key id="d2" for="node" attr.name="y" attr.type="double"/>
  <key id="d3" for="node" attr.name="colour" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="0"><data key="d0">A &amp; a</data><data key="d1"> 1.5 </data><data key="d2">-2</data></node>
    <node id="1"><data key="d3">red</data></node>
    <!-- a comment -->
    <edge source="0" target="1"><data key="d5">0.25</data><data key="d4">pass</data></edge>
    <edge source="1" target="0" directed="true"/>
  </graph>
</graphml>
)";

std::string fault(const std::string& text, ErrorCode code = ErrorCode::syntax) {
  return failure(parse_graphml(text, "board"), code);
}

}  // namespace

TEST_CASE("a board in GraphML") {
  const auto draft = parse_graphml(kBoard, "board");
  REQUIRE(draft);
  REQUIRE(errors_in(*draft).empty());
  REQUIRE(draft->nodes.size() == 2);
  CHECK(draft->nodes[0].name == "A & a");
  CHECK(draft->nodes[0].place.line == 10);
  CHECK(draft->nodes[0].position->x == Decimal{15, 1});
  CHECK(draft->nodes[1].name == "1");
  REQUIRE(draft->arcs.size() == 3);
  CHECK(draft->arcs[0].cost == Decimal{25, 2});
  CHECK(draft->arcs[1].name == "pass");
  CHECK(draft->arcs[2].cost == Decimal{25, 1});
  CHECK(draft->arcs[2].from == 1);
  CHECK(draft->arcs[2].place.line == 14);
  CHECK(parse_graphml(with(kBoard, "undirected", "directed"), "board")->arcs.size() == 2);
}

TEST_CASE("broken GraphML is refused with its line") {
  CHECK(fault("").find("board:1: ") == 0);
  CHECK(fault("<a/>") == "board:1: the outermost element is not graphml");
  CHECK(fault("<graphml>\n</graphml>") == "board:1: no graph");
  CHECK(fault(with(kBoard, "</edge>", "</egde>")).find("board:13: ") == 0);
  CHECK(fault(with(kBoard, "<!-- a comment -->", "<hyperedge/>"), ErrorCode::unsupported) ==
        "board:12: hyperedges are not supported");
  CHECK(fault(with(kBoard, "<data key=\"d3\">red</data>", "<graph/>"), ErrorCode::unsupported) ==
        "board:11: graphs in nodes are not supported");
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  CHECK(fault(deep).find("board:1: ") == 0);
}

TEST_CASE("values in GraphML that cannot be read are all reported, with their lines") {
  CHECK(errors(parse_graphml(with(kBoard, "0.25", "NaN"), "board")) ==
        Texts{"board:13: cost 'NaN' is not a decimal number of at most 18 digits"});
  CHECK(errors(parse_graphml(with(kBoard, "source=\"1\"", "source=\"7\""), "board")) ==
        Texts{"board:14: source '7' is no node"});
  CHECK(errors(parse_graphml(with(kBoard, "<data key=\"d2\">-2</data>", ""), "board")) ==
        Texts{"board:10: a position needs both x and y"});
  CHECK(errors(parse_graphml(with(kBoard, "id=\"1\"", "id=\"0\""), "board")).front() ==
        "board:11: node id '0' is given twice");
}
