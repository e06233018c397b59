// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_roads.hpp"

#include "bench/boost_roads.hpp"
#include "bench/measure.hpp"
#include "portolan/graph/graph_query.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/label_query.hpp"

#include <array>
#include <chrono>
#include <random>
#include <string>
#include <utility>

namespace portolan::bench {
namespace {

/// Builds are measured on one thread: the machine's other work disturbs that least.
constexpr unsigned kThreads = 1;
constexpr std::size_t kPairs = 10'000;
constexpr std::size_t kCompared = 500;
constexpr std::size_t kLandmarks = 16;
constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

template <class Make>
double seconds_for(Make&& make) {
  const auto start = std::chrono::steady_clock::now();
  make();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::array<GraphEnd, 1> end_at(NodeId node) {
  return {GraphEnd{.node = node}};
}

void draw_pairs(RoadBench& bench) {
  LabelQuery query(bench.labels.view());
  std::mt19937_64 random(kSeed);
  const std::uint64_t nodes = bench.roads.graph.view().size();
  while (bench.pairs.size() < kPairs) {
    const NodePair pair{static_cast<NodeId>(random() % nodes), static_cast<NodeId>(random() % nodes)};
    const GraphPath path = query.cost(end_at(pair.from), end_at(pair.to), 0);
    if (path.status != Status::found) continue;
    bench.pairs.push_back(pair);
    bench.cost += path.cost;
  }
}

bool agrees_with_boost(const RoadBench& bench) {
  BoostRoads boost(bench.roads.graph.view(), bench.line());
  LabelQuery query(bench.labels.view());
  for (std::size_t i = 0; i < kCompared; ++i) {
    const NodePair& pair = bench.pairs[i];
    if (query.cost(end_at(pair.from), end_at(pair.to), 0).cost != boost.dijkstra(pair.from, pair.to).cost) return false;
  }
  return true;
}

Tally tally_of(const GraphPath& path) {
  benchmark::DoNotOptimize(path.nodes.data());
  return {.found = path.status == Status::found ? std::uint64_t{1} : 0, .expansions = path.work, .cost = path.cost};
}

/// Registers what make(room) gives: ask(pair) -> Tally. `passes`: 0 leaves the number to the library.
template <class Make>
void add(const RoadBench& bench, const std::string& name, double build, std::size_t bytes, int passes, Make make) {
  auto* const added = benchmark::RegisterBenchmark(
      (bench.roads.name + "/" + name).c_str(), [&bench, build, bytes, make](benchmark::State& state) {
        std::vector<NodeId> room(bench.roads.graph.view().size());
        auto ask = make(std::span(room));
        measure(state, std::span<const NodePair>(bench.pairs), bench.cost, bytes, ask);
        state.counters["build"] = build;
      });
  if (passes != 0) added->Iterations(passes);
}

void add_search(const RoadBench& bench, const std::string& name, double build, std::size_t bytes,
                const GraphEstimate& estimate) {
  add(bench, name, build, bytes, 1, [&bench, estimate](std::span<NodeId> room) {
    return [query = GraphQuery(bench.roads.graph.view(), estimate), room](const NodePair& pair) mutable {
      return tally_of(query.path(pair.from, pair.to, kNoBudget, room));
    };
  });
}

}  // namespace

Result<RoadBench> make_road_bench(RoadGraph roads) {
  RoadBench bench;
  bench.roads = std::move(roads);
  const CsrGraph graph = bench.roads.graph.view();
  bench.points.resize(graph.size());
  bench.seconds.positions = seconds_for([&] {
    place_on_lattice(bench.roads.positions, bench.points);
    bench.scale = consistent_scale(graph, bench.points);
  });
  bench.seconds.landmarks = seconds_for([&] { bench.landmarks = choose_landmarks(graph, kLandmarks); });
  Result<Contraction> contraction = Contraction{};
  bench.seconds.ch = seconds_for([&] { contraction = contract(graph, {.threads = kThreads}); });
  if (!contraction) return contraction.error();
  bench.contraction = std::move(*contraction);
  Result<LabelArrays> labels = LabelArrays{};
  bench.seconds.labels = bench.seconds.ch + seconds_for([&] {
                           labels =
                               build_hub_labels(graph, {.threads = kThreads, .contracted = bench.contraction.node});
                         });
  if (!labels) return labels.error();
  bench.labels = std::move(*labels);
  draw_pairs(bench);
  if (!agrees_with_boost(bench)) return Error{ErrorCode::corrupt, bench.roads.name + ": costs differ from Dijkstra's"};
  return bench;
}

void register_roads(const RoadBench& bench) {
  const std::size_t point_bytes = bench.points.size() * sizeof(LatticePoint);
  add(bench, "boost_astar", bench.seconds.positions, point_bytes, 1, [&bench](std::span<NodeId>) {
    return [boost = BoostRoads(bench.roads.graph.view(), bench.line())](const NodePair& pair) mutable {
      const BoostRoads::Answer answer = boost.astar(pair.from, pair.to);
      benchmark::DoNotOptimize(answer.path.data());
      return Tally{.found = answer.cost != kInfiniteCost ? std::uint64_t{1} : 0,
                   .expansions = answer.expansions,
                   .cost = answer.cost};
    };
  });
  add_search(bench, "astar_none", 0, 0, NoEstimate{});
  add_search(bench, "astar_positions", bench.seconds.positions, point_bytes, bench.line());
  add_search(bench, "astar_landmarks", bench.seconds.landmarks,
             bench.landmarks.distances.size() * sizeof(LandmarkDistance), bench.landmarks.view());
  add(bench, "ch_cost", bench.seconds.ch, section_bytes(bench.contraction), 0, [&bench](std::span<NodeId>) {
    return [query = HierarchyQuery(bench.contraction.view())](const NodePair& pair) mutable {
      return tally_of(query.cost(end_at(pair.from), end_at(pair.to), kNoBudget));
    };
  });
  add(bench, "ch_path", bench.seconds.ch, section_bytes(bench.contraction), 0, [&bench](std::span<NodeId> room) {
    return [query = HierarchyQuery(bench.contraction.view()), room](const NodePair& pair) mutable {
      return tally_of(query.path(end_at(pair.from), end_at(pair.to), kNoBudget, room));
    };
  });
  add(bench, "labels_cost", bench.seconds.labels, section_bytes(bench.labels), 0, [&bench](std::span<NodeId>) {
    return [query = LabelQuery(bench.labels.view()), line = bench.line()](const NodePair& pair) mutable {
      return tally_of(query.cost(end_at(pair.from), end_at(pair.to), straight_bound(line, pair.from, pair.to)));
    };
  });
  add(bench, "labels_path", bench.seconds.labels, section_bytes(bench.labels), 0, [&bench](std::span<NodeId> room) {
    return [query = LabelQuery(bench.labels.view()), line = bench.line(), room](const NodePair& pair) mutable {
      return tally_of(query.path(end_at(pair.from), end_at(pair.to), straight_bound(line, pair.from, pair.to), room));
    };
  });
}

}  // namespace portolan::bench
