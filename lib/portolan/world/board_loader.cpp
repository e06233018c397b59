// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/board_loader.hpp"

#include "portolan/world/file_sections.hpp"
#include "portolan/world/section_loader.hpp"

namespace portolan {
namespace {

/// There are the sections of one kind at most. `nodes` is not 0.
Result<GraphEstimate> load_estimate(const SectionTable& table, std::size_t nodes) {
  const auto line = load_group<StraightLine>(table, {}, nodes);
  if (!line) return line.error();
  const auto landmarks = load_group<Landmarks>(table, {});
  if (!landmarks) return landmarks.error();
  GraphEstimate estimate;
  if (*line) estimate = **line;
  if (*landmarks) estimate = Landmarks{(*landmarks)->distances.size() / nodes, (*landmarks)->distances};
  if ((*line && *landmarks) || !is_well_formed(estimate, nodes)) {
    return Error{ErrorCode::corrupt, "the estimate of the board is wrong"};
  }
  return estimate;
}

}  // namespace

Result<std::optional<BoardTierView>> load_board(const SectionTable& table) {
  const auto corrupt = [](const char* reason) { return Error{ErrorCode::corrupt, reason}; };
  const auto info = load_group<BoardInfoSection>(table, {});
  if (!info) return info.error();
  if (!*info) return std::optional<BoardTierView>();
  const format::BoardRecord& record = (*info)->record;
  if (record.nodes == 0 || record.nodes >= kMaxBoardNodes || record.cost_decimals > kMaxDecimals ||
      record.position_decimals > kMaxPositionDecimals || record.reserved != 0) {
    return corrupt("section graph_info is wrong");
  }
  const std::size_t nodes = record.nodes;
  const auto graph = load_sections<BoardView>(table, {}, BoardCounts{nodes, record.arcs, record.tags});
  if (!graph) return graph.error();
  BoardTierView tier;
  tier.graph = *graph;
  tier.graph.cost_decimals = record.cost_decimals;
  tier.graph.position_decimals = record.position_decimals;
  if (tier.graph.tag_names.size() != record.tags) return corrupt("section graph_tag_first is missing");
  const auto estimate = load_estimate(table, nodes);
  if (!estimate) return estimate.error();
  tier.estimate = *estimate;
  const auto hierarchy = load_group<ContractionHierarchy>(table, {}, nodes);
  if (!hierarchy) return hierarchy.error();
  tier.hierarchy = *hierarchy;
  const auto labels = load_group<HubLabels>(table, {}, nodes);
  if (!labels) return labels.error();
  tier.labels = *labels;
  const auto dead_ends = load_group<DeadEndsView>(table, {}, nodes);
  if (!dead_ends) return dead_ends.error();
  if (*dead_ends) tier.dead_ends = **dead_ends;
  if (*dead_ends && (tier.dead_ends.empty() || tier.dead_ends.size() >= nodes)) {
    return corrupt("too few or too many dead ends of the board");
  }
  return std::optional(tier);
}

}  // namespace portolan
