// SPDX-License-Identifier: BSL-1.0
// What it costs to come to one goal, for all who go there: from any tile, and the next step.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/query/distance_arena.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/equal_paths.hpp"
#include "portolan/query/goal_distances.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/waypoints/block_batch.hpp"
#include "portolan/world/overlay.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace portolan {

/// A question to a field about one tile.
struct FieldRequest {
  Tile from{};
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< most that Answer::work may come to
};

/// A question about one step of a path that is drawn from all least paths. The numbers tell draws apart that are to be
/// independent; the same ones always draw the same step.
struct RandomStepRequest {
  Tile from{};
  std::uint64_t seed = 0;                            ///< of all who draw,
  std::uint64_t unit = 0;                            ///< of who goes,
  std::uint64_t step = 0;                            ///< and of the step, for example counted from its start
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< most that Answer::work may come to
};

/// Where to go next from a tile. found; or what GoalField::cost answers there.
struct NextStep : Answer {
  /// Grid metric: beside the tile, or at the other end of `link`; itself at the goal. At any angle that of `point`,
  /// which may be blocked where the way turns around a corner.
  Tile tile{};
  LinkId link = kNoLink;  ///< grid metric: that leads there
  Point point{};          ///< at any angle: the next turning point, straight ahead; else the centre of `tile`
};

/// Who knows a lower bound.
enum class BoundSource : std::uint8_t {
  plane,   ///< the distance in the plane, or by way of links
  labels,  ///< the least cost on the file, which no edit in use can have lowered
};

/// No path from there costs less. kInfiniteCost: there is none.
struct FieldBound {
  Cost cost = 0;
  BoundSource source = BoundSource::plane;
};

/// Exact costs to a goal from all tiles that anybody asks about: those of PathQuery::find with Tier::automatic. They
/// are worked out for 64 positions at once (distance tiles) and kept in an arena that fields of the same world may
/// share, in any number of threads. What an answer is, and what it takes, do not depend on what the arena holds.
///
/// tier() says who answers. `labels`: block labels, and hub labels where a block is left out, or at any angle where
/// there are no blocks; no node is settled. Where there are none, on the grid, and wherever there are links or edits
/// that concern the profile, `regions`: a search from the goal that goes on where it stopped (goal_search.hpp); exact
/// on overlays. `automatic`: at any angle without labels or with edits, and on maps with moves, a PathQuery for each
/// tile asked about; optimal() says what it has proven, and nothing goes into the arena.
///
/// Of a mover with headings these are the costs of its core, which does not turn: no more than those of its body.
///
/// Reuses its own memory: after construction no call but use() allocates, locks, throws or logs. One thread at a time.
///
///     DistanceArena arena(4096);
///     GoalField field(world, 0, arena);
///     if (field.aim({120, 88}).status != Status::found) return;
///     for (Unit& unit : units) unit.move_to(field.next_step({.from = unit.tile}).tile);
class GoalField {
 public:
  /// The arena must outlive it. Takes what a LabelTiles, a GoalSearch and a EqualPaths, or at any angle and on
  /// maps with moves a PathQuery does, and 3 KB.
  /// `profile` must be below world.profiles().size(). @throws std::bad_alloc
  GoalField(World world, std::size_t profile, DistanceArena& arena);
  GoalField(const GoalField&) = delete;
  GoalField& operator=(const GoalField&) = delete;

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. Forgets the goal. Tiles for edited terrain are this field's alone, until the next
  /// call. @throws as PathQuery::use; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// Takes a goal. found, with why `moved_end` if another tile was taken for it; bad_goal (outside, blocked). Until
  /// there was a goal all answers are that. O(1), where the goal is moved by d tiles O(d^2): the rest is done when it
  /// is asked for.
  Answer aim(Tile goal, EndRule ends = EndRule::exact) noexcept;
  [[nodiscard]] Tile goal() const noexcept { return goal_; }

