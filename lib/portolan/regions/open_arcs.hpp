// SPDX-License-Identifier: BSL-1.0
// A region graph without what is closed for now.
#pragma once

#include "portolan/graph/csr_graph.hpp"
#include "portolan/regions/drawn_regions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan {

/// What is closed now, besides what the author closed. Regions and borders that do not exist close nothing.
struct RegionClosures {
  std::vector<NodeId> regions = {};
  std::vector<RegionBorder> borders = {};  ///< in the direction given; links between the two stay open

  /// By region, whether it is among `regions`, for a graph of so many.
  [[nodiscard]] std::vector<bool> closed_regions(std::size_t count) const;
};

/// Arcs that own their memory.
struct OpenArcs {
  std::vector<std::uint32_t> first;
  std::vector<NodeId> target;
  std::vector<std::uint32_t> weight;

  [[nodiscard]] CsrGraph view() const noexcept { return {first, target, weight}; }
};

/// The arcs of a region graph that are left, in their order: none at a closed region, over a closed border the links of
/// `regions` alone. A board without a map has no links: pass {}. Of arcs that are not well-formed none are left.
/// O(nodes + arcs * log closures). @throws std::bad_alloc
[[nodiscard]] OpenArcs open_arcs(const CsrGraph& arcs, const RegionClosures& closures, const DrawnRegionsView& regions);

}  // namespace portolan
