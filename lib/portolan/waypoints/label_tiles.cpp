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
constexpr std::size_t kBlocksByLooks = 16;

/// The length of a segment that no way from the block to one of its vias is longer than.
Cost longest_way(const SightMetric& metric, std::span<const ViaOffset> vias) noexcept {
  std::int32_t x = 0;
  std::int32_t y = 0;
  for (const ViaOffset& via : vias) {
    x = std::max(x, std::abs(std::int32_t{via.x}));
    y = std::max(y, std::abs(std::int32_t{via.y}));
  }
  return metric.length({}, to_point({x + kBlockSide, y + kBlockSide}));
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
      sweep_(space.width),
      visible_(space.contact == Contact::square ? grid_.size() : 0),
      marked_(visible_.size()),
      table_(labels.size()),
      spread_(labels.size()),
      from_hub_(kMaxBlockItems + 1),
      begins_(kMaxBlockItems + 1),
      rest_(kMaxBlockItems + 1),
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

/// Sets the rest of the way from each via. False if the block contradicts itself. Hubs have one entry or none, rarely
/// more: which is hard to foresee, so the hub of an entry is counted rather than branched to.
bool LabelTiles::weigh_vias(const BlockView& block) noexcept {
  const std::size_t vias = block.via_seen.size();
  const std::size_t entries = block.entry_via.size();
  Cost* const rest = rest_.data();
  Cost* const from_hub = from_hub_.data();
  std::uint16_t* const begins = begins_.data();
  std::fill_n(begins, entries + 1, std::uint16_t{0});
  std::size_t own = 0;
  bool sound = true;
  // Entries before those of the first hub, of which there are none in sound blocks.
  from_hub[0] = kInfiniteCost;
  for (std::size_t i = 0; i < block.hub.size(); ++i) {
    const HubId hub = block.hub[i] & kHubMask;
    if (hub >= table_.size() || block.hub_entries[i] > entries || own > vias) return false;
    const std::uint32_t known = table_[hub];
    from_hub[i + 1] = known == 0 ? kInfiniteCost : Cost{known} - 1;
    // What is no via is overwritten by the next one.
    rest[own] = from_hub[i + 1];
    own += block.hub[i] / kOwnVia;
    ++begins[block.hub_entries[i]];
  }
  if (own > vias) return false;
  std::fill(rest + own, rest + vias + 1, kInfiniteCost);
  std::size_t hub = 0;
  for (std::size_t entry = 0; entry < entries; ++entry) {
    hub += begins[entry];
    const std::uint16_t via = block.entry_via[entry];
    sound &= via < vias;
    rest[via] = std::min(rest[via], block.entry_distance[entry] + from_hub[hub]);
  }
  return sound;
}

/// Takes for every position the least way over a via that it sees.
void LabelTiles::measure_vias(const BlockView& block, TileCosts& costs) noexcept {
  const std::size_t vias = block.via_seen.size();
  Cost base = kInfiniteCost;
  Cost most = 0;
  std::size_t count = 0;
  for (std::size_t via = 0; via < vias; ++via) {
    const Cost rest = rest_[via];
    const bool leads = rest < kInfiniteCost;
    base = std::min(base, rest);
    most = std::max(most, leads ? rest : 0);
    offset_[count] = block.via_offset[via];
    seen_[count] = block.via_seen[via];
    rest_[count] = rest;
    count += leads ? 1 : 0;
  }
  if (count == 0) return;
  if (most - base + longest_way(metric_, block.via_offset) >= kUnseen) return measure_wide(count, costs);
  for (std::size_t i = 0; i < count; ++i) above_[i] = static_cast<std::uint32_t>(rest_[i] - base);
  alignas(64) std::array<std::uint32_t, kBlockPositions> least;
  least.fill(kUnseen);
  const std::int32_t centre = space_.contact == Contact::point ? 1 : 0;
  least_over_vias_(metric_, centre, {offset_.data(), seen_.data(), count}, above_.data(), least.data());
  for (std::size_t bit = 0; bit < kBlockPositions; ++bit) {
    costs[bit] = least[bit] != kUnseen ? base + least[bit] : kInfiniteCost;
  }
}

/// The same where the rests are so far apart that 32 bits do not hold them together with a length.
void LabelTiles::measure_wide(std::size_t count, TileCosts& costs) const noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t left = seen_[i]; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(left));
      const Point from = point_of(space_.contact, place_of({0, 0}, bit));
      costs[bit] = std::min(costs[bit], rest_[i] + metric_.length(from, to_point({offset_[i].x, offset_[i].y})));
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
