// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hierarchy_table.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Entries are numbered from 1 in 32 bits.
constexpr std::size_t kMaxEntries = 0xFFFF'FFFE;

}  // namespace

HierarchyTable::HierarchyTable(const ContractionHierarchy& hierarchy, std::size_t entries)
    : hierarchy_(hierarchy),
      well_formed_(is_well_formed(hierarchy)),
      forward_(hierarchy.forward, hierarchy.backward, hierarchy.size()),
      backward_(hierarchy.backward, hierarchy.forward, hierarchy.size()),
      buckets_(hierarchy.size()),
      entries_(std::min(std::max(entries, hierarchy.size()), kMaxEntries)) {}

template <class Visit>
bool HierarchyTable::climb(HierarchyClimb& climb, NodeId node, Visit&& visit) noexcept {
  OpenList list = climb.start();
  climb.relax(list, hierarchy_.rank[node], 0, kNoNode);
  while (!list.empty()) {
    const OpenEntry entry = list.pop();
    const HierarchyClimb::Step step = climb.settle(list, entry);
    if (step == HierarchyClimb::Step::corrupt) return false;
    // The top of a least path is reached at its least cost from both sides, and stalled from neither.
    if (step == HierarchyClimb::Step::climbed) visit(entry.node, entry.cost);
  }
  return true;
}

void HierarchyTable::start_batch() noexcept {
  used_ = 0;
  if (++stamp_ != 0) return;
  for (std::size_t i = 0; i < buckets_.size(); ++i) buckets_[i].stamp = 0;
  stamp_ = 1;
}

bool HierarchyTable::fill_buckets(NodeId node, std::uint32_t target) noexcept {
  return climb(backward_, node, [&](NodeId rank, Cost cost) noexcept {
    Bucket& bucket = buckets_[rank];
    if (bucket.stamp != stamp_) bucket = {0, stamp_};
    entries_[used_++] = {cost, target, bucket.last};
    bucket.last = static_cast<std::uint32_t>(used_);
  });
}

bool HierarchyTable::read_buckets(NodeId source, std::span<Cost> row) noexcept {
  return climb(forward_, source, [&](NodeId rank, Cost cost) noexcept {
    const Bucket& bucket = buckets_[rank];
    if (bucket.stamp != stamp_) return;
    for (std::uint32_t at = bucket.last; at != 0; at = entries_[at - 1].next) {
      const Entry& entry = entries_[at - 1];
      row[entry.target] = std::min(row[entry.target], cost + entry.cost);
    }
  });
}

Status HierarchyTable::costs(std::span<const NodeId> sources, std::span<const NodeId> targets,
                             std::span<Cost> costs) noexcept {
  const auto exist = [&](std::span<const NodeId> nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return node < hierarchy_.size(); });
  };
  if (!well_formed_ || !exist(sources) || !exist(targets)) return Status::corrupt;
  if (costs.size() != sources.size() * targets.size() || targets.size() >= kMaxEntries) return Status::corrupt;
  std::fill(costs.begin(), costs.end(), kInfiniteCost);
  for (std::size_t next = 0; next < targets.size();) {
    start_batch();
    // A climb settles every node once at most.
    while (next < targets.size() && entries_.size() - used_ >= hierarchy_.size()) {
      if (!fill_buckets(targets[next], static_cast<std::uint32_t>(next))) return Status::corrupt;
      ++next;
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (!read_buckets(sources[i], costs.subspan(i * targets.size(), targets.size()))) return Status::corrupt;
    }
  }
  return Status::found;
}

}  // namespace portolan
