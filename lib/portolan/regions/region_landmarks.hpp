// SPDX-License-Identifier: BSL-1.0
// Lower bounds on costs between nodes of the coarse graph by landmarks, better than distances in the plane where
// terrain costs differ, ways wind, or links lead from floor to floor. Steps lead both ways at one cost; links count as
// if they did; the parts of the graph are the islands (landmark_rows.hpp).
#pragma once

#include "portolan/graph/landmark_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace portolan {

/// By node of the coarse graph.
template <template <class> class Store>
using BasicRegionLandmarks = BasicLandmarkRows<Store, SectionKind::region_landmarks, SectionKind::landmark_shift>;
/// A view: owns nothing, safe to read from any number of threads.
using RegionLandmarks = BasicRegionLandmarks<Viewed>;

/// What landmarks say of the costs between nodes and one place, a node or any other; without landmarks they say
/// nothing.
class RegionLandmarkBound {
 public:
  explicit RegionLandmarkBound(const RegionLandmarks& landmarks) noexcept : landmarks_(landmarks) {
    least_.fill(std::numeric_limits<std::uint32_t>::max());
    most_ = least_;
  }

  /// Says that the place can be reached from a node at this cost. To be called for all nodes through which it can be
  /// reached.
  void add(std::uint32_t node, Cost cost) noexcept {
    if (!landmarks_.rows.empty()) add(landmarks_.rows[node], cost);
  }
  /// The same for a place with these distances.
  void add(const LandmarkRow& row, Cost cost) noexcept {
    const Cost down = cost >> landmarks_.shift;
    const Cost up = down + (down << landmarks_.shift == cost ? 0 : 1);
    for (std::size_t i = 0; i < kRowLandmarks; ++i) {
      least_[i] = static_cast<std::uint32_t>(std::min<Cost>(least_[i], row[i] + down));
      most_[i] = static_cast<std::uint32_t>(std::min<Cost>(most_[i], row[i] + up));
    }
  }

  /// A lower bound of the least cost between a node and the place. Consistent.
  [[nodiscard]] Cost operator()(std::uint32_t node) const noexcept {
    return landmarks_.rows.empty() ? 0 : (*this)(landmarks_.rows[node]);
  }
  /// The same for a place with these distances,
  [[nodiscard]] Cost operator()(const LandmarkRow& row) const noexcept {
    std::uint32_t bound = 0;
    for (std::size_t i = 0; i < kRowLandmarks; ++i) bound = std::max(bound, apart(i, row[i], row[i]));
    return Cost{bound} << landmarks_.shift;
  }
  /// or for any of some places whose distances lie between these.
  [[nodiscard]] Cost operator()(const LandmarkRow& low, const LandmarkRow& high) const noexcept {
    std::uint32_t bound = 0;
    for (std::size_t i = 0; i < kRowLandmarks; ++i) bound = std::max(bound, apart(i, low[i], high[i]));
    return Cost{bound} << landmarks_.shift;
  }

 private:
  /// By how much the place's distance to a landmark lies outside of these.
  [[nodiscard]] std::uint32_t apart(std::size_t landmark, std::uint32_t low, std::uint32_t high) const noexcept {
    return std::max(std::max(low, most_[landmark]) - most_[landmark],
                    least_[landmark] - std::min(high, least_[landmark]));
  }

  RegionLandmarks landmarks_;
  LandmarkRow least_;  ///< the place's own distances, rounded down
  LandmarkRow most_;   ///< the place's own distances, rounded up
};

}  // namespace portolan
