// SPDX-License-Identifier: BSL-1.0
// portolan export: a board in the formats of other programs.
#include "board/board.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "map/input_files.hpp"
#include "portolan/core/file.hpp"
#include "portolan/formats/boards/board_writer.hpp"
#include "portolan/formats/file.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

Result<BoardOutput> output_of(const ExportArguments& arguments) {
  if (!arguments.as.empty()) return parse_board_output(arguments.as);
  const std::string extension = std::filesystem::path(arguments.output).extension().string();
  if (extension == ".gv") return BoardOutput::dot;
  auto output = parse_board_output(extension.empty() ? "" : extension.substr(1));
  if (output) return output;
  return Error{ErrorCode::usage,
               fmt::format("{}: the extension is none of .tsv, .json, .graphml, .dot; --as says what to write",
                           arguments.output)};
}

int write(const BoardView& graph, const ExportArguments& arguments, const InputFiles& inputs) {
  const auto output = output_of(arguments);
  if (!output) return fail(output.error().message);
  const auto files = board_files(graph, arguments.output, *output);
  if (!files) return fail(fmt::format("{}: {}", arguments.input, files.error().message));
  for (const BoardFile& file : *files) {
    if (inputs.holds(file.path)) return fail(written_over(file.path).message);
  }
  std::vector<StagedFile> staged;
  for (const BoardFile& file : *files) {
    const std::array chunks{std::as_bytes(std::span(file.content))};
    auto written = StagedFile::write(file.path, chunks);
    if (!written) return fail(written.error().message);
    staged.push_back(std::move(*written));
    fmt::print("{}: {} bytes\n", file.path.string(), file.content.size());
  }
  if (const Outcome printed = flush_output(); !printed) return fail(printed.error().message);
  if (const Outcome committed = commit_all(staged); !committed) return fail(committed.error().message);
  return kDone;
}

}  // namespace

int run_export(const ExportArguments& arguments) {
  InputFiles inputs;
  const ReadFile read = [&](const std::filesystem::path& path, FileOrigin origin) { return inputs.read(path, origin); };
  const auto bytes = read(arguments.input, FileOrigin::given);
  if (!bytes) return fail(bytes.error().message);
  if (is_world_file(*bytes)) {
    const auto world = World::open(arguments.input);
    if (!world) return fail(world.error().message);
    if (!world->board()) return fail(arguments.input + ": the world has no board");
    if (!arguments.board.nodes.empty() || !arguments.board.links.empty() || arguments.board.format != "auto")
      return fail("--nodes, --links and --format are for boards that are not built, and this is a world file");
    return write(world->board()->graph, arguments, inputs);
  }
  const auto format = parse_board_format(arguments.board.format);
  if (!format) return fail(format.error().message);
  const auto source =
      parse_board(*bytes, arguments.input,
                  {.format = *format, .nodes = arguments.board.nodes, .links = arguments.board.links, .read = read});
  if (!source) return fail(source.error().message);
  const std::vector<Finding> errors = errors_in(source->draft);
  print_findings(stderr, source->draft, errors, "error");
  if (!errors.empty()) return kNegative;
  const auto graph = make_board(source->draft);
  if (!graph) return fail(graph.error().message);
  return write(graph->view(), arguments, inputs);
}

}  // namespace portolan::tools
