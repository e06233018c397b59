// SPDX-License-Identifier: BSL-1.0
// portolan path for movers with a body.
#pragma once

#include "commands.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>

namespace portolan::tools {

/// Finds a path of a profile with kinematics, and returns the exit code.
int path_of_body(const PathArguments& arguments, const World& world, std::size_t profile);

}  // namespace portolan::tools
