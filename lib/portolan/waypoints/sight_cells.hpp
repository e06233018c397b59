// SPDX-License-Identifier: BSL-1.0
// Cells over the core of a waypoint graph, whose arcs take a search past whole stretches of the map (multi-level
// overlays: Schulz, Wagner and Zaroliagis, 2002; customizable route planning: Delling, Goldberg, Pajor and Werneck,
// 2011).
//
// The plane is divided into squares, the cells of level 1; four of these make one of level 2, and so on. The members of
// a level are waypoints between which all edges of the core that cross from one of its cells to another begin or end,
// and some within, its relays; a member is one of all levels below. Arcs of a level join members of it that a way
// joins which passes no other, at its cost, but for those that no least path needs. So distances between members are
// those over the core, and a search that stands on a member follows its arcs of the highest level that has none of its
// cells open beside it: a cell is open if what leads to the goal begins in it.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace portolan {

/// The most levels of cells.
inline constexpr std::uint32_t kMostCellLevels = 6;
/// The rank of a waypoint that an edge of the core meets, and that is no member of any level.
inline constexpr std::uint32_t kInCore = 0xFFFF'FFFE;
/// The rank of the others.
inline constexpr std::uint32_t kOutsideCore = 0xFFFF'FFFF;

/// How the cells lie, and their numbers: by level, then row by row. A vertex on a line between cells belongs to the one
/// to its east and south.
class CellGrid {
 public:
  CellGrid() = default;
  /// Over a plane of this size, at most kMostCellLevels.
  CellGrid(std::int32_t width, std::int32_t height, std::uint32_t shift, std::uint32_t levels) noexcept;

  /// Cells of all levels.
  [[nodiscard]] std::size_t size() const noexcept { return begin_[levels_ + 1]; }
  [[nodiscard]] std::uint32_t levels() const noexcept { return levels_; }
  /// The cell of a level, counted from 1, that holds a vertex of the plane.
  [[nodiscard]] std::uint32_t cell(std::uint32_t level, Vertex v) const noexcept {
    const std::uint32_t shift = shift_ + level - 1;
    return static_cast<std::uint32_t>(begin_[level]) + (static_cast<std::uint32_t>(v.y) >> shift) * columns_[level] +
           (static_cast<std::uint32_t>(v.x) >> shift);
  }
  /// The level of a cell.
  [[nodiscard]] std::uint32_t level(std::uint32_t cell) const noexcept {
    std::uint32_t level = 1;
    while (cell >= begin_[level + 1]) ++level;
    return level;
  }
  /// How wide the cells of a level are.
  [[nodiscard]] std::int64_t side(std::uint32_t level) const noexcept {
    return std::int64_t{1} << (shift_ + level - 1);
  }
  /// The north-west corner of a cell, counted from the first of its level.
  [[nodiscard]] Vertex corner(std::uint32_t level, std::size_t cell) const noexcept {
    return {static_cast<std::int32_t>(static_cast<std::int64_t>(cell % columns_[level]) * side(level)),
            static_cast<std::int32_t>(static_cast<std::int64_t>(cell / columns_[level]) * side(level))};
  }
  /// The first cell of a level.
  [[nodiscard]] std::size_t begin(std::uint32_t level) const noexcept { return begin_[level]; }

 private:
  std::uint32_t levels_ = 0;
  std::uint32_t shift_ = 0;
  std::array<std::size_t, kMostCellLevels + 2> begin_{};
  std::array<std::uint32_t, kMostCellLevels + 1> columns_{};
};

/// The cells of one graph.
template <template <class> class Store>
struct BasicSightCells {
  std::uint32_t shift = 0;            ///< cells of level 1 are 2^shift wide
  Store<std::uint32_t> members;       ///< by level, from 1 on: how many it has
  Store<std::uint32_t> rank;          ///< by waypoint: its place in the lists below, members of higher levels first;
                                      ///< kInCore, kOutsideCore
  Store<std::uint32_t> first;         ///< level by level, members of it + 1: arcs of rank r are [first[r], first[r+1])
  Store<WaypointId> target;           ///< by arc; ascending per member
  Store<std::uint32_t> weight;        ///< by arc
  Store<std::uint32_t> beside_first;  ///< members of level 1, + 1: of rank r [beside_first[r], beside_first[r+1])
  Store<std::uint32_t> beside;        ///< cells beside it: of each of its levels those that hold a waypoint, none of
                                      ///< its members, to which an edge of the core leads; highest first

  /// Levels.
  [[nodiscard]] std::uint32_t levels() const noexcept { return static_cast<std::uint32_t>(members.size()); }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t waypoints = 0) {
    visitor.record(SectionKind::cell_shift, self.shift);
    visitor.array(SectionKind::cell_members, kAnyCount, self.members);
    visitor.array(SectionKind::cell_rank, waypoints, self.rank);
    visitor.array(SectionKind::cell_first, kAnyCount, self.first);
    visitor.array(SectionKind::cell_target, kAnyCount, self.target);
    visitor.array(SectionKind::cell_weight, self.target.size(), self.weight);
    visitor.array(SectionKind::cell_beside_first, kAnyCount, self.beside_first);
    visitor.array(SectionKind::cell_beside, kAnyCount, self.beside);
  }
  friend bool operator==(const BasicSightCells&, const BasicSightCells&) = default;
};
/// A view: owns nothing, safe to read from any number of threads.
using SightCells = BasicSightCells<Viewed>;
/// Cells that own their arrays.
using SightCellArrays = BasicSightCells<Owned>;

/// Whether the arrays have the sizes that the graph and each other want. Ranks, offsets, arcs and cells are to be
/// checked where they are followed. O(levels).
[[nodiscard]] bool fit(const SightCells& cells, const WaypointGraphView& graph) noexcept;

}  // namespace portolan
