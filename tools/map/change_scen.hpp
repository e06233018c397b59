// SPDX-License-Identifier: BSL-1.0
// portolan scen with a file of changes: edits and queries in the order in which they happen.
#pragma once

#include "commands.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <string_view>

namespace portolan::tools {

/// Plays a file of changes, whose text is given, for a profile of a world; returns the exit code.
int scen_of_changes(const ScenArguments& arguments, const World& world, std::size_t profile, std::string_view text);

}  // namespace portolan::tools
