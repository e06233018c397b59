// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/block_labels.hpp"

#include <algorithm>
#include <functional>

namespace portolan {
namespace {

bool are_block_offsets(std::span<const std::uint32_t> first, std::size_t blocks, std::size_t total) noexcept {
  if (!are_row_offsets(first, blocks, total)) return false;
  for (std::size_t block = 0; block < blocks; ++block) {
    if (first[block + 1] - first[block] > kMaxBlockItems) return false;
  }
  return true;
}

}  // namespace

BlockGrid block_grid(const SightSpace& space) noexcept {
  const std::int32_t more = space.contact == Contact::square ? 1 : 0;
  const std::int32_t width = space.width + more;
  const std::int32_t height = space.height + more;
  return {width, height, (width + kBlockSide - 1) / kBlockSide, (height + kBlockSide - 1) / kBlockSide};
}

std::size_t BlockLabels::bytes() const noexcept {
  return waypoint.size_bytes() + reach.size_bytes() + via_first.size_bytes() + via_offset.size_bytes() +
         via_seen.size_bytes() + hub_first.size_bytes() + hub.size_bytes() + hub_entries.size_bytes() +
         entry_first.size_bytes() + entry_via.size_bytes() + entry_distance.size_bytes();
}

bool is_well_formed(const BlockGrid& grid, const HubLabels& hubs, const BlockLabels& blocks) noexcept {
  return blocks.waypoint.size() == hubs.size() && blocks.reach.size() == hubs.size() &&
         std::is_sorted(blocks.reach.begin(), blocks.reach.end(), std::greater<>()) &&
         are_block_offsets(blocks.via_first, grid.size(), blocks.via_offset.size()) &&
         blocks.via_seen.size() == blocks.via_offset.size() &&
         are_block_offsets(blocks.hub_first, grid.size(), blocks.hub.size()) &&
         blocks.hub_entries.size() == blocks.hub.size() &&
         are_block_offsets(blocks.entry_first, grid.size(), blocks.entry_via.size()) &&
         blocks.entry_distance.size() == blocks.entry_via.size();
}

}  // namespace portolan
