// SPDX-License-Identifier: BSL-1.0
// What several subcommands share about boards: reading them, naming nodes, finding paths by any of their tiers.
#pragma once

#include "portolan/boards/open_arcs.hpp"
#include "portolan/core/result.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/graph/graph_query.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// Whether the bytes are those of a world file.
[[nodiscard]] bool is_world_file(std::string_view bytes) noexcept;

/// Prints findings, a line each with `severity`, up to a number that a person can read.
void print_findings(std::FILE* stream, const BoardDraft& draft, const std::vector<Finding>& findings,
                    std::string_view severity);

/// Writes a count with its noun: "1 warning", "2 warnings".
[[nodiscard]] std::string counted(std::size_t count, std::string_view what);

/// The node of a name, before which `name:` may stand. Errors (usage) say that no such `what` is there, and which names
/// are near. O(log nodes), with an error O(bytes of all names).
Result<NodeId> parse_node(const BoardView& graph, std::string_view text, std::string_view what = "node");

/// Closes what `--close-area` and `--close-border` name on a board or, if `drawn` is not null, on areas. `borders`
/// holds two names for each border, which is closed both ways. Errors: those of parse_node, usage (two names between
/// which nothing leads and nobody has closed anything).
Result<AreaClosures> parse_closures(const BoardView& graph, const AreasView* drawn,
                                    const std::vector<std::string>& areas, const std::vector<std::string>& borders);

/// Reads `auto`, `astar`, `ch` or `labels`. Errors (usage) tell tiers that only other files have from names that no
/// file has.
Result<Tier> parse_board_tier(std::string_view text, const BoardTierView& tier);

/// A cheapest path between two nodes.
struct BoardPath {
  Status status = Status::unreachable;
  Tier tier = Tier::astar;  ///< that answered
  Cost cost = 0;
  std::vector<NodeId> nodes;      ///< from end to end; empty unless found
  std::vector<std::size_t> arcs;  ///< those between them
  std::uint64_t expansions = 0;
};

/// Finds paths by the tiers that a file has; `astar` with its estimate. One thread at
/// a time.
class BoardSearch {
 public:
  /// The tier must outlive the search. Where anything is closed, astar alone answers: indexes know nothing of it. Error
  /// (corrupt): the tier's arcs contradict themselves. O(nodes + arcs).
  static Result<BoardSearch> open(const BoardTierView& tier, const AreaClosures& closures = {});

  /// `tier` must be one that parse_board_tier gives, and automatic or astar where anything is closed; `automatic` takes
  /// the fastest there is. Expands at most `budget` nodes. An end that is closed is bad_start or bad_goal. A path that
  /// its arcs do not add up to is `corrupt`.
  BoardPath find(NodeId from, NodeId to, Tier tier, std::uint64_t budget);

 private:
  BoardSearch(const BoardTierView& tier, const AreaClosures& closures);
  BoardPath finish(BoardPath path, const GraphPath& found);

  const BoardView* graph_;
  std::vector<NodeId> closed_;
  OpenArcs open_;  ///< empty: nothing is closed
  std::optional<GraphQuery> astar_;
  std::optional<HierarchyQuery> hierarchy_;
  std::optional<LabelQuery> labels_;
  std::vector<NodeId> room_;
};

}  // namespace portolan::tools
