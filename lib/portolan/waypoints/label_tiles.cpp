// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/label_tiles.hpp"

#include "portolan/waypoints/direct_sight.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace portolan {
namespace {

/// Positions of a block go by their number.
constexpr Tile place_of(Tile origin, std::size_t bit) noexcept {
  const auto place = static_cast<std::int32_t>(bit);
  return {origin.x + place % kBlockSide, origin.y + place / kBlockSide};
}

/// Looks at the positions of so many blocks cost less than a sweep.
constexpr std::size_t kBlocksByLooks = 8;

/// No way of these extents, in tiles, is shorter.
Cost least_way(const SightMetric& metric, std::uint32_t dx, std::uint32_t dy) noexcept {
  const std::uint32_t high = std::max(dx, dy);
  if (metric.norm == Norm::euclidean) return Cost{high} << metric.fraction_bits;
  const std::uint32_t low_step = metric.norm == Norm::manhattan ? metric.straight : metric.diagonal - metric.straight;
  return Cost{metric.straight} * high + Cost{low_step} * std::min(dx, dy);
}

/// How far a coordinate lies outside of [0, end].
std::uint32_t outside(std::int32_t at, std::int32_t end) noexcept {
  return static_cast<std::uint32_t>(std::max({-at, at - end, 0}));
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
      find_known_(find_known(level)),
      sweep_(space.width),
      visible_(space.contact == Contact::square ? grid_.size() : 0),
      marked_(visible_.size()),
      table_(labels.size()),
      spread_(labels.size()),
      known_(kMaxBlockItems + kSharedSlack),
      rest_(kMaxBlockItems),
      leading_(kMaxBlockItems + 1),
      offset_(kMaxBlockItems),
      seen_(kMaxBlockItems),
      above_(kMaxBlockItems) {}

Status LabelTiles::aim(Tile goal) noexcept {
  for (std::size_t i = 0; i < spread_count_; ++i) table_[spread_[i]] = 0;
  spread_count_ = 0;
  for (std::size_t i = 0; i < marked_count_; ++i) visible_[marked_[i]] = 0;
  marked_count_ = 0;
  filled_ = 0;
  goal_ = goal;
  if (!grid_.contains(goal) || !can_stand(space_, point_of(space_.contact, goal))) return Status::corrupt;
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
  look_straight(block, costs);
  return Status::found;
}

/// Sets the rest of the way from each via. False if the block contradicts itself.
bool LabelTiles::weigh_vias(const BlockView& block) noexcept {
  const std::size_t vias = block.via_seen.size();
  const std::size_t entries = block.entry_via.size();
  std::fill_n(rest_.data(), vias, kInfiniteCost);
  leading_count_ = 0;
  const std::size_t known = find_known_(block.hub, {table_.data(), table_.size()}, known_.data());
  if (known == kBeyondTable) return false;
  for (std::size_t n = 0; n < known; ++n) {
    const auto [number, own_via] = known_[n];
    const Cost from_hub = Cost{table_[block.hub[number] & kHubMask]} - 1;
    const std::size_t first = block.hub_entries[number];
    const std::size_t next = std::size_t{number} + 1;
    const std::size_t last = next < block.hub.size() ? block.hub_entries[next] : entries;
    if (first > last || last > entries || (own_via != kNoOwnVia && own_via >= vias)) return false;
    if (own_via != kNoOwnVia) lead(own_via, from_hub);
    for (std::size_t entry = first; entry < last; ++entry) {
      if (block.entry_via[entry] >= vias) return false;
      lead(block.entry_via[entry], block.entry_distance[entry] + from_hub);
    }
  }
  return true;
}

/// A way leads from a via to the goal.
void LabelTiles::lead(std::uint16_t via, Cost rest) noexcept {
  leading_[leading_count_].number = via;
  leading_count_ += rest_[via] == kInfiniteCost ? 1 : 0;
  rest_[via] = std::min(rest_[via], rest);
}

/// Takes for every position the least way over a via that it sees: first over those that are about as good as the best,
/// then over those that may still be better for a position, or that it sees alone.
void LabelTiles::measure_vias(const BlockView& block, TileCosts& costs) noexcept {
  if (leading_count_ == 0) return;
  const std::int32_t last = kBlockSide - (space_.contact == Contact::point ? 0 : 1);
  Measured measured;
  Cost most = 0;
  Cost best = kInfiniteCost;
  std::uint64_t seeing = 0;
  std::uint32_t reach_x = 0;
  std::uint32_t reach_y = 0;
  for (std::size_t i = 0; i < leading_count_; ++i) {
    LeadingVia& via = leading_[i];
    const Cost rest = rest_[via.number];
    const ViaOffset offset = block.via_offset[via.number];
    const std::uint32_t dx = outside(offset.x, last);
    const std::uint32_t dy = outside(offset.y, last);
    via.at_least = rest + least_way(metric_, dx, dy);
    best = std::min(best, via.at_least);
    measured.base = std::min(measured.base, rest);
    most = std::max(most, rest);
    seeing |= block.via_seen[via.number];
    reach_x = std::max(reach_x, dx);
    reach_y = std::max(reach_y, dy);
  }
  // Each extent counted for itself, no way is longer.
  const Cost longest = least_way(metric_, reach_x + kBlockSide, 0) + least_way(metric_, reach_y + kBlockSide, 0);
  if (most - measured.base + longest >= kUnseen) return measure_wide(block, costs);
  measured.above.fill(kUnseen);
  measure_those(block, best + least_way(metric_, kBlockSide - 1, kBlockSide - 1), 0, measured);
  if (leading_count_ != 0) {
    std::uint32_t farthest = 0;
    for (const std::uint32_t above : measured.above) farthest = std::max(farthest, above == kUnseen ? 0 : above);
    measure_those(block, measured.base + farthest, seeing & ~measured.found, measured);
  }
  for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
    costs[bit] = measured.above[bit] != kUnseen ? measured.base + measured.above[bit] : kInfiniteCost;
  }
}

/// Takes out and measures the vias that may give a cost below that, or that one of these positions sees.
void LabelTiles::measure_those(const BlockView& block, Cost below, std::uint64_t seeing, Measured& measured) noexcept {
  std::size_t count = 0;
  std::size_t left = 0;
  for (std::size_t i = 0; i < leading_count_; ++i) {
    const LeadingVia via = leading_[i];
    const std::uint64_t seen = block.via_seen[via.number];
    const bool taken = via.at_least < below || (seen & seeing) != 0;
    offset_[count] = block.via_offset[via.number];
    seen_[count] = seen;
    above_[count] = static_cast<std::uint32_t>(rest_[via.number] - measured.base);
    count += taken ? 1 : 0;
    leading_[left] = via;
    left += taken ? 0 : 1;
    measured.found |= taken ? seen : 0;
  }
  leading_count_ = left;
  const std::int32_t centre = space_.contact == Contact::point ? 1 : 0;
  least_over_vias_(metric_, centre, {offset_.data(), seen_.data(), count}, above_.data(), measured.above.data());
}

/// The same where the rests are so far apart that 32 bits do not hold them together with a length.
void LabelTiles::measure_wide(const BlockView& block, TileCosts& costs) const noexcept {
  for (std::size_t i = 0; i < leading_count_; ++i) {
    const std::uint16_t via = leading_[i].number;
    const ViaOffset offset = block.via_offset[via];
    for (std::uint64_t left = block.via_seen[via]; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(left));
      const Point from = point_of(space_.contact, place_of({0, 0}, bit));
      costs[bit] = std::min(costs[bit], rest_[via] + metric_.length(from, to_point({offset.x, offset.y})));
    }
  }
}

