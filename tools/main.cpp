// SPDX-License-Identifier: BSL-1.0
// The `portolan` command: parses the command line and hands over to a subcommand.
#include "commands.hpp"
#include "common.hpp"
#include "console.hpp"
#include "manual.hpp"
#include "options.hpp"
#include "portolan/core/geometry.hpp"
#include "portolan/core/parallel.hpp"
#include "portolan/core/version.hpp"
#include "portolan/query/path_smoother.hpp"

#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using namespace portolan::tools;  // NOLINT(google-build-using-namespace)

using Action = std::function<int()>;

constexpr std::string_view kHelpHint = "portolan help SUBCOMMAND says what one takes";

/// Comparisons let through what is no number.
const CLI::Validator kFinite(
    [](const std::string& text) {
      double value = 0;
      const bool finite = CLI::detail::lexical_cast(text, value) && std::isfinite(value) && value >= 0;
      return finite ? std::string() : text + " is not a finite number from 0";
    },
    "");

void add_build(CLI::App& app, Action& action) {
  static BuildArguments arguments;
  add_build_options(app, arguments).callback([&action] { action = [] { return run_build(arguments); }; });
}

void add_info(CLI::App& app, Action& action) {
  static InfoArguments arguments;
  CLI::App& command = *app.add_subcommand("info", "Say what a world file holds");
  command.add_option("WORLD", arguments.world)->required();
  add_json(command, arguments.print);
  command.callback([&action] { action = [] { return run_info(arguments); }; });
}

/// The options of movers with a body.
void add_placed(CLI::App& command, PlacedArguments& arguments) {
  command.add_option("--heading", arguments.heading,
                     "E, NE, N, NW, W, SW, S, SE or any: of a profile with headings, at the start; any if absent");
  command.add_option("--goal-heading", arguments.goal_heading, "the same at the goal");
  command.add_option("--factor", arguments.factor,
                     "How many times the least cost its path may cost, from 1 to 4; 1.1 if absent");
}

void add_path(CLI::App& app, Action& action) {
  static PathArguments arguments;
  CLI::App& command = *app.add_subcommand("path", "Find a path between two tiles, or two nodes of a board");
  command.add_option("WORLD", arguments.world)->required();
  command
      .add_option("FROM", arguments.from,
                  "x,y: a tile (x,y,floor), or with decimals a point (any_angle, footprint 0); name of a node or area")
      ->required();
  command.add_option("TO", arguments.to, "the same")->required();
  command.add_option("--profile", arguments.profile, "Name of a profile; the first one if absent");
  command
      .add_option(
          "--tier", arguments.tier,
          "auto, astar, jump, local, coarse, regions, waypoints, ch, labels or blocks; corridor: within areas; board: "
          "over waypoints")
      ->capture_default_str();
  command.add_option("--matrix", arguments.matrix,
                     "60 or 120: side of the window in which the tier local searches; if absent 60, or 120 where that "
                     "tier is asked alone and 60 does not hold both ends");
  command
      .add_option("--close-area", arguments.closed_areas, "Name of a node or an area to keep out of; may be repeated")
      ->allow_extra_args(false);
  add_renamed(command, "--close-region", "--close-area");
  command
      .add_option("--close-border", arguments.closed_borders,
                  "Names of two nodes or areas, between which no way is open; may be repeated")
      ->type_size(2)
      ->allow_extra_args(false);
  command.add_option("--budget", arguments.budget, "Nodes that may be expanded");
  command.add_option("--ties", arguments.ties, "Which of several least paths: first, straightest or random:SEED");
  command.add_option("--excess", arguments.excess,
                     "At any angle, on any terrain: most that the path may cost above the optimum, as a part of that, "
                     "such as 0.01; at least 0.002");
  add_placed(command, arguments);
  command.add_flag_callback(
      "--origin", [] { arguments.numbers = Numbers::of_author; },
      "Take and print tiles by the numbers of the map that the world is made of, where its first tile is not 0,0");
  command.add_flag_callback(
      "--nearest", [] { arguments.ends = Ends::nearest; }, "Take the nearest tile where an end cannot be reached");
  command.add_flag_callback(
      "--tiles", [] { arguments.tiles = Tiles::listed; }, "List every tile");
  CLI::Option* const smooth = command.add_flag_callback(
      "--smooth", [] { arguments.points = Points::smooth; }, "Pull the path straight, and say where it is too narrow");
  const CLI::Range fifths(0, portolan::Smoothing::kMostFifths);
  command.add_option("--width", arguments.width, "Of the mover, in fifths of a tile, for --smooth")
      ->check(fifths)
      ->needs(smooth)
      ->capture_default_str();
  command.add_option("--curve", arguments.curve, "Fifths of a tile by which --smooth may round corners; 0: not at all")
      ->check(fifths)
      ->needs(smooth)
      ->capture_default_str();
  add_json(command, arguments.print);
  command.callback([&action] { action = [] { return run_path(arguments); }; });
}

