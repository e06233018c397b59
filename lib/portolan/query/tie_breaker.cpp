// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/tie_breaker.hpp"

#include "portolan/core/split_mix.hpp"
#include "portolan/query/certificate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace portolan {
namespace {

/// Random numbers from a seed and the ends of what they are for: pieces of a path are drawn independently, and again
/// alike in whichever order they are asked for.
class Draws {
 public:
  Draws(std::uint64_t seed, Tile from, Tile to) noexcept : words_(seed) {
    for (const std::int32_t part : {from.x, from.y, to.x, to.y}) {
      words_ = SplitMix(words_.next() ^ static_cast<std::uint32_t>(part));
    }
  }
  /// Evenly from [0, bound), bound > 0: whole words are drawn until one will do.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) noexcept {
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(bound);
    std::uint64_t drawn = words_.next() & mask;
    while (drawn >= bound) drawn = words_.next() & mask;
    return drawn;
  }

 private:
  SplitMix words_;
};

/// Ratings of ways: turns first, then distances, which stay below 2^40.
constexpr std::uint64_t kTurn = std::uint64_t{1} << 40;
constexpr std::uint64_t kNoWay = ~std::uint64_t{0} - kTurn;

/// The number of a step's direction.
std::size_t heading(Tile from, Tile to) noexcept {
  const std::int32_t place = (to.y - from.y + 1) * 3 + (to.x - from.x + 1);
  return static_cast<std::size_t>(place < 4 ? place : place - 1);
}

Tile ahead(Tile from, std::size_t heading) noexcept {
  const auto place = static_cast<std::int32_t>(heading < 4 ? heading : heading + 1);
  return {from.x + place % 3 - 1, from.y + place / 3 - 1};
}

/// How far a tile lies beside the line through two others, in units of one over their distance.
std::uint64_t beside(Tile from, Tile to, Tile t) noexcept {
  const std::int64_t cross =
      std::int64_t{to.x - from.x} * (t.y - from.y) - std::int64_t{to.y - from.y} * (t.x - from.x);
  return static_cast<std::uint64_t>(std::abs(cross));
}

}  // namespace

template <std::int32_t Side>
TieBreaker<Side>::TieBreaker(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      link_bound_(snapshot.links(), snapshot.world().floors()),
      order_(Matrix::kNodes),
      paths_(Matrix::kNodes),
      headings_(Matrix::kNodes * kHeadings),
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
  Draws draws(seed, from, to);
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
    const std::span<std::uint64_t> ratings(headings_.data() + place(at) * kHeadings, kHeadings);
    std::fill(ratings.begin(), ratings.end(), kNoWay);
    for_each_tight_step(at, [&](Tile next) {
      const std::size_t way = heading(at, next);
      if (next == to) {
        ratings[way] = 0;
        return;
      }
      const std::span<const std::uint64_t> on(headings_.data() + place(next) * kHeadings, kHeadings);
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
  std::size_t way = kHeadings;
  while (at != to && count != tiles_.size()) {
    const std::span<const std::uint64_t> ratings(headings_.data() + place(at) * kHeadings, kHeadings);
    const auto best = static_cast<std::size_t>(std::min_element(ratings.begin(), ratings.end()) - ratings.begin());
    if (way == kHeadings || ratings[best] + kTurn < ratings[way]) way = best;
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
