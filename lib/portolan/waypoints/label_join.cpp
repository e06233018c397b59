// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/label_join.hpp"

#include "portolan/waypoints/direct_sight.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// A block's hubs and entries, each at most once.
constexpr std::size_t kMostWays = 2 * kMaxBlockItems + 1;

}  // namespace

LabelJoin::LabelJoin(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                     const BlockLabels& blocks, SimdLevel level)
    : space_(space),
      grid_(block_grid(space)),
      metric_(graph.metric),
      blocks_(blocks),
      well_formed_(is_well_formed(space, graph) && is_well_formed(labels) && labels.size() == graph.size() &&
                   is_well_formed(grid_, labels, blocks)),
      measure_(measure_vias(graph.metric.norm, level)),
      find_shared_(find_shared(level)),
      number_vias_(number_vias(level)),
      start_{{}, ZeroedArray<std::uint16_t>(kMaxBlockItems + kSharedSlack), ZeroedArray<std::uint32_t>(kMaxBlockItems)},
      goal_{{}, ZeroedArray<std::uint16_t>(kMaxBlockItems + kSharedSlack), ZeroedArray<std::uint32_t>(kMaxBlockItems)},
      table_(well_formed_ ? labels.size() : 0),
      shared_(kMaxBlockItems + kSharedSlack),
      ways_{ZeroedArray<ViaOffset>(kMostWays), ZeroedArray<std::uint64_t>(kMostWays),
            ZeroedArray<std::uint32_t>(kMostWays), ZeroedArray<std::uint32_t>(kMostWays),
            ZeroedArray<std::uint16_t>(kMostWays)} {
  if (table_.size() == 0) return;
  // Ways to hubs of less reach, from both ends, do not even add up to the lower bound.
  const std::uint64_t most = 2 * std::uint64_t{blocks.reach.front()};
  while (most >> bound_shift_ >= kBounds) ++bound_shift_;
  for (std::size_t i = 0; i < kBounds; ++i) {
    const std::uint64_t least = std::uint64_t{i} << bound_shift_;
    const auto cut = std::partition_point(blocks.reach.begin(), blocks.reach.end(),
                                          [=](std::uint32_t reach) { return 2 * std::uint64_t{reach} >= least; });
    hub_end_[i] = static_cast<HubId>(std::min<std::ptrdiff_t>(cut - blocks.reach.begin(), kHubMask));
  }
}

bool LabelJoin::stands(Tile position) const noexcept {
  return grid_.contains(position) && can_stand(space_, point(position));
}

bool LabelJoin::sees(Tile start, Tile goal) const noexcept {
  return in_far_sight(space_, point(start), point(goal));
}

/// The end of the hubs that a path of these ends may need; some behind the exact cut are within.
HubId LabelJoin::hubs_wanted(Tile start, Tile goal) const noexcept {
  const Cost bound = metric_.lower_bound(point(start), point(goal));
  return hub_end_[static_cast<std::size_t>(std::min<Cost>(bound >> bound_shift_, kBounds - 1))];
}

Status LabelJoin::enter(End& end, std::size_t block) const noexcept {
  const std::optional<BlockView> view = view_of(blocks_, block);
  if (!view) return Status::corrupt;
  if (view->left_out) return Status::undecided;
  end.block = *view;
  number_vias_(end.block.hub.data(), end.block.hub.size(), end.own_via.data());
  return Status::found;
}

/// Writes the start's hubs below hub_end into the table, over those of earlier rounds.
void LabelJoin::fill_table(HubId hub_end) noexcept {
  round_ += kHubRound;
  if (round_ == 0) {
    std::fill(table_.data(), table_.data() + table_.size(), 0U);
    round_ = kHubRound;
  }
  const std::span<const std::uint32_t> hubs = start_.block.hub;
  std::uint32_t* const table = table_.data();
  const std::uint32_t round = round_;
  for (std::uint32_t i = 0; i < hubs.size(); ++i) {
    const HubId hub = hubs[i] & kHubMask;
    if (hub >= hub_end) break;
    table[hub] = round | i;
  }
}

