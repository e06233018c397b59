// SPDX-License-Identifier: BSL-1.0
// Finds the sections of areas drawn over the map and checks their sizes. Internal to the module.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/board.hpp"
#include "portolan/world/format.hpp"
#include "portolan/world/section_table.hpp"

#include <cstddef>
#include <optional>

namespace portolan {

/// Nothing if the file has none. Where the board is absent (nullptr), or the map is, or has kMaxAreaTiles or more, the
/// sections must be absent too. Error (corrupt) without the file's name. O(sections).
[[nodiscard]] Result<std::optional<AreasView>> load_areas(const SectionTable& table, const format::MapInfo& map,
                                                          const BoardView* board);

}  // namespace portolan
