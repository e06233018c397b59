// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/formation_shape.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

constexpr bool by_rank(const SlotOffset& a, const SlotOffset& b) noexcept {
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}

std::size_t bounded(std::size_t slots) noexcept {
  return std::clamp<std::size_t>(slots, 1, FormationShape::kMostSlots);
}

/// Where a rank of so many begins that has the leader in its middle.
constexpr std::int32_t leftmost(std::int32_t files) noexcept {
  return -((files - 1) / 2);
}

/// A product with sin or tan, in 65,536ths, rounded half up.
constexpr std::int32_t scaled(std::int32_t value, std::int32_t factor) noexcept {
  return static_cast<std::int32_t>((std::int64_t{value} * factor + 32'768) >> 16);
}

}  // namespace

Tile turned_offset(const SlotOffset& offset, Heading heading) noexcept {
  const int eighths = (static_cast<int>(Heading::north) - static_cast<int>(heading)) & (kHeadings - 1);
  Tile at{offset.x, offset.y};
  if (eighths % 2 != 0) {
    constexpr std::int32_t kTan = 27'146;  // of an eighth of a right angle and its half: tan 22.5
    constexpr std::int32_t kSin = 46'341;  // sin 45
    at.x -= scaled(at.y, kTan);
    at.y += scaled(at.x, kSin);
    at.x -= scaled(at.y, kTan);
  }
  for (int quarter = eighths / 2; quarter != 0; --quarter) at = {-at.y, at.x};
  return at;
}

FormationShape::FormationShape(std::vector<SlotOffset> slots, std::int32_t spacing)
    : slots_(std::move(slots)), spacing_(std::clamp(spacing, 1, kMostSpacing)) {
  std::sort(slots_.begin(), slots_.end(), by_rank);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (i == 0 || slots_[i].y != slots_[i - 1].y) ranks_.push_back(i);
    left_ = std::min(left_, slots_[i].x);
    right_ = std::max(right_, slots_[i].x);
  }
  ranks_.push_back(slots_.size());
}

FormationShape FormationShape::box(std::size_t slots, std::int32_t files, std::int32_t spacing) {
  std::vector<SlotOffset> made;
  auto left = static_cast<std::int32_t>(bounded(slots));
  const std::int32_t width =
      std::clamp(files, std::max(1, (left + SlotOffset::kMostBehind) / (SlotOffset::kMostBehind + 1)), kMostFiles);
  for (std::int32_t y = 0; left > 0; ++y) {
    const std::int32_t count = std::min(width, left);
    for (std::int32_t i = 0; i < count; ++i) made.push_back({leftmost(count) + i, y});
    left -= count;
  }
  return {std::move(made), spacing};
}

FormationShape FormationShape::line(std::size_t slots, std::int32_t spacing) {
  return box(slots, kMostFiles, spacing);
}

FormationShape FormationShape::column(std::size_t slots, std::int32_t spacing) {
  return box(slots, 1, spacing);
}

FormationShape FormationShape::wedge(std::size_t slots, std::int32_t spacing) {
  std::vector<SlotOffset> made;
  auto left = static_cast<std::int32_t>(bounded(slots));
  for (std::int32_t y = 0; left > 0; ++y) {
    const std::int32_t count = std::min({2 * y + 1, kMostFiles, left});
    for (std::int32_t i = 0; i < count; ++i) made.push_back({leftmost(count) + i, y});
    left -= count;
  }
  return {std::move(made), spacing};
}

std::optional<FormationShape> FormationShape::of(std::span<const SlotOffset> slots, std::int32_t spacing) {
  if (slots.empty() || slots.size() > kMostSlots || spacing < 1 || spacing > kMostSpacing) return std::nullopt;
  const auto fits = [](const SlotOffset& slot) {
    return slot.x >= -SlotOffset::kMost && slot.x <= SlotOffset::kMost && slot.y >= 0 &&
           slot.y <= SlotOffset::kMostBehind;
  };
  if (!std::all_of(slots.begin(), slots.end(), fits)) return std::nullopt;
  FormationShape made({slots.begin(), slots.end()}, spacing);
  if (std::adjacent_find(made.slots_.begin(), made.slots_.end()) != made.slots_.end()) return std::nullopt;
  return made;
}

}  // namespace portolan
