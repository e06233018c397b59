// SPDX-License-Identifier: BSL-1.0
// Boards as world files: all pairs through every index against Floyd and Warshall.
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/offline/build_board.hpp"
#include "support/random_board.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

const std::set<IndexKind> kBoth{IndexKind::ch, IndexKind::labels};

AlignedBytes built(const Board& graph, const BuildOptions& options) {
  const auto image = build_board(graph, options);
  if (!image) FAIL(image.error().message);
  return image->bytes();
}

BuildOptions with(std::optional<std::set<IndexKind>> indexes) {
  BuildOptions options;
  options.threads = 1;
  options.indexes = std::move(indexes);
  return options;
}

std::vector<std::string> notes_of(const AlignedBytes& bytes) {
  const std::string text(World::view(bytes.span())->provenance());
  std::vector<std::string> notes;
  for (const std::string_view part : {"index labels", "index ch", "no hub labels", "no contraction hierarchy"}) {
    if (text.find(part) != std::string::npos) notes.emplace_back(part);
  }
  return notes;
}

Board graph_from(const std::filesystem::path& path) {
  const auto source = read_board(path);
  if (!source) FAIL(source.error().message);
  auto graph = make_board(source->draft);
  if (!graph) FAIL(graph.error().message);
  return *graph;
}

/// Opens, verifies, compares with the graph and asks for all pairs. The number of the kind of estimate, of
/// GraphEstimate.
std::size_t check_all_pairs(const Board& graph) {
  const AlignedBytes bytes = built(graph, with(kBoth));
  const auto world = World::view(bytes.span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);
  REQUIRE(world->profiles().empty());
  REQUIRE(world->board().has_value());
  const BoardTierView& tier = *world->board();
  REQUIRE(*make_board(draft_of(tier.graph)) == graph);
  REQUIRE(tier.hierarchy.has_value());
  REQUIRE(tier.labels.has_value());
  REQUIRE(all_pairs_fault(tier) == "");
  return tier.estimate.index();
}

}  // namespace

TEST_CASE("random boards: all pairs by every index equal Floyd and Warshall", "[heavy]") {
  Rng rng(1);
  std::array<int, std::variant_size_v<GraphEstimate>> estimates{};
  for (int round = 0; round < 700; ++round) ++estimates[check_all_pairs(*make_board(random_board(rng, 24)))];
  for (int round = 0; round < 60; ++round) ++estimates[check_all_pairs(*make_board(random_board(rng, 150)))];
  CAPTURE(estimates);
  for (const int count : estimates) CHECK(count > 5);
}

