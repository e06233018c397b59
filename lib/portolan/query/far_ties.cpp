// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/far_ties.hpp"

#include "portolan/query/path_writer.hpp"

#include <algorithm>

namespace portolan {
namespace {

/// Goes on along a chosen path.
class ChosenPath {
 public:
  ChosenPath(const ProfileSnapshot& snapshot, Tile from, Path& path) noexcept
      : snapshot_(snapshot), writer_(path), at_(from) {
    writer_.start(snapshot, from);
  }
  /// Returns whether it fitted.
  bool go(Tile to, LinkId link) noexcept {
    Cost cost = kInfiniteCost;
    if (link == kNoLink) {
      cost = step_cost(snapshot_.grid(), at_, to);
    } else {
      snapshot_.links().for_each_leaving(at_, [&](const LinkArc& arc) {
        if (arc.link == link && arc.other == to) cost = arc.cost;
      });
    }
    at_ = to;
    return writer_.add_step(to, link, cost);
  }
  void finish() noexcept { writer_.finish_arcs(); }

 private:
  const ProfileSnapshot& snapshot_;
  PathWriter writer_;
  Tile at_;
};

}  // namespace

FarTies::FarTies(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      distances_(snapshot, nullptr),
      paths_(snapshot, distances_),
      ratings_(std::min(EqualPaths::kMostTiles, snapshot.grid().terrain.size())) {}

FarChoice FarTies::choose(Tile from, Tile to, Cost cost, const Ties& ties, std::uint64_t budget, Path& path) noexcept {
  if (distances_.tier() == Tier::automatic) return {};
  distances_.aim(to);
  paths_.aim(to);
  const std::uint64_t settled = std::min(budget, kMostSettled);
  const auto tiles = static_cast<std::size_t>(std::min<std::uint64_t>(budget, EqualPaths::kMostTiles));
  const Answer all = paths_.add(from, settled, tiles);
  FarChoice choice{.work = std::min(budget, all.work + paths_.size())};
  const bool within_budget = all.work + paths_.size() <= budget;
  const bool by_budget = (all.why == Why::budget_spent && settled < kMostSettled) ||
                         (all.why == Why::no_room && tiles < EqualPaths::kMostTiles && all.work >= tiles);
  choice.spent = all.status == Status::found ? !within_budget : by_budget;
  if (all.status != Status::found || !within_budget || all.cost != cost) return choice;
  if (paths_.most_steps(paths_.at(from)) > kMostSteps) return choice;
  if (ties.rule == TieRule::random) {
    write_random({from, to}, ties.seed, path);
  } else {
    rate({from, to});
    write_straightest({from, to}, path);
  }
  choice.made = true;
  return choice;
}

void FarTies::write_random(const Line& line, std::uint64_t seed, Path& path) const noexcept {
  ChosenPath chosen(snapshot_, line.from, path);
  Draws draws = draws_between(seed, line.from, line.to);
  Node node = paths_.at(line.from);
  bool fits = true;
  while (fits && paths_.tile(node) != line.to) {
    const EqualPaths::Next next = paths_.draw(node, draws);
    node = next.node;
    fits = chosen.go(paths_.tile(node), next.link);
  }
  chosen.finish();
}

std::size_t FarTies::way_to(Node node, const EqualPaths::Next& next) const noexcept {
  return next.link == kNoLink ? heading(paths_.tile(node), paths_.tile(next.node)) : kByLink;
}

/// Of going on by a step or link, whatever led to where it begins.
FarTies::Rating FarTies::rate_next(const EqualPaths::Next& next, std::size_t way, const Line& line) const noexcept {
  const Tile tile = paths_.tile(next.node);
  if (tile == line.to) return 0;
  const Ratings& on = ratings_[next.node];
  const Rating best = way == kByLink ? on.best : std::min({on.best + kTurn, on.by_way[way], on.by_way[kByLink]});
  return best + beside(line.from, line.to, tile);
}

void FarTies::rate(const Line& line) noexcept {
  for (const Node node : paths_.in_order()) {
    Ratings& ratings = ratings_[node];
    ratings.by_way.fill(kNoWay);
    ratings.best = kNoWay;
    paths_.for_each_next(node, [&](const EqualPaths::Next& next) {
      const std::size_t way = way_to(node, next);
      const Rating rating = rate_next(next, way, line);
      ratings.by_way[way] = std::min(ratings.by_way[way], rating);
      ratings.best = std::min(ratings.best, rating);
    });
  }
}

/// The best way on: as before if that is one of the best, else the first of them.
std::size_t FarTies::best_way(Node node, std::size_t before) const noexcept {
  const Ratings& ratings = ratings_[node];
  const auto rated = [&](std::size_t way) {
    const bool turns = before != kByLink && way != before && way != kByLink;
    return ratings.by_way[way] + (turns ? kTurn : 0);
  };
  std::size_t best = before;
  for (std::size_t way = 0; way < kWays; ++way) {
    if (rated(way) < rated(best)) best = way;
  }
  return best;
}

void FarTies::write_straightest(const Line& line, Path& path) const noexcept {
  ChosenPath chosen(snapshot_, line.from, path);
  Node node = paths_.at(line.from);
  std::size_t way = kByLink;
  bool fits = true;
  while (fits && paths_.tile(node) != line.to) {
    way = best_way(node, way);
    EqualPaths::Next best;
    paths_.for_each_next(node, [&](const EqualPaths::Next& next) {
      if (best.node != EqualPaths::kNowhere || way_to(node, next) != way) return;
      if (rate_next(next, way, line) == ratings_[node].by_way[way]) best = next;
    });
    node = best.node;
    fits = chosen.go(paths_.tile(node), best.link);
  }
  chosen.finish();
}

}  // namespace portolan
