// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/cell_unpacker.hpp"

#include <algorithm>
#include <utility>

namespace portolan {

CellUnpacker::CellUnpacker(const WaypointGraphView& graph, const WaypointGuides& guides)
    : graph_(graph),
      guides_(guides),
      labels_(graph.size()),
      open_(graph.size()),
      steps_(graph.size()),
      unpacked_(graph.size()) {}

/// Of the cost between two waypoints.
Cost CellUnpacker::bound(WaypointId a, WaypointId b) const noexcept {
  const Cost straight = graph_.metric.lower_bound(to_point(graph_.points[a]), to_point(graph_.points[b]));
  if (guides_.landmarks.rows.empty()) return straight;
  const Cost units = units_apart(guides_.landmarks.rows[a], guides_.landmarks.rows[b]);
  return std::max(straight, units << guides_.landmarks.shift);
}

bool CellUnpacker::add(const CellStep& step) noexcept {
  if (count_ == unpacked_.size()) return false;
  unpacked_[count_++] = step;
  return true;
}

/// Adds what lies between the ends of an arc, and its head, by arcs of the level below.
SearchEnd CellUnpacker::unpack_arc(WaypointId from, const CellStep& step, const OpenCells& cells,
                                   std::uint64_t budget) noexcept {
  const std::uint32_t below = step.level - 1;
  const WaypointId to = step.waypoint;
  labels_.clear();
  BestFirst search(labels_, std::span<OpenEntry>(open_.data(), open_.size()),
                   [&](NodeId node) noexcept { return bound(node, to); });
  const SearchLimits limits{.goal = to, .limit = step.cost + 1, .expansions = budget};
  search.seed({.node = from}, limits);
  const SearchOutcome outcome = search.run(limits, [&](NodeId node, Cost, auto&& relax) noexcept {
    if (below == 0) {
      const std::size_t end = std::min<std::size_t>(graph_.first[node + 1], graph_.target.size());
      for_each_core_arc(guides_.levels, graph_.first[node], end, [&](std::size_t arc) noexcept {
        if (graph_.target[arc] < graph_.size()) relax(graph_.target[arc], graph_.weight[arc]);
      });
      return;
    }
    const OpenCells::Arcs arcs = cells.arcs(below, node);
    for (std::size_t arc = arcs.begin; arc < arcs.end; ++arc) {
      const WaypointId head = guides_.cells.target[arc];
      if (head < graph_.size()) relax(head, guides_.cells.weight[arc]);
    }
  });
  expansions_ += outcome.expansions;
  if (outcome.end != SearchEnd::reached) return outcome.end;
  if (labels_.cost(to) != step.cost) return SearchEnd::exhausted;
  const std::size_t begin = count_;
  for (NodeId node = to; node != from; node = labels_.parent(node)) {
    const Cost cost = labels_.cost(node) - labels_.cost(labels_.parent(node));
    if (!add({node, below, cost})) return SearchEnd::exhausted;
  }
  std::reverse(unpacked_.data() + begin, unpacked_.data() + count_);
  return SearchEnd::reached;
}

CellUnpacker::Unpacked CellUnpacker::unpack(std::size_t count, const OpenCells& cells, std::uint64_t budget) noexcept {
  expansions_ = 0;
  for (std::uint32_t level = guides_.cells.levels(); level > 0; --level) {
    count_ = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const CellStep& step = steps_[i];
      SearchEnd end = SearchEnd::reached;
      if (step.level == level && i > 0) {
        end = unpack_arc(steps_[i - 1].waypoint, step, cells, budget - expansions_);
      } else if (!add(step)) {
        end = SearchEnd::exhausted;
      }
      if (end != SearchEnd::reached) return {end, {}, expansions_};
    }
    std::swap(steps_, unpacked_);
    count = count_;
  }
  return {SearchEnd::reached, {steps_.data(), count}, expansions_};
}

}  // namespace portolan
