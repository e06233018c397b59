// SPDX-License-Identifier: BSL-1.0
#include "portolan/build/build_region_world.hpp"

#include "portolan/build/provenance.hpp"
#include "portolan/build/region_graph_sections.hpp"

namespace portolan {

Result<WorldImage> build_region_world(const RegionGraph& graph, const BuildOptions& options) {
  if (graph.by_name.empty()) return Error{ErrorCode::usage, "a region graph has at least one node"};
  if (options.indexes && options.indexes->contains(IndexKind::blocks)) {
    return Error{ErrorCode::usage, "index blocks is for tile maps: a region graph has ch and labels"};
  }
  WorldImage image;
  std::vector<std::string> notes;
  add_region_graph(image, graph, options, notes);
  add_provenance(image, options, notes);
  return image;
}

}  // namespace portolan
