// SPDX-License-Identifier: BSL-1.0
// Straight segments that were found free before.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/zeroed_array.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace portolan {

/// Remembers some of the segments between vertices that were added, either way round. A table without chains: a segment
/// takes the place of another one. O(1); 8 bytes a place. One thread at a time.
class SegmentMemo {
 public:
  /// Places for about twice the segments expected, between 2^8 and 2^17.
  explicit SegmentMemo(std::size_t segments)
      : key_(std::bit_ceil(std::clamp(2 * segments, std::size_t{1} << 8, std::size_t{1} << 17))),
        shift_(64U - static_cast<unsigned>(std::countr_zero(key_.size()))) {}

  [[nodiscard]] bool knows(Point a, Point b) const noexcept {
    const std::uint64_t key = key_of(a, b);
    return key != kNoKey && key_[place_of(key)] == key;
  }
  void add(Point a, Point b) noexcept {
    const std::uint64_t key = key_of(a, b);
    if (key != kNoKey) key_[place_of(key)] = key;
  }

 private:
  static constexpr std::uint64_t kNoKey = 0;
  static constexpr int kPlaceBits = 20;   ///< of a coordinate: kMaxSide
  static constexpr int kOffsetBits = 12;  ///< of the way to the other end
  static_assert(2 * (kPlaceBits + kOffsetBits) == 64 && kMaxSide <= (1 << kPlaceBits));

  /// The upper (left) end, and the other one from there; kNoKey if that is too far or an end is no vertex. 0 is no key:
  /// no segment has length 0.
  static std::uint64_t key_of(Point a, Point b) noexcept {
    if (std::pair(a.y, a.x) > std::pair(b.y, b.x)) std::swap(a, b);
    const std::int32_t dx = floor_to_tile(b.x) - floor_to_tile(a.x) + (1 << (kOffsetBits - 1));
    const std::int32_t dy = floor_to_tile(b.y) - floor_to_tile(a.y);
    const auto low = static_cast<std::uint32_t>(dx | dy);
    if (!on_lattice(a.x | a.y | b.x | b.y) || low >> kOffsetBits != 0) return kNoKey;
    std::uint64_t key = static_cast<std::uint32_t>(floor_to_tile(a.x));
    key = key << kPlaceBits | static_cast<std::uint32_t>(floor_to_tile(a.y));
    key = key << kOffsetBits | static_cast<std::uint32_t>(dx);
    return key << kOffsetBits | static_cast<std::uint32_t>(dy);
  }
  /// Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
  [[nodiscard]] std::size_t place_of(std::uint64_t key) const noexcept {
    return key * 0x9E37'79B9'7F4A'7C15U >> shift_;
  }

  ZeroedArray<std::uint64_t> key_;
  unsigned shift_;
};

}  // namespace portolan
