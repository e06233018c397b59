// SPDX-License-Identifier: BSL-1.0
// Fields and flights in C: those of GoalField and FlightQuery, on the file and with edits, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/query/flight_query.hpp"
#include "portolan/query/goal_field.hpp"
#include "support/allocation_counter.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::OverlayHandle;
using test::Rng;
using test::sized;
using test::WorldHandle;

using ArenaHandle = test::Handle<portolan_arena, portolan_arena_destroy>;
using FlightHandle = test::Handle<portolan_flight, portolan_flight_destroy>;
using FieldHandle = test::Handle<portolan_goal_field, portolan_goal_field_destroy>;

struct Fielded {
  test::BuiltWorld built;
  WorldHandle world;
  ArenaHandle arena;
  FieldHandle field;

  Fielded(test::BuiltWorld made, std::uint32_t profile) : built(std::move(made)) {
    open_bytes(built.bytes(), world);
    REQUIRE(portolan_arena_create(10, arena.address()) == PORTOLAN_OK);
    REQUIRE(portolan_goal_field_create(world.get(), profile, arena.get(), field.address()) == PORTOLAN_OK);
  }
};

template <class Result>
void require_same(const Result& result, const Answer& expected) {
  REQUIRE(static_cast<Status>(result.status) == expected.status);
  REQUIRE(static_cast<Why>(result.why) == expected.why);
  REQUIRE(result.cost == expected.cost);
  REQUIRE(result.lower_bound == expected.lower_bound);
  REQUIRE(result.expansions == expected.work);
  REQUIRE((result.optimal == 1) == expected.optimal());
}

}  // namespace

TEST_CASE("fields in C are those of GoalField, with labels and without, at any angle, and with edits") {
  int found = 0;
  for (int kind = 0; kind < 3; ++kind) {
    const std::uint32_t profile = kind == 2 ? 1 : 0;
    const Fielded one(kind == 0 ? test::labelled_rooms(4) : test::map_world(3), profile);
    portolan_goal_field* const field = one.field.get();
    DistanceArena arena(100);
    GoalField wanted(one.built.world(), profile, arena);
    OverlayHandle overlay;
    REQUIRE(portolan_overlay_create(one.world.get(), overlay.address()) == PORTOLAN_OK);
    REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{10, 10}, {30, 12}}, 0) == PORTOLAN_OK);
    auto edits = std::make_shared<Overlay>(one.built.world());
    REQUIRE(edits->set_terrain({{10, 10}, {30, 12}}, 0).has_value());
    Rng rng(8);
    for (int question = 0; question < 12; ++question) {
      const bool edited = question >= 6;
      REQUIRE(portolan_goal_field_use(field, edited ? overlay.get() : nullptr) == PORTOLAN_OK);
      wanted.use(edited ? edits : nullptr);
      const portolan_tile goal{rng.between(-1, 100), rng.between(-1, 90)};
      const portolan_end_rule ends = question % 3 == 0 ? PORTOLAN_ENDS_EXACT : PORTOLAN_ENDS_NEAREST;
      auto answer = sized<portolan_answer>();
      portolan_tile taken{};
      REQUIRE(portolan_goal_field_aim(field, goal, ends, &taken, &answer) == PORTOLAN_OK);
      require_same(answer, wanted.aim({goal.x, goal.y}, static_cast<EndRule>(ends)));
      REQUIRE(Tile{taken.x, taken.y} == wanted.goal());
      std::vector<portolan_tile> from;
      for (int i = 0; i < 20; ++i) from.push_back({rng.between(-1, 100), rng.between(-1, 90)});
      std::vector<portolan_batch_answer> answers(from.size());
      const std::uint64_t budget = question % 4 == 0 ? 700 : 0;
      REQUIRE(portolan_goal_field_costs(field, from.data(), from.size(), budget, answers.data()) == PORTOLAN_OK);
      for (std::size_t i = 0; i < from.size(); ++i) {
        const FieldRequest request{{from[i].x, from[i].y}, budget == 0 ? ~std::uint64_t{0} : budget};
        const Answer expected = wanted.cost(request);
        REQUIRE(portolan_goal_field_cost(field, from[i], budget, &answer) == PORTOLAN_OK);
        require_same(answer, expected);
        REQUIRE(static_cast<Status>(answers[i].status) == expected.status);
        REQUIRE(answers[i].cost == expected.cost);
        REQUIRE(answers[i].expansions == expected.work);
        auto step = sized<portolan_next_step>();
        REQUIRE(portolan_goal_field_next(field, from[i], budget, &step) == PORTOLAN_OK);
        const NextStep next = wanted.next_step(request);
        require_same(step, next);
        REQUIRE(Tile{step.tile.x, step.tile.y} == next.tile);
        REQUIRE(Point{step.point.x, step.point.y} == next.point);
        REQUIRE(step.link == next.link);
        auto draw = sized<portolan_random_step_request>();
        draw.from = from[i];
        draw.seed = 7;
        draw.unit = i;
        draw.step = static_cast<std::uint64_t>(question);
        draw.max_expansions = budget;
        REQUIRE(portolan_goal_field_random_next(field, &draw, &step) == PORTOLAN_OK);
        const NextStep random = wanted.random_step({.from = request.from,
                                                    .seed = draw.seed,
                                                    .unit = draw.unit,
                                                    .step = draw.step,
                                                    .max_expansions = request.max_expansions});
        require_same(step, random);
        REQUIRE(Tile{step.tile.x, step.tile.y} == random.tile);
        REQUIRE(step.link == random.link);
        std::uint64_t bound = 0;
        portolan_bound_source source = 9;
        REQUIRE(portolan_goal_field_bound(field, from[i], &bound, &source) == PORTOLAN_OK);
        REQUIRE(bound == wanted.lower_bound({from[i].x, from[i].y}).cost);
        REQUIRE(static_cast<BoundSource>(source) == wanted.lower_bound({from[i].x, from[i].y}).source);
        found += answer.status == PORTOLAN_STATUS_FOUND ? 1 : 0;
      }
    }
  }
  CHECK(found > 100);
}

