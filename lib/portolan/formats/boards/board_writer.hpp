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

/// A form in which a board is written.
enum class BoardOutput { tsv, json, graphml, dot };

/// Reads the name of a form: `tsv`, `json`, `graphml` or `dot`. Error: usage.
Result<BoardOutput> parse_board_output(std::string_view name);

/// A file to write.
struct BoardFile {
  std::filesystem::path path;
  std::string content;
};

/// The files that hold a board. As a table there are two, of the arcs at `path` and of the nodes with `.nodes` before
/// the extension; in other forms there is one. All but `dot`, which is for pictures, are read back as the same graph.
/// Error (corrupt): the graph contradicts itself.
Result<std::vector<BoardFile>> board_files(const BoardView& graph, const std::filesystem::path& path,
                                           BoardOutput format);

}  // namespace portolan
