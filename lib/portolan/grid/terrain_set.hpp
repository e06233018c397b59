// SPDX-License-Identifier: BSL-1.0
// Some terrains of a palette.
#pragma once

#include "portolan/grid/move_rules.hpp"

#include <bitset>
#include <cstddef>

namespace portolan {

/// Terrains by their ids.
using TerrainSet = std::bitset<256>;

/// The terrains that a mover cannot pass: those that hide what is behind them, where walls do.
[[nodiscard]] inline TerrainSet impassable_terrains(const MoveRules& rules) noexcept {
  TerrainSet closed;
  for (std::size_t id = 0; id < rules.cost.size(); ++id) closed[id] = rules.cost[id] == 0;
  return closed;
}

}  // namespace portolan
