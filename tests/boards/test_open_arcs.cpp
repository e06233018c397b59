// SPDX-License-Identifier: BSL-1.0
// Arcs that closures leave, against a filter of the list of arcs.
#include "portolan/boards/open_arcs.hpp"

#include <algorithm>
#include <random>
#include <tuple>

#include <catch2/catch.hpp>

using namespace portolan;

namespace {

using Arc = std::tuple<NodeId, NodeId, std::uint32_t>;

OpenArcs packed(const std::vector<Arc>& arcs, NodeId nodes) {
  OpenArcs graph;
  for (NodeId node = 0; node < nodes; ++node) {
    graph.first.push_back(static_cast<std::uint32_t>(graph.target.size()));
    for (const auto& [from, to, weight] : arcs) {
      if (from != node) continue;
      graph.target.push_back(to);
      graph.weight.push_back(weight);
    }
  }
  graph.first.push_back(static_cast<std::uint32_t>(graph.target.size()));
  return graph;
}

}  // namespace

TEST_CASE("closures take out what they name and nothing else") {
  std::mt19937 generator(11);
  const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
  for (int round = 0; round < 3000; ++round) {
    const NodeId nodes = 1 + random() % 7;
    const auto node = [&] { return static_cast<NodeId>(random() % nodes); };
    std::vector<Arc> arcs;
    std::vector<AreaLink> links;
    for (std::size_t n = random() % 20; n > 0; --n) {
      arcs.emplace_back(node(), node(), random() % 5);
      const auto& [from, to, weight] = arcs.back();
      if (random() % 3 == 0) links.push_back({from, to, weight, 0, 0});
    }
    // Costs to enter are part of the arcs, but not of the links.
    std::vector<std::uint32_t> enter;
    if (random() % 2 == 0) {
      for (NodeId id = 0; id < nodes; ++id) enter.push_back(random() % 3);
      for (auto& [from, to, weight] : arcs) weight += enter[to];
    }
    std::sort(arcs.begin(), arcs.end());
    std::sort(links.begin(), links.end());
    AreaClosures closures;
    for (std::size_t n = random() % 3; n > 0; --n) closures.areas.push_back(random() % (nodes + 2));
    for (std::size_t n = random() % 4; n > 0; --n) closures.borders.push_back({random() % (nodes + 2), node()});

    std::vector<Arc> left;
    const auto open = [&](NodeId id) { return std::ranges::find(closures.areas, id) == closures.areas.end(); };
    const auto walled = [&](NodeId from, NodeId to) {
      return std::ranges::find(closures.borders, AreaBorder{from, to}) != closures.borders.end();
    };
    for (const auto& [from, to, weight] : arcs) {
      if (open(from) && open(to) && !walled(from, to)) left.emplace_back(from, to, weight);
    }
    for (const AreaLink& link : links) {
      if (open(link.from) && open(link.to) && walled(link.from, link.to))
        left.emplace_back(link.from, link.to, link.weight + (enter.empty() ? 0 : enter[link.to]));
    }
    std::sort(left.begin(), left.end());
    const OpenArcs wanted = packed(left, nodes);
    const OpenArcs all = packed(arcs, nodes);
    BoardView board;
    board.arcs = all.view();
    board.enter = enter;
    const std::vector<Tile> anchors(nodes);
    const OpenArcs got = open_arcs(board, closures, {.tiles = {}, .anchors = anchors, .closed = {}, .links = links});
    REQUIRE(got.first == wanted.first);
    REQUIRE(got.target == wanted.target);
    REQUIRE(got.weight == wanted.weight);
  }
}

TEST_CASE("of arcs that lead nowhere none are left") {
  const std::vector<std::uint32_t> first{0, 1};
  const std::vector<NodeId> target{7};
  const std::vector<std::uint32_t> weight{1};
  BoardView board;
  board.arcs = {first, target, weight};
  CHECK(open_arcs(board, {}, {}).target.empty());
}
