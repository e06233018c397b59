// SPDX-License-Identifier: BSL-1.0
// Straight segments that were found free before.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/zeroed_array.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// Remembers some of the segments between vertices that were added, either way round. A table without chains: a segment
/// takes the place of another one. O(1); 8 bytes a place. One thread at a time.
class SegmentMemo {
 public:
  /// A vertex, for as long as the memo lives; kNoVertex for other points.
  using VertexNumber = std::uint64_t;
  static constexpr VertexNumber kNoVertex = ~std::uint64_t{0};

  /// For planes of 0 <= width <= kMaxSide; places for about twice the segments expected, between 2^8 and 2^17.
  SegmentMemo(std::int32_t width, std::size_t segments)
      : stride_(static_cast<std::uint64_t>(width) + 1),
        key_(std::bit_ceil(std::clamp(2 * segments, std::size_t{1} << 8, std::size_t{1} << 17))),
        shift_(64U - static_cast<unsigned>(std::countr_zero(key_.size()))) {}

  /// Of a point of the plane.
  [[nodiscard]] VertexNumber number_of(Point p) const noexcept {
    const std::uint64_t number =
        static_cast<std::uint64_t>(floor_to_tile(p.y)) * stride_ + static_cast<std::uint64_t>(floor_to_tile(p.x));
    return on_lattice(p.x | p.y) ? number : kNoVertex;
  }
  [[nodiscard]] bool knows(VertexNumber a, VertexNumber b) const noexcept {
    const std::uint64_t key = key_of(a, b);
    return key != kNoKey && key_[place_of(key)] == key;
  }
  void add(VertexNumber a, VertexNumber b) noexcept {
    const std::uint64_t key = key_of(a, b);
    if (key != kNoKey) key_[place_of(key)] = key;
  }

 private:
  static constexpr std::uint64_t kNoKey = 0;
  static constexpr int kDistanceBits = 23;  ///< of the difference of two numbers
  static_assert(std::uint64_t{kMaxSide} * (kMaxSide + 2) < std::uint64_t{1} << (64 - kDistanceBits));

  /// kNoKey if the numbers are the same or too far apart, as those of vertices are from kNoVertex.
  static std::uint64_t key_of(VertexNumber a, VertexNumber b) noexcept {
    const std::uint64_t low = std::min(a, b);
    const std::uint64_t distance = std::max(a, b) - low - 1;
    return distance >> kDistanceBits == 0 ? low << kDistanceBits | distance : kNoKey;
  }
  /// Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
  [[nodiscard]] std::size_t place_of(std::uint64_t key) const noexcept {
    return key * 0x9E37'79B9'7F4A'7C15U >> shift_;
  }

  std::uint64_t stride_;
  ZeroedArray<std::uint64_t> key_;
  unsigned shift_;
};

}  // namespace portolan
