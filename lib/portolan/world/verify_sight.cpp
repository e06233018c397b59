// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/verify_sight.hpp"

#include "portolan/waypoints/sight_cell_builder.hpp"
#include "portolan/waypoints/waypoint_links.hpp"
#include "portolan/world/verify_index.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace portolan {
namespace {

std::string planes_fault(const ProfileView& profile) {
  const SightPlanes planes =
      profile.rules.footprint == 0 ? SightPlanes::for_point(profile.grid) : SightPlanes::for_square(profile.grid);
  const SightSpace& space = profile.sight->space;
  const auto same = [](const BitGrid& expected, const BitView& stored) {
    return std::equal(expected.words().begin(), expected.words().end(), stored.row(-1));
  };
  if (!same(planes.squares(), space.squares)) return "the sight squares contradict the terrain";
  if (profile.rules.footprint != 0 && !same(planes.vertices(), space.vertices)) {
    return "the sight vertices contradict the terrain";
  }
  return {};
}

/// A waypoint graph knows one price.
std::string price_fault(const ProfileView& profile) {
  const MoveRules& rules = profile.rules;
  const bool one_price = profile.grid.terrain.all_of(
      [&](TerrainId id) { return rules.cost[id] == 0 || rules.cost[id] == rules.least_cost; });
  return one_price ? "" : "a waypoint graph over terrain of several prices";
}

std::size_t waypoints_in(const SightSpace& space, const LinkTable& links) {
  std::size_t count = 0;
  for (std::int32_t y = 0; y <= space.height; ++y) {
    for (std::int32_t x = 0; x <= space.width; ++x) count += waypoint_mask(space, links, {x, y}) != 0 ? 1 : 0;
  }
  return count;
}

/// The least cost from waypoint to waypoint by one link or by sight; nothing if neither leads there.
std::optional<Cost> arc_cost(const SightSpace& space, const SightMetric& metric, const LinkTable& links, Vertex from,
                             Vertex to) {
  std::optional<Cost> least;
  if (in_sight(space, to_point(from), to_point(to))) least = metric.length(to_point(from), to_point(to));
  const auto link_end = links.find({from.x, from.y});
  if (!link_end) return least;
  for (const LinkArc& arc : links.leaving(*link_end)) {
    if (arc.other == Tile{to.x, to.y} && (!least || arc.cost < *least)) least = arc.cost;
  }
  return least;
}

/// Whether every link between two ends where the mover can stand is there; the graph's other tables must be right.
std::string link_arcs_fault(const LinkTable& links, const WaypointGraphView& graph) {
  const WaypointLinks ends(graph, &links);
  for (std::size_t i = 0; i < links.link_ends().size(); ++i) {
    const auto id_at = [&](Tile tile) { return ends.link_end_at(to_point(Vertex{tile.x, tile.y})); };
    const auto from = id_at(links.link_ends()[i]);
    if (!from) continue;
    const std::size_t begin = graph.first[*from];
    const auto row = graph.target.subspan(begin, graph.first[*from + 1] - begin);
    for (const LinkArc& arc : links.leaving(i)) {
      const auto to = id_at(arc.other);
      if (to && !std::ranges::binary_search(row, *to)) return "a link is missing at waypoint " + std::to_string(*from);
    }
  }
  return {};
}

/// Tables, corners, order, sight, weights and links.
std::string graph_fault(const SightSpace& space, const LinkTable& links, const WaypointGraphView& graph) {
  if (!is_well_formed(space, graph) || !are_row_offsets(graph.first, graph.size(), graph.target.size()))
    return "the waypoint tables are wrong";
  if (graph.size() != waypoints_in(space, links)) return "waypoints are missing";
  for (WaypointId id = 0; id < graph.size(); ++id) {
    const Vertex at = graph.points[id];
    const bool in_line = id >= graph.line_first[static_cast<std::size_t>(at.y)] &&
                         id < graph.line_first[static_cast<std::size_t>(at.y) + 1];
    if (graph.corners[id] != waypoint_mask(space, links, at) || graph.corners[id] == 0 || !in_line ||
        (id != 0 && graph.points[id - 1].y == at.y && graph.points[id - 1].x >= at.x)) {
      return "waypoint " + std::to_string(id) + " is wrong";
    }
    for (std::uint32_t arc = graph.first[id]; arc < graph.first[id + 1]; ++arc) {
      const WaypointId to = graph.target[arc];
      const bool ascends = to < graph.size() && to != id && (arc == graph.first[id] || to > graph.target[arc - 1]);
      if (!ascends || arc_cost(space, graph.metric, links, at, graph.points[to]) != graph.weight[arc]) {
        return "a sight edge of waypoint " + std::to_string(id) + " is wrong";
      }
    }
  }
  for (std::size_t x = 0; x + 1 < graph.column_first.size(); ++x) {
    for (std::uint32_t i = graph.column_first[x]; i < graph.column_first[x + 1]; ++i) {
      const Vertex at = graph.points[graph.column_points[i]];
      if (at.x != static_cast<std::int32_t>(x) ||
          (i != graph.column_first[x] && at.y <= graph.points[graph.column_points[i - 1]].y)) {
        return "the waypoints of column " + std::to_string(x) + " are wrong";
      }
    }
  }
  return link_arcs_fault(links, graph);
}

bool is_permutation_of(std::span<const WaypointId> ids, std::size_t size) {
  std::vector<bool> seen(size, false);
  for (const WaypointId id : ids) {
    if (id >= size || seen[id]) return false;
    seen[id] = true;
  }
  return ids.size() == size;
}

/// The bytes that fill up a block to its alignment, and all of one that is left out but for the mark that says so. The
/// block must have a view.
bool ends_in_zeros(const BlockLabels& blocks, std::size_t block) {
  const auto bytes = blocks.memory.subspan(blocks.first[block] * kBlockAlignment,
                                           (blocks.first[block + 1] - blocks.first[block]) * kBlockAlignment);
  if (bytes.empty()) return true;
  BlockHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  const auto rest = bytes.subspan(bytes_of(header));
  const bool is_mark = header.left_out == 1 && header.vias + header.hubs + header.entries == 0;
  return (header.left_out == 0 || is_mark) &&
         std::all_of(rest.begin(), rest.end(), [](std::byte b) { return b == std::byte{0}; });
}

/// The waypoints of a block's vias; nothing if hubs or places of vias are wrong.
std::optional<std::vector<WaypointId>> vias_of(const SightTierView& tier, const BlockView& block, Tile origin) {
  std::vector<WaypointId> via;
  for (std::size_t h = 0; h < block.hub.size(); ++h) {
    const HubId hub = block.hub[h] & kHubMask;
    if (hub >= tier.blocks->waypoint.size() || (h != 0 && (block.hub[h - 1] & kHubMask) >= hub)) return {};
    if ((block.hub[h] & kOwnVia) != 0) via.push_back(tier.blocks->waypoint[hub]);
  }
  if (via.size() != block.via_offset.size()) return {};
  for (std::size_t v = 0; v < via.size(); ++v) {
    const Vertex at = tier.graph->points[via[v]];
    if (at.x != origin.x + block.via_offset[v].x || at.y != origin.y + block.via_offset[v].y) return {};
  }
  return via;
}

/// Whether the entries of the h-th hub of a block are hub labels of the waypoints of their vias.
bool are_labels(const SightTierView& tier, const BlockView& block, const std::vector<WaypointId>& via, std::size_t h) {
  const LabelSet& set = tier.labels->out;
  const HubId hub = block.hub[h] & kHubMask;
  const std::size_t begin = block.hub_entries[h];
  const std::size_t end = h + 1 < block.hub.size() ? block.hub_entries[h + 1] : block.entry_via.size();
  if (begin > end || end > block.entry_via.size() || (h == 0 && begin != 0)) return false;
  for (std::size_t entry = begin; entry < end; ++entry) {
    if (block.entry_via[entry] >= via.size()) return false;
    const WaypointId from = via[block.entry_via[entry]];
    const auto last = set.hub.begin() + set.first[from + 1];
    const auto label = std::lower_bound(set.hub.begin() + set.first[from], last, hub);
    if (label == last || *label != hub ||
        set.distance[static_cast<std::size_t>(label - set.hub.begin())] != block.entry_distance[entry]) {
      return false;
    }
  }
  return true;
}

/// Whether the positions of a via's mask see it is left to queries, which look again.
std::string blocks_fault(const SightTierView& tier) {
  const BlockGrid grid = block_grid(tier.space);
  const BlockLabels& blocks = *tier.blocks;
  if (!is_well_formed(grid, *tier.labels, blocks) || !is_permutation_of(blocks.waypoint, tier.graph->size())) {
    return "the block labels contradict the hub labels";
  }
  for (std::size_t id = 0; id < grid.size(); ++id) {
    const auto block = view_of(blocks, id);
    const auto via = block && ends_in_zeros(blocks, id) ? vias_of(tier, *block, grid.origin_of(id)) : std::nullopt;
    bool right = via.has_value();
    for (std::size_t h = 0; right && h < block->hub.size(); ++h) right = are_labels(tier, *block, *via, h);
    if (!right) return "the labels of block " + std::to_string(id) + " are wrong";
  }
  return {};
}

bool same_cells(const SightCellArrays& made, const SightCells& cells) {
  return std::ranges::equal(made.members, cells.members) && std::ranges::equal(made.rank, cells.rank) &&
         std::ranges::equal(made.first, cells.first) && std::ranges::equal(made.target, cells.target) &&
         std::ranges::equal(made.weight, cells.weight) && std::ranges::equal(made.beside_first, cells.beside_first) &&
         std::ranges::equal(made.beside, cells.beside);
}

/// No arc may lead closer to a landmark than its distances say; levels and cells are those that follow from the edges.
std::string guides_fault(const WaypointGraphView& graph, const WaypointGuides& guides, unsigned threads) {
  for (WaypointId id = 0; id < graph.size() && !guides.landmarks.rows.empty(); ++id) {
    for (std::uint32_t arc = graph.first[id]; arc < graph.first[id + 1]; ++arc) {
      if (!landmarks_allow(guides.landmarks, id, graph.target[arc], graph.weight[arc])) {
        return "an arc of waypoint " + std::to_string(id) + " contradicts the landmarks";
      }
    }
  }
  if (guides.levels.words.empty()) return {};
  if (!std::ranges::equal(find_sight_levels(graph, threads).words, guides.levels.words)) {
    return "the levels of sight edges do not follow from them";
  }
  if (guides.cells.members.empty()) return {};
  const auto cells = make_sight_cells(
      graph, guides.levels, {.shift = guides.cells.shift, .levels = guides.cells.levels(), .threads = threads});
  return cells && same_cells(*cells, guides.cells) ? "" : "the cells over sight edges do not follow from them";
}

}  // namespace

std::string sight_fault(const ProfileView& profile, unsigned threads) {
  if (!profile.sight) return {};
  std::string fault = planes_fault(profile);
  if (!fault.empty() || !profile.sight->graph) return fault;
  const WaypointGraphView& graph = *profile.sight->graph;
  fault = price_fault(profile);
  if (fault.empty()) fault = graph_fault(profile.sight->space, profile.links, graph);
  const CsrGraph arcs{graph.first, graph.target, graph.weight};
  if (fault.empty() && profile.sight->hierarchy) fault = hierarchy_fault(arcs, *profile.sight->hierarchy);
  if (fault.empty() && profile.sight->labels) fault = labels_fault(arcs, *profile.sight->labels);
  if (fault.empty() && profile.sight->blocks) fault = blocks_fault(*profile.sight);
  if (fault.empty()) fault = guides_fault(graph, profile.sight->guides, threads);
  return fault;
}

}  // namespace portolan
