// SPDX-License-Identifier: BSL-1.0
// portolan path on a board: the nodes and arcs of a cheapest path.
#include "board/board.hpp"
#include "board/board_commands.hpp"
#include "common.hpp"
#include "map/path_report.hpp"
#include "portolan/query/board_query.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

void print_text(const BoardView& graph, const BoardPath& path, double us) {
  if (path.status != Status::found) {
    fmt::print("{}: {}\n", to_string(path.status), to_string(path.why));
    return;
  }
  const std::string proof =
      path.optimal() ? " (optimal)" : fmt::format(" (at least {})", to_text(graph.in_author_unit(path.lower_bound)));
  fmt::print("found: cost {}{}, {} nodes, tier {}, {} expansions, {:.1f} us\n",
             to_text(graph.in_author_unit(path.cost)), proof, path.nodes.size(), to_string(path.tier), path.work, us);
  for (std::size_t i = 0; i < path.nodes.size(); ++i) {
    fmt::print("{}", graph.names[path.nodes[i]]);
    if (i != 0) {
      const std::size_t arc = path.arcs[i - 1];
      fmt::print("\t{}", to_text(graph.in_author_unit(graph.arcs.weight[arc])));
      if (!graph.arc_names[arc].empty()) fmt::print("\t{}", graph.arc_names[arc]);
    }
    fmt::print("\n");
  }
}

}  // namespace

int path_on_board(const PathArguments& arguments, const World& world) {
  const BoardTierView& board = *world.board();
  const BoardView& graph = board.graph;
  if (!arguments.profile.empty()) return fail("--profile: the world file has a board and no tile map");
  if (arguments.ends == Ends::nearest || arguments.tiles == Tiles::listed || !arguments.matrix.empty())
    return fail("--nearest, --tiles and --matrix are for tile maps");
  if (arguments.ties || arguments.excess || arguments.points == Points::smooth)
    return fail("--ties, --excess and --smooth are for tile maps");
  const auto tier = parse_board_tier(arguments.tier, board);
  if (!tier) return fail(tier.error().message);
  const auto from = parse_node(graph, arguments.from);
  if (!from) return fail(from.error().message);
  const auto to = parse_node(graph, arguments.to);
  if (!to) return fail(to.error().message);
  const auto closures = parse_closures(graph, nullptr, arguments.closed_areas, arguments.closed_borders);
  if (!closures) return fail(closures.error().message);
  BoardQuery query(world);
  query.close(*closures);

  const auto start = std::chrono::steady_clock::now();
  const BoardPath path = query.find(
      {.from = *from, .to = *to, .tier = *tier, .max_expansions = arguments.budget.value_or(~std::uint64_t{0})});
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  if (path.why == Why::edited)
    return fail(fmt::format("--tier {}: indexes know nothing of what is closed now; astar does", arguments.tier));
  if (path.status == Status::corrupt)
    fmt::print(stderr, "portolan: {}: the file contradicts itself\n", arguments.world);
  if (arguments.print == Output::json) {
    fmt::print("{}\n", text_of(report_path(graph, path, us.count())));
  } else {
    print_text(graph, path, us.count());
  }
  if (path.status == Status::corrupt) return kBadInput;
  return path.status == Status::found ? kDone : kNegative;
}

}  // namespace portolan::tools
