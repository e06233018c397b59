// SPDX-License-Identifier: BSL-1.0
// The deep check of dead ends. Internal to the module.
#pragma once

#include "portolan/world/world.hpp"

#include <string>

namespace portolan {

/// What would let a search leave out what it needs: records that do not nest, gates that lie elsewhere, a step, a link
/// or an arc into a dead end beside its gate. Empty if nothing is wrong, or there are none. That there are no more of
/// them is not checked. O(positions + links) or O(nodes + arcs).
[[nodiscard]] std::string dead_ends_fault(const ProfileView& profile);
[[nodiscard]] std::string dead_ends_fault(const BoardTierView& tier);

}  // namespace portolan
