// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/map_lint.hpp"

#include "portolan/core/name_guess.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/grid/declared_prices.hpp"
#include "portolan/grid/tile_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace portolan {
namespace {

using Counts = std::array<std::int64_t, kMaxTerrains>;

/// Terrains listed in a message.
constexpr std::size_t kNamesListed = 4;

bool prices_terrain(const MovementProfile& profile, std::string_view terrain) {
  return std::any_of(profile.prices.begin(), profile.prices.end(),
                     [&](const TerrainPrice& price) { return price.terrain == terrain; });
}

/// Positions at which a square of side x side tiles, all passable, has its top-left tile.
std::int64_t positions_of(const TileMap& map, const DeclaredPrices& prices, std::int32_t side) {
  std::int64_t count = 0;
  // By column the side of the largest passable square whose bottom-right tile is in the row, and in the one above.
  std::vector<std::int32_t> above(static_cast<std::size_t>(map.width()) + 1);
  std::vector<std::int32_t> here(above.size());
  std::size_t at = 0;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::size_t x = 1; x < here.size(); ++x, ++at) {
      const bool passable = prices.of_terrain(map.tiles()[at]) != 0;
      here[x] = passable ? 1 + std::min({here[x - 1], above[x - 1], above[x]}) : 0;
      count += here[x] >= side ? 1 : 0;
    }
    std::swap(here, above);
  }
  return count;
}

/// "'swmap' (did you mean 'swamp'?), 'lava' and 3 more": terrains that a profile prices and the map lacks; empty if
/// there are none.
std::string unknown_terrains(const TileMap& map, const MovementProfile& profile) {
  std::string names;
  std::size_t unknown = 0;
  for (const TerrainPrice& price : profile.prices) {
    const auto known = std::any_of(map.palette().begin(), map.palette().end(),
                                   [&](const Terrain& terrain) { return terrain.name == price.terrain; });
    if (known || ++unknown > kNamesListed) continue;
    NameGuess guess(price.terrain);
    for (const Terrain& terrain : map.palette()) {
      if (!prices_terrain(profile, terrain.name)) guess.offer(terrain.name);
    }
    names += (names.empty() ? "" : ", ") + in_quotes(price.terrain);
    // "; did you mean 'swamp'?"
    if (const std::string text = guess.text(); !text.empty()) names += " (" + text.substr(2) + ")";
  }
  if (unknown > kNamesListed) names += " and " + std::to_string(unknown - kNamesListed) + " more";
  return names;
}

/// "'bog' (12 tiles, the first at 3,4) and 2 more": terrains on the map that no profile prices, though they are
/// passable by default; empty if there are none, or a profile takes the default costs.
std::string unpriced_terrains(const TileMap& map, const Counts& counts, std::span<const MovementProfile> profiles) {
  const bool by_default = std::any_of(profiles.begin(), profiles.end(), has_default_costs);
  if (by_default || profiles.empty()) return {};
  std::string names;
  std::size_t unpriced = 0;
  for (std::size_t id = 0; id < map.palette().size(); ++id) {
    const Terrain& terrain = map.palette()[id];
    const bool priced = std::any_of(profiles.begin(), profiles.end(),
                                    [&](const MovementProfile& p) { return prices_terrain(p, terrain.name); });
    if (counts[id] == 0 || terrain.default_cost == 0 || priced || ++unpriced > kNamesListed) continue;
    const auto first = std::find(map.tiles().begin(), map.tiles().end(), static_cast<TerrainId>(id));
    const auto at = static_cast<std::int64_t>(first - map.tiles().begin());
    const Tile tile{static_cast<std::int32_t>(at % map.width()), static_cast<std::int32_t>(at / map.width())};
    names += (names.empty() ? "" : ", ") + in_quotes(terrain.name) + " (" + std::to_string(counts[id]) +
             (counts[id] == 1 ? " tile, at " : " tiles, the first at ") + text_of(tile, map.floors()) + ")";
  }
  if (unpriced > kNamesListed) names += " and " + std::to_string(unpriced - kNamesListed) + " more";
  return names;
}

std::string passability_warning(const TileMap& map, const Counts& counts, const MovementProfile& profile) {
  const DeclaredPrices prices(map, profile);
  const FloorStack& floors = map.floors();
  const std::int64_t tiles = std::int64_t{map.width()} * floors.height * floors.count;
  std::int64_t passable = 0;
  for (std::size_t id = 0; id < map.palette().size(); ++id)
    passable += prices.of_terrain(static_cast<TerrainId>(id)) != 0 ? counts[id] : 0;
  if (passable == tiles) return "nothing is impassable";
  const std::int64_t standing = profile.footprint > 1 ? positions_of(map, prices, profile.footprint) : passable;
  if (standing * kNearlyAllTiles >= tiles) return {};
  const std::string footprint =
      profile.footprint > 1 ? " with footprint " + std::to_string(profile.footprint) : std::string();
  if (standing == 0) return "can stand nowhere" + footprint;
  return "can stand on " + std::to_string(standing) + " of " + std::to_string(tiles) + " tiles" + footprint;
}

}  // namespace

std::vector<std::string> warnings_in(const TileMap& map, std::span<const MovementProfile> profiles,
                                     std::string_view name) {
  std::vector<std::string> warnings;
  for (const MapRemark& remark : map.remarks()) {
    const bool settled = !remark.terrain.empty() && !profiles.empty() &&
                         std::all_of(profiles.begin(), profiles.end(), [&](const MovementProfile& profile) {
                           return prices_terrain(profile, remark.terrain);
                         });
    if (!settled) warnings.push_back(remark.text);
  }
  Counts counts{};
  for (const TerrainId id : map.tiles()) ++counts[id];
  if (const std::string names = unpriced_terrains(map, counts, profiles); !names.empty()) {
    warnings.push_back(std::string(name) + ": no profile prices " + names +
                       ": impassable for all of them; price it in a profile, or list it there as null");
  }
  for (const MovementProfile& profile : profiles) {
    const std::string start = std::string(name) + ": profile " + in_quotes(profile.name);
    if (const std::string names = unknown_terrains(map, profile); !names.empty())
      warnings.push_back(start + " prices terrains that the map lacks: " + names);
    if (const std::string odd = passability_warning(map, counts, profile); !odd.empty())
      warnings.push_back(start + ": " + odd);
  }
  return warnings;
}

}  // namespace portolan
