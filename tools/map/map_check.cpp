// SPDX-License-Identifier: BSL-1.0
// portolan check of tile maps: what is odd about a map, its movers and the areas over it.
#include "board/board.hpp"
#include "common.hpp"
#include "map/map_commands.hpp"
#include "map/map_input.hpp"
#include "portolan/grid/island_lint.hpp"
#include "portolan/grid/map_lint.hpp"
#include "portolan/offline/board_lint.hpp"
#include "portolan/offline/dead_end_lint.hpp"
#include "portolan/offline/draw_areas.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Prints what is wrong or odd about areas of which a file tells.
int check_drawing(const std::string& file, const DrawingSource& source, const TileMap& map,
                  const MovementProfile& profile) {
  const BoardDraft& draft = source.drawing.draft;
  const std::vector<Finding> errors = errors_in(draft);
  print_findings(stdout, draft, errors, "error");
  std::vector<Finding> warnings = source.drawing.warnings;
  std::size_t arcs = 0;
  std::size_t refused = errors.size();
  if (errors.empty()) {
    const auto areas = draw_areas(source.drawing, map, profile, 0);
    if (!areas) return fault(areas.error().message);
    warnings = areas->warnings;
    arcs = areas->board.arcs.target.size();
    refused = print_refusal(file, check_dead_ends(map, profile, *areas));
  }
  print_findings(stdout, draft, warnings, "warning");
  fmt::print("{}: {}, {}, {}, {}\n", file,
             counted(draft.nodes.size(), source.drawing.sight_length ? "waypoint" : "area"), counted(arcs, "arc"),
             counted(refused, "error"), counted(warnings.size(), "warning"));
  return refused == 0 ? kDone : kNegative;
}

}  // namespace

int check_map(const CheckArguments& arguments, const SourceFile& first) {
  if (!arguments.board.nodes.empty()) return fail("--nodes is for boards, and this is a tile map");
  auto profiles = profiles_in(arguments.profiles, read_file);
  if (!profiles) return fail(profiles.error().message);
  if (profiles->empty()) profiles->emplace_back();
  const MapArguments map_arguments{arguments, arguments.input, arguments.board.links};
  const auto source = map_source_of(map_arguments, first, {});
  if (!source) return fail(source.error().message);
  const TileMap& map = source->map;
  std::vector<std::string> warnings = warnings_in(map, *profiles, arguments.input);
  std::ranges::move(island_warnings_in(map, *profiles, arguments.input), std::back_inserter(warnings));
  warnings.insert(warnings.end(), source->notes.begin(), source->notes.end());
  print_warnings(warnings);
  const std::string moves = map.moves().empty() ? "" : fmt::format(", {}", counted(map.moves().size(), "move"));
  fmt::print("{}: {}, {} x {} tiles{}, {}, {}{}, {}\n", arguments.input, to_string(first.kind.map), map.width(),
             map.floors().height, map.floors().count == 1 ? "" : fmt::format(" on {} floors", map.floors().count),
             counted(map.palette().size(), "terrain"), counted(map.links().size(), "link"), moves,
             counted(warnings.size(), "warning"));
  if (!source->drawing) return kDone;
  const std::string& file = arguments.waypoints.empty() ? arguments.areas : arguments.waypoints;
  return check_drawing(file.empty() ? arguments.input : file, *source->drawing, map, profiles->front());
}

}  // namespace portolan::tools
