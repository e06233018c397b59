// SPDX-License-Identifier: BSL-1.0
// What A* over a graph expects of the rest of a path.
#pragma once

#include "portolan/graph/best_first.hpp"
#include "portolan/graph/landmarks.hpp"
#include "portolan/graph/position_estimate.hpp"

#include <cstddef>
#include <variant>

namespace portolan {

/// Each a view of what was made offline (offline/estimate_builder).
using GraphEstimate = std::variant<NoEstimate, StraightLine, Landmarks>;

/// Whether its arrays fit a graph of so many nodes. O(1).
[[nodiscard]] bool is_well_formed(const GraphEstimate& estimate, std::size_t nodes) noexcept;

/// Whether no bound falls by more than an arc costs from its tail to its head, for any goal: then bounds are below the
/// costs of paths, and A* settles no node twice. Needs is_well_formed of both. O(arcs), with landmarks times their
/// number.
[[nodiscard]] bool is_consistent(const CsrGraph& graph, const GraphEstimate& estimate) noexcept;

}  // namespace portolan
