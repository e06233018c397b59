// SPDX-License-Identifier: BSL-1.0
// The inner loops of joining labels: operations on 64 lanes, one for each position of a block.
#pragma once

#include <array>
#include <cstdint>

namespace portolan {

/// A distance for each position of a block, stored as how much it falls short of 2^32 - 1: 0 where there is none, so
/// that adding saturates.
using Lanes = std::array<std::uint32_t, 64>;

/// The loops of one width of vector instructions. All give the same results on every machine; they differ in speed
/// only.
struct LaneOps {
  /// Sets best to the shorter of best and way + distance, lane by lane.
  void (*shorten)(Lanes& best, const Lanes& way, std::uint32_t distance) noexcept;
  /// The least value of all lanes, which stands for the greatest distance.
  std::uint32_t (*least)(const Lanes& lanes) noexcept;
  /// The lanes in which best is shorter than `other`, as bits.
  std::uint64_t (*shorter)(const Lanes& best, const Lanes& other) noexcept;
  /// Whether there is a lane in which best is shorter than `other`.
  bool (*any_shorter)(const Lanes& best, const Lanes& other) noexcept;
  /// The lanes in which there is a distance in best, and it is way + distance, as bits.
  std::uint64_t (*attained)(const Lanes& best, const Lanes& way, std::uint32_t distance) noexcept;
};

/// The loops of the widest instructions that this machine has and the library was compiled for.
[[nodiscard]] const LaneOps& lane_ops() noexcept;

}  // namespace portolan
