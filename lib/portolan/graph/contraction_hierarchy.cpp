// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/contraction_hierarchy.hpp"

namespace portolan {
namespace {

/// The arcs of `up`, whose shortcuts from a over m to b are made of the reverse of m's arc to a in `down` and of m's
/// arc to b in `up`.
bool are_sound(const UpwardArcs& up, const UpwardArcs& down, std::size_t nodes) noexcept {
  for (NodeId from = 0; from < nodes; ++from) {
    NodeId last = from;
    for (std::size_t arc = up.first[from]; arc < up.first[from + 1]; ++arc) {
      const NodeId to = up.target[arc];
      if (to <= last || to >= nodes) return false;
      last = to;
      const NodeId middle = up.middle[arc];
      if (middle == kNoMiddle) continue;
      if (middle >= from) return false;
      const std::size_t descent = find_arc(down, middle, from);
      const std::size_t ascent = find_arc(up, middle, to);
      if (descent == down.target.size() || ascent == up.target.size()) return false;
      if (std::uint64_t{down.weight[descent]} + up.weight[ascent] != up.weight[arc]) return false;
    }
  }
  return true;
}

}  // namespace

bool has_sound_arcs(const ContractionHierarchy& hierarchy) noexcept {
  return are_sound(hierarchy.forward, hierarchy.backward, hierarchy.size()) &&
         are_sound(hierarchy.backward, hierarchy.forward, hierarchy.size());
}

}  // namespace portolan
