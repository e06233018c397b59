// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/block_labels.hpp"

#include <algorithm>
#include <functional>

namespace portolan {
namespace {

/// The next `count` values of a block's memory.
template <class T>
std::span<const T> take(const std::byte*& at, std::size_t count) noexcept {
  const std::span<const T> values{reinterpret_cast<const T*>(at), count};
  at += values.size_bytes();
  return values;
}

}  // namespace

BlockGrid block_grid(const SightSpace& space) noexcept {
  const std::int32_t more = space.contact == Contact::square ? 1 : 0;
  const std::int32_t width = space.width + more;
  const std::int32_t height = space.height + more;
  return {width, height, (width + kBlockSide - 1) / kBlockSide, (height + kBlockSide - 1) / kBlockSide};
}

bool is_well_formed(const BlockGrid& grid, const HubLabels& hubs, const BlockLabels& blocks) noexcept {
  return blocks.waypoint.size() == hubs.size() && blocks.reach.size() == hubs.size() &&
         std::is_sorted(blocks.reach.begin(), blocks.reach.end(), std::greater<>()) &&
         blocks.memory.size() % kBlockAlignment == 0 &&
         reinterpret_cast<std::uintptr_t>(blocks.memory.data()) % kBlockAlignment == 0 &&
         are_row_offsets(blocks.first, grid.size(), blocks.memory.size() / kBlockAlignment);
}

std::optional<BlockView> view_of(const BlockLabels& blocks, std::size_t block) noexcept {
  const std::size_t begin = blocks.first[block] * kBlockAlignment;
  const std::size_t size = blocks.first[block + 1] * kBlockAlignment - begin;
  if (size == 0) return BlockView{};
  const std::byte* at = blocks.memory.data() + begin;
  const BlockHeader header = take<BlockHeader>(at, 1).front();
  if (bytes_of(header) > size) return std::nullopt;
  BlockView view;
  if (header.left_out != 0) {
    view.left_out = true;
    return view;
  }
  view.via_seen = take<std::uint64_t>(at, header.vias);
  view.via_offset = take<ViaOffset>(at, header.vias);
  view.hub = take<std::uint32_t>(at, header.hubs);
  view.entry_distance = take<std::uint32_t>(at, header.entries);
  view.hub_entries = take<std::uint16_t>(at, header.hubs);
  view.entry_via = take<std::uint16_t>(at, header.entries);
  return view;
}

bool holds_all(const BlockLabels& blocks) noexcept {
  for (std::size_t block = 0; block + 1 < blocks.first.size(); ++block) {
    const auto view = view_of(blocks, block);
    if (view && view->left_out) return false;
  }
  return true;
}

}  // namespace portolan
