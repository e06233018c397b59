// SPDX-License-Identifier: BSL-1.0
// Chooses the landmarks of a waypoint graph.
#pragma once

#include "portolan/waypoints/waypoint_graph.hpp"
#include "portolan/waypoints/waypoint_landmarks.hpp"

#include <cstdint>

namespace portolan {

/// Rows that own their memory.
using WaypointLandmarkArrays = BasicWaypointLandmarks<Shared>;

/// Whether every arc of a waypoint graph has one back at its cost: where there are no links.
enum class ArcsLead : std::uint8_t { both_ways, as_they_are };

/// Chooses landmarks by the arcs of a waypoint graph, which count both ways, and gives the rows of all waypoints: of
/// each part that nothing joins to the others its own, far from each other (FarthestLandmarks). The graph must be
/// sound. One thread; nine searches of the whole graph: O((waypoints + arcs) log waypoints).
[[nodiscard]] WaypointLandmarkArrays choose_waypoint_landmarks(const WaypointGraphView& graph, ArcsLead lead);

/// The most bytes of memory that choose_waypoint_landmarks takes, the rows included.
[[nodiscard]] std::uint64_t waypoint_landmark_memory(const WaypointGraphView& graph, ArcsLead lead) noexcept;

}  // namespace portolan