  /// What the least path from a tile to the goal costs. found; unreachable (proven); bad_start; bad_goal;
  /// out_of_budget; corrupt. From memory O(1); else O(parts of a block) by labels, O(n log n) in the nodes settled by
  /// search.
  Answer cost(const FieldRequest& request) noexcept;
  /// answers[i] belongs to from[i]; each may take `max_expansions`. bad_request (wrong_size), and nothing is written,
  /// if there are not as many. Tiles close together are answered faster one after the other.
  Answer costs(std::span<const Tile> from, std::uint64_t max_expansions, std::span<BatchAnswer> answers) noexcept;

  /// The first of the steps from a tile, in the order of for_each_step, then of the links that leave there, that a
  /// least path begins with: what it costs, and the cost from there, add up to the cost. Who follows them comes to the
  /// goal on a least path, unless a step or a link costs nothing; `work` is the most that one of the tiles looked at
  /// takes. At any angle the first leg of the path that PathQuery finds.
  NextStep next_step(const FieldRequest& request) noexcept;

  /// A next step at random, by how many least paths begin with each, so that a unit which draws each of its steps walks
  /// every least path with the same chance, as with TieRule::random. What was counted is kept until there is another
  /// goal; `work` is the most that one of the tiles takes that lie on least paths or beside them, whatever was counted
  /// before. What next_step() answers at any angle. undecided on maps with moves (tier_missing), where least paths are
  /// too many tiles to be counted (no_room, equal_paths.hpp), or go round in circles by links for nothing
  /// (does_not_fit). O(tiles on least paths that were not counted yet).
  NextStep random_step(const RandomStepRequest& request) noexcept;

  /// A lower bound of what cost() would answer, without settling a node. It is consistent: no step and no link costs
  /// less than it lowers it, nor at any angle a straight line, but for rounding. On an overlay that eases nothing
  /// labels of the file go on giving it.
  [[nodiscard]] FieldBound lower_bound(Tile from) noexcept;

  /// Who answers on the snapshot in use: labels, regions, or automatic.
  [[nodiscard]] Tier tier() const noexcept { return distances_.tier(); }
  [[nodiscard]] const ProfileView& profile() const noexcept { return snapshot_.profile(); }

 private:
  /// Tiles of blocks side by side have places of their own.
  static constexpr std::size_t kHeld = 4;
  static constexpr std::uint32_t kNoBlock = 0xFFFF'FFFF;
  struct HeldTile {
    std::uint32_t block = kNoBlock;
    DistanceTile tile;
  };

  [[nodiscard]] Answer judge(Tile from) const noexcept;
  [[nodiscard]] Answer ask(const FieldRequest& request) noexcept;
  [[nodiscard]] Answer ask_tile(Tile from, std::uint64_t budget) noexcept;
  [[nodiscard]] Answer ask_path(const FieldRequest& request, Path* path) noexcept;
  [[nodiscard]] Answer hold(Tile position, std::uint64_t budget, const DistanceTile*& tile) noexcept;
  void forget_goal() noexcept;
  void forget_tiles() noexcept;
  [[nodiscard]] NextStep look_for_step(const FieldRequest& request) noexcept;
  [[nodiscard]] NextStep first_leg(const FieldRequest& request) noexcept;

  ProfileSnapshot snapshot_;
  GoalDistances distances_;
  std::uint32_t columns_;  ///< blocks a row
  Tile goal_{};
  Answer aimed_{.status = Status::bad_goal, .why = Why::outside};
  bool bound_aimed_ = false;
  std::array<HeldTile, kHeld> held_;
  HeldTile file_tile_;  ///< for lower bounds on an overlay
  LinkBound bound_;
  std::optional<EqualPaths> equal_paths_;  ///< in the grid metric without moves
  bool equal_aimed_ = false;
  std::optional<PathQuery> paths_;  ///< at any angle and with moves
  std::optional<Path> first_leg_;   ///< at any angle
};

}  // namespace portolan
