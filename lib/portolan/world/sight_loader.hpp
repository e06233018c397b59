// SPDX-License-Identifier: BSL-1.0
// Reads the waypoint tier of one profile out of a world file. Internal to the module.
#pragma once

#include "portolan/world/section_table.hpp"
#include "portolan/world/world.hpp"

#include <optional>

namespace portolan {

/// The plane of straight movement, the waypoint graph and its indexes, as far as the file has them; nothing if it has
/// none of them. `view` must hold the rules and the grid. Checks that sections which belong together are there, and
/// their sizes. O(sections). Errors (corrupt) do not name the file.
[[nodiscard]] Result<std::optional<SightTierView>> load_sight(const SectionTable& table, SectionOwner owner,
                                                              const format::ProfileRecord& record,
                                                              const ProfileView& view);

}  // namespace portolan
