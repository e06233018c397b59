// SPDX-License-Identifier: BSL-1.0
// What is drawn over a map as the JSON that pages edit.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/grid/floors.hpp"

#include <optional>
#include <string>

namespace portolan::tools {

/// Waypoints, from whatever they were read, as parse_waypoints_json reads them, one thing a line. Nothing if that
/// cannot say it: what is drawn is in error, or a way is closed in one direction. O(size).
[[nodiscard]] std::optional<std::string> waypoints_json(const AreaDrawing& drawing, const FloorStack& floors);

}  // namespace portolan::tools
