// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/placed_query.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/query/core_costs.hpp"
#include "portolan/query/local_matrix.hpp"
#include "portolan/query/nearest_tile.hpp"
#include "portolan/query/placed_estimate.hpp"
#include "portolan/query/placed_flood.hpp"
#include "portolan/query/placed_search.hpp"
#include "portolan/query/profile_snapshot.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <utility>

namespace portolan {
namespace {

KinematicRules rules_or_throw(const Kinematics& kinematics, const ProfileView& profile) {
  const auto tiles = static_cast<std::uint64_t>(profile.grid.width) * static_cast<std::uint64_t>(profile.grid.height);
  if (tiles >= kNoNode) throw std::length_error("too many tiles for placed queries");
  auto rules = make_kinematic_rules(kinematics, profile.rules, tiles, profile.links);
  if (!rules) throw std::invalid_argument(rules.error().message);
  return *rules;
}

constexpr bool is_weight(const Ratio& factor) noexcept {
  return factor.denominator >= 1 && factor.denominator <= kMaxWeight.denominator &&
         factor.numerator >= factor.denominator &&
         factor.numerator <= factor.denominator * (kMaxWeight.numerator / kMaxWeight.denominator);
}

/// States that are settled between two that a flood sees.
constexpr std::uint64_t kFloodTurn = 3;
constexpr std::uint64_t kNoFlood = ~std::uint64_t{0};

/// How many states a near search may settle before it asks whether there is a path at all.
constexpr std::uint64_t kNearPatience = 512;

/// When a search begins to ask whether there is a path at all.
enum class Doubt : std::uint8_t { late, early };

/// The weight that finds a path for any lesser factor, which is proven then.
constexpr Ratio kFirst{11, 10};
/// What a weight may rise to, step by step.
constexpr std::array<Ratio, 2> kLooser{{{27, 20}, {2, 1}}};
/// How many states a search may settle before it does: of a path with so many tiles.
constexpr std::uint64_t patience_for(std::uint64_t tiles) noexcept {
  return 512 + 3 * tiles / 2;
}

constexpr bool is_larger(const Ratio& a, const Ratio& b) noexcept {
  return std::uint64_t{a.numerator} * b.denominator > std::uint64_t{b.numerator} * a.denominator;
}

/// Placements that are equally good beside one that was asked for.
struct NearPlacements {
  /// A tile has at most two headings that are equally far from another.
  std::array<Placement, 2 * NearestTiles::kMost> list;
  std::size_t count = 0;
};

/// Whether a cost is at most `factor` times a lower bound.
constexpr bool within_factor(Cost cost, Cost lower_bound, const Ratio& factor) noexcept {
  return cost * factor.denominator <= lower_bound * factor.numerator;
}

}  // namespace

struct PlacedQuery::Parts {
  Parts(World world, std::size_t profile, const Kinematics& given, std::uint64_t tiles)
      : snapshot(std::move(world), profile),
        kinematics(given),
        rules(rules_or_throw(given, snapshot.profile())),
        body(snapshot.grid(), rules),
        distance(snapshot),
        estimate(body, snapshot.links(), distance),
        search(body, snapshot.links(), tiles),
        flood(snapshot.grid(), snapshot.links(), rules, tiles),
        placements(search.size()) {}

  /// Whether the mover stands there, with the heading or with some.
  [[nodiscard]] bool stands(const Placement& at) const noexcept {
    if (!snapshot.grid().contains(at.tile)) return false;
    bool any = false;
    for_each_heading(at.heading, [&](Heading heading) { any = any || body.stands(at.tile, heading); });
    return any;
  }

  PlacedResult find(const PlacedRequest& request) noexcept;
  PlacedResult find_nearest(const PlacedRequest& request, WorkBudget& budget) noexcept;
  PlacedResult choose_of_all(const PlacedRequest& request, WorkBudget& budget) noexcept;
  /// Between placements where the mover stands, at a cost below a limit; the flood must have been given the goal.
  PlacedResult solve(const PlacedRequest& request, Cost below, Doubt doubt, WorkBudget& budget) noexcept;
  void go_as_far(const PlacedRequest& request, const PlacedArrival& closest, PlacedResult& result) noexcept;

