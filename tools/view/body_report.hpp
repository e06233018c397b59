// SPDX-License-Identifier: BSL-1.0
// The body of a mover as the page draws it, and the tiles that it claims.
#pragma once

#include "map/path_report.hpp"
#include "portolan/world/world.hpp"

namespace portolan::tools {

/// The keys `name`; `core`, tiles along a side of its first square; `lines`, by heading, from the middle of the core:
/// the middles of the rear and the front square of the body, and of a mark at its nose, empty for headings that it has
/// not; and rows of tiles `y x end`, one after the other, from its own tile, by heading, of which a mover that does not
/// turn has one: `covered`, what it covers; `left` and `entered`, by way, the eight steps, from east against the clock,
/// then a turn against the clock and one with it: what each move leaves, and newly covers, on the way too. O(bytes).
[[nodiscard]] Json body_report(const ProfileView& profile);

}  // namespace portolan::tools
