// SPDX-License-Identifier: BSL-1.0
// What `info` and `build` say about a world file.
#pragma once

#include "portolan/world/world.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace portolan::tools {

/// The JSON object of `info`; figures of tiles outside "profiles" are those of the first profile.
nlohmann::ordered_json world_report(const World& world);
/// What a report says, as lines for a person.
std::string world_text(const nlohmann::ordered_json& report);

}  // namespace portolan::tools
