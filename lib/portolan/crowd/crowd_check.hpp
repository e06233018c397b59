// SPDX-License-Identifier: BSL-1.0
// The independent judge of crowds: sees bodies, tiles and ticks, and knows nothing of how units decide.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace portolan {

/// Watches units of a map, and keeps the first fault. At every tick: each tile has one body at most that stands on it
/// or leaves it and one at most that comes, which arrives no earlier than the other has left and has set out no
/// earlier; no two units exchange tiles; no two that are on the way take the two diagonals of four tiles; each move is
/// one step or one link that measure_path finds legal for the profile, on the map as it is then, and begins where the
/// unit stands, at the tick that is now.
///
/// Allocates as it likes. One thread at a time.
class CrowdCheck {
 public:
  /// The profiles are told apart by their place.
  CrowdCheck(TileMap map, std::vector<MovementProfile> profiles);

  /// From now on this is the map; moves under way are not judged again.
  void change_map(TileMap map);

  /// A unit stands on a tile from now on, or is gone.
  void add(std::uint32_t unit, std::size_t profile, Tile tile);
  void remove(std::uint32_t unit);
  /// A move that begins now. All that begin in one tick come before advance().
  void move(std::uint32_t unit, Tile from, Tile to, std::uint64_t begin, std::uint64_t end);
  /// A tick is over: moves that end with it end.
  void advance();

  [[nodiscard]] std::uint64_t now() const noexcept { return now_; }
  /// Where a unit stands, or has set out from. There must be such a unit.
  [[nodiscard]] Tile tile(std::uint32_t unit) const { return bodies_[unit].tile; }
  /// How often two bodies met where they must not.
  [[nodiscard]] std::uint64_t collisions() const noexcept { return collisions_; }
  /// Moves that are not legal.
  [[nodiscard]] std::uint64_t illegal() const noexcept { return illegal_; }
  /// Empty, or the first fault.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

 private:
  struct Body {
    std::size_t profile = 0;
    Tile tile{};
    Tile to{};
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool there = false;
    [[nodiscard]] bool moving() const { return !(to == tile); }
  };
  /// What a body does on a tile.
  enum class Part : std::uint8_t { none, stands, leaves, comes };
  [[nodiscard]] bool covers(const Body& body, Tile at, Tile tile) const;
  [[nodiscard]] Part part(const Body& body, Tile tile) const;
  [[nodiscard]] bool meet(const Body& a, const Body& b) const;
  [[nodiscard]] bool follow_each_other(const Body& a, const Body& b) const;
  [[nodiscard]] bool is_legal(const Body& body);
  void judge(std::uint32_t unit);
  void enter(std::uint32_t unit, Tile at);
  void leave(std::uint32_t unit, Tile at);
  void note(std::uint64_t& count, std::uint32_t unit, const std::string& what);
  [[nodiscard]] std::vector<std::uint32_t>& bodies_on(Tile tile);
  template <class Visit>
  void for_each_tile(const Body& body, Tile at, Visit&& visit) const;

  TileMap map_;
  std::vector<MovementProfile> profiles_;
  std::vector<Body> bodies_;                            ///< by unit
  std::vector<std::vector<std::uint32_t>> on_tile_;     ///< by tile: bodies that cover it, or will; twice if both
  std::vector<std::vector<std::uint8_t>> known_steps_;  ///< by profile, tile and direction: 1 legal, 2 not
  std::vector<std::uint32_t> started_;
  std::vector<std::uint32_t> moving_;
  std::uint64_t now_ = 0;
  std::uint64_t collisions_ = 0;
  std::uint64_t illegal_ = 0;
  std::string fault_;
};

}  // namespace portolan
