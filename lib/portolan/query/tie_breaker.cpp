// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/tie_breaker.hpp"

#include "portolan/query/certificate.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Ratings of ways: turns first, then distances, which stay below 2^40.
constexpr std::uint64_t kTurn = std::uint64_t{1} << 40;
constexpr std::uint64_t kNoWay = ~std::uint64_t{0} - kTurn;

}  // namespace

template <std::int32_t Side>
TieBreaker<Side>::TieBreaker(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      link_bound_(snapshot.links(), snapshot.world().floors()),
      order_(Matrix::kNodes),
      paths_(Matrix::kNodes),
      headings_(Matrix::kNodes * kDirections),
      tiles_(Matrix::kNodes) {}

template <std::int32_t Side>
TieChoice TieBreaker<Side>::choose(const Rect& within, Tile from, Tile to, Cost cost, const Ties& ties,
                                   std::uint64_t budget) noexcept {
  const GridView& grid = snapshot_.grid();
  TieChoice choice;
  within_ = within;
  settled_ = 0;
  matrix_.place(Matrix::centred(from, to));
  // A flood that leaves out what lies on no path of this cost.
  with_moves(grid, within, [&](auto&& moves) {
    return matrix_.flood(from, [&](Tile at, auto&& visit) {
      choice.spent = choice.spent || settled_ == budget;
      if (choice.spent) return;
      order_[settled_++] = at;
      const Cost so_far = matrix_.cost(at);
      moves(at, [&](Tile next, Cost step) {
        if (so_far + step + grid.rules->lower_bound(next, to) <= cost) visit(next, step);
      });
    });
  });
  choice.expansions = settled_;
  if (choice.spent || !matrix_.reached(to) || matrix_.cost(to) != cost) return choice;
  std::size_t count = 0;
  if (ties.rule == TieRule::random) {
    count_paths(to);
    count = walk_at_random(from, to, ties.seed);
  } else {
    rate_headings(from, to);
    count = walk_straightest(from, to);
  }
  choice.tiles = {tiles_.data(), count};
  choice.among_all = is_whole(within, from, to, cost);
  return choice;
}

/// The steps from a settled tile that lie on a least path to where they lead.
template <std::int32_t Side>
template <class Visit>
void TieBreaker<Side>::for_each_tight_step(Tile at, Visit&& visit) const {
  const Cost so_far = matrix_.cost(at);
  for_each_step(snapshot_.grid(), within_, at, [&](Tile next, Cost step) {
    if (matrix_.reached(next) && matrix_.cost(next) == so_far + step) visit(next);
  });
}

template <std::int32_t Side>
void TieBreaker<Side>::count_paths(Tile to) noexcept {
  for (std::size_t i = settled_; i-- > 0;) {
    PathCount paths;
    if (order_[i] == to) paths.mantissa = 1;
    for_each_tight_step(order_[i], [&](Tile next) { paths = paths + paths_[place(next)]; });
    paths_[place(order_[i])] = paths;
  }
}

/// Steps from the start to the goal, each to a tile that as many of the paths lead on from as its chance says.
template <std::int32_t Side>
std::size_t TieBreaker<Side>::walk_at_random(Tile from, Tile to, std::uint64_t seed) noexcept {
  Draws draws = draws_between(seed, from, to);
  std::size_t count = 0;
  Tile at = from;
  tiles_[count++] = at;
  while (at != to && count != tiles_.size()) {
    const std::uint64_t scale = paths_[place(at)].exponent;
    std::uint64_t all = 0;
    for_each_tight_step(at, [&](Tile next) { all += paths_[place(next)].scaled(scale); });
    std::uint64_t drawn = draws.below(all);
    Tile chosen = at;
    for_each_tight_step(at, [&](Tile next) {
      const std::uint64_t chances = paths_[place(next)].scaled(scale);
      if (chosen == at && drawn < chances) chosen = next;
      drawn -= std::min(drawn, chances);
    });
    at = chosen;
    tiles_[count++] = at;
  }
  return count;
}

template <std::int32_t Side>
void TieBreaker<Side>::rate_headings(Tile from, Tile to) noexcept {
  for (std::size_t i = settled_; i-- > 0;) {
    const Tile at = order_[i];
    const std::span<std::uint64_t> ratings(headings_.data() + place(at) * kDirections, kDirections);
    std::fill(ratings.begin(), ratings.end(), kNoWay);
    for_each_tight_step(at, [&](Tile next) {
      const std::size_t way = heading(at, next);
      if (next == to) {
        ratings[way] = 0;
        return;
      }
      const std::span<const std::uint64_t> on(headings_.data() + place(next) * kDirections, kDirections);
      const std::uint64_t best = std::min(on[way], *std::min_element(on.begin(), on.end()) + kTurn);
      if (best < kNoWay) ratings[way] = best + beside(from, to, next);
    });
  }
}

/// Follows the best ratings; where several are as good, straight on if that is one of them, else the first.
template <std::int32_t Side>
std::size_t TieBreaker<Side>::walk_straightest(Tile from, Tile to) noexcept {
  std::size_t count = 0;
  Tile at = from;
  tiles_[count++] = at;
  std::size_t way = kDirections;
  while (at != to && count != tiles_.size()) {
    const std::span<const std::uint64_t> ratings(headings_.data() + place(at) * kDirections, kDirections);
    const auto best = static_cast<std::size_t>(std::min_element(ratings.begin(), ratings.end()) - ratings.begin());
    if (way == kDirections || ratings[best] + kTurn < ratings[way]) way = best;
    at = ahead(at, way);
    tiles_[count++] = at;
  }
  return count;
}

template <std::int32_t Side>
bool TieBreaker<Side>::is_whole(const Rect& within, Tile from, Tile to, Cost cost) noexcept {
  if (cost >= leaving_bound(snapshot_.grid(), within, from, to)) return false;
  if (snapshot_.links().empty()) return true;
  link_bound_.aim(to, Toward::goal);
  return cost < link_bound_.detour(from);
}

template class TieBreaker<LegMatrix::kSide>;
template class TieBreaker<WideMatrix::kSide>;

}  // namespace portolan
