// SPDX-License-Identifier: BSL-1.0
// Every function of the C interface on boards and areas with what it must refuse: NULL, handles of another kind, wrong
// sizes and values. A refusal changes nothing.
#include "capi/capi_worlds.hpp"

#include <array>
#include <cstdint>

#include <catch2/catch.hpp>

namespace portolan::test {
TEST_CASE("boards refuse wrong input") {
  const OneOfEach one;
  portolan_world* const world = one.board.get();
  portolan_board_query* const query = one.graph_query.get();
  auto* const wrong_world = as<portolan_world>(query);
  auto* const wrong = as<portolan_board_query>(one.query.get());
  portolan_board_query* made = query;
  std::array<char, 300> text{};
  std::array<portolan_arc, 100> arcs{};
  std::array<std::uint32_t, 2> nodes{};
  std::uint32_t node = 7;
  std::size_t count = 7;

  SECTION("find_node") {
    CHECK(portolan_board_find_node(nullptr, "x", &node) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_find_node(wrong_world, "x", &node) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_find_node(world, nullptr, &node) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_find_node(world, "x", nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_find_node(one.map.get(), "x", &node) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_board_find_node(world, "", &node) == PORTOLAN_ERROR_NOT_FOUND);
    CHECK(portolan_board_find_node(world, "\xFF\xFF", &node) == PORTOLAN_ERROR_NOT_FOUND);
    CHECK(node == 7);
  }
  SECTION("node_enter") {
    std::uint32_t cost = 0;
    CHECK(portolan_board_node_enter(nullptr, 0, &cost) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_node_enter(wrong_world, 0, &cost) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_node_enter(world, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_node_enter(one.map.get(), 0, &cost) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_board_node_enter(world, kNone, &cost) == PORTOLAN_ERROR_RANGE);
  }
  SECTION("node_name") {
    CHECK(portolan_board_node_name(nullptr, 0, text.data(), 300, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_node_name(wrong_world, 0, text.data(), 300, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_node_name(world, 0, nullptr, 300, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_node_name(one.map.get(), 0, text.data(), 300, &count) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_board_node_name(world, kNone, text.data(), 300, &count) == PORTOLAN_ERROR_RANGE);
    CHECK(count == 7);
    CHECK(portolan_board_node_name(world, 0, text.data(), 1, &count) == PORTOLAN_ERROR_BUFFER);
    CHECK(text[0] == '\0');
  }
  SECTION("arcs") {
    CHECK(portolan_board_arcs(nullptr, 0, arcs.data(), 100, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_arcs(wrong_world, 0, arcs.data(), 100, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_arcs(world, 0, nullptr, 100, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_arcs(one.map.get(), 0, arcs.data(), 100, &count) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_board_arcs(world, kNone, arcs.data(), 100, &count) == PORTOLAN_ERROR_RANGE);
    CHECK(count == 7);
  }
  SECTION("query") {
    CHECK(portolan_board_query_create(world, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_create(nullptr, &made) == PORTOLAN_ERROR_NULL);
    CHECK(made == nullptr);
    CHECK(portolan_board_query_create(wrong_world, &made) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_query_create(one.map.get(), &made) == PORTOLAN_ERROR_MISSING);
    CHECK(made == nullptr);
    CHECK(portolan_board_query_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_destroy(&made) == PORTOLAN_OK);
    made = wrong;
    CHECK(portolan_board_query_destroy(&made) == PORTOLAN_ERROR_HANDLE);
    auto result = sized<portolan_board_result>();
    auto request = sized<portolan_board_request>();
    request.to = 1;
    for (const auto find : {portolan_board_query_find, portolan_board_query_find_cost}) {
      CHECK(find(nullptr, &request, &result) == PORTOLAN_ERROR_NULL);
      CHECK(find(wrong, &request, &result) == PORTOLAN_ERROR_HANDLE);
      CHECK(find(query, nullptr, &result) == PORTOLAN_ERROR_NULL);
      CHECK(find(query, &request, nullptr) == PORTOLAN_ERROR_NULL);
      for (const int tier : {static_cast<int>(PORTOLAN_TIER_REGIONS), static_cast<int>(PORTOLAN_TIER_BLOCKS), 99}) {
        request.tier = static_cast<portolan_tier>(tier);
        CHECK(find(query, &request, &result) == PORTOLAN_ERROR_VALUE);
      }
      request.tier = PORTOLAN_TIER_AUTOMATIC;
      request.to = kNone;
      CHECK(find(query, &request, &result) == PORTOLAN_ERROR_RANGE);
      request.to = 1;
      request.from = kNone;
      CHECK(find(query, &request, &result) == PORTOLAN_ERROR_RANGE);
      request.from = 0;
      request.struct_size = 8;
      CHECK(find(query, &request, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
      request.struct_size = sizeof(request);
      result.struct_size = 8;
      CHECK(find(query, &request, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
      result.struct_size = sizeof(result);
    }
    CHECK(portolan_board_query_arcs(nullptr, arcs.data(), 2, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_arcs(wrong, arcs.data(), 2, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_query_arcs(query, nullptr, 2, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_nodes(nullptr, nodes.data(), 2, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_nodes(wrong, nodes.data(), 2, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_query_nodes(query, nullptr, 2, &count) == PORTOLAN_ERROR_NULL);
    CHECK(count == 7);
    CHECK(portolan_board_query_nodes(query, nodes.data(), 2, &count) == PORTOLAN_OK);
    CHECK(count == 0);  // nothing has been asked
  }
  SECTION("close") {
    const std::array<std::uint32_t, 2> places{0, kNone};
    const std::array<portolan_border, 2> borders{{{0, 1}, {0, kNone}}};
    CHECK(portolan_board_query_close(nullptr, places.data(), 1, borders.data(), 1) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_close(wrong, places.data(), 1, borders.data(), 1) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_query_close(query, nullptr, 1, borders.data(), 1) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_close(query, places.data(), 1, nullptr, 1) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_close(query, places.data(), 2, borders.data(), 1) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_board_query_close(query, places.data(), 1, borders.data(), 2) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_board_query_close(query, nullptr, 0, nullptr, 0) == PORTOLAN_OK);
  }
  SECTION("find_tag") {
    CHECK(portolan_board_find_tag(nullptr, "x", &node) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_find_tag(wrong_world, "x", &node) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_find_tag(world, nullptr, &node) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_find_tag(world, "x", nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_find_tag(one.map.get(), "x", &node) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_board_find_tag(world, "no such tag", &node) == PORTOLAN_ERROR_NOT_FOUND);
    CHECK(node == 7);
  }
  SECTION("nearest and within") {
    std::array<portolan_reached, 2> reached{};
    auto answer = sized<portolan_answer>();
    auto nearest = sized<portolan_nearest_request>();
    auto within = sized<portolan_within_request>();
    const auto ask_nearest = portolan_board_query_nearest;
    const auto ask_within = portolan_board_query_within;
    CHECK(ask_nearest(nullptr, &nearest, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(ask_within(nullptr, &within, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(ask_nearest(wrong, &nearest, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_HANDLE);
    CHECK(ask_within(wrong, &within, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_HANDLE);
    CHECK(ask_nearest(query, nullptr, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(ask_within(query, nullptr, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(ask_nearest(query, &nearest, nullptr, 2, &count, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(ask_within(query, &within, nullptr, 2, &count, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(ask_nearest(query, &nearest, reached.data(), 2, &count, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(ask_within(query, &within, reached.data(), 2, &count, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(ask_nearest(query, &nearest, reached.data(), 0, &count, &answer) == PORTOLAN_ERROR_SIZES);
    nearest.from = kNone;
    within.from = kNone;
    CHECK(ask_nearest(query, &nearest, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_RANGE);
    CHECK(ask_within(query, &within, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_RANGE);
    nearest.struct_size = 3;
    within.struct_size = 3;
    CHECK(ask_nearest(query, &nearest, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_STRUCT_SIZE);
    CHECK(ask_within(query, &within, reached.data(), 2, &count, &answer) == PORTOLAN_ERROR_STRUCT_SIZE);
    CHECK(count == 7);
  }
  SECTION("table") {
    std::array<std::uint64_t, 4> costs{};
    const std::array<std::uint32_t, 2> places{0, kNone};
    auto answer = sized<portolan_answer>();
    auto table = sized<portolan_table_request>();
    table.sources = places.data();
    table.source_count = 1;
    table.targets = places.data();
    table.target_count = 1;
    CHECK(portolan_board_query_table(nullptr, &table, costs.data(), 1, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_table(wrong, &table, costs.data(), 1, &answer) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_board_query_table(query, nullptr, costs.data(), 1, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_table(query, &table, nullptr, 1, &answer) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_table(query, &table, costs.data(), 1, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_board_query_table(query, &table, costs.data(), 2, &answer) == PORTOLAN_ERROR_SIZES);
    CHECK(portolan_board_query_table(query, &table, costs.data(), 1, &answer) == PORTOLAN_OK);
    table.target_count = 2;
    CHECK(portolan_board_query_table(query, &table, costs.data(), 2, &answer) == PORTOLAN_ERROR_RANGE);
    table.targets = nullptr;
    CHECK(portolan_board_query_table(query, &table, costs.data(), 2, &answer) == PORTOLAN_ERROR_NULL);
    table.targets = places.data();
    table.tier = PORTOLAN_TIER_BLOCKS;
    CHECK(portolan_board_query_table(query, &table, costs.data(), 2, &answer) == PORTOLAN_ERROR_VALUE);
  }
}

TEST_CASE("areas refuse wrong input") {
  const OneOfEach one;
  portolan_world* const world = one.drawn.get();
  portolan_corridor* const corridor = one.corridor.get();
  auto* const wrong_world = as<portolan_world>(corridor);
  auto* const wrong = as<portolan_corridor>(one.graph_query.get());
  portolan_corridor* made = corridor;
  std::array<std::uint32_t, 20> areas{};
  std::array<portolan_border, 1> borders{};
  std::array<portolan_tile, 20> tiles{};
  portolan_tile tile{-7, -7};
  std::uint32_t area = 77;
  std::size_t count = 7;

  SECTION("at") {
    CHECK(portolan_area_at(nullptr, {1, 1}, &area) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_area_at(wrong_world, {1, 1}, &area) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_area_at(world, {1, 1}, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_area_at(one.map.get(), {1, 1}, &area) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_area_at(one.board.get(), {1, 1}, &area) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_area_at(world, {-1, 1}, &area) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_area_at(world, {kMost, kLeast}, &area) == PORTOLAN_ERROR_RANGE);
    CHECK(area == 77);
  }
  SECTION("anchor") {
    CHECK(portolan_area_anchor(nullptr, 0, &tile) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_area_anchor(wrong_world, 0, &tile) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_area_anchor(world, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_area_anchor(one.map.get(), 0, &tile) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_area_anchor(one.board.get(), 0, &tile) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_area_anchor(world, 13, &tile) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_area_anchor(world, kNone, &tile) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_area_anchor(world, 12, &tile) == PORTOLAN_ERROR_NOT_FOUND);
    CHECK(tile.x == -7);
  }
  SECTION("create and destroy") {
    CHECK(portolan_corridor_create(world, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_create(nullptr, 0, &made) == PORTOLAN_ERROR_NULL);
    CHECK(made == nullptr);
    CHECK(portolan_corridor_create(wrong_world, 0, &made) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_corridor_create(one.map.get(), 0, &made) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_corridor_create(world, 9, &made) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_corridor_create(one.board.get(), 0, &made) == PORTOLAN_ERROR_MISSING);
    CHECK(made == nullptr);
    CHECK(portolan_corridor_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_destroy(&made) == PORTOLAN_OK);
    made = wrong;
    CHECK(portolan_corridor_destroy(&made) == PORTOLAN_ERROR_HANDLE);
    CHECK(made == wrong);
  }
  SECTION("close") {
    CHECK(portolan_corridor_close(nullptr, areas.data(), 1, borders.data(), 1) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_close(wrong, areas.data(), 1, borders.data(), 1) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_corridor_close(corridor, nullptr, 1, borders.data(), 1) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_close(corridor, areas.data(), 1, nullptr, 1) == PORTOLAN_ERROR_NULL);
    areas[0] = 13;
    CHECK(portolan_corridor_close(corridor, areas.data(), 1, borders.data(), 1) == PORTOLAN_ERROR_RANGE);
    borders[0].to = kNone;
    CHECK(portolan_corridor_close(corridor, nullptr, 0, borders.data(), 1) == PORTOLAN_ERROR_RANGE);
    borders[0] = {kNone, 0};
    CHECK(portolan_corridor_close(corridor, nullptr, 0, borders.data(), 1) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_corridor_close(corridor, nullptr, 0, nullptr, 0) == PORTOLAN_OK);
  }
  SECTION("use") {
    CHECK(portolan_corridor_use(nullptr, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_use(wrong, nullptr) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_corridor_use(corridor, as<portolan_overlay>(corridor)) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_corridor_use(corridor, one.overlay.get()) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(portolan_corridor_use(corridor, nullptr) == PORTOLAN_OK);
  }
  SECTION("find") {
    auto result = sized<portolan_corridor_result>();
    auto request = sized<portolan_corridor_request>();
    request.from = {1, 1};
    request.to = {2, 2};
    CHECK(portolan_corridor_find(nullptr, &request, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_find(wrong, &request, &result) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_corridor_find(corridor, nullptr, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_find(corridor, &request, nullptr) == PORTOLAN_ERROR_NULL);
    request.ends = 2;
    CHECK(portolan_corridor_find(corridor, &request, &result) == PORTOLAN_ERROR_VALUE);
    request.ends = PORTOLAN_ENDS_EXACT;
    result.struct_size = 8;
    CHECK(portolan_corridor_find(corridor, &request, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
    result.struct_size = sizeof(result);
    request.from = {kLeast, kMost};
    request.to = {kMost, kLeast};
    CHECK(portolan_corridor_find(corridor, &request, &result) == PORTOLAN_OK);
    CHECK(result.status == PORTOLAN_STATUS_BAD_START);
    CHECK(portolan_corridor_areas(nullptr, areas.data(), 20, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_areas(wrong, areas.data(), 20, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_corridor_areas(corridor, nullptr, 20, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_tiles(nullptr, tiles.data(), 20, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_corridor_tiles(wrong, tiles.data(), 20, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_corridor_tiles(corridor, nullptr, 20, &count) == PORTOLAN_ERROR_NULL);
    CHECK(count == 7);
    REQUIRE(portolan_area_anchor(world, 0, &request.from) == PORTOLAN_OK);
    REQUIRE(portolan_area_anchor(world, 10, &request.to) == PORTOLAN_OK);
    REQUIRE(portolan_corridor_find(corridor, &request, &result) == PORTOLAN_OK);
    REQUIRE(result.status == PORTOLAN_STATUS_FOUND);
    CHECK(portolan_corridor_tiles(corridor, tiles.data(), 1, &count) == PORTOLAN_ERROR_BUFFER);
    CHECK(count == result.tile_count);
    CHECK(portolan_corridor_areas(corridor, areas.data(), 1, &count) == PORTOLAN_ERROR_BUFFER);
    CHECK(count == result.area_count);
  }
}

}  // namespace portolan::test
