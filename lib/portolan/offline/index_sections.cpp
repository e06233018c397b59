// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/index_sections.hpp"

#include <utility>

namespace portolan {
namespace {

using format::SectionKind;

void add_arcs(WorldImage& image, SectionOwner owner, Contraction::Arcs arcs) {
  image.add(SectionKind::ch_first, owner, std::move(arcs.first));
  image.add(SectionKind::ch_target, owner, std::move(arcs.target));
  image.add(SectionKind::ch_weight, owner, std::move(arcs.weight));
  image.add(SectionKind::ch_middle, owner, std::move(arcs.middle));
}

}  // namespace

void add_hierarchy(WorldImage& image, std::uint32_t profile, Contraction hierarchy) {
  image.add(SectionKind::ch_rank, {profile}, std::move(hierarchy.rank));
  image.add(SectionKind::ch_node, {profile}, std::move(hierarchy.node));
  add_arcs(image, {profile}, std::move(hierarchy.forward));
  if (!hierarchy.backward.first.empty())
    add_arcs(image, {profile, format::kBackwardLevel}, std::move(hierarchy.backward));
}

void add_labels(WorldImage& image, std::uint32_t profile, LabelArrays labels) {
  const SectionOwner owner{profile};
  image.add(SectionKind::label_first, owner, std::move(labels.out.first));
  image.add(SectionKind::label_hub, owner, std::move(labels.out.hub));
  image.add(SectionKind::label_distance, owner, std::move(labels.out.distance));
  image.add(SectionKind::label_radius, owner, std::move(labels.radius));
  image.add(SectionKind::label_place, owner, std::move(labels.out.place));
  image.add(SectionKind::label_tree, owner, std::move(labels.out.tree));
  if (labels.in.first.empty()) return;
  const SectionOwner back{profile, format::kBackwardLevel};
  image.add(SectionKind::label_first, back, std::move(labels.in.first));
  image.add(SectionKind::label_hub, back, std::move(labels.in.hub));
  image.add(SectionKind::label_distance, back, std::move(labels.in.distance));
  image.add(SectionKind::label_place, back, std::move(labels.in.place));
  image.add(SectionKind::label_tree, back, std::move(labels.in.tree));
}

}  // namespace portolan
