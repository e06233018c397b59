// SPDX-License-Identifier: BSL-1.0
// Headings and placements between C and C++: in C `any` comes first, as 0 is the default.
#pragma once

#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/grid/kinematics.hpp"

namespace portolan::capi {

inline constexpr unsigned kEveryHeading = kHeadings + 1;

[[nodiscard]] constexpr portolan_heading to_c_heading(Heading heading) noexcept {
  return static_cast<portolan_heading>((static_cast<unsigned>(heading) + 1) % kEveryHeading);
}
/// It must be below kEveryHeading.
[[nodiscard]] constexpr Heading to_own_heading(portolan_heading heading) noexcept {
  return static_cast<Heading>((heading + kEveryHeading - 1) % kEveryHeading);
}
static_assert(to_c_heading(Heading::any) == PORTOLAN_HEADING_ANY &&
              to_own_heading(PORTOLAN_HEADING_ANY) == Heading::any);
static_assert(to_c_heading(Heading::east) == PORTOLAN_HEADING_EAST &&
              to_c_heading(Heading::north) == PORTOLAN_HEADING_NORTH);
static_assert(to_own_heading(PORTOLAN_HEADING_SOUTH_EAST) == Heading::south_east);

[[nodiscard]] inline Placement to_own(const portolan_placement& at) noexcept {
  return {to_own(at.tile), to_own_heading(at.heading)};
}

}  // namespace portolan::capi
