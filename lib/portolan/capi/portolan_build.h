/* SPDX-License-Identifier: BSL-1.0 */
/* The C interface of portolan, the part that builds: a map in memory becomes a world file, in memory or on disk. What
 * is said at the beginning of portolan.h about handles, errors, arrays, structs and threads holds here too.
 *
 * It is a library of its own, libportolan-build.so (portolan::capi_build in CMake, or pkg-config portolan-build-c): a
 * program that only asks links libportolan.so alone, and one that builds worlds as it runs links both and opens what
 * was built with portolan_world_open_memory or portolan_world_open. Neither needs the other.
 *
 * Maps and profiles may come from anybody: all of them is checked. A build may take long and much memory; it may run on
 * any thread, and any number of them side by side.
 */
#ifndef PORTOLAN_CAPI_PORTOLAN_BUILD_H
#define PORTOLAN_CAPI_PORTOLAN_BUILD_H

/* NOLINTBEGIN(modernize-*,cppcoreguidelines-*,readability-identifier-naming): this is C. */
#include "portolan/capi/portolan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where costs are in ten-thousandths of a tile: what a tile costs that costs its length. */
#define PORTOLAN_TILE_COST 10000

/* ---- Maps ---- */

/* A kind of ground. */
typedef struct portolan_build_terrain {
  const char* name; /* unique, 1 to 255 bytes */
  uint32_t cost;    /* of a tile, in ten-thousandths, up to 10^9, for movers whose profile does not say otherwise; 0: it
                       cannot be passed */
} portolan_build_terrain;

/* A way from tile to tile besides steps: stairs, a ferry, a teleport. */
typedef struct portolan_build_link {
  const char* name; /* up to 255 bytes, need not be unique; NULL: none */
  portolan_tile from;
  portolan_tile to;
  uint64_t cost;   /* for all movers alike, in ten-thousandths of a tile at terrain cost 1, up to 10^13 */
  uint8_t one_way; /* 1: from `from` to `to` only */
} portolan_build_link;

/* What nobody can cross. */
#define PORTOLAN_BLOCKED_MOVE UINT64_MAX

/* What a step between two tiles that share a side costs besides: a wall, a window, a cliff, a current. */
typedef struct portolan_build_move {
  portolan_tile from;
  portolan_tile to;
  uint64_t
      cost; /* as of links, or PORTOLAN_BLOCKED_MOVE. Of several over one edge in one direction the dearest counts */
  uint8_t one_way; /* 1: from `from` to `to` only */
} portolan_build_move;

typedef struct portolan_build_map {
  uint32_t struct_size;
  int32_t width;  /* in tiles, 1 to 2^20 */
  int32_t height; /* of each floor */
  int32_t floors; /* 0: 1. With several a row lies between each and the next, which tiles of links and moves count, see
                     floor_height of the world; and its palette begins with their terrain, `between floors` */
  const portolan_build_terrain* terrains; /* 1 to 255 */
  size_t terrain_count;
  const uint8_t* tiles; /* numbers of terrains, row by row from the top, floor by floor */
  size_t tile_count;    /* width * height * floors */
  const portolan_build_link* links;
  size_t link_count;
  const portolan_build_move* moves;
  size_t move_count;
  portolan_tile origin; /* by which numbers the author's map calls the tile 0,0; up to 2^30 from 0 */
} portolan_build_map;

/* ---- Profiles ---- */

/* When a diagonal step is allowed, by the two tiles beside it. */
typedef uint8_t portolan_corner_rule;
enum {
  PORTOLAN_CORNERS_NEVER_CUT = 0, /* both must be passable */
  PORTOLAN_CORNERS_CUT_ONE = 1,   /* at least one */
  PORTOLAN_CORNERS_CUT_BOTH = 2   /* neither need be */
};

/* What terrains cost that the prices of a profile do not list, where there are any. */
typedef uint8_t portolan_unlisted;
enum { PORTOLAN_UNLISTED_IMPASSABLE = 0, PORTOLAN_UNLISTED_BY_MAP = 1 };

typedef struct portolan_build_price {
  const char* terrain; /* by name; one that the map has not does nothing */
  uint32_t cost;       /* as of portolan_build_terrain */
} portolan_build_price;

