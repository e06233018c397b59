// SPDX-License-Identifier: BSL-1.0
// Areas that an author drew over a map, for the page.
#pragma once

#include "map/path_report.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>

namespace portolan::tools {

/// The areas of a world: `list`, an even sample of at most `most` out of `of`, each with name, tiles, colour, and `at`,
/// the anchor (null without one). O(runs).
[[nodiscard]] Json areas_report(const World& world, std::size_t most);

/// The ways between waypoints of a world that are no links: `lines`, a list of x0, y0, x1, y1 ... of their tiles, what
/// leads both ways once, an even sample of at most `most` out of `of`. O(arcs).
[[nodiscard]] Json ways_report(const World& world, std::size_t most);

/// The lines within a rectangle between tiles of different areas, or of one and none: `borders`, a list of x0, y0, x1,
/// y1 ..., an even sample of at most `most` out of `of`. O(runs of the rows).
[[nodiscard]] Json area_borders(const TileAreasView& areas, const Rect& area, std::size_t most);

}  // namespace portolan::tools
