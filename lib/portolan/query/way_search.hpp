// SPDX-License-Identifier: BSL-1.0
// The least path from tile to tile over the ways between waypoints that a designer placed.
#pragma once

#include "portolan/boards/open_arcs.hpp"
#include "portolan/boards/sight_ways.hpp"
#include "portolan/core/answer.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/profile_snapshot.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// A* over waypoints and both ends of a question.
///
/// An end on a waypoint is that waypoint. Any other is joined to the waypoints that it sees, as near as waypoints see
/// each other, and the two ends to each other if they see each other; an end that sees no waypoint to the kFewest that
/// least paths on the map cost least to reach (or to come from), found in the order of their distance until none that
/// is left can be nearer (incremental restriction; Papadias et al., 2003). Ways cost what this mover walks for them
/// now: for the first profile on the file's map that is known, else lines of sight are walked again, and those no
/// longer free are no ways; drawn ways are asked of a PathQuery, and links cost what they do in its own unit.
///
/// A mover at any angle goes straight along lines of sight (straight_walk), by steps that it pays for as for straight
/// segments where least paths are asked for (StraightPaths), and takes no links. A search allocates nothing. One thread
/// at a time; the snapshot must outlive it, and its world have a board by sight.
class WaySearch {
 public:
  /// Reserves what a PathQuery and a LegWalker do, at any angle what StraightPaths do instead, and 70 bytes a waypoint
  /// and 8 a step of the longest ways.
  explicit WaySearch(const ProfileSnapshot& snapshot);

  /// From now on these are closed instead of those before: waypoints, and ways between two but for links.
  /// @throws std::bad_alloc, and then nothing has changed
  void close(const AreaClosures& closures);
  /// To be called after the snapshot has taken the same. @throws as PathQuery::use; then it is as if
  /// nullptr had been given
  void use(const std::shared_ptr<const Overlay>& overlay);
  /// From now on the file again.
  void use_file();
  /// Whether a waypoint on the tile is closed.
  [[nodiscard]] bool is_closed(Tile tile) const noexcept;

  /// Both ends must be passable. found; unreachable (exhausted): no way over waypoints, which says nothing of the map;
  /// out_of_budget (no_room: only after edits that lengthen drawn ways); undecided; corrupt.
  Answer search(Tile from, Tile to, std::uint64_t expansions) noexcept;

  // Of the last search that found something:
  [[nodiscard]] std::span<const NodeId> places() const noexcept { return {places_.data(), place_count_}; }
  /// Two that follow each other are joined by a step or a link, at any angle by a straight segment.
  [[nodiscard]] std::span<const Tile> tiles() const noexcept { return {tiles_.data(), tile_count_}; }
  /// Of the ways between the waypoints, in the unit of the board.
  [[nodiscard]] Cost board_cost() const noexcept { return board_cost_; }

  /// Waypoints that an end is joined to that sees none.
  static constexpr std::size_t kFewest = 4;

 private:
  /// How an end is joined to a waypoint.
  struct Join {
    NodeId place = 0;
    Cost cost = 0;
    WayKind kind = WayKind::in_sight;
  };
  struct Candidate {
    Cost bound = 0;
    NodeId place = 0;
  };

  [[nodiscard]] bool is_open(NodeId place) const noexcept;
  [[nodiscard]] bool native() const noexcept { return snapshot_.number() == 0 && !snapshot_.edited(); }
  [[nodiscard]] NodeId waypoint_at(Tile tile) const noexcept;
  [[nodiscard]] StraightMover straight() const noexcept;
  void aim(Tile target, Toward toward) noexcept;
  [[nodiscard]] Cost bound(Tile tile) const noexcept;
  [[nodiscard]] std::optional<Cost> walk(Tile from, Tile to) const noexcept;
  [[nodiscard]] std::uint64_t left() const noexcept { return budget_ - work_; }
  void spend(std::uint64_t work) noexcept { work_ += std::min(work, left()); }
  [[nodiscard]] std::optional<Cost> least_path(Tile from, Tile to) noexcept;
  [[nodiscard]] std::optional<Cost> way_cost(NodeId from, std::uint32_t arc) noexcept;
  void join(Tile end, Toward toward, std::vector<Join>& joins) noexcept;
  void join_by_paths(Tile end, Toward toward, std::vector<Join>& joins) noexcept;
  [[nodiscard]] SearchOutcome run(Tile from, Tile to) noexcept;
  [[nodiscard]] bool unpack(Tile from, Tile to) noexcept;
  [[nodiscard]] bool add_way(NodeId from, NodeId to) noexcept;
  [[nodiscard]] bool is_link(NodeId from, std::uint32_t arc) const noexcept;
  [[nodiscard]] bool add_leg(WayKind kind, Tile to, Cost cost) noexcept;
  [[nodiscard]] bool add_walk(Tile to, Cost cost) noexcept;
  [[nodiscard]] bool add_least_path(Tile to, Cost cost) noexcept;
  [[nodiscard]] bool add_straight_path(Tile to, Cost cost) noexcept;
  [[nodiscard]] bool add_tile(Tile tile) noexcept;
  void fail(Status status, Why why) noexcept;

  const ProfileSnapshot& snapshot_;
  const AreasView& areas_;
  const BoardView& graph_;
  bool sound_;
  std::uint32_t length_;
  std::vector<bool> place_closed_;
  std::vector<AreaBorder> closed_;  ///< now, ascending
  LinkBound by_steps_;              ///< nothing is asked of it at any angle, where
  Tile target_{};                   ///< is what bounds are about
  std::optional<PathQuery> paths_;  ///< nothing at any angle
  std::optional<LegWalker> walker_;
  std::optional<StraightPaths> straight_paths_;  ///< at any angle only
  Path path_;
  StampedLabels labels_;  ///< of waypoints and, above them, of the goal
  ZeroedArray<OpenEntry> open_;
  std::vector<Join> from_;
  std::vector<Join> to_;
  std::vector<Cost> to_cost_;  ///< by waypoint; kInfiniteCost where the goal is not joined to it
  std::vector<Candidate> candidates_;
  std::optional<Cost> direct_;  ///< from end to end
  ZeroedArray<NodeId> places_;
  std::size_t place_count_ = 0;
  ZeroedArray<Tile> tiles_;
  std::size_t tile_count_ = 0;
  Cost board_cost_ = 0;
  std::uint64_t budget_ = 0;
  std::uint64_t work_ = 0;
  Answer failed_{};  ///< `why` is none as long as nothing has
};

}  // namespace portolan
