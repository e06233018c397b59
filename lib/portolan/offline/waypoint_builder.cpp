// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/waypoint_builder.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/offline/index_runs.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"
#include "portolan/waypoints/waypoint_links.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Waypoints that one thread takes at a time.
constexpr std::size_t kWaypointsAtOnce = 64;

/// Arcs grouped by their source.
struct Adjacency {
  std::vector<std::uint32_t> first;
  std::vector<WaypointId> target;
  std::vector<std::uint32_t> weight;

  [[nodiscard]] std::span<const WaypointId> targets(std::size_t id) const noexcept {
    return std::span(target).subspan(first[id], first[id + 1] - first[id]);
  }
};

/// What building holds of a waypoint, in vectors that grow, and of an edge: as it is found, then in both directions,
/// and of those that are kept a copy that grows.
constexpr std::uint64_t kBytesPerWaypoint = 64;
constexpr std::uint64_t kBytesPerEdge = 48;

/// False if there are more than `most`.
bool find_waypoints(const SightSpace& space, const LinkTable& links, std::uint64_t most, WaypointGraph& graph) {
  graph.line_first.assign(static_cast<std::size_t>(space.height) + 2, 0);
  graph.column_first.assign(static_cast<std::size_t>(space.width) + 2, 0);
  for (std::int32_t y = 0; y <= space.height; ++y) {
    for (std::int32_t x = 0; x <= space.width; ++x) {
      const std::uint8_t mask = waypoint_mask(space, links, {x, y});
      if (mask == 0) continue;
      graph.points.push_back({x, y});
      graph.corners.push_back(mask);
      ++graph.column_first[static_cast<std::size_t>(x) + 1];
    }
    if (graph.points.size() > most) return false;
    graph.line_first[static_cast<std::size_t>(y) + 1] = static_cast<std::uint32_t>(graph.points.size());
  }
  std::partial_sum(graph.column_first.begin(), graph.column_first.end(), graph.column_first.begin());
  std::vector<std::uint32_t> next = graph.column_first;
  graph.column_points.resize(graph.points.size());
  for (WaypointId id = 0; id < graph.points.size(); ++id) {
    graph.column_points[next[static_cast<std::size_t>(graph.points[id].x)]++] = id;
  }
  return true;
}

/// Appends the waypoints after `id` in the numbering that it shares an edge with, ascending.
void scan_forward(const SightSpace& space, const WaypointGraphView& graph, WaypointId id, SightSweep& sweep,
                  std::vector<WaypointId>& out) {
  const std::size_t begin = out.size();
  const Point from = to_point(graph.points[id]);
  const std::uint8_t mask = graph.corners[id];
  const auto add = [&](WaypointId other) { out.push_back(other); };
  if (is_taut(mask, 1, 0)) visit_east(space, graph, from, add);
  if (is_taut(mask, 0, 1)) visit_south(space, graph, from, add);
  const bool south_west = is_taut(mask, -1, 1);
  const bool south_east = is_taut(mask, 1, 1);
  if (south_west || south_east) {
    visit_half(space, graph, from, Half::down, south_west ? kWest : kStraight, south_east ? kEast : kStraight, sweep,
               add);
  }
  std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
}

/// About how many edges there are: those of some waypoints, spread evenly over the numbering.
std::uint64_t forecast_edges(const SightSpace& space, const WaypointGraphView& graph) {
  constexpr std::size_t kSamples = 512;
  const std::size_t samples = std::min(graph.size(), kSamples);
  SightSweep sweep(space.width);
  std::vector<WaypointId> found;
  std::uint64_t edges = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    found.clear();
    scan_forward(space, graph, static_cast<WaypointId>(i * graph.size() / samples), sweep, found);
    edges += found.size();
  }
  return samples == 0 ? 0 : edges * graph.size() / samples;
}

/// What a chunk of waypoints found: their forward edges one after another, and how many each has.
struct ChunkEdges {
  std::vector<std::uint32_t> count;
  std::vector<WaypointId> target;
};

