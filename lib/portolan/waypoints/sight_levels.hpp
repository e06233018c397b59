// SPDX-License-Identifier: BSL-1.0
// Levels of sight edges, by which a search leaves out most of them (edge n-level sparse visibility graphs: Oh and
// Leong, SoCS 2017).
//
// A shortest path bends around a corner at every waypoint. An edge from which no other leads on so, at one of its ends,
// is of no use but beside an end of a path: it is taken away, then the edges that are left without one that leads on,
// and so on. The level of an edge is the round in which it goes; what stays is the core. Along a shortest path levels
// rise from its start, edge by edge, then edges are of the core, then levels fall towards its goal.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/grid/sight_space.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The level of the edges that stay: the number of rounds.
inline constexpr std::uint32_t kCoreLevel = 3;

/// Two bits an arc.
template <template <class> class Store>
struct BasicSightLevels {
  /// Arcs whose levels share a word.
  static constexpr std::size_t kPerWord = 32;

  Store<std::uint64_t> words;  ///< the level of arc a is bits 2 * (a % 32) and the next one up of word a / 32

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t arcs = 0) {
    visitor.array(SectionKind::sight_levels, (arcs + kPerWord - 1) / kPerWord, self.words);
  }
  /// Of an arc.
  [[nodiscard]] std::uint32_t operator[](std::size_t arc) const noexcept {
    return static_cast<std::uint32_t>(words[arc / kPerWord] >> (2 * (arc % kPerWord))) & 3;
  }
};
/// A view: owns nothing, safe to read from any number of threads.
using SightLevels = BasicSightLevels<Viewed>;

/// Levels that own their words.
using SightLevelArrays = BasicSightLevels<Owned>;

/// The levels of the arcs of a sound waypoint graph with Euclidean lengths, on so many threads (0: one a core), on
/// which they do not depend. O(arcs x arcs of a waypoint), seldom more than O(arcs). @throws std::bad_alloc
[[nodiscard]] SightLevelArrays find_sight_levels(const WaypointGraphView& graph, unsigned threads);

/// The most bytes of memory that find_sight_levels takes, the words included.
[[nodiscard]] std::uint64_t sight_level_memory(const WaypointGraphView& graph) noexcept;

/// Calls visit(arc) for the arcs of the core among [begin, end), ascending.
template <class Visit>
inline void for_each_core_arc(const SightLevels& levels, std::size_t begin, std::size_t end, Visit&& visit) {
  constexpr std::uint64_t kLowBits = 0x5555'5555'5555'5555;
  for (std::size_t at = begin; at < end;) {
    const std::size_t word = at / SightLevels::kPerWord;
    const std::size_t next = (word + 1) * SightLevels::kPerWord;
    std::uint64_t core = levels.words[word] & (levels.words[word] >> 1) & kLowBits;
    core &= ~std::uint64_t{0} << (2 * (at % SightLevels::kPerWord));
    if (next > end) core &= (std::uint64_t{1} << (2 * (end % SightLevels::kPerWord))) - 1;
    for (; core != 0; core &= core - 1) {
      visit(word * SightLevels::kPerWord + static_cast<std::size_t>(std::countr_zero(core)) / 2);
    }
    at = next;
  }
}

/// Whether a least path may come to a waypoint with this corner mask along `in` and leave it along `out` (neither
/// (0,0)): if there is an obstacle on the inner side of the bend, or next to no bend. Units of the two may differ; both
/// below 2^29.
///
/// Without an obstacle there the way is longer than the one that cuts the corner short. Lengths are rounded up edge by
/// edge, so a path may be the least all the same if it bends by so little that it is not longer by as many units as the
/// other has edges; hence bends whose sine is below about 1/16 are let pass.
[[nodiscard]] constexpr bool may_bend(std::uint8_t corners, Vertex in, Vertex out) noexcept {
  const auto magnitude = [](std::int64_t v) { return v < 0 ? -v : v; };
  const std::int64_t cross = std::int64_t{in.x} * out.y - std::int64_t{in.y} * out.x;
  const std::int64_t dot = std::int64_t{in.x} * out.x + std::int64_t{in.y} * out.y;
  const std::int64_t longest_in = magnitude(in.x) > magnitude(in.y) ? magnitude(in.x) : magnitude(in.y);
  const std::int64_t longest_out = magnitude(out.x) > magnitude(out.y) ? magnitude(out.x) : magnitude(out.y);
  if (dot > 0 && magnitude(cross) <= longest_in * longest_out / 16) return true;
  const auto lies_inside = [&](unsigned corner, std::int64_t x, std::int64_t y) {
    const std::int64_t beside_in = in.x * y - in.y * x;
    const std::int64_t beside_out = out.x * y - out.y * x;
    return (corners & corner) != 0 && (cross > 0 ? beside_in > 0 && beside_out > 0 : beside_in < 0 && beside_out < 0);
  };
  return lies_inside(kCornerNW, -1, -1) || lies_inside(kCornerNE, 1, -1) || lies_inside(kCornerSE, 1, 1) ||
         lies_inside(kCornerSW, -1, 1);
}

}  // namespace portolan
