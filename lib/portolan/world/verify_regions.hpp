// SPDX-License-Identifier: BSL-1.0
// The deep check of a profile's region tier. Internal to the module.
#pragma once

#include "portolan/world/world.hpp"

#include <string>

namespace portolan {

/// The nodes against the terrain, the members of regions against the nodes, the arcs against what customising gives,
/// the landmarks against the arcs and links; empty if nothing is wrong. Costs what customising all levels does, in time
/// and in memory, on so many threads (0: one a core).
[[nodiscard]] std::string regions_fault(const ProfileView& profile, unsigned threads);

}  // namespace portolan
