// SPDX-License-Identifier: BSL-1.0
// Search labels of movers with a body, in pages of 8 x 8 tiles that are taken from a bounded arena where a search goes.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/grid/body_moves.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// A label for every MoverState of the tiles near which a search has been: 16 bytes a state, 8 states a tile where
/// movers turn on the spot, committed where searches go, and 4 bytes a block of 8 x 8 tiles of the map. Allocates
/// nothing after construction. One thread at a time.
class PlacedStates {
 public:
  /// Room for the states of about so many tiles, or of all that the map has. @throws std::bad_alloc
  PlacedStates(std::int32_t width, std::int32_t height, int gaits, std::uint64_t tiles)
      : columns_((width + kSide - 1) / kSide),
        gaits_(static_cast<std::uint32_t>(gaits)),
        page_states_(static_cast<std::uint32_t>(kSide * kSide * kHeadings) * gaits_),
        pages_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>((height + kSide - 1) / kSide)) {
    // Pages at the edges of the map hold fewer tiles.
    const bool whole = tiles >= static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    const std::uint64_t wanted = whole ? pages_.size() : tiles / (kSide * kSide);
    const std::uint64_t most = std::min<std::uint64_t>(pages_.size(), (kFresh - 1) / page_states_);
    const auto room = static_cast<std::size_t>(std::clamp<std::uint64_t>(wanted, 1, most));
    blocks_ = ZeroedArray<std::uint32_t>(room);
    labels_ = ZeroedArray<Label>(room * page_states_);
  }

  /// How many states there is room for.
  [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
  /// Forgets all labels. O(pages in use).
  void clear() noexcept {
    for (std::uint32_t page = 0; page < used_; ++page) pages_[blocks_[page]] = 0;
    used_ = 0;
  }

  /// The node of a state on the map; kNoNode if there is no room for its page.
  [[nodiscard]] NodeId node(const MoverState& state) noexcept {
    const auto block = static_cast<std::uint32_t>(state.tile.y / kSide * columns_ + state.tile.x / kSide);
    if (pages_[block] == 0 && !take_page(block)) return kNoNode;
    const auto tile = static_cast<std::uint32_t>(state.tile.y % kSide * kSide + state.tile.x % kSide);
    const std::uint32_t place = (tile * kHeadings + static_cast<std::uint32_t>(state.heading)) * gaits_ + state.gait;
    return (pages_[block] - 1) * page_states_ + place;
  }
  [[nodiscard]] MoverState state(NodeId node) const noexcept {
    const auto block = static_cast<std::int32_t>(blocks_[node / page_states_]);
    const std::uint32_t place = node % page_states_;
    const std::uint32_t turned = place / gaits_;
    const auto tile = static_cast<std::int32_t>(turned / kHeadings);
    return {{block % columns_ * kSide + tile % kSide, block / columns_ * kSide + tile / kSide},
            static_cast<Heading>(turned % kHeadings),
            static_cast<Gait>(place % gaits_)};
  }

  // Labels as OpenList wants them.
  [[nodiscard]] bool touched(NodeId node) const noexcept { return labels_[node].slot != kFresh; }
  [[nodiscard]] Cost& cost(NodeId node) noexcept { return labels_[node].cost; }
  [[nodiscard]] NodeId parent(NodeId node) const noexcept { return labels_[node].parent; }
  void set_parent(NodeId node, NodeId parent) noexcept { labels_[node].parent = parent; }
  [[nodiscard]] std::uint32_t slot(NodeId node) const noexcept { return labels_[node].slot; }
  void set_slot(NodeId node, std::uint32_t slot) noexcept { labels_[node].slot = slot; }

 private:
  static constexpr std::int32_t kSide = 8;
  /// Slot of a state that has not been touched; above all others but that of closed ones.
  static constexpr std::uint32_t kFresh = kClosedSlot - 1;
  struct Label {
    Cost cost;
    NodeId parent;
    std::uint32_t slot;
  };

  bool take_page(std::uint32_t block) noexcept {
    if (used_ == blocks_.size()) return false;
    const std::size_t first = std::size_t{used_} * page_states_;
    for (std::size_t i = 0; i < page_states_; ++i) labels_[first + i].slot = kFresh;
    blocks_[used_] = block;
    pages_[block] = ++used_;
    return true;
  }

  std::int32_t columns_;
  std::uint32_t gaits_;
  std::uint32_t page_states_;
  ZeroedArray<std::uint32_t> pages_;   ///< by block: its page, counted from 1; 0 if it has none
  ZeroedArray<std::uint32_t> blocks_;  ///< by page
  ZeroedArray<Label> labels_;
  std::uint32_t used_ = 0;
};

}  // namespace portolan
