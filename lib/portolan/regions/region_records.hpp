// SPDX-License-Identifier: BSL-1.0
// The regions of one level, each in a record of its own: its members and the arcs between them lie together, so that a
// search that comes to a region reads a few lines of memory, and few pages of a file, instead of some of every array.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/status.hpp"
#include "portolan/graph/best_first.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// The number of a member in its region; regions have at most kMaxRegionMembers.
using MemberIndex = std::uint16_t;
/// Stands for no member.
inline constexpr MemberIndex kNoMember = std::numeric_limits<MemberIndex>::max();
/// The most members of a region.
inline constexpr std::size_t kMaxRegionMembers = kNoMember;
/// Bytes of the weights of most regions.
inline constexpr std::uint16_t kSmallWeightBytes = 3;

/// A member of a region: the node that it is, and the first of its arcs.
struct RegionMember {
  NodeId node = 0;
  std::uint32_t first = 0;
};

/// The arcs of a region, wherever their targets and weights lie. A view: owns nothing.
class ArcsView {
 public:
  ArcsView() = default;
  /// Targets and weights as arrays of their own.
  ArcsView(std::span<const MemberIndex> target, std::span<const Cost> weight) noexcept
      : target_(reinterpret_cast<const std::byte*>(target.data())),
        weight_(reinterpret_cast<const std::byte*>(weight.data())),
        size_(static_cast<std::uint32_t>(target.size())),
        target_stride_(sizeof(MemberIndex)),
        weight_stride_(sizeof(Cost)),
        weight_bytes_(sizeof(Cost)) {}
  /// Of each arc its target, then its weight.
  ArcsView(const std::byte* arcs, std::uint32_t size, std::uint16_t weight_bytes) noexcept
      : target_(arcs),
        weight_(size == 0 ? arcs : arcs + sizeof(MemberIndex)),
        size_(size),
        target_stride_(static_cast<std::uint16_t>(sizeof(MemberIndex) + weight_bytes)),
        weight_stride_(target_stride_),
        weight_bytes_(weight_bytes) {}

  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  /// Which member of the region an arc leads to.
  [[nodiscard]] MemberIndex target(std::size_t arc) const noexcept {
    return read<MemberIndex>(target_ + arc * target_stride_);
  }
  [[nodiscard]] Cost weight(std::size_t arc) const noexcept {
    const std::byte* const at = weight_ + arc * weight_stride_;
    if (weight_bytes_ == kSmallWeightBytes) return read<std::uint16_t>(at) | Cost{read<std::uint8_t>(at + 2)} << 16;
    return weight_bytes_ == 4 ? read<std::uint32_t>(at) : read<Cost>(at);
  }

 private:
  template <class T>
  [[nodiscard]] static T read(const std::byte* at) noexcept {
    T value;
    std::memcpy(&value, at, sizeof(value));
    return value;
  }

  const std::byte* target_ = nullptr;
  const std::byte* weight_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint16_t target_stride_ = 0;
  std::uint16_t weight_stride_ = 0;
  std::uint16_t weight_bytes_ = 0;
};

/// A region of some level: its members, by ascending node, and their arcs, by ascending target. A view: owns nothing.
struct RegionView {
  std::span<const RegionMember> members;
  ArcsView arcs;

  /// Behind the last arc of a member.
  [[nodiscard]] std::uint32_t end_of(std::size_t member) const noexcept {
    return member + 1 < members.size() ? members[member + 1].first : arcs.size();
  }
};

/// The arcs found for one region: those of its i-th member are [first[i], first[i+1]), by ascending target.
struct RegionArcs {
  std::vector<std::uint32_t> first;
  std::vector<MemberIndex> target;
  std::vector<Cost> weight;
  [[nodiscard]] ArcsView view() const noexcept { return {target, weight}; }
  friend bool operator==(const RegionArcs&, const RegionArcs&) = default;
};

