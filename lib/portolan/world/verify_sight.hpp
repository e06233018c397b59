// SPDX-License-Identifier: BSL-1.0
// The deep check of a profile's waypoint tier. Internal to the module.
#pragma once

#include "portolan/world/world.hpp"

#include <string>

namespace portolan {

/// The planes against the terrain, the waypoint graph against the planes, its indexes, landmarks and levels against the
/// graph, on so many threads; empty if nothing is wrong. That labels cover all pairs is not shown. O(tiles + edges x
/// sight + entries log). @throws std::bad_alloc
[[nodiscard]] std::string sight_fault(const ProfileView& profile, unsigned threads);

}  // namespace portolan
