// SPDX-License-Identifier: BSL-1.0
// Lower bounds on costs between nodes of the coarse graph by landmarks and the triangle inequality (ALT: Goldberg and
// Harrelson, 2005), better than distances in the plane where terrain costs differ, ways wind, or links lead from floor
// to floor.
//
// Steps lead both ways at one cost, so one distance a landmark serves both directions. Links count as if they led both
// ways, which makes distances less, if anything: bounds stay right whichever way a link leads, and if it is closed.
// Every island has landmarks of its own, in the same columns, since only nodes of one island are ever compared.
//
// Distances are stored in 32 bits, in a unit of 2^shift that is 1 unless costs are large. They are then those of the
// same graph with the cost of every arc rounded down to whole units, so that bounds stay consistent.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/status.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace portolan {

/// Number of landmarks of every island.
inline constexpr std::size_t kRegionLandmarks = 8;
/// The largest shift of distances.
inline constexpr std::uint32_t kMaxLandmarkShift = 31;

/// The distances of a node from the landmarks of its island, by landmark.
using LandmarkRow = std::array<std::uint32_t, kRegionLandmarks>;
static_assert(sizeof(LandmarkRow) == 32);

/// Bounds are as good as the distances are right.
template <template <class> class Store>
struct BasicRegionLandmarks {
  Store<LandmarkRow> rows;  ///< by node of the coarse graph; empty if there are none
  std::uint32_t shift = 0;  ///< up to kMaxLandmarkShift

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    visitor.array(SectionKind::region_landmarks, nodes, self.rows);
    visitor.record(SectionKind::landmark_shift, self.shift);
  }
};
/// A view: owns nothing, safe to read from any number of threads.
using RegionLandmarks = BasicRegionLandmarks<Viewed>;

/// Whether an arc of this cost may join two nodes. Where all arcs may, bounds are consistent.
[[nodiscard]] inline bool landmarks_allow(const RegionLandmarks& landmarks, std::uint32_t a, std::uint32_t b,
                                          Cost cost) noexcept {
  if (landmarks.rows.empty()) return true;
  for (std::size_t i = 0; i < kRegionLandmarks; ++i) {
    const std::uint32_t one = landmarks.rows[a][i];
    const std::uint32_t other = landmarks.rows[b][i];
    if ((one > other ? one - other : other - one) > cost >> landmarks.shift) return false;
  }
  return true;
}

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
    for (std::size_t i = 0; i < kRegionLandmarks; ++i) {
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
    for (std::size_t i = 0; i < kRegionLandmarks; ++i) bound = std::max(bound, apart(i, row[i], row[i]));
    return Cost{bound} << landmarks_.shift;
  }
  /// or for any of some places whose distances lie between these.
  [[nodiscard]] Cost operator()(const LandmarkRow& low, const LandmarkRow& high) const noexcept {
    std::uint32_t bound = 0;
    for (std::size_t i = 0; i < kRegionLandmarks; ++i) bound = std::max(bound, apart(i, low[i], high[i]));
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
