// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_writer.hpp"

#include "portolan/formats/boards/board_edges.hpp"
#include "portolan/formats/boards/board_graphml.hpp"
#include "portolan/formats/boards/board_json.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/formats/text.hpp"

#include <fmt/format.h>

namespace portolan {
namespace {

/// A string in the DOT language.
std::string dot_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// For Graphviz, whose y grows upwards.
std::string dot_graph(const BoardView& graph) {
  std::string text = "digraph board {\n  node [shape=box];\n";
  for (NodeId node = 0; node < graph.size(); ++node) {
    const std::string enter = cost_to_enter(graph, node);
    const std::string name(graph.names[node]);
    text += fmt::format("  n{} [label={}", node, dot_string(enter.empty() ? name : name + " (enter " + enter + ")"));
    std::string x;
    std::string y;
    if (position_of(graph, node, x, y)) {
      const std::string up = y == "0" ? y : y.starts_with('-') ? y.substr(1) : "-" + y;
      text += fmt::format(", pos=\"{},{}!\"", x, up);
    }
    if (const auto tags = graph.node_tags[node]; !tags.empty())
      text += fmt::format(", comment={}", dot_string(joined_tags(graph, tags)));
    text += "];\n";
  }
  for (const BoardEdge& edge : edges_of(graph)) {
    const std::string cost = to_text(graph.in_author_unit(graph.own_weight(edge.arc)));
    const std::string_view name = graph.arc_names[edge.arc];
    text += fmt::format("  n{} -> n{} [label={}{}];\n", edge.from, edge.to,
                        dot_string(name.empty() ? cost : fmt::format("{} ({})", name, cost)),
                        edge.direction == Direction::both ? ", dir=none" : "");
  }
  return text + "}\n";
}

}  // namespace

Result<BoardOutput> parse_board_output(std::string_view name) {
  if (name == "tsv") return BoardOutput::tsv;
  if (name == "json") return BoardOutput::json;
  if (name == "graphml") return BoardOutput::graphml;
  if (name == "dot") return BoardOutput::dot;
  return Error{ErrorCode::usage,
               fmt::format("output format {} is not known (one of tsv, json, graphml, dot)", in_quotes(name))};
}

Result<std::vector<BoardFile>> board_files(const BoardView& graph, const std::filesystem::path& path,
                                           BoardOutput format) {
  if (const std::string_view fault = fault_of(graph); !fault.empty())
    return Error{ErrorCode::corrupt, fmt::format("board: {}", fault)};
  switch (format) {
    case BoardOutput::tsv: {
      std::filesystem::path nodes = path;
      nodes.replace_extension();
      nodes += ".nodes.tsv";
      return std::vector<BoardFile>{{path, arc_table(graph)}, {nodes, node_table(graph)}};
    }
    case BoardOutput::json:
      return std::vector<BoardFile>{{path, board_json(graph)}};
    case BoardOutput::graphml:
      return std::vector<BoardFile>{{path, graphml(graph)}};
    case BoardOutput::dot:
      break;
  }
  return std::vector<BoardFile>{{path, dot_graph(graph)}};
}

}  // namespace portolan
