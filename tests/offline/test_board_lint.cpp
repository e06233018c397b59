// SPDX-License-Identifier: BSL-1.0
// Warnings about boards, by tables as authors write them.
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/offline/board_lint.hpp"
#include "support/random_board.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

std::vector<std::string> warnings(std::string_view arcs, std::string_view nodes = {}) {
  const auto draft =
      parse_board_table({arcs, "arcs"}, nodes.empty() ? std::nullopt : std::optional(NamedText{nodes, "nodes"}));
  REQUIRE(draft);
  REQUIRE(errors_in(*draft).empty());
  std::vector<std::string> texts;
  for (const Finding& finding : warnings_in(*draft)) texts.push_back(text_of(*draft, finding));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a sound board has no warnings") {
  CHECK(warnings("A\tB\nB\tC\nC\tA\n") == Texts{});
  CHECK(warnings("A\tB\n", "name\tx\ty\nA\t0\t0\nB\t1\t1\n") == Texts{});
}

TEST_CASE("names that differ in capitals or blanks alone") {
  CHECK(warnings("A\tB\nB\tC\nC\ta \n")[1] == "arcs:3: name 'a ' is nearly 'A' (arcs:1): two nodes, or one misspelt?");
  CHECK(warnings("New  York\tB\nB\tnew york\n").size() == 1);
}

TEST_CASE("names that begin or end with a blank") {
  CHECK(warnings("A\t B\nA\tC\n") == Texts{"arcs:1: name ' B' begins or ends with a blank, which is part of it"});
  CHECK(warnings("A\tB \nA\tC c\n") == Texts{"arcs:1: name 'B ' begins or ends with a blank, which is part of it"});
}

TEST_CASE("isolated nodes and parts") {
  CHECK(warnings("A\tB\n", "name\nA\nB\nC\n") == Texts{"nodes:4: 'C' is isolated: no arc leads there or away"});
  CHECK(warnings("A\tB\nB\tC\nD\tE\n") == Texts{"arcs:3: 'D', 'E': no arc joins them to the rest of the board"});
  CHECK(warnings("A\tA\n", "name\nA\n") == Texts{"arcs:1: an arc from 'A' to itself is on no path"});
}

TEST_CASE("one-way traps") {
  const std::string head = "from\tto\tone_way\n";
  CHECK(warnings(head + "A\tB\tno\nB\tC\tyes\n") == Texts{"arcs:3: 'C': can be entered but not left"});
  CHECK(warnings(head + "A\tB\tno\nC\tB\tyes\n") == Texts{"arcs:3: 'C': can be left but not entered"});
  CHECK(warnings(head + "A\tB\tno\nB\tC\tyes\nC\tD\tyes\nD\tC\tyes\nA\tE\tno\nE\tF\n") ==
        Texts{"arcs:3: 'C', 'D': can be entered but not left"});
}

TEST_CASE("asymmetric pairs where the rest is symmetric") {
  std::string board = "from\tto\tcost\tone_way\n";
  for (int i = 0; i < 20; ++i) board += "N" + std::to_string(i) + "\tN" + std::to_string(i + 1) + "\t1\tno\n";
  CHECK(warnings(board) == Texts{});
  CHECK(warnings(board + "N0\tN2\t2\tyes\n") ==
        Texts{"arcs:22: 'N0' to 'N2' goes one way only, unlike most of the board"});
  CHECK(warnings(board + "N0\tN2\t2\tyes\nN2\tN0\t3\tyes\n") ==
        Texts{"arcs:22: 'N0' to 'N2' costs 2, back 3, unlike most of the board"});
  CHECK(warnings("from\tto\tone_way\nA\tB\tyes\nB\tC\tyes\nC\tA\tyes\n") == Texts{});
}

TEST_CASE("estimates that are not consistent, by the lines of their nodes") {
  const std::string arcs = "from\tto\tcost\nA\tB\t2\nB\tC\t1.5\n";
  CHECK(warnings(arcs, "name\th\nA\t3.5\nB\t1.5\nC\t0\n") == Texts{});
  CHECK(
      warnings(arcs, "name\th\nA\t4.5\nB\t1.5\nC\t0\n") ==
      Texts{"nodes:2: h of 'A' is 4.5, but from there to 'B', where it is 1.5, it costs 2: not consistent, so paths to "
            "'C' by it are legal, but not proven to be the cheapest"});
  const Texts at_goal = warnings(arcs, "name\th:C\nA\t3\nB\t2\nC\t1\n");
  REQUIRE(at_goal.size() == 1);
  CHECK(at_goal[0].find("nodes:4: h of the goal 'C' is not 0: not consistent") == 0);
}

TEST_CASE("positions that contradict costs") {
  std::string arcs = "from\tto\tcost\tone_way\n";
  std::string nodes = "name\tx\ty\n";
  for (int i = 0; i <= 10; ++i) nodes += "N" + std::to_string(i) + "\t" + std::to_string(10 * i) + "\t0\n";
  for (int i = 0; i < 10; ++i) arcs += "N" + std::to_string(i) + "\tN" + std::to_string(i + 1) + "\t10\tno\n";
  CHECK(warnings(arcs, nodes) == Texts{});
  const Texts found = warnings(arcs + "N0\tN10\t9\tno\n", nodes);
  REQUIRE(found.size() == 1);
  CHECK(found[0].find("arcs:12: 'N0' and 'N10': a cost of 9 is less than an eighth") == 0);
}

TEST_CASE("random boards are looked over without trouble") {
  Rng rng(5);
  std::size_t found = 0;
  for (int round = 0; round < 1000; ++round) {
    const BoardDraft draft = random_board(rng, 20);
    for (const Finding& finding : warnings_in(draft)) {
      REQUIRE(text_of(draft, finding).find('\n') == std::string::npos);
      ++found;
    }
  }
  REQUIRE(found > 1000);
}

}  // namespace portolan::test
