// SPDX-License-Identifier: BSL-1.0
// The local matrix with layers, searched by rules that portolan does not have: a body that may not turn twice in a row,
// and one that pays for turning beside walls, each against Dijkstra written out.
#include "portolan/grid/body_moves.hpp"
#include "portolan/query/local_matrix.hpp"
#include "support/placed_oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;
using namespace portolan::test;

namespace {

constexpr std::int32_t kSide = 60;
/// A layer for each heading, and for each again after a turn.
using TurnMatrix = LocalMatrix<kSide, std::uint32_t, 2 * kHeadings>;
using HeadingMatrix = LocalMatrix<kSide, Cost, kHeadings>;

/// What decides how a mover goes on, in words of its own.
using State = std::tuple<std::int32_t, std::int32_t, int, bool>;  // x, y, heading, has just turned

/// The least costs from a placement, where next(State) lists states and what each costs.
template <class Next>
std::map<State, Cost> dijkstra(const State& from, Next&& next) {
  std::map<State, Cost> costs;
  using Entry = std::pair<Cost, State>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  open.emplace(0, from);
  while (!open.empty()) {
    const auto [cost, at] = open.top();
    open.pop();
    if (!costs.emplace(at, cost).second) continue;
    for (const auto& [to, step] : next(at)) open.emplace(cost + step, to);
  }
  return costs;
}

bool beside_wall(const TileMap& map, const PlacedOracle& oracle, Tile tile) {
  for (int i = 0; i < kHeadings; ++i) {
    const Tile step = unit_step(static_cast<Heading>(i));
    const Tile next{tile.x + step.x, tile.y + step.y};
    if (!map.bounds().contains(next)) return true;
    bool any = false;
    for (int j = 0; j < kHeadings; ++j) any = any || oracle.stands({next, static_cast<Heading>(j)});
    if (!any) return true;
  }
  return false;
}

struct Case {
  Case(Rng& rng, TileMap drawn, MovementProfile profile, const Kinematics& kinematics)
      : map(std::move(drawn)),
        grid(map, profile),
        view(grid.view()),
        rules(*make_kinematic_rules(kinematics, grid.rules(), map.tiles().size(), LinkTable{})),
        body(view, rules),
        oracle(map, profile, grid.rules(), kinematics) {
    for (int i = 0; i < 40 && !oracle.stands(from); ++i) {
      from = {{rng.below(map.width()), rng.below(map.height())}, static_cast<Heading>(rng.below(kHeadings))};
    }
  }
  TileMap map;
  TestGrid grid;
  GridView view;
  KinematicRules rules;
  BodyMoves body;
  PlacedOracle oracle;
  Placement from{{0, 0}, Heading::any};
};

/// Calls test(Rng, Case) for random maps and movers that turn on the spot.
template <class Test>
void for_random_cases(std::uint64_t seed, int rounds, Test&& test) {
  Rng rng(seed);
  std::size_t cases = 0;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(seed, round);
    TileMap map = random_map(rng, {.max_side = 12});
    if (rng.percent(30)) REQUIRE(map.set_moves(random_moves(rng, map, 30)).has_value());
    MovementProfile profile = random_profile(rng, map.palette());
    Kinematics kinematics = random_kinematics(rng, profile, 3);
    kinematics.radius = 0;
    const Case drawn(rng, std::move(map), profile, kinematics);
    if (drawn.from.heading == Heading::any) continue;
    ++cases;
    test(rng, drawn);
  }
  CHECK(cases > static_cast<std::size_t>(rounds) / 3);
}

}  // namespace

