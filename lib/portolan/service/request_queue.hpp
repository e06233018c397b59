// SPDX-License-Identifier: BSL-1.0
// Requests that wait for their turn.
#pragma once

#include "portolan/core/zeroed_array.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// A request in line.
struct QueuedRequest {
  std::int64_t due = 0;      ///< when it would have been asked if it had no priority
  std::uint64_t ticket = 0;  ///< of two that are due at once the lower goes first
  std::uint32_t slot = 0;

  [[nodiscard]] friend constexpr bool operator<(const QueuedRequest& a, const QueuedRequest& b) noexcept {
    return a.due != b.due ? a.due < b.due : a.ticket < b.ticket;
  }
};

/// Requests in the order in which they are due, a total one: a binary heap that knows where each slot is. Takes 24
/// bytes a slot, committed as it is filled, and allocates nothing afterwards. One thread at a time.
class RequestQueue {
 public:
  /// `places` has an entry a slot, which queues may share that do not hold the same slots; it must outlive the queue.
  /// @throws std::bad_alloc
  explicit RequestQueue(std::span<std::uint32_t> places) : heap_(places.size()), places_(places) {}

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The one that is due first. There must be one.
  [[nodiscard]] const QueuedRequest& top() const noexcept { return heap_[0]; }
  void clear() noexcept { size_ = 0; }
  /// O(log n). Its slot must not be in the queue.
  void push(const QueuedRequest& request) noexcept { rise(size_++, request); }
  /// O(log n). Its slot must be in the queue.
  void remove(std::uint32_t slot) noexcept;

 private:
  void put(std::size_t place, const QueuedRequest& request) noexcept {
    heap_[place] = request;
    places_[request.slot] = static_cast<std::uint32_t>(place);
  }
  void rise(std::size_t place, const QueuedRequest& request) noexcept;

  ZeroedArray<QueuedRequest> heap_;
  std::span<std::uint32_t> places_;
  std::size_t size_ = 0;
};

}  // namespace portolan
