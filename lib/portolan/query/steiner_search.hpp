// SPDX-License-Identifier: BSL-1.0
// Least paths over Steiner points on the sides of cells.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/best_first.hpp"
#include "portolan/query/corner_search.hpp"
#include "portolan/query/priced_cells.hpp"
#include "portolan/query/steiner_points.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace portolan {

/// A*, cell by cell: the best cell is taken, and from those of its border's points that became cheaper since it was
/// last, all others are reached straight through it. A point may become cheaper again, and then counts again as
/// expanded. So the open list holds cells instead of points, and costs of a cell are added and compared in vectors.
///
/// Costs are 32-bit integers, each rounded down, in a unit that a path known before makes fine: its cost comes to 2^28
/// and more. Reserves 324 bytes a corner and 16 MB, committed where searches go. One thread at a time; the cells and
/// the corner search must outlive it.
class SteinerSearch {
 public:
  enum class End : std::uint8_t {
    done,    ///< the bound is known, and the path where one is better than that known
    spent,   ///< more points would have to be expanded
    coarse,  ///< costs differ too much for 32 bits
  };
  struct Outcome {
    End end = End::done;
    std::uint64_t expansions = 0;
    Cost lower_bound = 0;  ///< no path at any angle costs less
    bool better = false;   ///< whether trace() has a path, which may cost less than the one known
  };

  /// @throws std::bad_alloc
  SteinerSearch(const PricedCells& cells, const CornerSearch& corners, std::uint32_t fraction_bits);

  /// Looks for a path that costs less than `known`, that of a path there is. `corners` must have spread that far, for
  /// the same tiles, which must be two.
  Outcome search(Tile from, Tile to, const SteinerLevel& level, Cost known, std::uint64_t expansions) noexcept;

  /// Writes the points of the plane that the path found leads over, its ends not among them unless they are corners,
  /// from the goal on. Returns how many; nothing if there is not room for them.
  [[nodiscard]] std::optional<std::size_t> trace(std::span<Point> points) const noexcept;

 private:
  static constexpr std::size_t kMostRing = 4 * (std::size_t{kMostSteinerPoints} + 1);
  using Costs = std::array<std::int32_t, kMostRing>;
  using Mask = std::array<std::uint64_t, 2>;

  /// A point on the border of a cell in 256ths of its side.
  struct Place {
    std::int32_t x = 0;
    std::int32_t y = 0;
  };
  /// A corner, or a Steiner point of the side to the right of one (1 and on) or below (points + 1 and on).
  struct Node {
    NodeId corner = 0;
    std::uint32_t part = 0;
  };
  /// The slots of cells, and after them of corridors from corners, in the open list.
  struct Slots {
    ZeroedArray<std::uint32_t> of;
    [[nodiscard]] std::uint32_t slot(NodeId node) const noexcept { return of[node]; }
    void set_slot(NodeId node, std::uint32_t slot) noexcept { of[node] = slot; }
  };

  void prepare(const SteinerLevel& level) noexcept;
  [[nodiscard]] bool set_unit(Cost known) noexcept;
  [[nodiscard]] std::int32_t length_cost(std::int32_t dx, std::int32_t dy, std::uint32_t price) const noexcept;
  [[nodiscard]] std::int32_t end_cost(Corner cell, std::size_t index) const noexcept;
  [[nodiscard]] std::int32_t piece_cost(Corner cell, std::size_t a, std::size_t b) const noexcept;
  const std::int32_t* table(TerrainId id) noexcept;
  void start() noexcept;
  void touch(NodeId corner) noexcept;
  std::int32_t* values(NodeId corner) noexcept { return &values_[corner * stride_]; }
  [[nodiscard]] const std::int32_t* values(NodeId corner) const noexcept { return &values_[corner * stride_]; }
  [[nodiscard]] bool touched(NodeId corner) const noexcept { return touched_[corner] == stamp_; }
  [[nodiscard]] Node node_of(Corner cell, std::size_t index) const noexcept;
  [[nodiscard]] std::int32_t value(Node node) const noexcept;
  [[nodiscard]] std::int32_t estimate(Corner cell, std::size_t index) const noexcept;
  void mark(Corner cell, std::size_t index, std::int32_t estimate) noexcept;
  void put(NodeId item, bool fresh, std::int32_t estimate) noexcept;
  void store(Corner cell, std::size_t index, std::int32_t cost) noexcept;
  void store_corner(Corner c, std::int32_t cost, const Corner* by) noexcept;
  [[nodiscard]] std::uint64_t points_to_expand(NodeId item) const noexcept;
  void expand_cell(Corner cell) noexcept;
  void expand_corridors(Corner c) noexcept;
  [[nodiscard]] Node before(Node node) const noexcept;
  template <class Visit>
  void for_each_cell(Node node, Visit&& visit) const;
  [[nodiscard]] Point point(Node node) const noexcept;

  const PricedCells& cells_;
  const CornerSearch& bounds_;
  std::uint32_t fraction_bits_;
  std::size_t corners_;

  ZeroedArray<std::int32_t> values_;  ///< by corner: its own, and those of the sides to its right and below
  ZeroedArray<std::uint32_t> touched_;
  ZeroedArray<std::int32_t> remaining_;  ///< by corner, a lower bound
  ZeroedArray<Mask> changed_;            ///< by cell: which points of its ring are to be expanded; kCorridors
  Slots slots_;
  ZeroedArray<OpenEntry> heap_;
  std::array<bool, 256> has_table_{};
  ZeroedArray<std::int32_t> tables_;  ///< by terrain: the costs between any two points of a ring
  OpenList<Slots> open_;
  std::uint32_t stamp_ = 0;

  const SteinerLevel* level_ = nullptr;
  std::size_t points_ = 0;
  std::size_t ring_ = 0;
  std::size_t stride_ = 0;
  std::array<Place, kMostRing> places_{};
  int shift_ = 0;  ///< the unit is 2^(shift_ - 30) tile at terrain cost 1
  Corner from_{};
  Corner to_{};
  std::int32_t bound_ = 0;    ///< the cost of the path known, rounded up
  std::int32_t arrival_ = 0;  ///< the cost of the best path, found or known
};

}  // namespace portolan
