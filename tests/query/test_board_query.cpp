// SPDX-License-Identifier: BSL-1.0
// What a board answers by every tier, with and without closures, against Floyd and Warshall on the list of its arcs.
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/query/board_query.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/random_board.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

AreaClosures random_closures(Rng& rng, NodeId places) {
  const auto any = [&] { return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(places))); };
  AreaClosures closures;
  for (int n = rng.below(3); n > 0; --n) closures.areas.push_back(any());
  for (int n = rng.below(4); n > 0; --n) closures.borders.push_back({any(), any()});
  return closures;
}

/// The costs of all pairs, looking at every arc that is open; a closed place costs more than any path.
class BoardOracle {
 public:
  BoardOracle(const CsrGraph& arcs, const AreaClosures& closures) : size_(arcs.size()), closures_(closures) {
    std::vector<std::uint32_t> first{0};
    std::vector<NodeId> target;
    std::vector<std::uint32_t> weight;
    for (NodeId from = 0; from < size_; ++from) {
      for (std::uint32_t arc = arcs.first[from]; arc < arcs.first[from + 1]; ++arc) {
        const AreaBorder border{from, arcs.target[arc]};
        if (is_closed(from) || is_closed(border.to) || std::ranges::count(closures.borders, border) != 0) continue;
        target.push_back(arcs.target[arc]);
        weight.push_back(arcs.weight[arc]);
      }
      first.push_back(static_cast<std::uint32_t>(target.size()));
    }
    costs_ = all_pairs({first, target, weight});
  }
  [[nodiscard]] bool is_closed(NodeId place) const { return std::ranges::count(closures_.areas, place) != 0; }
  [[nodiscard]] Cost cost(NodeId from, NodeId to) const {
    return is_closed(from) || is_closed(to) ? kInfiniteCost : costs_[from * size_ + to];
  }
  /// All places for which wanted(place) says true and that cost no more, in their order.
  template <class Wanted>
  [[nodiscard]] std::vector<ReachedNode> reached(NodeId from, Cost most, Wanted&& wanted) const {
    std::vector<ReachedNode> all;
    for (NodeId to = 0; to < size_; ++to) {
      if (cost(from, to) <= std::min(most, kInfiniteCost - 1) && wanted(to)) all.push_back({cost(from, to), to});
    }
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  std::size_t size_;
  AreaClosures closures_;
  std::vector<Cost> costs_;
};

bool equal(std::span<const ReachedNode> a, std::span<const ReachedNode> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// The arcs of a path lead from node to node and cost what it says.
void check_arcs(const BoardView& board, const BoardPath& path, const AreaClosures& closures) {
  REQUIRE(path.arcs.size() + 1 == path.nodes.size());
  Cost sum = 0;
  for (std::size_t i = 0; i < path.arcs.size(); ++i) {
    const NodeId from = path.nodes[i];
    REQUIRE(path.arcs[i] >= board.arcs.first[from]);
    REQUIRE(path.arcs[i] < board.arcs.first[from + 1]);
    REQUIRE(board.arcs.target[path.arcs[i]] == path.nodes[i + 1]);
    REQUIRE(std::ranges::count(closures.borders, AreaBorder{from, path.nodes[i + 1]}) == 0);
    sum += board.arcs.weight[path.arcs[i]];
  }
  REQUIRE(sum == path.cost);
}

/// A query, the board that it asks and what is closed there.
class BoardAsker {
 public:
  BoardAsker(Rng& rng, const World& world, const AreaClosures& closures)
      : rng_(rng),
        board_(world.board()->graph),
        closures_(closures),
        closes_(!closures.areas.empty() || !closures.borders.empty()),
        oracle_(board_.arcs, closures),
        query_(world),
        tiers_({Tier::astar}) {
    query_.close(closures);
    if (world.board()->hierarchy && !closes_) tiers_.push_back(Tier::ch);
    if (world.board()->labels && !closes_) tiers_.push_back(Tier::labels);
  }

  void check() {
    const auto places = static_cast<NodeId>(board_.size());
    for (NodeId from = 0; from < places; ++from) {
      for (NodeId to = 0; to < places; ++to) {
        for (const Tier tier : tiers_) check_path({.from = from, .to = to, .tier = tier});
        REQUIRE(query_.find_cost({.from = from, .to = to}).tier ==
                (oracle_.is_closed(from) || oracle_.is_closed(to) ? Tier::automatic : tiers_.back()));
      }
      check_around(from);
    }
    for (const Tier tier : tiers_) check_table(tier);
    check_refusals(places);
  }

 private:
  [[nodiscard]] NodeId any() { return static_cast<NodeId>(rng_.below(static_cast<std::int32_t>(board_.size()))); }

  void check_path(BoardRequest request) {
    const BoardPath path = query_.find(request);
    const Cost wanted = oracle_.cost(request.from, request.to);
    if (oracle_.is_closed(request.from) || oracle_.is_closed(request.to)) {
      REQUIRE(path.status == (oracle_.is_closed(request.from) ? Status::bad_start : Status::bad_goal));
      REQUIRE(path.why == Why::closed);
      return;
    }
    REQUIRE(path.tier == request.tier);
    REQUIRE(path.optimal());
    const BoardPath bare = query_.find_cost(request);
    REQUIRE(bare.status == path.status);
    REQUIRE(bare.cost == path.cost);
    REQUIRE(bare.work == path.work);
    REQUIRE(bare.nodes.empty());
    if (wanted == kInfiniteCost) {
      REQUIRE(path.status == Status::unreachable);
      REQUIRE(path.nodes.empty());
      return;
    }
    REQUIRE(path.status == Status::found);
    REQUIRE(path.cost == wanted);
    REQUIRE(path.nodes.front() == request.from);
    REQUIRE(path.nodes.back() == request.to);
    check_arcs(board_, path, closures_);
    const std::uint64_t needed = path.work;
    request.max_expansions = needed;
    REQUIRE(query_.find(request).cost == wanted);
    if (needed == 0) return;
    request.max_expansions = static_cast<std::uint64_t>(rng_.below(static_cast<std::int32_t>(needed)));
    const BoardPath cut = query_.find(request);
    REQUIRE(cut.status == Status::out_of_budget);
    REQUIRE(cut.why == Why::budget_spent);
    REQUIRE(cut.work <= request.max_expansions);
    REQUIRE_FALSE(cut.optimal());
  }

  void check_around(NodeId from) {
    std::vector<ReachedNode> room(board_.size());
    const auto all = [](NodeId) { return true; };
    if (oracle_.is_closed(from)) {
      REQUIRE(query_.nearest({.from = from}, all, room).status == Status::bad_start);
      REQUIRE(query_.within({.from = from, .most = 9}, room).why == Why::closed);
      return;
    }
    const Cost most = rng_.percent(10) ? ~Cost{0} : static_cast<Cost>(rng_.below(9000));
    const std::vector<ReachedNode> near = oracle_.reached(from, most, all);
    const ReachedNodes within = query_.within({.from = from, .most = most}, room);
    REQUIRE(within.status == Status::found);
    REQUIRE(equal(within.nodes, near));
    const ReachedNodes cut = query_.within({.from = from, .most = most}, std::span(room).first(near.size() - 1));
    REQUIRE(cut.status == Status::out_of_budget);
    REQUIRE(cut.why == Why::no_room);
    REQUIRE(query_.within({.from = from, .most = most, .max_expansions = near.size() - 1}, room).why ==
            Why::budget_spent);

    const auto tag = static_cast<std::uint32_t>(rng_.below(7));
    std::vector<ReachedNode> tagged = oracle_.reached(
        from, kInfiniteCost - 1, [&](NodeId place) { return std::ranges::count(board_.node_tags[place], tag) != 0; });
    const auto wanted = static_cast<std::size_t>(rng_.between(1, 4));
    std::vector<ReachedNode> few(wanted);
    const ReachedNodes nearest = query_.nearest_tagged({.from = from}, tag, few);
    tagged.resize(std::min(tagged.size(), wanted));
    REQUIRE(nearest.status == (tagged.empty() ? Status::unreachable : Status::found));
    REQUIRE(equal(nearest.nodes, tagged));
  }

  void check_table(Tier tier) {
    std::vector<NodeId> sources(static_cast<std::size_t>(rng_.between(0, 6)));
    std::vector<NodeId> targets(static_cast<std::size_t>(rng_.between(0, 6)));
    for (NodeId& place : sources) place = any();
    for (NodeId& place : targets) place = any();
    std::vector<Cost> costs(sources.size() * targets.size());
    const Answer whole = query_.table({.sources = sources, .targets = targets, .tier = tier}, costs);
    REQUIRE(whole.status == Status::found);
    for (std::size_t i = 0; i < costs.size(); ++i) {
      REQUIRE(costs[i] == oracle_.cost(sources[i / targets.size()], targets[i % targets.size()]));
    }
    std::vector<Cost> again(costs.size());
    REQUIRE(query_.table({.sources = sources, .targets = targets, .tier = tier, .max_expansions = whole.work}, again)
                .status == Status::found);
    REQUIRE(again == costs);
    if (whole.work == 0) return;
    const Answer cut =
        query_.table({.sources = sources, .targets = targets, .tier = tier, .max_expansions = whole.work - 1}, again);
    REQUIRE(cut.status == Status::out_of_budget);
    REQUIRE(cut.work <= whole.work - 1);
  }

  void check_refusals(NodeId places) {
    std::array<ReachedNode, 1> reached{};
    std::array<Cost, 1> costs{};
    const std::array<NodeId, 1> outside{places};
    const std::array<NodeId, 1> inside{0};
    REQUIRE(query_.find({.from = places, .to = 0}).why == Why::no_such_node);
    REQUIRE(query_.find({.from = 0, .to = places}).status == Status::bad_request);
    REQUIRE(query_.within({.from = places}, reached).status == Status::bad_request);
    REQUIRE(query_.nearest_tagged({.from = places}, 0, reached).status == Status::bad_request);
    for (const Tier tier : tiers_) {
      REQUIRE(query_.table({.sources = inside, .targets = outside, .tier = tier}, costs).why == Why::no_such_node);
      REQUIRE(query_.table({.sources = inside, .targets = inside, .tier = tier}, {}).why == Why::wrong_size);
    }
    for (const Tier tier : {Tier::ch, Tier::labels, Tier::blocks, Tier::regions}) {
      if (std::ranges::count(tiers_, tier) != 0 || oracle_.is_closed(0)) continue;
      const BoardPath path = query_.find({.from = 0, .to = 0, .tier = tier});
      REQUIRE(path.status == Status::undecided);
      REQUIRE((path.why == Why::tier_missing || (closes_ && path.why == Why::edited)));
      REQUIRE(query_.table({.sources = inside, .targets = inside, .tier = tier}, costs).status == Status::undecided);
    }
  }

  Rng& rng_;
  const BoardView& board_;
  AreaClosures closures_;
  bool closes_;
  BoardOracle oracle_;
  BoardQuery query_;
  std::vector<Tier> tiers_;  ///< those that answer, the fastest last
};

}  // namespace

TEST_CASE("boards answer every question as Floyd and Warshall do, by every tier and around what is closed") {
  Rng rng(1);
  const std::array<std::set<IndexKind>, 4> kinds{
      std::set<IndexKind>{}, {IndexKind::ch}, {IndexKind::labels}, {IndexKind::ch, IndexKind::labels}};
  for (int round = 0; round < 250; ++round) {
    CAPTURE(round);
    const Board board = *make_board(random_board(rng, 16));
    const AlignedBytes bytes = test::board_bytes(board, rng.pick(kinds));
    const World world = *World::view(bytes.span());
    BoardAsker(rng, world, {}).check();
    BoardAsker(rng, world, random_closures(rng, static_cast<NodeId>(board.view().size()))).check();
  }
}

TEST_CASE("paths over ways that cost nothing come to no place twice, by any index") {
  Rng rng(4);
  std::size_t found = 0;
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    std::string table = "from\tto\tcost\n";
    const std::int32_t places = rng.between(3, 12);
    for (int n = rng.between(places, 3 * places); n > 0; --n) {
      table += "p" + std::to_string(rng.below(places)) + "\tp" + std::to_string(rng.below(places)) + "\t" +
               std::to_string(rng.percent(60) ? 0 : rng.below(4)) + "\n";
    }
    const auto draft = parse_board_table({table, "b.tsv"}, {});
    REQUIRE(draft.has_value());
    const AlignedBytes bytes = test::board_bytes(*make_board(*draft), {IndexKind::ch, IndexKind::labels});
    const World world = *World::view(bytes.span());
    BoardQuery query(world);
    const auto count = static_cast<NodeId>(world.board()->graph.names.size());
    for (NodeId from = 0; from < count; ++from) {
      for (NodeId to = 0; to < count; ++to) {
        const BoardPath least = query.find({.from = from, .to = to, .tier = Tier::astar});
        const Cost cost = least.cost;
        for (const Tier tier : {Tier::labels, Tier::ch}) {
          const BoardPath path = query.find({.from = from, .to = to, .tier = tier});
          REQUIRE(path.status == least.status);
          if (path.status != Status::found) continue;
          ++found;
          REQUIRE(path.cost == cost);
          REQUIRE(path.nodes.front() == from);
          REQUIRE(path.nodes.back() == to);
          REQUIRE(path.arcs.size() + 1 == path.nodes.size());
          REQUIRE(std::set<NodeId>(path.nodes.begin(), path.nodes.end()).size() == path.nodes.size());
        }
      }
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("a board opened again answers as before it was closed") {
  Rng rng(2);
  const Board board = *make_board(random_board(rng, 16));
  const AlignedBytes bytes = test::board_bytes(board, {IndexKind::ch, IndexKind::labels});
  BoardQuery query(*World::view(bytes.span()));
  const BoardPath before = query.find({.from = 0, .to = 0});
  query.close({.areas = {0}, .borders = {}});
  REQUIRE(query.find({.from = 0, .to = 0}).status == Status::bad_start);
  query.close({});
  const BoardPath after = query.find({.from = 0, .to = 0});
  REQUIRE(after.status == Status::found);
  REQUIRE(after.tier == before.tier);
}

TEST_CASE("questions to a board allocate nothing") {
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  Rng rng(3);
  const Board board = *make_board(random_board(rng, 100));
  const AlignedBytes bytes = test::board_bytes(board, {IndexKind::ch, IndexKind::labels});
  const World world = *World::view(bytes.span());
  const auto places = static_cast<NodeId>(board.view().size());
  const std::array<NodeId, 2> ends{0, places - 1};
  std::array<Cost, 4> costs{};
  std::vector<ReachedNode> room(places);
  for (const bool closes : {false, true}) {
    BoardQuery query(world);
    if (closes) query.close({.areas = {}, .borders = {{0, 0}}});
    const AllocationCounter counter;
    for (const Tier tier : {Tier::astar, Tier::ch, Tier::labels}) {
      (void)query.find({.from = 0, .to = places - 1, .tier = tier});
      (void)query.table({.sources = ends, .targets = ends, .tier = tier}, costs);
    }
    (void)query.within({.from = 0, .most = kNoBudget}, room);
    (void)query.nearest_tagged({.from = 0}, 0, room);
    REQUIRE(counter.count() == 0);
  }
}

}  // namespace portolan::test
