// SPDX-License-Identifier: BSL-1.0
#include "support/random_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace portolan::test {
namespace {

enum class Shape { scattered, path, star, tree, grid, parts, bare };

using Arc = std::tuple<NodeId, NodeId, std::uint32_t>;

CsrArrays from_arcs(std::size_t nodes, std::vector<Arc> arcs) {
  std::sort(arcs.begin(), arcs.end());
  CsrArrays graph;
  graph.first.assign(nodes + 1, 0);
  for (const auto& [from, to, weight] : arcs) {
    ++graph.first[from + 1];
    graph.target.push_back(to);
    graph.weight.push_back(weight);
  }
  for (std::size_t i = 0; i < nodes; ++i) graph.first[i + 1] += graph.first[i];
  return graph;
}

/// Pairs of nodes to be joined.
std::vector<std::pair<NodeId, NodeId>> random_pairs(Rng& rng, Shape shape, std::int32_t nodes) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  const auto join = [&](std::int32_t a, std::int32_t b) {
    pairs.emplace_back(static_cast<NodeId>(a), static_cast<NodeId>(b));
  };
  const std::int32_t side = rng.between(1, 8);
  switch (shape) {
    case Shape::scattered:
      for (std::int32_t i = rng.between(0, 4 * nodes); i > 0; --i) join(rng.below(nodes), rng.below(nodes));
      break;
    case Shape::path:
      for (std::int32_t i = 1; i < nodes; ++i) join(i - 1, i);
      break;
    case Shape::star:
      for (std::int32_t i = 1; i < nodes; ++i) join(0, i);
      break;
    case Shape::tree:
      for (std::int32_t i = 1; i < nodes; ++i) join(rng.below(i), i);
      break;
    case Shape::grid:
      for (std::int32_t i = 0; i < nodes; ++i) {
        if (i % side != 0) join(i - 1, i);
        if (i >= side) join(i - side, i);
      }
      break;
    case Shape::parts:
      for (std::int32_t i = rng.between(0, 3 * nodes); i > 0; --i) {
        const std::int32_t a = rng.below(nodes);
        const std::int32_t b = rng.below(nodes);
        if (a % 3 == b % 3) join(a, b);
      }
      break;
    case Shape::bare:
      break;
  }
  return pairs;
}

}  // namespace

