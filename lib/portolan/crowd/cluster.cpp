// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/cluster.hpp"

#include "portolan/crowd/ahead.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace portolan::crowd {

int tries_of(const Unit& unit) noexcept {
  return static_cast<int>(std::bit_width(unit.retry_at / kStuckDecisions)) - 1;
}

/// Adds a unit that can follow a plan, if it is new. Whether nobody need be waited for.
bool ClusterGatherer::add(UnitId id, Cluster& cluster) noexcept {
  const Unit& unit = state_.units[id];
  if (unit.plan != kNoPlan) return false;
  const std::span<const UnitId> known(cluster.units.data(), cluster.count);
  if (cluster.count < kMostInCluster && can_join(unit) && unit.side == state_.units[cluster.units[0]].side &&
      cluster.area.contains(unit.tile) && std::ranges::find(known, id) == known.end()) {
    cluster.units[cluster.count++] = id;
  }
  return true;
}

/// Adds units until there are so many, by the steps that it takes to come to them.
void ClusterGatherer::add_nearest(std::size_t most, Cluster& cluster, std::uint64_t& left) noexcept {
  seen_.fill(false);
  Unit probe = state_.units[cluster.units[0]];
  std::size_t end = 0;
  const auto reach = [&](Tile tile) {
    if (!cluster.area.contains(tile)) return;
    const ClusterWindow::Place place = cluster.window.place_of(tile);
    if (seen_[place]) return;
    seen_[place] = true;
    queue_[end++] = place;
  };
  reach(probe.tile);
  for (std::size_t i = 0; i < end && cluster.count < most && left != 0; ++i, --left) {
    probe.tile = cluster.window.tile_of(queue_[i]);
    const UnitId holder = state_.claims.at(probe.tile).holder;
    if (holder != kNoUnit) (void)add(holder, cluster);
    for (const Step& step : state_.steps_of(probe)) reach(step.to.tile);
  }
}

bool ClusterGatherer::gather(UnitId stuck, Cluster& cluster, std::uint64_t& left) noexcept {
  const Unit& unit = state_.units[stuck];
  const int tries = tries_of(unit);
  constexpr std::int32_t kSide = ClusterWindow::kSide;
  cluster.window.first = {unit.tile.x - kSide / 2, unit.tile.y - kSide / 2};
  const Tile first = cluster.window.first;
  cluster.area = intersection({first, {first.x + kSide, first.y + kSide}},
                              state_.potentials[unit.mover]->snapshot().grid().bounds());
  cluster.idle = tries % 2 == 0 || !unit.ordered ? IdleDemand::home : IdleDemand::none;
  cluster.units[0] = stuck;
  cluster.count = 1;
  bool nobody_plans = true;
  for (std::size_t i = 0; i < cluster.count; ++i) {
    left -= std::min<std::uint64_t>(left, 1);
    for_each_ahead(state_, cluster.units[i], [&](UnitId other) { nobody_plans = add(other, cluster) && nobody_plans; });
  }
  if (!nobody_plans) return false;
  constexpr int kAllTries = 4;
  if (tries != 0) add_nearest(kMostInCluster >> std::max(kAllTries - 1 - tries, 0), cluster, left);
  return true;
}

}  // namespace portolan::crowd
