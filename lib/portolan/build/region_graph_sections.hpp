// SPDX-License-Identifier: BSL-1.0
// A region graph and its indexes as sections of a file. Internal to the module.
#pragma once

#include "portolan/build/build_world.hpp"
#include "portolan/graph/region_graph.hpp"

#include <string>
#include <vector>

namespace portolan {

/// Adds the graph, which has a node at least, and the indexes that the options ask for (see build_region_world); of
/// block labels, which need tiles, none. What was chosen or left out is noted.
void add_region_graph(WorldImage& image, const RegionGraph& graph, const BuildOptions& options,
                      std::vector<std::string>& notes);

}  // namespace portolan
