// SPDX-License-Identifier: BSL-1.0
// What subcommands do with tile maps that are not built yet; each returns the exit code.
#pragma once

#include "commands.hpp"
#include "map/map_input.hpp"

namespace portolan::tools {

/// Reads a map, of which `first` is the first file, with its floors, links and the areas over it, and prints what is
/// odd about them, or wrong with the areas.
int check_map(const CheckArguments& arguments, const SourceFile& first);

}  // namespace portolan::tools