TEST_CASE("a mover that may not turn twice in a row is searched in the matrix with two layers a heading") {
  const auto matrix = std::make_unique<TurnMatrix>();
  std::size_t found = 0;
  std::size_t hindered = 0;  // by the rule
  for_random_cases(1, 200, [&](Rng& rng, const Case& drawn) {
    const auto costs = dijkstra(
        {drawn.from.tile.x, drawn.from.tile.y, static_cast<int>(drawn.from.heading), false}, [&](const State& at) {
          const auto [x, y, heading, turned] = at;
          std::vector<std::pair<State, Cost>> list;
          for (const auto& [to, cost] : drawn.oracle.moves_from_rest({{x, y}, static_cast<Heading>(heading)})) {
            const bool turns = to.tile == Tile{x, y};
            if (turns && turned) continue;
            list.push_back({{to.tile.x, to.tile.y, static_cast<int>(to.heading), turns}, cost});
          }
          return list;
        });
    const auto moves = [&](LayeredTile at, auto&& visit) {
      const auto heading = static_cast<Heading>(at.layer % kHeadings);
      const bool has_turned = at.layer >= kHeadings;
      drawn.body.for_each_move({at.tile, heading}, [&](const MoverState& to, Cost cost) {
        const bool turns = to.tile == at.tile;
        if (turns && has_turned) return;
        visit(LayeredTile{to.tile, static_cast<std::int32_t>(to.heading) + (turns ? kHeadings : 0)}, cost);
      });
    };
    const auto no_bound = [](LayeredTile) { return Cost{0}; };
    const LayeredTile start{drawn.from.tile, static_cast<std::int32_t>(drawn.from.heading)};
    const std::vector<Cost> free_to_turn = drawn.oracle.costs_from(drawn.from);
    for (int i = 0; i < 4; ++i) {
      const Tile goal{rng.below(drawn.map.width()), rng.below(drawn.map.height())};
      Cost least = kInfiniteCost;
      for (const auto& [state, cost] : costs) {
        if (std::get<0>(state) == goal.x && std::get<1>(state) == goal.y) least = std::min(least, cost);
      }
      matrix->place(TurnMatrix::centred(start.tile, goal));
      const SearchOutcome outcome = matrix->search_any(start, goal, TurnMatrix::kNodes, no_bound, moves);
      if (outcome.end == SearchEnd::overflow) continue;
      REQUIRE((outcome.end == SearchEnd::reached) == (least != kInfiniteCost));
      if (least == kInfiniteCost) continue;
      ++found;
      if (least != drawn.oracle.least(free_to_turn, {goal, Heading::any})) ++hindered;
      int settled = 0;
      for (std::int32_t layer = 0; layer < TurnMatrix::kLayers; ++layer) {
        const LayeredTile at{goal, layer};
        if (!matrix->settled(at)) continue;
        ++settled;
        REQUIRE(matrix->cost(at) == least);
        std::vector<LayeredTile> room(TurnMatrix::kNodes);
        const auto path = matrix->path(at, std::span<LayeredTile, TurnMatrix::kNodes>(room));
        REQUIRE((path.front() == start && path.back() == at));
        for (std::size_t step = 2; step < path.size(); ++step) {
          REQUIRE_FALSE((path[step].tile == path[step - 1].tile && path[step - 1].tile == path[step - 2].tile));
        }
      }
      REQUIRE(settled == 1);
    }
  });
  CHECK(found > 150);
  CHECK(hindered > 10);
}

TEST_CASE("a mover that pays for turning beside walls is searched in the matrix with a layer a heading") {
  const auto matrix = std::make_unique<HeadingMatrix>();
  constexpr Cost kScrape = 777;
  std::size_t dearer = 0;
  for_random_cases(2, 150, [&](Rng&, const Case& drawn) {
    const auto costs = dijkstra(
        {drawn.from.tile.x, drawn.from.tile.y, static_cast<int>(drawn.from.heading), false}, [&](const State& at) {
          const Tile tile{std::get<0>(at), std::get<1>(at)};
          std::vector<std::pair<State, Cost>> list;
          for (const auto& [to, cost] : drawn.oracle.moves_from_rest({tile, static_cast<Heading>(std::get<2>(at))})) {
            const bool scrapes = to.tile == tile && beside_wall(drawn.map, drawn.oracle, tile);
            list.push_back(
                {{to.tile.x, to.tile.y, static_cast<int>(to.heading), false}, cost + (scrapes ? kScrape : 0)});
          }
          return list;
        });
    matrix->place(HeadingMatrix::centred({0, 0}, {drawn.map.width() - 1, drawn.map.height() - 1}));
    const LayeredTile start{drawn.from.tile, static_cast<std::int32_t>(drawn.from.heading)};
    const SearchOutcome outcome = matrix->flood(start, [&](LayeredTile at, auto&& visit) {
      drawn.body.for_each_move({at.tile, static_cast<Heading>(at.layer)}, [&](const MoverState& to, Cost cost) {
        const bool scrapes = to.tile == at.tile && beside_wall(drawn.map, drawn.oracle, at.tile);
        visit(LayeredTile{to.tile, static_cast<std::int32_t>(to.heading)}, cost + (scrapes ? kScrape : 0));
      });
    });
    REQUIRE(outcome.end == SearchEnd::exhausted);
    const std::vector<Cost> without = drawn.oracle.costs_from(drawn.from);
    for (std::int32_t y = 0; y < drawn.map.height(); ++y) {
      for (std::int32_t x = 0; x < drawn.map.width(); ++x) {
        for (std::int32_t layer = 0; layer < kHeadings; ++layer) {
          const auto known = costs.find({x, y, layer, false});
          REQUIRE(matrix->reached({{x, y}, layer}) == (known != costs.end()));
          if (known == costs.end()) continue;
          REQUIRE(matrix->cost({{x, y}, layer}) == known->second);
          if (known->second > without[drawn.oracle.place({{x, y}, static_cast<Heading>(layer)})]) ++dearer;
        }
      }
    }
  });
  CHECK(dearer > 1000);
}
