// SPDX-License-Identifier: BSL-1.0
#include "support/random_board.hpp"

#include "portolan/graph/graph_query.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/label_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <set>
#include <system_error>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::array<std::string_view, 22> kPieces{"Alaska", "a",  "B",        "Ünï",   "東京",  "\"", ",",  "\t",
                                                   " ",      "#",  "'",        "&amp;", "<x",    "]]", "\\", "\\n",
                                                   "name:A", "12", "from\tto", "0.5",   "Ωμέγα", "🜁"};
constexpr std::array<std::string_view, 6> kTags{"sea", "North America", "a,b", "\"q\"", "\xc3\xa9t\xc3\xa9", "#1"};

std::string random_name(Rng& rng) {
  std::string name;
  for (std::int32_t n = rng.between(1, 4); n > 0; --n) name += rng.pick(kPieces);
  return name;
}

std::vector<std::string> random_tags(Rng& rng) {
  std::vector<std::string> tags;
  while (rng.percent(25)) tags.emplace_back(rng.pick(kTags));
  return tags;
}

Decimal random_cost(Rng& rng, std::int32_t most_decimals) {
  if (rng.percent(15)) return {};
  return make_decimal(rng.between(0, 5000), static_cast<std::uint32_t>(rng.between(0, most_decimals)));
}

double to_double(const Decimal& value) {
  return static_cast<double>(value.digits) / std::pow(10.0, value.decimals);
}

double distance(const DraftPosition& a, const DraftPosition& b) {
  return std::hypot(to_double(a.x) - to_double(b.x), to_double(a.y) - to_double(b.y));
}

/// An arc to a near node that costs some more than their distance, in whole numbers.
DraftArc arc_on_plane(Rng& rng, const std::vector<DraftNode>& nodes) {
  const auto draw = [&] { return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(nodes.size()))); };
  DraftArc arc;
  arc.from = draw();
  arc.to = draw();
  const auto from_here = [&](NodeId to) { return distance(*nodes[arc.from].position, *nodes[to].position); };
  for (int other = 0; other < 8; ++other) {
    const NodeId to = draw();
    if (to != arc.from && from_here(to) < from_here(arc.to)) arc.to = to;
  }
  arc.cost = make_decimal(static_cast<std::int64_t>(from_here(arc.to)) + rng.between(1, 99), 0);
  return arc;
}

DraftArc scattered_arc(Rng& rng, std::int32_t nodes, std::int32_t most_decimals) {
  DraftArc arc;
  arc.from = static_cast<NodeId>(rng.below(nodes));
  arc.to = static_cast<NodeId>(rng.below(nodes));
  arc.cost = random_cost(rng, most_decimals);
  return arc;
}

}  // namespace

BoardDraft random_board(Rng& rng, std::int32_t max_nodes) {
  BoardDraft draft;
  draft.files = {"board"};
  const std::int32_t nodes = rng.between(1, max_nodes);
  const std::int32_t placed = rng.percent(50) ? 100 : rng.percent(50) ? 0 : 50;
  const bool on_plane = placed == 100 && rng.percent(40);
  std::set<std::string> names;
  while (draft.nodes.size() < static_cast<std::size_t>(nodes)) {
    DraftNode node;
    node.name = random_name(rng);
    if (!names.insert(node.name).second) continue;
    node.tags = random_tags(rng);
    if (rng.percent(placed)) {
      const auto place = [&](std::int32_t most_decimals) {
        const auto decimals = static_cast<std::uint32_t>(rng.between(0, on_plane ? 0 : most_decimals));
        return make_decimal(rng.between(-90'000, 90'000), decimals);
      };
      const Decimal x = place(9);
      node.position = {x, place(3)};
    }
    draft.nodes.push_back(std::move(node));
  }
  // From a copy, so that the rest is the same with and without them.
  Rng aside = rng;
  if (aside.percent(40)) {
    for (DraftNode& node : draft.nodes) {
      if (aside.percent(30)) node.enter = random_cost(aside, aside.between(0, 3));
    }
  }
  const bool one_way = rng.percent(50);
  const std::int32_t most_decimals = rng.percent(50) ? 0 : rng.between(0, 5);
  for (std::int32_t n = rng.between(0, 3 * nodes); n > 0; --n) {
    DraftArc arc = on_plane ? arc_on_plane(rng, draft.nodes) : scattered_arc(rng, nodes, most_decimals);
    if (rng.percent(20)) arc.name = random_name(rng);
    arc.tags = random_tags(rng);
    for (std::int32_t copies = rng.percent(10) ? 2 : 1; copies > 0; --copies) {
      draft.arcs.push_back(arc);
      if (one_way && rng.percent(70)) continue;
      DraftArc back = arc;
      std::swap(back.from, back.to);
      if (back.from != back.to) draft.arcs.push_back(back);
    }
  }
  return draft;
}

