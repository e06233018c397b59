/* SPDX-License-Identifier: BSL-1.0 */
/* Builds the world of ../harbour.map from tiles in memory, and writes it to a file. Exit code 1 if that fails. */
#include <stdio.h>

#include <portolan/capi/portolan_build.h>

int main(int argc, char** argv) {
  static const uint8_t tiles[] = {0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  static const portolan_build_terrain terrains[] = {{".", PORTOLAN_TILE_COST}, {"@", 0}};
  portolan_build_map map = {.struct_size = sizeof(map),
                            .width = 6,
                            .height = 3,
                            .terrains = terrains,
                            .terrain_count = 2,
                            .tiles = tiles,
                            .tile_count = sizeof(tiles)};
  portolan_build_profile walker = {.struct_size = sizeof(walker), .name = "walker"};
  portolan_build* build = NULL;
  char message[200];
  if (argc != 2) return 1;
  if (portolan_build_create(&map, &walker, 1, NULL, &build, message, sizeof(message)) ||
      portolan_build_save(build, argv[1], message, sizeof(message))) {
    return puts(message), 1;
  }
  portolan_build_destroy(&build);
  return 0;
}
