// SPDX-License-Identifier: BSL-1.0
// What a file has of a waypoint graph to search it by where it has no index.
#pragma once

#include "portolan/waypoints/sight_cells.hpp"
#include "portolan/waypoints/sight_levels.hpp"
#include "portolan/waypoints/waypoint_landmarks.hpp"

namespace portolan {

/// None of it need be there. A view: owns nothing, safe to read from any number of threads.
struct WaypointGuides {
  WaypointLandmarks landmarks;
  SightLevels levels;  ///< of Euclidean lengths alone
  SightCells cells;    ///< not without levels, nor where there are links
};

}  // namespace portolan
