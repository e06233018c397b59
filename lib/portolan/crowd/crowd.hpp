// SPDX-License-Identifier: BSL-1.0
// Many units that walk to their goals together, tick by tick, and never stand in each other.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/crowd/unit.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace portolan {

/// What a crowd takes memory for, and what bounds it.
struct CrowdOptions {
  std::size_t units = 1024;        ///< the most it can have
  std::size_t distance_tiles = 0;  ///< of costs to goals, 296 bytes each, kept for all (DistanceArena); 0: six a unit
  std::uint64_t seed = 0;          ///< decides between steps that are worth the same
  std::uint64_t max_pushes = ~std::uint64_t{0};  ///< a tick; units that would have to be pushed beyond it stay
  /// Moves of units that searches for a way to free stuck ones may try in a tick; a configuration of n units takes n,
  /// and one for each tile of a corridor that is looked along. Up to 48 bytes each; below 32 nobody is freed.
  std::uint32_t max_cluster_moves = 8192;
  /// States that searches for the ways of units which turn may settle in a tick, all together (PlacedQuery): who would
  /// take more waits for the next tick. One that takes more by itself is never found.
  std::uint64_t max_way_states = 1 << 17;
};

/// A unit that comes into a crowd.
struct UnitSpec {
  Tile tile{};              ///< where it stands: the top-left tile of its body, or of its core if it turns
  std::size_t profile = 0;  ///< one of the crowd's, by its number in the world
  std::uint8_t side = 0;    ///< units push those of their own side only
  /// How long it takes over a tile at terrain cost 1: each step and link takes its cost times that, rounded, and one
  /// tick at least. Numerator and denominator are 1 to Crowd::kMaxTicks. None: each takes one tick, diagonal or not,
  /// whatever it costs.
  std::optional<Ratio> ticks_per_tile = {};
  Heading heading = Heading::east;  ///< of a unit that turns, one that it can have
};

/// What came of adding a unit. found; bad_start (outside; blocked, by terrain or by another unit); bad_request (wrong
/// profile, ratio or heading: does_not_fit); out_of_budget (no_room) if the crowd is full.
struct AddedUnit : Answer {
  UnitId unit = kNoUnit;
};

/// A unit as it is between two ticks.
struct UnitView {
  Tile tile{};     ///< where it stands, or where the move under way began
  Tile to{};       ///< where that leads; `tile` if it stands
  Tick begin = 0;  ///< of the move under way, or the last one
  Tick end = 0;    ///< from then on it stands at `to`
  Tile goal{};     ///< where it is to be: of an idle unit where it was last to be
  std::size_t profile = 0;
  std::uint8_t side = 0;
  Avoidance avoidance = Avoidance::cooperate;
  UnitState state = UnitState::idle;
  std::optional<Ratio> ticks_per_tile = {};  ///< as UnitSpec
  Heading heading = Heading::any;            ///< where it faced as the move under way began; `any` if it does not turn
  Heading to_heading = Heading::any;
  Heading goal_heading = Heading::any;  ///< `any`: all of them
};

/// A move of a unit: it covers both ends, and what it sweeps between them, from `begin` on, and only `to` from `end`
/// on.
struct UnitMove {
  UnitId unit = kNoUnit;
  Tile from{};
  Tile to{};
  Tick begin = 0;
  Tick end = 0;
  Heading heading = Heading::any;  ///< where it faces before the move, and after it; `any` if it does not turn
  Heading to_heading = Heading::any;
};

/// A unit that has become stuck, and up to 8 others on its next 8 tiles, in the order of the tiles.
struct StuckUnit {
  UnitId unit = kNoUnit;
  std::span<const UnitId> blockers = {};
};

