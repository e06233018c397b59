// SPDX-License-Identifier: BSL-1.0
// portolan check of boards: the lint of a board, and the answers of a world file against plain Dijkstra.
#include "board/board.hpp"
#include "board/board_commands.hpp"
#include "common.hpp"
#include "even_draws.hpp"
#include "map/plain_dijkstra.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/offline/board_lint.hpp"
#include "portolan/offline/dead_end_lint.hpp"
#include "portolan/query/board_query.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Nodes that Dijkstra may visit in all, over all sources; bounds the time on large graphs.
constexpr std::uint64_t kNodesToVisit = 20'000'000;
constexpr std::uint64_t kMostSources = 100;
constexpr std::uint64_t kGoalsPerSource = 40;

/// What an answer says of its path: that none costs less, or within which bounds the least cost lies.
enum class Claim : std::uint8_t { least, bounds };

std::vector<Cost> distances_from(const CsrGraph& arcs, NodeId source) {
  return plain_distances(arcs.size(), source, [&](std::size_t node, auto&& visit) {
    for (std::uint32_t arc = arcs.first[node]; arc < arcs.first[node + 1]; ++arc)
      visit(arcs.target[arc], arcs.weight[arc]);
  });
}

/// What is wrong with a path that should cost so much, or with what is claimed of one that may cost more; empty if
/// nothing.
std::string fault_of_path(const BoardPath& path, Cost expected, NodeId from, NodeId to, Claim claim) {
  if (expected == kInfiniteCost)
    return path.status == Status::unreachable ? "" : "no path exists, answer " + std::string(to_string(path.status));
  if (path.status != Status::found) return "a path exists, answer " + std::string(to_string(path.status));
  if (path.nodes.front() != from || path.nodes.back() != to) return "the path ends elsewhere";
  if (claim == Claim::bounds && path.lower_bound <= expected && path.cost >= expected) return "";
  return path.cost == expected ? "" : "the path is not the cheapest";
}

}  // namespace

int check_board_world(const CheckArguments& arguments, const World& world) {
  if (!arguments.against.empty()) return fail("--against is for tile maps; this is a board");
  const BoardTierView& board = *world.board();
  const BoardView& graph = board.graph;
  BoardQuery query(world);
  fmt::print("{}: {} sections verified\n", arguments.input, world.sections().size());
  std::vector<Tier> tiers{Tier::automatic, Tier::astar};
  if (board.hierarchy) tiers.push_back(Tier::ch);
  if (board.labels) tiers.push_back(Tier::labels);

  std::uint64_t queries = 0;
  EvenDraws draws;
  const auto draw = [&] { return static_cast<NodeId>(draws.below(graph.size())); };
  const std::uint64_t sources = std::clamp<std::uint64_t>(kNodesToVisit / graph.size(), 1, kMostSources);
  for (std::uint64_t s = 0; s < sources; ++s) {
    const NodeId from = draw();
    const std::vector<Cost> reference = distances_from(graph.arcs, from);
    for (std::uint64_t g = 0; g < kGoalsPerSource; ++g) {
      const NodeId to = draw();
      for (const Tier tier : tiers) {
        // The baseline answers slowly: one goal a source is enough for it.
        if (tier == Tier::astar && g != 0) continue;
        ++queries;
        const BoardPath path = query.find({.from = from, .to = to, .tier = tier});
        const GivenEstimates given = graph.estimates_to(to);
        const bool guided = path.tier == Tier::astar && !given.by_node.empty() && !given.consistent;
        const std::string wrong = fault_of_path(path, reference[to], from, to, guided ? Claim::bounds : Claim::least);
        if (wrong.empty()) continue;
        return fault(fmt::format("{}: {} to {} by tier {}: {}", arguments.input, in_quotes(graph.names[from]),
                                 in_quotes(graph.names[to]), to_string(tier), wrong));
      }
    }
  }
  fmt::print("board: {} queries agree with Dijkstra\n", queries);
  return kDone;
}

int check_board(const CheckArguments& arguments, BoardFormat format, std::string_view bytes) {
  if (!arguments.profiles.empty() || !arguments.areas.empty() || !arguments.moves.empty() ||
      !arguments.waypoints.empty() || arguments.sight_length || !arguments.missing.empty() ||
      !arguments.upper_floors.empty())
    return fail(
        "--profile, --moves, --areas, --waypoints, --sight-length, --missing and floors are for tile maps, and "
        "this is a board");
  const auto source = parse_board(
      bytes, arguments.input,
      {.format = format, .nodes = arguments.board.nodes, .links = arguments.board.links, .legend = arguments.legend});
  if (!source) return fail(source.error().message);
  print_warnings(source->warnings);
  const BoardDraft& draft = source->draft;
  const std::vector<Finding> errors = errors_in(draft);
  print_findings(stdout, draft, errors, "error");
  std::size_t refused = errors.size();
  std::vector<Finding> warnings;
  if (errors.empty()) {
    const auto board = make_board(draft);
    if (!board) return fail(board.error().message);
    refused = print_refusal(arguments.input, check_dead_ends(board->view()));
    warnings = warnings_in(draft);
  }
  print_findings(stdout, draft, warnings, "warning");
  for (const std::string& note : source->notes) fmt::print("note: {}\n", note);
  fmt::print("{}: {}, {}, {}, {}, {}\n", arguments.input, to_string(source->format),
             counted(draft.nodes.size(), "node"), counted(draft.arcs.size(), "arc"), counted(refused, "error"),
             counted(warnings.size() + source->warnings.size(), "warning"));
  return refused == 0 ? kDone : kNegative;
}

}  // namespace portolan::tools
