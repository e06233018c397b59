// SPDX-License-Identifier: BSL-1.0
// Units of a crowd that march together and keep their shape.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/formation_guide.hpp"
#include "portolan/crowd/formation_shape.hpp"
#include "portolan/crowd/rank_list.hpp"
#include "portolan/crowd/slot_claims.hpp"
#include "portolan/crowd/tile_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// How closely a formation keeps together.
struct FormationOptions {
  /// Steps from its slot, diagonal ones too, at which a member is in its place. Those in their places walk at the pace
  /// of the slowest, those farther than twice that at their own.
  std::uint32_t reach = 1;
  /// How long the leader waits for a member that is not: as long as so many of its own steps took. 1 to 65,535.
  std::uint32_t patience = 64;
};

/// Where a formation is to go.
struct FormationOrder {
  Tile goal{};                     ///< of the leader, so of the middle of the front rank
  Heading heading = Heading::any;  ///< in which it is to stand there; any: that of the way's end
};

/// What a formation is about.
enum class FormationState : std::uint8_t {
  idle,      ///< without an order, or without members
  marching,  ///< the leader is on its way
  arriving,  ///< the leader is at the goal, and members are coming to their slots around it
  arrived,   ///< all have stood in their slots at once
  cut,       ///< the way ahead is none any more: order again
};

/// A member, and where it is to be. No slot: kNoTile.
struct FormationMember {
  UnitId unit = kNoUnit;
  Tile slot = kNoTile;
  friend bool operator==(const FormationMember&, const FormationMember&) = default;
};

/// What came of a tick.
struct FormationReport {
  FormationState state = FormationState::idle;
  std::size_t members = 0;
  std::size_t behind = 0;  ///< farther than FormationOptions::reach from their slots, or without one
  std::size_t orders = 0;  ///< that units were given
  std::size_t swaps = 0;   ///< of slots between two members
};

/// A group of units of one profile that walk a way together. The leader is no unit but a place on the way. Ranks follow
/// it along the way, each across the heading that the way has where the rank is, so that files bend with it. Where not
/// all slots of a rank can be used a rank moves aside, around what is in its way, and if there is no room for as many
/// it has fewer: all others come behind, so that a formation goes through a door as the door is wide, and widens rank
/// by rank when it is through. At the goal it stands as FormationShape says.
///
/// Who takes which slot: when ordered, members are sorted along the first heading, and fill the ranks from the front;
/// in each rank they are sorted across it, at every step of the leader, so that those of a rank never cross. Two
/// members of one pace also swap slots where both together come nearer to them, or as near and the one farther off
/// does, if one stands on the other's next tile or slot, as in TSWAP (Okumura and Défago, "Solving simultaneous target
/// assignment and path planning efficiently with time-independent execution", 2023).
///
/// The leader takes a step when the last one has lasted as long as it takes the slowest member. It waits while more
/// than one member in 24 is farther than FormationOptions::reach from its slot, or one more than eight times as far,
/// but for no member longer than FormationOptions::patience: who is stuck for ever holds up all others that long once,
/// not again before it has caught up. So that ranks stay straight it also waits, four steps at most, while more than
/// one member in 16 does not yet stand in its slot.
///
///     FormationGuide guide(world, 0);
///     Formation formation(guide);
///     formation.form(crowd, units, FormationShape::box(units.size(), 5));
///     formation.order(crowd, {.goal = {120, 88}});
///     while (formation.state() != FormationState::arrived) formation.advance(crowd), crowd.tick();
///
/// Members are ordered by it alone: what others order them to is overridden. The same calls make the same orders on
/// every machine. The guide must outlive it, and serve the world and the overlay of the crowd. Memory: 80 bytes a
/// member, and 32 a tile of the way. One thread at a time.
class Formation {
 public:
  explicit Formation(FormationGuide& guide, const FormationOptions& options = {});

