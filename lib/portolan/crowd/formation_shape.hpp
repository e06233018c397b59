// SPDX-License-Identifier: BSL-1.0
// Where the units of a formation stand beside each other.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/kinematics.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// A place in a formation as its leader sees it, who stands at (0, 0).
struct SlotOffset {
  std::int32_t x = 0;  ///< to the right, -kMost to kMost
  std::int32_t y = 0;  ///< behind, 0 to kMostBehind
  static constexpr std::int32_t kMost = 30;
  static constexpr std::int32_t kMostBehind = 4095;
  friend constexpr bool operator==(const SlotOffset&, const SlotOffset&) = default;
};

/// The offset as steps on the map for one who looks that way, which must not be `any`. Along the axes it is exact. For
/// diagonal headings it is turned by three shears, which send no two offsets to one place (Paeth, "A fast algorithm for
/// general raster rotation", 1986), and keeps the order of a rank from left to right. O(1).
[[nodiscard]] Tile turned_offset(const SlotOffset& offset, Heading heading) noexcept;

/// Slots, from the front rank to the last, each from left to right. Slots of one `y` are a rank. A formation of fewer
/// units has the first ranks, and the middle of the last of them; one of more goes on behind in ranks as wide as the
/// shape. Makers throw std::bad_alloc. Allocates when it is made.
class FormationShape {
 public:
  /// The most slots in a rank that the makers make.
  static constexpr std::int32_t kMostFiles = 2 * SlotOffset::kMost + 1;
  /// The most tiles from slot to slot.
  static constexpr std::int32_t kMostSpacing = 8;
  /// The most slots.
  static constexpr std::size_t kMostSlots = std::size_t{1} << 16;

  /// One slot, the leader's.
  FormationShape() : slots_(1), ranks_{0, 1} {}

  /// Ranks of so many files, 1 to kMostFiles, as many ranks as there must be; numbers beyond their bounds are moved
  /// into them. `spacing`: tiles from slot to slot, no less than the side of the units' bodies.
  [[nodiscard]] static FormationShape box(std::size_t slots, std::int32_t files, std::int32_t spacing = 1);
  /// One rank, or of more than kMostFiles as many as there must be.
  [[nodiscard]] static FormationShape line(std::size_t slots, std::int32_t spacing = 1);
  /// One file, or of more than 4,096 as many as there must be.
  [[nodiscard]] static FormationShape column(std::size_t slots, std::int32_t spacing = 1);
  /// Ranks of 1, 3, 5 and so on, up to kMostFiles.
  [[nodiscard]] static FormationShape wedge(std::size_t slots, std::int32_t spacing = 1);
  /// Any slots, in any order. Nothing if there is none, more than kMostSlots, one twice, or a number beyond its bounds.
  [[nodiscard]] static std::optional<FormationShape> of(std::span<const SlotOffset> slots, std::int32_t spacing = 1);

  [[nodiscard]] std::span<const SlotOffset> slots() const noexcept { return slots_; }
  [[nodiscard]] std::int32_t spacing() const noexcept { return spacing_; }
  [[nodiscard]] std::size_t ranks() const noexcept { return ranks_.size() - 1; }
  /// The slots of a rank, counted from the front.
  [[nodiscard]] std::span<const SlotOffset> rank(std::size_t number) const noexcept {
    return slots().subspan(ranks_[number], ranks_[number + 1] - ranks_[number]);
  }
  /// How far it reaches to the left (0 or less) and to the right.
  [[nodiscard]] std::int32_t left() const noexcept { return left_; }
  [[nodiscard]] std::int32_t right() const noexcept { return right_; }
  [[nodiscard]] std::int32_t width() const noexcept { return right_ - left_ + 1; }
  /// How far it reaches behind.
  [[nodiscard]] std::int32_t depth() const noexcept { return slots_.back().y; }
  /// The tile of a slot. O(1).
  [[nodiscard]] Tile tile(const SlotOffset& slot, Tile leader, Heading heading) const noexcept {
    const Tile offset = turned_offset(slot, heading);
    return {leader.x + spacing_ * offset.x, leader.y + spacing_ * offset.y};
  }

 private:
  FormationShape(std::vector<SlotOffset> slots, std::int32_t spacing);

  std::vector<SlotOffset> slots_;
  std::vector<std::size_t> ranks_;  ///< where each begins, and the number of slots
  std::int32_t spacing_ = 1;
  std::int32_t left_ = 0;
  std::int32_t right_ = 0;
};

}  // namespace portolan
