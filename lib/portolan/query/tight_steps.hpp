// SPDX-License-Identifier: BSL-1.0
// The steps within a block that lie on least paths, for all of its tiles at once; in plain C++ and for every width of
// vector instructions. All give the same results; they differ in speed only.
#pragma once

#include "portolan/core/simd.hpp"
#include "portolan/grid/move_rules.hpp"
#include "portolan/waypoints/label_tiles.hpp"

#include <array>
#include <cstdint>

namespace portolan {

/// By bit_of() a tile the headings (tie_measures.hpp) of some steps from there, a bit each.
using BlockSteps = std::array<std::uint8_t, kBlockPositions>;

/// Sets the steps from one tile of a block to another that cost what the costs of the two to a goal differ by. On
/// terrain of one price, where steps cost `straight` and `diagonal`, which must not be 0, and every tile to stand on
/// has a cost if one beside it has; kInfiniteCost of others.
using TightSteps = void (*)(const TileCosts& costs, const MoveRules& rules, BlockSteps& steps) noexcept;

/// The kernel of a level, or of the widest available level below it if the machine or the library lacks it.
[[nodiscard]] TightSteps tight_steps(SimdLevel level) noexcept;

}  // namespace portolan
