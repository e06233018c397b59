// SPDX-License-Identifier: BSL-1.0
// Paths of movers with a body: the whole query against the oracle, on files and on overlays, near and far, and the laws
// that costs of turning movers obey.
#include "portolan/query/path_query.hpp"
#include "portolan/query/placed_query.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/asker.hpp"
#include "support/built_world.hpp"
#include "support/placed_oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;
using namespace portolan::test;

namespace {

MovementProfile profile_for(const Kinematics& kinematics, MovementProfile profile = {}) {
  profile.footprint = std::min(kinematics.width, kinematics.length);
  return profile;
}

struct Tally {
  std::size_t found = 0;
  std::size_t none = 0;
  std::size_t far = 0;
  std::size_t dearer = 0;
  std::size_t edited = 0;
  std::size_t bounded = 0;  ///< by what was known when the budget was spent
  std::size_t moves = 0;    ///< found on maps with moves
};

/// What is wrong with an answer, where the least cost is known; empty if nothing is.
std::string fault_of(const PlacedResult& result, const PlacedRequest& request, Cost least, const PlacedOracle& oracle,
                     Tally& tally) {
  if (least == kInfiniteCost) {
    ++tally.none;
    if (result.status != Status::unreachable || !result.optimal()) return "not unreachable";
    return result.placements.empty() ? "" : "a path that is none";
  }
  ++tally.found;
  if (result.status != Status::found) return "not found";
  if (result.cost < least) return "cheaper than the least";
  const Ratio& factor = result.factor;
  if (result.cost * factor.denominator > least * factor.numerator) return "dearer than the factor";
  const auto larger = [](const Ratio& a, const Ratio& b) {
    return a.numerator * b.denominator > b.numerator * a.denominator;
  };
  if (larger(request.factor, factor)) return "less than the factor";
  if (larger(factor, request.factor) && larger(factor, request.loosest)) return "a factor looser than the loosest";
  if (result.lower_bound > least) return "a lower bound above the least";
  if (result.cost * factor.denominator > result.lower_bound * factor.numerator) {
    return "a lower bound that does not show the factor";
  }
  if (result.optimal() != (result.cost == result.lower_bound)) return "optimal is not what it says";
  if (oracle.cost_of(result.placements) != result.cost) return "the path is not what it is said to be";
  const Placement& first = result.placements.front();
  const Placement& last = result.placements.back();
  if (!(first.tile == request.from.tile) || !(last.tile == request.to.tile)) return "other ends";
  if (request.from.heading != Heading::any && first.heading != request.from.heading) return "another first heading";
  if (request.to.heading != Heading::any && last.heading != request.to.heading) return "another last heading";
  if (result.cost != least) ++tally.dearer;
  return {};
}

Cost least_cost(const PlacedOracle& oracle, const PlacedRequest& request) {
  Cost least = kInfiniteCost;
  for (int i = 0; i < kHeadings; ++i) {
    const auto heading = static_cast<Heading>(i);
    if (request.from.heading != Heading::any && request.from.heading != heading) continue;
    const Placement from{request.from.tile, heading};
    if (oracle.stands(from)) least = std::min(least, oracle.least(oracle.costs_from(from), request.to));
  }
  return least;
}

std::string world_trial(Rng& rng, TileMap map, int questions, Tally& tally) {
  if (rng.percent(30)) REQUIRE(map.set_links(random_links(rng, map, 4)).has_value());
  if (rng.percent(30)) REQUIRE(map.set_moves(random_moves(rng, map, 60)).has_value());
  MovementProfile profile = random_profile(rng, map.palette());
  const Kinematics kinematics = random_kinematics(rng, profile, 3);
  const BuiltWorld built(map, profile);
  const MoveRules& rules = built.world().profiles()[0].rules;
  PlacedQuery query(built.world(), 0, kinematics);
  std::vector<Mirrored> overlays;
  overlays.push_back({Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
  for (int round = 0; round < 2; ++round) {
    TileMap now = map;
    if (round == 1) {
      for (int i = 0; i < 3; ++i) edit(rng, built.world(), overlays, 0);
      now =
          *TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, overlays[0].tiles);
      std::vector<Link> open;
      for (std::size_t link = 0; link < map.links().size(); ++link) {
        if (!overlays[0].closed.contains(static_cast<LinkId>(link))) open.push_back(map.links()[link]);
      }
      REQUIRE(now.set_links(open).has_value());
      REQUIRE(now.set_moves({map.moves().begin(), map.moves().end()}).has_value());
      query.use(std::make_shared<const Overlay>(overlays[0].overlay));
    }
    const PlacedOracle oracle(now, profile, rules, kinematics);
    for (int i = 0; i < questions; ++i) {
      PlacedRequest request{.from = random_placement(rng, now, oracle), .to = random_placement(rng, now, oracle)};
      if (!oracle.stands(request.from) || !oracle.stands(request.to)) continue;
      if (rng.percent(30)) request.from.heading = Heading::any;
      if (rng.percent(50)) request.to.heading = Heading::any;
      if (rng.percent(60)) request.factor = {static_cast<std::uint32_t>(rng.between(10, 40)), 10};
      if (rng.percent(30)) request.loosest = {static_cast<std::uint32_t>(rng.between(10, 40)), 10};
      if (std::abs(request.from.tile.x - request.to.tile.x) >= 60) ++tally.far;
      if (round == 1) ++tally.edited;
      const PlacedResult result = query.find(request);
      const Cost least = least_cost(oracle, request);
      const std::string fault = fault_of(result, request, least, oracle, tally);
      if (!fault.empty()) return fault;
      if (!map.moves().empty() && least != kInfiniteCost) ++tally.moves;
      const std::vector<Placement> path(result.placements.begin(), result.placements.end());
      request.max_expansions = result.work;
      const PlacedResult again = query.find(request);
      if (again.status != result.status || again.cost != result.cost || again.work != result.work ||
          !std::equal(path.begin(), path.end(), again.placements.begin(), again.placements.end())) {
        return "another answer with a budget that is enough";
      }
      if (result.work == 0) continue;
      request.max_expansions = result.work - 1;
      const PlacedResult starved = query.find(request);
      if (starved.status != Status::out_of_budget || starved.why != Why::budget_spent) return "a budget is not kept";
      if (starved.work > request.max_expansions || !starved.placements.empty()) return "more than the budget";
      if (starved.lower_bound > least) return "a lower bound above the least where the budget was spent";
      if (starved.lower_bound != 0) ++tally.bounded;
    }
  }
  return {};
}

/// The least cost between placements on a map as the query finds it; kInfiniteCost without a path.
class Asked {
 public:
  Asked(const TileMap& map, const MovementProfile& profile, const Kinematics& kinematics)
      : built_(map, profile_for(kinematics, profile)), query_(built_.world(), 0, kinematics) {}
  Cost operator()(const Placement& from, const Placement& to) {
    const PlacedResult result = query_.find({.from = from, .to = to, .factor = {1, 1}});
    if (result.status == Status::found) REQUIRE(result.optimal());
    return result.status == Status::found ? result.cost : kInfiniteCost;
  }

 private:
  BuiltWorld built_;
  PlacedQuery query_;
};

/// The map whose tile `place(x, y)` is this one's tile x, y.
TileMap moved(const TileMap& map, std::int32_t width, std::int32_t height, const std::function<Tile(Tile)>& place) {
  std::vector<TerrainId> tiles(map.tiles().size());
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) {
      const Tile to = place({x, y});
      tiles[static_cast<std::size_t>(to.y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(to.x)] =
          map.terrain({x, y});
    }
  }
  return *TileMap::create(width, height, {map.palette().begin(), map.palette().end()}, std::move(tiles));
}

/// Calls law(rng, map, profile, kinematics, from, to) for random cases where both ends stand.
template <class Law>
void for_random_cases(std::uint64_t seed, int rounds, Law&& law) {
  Rng rng(seed);
  std::size_t cases = 0;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(seed, round);
    const TileMap map = random_map(rng, {.max_side = 12});
    MovementProfile profile = random_profile(rng, map.palette());
    const Kinematics kinematics = random_kinematics(rng, profile, 4);
    auto rules = make_move_rules(profile, map);
    REQUIRE(rules.has_value());
    const PlacedOracle oracle(map, profile, *rules, kinematics);
    std::vector<std::pair<Placement, Placement>> ends;
    for (int i = 0; i < 6; ++i) {
      const Placement from = random_placement(rng, map, oracle);
      const Placement to = random_placement(rng, map, oracle);
      if (oracle.stands(from) && oracle.stands(to)) ends.emplace_back(from, to);
    }
    if (ends.empty()) continue;
    cases += ends.size();
    law(map, profile, kinematics, ends);
  }
  CHECK(cases > static_cast<std::size_t>(rounds));
}

