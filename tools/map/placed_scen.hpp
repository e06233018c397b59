// SPDX-License-Identifier: BSL-1.0
// portolan scen for movers with a body.
#pragma once

#include "commands.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>

namespace portolan::tools {

/// Whether the lengths of the file are of a point that moves as the profile does.
enum class Lengths { of_others, of_its_point };

/// Asks the scenarios of a profile with kinematics, and returns the exit code.
int scen_of_body(const ScenArguments& arguments, const World& world, std::size_t profile, const ScenarioFile& file,
                 Lengths lengths);

}  // namespace portolan::tools