/// All edges, once per pair: from the waypoint with the lower id. Empty if there are more than `max_edges`.
std::vector<ChunkEdges> scan_edges(const SightSpace& space, const WaypointGraphView& graph, unsigned threads,
                                   std::uint64_t max_edges) {
  const IndexRuns runs{graph.size(), kWaypointsAtOnce};
  std::vector<ChunkEdges> chunks(runs.size());
  std::vector<SightSweep> sweeps;
  for (unsigned i = 0; i < thread_count(threads); ++i) sweeps.emplace_back(space.width);
  std::atomic<std::uint64_t> total{0};
  parallel_for(chunks.size(), threads, [&](std::size_t chunk, unsigned worker) {
    ChunkEdges& edges = chunks[chunk];
    const auto [begin, end] = runs[chunk];
    for (std::size_t id = begin; id < end && total.load() <= max_edges; ++id) {
      const std::size_t before = edges.target.size();
      scan_forward(space, graph, static_cast<WaypointId>(id), sweeps[worker], edges.target);
      edges.count.push_back(static_cast<std::uint32_t>(edges.target.size() - before));
      total += edges.target.size() - before;
    }
    edges.target.shrink_to_fit();
  });
  if (total.load() > max_edges) chunks.clear();
  return chunks;
}

/// Turns edges into arcs both ways, ascending per waypoint. Frees the chunks as it goes.
Adjacency both_ways(std::size_t size, std::vector<ChunkEdges> chunks) {
  Adjacency arcs;
  arcs.first.assign(size + 1, 0);
  std::size_t id = 0;
  for (const ChunkEdges& chunk : chunks) {
    for (const WaypointId target : chunk.target) ++arcs.first[target + 1];
    for (const std::uint32_t count : chunk.count) arcs.first[++id] += count;
  }
  std::partial_sum(arcs.first.begin(), arcs.first.end(), arcs.first.begin());
  arcs.target.resize(arcs.first.back());
  // Taken in order, a waypoint gets its lower neighbours before its turn comes, then the higher ones.
  std::vector<std::uint32_t> next(arcs.first.begin(), arcs.first.end() - 1);
  WaypointId source = 0;
  for (ChunkEdges& chunk : chunks) {
    std::size_t edge = 0;
    for (const std::uint32_t count : chunk.count) {
      for (std::uint32_t i = 0; i < count; ++i, ++edge) {
        arcs.target[next[source]++] = chunk.target[edge];
        arcs.target[next[chunk.target[edge]]++] = source;
      }
      ++source;
    }
    chunk = {};
  }
  return arcs;
}

/// Sets the weights; false if one does not fit.
bool weigh(const WaypointGraph& graph, const SightMetric& metric, unsigned threads, Adjacency& arcs) {
  arcs.weight.resize(arcs.target.size());
  std::atomic<bool> fits{true};
  const IndexRuns runs{graph.points.size(), kWaypointsAtOnce};
  parallel_for(runs.size(), threads, [&](std::size_t run, unsigned) {
    const auto [begin, end] = runs[run];
    for (std::size_t id = begin; id < end; ++id) {
      for (std::size_t arc = arcs.first[id]; arc < arcs.first[id + 1]; ++arc) {
        const Cost length = metric.length(to_point(graph.points[id]), to_point(graph.points[arcs.target[arc]]));
        if (length > std::numeric_limits<std::uint32_t>::max()) fits = false;
        arcs.weight[arc] = static_cast<std::uint32_t>(length);
      }
    }
  });
  return fits;
}

/// Chooses the unit and sets the weights. False if no unit fits.
bool weigh_in_finest_unit(WaypointGraph& graph, unsigned threads, Adjacency& arcs) {
  if (graph.metric.norm != Norm::euclidean) return weigh(graph, graph.metric, threads, arcs);
  for (const std::uint32_t bits : {20U, 18U, 16U}) {
    if (bits > graph.metric.fraction_bits) continue;
    SightMetric metric = graph.metric;
    metric.fraction_bits = bits;
    if (!weigh(graph, metric, threads, arcs)) continue;
    graph.metric = metric;
    return true;
  }
  return false;
}

