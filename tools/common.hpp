// SPDX-License-Identifier: BSL-1.0
// What several subcommands share: reporting errors, reading arguments, walking a path to its end.
#pragma once

#include "portolan/core/file.hpp"
#include "portolan/core/result.hpp"
#include "portolan/grid/tile_text.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_smoother.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace portolan::tools {

/// Prints one line on stderr and returns the exit code of bad input.
int fail(std::string_view message);
/// Prints one line on stderr and returns the exit code of an honest no.
int fault(std::string_view message);
/// Sends what was printed on its way. Errors: io (it could not be written, whether now or before).
Outcome flush_output();
/// Commits files in their order. All should be staged, and everything that can fail be done, before. Errors: those of
/// the first file that fails; later ones are dropped.
Outcome commit_all(std::vector<StagedFile>& files);

/// Prints sentences on stderr, each as a line that begins with "warning:"; of very many only the first.
void print_warnings(const std::vector<std::string>& warnings);

/// An end of a path: a tile, or with an any_angle profile of footprint 0 a point of the map.
using End = std::variant<Tile, Point>;
/// Reads an end "x,y": a tile if both are integers, else a point, rounded to 2^-8 tile; with several floors
/// "x,y,floor", floor 0 if it is not given; in the numbers of `names`. Errors (usage) name the argument: it is no such
/// text, or a point that the profile does not know.
Result<End> parse_end(std::string_view text, const ProfileView& profile, const TileNames& names);
/// The point that an end stands for: a tile's centre, or the point itself.
[[nodiscard]] Point point_of(const End& end);
/// Writes a point as "x,y" in tiles, with several floors as "x,y,floor".
[[nodiscard]] std::string text_of(Point p, const TileNames& names);
/// Errors: usage (the end is outside the map).
Outcome check_inside(const World& world, const End& end, const TileNames& names);
/// Finds the path between two ends, as `how` says otherwise. Only tiles can be moved to the nearest that will do.
PathResult find_between(PathQuery& query, const End& from, const End& to, PathRequest how, Path& path);
/// A number of bytes: digits with an optional K, M, G or T (powers of 1024).
Result<std::uint64_t> parse_size(std::string_view text);
/// Reads one of `60 120`; by_ends for an empty text. Errors: usage.
Result<MatrixSide> parse_matrix(std::string_view text);
/// Reads one of `auto astar jump local coarse regions waypoints ch labels blocks`; `coarse` is regions in the grid
/// metric, and with any_angle waypoints where there are any. Errors (usage) tell tiers that only other world files have
/// from names that no file has.
Result<Tier> parse_tier(std::string_view text, const ProfileView& profile);
/// Reads a rule of ties: `first`, `straightest` or `random:SEED`. Errors: usage.
Result<Ties> parse_ties(std::string_view text);
/// The number of the named profile; the first one for an empty name. Errors (usage) list the names there are, or say
/// that there is no map.
Result<std::size_t> choose_profile(const World& world, const std::string& name);

/// A path on tiles walked to its end.
struct Walk {
  std::vector<Tile> tiles;  ///< the whole path, ends included; empty if there is none or the world contradicts itself
  std::vector<std::size_t> by_link;  ///< which of the tiles are left by a link, ascending
  std::vector<Rect> windows;         ///< where the legs were searched
  LegCounts legs;                    ///< and how they were made
};
/// The legs are given to the smoother too, if there is one.
[[nodiscard]] Walk walk(LegWalker& walker, Path& path, PathSmoother* smoother = nullptr);

/// A path as found, walked to its end if it is one on tiles, and judged by the map alone.
struct JudgedPath {
  std::string fault;      ///< empty if the path is legal and leads from end to end
  double cost = 0;        ///< in tiles at terrain cost 1
  std::size_t moves = 0;  ///< steps that pay for an edge that they cross; grid metric only
  Walk walked;            ///< the path tile by tile; grid metric only
};
/// Judges a path that was found, and gives it to the smoother, if there is one.
[[nodiscard]] JudgedPath judge_path(const TileMap& map, const MovementProfile& profile, LegWalker& walker, Path& path,
                                    Point from, Point to, PathSmoother* smoother = nullptr);

}  // namespace portolan::tools