/* A mover that is a point, which slides along walls and turns at corners: with any_angle only. */
#define PORTOLAN_FOOTPRINT_POINT (-1)

/* How one kind of mover moves. */
typedef struct portolan_build_profile {
  uint32_t struct_size;
  portolan_metric metric;
  uint8_t neighbours;           /* 4 or 8; 0: 8, as any_angle needs */
  portolan_corner_rule corners; /* never_cut with any_angle */
  portolan_unlisted unlisted;
  const char* name; /* unique in a world, 1 to 255 bytes; NULL: "default" */
  const portolan_build_price* prices;
  size_t price_count; /* 0: what the map says */
  uint32_t notch;     /* what a tile costs more for each notch that an overlay raises it by, in ten-thousandths */
  int32_t footprint;  /* side of the mover in tiles, 1 to 64; 0: 1; or PORTOLAN_FOOTPRINT_POINT */
  uint32_t straight;  /* what steps cost beside each other, such as 10 and 14, from 1:1 to 1:2, up to 20000; */
  uint32_t diagonal;  /* both 0: 1 to the root of 2, as four neighbours and any_angle need */
  const portolan_kinematics* kinematics; /* how it turns, for placed queries; NULL: it has no heading */
} portolan_build_profile;

/* ---- Builds ---- */

/* Which indexes a waypoint graph gets: any of the first three together. */
enum {
  PORTOLAN_INDEX_CH = 1,     /* contraction hierarchy: small, answers in tens of microseconds */
  PORTOLAN_INDEX_LABELS = 2, /* hub labels: larger, answers in a few microseconds */
  PORTOLAN_INDEX_BLOCKS = 4, /* block labels, and the hub labels that they need: about a microsecond */
  PORTOLAN_INDEX_NONE = 8
};

/* Whether a build looks for the dead ends of the map (portolan_query_dead_end). */
typedef uint8_t portolan_dead_end_rule;
enum { PORTOLAN_DEAD_ENDS_LEFT_OUT = 0, PORTOLAN_DEAD_ENDS_FOUND = 1 };

typedef struct portolan_build_options {
  uint32_t struct_size;
  uint32_t threads; /* 0: one a core; the world does not depend on it */
  uint64_t memory;  /* bytes that the build may take; 0: 4 GiB */
  uint32_t indexes; /* 0: hub labels and block labels as far as index_bytes lets them, else a contraction hierarchy */
  uint32_t index_bytes; /* a passable tile, where `indexes` is 0; 0: 100 on the grid, 200 at any angle */
  portolan_dead_end_rule dead_ends;
} portolan_build_options;

/* What was built. One thread at a time. */
typedef struct portolan_build portolan_build;

/* Builds a world for 1 to 64 profiles, whose numbers are their places here. `options` may be NULL. Nothing that goes in
 * is needed afterwards. The same map, profiles, memory and indexes give the same bytes, for any number of threads and
 * on any machine, and those of `portolan build` but for what it tells of its source. `message` says what is wrong.
 * Errors: VALUE (a terrain, tile, link, move, profile or option that does not exist or fit), SIZES (tile_count), LIMIT
 * (larger than a documented limit, or too large for `memory`), MEMORY, SYSTEM. */
PORTOLAN_API portolan_error portolan_build_create(const portolan_build_map* map, const portolan_build_profile* profiles,
                                                  size_t profile_count, const portolan_build_options* options,
                                                  portolan_build** build, char* message, size_t message_size);
PORTOLAN_API portolan_error portolan_build_destroy(portolan_build** build);
/* The world file, for portolan_world_open_memory. O(file); with capacity 0 O(1). Errors: MEMORY, BUFFER. */
PORTOLAN_API portolan_error portolan_build_bytes(const portolan_build* build, uint8_t* bytes, size_t capacity,
                                                 size_t* count);
/* Writes the world file atomically and durably. Errors: IO (`message` says why), MEMORY. */
PORTOLAN_API portolan_error portolan_build_save(const portolan_build* build, const char* path, char* message,
                                                size_t message_size);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*,cppcoreguidelines-*,readability-identifier-naming) */

#endif