CsrArrays random_graph(Rng& rng, std::int32_t max_nodes) {
  constexpr std::array kShapes{Shape::scattered, Shape::scattered, Shape::path,  Shape::star,
                               Shape::tree,      Shape::grid,      Shape::parts, Shape::bare};
  constexpr std::array<std::pair<std::int32_t, std::int32_t>, 5> kWeightRanges{
      {{0, 1}, {1, 1}, {1, 4}, {1, 100'000}, {1'000'000, 30'000'000}}};
  const std::int32_t nodes = rng.percent(3) ? rng.below(2) : rng.between(1, max_nodes);
  if (nodes == 0) return from_arcs(0, {});
  const auto [lightest, heaviest] = rng.pick(kWeightRanges);
  const bool directed = rng.percent(50);
  std::vector<Arc> arcs;
  for (const auto& [a, b] : random_pairs(rng, rng.pick(kShapes), nodes)) {
    const auto weight = static_cast<std::uint32_t>(rng.between(lightest, heaviest));
    if (!directed || rng.percent(70)) arcs.emplace_back(a, b, weight);
    const auto back = static_cast<std::uint32_t>(rng.between(lightest, heaviest));
    if (!directed || rng.percent(50)) arcs.emplace_back(b, a, directed ? back : weight);
  }
  return from_arcs(static_cast<std::size_t>(nodes), std::move(arcs));
}

std::vector<GraphPosition> random_positions(Rng& rng, std::size_t nodes) {
  constexpr std::array kSizes{0.0, 1.0, 5.0, 1e4, 1e9, 1.7e308, 1e-310};
  const double size = rng.pick(kSizes);
  const bool whole = rng.percent(50);
  const bool any_size = rng.percent(20);
  const auto coordinate = [&] {
    const double share = static_cast<double>(rng.between(-1'000'000, 1'000'000)) / 1e6;
    const double value = share * (any_size ? rng.pick(kSizes) : size);
    return whole ? std::trunc(value) : value;
  };
  std::vector<GraphPosition> positions(nodes);
  for (GraphPosition& position : positions) position = {coordinate(), coordinate()};
  return positions;
}

void lengthen_arcs(CsrArrays& graph, std::span<const GraphPosition> positions, double factor) {
  for (NodeId from = 0; from < graph.view().size(); ++from) {
    for (std::size_t arc = graph.first[from]; arc < graph.first[from + 1]; ++arc) {
      const GraphPosition& a = positions[from];
      const GraphPosition& b = positions[graph.target[arc]];
      const auto least = static_cast<std::uint32_t>(std::ceil(factor * std::hypot(a.x - b.x, a.y - b.y)));
      graph.weight[arc] = std::max(graph.weight[arc], least);
    }
  }
}

std::vector<GraphEnd> random_ends(Rng& rng, const CsrGraph& graph) {
  std::vector<GraphEnd> ends(static_cast<std::size_t>(rng.between(1, 4)));
  const std::int32_t dearest = rng.percent(30) ? 0 : rng.percent(50) ? 3 : 50'000;
  for (GraphEnd& end : ends) {
    end.node = static_cast<NodeId>(rng.below(static_cast<std::int32_t>(graph.size())));
    end.cost = static_cast<Cost>(rng.between(0, dearest));
  }
  return ends;
}

std::vector<Cost> reference_costs(const CsrGraph& graph, std::span<const GraphEnd> sources) {
  std::vector<Cost> cost(graph.size(), kInfiniteCost);
  for (const GraphEnd& source : sources) cost[source.node] = std::min(cost[source.node], source.cost);
  for (bool changed = true; changed;) {
    changed = false;
    for (NodeId from = 0; from < graph.size(); ++from) {
      if (cost[from] == kInfiniteCost) continue;
      for (std::uint32_t arc = graph.first[from]; arc < graph.first[from + 1]; ++arc) {
        const Cost reached = cost[from] + graph.weight[arc];
        if (reached >= cost[graph.target[arc]]) continue;
        cost[graph.target[arc]] = reached;
        changed = true;
      }
    }
  }
  return cost;
}

Cost reference_cost(const CsrGraph& graph, std::span<const GraphEnd> sources, std::span<const GraphEnd> targets) {
  const std::vector<Cost> cost = reference_costs(graph, sources);
  Cost best = kInfiniteCost;
  for (const GraphEnd& target : targets) {
    if (cost[target.node] != kInfiniteCost) best = std::min(best, cost[target.node] + target.cost);
  }
  return best;
}

std::string path_fault(const CsrGraph& graph, std::span<const GraphEnd> sources, std::span<const GraphEnd> targets,
                       const GraphPath& path) {
  if (path.nodes.empty()) return "no nodes";
  if (path.source >= sources.size() || path.target >= targets.size()) return "ends that were not asked for";
  if (path.nodes.front() != sources[path.source].node) return "begins elsewhere";
  if (path.nodes.back() != targets[path.target].node) return "ends elsewhere";
  Cost cost = sources[path.source].cost + targets[path.target].cost;
  for (std::size_t i = 1; i < path.nodes.size(); ++i) {
    const NodeId from = path.nodes[i - 1];
    Cost step = kInfiniteCost;
    for (std::uint32_t arc = graph.first[from]; arc < graph.first[from + 1]; ++arc) {
      if (graph.target[arc] == path.nodes[i]) step = std::min<Cost>(step, graph.weight[arc]);
    }
    if (step == kInfiniteCost) return "no arc from " + std::to_string(from) + " to " + std::to_string(path.nodes[i]);
    cost += step;
  }
  if (cost != path.cost) return "costs " + std::to_string(cost) + ", not " + std::to_string(path.cost);
  return "";
}

}  // namespace portolan::test
