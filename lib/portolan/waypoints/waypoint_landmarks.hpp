// SPDX-License-Identifier: BSL-1.0
// Lower bounds on costs from waypoints to a position by landmarks, better than the straight line where ways wind. Sight
// edges lead both ways at one cost; links count as if they did (landmark_rows.hpp).
#pragma once

#include "portolan/graph/landmark_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace portolan {

/// By waypoint.
template <template <class> class Store>
using BasicWaypointLandmarks =
    BasicLandmarkRows<Store, SectionKind::waypoint_landmarks, SectionKind::waypoint_landmark_shift>;
/// A view: owns nothing, safe to read from any number of threads.
using WaypointLandmarks = BasicWaypointLandmarks<Viewed>;

/// What landmarks say of the costs from waypoints to a position; without landmarks they say nothing.
///
/// Distances are those over waypoints, and the position is none: between two waypoints that it sees they may be longer
/// than the way over the position, to which not all edges are taut. So it has no distance of its own, but two ends: of
/// the waypoints seen, with distance d from a landmark and cost c from there on, the least d + c and the greatest
/// d - c. A path over any of them costs no less than the one end lies above the distance of its first waypoint, and
/// no less than the other lies below.
class WaypointLandmarkBound {
 public:
  explicit WaypointLandmarkBound(const WaypointLandmarks& landmarks) noexcept : landmarks_(landmarks) {
    from_there_.fill(std::numeric_limits<std::uint32_t>::max());
  }

  /// Says that the position can be reached from a waypoint at this cost, without another in between. To be called for
  /// all waypoints of which that is so.
  void add(std::uint32_t waypoint, Cost cost) noexcept {
    if (landmarks_.rows.empty()) return;
    const LandmarkRow& row = landmarks_.rows[waypoint];
    const Cost units = cost >> landmarks_.shift;
    for (std::size_t i = 0; i < kRowLandmarks; ++i) {
      from_there_[i] = static_cast<std::uint32_t>(std::min<Cost>(from_there_[i], row[i] + units));
      to_there_[i] = std::max(to_there_[i], static_cast<std::uint32_t>(row[i] - std::min<Cost>(row[i], units)));
    }
  }

  /// A lower bound of the least cost from a waypoint to the position by way of others or straight. Consistent.
  [[nodiscard]] Cost operator()(std::uint32_t waypoint) const noexcept {
    if (landmarks_.rows.empty()) return 0;
    const LandmarkRow& row = landmarks_.rows[waypoint];
    std::uint32_t bound = 0;
    for (std::size_t i = 0; i < kRowLandmarks; ++i) {
      bound = std::max(bound, std::max(from_there_[i], row[i]) - row[i]);
      bound = std::max(bound, row[i] - std::min(to_there_[i], row[i]));
    }
    return Cost{bound} << landmarks_.shift;
  }

 private:
  WaypointLandmarks landmarks_;
  LandmarkRow from_there_;  ///< the least distance plus cost
  LandmarkRow to_there_{};  ///< the greatest distance less cost
};

}  // namespace portolan
