// SPDX-License-Identifier: BSL-1.0
// RequestQueue against a sorted set.
#include "portolan/service/request_queue.hpp"
#include "support/random_world.hpp"

#include <cstdint>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {

TEST_CASE("a queue of requests has the one first that is due first, whatever is taken out") {
  test::Rng rng(81);
  for (int round = 0; round < 200; ++round) {
    const std::int32_t slots = rng.between(1, 60);
    std::vector<std::uint32_t> places(static_cast<std::size_t>(slots));
    RequestQueue queue(places);
    std::set<QueuedRequest> sorted;
    std::vector<QueuedRequest> by_slot(places.size());
    std::vector<bool> inside(places.size(), false);
    for (int step = 0; step < 400; ++step) {
      const auto slot = static_cast<std::uint32_t>(rng.below(slots));
      if (inside[slot]) {
        queue.remove(slot);
        sorted.erase(by_slot[slot]);
      } else {
        by_slot[slot] = {.due = rng.between(-5, 5), .ticket = rng.next() % 1000 * 64 + slot, .slot = slot};
        queue.push(by_slot[slot]);
        sorted.insert(by_slot[slot]);
      }
      inside[slot] = !inside[slot];
      REQUIRE(queue.size() == sorted.size());
      REQUIRE(queue.empty() == sorted.empty());
      if (!sorted.empty()) REQUIRE(queue.top().ticket == sorted.begin()->ticket);
    }
    queue.clear();
    REQUIRE(queue.empty());
  }
}

}  // namespace portolan
