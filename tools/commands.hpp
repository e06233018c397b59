// SPDX-License-Identifier: BSL-1.0
// The subcommands of `portolan`: for each its arguments as parsed, and the function that runs it and returns the exit
// code. Names, exit codes and JSON keys are contracts (tools/REFERENCE.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace portolan {
class CellCrew;
class CellSource;
}  // namespace portolan

namespace portolan::tools {

// Exit codes of every subcommand.
inline constexpr int kDone = 0;      ///< done; a path was found; all checks passed
inline constexpr int kNegative = 1;  ///< an honest no: no path, a mismatch, a fault found
inline constexpr int kBadInput = 2;  ///< bad usage, unreadable or invalid input; one line on stderr says which and why

/// How results are printed.
enum class Output { text, json };

/// How a board is read.
struct BoardArguments {
  std::string format = "auto";
  std::string nodes;
  std::string links;
};

/// What is read with a tile map, whoever reads it.
struct LayerArguments {
  std::vector<std::string> upper_floors;  ///< maps above the first one
  std::string legend;
  std::string missing;  ///< the terrain of missing chunks
  std::string moves;
  std::string areas;                          ///< drawn over the map
  std::string waypoints;                      ///< placed on it
  std::optional<std::uint32_t> sight_length;  ///< in tiles, of waypoints
};

/// How a tile map is read.
struct MapArguments : LayerArguments {
  std::string map;
  std::string links;
};

/// Whether `build` looks for dead ends.
enum class DeadEnds { left_out, found };

/// What `build` begins with.
enum class BuildStart {
  anew,
  resumed,  ///< what is in the work folder, which must be there
  updated,  ///< the same, and the world as it is at the output
};

struct BuildArguments : MapArguments {
  std::string output;
  std::string depfile;  ///< empty if none is wanted
  std::vector<std::string> profiles;
  std::string format = "auto";
  std::string nodes;
  std::string metric;
  std::optional<int> footprint;
  std::vector<std::string> indexes{"auto"};
  std::optional<std::uint32_t> index_bytes;
  DeadEnds dead_ends = DeadEnds::left_out;
  std::string memory = "4G";
  std::string work;  ///< folder; empty: none
  BuildStart start = BuildStart::anew;
  unsigned threads = 0;
  Output print = Output::text;
};
/// `crew`: who helps to make cells; nullptr: nobody.
int run_build(const BuildArguments& arguments, CellCrew* crew = nullptr);
/// Helps a build with the same arguments in another process, by the cells that `source` lends.
int run_build_helper(const BuildArguments& arguments, CellSource& source);

struct InfoArguments {
  std::string world;
  Output print = Output::text;
};
int run_info(const InfoArguments& arguments);

/// What `path` does with ends that cannot be stood on or reached.
enum class Ends { exact, nearest };

/// Whether `path` lists every tile.
enum class Tiles { omitted, listed };

/// Whether `path` smooths the path it found.
enum class Points { omitted, smooth };

/// By which numbers `path` takes and prints tiles: those of the world, from 0,0 on, or those of the map it is made of.
enum class Numbers { from_zero, of_author };

/// What is asked of movers with a body beside their ends.
struct PlacedArguments {
  std::optional<std::string> heading;       ///< at the start
  std::optional<std::string> goal_heading;  ///< the same at the goal
  std::optional<std::string> factor;        ///< of the least cost, as their paths may cost
};

struct PathArguments : PlacedArguments {
  std::string world;
  std::string from;
  std::string to;
  std::string profile;
  std::string tier = "auto";
  std::string matrix;  ///< side of the local tier's window; empty: by the ends
  std::vector<std::string> closed_areas;
  std::vector<std::string> closed_borders;  ///< two names for each border
  std::optional<std::uint64_t> budget;
  std::optional<std::string> ties;
  std::optional<double> excess;  ///< most that a path may cost above the optimum, as a part of that
  std::int32_t width = 0;        ///< of a smoothed path, in fifths of a tile
  std::int32_t curve = 0;        ///< the same of its corners
  Numbers numbers = Numbers::from_zero;
  Ends ends = Ends::exact;
  Tiles tiles = Tiles::omitted;
  Points points = Points::omitted;
  Output print = Output::text;
};
int run_path(const PathArguments& arguments);

/// Whether `nearest` lists the paths.
enum class GoalPaths { omitted, listed };

struct NearestArguments {
  std::string world;
  std::string from;
  std::string goals;  ///< a table of tiles
  std::string profile;
  std::optional<std::size_t> count;
  std::optional<double> within;  ///< in tiles at terrain cost 1
  std::optional<std::uint64_t> budget;
  Ends ends = Ends::exact;
  GoalPaths paths = GoalPaths::omitted;
  Output print = Output::text;
};
int run_nearest(const NearestArguments& arguments);

struct CrowdArguments {
  std::string world;
  std::string units;  ///< a table of units
  std::uint64_t ticks = 0;
  std::string mode = "cooperate";
  std::optional<std::string> ticks_per_tile;
  std::uint64_t seed = 0;
  std::uint32_t cluster_moves = 8192;
  std::string shape = "box";  ///< of groups
  std::optional<std::string> trace;
  Output print = Output::text;
};
int run_crowd(const CrowdArguments& arguments);

/// How far the queries of a scenario file are timed.
enum class Timed : std::uint8_t {
  path,       ///< the answer with all waypoints
  first_leg,  ///< the answer and its first leg, the others left for later
};

struct ScenArguments {
  std::string world;
  std::string scenarios;
  std::string profile;
  std::vector<std::string> tiers{"auto"};
  std::optional<std::string> factor;   ///< as of PlacedArguments
  std::optional<std::size_t> refresh;  ///< of a file of changes: regions to customise after each edit
  /// The same after each query, of those that it went through tile by tile.
  std::optional<std::size_t> refresh_opened;
  int repeat = 1;
  Timed timed = Timed::path;
  Output print = Output::text;
};
int run_scen(const ScenArguments& arguments);

/// How much of a world file `check` takes as read before it compares its answers.
enum class Depth {
  verified,  ///< the waypoint graphs and indexes, as far as verify leaves them unproven
  proven,    ///< nothing
};

struct CheckArguments : LayerArguments {
  std::string input;  ///< a world file, a board or a map
  std::string against;
  Depth depth = Depth::verified;
  std::string memory = "4G";          ///< for building waypoint graphs and indexes again
  std::string legend_out;             ///< a legend to begin with, to be written; empty if none is wanted
  std::vector<std::string> profiles;  ///< files of movement profiles, for maps
  BoardArguments board;               ///< how a board is read; of a map too its format and links
};
int run_check(const CheckArguments& arguments);

struct ExportArguments {
  std::string input;  ///< a world file with a board, or a board
  std::string output;
  std::string as;  ///< format; if empty, by the extension of the output
  BoardArguments board;
};
int run_export(const ExportArguments& arguments);

struct DrawArguments : PlacedArguments {
  std::string world;
  std::string output;
  std::string profile;
  std::vector<std::string> path;  ///< empty, or FROM and TO
  std::string tier = "auto";
  std::string field;  ///< empty, or the goal that costs are shown to
  std::vector<std::string> show;
};
int run_draw(const DrawArguments& arguments);

struct ViewArguments {
  std::string world;                 ///< or a map, read as the members of `source` say
  MapArguments source;               ///< without the map
  std::string format = "auto";       ///< of a map
  std::string save;                  ///< a file for what is drawn over a map; empty: the page saves nothing
  std::string profile;               ///< the name of the one that the page shows first; of a map a file of them
  int port = 0;                      ///< 0: any free port
  std::string export_to;             ///< a file for the page; empty to serve it
  std::vector<std::string> path;     ///< empty, or FROM and TO
  std::optional<std::string> crowd;  ///< a trace of units that the page plays
  std::optional<std::string> load;   ///< a table of what a path service did meanwhile
};
int run_view(const ViewArguments& arguments);

struct MakeArguments {
  std::string kind;
  std::string map;                     ///< of changes and blanks: what they are for
  std::string size;                    ///< of the others
  std::optional<std::size_t> queries;  ///< of changes
  std::optional<std::uint64_t> seed;   ///< of all but a blank map
  std::optional<std::int32_t> floors;  ///< of a tower
  std::optional<std::string> unknown;  ///< of a blank map: the name of its terrain
  std::optional<unsigned> threads;     ///< of a field
  std::string output;
};
int run_make(const MakeArguments& arguments);

}  // namespace portolan::tools
