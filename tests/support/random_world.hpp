// SPDX-License-Identifier: BSL-1.0
// Random small worlds for property tests: the same seed gives the same world on every compiler and machine.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/split_mix.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"
#include "support/oracle.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan::test {

/// Random numbers, and what is drawn by them.
class Rng : public SplitMix {
 public:
  using SplitMix::SplitMix;
  /// A number in [0, bound); bound > 0.
  std::int32_t below(std::int32_t bound) {
    return static_cast<std::int32_t>(next() % static_cast<std::uint64_t>(bound));
  }
  /// A number in [low, high].
  std::int32_t between(std::int32_t low, std::int32_t high) { return low + below(high - low + 1); }
  /// Whether a case occurs that has `chance` chances in 100.
  bool percent(std::int32_t chance) { return below(100) < chance; }
  /// One of several values.
  template <class T, std::size_t N>
  T pick(const std::array<T, N>& values) {
    return values[static_cast<std::size_t>(below(static_cast<std::int32_t>(N)))];
  }
};

/// What blocks the way on a random map.
enum class Character {
  scatter,       ///< 0 to 60 % single tiles blocked
  caves,         ///< smoothed noise
  combs,         ///< one-wide corridors, joined as a comb or as a snake
  checkerboard,  ///< every other tile blocked, with a few faults
  maze,          ///< corridors 1 to 3 wide, a few loops
  rooms,         ///< rectangles with one-tile doors
  open,          ///< a few blocks on open ground
  pinches,       ///< rows of walls with gaps, and diagonal lines of blocked tiles
};
inline constexpr std::array kCharacters{Character::scatter, Character::caves, Character::combs, Character::checkerboard,
                                        Character::maze,    Character::rooms, Character::open,  Character::pinches};

/// The costs of the passable terrains of a random map.
enum class Weights {
  uniform,   ///< one terrain
  small,     ///< whole numbers from 1 to 9
  large,     ///< whole numbers from 46 to 233
  decimals,  ///< 0.0001 to 20, up to 4 decimals
};
inline constexpr std::array kWeights{Weights::uniform, Weights::small, Weights::large, Weights::decimals};

/// What a random map is like; what is not set is drawn at random.
struct RandomMapOptions {
  std::optional<Character> character = {};
  std::optional<Weights> weights = {};
  std::optional<std::int32_t> width = {};
  std::optional<std::int32_t> height = {};
  std::int32_t max_side = 100;  ///< of sides drawn at random, which favour those around multiples of 32
};

/// A map whose terrain 0 is "wall", impassable; the others are passable by default.
[[nodiscard]] TileMap random_map(Rng& rng, const RandomMapOptions& options = {});

/// A map of these weights and sides of 1 to `max_side`, or at times 2 to 4 floors of one passable terrain.
[[nodiscard]] TileMap random_floors(Rng& rng, Weights weights, std::int32_t max_side);

/// A map of one passable terrain and any character, with sides of 1 to `max_side`, mostly of 4 and more.
[[nodiscard]] TileMap small_uniform_map(Rng& rng, std::int32_t max_side);

/// 1 to `most` links, most of them between passable tiles, some one way, some for nothing; at times their ends meet.
[[nodiscard]] std::vector<Link> random_links(Rng& rng, const TileMap& map, std::int32_t most);

/// Up to `most` walls, cliffs, currents and single moves of any kind, costs or directions, mostly in runs along lines
/// of edges, and often where regions meet.
[[nodiscard]] std::vector<Move> random_moves(Rng& rng, const TileMap& map, std::int32_t most);

/// Any ratio of steps, often one that people write, or none.
[[nodiscard]] std::optional<StepCosts> random_steps(Rng& rng);

/// A mover of 4 or 8 neighbours, any corner rule, any ratio of steps, footprint 1 (mostly) to 3, with the palette's
/// default costs, or prices of its own, which keep walls impassable.
[[nodiscard]] MovementProfile random_profile(Rng& rng, std::span<const Terrain> palette);

/// A place for a straight mover, which may be blocked: the centre of a tile; for a point (footprint 0) also a corner of
/// one, or anything.
[[nodiscard]] Point random_point(Rng& rng, const TileMap& map, std::int32_t footprint);

/// Any tile of the map, passable where one of a hundred tries finds that.
[[nodiscard]] Tile random_tile(Rng& rng, const Oracle& oracle);

/// A passable position, evenly among all; nothing if there is none.
[[nodiscard]] std::optional<Tile> random_passable(Rng& rng, const GridView& grid);

}  // namespace portolan::test
