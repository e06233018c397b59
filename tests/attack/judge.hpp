// SPDX-License-Identifier: BSL-1.0
// Whether a world gives the right answers, by references that know its terrain, rules, links and arcs alone.
#pragma once

#include "portolan/world/world.hpp"
#include "support/random_world.hpp"

#include <string>

namespace portolan::test {

/// Asks for paths of every profile by every tier that the file holds, for costs in batches and by fields, for nearest
/// goals, for all pairs of a region graph, and recomputes what areas cost. Empty if every answer is right: a cost
/// marked optimal is the least, no other is less, paths are legal and cost what they say, and what is said to be
/// unreachable is. A few ends of each are drawn.
[[nodiscard]] std::string answers_fault(const World& world, Rng& rng);

}  // namespace portolan::test
