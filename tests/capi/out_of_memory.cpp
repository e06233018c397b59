// SPDX-License-Identifier: BSL-1.0
// Every function of the C interface that allocates, with memory that ends at its first, second ... allocation: each
// time it says so and changes nothing, until it succeeds. A program of its own, for it replaces operator new.
#include "capi/starving.hpp"
#include "portolan/capi/portolan_build.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace starving;

namespace {

/// A small world, with a waypoint graph and a link, built and laid out.
void starve_build() {
  std::vector<std::uint8_t> tiles(std::size_t{20} * 12, 0);
  for (std::size_t i = 85; i < 95; ++i) tiles[i] = 1;
  const portolan_build_terrain terrains[] = {{"grass", PORTOLAN_TILE_COST}, {"wall", 0}};
  const portolan_build_link link{"stairs", {0, 0}, {9, 9}, std::uint64_t{5} * PORTOLAN_TILE_COST, 0};
  portolan_build_map map{};
  map.struct_size = sizeof(map);
  map.width = 20;
  map.height = 12;
  map.terrains = terrains;
  map.terrain_count = 2;
  map.tiles = tiles.data();
  map.tile_count = tiles.size();
  map.links = &link;
  map.link_count = 1;
  portolan_build_profile profile{};
  profile.struct_size = sizeof(profile);
  portolan_build_options options{};
  options.struct_size = sizeof(options);
  options.threads = 1;
  portolan_build* build = nullptr;
  const auto make = [&] { return portolan_build_create(&map, &profile, 1, &options, &build, nullptr, 0); };
  // The last of them write the provenance, by a library of JSON whose destructors allocate.
  constexpr std::size_t kOfProvenance = 120;
  allocations_left = kUnlimited - 1;
  expect(make() == PORTOLAN_OK, "build");
  const std::size_t needed = kUnlimited - 1 - allocations_left;
  expect(needed > 3 * kOfProvenance, "a build takes allocations");
  for (std::size_t allowed = 0; allowed < needed - kOfProvenance; ++allowed) {
    portolan_build_destroy(&build);
    allocations_left = allowed;
    const portolan_error error = make();
    allocations_left = kUnlimited;
    expect(error == PORTOLAN_ERROR_MEMORY && build == nullptr, "build without memory");
  }
  allocations_left = kUnlimited;
  expect(make() == PORTOLAN_OK, "build");
  std::printf("build: %zu allocations\n", needed);
  std::size_t size = 0;
  expect(portolan_build_bytes(build, nullptr, 0, &size) == PORTOLAN_OK, "size of a build");
  std::vector<std::uint8_t> bytes(size);
  starve(
      "build as bytes", [&] { return portolan_build_bytes(build, bytes.data(), bytes.size(), nullptr); },
      [&] { return bytes[0] == 0; });
  portolan_world* world = nullptr;
  expect(portolan_world_open_memory(bytes.data(), bytes.size(), &world, nullptr, 0) == PORTOLAN_OK, "open a build");
  portolan_world_close(&world);
  portolan_build_destroy(&build);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  portolan_world* world = nullptr;
  portolan_world* board = nullptr;
  portolan_overlay* overlay = nullptr;
  portolan_overlay* copy = nullptr;
  portolan_query* query = nullptr;
  portolan_path* path = nullptr;
  portolan_walker* walker = nullptr;
  portolan_smoother* smoother = nullptr;
  portolan_placed* placed = nullptr;
  portolan_batch* batch = nullptr;
  portolan_board_query* graph_query = nullptr;
  portolan_world* drawn = nullptr;
  portolan_goals* goals = nullptr;
  portolan_goal_search* search = nullptr;
  portolan_search_memory* memory = nullptr;
  portolan_query* query_in = nullptr;
  portolan_arena* arena = nullptr;
  portolan_goal_field* field = nullptr;
  portolan_flight* flight = nullptr;
  portolan_repair* repair = nullptr;
  portolan_service* service = nullptr;
  portolan_corridor* corridor = nullptr;
  starve(
      "open", [&] { return portolan_world_open(argv[1], &world, nullptr, 0); }, [&] { return world == nullptr; });
  portolan_world* copied = nullptr;
  starve(
      "open as a copy", [&] { return portolan_world_open_as(argv[1], PORTOLAN_FILE_COPIED, &copied, nullptr, 0); },
      [&] { return copied == nullptr; });
  portolan_world_close(&copied);
  starve(
      "open a board", [&] { return portolan_world_open(argv[2], &board, nullptr, 0); },
      [&] { return board == nullptr; });
  starve(
      "overlay", [&] { return portolan_overlay_create(world, &overlay); }, [&] { return overlay == nullptr; });
  starve(
      "query", [&] { return portolan_query_create(world, 0, PORTOLAN_BASELINE_WITH, &query); },
      [&] { return query == nullptr; });
  starve(
      "memory", [&] { return portolan_search_memory_create(1 << 20, &memory); }, [&] { return memory == nullptr; });
  starve(
      "query in it", [&] { return portolan_query_create_in(world, 0, PORTOLAN_BASELINE_WITHOUT, memory, &query_in); },
      [&] { return query_in == nullptr; });
  starve(
      "path", [&] { return portolan_path_create(query, 0, &path); }, [&] { return path == nullptr; });
  starve(
      "walker", [&] { return portolan_walker_create(world, 0, &walker); }, [&] { return walker == nullptr; });
  starve(
      "smoother", [&] { return portolan_smoother_create(world, 0, &smoother); }, [&] { return smoother == nullptr; });
  portolan_kinematics lorry{};
  lorry.struct_size = sizeof(lorry);
  lorry.length = 3;
  starve(
      "placed", [&] { return portolan_placed_create(world, 0, &lorry, 0, &placed, nullptr, 0); },
      [&] { return placed == nullptr; });
  starve(
      "batch", [&] { return portolan_batch_create(world, 0, 1, &batch); }, [&] { return batch == nullptr; });
  starve(
      "goals", [&] { return portolan_goals_create(world, 0, 4, &goals); }, [&] { return goals == nullptr; });
  starve(
      "goal",
      [&] {
        return portolan_goals_insert(goals, 1, {3, 3});
      },
      [&] { return portolan_goals_erase(goals, 1) == PORTOLAN_ERROR_NOT_FOUND; });
  starve(
      "goal search", [&] { return portolan_goal_search_create(goals, &search); }, [&] { return search == nullptr; });
  starve(
      "arena", [&] { return portolan_arena_create(8, &arena); }, [&] { return arena == nullptr; });
  starve(
      "goal field", [&] { return portolan_goal_field_create(world, 0, arena, &field); },
      [&] { return field == nullptr; });
  starve(
      "flight", [&] { return portolan_flight_create(world, 0, 50, arena, &flight); },
      [&] { return flight == nullptr; });
  starve(
      "service", [&] { return portolan_service_create(world, 0, nullptr, &service); },
      [&] { return service == nullptr; });
  starve(
      "repair", [&] { return portolan_repair_create(world, 0, &repair); }, [&] { return repair == nullptr; });
  starve(
      "graph query", [&] { return portolan_board_query_create(board, &graph_query); },
      [&] { return graph_query == nullptr; });

  expect(portolan_world_open(argv[3], &drawn, nullptr, 0) == PORTOLAN_OK, "open areas");
  starve(
      "corridor", [&] { return portolan_corridor_create(drawn, 0, &corridor); }, [&] { return corridor == nullptr; });
  portolan_tile start{};
  portolan_tile goal{};
  expect(portolan_area_anchor(drawn, 0, &start) == PORTOLAN_OK, "area_anchor");
  expect(portolan_area_anchor(drawn, 2, &goal) == PORTOLAN_OK, "area_anchor");
  portolan_corridor_result way{};
  way.struct_size = sizeof(way);
  portolan_corridor_request errand{};
  errand.struct_size = sizeof(errand);
  errand.from = start;
  errand.to = goal;
  const auto way_cost = [&] {
    expect(portolan_corridor_find(corridor, &errand, &way) == PORTOLAN_OK, "corridor_find");
    return way.status == PORTOLAN_STATUS_FOUND ? way.cost : 0;
  };
  const std::uint64_t open_way = way_cost();
  portolan_overlay* built_over = nullptr;
  expect(portolan_overlay_create(drawn, &built_over) == PORTOLAN_OK, "overlay of areas");
  starve(
      "use by a corridor", [&] { return portolan_corridor_use(corridor, built_over); },
      [&] { return way_cost() == open_way; });
  expect(portolan_corridor_use(corridor, nullptr) == PORTOLAN_OK, "corridor_use");
  expect(portolan_overlay_destroy(&built_over) == PORTOLAN_OK, "overlay_destroy");
  const std::uint32_t shut = 2;
  starve(
      "close", [&] { return portolan_corridor_close(corridor, &shut, 1, nullptr, 0); },
      [&] { return way_cost() == open_way && open_way != 0; });
  expect(way_cost() == 0, "a closure without effect");

  constexpr portolan_rect kArea{{100, 90}, {120, 110}};
  const auto terrain = [&](portolan_tile tile) {
    std::uint8_t id = 255;
    expect(portolan_overlay_get_terrain(overlay, tile, &id) == PORTOLAN_OK, "get_terrain");
    return id;
  };
  std::uint8_t wall = 0;
  expect(portolan_world_find_terrain(world, "@", &wall) == PORTOLAN_OK, "find_terrain");
  const portolan_tile corner = kArea.min;
  const portolan_tile last{kArea.max.x - 1, kArea.max.y - 1};
  const std::uint8_t first_was = terrain(corner);
  const std::uint8_t last_was = terrain(last);
  const auto unchanged = [&] { return terrain(corner) == first_was && terrain(last) == last_was; };
  starve(
      "edit", [&] { return portolan_overlay_set_terrain(overlay, kArea, wall); }, unchanged);
  expect(terrain(corner) == wall && terrain(last) == wall, "an edit without effect");
  const auto walled = [&] { return terrain(corner) == wall && terrain(last) == wall; };
  portolan_overlay* helper = nullptr;
  expect(portolan_overlay_copy(overlay, &helper) == PORTOLAN_OK, "copy for a helper");
  expect(portolan_overlay_refresh(helper, SIZE_MAX, nullptr) == PORTOLAN_OK, "refresh by a helper");
  starve(
      "adopt", [&] { return portolan_overlay_adopt(overlay, helper, nullptr); }, walled);
  expect(portolan_overlay_destroy(&helper) == PORTOLAN_OK, "destroy the helper");
  expect(portolan_overlay_revert(overlay, kArea) == PORTOLAN_OK, "revert");
  expect(portolan_overlay_set_terrain(overlay, kArea, wall) == PORTOLAN_OK, "edit again");
  starve(
      "refresh", [&] { return portolan_overlay_refresh(overlay, SIZE_MAX, nullptr); }, walled);
  starve(
      "copy", [&] { return portolan_overlay_copy(overlay, &copy); }, [&] { return copy == nullptr; });

  std::vector<std::uint8_t> edits(1 << 16);
  std::size_t edits_size = 0;
  starve(
      "overlay as bytes", [&] { return portolan_overlay_bytes(overlay, edits.data(), edits.size(), &edits_size); },
      [&] { return edits_size == 0; });
  starve(
      "overlay from bytes", [&] { return portolan_overlay_read(overlay, edits.data(), edits_size, nullptr, 0); },
      walled);
  const char* const edits_file = "out_of_memory.edits";
  expect(portolan_overlay_save(overlay, edits_file, nullptr, 0) == PORTOLAN_OK, "overlay to a file");
  starve(
      "overlay from a file", [&] { return portolan_overlay_load(overlay, edits_file, nullptr, 0); }, walled);
  (void)std::remove(edits_file);
  starve_build();
  starve_living();

  portolan_path_request request{};
  request.struct_size = sizeof(request);
  request.from = {2, 2};
  request.to = {246, 180};
  portolan_path_result result{};
  result.struct_size = sizeof(result);
  const auto cost = [&] {
    expect(portolan_query_find(query, &request, path, &result) == PORTOLAN_OK, "find");
    return result.cost;
  };
  const std::uint64_t before = cost();
  std::vector<std::uint8_t> bytes(1 << 20);
  std::size_t size = 0;
  starve(
      "path as bytes", [&] { return portolan_path_bytes(path, bytes.data(), bytes.size(), &size); },
      [&] { return size == 0; });
  std::uint64_t hash = 0;
  starve(
      "hash of a path", [&] { return portolan_path_hash(path, &hash); }, [&] { return hash == 0; });
  starve(
      "path from bytes", [&] { return portolan_path_read(path, bytes.data(), size); },
      [&] {
        std::uint64_t same = 0;
        return portolan_path_hash(path, &same) == PORTOLAN_OK && same == hash;
      });
  starve(
      "use", [&] { return portolan_query_use(query, overlay); }, [&] { return cost() == before; });
  expect(cost() >= before, "a shorter way around a wall");
  portolan_leg leg{};
  leg.struct_size = sizeof(leg);
  starve(
      "use by a walker", [&] { return portolan_walker_use(walker, overlay); },
      [&] { return portolan_walker_next_leg(walker, path, &leg) == PORTOLAN_OK; });
  portolan_placed_request drive{};
  drive.struct_size = sizeof(drive);
  drive.from.tile = request.from;
  drive.to.tile = request.to;
  portolan_placed_result driven{};
  driven.struct_size = sizeof(driven);
  const auto drive_cost = [&] {
    expect(portolan_placed_find(placed, &drive, &driven) == PORTOLAN_OK, "placed_find");
    return driven.cost;
  };
  const std::uint64_t drive_before = drive_cost();
  starve(
      "use by a placed query", [&] { return portolan_placed_use(placed, overlay); },
      [&] { return drive_cost() == drive_before; });
  const auto always = [] { return true; };
  const auto starve_use = [&](const char* what, auto use, auto* user) {
    starve(
        what, [&] { return use(user, overlay); }, always);
  };
  starve_use("use by a batch", portolan_batch_use, batch);
  starve_use("use by a goal search", portolan_goal_search_use, search);
  starve_use("use by a goal field", portolan_goal_field_use, field);
  starve_use("use by a flight", portolan_flight_use, flight);
  starve_use("use by a repair", portolan_repair_use, repair);
  starve_use("use by a smoother", portolan_smoother_use, smoother);
  const std::uint32_t node = 3;
  starve(
      "closed nodes", [&] { return portolan_board_query_close(graph_query, &node, 1, nullptr, 0); }, always);
  starve(
      "revert", [&] { return portolan_overlay_revert(overlay, kArea); }, walled);
  expect(unchanged(), "a revert without effect");

  portolan_corridor_destroy(&corridor);
  portolan_world_close(&drawn);
  portolan_board_query_destroy(&graph_query);
  portolan_repair_destroy(&repair);
  portolan_service_destroy(&service);
  portolan_flight_destroy(&flight);
  portolan_goal_field_destroy(&field);
  portolan_query_destroy(&query_in);
  portolan_search_memory_destroy(&memory);
  portolan_arena_destroy(&arena);
  portolan_goal_search_destroy(&search);
  portolan_goals_destroy(&goals);
  portolan_batch_destroy(&batch);
  portolan_placed_destroy(&placed);
  portolan_smoother_destroy(&smoother);
  portolan_walker_destroy(&walker);
  portolan_path_destroy(&path);
  portolan_query_destroy(&query);
  portolan_overlay_destroy(&copy);
  portolan_overlay_destroy(&overlay);
  portolan_world_close(&board);
  portolan_world_close(&world);
  std::puts("all went well");
  return 0;
}
