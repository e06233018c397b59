// SPDX-License-Identifier: BSL-1.0
// Boards made of drafts: what is kept, what is refused, and views that contradict themselves.
#include "portolan/boards/board_draft.hpp"
#include "support/random_board.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

BoardDraft two_nodes() {
  BoardDraft draft;
  draft.files = {"board"};
  draft.nodes = {{.name = "A", .position = {}, .tags = {}, .place = {0, 2}},
                 {.name = "B", .position = {}, .tags = {}, .place = {0, 3}}};
  draft.arcs = {
      {.from = 0, .to = 1, .cost = {15, 1}, .name = {}, .tags = {}, .place = {0, 5}},
      {.from = 1, .to = 0, .cost = {2, 0}, .name = "back", .tags = {"sea"}, .place = {0, 6}},
  };
  return draft;
}

/// The only finding, or all of them.
std::string errors_text(const BoardDraft& draft) {
  std::string text;
  for (const Finding& finding : errors_in(draft)) text += (text.empty() ? "" : "\n") + text_of(draft, finding);
  REQUIRE(make_board(draft).has_value() == text.empty());
  return text;
}

/// Everything about an arc that its author wrote, by the names of its ends.
using ArcFacts = std::tuple<std::string, std::string, std::string, std::string, std::set<std::string>>;

std::multiset<ArcFacts> facts_of(const BoardDraft& draft) {
  std::multiset<ArcFacts> facts;
  for (const DraftArc& arc : draft.arcs) {
    facts.emplace(draft.nodes[arc.from].name, draft.nodes[arc.to].name, to_text(arc.cost), arc.name,
                  std::set<std::string>(arc.tags.begin(), arc.tags.end()));
  }
  return facts;
}

}  // namespace

TEST_CASE("a graph keeps what its draft says, exactly") {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const BoardDraft draft = random_board(rng, 20);
    const auto graph = make_board(draft);
    REQUIRE(graph);
    const BoardView view = graph->view();
    REQUIRE(fault_of(view) == "");
    REQUIRE(is_well_formed(view.arcs));
    REQUIRE(view.size() == draft.nodes.size());
    for (NodeId node = 0; node < view.size(); ++node) {
      REQUIRE(view.names[node] == draft.nodes[node].name);
      REQUIRE(view.find(draft.nodes[node].name) == node);
      const std::set<std::string> tags(draft.nodes[node].tags.begin(), draft.nodes[node].tags.end());
      REQUIRE(view.node_tags[node].size() == tags.size());
      for (const std::string& tag : tags) {
        const auto number = view.find_tag(tag);
        REQUIRE(number.has_value());
        REQUIRE(std::ranges::count(view.node_tags[node], *number) == 1);
      }
    }
    REQUIRE_FALSE(view.find("no such name").has_value());
    const BoardDraft drawn = draft_of(view);
    REQUIRE(facts_of(drawn) == facts_of(draft));
    for (NodeId node = 0; node < view.size(); ++node) {
      REQUIRE(drawn.nodes[node].enter == draft.nodes[node].enter);
      REQUIRE(drawn.nodes[node].position.has_value() == draft.nodes[node].position.has_value());
      if (!draft.nodes[node].position) continue;
      REQUIRE(drawn.nodes[node].position->x == draft.nodes[node].position->x);
      REQUIRE(drawn.nodes[node].position->y == draft.nodes[node].position->y);
    }
    REQUIRE(*make_board(drawn) == *graph);
  }
}

