// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/flight_query.hpp"

#include <algorithm>
#include <tuple>

namespace portolan {
namespace {

/// Block by block, so that a field is asked about tiles that it knows together.
auto key(Tile t) noexcept {
  return std::tuple(t.y >> 3, t.x >> 3, t.y, t.x);
}

}  // namespace

FlightQuery::FlightQuery(World world, std::size_t profile, std::size_t most_tiles, DistanceArena& arena)
    : none_(world, profile, 0),
      near_(none_),
      field_(std::move(world), profile, arena),
      directed_(near_.profile().links.directed() || near_.profile().grid.edges != nullptr),
      reached_(most_tiles),
      places_(most_tiles) {}

void FlightQuery::use(const std::shared_ptr<const Overlay>& overlay) {
  near_.use(nullptr);
  field_.use(overlay);
  try {
    near_.use(overlay);
  } catch (...) {
    field_.use(nullptr);
    throw;
  }
}

/// What the way of a threat to each place costs, where that is what the way back does.
FlightQuery::Look FlightQuery::look_back(Tile threat, std::span<Place> places, std::uint64_t budget) noexcept {
  Look look;
  if (field_.aim(threat).status != Status::found) return look;
  const bool by_paths = field_.tier() == Tier::automatic;
  for (Place& place : places) {
    const Answer answer = field_.cost({place.tile, by_paths ? budget - look.work : budget});
    // A search from the threat goes on where it stopped for the tile before.
    look.work = by_paths ? look.work + answer.work : std::max(look.work, answer.work);
    if (answer.status == Status::out_of_budget || answer.status == Status::corrupt) {
      look.status = answer.status;
      look.why = answer.why;
      return look;
    }
    look.proven = look.proven && answer.optimal();
    if (answer.status == Status::found) place.threat = std::min(place.threat, answer.cost);
  }
  return look;
}

/// The same by a search that begins at the threat.
FlightQuery::Look FlightQuery::look_ahead(Tile threat, std::span<Place> places, std::uint64_t budget) noexcept {
  const auto at = [&](Tile tile) noexcept {
    return std::lower_bound(places.begin(), places.end(), tile,
                            [](const Place& place, Tile other) { return key(place.tile) < key(other); });
  };
  const auto is_place = [&](Tile tile) noexcept {
    const auto place = at(tile);
    return place != places.end() && place->tile == tile;
  };
  const ReachedGoals reached = near_.nearest_where({.from = threat, .max_expansions = budget}, is_place,
                                                   std::span(reached_).first(places.size()));
  Look look{.work = reached.work};
  if (reached.status == Status::out_of_budget || reached.status == Status::corrupt) {
    look.status = reached.status;
    look.why = reached.why;
    return look;
  }
  look.proven = reached.status == Status::bad_start || reached.optimal();
  for (const ReachedGoal& goal : reached.goals) {
    Place& place = *at(goal.tile);
    place.threat = std::min(place.threat, goal.cost);
  }
  return look;
}

Flight FlightQuery::find(const FlightRequest& request) noexcept {
  const ReachedGoals reached = near_.within_where(
      {.from = request.from, .most = request.reach, .ends = request.ends, .max_expansions = request.max_expansions},
      [](Tile) noexcept { return true; }, reached_);
  Flight flight{reached, reached.from};
  if (reached.status != Status::found) return flight;
  const std::span places(places_.data(), reached.goals.size());
  std::ranges::transform(reached.goals, places.begin(), [](const ReachedGoal& goal) {
    return Place{goal.tile, goal.cost};
  });
  std::ranges::sort(places, [](const Place& a, const Place& b) { return key(a.tile) < key(b.tile); });
  bool proven = reached.optimal();
  for (const Tile threat : request.threats) {
    const std::uint64_t left = request.max_expansions - flight.work;
    const Look looked = directed_ ? look_ahead(threat, places, left) : look_back(threat, places, left);
    flight.work += looked.work;
    proven = proven && looked.proven;
    if (looked.status == Status::found) continue;
    return {{.status = looked.status, .why = looked.why, .work = flight.work}, flight.from};
  }
  const Place* safest = nullptr;
  const auto is_better = [](const Place& a, const Place& b) {
    if (a.lead() != b.lead()) return a.lead() > b.lead();
    return std::tuple(a.cost, a.tile.y, a.tile.x) < std::tuple(b.cost, b.tile.y, b.tile.x);
  };
  for (const Place& place : places) {
    if (!place.is_safe(request.margin)) continue;
    if (safest == nullptr || is_better(place, *safest)) safest = &place;
  }
  if (safest == nullptr) {
    return {{.status = Status::unreachable,
             .why = Why::exhausted,
             .lower_bound = proven ? kInfiniteCost : 0,
             .work = flight.work},
            flight.from};
  }
  flight.cost = safest->cost;
  flight.lower_bound = proven ? safest->cost : 0;
  flight.to = safest->tile;
  flight.lead = safest->lead();
  return flight;
}

}  // namespace portolan