using Ends = std::vector<std::pair<Placement, Placement>>;

}  // namespace

TEST_CASE("placed queries equal Dijkstra on random worlds and overlays") {
  Rng rng(11);
  Tally tally;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    REQUIRE(world_trial(rng, random_map(rng, {.max_side = 16}), 4, tally) == "");
  }
  CHECK(tally.found > 500);
  CHECK(tally.none > 100);
  CHECK(tally.edited > 500);
  CHECK(tally.bounded > 500);
  CHECK(tally.moves > 100);
}

TEST_CASE("far placed queries keep their factor on random worlds and overlays", "[heavy]") {
  Rng rng(12);
  Tally tally;
  for (int round = 0; round < 24; ++round) {
    CAPTURE(round);
    const auto character =
        rng.pick(std::array{Character::caves, Character::open, Character::rooms, Character::pinches});
    const TileMap map =
        random_map(rng, {.character = character, .width = rng.between(100, 160), .height = rng.between(5, 14)});
    REQUIRE(world_trial(rng, map, 3, tally) == "");
  }
  CHECK(tally.found > 25);
  CHECK(tally.far > 25);
  CHECK(tally.dearer > 2);
}

TEST_CASE("the factor of a far path rises in rooms as far as it may, and no farther") {
  Rng rng(13);
  const TileMap map =
      random_map(rng, {.character = Character::rooms, .weights = Weights::uniform, .width = 400, .height = 400});
  const Kinematics kinematics{.turn = 40'000, .backward = Ratio{2, 1}};
  const BuiltWorld built(map, MovementProfile{});
  PlacedQuery query(built.world(), 0, kinematics);
  std::size_t risen = 0;
  for (int i = 0; i < 12; ++i) {
    const auto from = random_passable(rng, built.world().profiles()[0].grid);
    const auto to = random_passable(rng, built.world().profiles()[0].grid);
    PlacedRequest request{.from = {*from}, .to = {*to}, .factor = {101, 100}};
    const PlacedResult kept = query.find(request);
    if (kept.status != Status::found) continue;
    CHECK(kept.factor == request.factor);
    request.loosest = {199, 100};
    const PlacedResult loose = query.find(request);
    REQUIRE(loose.status == Status::found);
    CHECK(loose.work <= kept.work);
    if (loose.factor == request.factor) continue;
    ++risen;
    CHECK(loose.factor == Ratio{27, 20});
  }
  CHECK(risen > 2);
}

TEST_CASE("labels of the file lead far searches, also where edits have closed something") {
  Rng rng(14);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::uniform, .width = 200, .height = 200});
  const Kinematics kinematics{.turn = 10'000, .backward = Ratio{2, 1}};
  BuildOptions none = BuiltWorld::one_thread();
  none.indexes.emplace();
  const MovementProfile walker;
  const BuiltWorld labelled(map, walker, BuiltWorld::all_indexes());
  const BuiltWorld bare(map, walker, none);
  PlacedQuery by_labels(labelled.world(), 0, kinematics);
  PlacedQuery by_search(bare.world(), 0, kinematics);
  const GridView& grid = labelled.world().profiles()[0].grid;
  std::size_t found = 0;
  std::uint64_t work_by_labels = 0;
  std::uint64_t work_by_search = 0;
  for (int round = 0; round < 3; ++round) {
    CAPTURE(round);
    for (const BuiltWorld* built : {&labelled, &bare}) {
      Rng edits(15);
      Tile wall{0, 0};
      while (grid.passable(wall)) ++wall.x;
      auto overlay = std::make_shared<Overlay>(built->world());
      // The last round also opens a tile.
      for (int i = 0; i < 40 * round; ++i) {
        const Tile at{edits.below(200), edits.below(200)};
        if (round == 1 || i != 0) {
          if (grid.passable(at))
            REQUIRE(overlay->set_terrain({at, {at.x + 1, at.y + 1}}, map.terrain(wall)).has_value());
        } else {
          REQUIRE(overlay->set_terrain({wall, {wall.x + 1, wall.y + 1}}, map.terrain(*random_passable(edits, grid)))
                      .has_value());
        }
      }
      if (round != 0) (built == &labelled ? by_labels : by_search).use(std::move(overlay));
    }
    for (int i = 0; i < 20; ++i) {
      const PlacedRequest request{
          .from = {*random_passable(rng, grid)}, .to = {*random_passable(rng, grid)}, .factor = {1, 1}};
      const PlacedResult labels = by_labels.find(request);
      const std::uint64_t work = labels.work;
      const PlacedResult search = by_search.find(request);
      REQUIRE(labels.status == search.status);
      REQUIRE(labels.cost == search.cost);
      if (labels.status != Status::found) continue;
      ++found;
      // What is at hand of a goal changes nothing.
      CHECK(by_labels.find(request).work == work);
      if (round == 2) CHECK(labels.work == search.work);
      if (round == 0) work_by_labels += labels.work;
      if (round == 0) work_by_search += search.work;
    }
  }
  CHECK(found > 20);
  CHECK(work_by_labels < work_by_search);
}

