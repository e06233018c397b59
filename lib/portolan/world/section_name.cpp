// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/section_name.hpp"

namespace portolan {

using format::SectionKind;

std::string_view section_name(std::uint32_t kind) noexcept {
  switch (static_cast<SectionKind>(kind)) {
    case SectionKind::map_info:
      return "map_info";
    case SectionKind::strings:
      return "strings";
    case SectionKind::terrain_names:
      return "terrain_names";
    case SectionKind::terrain:
      return "terrain";
    case SectionKind::provenance:
      return "provenance";
    case SectionKind::links:
      return "links";
    case SectionKind::floors:
      return "floors";
    case SectionKind::profile:
      return "profile";
    case SectionKind::terrain_costs:
      return "terrain_costs";
    case SectionKind::positions:
      return "positions";
    case SectionKind::islands:
      return "islands";
    case SectionKind::portals:
      return "portals";
    case SectionKind::region_first:
      return "region_first";
    case SectionKind::region_members:
      return "region_members";
    case SectionKind::region_places:
      return "region_places";
    case SectionKind::arc_first:
      return "arc_first";
    case SectionKind::arc_target:
      return "arc_target";
    case SectionKind::arc_weight:
      return "arc_weight";
    case SectionKind::region_shift:
      return "region_shift";
    case SectionKind::region_landmarks:
      return "region_landmarks";
    case SectionKind::landmark_shift:
      return "landmark_shift";
    case SectionKind::sight_squares:
      return "sight_squares";
    case SectionKind::sight_vertices:
      return "sight_vertices";
    case SectionKind::waypoints:
      return "waypoints";
    case SectionKind::waypoint_corners:
      return "waypoint_corners";
    case SectionKind::waypoint_lines:
      return "waypoint_lines";
    case SectionKind::waypoint_columns:
      return "waypoint_columns";
    case SectionKind::waypoint_by_column:
      return "waypoint_by_column";
    case SectionKind::sight_first:
      return "sight_first";
    case SectionKind::sight_target:
      return "sight_target";
    case SectionKind::sight_weight:
      return "sight_weight";
    case SectionKind::ch_rank:
      return "ch_rank";
    case SectionKind::ch_node:
      return "ch_node";
    case SectionKind::ch_first:
      return "ch_first";
    case SectionKind::ch_target:
      return "ch_target";
    case SectionKind::ch_weight:
      return "ch_weight";
    case SectionKind::ch_middle:
      return "ch_middle";
    case SectionKind::label_first:
      return "label_first";
    case SectionKind::label_hub:
      return "label_hub";
    case SectionKind::label_distance:
      return "label_distance";
    case SectionKind::label_place:
      return "label_place";
    case SectionKind::label_radius:
      return "label_radius";
    case SectionKind::label_tree:
      return "label_tree";
    case SectionKind::block_waypoint:
      return "block_waypoint";
    case SectionKind::block_reach:
      return "block_reach";
    case SectionKind::block_first:
      return "block_first";
    case SectionKind::block_memory:
      return "block_memory";
    case SectionKind::graph_info:
      return "graph_info";
    case SectionKind::graph_names:
      return "graph_names";
    case SectionKind::graph_name_first:
      return "graph_name_first";
    case SectionKind::graph_by_name:
      return "graph_by_name";
    case SectionKind::graph_positions:
      return "graph_positions";
    case SectionKind::graph_first:
      return "graph_first";
    case SectionKind::graph_target:
      return "graph_target";
    case SectionKind::graph_weight:
      return "graph_weight";
    case SectionKind::graph_tags:
      return "graph_tags";
    case SectionKind::graph_tag_first:
      return "graph_tag_first";
    case SectionKind::node_tag_first:
      return "node_tag_first";
    case SectionKind::node_tag:
      return "node_tag";
    case SectionKind::arc_names:
      return "arc_names";
    case SectionKind::arc_name_first:
      return "arc_name_first";
    case SectionKind::arc_tag_first:
      return "arc_tag_first";
    case SectionKind::arc_tag:
      return "arc_tag";
    case SectionKind::area_first:
      return "area_first";
    case SectionKind::area_runs:
      return "area_runs";
    case SectionKind::area_anchors:
      return "area_anchors";
    case SectionKind::area_closed:
      return "area_closed";
    case SectionKind::area_links:
      return "area_links";
    case SectionKind::graph_points:
      return "graph_points";
    case SectionKind::graph_scale:
      return "graph_scale";
    case SectionKind::graph_landmarks:
      return "graph_landmarks";
  }
  return {};
}

std::string section_text(std::uint32_t kind, SectionOwner owner) {
  const std::string_view name = section_name(kind);
  std::string text = "section " + (name.empty() ? "kind " + std::to_string(kind) : std::string(name));
  if (owner.profile != format::kNoProfile) text += " of profile " + std::to_string(owner.profile);
  // Every region level has these; of others, 0 says nothing.
  const bool by_level = kind >= static_cast<std::uint32_t>(SectionKind::region_first) &&
                        kind <= static_cast<std::uint32_t>(SectionKind::arc_weight);
  if (by_level || owner.level != 0) text += ", level " + std::to_string(owner.level);
  return text;
}

}  // namespace portolan