/// Finds the arcs of one waypoint that a way over a nearer neighbour makes needless. One per thread.
class DominanceScan {
 public:
  explicit DominanceScan(std::size_t size) : weight_(size, 0) {}

  /// Clears keep[arc] for the needless arcs of `id`.
  void run(const Adjacency& arcs, std::size_t id, std::vector<std::uint8_t>& keep) {
    const std::size_t begin = arcs.first[id];
    const std::size_t end = arcs.first[id + 1];
    order_.resize(end - begin);
    std::iota(order_.begin(), order_.end(), begin);
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(arcs.weight[a], arcs.target[a]) < std::pair(arcs.weight[b], arcs.target[b]);
    });
    for (std::size_t arc = begin; arc < end; ++arc) weight_[arcs.target[arc]] = arcs.weight[arc];
    // weight_ 0 marks what is no neighbour, or not any more. Only kept neighbours are followed: fewer, and enough.
    for (const std::size_t arc : order_) {
      const WaypointId via = arcs.target[arc];
      if (weight_[via] == 0) {
        keep[arc] = 0;
        continue;
      }
      for (std::size_t next = arcs.first[via]; next < arcs.first[via + 1]; ++next) {
        std::uint32_t& direct = weight_[arcs.target[next]];
        if (direct != 0 && std::uint64_t{arcs.weight[arc]} + arcs.weight[next] <= direct) direct = 0;
      }
    }
    for (std::size_t arc = begin; arc < end; ++arc) weight_[arcs.target[arc]] = 0;
  }

 private:
  std::vector<std::uint32_t> weight_;
  std::vector<std::size_t> order_;
};

/// Drops the edges that are needless from either end.
Adjacency without_dominated(const Adjacency& arcs, unsigned threads) {
  const std::size_t size = arcs.first.size() - 1;
  std::vector<std::uint8_t> keep(arcs.target.size(), 1);
  std::vector<DominanceScan> scans(thread_count(threads), DominanceScan(size));
  const IndexRuns runs{size, kWaypointsAtOnce};
  parallel_for(runs.size(), threads, [&](std::size_t run, unsigned worker) {
    const auto [begin, end] = runs[run];
    for (std::size_t id = begin; id < end; ++id) scans[worker].run(arcs, id, keep);
  });

  Adjacency kept;
  kept.first.push_back(0);
  for (std::size_t id = 0; id < size; ++id) {
    for (std::size_t arc = arcs.first[id]; arc < arcs.first[id + 1]; ++arc) {
      const auto back = arcs.targets(arcs.target[arc]);
      const auto at = std::lower_bound(back.begin(), back.end(), id) - back.begin();
      const std::size_t reverse = arcs.first[arcs.target[arc]] + static_cast<std::size_t>(at);
      if (keep[arc] == 0 || keep[reverse] == 0) continue;
      kept.target.push_back(arcs.target[arc]);
      kept.weight.push_back(arcs.weight[arc]);
    }
    kept.first.push_back(static_cast<std::uint32_t>(kept.target.size()));
  }
  return kept;
}

