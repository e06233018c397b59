/* SPDX-License-Identifier: BSL-1.0 */
/* The C interface at work: a path on a map, walked leg by leg; a door that closes; costs of many ways; a board.
 *
 *     cc -std=c11 travel.c $(pkg-config --cflags --libs portolan-c)
 *     travel HARBOUR.pnav CLASSIC.pnav
 */
#include <stdio.h>
#include <stdlib.h>

#include <portolan/capi/portolan.h>

/* Stops the program if a call failed. */
static void check(portolan_error error, const char* what) {
  if (error == PORTOLAN_OK) return;
  fprintf(stderr, "%s: %s\n", what, portolan_error_text(error));
  exit(1);
}

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "unexpected: %s\n", what);
  exit(1);
}

static portolan_world* open_world(const char* path) {
  portolan_world* world = NULL;
  char message[256];
  if (portolan_world_open(path, &world, message, sizeof(message)) != PORTOLAN_OK) {
    fprintf(stderr, "%s\n", message);
    exit(1);
  }
  return world;
}

/* `path` may be NULL where only the answer is of interest. */
static portolan_path_result find(portolan_query* query, portolan_tile from, portolan_tile to, portolan_path* path) {
  portolan_path_request request = {.struct_size = sizeof(request), .from = from, .to = to};
  portolan_path_result result = {.struct_size = sizeof(result)};
  check(portolan_query_find(query, &request, path, &result), "find");
  return result;
}

/* Walks a path; returns its cost, and writes its middle tile. */
static uint64_t walk(portolan_walker* walker, portolan_path* path, uint64_t legs, portolan_tile* middle) {
  static portolan_tile tiles[PORTOLAN_MAX_LEG_TILES];
  portolan_leg leg = {.struct_size = sizeof(leg)};
  uint64_t cost = 0;
  uint64_t walked = 0;
  for (;;) {
    check(portolan_walker_next_leg(walker, path, &leg), "next leg");
    if (leg.status != PORTOLAN_LEG_READY) break;
    check(portolan_walker_tiles(walker, tiles, PORTOLAN_MAX_LEG_TILES, NULL), "tiles");
    if (walked == legs / 2) *middle = tiles[leg.tile_count / 2];
    cost += leg.cost;
    ++walked;
  }
  expect(leg.status == PORTOLAN_LEG_DONE, "a leg that cannot be walked");
  return cost;
}

