// SPDX-License-Identifier: BSL-1.0
// Counts what moves cost, of which a map holds so many kinds only. Internal to the library.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <set>
#include <string>

namespace portolan {

/// The different costs of moves that are neither free nor blocked.
class MoveCosts {
 public:
  /// Error (limit), which holds the reason alone: with this one there are more than kMaxMoveCosts. O(log costs).
  Outcome add(std::uint64_t cost) {
    if (cost == 0 || cost == kBlockedMove) return Success{};
    costs_.insert(cost);
    if (costs_.size() <= kMaxMoveCosts) return Success{};
    return Error{ErrorCode::limit, "moves have more than " + std::to_string(kMaxMoveCosts) + " different costs"};
  }

 private:
  std::set<std::uint64_t> costs_;
};

}  // namespace portolan
