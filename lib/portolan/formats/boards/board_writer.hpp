// SPDX-License-Identifier: BSL-1.0
// Writing a board for other programs.
#pragma once

#include "portolan/boards/board.hpp"
#include "portolan/core/result.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

enum class BoardOutput { tsv, json, graphml, dot };

/// `tsv`, `json`, `graphml` or `dot`. Error: usage.
Result<BoardOutput> parse_board_output(std::string_view name);

struct BoardFile {
  std::filesystem::path path;
  std::string content;
};

/// The files that hold the graph: of a table the arcs and, with `.nodes` before the extension, the nodes; one
/// otherwise. All but `dot`, which is for pictures, are read back as the same graph. Error (corrupt): the graph
/// contradicts itself.
Result<std::vector<BoardFile>> board_files(const BoardView& graph, const std::filesystem::path& path,
                                           BoardOutput format);

}  // namespace portolan
