// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/contraction.hpp"
#include "portolan/offline/label_builder.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

bool equal(const LabelArrays::Set& a, const LabelArrays::Set& b) {
  return a.first == b.first && a.hub == b.hub && a.distance == b.distance && a.place == b.place && a.tree == b.tree;
}

LabelArrays labelled(const CsrArrays& graph, HubOrder order, unsigned threads) {
  auto labels = build_hub_labels(graph.view(), {.order = order, .threads = threads});
  REQUIRE(labels.has_value());
  REQUIRE(is_well_formed(labels->view()));
  REQUIRE(has_sound_entries(labels->view()));
  return std::move(labels).value();
}

/// The least distance from a to b over a common hub other than `except`.
Cost met_distance(const HubLabels& labels, NodeId a, NodeId b, std::optional<HubId> except) {
  Cost least = kInfiniteCost;
  for (std::uint32_t out = labels.out.first[a]; out < labels.out.first[a + 1]; ++out) {
    for (std::uint32_t in = labels.in.first[b]; in < labels.in.first[b + 1]; ++in) {
      if (labels.out.hub[out] != labels.in.hub[in] || labels.out.hub[out] == except) continue;
      least = std::min(least, Cost{labels.out.distance[out]} + labels.in.distance[in]);
    }
  }
  return least;
}

/// By hub the node that it is: the owner of the entry that leads to itself.
std::vector<NodeId> hub_nodes(const LabelSet& set, std::size_t nodes) {
  std::vector<NodeId> of(nodes, kNoNode);
  for (NodeId node = 0; node < nodes; ++node) {
    for (std::uint32_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
      if (next_in_tree(set.tree, set.place[entry]).ends) of[set.hub[entry]] = node;
    }
  }
  return of;
}

Cost least_arc(const CsrGraph& graph, NodeId from, NodeId to) {
  Cost least = kInfiniteCost;
  for (std::uint32_t arc = graph.first[from]; arc < graph.first[from + 1]; ++arc) {
    if (graph.target[arc] == to) least = std::min(least, Cost{graph.weight[arc]});
  }
  return least;
}

}  // namespace

TEST_CASE("labels give every distance and hold no entry in vain") {
  Rng rng(1);
  for (int round = 0; round < 600; ++round) {
    const CsrArrays graph = random_graph(rng, 25);
    const std::size_t nodes = graph.view().size();
    for (const HubOrder order : {HubOrder::sampled_trees, HubOrder::contraction}) {
      const LabelArrays arrays = labelled(graph, order, 1);
      const HubLabels labels = arrays.view();
      for (NodeId a = 0; a < nodes; ++a) {
        const std::vector<Cost> costs = reference_costs(graph.view(), std::vector<GraphEnd>{{.node = a}});
        for (NodeId b = 0; b < nodes; ++b) REQUIRE(met_distance(labels, a, b, std::nullopt) == costs[b]);
      }
      const std::vector<NodeId> node_of = hub_nodes(labels.out, nodes);
      for (NodeId a = 0; a < nodes; ++a) {
        for (std::uint32_t entry = labels.out.first[a]; entry < labels.out.first[a + 1]; ++entry) {
          const HubId hub = labels.out.hub[entry];
          REQUIRE(met_distance(labels, a, node_of[hub], hub) > labels.out.distance[entry]);
        }
      }
    }
  }
}

TEST_CASE("the number of threads does not change labels", "[threads]") {
  Rng rng(2);
  for (int round = 0; round < 60; ++round) {
    const CsrArrays graph = random_graph(rng, 400);
    for (const HubOrder order : {HubOrder::sampled_trees, HubOrder::contraction}) {
      const LabelArrays one = labelled(graph, order, 1);
      const LabelArrays two = labelled(graph, order, 2);
      REQUIRE(equal(one.out, two.out));
      REQUIRE(equal(one.in, two.in));
      REQUIRE(one.radius == two.radius);
    }
  }
}

TEST_CASE("the centre of a star is everybody's hub") {
  CsrArrays star{{0}, {}, {}};
  constexpr NodeId kNodes = 200;
  for (NodeId node = 1; node < kNodes; ++node) star.target.push_back(node);
  star.first.push_back(kNodes - 1);
  for (NodeId node = 1; node < kNodes; ++node) {
    star.target.push_back(0);
    star.first.push_back(kNodes - 1 + node);
  }
  star.weight.assign(star.target.size(), 5);
  for (const HubOrder order : {HubOrder::sampled_trees, HubOrder::contraction}) {
    REQUIRE(labelled(star, order, 1).out.hub.size() == 2 * kNodes - 1);
  }
}

TEST_CASE("the order of hubs depends on size and density") {
  // Rings, every node joined to the `reach` next ones on either side.
  const auto ring = [](NodeId nodes, NodeId reach) {
    CsrArrays graph{{0}, {}, {}};
    for (NodeId node = 0; node < nodes; ++node) {
      for (NodeId step = 1; step <= reach; ++step) {
        graph.target.push_back((node + step) % nodes);
        graph.target.push_back((node + nodes - step) % nodes);
      }
      std::sort(graph.target.begin() + graph.first.back(), graph.target.end());
      graph.first.push_back(static_cast<std::uint32_t>(graph.target.size()));
    }
    graph.weight.assign(graph.target.size(), 1);
    return graph;
  };
  const auto takes = [&](const CsrArrays& graph, HubOrder order) {
    return equal(labelled(graph, HubOrder::automatic, 1).out, labelled(graph, order, 1).out);
  };
  CHECK(takes(ring(500, 1), HubOrder::sampled_trees));
  CHECK_FALSE(takes(ring(500, 1), HubOrder::contraction));
  CHECK(takes(ring(kMaxSampledNodes + 1, 1), HubOrder::contraction));
}

