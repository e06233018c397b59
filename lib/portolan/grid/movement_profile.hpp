// SPDX-License-Identifier: BSL-1.0
// Who moves, as an author writes it; MoveRules is the same in integers, ready for searching.
#pragma once

#include "portolan/grid/kinematics.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace portolan {

/// The number of tiles that a step can lead to: along the axes only, or diagonally too.
enum class Neighbours : std::uint8_t { four = 4, eight = 8 };

/// When a diagonal step is allowed, by the two positions beside it (those that share a side with both of its ends).
enum class CornerRule : std::uint8_t {
  never_cut = 0,  ///< both must be passable
  cut_one = 1,    ///< at least one must be passable
  cut_both = 2,   ///< neither need be
};

/// How the length of a way is measured, and so which ways are taken.
enum class Metric : std::uint8_t {
  grid = 0,       ///< step by step, 1 or sqrt(2) each unless the profile says otherwise
  any_angle = 1,  ///< straight lines in any direction
};

/// The largest footprint side, in tiles.
inline constexpr std::int32_t kMaxFootprint = 64;

/// The largest number in StepCosts.
inline constexpr std::uint32_t kMaxStepCost = 20'000;

/// What steps cost beside each other, such as 10 and 14: from as much (1:1) to twice as much (1:2) for a diagonal one.
/// Only the ratio matters; a straight step at terrain cost 1 has length 1.
struct StepCosts {
  std::uint32_t straight = 1;  ///< 1 to kMaxStepCost
  std::uint32_t diagonal = 1;  ///< straight to 2 * straight, at most kMaxStepCost
  friend bool operator==(const StepCosts&, const StepCosts&) = default;
};

/// The cost of one terrain for one profile.
struct TerrainPrice {
  std::string terrain;   ///< name in the map's palette; names that a map lacks do nothing (see map_lint.hpp)
  TerrainCost cost = 0;  ///< 0: impassable
};

/// What terrains cost that the prices of a profile do not list.
enum class Unlisted : std::uint8_t {
  impassable,
  by_map,  ///< their default costs in the map's palette
};

/// How one kind of mover moves. Plain data; every default is the rule of the Moving AI benchmarks.
struct MovementProfile {
  std::string name = "default";  ///< unique within a world, 1 to 255 bytes of UTF-8 without NUL
  /// Prices by terrain. If empty, the default costs of the map's palette hold.
  std::vector<TerrainPrice> prices = {};
  /// What other terrains cost, where there are prices: by_map lets one profile do for many maps, of which it names only
  /// what it takes otherwise than they say.
  Unlisted unlisted = Unlisted::impassable;
  /// What a tile costs more for each notch that an overlay raises it by (Overlay::raise); 0: nothing.
  TerrainCost notch = 0;
  Metric metric = Metric::grid;
  Neighbours neighbours = Neighbours::eight;   ///< must be eight where the metric is any_angle
  CornerRule corners = CornerRule::never_cut;  ///< must be never_cut where the metric is any_angle
  std::optional<StepCosts> steps = {};         ///< none: 1 to sqrt(2); must be none with four neighbours or any_angle
  /// The mover is a square of footprint x footprint tiles named by its top-left tile, 1 to kMaxFootprint. It stands
  /// where all of them are passable, and pays for the dearest. 0, with any_angle only, makes it a point among the
  /// tiles, which slides along walls and turns at corners; two blocked tiles that touch at a corner close that point.
  std::int32_t footprint = 1;
  /// How the mover turns, for a PlacedQuery; other queries answer for its core, which turns for nothing. The footprint
  /// must then be the lesser side of the body. None: it has no heading.
  std::optional<Kinematics> kinematics = {};
};

/// Whether terrains that the prices of a profile do not list cost what the map says.
[[nodiscard]] inline bool has_default_costs(const MovementProfile& profile) noexcept {
  return profile.prices.empty() || profile.unlisted == Unlisted::by_map;
}

}  // namespace portolan