TEST_CASE("flights in C are those of FlightQuery, with edits and without, and refuse wrong input") {
  const Fielded one(test::labelled_rooms(4), 0);
  FlightHandle flight;
  REQUIRE(portolan_flight_create(one.world.get(), 0, 2000, one.arena.get(), flight.address()) == PORTOLAN_OK);
  DistanceArena arena(100);
  FlightQuery wanted(one.built.world(), 0, 2000, arena);
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(one.world.get(), overlay.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{10, 10}, {30, 12}}, 0) == PORTOLAN_OK);
  auto edits = std::make_shared<Overlay>(one.built.world());
  REQUIRE(edits->set_terrain({{10, 10}, {30, 12}}, 0).has_value());
  Rng rng(9);
  const Cost step = one.built.world().profiles()[0].rules.lower_bound({0, 0}, {1, 0});
  int found = 0;
  auto request = sized<portolan_flight_request>();
  auto result = sized<portolan_flight_result>();
  for (int question = 0; question < 60; ++question) {
    REQUIRE(portolan_flight_use(flight.get(), question >= 30 ? overlay.get() : nullptr) == PORTOLAN_OK);
    wanted.use(question >= 30 ? edits : nullptr);
    std::array<portolan_tile, 3> threats{};
    std::array<Tile, 3> own{};
    for (std::size_t i = 0; i < own.size(); ++i) {
      own[i] = {rng.below(100), rng.below(90)};
      threats[i] = {own[i].x, own[i].y};
    }
    const Tile from{rng.below(100), rng.below(90)};
    request.from = {from.x, from.y};
    request.threats = threats.data();
    request.threat_count = threats.size();
    request.reach = 15 * step;
    request.margin = step;
    request.ends = question % 2 == 0 ? PORTOLAN_ENDS_EXACT : PORTOLAN_ENDS_NEAREST;
    request.max_expansions = question % 5 == 0 ? 100 : 0;
    REQUIRE(portolan_flight_find(flight.get(), &request, &result) == PORTOLAN_OK);
    const Flight expected = wanted.find({.from = from,
                                         .threats = own,
                                         .reach = 15 * step,
                                         .margin = step,
                                         .ends = static_cast<EndRule>(request.ends),
                                         .max_expansions = question % 5 == 0 ? 100 : ~std::uint64_t{0}});
    require_same(result, expected);
    REQUIRE((Tile{result.to.x, result.to.y} == expected.to && result.lead == expected.lead));
    REQUIRE(Tile{result.from.x, result.from.y} == expected.from);
    found += result.status == PORTOLAN_STATUS_FOUND ? 1 : 0;
  }
  CHECK(found > 10);

  portolan_flight* made = flight.get();
  auto* const no_flight = reinterpret_cast<portolan_flight*>(one.arena.get());
  CHECK(portolan_flight_create(one.world.get(), 0, 10, one.arena.get(), nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_flight_create(one.world.get(), 0, 10, nullptr, &made) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_flight_create(one.world.get(), 2, 10, one.arena.get(), &made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_flight_create(one.world.get(), 0, 0, one.arena.get(), &made) == PORTOLAN_ERROR_VALUE);
  CHECK(made == nullptr);
  CHECK(portolan_flight_use(no_flight, nullptr) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_flight_find(no_flight, &request, &result) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_flight_find(flight.get(), nullptr, &result) == PORTOLAN_ERROR_NULL);
  request.threats = nullptr;
  CHECK(portolan_flight_find(flight.get(), &request, &result) == PORTOLAN_ERROR_NULL);
  request.threat_count = 0;
  request.ends = 2;
  CHECK(portolan_flight_find(flight.get(), &request, &result) == PORTOLAN_ERROR_VALUE);
  result.struct_size = 1;
  CHECK(portolan_flight_find(flight.get(), &request, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
}

TEST_CASE("fields in C refuse wrong input") {
  const Fielded one(test::map_world(3), 0);
  WorldHandle board;
  open_bytes(test::board_bytes(test::board(2), {}).span(), board);
  portolan_goal_field* const field = one.field.get();
  portolan_arena* const arena = one.arena.get();
  auto* const no_field = reinterpret_cast<portolan_goal_field*>(arena);
  auto* const no_arena = reinterpret_cast<portolan_arena*>(field);
  portolan_arena* made_arena = arena;
  CHECK(portolan_arena_create(1, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_arena_create(SIZE_MAX, &made_arena) == PORTOLAN_ERROR_LIMIT);
  CHECK(made_arena == nullptr);
  made_arena = no_arena;
  CHECK(portolan_arena_destroy(&made_arena) == PORTOLAN_ERROR_HANDLE);
  portolan_goal_field* made = field;
  CHECK(portolan_goal_field_create(one.world.get(), 0, arena, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_create(one.world.get(), 0, nullptr, &made) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_create(one.world.get(), 0, no_arena, &made) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_goal_field_create(one.world.get(), 2, arena, &made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_goal_field_create(board.get(), 0, arena, &made) == PORTOLAN_ERROR_MISSING);
  CHECK(made == nullptr);

  auto answer = sized<portolan_answer>();
  auto step = sized<portolan_next_step>();
  portolan_batch_answer batch{};
  portolan_tile tile{1, 1};
  std::uint64_t bound = 0;
  CHECK(portolan_goal_field_use(no_field, nullptr) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_goal_field_aim(nullptr, tile, PORTOLAN_ENDS_EXACT, nullptr, &answer) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_aim(field, tile, 2, nullptr, &answer) == PORTOLAN_ERROR_VALUE);
  CHECK(portolan_goal_field_cost(no_field, tile, 0, &answer) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_goal_field_cost(field, tile, 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_cost(field, tile, 0, &answer) == PORTOLAN_OK);
  CHECK(answer.status == PORTOLAN_STATUS_BAD_GOAL);
  CHECK(portolan_goal_field_costs(field, nullptr, 1, 0, &batch) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_costs(field, &tile, 1, 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_costs(field, nullptr, 0, 0, nullptr) == PORTOLAN_OK);
  CHECK(portolan_goal_field_next(field, tile, 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_bound(field, tile, nullptr, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_bound(field, tile, &bound, nullptr) == PORTOLAN_OK);
  CHECK(bound == PORTOLAN_NO_PATH);
  answer.struct_size = 3;
  CHECK(portolan_goal_field_cost(field, tile, 0, &answer) == PORTOLAN_ERROR_STRUCT_SIZE);
  step.struct_size = 0;
  CHECK(portolan_goal_field_next(field, tile, 0, &step) == PORTOLAN_ERROR_STRUCT_SIZE);
  auto draw = sized<portolan_random_step_request>();
  CHECK(portolan_goal_field_random_next(no_field, &draw, &step) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_goal_field_random_next(field, nullptr, &step) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_field_random_next(field, &draw, &step) == PORTOLAN_ERROR_STRUCT_SIZE);
  step = sized<portolan_next_step>();
  CHECK(portolan_goal_field_random_next(field, &draw, &step) == PORTOLAN_OK);
  CHECK(step.status == PORTOLAN_STATUS_BAD_GOAL);
}

TEST_CASE("a field in C keeps the arena and the world that are given back") {
  Fielded one(test::labelled_rooms(4), 0);
  REQUIRE(portolan_arena_destroy(one.arena.address()) == PORTOLAN_OK);
  REQUIRE(portolan_world_close(one.world.address()) == PORTOLAN_OK);
  auto answer = sized<portolan_answer>();
  auto step = sized<portolan_next_step>();
  const test::AllocationCounter counter;
  const portolan_error aimed =
      portolan_goal_field_aim(one.field.get(), {50, 50}, PORTOLAN_ENDS_NEAREST, nullptr, &answer);
  const portolan_error stepped = portolan_goal_field_next(one.field.get(), {50, 50}, 0, &step);
  const std::uint64_t made = counter.count();
  REQUIRE(aimed == PORTOLAN_OK);
  REQUIRE(stepped == PORTOLAN_OK);
  REQUIRE(answer.status == PORTOLAN_STATUS_FOUND);
  REQUIRE(made == 0);
}

}  // namespace portolan
