// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/access_costs.hpp"

#include "portolan/core/x86_kernels.hpp"
#include "portolan/query/mover_matrix.hpp"

#include <algorithm>
#include <bit>

namespace portolan {
namespace {

using Rows = AccessCosts::Rows;
constexpr std::size_t kStride = AccessCosts::kStride;
constexpr std::uint32_t kOutOfReach = AccessCosts::kFar;
constexpr std::size_t kLanes = 16;
static_assert(AccessCosts::kSide + 2 * kLanes < kStride + kLanes);

/// So many relaxed rows take about as long as Dijkstra's search of open ground.
constexpr std::uint32_t kMostRows = 512;
/// As good as any number: each lowers a cost.
constexpr std::uint32_t kAnyRows = std::uint32_t{1} << 31;

/// Lowers the costs of row `to` by steps from row `from`, one above or below. Whether any became less.
[[gnu::always_inline]] inline bool relax_row(Rows& rows, std::size_t from, std::size_t to) noexcept {
  const std::uint32_t* const price = rows.price.data() + to * kStride;
  const std::uint32_t* const price_from = rows.price.data() + from * kStride;
  const std::uint32_t* const cost_from = rows.cost.data() + from * kStride;
  std::uint32_t* const cost = rows.cost.data() + to * kStride;
  const std::uint32_t straight = rows.straight;
  const std::uint32_t diagonal = rows.diagonal;
  const std::uint32_t halving = rows.halving;
  const std::uint32_t open_beside = rows.open_beside;
  std::uint32_t lowered = 0;
  // Whole vectors: the tiles beyond the width are impassable.
  const std::size_t end = 1 + (rows.width + kLanes - 1) / kLanes * kLanes;
  for (std::size_t x = 1; x < end; ++x) {
    const std::uint32_t here = price[x];
    const std::uint32_t beside = price_from[x] != 0 ? 1 : 0;
    const std::uint32_t open_left = beside + (price[x - 1] != 0 ? 1 : 0);
    const std::uint32_t open_right = beside + (price[x + 1] != 0 ? 1 : 0);
    // Impassable tiles are far, so that a sum with their cost lowers nothing.
    const std::uint32_t over = cost_from[x] + straight * ((here + price_from[x]) >> halving);
    const std::uint32_t left = cost_from[x - 1] + diagonal * ((here + price_from[x - 1]) >> halving);
    const std::uint32_t right = cost_from[x + 1] + diagonal * ((here + price_from[x + 1]) >> halving);
    std::uint32_t least = std::min(cost[x], over);
    least = std::min(least, open_left >= open_beside ? left : kOutOfReach);
    least = std::min(least, open_right >= open_beside ? right : kOutOfReach);
    least = here != 0 ? least : kOutOfReach;
    lowered |= least ^ cost[x];
    cost[x] = least;
  }
  return lowered != 0;
}

/// Lowers the costs of a row by its own steps, to the right and to the left.
[[gnu::always_inline]] inline void relax_within(Rows& rows, std::size_t row) noexcept {
  const std::uint32_t* const step = rows.step.data() + row * kStride;
  std::uint32_t* const cost = rows.cost.data() + row * kStride;
  std::uint32_t last = kOutOfReach;
  for (std::size_t x = 1; x <= rows.width; ++x) cost[x] = last = std::min(cost[x], last + step[x]);
  for (std::size_t x = rows.width - 1; x >= 1; --x) cost[x] = last = std::min(cost[x], last + step[x + 1]);
}

/// Finds what the steps inside a row cost.
[[gnu::always_inline]] inline void find_steps(Rows& rows, std::size_t row) noexcept {
  const std::uint32_t* const price = rows.price.data() + row * kStride;
  std::uint32_t* const step = rows.step.data() + row * kStride;
  const std::uint32_t straight = rows.straight;
  const std::uint32_t halving = rows.halving;
  const std::size_t end = 1 + (rows.width + kLanes - 1) / kLanes * kLanes;
  for (std::size_t x = 1; x < end; ++x) {
    const std::uint32_t cost = straight * ((price[x - 1] + price[x]) >> halving);
    step[x] = price[x - 1] != 0 && price[x] != 0 ? cost : kOutOfReach;
  }
}

[[gnu::always_inline]] inline bool sweep_rows(Rows& rows, std::uint64_t known, std::uint32_t budget) noexcept {
  for (std::size_t y = 1; y <= rows.height; ++y) find_steps(rows, y);
  for (std::uint64_t rest = known; rest != 0; rest &= rest - 1) {
    relax_within(rows, static_cast<std::size_t>(std::countr_zero(rest)));
  }
  // Rows, a bit each, that have changed since they were last held against the one below, and above.
  std::uint64_t downward = known;
  std::uint64_t upward = known;
  const auto hold = [&](std::size_t from, std::size_t to) {
    --budget;
    if (!relax_row(rows, from, to)) return;
    relax_within(rows, to);
    downward |= std::uint64_t{1} << to;
    upward |= std::uint64_t{1} << to;
  };
  while ((downward | upward) != 0) {
    for (; downward != 0 && budget > 0;) {
      const auto from = static_cast<std::size_t>(std::countr_zero(downward));
      downward &= downward - 1;
      if (from < rows.height) hold(from, from + 1);
    }
    for (; upward != 0 && budget > 0;) {
      const auto from = static_cast<std::size_t>(std::bit_width(upward)) - 1;
      upward &= ~(std::uint64_t{1} << from);
      if (from > 1) hold(from, from - 1);
    }
    if (budget == 0) return false;
  }
  return true;
}

bool sweep_scalar(Rows& rows, std::uint64_t known, std::uint32_t budget) noexcept {
  return sweep_rows(rows, known, budget);
}
#ifdef PORTOLAN_X86_KERNELS
[[gnu::target("avx2")]] bool sweep_avx2(Rows& rows, std::uint64_t known, std::uint32_t budget) noexcept {
  return sweep_rows(rows, known, budget);
}
[[gnu::target("avx512f,avx512vl,avx512bw,avx512dq")]] bool sweep_avx512(Rows& rows, std::uint64_t known,
                                                                        std::uint32_t budget) noexcept {
  return sweep_rows(rows, known, budget);
}
#endif

AccessCosts::Sweep sweep_for([[maybe_unused]] SimdLevel level) noexcept {
#ifdef PORTOLAN_X86_KERNELS
  return kernel_for<AccessCosts::Sweep>(level, sweep_scalar, sweep_avx2, sweep_avx512);
#else
  return sweep_scalar;
#endif
}

/// Whether steps inside a rectangle may pay for edges that they cross, on a grid that has some. Apart, so that load()
/// is compiled as without it.
[[gnu::noinline]] bool has_moves(const GridView& grid, const Rect& area) noexcept {
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    const auto row = grid.edges->ids.subspan(grid.index({area.min.x, y}), static_cast<std::size_t>(area.width()));
    if (std::any_of(row.begin(), row.end(), [](const EdgeIds& ids) { return ids != EdgeIds{}; })) return true;
  }
  return false;
}

}  // namespace