TEST_CASE("a contraction that is there is not made again") {
  Rng rng(3);
  for (int round = 0; round < 100; ++round) {
    const CsrArrays graph = random_graph(rng, 100);
    const LabelArrays own = labelled(graph, HubOrder::contraction, 1);
    const auto contraction = contract(graph.view(), {.threads = 1});
    REQUIRE(contraction.has_value());
    const auto given = build_hub_labels(
        graph.view(), {.order = HubOrder::contraction, .threads = 1, .max_work = 0, .contracted = contraction->node});
    REQUIRE(given.has_value());
    REQUIRE(equal(given->out, own.out));
    REQUIRE(equal(given->in, own.in));
  }
}

TEST_CASE("distances that do not fit and too many entries are refused") {
  constexpr std::uint32_t kLong = 0x8000'0000;
  const CsrArrays path{{0, 1, 3, 4}, {1, 0, 2, 1}, {kLong, kLong, kLong - 2, kLong - 2}};
  // Either end of the path is 2^32 - 2 from the other: it fits, whichever node comes first.
  REQUIRE(build_hub_labels(path.view(), {.order = HubOrder::sampled_trees, .threads = 1}).has_value());
  const CsrArrays ring{{0, 1, 2, 3}, {1, 2, 0}, {kLong, kLong, kLong}};
  for (const HubOrder order : {HubOrder::sampled_trees, HubOrder::contraction}) {
    const auto too_far = build_hub_labels(ring.view(), {.order = order, .threads = 1});
    REQUIRE_FALSE(too_far.has_value());
    REQUIRE(too_far.error().code == ErrorCode::limit);
    const auto too_many =
        build_hub_labels(path.view(), {.order = order, .threads = 1, .max_bytes = 5 * kLeastBytesPerLabelEntry - 1});
    REQUIRE_FALSE(too_many.has_value());
    REQUIRE(too_many.error().code == ErrorCode::limit);
    const auto with_memory = [&](std::uint64_t bytes) {
      return build_hub_labels(path.view(), {.order = order, .threads = 1, .memory = bytes});
    };
    REQUIRE(with_memory(2 * 3 * kBytesPerNodeSampled).has_value());
    REQUIRE_FALSE(with_memory(3 * kMostBytesPerEntryBuilt - 1).has_value());
  }
}

TEST_CASE("ways to a hub are the shortest paths to it, over few links") {
  Rng rng(11);
  int links = 0;
  for (int round = 0; round < 300; ++round) {
    const CsrArrays graph = random_graph(rng, rng.percent(90) ? 30 : 300);
    const LabelArrays labels = labelled(graph, HubOrder::automatic, 1);
    const LabelSet set = labels.view().out;
    const double most_links = std::log2(static_cast<double>(graph.view().size()) + 1);
    for (NodeId node = 0; node < graph.view().size(); ++node) {
      for (std::uint32_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
        Cost cost = 0;
        NodeId last = kNoNode;
        const NodeId hub = climb(set.tree, set.place[entry], [&](NodeId next) {
          if (last != kNoNode) cost += least_arc(graph.view(), last, next);
          last = next;
          return true;
        });
        REQUIRE(hub == last);
        REQUIRE(cost == set.distance[entry]);
        int links_here = 0;
        for (TreeStep at{set.place[entry]}; !at.ends;) {
          const TreeStep next = next_in_tree(set.tree, at.place);
          links_here += !next.ends && next.place != at.place + 1 ? 1 : 0;
          at = next;
        }
        REQUIRE(links_here <= most_links);
        links += links_here;
      }
    }
  }
  REQUIRE(links > 1000);
}

TEST_CASE("the checks of labels find faults") {
  const LabelArrays whole = labelled(CsrArrays{{0, 1, 3, 4}, {1, 0, 2, 1}, {2, 2, 3, 3}}, HubOrder::automatic, 1);
  REQUIRE(whole.out.hub.size() == 5);
  const auto refused = [&](auto&& spoil) {
    LabelArrays wrong = whole;
    spoil(wrong);
    return !is_well_formed(wrong.view()) || !has_sound_entries(wrong.view());
  };
  CHECK(refused([](LabelArrays& l) { l.radius[0] = 0; }));
  CHECK(refused([](LabelArrays& l) { l.radius.push_back(0); }));
  CHECK(refused([](LabelArrays& l) { l.out.first[1] = 4; }));
  CHECK(refused([](LabelArrays& l) { l.out.distance.pop_back(); }));
  CHECK(refused([](LabelArrays& l) { l.out.hub[0] = 3; }));
  CHECK(refused([](LabelArrays& l) { std::swap(l.out.hub[0], l.out.hub[1]); }));
  CHECK(refused([](LabelArrays& l) { l.out.place[0] = 99; }));
  CHECK(refused([](LabelArrays& l) { std::swap(l.out.place[0], l.out.place[1]); }));
  for (std::size_t record = 0; record < whole.out.tree.size(); ++record) {
    for (const std::uint32_t value : {0U, 1U, 2U, 3U, kTreeLink, kTreeLink + 1, kTreeLink + 5, kTreeEnd}) {
      if (whole.out.tree[record] == value) continue;
      CHECK(refused([=](LabelArrays& l) { l.out.tree[record] = value; }));
    }
  }
  CHECK(refused([](LabelArrays& l) { l.out.tree.push_back(kTreeEnd); }));
}

}  // namespace portolan::test
