// SPDX-License-Identifier: BSL-1.0
// Lays out the trees of hub labels.
#pragma once

#include "portolan/graph/hub_labels.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// LabelSet::place and LabelSet::tree.
struct LabelTrees {
  std::vector<std::uint32_t> place;
  std::vector<std::uint32_t> tree;
};

/// Makes them from the rest of a set, whose hubs are numbered below `hubs`: `next` is by entry the next node on the way
/// to the hub, which has an entry for it too; the hub is its own. Together fewer than 2^31 records, which is sure for
/// fewer than 2^30 entries. Heavy paths go on to the child with most nodes below it, the least of several. The same for
/// any number of threads (0: one a core). O(entries log(entries of a label)), 12 bytes an entry beside the result.
[[nodiscard]] LabelTrees lay_out_trees(const LabelSet& set, std::span<const NodeId> next, std::size_t hubs,
                                       unsigned threads);

}  // namespace portolan
