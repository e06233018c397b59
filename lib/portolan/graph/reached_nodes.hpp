// SPDX-License-Identifier: BSL-1.0
// Nodes with what they cost to reach, in an order that does not depend on how they were found.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/graph/best_first.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// Ordered by cost, then by id.
struct ReachedNode {
  Cost cost = 0;
  NodeId node = 0;
  friend constexpr auto operator<=>(const ReachedNode&, const ReachedNode&) = default;  // NOLINT(modernize-use-nullptr)
};

/// What a search from one node found; the costs are those of the nodes. status: found; unreachable (proven: none);
/// out_of_budget (budget_spent, or no_room for the answer); bad_request (no_such_node, no room at all); corrupt (data
/// that contradict themselves).
struct ReachedNodes : Answer {
  std::span<const ReachedNode> nodes{};  ///< empty unless found; ascending; a part of the caller's memory
};

/// Keeps the first few, in their total order, of nodes that come by ascending cost, but among equal costs in any order.
class NearestNodes {
 public:
  /// `room` holds as many as are wanted.
  explicit NearestNodes(std::span<ReachedNode> room) noexcept : room_(room) {}

  /// Whether a node of this cost, not below those of earlier ones, could still be among the first.
  [[nodiscard]] bool can_take(Cost cost) const noexcept {
    return size_ < room_.size() || (size_ != 0 && cost == room_[tie_].cost);
  }
  /// Needs can_take(node.cost). O(log room).
  void take(const ReachedNode& node) noexcept {
    if (size_ != tie_ && node.cost != room_[tie_].cost) sort_tie();
    if (size_ < room_.size()) {
      room_[size_++] = node;
    } else if (node < room_[tie_]) {
      std::pop_heap(tie_begin(), end());
      room_[size_ - 1] = node;
    } else {
      return;
    }
    std::push_heap(tie_begin(), end());
  }
  /// All that were kept, ascending.
  [[nodiscard]] std::span<const ReachedNode> finish() noexcept {
    sort_tie();
    return room_.first(size_);
  }

 private:
  [[nodiscard]] std::span<ReachedNode>::iterator tie_begin() const noexcept {
    return room_.begin() + static_cast<std::ptrdiff_t>(tie_);
  }
  [[nodiscard]] std::span<ReachedNode>::iterator end() const noexcept {
    return room_.begin() + static_cast<std::ptrdiff_t>(size_);
  }
  void sort_tie() noexcept {
    std::sort_heap(tie_begin(), end());
    tie_ = size_;
  }

  std::span<ReachedNode> room_;
  std::size_t size_ = 0;
  std::size_t tie_ = 0;  ///< where the nodes of the greatest cost so far begin: a heap, the last in order on top
};

}  // namespace portolan
