// SPDX-License-Identifier: BSL-1.0
// World::verify: everything that opening takes on trust.
#include "portolan/boards/border_costs.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/grid/islands.hpp"
#include "portolan/world/section_name.hpp"
#include "portolan/world/verify_dead_ends.hpp"
#include "portolan/world/verify_index.hpp"
#include "portolan/world/verify_regions.hpp"
#include "portolan/world/verify_sight.hpp"
#include "portolan/world/verify_ways.hpp"
#include "portolan/world/world_data.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

namespace portolan {
namespace {

using format::SectionEntry;

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
    if (entry.offset < end) return section_text(entry) + " overlaps another";
    if (entry.reserved != 0) return "reserved bytes of " + section_text(entry) + " are not zero";
    if (!all_zero(bytes.subspan(end, entry.offset - end)))
      return "padding before " + section_text(entry) + " is not zero";
    if (hash_bytes(table.bytes_of(entry)) != entry.checksum) return "wrong checksum of " + section_text(entry);
    end = entry.offset + entry.size;
  }
  return all_zero(bytes.subspan(end)) ? "" : "bytes after the last section are not zero";
}

/// The positions of a mover, which are the tiles unless its footprint is larger.
std::string positions_fault(const World::Data& data, const ProfileView& profile) {
  std::uint32_t least = 0;
  std::array<bool, 256> used{};
  data.terrain.for_each_piece(data.terrain.bounds(), [&](Tile, std::span<const TerrainId> terrain) {
    for (const TerrainId id : terrain) used[id] = true;
  });
  for (std::size_t id = 0; id < used.size(); ++id) {
    const std::uint32_t cost = used[id] ? profile.rules.cost[id] : 0;
    if (cost != 0 && (least == 0 || cost < least)) least = cost;
  }
  if (profile.rules.least_cost != std::max(1U, least)) return "the least terrain cost is wrong";
  if (!notches_follow(profile.rules, data.palette.size()))
    return "the costs of notches do not follow from the terrain's";
  if (profile.rules.footprint <= 1) return {};
  std::vector<TerrainId> plane = data.terrain.copy(data.terrain.bounds());
  take_dearest(plane, profile.grid.width, profile.rules);
  const TerrainPlane& positions = profile.grid.terrain;
  if (plane != positions.copy(positions.bounds())) return "the positions contradict the terrain";
  return positions.is_filled_up() ? "" : "the strips of positions are not filled up";
}

/// Classes of edges that there are, and of a larger footprint those that follow from them. What lies beyond the map
/// has none, as copying the map finds.
std::string moves_fault(const World::Data& data, const ProfileView& profile) {
  if (data.edges.empty()) return {};
  for (const EdgeIds& ids : data.edges) {
    for (const EdgeId id : ids) {
      if (id > data.edge_costs.size() && id != kBlockedEdge) return "a move of a cost that there is none of";
    }
  }
  if (profile.rules.footprint <= 1) return {};
  std::vector<EdgeIds> plane(data.edges.begin(), data.edges.end());
  take_dearest_edges(plane, profile.grid.width, profile.rules.footprint);
  return std::ranges::equal(plane, profile.edges.ids) ? "" : "the edges of positions contradict the moves";
}

std::string islands_fault(const World::Data& data, const ProfileView& profile) {
  const bool takes_links = profile.rules.metric == Metric::grid;
  const Islands islands =
      label_islands(profile.grid, takes_links ? std::span<const Link>(data.links) : std::span<const Link>());
  std::uint64_t passable = 0;
  for (std::size_t i = 0; i < islands.label.size(); ++i) {
    if (profile.islands.label(i) != islands.label[i]) return "a position's island is wrong";
    passable += islands.label[i] != 0 ? 1 : 0;
  }
  if (profile.island_count != islands.count) return "the number of islands is wrong";
  return profile.passable == passable ? "" : "the number of passable positions is wrong";
}

std::string profile_fault(const World::Data& data, const ProfileView& profile, unsigned threads) {
  std::string fault = positions_fault(data, profile);
  if (fault.empty()) fault = moves_fault(data, profile);
  if (fault.empty()) fault = islands_fault(data, profile);
  if (fault.empty()) fault = dead_ends_fault(profile);
  if (fault.empty()) fault = sight_fault(profile, threads);
  return fault.empty() ? regions_fault(profile, threads) : fault;
}

/// Rows between floors, which nobody may pass.
std::string floors_fault(const World::Data& data) {
  const FloorStack& floors = data.floors;
  for (std::int32_t floor = 1; floor < floors.count; ++floor) {
    const std::int32_t row = floor * (floors.height + 1) - 1;
    const auto tiles = data.terrain.copy({{0, row}, {data.terrain.width(), row + 1}});
    if (std::ranges::any_of(tiles, [&](TerrainId id) { return id != floors.between; })) {
      return "a row between floors is not of their terrain";
    }
  }
  for (const ProfileView& profile : data.profiles) {
    if (floors.count > 1 && profile.rules.cost[floors.between] != 0) return "a mover can pass between floors";
  }
  return {};
}