TEST_CASE("any heading is the best of all") {
  for_random_cases(
      21, 150, [](const TileMap& map, const MovementProfile& profile, const Kinematics& kinematics, const Ends& ends) {
        Asked cost(map, profile, kinematics);
        for (const auto& [from, to] : ends) {
          Cost least_goal = kInfiniteCost;
          Cost least_start = kInfiniteCost;
          for (int i = 0; i < kHeadings; ++i) {
            least_goal = std::min(least_goal, cost(from, {to.tile, static_cast<Heading>(i)}));
            least_start = std::min(least_start, cost({from.tile, static_cast<Heading>(i)}, to));
          }
          REQUIRE(cost(from, {to.tile, Heading::any}) == least_goal);
          REQUIRE(cost({from.tile, Heading::any}, to) == least_start);
        }
      });
}

TEST_CASE("square bodies that turn for nothing move as those without headings") {
  Rng rng(22);
  std::size_t found = 0;
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const TileMap map = random_map(rng, {.max_side = 40});
    const MovementProfile profile = random_profile(rng, map.palette());
    Kinematics kinematics{.width = profile.footprint, .length = profile.footprint};
    if (profile.neighbours == Neighbours::four || rng.percent(30)) kinematics.headings = Headings::four;
    const BuiltWorld built(map, profile);
    PlacedQuery placed(built.world(), 0, kinematics);
    Asker plain(built.world(), 0);
    for (int i = 0; i < 6; ++i) {
      const auto from = random_passable(rng, built.world().profiles()[0].grid);
      const auto to = random_passable(rng, built.world().profiles()[0].grid);
      if (!from) break;
      const PlacedResult result = placed.find({.from = {*from}, .to = {*to}, .factor = {1, 1}});
      const auto wanted = plain.find({.from = *from, .to = *to});
      REQUIRE(result.status == wanted.status);
      REQUIRE(result.cost == wanted.cost);
      if (result.status != Status::found) continue;
      ++found;
      REQUIRE(result.optimal());
    }
  }
  CHECK(found > 400);
}

