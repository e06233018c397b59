// SPDX-License-Identifier: BSL-1.0
// What a file says about how it was made. Internal to the module.
#pragma once

#include "portolan/offline/build_world.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace portolan {

/// Adds library version, source, options and notes as JSON.
void add_provenance(WorldImage& image, const BuildOptions& options, const std::vector<std::string>& notes);

}  // namespace portolan
