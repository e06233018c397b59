// SPDX-License-Identifier: BSL-1.0
// Goals by hubs, against lists that are looked through.
#include "portolan/graph/hub_buckets.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;
using Near = std::vector<std::pair<GoalId, std::uint32_t>>;

std::vector<HubDistance> random_label(Rng& rng, std::int32_t hubs) {
  std::vector<HubDistance> label;
  for (std::int32_t hub = 0; hub < hubs; ++hub) {
    if (rng.percent(40)) label.push_back({static_cast<HubId>(hub), static_cast<std::uint32_t>(rng.below(30))});
  }
  return label;
}

Near brute(const std::vector<std::vector<HubDistance>>& labels, HubId hub, std::int64_t most) {
  Near near;
  for (GoalId goal = 0; goal < labels.size(); ++goal) {
    for (const HubDistance& entry : labels[goal]) {
      if (entry.hub == hub && entry.distance <= most) near.emplace_back(goal, entry.distance);
    }
  }
  return near;
}

}  // namespace

TEST_CASE("buckets hold the goals that came and did not go, and visit those that are near") {
  Rng rng(5);
  std::size_t visited = 0;
  for (int round = 0; round < 60; ++round) {
    const std::int32_t hubs = rng.between(1, 12);
    const std::int32_t goals = rng.between(1, 60);
    HubBuckets buckets(static_cast<std::size_t>(hubs), static_cast<std::size_t>(goals));
    std::vector<std::vector<HubDistance>> labels(static_cast<std::size_t>(goals));
    for (int change = 0; change < 200; ++change) {
      const auto goal = static_cast<GoalId>(rng.below(goals));
      labels[goal] = rng.percent(60) ? random_label(rng, hubs) : std::vector<HubDistance>();
      labels[goal].empty() ? buckets.erase(goal) : buckets.assign(goal, labels[goal]);
      const auto hub = static_cast<HubId>(rng.below(hubs));
      const std::int64_t most = rng.between(-2, 32);
      Near near;
      buckets.for_each_near(hub, most, [&](GoalId found, std::uint32_t distance) {
        near.emplace_back(found, distance);
        return most;
      });
      std::sort(near.begin(), near.end());
      REQUIRE(near == brute(labels, hub, most));
      visited += near.size();
      const Near all = brute(labels, hub, 100);
      const auto least =
          std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
      REQUIRE(buckets.nearest()[hub] == (all.empty() ? 0xFFFF'FFFF : least->second));
    }
  }
  CHECK(visited > 10'000);
}

TEST_CASE("a look into a bucket ends where what is wanted has become less") {
  HubBuckets buckets(1, 100);
  for (GoalId goal = 0; goal < 100; ++goal) buckets.assign(goal, std::vector<HubDistance>{{0, 100 - goal}});
  std::vector<std::uint32_t> visited;
  buckets.for_each_near(0, 1000, [&](GoalId, std::uint32_t distance) {
    visited.push_back(distance);
    return std::int64_t{distance} - 1;
  });
  CHECK(visited == std::vector<std::uint32_t>{1});
}

}  // namespace portolan
