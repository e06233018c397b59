// SPDX-License-Identifier: BSL-1.0
// Queries over hub labels against Bellman-Ford on the graph itself, at every width of vector instructions.
#include "portolan/graph/label_query.hpp"
#include "portolan/offline/label_builder.hpp"
#include "support/allocation_counter.hpp"
#include "support/labelled_world.hpp"
#include "support/random_graph.hpp"
#include "support/simd_levels.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

bool same(const GraphPath& a, const GraphPath& b) {
  return a.status == b.status && a.cost == b.cost && a.source == b.source && a.target == b.target &&
         std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end());
}

void check_queries(Rng& rng, const CsrArrays& graph, const LabelArrays& labels, std::span<const SimdLevel> levels) {
  std::vector<LabelQuery> queries;
  for (const SimdLevel level : levels) queries.emplace_back(labels.view(), level);
  std::vector<NodeId> room(2 * graph.view().size());
  std::vector<NodeId> other_room(room.size());
  for (int i = 0; i < 8; ++i) {
    const std::vector<GraphEnd> sources = random_ends(rng, graph.view());
    const std::vector<GraphEnd> targets = random_ends(rng, graph.view());
    const Cost expected = reference_cost(graph.view(), sources, targets);
    const Cost bound = expected == kInfiniteCost ? 0 : rng.percent(50) ? expected : expected / 2;
    const GraphPath path = queries[0].path(sources, targets, 0, room);
    REQUIRE(path.status == (expected == kInfiniteCost ? Status::unreachable : Status::found));
    for (LabelQuery& query : queries) {
      REQUIRE(same(query.path(sources, targets, 0, other_room), path));
      REQUIRE(same(query.path(sources, targets, bound, other_room), path));
      REQUIRE(query.cost(sources, targets, bound).cost == path.cost);
      REQUIRE(query.cost(sources, targets, bound).status == path.status);
    }
    if (expected == kInfiniteCost) continue;
    REQUIRE(path.cost == expected);
    REQUIRE(path_fault(graph.view(), sources, targets, path) == "");
    const std::size_t length = path.nodes.size();
    REQUIRE(same(queries[0].path(sources, targets, 0, std::span(other_room).first(length)), path));
    REQUIRE(queries[0].path(sources, targets, 0, std::span(other_room).first(length - 1)).status ==
            Status::out_of_budget);
  }
}

}  // namespace

TEST_CASE("paths over labels equal the reference on random graphs, at every SIMD level") {
  const std::vector<SimdLevel> levels = usable_levels();
  Rng rng(1);
  for (int round = 0; round < 4000; ++round) {
    const CsrArrays graph = random_graph(rng, rng.percent(90) ? 25 : 120);
    if (graph.view().size() == 0) continue;
    const HubOrder order = rng.percent(50) ? HubOrder::sampled_trees : HubOrder::contraction;
    check_queries(rng, graph, labelled(graph.view(), {.order = order, .threads = 1}), levels);
  }
}

TEST_CASE("the kernels agree on slices of any length") {
  Rng rng(2);
  constexpr std::uint32_t kHubs = 300;
  for (const SimdLevel level : usable_levels()) {
    for (int round = 0; round < 2000; ++round) {
      std::vector<std::uint32_t> hubs;
      std::vector<std::uint32_t> distances;
      for (std::uint32_t hub = 0; hub < kHubs; hub += static_cast<std::uint32_t>(rng.between(1, 60))) {
        hubs.push_back(hub);
        distances.push_back(static_cast<std::uint32_t>(rng.next()));
      }
      std::vector<std::uint64_t> table(kHubs);
      for (std::uint64_t& value : table) value = rng.next() >> 2;
      std::vector<std::uint64_t> expected = table;
      const LabelSlice slice{hubs.data(), distances.data(),
                             static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(hubs.size()) + 1)),
                             static_cast<std::uint32_t>(rng.between(0, kHubs))};
      const std::uint64_t base = rng.next() >> 3;
      std::uint64_t least = kNoSum;
      for (std::size_t i = 0; i < slice.size; ++i) {
        if (hubs[i] >= slice.hub_end) break;
        least = std::min(least, table[hubs[i]] + distances[i]);
        expected[hubs[i]] = std::min(expected[hubs[i]], base + distances[i]);
      }
      REQUIRE(least_sum(level)(slice, table.data()) == least);
      lower(slice, base, table.data());
      REQUIRE(table == expected);
    }
  }
}

TEST_CASE("labels without nodes have no ends and no paths") {
  const LabelArrays labels = labelled(CsrArrays{{0}, {}, {}}.view());
  LabelQuery query(labels.view());
  REQUIRE(query.cost({}, {}, 0).status == Status::unreachable);
  const std::array<GraphEnd, 1> nowhere{GraphEnd{.node = 0}};
  REQUIRE(query.cost(nowhere, {}, 0).status == Status::bad_request);
}

TEST_CASE("ends that are no nodes or cost too much are refused by labels") {
  const LabelArrays labels = labelled(CsrArrays{{0, 1, 2}, {1, 0}, {3, 3}}.view());
  LabelQuery query(labels.view());
  const std::array<GraphEnd, 1> good{GraphEnd{.node = 0, .cost = kMaxEndCost - 1}};
  const std::array<GraphEnd, 1> dear{GraphEnd{.node = 0, .cost = kMaxEndCost}};
  const std::array<GraphEnd, 1> outside{GraphEnd{.node = 2}};
  REQUIRE(query.cost(good, good, 0).cost == 2 * (kMaxEndCost - 1));
  REQUIRE(query.cost(good, dear, 0).status == Status::bad_request);
  REQUIRE(query.cost(outside, good, 0).status == Status::bad_request);
  REQUIRE(query.cost(good, {}, 0).status == Status::unreachable);
}

