// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/placed_query.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/query/core_costs.hpp"
#include "portolan/query/local_matrix.hpp"
#include "portolan/query/placed_estimate.hpp"
#include "portolan/query/placed_flood.hpp"
#include "portolan/query/placed_search.hpp"
#include "portolan/query/profile_snapshot.hpp"

#include <algorithm>
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

/// What a factor may rise to, step by step.
constexpr std::array<Ratio, 2> kLooser{{{27, 20}, {2, 1}}};
/// How many states a search may settle before it does: of a path with so many tiles.
constexpr std::uint64_t patience_for(std::uint64_t tiles) noexcept {
  return 512 + 3 * tiles / 2;
}

constexpr bool is_larger(const Ratio& a, const Ratio& b) noexcept {
  return std::uint64_t{a.numerator} * b.denominator > std::uint64_t{b.numerator} * a.denominator;
}

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
    if (!snapshot.grid().bounds().contains(at.tile)) return false;
    for (int i = 0; i < kHeadings; i += rules.eighths) {
      const auto heading = static_cast<Heading>(i);
      if ((at.heading == Heading::any || at.heading == heading) && body.stands(at.tile, heading)) return true;
    }
    return false;
  }

  PlacedResult find(const PlacedRequest& request) noexcept;
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
  void keep(const PlacedOutcome& outcome, PlacedResult& result) noexcept {
    std::size_t count = 0;
    search.for_each_back(outcome.last, [&](const MoverState&) { ++count; });
    std::size_t place = count;
    search.for_each_back(outcome.last, [&](const MoverState& at) { placements[--place] = {at.tile, at.heading}; });
    result.placements = {placements.data(), count};
    result.status = Status::found;
    result.why = Why::none;
    result.cost = outcome.cost;
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
  using End = PlacedOutcome::End;
  PlacedResult result;
  result.factor = request.factor;
  const auto answer = [&](Status status, Why why) {
    result.status = status;
    result.why = why;
    return result;
  };
  const Rect bounds = snapshot.grid().bounds();
  if (!is_weight(request.factor) || !is_weight(request.loosest)) return answer(Status::bad_request, Why::none);
  const auto why_not = [&](Tile tile) { return bounds.contains(tile) ? Why::blocked : Why::outside; };
  if (!stands(request.from)) return answer(Status::bad_start, why_not(request.from.tile));
  if (!stands(request.to)) return answer(Status::bad_goal, why_not(request.to.tile));
  if (snapshot.known_apart(request.from.tile, request.to.tile)) {
    result.lower_bound = kInfiniteCost;
    return answer(Status::unreachable, Why::different_islands);
  }

  WorkBudget budget{.most = request.max_expansions};
  distance.aim(request.to.tile, request.from.tile, budget);
  estimate.aim(request.to);
  flood.aim(request.to);
  // Whether an outcome says all; the bounds of both searches hold.
  const auto conclude = [&](const PlacedOutcome& outcome) {
    result.work = budget.spent;
    if (distance.corrupt()) {
      static_cast<Answer&>(result) = corrupt_answer(budget.spent);
      result.placements = {};
      return true;
    }
    result.lower_bound = std::max(result.lower_bound, outcome.lower_bound);
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
    if (outcome.end == End::reached) keep(outcome, result);
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
    if (conclude(run(request, {.within = window}, kNearPatience, budget))) return result;
  }
  const Cost limit = result.status == Status::found ? result.cost : kInfiniteCost;
  PlacedLimits limits{.within = bounds, .weight = request.factor, .limit = limit};
  limits.looser = {kLooser.begin(), std::find_if(kLooser.begin(), kLooser.end(),
                                                 [&](const Ratio& next) { return is_larger(next, request.loosest); })};
  const MoveRules& moves = *snapshot.grid().rules;
  const std::uint64_t tiles =
      distance.to_goal(request.from.tile) / moves.straight_step(moves.least_cost, moves.least_cost);
  limits.patience = patience_for(tiles);
  // Where there is a path the flood has nothing to tell.
  const std::uint64_t flood_patience = result.status == Status::found ? kNoFlood : limits.patience;
  const PlacedOutcome far = run(request, limits, flood_patience, budget);
  (void)conclude(far);
  if (result.status == Status::found) {
    // The weight alone proves the factor, which what the search saw need not show; also of a near path that it has
    // found nothing below.
    result.factor = far.weight;
    const auto [numerator, denominator] = result.factor;
    result.lower_bound = std::max(result.lower_bound, (result.cost * denominator + numerator - 1) / numerator);
  }
  return result;
}

}  // namespace portolan
