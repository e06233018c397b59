// SPDX-License-Identifier: BSL-1.0
#include "portolan/service/request_queue.hpp"

namespace portolan {

void RequestQueue::rise(std::size_t place, const QueuedRequest& request) noexcept {
  while (place != 0) {
    const std::size_t above = (place - 1) / 2;
    if (!(request < heap_[above])) break;
    put(place, heap_[above]);
    place = above;
  }
  put(place, request);
}

/// Fills its place with the first below it down to a leaf, from where what was last of all rises.
void RequestQueue::remove(std::uint32_t slot) noexcept {
  std::size_t place = places_[slot];
  const QueuedRequest last = heap_[--size_];
  if (place == size_) return;
  for (std::size_t below = 2 * place + 1; below < size_; below = 2 * place + 1) {
    if (below + 1 < size_ && heap_[below + 1] < heap_[below]) ++below;
    put(place, heap_[below]);
    place = below;
  }
  rise(place, last);
}

}  // namespace portolan
