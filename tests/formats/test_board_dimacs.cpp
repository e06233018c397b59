// SPDX-License-Identifier: BSL-1.0
#include "formats/board_support.hpp"
#include "portolan/formats/boards/board_dimacs.hpp"

#include <string>
#include <vector>

using namespace portolan;
using test::errors;
using test::failure;
using test::Texts;
using test::with;

namespace {

const std::string kGraph = "c roads\np sp 3 2\na 1 2 10\nc\na 3 1 2.5\n";
const std::string kPlaces = "c\np aux sp co 3\nv 1 -20 30\nv 2 0 0\nv 3 5 5\n";

Result<BoardDraft> read(const std::string& graph, const std::string& places) {
  return parse_dimacs({graph, "gr"}, NamedText{places, "co"});
}

std::string fault(const std::string& graph, const std::string& places, ErrorCode code = ErrorCode::syntax) {
  return failure(read(graph, places), code);
}

}  // namespace

TEST_CASE("a road graph of DIMACS") {
  const auto draft = parse_dimacs({kGraph, "gr"}, NamedText{kPlaces, "co"});
  REQUIRE(draft);
  REQUIRE(errors_in(*draft).empty());
  REQUIRE(draft->nodes.size() == 3);
  CHECK(draft->nodes[2].name == "3");
  CHECK(draft->nodes[0].position->x == Decimal{-20, 0});
  CHECK(draft->nodes[0].place.line == 3);
  REQUIRE(draft->arcs.size() == 2);
  CHECK(draft->arcs[1].from == 2);
  CHECK(draft->arcs[1].to == 0);
  CHECK(draft->arcs[1].cost == Decimal{25, 1});
  CHECK(draft->arcs[1].place.line == 5);
  CHECK(is_dimacs(kGraph));
  CHECK_FALSE(is_dimacs(kPlaces));
  CHECK_FALSE(is_dimacs("c\n"));
  CHECK_FALSE(parse_dimacs({kGraph, "gr"}, std::nullopt)->nodes[0].position.has_value());
}

TEST_CASE("broken road graphs are refused with file and line") {
  CHECK(fault("", kPlaces) == "gr:1: expected: p sp NODES ARCS");
  CHECK(fault(with(kGraph, "3 2\n", "x 2\n"), kPlaces) == "gr:2: expected: p sp NODES ARCS");
  CHECK(fault(with(kGraph, "3 2\n", "1000000000 2\n"), kPlaces, ErrorCode::limit).find("gr:2: 1000000000 nodes") == 0);
  CHECK(fault(with(kGraph, "3 2\n", "3 4\n"), kPlaces) == "gr:5: 2 arcs instead of 4");
  CHECK(fault(with(kGraph, "a 3 1", "e 3 1"), kPlaces) == "gr:5: expected: a FROM TO COST");
  CHECK(fault(with(kGraph, "2.5", ""), kPlaces) == "gr:5: expected: a FROM TO COST");
  CHECK(fault(kGraph, with(kPlaces, "co 3", "co 4")) == "co:2: 4 nodes; the graph has 3");
  CHECK(fault(kGraph, with(kPlaces, "v 2 0 0", "v 2 0")) == "co:4: expected: v NODE X Y");
}

TEST_CASE("values of road graphs that cannot be read are all reported, with file and line") {
  CHECK(errors(read(with(with(kGraph, "2.5", "-2.5"), "1 2 10", "1 4 ten"), with(kPlaces, "v 3 5 5", "v 0 5 y"))) ==
        Texts{"gr:3: '4' is no node: they are 1 to 3", "gr:3: cost 'ten' is not a decimal number of at most 18 digits",
              "gr:5: cost -2.5 is negative", "co:5: '0' is no node: they are 1 to 3",
              "co:5: y 'y' is not a decimal number of at most 18 digits"});
}
