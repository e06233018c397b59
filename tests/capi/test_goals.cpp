// SPDX-License-Identifier: BSL-1.0
// Goals in C: those of GoalSet and NearestQuery, on the file and with edits, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/query/nearest_query.hpp"
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

using GoalsHandle = test::Handle<portolan_goals, portolan_goals_destroy>;
using SearchHandle = test::Handle<portolan_goal_search, portolan_goal_search_destroy>;

std::uint8_t stands_on_third_column(void* context, portolan_tile tile) {
  ++*static_cast<int*>(context);
  return tile.x % 3 == 0 && tile.y % 5 == 0 ? 1 : 0;
}

/// A world with a set of goals and a search over it.
struct Searched {
  test::BuiltWorld built;
  WorldHandle world;
  GoalsHandle goals;
  SearchHandle search;
  GoalSet own_goals;

  Searched(test::BuiltWorld made, std::uint32_t profile)
      : built(std::move(made)), own_goals(built.world(), profile, 40) {
    open_bytes(built.bytes(), world);
    REQUIRE(portolan_goals_create(world.get(), profile, 40, goals.address()) == PORTOLAN_OK);
    REQUIRE(portolan_goal_search_create(goals.get(), search.address()) == PORTOLAN_OK);
    Rng rng(7);
    for (std::uint32_t goal = 0; goal < 40; ++goal) {
      const portolan_tile tile{rng.below(100), rng.below(90)};
      REQUIRE(portolan_goals_insert(goals.get(), goal, tile) == PORTOLAN_OK);
      REQUIRE(own_goals.insert(goal, {tile.x, tile.y}));
    }
    REQUIRE(portolan_goals_erase(goals.get(), 5) == PORTOLAN_OK);
    REQUIRE(portolan_goals_move(goals.get(), 6, {50, 50}) == PORTOLAN_OK);
    REQUIRE(own_goals.erase(5));
    REQUIRE(own_goals.move(6, {50, 50}));
  }
};

void require_same(const std::vector<portolan_reached_goal>& reached, std::size_t count, const portolan_answer& answer,
                  const ReachedGoals& expected) {
  REQUIRE(static_cast<Status>(answer.status) == expected.status);
  REQUIRE(static_cast<Why>(answer.why) == expected.why);
  REQUIRE(answer.cost == expected.cost);
  REQUIRE(answer.expansions == expected.work);
  REQUIRE((answer.optimal == 1) == expected.optimal());
  REQUIRE(count == expected.goals.size());
  for (std::size_t i = 0; i < count; ++i) {
    REQUIRE(reached[i].cost == expected.goals[i].cost);
    REQUIRE(reached[i].goal == expected.goals[i].goal);
    REQUIRE(Tile{reached[i].tile.x, reached[i].tile.y} == expected.goals[i].tile);
  }
}

}  // namespace

