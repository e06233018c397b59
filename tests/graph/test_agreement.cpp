// SPDX-License-Identifier: BSL-1.0
// Every way to ask for a least path or cost, for all pairs of nodes of random graphs: directed, asymmetric, in several
// parts, with parallel arcs, loops and arcs of no cost, placed so that positions mislead.
#include "portolan/graph/graph_query.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/hierarchy_table.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/offline/contraction.hpp"
#include "portolan/offline/landmark_builder.hpp"
#include "support/labelled_world.hpp"
#include "support/random_graph.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

/// One graph with everything that can answer for it.
class Answerers {
 public:
  Answerers(Rng& rng, const CsrArrays& arrays)
      : graph_(arrays.view()),
        points_(graph_.size()),
        landmarks_(choose_landmarks(graph_, 3)),
        labels_(labelled(graph_,
                         {.order = rng.percent(50) ? HubOrder::sampled_trees : HubOrder::contraction, .threads = 1})),
        room_(2 * graph_.size()) {
    place_on_lattice(random_positions(rng, graph_.size()), points_);
    auto contraction = contract(graph_, {.threads = 1});
    REQUIRE(contraction.has_value());
    contraction_ = std::move(*contraction);
  }

  /// How many answers differ from the reference, of all pairs of nodes.
  std::uint64_t differences() {
    const std::size_t nodes = graph_.size();
    const StraightLine line{points_, consistent_scale(graph_, points_)};
    std::array searches{GraphQuery(graph_), GraphQuery(graph_, line), GraphQuery(graph_, landmarks_.view())};
    HierarchyQuery hierarchy(contraction_.view());
    HierarchyTable table(contraction_.view(), 0);
    LabelQuery labels(labels_.view());
    std::vector<NodeId> all(nodes);
    std::iota(all.begin(), all.end(), NodeId{0});
    std::vector<Cost> of_hierarchy(nodes * nodes);
    std::vector<Cost> of_labels(nodes * nodes);
    std::vector<Cost> of_search(nodes * nodes);
    REQUIRE(table.costs(all, all, kNoBudget, of_hierarchy).status == Status::found);
    REQUIRE(labels.many_to_many(all, all, of_labels).status == Status::found);
    REQUIRE(searches[0].many_to_many(all, all, kNoBudget, of_search).status == Status::found);
    std::uint64_t wrong = 0;
    for (NodeId from = 0; from < nodes; ++from) {
      const std::vector<GraphEnd> source{{.node = from}};
      const std::vector<Cost> costs = reference_costs(graph_, source);
      for (NodeId to = 0; to < nodes; ++to) {
        const std::vector<GraphEnd> target{{.node = to}};
        for (const std::vector<Cost>* many : {&of_hierarchy, &of_labels, &of_search}) {
          wrong += (*many)[from * nodes + to] == costs[to] ? 0 : 1;
        }
        const auto check = [&](const GraphPath& path) { wrong += is_right(source, target, costs[to], path) ? 0 : 1; };
        for (GraphQuery& search : searches) check(search.path(from, to, kNoBudget, room_));
        check(hierarchy.path(source, target, kNoBudget, room_));
        check(labels.path(source, target, 0, room_));
      }
    }
    return wrong;
  }

 private:
  [[nodiscard]] bool is_right(const std::vector<GraphEnd>& source, const std::vector<GraphEnd>& target, Cost expected,
                              const GraphPath& path) const {
    if (expected == kInfiniteCost) return path.status == Status::unreachable;
    return path.status == Status::found && path.cost == expected && path_fault(graph_, source, target, path).empty();
  }

  CsrGraph graph_;
  std::vector<LatticePoint> points_;
  LandmarkArrays landmarks_;
  Contraction contraction_;
  LabelArrays labels_;
  std::vector<NodeId> room_;
};

/// Asks about so many pairs.
void require_agreement(std::uint64_t seed, std::uint64_t pairs) {
  Rng rng(seed);
  for (std::uint64_t asked = 0; asked < pairs;) {
    const CsrArrays graph = random_graph(rng, rng.percent(95) ? 30 : 100);
    CAPTURE(asked);
    REQUIRE(Answerers(rng, graph).differences() == 0);
    asked += graph.view().size() * graph.view().size();
  }
}

}  // namespace

TEST_CASE("all searches and indexes agree with the reference on all pairs of random graphs") {
  require_agreement(1, 50'000);
}

TEST_CASE("all searches and indexes agree with the reference on a million pairs", "[long]") {
  require_agreement(2, 1'000'000);
}

}  // namespace portolan::test
