// SPDX-License-Identifier: BSL-1.0
// A lower bound on the cost between two nodes from where they lie: their straight-line distance times the largest
// factor that no arc of the graph contradicts. Costs need not be distances, and nothing is believed of where positions
// come from: the factor follows from the arcs, and is 0 where they allow no other.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/graph/csr_graph.hpp"

#include <cmath>
#include <cstdint>
#include <span>

namespace portolan {

/// Where a node lies, in any unit; finite.
struct GraphPosition {
  double x = 0;
  double y = 0;
};

/// A position in integers, so that bounds are exact: 0 <= x, y < 2^31.
struct LatticePoint {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  friend constexpr bool operator==(const LatticePoint&, const LatticePoint&) = default;
};
inline constexpr std::uint32_t kLatticeSide = std::uint32_t{1} << 31;

/// Moves and scales positions, by one power of two for both axes, so that the longer side of their bounding box takes
/// at least half of the lattice; then rounds down. Integers that span less than 2^31 lose nothing. The same on every
/// machine. `points` is as long as `positions`. O(nodes).
void place_on_lattice(std::span<const GraphPosition> positions, std::span<LatticePoint> points) noexcept;

/// The square of a cost per lattice unit: square / 2^shift. shift < 128; square 0 gives no bound.
struct StraightScale {
  std::uint64_t square = 0;
  std::uint32_t shift = 0;
  std::uint32_t reserved = 0;
  friend constexpr bool operator==(const StraightScale&, const StraightScale&) = default;
};

/// The largest scale, to a part in 2^63, at which no arc costs less than its ends are apart; {} if some arc of no cost
/// joins different points, or no arc does. `points`: one a node. Needs is_well_formed(graph). O(arcs).
[[nodiscard]] StraightScale consistent_scale(const CsrGraph& graph, std::span<const LatticePoint> points) noexcept;

/// Whether no arc costs less than its ends are apart, and points and scale are in range. Needs is_well_formed(graph).
/// O(arcs).
[[nodiscard]] bool is_consistent(const CsrGraph& graph, std::span<const LatticePoint> points,
                                 const StraightScale& scale) noexcept;

/// Points and scale of a graph; all that is_consistent says must hold, else bounds are too high and paths, though
/// legal, not the cheapest.
template <template <class> class Store>
struct BasicStraightLine {
  Store<LatticePoint> points{};  ///< by node
  StraightScale scale{};

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t nodes = 0) {
    visitor.array(SectionKind::graph_points, nodes, self.points);
    visitor.record(SectionKind::graph_scale, self.scale);
  }
  [[nodiscard]] BasicStraightLine<Viewed> view() const noexcept { return view_of<BasicStraightLine<Viewed>>(*this); }
};
/// A view: owns nothing.
using StraightLine = BasicStraightLine<Viewed>;

/// Bounds above this are cut down to it.
inline constexpr Cost kMaxStraightBound = Cost{1} << 50;

namespace detail {
__extension__ using Wide = unsigned __int128;

/// The greatest integer whose square is not above `value`, which is below 2^100. Double precision is off by one at most
/// and set right in integers.
[[nodiscard]] inline std::uint64_t floor_sqrt(Wide value) noexcept {
  const bool narrow = value < (Wide{1} << 62);
  const double near =
      std::sqrt(narrow ? static_cast<double>(static_cast<std::uint64_t>(value)) : static_cast<double>(value));
  auto root = static_cast<std::uint64_t>(near);
  while (Wide{root} * root > value) --root;
  while (Wide{root + 1} * (root + 1) <= value) ++root;
  return root;
}

/// Below 2^63.
[[nodiscard]] inline std::uint64_t squared_distance(const LatticePoint& a, const LatticePoint& b) noexcept {
  const std::uint64_t dx = a.x < b.x ? b.x - a.x : a.x - b.x;
  const std::uint64_t dy = a.y < b.y ? b.y - a.y : a.y - b.y;
  return dx * dx + dy * dy;
}
}  // namespace detail

/// The bound from node to node, rounded down. Consistent: factor x distance is at most the weight on every arc, weights
/// are integers, and neither rounding down nor the cut at kMaxStraightBound takes that away.
[[nodiscard]] inline Cost straight_bound(const StraightLine& line, NodeId from, NodeId to) noexcept {
  const std::uint64_t squared = detail::squared_distance(line.points[from], line.points[to]);
  const detail::Wide bound = (detail::Wide{line.scale.square} * squared) >> line.scale.shift;
  if (bound >= detail::Wide{kMaxStraightBound} * kMaxStraightBound) return kMaxStraightBound;
  return detail::floor_sqrt(bound);
}

}  // namespace portolan
