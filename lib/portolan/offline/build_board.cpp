// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/build_board.hpp"

#include "portolan/offline/board_sections.hpp"
#include "portolan/offline/provenance.hpp"

namespace portolan {

Result<WorldImage> build_board(const Board& graph, const BuildOptions& options) {
  if (graph.by_name.empty()) return Error{ErrorCode::usage, "a board has at least one node"};
  if (options.indexes && options.indexes->contains(IndexKind::blocks)) {
    return Error{ErrorCode::usage, "index blocks is for tile maps: a board has ch and labels"};
  }
  WorldImage image;
  std::vector<std::string> notes;
  add_board(image, graph, options, notes);
  add_provenance(image, options, notes);
  return image;
}

}  // namespace portolan
