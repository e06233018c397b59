// SPDX-License-Identifier: BSL-1.0
// Regions taken out of their records, to be changed and put back.
#pragma once

#include "portolan/regions/region_records.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace portolan::test {

struct OwnedRegion {
  OwnedRegion() = default;
  explicit OwnedRegion(const RegionView& region) {
    for (const auto& [node, first] : region.members) {
      members.push_back(node);
      arcs.first.push_back(first);
    }
    for (std::uint32_t arc = 0; arc < region.arcs.size(); ++arc) {
      arcs.target.push_back(region.arcs.target(arc));
      arcs.weight.push_back(region.arcs.weight(arc));
    }
  }

  std::vector<NodeId> members;
  RegionArcs arcs;
};

/// Changes a region of a level, whose arrays stay as long.
template <class Change>
void change_region(RegionRecords& level, std::size_t number, Change&& change) {
  OwnedRegion region(level.view().region(number).value());
  change(region);
  write_record(region.members, region.arcs, level.index[number], level.words);
}

}  // namespace portolan::test