/// Names by which profiles are found.
std::string names_fault(const std::vector<ProfileView>& profiles) {
  std::set<std::string_view> names;
  for (const ProfileView& profile : profiles) {
    if (!names.insert(profile.name).second) return "two profiles of one name";
  }
  return {};
}

std::string board_fault(const BoardTierView& tier) {
  std::string fault(fault_of(tier.graph));
  if (fault.empty() && !is_consistent(tier.graph.arcs, tier.estimate)) fault = "an estimate is above a cost";
  if (fault.empty() && tier.hierarchy) fault = hierarchy_fault(tier.graph.arcs, *tier.hierarchy);
  if (fault.empty() && tier.labels) fault = labels_fault(tier.graph.arcs, *tier.labels);
  if (fault.empty()) fault = dead_ends_fault(tier);
  return fault;
}

/// Every arc is a link or the way over an open border, at its cost, and all of those are there.
std::string areas_fault(const World::Data& data, unsigned threads) {
  const AreasView& areas = *data.areas;
  const GridView& grid = data.profiles.front().grid;
  const BoardView& graph = data.board->graph;
  if (const std::string_view fault = fault_of(areas, grid); !fault.empty()) return std::string(fault);
  if (areas.by_sight()) return ways_fault(areas, graph, data.profiles.front(), data.edge_costs, threads);
  if (grid.rules->metric != Metric::grid) return "the mover does not walk on tiles";
  const auto between = [&](NodeId from, NodeId to) {
    return " from '" + std::string(graph.names[from]) + "' to '" + std::string(graph.names[to]) + "'";
  };
  using Arc = std::array<std::uint32_t, 3>;
  std::vector<Arc> expected;
  for (const AreaLink& link : areas.links) {
    if (link.cost != in_units(*grid.rules, graph.in_author_unit(link.weight))) {
      return "the link" + between(link.from, link.to) + " costs something else on the tiles than in the table";
    }
    expected.push_back({link.from, link.to, link.weight + graph.cost_to_enter(link.to)});
  }
  std::vector<AreaId> area_at(grid.terrain.size());
  for (std::size_t i = 0; i < area_at.size(); ++i) area_at[i] = areas.tiles.at(grid.tile(i));
  std::vector<AreaBorder> open = find_borders(grid, area_at);
  std::erase_if(open, [&](const AreaBorder& border) { return areas.is_closed(border); });
  const std::vector<Cost> costs = measure_borders(grid, areas, open, threads);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (costs[i] == kInfiniteCost) continue;
    const auto tiles = in_tiles(*grid.rules, costs[i]);
    const auto walked = tiles ? scaled(*tiles, graph.cost_decimals) : std::nullopt;
    const std::int64_t weight = walked ? *walked + graph.cost_to_enter(open[i].to) : kMaxArcCost;
    if (weight >= kMaxArcCost) return "the cost of a border does not fit an arc";
    expected.push_back({open[i].from, open[i].to, static_cast<std::uint32_t>(weight)});
  }
  std::vector<Arc> arcs;
  for (NodeId from = 0; from < graph.size(); ++from) {
    for (std::uint32_t arc = graph.arcs.first[from]; arc < graph.arcs.first[from + 1]; ++arc) {
      arcs.push_back({from, graph.arcs.target[arc], graph.arcs.weight[arc]});
    }
  }
  std::ranges::sort(expected);
  const auto [wrong, missing] = std::ranges::mismatch(arcs, expected);
  if (wrong == arcs.end() && missing == expected.end()) return {};
  const bool is_missing = wrong == arcs.end() || (missing != expected.end() && *missing < *wrong);
  const Arc& arc = is_missing ? *missing : *wrong;
  return (is_missing ? "there is no arc" : "the arc") + between(arc[0], arc[1]) +
         (is_missing ? " at the cost of their border or link" : " is no border or link of that cost");
}

}  // namespace

Outcome World::verify(unsigned threads) const {
  std::string fault = frame_fault(data_->bytes, *data_->table);
  const bool known = data_->terrain.all_of([&](TerrainId id) { return id < data_->palette.size(); });
  if (fault.empty() && !known) fault = "a tile's terrain is not in the palette";
  if (fault.empty() && !data_->terrain.is_filled_up()) fault = "the strips of the terrain are not filled up";
  if (fault.empty()) fault = floors_fault(*data_);
  if (fault.empty()) fault = names_fault(data_->profiles);
  if (fault.empty() && !data_->profiles.empty()) {
    if (const auto copied = map(); !copied) return copied.error();
  }
  if (fault.empty() && data_->board) {
    fault = board_fault(*data_->board);
    if (!fault.empty()) fault = "board: " + fault;
  }
  for (std::size_t i = 0; i < data_->profiles.size() && fault.empty(); ++i) {
    fault = profile_fault(*data_, data_->profiles[i], threads);
    if (!fault.empty()) fault = "profile " + std::to_string(i) + ": " + fault;
  }
  if (fault.empty() && data_->areas) {
    fault = areas_fault(*data_, threads);
    if (!fault.empty()) fault = "areas on the map: " + fault;
  }
  if (!fault.empty()) return Error{ErrorCode::corrupt, data_->name + ": " + fault};
  return Success{};
}

}  // namespace portolan