TEST_CASE("goals in C are those of NearestQuery, with labels and without, at any angle, and with edits") {
  int found = 0;
  int many = 0;
  for (int kind = 0; kind < 3; ++kind) {
    const Searched one(kind == 0 ? test::labelled_rooms(4) : test::map_world(3), kind == 2 ? 1 : 0);
    NearestQuery wanted(one.own_goals);
    OverlayHandle overlay;
    REQUIRE(portolan_overlay_create(one.world.get(), overlay.address()) == PORTOLAN_OK);
    REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{10, 10}, {30, 12}}, 0) == PORTOLAN_OK);
    auto edits = std::make_shared<Overlay>(one.built.world());
    REQUIRE(edits->set_terrain({{10, 10}, {30, 12}}, 0).has_value());
    Rng rng(8);
    std::vector<portolan_reached_goal> reached(40);
    std::vector<ReachedGoal> room(40);
    std::vector<portolan_reached_goal> around(2000);
    std::vector<ReachedGoal> wide(2000);
    for (int question = 0; question < 40; ++question) {
      const bool edited = question >= 20;
      REQUIRE(portolan_goal_search_use(one.search.get(), edited ? overlay.get() : nullptr) == PORTOLAN_OK);
      wanted.use(edited ? edits : nullptr);
      auto near = sized<portolan_nearest_goals_request>();
      near.from = {rng.between(-1, 100), rng.between(-1, 90)};
      near.ends = question % 2 == 0 ? PORTOLAN_ENDS_EXACT : PORTOLAN_ENDS_NEAREST;
      near.max_expansions = question % 5 == 0 ? 30 : 0;
      const Tile from{near.from.x, near.from.y};
      const EndRule ends = question % 2 == 0 ? EndRule::exact : EndRule::nearest;
      const std::uint64_t budget = question % 5 == 0 ? 30 : ~std::uint64_t{0};
      auto answer = sized<portolan_answer>();
      std::size_t count = 0;
      const auto k = static_cast<std::size_t>(rng.between(1, 5));
      REQUIRE(portolan_goal_search_nearest(one.search.get(), &near, reached.data(), k, &count, &answer) == PORTOLAN_OK);
      require_same(reached, count, answer,
                   wanted.nearest({.from = from, .ends = ends, .max_expansions = budget}, std::span(room).first(k)));
      found += answer.status == PORTOLAN_STATUS_FOUND ? 1 : 0;
      auto inside = sized<portolan_goals_within_request>();
      inside.from = near.from;
      inside.ends = near.ends;
      inside.max_expansions = near.max_expansions;
      inside.most = static_cast<std::uint64_t>(rng.below(400'000));
      REQUIRE(portolan_goal_search_within(one.search.get(), &inside, reached.data(), 40, &count, &answer) ==
              PORTOLAN_OK);
      require_same(reached, count, answer,
                   wanted.within({.from = from, .most = inside.most, .ends = ends, .max_expansions = budget}, room));
      int asked = 0;
      REQUIRE(portolan_goal_search_nearest_where(one.search.get(), &near, stands_on_third_column, &asked,
                                                 reached.data(), k, &count, &answer) == PORTOLAN_OK);
      require_same(reached, count, answer,
                   wanted.nearest_where(
                       {.from = from, .ends = ends, .max_expansions = budget},
                       [](Tile tile) { return tile.x % 3 == 0 && tile.y % 5 == 0; }, std::span(room).first(k)));
      REQUIRE((asked != 0 || answer.status != PORTOLAN_STATUS_FOUND));
      inside.most /= 4;
      for (const bool every : {false, true}) {
        const portolan_is_goal is_goal = every ? nullptr : stands_on_third_column;
        REQUIRE(portolan_goal_search_within_where(one.search.get(), &inside, is_goal, &asked, around.data(),
                                                  around.size(), &count, &answer) == PORTOLAN_OK);
        require_same(around, count, answer,
                     wanted.within_where(
                         {.from = from, .most = inside.most, .ends = ends, .max_expansions = budget},
                         [&](Tile tile) { return every || (tile.x % 3 == 0 && tile.y % 5 == 0); }, wide));
        many += count > 40 ? 1 : 0;
      }
    }
  }
  CHECK(found > 40);
  CHECK(many > 10);
}

