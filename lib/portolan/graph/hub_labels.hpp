// SPDX-License-Identifier: BSL-1.0
// Hub labels (Cohen, Halperin, Kaplan, Zwick, 2003; Abraham, Delling, Goldberg, Werneck, 2011): for every node its
// distances to a few hubs, chosen so that on a shortest path between any two nodes lies a hub of both. Made by
// build/label_builder; read here from memory that may be a mapped file.
#pragma once

#include "portolan/graph/csr_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace portolan {

/// A hub; hubs are numbered by descending radius.
using HubId = std::uint32_t;

/// The way from a label entry to its hub: the next node, and the entry of that node for the same hub. The entry of a
/// hub for itself leads to itself.
struct LabelStep {
  std::uint32_t entry = 0;
  NodeId node = 0;
  friend constexpr bool operator==(const LabelStep&, const LabelStep&) = default;
};
static_assert(sizeof(LabelStep) == 8);

/// The labels of all nodes for one direction, each ascending by hub without repetition. Distances are exact.
struct LabelSet {
  std::span<const std::uint32_t> first;     ///< nodes + 1: the entries of node i are [first[i], first[i+1])
  std::span<const HubId> hub;               ///< by entry
  std::span<const std::uint32_t> distance;  ///< by entry, in the unit of the arcs' weights
  std::span<const LabelStep> step;          ///< by entry
};

/// A view: owns nothing, safe to read from any number of threads.
///
/// `out` holds distances from nodes to hubs and steps along the arcs; `in` distances from hubs to nodes and steps
/// against the arcs. They share their memory where the graph is symmetric.
struct HubLabels {
  LabelSet out;
  LabelSet in;
  std::span<const std::uint32_t> radius;  ///< by hub, descending: the greatest distance of an entry for it

  [[nodiscard]] std::size_t size() const noexcept { return radius.size(); }
};

/// Hubs must be addressable by the signed 32-bit indices of vector instructions.
inline constexpr std::size_t kMaxHubs = std::size_t{1} << 31;

/// Whether sizes and offsets fit each other and radii descend; entries are checked where they are followed. O(nodes).
[[nodiscard]] inline bool is_well_formed(const HubLabels& labels) noexcept {
  const auto fits = [&](const LabelSet& set) {
    return set.distance.size() == set.hub.size() && set.step.size() == set.hub.size() &&
           are_row_offsets(set.first, labels.size(), set.hub.size());
  };
  return labels.size() <= kMaxHubs && fits(labels.out) && fits(labels.in) &&
         std::is_sorted(labels.radius.begin(), labels.radius.end(), std::greater<>());
}

/// Whether every entry holds what LabelSet and HubLabels say and its steps come ever closer to the hub, or stay as near
/// over an arc of weight 0. Needs is_well_formed. O(entries).
[[nodiscard]] bool has_sound_entries(const HubLabels& labels) noexcept;

}  // namespace portolan
