// SPDX-License-Identifier: BSL-1.0
// What subcommands do with tile maps that are not built yet; each returns the exit code.
#pragma once

#include "commands.hpp"
#include "portolan/formats/maps/map_reader.hpp"

#include <string_view>

namespace portolan::tools {

/// Reads a map, of whose first file `bytes` are the content, with its floors, links and the areas over it, and prints
/// what is odd about them, or wrong with the areas.
int check_map(const CheckArguments& arguments, MapFormat format, std::string_view bytes);

}  // namespace portolan::tools
