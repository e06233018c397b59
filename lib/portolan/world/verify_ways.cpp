// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/verify_ways.hpp"

#include "portolan/boards/border_costs.hpp"
#include "portolan/boards/sight_ways.hpp"
#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace portolan {
namespace {

class WayJudge {
 public:
  WayJudge(const AreasView& areas, const BoardView& graph, const ProfileView& profile,
           std::span<const std::uint64_t> edge_costs)
      : areas_(areas),
        graph_(graph),
        rules_(profile.rules),
        links_(profile.links),
        costs_(profile.grid, profile.links,
               profile.rules.metric == Metric::any_angle
                   ? std::optional(straight_mover(profile.grid, profile.sight->fraction_bits, edge_costs))
                   : std::nullopt) {}

  /// Of the arcs that leave a waypoint.
  [[nodiscard]] std::string fault_from(NodeId from) {
    for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc) {
      if (!is_right(from, arc)) return "a way" + between(from, graph_.arcs.target[arc]) + " costs something else";
    }
    std::string fault;
    for_each_waypoint_near(areas_, areas_.anchors[from], areas_.sight.front().length, [&](AreaId to) {
      if (to == from || !fault.empty() || areas_.is_closed({from, to}) || is_joined(from, to, WayKind::in_sight))
        return;
      if (costs_.in_sight(areas_.anchors[from], areas_.anchors[to])) fault = "there is no way" + between(from, to);
    });
    for_each_waypoint_linked(areas_, links_, from, [&](AreaId to) {
      if (!fault.empty() || areas_.is_closed({from, to}) || is_joined(from, to, WayKind::least_path)) return;
      fault = "there is no way by a link of the map" + between(from, to);
    });
    return fault;
  }

 private:
  [[nodiscard]] std::string between(NodeId from, NodeId to) const {
    return " from '" + std::string(graph_.names[from]) + "' to '" + std::string(graph_.names[to]) + "'";
  }
  [[nodiscard]] bool is_linked(NodeId from, NodeId to) const {
    bool linked = false;
    for_each_waypoint_linked(areas_, links_, from, [&](AreaId other) { linked = linked || other == to; });
    return linked;
  }
  [[nodiscard]] bool is_joined(NodeId from, NodeId to, WayKind kind) const {
    for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc) {
      if (graph_.arcs.target[arc] == to && areas_.ways[arc].kind == kind) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_right(NodeId from, std::uint32_t arc) {
    const NodeId to = graph_.arcs.target[arc];
    const AreaWay& way = areas_.ways[arc];
    const std::uint32_t weight = graph_.arcs.weight[arc];
    if (way.kind == WayKind::link) {
      return std::binary_search(areas_.links.begin(), areas_.links.end(), AreaLink{from, to, weight, 0, way.cost}) &&
             !costs_.any_angle() && way.cost == in_units(rules_, graph_.in_author_unit(weight));
    }
    const bool seen = way.kind == WayKind::in_sight;
    const auto walk = costs_.in_sight(areas_.anchors[from], areas_.anchors[to]);
    if (walk.has_value() != seen && (seen || !is_linked(from, to))) return false;
    const Cost cost = seen ? *walk : costs_.least_path(areas_.anchors[from], areas_.anchors[to]);
    const auto tiles = cost == way.cost ? costs_.in_tiles(cost) : std::nullopt;
    const auto expected = tiles ? scaled(*tiles, graph_.cost_decimals) : std::nullopt;
    return expected && *expected == weight;
  }

  const AreasView& areas_;
  const BoardView& graph_;
  const MoveRules& rules_;
  const LinkTable& links_;
  WayCosts costs_;
};

}  // namespace

std::string ways_fault(const AreasView& areas, const BoardView& graph, const ProfileView& profile,
                       std::span<const std::uint64_t> edge_costs, unsigned threads) {
  std::vector<std::string> faults(graph.size());
  std::vector<WayJudge> judges;
  for (unsigned i = 0; i < thread_count(threads); ++i) judges.emplace_back(areas, graph, profile, edge_costs);
  parallel_for(graph.size(), threads, [&](std::size_t from, unsigned worker) {
    faults[from] = judges[worker].fault_from(static_cast<NodeId>(from));
  });
  const auto first = std::ranges::find_if(faults, [](const std::string& fault) { return !fault.empty(); });
  if (first != faults.end()) return *first;
  const auto links_of_board =
      std::ranges::count_if(areas.ways, [](const AreaWay& way) { return way.kind == WayKind::link; });
  return static_cast<std::size_t>(links_of_board) == areas.links.size() ? "" : "a link is no arc";
}

}  // namespace portolan