  /// From now on of these units, in this shape, in place of those before, which go at their own pace again. Nothing is
  /// ordered. found; bad_request, and nothing has changed: wrong_size (none, or more than FormationShape::kMostSlots),
  /// no_such_node (not in the crowd, or twice), does_not_fit (of another profile than the guide's, or with bodies
  /// larger than the shape's spacing). O(n log n). @throws std::bad_alloc
  Answer form(Crowd& crowd, std::span<const UnitId> units, FormationShape shape);
  /// Another shape for the same units, which go where they were last ordered, at their own paces, until the next order.
  /// found; does_not_fit as above. O(n).
  Answer reshape(Crowd& crowd, FormationShape shape) noexcept;
  /// Sends all off. found, with the cost of the leader's way, which begins at the member in the middle; bad_request
  /// (wrong_size: there is nobody); bad_start (blocked: the member in the middle stands where it cannot); bad_goal
  /// (outside, blocked; no_room: fewer can stand near it); unreachable (also if the goal is known to be on another
  /// island than one of the members), and nothing has changed then. O(path), O(width) for each of its tiles, and O(n
  /// log n). @throws std::bad_alloc; then nothing has changed
  Answer order(Crowd& crowd, const FormationOrder& order);
  /// Before each tick of the crowd: the leader goes on, and members are ordered to their slots. Those that are in the
  /// crowd no longer are left out, and others close up. Does not allocate, lock or throw. O(n log n).
  FormationReport advance(Crowd& crowd) noexcept;
  /// Lets one member go, at its own pace. To be called before the crowd gives the number of a unit that was removed to
  /// another one, which would pass for it. O(n).
  void remove(Crowd& crowd, UnitId unit) noexcept;
  /// Lets all go, at their own paces, to where they were last ordered. O(n).
  void disband(Crowd& crowd) noexcept;

  [[nodiscard]] FormationState state() const noexcept { return state_; }
  /// From the front rank to the last.
  [[nodiscard]] std::size_t size() const noexcept { return members_.size(); }
  [[nodiscard]] FormationMember member(std::size_t number) const noexcept {
    return {members_[number].unit, members_[number].slot};
  }
  [[nodiscard]] const FormationShape& shape() const noexcept { return shape_; }
  /// Where the leader is, and looks; kNoTile and any before the first order.
  [[nodiscard]] Tile leader() const noexcept { return way_.empty() ? kNoTile : way_[at_].tile; }
  [[nodiscard]] Heading heading() const noexcept;
  /// The leader's way.
  [[nodiscard]] std::span<const FormationWayTile> way() const noexcept { return way_; }

 private:
  friend class FormationFile;
  struct Member {
    UnitId unit = kNoUnit;
    std::optional<Ratio> pace = {};  ///< its own
    Tile slot = kNoTile;
    Tick behind_since = kNoTick;  ///< kNoTick: in its place
    bool in_step = false;         ///< goes at the pace of the slowest
    std::int64_t key = 0;         ///< for sorting
  };
  /// What composing ranks is for.
  enum class Pass : std::uint8_t { count, assign };
  struct RankSlots {
    std::array<std::int32_t, 128> x{};
    std::size_t count = 0;
  };

  [[nodiscard]] Tile middle(const Crowd& crowd) const noexcept;
  void choose_slots(const FormationWayTile& way, std::int32_t row, std::size_t& rank, std::size_t most,
                    const crowd::SlotClaims& claims, RankSlots& slots) const noexcept;
  std::size_t compose(const Crowd& crowd, Pass pass) noexcept;
  void queue_rest(const Crowd& crowd, std::size_t first, crowd::SlotClaims& claims) noexcept;
  void take_finals(const Crowd& crowd) noexcept;
  void sort_across(const Crowd& crowd, std::size_t first, std::size_t count, Heading heading) noexcept;
  void sort_along(const Crowd& crowd, Heading heading) noexcept;
  void close_gap(std::size_t place) noexcept;
  [[nodiscard]] bool drop_absent(const Crowd& crowd) noexcept;
  void find_slowest() noexcept;
  void note_gone(Crowd& crowd) noexcept;
  void step(const Crowd& crowd) noexcept;
  [[nodiscard]] bool note_behind(const Crowd& crowd) noexcept;
  [[nodiscard]] std::size_t swap_slots(const Crowd& crowd) noexcept;
  [[nodiscard]] bool try_swap(const Crowd& crowd, std::size_t one, UnitId other) noexcept;
  void set_pace(Crowd& crowd, Member& member, bool in_step) noexcept;
  void free_paces(Crowd& crowd) noexcept;

  FormationGuide* guide_;
  FormationOptions options_;
  FormationShape shape_;
  FormationState state_ = FormationState::idle;
  std::vector<Member> members_;  ///< from the front rank to the last
  crowd::RankList ranks_;        ///< where each rank begins among them
  std::vector<FormationWayTile> way_;
  std::vector<Tile> finals_;  ///< tiles at the goal, by slot
  std::size_t at_ = 0;        ///< where the leader is on the way
  Heading final_heading_ = Heading::north;
  std::optional<Ratio> pace_ = {};  ///< of the slowest,
  UnitId slowest_ = kNoUnit;        ///< which is this one
  Tick ready_ = 0;                  ///< when the leader may take its next step
  Tick stride_ = 1;                 ///< how long its last one took
  std::uint32_t swaps_left_ = 0;    ///< until its next step
  crowd::TileTable taken_;
  crowd::TileTable places_;  ///< of units among the members
};

}  // namespace portolan
