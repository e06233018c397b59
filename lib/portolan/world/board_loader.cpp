// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/board_loader.hpp"

#include "portolan/world/index_loader.hpp"
#include "portolan/world/section_group.hpp"

namespace portolan {
namespace {

using format::SectionKind;

/// Two sections that are there together or not at all. False if one is missing or has the wrong size.
template <class T>
bool take_rows(const SectionTable& table, SectionKind first_kind, std::span<const std::uint32_t>& first,
               std::size_t rows, SectionKind content_kind, std::span<const T>& content) {
  SectionGroup group(table, {});
  group.take(first_kind, first, rows + 1);
  group.take(content_kind, content);
  return group.absent() || group.complete();
}

/// Nothing if its sections are incomplete or wrong; there are those of one kind at most. `nodes` is not 0.
std::optional<GraphEstimate> load_estimate(const SectionTable& table, std::uint32_t nodes) {
  SectionGroup straight(table, {});
  StraightLine line;
  std::span<const format::ScaleRecord> scale;
  straight.take(SectionKind::graph_points, line.points, nodes);
  straight.take(SectionKind::graph_scale, scale, 1);
  SectionGroup far_away(table, {});
  Landmarks landmarks;
  far_away.take(SectionKind::graph_landmarks, landmarks.distances);
  GraphEstimate estimate;
  if (straight.complete() && far_away.absent() && scale.front().reserved == 0) {
    line.scale = {scale.front().square, scale.front().shift};
    estimate = line;
  } else if (straight.absent() && far_away.complete()) {
    landmarks.count = landmarks.distances.size() / nodes;
    estimate = landmarks;
  } else if (!straight.absent() || !far_away.absent()) {
    return {};
  }
  if (!is_well_formed(estimate, nodes)) return {};
  return estimate;
}

}  // namespace

Result<std::optional<BoardTierView>> load_board(const SectionTable& table) {
  const auto corrupt = [](const char* reason) { return Error{ErrorCode::corrupt, reason}; };
  if (table.find(SectionKind::graph_info, {}) == nullptr) return std::optional<BoardTierView>();
  const auto info = table.elements<format::BoardRecord>(SectionKind::graph_info, {}, 1);
  if (!info) return corrupt("section graph_info has the wrong size");
  const format::BoardRecord& record = info->front();
  if (record.nodes == 0 || record.nodes >= kMaxBoardNodes || record.cost_decimals > kMaxDecimals ||
      record.position_decimals > kMaxPositionDecimals || record.reserved != 0) {
    return corrupt("section graph_info is wrong");
  }
  BoardTierView tier;
  BoardView& graph = tier.graph;
  graph.cost_decimals = record.cost_decimals;
  graph.position_decimals = record.position_decimals;
  SectionGroup must(table, {});
  must.take(SectionKind::graph_names, graph.names.bytes);
  must.take(SectionKind::graph_name_first, graph.names.first, std::size_t{record.nodes} + 1);
  must.take(SectionKind::graph_by_name, graph.by_name, record.nodes);
  must.take(SectionKind::graph_first, graph.arcs.first, std::size_t{record.nodes} + 1);
  must.take(SectionKind::graph_target, graph.arcs.target, record.arcs);
  must.take(SectionKind::graph_weight, graph.arcs.weight, record.arcs);
  if (!must.complete()) return corrupt("the board is incomplete or has the wrong size");
  SectionGroup positions(table, {});
  positions.take(SectionKind::graph_positions, graph.positions, record.nodes);
  if (!positions.absent() && !positions.complete()) return corrupt("section graph_positions has the wrong size");
  if (!take_rows(table, SectionKind::graph_tag_first, graph.tag_names.first, record.tags, SectionKind::graph_tags,
                 graph.tag_names.bytes) ||
      graph.tag_names.size() != record.tags ||
      !take_rows(table, SectionKind::node_tag_first, graph.node_tags.first, record.nodes, SectionKind::node_tag,
                 graph.node_tags.tag) ||
      !take_rows(table, SectionKind::arc_tag_first, graph.arc_tags.first, record.arcs, SectionKind::arc_tag,
                 graph.arc_tags.tag)) {
    return corrupt("the tags of the board are incomplete or have the wrong size");
  }
  if (!take_rows(table, SectionKind::arc_name_first, graph.arc_names.first, record.arcs, SectionKind::arc_names,
                 graph.arc_names.bytes)) {
    return corrupt("the names of arcs are incomplete or have the wrong size");
  }
  const auto estimate = load_estimate(table, record.nodes);
  if (!estimate) return corrupt("the estimate of the board is incomplete or wrong");
  tier.estimate = *estimate;
  const auto hierarchy = load_hierarchy(table, format::kNoProfile, record.nodes);
  if (!hierarchy) return hierarchy.error();
  tier.hierarchy = *hierarchy;
  const auto labels = load_labels(table, format::kNoProfile, record.nodes);
  if (!labels) return labels.error();
  tier.labels = *labels;
  return std::optional(tier);
}

}  // namespace portolan
