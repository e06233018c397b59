// SPDX-License-Identifier: BSL-1.0
// Terrains as map legends and profiles declare them: a name and a decimal cost.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Reads a terrain cost written as a decimal number, above 0, at most 10^5, with at most 4 decimals.
/// Errors (syntax, limit) hold the reason alone, without the place.
[[nodiscard]] Result<TerrainCost> parse_terrain_cost(std::string_view text);

/// Collects the palette of a map from its legend. Ids count up from 0 in the order of the declarations.
class PaletteBuilder {
 public:
  /// Declares a terrain and gives its id; the same name may come again with the same cost. `cost` is a decimal, or `-`
  /// for impassable. Errors (syntax, limit) hold the reason alone, without the place.
  [[nodiscard]] Result<TerrainId> add(std::string_view name, std::string_view cost);
  /// Gives a terrain that was declared a colour, 0xRRGGBB, if it has none.
  void set_colour(TerrainId id, std::uint32_t colour);
  [[nodiscard]] const std::vector<Terrain>& palette() const noexcept { return palette_; }

 private:
  std::vector<Terrain> palette_;
  std::map<std::string, TerrainId, std::less<>> ids_;
};

}  // namespace portolan
