// SPDX-License-Identifier: BSL-1.0
// What a search touched, small enough to be sent and drawn.
#pragma once

#include "map/path_report.hpp"
#include "portolan/query/path_query.hpp"

#include <cstddef>

namespace portolan::tools {

/// The nodes that the last find() touched, in cells of `cell` tiles: {"cell", "settled": [x,y,...], "open": [x,y,...]}
/// by the column and row of each cell, settled if any node in it is. `cell` is the least power of two for which there
/// are at most `limit` cells. O(touched log limit).
[[nodiscard]] Json search_front(const PathQuery& query, std::size_t limit);

}  // namespace portolan::tools
