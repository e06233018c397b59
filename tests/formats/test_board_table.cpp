// SPDX-License-Identifier: BSL-1.0
// Tables of arcs and nodes: what they may look like, and messages that name file and line.
#include "formats/board_support.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/formats/table.hpp"

#include <string>
#include <vector>

using namespace portolan;
using test::arcs_of;
using test::errors;
using test::failure;
using test::Texts;

namespace {

BoardDraft read(std::string_view arcs, std::string_view nodes = {}) {
  const auto draft =
      parse_board_table({arcs, "arcs"}, nodes.empty() ? std::nullopt : std::optional(NamedText{nodes, "nodes"}));
  if (!draft) FAIL(draft.error().message);
  return *draft;
}

std::string fault(std::string_view arcs, std::string_view nodes = {}) {
  return failure(
      parse_board_table({arcs, "arcs"}, nodes.empty() ? std::nullopt : std::optional(NamedText{nodes, "nodes"})),
      ErrorCode::syntax);
}

}  // namespace

TEST_CASE("two bare columns are joined both ways at cost 1") {
  CHECK(arcs_of(read("# a board\n\nA\tB\nB\tC c\n")) == Texts{"B>A 1", "A>B 1", "C c>B 1", "B>C c 1"});
  CHECK(arcs_of(read("A,B\r\nA,\"C, c\"\r\n")) == Texts{"B>A 1", "A>B 1", "C, c>A 1", "A>C, c 1"});
  CHECK(arcs_of(read("\xef\xbb\xbf"
                     "A\tA\n")) == Texts{"A>A 1"});
  CHECK(read("A\tB\nC\tA\n").nodes[2].place.line == 2);
  CHECK(fault("A\tB\nA\tB\tC\n").find("arcs:2: 3 fields: without a header line") == 0);
  CHECK(fault("A\n").find("arcs:1: 1 fields") == 0);
  const std::string exported = "numbers alone look like a layer that Tiled exported: build its .tmx or .tmj";
  CHECK(fault("-1,0,17\n4,-1,3\n").ends_with(exported));
  CHECK(fault("-1,0,Oslo\n").find(exported) == std::string::npos);
}

TEST_CASE("semicolons separate what has neither tabs nor commas in its first row") {
  CHECK(arcs_of(read("A;B\nB;C, c\n")) == Texts{"B>A 1", "A>B 1", "C, c>B 1", "B>C, c 1"});
  CHECK(arcs_of(read("from;to;cost;tags\nA;\"B;b\";1.5;\"x;y\"\n")) == Texts{"B;b>A 1.5 [x] [y]", "A>B;b 1.5 [x] [y]"});
  CHECK(arcs_of(read("A;a,B\n")) == Texts{"B>A;a 1", "A;a>B 1"});
  CHECK(arcs_of(read("\"A,a\";B\n")) == Texts{"B>A,a 1", "A,a>B 1"});
  CHECK(arcs_of(read("A;a\tB\n")) == Texts{"B>A;a 1", "A;a>B 1"});
  CHECK(fault("A;B;C\n").find("arcs:1: 3 fields: without a header line") == 0);
}

TEST_CASE("a header says what the columns hold") {
  const BoardDraft draft = read(
      "Cost\tTO\tfrom\tname\tone_way\ttags\n"
      "1.50\tB\tA\tpass\tno\thigh; snow\n"
      "\tC\tB\n"
      "0\tA\tC\t\"the \"\"long\"\" way\"\tYES\n");
  CHECK(arcs_of(draft) ==
        Texts{"B>A 1.5 pass [high] [snow]", "A>B 1.5 pass [high] [snow]", "C>B 1", "B>C 1", "C>A 0 the \"long\" way"});
  CHECK(draft.arcs.back().place.line == 4);
  CHECK(fault("from\tto\tprice\nA\tB\t1\n") ==
        "arcs:1: column 'price' is not known (one of from, to, cost, one_way, name, tags)");
  CHECK(fault("from\tto\tFrom\n") == "arcs:1: column 'From' is there twice");
  CHECK(fault("from\tto\nA\tB\tC\n") == "arcs:2: 3 fields in a table of 2 columns");
  CHECK(fault("from\tto\n\"A\tB\n") == "arcs:2: a field in quotes does not end");
  CHECK(fault("from\tto\n\"A\"x\tB\n") == "arcs:2: text after a field in quotes");
}

TEST_CASE("values that cannot be read are all reported, with their lines") {
  CHECK(errors(read(
            "from\tto\tcost\tone_way\nA\tB\tnan\t\nB\tC\t-3\t\nC\tD\tinf\tmaybe\n\tA\t\t\nE\tA\t5000000000\t\n")) ==
        Texts{"arcs:2: cost 'nan' is not a decimal number of at most 18 digits", "arcs:3: cost -3 is negative",
              "arcs:4: cost 'inf' is not a decimal number of at most 18 digits",
              "arcs:4: one_way 'maybe' is neither yes nor no", "arcs:5: the name is empty",
              "arcs:6: cost 5000000000 is too large: costs must be below 4294967295"});
  CHECK(errors(read("")) == Texts{"arcs: no nodes"});
}

TEST_CASE("a header that lacks a column is not taken for a row") {
  const std::string known = " (known: from, to, cost, one_way, name, tags); if it is a row, let another be first";
  CHECK(fault("from\tcost\nA\t2\n") == "arcs:1: a header line without a column 'to'" + known);
  CHECK(fault("# notes\nFrom,destination,cost\nA,B,2\n") == "arcs:2: a header line without a column 'to'" + known);
  CHECK(fault("source\tto\nA\tB\n") == "arcs:1: a header line without a column 'from'" + known);
  CHECK(fault("cost\tname\n1\tB\n") == "arcs:1: a header line without a column 'from' and a column 'to'" + known);
  // Not in the first row, and no word alone.
  CHECK(arcs_of(read("A\tB\nfrom\tA\n")).size() == 4);
  CHECK(arcs_of(read("name\tB\n")).size() == 2);
}

