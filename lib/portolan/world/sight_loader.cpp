// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/sight_loader.hpp"

#include "portolan/world/index_loader.hpp"
#include "portolan/world/section_group.hpp"

#include <string>
#include <string_view>

namespace portolan {
namespace {

using format::SectionKind;

Error corrupt(std::string_view reason) {
  return {ErrorCode::corrupt, std::string(reason)};
}

Outcome load_planes(const SectionTable& table, SectionOwner owner, const ProfileView& view, SightSpace& space) {
  const bool point = view.rules.footprint == 0;
  space.contact = point ? Contact::point : Contact::square;
  space.width = view.grid.width - (point ? 0 : 1);
  space.height = view.grid.height - (point ? 0 : 1);
  const auto squares =
      table.elements<std::uint64_t>(SectionKind::sight_squares, owner, BitView::words_for(space.width, space.height));
  if (!squares) return corrupt("section sight_squares has the wrong size");
  space.squares = BitView(squares->data(), space.width, space.height);
  if (point) return Success{};
  const auto vertices = table.elements<std::uint64_t>(SectionKind::sight_vertices, owner,
                                                      BitView::words_for(space.width + 1, space.height + 1));
  if (!vertices) return corrupt("section sight_vertices is missing or has the wrong size");
  space.vertices = BitView(vertices->data(), space.width + 1, space.height + 1);
  return Success{};
}

Result<std::optional<WaypointGraphView>> load_graph(const SectionTable& table, SectionOwner owner,
                                                    const SightTierView& tier, const ProfileView& view) {
  WaypointGraphView graph;
  SectionGroup group(table, owner);
  group.take(SectionKind::waypoints, graph.points);
  group.take(SectionKind::waypoint_corners, graph.corners, graph.size());
  group.take(SectionKind::waypoint_lines, graph.line_first, static_cast<std::size_t>(tier.space.height) + 2);
  group.take(SectionKind::waypoint_columns, graph.column_first, static_cast<std::size_t>(tier.space.width) + 2);
  group.take(SectionKind::waypoint_by_column, graph.column_points, graph.size());
  group.take(SectionKind::sight_first, graph.first, graph.size() + 1);
  group.take(SectionKind::sight_target, graph.target);
  group.take(SectionKind::sight_weight, graph.weight, graph.target.size());
  if (group.absent()) return std::optional<WaypointGraphView>();
  const auto metric = sight_metric(view.rules);
  if (!metric) return corrupt("a waypoint graph under rules that cannot have one");
  if (!group.complete() || graph.size() >= kNoNode - 1) {
    return corrupt("the waypoint graph is incomplete or has the wrong size");
  }
  graph.metric = *metric;
  graph.metric.fraction_bits = tier.fraction_bits;
  return std::optional(graph);
}

Result<std::optional<BlockLabels>> load_blocks(const SectionTable& table, SectionOwner owner,
                                               const SightTierView& tier) {
  BlockLabels blocks;
  const std::size_t hubs = tier.labels ? tier.labels->size() : 0;
  SectionGroup group(table, owner);
  group.take(SectionKind::block_waypoint, blocks.waypoint, hubs);
  group.take(SectionKind::block_reach, blocks.reach, hubs);
  group.take(SectionKind::block_first, blocks.first, block_grid(tier.space).size() + 1);
  group.take(SectionKind::block_memory, blocks.memory);
  if (group.absent()) return std::optional<BlockLabels>();
  if (!tier.labels) return corrupt("block labels without hub labels");
  if (!group.complete()) return corrupt("the block labels are incomplete or have the wrong size");
  return std::optional(blocks);
}

}  // namespace

Result<std::optional<SightTierView>> load_sight(const SectionTable& table, SectionOwner owner,
                                                const format::ProfileRecord& record, const ProfileView& view) {
  SightTierView tier;
  const bool has_planes = table.find(SectionKind::sight_squares, owner) != nullptr;
  if (has_planes) {
    if (const Outcome planes = load_planes(table, owner, view, tier.space); !planes) return planes.error();
  } else if (view.rules.metric == Metric::any_angle || table.find(SectionKind::sight_vertices, owner) != nullptr) {
    return corrupt("section sight_squares is missing");
  }
  if (view.rules.metric == Metric::any_angle) {
    if (record.fraction_bits != 20 && record.fraction_bits != 18 && record.fraction_bits != 16) {
      return corrupt("bad unit of segments");
    }
    tier.fraction_bits = record.fraction_bits;
  }
  const auto graph = load_graph(table, owner, tier, view);
  if (!graph) return graph.error();
  tier.graph = *graph;
  if (tier.graph && !has_planes) return corrupt("section sight_squares is missing");

  const std::size_t nodes = tier.graph ? tier.graph->size() : 0;
  const auto hierarchy = load_hierarchy(table, owner.profile, nodes);
  if (!hierarchy) return hierarchy.error();
  tier.hierarchy = *hierarchy;
  const auto labels = load_labels(table, owner.profile, nodes);
  if (!labels) return labels.error();
  tier.labels = *labels;
  if ((tier.hierarchy || tier.labels) && !tier.graph) return corrupt("an index without its waypoint graph");
  const auto blocks = load_blocks(table, owner, tier);
  if (!blocks) return blocks.error();
  tier.blocks = *blocks;
  return has_planes ? std::optional(tier) : std::nullopt;
}

}  // namespace portolan