/// What happened in a tick. Spans hold until the next call of the crowd.
struct CrowdReport {
  Tick tick = 0;                           ///< the one that begins now
  std::span<const UnitMove> started = {};  ///< by unit
  std::span<const UnitMove> ended = {};    ///< by unit
  std::span<const UnitId> arrived = {};    ///< at the goal that they were ordered to, by unit
  std::span<const StuckUnit> stuck = {};   ///< from this tick on
  std::uint64_t decisions = 0;             ///< units that were asked what to do
  std::uint64_t pushes = 0;                ///< units that were asked to step aside
  std::uint64_t waits = 0;                 ///< units that decided to stay, short of their goals
  std::uint64_t planned = 0;               ///< units that followed a plan which frees stuck ones
  std::uint64_t hash = 0;                  ///< of all moves so far, the same on every machine
};

/// Units on one world, decided for in order of priority: those with orders first, of them larger bodies, then those
/// that have not stood on a goal for longest. Each takes the step that leads nearest to its goal, by exact costs; where
/// an ally who has not decided yet stands in the way, that one is asked to make way first, and asks others in turn
/// (priority inheritance with backtracking, Okumura, Machida, Défago and Tamura, 2019 and 2022). Units that have come
/// to their goals make way too, and come back; one that was ordered to where it stands keeps its place among those with
/// orders until it rests there at the end of a tick.
///
/// Units of a profile with kinematics have headings and turn, on the spot. A body covers the tiles of its squares, and
/// where single tiles touch at corners only the two beside each corner; a turn claims what it sweeps, as a step does
/// the tiles beside the corners that it goes over. Such a unit goes by a way that PlacedQuery finds, at most 1.1 times
/// the least, and asks for another where it was pushed off it. Others in its way it asks to make way, or, `around`,
/// leaves where they are and looks for a way around them within Detour's 33 x 33 tiles; one that cooperates does that
/// too after eight decisions that brought it no nearer. They step aside for others as their moves allow.
///
/// What holds at every tick, for all units and modes: no tile has two bodies standing, nor more than one that leaves
/// and one that comes, who arrives no earlier than the other has left; two units never exchange tiles, nor take the two
/// diagonals of four tiles at a time; steps are legal steps and links of the unit's profile. Corners of other units do
/// not count as corners of walls.
///
/// What holds beside: where all units cooperate on one side, are of one tile, take one tick a step, have four
/// neighbours and every two tiles side by side lie on a simple cycle, each ordered unit reaches its goal, within the
/// map's diameter times the number of units (Okumura et al.), as long as nobody has to push more than 1,024 others in a
/// row. Elsewhere units with orders that come no nearer than they were are reported as stuck, once until they do; one
/// that has to make way before it is its turn to decide has not decided, so that who pushes it all the time is reported
/// in its place. Those that have been on their goals are not.
///
/// Stuck units that cooperate are freed where a small search finds how, and so are units that are kept off the goals on
/// which they have been: up to 32 of one side that are in each other's way, within 60 x 60 tiles, while all others
/// stand still, by a plan of steps of all at a time (LaCAM, Okumura, 2023). It takes units of one tile that do not
/// turn, take one tick a step and do not hold; others are obstacles to it. The plan is walked under the rules of all
/// moves, and given up if one of its units is ordered elsewhere, others stand in its way for long, or a step of it is
/// none any more. Where none is found within CrowdOptions::max_cluster_moves the unit stays stuck, and is tried again
/// after as many decisions as it has been late, each time with more of those around it. That all stand on their goals
/// at once is not promised, nor is any number of ticks.
///
/// The same calls give the same moves on every machine. Memory: what Claims, a DistanceArena, and for each profile a
/// GoalDistances take, 1.5 KB a unit, 1 MB, and what CrowdOptions::max_cluster_moves says; where units turn what a
/// PlacedQuery for each such profile takes, and 3 KB for each of them; after construction no call but use() allocates,
/// locks or throws. One thread at a time. Keeps the World alive.
///
///     Crowd crowd(world, 0, {.units = 2});
///     const UnitId unit = crowd.add({.tile = {3, 4}}).unit;
///     crowd.order(unit, {120, 88});
///     while (crowd.unit(unit).state == UnitState::going) crowd.tick();
class Crowd {
 public:
  /// The largest numerator and denominator of UnitSpec::ticks_per_tile.
  static constexpr std::uint32_t kMaxTicks = 4096;
  /// The most profiles a crowd can have.
  static constexpr std::size_t kMaxProfiles = 255;

