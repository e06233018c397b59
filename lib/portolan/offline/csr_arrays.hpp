// SPDX-License-Identifier: BSL-1.0
// Other forms of a graph in compressed sparse rows.
#pragma once

#include "portolan/graph/csr_graph.hpp"

namespace portolan {

/// The graph without loops, and of parallel arcs only the lightest. Needs is_well_formed. O(nodes + arcs).
[[nodiscard]] CsrArrays simple_graph(const CsrGraph& graph);

/// The graph with every arc turned round. Needs is_well_formed. O(nodes + arcs).
[[nodiscard]] CsrArrays reversed_graph(const CsrGraph& graph);

}  // namespace portolan
