// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/move_rules.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace portolan {

Cost dearest_step(const MoveRules& rules) noexcept {
  const std::uint32_t dearest = *std::max_element(rules.cost.begin(), rules.cost.end());
  return rules.diagonal_step(dearest, dearest);
}

bool costs_fit(const MoveRules& rules, std::uint64_t positions) noexcept {
  // A simple path has fewer steps than there are positions, and so has every lower bound between two of them; half of
  // kInfiniteCost each leaves room for their sum.
  return dearest_step(rules) < kInfiniteCost / 2 / std::max<std::uint64_t>(positions, 2 * std::uint64_t{kMaxSide});
}

namespace {

Error bad_profile(const MovementProfile& profile, const std::string& reason) {
  return {ErrorCode::usage, "profile " + in_quotes(profile.name) + ": " + reason};
}

}  // namespace

Result<MoveRules> make_move_rules(const MovementProfile& profile, const TileMap& map) {
  if (!is_name(profile.name)) return bad_profile(profile, "the name is not " + std::string(kNameRule));
  const bool any_angle = profile.metric == Metric::any_angle;
  if (profile.footprint < (any_angle ? 0 : 1) || profile.footprint > kMaxFootprint) {
    return bad_profile(profile, "footprint " + std::to_string(profile.footprint) + ": must be from " +
                                    (any_angle ? "0" : "1") + " to " + std::to_string(kMaxFootprint));
  }
  if (any_angle && (profile.neighbours != Neighbours::eight || profile.corners != CornerRule::never_cut)) {
    return bad_profile(profile, "neighbours and corners belong to the grid metric");
  }
  MoveRules rules;
  rules.metric = profile.metric;
  rules.neighbours = profile.neighbours;
  rules.corners = profile.corners;
  rules.footprint = profile.footprint;

  std::array<TerrainCost, 256> declared{};
  const auto palette = map.palette();
  std::set<std::string_view> named;
  for (const TerrainPrice& price : profile.prices) {
    if (!named.insert(price.terrain).second)
      return bad_profile(profile, "terrain '" + price.terrain + "' has two prices");
    if (price.cost > kMaxTerrainCost) return bad_profile(profile, "terrain '" + price.terrain + "' costs too much");
  }
  for (std::size_t id = 0; id < palette.size(); ++id) {
    if (profile.prices.empty()) {
      declared[id] = palette[id].default_cost;
      continue;
    }
    const auto price = std::find_if(profile.prices.begin(), profile.prices.end(),
                                    [&](const TerrainPrice& p) { return p.terrain == palette[id].name; });
    declared[id] = price == profile.prices.end() ? 0 : price->cost;
  }

  TerrainCost factor = 0;
  for (const TerrainCost cost : declared) factor = std::gcd(factor, cost);
  rules.cost_unit = factor == 0 ? kCostScale : factor;
  // Once the common factor is gone the sums a+b share at most the factor 2, and do so if all costs are odd.
  rules.halving = 1;
  for (std::size_t id = 0; id < declared.size(); ++id) {
    rules.cost[id] = declared[id] / rules.cost_unit;
    if (rules.cost[id] != 0 && rules.cost[id] % 2 == 0) rules.halving = 0;
  }

  std::array<bool, 256> used{};
  for (const TerrainId id : map.tiles()) used[id] = true;
  std::uint32_t least = 0;
  for (std::size_t id = 0; id < used.size(); ++id) {
    if (used[id] && rules.cost[id] != 0 && (least == 0 || rules.cost[id] < least)) least = rules.cost[id];
  }
  rules.least_cost = std::max(1U, least);

  const auto positions = static_cast<std::uint64_t>(map.tiles().size());
  if (!costs_fit(rules, positions)) {
    rules.straight = 985;
    rules.diagonal = 1393;
    if (!costs_fit(rules, positions)) {
      return Error{ErrorCode::limit, "profile '" + profile.name + "': costs too large to add up exactly on a map of " +
                                         std::to_string(positions) + " tiles"};
    }
  }
  return rules;
}

}  // namespace portolan