void add_nearest(CLI::App& app, Action& action) {
  static NearestArguments arguments;
  CLI::App& command = *app.add_subcommand("nearest", "Find the nearest of many tiles, by path");
  command.add_option("WORLD", arguments.world)->required();
  command.add_option("FROM", arguments.from, "x,y: a tile (x,y,floor)")->required();
  command.add_option("GOALS", arguments.goals, "Table with a header: x, y, and maybe floor and name")->required();
  command.add_option("-k,--count", arguments.count, "So many; 1 if absent, or with --within all")
      ->check(CLI::Range(std::size_t{1}, std::size_t{0xFFFF'FFFF}));
  command.add_option("--within", arguments.within, "Only goals that cost no more, in tile lengths")->check(kFinite);
  command.add_option("--profile", arguments.profile, "Name of a profile; the first one if absent");
  command.add_option("--budget", arguments.budget, "Nodes that may be expanded");
  command.add_flag_callback(
      "--nearest", [] { arguments.ends = Ends::nearest; }, "Start from the nearest tile where FROM will not do");
  command.add_flag_callback(
      "--paths", [] { arguments.paths = GoalPaths::listed; }, "List the waypoints of the path to each");
  add_json(command, arguments.print);
  command.callback([&action] { action = [] { return run_nearest(arguments); }; });
}

void add_crowd(CLI::App& app, Action& action) {
  static CrowdArguments arguments;
  CLI::App& command = *app.add_subcommand("crowd", "Have many units walk to their goals together, and judge them");
  command.add_option("WORLD", arguments.world)->required();
  command
      .add_option(
          "UNITS", arguments.units,
          "Table with a header: x, y, goal_x, goal_y, and maybe floor, goal_floor, profile, side, group, heading "
          "and goal_heading")
      ->required();
  command.add_option("--ticks", arguments.ticks, "The most that pass; fewer if all units come to rest before")
      ->required();
  command.add_option("--mode", arguments.mode, "What units do about others: cooperate, around or withhold")
      ->capture_default_str();
  command.add_option("--ticks-per-tile", arguments.ticks_per_tile,
                     "A:B, so that a tile at terrain cost 1 takes A/B ticks; if absent each step takes one");
  command.add_option("--seed", arguments.seed, "Decides between steps that are worth the same")->capture_default_str();
  command
      .add_option("--cluster-moves", arguments.cluster_moves,
                  "Moves that searches for a way to free stuck units may try in a tick; below 32: none are freed")
      ->check(CLI::Range(0U, 1U << 24))
      ->capture_default_str();
  command.add_option("--shape", arguments.shape, "How units of one group march: line, column, box or wedge")
      ->capture_default_str();
  command.add_option("--trace", arguments.trace, "Table to write: where each unit is at each tick");
  add_json(command, arguments.print);
  command.callback([&action] { action = [] { return run_crowd(arguments); }; });
}

void add_scen(CLI::App& app, Action& action) {
  static ScenArguments arguments;
  CLI::App& command = *app.add_subcommand("scen", "Run a scenario file: check every length, and time the queries");
  command.add_option("WORLD", arguments.world)->required();
  command.add_option("FILE", arguments.scenarios, "Moving AI .scen, or TSV: sx sy gx gy length; or a file of changes")
      ->required();
  command.add_option("--profile", arguments.profile, "Name of a profile; the first one if absent");
  command.add_option("--tier", arguments.tiers, "One tier, or several separated by commas to interleave them")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  command.add_option("--factor", arguments.factor,
                     "Of a profile with headings: how many times the least cost its paths may cost; 1.1 if absent");
  command.add_option("--refresh", arguments.refresh,
                     "Of a file of changes: regions to customise after each edit; none if absent");
  command.add_option("--refresh-opened", arguments.refresh_opened,
                     "The same after each query, of the regions that it went through tile by tile; none if absent");
  command.add_option("--repeat", arguments.repeat, "Timed passes; the least time of each query counts")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_flag_callback(
      "--first-leg", [] { arguments.timed = Timed::first_leg; },
      "Time answers up to the first leg, the others left to be unpacked when they are asked for");
  add_json(command, arguments.print);
  command.callback([&action] { action = [] { return run_scen(arguments); }; });
}

void add_check(CLI::App& app, Action& action) {
  static CheckArguments arguments;
  CLI::App& command = *app.add_subcommand(
      "check", "Verify a world file, and its answers against Dijkstra; or look a map or board over");
  command.add_option("WORLD|BOARD|MAP", arguments.input)->required();
  command.add_option("FLOOR", arguments.upper_floors, "More maps, as large as MAP: the floors above it");
  command.add_option("--against", arguments.against, "The map that a world should have been made from");
  command
      .add_option("--profile", arguments.profiles,
                  "Of a map: JSON file of movement profiles; may be repeated. Areas are for the first")
      ->allow_extra_args(false);
  command.add_option("--areas", arguments.areas, "Areas over a map");
  add_layers(command, arguments);
  command.add_option("--legend-out", arguments.legend_out,
                     "New file to write: a legend to begin with, of all colours or tiles of a map");
  command
      .add_option("--format", arguments.board.format,
                  "auto; of maps movingai, ascii, png, tiff, tiled, raw, chunks; of boards tsv, csv, json, graphml, "
                  "dimacs, provinces, tiled")
      ->capture_default_str();
  command.add_option("--nodes", arguments.board.nodes,
                     "Nodes, positions or provinces of a board, where they are not beside it");
  command.add_option("--links", arguments.board.links, "Links between tiles of a map, or of a picture of provinces");
  command.add_option("--moves", arguments.moves, "What moves between tiles of a map cost");
  command.add_flag_callback(
      "--deep", [] { arguments.depth = Depth::proven; },
      "Build the waypoint graphs and indexes of a world file again, and compare");
  command.add_option("--memory", arguments.memory, "With --deep: bytes to build with, e.g. 512M")
      ->capture_default_str();
  command.callback([&action] { action = [] { return run_check(arguments); }; });
}

void add_draw(CLI::App& app, Action& action) {
  static DrawArguments arguments;
  CLI::App& command = *app.add_subcommand("draw", "Draw a world as a picture, PNG or SVG");
  command.add_option("WORLD", arguments.world)->required();
  command.add_option("-o,--output", arguments.output, "PNG or, by its extension, SVG file to write")->required();
  command.add_option("--profile", arguments.profile, "Name of a profile; the first one if absent");
  command.add_option("--path", arguments.path, "Draw the path FROM TO: tiles, or names of nodes or areas")
      ->type_size(2)
      ->expected(1)
      ->allow_extra_args(false);
  command
      .add_option("--tier", arguments.tier, "Tier that finds the path; corridor: within areas; board: over waypoints")
      ->capture_default_str();
  add_placed(command, arguments);
  command.add_option("--field", arguments.field, "Colour tiles by what it costs to come to X,Y from there");
  command
      .add_option(
          "--show", arguments.show,
          "Layers: areas, regions (squares of the search), portals, islands, dead-ends, waypoints, sight, search")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.callback([&action] { action = [] { return run_draw(arguments); }; });
}

void add_view(CLI::App& app, Action& action) {
  static ViewArguments arguments;
  CLI::App& command = *app.add_subcommand("view", "Look at a world in a browser: prints the address of its page");
  command.add_option("WORLD|MAP", arguments.world, "A world file, or a map that build would read")->required();
  command.add_option("FLOOR", arguments.source.upper_floors, "More maps, as large as MAP: the floors above it");
  command.add_option("--port", arguments.port, "On 127.0.0.1; 0: any free one")
      ->check(CLI::Range(0, 65'535))
      ->capture_default_str();
  command.add_option("--export", arguments.export_to, "Write a page that needs no server, instead of serving one");
  command.add_option("--profile", arguments.profile,
                     "Whom the page shows first, the first one if absent; of a map a JSON file of movement profiles");
  command.add_option("--path", arguments.path, "The path FROM TO that the page shows first, by every tier")
      ->type_size(2)
      ->expected(1)
      ->allow_extra_args(false);
  command.add_option("--crowd", arguments.crowd, "A trace of units that the page plays, of portolan crowd --trace");
  command.add_option("--load", arguments.load,
                     "With --crowd: table of what a path service did meanwhile: tick, waiting, answered, charged");
  command.add_option("--areas", arguments.source.areas, "Areas over a map, as of build; drawn on if they are JSON");
  add_waypoints(command, arguments.source.waypoints, arguments.source.sight_length);
  command.add_option("--save", arguments.save,
                     "Where the page saves what is drawn over a map: the file of --areas or --waypoints, or a new one");
  command.add_option("--links", arguments.source.links, "Links between tiles of a map, as of build");
  command.add_option("--moves", arguments.source.moves, "What moves between tiles of a map cost, as of build");
  command.add_option("--legend", arguments.source.legend, "Legend of a map, as of build");
  add_missing(command, arguments.source.missing);
  command.add_option("--format", arguments.format, "Of a map: auto, movingai, ascii, png, tiff, tiled, raw, chunks")
      ->capture_default_str();
  command.callback([&action] { action = [] { return run_view(arguments); }; });
}

void add_export(CLI::App& app, Action& action) {
  static ExportArguments arguments;
  CLI::App& command = *app.add_subcommand("export", "Write a board for other programs");
  command.add_option("WORLD|BOARD", arguments.input)->required();
  command.add_option("-o,--output", arguments.output, "File to write: .tsv (with .nodes.tsv), .json, .graphml, .dot")
      ->required();
  command.add_option("--as", arguments.as, "tsv, json, graphml or dot, whatever the extension");
  add_board(command, arguments.board);
  command.callback([&action] { action = [] { return run_export(arguments); }; });
}

void add_make(CLI::App& app, Action& action) {
  static MakeArguments arguments;
  CLI::App& command = *app.add_subcommand(
      "make",
      "Make a world of a kind from a seed, as a Moving AI .map or raw bytes, a file of changes, or a blank map");
  command
      .add_option("KIND", arguments.kind,
                  "caves, rooms, maze, islands, city or noise; with links beside the map: archipelago, tower; of any "
                  "size, as X.raw: field-caves, field-noise, field-city, field-islands; changes of a map, with queries "
                  "in between; blank: a map as large as another of which nothing is known")
      ->required();
  command.add_option("MAP", arguments.map, "Of changes and blank: the map that they are for");
  command.add_option("--size", arguments.size, "WxH in tiles; of all but changes and blank");
  command.add_option("--queries", arguments.queries, "Of changes; 1000 if absent")->check(CLI::Range(1, 10'000'000));
  command.add_option("--seed", arguments.seed, "Of all but blank; 1 if absent");
  command.add_option("--unknown", arguments.unknown, "Of blank: the name of its terrain; 'unknown' if absent");
  command.add_option("--floors", arguments.floors, "Of a tower; 4 if absent")->check(CLI::Range(2, 1000));
  command
      .add_option("--threads", arguments.threads, "Of fields; 0, if absent: one a core; the file does not depend on it")
      ->check(CLI::Range(0U, portolan::kMaxThreads));
  command
      .add_option("-o,--output", arguments.output,
                  "File to write; beside a map X.links.tsv, of a tower X.1.map, X.2.map, ..., and of X.raw X.raw.json")
      ->required();
  command.callback([&action] { action = [] { return run_make(arguments); }; });
}

/// All subcommands with what they do, a line each.
std::string list_of(const CLI::App& app) {
  std::string list;
  for (const CLI::App* const command : app.get_subcommands({})) {
    list += fmt::format("  {:<8}{}\n", command->get_name(), command->get_description());
  }
  return list;
}

/// Null if there is none of that name.
const CLI::App* find_subcommand(const CLI::App& app, std::string_view name) {
  const auto found = app.get_subcommands([name](const CLI::App* command) { return command->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

int fail_without(const CLI::App& app, std::string_view name) {
  std::vector<std::string> names;
  for (const CLI::App* const command : app.get_subcommands({})) names.push_back(command->get_name());
  return fail(fmt::format("no subcommand '{}'; there are {}", name, fmt::join(names, ", ")));
}

void add_help(CLI::App& app, Action& action) {
  static std::string about;
  CLI::App& command = *app.add_subcommand("help", "Say what there is, or what a subcommand takes");
  static std::string (*made)(const CLI::App&) = nullptr;
  command.add_option("SUBCOMMAND", about);
  command.add_flag_callback(
      "--man", [] { made = manual_page; }, "Print the page that man shows");
  command.add_flag_callback(
      "--completion", [] { made = bash_completion; }, "Print what bash is to source so that it completes arguments");
  command.callback([&app, &action] {
    action = [&app] {
      if (made != nullptr) {
        fmt::print("{}", made(app));
        return kDone;
      }
      if (about.empty()) {
        fmt::print("{}, by\n{}{}\n", app.get_description(), list_of(app), kHelpHint);
        return kDone;
      }
      const CLI::App* const asked = find_subcommand(app, about);
      if (asked == nullptr) return fail_without(app, about);
      fmt::print("{}", asked->help(app.get_name()));
      return kDone;
    };
  });
}

int run(int argc, char** argv) {
  CLI::App app("Long-distance pathfinding in tile worlds", "portolan");
  app.set_version_flag("--version", std::string(portolan::kVersion));
  app.require_subcommand(1);
  // On Windows too what begins with a slash is a file.
  app.allow_windows_style_options(false);
  Action action;
  for (const auto add : {add_build, add_info, add_path, add_nearest, add_crowd, add_scen, add_check, add_draw, add_view,
                         add_export, add_make, add_help})
    add(app, action);
  want_decimals(app);
  if (argc < 2) return fail(fmt::format("no subcommand; there are\n{}{}", list_of(app), kHelpHint));
  if (argv[1][0] != '-' && find_subcommand(app, argv[1]) == nullptr) return fail_without(app, argv[1]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return fail(error.what());
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  // Nothing that could fail again on the way out: no texts are made, and stderr has no buffer.
  try {
    const int code = run(argc, argv);
    if (code == kBadInput) return code;
    const portolan::Outcome printed = flush_output();
    return printed ? code : fail(printed.error().message);
  } catch (const std::bad_alloc&) {
    std::fputs("portolan: not enough memory\n", stderr);
  } catch (const std::exception& error) {
    std::fputs(std::ferror(stdout) != 0 ? "portolan: standard output: " : "portolan: ", stderr);
    std::fputs(error.what(), stderr);
    std::fputs("\n", stderr);
  }
  return kBadInput;
}
