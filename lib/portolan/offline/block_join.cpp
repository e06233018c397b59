// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/block_join.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace portolan {
namespace {

constexpr std::uint32_t kFarthest = std::numeric_limits<std::uint32_t>::max();

struct LabelRange {
  std::size_t begin;
  std::size_t end;
};

LabelRange label_of(const LabelSet& labels, WaypointId waypoint) noexcept {
  return {labels.first[waypoint], labels.first[waypoint + 1]};
}

template <class Visit>
void for_each_bit(std::uint64_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

template <class T>
void append_bytes(std::vector<std::byte>& memory, std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  memory.insert(memory.end(), bytes.begin(), bytes.end());
}

bool fits_offset(std::int32_t value) noexcept {
  return value >= std::numeric_limits<std::int16_t>::min() && value <= std::numeric_limits<std::int16_t>::max();
}

}  // namespace

HubNames::HubNames(const HubLabels& labels) : waypoint(labels.size()), hub(labels.size()) {
  for (WaypointId node = 0; node < labels.size(); ++node) {
    const LabelRange label = label_of(labels.out, node);
    for (std::size_t entry = label.begin; entry < label.end; ++entry) {
      if (!next_in_tree(labels.out.tree, labels.out.place[entry]).ends) continue;
      hub[node] = labels.out.hub[entry];
      waypoint[hub[node]] = node;
    }
  }
}

BlockJoin::BlockJoin(const JoinInput& input)
    : input_(input),
      ops_(lane_ops()),
      slot_(input.names.hub.size(), kNoSlot),
      greatest_(input.names.hub.size(), kFarthest),
      reach_(input.names.hub.size(), 0) {}

bool BlockJoin::join(std::size_t block, std::span<const SeenWaypoint> seen, JoinedBlocks& out) {
  measure(block, seen);
  bound(seen);
  spread(seen);
  prune();
  choose(seen);
  for (const HubId hub : hubs_) {
    slot_[hub] = kNoSlot;
    greatest_[hub] = kFarthest;
  }
  if (!fill_block(block, seen)) return false;
  const BlockHeader header{static_cast<std::uint16_t>(block_.via_seen.size()),
                           static_cast<std::uint16_t>(block_.hub.size()),
                           static_cast<std::uint16_t>(block_.entry_via.size())};
  const std::size_t before = out.memory.size();
  // A block of no vias takes no memory.
  if (header.vias != 0) {
    append_bytes<BlockHeader>(out.memory, {&header, 1});
    append_bytes<std::uint64_t>(out.memory, block_.via_seen);
    append_bytes<ViaOffset>(out.memory, block_.via_offset);
    append_bytes<std::uint32_t>(out.memory, block_.hub);
    append_bytes<std::uint32_t>(out.memory, block_.entry_distance);
    append_bytes<std::uint16_t>(out.memory, block_.hub_entries);
    append_bytes<std::uint16_t>(out.memory, block_.entry_via);
    out.memory.resize((out.memory.size() + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment);
  }
  out.sizes.push_back(static_cast<std::uint32_t>((out.memory.size() - before) / kBlockAlignment));
  return true;
}

void BlockJoin::measure(std::size_t block, std::span<const SeenWaypoint> seen) {
  const Tile origin = input_.grid.origin_of(block);
  std::uint64_t seeing = 0;
  for (const SeenWaypoint& sight : seen) seeing |= sight.seen_from;
  blank_.fill(kFarthest);
  for_each_bit(seeing, [&](std::size_t bit) { blank_[bit] = 0; });
  way_.assign(seen.size(), Lanes{});
  way_bounds_.clear();
  for (std::size_t via = 0; via < seen.size(); ++via) {
    const Point at = to_point(input_.graph.points[seen[via].waypoint]);
    Bounds bounds{kNever, 0};
    for_each_bit(seen[via].seen_from, [&](std::size_t bit) {
      const auto number = static_cast<std::int32_t>(bit);
      const Tile position{origin.x + number % kBlockSide, origin.y + number / kBlockSide};
      const Cost length = input_.graph.metric.length(point_of(input_.contact, position), at);
      way_[via][bit] = kFarthest - static_cast<std::uint32_t>(length);
      bounds = {std::min(bounds.least, length), std::max(bounds.greatest, length)};
    });
    if (seen[via].seen_from != seeing) bounds.greatest = kNever;
    way_bounds_.push_back(bounds);
  }
}

/// Finds the hubs of the waypoints seen, and bounds of their distances.
void BlockJoin::bound(std::span<const SeenWaypoint> seen) {
  const LabelSet& labels = input_.labels;
  hubs_.clear();
  hub_bounds_.clear();
  entry_slot_.clear();
  for (std::size_t via = 0; via < seen.size(); ++via) {
    const LabelRange label = label_of(labels, seen[via].waypoint);
    for (std::size_t entry = label.begin; entry < label.end; ++entry) {
      std::uint32_t& slot = slot_[labels.hub[entry]];
      if (slot == kNoSlot) {
        slot = static_cast<std::uint32_t>(hubs_.size());
        hubs_.push_back(labels.hub[entry]);
        hub_bounds_.push_back({kNever, kNever});
      }
      entry_slot_.push_back(slot);
      Bounds& bounds = hub_bounds_[slot];
      bounds.least = std::min(bounds.least, way_bounds_[via].least + labels.distance[entry]);
      bounds.greatest = std::min(bounds.greatest, way_bounds_[via].greatest + labels.distance[entry]);
    }
  }
}

/// The distances of all positions to all hubs.
void BlockJoin::spread(std::span<const SeenWaypoint> seen) {
  const LabelSet& labels = input_.labels;
  distance_.assign(hubs_.size(), blank_);
  ways_.clear();
  auto entry_slot = entry_slot_.begin();
  for (std::uint32_t via = 0; via < seen.size(); ++via) {
    const LabelRange label = label_of(labels, seen[via].waypoint);
    for (std::size_t entry = label.begin; entry < label.end; ++entry) {
      const std::uint32_t slot = *entry_slot++;
      const Bounds& bounds = hub_bounds_[slot];
      if (way_bounds_[via].least + labels.distance[entry] > bounds.greatest) continue;
      ops_.shorten(distance_[slot], way_[via], labels.distance[entry]);
      ways_.push_back({slot, via, labels.distance[entry]});
    }
  }
  for (std::size_t slot = 0; slot < hubs_.size(); ++slot) {
    greatest_[hubs_[slot]] = kFarthest - ops_.least(distance_[slot]);
    hub_bounds_[slot].greatest = greatest_[hubs_[slot]];
  }
}

/// Leaves to each hub the positions from which no more important hub lies on a shortest way to it: the most important
/// one is in the label of the hub's own waypoint.
void BlockJoin::prune() {
  needs_.clear();
  for (std::size_t slot = 0; slot < hubs_.size(); ++slot) {
    needs_.push_back(0);
    if (is_covered(slot)) continue;
    find_covering(slot);
    needs_[slot] = uncovered(slot);
    widen_reach(slot);
  }
}

/// Whether the bounds show that one hub covers another to all positions: the common case.
bool BlockJoin::is_covered(std::size_t slot) noexcept {
  const LabelSet& labels = input_.labels;
  const HubId hub = hubs_[slot];
  const LabelRange label = label_of(labels, input_.names.waypoint[hub]);
  const std::uint64_t least = hub_bounds_[slot].least;
  const std::uint32_t own = std::exchange(greatest_[hub], kFarthest);
  std::size_t entry = label.begin;
  while (entry < label.end && std::uint64_t{greatest_[labels.hub[entry]]} + labels.distance[entry] > least) ++entry;
  greatest_[hub] = own;
  return entry < label.end;
}

/// Collects the hubs that may cover one to some positions.
void BlockJoin::find_covering(std::size_t slot) {
  const LabelSet& labels = input_.labels;
  const LabelRange label = label_of(labels, input_.names.waypoint[hubs_[slot]]);
  covering_.clear();
  for (std::size_t entry = label.begin; entry < label.end; ++entry) {
    const std::uint32_t other = slot_[labels.hub[entry]];
    if (other == kNoSlot || other == slot) continue;
    const std::uint32_t distance = labels.distance[entry];
    if (hub_bounds_[other].least + distance <= hub_bounds_[slot].greatest) covering_.push_back({other, distance});
  }
}

std::uint64_t BlockJoin::uncovered(std::size_t slot) const noexcept {
  Lanes covered = blank_;
  for (const Covering& other : covering_) {
    ops_.shorten(covered, distance_[other.slot], other.distance);
    if (!ops_.any_shorter(distance_[slot], covered)) return 0;
  }
  return ops_.shorter(distance_[slot], covered);
}

void BlockJoin::widen_reach(std::size_t slot) noexcept {
  std::uint32_t& reach = reach_[hubs_[slot]];
  for_each_bit(needs_[slot], [&](std::size_t bit) { reach = std::max(reach, kFarthest - distance_[slot][bit]); });
}

/// For each hub a few vias through which all positions that need it reach it at least cost.
void BlockJoin::choose(std::span<const SeenWaypoint> seen) {
  candidates_.clear();
  entries_.clear();
  own_.clear();
  for (const auto& [slot, via, distance] : ways_) {
    if ((needs_[slot] & seen[via].seen_from) == 0) continue;
    if (way_bounds_[via].least + distance > hub_bounds_[slot].greatest) continue;
    const std::uint64_t attained = ops_.attained(distance_[slot], way_[via], distance) & needs_[slot];
    if (attained != 0) candidates_.push_back({attained, slot, via, distance});
  }
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.slot < b.slot; });
  for (std::size_t begin = 0; begin < candidates_.size();) {
    std::size_t end = begin;
    while (end < candidates_.size() && candidates_[end].slot == candidates_[begin].slot) ++end;
    cover(std::span(candidates_).subspan(begin, end - begin), seen);
    begin = end;
  }
}

