// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/label_tiles.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Positions of a block go by their number.
constexpr Tile place_of(Tile origin, std::size_t bit) noexcept {
  const auto place = static_cast<std::int32_t>(bit);
  return {origin.x + place % kBlockSide, origin.y + place / kBlockSide};
}

/// More than the length of any segment between a block and one of its vias, in the unit of the metric.
Cost longest_way(const SightMetric& metric, Contact contact, ViaOffset via) noexcept {
  const Point at = to_point({via.x, via.y});
  Cost longest = 0;
  for (const Tile corner : {Tile{0, 0}, {kBlockSide - 1, 0}, {0, kBlockSide - 1}, {kBlockSide - 1, kBlockSide - 1}}) {
    longest = std::max(longest, metric.length(point_of(contact, corner), at));
  }
  return longest + 1;
}

}  // namespace

LabelTiles::LabelTiles(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                       const BlockLabels* blocks, SimdLevel level)
    : space_(space),
      metric_(graph.metric),
      grid_(block_grid(space)),
      blocks_(blocks),
      well_formed_(blocks == nullptr || is_well_formed(grid_, labels, *blocks)),
      labels_(space, graph, labels, blocks, level),
      least_over_vias_(least_over_vias(graph.metric.norm, level)),
      table_(labels.size()),
      spread_(labels.size()),
      rest_(kMaxBlockItems),
      offset_(kMaxBlockItems),
      seen_(kMaxBlockItems),
      above_(kMaxBlockItems) {}

Status LabelTiles::aim(Tile goal) noexcept {
  for (std::size_t i = 0; i < spread_count_; ++i) table_[spread_[i]] = 0;
  spread_count_ = 0;
  goal_ = goal;
  const PositionLabel label = labels_.arriving(goal);
  if (!well_formed_ || label.status != Status::found) return Status::corrupt;
  for (const HubDistance& entry : label.entries) {
    // No label has a hub twice, and lengths stay below kUnseen.
    spread_[spread_count_++] = entry.hub;
    table_[entry.hub] = entry.distance + 1;
  }
  return Status::found;
}

Status LabelTiles::fill(Tile position, TileCosts& costs) noexcept {
  costs.fill(kInfiniteCost);
  if (!grid_.contains(position)) return Status::found;
  if (!well_formed_) return Status::corrupt;
  const std::size_t block = grid_.block_of(position);
  const Tile origin = grid_.origin_of(block);
  const std::optional<BlockView> view = blocks_ == nullptr ? BlockView() : view_of(*blocks_, block);
  if (!view) return Status::corrupt;
  if (blocks_ == nullptr || view->left_out) {
    if (const Status status = fill_one_by_one(origin, costs); status != Status::found) return status;
  } else {
    if (!weigh_vias(*view)) return Status::corrupt;
    measure_vias(*view, costs);
  }
  look_straight(origin, costs);
  return Status::found;
}

/// Sets the rest of the way from each via. False if the block contradicts itself.
bool LabelTiles::weigh_vias(const BlockView& block) noexcept {
  const std::size_t vias = block.via_seen.size();
  const std::size_t entries = block.entry_via.size();
  std::fill_n(rest_.data(), vias, kInfiniteCost);
  std::size_t own = 0;
  for (std::size_t i = 0; i < block.hub.size(); ++i) {
    const HubId hub = block.hub[i] & kHubMask;
    const bool is_via = (block.hub[i] & kOwnVia) != 0;
    const std::size_t via = own;
    own += is_via ? 1 : 0;
    if (hub >= table_.size() || own > vias) return false;
    const Cost from_there = from_hub(hub);
    if (from_there == kInfiniteCost) continue;
    if (is_via) rest_[via] = std::min(rest_[via], from_there);
    const std::size_t first = block.hub_entries[i];
    const std::size_t last = i + 1 < block.hub.size() ? block.hub_entries[i + 1] : entries;
    if (last > entries) return false;
    for (std::size_t entry = first; entry < last; ++entry) {
      if (block.entry_via[entry] >= vias) return false;
      Cost& rest = rest_[block.entry_via[entry]];
      rest = std::min(rest, block.entry_distance[entry] + from_there);
    }
  }
  return true;
}

/// Takes for every position the least way over a via that it sees. Rests far above the least, which 32 bits do not hold
/// together with a length, are measured one by one: labels that were built never have any.
void LabelTiles::measure_vias(const BlockView& block, TileCosts& costs) noexcept {
  const std::size_t vias = block.via_seen.size();
  const Cost base = vias == 0 ? kInfiniteCost : *std::min_element(rest_.data(), rest_.data() + vias);
  if (base == kInfiniteCost) return;
  std::size_t count = 0;
  for (std::size_t via = 0; via < vias; ++via) {
    if (rest_[via] == kInfiniteCost) continue;
    const Cost above = rest_[via] - base;
    const ViaOffset at = block.via_offset[via];
    const std::uint64_t seen = block.via_seen[via];
    if (above + longest_way(metric_, space_.contact, at) >= kUnseen) {
      for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
        if (((seen >> bit) & 1) == 0) continue;
        const Point from = point_of(space_.contact, place_of({0, 0}, bit));
        costs[bit] = std::min(costs[bit], rest_[via] + metric_.length(from, to_point({at.x, at.y})));
      }
      continue;
    }
    offset_[count] = at;
    seen_[count] = seen;
    above_[count] = static_cast<std::uint32_t>(above);
    ++count;
  }
  alignas(64) std::array<std::uint32_t, kBlockPositions> least;
  least.fill(kUnseen);
  const std::int32_t centre = space_.contact == Contact::point ? 1 : 0;
  least_over_vias_(metric_, centre, {offset_.data(), seen_.data(), count}, above_.data(), least.data());
  for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
    if (least[bit] != kUnseen) costs[bit] = std::min(costs[bit], base + least[bit]);
  }
}

Status LabelTiles::fill_one_by_one(Tile origin, TileCosts& costs) noexcept {
  for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
    const Tile position = place_of(origin, bit);
    if (!grid_.contains(position) || !can_stand(space_, point_of(space_.contact, position))) continue;
    const PositionLabel label = labels_.leaving(position, {});
    if (label.status != Status::found) return Status::corrupt;
    for (const HubDistance& entry : label.entries) {
      if (const Cost rest = from_hub(entry.hub); rest != kInfiniteCost) {
        costs[bit] = std::min(costs[bit], entry.distance + rest);
      }
    }
  }
  return Status::found;
}

/// No way is shorter than the straight one: who has found one of its length need not look.
void LabelTiles::look_straight(Tile origin, TileCosts& costs) const noexcept {
  const Point goal = point_of(space_.contact, goal_);
  for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
    const Tile position = place_of(origin, bit);
    if (!grid_.contains(position)) continue;
    const Point at = point_of(space_.contact, position);
    const Cost straight = metric_.length(at, goal);
    if (costs[bit] <= straight || !can_stand(space_, at)) continue;
    if (in_sight(space_, at, goal)) costs[bit] = straight;
  }
}

}  // namespace portolan
