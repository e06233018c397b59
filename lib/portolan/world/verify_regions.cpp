// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/verify_regions.hpp"

#include "portolan/regions/region_arcs.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace portolan {
namespace {

std::string of_level(int level) {
  return " of region level " + std::to_string(level);
}

/// Nodes are distinct passable tiles, none missing from a level whose line it is on, with all portals among them.
std::string nodes_fault(const ProfileView& profile) {
  const RegionTopologyView& topology = profile.regions.topology;
  const GridView& grid = profile.grid;
  std::vector<bool> taken(grid.terrain.size(), false);
  std::size_t portals = 0;
  for (std::size_t node = 0; node < topology.tiles.size(); ++node) {
    const Tile tile = topology.tiles[node];
    if (!grid.passable(tile) || taken[grid.index(tile)]) {
      return "portal " + std::to_string(node) + " is not a passable tile of its own";
    }
    taken[grid.index(tile)] = true;
    const int line = std::min(topology.layout.line_level(tile), topology.levels - 1);
    if (line >= 0 && node >= topology.level[static_cast<std::size_t>(line)].nodes) {
      return "portal " + std::to_string(node) + " is missing from a level whose line it is on";
    }
    portals += is_portal(grid, topology.layout, tile) ? 1 : 0;
  }
  return portals == find_portals(grid, topology.layout).size() ? "" : "portals are missing";
}

/// Where the mover can stand, ends of links are nodes of every level.
std::string link_ends_fault(const ProfileView& profile) {
  const RegionTopologyView& topology = profile.regions.topology;
  const RegionLevelView& top = topology.level[static_cast<std::size_t>(topology.levels - 1)];
  std::size_t found = 0;
  for (const Tile tile : topology.tiles.first(top.nodes)) found += is_link_end(topology, tile) ? 1 : 0;
  const auto passable = std::count_if(topology.link_ends.begin(), topology.link_ends.end(),
                                      [&](Tile tile) { return profile.grid.cost(tile) != 0; });
  return static_cast<std::size_t>(passable) == found ? "" : "ends of links are missing from a region level";
}

/// Each node of a level is in exactly the regions around it, and found again by its places.
std::string members_fault(const RegionTopologyView& topology, int level, const LevelTopology& expected) {
  const RegionLevelView& view = topology.level[static_cast<std::size_t>(level)];
  if (!fits(expected)) return "a region has too many members" + of_level(level);
  bool same = std::ranges::equal(expected.places, view.places);
  for (std::size_t number = 0; same && number < view.records.index.size(); ++number) {
    const auto members = view.records.members(number);
    same = members && std::ranges::equal(*members, expected.of(number), {}, &RegionMember::node);
  }
  return same ? "" : "the members" + of_level(level) + " are wrong";
}

/// The members of the level must be sound, and so the level below.
std::string arcs_fault(const ProfileView& profile, int level, const LevelTopology& members, unsigned threads) {
  const RegionTopologyView& topology = profile.regions.topology;
  const RegionRecordsView& records = topology.level[static_cast<std::size_t>(level)].records;
  const LevelInMaking made{topology.layout, level, topology.tiles, members};
  // A sound file has exactly as many arcs, and one that lies may not make us find more.
  const std::uint64_t most = std::min(count_arcs(records), kMaxLevelArcs);
  RegionRecords expected;
  try {
    expected = level == 0 ? customise_base(profile.grid, made, threads, widest_simd(), most)
                          : customise_level(made, topology.level[static_cast<std::size_t>(level - 1)].records, threads,
                                            widest_simd(), most);
  } catch (const std::length_error&) {
    return "arcs" + of_level(level) + " are missing";
  }
  const bool same =
      std::ranges::equal(expected.index, records.index) && std::ranges::equal(expected.words, records.words);
  return same ? "" : "the arcs" + of_level(level) + " are not those of the terrain";
}

/// The members of a level, and the arcs between them; the level below must be sound.
std::string level_fault(const ProfileView& profile, int level, unsigned threads) {
  const RegionTopologyView& topology = profile.regions.topology;
  std::vector<RegionNode> nodes;
  nodes.reserve(topology.level[static_cast<std::size_t>(level)].nodes);
  for (const Tile tile : topology.tiles.first(topology.level[static_cast<std::size_t>(level)].nodes)) {
    nodes.push_back({tile, level});
  }
  const LevelTopology expected = collect_members(topology.layout, level, nodes);
  const std::string fault = members_fault(topology, level, expected);
  return fault.empty() ? arcs_fault(profile, level, expected, threads) : fault;
}

/// No arc and no link may lead closer to a landmark than its distances say. Arcs of level 0 make all others.
std::string landmarks_fault(const ProfileView& profile) {
  const RegionTopologyView& topology = profile.regions.topology;
  const RegionLandmarks& landmarks = profile.regions.landmarks;
  const RegionRecordsView& base = topology.level[0].records;
  for (std::size_t number = 0; number < base.index.size(); ++number) {
    const RegionView region = *base.region(number);
    for (std::size_t i = 0; i < region.members.size(); ++i) {
      const auto& [node, first] = region.members[i];
      for (std::uint32_t arc = first; arc < region.end_of(i); ++arc) {
        if (!landmarks_allow(landmarks, node, region.members[region.arcs.target(arc)].node, region.arcs.weight(arc))) {
          return "an arc contradicts the landmarks";
        }
      }
    }
  }
  bool sound = true;
  for_each_link_arc(find_link_end_nodes(topology), profile.links, [&](NodeId from, NodeId to, Cost cost) {
    sound = sound && landmarks_allow(landmarks, from, to, cost);
  });
  return sound ? "" : "a link contradicts the landmarks";
}

}  // namespace

std::string regions_fault(const ProfileView& profile, unsigned threads) {
  const RegionTopologyView& topology = profile.regions.topology;
  if (topology.levels == 0) {
    return topology.layout.levels() == 0 ? "" : "there are no regions on a map of several";
  }
  std::string fault = nodes_fault(profile);
  if (fault.empty()) fault = link_ends_fault(profile);
  for (int level = 0; level < topology.levels && fault.empty(); ++level) fault = level_fault(profile, level, threads);
  return fault.empty() ? landmarks_fault(profile) : fault;
}

}  // namespace portolan