TEST_CASE("turning and mirroring a map changes no cost") {
  for_random_cases(
      23, 150, [](const TileMap& map, const MovementProfile& profile, const Kinematics& kinematics, const Ends& ends) {
        const std::int32_t core = std::min(kinematics.width, kinematics.length);
        Asked cost(map, profile, kinematics);
        // A quarter turn with the clock.
        const std::int32_t height = map.height();
        Asked turned_cost(moved(map, height, map.width(),
                                [&](Tile t) {
                                  return Tile{height - 1 - t.y, t.x};
                                }),
                          profile, kinematics);
        const auto turn = [&](const Placement& at) {
          return Placement{{height - core - at.tile.y, at.tile.x}, turned(at.heading, -2)};
        };
        // A broad body with one square more at its right has it at its left in a mirror.
        const bool same_sides =
            kinematics.width <= kinematics.length || (kinematics.width - kinematics.length) % 2 == 0;
        const std::int32_t width = map.width();
        Asked mirrored_cost(moved(map, width, height,
                                  [&](Tile t) {
                                    return Tile{width - 1 - t.x, t.y};
                                  }),
                            profile, kinematics);
        const auto mirror = [&](const Placement& at) {
          return Placement{
              {width - core - at.tile.x, at.tile.y},
              static_cast<Heading>((kHeadings / 2 + kHeadings - static_cast<int>(at.heading)) % kHeadings)};
        };
        for (const auto& [from, to] : ends) {
          const Cost here = cost(from, to);
          REQUIRE(turned_cost(turn(from), turn(to)) == here);
          if (same_sides) REQUIRE(mirrored_cost(mirror(from), mirror(to)) == here);
        }
      });
}

