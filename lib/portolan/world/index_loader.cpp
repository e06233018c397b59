// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/index_loader.hpp"

#include "portolan/world/section_group.hpp"

namespace portolan {
namespace {

using format::SectionKind;

Error corrupt(const char* reason) {
  return {ErrorCode::corrupt, reason};
}

void take_arcs(SectionGroup& group, UpwardArcs& arcs, std::size_t nodes) {
  group.take(SectionKind::ch_first, arcs.first, nodes + 1);
  group.take(SectionKind::ch_target, arcs.target);
  group.take(SectionKind::ch_weight, arcs.weight, arcs.target.size());
  group.take(SectionKind::ch_middle, arcs.middle, arcs.target.size());
}

void take_set(SectionGroup& group, LabelSet& set, std::size_t nodes) {
  group.take(SectionKind::label_first, set.first, nodes + 1);
  group.take(SectionKind::label_hub, set.hub);
  group.take(SectionKind::label_distance, set.distance, set.hub.size());
  group.take(SectionKind::label_place, set.place, set.hub.size());
  group.take(SectionKind::label_tree, set.tree);
}

}  // namespace

Result<std::optional<ContractionHierarchy>> load_hierarchy(const SectionTable& table, std::uint32_t profile,
                                                           std::size_t nodes) {
  ContractionHierarchy hierarchy;
  SectionGroup group(table, {profile});
  group.take(SectionKind::ch_rank, hierarchy.rank, nodes);
  group.take(SectionKind::ch_node, hierarchy.node, nodes);
  take_arcs(group, hierarchy.forward, nodes);
  SectionGroup back(table, {profile, format::kBackwardLevel});
  take_arcs(back, hierarchy.backward, nodes);
  if (group.absent() && back.absent()) return std::optional<ContractionHierarchy>();
  if (!group.complete() || (!back.absent() && !back.complete()))
    return corrupt("the contraction hierarchy is incomplete or has the wrong size");
  if (back.absent()) hierarchy.backward = hierarchy.forward;
  return std::optional(hierarchy);
}

Result<std::optional<HubLabels>> load_labels(const SectionTable& table, std::uint32_t profile, std::size_t nodes) {
  HubLabels labels;
  SectionGroup group(table, {profile});
  take_set(group, labels.out, nodes);
  group.take(SectionKind::label_radius, labels.radius, nodes);
  SectionGroup back(table, {profile, format::kBackwardLevel});
  take_set(back, labels.in, nodes);
  if (group.absent() && back.absent()) return std::optional<HubLabels>();
  if (!group.complete() || (!back.absent() && !back.complete()))
    return corrupt("the hub labels are incomplete or have the wrong size");
  if (back.absent()) labels.in = labels.out;
  return std::optional(labels);
}

}  // namespace portolan
