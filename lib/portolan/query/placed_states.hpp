// SPDX-License-Identifier: BSL-1.0
// Search labels of movers with a body, in pages of 8 x 8 tiles that are taken from a bounded arena where a search goes.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/grid/body_moves.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// A label for every MoverState of the tiles near which a search has been: 16 bytes and a bit a state, 8 states a tile
/// where movers turn on the spot, committed where searches go, and 4 bytes a block of 8 x 8 tiles of the map. Allocates
/// nothing after construction. One thread at a time.
class PlacedStates {
 public:
  /// Room for the states of about so many tiles, or of all that the map has. @throws std::bad_alloc
  PlacedStates(std::int32_t width, std::int32_t height, int gaits, std::uint64_t tiles)
      : columns_((static_cast<std::uint32_t>(width) + kSide - 1) / kSide),
        page_bits_(kGaitBit + static_cast<int>(std::bit_width(static_cast<unsigned>(gaits - 1)))),
        pages_(static_cast<std::size_t>(columns_) * ((static_cast<std::size_t>(height) + kSide - 1) / kSide)) {
    // Pages at the edges of the map hold fewer tiles.
    const bool whole = tiles >= static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    const std::uint64_t wanted = whole ? pages_.size() : tiles / (kSide * kSide);
    const std::uint64_t most = std::min<std::uint64_t>(pages_.size(), kNoNode >> page_bits_);
    const auto room = static_cast<std::size_t>(std::clamp<std::uint64_t>(wanted, 1, most));
    blocks_ = ZeroedArray<std::uint32_t>(room);
    labels_ = ZeroedArray<Label>(room << page_bits_);
    touched_ = ZeroedArray<std::uint64_t>(room << (page_bits_ - kWordBits));
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
    const std::uint32_t block = block_of(state.tile);
    if (pages_[block] == 0 && !take_page(block)) return kNoNode;
    return (pages_[block] - 1) << page_bits_ | std::uint32_t{state.gait} << kGaitBit |
           place_of(state.tile, state.heading);
  }
  [[nodiscard]] MoverState state(NodeId node) const noexcept {
    const std::uint32_t block = blocks_[node >> page_bits_];
    const std::uint32_t tile = node / kHeadings % (kSide * kSide);
    return {{static_cast<std::int32_t>(block % columns_ * kSide + tile % kSide),
             static_cast<std::int32_t>(block / columns_ * kSide + tile / kSide)},
            static_cast<Heading>(node % kHeadings),
            static_cast<Gait>((node & ((1U << page_bits_) - 1)) >> kGaitBit)};
  }

  /// Calls visit(NodeId) for the states there that have a label, by gait.
  template <class Visit>
  void for_each_touched(Tile tile, Heading heading, Visit&& visit) const {
    const std::uint32_t page = pages_[block_of(tile)];
    if (page == 0) return;
    const NodeId first = (page - 1) << page_bits_ | place_of(tile, heading);
    const std::uint32_t gaits = 1U << (page_bits_ - kGaitBit);
    for (std::uint32_t gait = 0; gait < gaits; ++gait) {
      if (touched(first | gait << kGaitBit)) visit(first | gait << kGaitBit);
    }
  }
  /// Whether there is a label of a state there, of any gait.
  [[nodiscard]] bool met(Tile tile, Heading heading) const noexcept {
    bool any = false;
    for_each_touched(tile, heading, [&](NodeId) { any = true; });
    return any;
  }

  [[nodiscard]] bool touched(NodeId node) const noexcept { return (touched_[node / kWord] >> node % kWord & 1) != 0; }
  void touch(NodeId node) noexcept { touched_[node / kWord] |= std::uint64_t{1} << node % kWord; }
  // Labels as OpenList wants them, of what is touched.
  [[nodiscard]] Cost& cost(NodeId node) noexcept { return labels_[node].cost; }
  [[nodiscard]] Cost cost(NodeId node) const noexcept { return labels_[node].cost; }
  [[nodiscard]] NodeId parent(NodeId node) const noexcept { return labels_[node].parent; }
  void set_parent(NodeId node, NodeId parent) noexcept { labels_[node].parent = parent; }
  [[nodiscard]] std::uint32_t slot(NodeId node) const noexcept { return labels_[node].slot; }
  void set_slot(NodeId node, std::uint32_t slot) noexcept { labels_[node].slot = slot; }

 private:
  static constexpr std::uint32_t kSide = 8;
  /// Nodes are numbered by page, gait, tile and heading, so that a page without a gait does not commit its labels.
  static constexpr int kGaitBit = 9;
  static_assert(1U << kGaitBit == kSide * kSide * kHeadings);
  static constexpr std::uint32_t kWord = 64;
  static constexpr int kWordBits = 6;
  struct Label {
    Cost cost;
    NodeId parent;
    std::uint32_t slot;
  };

  [[nodiscard]] std::uint32_t block_of(Tile tile) const noexcept {
    return static_cast<std::uint32_t>(tile.y) / kSide * columns_ + static_cast<std::uint32_t>(tile.x) / kSide;
  }
  [[nodiscard]] static std::uint32_t place_of(Tile tile, Heading heading) noexcept {
    const std::uint32_t row = static_cast<std::uint32_t>(tile.y) % kSide;
    const std::uint32_t column = static_cast<std::uint32_t>(tile.x) % kSide;
    return (row * kSide + column) * kHeadings + static_cast<std::uint32_t>(heading);
  }

  bool take_page(std::uint32_t block) noexcept {
    if (used_ == blocks_.size()) return false;
    const std::size_t words = std::size_t{1} << (page_bits_ - kWordBits);
    std::fill_n(touched_.data() + used_ * words, words, std::uint64_t{0});
    blocks_[used_] = block;
    pages_[block] = ++used_;
    return true;
  }

  std::uint32_t columns_;
  int page_bits_;
  ZeroedArray<std::uint32_t> pages_;   ///< by block: its page, counted from 1; 0 if it has none
  ZeroedArray<std::uint32_t> blocks_;  ///< by page
  ZeroedArray<Label> labels_;
  ZeroedArray<std::uint64_t> touched_;  ///< a bit a node
  std::uint32_t used_ = 0;
};

}  // namespace portolan