  /// Calls visit(Heading) for those that may stand for one that was asked for.
  template <class Visit>
  void for_each_heading(Heading asked, Visit&& visit) const noexcept {
    for (int i = 0; i < kHeadings; i += rules.eighths) {
      const auto heading = static_cast<Heading>(i);
      if (asked == Heading::any || asked == heading) visit(heading);
    }
  }
  /// Of the placements for which fits(Tile, Heading) holds those on the tiles nearest to one, with the headings there
  /// that are nearest to its own.
  template <class Fits>
  [[nodiscard]] NearPlacements nearest_placements(const Placement& wanted, Fits&& fits) const noexcept;
  /// Once it has lost patience the search lets a flood from the goal go on at every fourth state, unless there is a
  /// path.
  PlacedOutcome run(const PlacedRequest& request, const PlacedLimits& limits, std::uint64_t patience,
                    WorkBudget& budget) noexcept {
    const auto met = [&](Tile tile, Heading heading) noexcept { return search.met(tile, heading); };
    return search.search(
        request.from, request.to, limits, budget,
        [&](Tile tile, Heading heading) noexcept { return estimate.of(tile, heading); },
        [&]() noexcept {
          const bool turn = patience == 0;
          patience = patience == 0 ? kFloodTurn : patience - 1;
          if (turn && flood.end() == FloodEnd::open && budget.take()) flood.expand(met);
          return flood.end() != FloodEnd::apart;
        });
  }
  void keep(const PlacedArrival& arrival, PlacedResult& result) noexcept {
    std::size_t count = 0;
    search.for_each_back(arrival.last, [&](const MoverState&) { ++count; });
    std::size_t place = count;
    search.for_each_back(arrival.last, [&](const MoverState& at) { placements[--place] = {at.tile, at.heading}; });
    result.placements = {placements.data(), count};
    result.status = Status::found;
    result.why = Why::none;
    result.cost = arrival.cost;
  }