/// The hubs below hub_end that the goal's block shares with the table: how many.
std::size_t LabelJoin::look_up(HubId hub_end) noexcept {
  return find_shared_({goal_.block.hub.data(), goal_.block.hub.size(), hub_end}, table_.data(), round_, shared_.data());
}

/// The least ways from an end to some hubs of its block, hub_at(n) being the number of the n-th. False if the block
/// contradicts itself. Which vias are seen is hard to foresee: every way is written down, and kept if so.
template <class HubAt>
bool LabelJoin::weigh(End& end, const PlaceInBlock& place, std::size_t count, HubAt&& hub_at) noexcept {
  // Copies, so that what is written cannot change them.
  const BlockView block = end.block;
  const unsigned bit = place.bit;
  const std::uint16_t* const own_via = end.own_via.data();
  std::uint32_t* const leg = end.leg.data();
  ViaOffset* const way_via = ways_.via.data();
  std::uint64_t* const way_seen = ways_.seen.data();
  std::uint32_t* const way_rest = ways_.rest.data();
  std::uint16_t* const way_hub = ways_.hub.data();
  const std::size_t vias = block.via_seen.size();
  std::size_t ways = 0;
  std::size_t walked = 0;
  for (std::size_t n = 0; n < count; ++n) {
    const auto add = [&](std::size_t via, std::uint32_t rest) {
      const std::uint64_t seen = block.via_seen[via];
      way_via[ways] = block.via_offset[via];
      way_seen[ways] = seen;
      way_rest[ways] = rest;
      way_hub[ways] = static_cast<std::uint16_t>(n);
      ways += (seen >> bit) & 1;
    };
    const std::size_t hub = hub_at(n);
    const std::size_t first = block.hub_entries[hub];
    const std::size_t last = hub + 1 < block.hub.size() ? block.hub_entries[hub + 1] : block.entry_via.size();
    // In sound blocks no entry belongs to two hubs, and no hub comes twice.
    walked += last - std::min(first, last);
    if (last > block.entry_via.size() || walked > block.entry_via.size()) return false;
    leg[n] = kUnseen;
    if (own_via[hub] < vias) add(own_via[hub], 0);
    for (std::size_t entry = first; entry < last; ++entry) {
      if (block.entry_via[entry] >= vias) return false;
      add(block.entry_via[entry], block.entry_distance[entry]);
    }
  }
  std::uint32_t* const length = ways_.length.data();
  measure_(metric_, place, {way_via, way_seen, ways}, length);
  for (std::size_t way = 0; way < ways; ++way) {
    const std::uint64_t cost = std::uint64_t{length[way]} + way_rest[way];
    leg[way_hub[way]] = static_cast<std::uint32_t>(std::min<std::uint64_t>(leg[way_hub[way]], cost));
  }
  return true;
}

/// The least way over a shared hub; start_leg(n) is the start's to the n-th, goal_.leg[n] the goal's.
template <class StartLeg>
LabelJoin::Way LabelJoin::least_sum(std::size_t count, StartLeg&& start_leg) const noexcept {
  Way least{.cost = kInfiniteCost};
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint32_t from_start = start_leg(n);
    const std::uint32_t from_goal = goal_.leg[n];
    const bool is_way = from_start != kUnseen && from_goal != kUnseen;
    const Cost cost = is_way ? Cost{from_start} + from_goal : kInfiniteCost;
    least = cost < least.cost ? Way{Status::found, cost, n} : least;
  }
  return least.status == Status::found ? least : Way{};
}

LabelJoin::Way LabelJoin::join(Tile start, Tile goal) noexcept {
  constexpr Way kCorrupt{.status = Status::corrupt};
  if (const Status at = enter(start_, grid_.block_of(start)); at != Status::found) return {.status = at};
  if (const Status at = enter(goal_, grid_.block_of(goal)); at != Status::found) return {.status = at};
  const HubId hub_end = hubs_wanted(start, goal);
  fill_table(hub_end);
  const std::size_t count = look_up(hub_end);
  if (!weigh(start_, place_in_block(space_.contact, start), count,
             [&](std::size_t n) { return shared_[n].at_start; }) ||
      !weigh(goal_, place_in_block(space_.contact, goal), count, [&](std::size_t n) { return shared_[n].at_goal; })) {
    return kCorrupt;
  }
  return least_sum(count, [&](std::size_t n) { return start_.leg[n]; });
}

