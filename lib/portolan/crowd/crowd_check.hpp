// SPDX-License-Identifier: BSL-1.0
// The independent judge of crowds: sees bodies, tiles and ticks, and knows nothing of how units decide.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/crowd/body_check.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace portolan {

/// Watches units of a map, and keeps the first fault. At every tick: each tile has one body at most that stands on it
/// or leaves it and one at most that comes, which arrives no earlier than the other has left and has set out no
/// earlier; no two units exchange tiles; no two that are on the way take the two diagonals of four tiles; each move is
/// one step or one link that measure_path finds legal for the profile, or one move of a body that BodyCheck does, on
/// the map as it is then, and begins where the unit stands, at the tick that is now. What a body sweeps in a move
/// counts as if it came there.
///
/// Allocates as it likes. One thread at a time.
class CrowdCheck {
 public:
  /// The profiles are told apart by their place.
  CrowdCheck(TileMap map, std::vector<MovementProfile> profiles);

  /// From now on this is the map; moves under way are not judged again.
  void change_map(TileMap map);

  /// A unit stands there from now on, or is gone.
  void add(std::uint32_t unit, std::size_t profile, const Placement& at);
  void remove(std::uint32_t unit);
  /// A move that begins now. All that begin in one tick come before advance().
  void move(std::uint32_t unit, const Placement& from, const Placement& to, std::uint64_t begin, std::uint64_t end);
  /// A tick is over: moves that end with it end.
  void advance();

  [[nodiscard]] std::uint64_t now() const noexcept { return now_; }
  /// Where a unit stands, or has set out from. There must be such a unit.
  [[nodiscard]] Placement at(std::uint32_t unit) const { return bodies_[unit].at; }
  /// How often two bodies met where they must not.
  [[nodiscard]] std::uint64_t collisions() const noexcept { return collisions_; }
  /// Moves that are not legal.
  [[nodiscard]] std::uint64_t illegal() const noexcept { return illegal_; }
  /// Empty, or the first fault.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

 private:
  struct Body {
    std::size_t profile = 0;
    Placement at{};
    Placement to{};
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool there = false;
    /// Of a body that turns: what is under it before and after the move, and what it sweeps.
    std::vector<Tile> under;
    std::vector<Tile> after;
    std::vector<Tile> swept;
    [[nodiscard]] bool moving() const { return !(to == at); }
  };
  /// What a body does on a tile.
  enum class Part : std::uint8_t { none, stands, leaves, comes };
  [[nodiscard]] bool turns(const Body& body) const { return checks_[body.profile].has_value(); }
  [[nodiscard]] bool covers(const Body& body, Tile at, Tile tile) const;
  [[nodiscard]] Part part(const Body& body, Tile tile) const;
  [[nodiscard]] bool meet(const Body& a, const Body& b) const;
  [[nodiscard]] bool follow_each_other(const Body& a, const Body& b) const;
  [[nodiscard]] bool is_legal(const Body& body);
  void judge(std::uint32_t unit);
  [[nodiscard]] bool is_legal_turning(const Body& body) const;
  void enter_start(std::uint32_t unit);
  void leave_start(std::uint32_t unit);
  void enter_end(std::uint32_t unit);
  void leave_end(std::uint32_t unit);
  void enter(std::uint32_t unit, Tile tile);
  void leave(std::uint32_t unit, Tile tile);
  void note(std::uint64_t& count, std::uint32_t unit, const std::string& what);
  [[nodiscard]] std::vector<std::uint32_t>& bodies_on(Tile tile);
  template <class Visit>
  void for_each_under(const Body& body, Visit&& visit) const;
  template <class Visit>
  void for_each_coming(const Body& body, Visit&& visit) const;

  TileMap map_;
  std::vector<MovementProfile> profiles_;
  std::vector<std::optional<BodyCheck>> checks_;  ///< by profile
  std::vector<Body> bodies_;                      ///< by unit
  std::vector<std::vector<std::uint32_t>>
      on_tile_;  ///< by tile: bodies that cover it, or will, or sweep it; more than once if several
  std::vector<std::vector<std::uint8_t>> known_steps_;  ///< by profile, tile and direction: 1 legal, 2 not
  std::vector<std::uint32_t> started_;
  std::vector<std::uint32_t> moving_;
  std::uint64_t now_ = 0;
  std::uint64_t collisions_ = 0;
  std::uint64_t illegal_ = 0;
  std::string fault_;
};

}  // namespace portolan
