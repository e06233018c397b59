// SPDX-License-Identifier: BSL-1.0
// How a mover turns, between C and C++: in C a struct of zeros is a body of one tile with eight headings.
#pragma once

#include "portolan/capi/portolan.h"
#include "portolan/grid/kinematics.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace portolan::capi {

static_assert(PORTOLAN_SWEEP_NONE == static_cast<int>(Sweep::none));

constexpr bool is_absent(const portolan_ratio& ratio) noexcept {
  return ratio.numerator == 0 && ratio.denominator == 0;
}
constexpr Ratio to_own(const portolan_ratio& ratio) noexcept {
  return {ratio.numerator, ratio.denominator};
}
constexpr std::optional<Ratio> to_own_factor(const portolan_ratio& ratio) noexcept {
  return is_absent(ratio) ? std::nullopt : std::optional(to_own(ratio));
}

/// What cannot even be said in C++; empty if nothing is.
inline std::string_view fault_of(const portolan_kinematics& c) noexcept {
  if (c.headings != 0 && c.headings != 4 && c.headings != 8) return "headings: must be 4 or 8";
  return c.sweep > PORTOLAN_SWEEP_NONE ? "sweep: must be 0 or 1" : "";
}

/// Of what has no such fault.
inline Kinematics to_own(const portolan_kinematics& c) noexcept {
  const auto to_side = [](std::int32_t side) { return side == 0 ? 1 : side; };
  return {.headings = c.headings == 0 ? Headings::eight : static_cast<Headings>(c.headings),
          .width = to_side(c.width),
          .length = to_side(c.length),
          .turn = c.turn,
          .backward = to_own_factor(c.backward),
          .sideways = to_own_factor(c.sideways),
          .radius = c.radius,
          .sweep = static_cast<Sweep>(c.sweep)};
}

}  // namespace portolan::capi