/// Where a record lies, and how much of what it holds.
struct RegionEntry {
  std::uint32_t start = 0;  ///< the word at which it begins
  std::uint32_t arcs = 0;
  std::uint16_t members = 0;
  std::uint16_t weight_bytes = kSmallWeightBytes;  ///< of an arc: 3, 4 or 8, the fewest that hold all of the region
  friend bool operator==(const RegionEntry&, const RegionEntry&) = default;
};

/// The words of eight bytes that a record takes: its members, a word each, and behind them its arcs, each a target and
/// a weight. What is left over of the last word is 0.
[[nodiscard]] constexpr std::uint64_t record_words(const RegionEntry& entry) noexcept {
  const std::uint64_t arc_bytes = sizeof(MemberIndex) + std::uint64_t{entry.weight_bytes};
  return entry.members + (entry.arcs * arc_bytes + 7) / 8;
}

/// The fewest bytes that hold all weights of a region, of which this is the largest.
[[nodiscard]] constexpr std::uint16_t weight_bytes_for(Cost largest) noexcept {
  return largest >> 24 == 0 ? kSmallWeightBytes : largest >> 32 == 0 ? std::uint16_t{4} : std::uint16_t{sizeof(Cost)};
}

/// The entry of a region of so many members, but for where it starts. Members and arcs must not be too many for it.
[[nodiscard]] RegionEntry entry_of(std::size_t members, const RegionArcs& arcs) noexcept;
/// Writes a region to where its entry says among the words of its level, which are 0 there.
void write_record(std::span<const NodeId> members, const RegionArcs& arcs, const RegionEntry& entry,
                  std::span<std::uint64_t> words) noexcept;

/// Gives the entries of a level, of which there are `columns` a row, their starts: one record behind the other, in
/// Z-order (G. Morton, 1966), so that the up to four inside a region of any level above lie together. Returns how many
/// words all are. O(regions). @throws std::length_error if they are more than entries can tell
[[nodiscard]] std::uint64_t lay_out(std::span<RegionEntry> index, std::size_t columns);

/// All regions of a level.
template <template <class> class Store>
struct BasicRegionRecords {
  Store<RegionEntry> index;  ///< by region, row by row
  Store<std::uint64_t> words;

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t regions = 0) {
    visitor.array(SectionKind::region_index, regions, self.index);
    visitor.array(SectionKind::region_records, kAnyCount, self.words);
  }
  [[nodiscard]] BasicRegionRecords<Viewed> view() const noexcept {
    return {{index.data(), index.size()}, {words.data(), words.size()}};
  }

  /// A region by its number, which must be one; nothing if its entry points outside. What its members and arcs say is
  /// not checked.
  [[nodiscard]] std::optional<RegionView> region(std::size_t number) const noexcept {
    const RegionEntry& entry = index[number];
    const bool is_weight =
        entry.weight_bytes == kSmallWeightBytes || entry.weight_bytes == 4 || entry.weight_bytes == sizeof(Cost);
    if (!is_weight || entry.start > words.size() || record_words(entry) > words.size() - entry.start) return {};
    const std::uint64_t* const record = words.data() + entry.start;
    return RegionView{{reinterpret_cast<const RegionMember*>(record), entry.members},
                      {reinterpret_cast<const std::byte*>(record + entry.members), entry.arcs, entry.weight_bytes}};
  }
  /// The members of a region; nothing if its entry points outside.
  [[nodiscard]] std::optional<std::span<const RegionMember>> members(std::size_t number) const noexcept {
    const auto found = region(number);
    return found ? std::optional(found->members) : std::nullopt;
  }
};
static_assert(sizeof(RegionMember) == sizeof(std::uint64_t));
/// A view: owns nothing.
using RegionRecordsView = BasicRegionRecords<Viewed>;
/// One that owns its arrays.
using RegionRecords = BasicRegionRecords<Owned>;

/// How many arcs a level has. O(regions).
[[nodiscard]] std::uint64_t count_arcs(const RegionRecordsView& records) noexcept;
/// How many members all of its regions have together. O(regions).
[[nodiscard]] std::uint64_t count_members(const RegionRecordsView& records) noexcept;

}  // namespace portolan
