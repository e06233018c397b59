// SPDX-License-Identifier: BSL-1.0
// What terrains a world has, for the command and the page.
#pragma once

#include "portolan/world/world.hpp"

#include <nlohmann/json.hpp>

namespace portolan::tools {

/// The palette, with how many tiles have each terrain. Of a wrong file only tiles whose terrain is in it. O(tiles).
nlohmann::ordered_json terrain_report(const World& world);

}  // namespace portolan::tools
