// SPDX-License-Identifier: BSL-1.0
// Where a path takes a link.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>

namespace portolan {

/// A link on a path: it leads from waypoint number `leg` of the path to the next.
struct LinkHop {
  std::size_t leg = 0;
  LinkId link = kNoLink;
};

}  // namespace portolan