  /// Profiles by their numbers in the world, all in the grid metric. @throws std::invalid_argument if there is none,
  /// one that the world does not have, more than kMaxProfiles, one at any angle, one with a turning radius, or if the
  /// map has moves that concern one; std::bad_alloc, std::length_error
  Crowd(const World& world, std::span<const std::size_t> profiles, const CrowdOptions& options = {});
  Crowd(const World& world, std::size_t profile, const CrowdOptions& options = {})
      : Crowd(world, std::span(&profile, 1), options) {}
  Crowd(Crowd&&) noexcept;
  Crowd& operator=(Crowd&&) noexcept;
  ~Crowd();

  /// From now on units walk the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. Moves under way end as they began; who stands where it cannot any more stays there.
  /// @throws as GoalField::use; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  [[nodiscard]] const World& world() const noexcept;
  /// The overlay that units walk, nullptr if they walk the file.
  [[nodiscard]] std::shared_ptr<const Overlay> overlay() const noexcept;

  /// O(tiles of its body).
  AddedUnit add(const UnitSpec& spec) noexcept;
  /// Takes a unit away, and all that it claims. Nothing happens if there is none. O(units).
  void remove(UnitId unit) noexcept;

  /// Sends a unit to a tile, instead of where it was going; a move under way ends first. found; bad_request
  /// (no_such_node); bad_goal (outside, blocked); unreachable (different_islands), and nothing has changed then. Where
  /// edits or links that lead one way cut a goal off, the unit becomes stuck. O(1).
  Answer order(UnitId unit, Tile goal, Avoidance avoidance = Avoidance::cooperate) noexcept {
    return order_facing(unit, {goal}, avoidance);
  }
  /// The same with a heading that it is to have there, or `any`; bad_request (does_not_fit) if the unit can never have
  /// it.
  Answer order_facing(UnitId unit, const Placement& goal, Avoidance avoidance = Avoidance::cooperate) noexcept;
  /// From its next move on a unit takes so long over a tile, as UnitSpec::ticks_per_tile. found; bad_request
  /// (no_such_node; does_not_fit: the ratio). O(1).
  Answer set_pace(UnitId unit, std::optional<Ratio> ticks_per_tile) noexcept;
  /// Has a unit stand fast where it is, or where its move under way ends, until it is ordered elsewhere: allies do not
  /// push it. O(1).
  void hold(UnitId unit) noexcept;

  /// Lets a tick pass: units that stand decide, moves begin, and those that end with it end. O(units), and O(1) a
  /// decision, a push and a move that is tried for stuck units, besides what finding costs to goals takes (GoalField).
  CrowdReport tick() noexcept;

  /// The tick that begins now.
  [[nodiscard]] Tick now() const noexcept;
  /// Units that stand on their goals, or where they hold: nothing happens any more when this is size(). O(units).
  [[nodiscard]] std::size_t settled() const noexcept;
  [[nodiscard]] std::size_t size() const noexcept;
  /// Whether there is such a unit.
  [[nodiscard]] bool contains(UnitId unit) const noexcept;
  /// There must be such a unit. O(1).
  [[nodiscard]] UnitView unit(UnitId unit) const noexcept;
  /// Who stands on a tile of the map or is leaving it, and who is coming; kNoUnit: nobody. O(1).
  [[nodiscard]] UnitId holder(Tile tile) const noexcept;
  [[nodiscard]] UnitId successor(Tile tile) const noexcept;
  /// What a move of this cost takes a unit; of one that turns in the unit of PlacedQuery. O(1).
  [[nodiscard]] Tick duration(UnitId unit, Cost step) const noexcept;

 private:
  friend class CrowdFile;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
