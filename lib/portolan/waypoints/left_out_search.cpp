// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/left_out_search.hpp"

#include "portolan/graph/search_answer.hpp"

namespace portolan {
namespace {

/// For searches that settle nothing.
constexpr std::uint64_t kNoBudget = ~std::uint64_t{0};

}  // namespace

LeftOutSearch::LeftOutSearch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                             const BlockLabels& blocks, const LabelJoin& join, SimdLevel level) {
  if (!join.well_formed() || holds_all(blocks)) return;
  labels_.emplace(space, graph, labels, level);
  sources_ = ZeroedArray<GraphEnd>(kMaxBlockItems);
  targets_ = ZeroedArray<GraphEnd>(kMaxBlockItems);
}

SightPath LeftOutSearch::find(const LabelJoin& join, Tile start, Tile goal) noexcept {
  if (!labels_) return {corrupt_answer()};
  return labels_->find({join.point(start), join.vias(start, {sources_.data(), sources_.size()})},
                       {join.point(goal), join.vias(goal, {targets_.data(), targets_.size()})}, kNoBudget);
}

}  // namespace portolan
