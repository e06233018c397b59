// SPDX-License-Identifier: BSL-1.0
// Estimates that the author of a board gave, and those that a caller brings, against Floyd and Warshall.
#include "portolan/boards/given_estimates.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/query/board_query.hpp"
#include "support/built_world.hpp"
#include "support/random_board.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr Cost kFar = 1'000'000'000'000;

Board board_of(const BoardDraft& draft) {
  auto board = make_board(draft);
  if (!board) FAIL(board.error().message);
  return std::move(*board);
}

/// Whether estimates to a goal are consistent, by the definition.
bool are_consistent(const CsrGraph& arcs, NodeId goal, std::span<const Cost> by_node) {
  bool consistent = by_node[goal] == 0;
  for (NodeId tail = 0; tail < arcs.size(); ++tail) {
    for (std::uint32_t arc = arcs.first[tail]; arc < arcs.first[tail + 1]; ++arc) {
      consistent = consistent && by_node[tail] <= arcs.weight[arc] + by_node[arcs.target[arc]];
    }
  }
  return consistent;
}

/// A column that says a share of the true cost, or anything.
EstimateColumn random_column(Rng& rng, const Board& board, const std::vector<Cost>& costs, NodeId goal) {
  EstimateColumn column;
  column.goal = board.names[goal];
  const auto percent = static_cast<Cost>(rng.below(101));
  const bool wild = rng.percent(50);
  for (NodeId node = 0; node < board.size(); ++node) {
    const Cost cost = costs[node * board.size() + goal];
    Cost estimate = cost == kInfiniteCost ? kFar : cost * percent / 100;
    if (wild && rng.percent(30)) estimate = static_cast<Cost>(rng.below(20'000));
    if (wild && rng.percent(10)) continue;
    column.estimates.push_back({node, board.in_author_unit(estimate), {}});
  }
  return column;
}

struct Seen {
  int consistent = 0;
  int other = 0;
  int dearer = 0;  ///< paths by estimates that are not consistent which cost more than the least
  int proven = 0;  ///< and those proven to be the least all the same
};

void check_path(const BoardView& board, const BoardPath& path, Cost least, bool consistent, Seen& seen) {
  if (least == kInfiniteCost) {
    REQUIRE(path.status == Status::unreachable);
    REQUIRE(path.optimal());
    return;
  }
  REQUIRE(path.status == Status::found);
  REQUIRE(path.tier == Tier::astar);
  REQUIRE(path.lower_bound <= least);
  REQUIRE(path.cost >= least);
  if (consistent) {
    REQUIRE(path.cost == least);
    REQUIRE(path.optimal());
  }
  if (path.optimal()) REQUIRE(path.cost == least);
  Cost sum = 0;
  for (const std::uint32_t arc : path.arcs) sum += board.arcs.weight[arc];
  REQUIRE(sum == path.cost);
  if (consistent) return;
  seen.dearer += path.cost > least ? 1 : 0;
  seen.proven += path.optimal() ? 1 : 0;
}

void check_boards(int rounds, std::uint64_t seed) {
  Rng rng(seed);
  Seen seen;
  for (int round = 0; round < rounds; ++round) {
    BoardDraft draft = random_board(rng, 24);
    const Board plain = board_of(draft);
    const std::vector<Cost> costs = all_pairs(plain.view().arcs);
    const auto nodes = static_cast<NodeId>(plain.size());
    for (NodeId goal = 0; goal < nodes; ++goal) {
      if (rng.percent(20)) draft.estimates.push_back(random_column(rng, plain, costs, goal));
    }
    const Board board = board_of(draft);
    REQUIRE(fault_of(board.view()).empty());
    REQUIRE(board_of(draft_of(board.view())) == board);
    REQUIRE(estimate_warnings_in(draft).empty() ==
            std::ranges::all_of(board.estimate_goals, [](const EstimateGoal& goal) { return goal.consistent == 1; }));
    const bool indexed = rng.percent(30);
    const AlignedBytes bytes = test::board_bytes(board, indexed ? std::set{IndexKind::labels} : std::set<IndexKind>{});
    const auto world = World::view(bytes.span());
    REQUIRE(world.has_value());
    REQUIRE(world->verify().has_value());
    const BoardView& view = world->board()->graph;
    BoardQuery query(*world);
    for (NodeId goal = 0; goal < nodes; ++goal) {
      const GivenEstimates given = view.estimates_to(goal);
      const bool has_column = !given.by_node.empty();
      if (has_column) {
        REQUIRE(given.consistent == are_consistent(view.arcs, goal, given.by_node));
        ++(given.consistent ? seen.consistent : seen.other);
      }
      auto own = [&](NodeId node, NodeId to) {
        return to == goal ? costs[node * nodes + goal] / 2 + (node * 7919 % 40) : ~Cost{0};
      };
      for (NodeId from = 0; from < nodes; ++from) {
        const Cost least = costs[from * nodes + goal];
        const BoardRequest request{.from = from, .to = goal, .tier = Tier::astar};
        check_path(view, query.find(request), least, !has_column || given.consistent, seen);
        REQUIRE(query.find_cost(request).cost == query.find(request).cost);
        check_path(view, query.find({.from = from, .to = goal, .estimate = NodeEstimate::by(own)}), least, false, seen);
        if (indexed) REQUIRE(query.find({.from = from, .to = goal}).tier == Tier::labels);
      }
    }
  }
  REQUIRE(seen.consistent > rounds / 10);
  REQUIRE(seen.other > rounds / 10);
  REQUIRE(seen.dearer > 0);
  REQUIRE(seen.proven > 0);
}

TEST_CASE("consistent estimates give exact costs, and others claim only what is proven") {
  check_boards(150, 71);
}
TEST_CASE("consistent estimates give exact costs on many boards, and others claim only what is proven", "[long]") {
  check_boards(3000, 72);
}

/// 0 - 1 - ... - 9, a unit each, and a dead end of ten more at 0.
BoardDraft comb() {
  BoardDraft draft;
  for (int i = 0; i < 20; ++i)
    draft.nodes.push_back({.name = "n" + std::to_string(i), .position = {}, .tags = {}, .place = {}});
  const auto join = [&](NodeId a, NodeId b) {
    draft.arcs.push_back({.from = a, .to = b, .cost = {1, 0}, .name = {}, .tags = {}, .place = {}});
    draft.arcs.push_back({.from = b, .to = a, .cost = {1, 0}, .name = {}, .tags = {}, .place = {}});
  };
  for (NodeId i = 0; i + 1 < 10; ++i) join(i, i + 1);
  join(0, 10);
  for (NodeId i = 10; i + 1 < 20; ++i) join(i, i + 1);
  return draft;
}

TEST_CASE("an author's estimates lead straight to the goal, and a caller's come before them") {
  BoardDraft draft = comb();
  EstimateColumn column;  // the goal is the one node at 0
  for (NodeId i = 0; i < 20; ++i) column.estimates.push_back({i, {i < 10 ? 9 - i : i, 0}, {}});
  draft.estimates.push_back(column);
  const AlignedBytes bytes = test::board_bytes(board_of(draft), {});
  const auto world = World::view(bytes.span());
  REQUIRE(world.has_value());
  BoardQuery query(*world);
  const BoardPath by_author = query.find({.from = 0, .to = 9});
  REQUIRE(by_author.cost == 9);
  REQUIRE(by_author.optimal());
  REQUIRE(by_author.work == 10);
  auto away = [](NodeId node, NodeId) { return node < 10 ? Cost{100} : Cost{0}; };
  const BoardPath by_caller = query.find({.from = 0, .to = 9, .estimate = NodeEstimate::by(away)});
  REQUIRE(by_caller.cost == 9);
  REQUIRE(by_caller.work == 20);
  auto endless = [](NodeId, NodeId) { return ~Cost{0}; };
  REQUIRE(query.find({.from = 0, .to = 9, .estimate = NodeEstimate::by(endless)}).cost == 9);
  REQUIRE(query.find({.from = 0, .to = 40, .estimate = NodeEstimate::by(endless)}).status == Status::bad_request);
}

TEST_CASE("files whose estimates are not what they say are found out") {
  BoardDraft draft = comb();
  EstimateColumn column;
  column.goal = "n9";
  for (NodeId i = 0; i < 20; ++i) column.estimates.push_back({i, {i < 10 ? 9 - i : i, 0}, {}});
  draft.estimates.push_back(column);
  const Board sound = board_of(draft);
  REQUIRE(fault_of(sound.view()).empty());
  const auto fault_after = [&](auto&& spoil) {
    Board board = sound;
    spoil(board);
    return fault_of(board.view()) == "the estimates are wrong";
  };
  REQUIRE(fault_after([](Board& board) { board.estimates[3] += 2; }));
  REQUIRE(fault_after([](Board& board) { board.estimates[9] = 1; }));
  REQUIRE(fault_after([](Board& board) { board.estimates.pop_back(); }));
  REQUIRE(fault_after([](Board& board) { board.estimates[3] = kMaxGivenEstimate; }));
  REQUIRE(fault_after([](Board& board) { board.estimate_goals[0].goal = 20; }));
  REQUIRE(fault_after([](Board& board) { board.estimate_goals[0].consistent = 2; }));
  REQUIRE(fault_after([](Board& board) { board.estimate_goals.push_back(board.estimate_goals[0]); }));
  // What claims less than is true is slower, and sound.
  Board shy = sound;
  shy.estimate_goals[0].consistent = 0;
  REQUIRE(fault_of(shy.view()).empty());
}

}  // namespace
}  // namespace portolan::test