Status LabelTiles::fill_one_by_one(Tile origin, TileCosts& costs) noexcept {
  for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
    const Tile position = place_of(origin, bit);
    if (!grid_.contains(position) || !can_stand(space_, point_of(space_.contact, position))) continue;
    const PositionLabel label = labels_.leaving(position, {});
    if (label.status != Status::found) return Status::corrupt;
    for (const HubDistance& entry : label.entries) {
      if (const std::uint32_t known = table_[entry.hub]; known != 0) {
        costs[bit] = std::min(costs[bit], entry.distance + Cost{known} - 1);
      }
    }
  }
  return Status::found;
}

/// No way is shorter than the straight one: who has found one of its length need not look.
void LabelTiles::look_straight(std::size_t block, TileCosts& costs) noexcept {
  const Tile origin = grid_.origin_of(block);
  const Point goal = point_of(space_.contact, goal_);
  if (filled_++ == kBlocksByLooks && visible_.size() != 0) mark_visible();
  const bool marked = filled_ > kBlocksByLooks && visible_.size() != 0;
  std::uint64_t left = marked ? visible_[block] : ~std::uint64_t{0};
  for (; left != 0; left &= left - 1) {
    const auto bit = static_cast<std::size_t>(std::countr_zero(left));
    const Tile position = place_of(origin, bit);
    if (!grid_.contains(position)) continue;
    const Point at = point_of(space_.contact, position);
    const Cost straight = metric_.length(at, goal);
    if (costs[bit] <= straight) continue;
    if (marked || (can_stand(space_, at) && in_far_sight(space_, at, goal))) costs[bit] = straight;
  }
}

/// Marks the vertices that the goal sees.
void LabelTiles::mark_visible() noexcept {
  const Point goal = point_of(space_.contact, goal_);
  for (const Half half : {Half::up, Half::down}) {
    for (sweep_.start(space_, goal, half, kWest, kEast); !sweep_.done(); sweep_.advance()) {
      for (const Cone& cone : sweep_.cones()) {
        // Of the goal's own column the rays along the axis know more.
        mark_row(sweep_.line(), cone.first, std::min(cone.last, goal_.x - 1));
        mark_row(sweep_.line(), std::max(cone.first, goal_.x + 1), cone.last);
      }
    }
  }
  mark_row(goal_.y, west_end(space_, goal), east_end(space_, goal));
  for (std::int32_t y = north_end(space_, goal); y <= south_end(space_, goal); ++y) mark_row(y, goal_.x, goal_.x);
}

/// Of planes whose frame is not blocked only what lies inside.
void LabelTiles::mark_row(std::int32_t y, std::int32_t first, std::int32_t last) noexcept {
  if (y < 0 || y >= grid_.height) return;
  last = std::min(last, grid_.width - 1);
  for (std::int32_t x = std::max(first, 0); x <= last;) {
    const std::int32_t end = std::min(last + 1, (x / kBlockSide + 1) * kBlockSide);
    const std::size_t block = grid_.block_of({x, y});
    if (visible_[block] == 0) marked_[marked_count_++] = static_cast<std::uint32_t>(block);
    visible_[block] |= ((std::uint64_t{1} << (end - x)) - 1) << bit_of({x, y});
    x = end;
  }
}

}  // namespace portolan
