// SPDX-License-Identifier: BSL-1.0
// Lays out the trees of hub labels.
#pragma once

#include "portolan/graph/hub_labels.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// The arrays LabelSet::place and LabelSet::tree.
struct LabelTrees {
  std::vector<std::uint32_t> place;
  std::vector<std::uint32_t> tree;
};

/// Makes the trees from the rest of a set, whose hubs are numbered below `hubs`: `next` is by entry the next node on
/// the way to the hub, which has an entry for it too; the next node of the hub is itself. Together they have fewer than
/// 2^31 records, which is sure for fewer than 2^30 entries. Heavy paths (Sleator and Tarjan, 1983) go on to the child
/// with most nodes below it, of several to the least. The same for any number of threads (0: one a core). O(entries
/// log(entries of a label)), 12 bytes an entry beside the result.
[[nodiscard]] LabelTrees lay_out_trees(const LabelSet& set, std::span<const NodeId> next, std::size_t hubs,
                                       unsigned threads);

}  // namespace portolan