/// Adds the links to the sight edges; nothing if one does not fit. The arc from one link end to the other costs what
/// the cheapest of the links between them costs, or what it costs to walk if they see each other and that is less.
std::optional<Adjacency> with_links(const Adjacency& edges, const SightSpace& space, const WaypointGraphView& graph,
                                    const LinkTable& links) {
  constexpr Cost kMostWeight = std::numeric_limits<std::uint32_t>::max() - 1;
  const WaypointLinks ends(graph, &links);
  Adjacency all;
  all.first.push_back(0);
  std::map<WaypointId, std::uint32_t> weight;  // by target
  for (WaypointId id = 0; id < graph.size(); ++id) {
    const auto link_end = links.find({graph.points[id].x, graph.points[id].y});
    if (!link_end) {
      const auto begin = static_cast<std::ptrdiff_t>(edges.first[id]);
      const auto end = static_cast<std::ptrdiff_t>(edges.first[id + 1]);
      all.target.insert(all.target.end(), edges.target.begin() + begin, edges.target.begin() + end);
      all.weight.insert(all.weight.end(), edges.weight.begin() + begin, edges.weight.begin() + end);
      all.first.push_back(static_cast<std::uint32_t>(all.target.size()));
      continue;
    }
    weight.clear();
    for (std::size_t arc = edges.first[id]; arc < edges.first[id + 1]; ++arc)
      weight.emplace(edges.target[arc], edges.weight[arc]);
    for (const LinkArc& arc : links.leaving(*link_end)) {
      const auto to = ends.link_end_at(to_point({arc.other.x, arc.other.y}));
      if (!to) continue;
      const Point here = to_point(graph.points[id]);
      const Point there = to_point(graph.points[*to]);
      const Cost walk = in_sight(space, here, there) ? graph.metric.length(here, there) : kMostWeight;
      if (arc.cost > kMostWeight) return {};
      const auto cost = static_cast<std::uint32_t>(std::min(arc.cost, walk));
      const auto known = weight.try_emplace(*to, cost).first;
      known->second = std::min(known->second, cost);
    }
    for (const auto& [target, cost] : weight) {
      all.target.push_back(target);
      all.weight.push_back(cost);
    }
    all.first.push_back(static_cast<std::uint32_t>(all.target.size()));
  }
  return all;
}

}  // namespace

Result<WaypointGraph> build_waypoint_graph(const SightSpace& space, const WaypointOptions& options) {
  const LinkTable links = options.links != nullptr ? *options.links : LinkTable();
  WaypointGraph graph;
  graph.metric = options.metric;
  const std::uint64_t most = options.memory / kBytesPerWaypoint;
  if (!find_waypoints(space, links, most, graph))
    return Error{ErrorCode::limit, fmt::format("more than {} waypoints", most)};
  const std::uint64_t left = options.memory - graph.points.size() * kBytesPerWaypoint;
  // Offsets of arcs take 32 bits, and every edge is two arcs.
  const std::uint64_t max_edges =
      std::min({options.max_edges, left / kBytesPerEdge, (std::uint64_t{1} << 31) - 1 - links.arcs()});
  // A forecast twice the limit is beyond the chance of the sample; it spares the scan.
  if (const std::uint64_t edges = forecast_edges(space, graph.view()); edges / 2 > max_edges) {
    return Error{ErrorCode::limit, fmt::format("{} waypoints have about {} sight edges, more than {}",
                                               graph.points.size(), edges, max_edges)};
  }
  std::vector<ChunkEdges> edges = scan_edges(space, graph.view(), options.threads, max_edges);
  if (edges.empty() && !graph.points.empty()) {
    return Error{ErrorCode::limit,
                 fmt::format("{} waypoints have more than {} sight edges", graph.points.size(), max_edges)};
  }
  Adjacency arcs = both_ways(graph.points.size(), std::move(edges));
  if (!weigh_in_finest_unit(graph, options.threads, arcs)) {
    return Error{ErrorCode::limit, "a sight edge is too long for a weight of 32 bits"};
  }
  if (graph.metric.norm != Norm::euclidean) arcs = without_dominated(arcs, options.threads);
  if (!links.empty()) {
    auto linked = with_links(arcs, space, graph.view(), links);
    if (!linked) return Error{ErrorCode::limit, "a link costs too much for a weight of 32 bits"};
    arcs = *std::move(linked);
  }
  graph.first = std::move(arcs.first);
  graph.target = std::move(arcs.target);
  graph.weight = std::move(arcs.weight);
  return graph;
}

}  // namespace portolan
