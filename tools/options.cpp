// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include "portolan/core/geometry.hpp"
#include "portolan/core/parallel.hpp"

#include <charconv>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// What is wrong with a whole number as it is written; empty if it is decimal and a T.
template <class T>
std::string fault_of_whole(std::string_view text) {
  T value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault == std::errc::result_out_of_range) return fmt::format("{} is too large", text);
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool reads = fault == std::errc() && end == text.data() + text.size();
  if (reads && (digits.size() == 1 || !digits.starts_with('0'))) return {};
  return fmt::format("{} is no whole number{}", text, std::is_signed_v<T> ? "" : " from 0");
}

}  // namespace

void add_json(CLI::App& command, Output& print) {
  command.add_flag_callback(
      "--json", [&print] { print = Output::json; }, "Print JSON");
}

/// An option that goes by another name now.
void add_renamed(CLI::App& command, const char* old_name, const char* name) {
  command
      .add_option(old_name, CLI::callback_t([old_name, name](const CLI::results_t&) -> bool {
                    throw CLI::ParseError(fmt::format("{} is called {}", old_name, name), CLI::ExitCodes::InvalidError);
                  }))
      ->group("");
}

void add_board(CLI::App& command, BoardArguments& board) {
  command.add_option("--format", board.format, "Of a board: auto, tsv, csv, json, graphml, dimacs, provinces or tiled")
      ->capture_default_str();
  command.add_option("--nodes", board.nodes, "Nodes, positions or provinces of a board, where they are not beside it");
  command.add_option("--links", board.links, "Links and closed borders of a picture of provinces");
}

void add_missing(CLI::App& command, std::string& missing) {
  command.add_option("--missing", missing, "Of X_{x}_{y}.png: the terrain of chunks that are not there");
}

void add_waypoints(CLI::App& command, std::string& waypoints, std::optional<std::uint32_t>& sight_length) {
  command.add_option("--waypoints", waypoints,
                     "Waypoints on a map: table of name, x, y, tags (ways drawn: X.ways.tsv), JSON, or Tiled");
  command.add_option("--sight-length", sight_length, "How far waypoints see, in tiles; without it any distance")
      ->check(CLI::Range(1, portolan::kMaxSide));
}

void add_layers(CLI::App& command, LayerArguments& layers) {
  add_waypoints(command, layers.waypoints, layers.sight_length);
  add_renamed(command, "--regions", "--areas");
  command.add_option("--legend", layers.legend,
                     "Table of a picture's colours or a Tiled map's tiles; MAP with extension .legend if that exists");
  add_missing(command, layers.missing);
}

void want_decimals(CLI::App& app) {
  static const CLI::Validator kWhole([](const std::string& text) { return fault_of_whole<std::uint64_t>(text); }, "");
  static const CLI::Validator kSigned([](const std::string& text) { return fault_of_whole<std::int64_t>(text); }, "");
  for (CLI::Option* const option : app.get_options()) {
    const std::string type = option->get_type_name();
    if (type.starts_with("UINT")) option->check(kWhole);
    if (type.starts_with("INT")) option->check(kSigned);
  }
  for (CLI::App* const command : app.get_subcommands({})) want_decimals(*command);
}

CLI::App& add_build_options(CLI::App& app, BuildArguments& arguments) {
  CLI::App& command = *app.add_subcommand("build", "Turn a tile map or a board into a world file");
  command
      .add_option("MAP", arguments.map,
                  "Moving AI .map, ASCII map with a legend, PNG or X_{x}_{y}.png, TIFF, Tiled, or X.raw; or a board: "
                  "table, JSON, GraphML, DIMACS, PNG")
      ->required();
  command.add_option("FLOOR", arguments.upper_floors, "More maps, as large as MAP: the floors above it");
  command.add_option("-o,--output", arguments.output, "World file to write (.pnav)")->required();
  command.add_option("--depfile", arguments.depfile, "Write all files read as a rule of make, for build systems");
  command.add_option("--profile", arguments.profiles, "JSON file of movement profiles; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--metric", arguments.metric, "Of the default profile: grid or any_angle")
      ->check(CLI::IsMember({"grid", "any_angle"}));
  command.add_option("--footprint", arguments.footprint,
                     "Side of the default profile's square, in tiles; 0 with any_angle: a point");
  command
      .add_option("--format", arguments.format,
                  "auto; of maps movingai, ascii, png, tiff, tiled, raw, chunks; of boards tsv, csv, json, graphml, "
                  "dimacs, provinces, tiled")
      ->capture_default_str();
  command.add_option("--nodes", arguments.nodes,
                     "Nodes, positions or provinces of a board, where they are not beside it");
  command.add_option(
      "--links", arguments.links,
      "Links between tiles of a map: table of from, to, cost, one_way, name, or JSON; or of a picture of provinces");
  command.add_option("--moves", arguments.moves,
                     "What moves between tiles of a map cost: table of from, to, cost, both, or JSON");
  command.add_option("--areas", arguments.areas, "Areas over a map: JSON, Tiled, or PNG with X.provinces.tsv");
  add_layers(command, arguments);
  command
      .add_option("--index", arguments.indexes,
                  "Of waypoint graphs and boards: auto, none, or of ch, labels, blocks, with commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  command.add_option("--index-bytes", arguments.index_bytes,
                     "A passable tile, for the index that --index auto chooses: 100 on the grid, 200 at any angle");
  command.add_flag_callback(
      "--dead-ends", [&arguments] { arguments.dead_ends = DeadEnds::found; },
      "Look for areas and places that hang off one tile or place, which searches then leave out");
  command.add_option("--memory", arguments.memory, "Private memory that reading and building may take, e.g. 512M")
      ->capture_default_str();
  CLI::Option* const work =
      command.add_option("--work", arguments.work,
                         "Folder of this world's finished cells, which a later build takes where nothing has changed");
  CLI::Option* const resume = command.add_flag_callback(
      "--resume", [&arguments] { arguments.start = BuildStart::resumed; },
      "Go on with the cells that are in the folder of --work");
  CLI::Option* const update = command.add_flag_callback(
      "--update", [&arguments] { arguments.start = BuildStart::updated; },
      "Build the output again after the map has changed, with lines between regions where they are in it");
  resume->needs(work)->excludes(update);
  update->needs(work);
  command.add_option("--threads", arguments.threads, "0: one a core; the file does not depend on it")
      ->check(CLI::Range(0U, portolan::kMaxThreads))
      ->capture_default_str();
  add_json(command, arguments.print);
  return command;
}

}  // namespace portolan::tools
