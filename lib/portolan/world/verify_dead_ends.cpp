// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/verify_dead_ends.hpp"

namespace portolan {

std::string dead_ends_fault(const ProfileView& profile) {
  const DeadEndsView& dead_ends = profile.dead_ends;
  const GridView& grid = profile.grid;
  if (dead_ends.empty()) return {};
  if (const std::string_view fault = fault_of(dead_ends, grid.terrain.size()); !fault.empty()) {
    return std::string(fault);
  }
  bool sound = true;
  for (std::size_t i = 0; i < grid.terrain.size() && sound; ++i) {
    const Tile tile = grid.tile(i);
    const DeadEndId number = dead_ends.at(i);
    if (number != 0 && profile.islands.label(i) != profile.islands.label(dead_ends[number].gate)) {
      return "a position in a dead end of another island";
    }
    if (grid.cost(tile) == 0) continue;
    for_each_step(grid, grid.bounds(), tile,
                  [&](Tile to, Cost) { sound = sound && may_join(dead_ends, i, grid.index(to)); });
  }
  if (!sound) return "a step into a dead end beside its gate";
  for (std::size_t end = 0; end < profile.links.link_ends().size(); ++end) {
    const Tile from = profile.links.link_ends()[end];
    for (const LinkArc& arc : profile.links.leaving(end)) {
      if (grid.cost(from) == 0 || grid.cost(arc.other) == 0) continue;
      if (!may_join(dead_ends, grid.index(from), grid.index(arc.other)))
        return "a link into a dead end beside its gate";
    }
  }
  return {};
}

std::string dead_ends_fault(const BoardTierView& tier) {
  const DeadEndsView& dead_ends = tier.dead_ends;
  const CsrGraph& arcs = tier.graph.arcs;
  if (dead_ends.empty()) return {};
  if (const std::string_view fault = fault_of(dead_ends, arcs.size()); !fault.empty()) return std::string(fault);
  for (NodeId tail = 0; tail < arcs.size(); ++tail) {
    for (std::uint32_t arc = arcs.first[tail]; arc < arcs.first[tail + 1]; ++arc) {
      if (!may_join(dead_ends, tail, arcs.target[arc])) return "an arc into a dead end beside its gate";
    }
  }
  return {};
}

}  // namespace portolan
