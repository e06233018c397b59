/* SPDX-License-Identifier: BSL-1.0 */
/* Areas drawn over a map, from C: an errand from one to another by name, on tiles that keep to the areas on the
 * way; then around a border that is closed.
 *
 *     cc -std=c11 errand.c $(pkg-config --cflags --libs portolan-c)
 *     errand KEEP.pnav
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

/* Finds the way and prints its areas; returns the last border that it crosses. */
static portolan_border report(const portolan_world* world, portolan_corridor* corridor, portolan_tile from,
                              portolan_tile to) {
  const portolan_corridor_request request = {.struct_size = sizeof(request), .from = from, .to = to};
  portolan_corridor_result result = {.struct_size = sizeof(result)};
  check(portolan_corridor_find(corridor, &request, &result), "find");
  if (result.status != PORTOLAN_STATUS_FOUND || result.area_count < 2) {
    fprintf(stderr, "no way over areas\n");
    exit(1);
  }
  const size_t areas = (size_t)result.area_count;
  const size_t tiles = (size_t)result.tile_count;
  uint32_t* way = malloc(areas * sizeof(*way));
  portolan_tile* path = malloc(tiles * sizeof(*path));
  if (way == NULL || path == NULL) exit(1);
  check(portolan_corridor_areas(corridor, way, areas, NULL), "areas");
  check(portolan_corridor_tiles(corridor, path, tiles, NULL), "tiles");

  printf("%.2f from %d,%d to %d,%d by", result.length, path[0].x, path[0].y, path[tiles - 1].x, path[tiles - 1].y);
  for (size_t i = 0; i < areas; ++i) {
    char name[256];
    check(portolan_board_node_name(world, way[i], name, sizeof(name), NULL), "name");
    printf(" %s;", name);
  }
  printf("\n");
  const portolan_border last = {way[areas - 2], way[areas - 1]};
  free(way);
  free(path);
  return last;
}

/* The tile that an area's name stands for. */
static portolan_tile place(const portolan_world* world, const char* name) {
  uint32_t area = 0;
  portolan_tile tile = {0, 0};
  check(portolan_board_find_node(world, name, &area), name);
  check(portolan_area_anchor(world, area, &tile), name);
  return tile;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: errand KEEP.pnav\n");
    return 2;
  }
  portolan_world* world = NULL;
  char message[256];
  if (portolan_world_open(argv[1], &world, message, sizeof(message)) != PORTOLAN_OK) {
    fprintf(stderr, "%s\n", message);
    return 1;
  }
  portolan_corridor* corridor = NULL;
  check(portolan_corridor_create(world, 0, &corridor), "corridor");
  const portolan_tile home = place(world, "West Ward");
  const portolan_tile post = place(world, "East Ward");

  const portolan_border border = report(world, corridor, home, post);
  check(portolan_corridor_close(corridor, NULL, 0, &border, 1), "close");
  report(world, corridor, home, post);
  check(portolan_corridor_close(corridor, NULL, 0, NULL, 0), "open");
  report(world, corridor, home, post);

  check(portolan_corridor_destroy(&corridor), "destroy");
  check(portolan_world_close(&world), "close");
  return 0;
}
