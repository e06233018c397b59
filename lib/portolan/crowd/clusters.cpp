// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/clusters.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace portolan::crowd {

Clusters::Clusters(CrowdState& state, std::size_t most_moves)
    : state_(state), most_moves_(most_moves), gatherer_(state), search_(state, most_moves), plans_(state) {}

/// Those who go around or wait on purpose are not tried for their own sake.
bool Clusters::is_due(const Unit& unit) const noexcept {
  return unit.delayed >= unit.retry_at && can_join(unit) && unit.tile != unit.goal && !state_.decided(unit) &&
         (!unit.ordered || unit.avoidance == Avoidance::cooperate);
}

void Clusters::free(UnitId id, std::uint64_t& left) noexcept {
  if (!gatherer_.gather(id, cluster_, left)) {
    due_ = true;
    return;
  }
  Unit& unit = state_.units[id];
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  unit.retry_at = unit.delayed > kLast / 2 ? kLast : 2 * unit.delayed;
  if (search_.find(cluster_, left)) plans_.begin(cluster_, search_);
}

void Clusters::decide(std::span<const UnitId> deciding) noexcept {
  plans_.walk();
  if (!std::exchange(due_, false)) return;
  std::uint64_t left = most_moves_;
  for (const UnitId id : deciding) {
    if (!is_due(state_.units[id])) continue;
    if (left < kMostInCluster || !plans_.has_room()) {
      due_ = most_moves_ >= kMostInCluster;
      return;
    }
    free(id, left);
  }
}

}  // namespace portolan::crowd