  ProfileSnapshot snapshot;
  Kinematics kinematics;
  KinematicRules rules;
  BodyMoves body;
  CoreCosts distance;
  PlacedEstimate<CoreCosts> estimate;
  PlacedSearch search;
  PlacedFlood flood;
  ZeroedArray<Placement> placements;
};

PlacedQuery::PlacedQuery(World world, std::size_t profile, const Kinematics& kinematics, std::uint64_t tiles)
    : parts_(std::make_unique<Parts>(std::move(world), profile, kinematics, tiles)) {}
PlacedQuery::PlacedQuery(PlacedQuery&&) noexcept = default;
PlacedQuery& PlacedQuery::operator=(PlacedQuery&&) noexcept = default;
PlacedQuery::~PlacedQuery() = default;

void PlacedQuery::use(std::shared_ptr<const Overlay> overlay) {
  try {
    parts_->snapshot.use(std::move(overlay));
  } catch (...) {
    parts_->distance.use();
    throw;
  }
  parts_->distance.use();
}

PlacedResult PlacedQuery::find(const PlacedRequest& request) noexcept {
  return parts_->find(request);
}

double PlacedQuery::in_tiles(Cost cost) const noexcept {
  return static_cast<double>(cost) * profile().tiles_per_unit() / parts_->rules.scale;
}

const ProfileView& PlacedQuery::profile() const noexcept {
  return parts_->snapshot.profile();
}

const KinematicRules& PlacedQuery::rules() const noexcept {
  return parts_->rules;
}

const Kinematics& PlacedQuery::kinematics() const noexcept {
  return parts_->kinematics;
}

PlacedResult PlacedQuery::Parts::find(const PlacedRequest& request) noexcept {
  PlacedResult result;
  result.factor = request.factor;
  const auto answer = [&](Status status, Why why) {
    result.status = status;
    result.why = why;
    return result;
  };
  if (!is_weight(request.factor) || !is_weight(request.loosest)) return answer(Status::bad_request, Why::none);
  const Rect bounds = snapshot.grid().bounds();
  PlacedRequest asked = request;
  if (request.ends == EndRule::nearest && !stands(request.from)) {
    const NearestTiles starts = nearest_tiles(bounds, request.from.tile, [&](Tile tile) {
      return stands({tile, request.from.heading});
    });
    if (!starts.tiles().empty()) asked.from.tile = starts.tiles().front();
  }
  const auto why_not = [&](Tile tile) { return bounds.contains(tile) ? Why::blocked : Why::outside; };
  if (!stands(asked.from)) return answer(Status::bad_start, why_not(asked.from.tile));
  WorkBudget budget{.most = request.max_expansions};
  flood.forget();
  if (request.ends == EndRule::exact) {
    if (!stands(request.to)) return answer(Status::bad_goal, why_not(request.to.tile));
    if (snapshot.known_apart(request.from.tile, request.to.tile)) {
      result.lower_bound = kInfiniteCost;
      return answer(Status::unreachable, Why::different_islands);
    }
    flood.join(request.to);
    return solve(request, kInfiniteCost, Doubt::late, budget);
  }
  result = find_nearest(asked, budget);
  result.work = budget.spent;
  if (result.status != Status::found) return result;
  const Placement& last = result.placements.back();
  const bool arrived = last.tile == request.to.tile && (request.to.heading == Heading::any || request.to == last);
  if (!arrived) return answer(Status::partial, Why::moved_end);
  return asked.from == request.from ? result : answer(Status::found, Why::moved_end);
}

template <class Fits>
NearPlacements PlacedQuery::Parts::nearest_placements(const Placement& wanted, Fits&& fits) const noexcept {
  NearPlacements near;
  const NearestTiles tiles = nearest_tiles(snapshot.grid().bounds(), wanted.tile, [&](Tile tile) {
    bool any = false;
    for_each_heading(Heading::any, [&](Heading heading) { any = any || fits(tile, heading); });
    return any;
  });
  int least = kHeadings;
  for (const Tile tile : tiles.tiles()) {
    if (wanted.heading == Heading::any) {
      near.list[near.count++] = {tile, Heading::any};
      continue;
    }
    for_each_heading(Heading::any, [&](Heading heading) {
      const int turn = eighths_between(wanted.heading, heading);
      if (turn > least || !fits(tile, heading)) return;
      if (turn < least) near.count = 0;
      least = turn;
      near.list[near.count++] = {tile, heading};
    });
  }
  return near;
}

/// Asks for goals from the nearest on, until one is reached. The flood goes on from goal to goal: what leads to one
/// that cannot be reached cannot be reached either.
PlacedResult PlacedQuery::Parts::find_nearest(const PlacedRequest& request, WorkBudget& budget) noexcept {
  PlacedRequest asked = request;
  while (true) {
    const NearPlacements goals = nearest_placements(request.to, [&](Tile tile, Heading heading) {
      return body.stands(tile, heading) && may_join(snapshot, request.from.tile, tile) && !flood.leads(tile, heading);
    });
    PlacedResult best;
    Placement best_goal;
    for (const Placement& goal : std::span(goals.list).first(goals.count)) {
      asked.to = goal;
      const bool bounded = best.status == Status::found;
      if (bounded) flood.forget();
      flood.join(goal);
      const PlacedResult result =
          solve(asked, bounded ? best.cost : kInfiniteCost, goal == request.to ? Doubt::late : Doubt::early, budget);
      if (result.status == Status::found) {
        best = result;
        best_goal = goal;
      } else if (result.status != Status::unreachable) {
        return result;
      } else if (!bounded && flood.end() != FloodEnd::apart) {
        // A search that ends by itself tells of the start, and not of the goal.
        return choose_of_all(request, budget);
      }
    }
    if (best.status == Status::found) {
      if (asked.to == best_goal) return best;
      asked.to = best_goal;
      flood.forget();
      flood.join(best_goal);
      return solve(asked, kInfiniteCost, Doubt::late, budget);
    }
    if (goals.count == 0) return best;
  }
}

/// Settles all that can be reached, and takes the best of it.
PlacedResult PlacedQuery::Parts::choose_of_all(const PlacedRequest& request, WorkBudget& budget) noexcept {
  constexpr Placement kNowhere{{-1, -1}, Heading::any};
  const PlacedLimits limits{.within = snapshot.grid().bounds(), .when_spent = WhenSpent::remember};
  const PlacedOutcome outcome = search.search(
      request.from, kNowhere, limits, budget, [](Tile, Heading) noexcept { return Cost{0}; },
      []() noexcept { return true; });
  PlacedResult result;
  result.factor = request.factor;
  if (outcome.end != PlacedOutcome::End::exhausted) {
    result.status = Status::out_of_budget;
    result.why = Why::no_room;
    if (outcome.end == PlacedOutcome::End::budget) go_as_far(request, outcome.closest, result);
    return result;
  }
  const NearPlacements goals = nearest_placements(request.to, [&](Tile tile, Heading heading) {
    return snapshot.grid().passable(tile) && search.arrival(tile, heading).last != kNoNode;
  });
  PlacedArrival best;
  for (const Placement& goal : std::span(goals.list).first(goals.count)) {
    for_each_heading(goal.heading, [&](Heading heading) {
      const PlacedArrival arrival = search.arrival(goal.tile, heading);
      if (arrival.cost < best.cost) best = arrival;
    });
  }
  keep(best, result);
  result.lower_bound = result.cost;
  return result;
}

/// Makes of a spent budget a path to where the search has come, if there is none to the goal yet.
void PlacedQuery::Parts::go_as_far(const PlacedRequest& request, const PlacedArrival& closest,
                                   PlacedResult& result) noexcept {
  if (closest.last != kNoNode && result.placements.empty()) keep(closest, result);
  if (result.placements.empty()) {
    placements[0] = request.from;
    for_each_heading(request.from.heading, [&](Heading heading) {
      if (placements[0].heading == Heading::any && body.stands(request.from.tile, heading)) {
        placements[0].heading = heading;
      }
    });
    result.placements = {placements.data(), 1};
    result.cost = 0;
  }
  result.status = Status::partial;
  result.why = Why::budget_spent;
  result.lower_bound = 0;
}

PlacedResult PlacedQuery::Parts::solve(const PlacedRequest& request, Cost below, Doubt doubt,
                                       WorkBudget& budget) noexcept {
  using End = PlacedOutcome::End;
  PlacedResult result;
  result.factor = request.factor;
  const auto answer = [&](Status status, Why why) {
    result.status = status;
    result.why = why;
    return result;
  };
  const Rect bounds = snapshot.grid().bounds();
  const WhenSpent when_spent = request.ends == EndRule::nearest ? WhenSpent::remember : WhenSpent::forget;
  distance.aim(request.to.tile, request.from.tile, budget);
  estimate.aim(request.to);
  // Whether an outcome says all; the bounds of both searches hold.
  const auto conclude = [&](const PlacedOutcome& outcome) {
    result.work = budget.spent;
    if (distance.corrupt()) {
      static_cast<Answer&>(result) = corrupt_answer(budget.spent);
      result.placements = {};
      return true;
    }
    result.lower_bound = std::max(result.lower_bound, outcome.lower_bound);
    if (outcome.end == End::budget && when_spent == WhenSpent::remember) {
      go_as_far(request, outcome.closest, result);
      return true;
    }
    if (outcome.end == End::budget || outcome.end == End::no_room) {
      // The path at hand, if any, is not proven to be as cheap as asked for.
      result.placements = {};
      result.cost = 0;
      (void)answer(Status::out_of_budget, outcome.end == End::budget ? Why::budget_spent : Why::no_room);
      return true;
    }
    if (outcome.end == End::stopped) {
      // Only where there is no path at all.
      result.lower_bound = kInfiniteCost;
      (void)answer(Status::unreachable, Why::exhausted);
      return true;
    }
    if (outcome.end == End::reached) keep({outcome.last, outcome.cost}, result);
    if (result.status == Status::found) {
      result.lower_bound = std::min(result.lower_bound, result.cost);
      return within_factor(result.cost, result.lower_bound, request.factor);
    }
    if (outcome.left_out) return false;
    result.lower_bound = kInfiniteCost;
    (void)answer(Status::unreachable, Why::exhausted);
    return true;
  };

  if (LegMatrix::fits(request.from.tile, request.to.tile)) {
    const Rect window = LegMatrix::centred(request.from.tile, request.to.tile);
    const PlacedLimits limits{.within = window, .limit = below, .when_spent = when_spent};
    if (conclude(run(request, limits, doubt == Doubt::late ? kNearPatience : 0, budget))) return result;
  }
  // Below this a path would have to be for the one at hand not to keep the factor.
  const auto enough = [&]() noexcept {
    return (result.cost * request.factor.denominator + request.factor.numerator - 1) / request.factor.numerator;
  };
  const bool rises = is_larger(request.loosest, request.factor);
  PlacedLimits limits{.within = bounds,
                      .weight = rises || is_larger(request.factor, kFirst) ? request.factor : kFirst,
                      .limit = result.status == Status::found ? enough() : below,
                      .when_spent = when_spent};
  const auto* const end = std::find_if(kLooser.begin(), kLooser.end(),
                                       [&](const Ratio& next) { return rises && is_larger(next, request.loosest); });
  limits.looser = {kLooser.begin(), end};
  const MoveRules& moves = *snapshot.grid().rules;
  const std::uint64_t tiles =
      distance.to_goal(request.from.tile) / moves.straight_step(moves.least_cost, moves.least_cost);
  limits.patience = patience_for(tiles);
  // Where there is a path the flood has nothing to tell.
  const std::uint64_t flood_patience = result.status == Status::found ? kNoFlood
                                       : doubt == Doubt::late         ? limits.patience
                                                                      : 0;
  const PlacedOutcome far = run(request, limits, flood_patience, budget);
  if (conclude(far) || result.status != Status::found) return result;
  // The weight proves the factor, which what the search saw need not show.
  const auto [numerator, denominator] = far.weight;
  result.lower_bound = std::max(result.lower_bound, (result.cost * denominator + numerator - 1) / numerator);
  if (within_factor(result.cost, result.lower_bound, request.factor)) return result;
  if (rises) {
    result.factor = far.weight;
    return result;
  }
  // A path is at hand, and what is left is to prove it: by all that may cost less than the factor allows.
  (void)conclude(run(request, {.within = bounds, .limit = enough(), .when_spent = when_spent}, kNoFlood, budget));
  return result;
}

}  // namespace portolan
