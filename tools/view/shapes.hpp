// SPDX-License-Identifier: BSL-1.0
// Places and lines as the page reads them.
#pragma once

#include "map/path_report.hpp"
#include "portolan/core/point.hpp"

namespace portolan::tools {

/// Corner and corner: x0, y0, x1, y1.
[[nodiscard]] inline Json rect_of(const Rect& area) {
  return {area.min.x, area.min.y, area.max.x, area.max.y};
}

/// Adds x and y in tiles.
inline void add_point(Json& list, Point p) {
  list.push_back(static_cast<double>(p.x) / kSubUnits);
  list.push_back(static_cast<double>(p.y) / kSubUnits);
}

}  // namespace portolan::tools
