// SPDX-License-Identifier: BSL-1.0
// Rows of distances from a few landmarks, from which the triangle inequality makes lower bounds on costs between nodes
// (ALT: Goldberg and Harrelson, 2005).
//
// They are for graphs whose arcs lead both ways at one cost, so one distance a landmark serves both directions. Arcs
// that do not count as if they did, which makes distances less, if anything: bounds stay right whichever way an arc
// leads, and if it is closed. Every part of the graph that nothing joins to the others has landmarks of its own, in the
// same columns, since only nodes of one part are ever compared.
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

namespace portolan {

/// Number of landmarks of every part of a graph.
inline constexpr std::size_t kRowLandmarks = 8;
/// The largest shift of distances.
inline constexpr std::uint32_t kMaxLandmarkShift = 31;

/// The distances of a node from the landmarks of its part of the graph, by landmark.
using LandmarkRow = std::array<std::uint32_t, kRowLandmarks>;
static_assert(sizeof(LandmarkRow) == 32);

/// The rows of one graph, in these sections of a file. Bounds are as good as the distances are right.
template <template <class> class Store, SectionKind kRows, SectionKind kShift>
struct BasicLandmarkRows {
  Store<LandmarkRow> rows;  ///< by node; empty if there are none
  std::uint32_t shift = 0;  ///< up to kMaxLandmarkShift

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    visitor.array(kRows, nodes, self.rows);
    visitor.record(kShift, self.shift);
  }
};

/// How far apart two nodes of one part are at least, in units of 2^shift.
[[nodiscard]] inline std::uint32_t units_apart(const LandmarkRow& a, const LandmarkRow& b) noexcept {
  std::uint32_t units = 0;
  for (std::size_t i = 0; i < kRowLandmarks; ++i) units = std::max(units, std::max(a[i], b[i]) - std::min(a[i], b[i]));
  return units;
}

/// Whether an arc of this cost may join two nodes. Where all arcs may, bounds are consistent.
template <SectionKind kRows, SectionKind kShift>
[[nodiscard]] inline bool landmarks_allow(const BasicLandmarkRows<Viewed, kRows, kShift>& landmarks, std::uint32_t a,
                                          std::uint32_t b, Cost cost) noexcept {
  return landmarks.rows.empty() || units_apart(landmarks.rows[a], landmarks.rows[b]) <= cost >> landmarks.shift;
}

}  // namespace portolan