TEST_CASE("of parallel arcs the cheapest is found") {
  Rng rng(2);
  for (int round = 0; round < 500; ++round) {
    const auto graph = make_board(random_board(rng, 8));
    const BoardView view = graph->view();
    for (NodeId from = 0; from < view.size(); ++from) {
      std::map<NodeId, std::uint32_t> least;
      for (std::uint32_t arc = view.arcs.first[from]; arc < view.arcs.first[from + 1]; ++arc) {
        const auto [known, fresh] = least.emplace(view.arcs.target[arc], view.arcs.weight[arc]);
        known->second = std::min(known->second, view.arcs.weight[arc]);
      }
      for (NodeId to = 0; to < view.size(); ++to) {
        const std::size_t arc = view.cheapest_arc(from, to);
        REQUIRE((arc == view.arcs.target.size()) == !least.contains(to));
        if (least.contains(to)) REQUIRE(view.arcs.weight[arc] == least[to]);
      }
    }
  }
}

TEST_CASE("costs share the unit of the most precise one") {
  const auto graph = make_board(two_nodes());
  REQUIRE(graph);
  CHECK(graph->cost_decimals == 1);
  CHECK(graph->arcs.weight == std::vector<std::uint32_t>{15, 20});
  CHECK(to_text(graph->view().in_author_unit(35)) == "3.5");
}

TEST_CASE("what it costs to enter a node is part of every way there, and of none that leaves") {
  BoardDraft draft = two_nodes();
  draft.nodes[1].enter = {25, 2};
  const auto graph = make_board(draft);
  REQUIRE(graph);
  CHECK(graph->cost_decimals == 2);
  CHECK(graph->arcs.weight == std::vector<std::uint32_t>{175, 200});
  CHECK(graph->enter == std::vector<std::uint32_t>{0, 25});
  CHECK(graph->own_weight(0) == 150);
  CHECK(graph->own_weight(1) == 200);

  Rng rng(4);
  for (int round = 0; round < 300; ++round) {
    BoardDraft random = random_board(rng, 12);
    for (DraftNode& node : random.nodes) node.enter = make_decimal(rng.between(0, 900), 2);
    const BoardDraft with = random;
    for (DraftArc& arc : random.arcs) {
      const std::int64_t sum = *scaled(arc.cost, 6) + *scaled(with.nodes[arc.to].enter, 6);
      arc.cost = make_decimal(sum, 6);
    }
    for (DraftNode& node : random.nodes) node.enter = {};
    const Board folded = *make_board(with);
    const Board written = *make_board(random);
    REQUIRE(fault_of(folded.view()) == "");
    REQUIRE(folded.arcs.target == written.arcs.target);
    for (std::size_t arc = 0; arc < folded.arcs.target.size(); ++arc) {
      REQUIRE(folded.in_author_unit(folded.arcs.weight[arc]) == written.in_author_unit(written.arcs.weight[arc]));
    }
  }
}

TEST_CASE("what keeps a draft from being a graph is named with its place") {
  BoardDraft draft = two_nodes();
  CHECK(errors_text(draft) == "");
  draft.arcs[1].cost = {-2, 0};
  CHECK(errors_text(draft) == "board:6: cost -2 is negative");
  draft.arcs[1].cost = {429'496'730, 0};
  CHECK(errors_text(draft) ==
        "board:6: cost 429496730 is too large: costs must be below 429496729.5 in the unit of 1.5 (board:5)");
  draft = two_nodes();
  draft.nodes[1].enter = {-5, 1};
  CHECK(errors_text(draft) == "board:3: enter -0.5 is negative");
  draft.nodes[1].enter = {429'496'729, 0};
  CHECK(errors_text(draft) ==
        "board:5: cost 1.5 and 429496729 to enter 'B' is too large: costs must be below 429496729.5 in the unit of 1.5 "
        "(board:5)");
  draft.nodes[1].enter = {429'496'730, 0};
  CHECK(errors_text(draft) ==
        "board:3: enter 429496730 is too large: costs must be below 429496729.5 in the unit of 1.5 (board:5)");
  draft = two_nodes();
  draft.nodes[1].name = "A";
  CHECK(errors_text(draft) == "board:3: name 'A' is given twice, first at board:2");
  draft.nodes[1].name = "";
  CHECK(errors_text(draft) == "board:3: the name is empty");
  draft.nodes[1].name = "\xff";
  CHECK(errors_text(draft) == "board:3: name '\\xff' is not UTF-8");
  draft.nodes[1].name = "a\nb";
  CHECK(errors_text(draft) == "board:3: name 'a\\x0ab' has a control character");
  draft.nodes[1].name = std::string(256, 'x');
  CHECK(errors_text(draft).find("has 256 bytes; up to 255 are allowed") != std::string::npos);
  draft.nodes[1].name = std::string(255, 'x');
  draft.nodes[0].tags = {"good", "a;b"};
  draft.arcs[0].tags = {" sea"};
  CHECK(errors_text(draft) == "board:2: tag 'a;b' has a semicolon\nboard:5: tag ' sea' begins or ends with a blank");
  draft = two_nodes();
  draft.nodes[0].position = {*parse_decimal("9007199254740992"), Decimal{}};
  CHECK(errors_text(draft) == "board:2: position 9007199254740992 is beyond 2^53");
  draft = two_nodes();
  draft.arcs[0].to = 2;
  CHECK(errors_text(draft) == "board:5: an end is no node");
  draft = two_nodes();
  draft.unreadable = {{{0, 4}, "what is this?"}};
  CHECK(errors_text(draft) == "board:4: what is this?");
  CHECK(errors_text(BoardDraft{}) == "board: no nodes");
}

