// SPDX-License-Identifier: BSL-1.0
// The deep check of the indexes of a graph. Internal to the module.
#pragma once

#include "portolan/graph/contraction_hierarchy.hpp"
#include "portolan/graph/hub_labels.hpp"

#include <string>

namespace portolan {

/// Arcs that are no shortcuts are those of the graph, and all of its arcs are there or bettered, in both directions;
/// empty if nothing is wrong. Needs is_well_formed(graph). O(arcs log arcs).
[[nodiscard]] std::string hierarchy_fault(const CsrGraph& graph, const ContractionHierarchy& hierarchy);

/// Every entry is an arc of the graph away from the next one in its tree, in both directions; empty if nothing is
/// wrong. That labels cover all pairs is not shown. Needs is_well_formed(graph). O(entries log).
[[nodiscard]] std::string labels_fault(const CsrGraph& graph, const HubLabels& labels);

}  // namespace portolan
