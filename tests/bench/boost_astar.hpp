// SPDX-License-Identifier: BSL-1.0
// The outside baseline: A* of the Boost Graph Library on the steps of a mover, set up as its manual would have it be
// fast. A compressed sparse row graph of the passable tiles, property maps in vectors, the consistent octile bound, a
// visitor that stops at the goal; between searches only what the last one touched is cleared.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/status.hpp"
#include "portolan/grid/grid_view.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <boost/graph/compressed_sparse_row_graph.hpp>

namespace portolan::bench {

/// A reusable searcher; the grid must outlive it. One thread at a time.
class BoostAstar {
 public:
  explicit BoostAstar(const GridView& grid);

  struct Answer {
    Cost cost = kInfiniteCost;     ///< kInfiniteCost: no path
    std::span<const Tile> path;    ///< tile by tile, from the goal; holds until the next search
    std::uint64_t expansions = 0;  ///< vertices settled
  };
  /// The least path between two passable tiles.
  [[nodiscard]] Answer find(Tile from, Tile to);

  /// Of the graph, without scratch.
  [[nodiscard]] std::size_t bytes() const;

 private:
  using Vertex = std::uint32_t;
  using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Cost, boost::no_property,
                                                   Vertex, std::uint32_t>;

  GridView grid_;
  std::vector<Tile> tiles_;        ///< by vertex
  std::vector<Vertex> vertex_of_;  ///< by tile
  Graph graph_;
  std::vector<Vertex> parent_;
  std::vector<Cost> distance_;
  std::vector<Cost> rank_;
  std::vector<boost::default_color_type> colour_;
  std::vector<Vertex> touched_;
  std::vector<Tile> path_;
};

}  // namespace portolan::bench