/// Greedily takes the candidate that serves most positions not yet served, the first of equals. A hub that is itself
/// seen comes before all others: as its own via it takes no entry.
void BlockJoin::cover(std::span<Candidate> candidates, std::span<const SeenWaypoint> seen) {
  std::uint64_t open = needs_[candidates.front().slot];
  const HubId hub = hubs_[candidates.front().slot];
  const auto serves = [&](const Candidate& candidate) {
    return candidate.distance == 0 ? 65 : std::popcount(candidate.positions & open);
  };
  while (open != 0) {
    const auto best = std::max_element(candidates.begin(), candidates.end(),
                                       [&](const auto& a, const auto& b) { return serves(a) < serves(b); });
    open &= ~best->positions;
    const HubId via = input_.names.hub[seen[best->via].waypoint];
    own_.push_back(via);
    if (via != hub) entries_.push_back({hub, via, best->distance});
    *best = candidates.back();
    candidates = candidates.first(candidates.size() - 1);
  }
}

/// Numbers the parts and sorts them into arrays. False if they cannot be.
bool BlockJoin::fill_block(std::size_t block, std::span<const SeenWaypoint> seen) {
  std::sort(own_.begin(), own_.end());
  own_.erase(std::unique(own_.begin(), own_.end()), own_.end());
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.hub != b.hub ? a.hub < b.hub : a.via < b.via; });
  const Tile origin = input_.grid.origin_of(block);
  const auto fits = [&](HubId hub) {
    const Vertex at = input_.graph.points[input_.names.waypoint[hub]];
    return fits_offset(at.x - origin.x) && fits_offset(at.y - origin.y);
  };
  if (entries_.size() + own_.size() > kMaxBlockItems || !std::all_of(own_.begin(), own_.end(), fits)) return false;

  block_ = {};
  std::size_t entry = 0;
  std::size_t own = 0;
  while (entry < entries_.size() || own < own_.size()) {
    const HubId next_own = own < own_.size() ? own_[own] : kOwnVia;
    const HubId next = entry < entries_.size() ? std::min(entries_[entry].hub, next_own) : next_own;
    block_.hub.push_back(next == next_own ? next | kOwnVia : next);
    block_.hub_entries.push_back(static_cast<std::uint16_t>(entry));
    own += next == next_own ? 1 : 0;
    for (; entry < entries_.size() && entries_[entry].hub == next; ++entry) {
      const auto via = std::lower_bound(own_.begin(), own_.end(), entries_[entry].via);
      block_.entry_via.push_back(static_cast<std::uint16_t>(via - own_.begin()));
      block_.entry_distance.push_back(entries_[entry].distance);
    }
  }
  for (const HubId hub : own_) {
    const WaypointId waypoint = input_.names.waypoint[hub];
    const Vertex at = input_.graph.points[waypoint];
    const auto sight = std::partition_point(seen.begin(), seen.end(),
                                            [=](const SeenWaypoint& other) { return other.waypoint < waypoint; });
    block_.via_offset.push_back(
        {static_cast<std::int16_t>(at.x - origin.x), static_cast<std::int16_t>(at.y - origin.y)});
    block_.via_seen.push_back(sight->seen_from);
  }
  return true;
}

}  // namespace portolan
