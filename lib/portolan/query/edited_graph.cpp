// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/edited_graph.hpp"

namespace portolan {

bool EditedGraph::has_arc(NodeId from, NodeId to, Cost cost, const LevelRegion& in) const noexcept {
  if (const auto slot = in.level == 0 ? regions_.open_slot(in.index) : std::nullopt) {
    bool found = false;
    for_each_step_of(from, in, *slot,
                     [&](NodeId step, Cost weight) { found = found || (step == to && weight == cost); });
    return found;
  }
  const RegionTable* const table = regions_.table(in.level, in.index);
  if (table == nullptr) {
    return from < file_.size() && to < file_.size() && file_.has_arc(from, to, cost, in);
  }
  const auto member = table->find(tile_of(from));
  const auto target = table->find(tile_of(to));
  return member && target &&
         has_arc_among(table->arcs.view(), table->arcs.first[*member], table->arcs.first[*member + 1], *target, cost);
}

}  // namespace portolan
