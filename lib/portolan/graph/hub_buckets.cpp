// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hub_buckets.hpp"

#include "portolan/core/prefetch.hpp"

#include <algorithm>

namespace portolan {

HubBuckets::HubBuckets(std::size_t hubs, std::size_t goals) : heaps_(hubs), nearest_(hubs, kNobody), places_(goals) {}

void HubBuckets::put(std::vector<Entry>& heap, std::size_t at, const Entry& entry) noexcept {
  heap[at] = entry;
  places_[entry.goal][entry.number].at = static_cast<std::uint32_t>(at);
}

void HubBuckets::rise(std::vector<Entry>& heap, std::size_t at, const Entry& entry) noexcept {
  for (; at != 0 && entry.distance < heap[parent_of(at)].distance; at = parent_of(at)) {
    put(heap, at, heap[parent_of(at)]);
  }
  put(heap, at, entry);
}

void HubBuckets::sink(std::vector<Entry>& heap, std::size_t at, const Entry& entry) noexcept {
  for (std::size_t child = child_of(at); child < heap.size(); child = child_of(at)) {
    const std::size_t end = std::min(child + kChildren, heap.size());
    std::size_t least = child;
    while (++child < end) least = heap[child].distance < heap[least].distance ? child : least;
    if (entry.distance <= heap[least].distance) break;
    put(heap, at, heap[least]);
    at = least;
  }
  put(heap, at, entry);
}

void HubBuckets::assign(GoalId goal, std::span<const HubDistance> label) {
  for (const HubDistance& item : label) prefetch(&heaps_[item.hub]);
  for (const HubDistance& item : label) {
    std::vector<Entry>& heap = heaps_[item.hub];
    if (heap.size() == heap.capacity()) heap.reserve(std::max<std::size_t>(4, 2 * heap.size()));
    prefetch(heap.data() + heap.size());
    prefetch(heap.data() + heap.size() / kChildren);
  }
  std::vector<Place>& places = places_[goal];
  places.reserve(label.size());
  erase(goal);
  places.resize(label.size());
  for (std::uint32_t number = 0; number < label.size(); ++number) {
    const auto [hub, distance] = label[number];
    std::vector<Entry>& heap = heaps_[hub];
    const std::size_t at = heap.size();
    places[number] = {hub, static_cast<std::uint32_t>(at)};
    heap.push_back({distance, goal, number});
    if (distance < nearest_[hub]) nearest_[hub] = distance;
    if (at != 0 && distance < heap[parent_of(at)].distance) rise(heap, at, {distance, goal, number});
  }
}

void HubBuckets::erase(GoalId goal) noexcept {
  std::vector<Place>& places = places_[goal];
  for (const Place& place : places) {
    const std::vector<Entry>& heap = heaps_[place.hub];
    prefetch(heap.data() + place.at);
    prefetch(heap.data() + heap.size() - 1);
  }
  for (const Place& place : places) {
    std::vector<Entry>& heap = heaps_[place.hub];
    const Entry last = heap.back();
    heap.pop_back();
    const std::size_t at = place.at;
    if (at < heap.size()) {
      if (at != 0 && last.distance < heap[parent_of(at)].distance) {
        rise(heap, at, last);
      } else {
        sink(heap, at, last);
      }
    }
    if (at == 0) nearest_[place.hub] = heap.empty() ? kNobody : heap.front().distance;
  }
  places.clear();
}

}  // namespace portolan