static void travel_on_a_map(const char* file) {
  portolan_world* world = open_world(file);
  portolan_profile_info mover = {.struct_size = sizeof(mover)};
  check(portolan_world_get_profile(world, 0, &mover), "profile");
  portolan_query* query = NULL;
  check(portolan_query_create(world, 0, PORTOLAN_BASELINE_WITHOUT, &query), "query");
  portolan_path* path = NULL;
  check(portolan_path_create(query, 0, &path), "path");
  portolan_walker* walker = NULL;
  check(portolan_walker_create(world, 0, &walker), "walker");

  const portolan_tile home = {2, 2};
  const portolan_tile away = {246, 180};
  const portolan_path_result before = find(query, home, away, path);
  expect(before.status == PORTOLAN_STATUS_FOUND && before.optimal, "no path");
  printf("%llu waypoints, %.4f tiles\n", (unsigned long long)before.waypoint_count,
         (double)before.cost * mover.tiles_per_unit);

  size_t count = 0;
  check(portolan_path_waypoints(path, NULL, 0, &count), "count of waypoints");
  portolan_tile* waypoints = malloc(count * sizeof(*waypoints));
  expect(waypoints != NULL, "no memory");
  check(portolan_path_waypoints(path, waypoints, count, NULL), "waypoints");
  expect(waypoints[0].x == home.x && waypoints[count - 1].y == away.y, "a path from elsewhere");
  free(waypoints);
  portolan_tile door = home;
  expect(walk(walker, path, before.waypoint_count - 1, &door) == before.cost, "legs that do not add up");

  /* A tile on the way closes; once it is open again, all is as it was. */
  portolan_overlay* edits = NULL;
  uint8_t wall = 0;
  check(portolan_overlay_create(world, &edits), "overlay");
  check(portolan_world_find_terrain(world, "@", &wall), "terrain @");
  find(query, home, away, path);
  const portolan_rect area = {door, {door.x + 1, door.y + 1}};
  check(portolan_overlay_set_terrain(edits, area, wall), "edit");
  check(portolan_query_use(query, edits), "use");
  check(portolan_walker_use(walker, edits), "use");
  portolan_path_validity validity = {.struct_size = sizeof validity};
  check(portolan_walker_still_valid(walker, path, &validity), "still valid");
  const int holds = validity.validity <= PORTOLAN_VALIDITY_SAME;
  const portolan_path_result around = find(query, home, away, NULL);
  expect(around.status == PORTOLAN_STATUS_FOUND && around.cost >= before.cost, "a shorter way around");
  expect(!holds || around.cost == before.cost, "a longer way although the path holds");
  expect(find(query, home, door, NULL).why == PORTOLAN_WHY_BLOCKED, "a way into the wall");
  size_t left = 0;
  check(portolan_overlay_refresh(edits, SIZE_MAX, &left), "refresh");
  expect(left == 0, "regions left");
  check(portolan_query_use(query, edits), "use");
  expect(find(query, home, away, NULL).cost == around.cost, "another answer once refreshed");
  check(portolan_overlay_destroy(&edits), "destroy");
  check(portolan_query_use(query, NULL), "use the file");
  expect(find(query, home, away, NULL).cost == before.cost, "another answer without edits");

  /* The nearest of some places. */
  const portolan_tile places[] = {{246, 180}, {2, 2}, {120, 90}, {-1, 0}};
  portolan_batch_answer answers[4];
  portolan_batch* batch = NULL;
  check(portolan_batch_create(world, 0, 2, &batch), "batch");
  const portolan_batch_request request = {.struct_size = sizeof(request)};
  check(portolan_batch_table(batch, &request, &home, 1, places, 4, answers, 4), "costs");
  expect(answers[0].cost == before.cost && answers[1].status == PORTOLAN_STATUS_FOUND && answers[1].cost == 0 &&
             answers[3].status == PORTOLAN_STATUS_BAD_GOAL,
         "other costs than those of paths");
  check(portolan_batch_destroy(&batch), "destroy");

  /* What still needs the world keeps it; a closed variable is NULL, and refused. */
  check(portolan_world_close(&world), "close");
  expect(world == NULL && portolan_world_verify(world, NULL, 0) == PORTOLAN_ERROR_NULL, "a closed world is used");
  expect(find(query, home, away, NULL).cost == before.cost, "another answer once closed");
  check(portolan_walker_destroy(&walker), "destroy");
  check(portolan_path_destroy(&path), "destroy");
  check(portolan_query_destroy(&query), "destroy");
}

static void travel_on_a_board(const char* path) {
  portolan_world* world = open_world(path);
  uint32_t from = 0;
  uint32_t to = 0;
  check(portolan_board_find_node(world, "Alaska", &from), "Alaska");
  check(portolan_board_find_node(world, "Brazil", &to), "Brazil");
  expect(portolan_board_find_node(world, "Atlantis", &to) == PORTOLAN_ERROR_NOT_FOUND, "Atlantis");
  portolan_board_query* query = NULL;
  check(portolan_board_query_create(world, &query), "board query");
  const portolan_board_request request = {.struct_size = sizeof(request), .from = from, .to = to};
  portolan_board_result result = {.struct_size = sizeof(result)};
  check(portolan_board_query_find(query, &request, &result), "find");
  expect(result.status == PORTOLAN_STATUS_FOUND, "no way to Brazil");

  uint32_t nodes[64];
  size_t count = 0;
  check(portolan_board_query_nodes(query, nodes, 64, &count), "nodes");
  for (size_t i = 0; i < count; ++i) {
    char name[256];
    check(portolan_board_node_name(world, nodes[i], name, sizeof(name), NULL), "name");
    printf("%s%s", name, i + 1 < count ? " - " : "\n");
  }
  check(portolan_board_query_destroy(&query), "destroy");
  check(portolan_world_close(&world), "close");
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: travel HARBOUR.pnav CLASSIC.pnav\n");
    return 2;
  }
  printf("portolan %s\n", portolan_version());
  travel_on_a_map(argv[1]);
  travel_on_a_board(argv[2]);
  printf("all went well\n");
  return 0;
}
