// SPDX-License-Identifier: BSL-1.0
// The questions that boards answer: the cheapest path, what lies near, what everything costs.
#pragma once

#include "portolan/boards/open_arcs.hpp"
#include "portolan/core/answer.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/graph_query.hpp"
#include "portolan/graph/hierarchy_query.hpp"
#include "portolan/graph/hierarchy_table.hpp"
#include "portolan/graph/label_query.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace portolan {

/// A question between two places of a board.
struct BoardRequest {
  NodeId from = 0;
  NodeId to = 0;
  Tier tier = Tier::automatic;                       ///< or astar, ch, labels
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< most that Answer::work may come to
  /// What A* expects of the rest of a path, instead of what the file says: automatic is then astar. Indexes expect
  /// nothing.
  NodeEstimate estimate{};
};

/// What is near a place?
struct NearestRequest {
  NodeId from = 0;
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// What is no farther from a place than this?
struct WithinRequest {
  NodeId from = 0;
  Cost most = 0;  ///< in the board's unit
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// What does it cost from each of some places to each of others?
struct TableRequest {
  std::span<const NodeId> sources{};
  std::span<const NodeId> targets{};
  Tier tier = Tier::automatic;                       ///< or astar, ch, labels
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< of the whole table
};

/// A cheapest path; `cost` is in the board's unit (BoardView::in_author_unit), `work` counts nodes settled, of which
/// labels settle none. The spans lie in the query's memory and hold until its next find() or close().
///
/// By an estimate of the caller's, or one of the author's that is not consistent, the path is a legal one that need not
/// be the cheapest: lower_bound is then what the board's own estimate says, 0 if it has none, and optimal() as true as
/// ever.
///
/// found; unreachable; out_of_budget; bad_start, bad_goal (closed); undecided (the tier asked alone: tier_missing, or
/// edited where something is closed, of which indexes know nothing); bad_request (no_such_node); corrupt.
struct BoardPath : Answer {
  Tier tier = Tier::automatic;            ///< that answered; automatic if the ends alone decided
  std::span<const NodeId> nodes{};        ///< ends included
  std::span<const std::uint32_t> arcs{};  ///< those between them, numbers in BoardView::arcs
};

/// Answers for the board of a world by the fastest index that serves: hub labels, else a contraction hierarchy, else A*
/// with the author's estimates for that goal (BoardView::estimates_to) if there are any, else the board's. All are
/// exact, but for estimates that are not consistent. Reuses its own memory: after construction no call but close()
/// allocates, locks, throws or logs. One thread at a time; any number of queries may run on one World at once. Keeps
/// the World alive.
///
///     BoardQuery query(world);
///     BoardPath path = query.find({.from = *board.find("Alaska"), .to = *board.find("Siam")});
///     for (NodeId place : path.nodes) visit(board.names[place]);
class BoardQuery {
 public:
  /// Reserves address space for about 70 bytes a place, and 250 more for a hierarchy, committed where searches go, and
  /// takes 8 for labels. The world must have a board(). If that contradicts itself, every answer is `corrupt`.
  /// O(places + arcs + indexes). @throws std::bad_alloc
  explicit BoardQuery(World world);
  BoardQuery(const BoardQuery&) = delete;
  BoardQuery& operator=(const BoardQuery&) = delete;

  /// From now on answers as if these places and borders were closed, instead of those closed before: by A*, as indexes
  /// know nothing of it. A closed place is left out of what is near or within reach, and costs kInfiniteCost in tables.
  /// O(places + arcs * log closures). @throws std::bad_alloc, and then nothing has changed
  void close(const AreaClosures& closures);

  /// The cheapest path. Among equal ones the tiers may choose differently, each always the same.
  BoardPath find(const BoardRequest& request) noexcept;
  /// What the cheapest path costs, without its nodes and arcs, which saves working them out.
  BoardPath find_cost(const BoardRequest& request) noexcept;

  /// Up to room.size() (at least 1) of the places for which is_target(NodeId) says true: the nearest, the start
  /// included, ascending by cost, then by id. found, with fewer if no more can be reached; unreachable: none can.
  template <class IsTarget>
  ReachedNodes nearest(const NearestRequest& request, IsTarget&& is_target, std::span<ReachedNode> room) noexcept {
    if (const auto refused = judge_ends(request.from, request.from)) return {*refused};
    return search().nearest(request.from, std::forward<IsTarget>(is_target), request.max_expansions, room);
  }
  /// Nearest of the places that have a tag (BoardView::find_tag), as nearest() finds them.
  ReachedNodes nearest_tagged(const NearestRequest& request, std::uint32_t tag, std::span<ReachedNode> room) noexcept;
  /// All places within reach, the start included, ascending by cost, then by id. out_of_budget, no_room: `room` is too
  /// small; as many as there are places always suffice.
  ReachedNodes within(const WithinRequest& request, std::span<ReachedNode> room) noexcept;

  /// costs[i * targets.size() + j]: the least cost from sources[i] to targets[j], kInfiniteCost if no path leads there.
  /// Places may repeat. found: all are right, infinite ones too; else none is: out_of_budget, undecided as of find(),
  /// bad_request (no_such_node; wrong_size: there are not sources * targets costs), corrupt.
  Answer table(const TableRequest& request, std::span<Cost> costs) noexcept;

  [[nodiscard]] const BoardView& board() const noexcept { return tier_.graph; }

 private:
  /// The board without what is closed.
  struct Closed {
    Closed(const BoardTierView& tier, const AreaClosures& closures, const AreasView& areas);
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

    std::vector<bool> places;
    OpenArcs arcs;
    GraphQuery search;
  };

  [[nodiscard]] GraphQuery& search() noexcept { return closed_ ? closed_->search : astar_; }
  [[nodiscard]] bool is_closed(NodeId place) const noexcept { return closed_ && closed_->places[place]; }
  [[nodiscard]] std::optional<Answer> judge_ends(NodeId from, NodeId to) const noexcept;
  [[nodiscard]] Tier chosen(Tier asked) const noexcept;
  template <class Ask>
  [[nodiscard]] GraphPath by_astar(const BoardRequest& request, Ask&& ask) noexcept;
  [[nodiscard]] std::optional<Answer> judge_tier(Tier tier) const noexcept;
  [[nodiscard]] std::uint32_t arc_between(NodeId from, NodeId to) const noexcept;
  template <class Ask>
  BoardPath ask(const BoardRequest& request, Ask&& ask) noexcept;

  [[nodiscard]] std::span<const NodeId> without_loops(std::span<const NodeId> nodes) noexcept;

  World world_;
  const BoardTierView& tier_;
  bool well_formed_;
  GraphQuery astar_;
  std::optional<HierarchyQuery> hierarchy_;
  std::optional<HierarchyTable> hierarchy_table_;
  std::optional<LabelQuery> labels_;
  std::unique_ptr<Closed> closed_;  ///< nullptr: nothing is
  ZeroedArray<NodeId> nodes_;
  ZeroedArray<std::uint32_t> arcs_;
  ZeroedArray<std::uint32_t> visits_;  ///< by node one above its place on the path at hand; 0: it is not on it
};

}  // namespace portolan
