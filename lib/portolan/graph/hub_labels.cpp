// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/hub_labels.hpp"

namespace portolan {
namespace {

bool are_sound(const LabelSet& set, std::span<const std::uint32_t> radius) noexcept {
  const std::size_t nodes = radius.size();
  for (NodeId node = 0; node < nodes; ++node) {
    for (std::size_t entry = set.first[node]; entry < set.first[node + 1]; ++entry) {
      const HubId hub = set.hub[entry];
      if (hub >= nodes || (entry > set.first[node] && set.hub[entry - 1] >= hub)) return false;
      if (set.distance[entry] > radius[hub]) return false;
      const LabelStep& step = set.step[entry];
      if (step.node >= nodes || step.entry < set.first[step.node] || step.entry >= set.first[step.node + 1]) {
        return false;
      }
      if (set.hub[step.entry] != hub || set.distance[step.entry] > set.distance[entry]) return false;
      if (step.entry == entry && set.distance[entry] != 0) return false;
    }
  }
  return true;
}

}  // namespace

bool has_sound_entries(const HubLabels& labels) noexcept {
  return are_sound(labels.out, labels.radius) && are_sound(labels.in, labels.radius);
}

}  // namespace portolan
