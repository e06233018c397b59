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
  for (; at != 0; at = (at - 1) / 2) {
    const Entry& parent = heap[(at - 1) / 2];
    if (parent.distance <= entry.distance) break;
    put(heap, at, parent);
  }
  put(heap, at, entry);
}

void HubBuckets::sink(std::vector<Entry>& heap, std::size_t at, const Entry& entry) noexcept {
  for (std::size_t child = 2 * at + 1; child < heap.size(); child = 2 * at + 1) {
    if (child + 1 < heap.size() && heap[child + 1].distance < heap[child].distance) ++child;
    if (entry.distance <= heap[child].distance) break;
    put(heap, at, heap[child]);
    at = child;
  }
  put(heap, at, entry);
}

void HubBuckets::note_nearest(HubId hub) noexcept {
  nearest_[hub] = heaps_[hub].empty() ? kNobody : heaps_[hub].front().distance;
}

void HubBuckets::assign(GoalId goal, std::span<const HubDistance> label) {
  for (const HubDistance& item : label) prefetch(&heaps_[item.hub]);
  for (const HubDistance& item : label) {
    std::vector<Entry>& heap = heaps_[item.hub];
    if (heap.size() == heap.capacity()) heap.reserve(std::max<std::size_t>(4, 2 * heap.size()));
    prefetch(heap.data() + heap.size());
    prefetch(heap.data() + heap.size() / 2);
  }
  std::vector<Place>& places = places_[goal];
  places.reserve(label.size());
  erase(goal);
  for (std::uint32_t number = 0; number < label.size(); ++number) {
    const auto [hub, distance] = label[number];
    std::vector<Entry>& heap = heaps_[hub];
    places.push_back({hub, 0});
    heap.emplace_back();
    rise(heap, heap.size() - 1, {distance, goal, number});
    note_nearest(hub);
  }
}

void HubBuckets::erase(GoalId goal) noexcept {
  std::vector<Place>& places = places_[goal];
  for (const Place& place : places) {
    prefetch(heaps_[place.hub].data() + place.at);
    prefetch(heaps_[place.hub].data() + heaps_[place.hub].size() - 1);
  }
  for (const Place& place : places) {
    std::vector<Entry>& heap = heaps_[place.hub];
    const Entry last = heap.back();
    const std::size_t at = place.at;
    heap.pop_back();
    if (at < heap.size()) {
      if (at != 0 && last.distance < heap[(at - 1) / 2].distance) {
        rise(heap, at, last);
      } else {
        sink(heap, at, last);
      }
    }
    note_nearest(place.hub);
  }
  places.clear();
}

}  // namespace portolan