TEST_CASE("a way back costs what the way there does, if backing costs nothing more") {
  for_random_cases(24, 200,
                   [](const TileMap& map, const MovementProfile& profile, Kinematics kinematics, const Ends& ends) {
                     kinematics.backward = Ratio{1, 1};
                     Asked cost(map, profile, kinematics);
                     for (const auto& [from, to] : ends) REQUIRE(cost(from, to) == cost(to, from));
                   });
}

TEST_CASE("costs grow with the price of turns, with length and with the radius") {
  for_random_cases(
      25, 150, [](const TileMap& map, const MovementProfile& profile, const Kinematics& kinematics, const Ends& ends) {
        Asked cost(map, profile, kinematics);
        Kinematics dearer = kinematics;
        dearer.turn += 5'000;
        Asked with_dearer_turns(map, profile, dearer);
        std::optional<Asked> longer;
        if (kinematics.length >= kinematics.width) {
          Kinematics more = kinematics;
          ++more.length;
          longer.emplace(map, profile, more);
        }
        std::optional<Asked> wider_arcs;
        if (kinematics.headings == Headings::eight && !kinematics.sideways) {
          Kinematics more = kinematics;
          more.radius = std::min(kMaxRadius, kinematics.radius + 15'000);
          wider_arcs.emplace(map, profile, more);
        }
        for (const auto& [from, to] : ends) {
          const Cost here = cost(from, to);
          REQUIRE(with_dearer_turns(from, to) >= here);
          if (longer) REQUIRE((*longer)(from, to) >= here);
          if (wider_arcs) REQUIRE((*wider_arcs)(from, to) >= here);
        }
      });
}

TEST_CASE("a lorry backs out of a dead end") {
  const TileMap map = ascii_map(R"(
      ##########
      #........#
      ####.#####
      ####.#####
      ####.#####
      ####.#####
      ##########
  )");
  const Kinematics lorry{.width = 1, .length = 3, .turn = 10'000, .backward = Ratio{2, 1}, .sweep = Sweep::none};
  const BuiltWorld built(map, profile_for(lorry));
  PlacedQuery query(built.world(), 0, lorry);
  const PlacedResult in = query.find({.from = {{4, 4}, Heading::south}, .to = {{4, 3}, Heading::south}});
  REQUIRE(in.status == Status::found);
  CHECK(in.placements.size() == 2);
  CHECK(query.in_tiles(in.cost) == Approx(2));
  CHECK(query.find({.from = {{4, 4}, Heading::south}, .to = {{4, 3}, Heading::north}}).status == Status::unreachable);
  Kinematics no_reverse = lorry;
  no_reverse.backward = {};
  PlacedQuery stuck(built.world(), 0, no_reverse);
  const PlacedResult none = stuck.find({.from = {{4, 4}, Heading::south}, .to = {{4, 3}, Heading::south}});
  CHECK(none.status == Status::unreachable);
  CHECK(none.why == Why::exhausted);
  CHECK(none.optimal());
}

TEST_CASE("a body that cannot get to a goal, or turn there, is told before all has been searched") {
  // A wide yard with a corridor to the goal, in which a lorry fits only one way round.
  const std::int32_t side = 200;
  std::vector<TerrainId> tiles(static_cast<std::size_t>(side) * side, 0);
  const auto at = [&](std::int32_t x, std::int32_t y) -> TerrainId& {
    return tiles[static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x)];
  };
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 180; x < side; ++x) at(x, y) = y == 100 ? TerrainId{0} : TerrainId{1};
  }
  const TileMap map = *TileMap::create(side, side, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles));
  const BuiltWorld built(map, MovementProfile{});
  for (const std::uint32_t radius : {0U, 20'000U}) {
    CAPTURE(radius);
    Kinematics lorry{.length = 3, .turn = 10'000, .radius = radius};
    PlacedQuery query(built.world(), 0, lorry);
    const Placement yard{{20, 20}, Heading::east};
    // Also from nearby, where the window is what is searched first.
    for (const Placement& from : {yard, Placement{{170, 90}, Heading::west}}) {
      const PlacedResult none = query.find({.from = from, .to = {{190, 100}, Heading::west}});
      REQUIRE((none.status == Status::unreachable && none.why == Why::exhausted && none.optimal()));
      CHECK(none.work < 4'000);
      CHECK(query.find({.from = from, .to = {{190, 100}, Heading::east}}).status == Status::found);
    }
  }
}

TEST_CASE("placed queries say what is wrong with a question") {
  const TileMap map = ascii_map("....#....\n....#....\n....#....");
  const Kinematics lorry{.width = 1, .length = 3};
  const BuiltWorld built(map, profile_for(lorry));
  PlacedQuery query(built.world(), 0, lorry);
  const auto ask = [&](Placement from, Placement to, Ratio factor = {1, 1}) {
    const PlacedResult result = query.find({.from = from, .to = to, .factor = factor});
    CHECK(result.placements.empty());
    return std::pair(result.status, result.why);
  };
  const Placement good{{1, 1}, Heading::east};
  CHECK(ask({{-1, 0}}, good) == std::pair(Status::bad_start, Why::outside));
  CHECK(ask({{4, 0}}, good) == std::pair(Status::bad_start, Why::blocked));
  CHECK(ask({{3, 0}, Heading::east}, good) == std::pair(Status::bad_start, Why::blocked));
  CHECK(ask(good, {{9, 0}}) == std::pair(Status::bad_goal, Why::outside));
  CHECK(ask(good, {{0, 1}, Heading::west}) == std::pair(Status::bad_goal, Why::blocked));
  CHECK(ask(good, {{7, 1}}) == std::pair(Status::unreachable, Why::different_islands));
  for (const Ratio factor : {Ratio{9, 10}, Ratio{1, 0}, Ratio{102, 101}, Ratio{5, 1}}) {
    CHECK(ask(good, good, factor) == std::pair(Status::bad_request, Why::none));
  }
  const PlacedResult same = query.find({.from = good, .to = {good.tile}});
  CHECK(same.status == Status::found);
  CHECK(same.cost == 0);
  CHECK(same.placements.size() == 1);
  CHECK_THROWS_AS(PlacedQuery(built.world(), 0, {.width = 2, .length = 3}), std::invalid_argument);
  const BuiltWorld other(map, MovementProfile{});
  CHECK_THROWS_AS(query.use(std::make_shared<const Overlay>(other.world())), std::invalid_argument);
}

TEST_CASE("a lorry pays a toll once, drives down a cliff, and neither turns nor stands across a wall") {
  // A toll bar across the way, then a cliff down to the right.
  TileMap map = ascii_map(".........\n");
  REQUIRE(map.set_moves({{{2, 0}, {3, 0}, 5 * kCostScale, LinkDirection::both},
                         {{5, 0}, {6, 0}, 0},
                         {{6, 0}, {5, 0}, kBlockedMove, LinkDirection::one_way}})
              .has_value());
  const Kinematics lorry{.length = 3, .turn = 10'000, .backward = Ratio{2, 1}};
  const BuiltWorld road(map, profile_for(lorry));
  PlacedQuery driving(road.world(), 0, lorry);
  const Placement left{{1, 0}, Heading::east};
  const Placement right{{7, 0}, Heading::east};
  const PlacedResult down = driving.find({.from = left, .to = right});
  REQUIRE(down.status == Status::found);
  CHECK(driving.in_tiles(down.cost) == Approx(6 + 5));
  CHECK(driving.find({.from = right, .to = left}).status == Status::unreachable);
  // The nose is over the cliff, and the core not yet: it may back off, at twice the toll.
  const PlacedResult off = driving.find({.from = {{5, 0}, Heading::east}, .to = left});
  CHECK(off.status == Status::unreachable);
  const PlacedResult back = driving.find({.from = {{4, 0}, Heading::east}, .to = left});
  REQUIRE(back.status == Status::found);
  CHECK(driving.in_tiles(back.cost) == Approx(2 * (3 + 5)));

  // A wall to the right of the column 2, as high as two tiles.
  TileMap yard = ascii_map(".....\n.....\n.....\n.....\n.....\n");
  REQUIRE(yard.set_moves({{{2, 1}, {3, 1}, kBlockedMove, LinkDirection::both},
                          {{2, 0}, {3, 0}, kBlockedMove, LinkDirection::both}})
              .has_value());
  const BuiltWorld walled(yard, profile_for(lorry));
  PlacedQuery turning(walled.world(), 0, lorry);
  CHECK(turning.find({.from = {{2, 1}, Heading::east}, .to = {{1, 3}}}).status == Status::bad_start);
  CHECK(turning.find({.from = {{3, 1}, Heading::east}, .to = {{1, 3}}}).status == Status::bad_start);
  CHECK(turning.find({.from = {{2, 2}, Heading::north_east}, .to = {{1, 3}}}).status == Status::bad_start);
  CHECK(turning.find({.from = {{1, 2}, Heading::north_east}, .to = {{1, 3}}}).status == Status::found);
  const PlacedResult spun = turning.find({.from = {{2, 2}, Heading::north}, .to = {{2, 2}, Heading::east}});
  REQUIRE(spun.status == Status::found);
  CHECK(turning.in_tiles(spun.cost) > 2.5);
}

TEST_CASE("headings that a mover lacks are no place to stand") {
  const BuiltWorld built(ascii_map("...\n...\n..."), MovementProfile{});
  PlacedQuery query(built.world(), 0, {.headings = Headings::four});
  CHECK(query.find({.from = {{1, 1}, Heading::north_east}, .to = {{0, 0}}}).status == Status::bad_start);
  CHECK(query.find({.from = {{1, 1}, Heading::north}, .to = {{0, 0}}}).status == Status::found);
}

TEST_CASE("placed queries do not allocate") {
  Rng rng(31);
  const TileMap map = random_map(rng, {.character = Character::caves, .width = 100, .height = 100});
  const BuiltWorld built(map, MovementProfile{});
  PlacedQuery query(built.world(), 0, {.turn = 10'000, .backward = Ratio{2, 1}, .radius = 20'000});
  std::size_t found = 0;
  for (int i = 0; i < 20; ++i) {
    const auto from = random_passable(rng, built.world().profiles()[0].grid);
    const auto to = random_passable(rng, built.world().profiles()[0].grid);
    const AllocationCounter counter;
    const PlacedResult result = query.find({.from = {*from}, .to = {*to}});
    const std::uint64_t allocations = counter.count();
    CHECK(allocations == 0);
    if (result.status == Status::found) ++found;
  }
  CHECK(found > 3);
}