TEST_CASE("a table of nodes gives order, positions and tags, and names every node") {
  const std::string nodes = "name,x,y,tags\nB,1.5,-2,\"sea;cold, wet\"\nA,,,\nC,3,4\n";
  const BoardDraft draft = read("A\tB\n", nodes);
  REQUIRE(draft.nodes.size() == 3);
  CHECK(draft.nodes[0].name == "B");
  CHECK(draft.nodes[0].position->x == Decimal{15, 1});
  CHECK(draft.nodes[0].tags == Texts{"sea", "cold, wet"});
  CHECK_FALSE(draft.nodes[1].position.has_value());
  CHECK(errors(draft) == Texts{});
  CHECK(errors(read("A\tB\nA\tD\n", nodes)) == Texts{"arcs:2: 'D' is not among the nodes"});
  CHECK(errors(read("A\tB\n", "name\tx\ty\nA\t1\t\nB\tx\t0\nA\t1\t2\n")) ==
        Texts{"nodes:2: a position needs both x and y", "nodes:3: x 'x' is not a decimal number of at most 18 digits",
              "nodes:4: name 'A' is given twice, first at nodes:2"});
  const BoardDraft costly = read("A\tB\n", "name\tenter\nA\t 2.5\nB\t\n");
  CHECK(errors(costly) == Texts{});
  CHECK(costly.nodes[0].enter == Decimal{25, 1});
  CHECK(costly.nodes[1].enter == Decimal{});
  CHECK(errors(read("A\tB\n", "name\tenter\nA\tlots\nB\t-1\n")) ==
        Texts{"nodes:2: enter 'lots' is not a decimal number of at most 18 digits", "nodes:3: enter -1 is negative"});
  CHECK(fault("A\tB\n", "x\ty\n") == "nodes:1: expected a header line: name, x, y, tags, enter, h, h:");
  CHECK(fault("A\tB\n", "# nothing\n").find("nodes:1: no header line") == 0);
}

TEST_CASE("a table of nodes without a row names none") {
  const auto draft = parse_board_table({"A\tB\n", "arcs"}, NamedText{"name\tx\ty\n", "nodes"});
  REQUIRE(draft.has_value());
  CHECK(draft->nodes.empty());
  REQUIRE(draft->unreadable.size() == 2);
}

TEST_CASE("estimates are columns for one goal each, and are written as they are read") {
  const std::string arcs = "from,to,cost\nA,B,2\nB,C,1.5\n";
  const auto board_of = [&](const std::string& nodes) {
    const auto board = make_board(read(arcs, nodes));
    if (!board) FAIL(board.error().message);
    return *board;
  };
  const auto told = [](const Board& board, NodeId goal) {
    const GivenEstimates given = board.estimates_to(goal);
    return std::pair(std::vector<Cost>(given.by_node.begin(), given.by_node.end()), given.consistent);
  };
  // In the unit of the costs, a tenth, and rounded down.
  const Board one = board_of("name,h\nA,3.29\nB,1.29\nC,0\n");
  CHECK(one.estimate_goals.size() == 1);
  CHECK(told(one, 2) == std::pair(std::vector<Cost>{32, 12, 0}, true));
  CHECK(told(one, 1).first.empty());
  const Board two = board_of("name,H:C, h:A\nA,9,\nB,,1\nC,0,2\n");
  CHECK(told(two, 2) == std::pair(std::vector<Cost>{90, 0, 0}, false));
  CHECK(told(two, 0) == std::pair(std::vector<Cost>{0, 10, 20}, true));
  CHECK(board_of(node_table(two.view())) == two);
  CHECK(node_table(two.view()) == "name\tx\ty\ttags\th:A\th:C\nA\t\t\t\t0\t9\nB\t\t\t\t1\t0\nC\t\t\t\t2\t0\n");
  CHECK(errors(read(arcs, "name,h:C,h:D\nA,-1,2\nB,x,\nC,1e15,\n")) ==
        Texts{"nodes:2: h -1 is negative", "nodes:2: h is for 'D', and no node is called that",
              "nodes:3: h 'x' is not a decimal number of at most 18 digits"});
  const Texts unclear = errors(read(arcs, "name,h\nA,0\nB,1\nC,0\n"));
  REQUIRE(unclear.size() == 1);
  CHECK(unclear[0].find("nodes:2: h must be 0 for one node, the goal, and for no other") == 0);
  CHECK(errors(read(arcs, "name,h,h:C\nA,1,1\nB,1,1\nC,0,0\n")) ==
        Texts{"nodes:2: there are two columns of h for 'C'"});
  CHECK(fault(arcs, "name,h:C,h:C\nA,1,1\n") == "nodes:1: column 'h:C' is there twice");
}

TEST_CASE("fields for tables are read back") {
  for (const std::string text :
       {"plain", "a\tb", "\"", "\"\"a", "#x", "a \"b\" c", " a ", "a,b", "a\r", "\r", "a\rb"}) {
    for (const std::string end : {"\n", "\r\n"}) {
      const std::string line = table_field(text) + "\t" + table_field(text) + end;
      TableReader rows(line, "input");
      REQUIRE(*rows.next());
      CHECK(rows.fields() == Texts{text, text});
    }
  }
}
