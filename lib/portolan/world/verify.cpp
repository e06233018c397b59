// SPDX-License-Identifier: BSL-1.0
// World::verify: everything that opening takes on trust.
#include "portolan/core/hash.hpp"
#include "portolan/world/verify_index.hpp"
#include "portolan/world/verify_sight.hpp"
#include "portolan/world/world_data.hpp"

#include <algorithm>
#include <cstring>

namespace portolan {
namespace {

using format::SectionEntry;

std::string describe(const SectionEntry& entry) {
  std::string text = "section kind " + std::to_string(entry.kind);
  if (entry.profile != format::kNoProfile) text += " of profile " + std::to_string(entry.profile);
  return text + ", level " + std::to_string(entry.level);
}

bool all_zero(std::span<const std::byte> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

/// Checksums and padding; empty if all is well.
std::string frame_fault(std::span<const std::byte> bytes, const SectionTable& table) {
  const auto& header = *reinterpret_cast<const format::FileHeader*>(bytes.data());
  if (!std::all_of(header.reserved.begin(), header.reserved.end(), [](std::uint8_t b) { return b == 0; })) {
    return "reserved bytes of the header are not zero";
  }
  std::vector<SectionEntry> sorted(table.entries().begin(), table.entries().end());
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.offset != b.offset ? a.offset < b.offset : a.size < b.size; });
  std::uint64_t end = sizeof(format::FileHeader) + sorted.size() * sizeof(SectionEntry);
  for (const SectionEntry& entry : sorted) {
    if (entry.offset < end) return describe(entry) + " overlaps another";
    if (entry.reserved != 0) return "reserved bytes of " + describe(entry) + " are not zero";
    if (!all_zero(bytes.subspan(end, entry.offset - end))) return "padding before " + describe(entry) + " is not zero";
    if (hash_bytes(table.bytes_of(entry)) != entry.checksum) return "wrong checksum of " + describe(entry);
    end = entry.offset + entry.size;
  }
  return all_zero(bytes.subspan(end)) ? "" : "bytes after the last section are not zero";
}

template <class T>
bool is_partition(std::span<const T> first, std::size_t size) {
  return !first.empty() && first.front() == 0 && first.back() == size && std::is_sorted(first.begin(), first.end());
}

std::string portals_fault(const ProfileView& profile) {
  const RegionTopologyView& topology = profile.regions.topology;
  for (std::size_t node = 0; node < topology.tiles.size(); ++node) {
    const Tile tile = topology.tiles[node];
    if (!profile.grid.passable(tile)) return "portal " + std::to_string(node) + " is not a passable tile";
    // Nodes beyond a level's must not lie on its lines.
    const int line = std::min(topology.layout.line_level(tile), topology.levels - 1);
    if (line >= 0 && node >= topology.level[static_cast<std::size_t>(line)].nodes) {
      return "portal " + std::to_string(node) + " is missing from a level whose line it is on";
    }
  }
  return {};
}

/// Where the mover can stand, ends of links are nodes of every level.
std::string mouths_fault(const ProfileView& profile) {
  const RegionTopologyView& topology = profile.regions.topology;
  if (topology.levels == 0) return {};
  const LevelTopologyView& top = topology.level[static_cast<std::size_t>(topology.levels - 1)];
  const auto nodes = topology.tiles.first(std::min<std::size_t>(top.nodes, topology.tiles.size()));
  std::size_t found = 0;
  for (const Tile tile : nodes) found += is_mouth(topology, tile) ? 1 : 0;
  const auto passable = std::count_if(topology.mouths.begin(), topology.mouths.end(),
                                      [&](Tile tile) { return profile.grid.cost(tile) != 0; });
  return static_cast<std::size_t>(passable) == found ? "" : "ends of links are missing from a region level";
}

/// Links may not lead closer to a landmark than its distances say.
std::string landmarks_fault(const ProfileView& profile) {
  const RegionLandmarks& landmarks = profile.regions.landmarks;
  bool sound = true;
  for_each_mouth_arc(find_mouth_nodes(profile.regions.topology), profile.links, [&](NodeId from, NodeId to, Cost cost) {
    sound = sound && landmarks_allow(landmarks, from, to, cost);
  });
  return sound ? "" : "a link contradicts the landmarks";
}

/// The members of one level: each node in exactly the regions around it, and found again by its places.
std::string members_fault(const RegionTopologyView& topology, int level) {
  const LevelTopologyView& view = topology.level[static_cast<std::size_t>(level)];
  const std::string where = " of region level " + std::to_string(level);
  if (!is_partition(view.first, view.members.size())) return "the portal ranges" + where + " are wrong";
  std::size_t seen = 0;
  std::size_t expected = 0;
  for (std::size_t region = 0; region + 1 < view.first.size(); ++region) {
    const RegionIndex index = topology.layout.region(level, region);
    for (std::uint32_t place = view.first[region]; place < view.first[region + 1]; ++place, ++seen) {
      const NodeId node = view.members[place];
      if (node >= view.nodes || !topology.layout.area(level, index).contains(topology.tiles[node]) ||
          (place != view.first[region] && node <= view.members[place - 1]) ||
          view.places[node][topology.layout.corner(level, index, topology.tiles[node])] != place - view.first[region]) {
        return "a portal" + where + " is in the wrong region or place";
      }
    }
  }
  std::size_t placed = 0;
  for (NodeId node = 0; node < view.nodes; ++node) {
    const auto& places = view.places[node];
    placed += 4 - static_cast<std::size_t>(std::count(places.begin(), places.end(), kNoMember));
    const Rect around = topology.layout.around(topology.tiles[node]);
    const auto regions = [level](std::int32_t low, std::int32_t high) {
      return static_cast<std::size_t>(((high - 1) >> level) - (low >> level) + 1);
    };
    expected += regions(around.min.x, around.max.x) * regions(around.min.y, around.max.y);
  }
  return placed == seen && seen == expected ? "" : "the places" + where + " are wrong";
}

std::string arcs_fault(const ProfileView& profile, int level) {
  const RegionTopologyView& topology = profile.regions.topology;
  const LevelTopologyView& view = topology.level[static_cast<std::size_t>(level)];
  const ArcsView& arcs = profile.regions.arcs[static_cast<std::size_t>(level)];
  const std::string where = " of region level " + std::to_string(level);
  if (!is_partition(arcs.first, arcs.target.size())) return "the arc ranges" + where + " are wrong";
  for (std::size_t region = 0; region + 1 < view.first.size(); ++region) {
    const auto members = view.members.subspan(view.first[region], view.first[region + 1] - view.first[region]);
    for (std::uint32_t place = view.first[region]; place < view.first[region + 1]; ++place) {
      for (std::uint32_t arc = arcs.first[place]; arc < arcs.first[place + 1]; ++arc) {
        const NodeId from = view.members[place];
        if (arcs.target[arc] >= members.size() || members[arcs.target[arc]] == from)
          return "an arc" + where + " leaves its region";
        if (arc != arcs.first[place] && arcs.target[arc] <= arcs.target[arc - 1])
          return "the arcs" + where + " are out of order";
        const NodeId to = members[arcs.target[arc]];
        if (arcs.weight(arc) == 0 || arcs.weight(arc) >= kInfiniteCost / 2 ||
            arcs.weight(arc) < profile.rules.lower_bound(topology.tiles[from], topology.tiles[to])) {
          return "an arc" + where + " has an impossible weight";
        }
        if (!landmarks_allow(profile.regions.landmarks, from, to, arcs.weight(arc))) {
          return "an arc" + where + " contradicts the landmarks";
        }
      }
    }
  }
  return {};
}

std::string profile_fault(const ProfileView& profile, std::size_t palette) {
  std::uint64_t passable = 0;
  std::uint32_t least = 0;
  for (std::size_t i = 0; i < profile.grid.terrain.size(); ++i) {
    const TerrainId id = profile.grid.terrain[i];
    if (id >= palette && !(id == kNoTerrain && profile.rules.footprint > 1))
      return "a position's terrain is not in the palette";
    const std::uint32_t cost = profile.rules.cost[id];
    const std::uint32_t island = profile.islands.label(i);
    if ((cost == 0) != (island == 0) || island > profile.island_count) return "a position's island is wrong";
    passable += cost != 0 ? 1 : 0;
    if (cost != 0 && (least == 0 || cost < least)) least = cost;
  }
  if (passable != profile.passable) return "the number of passable positions is wrong";
  if (least != 0 && profile.rules.least_cost > least) return "the least terrain cost is wrong";
  std::string fault = sight_fault(profile);
  if (!fault.empty() || profile.regions.topology.levels == 0) return fault;
  fault = portals_fault(profile);
  if (fault.empty()) fault = mouths_fault(profile);
  for (int level = 0; level < profile.regions.topology.levels && fault.empty(); ++level) {
    fault = members_fault(profile.regions.topology, level);
    if (fault.empty()) fault = arcs_fault(profile, level);
  }
  return fault.empty() ? landmarks_fault(profile) : fault;
}

/// Rows between floors, which nobody may pass.
std::string floors_fault(const World::Data& data) {
  const FloorStack& floors = data.floors;
  for (std::int32_t floor = 1; floor < floors.count; ++floor) {
    const auto row = static_cast<std::size_t>(floor * (floors.height + 1) - 1) * data.info.width;
    const auto tiles = data.terrain.subspan(row, data.info.width);
    if (std::any_of(tiles.begin(), tiles.end(), [&](TerrainId id) { return id != floors.between; })) {
      return "a row between floors is not of their terrain";
    }
  }
  for (const ProfileView& profile : data.profiles) {
    if (floors.count > 1 && profile.rules.cost[floors.between] != 0) return "a mover can pass between floors";
  }
  return {};
}

std::string region_graph_fault(const RegionGraphTierView& tier) {
  std::string fault(fault_of(tier.graph));
  if (fault.empty() && !is_consistent(tier.graph.arcs, tier.estimate)) fault = "an estimate is above a cost";
  if (fault.empty() && tier.hierarchy) fault = hierarchy_fault(tier.graph.arcs, *tier.hierarchy);
  if (fault.empty() && tier.labels) fault = labels_fault(tier.graph.arcs, *tier.labels);
  return fault;
}

}  // namespace

Outcome World::verify() const {
  std::string fault = frame_fault(data_->bytes, *data_->table);
  const bool known = std::all_of(data_->terrain.begin(), data_->terrain.end(),
                                 [&](TerrainId id) { return id < data_->palette.size(); });
  if (fault.empty() && !known) fault = "a tile's terrain is not in the palette";
  if (fault.empty()) fault = floors_fault(*data_);
  if (fault.empty() && data_->region_graph) {
    fault = region_graph_fault(*data_->region_graph);
    if (!fault.empty()) fault = "region graph: " + fault;
  }
  for (std::size_t i = 0; i < data_->profiles.size() && fault.empty(); ++i) {
    fault = profile_fault(data_->profiles[i], data_->palette.size());
    if (!fault.empty()) fault = "profile " + std::to_string(i) + ": " + fault;
  }
  if (fault.empty() && data_->drawn_regions) {
    fault = fault_of(*data_->drawn_regions, data_->profiles.front().grid);
    if (!fault.empty()) fault = "regions on the map: " + fault;
  }
  if (!fault.empty()) return Error{ErrorCode::corrupt, data_->name + ": " + fault};
  return Success{};
}

}  // namespace portolan