TEST_CASE("random boards in numbers", "[long]") {
  Rng rng(2);
  for (int round = 0; round < 20'000; ++round) check_all_pairs(*make_board(random_board(rng, 24)));
}

TEST_CASE("the boards at hand: all pairs by every index equal Floyd and Warshall") {
  for (const std::string name : {"risk_classic.tsv", "risk_napoleonic.tsv"}) {
    const auto path = data_file("boards/" + name);
    if (!path.empty()) check_all_pairs(graph_from(path));
  }
}

TEST_CASE("a road network at hand: random queries by every index equal Dijkstra", "[long]") {
  const auto path = data_file("roads/rome.gr.gz");
  if (path.empty()) return;
  const Board graph = graph_from(path);
  REQUIRE(graph.view().has_all_positions());
  const AlignedBytes bytes = built(graph, with(kBoth));
  const auto world = World::view(bytes.span());
  REQUIRE(world);
  REQUIRE(world->verify());
  const BoardTierView& tier = *world->board();
  HierarchyQuery hierarchy(*tier.hierarchy);
  LabelQuery labels(*tier.labels);
  std::vector<NodeId> room(2 * graph.by_name.size());
  Rng rng(3);
  const auto nodes = static_cast<std::int32_t>(graph.by_name.size());
  for (int round = 0; round < 100; ++round) {
    const auto from = static_cast<NodeId>(rng.below(nodes));
    const std::vector<Cost> reference = costs_from(tier.graph.arcs, from);
    for (int goal = 0; goal < 100; ++goal) {
      const auto to = static_cast<NodeId>(rng.below(nodes));
      const std::array<GraphEnd, 1> source{GraphEnd{.node = from}};
      const std::array<GraphEnd, 1> target{GraphEnd{.node = to}};
      const GraphPath by_ch = hierarchy.path(source, target, ~std::uint64_t{0}, room);
      REQUIRE((by_ch.status == Status::found) == (reference[to] != kInfiniteCost));
      if (by_ch.status == Status::found) REQUIRE(by_ch.cost == reference[to]);
      const GraphPath by_labels = labels.path(source, target, 0, room);
      REQUIRE(by_labels.status == by_ch.status);
      REQUIRE(by_labels.cost == by_ch.cost);
    }
  }
}

TEST_CASE("a file has the indexes asked for, and auto says what it took") {
  Rng rng(4);
  const Board graph = *make_board(random_board(rng, 30));
  const auto indexes = [&](std::optional<std::set<IndexKind>> wanted) {
    const AlignedBytes bytes = built(graph, with(std::move(wanted)));
    const auto world = World::view(bytes.span());
    return std::pair(world->board()->hierarchy.has_value(), world->board()->labels.has_value());
  };
  CHECK(indexes(std::set<IndexKind>{}) == std::pair(false, false));
  CHECK(indexes(std::set{IndexKind::ch}) == std::pair(true, false));
  CHECK(indexes(std::set{IndexKind::labels}) == std::pair(false, true));
  CHECK(indexes(kBoth) == std::pair(true, true));
  CHECK(indexes({}) == std::pair(false, true));
  CHECK(notes_of(built(graph, with({}))) == std::vector<std::string>{"index labels"});

  const auto refused = build_board(graph, with(std::set{IndexKind::blocks}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::usage);
  CHECK_FALSE(build_board(Board{}, with({})));
}

TEST_CASE("labels that would be too large give way to a hierarchy") {
  // A grid of 40 x 40 has labels of a few hundred bytes a node; a budget of a few bytes has none.
  BoardDraft draft;
  constexpr NodeId kSide = 40;
  for (NodeId i = 0; i < kSide * kSide; ++i) {
    draft.nodes.push_back({.name = std::to_string(i), .position = {}, .tags = {}, .place = {}});
    for (const NodeId back : {i % kSide != 0 ? i - 1 : i, i >= kSide ? i - kSide : i}) {
      if (back == i) continue;
      draft.arcs.push_back({.from = i, .to = back, .name = {}, .tags = {}, .place = {}});
      draft.arcs.push_back({.from = back, .to = i, .name = {}, .tags = {}, .place = {}});
    }
  }
  const Board graph = *make_board(draft);
  BuildOptions options = with({});
  CHECK(notes_of(built(graph, options)) == std::vector<std::string>{"index labels"});
  options.memory = 2'000'000;
  const AlignedBytes bytes = built(graph, options);
  CHECK(notes_of(bytes) == std::vector<std::string>{"index ch", "no hub labels"});
  CHECK(World::view(bytes.span())->verify());
  options.memory = 1000;
  CHECK(notes_of(built(graph, options)) == std::vector<std::string>{"no hub labels", "no contraction hierarchy"});
}

TEST_CASE("a board's file does not depend on the number of threads") {
  Rng rng(5);
  for (int round = 0; round < 30; ++round) {
    const Board graph = *make_board(random_board(rng, 40));
    const AlignedBytes one = built(graph, with(kBoth));
    BuildOptions options = with(kBoth);
    options.threads = 3;
    const AlignedBytes three = built(graph, options);
    REQUIRE(std::ranges::equal(one.span(), three.span()));
  }
}

}  // namespace portolan::test
