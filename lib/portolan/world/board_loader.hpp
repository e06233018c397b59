// SPDX-License-Identifier: BSL-1.0
// Finds the sections of the board and of its indexes and checks their sizes. Internal to the module.
#pragma once

#include "portolan/world/section_table.hpp"
#include "portolan/world/world.hpp"

#include <optional>

namespace portolan {

/// Nothing if the file has none. Error (corrupt) without the file's name. O(sections).
[[nodiscard]] Result<std::optional<BoardTierView>> load_board(const SectionTable& table);

}  // namespace portolan
