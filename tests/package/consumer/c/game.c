/* SPDX-License-Identifier: BSL-1.0 */
/* Opens a world and asks for one path: prints the cost in tiles. Exit code 1 if there is none. */
#include <stdio.h>

#include <portolan/capi/portolan.h>

int main(int argc, char** argv) {
  portolan_world* world = NULL;
  portolan_query* query = NULL;
  portolan_profile_info mover = {.struct_size = sizeof(mover)};
  portolan_path_request request = {.struct_size = sizeof(request), .to = {5, 0}};
  portolan_path_result result = {.struct_size = sizeof(result)};
  if (argc != 2 || portolan_world_open(argv[1], &world, NULL, 0) || portolan_world_get_profile(world, 0, &mover) ||
      portolan_query_create(world, 0, PORTOLAN_BASELINE_WITHOUT, &query) ||
      portolan_query_find(query, &request, NULL, &result) || result.status != PORTOLAN_STATUS_FOUND) {
    return 1;
  }
  printf("%.4f\n", (double)result.cost * mover.tiles_per_unit);
  portolan_query_destroy(&query);
  portolan_world_close(&world);
  return 0;
}
