// SPDX-License-Identifier: BSL-1.0
// What fuzz targets do with a draft that a reader made: it is in error, or makes a sound graph that every format keeps.
#pragma once

#include "portolan/formats/boards/board_graphml.hpp"
#include "portolan/formats/boards/board_json.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/offline/board_lint.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace portolan::fuzz {

[[noreturn]] inline void fail(std::string_view what) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

inline void require(bool truth, std::string_view what) {
  if (!truth) fail(what);
}

inline void require_same(const Board& graph, const Result<BoardDraft>& draft, std::string_view format) {
  if (!draft) fail(draft.error().message);
  const auto again = make_board(*draft);
  if (!again) fail(again.error().message);
  require(*again == graph, format);
}

inline void use_draft(const Result<BoardDraft>& draft) {
  if (!draft) {
    require(!draft.error().message.empty() && draft.error().message.find('\n') == std::string::npos, "a bad message");
    return;
  }
  const auto graph = make_board(*draft);
  const std::vector<Finding> errors = errors_in(*draft);
  require(graph.has_value() == errors.empty(), "errors and graph disagree");
  for (const Finding& finding : errors) {
    require(text_of(*draft, finding).find('\n') == std::string::npos, "a finding on two lines");
  }
  if (!graph) return;
  for (const Finding& finding : warnings_in(*draft)) {
    require(text_of(*draft, finding).find('\n') == std::string::npos, "a finding on two lines");
  }
  const BoardView view = graph->view();
  require(fault_of(view).empty(), fault_of(view));
  const std::string arcs = arc_table(view);
  const std::string nodes = node_table(view);
  require_same(*graph, parse_board_table({arcs, "arcs"}, NamedText{nodes, "nodes"}), "a table loses something");
  require_same(*graph, parse_board_json(board_json(view), "json"), "JSON loses something");
  require_same(*graph, parse_graphml(graphml(view), "graphml"), "GraphML loses something");
}

}  // namespace portolan::fuzz
