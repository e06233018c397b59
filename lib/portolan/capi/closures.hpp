// SPDX-License-Identifier: BSL-1.0
// What is closed, as C says it.
#pragma once

#include "portolan/boards/open_arcs.hpp"
#include "portolan/capi/portolan.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace portolan::capi {

/// Error: RANGE, where one of the places or borders is not on a board of so many places. @throws std::bad_alloc
inline portolan_error read_closures(std::size_t places, std::span<const NodeId> nodes,
                                    std::span<const portolan_border> borders, AreaClosures& closures) {
  const auto exists = [&](NodeId place) { return place < places; };
  const auto joins = [&](const portolan_border& border) { return exists(border.from) && exists(border.to); };
  if (!std::all_of(nodes.begin(), nodes.end(), exists) || !std::all_of(borders.begin(), borders.end(), joins))
    return PORTOLAN_ERROR_RANGE;
  closures.areas.assign(nodes.begin(), nodes.end());
  closures.borders.clear();
  for (const portolan_border& border : borders) closures.borders.push_back({border.from, border.to});
  return PORTOLAN_OK;
}

}  // namespace portolan::capi