TEST_CASE("positions keep as many decimals as fit") {
  BoardDraft draft = two_nodes();
  draft.nodes[0].position = {*parse_decimal("12.4963655004998"), *parse_decimal("-0.5")};
  draft.nodes[1].position = {*parse_decimal("0.00000000049"), Decimal{}};
  auto graph = make_board(draft);
  REQUIRE(graph);
  CHECK(graph->position_decimals == 7);
  CHECK(graph->positions[0] == BoardPosition{124'963'655, -5'000'000});
  CHECK(graph->positions[1] == BoardPosition{});
  draft.nodes[1].position->x = *parse_decimal("900719925474");
  graph = make_board(draft);
  REQUIRE(graph);
  CHECK(graph->position_decimals == 4);
  CHECK(graph->positions[0] == BoardPosition{124'964, -5'000});
}

TEST_CASE("views of spoilt arrays are faulty or harmless") {
  Rng rng(3);
  int faulty = 0;
  for (int round = 0; round < 4000; ++round) {
    Board graph = *make_board(random_board(rng, 12));
    const auto spoil = [&](auto& array) {
      if (array.empty()) return;
      auto& value = array[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(array.size())))];
      value = static_cast<std::remove_reference_t<decltype(value)>>(rng.percent(70) ? rng.next() % 40 : rng.next());
    };
    switch (rng.below(8)) {
      case 0:
        spoil(graph.arcs.first);
        break;
      case 1:
        spoil(graph.arcs.target);
        break;
      case 2:
        spoil(graph.names.first);
        break;
      case 3:
        spoil(graph.by_name);
        break;
      case 4:
        spoil(graph.node_tags.first);
        spoil(graph.node_tags.tag);
        break;
      case 5:
        spoil(graph.arc_names.first);
        break;
      case 6:
        spoil(graph.tag_names.first);
        break;
      default:
        spoil(graph.names.bytes);
    }
    const BoardView view = graph.view();
    faulty += fault_of(view).empty() ? 0 : 1;
    for (const std::string_view name : {"Alaska", "a", "#", ""}) {
      const auto found = view.find(name);
      if (found) REQUIRE((*found < view.size() && view.names[*found] == name));
      const auto tag = view.find_tag(name);
      if (tag) REQUIRE(view.tag_names[*tag] == name);
    }
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < view.arcs.target.size(); ++i) bytes += view.arc_names[i].size();
    for (NodeId node = 0; node < view.size(); ++node) bytes += view.node_tags[node].size();
    (void)bytes;
  }
  REQUIRE(faulty > 1500);
}

}  // namespace portolan::test
