// SPDX-License-Identifier: BSL-1.0
// Links, between tiles and between areas drawn over a map, for the page.
#pragma once

#include "map/path_report.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>

namespace portolan::tools {

/// The links of a world: `list`, an even sample of at most `most` out of `of`, those between tiles first, in the order
/// of the file. Each has name, from, to (tiles), cost in tiles, one_way, and `number`, by which a link between tiles is
/// closed; null for one between areas, from anchor to anchor. Of the latter, two that lead both ways at one cost are
/// one. O(links log links).
[[nodiscard]] Json links_report(const World& world, std::size_t most);

/// The moves between tiles, at most so many, evenly chosen: `edges`, six numbers each (x, y of both tiles, 1 if nobody
/// crosses, 1 if it is for that direction alone), and `of`, how many there are.
[[nodiscard]] Json moves_report(const World& world, std::size_t most);

}  // namespace portolan::tools