std::vector<Cost> all_pairs(const CsrGraph& graph) {
  const std::size_t nodes = graph.size();
  std::vector<Cost> cost(nodes * nodes, kInfiniteCost);
  for (NodeId from = 0; from < nodes; ++from) {
    cost[from * nodes + from] = 0;
    for (std::uint32_t arc = graph.first[from]; arc < graph.first[from + 1]; ++arc) {
      Cost& known = cost[from * nodes + graph.target[arc]];
      known = std::min<Cost>(known, graph.weight[arc]);
    }
  }
  for (std::size_t by = 0; by < nodes; ++by) {
    for (std::size_t from = 0; from < nodes; ++from) {
      for (std::size_t to = 0; to < nodes; ++to) {
        cost[from * nodes + to] = std::min(cost[from * nodes + to], cost[from * nodes + by] + cost[by * nodes + to]);
      }
    }
  }
  for (Cost& value : cost) value = std::min(value, kInfiniteCost);
  return cost;
}

std::vector<Cost> costs_from(const CsrGraph& graph, NodeId source) {
  using Entry = std::pair<Cost, NodeId>;
  std::vector<Cost> cost(graph.size(), kInfiniteCost);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  cost[source] = 0;
  open.emplace(0, source);
  while (!open.empty()) {
    const auto [reached, node] = open.top();
    open.pop();
    if (reached != cost[node]) continue;
    for (std::uint32_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
      Cost& best = cost[graph.target[arc]];
      if (reached + graph.weight[arc] >= best) continue;
      best = reached + graph.weight[arc];
      open.emplace(best, graph.target[arc]);
    }
  }
  return cost;
}

std::string all_pairs_fault(const BoardTierView& tier) {
  const BoardView& graph = tier.graph;
  const std::size_t nodes = graph.size();
  const std::vector<Cost> reference = all_pairs(graph.arcs);
  std::optional<HierarchyQuery> hierarchy;
  std::optional<LabelQuery> labels;
  if (tier.hierarchy) hierarchy.emplace(*tier.hierarchy);
  if (tier.labels) labels.emplace(*tier.labels);
  GraphQuery astar(graph.arcs, tier.estimate);
  std::vector<NodeId> room(2 * nodes);
  const auto wrong = [&](const GraphPath& path, NodeId from, NodeId to) {
    const Cost expected = reference[from * nodes + to];
    if (expected == kInfiniteCost) return path.status != Status::unreachable;
    if (path.status != Status::found || path.cost != expected) return true;
    if (path.nodes.front() != from || path.nodes.back() != to) return true;
    Cost sum = 0;
    for (std::size_t i = 1; i < path.nodes.size(); ++i) {
      const std::size_t arc = graph.cheapest_arc(path.nodes[i - 1], path.nodes[i]);
      if (arc == graph.arcs.target.size()) return true;
      sum += graph.arcs.weight[arc];
    }
    return sum != expected;
  };
  for (NodeId from = 0; from < nodes; ++from) {
    for (NodeId to = 0; to < nodes; ++to) {
      const std::array<GraphEnd, 1> source{GraphEnd{.node = from}};
      const std::array<GraphEnd, 1> target{GraphEnd{.node = to}};
      const std::string pair = std::to_string(from) + " to " + std::to_string(to);
      if (wrong(astar.path(from, to, ~std::uint64_t{0}, room), from, to)) return "astar: " + pair;
      if (hierarchy && wrong(hierarchy->path(source, target, ~std::uint64_t{0}, room), from, to)) return "ch: " + pair;
      if (labels && wrong(labels->path(source, target, 0, room), from, to)) return "labels: " + pair;
    }
  }
  return {};
}

std::filesystem::path data_file(std::string_view name) {
  auto path = std::filesystem::path(PORTOLAN_DATA) / name;
  std::error_code missing;
  if (std::filesystem::exists(path, missing)) return path;
  WARN("skipped: no " << path.string());
  return {};
}

}  // namespace portolan::test