AccessCosts::AccessCosts(SimdLevel level) noexcept : sweep_(sweep_for(level)) {}

std::uint64_t AccessCosts::load(const GridView& grid, const Rect& area) noexcept {
  const MoveRules& rules = *grid.rules;
  area_ = area;
  rows_.width = static_cast<std::size_t>(area_.width());
  rows_.height = static_cast<std::size_t>(area_.height());
  rows_.straight = rules.straight;
  rows_.diagonal = rules.diagonal;
  rows_.halving = rules.halving;
  rows_.open_beside = rules.neighbours == Neighbours::four ? 3 : 2 - static_cast<std::uint32_t>(rules.corners);
  std::uint32_t dearest = 0;
  std::uint32_t passable = 0;
  std::fill_n(rows_.price.begin(), (rows_.height + 2) * kStride, 0);
  if (grid.pages.empty()) {
    grid.terrain.for_each_piece(area_, [&](Tile first, std::span<const TerrainId> terrain) {
      std::uint32_t* const price = rows_.price.data() + place(first);
      for (std::size_t x = 0; x < terrain.size(); ++x) price[x] = rules.cost[terrain[x]];
    });
  } else {
    for (std::int32_t y = area_.min.y; y < area_.max.y; ++y) {
      for (std::int32_t x = area_.min.x; x < area_.max.x; ++x) rows_.price[place({x, y})] = grid.cost({x, y});
    }
  }
  for (std::int32_t y = area_.min.y; y < area_.max.y; ++y) {
    const std::uint32_t* const price = rows_.price.data() + place({area_.min.x, y});
    for (std::size_t x = 0; x < rows_.width; ++x) {
      dearest = std::max(dearest, price[x]);
      passable += price[x] != 0 ? 1 : 0;
    }
  }
  // No least path is longer than all tiles.
  const Cost most = rules.diagonal_step(dearest, dearest) * kSide * kSide;
  fits_ = dearest < kOutOfReach && most < kOutOfReach && (grid.edges == nullptr || !has_moves(grid, area));
  return passable;
}

void AccessCosts::measure(const GridView& grid, Tile from) noexcept {
  if (fits_) {
    const std::size_t start = place(from);
    forget_costs();
    rows_.cost[start] = 0;
    swept_ = sweep_(rows_, std::uint64_t{1} << start / kStride, kMostRows);
    if (swept_) return;
  }
  swept_ = false;
  matrix_.place(decltype(matrix_)::shifted_to_contain(decltype(matrix_)::centred(from, from), area_));
  (void)with_moves(grid, area_, [&](auto&& moves) { return matrix_.flood(from, moves); });
}

bool AccessCosts::measure_from(std::span<const KnownCost> known) noexcept {
  swept_ = fits_;
  if (!fits_) return false;
  forget_costs();
  std::uint64_t rows = 0;
  for (const KnownCost& one : known) {
    const std::size_t at = place(one.tile);
    if (rows_.price[at] == 0 || one.cost >= rows_.cost[at]) continue;
    rows_.cost[at] = one.cost;
    rows |= std::uint64_t{1} << at / kStride;
  }
  return sweep_(rows_, rows, kAnyRows);
}

void AccessCosts::forget_costs() noexcept {
  std::fill_n(rows_.cost.begin(), (rows_.height + 2) * kStride, kOutOfReach);
}

}  // namespace portolan
