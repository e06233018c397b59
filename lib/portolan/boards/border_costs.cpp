// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/border_costs.hpp"

#include "portolan/boards/board.hpp"
#include "portolan/boards/corridor_search.hpp"
#include "portolan/core/parallel.hpp"

#include <array>
#include <memory>
#include <set>

namespace portolan {
namespace {

/// Units of a profile in which a tile at terrain cost 1 is 10^-4 of this, times the cost unit.
std::uint64_t units_per_tile(const MoveRules& rules) {
  return std::uint64_t{kCostScale} * rules.straight * (rules.halving == 1 ? 1 : 2);
}

/// A cost in tiles, rounded up, where a tile at terrain cost 1 is `per_tile` times 10^-4 units times the cost unit.
std::optional<Decimal> in_tiles(const MoveRules& rules, std::uint64_t per_tile, Cost cost) {
  constexpr std::uint64_t kScale = 1000;
  static_assert(kBorderCostDecimals == 3);
  const std::uint64_t whole = per_tile / kScale;
  // Both factors stay below 2^32, and the remainder's product with the unit below 2^57.
  if (cost / whole >= static_cast<std::uint64_t>(kMaxArcCost)) return {};
  const std::uint64_t thousandths =
      cost / whole * rules.cost_unit + (cost % whole * rules.cost_unit + whole - 1) / whole;
  if (thousandths >= static_cast<std::uint64_t>(kMaxArcCost)) return {};
  return make_decimal(static_cast<std::int64_t>(thousandths), kBorderCostDecimals);
}

}  // namespace

std::vector<AreaBorder> find_borders(const GridView& grid, std::span<const AreaId> area_at) {
  std::set<AreaBorder> borders;
  AreaBorder last{kNoArea, kNoArea};
  for (std::size_t i = 0; i < area_at.size(); ++i) {
    const Tile tile = grid.tile(i);
    if (area_at[i] == kNoArea || grid.cost(tile) == 0) continue;
    for_each_step(grid, grid.bounds(), tile, [&](Tile next, Cost) {
      const AreaBorder border{area_at[i], area_at[grid.index(next)]};
      if (border.to == kNoArea || border.to == border.from || border == last) return;
      last = border;
      borders.insert(border);
    });
  }
  return {borders.begin(), borders.end()};
}

std::vector<Cost> measure_borders(const GridView& grid, const AreasView& areas, std::span<const AreaBorder> borders,
                                  unsigned threads) {
  AreasView on_foot = areas;
  on_foot.links = {};
  std::vector<Cost> costs(borders.size(), kInfiniteCost);
  std::vector<std::unique_ptr<CorridorSearch>> searches(thread_count(threads));
  parallel_for(borders.size(), threads, [&](std::size_t i, unsigned worker) {
    const auto& [from, to] = borders[i];
    if (!on_foot.has_anchor(grid, from) || !on_foot.has_anchor(grid, to)) return;
    auto& search = searches[worker];
    if (!search) search = std::make_unique<CorridorSearch>(grid, on_foot);
    const std::array<AreaId, 2> corridor{from, to};
    const Tile goal = on_foot.anchors[to];
    const auto bound = [&](Tile tile) noexcept { return grid.rules->lower_bound(tile, goal); };
    const auto no_links = [](Tile, auto&&) noexcept {};
    const SearchOutcome outcome =
        search->search(corridor, on_foot.anchors[from], goal, ~std::uint64_t{0}, bound, no_links);
    if (outcome.end == SearchEnd::reached) costs[i] = search->cost();
  });
  return costs;
}

std::optional<Decimal> in_tiles(const MoveRules& rules, Cost cost) {
  return in_tiles(rules, units_per_tile(rules), cost);
}

std::optional<Decimal> straight_in_tiles(const MoveRules& rules, std::uint32_t fraction_bits, Cost cost) {
  return in_tiles(rules, std::uint64_t{kCostScale} << fraction_bits, cost);
}

Cost in_units(const MoveRules& rules, const Decimal& tiles) {
  constexpr std::uint32_t kDigits = 9;
  const Decimal cut = rounded(tiles, kDigits);
  std::uint64_t scale = 1;
  for (std::uint32_t i = 0; i < cut.decimals; ++i) scale *= 10;
  const auto digits = static_cast<std::uint64_t>(cut.digits);
  const std::uint64_t per_tile = units_per_tile(rules);
  // Whole tiles are below 2^32, the rest below 10^9: both products fit.
  const std::uint64_t total = digits / scale * per_tile + (digits % scale * per_tile + scale / 2) / scale;
  return (total + rules.cost_unit / 2) / rules.cost_unit;
}

}  // namespace portolan
