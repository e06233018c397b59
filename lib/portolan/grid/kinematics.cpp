// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/kinematics.hpp"

#include "portolan/grid/kinematic_rules.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace portolan {
namespace {

constexpr std::array<std::string_view, kHeadings + 1> kNames{"E", "NE", "N", "NW", "W", "SW", "S", "SE", "any"};

std::string factor_fault(std::string_view field, const std::optional<Ratio>& factor) {
  static_assert(kMaxFactor == 16 && kMaxFactorDenominator == 16);
  if (!factor) return {};
  const Ratio& f = *factor;
  const bool in_range = f.denominator != 0 && f.numerator >= f.denominator &&
                        std::uint64_t{f.numerator} <= std::uint64_t{kMaxFactor} * f.denominator;
  if (!in_range) return std::string(field) + ": must be from 1 to 16";
  if (f.denominator / std::gcd(f.numerator, f.denominator) > kMaxFactorDenominator) {
    return std::string(field) + ": must be a fraction whose denominator is at most 16";
  }
  return {};
}

/// The least number of steps for which enough(steps) holds.
template <class Enough>
std::uint8_t least_steps(Enough&& enough) {
  std::uint8_t steps = 0;
  while (!enough(std::uint64_t{steps} * kCostScale)) ++steps;
  return steps;
}

std::uint64_t square(std::uint64_t x) {
  return x * x;
}

/// An arc of radius R that bends the way by 45 degrees touches it R (sqrt(2) - 1) before and after the bend. Lengths
/// are compared by their squares, since no decimal is sqrt(2).
void set_bends(KinematicRules& rules, std::uint64_t radius) {
  // s >= 2 R (sqrt(2) - 1), where s is the way of so many steps; a diagonal one is sqrt(2) long.
  rules.bend[0] = least_steps([&](std::uint64_t way) { return square(way + 2 * radius) >= 8 * square(radius); });
  rules.bend[1] = least_steps(
      [&](std::uint64_t way) { return way >= 2 * radius || 2 * square(radius) >= square(2 * radius - way); });
  rules.half_bend[0] = least_steps([&](std::uint64_t way) { return square(way + radius) >= 2 * square(radius); });
  rules.half_bend[1] =
      least_steps([&](std::uint64_t way) { return way >= radius || square(radius) >= 2 * square(radius - way); });
}

}  // namespace

std::string_view to_string(Heading heading) noexcept {
  return kNames[static_cast<std::size_t>(heading)];
}

std::optional<Heading> parse_heading(std::string_view name) noexcept {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return {};
  return static_cast<Heading>(found - kNames.begin());
}

std::string fault_of(const Kinematics& kinematics) {
  static_assert(kMaxBody == 64 && kMaxBody == kMaxFootprint && kMaxRadius == 60'000 && kMaxTurnCost == 10'000'000);
  const auto side_in_range = [](std::int32_t side) { return side >= 1 && side <= kMaxBody; };
  if (!side_in_range(kinematics.width)) return "body: the width must be from 1 to 64";
  if (!side_in_range(kinematics.length)) return "body: the length must be from 1 to 64";
  if (kinematics.turn > kMaxTurnCost) return "turn: must be from 0 to 1000";
  if (auto fault = factor_fault("backward", kinematics.backward); !fault.empty()) return fault;
  if (auto fault = factor_fault("sideways", kinematics.sideways); !fault.empty()) return fault;
  if (kinematics.radius > kMaxRadius) return "radius: must be from 0 to 6";
  if (kinematics.radius != 0 && kinematics.headings == Headings::four) return "radius: belongs to 8 headings";
  if (kinematics.radius != 0 && kinematics.sideways) return "sideways: belongs to movers that turn on the spot";
  return {};
}

std::string fault_beside(const Kinematics& kinematics, const MoveRules& rules) {
  if (rules.metric == Metric::any_angle) return "headings: belong to the grid metric";
  if (kinematics.headings == Headings::eight && rules.neighbours == Neighbours::four) {
    return "headings: 8 belong to 8 neighbours";
  }
  if (rules.footprint != std::min(kinematics.width, kinematics.length)) {
    return "body: its lesser side must be the footprint of the profile";
  }
  return {};
}

Result<KinematicRules> make_kinematic_rules(const Kinematics& kinematics, const MoveRules& rules,
                                            std::uint64_t positions, const LinkTable& links) {
  std::string fault = fault_of(kinematics);
  if (fault.empty()) fault = fault_beside(kinematics, rules);
  if (!fault.empty()) return Error{ErrorCode::usage, fault};

  KinematicRules result;
  result.eighths = kHeadings / static_cast<int>(kinematics.headings);
  result.beside = kinematics.headings == Headings::four && rules.neighbours == Neighbours::eight;
  const std::int32_t squares = std::abs(kinematics.length - kinematics.width);
  result.front = (squares + 1) / 2;
  result.rear = squares / 2;
  result.axis = kinematics.width > kinematics.length ? -2 : 0;
  result.sweep = kinematics.sweep;

  const auto lowest = [](const std::optional<Ratio>& factor) {
    const Ratio ratio = factor.value_or(Ratio{});
    const std::uint32_t common = std::gcd(ratio.numerator, ratio.denominator);
    return Ratio{ratio.numerator / common, ratio.denominator / common};
  };
  const Ratio backward = lowest(kinematics.backward);
  const Ratio sideways = lowest(kinematics.sideways);
  result.scale = std::lcm(backward.denominator, sideways.denominator);
  result.forward = result.scale;
  if (kinematics.backward) result.backward = result.scale / backward.denominator * backward.numerator;
  if (kinematics.sideways) result.sideways = result.scale / sideways.denominator * sideways.numerator;
  // Rounded once, in the finer unit, halves up.
  const std::uint64_t tile = std::uint64_t{rules.straight} * (rules.halving == 1 ? 1 : 2) * result.scale;
  result.turn = (kinematics.turn * tile + rules.cost_unit / 2) / rules.cost_unit;

  if (kinematics.radius != 0) {
    set_bends(result, kinematics.radius);
    const int counts = std::max(result.bend[0], result.bend[1]) + 1;
    result.gaits = static_cast<std::uint8_t>(1 + counts * (kinematics.backward ? 2 : 1));
  }

  // No least path is twice in one state, no lower bound above what twice as many steps cost, and searches add both,
  // taken times the denominator and the numerator of a weight.
  Cost dearest = 0;
  for (std::size_t end = 0; end < links.link_ends().size(); ++end) {
    for (const LinkArc& arc : links.leaving(end)) {
      dearest = std::max(dearest, arc.cost < kInfiniteCost / result.scale ? arc.cost * result.scale : kInfiniteCost);
    }
  }
  const std::uint32_t factor = std::max({result.forward, result.backward, result.sideways});
  dearest = std::max({dearest, dearest_step(rules) * factor, result.turn});
  const std::uint64_t states = (positions + 1) * static_cast<std::uint64_t>(kHeadings) * result.gaits;
  if (dearest >= kInfiniteCost / states / (kMaxWeight.numerator + kMaxWeight.denominator)) {
    return Error{ErrorCode::limit,
                 "body: costs too large to add up exactly on a map of " + std::to_string(positions) + " tiles"};
  }
  return result;
}

}  // namespace portolan
