// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/move_rules.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace portolan {

Cost dearest_step(const MoveRules& rules) noexcept {
  const std::uint32_t dearest = *std::max_element(rules.cost.begin(), rules.cost.end());
  return rules.diagonal_step(dearest, dearest) + rules.dearest_move;
}

bool costs_fit(const MoveRules& rules, std::uint64_t positions) noexcept {
  // A simple path has fewer steps than there are positions, and so has every lower bound between two of them; half of
  // kInfiniteCost each leaves room for their sum.
  return dearest_step(rules) < kInfiniteCost / 2 / std::max<std::uint64_t>(positions, 2 * std::uint64_t{kMaxSide});
}

std::uint32_t notch_cost(const MoveRules& rules, std::size_t terrains) noexcept {
  if (notches_over(terrains) == 0) return 0;
  for (std::size_t id = 0; id < terrains; ++id) {
    if (rules.cost[id] != 0) return rules.cost[terrains + id] - std::min(rules.cost[id], rules.cost[terrains + id]);
  }
  return 0;
}

bool notches_follow(const MoveRules& rules, std::size_t terrains) noexcept {
  const std::span<const std::uint32_t> raised = std::span(rules.cost).subspan(terrains);
  if (std::ranges::all_of(raised, [](std::uint32_t cost) { return cost == 0; })) return true;
  const std::uint64_t notch = notch_cost(rules, terrains);
  for (std::size_t id = terrains; id < rules.cost.size(); ++id) {
    const std::size_t by = id / terrains;
    const std::uint64_t plain = rules.cost[id % terrains];
    const std::uint64_t cost = by > notches_over(terrains) || plain == 0 ? 0 : plain + by * notch;
    if (rules.cost[id] != cost) return false;
  }
  return true;
}

void ignore_notches(MoveRules& rules, std::size_t terrains) noexcept {
  const std::size_t end = terrains * (notches_over(terrains) + 1);
  for (std::size_t id = terrains; id < end; ++id) rules.cost[id] = rules.cost[id % terrains];
}

namespace {

/// A convergent of 1 to sqrt(2), and a coarser one.
constexpr StepCosts kFineRoot{5741, 8119};
constexpr StepCosts kCoarseRoot{985, 1393};
/// About what a straight step counts in multiples of declared steps; divided by few primes, so that costs of links with
/// few decimals are whole.
constexpr std::uint32_t kFineStep = 5000;
constexpr std::uint32_t kCoarseStep = 1000;

StepCosts without_factor(const StepCosts& steps) noexcept {
  const std::uint32_t factor = std::gcd(steps.straight, steps.diagonal);
  return {steps.straight / factor, steps.diagonal / factor};
}

/// The steps as units: the largest multiple whose straight step does not exceed `most`, or they themselves.
StepCosts multiple_of(const StepCosts& steps, std::uint32_t most) noexcept {
  const StepCosts least = without_factor(steps);
  const std::uint32_t factor = std::max(1U, most / least.straight);
  return {least.straight * factor, least.diagonal * factor};
}

void set_unit(MoveRules& rules, const StepCosts& unit) noexcept {
  rules.straight = unit.straight;
  rules.diagonal = unit.diagonal;
}

Error bad_profile(const MovementProfile& profile, const std::string& reason) {
  return {ErrorCode::usage, "profile " + in_quotes(profile.name) + ": " + reason};
}

}  // namespace

std::optional<StepCosts> declared_steps(const MoveRules& rules) noexcept {
  const StepCosts unit{rules.straight, rules.diagonal};
  if (unit == kFineRoot || unit == kCoarseRoot) return {};
  return without_factor(unit);
}

std::string_view fault_of(const StepCosts& steps) noexcept {
  const auto in_range = [](std::uint32_t cost) { return cost >= 1 && cost <= kMaxStepCost; };
  static_assert(kMaxStepCost == 20'000);
  if (!in_range(steps.straight) || !in_range(steps.diagonal)) return "must be from 1 to 20000";
  if (steps.diagonal < steps.straight) return "a diagonal step must not cost less than a straight one";
  if (steps.diagonal > 2 * steps.straight) return "a diagonal step must not cost more than two straight ones";
  return {};
}

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
  if (profile.steps && (any_angle || profile.neighbours != Neighbours::eight)) {
    return bad_profile(profile, "steps belong to the grid metric with 8 neighbours");
  }
  if (profile.steps) {
    if (const auto fault = fault_of(*profile.steps); !fault.empty())
      return bad_profile(profile, "steps: " + std::string(fault));
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
    const auto price = std::find_if(profile.prices.begin(), profile.prices.end(),
                                    [&](const TerrainPrice& p) { return p.terrain == palette[id].name; });
    const TerrainCost unlisted = has_default_costs(profile) ? palette[id].default_cost : 0;
    declared[id] = price == profile.prices.end() ? unlisted : price->cost;
  }

  const std::size_t notches = profile.notch == 0 ? 0 : notches_over(palette.size());
  if (profile.notch != 0 && notches == 0) {
    return bad_profile(profile, "notch: the map has " + std::to_string(palette.size()) +
                                    " terrains, which leave no numbers for notches");
  }
  for (std::size_t id = palette.size(); id < palette.size() * (notches + 1); ++id) {
    const TerrainCost plain = declared[id % palette.size()];
    if (plain == 0) continue;
    const std::uint64_t cost = plain + std::uint64_t{profile.notch} * (id / palette.size());
    if (cost > kMaxTerrainCost) {
      return bad_profile(profile, "notch: terrain '" + palette[id % palette.size()].name + "' raised by " +
                                      std::to_string(notches) + " costs too much");
    }
    declared[id] = static_cast<TerrainCost>(cost);
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
  set_unit(rules, profile.steps ? multiple_of(*profile.steps, kFineStep) : kFineRoot);
  if (!costs_fit(rules, positions)) {
    set_unit(rules, profile.steps ? multiple_of(*profile.steps, kCoarseStep) : kCoarseRoot);
    if (!costs_fit(rules, positions)) {
      return Error{ErrorCode::limit, "profile '" + profile.name + "': costs too large to add up exactly on a map of " +
                                         std::to_string(positions) + " tiles"};
    }
  }
  return rules;
}

}  // namespace portolan