TEST_CASE("labels refuse nodes that are none and sizes that do not fit") {
  const LabelArrays labels = labelled(CsrArrays{{0, 1, 2}, {1, 0}, {3, 3}}.view());
  LabelQuery query(labels.view());
  const std::array<NodeId, 2> good{0, 1};
  const std::array<NodeId, 1> outside{2};
  std::array<Cost, 4> costs{};
  REQUIRE(query.one_to_many(2, good, std::span(costs).first(2)).why == Why::no_such_node);
  REQUIRE(query.one_to_many(0, outside, std::span(costs).first(1)).status == Status::bad_request);
  REQUIRE(query.one_to_many(0, good, std::span(costs).first(1)).why == Why::wrong_size);
  REQUIRE(query.many_to_many(good, good, std::span(costs).first(3)).status == Status::bad_request);
  REQUIRE(query.many_to_many(good, good, costs).status == Status::found);
  REQUIRE(costs == std::array<Cost, 4>{0, 3, 3, 0});
}

TEST_CASE("a long run of queries meets nothing of earlier ones") {
  // Two parts: a pair across them would be joined by whatever a query left in the table.
  const CsrArrays graph{{0, 1, 2, 3, 4}, {1, 0, 3, 2}, {3, 3, 4, 4}};
  const LabelArrays labels = labelled(graph.view());
  LabelQuery query(labels.view());
  const std::array<GraphEnd, 1> left{GraphEnd{.node = 0, .cost = 0}};
  const std::array<GraphEnd, 1> right{GraphEnd{.node = 3, .cost = 1}};
  bool right_costs = true;
  bool apart = true;
  for (int i = 0; i < 300'000; ++i) {
    right_costs = right_costs && query.cost(right, right, 0).cost == 2;
    apart = apart && query.cost(left, right, 0).status == Status::unreachable;
  }
  REQUIRE(right_costs);
  REQUIRE(apart);
}

TEST_CASE("spoilt labels never lead a query astray for long") {
  const std::vector<SimdLevel> levels = usable_levels();
  Rng rng(3);
  int found = 0;
  int corrupt = 0;
  for (int round = 0; round < 3000; ++round) {
    const CsrArrays graph = random_graph(rng, 40);
    const std::size_t nodes = graph.view().size();
    if (nodes == 0) continue;
    LabelArrays labels = labelled(graph.view());
    const std::array arrays{&labels.out.first, &labels.out.hub,     &labels.out.distance, &labels.in.first,
                            &labels.in.hub,    &labels.in.distance, &labels.radius};
    const auto any_value = [&] {
      return rng.percent(70) ? static_cast<std::uint32_t>(rng.below(40)) : static_cast<std::uint32_t>(rng.next());
    };
    for (int fault = rng.between(1, 4); fault > 0; --fault) {
      const auto at = [&](std::size_t size) {
        return static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(size)));
      };
      if (rng.percent(30)) {
        std::vector<std::uint32_t>& array = rng.percent(50) ? labels.out.place : labels.out.tree;
        array[at(array.size())] = rng.percent(20) ? kTreeLink + any_value() % 40 : any_value();
      } else if (std::vector<std::uint32_t>& array = *rng.pick(arrays); !array.empty()) {
        array[at(array.size())] = any_value();
      }
    }
    (void)(is_well_formed(labels.view()) && has_sound_entries(labels.view()));
    std::vector<NodeId> room(2 * nodes);
    for (const SimdLevel level : levels) {
      LabelQuery query(labels.view(), level);
      for (int i = 0; i < 5; ++i) {
        const GraphPath path = query.path(random_ends(rng, graph.view()), random_ends(rng, graph.view()), 0, room);
        corrupt += path.status == Status::corrupt ? 1 : 0;
        if (path.status != Status::found) continue;
        ++found;
        for (const NodeId node : path.nodes) REQUIRE(node < nodes);
      }
    }
  }
  REQUIRE(found > 1000);
  REQUIRE(corrupt > 1000);
}

TEST_CASE("a query over labels allocates nothing") {
  Rng rng(4);
  CsrArrays graph = random_graph(rng, 100);
  while (graph.target.size() < 100) graph = random_graph(rng, 100);
  const LabelArrays labels = labelled(graph.view());
  LabelQuery query(labels.view());
  std::vector<NodeId> room(2 * graph.view().size());
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  const std::vector<GraphEnd> sources = random_ends(rng, graph.view());
  const std::vector<GraphEnd> targets = random_ends(rng, graph.view());
  std::vector<Cost> costs(4);
  const std::vector<NodeId> nodes{0, 1};
  const AllocationCounter counter;
  for (int i = 0; i < 100; ++i) (void)query.path(sources, targets, 0, room);
  (void)query.many_to_many(nodes, nodes, costs);
  const std::uint64_t allocations = counter.count();
  REQUIRE(allocations == 0);
}

}  // namespace portolan::test
