// SPDX-License-Identifier: BSL-1.0
// Lower bounds of what is left of a path at any angle on weighted terrain, from least paths over corners of cells.
#pragma once

#include "portolan/graph/best_first.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/priced_cells.hpp"

#include <cstdint>
#include <optional>

namespace portolan {

/// The cosine of an eighth of a half turn, rounded down, in 2^-32. A path over corners, along sides and diagonals of
/// cells, costs at most 1 / kOctileShare of a least path at any angle: share a path that crosses a side out between the
/// ends of that side, as near as it is to each, and what it costs in a cell becomes at most the octile distance there;
/// some path over corners costs no more than the mean (Bose, Esteban, Orden, Silveira, "On approximating shortest paths
/// in weighted triangular tessellations", 2023, show the same for squares by cases).
inline constexpr std::uint64_t kOctileShare = 3'968'032'377;

/// A* from the goal over the corners of cells, which then tells of each corner what is left at least. Costs count
/// 2^-fraction_bits tile at terrain cost 1. Reserves 48 bytes a corner, committed where searches go. One thread at a
/// time; the cells must outlive it.
class CornerSearch {
 public:
  /// @throws std::bad_alloc
  CornerSearch(const PricedCells& cells, std::uint32_t fraction_bits);

  /// Finds a path over corners between two other tiles, both passable.
  SearchOutcome search(Tile from, Tile to, std::uint64_t expansions) noexcept;
  /// After a search that reached the start: no path at any angle costs less.
  [[nodiscard]] Cost lower_bound() const noexcept;
  /// Calls visit(Corner) for the corners of the path found, from the start on. The ends are on it only if they are
  /// corners.
  template <class Visit>
  void for_each_corner(Visit&& visit) const {
    const NodeId start = start_node();
    for (NodeId node = start; node != kNoNode; node = labels_.parent(node)) {
      if (node != virtual_start_) visit(corner(node));
    }
  }

  /// Goes on until remaining() is known where paths of a cost below `limit` lead.
  SearchOutcome spread(Cost limit, std::uint64_t expansions) noexcept;
  /// After spread(): no path from here to the goal costs less, or none from the start by way of here costs less than
  /// the limit.
  [[nodiscard]] Cost remaining(Corner c) const noexcept;

  [[nodiscard]] NodeId node(Corner c) const noexcept {
    return static_cast<NodeId>(c.y) * static_cast<NodeId>(cells_.columns()) + static_cast<NodeId>(c.x);
  }
  [[nodiscard]] Corner corner(NodeId node) const noexcept {
    return {static_cast<std::int32_t>(node % static_cast<NodeId>(cells_.columns())),
            static_cast<std::int32_t>(node / static_cast<NodeId>(cells_.columns()))};
  }

 private:
  struct Ahead {
    const CornerSearch* search;
    Cost operator()(NodeId node) const noexcept { return search->ahead(node); }
  };
  using Search = BestFirst<StampedLabels, Ahead>;

  [[nodiscard]] Cost ahead(NodeId node) const noexcept;
  [[nodiscard]] NodeId start_node() const noexcept;
  template <class Relax>
  void expand(NodeId node, Relax&& relax) const noexcept;

  const PricedCells& cells_;
  Cost side_;      ///< of a cell
  Cost diagonal_;  ///< of a cell, rounded down
  Cost end_;       ///< from the middle of a cell to its corners, so that the bound holds: half a side / kOctileShare
  NodeId virtual_start_;
  StampedLabels labels_;
  ZeroedArray<OpenEntry> open_;
  std::optional<Search> search_;
  Corner from_{};
  Corner to_{};
  Cost limit_ = 0;
};

}  // namespace portolan
