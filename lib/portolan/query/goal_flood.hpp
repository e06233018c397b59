// SPDX-License-Identifier: BSL-1.0
// A flood from the goal of a search, against the links, which goes on in turn with the search where islands do not say
// what can be reached: until the two meet, or one of them has seen all that there is on its side.
#pragma once

#include "portolan/core/paged_array.hpp"
#include "portolan/graph/best_first.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace portolan {

/// The nodes that a goal can be reached from, breadth first. 8 bytes a node, in pages where it goes. One thread at a
/// time.
class GoalFlood {
 public:
  GoalFlood() = default;
  /// @throws std::bad_alloc
  GoalFlood(std::shared_ptr<SearchMemory> memory, std::size_t nodes) : places_(std::move(memory), nodes) {}

  /// Forgets everything. O(1), as PagedArray::clear.
  void clear() noexcept {
    first_ = last_ = kNoNode;
    met_ = false;
    places_.clear();
  }

  [[nodiscard]] bool touched(NodeId node) const noexcept { return places_.touched(node); }
  /// Adds a node, if it is new. Where there is no room for it the search goes on alone.
  void add(NodeId node) noexcept {
    if (touched(node)) return;
    if (!places_.touch(node)) return meet();
    places_[node].next = kNoNode;
    (first_ == kNoNode ? first_ : places_[last_].next) = node;
    last_ = node;
  }

  /// The search has touched a node of the flood, or the other way round: there is no need to go on.
  void meet() noexcept { met_ = true; }
  [[nodiscard]] bool met() const noexcept { return met_; }
  /// Whether nothing is left to expand.
  [[nodiscard]] bool spent() const noexcept { return first_ == kNoNode; }

  /// Expands up to so many nodes: expand(NodeId) adds those beside one. Returns how many.
  template <class Expand>
  std::uint64_t run(std::uint64_t most, Expand&& expand) noexcept {
    std::uint64_t expanded = 0;
    for (; expanded < most && !spent() && !met_; ++expanded) {
      expand(first_);
      first_ = places_[first_].next;
    }
    return expanded;
  }

 private:
  struct Place {
    NodeId next;  ///< in the queue
    std::uint32_t stamp;
  };
  PagedArray<Place> places_;
  NodeId first_ = kNoNode;  ///< to be expanded next
  NodeId last_ = kNoNode;
  bool met_ = false;
};

}  // namespace portolan
