// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_table.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace portolan {
std::optional<std::size_t> RegionTable::find(Tile t) const noexcept {
  const auto at = std::lower_bound(tiles.begin(), tiles.end(), t, row_by_row);
  if (at == tiles.end() || *at != t) return {};
  return static_cast<std::size_t>(at - tiles.begin());
}

bool is_same(const RegionTopologyView& topology, int level, std::size_t number, const RegionTable& table) {
  const auto region = topology.level[static_cast<std::size_t>(level)].records.region(number);
  if (!region || region->members.size() != table.nodes.size()) return false;
  const auto& [members, arcs] = *region;
  using Arc = std::pair<NodeId, Cost>;
  std::vector<Arc> here;
  std::vector<Arc> there;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& [node, first] = members[i];
    if (node >= topology.tiles.size()) return false;
    const auto member = table.find(topology.tiles[node]);
    if (!member || table.nodes[*member] != node) return false;
    const std::uint32_t last = region->end_of(i);
    const std::uint32_t count = table.arcs.first[*member + 1] - table.arcs.first[*member];
    if (last > arcs.size() || first > last || last - first != count) return false;
    here.clear();
    there.clear();
    for (std::uint32_t arc = 0; arc < count; ++arc) {
      const std::size_t target = arcs.target(first + arc);
      if (target >= members.size()) return false;
      there.emplace_back(members[target].node, arcs.weight(first + arc));
      const std::uint32_t own = table.arcs.first[*member] + arc;
      here.emplace_back(table.nodes[table.arcs.target[own]], table.arcs.weight[own]);
    }
    std::sort(here.begin(), here.end());
    std::sort(there.begin(), there.end());
    if (here != there) return false;
  }
  return true;
}

std::shared_ptr<const RegionTable> RegionTableMaker::base(const GridView& grid, std::size_t number) {
  const auto in_file = topology_.level[0].records.members(number);
  if (!in_file) return nullptr;
  const Rect area = topology_.layout.area(0, topology_.layout.region(0, number));
  members_.clear();
  for (const auto& [node, arc] : *in_file) {
    if (node >= topology_.tiles.size() || !area.contains(topology_.tiles[node])) return nullptr;
    if (grid.cost(topology_.tiles[node]) != 0) members_.push_back({topology_.tiles[node], node});
  }
  const auto consider = [&](Tile t) {
    if (is_portal(grid, topology_.layout, t)) members_.push_back({t, kNoNode});
  };
  for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
    consider({x, area.min.y});
    consider({x, area.max.y - 1});
  }
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    consider({area.min.x, y});
    consider({area.max.x - 1, y});
  }
  for (const Tile link_end : topology_.link_ends) {
    if (area.contains(link_end) && grid.cost(link_end) != 0) members_.push_back({link_end, kNoNode});
  }
  sort_members();
  chosen_.resize(members_.size());
  std::iota(chosen_.begin(), chosen_.end(), NodeId{0});
  return make_table(customiser_.find(grid, {area, tiles_, chosen_}));
}

std::shared_ptr<const RegionTable> RegionTableMaker::upper(int level, std::size_t number,
                                                           const RegionChildren& children) {
  const RegionIndex region = topology_.layout.region(level, number);
  const auto below = static_cast<std::size_t>(level - 1);
  std::array<ArcsView, 4> child_arcs;
  std::size_t count = 0;
  bool sound = true;
  members_.clear();
  for_each_child(topology_.layout, level, region, [&](std::size_t child) {
    std::vector<Tile>& tiles = child_tiles_[count];
    std::vector<RegionMember>& members = child_members_[count];
    ArcsView& arcs = child_arcs[count];
    const RegionTable* const table = children[count++].get();
    tiles.clear();
    members.clear();
    if (table != nullptr) {
      tiles = table->tiles;
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        members_.push_back({tiles[i], table->nodes[i]});
        members.push_back({kNoNode, table->arcs.first[i]});
      }
      arcs = table->arcs.view();
      return;
    }
    const auto in_file = topology_.level[below].records.region(child);
    sound = sound && in_file;
    if (!in_file) return;
    for (const auto& [node, first] : in_file->members) {
      sound = sound && node < topology_.tiles.size();
      if (!sound) return;
      tiles.push_back(topology_.tiles[node]);
      members_.push_back({tiles.back(), node});
      members.push_back({kNoNode, first});
    }
    arcs = in_file->arcs;
  });
  if (!sound) return nullptr;
  sort_members();
  ChildRegions joined;
  for (std::size_t child = 0; child < count; ++child) {
    std::vector<RegionMember>& members = child_members_[child];
    for (std::size_t i = 0; i < members.size(); ++i) {
      const auto at = std::lower_bound(tiles_.begin(), tiles_.end(), child_tiles_[child][i], row_by_row);
      members[i].node = static_cast<NodeId>(at - tiles_.begin());
    }
    joined.add({members, child_arcs[child]});
  }
  chosen_.clear();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (serves(members_[i], level)) chosen_.push_back(static_cast<NodeId>(i));
  }
  if (chosen_.size() > kMaxRegionMembers) return nullptr;
  return make_table(customiser_.find(joined.view(), {topology_.layout.area(level, region), tiles_, chosen_}));
}

/// Sorts members and keeps one a tile.
void RegionTableMaker::sort_members() {
  std::sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
    return std::tie(a.tile.y, a.tile.x, a.node) < std::tie(b.tile.y, b.tile.x, b.node);
  });
  const auto end =
      std::unique(members_.begin(), members_.end(), [](const Member& a, const Member& b) { return a.tile == b.tile; });
  members_.erase(end, members_.end());
  tiles_.clear();
  for (const Member& member : members_) tiles_.push_back(member.tile);
}

bool RegionTableMaker::serves(const Member& member, int level) const noexcept {
  if (member.node != kNoNode) return member.node < topology_.level[static_cast<std::size_t>(level)].nodes;
  return topology_.layout.line_level(member.tile) >= level || is_link_end(topology_, member.tile);
}

std::shared_ptr<const RegionTable> RegionTableMaker::make_table(const RegionArcs* arcs) const {
  if (arcs == nullptr) return nullptr;
  auto table = std::make_shared<RegionTable>();
  for (const NodeId place : chosen_) {
    table->tiles.push_back(members_[place].tile);
    table->nodes.push_back(members_[place].node);
  }
  table->arcs = *arcs;
  return table;
}

}  // namespace portolan
