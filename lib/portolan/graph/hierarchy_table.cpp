// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hierarchy_table.hpp"

#include "portolan/graph/search_answer.hpp"

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
SearchEnd HierarchyTable::climb(HierarchyClimb& climb, NodeId node, Visit&& visit) noexcept {
  OpenList list = climb.start();
  climb.relax(list, hierarchy_.rank[node], 0, kNoNode);
  while (!list.empty()) {
    if (work_ == budget_) return SearchEnd::budget;
    ++work_;
    const OpenEntry entry = list.pop();
    const HierarchyClimb::Step step = climb.settle(list, entry);
    if (step == HierarchyClimb::Step::corrupt) return SearchEnd::overflow;
    // The top of a least path is reached at its least cost from both sides, and stalled from neither.
    if (step == HierarchyClimb::Step::climbed) visit(entry.node, entry.cost);
  }
  return SearchEnd::exhausted;
}

void HierarchyTable::start_batch() noexcept {
  used_ = 0;
  if (++stamp_ != 0) return;
  for (std::size_t i = 0; i < buckets_.size(); ++i) buckets_[i].stamp = 0;
  stamp_ = 1;
}

SearchEnd HierarchyTable::fill_buckets(NodeId node, std::uint32_t target) noexcept {
  return climb(backward_, node, [&](NodeId rank, Cost cost) noexcept {
    Bucket& bucket = buckets_[rank];
    if (bucket.stamp != stamp_) bucket = {0, stamp_};
    entries_[used_++] = {cost, target, bucket.last};
    bucket.last = static_cast<std::uint32_t>(used_);
  });
}

SearchEnd HierarchyTable::read_buckets(NodeId source, std::span<Cost> row) noexcept {
  return climb(forward_, source, [&](NodeId rank, Cost cost) noexcept {
    const Bucket& bucket = buckets_[rank];
    if (bucket.stamp != stamp_) return;
    for (std::uint32_t at = bucket.last; at != 0; at = entries_[at - 1].next) {
      const Entry& entry = entries_[at - 1];
      row[entry.target] = std::min(row[entry.target], cost + entry.cost);
    }
  });
}

Answer HierarchyTable::costs(std::span<const NodeId> sources, std::span<const NodeId> targets, std::uint64_t budget,
                             std::span<Cost> costs) noexcept {
  const auto exist = [&](std::span<const NodeId> nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return node < hierarchy_.size(); });
  };
  if (!well_formed_) return corrupt_answer();
  if (!exist(sources) || !exist(targets)) return bad_node_answer();
  if (!is_table(sources.size(), targets.size(), costs.size()) || targets.size() >= kMaxEntries)
    return bad_size_answer();
  std::fill(costs.begin(), costs.end(), kInfiniteCost);
  work_ = 0;
  budget_ = budget;
  return answer_of_all({fill(sources, targets, costs), work_});
}

SearchEnd HierarchyTable::fill(std::span<const NodeId> sources, std::span<const NodeId> targets,
                               std::span<Cost> costs) noexcept {
  for (std::size_t next = 0; next < targets.size();) {
    start_batch();
    // A climb settles every node once at most.
    while (next < targets.size() && entries_.size() - used_ >= hierarchy_.size()) {
      const SearchEnd end = fill_buckets(targets[next], static_cast<std::uint32_t>(next));
      if (end != SearchEnd::exhausted) return end;
      ++next;
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const SearchEnd end = read_buckets(sources[i], costs.subspan(i * targets.size(), targets.size()));
      if (end != SearchEnd::exhausted) return end;
    }
  }
  return SearchEnd::exhausted;
}

}  // namespace portolan