Status LabelJoin::begin(Tile start) noexcept {
  last_ = {};
  if (const Status at = enter(start_, grid_.block_of(start)); at != Status::found) return at;
  const std::size_t hubs = start_.block.hub.size();
  if (!weigh(start_, place_in_block(space_.contact, start), hubs, [](std::size_t n) { return n; }))
    return Status::corrupt;
  fill_table(hub_end_[0]);
  return Status::found;
}

LabelJoin::Way LabelJoin::join_begun(Tile start, Tile goal) noexcept {
  constexpr Way kCorrupt{.status = Status::corrupt};
  const std::size_t block = grid_.block_of(goal);
  const HubId hub_end = hubs_wanted(start, goal);
  if (block != last_.block || hub_end > last_.hub_end) {
    last_.block = kNoBlock;
    if (const Status at = enter(goal_, block); at != Status::found) return {.status = at};
    last_ = {block, hub_end, look_up(hub_end)};
  }
  if (!weigh(goal_, place_in_block(space_.contact, goal), last_.count,
             [&](std::size_t n) { return shared_[n].at_goal; }))
    return kCorrupt;
  return least_sum(last_.count, [&](std::size_t n) { return start_.leg[shared_[n].at_start]; });
}

std::optional<std::span<const GraphEnd>> LabelJoin::vias(Tile position, std::span<GraphEnd> room) const noexcept {
  const std::size_t id = grid_.block_of(position);
  const std::optional<BlockView> block = view_of(blocks_, id);
  if (!block || block->left_out) return std::nullopt;
  const Tile origin = grid_.origin_of(id);
  std::size_t via = 0;
  std::size_t count = 0;
  for (const std::uint32_t hub : block->hub) {
    if ((hub & kOwnVia) == 0) continue;
    if (via == block->via_seen.size() || count == room.size() || (hub & kHubMask) >= blocks_.waypoint.size()) {
      return std::nullopt;
    }
    if (((block->via_seen[via] >> bit_of(position)) & 1) != 0) {
      const ViaOffset offset = block->via_offset[via];
      const Point at = to_point({origin.x + offset.x, origin.y + offset.y});
      room[count++] = {blocks_.waypoint[hub & kHubMask], metric_.length(point(position), at)};
    }
    ++via;
  }
  return room.first(count);
}

/// The first via over which the way from a position to a hub of its block is as long as weighed, as a hub.
HubId LabelJoin::via_of(const End& end, Tile position, std::size_t hub, std::uint32_t leg) const noexcept {
  const BlockView& block = end.block;
  const Tile origin = grid_.origin_of(grid_.block_of(position));
  const auto leads = [&](std::size_t via, std::uint32_t rest) {
    const Point at = to_point({origin.x + block.via_offset[via].x, origin.y + block.via_offset[via].y});
    const bool seen = ((block.via_seen[via] >> bit_of(position)) & 1) != 0;
    return seen && metric_.length(point(position), at) + rest == leg;
  };
  if (end.own_via[hub] < block.via_seen.size() && leads(end.own_via[hub], 0)) return block.hub[hub] & kHubMask;
  std::size_t entry = block.hub_entries[hub];
  const std::size_t last = hub + 1 < block.hub.size() ? block.hub_entries[hub + 1] : block.entry_via.size();
  while (entry < last && !leads(block.entry_via[entry], block.entry_distance[entry])) ++entry;
  if (entry >= last) return kHubMask;
  const std::uint16_t via = block.entry_via[entry];
  const auto* const own = std::find(end.own_via.data(), end.own_via.data() + block.hub.size(), via);
  const auto number = static_cast<std::size_t>(own - end.own_via.data());
  return number < block.hub.size() ? block.hub[number] & kHubMask : kHubMask;
}

LabelJoin::Turns LabelJoin::turns(Tile start, Tile goal, const Way& way) const noexcept {
  const SharedHub hub = shared_[way.hub];
  return {start_.block.hub[hub.at_start] & kHubMask, via_of(start_, start, hub.at_start, start_.leg[way.hub]),
          via_of(goal_, goal, hub.at_goal, goal_.leg[way.hub])};
}

}  // namespace portolan
