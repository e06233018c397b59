// SPDX-License-Identifier: BSL-1.0
// The local matrix as the searches of a mover use it: with its steps, and with costs as wide as its prices need.
#pragma once

#include "portolan/grid/grid_view.hpp"
#include "portolan/query/local_matrix.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace portolan {

/// A matrix with costs of 32 bits where these hold every path of the mover in the window, else of 64. Which it is
/// follows from the rules alone, and changes no answer. One thread at a time.
template <std::int32_t Side>
class MoverMatrix {
 public:
  /// @throws std::bad_alloc
  explicit MoverMatrix(const MoveRules& rules) : MoverMatrix(dearest_step(rules)) {}
  /// For searches whose moves cost no more than that. @throws std::bad_alloc
  explicit MoverMatrix(Cost dearest) {
    // Nothing is cleared: a search reads only what it has written.
    if (LocalMatrix<Side>::holds(dearest)) {
      narrow_ = std::make_unique_for_overwrite<LocalMatrix<Side>>();
    } else {
      wide_ = std::make_unique_for_overwrite<LocalMatrix<Side, Cost>>();
    }
  }
  /// Returns use(matrix).
  template <class Use>
  decltype(auto) with(Use&& use) noexcept {
    return narrow_ ? use(*narrow_) : use(*wide_);
  }
  template <class Use>
  decltype(auto) with(Use&& use) const noexcept {
    return narrow_ ? use(std::as_const(*narrow_)) : use(std::as_const(*wide_));
  }

 private:
  std::unique_ptr<LocalMatrix<Side>> narrow_;
  std::unique_ptr<LocalMatrix<Side, Cost>> wide_;
};

/// Returns search(moves), where moves(Tile, visit) calls visit(Tile to, Cost) for the steps inside a rectangle of the
/// map. Whether the grid is plain is asked once, not at each of them.
template <class Search>
auto with_moves(const GridView& grid, const Rect& within, Search&& search) {
  if (!grid.is_plain()) {
    return search([&](Tile from, auto&& visit) { for_each_step(grid, within, from, visit); });
  }
  return search([&](Tile from, auto&& visit) { for_each_plain_step(grid, within, from, visit); });
}

}  // namespace portolan
