// SPDX-License-Identifier: BSL-1.0
// A road graph to measure on, from the text files of the 9th DIMACS implementation challenge.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/graph/position_estimate.hpp"
#include "portolan/offline/csr_arrays.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace portolan::bench {

struct RoadGraph {
  std::string name;
  CsrArrays graph;
  std::vector<GraphPosition> positions;  ///< by node
};

/// Reads X.gr and X.co beside it, or X.gr.gz and X.co.gz. Errors (io, syntax): a file that cannot be read, a line that
/// is wrong, nodes and positions of different numbers.
[[nodiscard]] Result<RoadGraph> read_road_graph(const std::filesystem::path& gr);

}  // namespace portolan::bench
