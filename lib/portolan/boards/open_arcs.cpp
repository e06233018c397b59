// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/open_arcs.hpp"

#include <algorithm>

namespace portolan {

std::vector<bool> AreaClosures::closed_areas(std::size_t count) const {
  std::vector<bool> closed(count, false);
  for (const NodeId area : areas) {
    if (area < count) closed[area] = true;
  }
  return closed;
}

OpenArcs open_arcs(const BoardView& board, const AreaClosures& closures, const AreasView& areas) {
  const CsrGraph& arcs = board.arcs;
  OpenArcs left;
  if (!is_well_formed(arcs)) return left;
  const std::vector<bool> shut = closures.closed_areas(arcs.size());
  std::vector<AreaBorder> borders = closures.borders;
  std::sort(borders.begin(), borders.end());
  for (NodeId from = 0; from < arcs.size(); ++from) {
    left.first.push_back(static_cast<std::uint32_t>(left.target.size()));
    if (shut[from]) continue;
    for (std::size_t arc = arcs.first[from]; arc < arcs.first[from + 1];) {
      const NodeId to = arcs.target[arc];
      const bool walled = std::binary_search(borders.begin(), borders.end(), AreaBorder{from, to});
      if (walled && !shut[to]) {
        for (const AreaLink& link : areas.links_from(from)) {
          if (link.to != to) continue;
          left.target.push_back(to);
          left.weight.push_back(link.weight + board.cost_to_enter(to));
        }
      }
      for (; arc < arcs.first[from + 1] && arcs.target[arc] == to; ++arc) {
        if (walled || shut[to]) continue;
        left.target.push_back(to);
        left.weight.push_back(arcs.weight[arc]);
      }
    }
  }
  left.first.push_back(static_cast<std::uint32_t>(left.target.size()));
  return left;
}

}  // namespace portolan
