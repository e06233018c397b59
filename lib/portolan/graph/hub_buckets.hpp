// SPDX-License-Identifier: BSL-1.0
// Goals by the hubs of their labels, so that the nearest of many are found from one label (Abraham, Delling, Fiat,
// Goldberg, Werneck, "HLDB: location-based services in databases", 2012).
//
// There, each hub has a sorted list. Here it has a heap: a look at all goals nearer than a bound visits no more of it
// than of a sorted list, but for the ends of the branches, and goals come and go in O(log) each. Of eight children a
// node, seven entries in eight are leaves: what comes stays at the end as a rule, and what fills a gap stays there.
#pragma once

#include "portolan/graph/hub_labels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// The number of a goal, given by whoever keeps it.
using GoalId = std::uint32_t;

/// An entry of a label: how far it is to a hub.
struct HubDistance {
  HubId hub = 0;
  std::uint32_t distance = 0;
};

/// A heap of goals for each hub. 28 bytes a hub, 24 a goal that there can be and 20 an entry of a label. Const calls
/// are safe from any number of threads while nobody changes it.
class HubBuckets {
 public:
  /// For hubs and goals numbered below these. @throws std::bad_alloc
  HubBuckets(std::size_t hubs, std::size_t goals);

  /// Puts a goal where its label says, instead of where it was. `label` holds hubs that there are, none twice.
  /// O(entries * log goals). @throws std::bad_alloc, and then nothing has changed
  void assign(GoalId goal, std::span<const HubDistance> label);
  /// Takes a goal out. O(entries * log goals).
  void erase(GoalId goal) noexcept;

  /// By hub the distance of the nearest goal in its bucket; 2^32-1 if it is empty.
  [[nodiscard]] std::span<const std::uint32_t> nearest() const noexcept { return nearest_; }

  /// Calls visit(GoalId, std::uint32_t distance) for the goals in the bucket of a hub that are no farther from it than
  /// `most`, in no particular order; visit gives what `most` is from then on, which never rises. O(goals visited).
  template <class Visit>
  void for_each_near(HubId hub, std::int64_t most, Visit&& visit) const {
    if (std::int64_t{nearest_[hub]} > most) return;
    const std::vector<Entry>& heap = heaps_[hub];
    for (std::size_t i = 0; true;) {
      if (i < heap.size() && std::int64_t{heap[i].distance} <= most) {
        most = visit(heap[i].goal, heap[i].distance);
        i = child_of(i);
        continue;
      }
      // Behind the end there are no siblings either.
      if (i != 0 && i >= heap.size()) i = parent_of(i);
      while (i != 0 && i % kChildren == 0) i = parent_of(i);
      if (i == 0) return;
      ++i;
    }
  }

 private:
  struct Entry {
    std::uint32_t distance = 0;
    GoalId goal = 0;
    std::uint32_t number = 0;  ///< among the entries of the goal
  };
  /// Where an entry of a goal is.
  struct Place {
    HubId hub = 0;
    std::uint32_t at = 0;
  };
  /// Of a hub without goals.
  static constexpr std::uint32_t kNobody = 0xFFFF'FFFF;
  /// Of a node of a heap.
  static constexpr std::size_t kChildren = 8;

  [[nodiscard]] static constexpr std::size_t parent_of(std::size_t at) noexcept { return (at - 1) / kChildren; }
  /// The first of them.
  [[nodiscard]] static constexpr std::size_t child_of(std::size_t at) noexcept { return kChildren * at + 1; }
  void put(std::vector<Entry>& heap, std::size_t at, const Entry& entry) noexcept;
  void rise(std::vector<Entry>& heap, std::size_t at, const Entry& entry) noexcept;
  void sink(std::vector<Entry>& heap, std::size_t at, const Entry& entry) noexcept;

  std::vector<std::vector<Entry>> heaps_;   ///< by hub
  std::vector<std::uint32_t> nearest_;      ///< by hub: the distance on top of its heap
  std::vector<std::vector<Place>> places_;  ///< by goal and number of the entry
};

}  // namespace portolan