TEST_CASE("goals in C refuse wrong input") {
  const Searched one(test::map_world(3), 0);
  WorldHandle board;
  open_bytes(test::board_bytes(test::board(2), {}).span(), board);
  portolan_goals* const goals = one.goals.get();
  portolan_goal_search* const search = one.search.get();
  auto* const wrong = reinterpret_cast<portolan_goals*>(search);
  auto* const no_search = reinterpret_cast<portolan_goal_search*>(goals);
  portolan_goals* made = goals;
  portolan_goal_search* searching = search;
  CHECK(portolan_goals_create(one.world.get(), 0, 1, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goals_create(nullptr, 0, 1, &made) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goals_create(board.get(), 0, 1, &made) == PORTOLAN_ERROR_MISSING);
  CHECK(portolan_goals_create(one.world.get(), 2, 1, &made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_goals_create(one.world.get(), 0, SIZE_MAX, &made) == PORTOLAN_ERROR_LIMIT);
  CHECK(made == nullptr);
  CHECK(portolan_goals_destroy(&made) == PORTOLAN_OK);
  made = wrong;
  CHECK(portolan_goals_destroy(&made) == PORTOLAN_ERROR_HANDLE);

  CHECK(portolan_goals_insert(nullptr, 5, {0, 0}) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goals_insert(wrong, 5, {0, 0}) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_goals_insert(goals, 40, {0, 0}) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_goals_insert(goals, 5, {-1, 0}) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_goals_insert(goals, 4, {0, 0}) == PORTOLAN_ERROR_VALUE);
  CHECK(portolan_goals_erase(goals, 5) == PORTOLAN_ERROR_NOT_FOUND);
  CHECK(portolan_goals_erase(goals, UINT32_MAX) == PORTOLAN_ERROR_NOT_FOUND);
  CHECK(portolan_goals_move(goals, 5, {0, 0}) == PORTOLAN_ERROR_NOT_FOUND);
  CHECK(portolan_goals_move(goals, 4, {0, INT32_MAX}) == PORTOLAN_ERROR_RANGE);

  CHECK(portolan_goal_search_create(goals, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_search_create(wrong, &searching) == PORTOLAN_ERROR_HANDLE);
  CHECK(searching == nullptr);
  CHECK(portolan_goal_search_use(no_search, nullptr) == PORTOLAN_ERROR_HANDLE);

  auto near = sized<portolan_nearest_goals_request>();
  auto inside = sized<portolan_goals_within_request>();
  auto answer = sized<portolan_answer>();
  std::array<portolan_reached_goal, 2> reached{};
  const auto nearest = [&](portolan_goal_search* handle, portolan_reached_goal* out, std::size_t capacity) {
    return portolan_goal_search_nearest(handle, &near, out, capacity, nullptr, &answer);
  };
  CHECK(nearest(nullptr, reached.data(), 2) == PORTOLAN_ERROR_NULL);
  CHECK(nearest(no_search, reached.data(), 2) == PORTOLAN_ERROR_HANDLE);
  CHECK(nearest(search, nullptr, 2) == PORTOLAN_ERROR_NULL);
  CHECK(nearest(search, nullptr, 0) == PORTOLAN_ERROR_SIZES);
  CHECK(portolan_goal_search_within(search, &inside, nullptr, 1, nullptr, &answer) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_search_nearest_where(search, &near, nullptr, nullptr, reached.data(), 2, nullptr, &answer) ==
        PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_search_within_where(no_search, &inside, nullptr, nullptr, reached.data(), 2, nullptr, &answer) ==
        PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_goal_search_within_where(search, &inside, nullptr, nullptr, nullptr, 1, nullptr, &answer) ==
        PORTOLAN_ERROR_NULL);
  CHECK(portolan_goal_search_within_where(search, nullptr, nullptr, nullptr, reached.data(), 2, nullptr, &answer) ==
        PORTOLAN_ERROR_NULL);
  near.ends = 2;
  CHECK(nearest(search, reached.data(), 2) == PORTOLAN_ERROR_VALUE);
  near.ends = PORTOLAN_ENDS_EXACT;
  near.struct_size = 3;
  CHECK(nearest(search, reached.data(), 2) == PORTOLAN_ERROR_STRUCT_SIZE);
  inside.struct_size = 0;
  CHECK(portolan_goal_search_within(search, &inside, reached.data(), 2, nullptr, &answer) ==
        PORTOLAN_ERROR_STRUCT_SIZE);
}

TEST_CASE("a search in C keeps the goals of a set that is given back") {
  Searched one(test::labelled_rooms(4), 0);
  auto near = sized<portolan_nearest_goals_request>();
  near.from = {50, 50};
  near.ends = PORTOLAN_ENDS_NEAREST;
  auto answer = sized<portolan_answer>();
  portolan_reached_goal reached{};
  REQUIRE(portolan_goals_destroy(one.goals.address()) == PORTOLAN_OK);
  REQUIRE(portolan_world_close(one.world.address()) == PORTOLAN_OK);
  const test::AllocationCounter counter;
  const portolan_error error = portolan_goal_search_nearest(one.search.get(), &near, &reached, 1, nullptr, &answer);
  const std::uint64_t made = counter.count();
  REQUIRE(error == PORTOLAN_OK);
  REQUIRE(answer.status == PORTOLAN_STATUS_FOUND);
  REQUIRE(made == 0);
}

}  // namespace portolan
