/* SPDX-License-Identifier: BSL-1.0 */
/* The C interface of portolan: worlds, paths, costs in batches, nearest goals, edits, boards, areas. C11, and C++.
 *
 * Handles. A call that makes one writes it to a variable of the caller's; the call that gives it back takes the address
 * of that variable and sets it to NULL, so that what is used by mistake afterwards is NULL and refused. NULL given back
 * is no error. A copy of the pointer kept elsewhere dangles then: using it is undefined, as with free(). A handle of
 * another kind is refused (PORTOLAN_ERROR_HANDLE) by a mark in its first bytes; a pointer to anything else is not
 * surely found out. Handles may be given back in any order: whatever still needs a closed world keeps its data. Where
 * none can be made, the variable is set to NULL.
 *
 * Errors. Every function that can fail returns a portolan_error; if that is not PORTOLAN_OK, nothing has changed but
 * what is said here or with the function. Nothing is thrown. There are no globals: where there is more to say, the
 * caller lends `message`, of `message_size` bytes (NULL and 0 if not wanted), which is ended by a zero byte, cut if too
 * short, and empty after success.
 *
 * Arrays and texts come by copy: `count` is set to how many there are, and if they fit into `capacity`, all are
 * written. With capacity 0 nothing is, which is no error; with too little PORTOLAN_ERROR_BUFFER is returned. `count`
 * may be NULL, and the buffer where the capacity is 0. A text is UTF-8 with a zero byte at the end, which needs room
 * and is not counted. Texts that go in are UTF-8 and end with a zero byte.
 *
 * Structs that begin with struct_size may grow at their end: set it to sizeof of the struct and, in what goes in, all
 * members that you do not care for to 0, which is the default. A size that the library does not know is refused.
 *
 * Threads. Worlds: any number at once. Queries of all kinds, paths, walkers, smoothers, batches, services, searches
 * for goals, board queries, corridors: one thread at a time each, any number of them side by side. Overlays, and sets
 * of goals, which their searches read: like a variable, read by many or changed by one. Giving back: when no call uses
 * the handle. No function locks, but for what the system's allocator does. Those marked "frugal" allocate nothing.
 *
 * Stable: functions, values and members are only added, until the library's soname changes.
 */
#ifndef PORTOLAN_CAPI_PORTOLAN_H
#define PORTOLAN_CAPI_PORTOLAN_H

/* NOLINTBEGIN(modernize-*,cppcoreguidelines-*,readability-identifier-naming): this is C. */
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(PORTOLAN_EXPORTS)
#define PORTOLAN_API __declspec(dllexport)
#elif defined(_WIN32)
#define PORTOLAN_API __declspec(dllimport)
#elif defined(__GNUC__)
#define PORTOLAN_API __attribute__((visibility("default")))
#else
#define PORTOLAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Codes ---- */

typedef int32_t portolan_error;
enum {
  PORTOLAN_OK = 0,
  PORTOLAN_ERROR_NULL = 1,         /* a pointer that must not be NULL is, as the variable of a closed handle is */
  PORTOLAN_ERROR_HANDLE = 2,       /* a handle of another kind */
  PORTOLAN_ERROR_STRUCT_SIZE = 3,  /* struct_size is none that the library knows */
  PORTOLAN_ERROR_VALUE = 4,        /* a tier, rule or number that does not exist or fit */
  PORTOLAN_ERROR_RANGE = 5,        /* no such profile, terrain, tile, rectangle or node in this world */
  PORTOLAN_ERROR_BUFFER = 6,       /* the caller's buffer is too small */
  PORTOLAN_ERROR_NOT_FOUND = 7,    /* nothing has that name, or there is no such thing here */
  PORTOLAN_ERROR_MISSING = 8,      /* the world has no map, no board, or no areas */
  PORTOLAN_ERROR_OTHER_WORLD = 9,  /* what is given together belongs to different worlds */
  PORTOLAN_ERROR_IO = 10,          /* the file cannot be opened or read */
  PORTOLAN_ERROR_UNSUPPORTED = 11, /* a world file of a version or kind that this library does not handle */
  PORTOLAN_ERROR_CORRUPT = 12,     /* a file that is no world, is cut short or contradicts itself */
  PORTOLAN_ERROR_LIMIT = 13,       /* larger than a documented limit */
  PORTOLAN_ERROR_MEMORY = 14,      /* not enough memory */
  PORTOLAN_ERROR_SYSTEM = 15,      /* the system refuses what a call needs */
  PORTOLAN_ERROR_INTERNAL = 16,    /* a fault of the library */
  PORTOLAN_ERROR_SIZES = 17        /* arrays or counts that do not fit each other */
};

/* What a query answers: data, not an error. */
typedef uint8_t portolan_status;
enum {
  PORTOLAN_STATUS_FOUND = 0,
  PORTOLAN_STATUS_PARTIAL = 7,       /* a path to the nearest tile that will do instead of the goal, as was asked for */
  PORTOLAN_STATUS_UNDECIDED = 1,     /* the tier that was asked alone gave no path, which proves nothing */
  PORTOLAN_STATUS_UNREACHABLE = 2,   /* proven: there is no path */
  PORTOLAN_STATUS_BAD_START = 3,     /* the start is outside the map or blocked */
  PORTOLAN_STATUS_BAD_GOAL = 4,      /* the goal is, or no path leads to the tile taken for it */
  PORTOLAN_STATUS_OUT_OF_BUDGET = 5, /* max_expansions were spent first */
  PORTOLAN_STATUS_CORRUPT = 6,       /* the world file contradicts itself */
  PORTOLAN_STATUS_BAD_REQUEST = 8,   /* never answered here: such a call returns a portolan_error */
  PORTOLAN_STATUS_BUSY = 9           /* a service takes no more now: ask again when something of it was polled */
};

/* The reason behind a status. */
typedef uint8_t portolan_why;
enum {
  PORTOLAN_WHY_NONE = 0,
  PORTOLAN_WHY_OUTSIDE = 1,           /* an end lies outside the map */
  PORTOLAN_WHY_BLOCKED = 2,           /* an end is not passable for the profile */
  PORTOLAN_WHY_DIFFERENT_ISLANDS = 3, /* the ends lie on different islands */
  PORTOLAN_WHY_EXHAUSTED = 4,         /* the search saw everything that can be reached */
  PORTOLAN_WHY_DOES_NOT_FIT = 5,      /* the ends do not fit in the local matrix */
  PORTOLAN_WHY_NO_LOCAL_PATH = 6,     /* the local matrix holds no path, but one may lead around it */
  PORTOLAN_WHY_TIER_MISSING = 7,      /* the file or the query lacks what the forced tier needs */
  PORTOLAN_WHY_EDITED = 8,            /* edits may have changed what the forced tier would answer */
  PORTOLAN_WHY_BUDGET_SPENT = 9,      /* more expansions would be needed */
  PORTOLAN_WHY_BAD_REFERENCE = 10,    /* a value in the file points nowhere or contradicts another */
  PORTOLAN_WHY_MOVED_END = 11,        /* as asked, an end was moved to the nearest tile that will do */
  PORTOLAN_WHY_OFF_LATTICE = 12,      /* an end is a point where this mover, which stands on tiles, cannot be */
  PORTOLAN_WHY_NO_AREA = 13,          /* an end lies in no area that is open */
  PORTOLAN_WHY_NO_PATH_WITHIN = 14,   /* there is a way over areas, but within them no path joins these ends */
  PORTOLAN_WHY_NEAREST_UNKNOWN = 15,  /* no path leads to the nearest tile that might do; which one does is not known */
  PORTOLAN_WHY_CLOSED = 16,           /* an end is a place that is closed now */
  PORTOLAN_WHY_NO_ROOM = 17,          /* the memory given is too small for the answer */
  PORTOLAN_WHY_WRONG_SIZE = 18,       /* of a bad request: arrays that do not fit each other */
  PORTOLAN_WHY_NO_SUCH_NODE = 19,     /* of a bad request: a node that does not exist */
  PORTOLAN_WHY_OUT_OF_RANGE = 20      /* of a bad request: a client or a view that does not exist */
};

/* How a world has the bytes of its file. */
typedef uint8_t portolan_file_access;
enum {
  PORTOLAN_FILE_MAPPED = 0, /* the file's own pages, read as they are used */
  PORTOLAN_FILE_COPIED = 1  /* private memory as long as the file, read when it is opened */
};

/* How a query looks for the path. */
typedef uint8_t portolan_tier;
enum {
  PORTOLAN_TIER_AUTOMATIC = 0, /* the first that answers exactly */
  PORTOLAN_TIER_ASTAR = 1,     /* plain A* on the tiles: needs PORTOLAN_BASELINE_WITH */
  PORTOLAN_TIER_LOCAL = 2,     /* A* in the matrix of 60x60 or 120x120 tiles around both ends */
  PORTOLAN_TIER_REGIONS = 3,   /* A* over the region levels */
  PORTOLAN_TIER_WAYPOINTS = 4, /* direct sight, else A* over the waypoint graph */
  PORTOLAN_TIER_CH = 5,        /* direct sight, else the graph's contraction hierarchy */
  PORTOLAN_TIER_LABELS = 6,    /* direct sight, else the graph's hub labels */
  PORTOLAN_TIER_BLOCKS = 7,    /* direct sight, else the graph's block labels */
  PORTOLAN_TIER_JUMP = 8       /* jump points on the tiles: one price, no links or moves, indifferent to edits */
};

/* What to do with an end that is outside or blocked, or with a goal on another island than the start. With
 * PORTOLAN_ENDS_NEAREST a start is moved to the nearest tile to stand on, and a goal to the nearest that can be reached
 * from there, with edits and one-way links or moves as well; of several as near, queries of paths take the one that
 * costs least, others the uppermost, then leftmost. Where the budget of a path is spent, it leads to the tile nearest
 * to the goal that the search has come to: partial, budget_spent. Only on maps of more than 2^26 tiles with edits or
 * one-way links islands of the file choose the goal, and bad_goal, nearest_unknown says that no path leads there. */
typedef uint8_t portolan_end_rule;
enum {
  PORTOLAN_ENDS_EXACT = 0,  /* answer with the status that says so */
  PORTOLAN_ENDS_NEAREST = 1 /* take the nearest tile that will do, and answer for that */
};

/* When a path that the region tier found in the grid metric is broken down into legs. */
typedef uint8_t portolan_unpacking;
enum {
  PORTOLAN_UNPACKING_BY_DISTANCE = 0, /* at once; leg by leg where the ends lie more than 8192 columns or rows apart */
  PORTOLAN_UNPACKING_AT_ONCE = 1,     /* by find: the waypoints are the ends of all legs */
  PORTOLAN_UNPACKING_LEG_BY_LEG = 2   /* by a walker: find returns sooner, with fewer waypoints on the same path */
};

/* How large the window of the tier `local` is, which answers for ends that both lie in it. */
typedef uint8_t portolan_matrix;
enum {
  PORTOLAN_MATRIX_60 = 0,
  PORTOLAN_MATRIX_120 = 1,    /* up to four times as much to search, and paths found and proven farther around */
  PORTOLAN_MATRIX_BY_ENDS = 2 /* 60 tiles; where that tier is asked alone and the ends lie farther apart, 120 */
};

/* Which of several paths of the least cost is taken, in the grid metric. The cost is the same; at any angle the rule
 * changes nothing. */
typedef uint8_t portolan_tie_rule;
enum {
  PORTOLAN_TIES_FIRST = 0,       /* the one that the search comes to first, by its total order */
  PORTOLAN_TIES_STRAIGHTEST = 1, /* the fewest turns; of those the least distance beside the line between the ends */
  PORTOLAN_TIES_RANDOM = 2       /* each with the same chance, drawn from the seed of the request */
};

/* Between which ends a rule of ties has chosen among all paths of the least cost. */
typedef uint8_t portolan_ties_scope;
enum {
  PORTOLAN_TIES_SCOPE_NONE = 0,    /* nothing was chosen: the rule is `first`, there is no path, or one at any angle */
  PORTOLAN_TIES_SCOPE_LEG = 1,     /* of each leg of the region tier, within 60x60 tiles around it */
  PORTOLAN_TIES_SCOPE_STRETCH = 2, /* of each stretch, as long as the 60x60 tiles around it take, within them */
  PORTOLAN_TIES_SCOPE_PATH = 3     /* start and goal: nothing was left out */
};

/* Whether a query can also run the baseline, PORTOLAN_TIER_ASTAR, which needs about 60 bytes a tile. */
typedef uint8_t portolan_baseline;
enum { PORTOLAN_BASELINE_WITHOUT = 0, PORTOLAN_BASELINE_WITH = 1 };

typedef uint8_t portolan_metric;
enum { PORTOLAN_METRIC_GRID = 0, PORTOLAN_METRIC_ANY_ANGLE = 1 };

typedef uint8_t portolan_leg_status;
enum {
  PORTOLAN_LEG_READY = 0, /* here is the next leg */
  PORTOLAN_LEG_DONE = 1,  /* there are no more */
  PORTOLAN_LEG_TRUNCATED =
      2,                   /* the path goes on, but it was created for less: find again from where the last leg ended */
  PORTOLAN_LEG_STALE = 3,  /* edits have changed what the path would walk next: find again from there. Where there are
                              edits, a file that contradicts the terrain looks the same */
  PORTOLAN_LEG_CORRUPT = 4 /* the world file contradicts the terrain here; what was walked so far is legal */
};

/* How a leg was made. */
typedef uint8_t portolan_leg_kind;
enum {
  PORTOLAN_LEG_STRAIGHT = 0, /* walked along a line, or in two straight runs: nothing was searched */
  PORTOLAN_LEG_CENTRED = 1,  /* searched in the matrix whose middle is the midpoint of the leg's ends */
  PORTOLAN_LEG_SHIFTED = 2,  /* searched in the matrix shifted to hold the leg's region */
  PORTOLAN_LEG_LINK = 3      /* a link */
};

/* English texts that live as long as the library, never NULL; "unknown" for codes that do not exist. Any thread. */
PORTOLAN_API const char* portolan_error_text(portolan_error code);
PORTOLAN_API const char* portolan_status_text(portolan_status status);
PORTOLAN_API const char* portolan_why_text(portolan_why why);
PORTOLAN_API const char* portolan_tier_text(portolan_tier tier);
/* The library's version, such as "0.1.0". Any thread. */
PORTOLAN_API const char* portolan_version(void);

/* What every question is answered. The results of those that find more have the same members. */
typedef struct portolan_answer {
  uint32_t struct_size;
  portolan_status status;
  portolan_why why;
  uint8_t optimal;      /* 1: the cost is proven to be the least there is, or that there is no path */
  uint64_t cost;        /* of the path, where one was asked for */
  uint64_t lower_bound; /* no path costs less; PORTOLAN_NO_PATH: it is proven that there is none */
  uint64_t expansions;  /* nodes settled */
} portolan_answer;

/* More than any path costs. */
#define PORTOLAN_NO_PATH (UINT64_C(1) << 62)

/* ---- Places ---- */

/* (0,0) is the top-left tile, y grows downwards. */
typedef struct portolan_tile {
  int32_t x;
  int32_t y;
} portolan_tile;

/* In units of 2^-8 tile: the centre of tile (x,y) is (256 x + 128, 256 y + 128). */
typedef struct portolan_point {
  int32_t x;
  int32_t y;
} portolan_point;

/* Half open: min is inside, max is not. */
typedef struct portolan_rect {
  portolan_tile min;
  portolan_tile max;
} portolan_rect;

/* ---- Worlds: all functions but open and close from any number of threads at once ---- */

typedef struct portolan_world portolan_world;

typedef struct portolan_world_info {
  uint32_t struct_size;
  int32_t width;          /* in tiles; 0 without a map */
  int32_t height;         /* in tiles; 0 without a map */
  uint32_t profile_count; /* 0 without a map */
  uint32_t terrain_count; /* entries of the palette */
  uint32_t node_count;    /* of the board; 0 without one */
  uint32_t arc_count;
  uint32_t cost_decimals; /* costs of the board are in 10^-cost_decimals of its author's unit */
  int32_t floor_count;    /* floor f takes the rows from f * (floor_height + 1) on; one without floors */
  int32_t floor_height;   /* rows of each floor */
  uint32_t link_count;    /* ways from tile to tile besides steps */
  uint32_t notch_count;   /* by which overlays can raise tiles; 0 where no profile says what one costs */
  portolan_tile origin;   /* by which numbers the author's map calls the tile 0,0; nothing else counts in them */
} portolan_world_info;

/* Stairs, a ferry, a teleport: for all movers of profiles with the grid metric that can stand at both ends. */
typedef struct portolan_link {
  uint32_t struct_size;
  uint8_t one_way; /* 1: from `from` to `to` only */
  portolan_tile from;
  portolan_tile to;
  double cost; /* in tiles at terrain cost 1 */
} portolan_link;

/* No link. */
#define PORTOLAN_NO_LINK UINT32_MAX

typedef struct portolan_profile_info {
  uint32_t struct_size;
  portolan_metric metric; /* any_angle: paths are points; grid: paths are tiles, and have legs */
  uint8_t neighbours;     /* 4 or 8 */
  int32_t footprint;      /* side of the mover in tiles; 0: a point */
  uint32_t island_count;
  uint64_t passable;     /* positions */
  double tiles_per_unit; /* times the cost of a path: tile lengths at terrain cost 1, links and moves rounded to it */
  double diagonal;       /* length of a diagonal step in tiles, where a straight one is 1: the root of 2, or as built */
} portolan_profile_info;

/* Where a mover faces: 45 degrees further against the clock each, north is up, which is -y. */
typedef uint8_t portolan_heading;
enum {
  PORTOLAN_HEADING_ANY = 0, /* in a request: whichever is best */
  PORTOLAN_HEADING_EAST = 1,
  PORTOLAN_HEADING_NORTH_EAST = 2,
  PORTOLAN_HEADING_NORTH = 3,
  PORTOLAN_HEADING_NORTH_WEST = 4,
  PORTOLAN_HEADING_WEST = 5,
  PORTOLAN_HEADING_SOUTH_WEST = 6,
  PORTOLAN_HEADING_SOUTH = 7,
  PORTOLAN_HEADING_SOUTH_EAST = 8
};

/* Whether the way of a body from one heading to the next must be free, or only the places where it begins and ends. */
typedef uint8_t portolan_sweep;
enum { PORTOLAN_SWEEP_SECTOR = 0, PORTOLAN_SWEEP_NONE = 1 };

typedef struct portolan_ratio {
  uint32_t numerator;
  uint32_t denominator;
} portolan_ratio;

/* How a mover turns that has a heading and a body; what terrain costs it is said by the profile beside it. */
typedef struct portolan_kinematics {
  uint32_t struct_size;
  uint8_t headings; /* 4 or 8; 0: 8 */
  portolan_sweep sweep;
  int32_t width;           /* of the body, in tiles, 1 to 64; 0: 1. The lesser side is the footprint of the profile */
  int32_t length;          /* the same along the heading */
  uint32_t turn;           /* cost of a turn to the next heading, in ten-thousandths of a tile, 0 to 10,000,000 */
  uint32_t radius;         /* of its tightest arc, in ten-thousandths of a tile, 0 (on the spot) to 60,000 */
  portolan_ratio backward; /* what a step backwards costs beside one forwards, 1 to 16, denominator at most 16; 0, 0: it
                              takes none */
  portolan_ratio sideways; /* the same for steps to the side */
} portolan_kinematics;

/* Maps a world file and checks its frame; what it contains is checked where it is used, or all of it by verify.
 * O(sections). Errors: IO, UNSUPPORTED, CORRUPT (cut short, too), MEMORY; *world is NULL then. */
PORTOLAN_API portolan_error portolan_world_open(const char* path, portolan_world** world, char* message,
                                                size_t message_size);
/* The same with a choice: MAPPED, as above, or COPIED, in O(file). A mapped file must not be shortened as long as the
 * world or anything made from it is open: touching what is gone kills the process (SIGBUS). Files that are replaced by
 * renaming, as portolan does, are safe; where others may write into the file itself, choose COPIED. Error: VALUE, too.
 */
PORTOLAN_API portolan_error portolan_world_open_as(const char* path, portolan_file_access access,
                                                   portolan_world** world, char* message, size_t message_size);
/* The same from a copy of `size` bytes in memory, which may be of any alignment and are not needed afterwards. O(size).
 */
PORTOLAN_API portolan_error portolan_world_open_memory(const void* bytes, size_t size, portolan_world** world,
                                                       char* message, size_t message_size);
PORTOLAN_API portolan_error portolan_world_close(portolan_world** world);
/* Checks all that the file contains, and computes again what follows from terrain, rules, moves, links, on a thread a
 * core: as long as building that took. Not proven, but by `portolan check --deep`: that waypoint graphs lack no sight
 * edge, and that contraction hierarchies, hub labels and block labels answer for all pairs. Errors: CORRUPT (the
 * message says what is wrong), MEMORY. */
PORTOLAN_API portolan_error portolan_world_verify(const portolan_world* world, char* message, size_t message_size);
/* Frugal. */
PORTOLAN_API portolan_error portolan_world_get_info(const portolan_world* world, portolan_world_info* info);
/* Profiles are numbered from 0. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_world_get_profile(const portolan_world* world, uint32_t profile,
                                                       portolan_profile_info* info);
/* How a profile turns. Errors: RANGE, NOT_FOUND (it has no headings). Frugal. */
PORTOLAN_API portolan_error portolan_world_get_kinematics(const portolan_world* world, uint32_t profile,
                                                          portolan_kinematics* kinematics);
/* Empty where it has none. Errors: RANGE, BUFFER. Frugal. */
PORTOLAN_API portolan_error portolan_world_profile_name(const portolan_world* world, uint32_t profile, char* name,
                                                        size_t capacity, size_t* count);
/* The profile of that name. Error: NOT_FOUND. Frugal. */
PORTOLAN_API portolan_error portolan_world_find_profile(const portolan_world* world, const char* name,
                                                        uint32_t* profile);
/* Terrains of the palette are numbered from 0. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_world_terrain_name(const portolan_world* world, uint32_t terrain, char* name,
                                                        size_t capacity, size_t* count);
/* The terrain of that name, below 255. Error: NOT_FOUND. O(palette). Frugal. */
PORTOLAN_API portolan_error portolan_world_find_terrain(const portolan_world* world, const char* name,
                                                        uint8_t* terrain);

/* The terrains that a profile cannot pass, ascending: what is opaque where walls hide. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_world_impassable_terrains(const portolan_world* world, uint32_t profile,
                                                               uint8_t* terrains, size_t capacity, size_t* count);

/* Links are numbered from 0. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_world_get_link(const portolan_world* world, uint32_t link, portolan_link* data);
/* May be empty. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_world_link_name(const portolan_world* world, uint32_t link, char* name,
                                                     size_t capacity, size_t* count);

/* ---- Overlays: what differs from the file, for one view of the world ---- */

typedef struct portolan_overlay portolan_overlay;

/* An overlay without edits. Errors: MISSING (no map), MEMORY. */
PORTOLAN_API portolan_error portolan_overlay_create(const portolan_world* world, portolan_overlay** overlay);
/* A snapshot: edits of either do not show in the other, and memory is shared as far as they agree. Reads `overlay`.
 * O(edited blocks). Error: MEMORY. */
PORTOLAN_API portolan_error portolan_overlay_copy(const portolan_overlay* overlay, portolan_overlay** copy);
PORTOLAN_API portolan_error portolan_overlay_destroy(portolan_overlay** overlay);
/* Sets all tiles of a rectangle to one terrain of the palette: one that movers cannot pass blocks them. Exact at once
 * for queries that use the overlay afterwards. O(tiles of the rectangle + edited blocks). Errors: RANGE (the rectangle
 * is empty, not inside the map or not on one floor, or there is no such terrain), MEMORY. */
PORTOLAN_API portolan_error portolan_overlay_set_terrain(portolan_overlay* overlay, portolan_rect area,
                                                         uint8_t terrain);
/* The same with `count` terrains, row by row, as many as there are tiles (else VALUE). */
PORTOLAN_API portolan_error portolan_overlay_set_tiles(portolan_overlay* overlay, portolan_rect area,
                                                       const uint8_t* terrain, size_t count);
/* Sets the tiles of a rectangle back to the terrain that the file says. Errors: RANGE, MEMORY. */
PORTOLAN_API portolan_error portolan_overlay_revert(portolan_overlay* overlay, portolan_rect area);
/* Raises the tiles of a rectangle by notches, row by row, 0 to notch_count of the world, instead of those before: each
 * adds to the cost of a tile what the profiles say, for threats and the like. Tiles keep their notches when their
 * terrain changes. `count`: as many as there are tiles (else VALUE), or 1 for all of them. Exact at once. Errors: RANGE
 * (the rectangle as above, or too many notches), MEMORY. */
PORTOLAN_API portolan_error portolan_overlay_raise(portolan_overlay* overlay, portolan_rect area,
                                                   const uint8_t* notches, size_t count);
/* Closes a link, or opens it again: exact at once for queries that use the overlay afterwards. Errors: RANGE, MEMORY.
 */
PORTOLAN_API portolan_error portolan_overlay_close_link(portolan_overlay* overlay, uint32_t link);
PORTOLAN_API portolan_error portolan_overlay_open_link(portolan_overlay* overlay, uint32_t link);
/* Customises up to `regions` of the regions that edits have opened, 0.1 to a few ms each, which spares queries that use
 * the overlay afterwards the search tile by tile; they are exact without. *left, unless NULL, is set to how many
 * remain. */
PORTOLAN_API portolan_error portolan_overlay_refresh(portolan_overlay* overlay, size_t regions, size_t* left);
/* Customises those of `count` regions of a profile that edits have opened, by number, such as a query went through tile
 * by tile (portolan_query_opened_regions): so what queries meet comes first. Other numbers do nothing. *made, unless
 * NULL, is set to how many were. Errors: RANGE (there is no such profile), MEMORY. */
PORTOLAN_API portolan_error portolan_overlay_refresh_regions(portolan_overlay* overlay, uint32_t profile,
                                                             const size_t* numbers, size_t count, size_t* made);
/* Takes over what another overlay of the same world has refreshed, wherever both show the same terrain: so another
 * thread may refresh a copy while edits go on. Reads `refreshed`. *left as above. O(edited blocks), and O(1000) an
 * edited region. Errors: OTHER_WORLD, MEMORY. */
PORTOLAN_API portolan_error portolan_overlay_adopt(portolan_overlay* overlay, const portolan_overlay* refreshed,
                                                   size_t* left);
/* Terrain of a tile as the overlay shows it. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_overlay_get_terrain(const portolan_overlay* overlay, portolan_tile tile,
                                                         uint8_t* terrain);
/* The same of all tiles of a rectangle inside the map, row by row, which portolan_overlay_set_tiles takes back. Errors:
 * RANGE (it is empty or not inside the map), BUFFER. O(tiles). Frugal. */
PORTOLAN_API portolan_error portolan_overlay_get_tiles(const portolan_overlay* overlay, portolan_rect area,
                                                       uint8_t* terrain, size_t capacity, size_t* count);
/* By how many notches it is raised. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_overlay_get_notches(const portolan_overlay* overlay, portolan_tile tile,
                                                         uint8_t* notches);
/* The edits, notches and closed links included, as bytes, without what was refreshed: 64 of them, and 8 for tiles
 * beside each other, at most 32, that were set to one terrain. Overlays of equal edits make equal bytes. Errors:
 * MEMORY, BUFFER. */
PORTOLAN_API portolan_error portolan_overlay_bytes(const portolan_overlay* overlay, uint8_t* bytes, size_t capacity,
                                                   size_t* count);
/* Makes the overlay's edits those that the bytes hold, made on a world with the same map, whose profiles and indexes
 * may be others; nothing of it is refreshed then. Bytes may come from anybody. `message` as of portolan_world_open.
 * Errors, after which the overlay is as before: OTHER_WORLD (another map), CORRUPT, UNSUPPORTED, LIMIT (longer than
 * edits of this map can be), MEMORY. O(bytes + edited blocks * profiles). */
PORTOLAN_API portolan_error portolan_overlay_read(portolan_overlay* overlay, const uint8_t* bytes, size_t size,
                                                  char* message, size_t message_size);
/* The same bytes to a file, atomically and durably, and from one. Error: IO, too. */
PORTOLAN_API portolan_error portolan_overlay_save(const portolan_overlay* overlay, const char* path, char* message,
                                                  size_t message_size);
PORTOLAN_API portolan_error portolan_overlay_load(portolan_overlay* overlay, const char* path, char* message,
                                                  size_t message_size);

/* ---- Threats: what raises tiles by notches, in an overlay ---- */

typedef struct portolan_influence portolan_influence;

/* How a threat grows less with the distance. */
typedef uint8_t portolan_falloff;
enum {
  PORTOLAN_FALLOFF_NONE = 0,  /* it is as strong in all of its disc */
  PORTOLAN_FALLOFF_LINEAR = 1 /* in even parts, to nothing one tile beyond the disc; notches are rounded up */
};

/* Where in its disc a threat is felt. */
typedef uint8_t portolan_felt;
enum {
  PORTOLAN_FELT_EVERYWHERE = 0,
  PORTOLAN_FELT_IN_SIGHT = 1 /* on tiles that are seen from where it stands */
};

typedef struct portolan_threat {
  uint32_t struct_size;
  portolan_tile at;
  int32_t radius;   /* 0 to 64: tiles whose centres lie within so many tiles of its own, on its floor */
  uint32_t notches; /* where it stands, 1 to notch_count of the world */
  portolan_falloff falloff;
  portolan_felt felt;
  uint64_t fades; /* ticks after which it has a notch less, until it has none and is gone; 0: it lasts */
} portolan_threat;

/* Threats of one view of a world: notches of several add up. `opaque`: terrains that hide what is behind them from
 * threats that need sight. One thread at a time. Errors: MISSING (no map), MEMORY. */
PORTOLAN_API portolan_error portolan_influence_create(const portolan_world* world, const uint8_t* opaque, size_t count,
                                                      portolan_influence** influence);
PORTOLAN_API portolan_error portolan_influence_destroy(portolan_influence** influence);
/* Errors: VALUE (an enum), RANGE (a tile outside the map, a radius or notches), MEMORY. O(1). */
PORTOLAN_API portolan_error portolan_influence_add(portolan_influence* influence, const portolan_threat* threat,
                                                   uint32_t* id);
/* Errors: RANGE (no such threat, or a tile outside the map). Frugal. */
PORTOLAN_API portolan_error portolan_influence_move(portolan_influence* influence, uint32_t threat, portolan_tile to);
PORTOLAN_API portolan_error portolan_influence_remove(portolan_influence* influence, uint32_t threat);
/* Has threats whose discs meet a rectangle look again, after edits that may hide or show something there. */
PORTOLAN_API portolan_error portolan_influence_look_again(portolan_influence* influence, portolan_rect area);
/* Lets a tick pass, for threats that fade. */
PORTOLAN_API portolan_error portolan_influence_tick(portolan_influence* influence);
/* Brings what has changed since the last call into an overlay, always the same or a copy that went on from it.
 * *tiles, unless NULL, is set to how many are raised otherwise now. Errors: OTHER_WORLD, MEMORY (the overlay is as
 * before). */
PORTOLAN_API portolan_error portolan_influence_apply(portolan_influence* influence, portolan_overlay* overlay,
                                                     size_t* tiles);

/* ---- Tags: what only those may use who have a key, a pass or a permit ---- */

typedef struct portolan_tags portolan_tags;

/* What a tag is on: links, all tiles of the file of some terrains, areas. Who has it not may not use any of that. */
typedef struct portolan_tag {
  const uint32_t* links;
  size_t link_count;
  const uint8_t* terrains;
  size_t terrain_count;
  const portolan_rect* areas; /* each inside the map, on one floor */
  size_t area_count;
} portolan_tag;

/* Tags by number, up to 64. `closed`: the terrain of tiles that a unit may not use, one that no profile can pass.
 * `closures`: how many distinct ones are kept, each O(blocks with tags). Errors: MISSING (no map), RANGE (a link, a
 * terrain, an area, `closed`), VALUE (more than 64 tags, no closures), MEMORY. */
PORTOLAN_API portolan_error portolan_tags_create(const portolan_world* world, const portolan_tag* tags, size_t count,
                                                 uint8_t closed, size_t closures, portolan_tags** made);
PORTOLAN_API portolan_error portolan_tags_destroy(portolan_tags** tags);
/* From now on views show these edits too (NULL: none). Views given out stay as they are. Errors: OTHER_WORLD, MEMORY.
 */
PORTOLAN_API portolan_error portolan_tags_use(portolan_tags* tags, const portolan_overlay* overlay);
/* The world as units see it that have the tags whose bits are set in `has`: a new overlay, to be destroyed. Made once
 * for all sets that close the same. Errors: LIMIT (as many closures as may be, and none of them is this), MEMORY. */
PORTOLAN_API portolan_error portolan_tags_view(portolan_tags* tags, uint64_t has, portolan_overlay** overlay);
/* Makes room for another closure. */
PORTOLAN_API portolan_error portolan_tags_forget(portolan_tags* tags, uint64_t has);
/* portolan_overlay_refresh for all closures that were made; views taken afterwards have it. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_tags_refresh(portolan_tags* tags, size_t regions, size_t* left);

/* ---- Veils: what a player knows of a world, as an overlay of a world of which nothing is known ---- */

typedef struct portolan_veil portolan_veil;

/* What a reveal has changed. */
typedef struct portolan_revealed {
  uint32_t struct_size;
  portolan_rect area; /* bounds the tiles; empty if there are none */
  size_t tiles;       /* that are shown otherwise than before */
  size_t fresh;       /* of these, tiles that were not known */
  size_t links;       /* that are open now and were closed, or the reverse */
} portolan_revealed;

/* Nothing is known of `truth`. The blank world is of the same size and floors, each of its tiles has the terrain named
 * `unknown`, which the truth has not, and its palette has all terrains of the truth by name (`portolan make blank`). It
 * has the links of the truth, which are closed until both ends are known, or none; worlds with moves are refused.
 * `message` as of portolan_world_open. O(tiles). Errors: RANGE (worlds that do not fit), MEMORY. */
PORTOLAN_API portolan_error portolan_veil_create(const portolan_world* truth, const portolan_world* blank,
                                                 const char* unknown, portolan_veil** veil, char* message,
                                                 size_t message_size);
PORTOLAN_API portolan_error portolan_veil_destroy(portolan_veil** veil);
/* What is known now, as a new overlay of the blank world, to be destroyed: queries, services and crowds of that world
 * take it, and nothing that was never seen can show in what they answer. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_veil_overlay(const portolan_veil* veil, portolan_overlay** overlay);

/* Makes a rectangle known, inside the map and on one floor, as the truth is now: as an overlay of it shows it, or its
 * file (NULL). *revealed, unless NULL, is set. O(tiles of the rectangle + blocks that are known). Errors: OTHER_WORLD,
 * RANGE, MEMORY; nothing is changed then. */
PORTOLAN_API portolan_error portolan_veil_reveal(portolan_veil* veil, const portolan_overlay* truth, portolan_rect area,
                                                 portolan_revealed* revealed);
/* The same for the tiles of a floor whose centres lie within `radius` tiles of that of `centre`. VALUE: a radius below
 * 0. */
PORTOLAN_API portolan_error portolan_veil_reveal_disc(portolan_veil* veil, const portolan_overlay* truth,
                                                      portolan_tile centre, int32_t radius,
                                                      portolan_revealed* revealed);
/* The same for those of such a disc that are seen from its centre, over tiles of other terrains than `opaque` ones, by
 * symmetric shadowcasting. Terrains are those of the truth; others that are named hide nothing. */
PORTOLAN_API portolan_error portolan_veil_reveal_sight(portolan_veil* veil, const portolan_overlay* truth,
                                                       portolan_tile from, int32_t radius, const uint8_t* opaque,
                                                       size_t opaque_count, portolan_revealed* revealed);
/* Makes a rectangle unknown again. Errors: RANGE, MEMORY. */
PORTOLAN_API portolan_error portolan_veil_forget(portolan_veil* veil, portolan_rect area);
/* *known is 1 where a tile is known, else 0. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_veil_is_known(const portolan_veil* veil, portolan_tile tile, uint8_t* known);
/* How many tiles are known. Frugal. */
PORTOLAN_API portolan_error portolan_veil_known_tiles(const portolan_veil* veil, size_t* tiles);
/* portolan_overlay_refresh for what is known; overlays taken afterwards have it. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_veil_refresh(portolan_veil* veil, size_t regions, size_t* left);
/* What is known, as bytes, to go on from with portolan_veil_read on a veil of the same worlds. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_veil_bytes(const portolan_veil* veil, uint8_t* bytes, size_t capacity,
                                                size_t* count);
/* Bytes may come from anybody. O(tiles). Errors, after which the veil is as before: OTHER_WORLD (or a link that is open
 * with an end that is not known), CORRUPT, UNSUPPORTED, LIMIT, MEMORY. */
PORTOLAN_API portolan_error portolan_veil_read(portolan_veil* veil, const uint8_t* bytes, size_t size);

/* ---- Queries find paths of one profile, paths keep them, walkers make their legs ---- */

typedef struct portolan_search_memory portolan_search_memory;
typedef struct portolan_query portolan_query;
typedef struct portolan_path portolan_path;
typedef struct portolan_walker portolan_walker;

typedef struct portolan_path_request {
  uint32_t struct_size;
  portolan_tier tier;
  portolan_end_rule ends;
  portolan_unpacking unpacking;
  uint64_t max_expansions; /* most that `expansions` of the result may come to; 0: no limit */
  portolan_tile from;
  portolan_tile to;
  uint64_t seed; /* of PORTOLAN_TIES_RANDOM */
  portolan_tie_rule ties;
  portolan_matrix matrix;
} portolan_path_request;

typedef struct portolan_point_request {
  uint32_t struct_size;
  portolan_tier tier;
  uint64_t max_expansions; /* as above */
  portolan_point from;
  portolan_point to;
  portolan_matrix matrix;
  portolan_end_rule ends; /* ends move to the centres of tiles */
} portolan_point_request;

typedef struct portolan_path_result {
  uint32_t struct_size;
  portolan_status status;
  portolan_why why;
  portolan_tier tier;      /* that answered; automatic if the ends alone decided */
  uint8_t optimal;         /* 1: the cost is proven to be the least there is, or that there is no path */
  uint8_t truncated;       /* 1: the path goes on where the room for it ended */
  uint64_t cost;           /* of the whole path in the profile's unit (tiles_per_unit); 0 without one */
  uint64_t lower_bound;    /* no path costs less; PORTOLAN_NO_PATH: it is proven that there is none */
  uint64_t expansions;     /* nodes settled, by all tiers together; around the ends of a region search all passable
                              tiles of up to four regions of 33 x 33 each */
  uint64_t waypoint_count; /* grid metric: for portolan_path_waypoints */
  uint64_t point_count;    /* any_angle: for portolan_path_points */
  double length; /* the cost in tiles at terrain cost 1: links at what the map says, without the rounding to the
                    unit, the rest to about 1e-8; 0 without a path */
  portolan_ties_scope ties_scope; /* how far the request's rule of ties chose the path */
} portolan_path_result;

typedef struct portolan_leg {
  uint32_t struct_size;
  portolan_leg_status status;
  uint64_t cost;
  uint64_t tile_count; /* ends included */
  uint64_t states;     /* tiles settled to find it, at most 3600, and to choose among its like as many again */
  uint32_t link;       /* that leads from the first tile to the last, of two; PORTOLAN_NO_LINK if it is walked */
  uint64_t unpack;     /* nodes settled to find its ends, with PORTOLAN_UNPACKING_LEG_BY_LEG */
  portolan_leg_kind kind;
} portolan_leg;

/* How many legs were made in which way, but for links. */
typedef struct portolan_leg_counts {
  uint32_t struct_size;
  uint64_t straight;
  uint64_t centred;
  uint64_t shifted;
} portolan_leg_counts;

/* No leg has more tiles. */
#define PORTOLAN_MAX_LEG_TILES 3600

/* Reserves address space by the size of the world, committed where searches go. Errors: MISSING (no map), RANGE (no
 * such profile), VALUE (the baseline), MEMORY. */
PORTOLAN_API portolan_error portolan_query_create(const portolan_world* world, uint32_t profile,
                                                  portolan_baseline baseline, portolan_query** query);
PORTOLAN_API portolan_error portolan_query_destroy(portolan_query** query);
/* What searches over regions take notes in, at most `bytes` (and less than 6 KB more), whatever the size of the worlds;
 * committed as it is used. Queries that one thread asks in turn may share one. Errors: MEMORY, LIMIT (more than there
 * can be). */
PORTOLAN_API portolan_error portolan_search_memory_create(size_t bytes, portolan_search_memory** memory);
/* Queries keep it as long as they need it. */
PORTOLAN_API portolan_error portolan_search_memory_destroy(portolan_search_memory** memory);
/* As portolan_query_create, with such memory: a question that needs more of it is out of budget. */
PORTOLAN_API portolan_error portolan_query_create_in(const portolan_world* world, uint32_t profile,
                                                     portolan_baseline baseline, const portolan_search_memory* memory,
                                                     portolan_query** query);
/* From now on answers for the world as the overlay shows it now; NULL: as the file has it. Reads `overlay`, which may
 * be edited or destroyed afterwards without a change for the query. O(edited blocks), the first time O(blocks of the
 * map). Errors: OTHER_WORLD, MEMORY, LIMIT; after those two it is as if NULL were given. */
PORTOLAN_API portolan_error portolan_query_use(portolan_query* query, const portolan_overlay* overlay);

/* Room for one path of the query's world, which outlives the query: up to `most` waypoints or points, and as many legs
 * that have still to be made, about 80 bytes each, committed when they are written; 0: room for any path that the query
 * finds on what it uses now. A path that does not fit is truncated. Errors: VALUE (1, with which no leg would fit),
 * MEMORY, LIMIT (more than 2^32 - 1). */
PORTOLAN_API portolan_error portolan_path_create(const portolan_query* query, uint64_t most, portolan_path** path);
PORTOLAN_API portolan_error portolan_path_destroy(portolan_path** path);

/* Finds a path between tiles; with any_angle, between their centres. Any coordinates will do: those outside the map
 * are answered by a status. `path` is overwritten; NULL: only what the path costs, without a choice among ties.
 * Errors: VALUE (no such tier, rule, unpacking or matrix), OTHER_WORLD; the path is then as before. Frugal. */
PORTOLAN_API portolan_error portolan_query_find(portolan_query* query, const portolan_path_request* request,
                                                portolan_path* path, portolan_path_result* result);
/* Finds a path between points: anywhere for a point mover, at the centres of tiles for all others. Errors: VALUE (no
 * such tier or matrix), OTHER_WORLD; the path is then as before. Frugal. */
PORTOLAN_API portolan_error portolan_query_find_between(portolan_query* query, const portolan_point_request* request,
                                                        portolan_path* path, portolan_path_result* result);
/* The tile nearest to one in a straight line on which the mover can stand, on what the query uses now: what
 * PORTOLAN_ENDS_NEAREST takes for a start. Of several as near the uppermost, then the leftmost. Any coordinates will
 * do. Error: NOT_FOUND (it can stand nowhere). O(d^2) in the distance d found. Frugal. */
PORTOLAN_API portolan_error portolan_query_nearest_tile(portolan_query* query, portolan_tile wanted,
                                                        portolan_tile* tile);
/* The same of the tiles that a path leads to from `from`. Error: NOT_FOUND (the mover cannot stand on `from`). The
 * first time after a use with edits, or where links or moves lead one way, O(tiles of the map or of blocks edited
 * since); else O(d^2) or less. Only on maps of more than 2^26 tiles with edits or one-way links islands of the file
 * choose, and it may be that no path leads there. Frugal. */
PORTOLAN_API portolan_error portolan_query_nearest_reachable(portolan_query* query, portolan_tile from,
                                                             portolan_tile wanted, portolan_tile* tile);
/* Numbers of the regions with edits that the last question led the query through tile by tile, in the order in which it
 * came to them: what to give to portolan_overlay_refresh_regions. Frugal. */
PORTOLAN_API portolan_error portolan_query_opened_regions(const portolan_query* query, size_t* numbers, size_t capacity,
                                                          size_t* count);
/* Grid metric: ends of the path's legs, or of some, start and goal included. Frugal. */
PORTOLAN_API portolan_error portolan_path_waypoints(const portolan_path* path, portolan_tile* tiles, size_t capacity,
                                                    size_t* count);
/* any_angle: start, turning points and goal. Frugal. */
PORTOLAN_API portolan_error portolan_path_points(const portolan_path* path, portolan_point* points, size_t capacity,
                                                 size_t* count);

/* The path and how far it has been walked, as bytes: to be kept, or walked on another machine that has the same world
 * file. Errors: MEMORY, BUFFER. */
PORTOLAN_API portolan_error portolan_path_bytes(const portolan_path* path, uint8_t* bytes, size_t capacity,
                                                size_t* count);
/* The same for equal paths. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_path_hash(const portolan_path* path, uint64_t* hash);
/* Makes `path` the one that the bytes hold, which may come from anybody. Errors, after which it is as before: CORRUPT
 * (no path, or one of no legal steps), UNSUPPORTED, OTHER_WORLD (found on another world file), LIMIT (longer than
 * `path` has room for), MEMORY. */
PORTOLAN_API portolan_error portolan_path_read(portolan_path* path, const uint8_t* bytes, size_t size);

/* An area of the map all ways into which lead over one tile, its gate, which lies outside it. They nest. */
typedef struct portolan_dead_end {
  uint32_t struct_size;
  uint32_t number; /* from 1, as `portolan info` counts; 0: the tile lies in none */
  uint32_t outer;  /* the innermost one around it; 0: none */
  portolan_tile gate;
} portolan_dead_end;

/* The innermost dead end that a tile lies in, on what the query uses now, if the world was built with dead ends: those
 * that hang off a node of its regions. What overlays close keeps them; what they open forgets those that it touches,
 * and all around these. Any coordinates will do. O(nesting). Frugal. */
PORTOLAN_API portolan_error portolan_query_dead_end(const portolan_query* query, portolan_tile tile,
                                                    portolan_dead_end* dead_end);

/* Makes the legs of any number of paths in the grid metric, in turn, whatever query has found them, and when. Reserves
 * address space by the size of the world. Errors: MISSING (no map), RANGE (no such profile), MEMORY. */
PORTOLAN_API portolan_error portolan_walker_create(const portolan_world* world, uint32_t profile,
                                                   portolan_walker** walker);
PORTOLAN_API portolan_error portolan_walker_destroy(portolan_walker** walker);
/* From now on walks on the world as the overlay shows it now, as portolan_query_use. */
PORTOLAN_API portolan_error portolan_walker_use(portolan_walker* walker, const portolan_overlay* overlay);
/* Takes the next leg off a path, worked out now. Whatever the path was found on, a leg is legal on what the walker uses
 * and costs what it did; a path of another profile is stale. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_walker_next_leg(portolan_walker* walker, portolan_path* path, portolan_leg* leg);
/* The tiles of the last leg that the walker made, ends included. PORTOLAN_MAX_LEG_TILES is always enough. Frugal. */
PORTOLAN_API portolan_error portolan_walker_tiles(const portolan_walker* walker, portolan_tile* tiles, size_t capacity,
                                                  size_t* count);
/* The legs that the walker made by portolan_walker_next_leg since it was created. Frugal. */
PORTOLAN_API portolan_error portolan_walker_counts(const portolan_walker* walker, portolan_leg_counts* counts);
/* What edits have made of all that is left of a path, piece by piece: the worst counts. */
typedef uint8_t portolan_validity;
enum {
  PORTOLAN_VALIDITY_UNTOUCHED = 0, /* no edit is near */
  PORTOLAN_VALIDITY_SAME = 1,      /* legal, at the same cost */
  PORTOLAN_VALIDITY_CHEAPER = 2,   /* legal, and some piece costs less: find again */
  PORTOLAN_VALIDITY_DEARER = 3,    /* legal, and some piece costs more: find again, or repair it */
  PORTOLAN_VALIDITY_BLOCKED = 4,   /* a piece cannot be walked any more */
  PORTOLAN_VALIDITY_UNKNOWN = 5    /* only a search could tell */
};

typedef struct portolan_path_validity {
  uint32_t struct_size;
  portolan_status status; /* found: it can be walked; undecided: blocked or unknown; bad_request: of another profile */
  portolan_why why;
  portolan_validity validity;
  uint8_t optimal;  /* 1: proven that nothing costs less now */
  uint64_t cost;    /* of what is left, on what the walker uses */
  uint64_t piece;   /* if blocked or unknown, how many pieces lie before that: legs, lines, segments, or arcs */
  portolan_tile at; /* and where it begins */
} portolan_path_validity;

/* Judges a path that was found before edits, without a search. The walker's last leg is lost. Error: OTHER_WORLD.
 * Frugal. */
PORTOLAN_API portolan_error portolan_walker_still_valid(portolan_walker* walker, const portolan_path* path,
                                                        portolan_path_validity* validity);

/* ---- Bounded queries find paths at any angle, over terrain of any prices, that cost little more than the best ---- */

typedef struct portolan_bounded portolan_bounded;

typedef struct portolan_bounded_request {
  uint32_t struct_size;
  portolan_end_rule ends;
  uint64_t max_expansions; /* most that `expansions` of the result may come to; 0: no limit */
  portolan_tile from;
  portolan_tile to;
  double excess; /* most that the path may cost above the optimum, as a part of that; 0: 0.01 */
} portolan_bounded_request;

/* The least excess above 0 that a request may ask for. */
#define PORTOLAN_LEAST_EXCESS 0.002

/* Reserves address space by the size of the world, committed where searches go. Errors: MISSING (no map), RANGE (no
 * such profile), VALUE (its metric is the grid), MEMORY. */
PORTOLAN_API portolan_error portolan_bounded_create(const portolan_world* world, uint32_t profile,
                                                    portolan_bounded** bounded);
PORTOLAN_API portolan_error portolan_bounded_destroy(portolan_bounded** bounded);
/* From now on answers for the world as the overlay shows it now, as portolan_query_use. */
PORTOLAN_API portolan_error portolan_bounded_use(portolan_bounded* bounded, const portolan_overlay* overlay);
/* Room for a path, as portolan_path_create; 0: for any that this query finds. */
PORTOLAN_API portolan_error portolan_bounded_path_create(const portolan_bounded* bounded, uint64_t most,
                                                         portolan_path** path);
/* Finds a path between the centres of tiles that costs at most (1 + excess) * lower_bound; no path costs less than
 * lower_bound, wherever it turns. `path` is overwritten; NULL: only what it costs. Errors: VALUE (no such end rule;
 * the excess is no number, or neither 0 nor at least PORTOLAN_LEAST_EXCESS), OTHER_WORLD; the path is then as before.
 * undecided, tier_missing: the map has moves, or its plane 2^31 corners and more. out_of_budget, no_room: the path
 * costs more than a million times the cheapest terrain, or has too many pieces; no memory helps. Frugal. */
PORTOLAN_API portolan_error portolan_bounded_find(portolan_bounded* bounded, const portolan_bounded_request* request,
                                                  portolan_path* path, portolan_path_result* result);

/* ---- Placed queries find paths of movers that turn, with a heading and a body ---- */

typedef struct portolan_placed portolan_placed;

/* Where a mover is, by the top-left tile of its core, and how it faces. */
typedef struct portolan_placement {
  portolan_tile tile;
  portolan_heading heading;
} portolan_placement;

typedef struct portolan_placed_request {
  uint32_t struct_size;
  portolan_placement from;
  portolan_placement to;
  portolan_ratio factor;   /* times the least cost that the path may cost at most, 1 (a least path) to 4, denominator at
                              most 100; 0, 0: 1.1 */
  portolan_ratio loosest;  /* as far as it may rise where a path takes many more states than its length, as in mazes and
                              rooms; 0, 0, or no more than `factor`: that is kept whatever it takes */
  uint64_t max_expansions; /* most that `expansions` of the result may come to; 0: no limit */
  portolan_end_rule ends;  /* nearest: a start moves to the nearest tile where the body stands with its heading; a goal
                              that it cannot come to is replaced by the nearest tile that it can, there by the nearest
                              heading, of several by the one that costs least. A spent budget is partial then */
} portolan_placed_request;

typedef struct portolan_placed_result {
  uint32_t struct_size;
  portolan_status status;
  portolan_why why;
  uint8_t optimal;          /* 1: the cost is proven to be the least there is, or that there is no path */
  uint64_t cost;            /* with turns and factors, in a unit of this query's own; 0 without a path */
  uint64_t lower_bound;     /* no path costs less; PORTOLAN_NO_PATH: it is proven that there is none */
  uint64_t expansions;      /* states settled, and tiles where the core's distance to the goal was worked out */
  uint64_t placement_count; /* for portolan_placed_placements */
  double tiles_per_unit;    /* times `cost` or `lower_bound`: tile lengths at terrain cost 1 */
  portolan_ratio factor;    /* with a path: times the least cost that it costs at most; as asked for, or looser */
} portolan_placed_result;

/* Finds paths for one profile and one body. `kinematics`: what stands beside the profile, whose own are not asked then;
 * NULL: its own. `tiles`: how many there is room for the states of, at most those of the map; 0: 2^20. Reserves address
 * space for 60 bytes a tile of the map and 521 bytes for each of those, up to 16 times as much with a turning radius,
 * committed where searches go. Errors: MISSING (no map), RANGE (no such profile), NOT_FOUND (it has no kinematics of
 * its own), VALUE (kinematics that are impossible or do not fit the profile: the message names the member), MEMORY,
 * LIMIT (2^32 - 1 tiles and more). */
PORTOLAN_API portolan_error portolan_placed_create(const portolan_world* world, uint32_t profile,
                                                   const portolan_kinematics* kinematics, uint64_t tiles,
                                                   portolan_placed** placed, char* message, size_t message_size);
PORTOLAN_API portolan_error portolan_placed_destroy(portolan_placed** placed);
/* From now on answers for the world as the overlay shows it now, as portolan_query_use. What the last find left is
 * lost. */
PORTOLAN_API portolan_error portolan_placed_use(portolan_placed* placed, const portolan_overlay* overlay);
/* Finds a path that costs at most `factor` of the result times the least, links and moves included, or proves that
 * there is none. A tile outside the map, or where the mover does not stand with that heading: bad_start, bad_goal,
 * unless `ends` moves it: partial where the goal is another, moved_end. out_of_budget, no_room: `tiles` were too few.
 * After an error the last find's path is still there. Error: VALUE (no such heading, factor or end rule). Frugal. */
PORTOLAN_API portolan_error portolan_placed_find(portolan_placed* placed, const portolan_placed_request* request,
                                                 portolan_placed_result* result);
/* The path last found, a turn or a step at a time, ends included; two whose tiles are no neighbours are joined by a
 * link. Frugal. */
PORTOLAN_API portolan_error portolan_placed_placements(const portolan_placed* placed, portolan_placement* placements,
                                                       size_t capacity, size_t* count);

/* An arc by which a mover with a turning radius rounds a bend of its path, in 2^-8 tile, each point to the nearest. */
typedef struct portolan_bend_arc {
  uint64_t placement;    /* the number of the placement after the turn, which lies at the bend */
  portolan_point centre; /* may lie beyond the map */
  portolan_point from;   /* where the straight way before the bend ends, */
  portolan_point to;     /* and where the one behind it begins */
} portolan_bend_arc;

/* Those of the path last found, in their order; none where the mover turns on the spot. Frugal. */
PORTOLAN_API portolan_error portolan_placed_arcs(const portolan_placed* placed, portolan_bend_arc* arcs,
                                                 size_t capacity, size_t* count);

/* ---- Smoothers turn legs into few straight segments for a round mover, and round their corners ---- */

typedef struct portolan_smoother portolan_smoother;

/* In fifths of a tile, 0 to PORTOLAN_MOST_FIFTHS. */
typedef struct portolan_smoothing {
  uint32_t struct_size;
  int32_t width; /* of the mover: half of it is kept away from what cannot be passed, by a sampled test; with a
                    footprint of k tiles that much more than its square does */
  int32_t curve; /* how far before and behind a turning point its corner may be rounded; 0: corners stay */
} portolan_smoothing;

#define PORTOLAN_MOST_FIFTHS 320

/* What is known of a segment of a smoothed path. */
typedef uint8_t portolan_segment_kind;
enum {
  PORTOLAN_SEGMENT_CLEAR = 0,  /* a mover of this width can walk it */
  PORTOLAN_SEGMENT_NARROW = 1, /* it cannot, by the test; the segment is as the path given has it */
  PORTOLAN_SEGMENT_LINK = 2    /* it is no way to walk, but a link from end to end */
};

typedef struct portolan_smooth_path {
  uint32_t struct_size;
  uint64_t point_count;  /* for portolan_smoother_points; one fewer for portolan_smoother_segments */
  uint64_t narrow_count; /* segments that are narrow */
  double length;         /* in tiles at terrain cost 1, links at what they cost */
} portolan_smooth_path;

/* Reserves 60 bytes a tile, committed where paths lead. Errors: MISSING (no map), RANGE (no such profile), MEMORY. */
PORTOLAN_API portolan_error portolan_smoother_create(const portolan_world* world, uint32_t profile,
                                                     portolan_smoother** smoother);
PORTOLAN_API portolan_error portolan_smoother_destroy(portolan_smoother** smoother);
/* From now on smooths on the world as the overlay shows it now, as portolan_query_use. Forgets what was added. */
PORTOLAN_API portolan_error portolan_smoother_use(portolan_smoother* smoother, const portolan_overlay* overlay);
/* Goes on with the last leg that a walker made. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_smoother_add_leg(portolan_smoother* smoother, const portolan_walker* walker);
/* Goes on with the points of a path at any angle. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_smoother_add_points(portolan_smoother* smoother, const portolan_path* path);
/* Smooths what was added since the last time, to a way that is never dearer, measured as straight
 * lines: a diagonal counts sqrt(2) there, whatever the profile's steps cost. Steps that cannot be walked at this width
 * stay as they are, and are named. Error: VALUE (a length that is negative or too large). Frugal. */
PORTOLAN_API portolan_error portolan_smoother_finish(portolan_smoother* smoother, const portolan_smoothing* how,
                                                     portolan_smooth_path* result);
/* What was smoothed last: start, turning points and goal, and what is known of the way from each to the next. Good
 * until anything is added. Frugal. */
PORTOLAN_API portolan_error portolan_smoother_points(const portolan_smoother* smoother, portolan_point* points,
                                                     size_t capacity, size_t* count);
PORTOLAN_API portolan_error portolan_smoother_segments(const portolan_smoother* smoother,
                                                       portolan_segment_kind* segments, size_t capacity, size_t* count);

/* ---- Batches: costs of many paths of one profile ---- */

typedef struct portolan_batch portolan_batch;

typedef struct portolan_tile_pair {
  portolan_tile from;
  portolan_tile to;
} portolan_tile_pair;

/* The answer to one pair; small, as tables have many. */
typedef struct portolan_batch_answer {
  portolan_status status;
  portolan_why why;
  uint8_t optimal;     /* 1: the cost is proven to be the least there is, or that there is no path */
  uint32_t expansions; /* nodes settled; UINT32_MAX stands for that many and more */
  uint64_t cost;       /* in the profile's unit; 0 unless there is a path */
} portolan_batch_answer;

/* What holds for every pair of a call. */
typedef struct portolan_batch_request {
  uint32_t struct_size;
  portolan_end_rule ends;
  uint64_t max_expansions; /* of each pair; 0: no limit. Where block labels answer nothing is settled */
} portolan_batch_request;

/* `threads` in all, the caller's among them, at most 1024; 0: one a core; fewer where the system gives no more.
 * Errors: MISSING, RANGE, VALUE, MEMORY. */
PORTOLAN_API portolan_error portolan_batch_create(const portolan_world* world, uint32_t profile, uint32_t threads,
                                                  portolan_batch** batch);
PORTOLAN_API portolan_error portolan_batch_destroy(portolan_batch** batch);
/* From now on answers for the world as the overlay shows it now; NULL: as the file has it. As portolan_query_use, for
 * every thread. Errors: OTHER_WORLD, MEMORY, LIMIT; after those two it is as if NULL were given. */
PORTOLAN_API portolan_error portolan_batch_use(portolan_batch* batch, const portolan_overlay* overlay);
/* answers[i] is for pairs[i]; both hold `count`. Error: VALUE (the rule for ends). Frugal. */
PORTOLAN_API portolan_error portolan_batch_pairs(portolan_batch* batch, const portolan_batch_request* request,
                                                 const portolan_tile_pair* pairs, size_t count,
                                                 portolan_batch_answer* answers);
/* answers[i * to_count + j] is for the way from from[i] to to[j]; there must be from_count * to_count answers (else
 * SIZES). Error: VALUE (the rule for ends). Frugal. */
PORTOLAN_API portolan_error portolan_batch_table(portolan_batch* batch, const portolan_batch_request* request,
                                                 const portolan_tile* from, size_t from_count, const portolan_tile* to,
                                                 size_t to_count, portolan_batch_answer* answers, size_t answer_count);

/* ---- Goals: the nearest of many tiles, by path ---- */

/* Goals on tiles, numbered by the caller, which come, go and move. Several may stand on one tile, and some where nobody
 * can stand now. What is answered does not depend on how they came. */
typedef struct portolan_goals portolan_goals;
/* Searches a set for one profile; any number of them may share it. */
typedef struct portolan_goal_search portolan_goal_search;

/* A goal, and what the cheapest path there costs. */
typedef struct portolan_reached_goal {
  uint64_t cost; /* in the profile's unit */
  portolan_tile tile;
  uint32_t goal; /* its number; UINT32_MAX: a tile that is in no set */
} portolan_reached_goal;

typedef struct portolan_nearest_goals_request {
  uint32_t struct_size;
  portolan_tile from;
  portolan_end_rule ends; /* for the start: goals stay where they are */
  uint64_t max_expansions;
} portolan_nearest_goals_request;

typedef struct portolan_goals_within_request {
  uint32_t struct_size;
  portolan_tile from;
  portolan_end_rule ends;
  uint64_t most; /* cost of the farthest goals wanted */
  uint64_t max_expansions;
} portolan_goals_within_request;

/* Says with 1 which tiles are goals, and with 0 which are not. Must return. */
typedef uint8_t (*portolan_is_goal)(void* context, portolan_tile tile);

/* An empty set, for goals numbered below `capacity`, at most 2^31. Where the file holds hub labels of the profile's
 * waypoint graph, and the profile takes no links, goals are kept by these. Errors: MISSING, RANGE, MEMORY, LIMIT (the
 * capacity). */
PORTOLAN_API portolan_error portolan_goals_create(const portolan_world* world, uint32_t profile, size_t capacity,
                                                  portolan_goals** goals);
PORTOLAN_API portolan_error portolan_goals_destroy(portolan_goals** goals);
/* Errors: RANGE (no such number, or tile), VALUE (the number is taken), MEMORY. */
PORTOLAN_API portolan_error portolan_goals_insert(portolan_goals* goals, uint32_t goal, portolan_tile tile);
/* Error: NOT_FOUND. Frugal. */
PORTOLAN_API portolan_error portolan_goals_erase(portolan_goals* goals, uint32_t goal);
/* Errors: NOT_FOUND, RANGE (no such tile), MEMORY. */
PORTOLAN_API portolan_error portolan_goals_move(portolan_goals* goals, uint32_t goal, portolan_tile tile);

/* The set may be given back before. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_goal_search_create(const portolan_goals* goals, portolan_goal_search** search);
PORTOLAN_API portolan_error portolan_goal_search_destroy(portolan_goal_search** search);
/* From now on answers for the world as the overlay shows it now; NULL: as the file has it. Errors: OTHER_WORLD, MEMORY,
 * LIMIT; after those two it is as if NULL were given. */
PORTOLAN_API portolan_error portolan_goal_search_use(portolan_goal_search* search, const portolan_overlay* overlay);
/* Up to `capacity` (at least 1) goals: the nearest, ascending by cost, then row by row, then by number; *count says how
 * many there are. unreachable: none can be reached. By hub labels nothing is settled; else regions are searched, with
 * edits too; at any angle without labels, or with edits, paths are compared, and `optimal` is 1 if all were proven.
 * Errors: VALUE (the rule for ends), SIZES (no capacity). Frugal. */
PORTOLAN_API portolan_error portolan_goal_search_nearest(portolan_goal_search* search,
                                                         const portolan_nearest_goals_request* request,
                                                         portolan_reached_goal* reached, size_t capacity, size_t* count,
                                                         portolan_answer* answer);
/* All goals that cost no more than `most`, in the same order. out_of_budget, no_room: they are more than `capacity`.
 * Error: VALUE (the rule for ends). Frugal. */
PORTOLAN_API portolan_error portolan_goal_search_within(portolan_goal_search* search,
                                                        const portolan_goals_within_request* request,
                                                        portolan_reached_goal* reached, size_t capacity, size_t* count,
                                                        portolan_answer* answer);
/* As portolan_goal_search_nearest, of the tiles for which is_goal(context, tile) says 1, whatever is in the set. Always
 * searches, and asks for the tiles that it settles. Frugal. */
PORTOLAN_API portolan_error portolan_goal_search_nearest_where(portolan_goal_search* search,
                                                               const portolan_nearest_goals_request* request,
                                                               portolan_is_goal is_goal, void* context,
                                                               portolan_reached_goal* reached, size_t capacity,
                                                               size_t* count, portolan_answer* answer);
/* The same for all of these tiles that cost no more than `most`, as portolan_goal_search_within; is_goal may be NULL:
 * every tile, which is where somebody can come to from there. Frugal. */
PORTOLAN_API portolan_error portolan_goal_search_within_where(portolan_goal_search* search,
                                                              const portolan_goals_within_request* request,
                                                              portolan_is_goal is_goal, void* context,
                                                              portolan_reached_goal* reached, size_t capacity,
                                                              size_t* count, portolan_answer* answer);

/* ---- Fields: costs to one goal from everywhere, and the next step ---- */

/* Memory for costs that were worked out before, 296 bytes for 64 tiles beside each other, all taken at once. Fields of
 * any number of threads share one without waiting for each other. What it holds changes no answer. */
typedef struct portolan_arena portolan_arena;
/* A goal, and what it costs to come there from any tile. */
typedef struct portolan_goal_field portolan_goal_field;

/* Where to go next. */
typedef struct portolan_next_step {
  uint32_t struct_size;
  portolan_status status;
  portolan_why why;
  uint8_t optimal;
  uint64_t cost; /* of the way from here, this step included */
  uint64_t lower_bound;
  uint64_t expansions;
  portolan_tile tile;   /* on the grid: beside this one, or where `link` ends; itself at the goal */
  uint32_t link;        /* on the grid: that leads there; PORTOLAN_NO_LINK */
  portolan_point point; /* at any angle: the next turning point; else the centre of `tile` */
} portolan_next_step;

/* A question about a step at random. */
typedef struct portolan_random_step_request {
  uint32_t struct_size;
  portolan_tile from;
  uint64_t seed;           /* of all who draw, */
  uint64_t unit;           /* of who goes, */
  uint64_t step;           /* and of the step, for example counted from the start */
  uint64_t max_expansions; /* 0: no limit */
} portolan_random_step_request;

/* Who knows a lower bound. */
typedef uint8_t portolan_bound_source;
enum {
  PORTOLAN_BOUND_PLANE = 0, /* the distance in the plane, or by way of links */
  PORTOLAN_BOUND_LABELS = 1 /* the least cost on the file */
};

/* For so many times 64 tiles, at least 4 times. Errors: MEMORY, LIMIT (more than there can be). */
PORTOLAN_API portolan_error portolan_arena_create(size_t tiles, portolan_arena** arena);
/* Fields keep it as long as they need it. */
PORTOLAN_API portolan_error portolan_arena_destroy(portolan_arena** arena);

/* One thread at a time. Errors: MISSING, RANGE, MEMORY. */
PORTOLAN_API portolan_error portolan_goal_field_create(const portolan_world* world, uint32_t profile,
                                                       const portolan_arena* arena, portolan_goal_field** field);
PORTOLAN_API portolan_error portolan_goal_field_destroy(portolan_goal_field** field);
/* From now on answers for the world as the overlay shows it now; NULL: as the file has it. Forgets the goal. Errors:
 * OTHER_WORLD, MEMORY, LIMIT; after those two it is as if NULL were given. */
PORTOLAN_API portolan_error portolan_goal_field_use(portolan_goal_field* field, const portolan_overlay* overlay);
/* Takes a goal, or by the rule for ends the nearest tile to stand on (moved_end), which *taken says if it is not
 * NULL. Until one was found every question is answered bad_goal, a bound PORTOLAN_NO_PATH. Error: VALUE (the rule for
 * ends). Frugal. */
PORTOLAN_API portolan_error portolan_goal_field_aim(portolan_goal_field* field, portolan_tile goal,
                                                    portolan_end_rule ends, portolan_tile* taken,
                                                    portolan_answer* answer);
/* What the cheapest path from a tile to the goal costs. By block labels nothing is settled; else a search from the goal
 * goes on where it stopped, and `expansions` is what the tile takes, whatever was asked before; at any angle without
 * labels, or with edits, and on maps with moves, a path is found. Frugal. */
PORTOLAN_API portolan_error portolan_goal_field_cost(portolan_goal_field* field, portolan_tile from,
                                                     uint64_t max_expansions, portolan_answer* answer);
/* answers[i] is for from[i]; both hold `count`; each may take `max_expansions`. Frugal. */
PORTOLAN_API portolan_error portolan_goal_field_costs(portolan_goal_field* field, const portolan_tile* from,
                                                      size_t count, uint64_t max_expansions,
                                                      portolan_batch_answer* answers);
/* The first step, or link, that a cheapest path from a tile to the goal begins with. Frugal. */
PORTOLAN_API portolan_error portolan_goal_field_next(portolan_goal_field* field, portolan_tile from,
                                                     uint64_t max_expansions, portolan_next_step* step);
/* A step at random, by how many cheapest paths begin with it: who draws each of its steps walks every cheapest path
 * with the same chance. The same numbers always draw the same step. As portolan_goal_field_next at any angle; undecided
 * on maps with moves (tier_missing), and where cheapest paths are too many tiles (no_room) or go round in circles by
 * links for nothing (does_not_fit). Frugal. */
PORTOLAN_API portolan_error portolan_goal_field_random_next(portolan_goal_field* field,
                                                            const portolan_random_step_request* request,
                                                            portolan_next_step* step);
/* No path from a tile to the goal costs less than *cost, with edits neither; PORTOLAN_NO_PATH: there is none. Settles
 * nothing. *source may be NULL. Frugal. */
PORTOLAN_API portolan_error portolan_goal_field_bound(portolan_goal_field* field, portolan_tile from, uint64_t* cost,
                                                      portolan_bound_source* source);

/* ---- Services find paths for many, so much work a tick ---- */

typedef struct portolan_service portolan_service;

/* Members that are 0: as said. */
typedef struct portolan_service_options {
  uint32_t struct_size;
  uint32_t threads;       /* in all, that of the caller of a tick among them, at most 1024; 0: it alone */
  uint64_t slots;         /* requests that it can have at once, answered ones included until polled; 0: 1024 */
  uint64_t clients;       /* who share the budget evenly; 0: 1 */
  uint64_t views;         /* of the world; 0: 1 */
  uint64_t old_snapshots; /* besides one a view: what was shown before and is still waited for; 0: 1 */
  uint64_t slice;         /* expansions set aside for a request when it is first asked, at least 16; 0: 4000 */
  uint32_t patience;      /* ticks of waiting that count as much as one step of priority; 0: 32 */
} portolan_service_options;

typedef struct portolan_service_terms {
  uint32_t struct_size;
  uint8_t priority; /* more goes first, among the requests of one client */
  uint64_t client;
  uint64_t view;
} portolan_service_terms;

typedef struct portolan_service_report {
  uint32_t struct_size;
  uint64_t charged;  /* expansions */
  uint64_t searches; /* as many requests were asked, some maybe several times */
  uint64_t answered; /* for portolan_service_answered */
} portolan_service_report;

typedef uint8_t portolan_ticket_state;
enum {
  PORTOLAN_TICKET_WAITING = 0,
  PORTOLAN_TICKET_ANSWERED = 1,
  PORTOLAN_TICKET_UNKNOWN = 2 /* never given out, polled before, or cancelled */
};

typedef struct portolan_served {
  uint32_t struct_size;
  uint64_t revision; /* of what the view showed when it was asked, and what it is right for */
  uint64_t asked;    /* ticks before the request, */
  uint64_t answered; /* and with the one that answered it */
  uint64_t charged;  /* expansions, those of slices that were not enough included */
} portolan_served;

/* Takes a query for each snapshot and thread. `options` may be NULL. Errors: MISSING (no map), RANGE (no such profile),
 * VALUE (an option), MEMORY, LIMIT. */
PORTOLAN_API portolan_error portolan_service_create(const portolan_world* world, uint32_t profile,
                                                    const portolan_service_options* options,
                                                    portolan_service** service);
PORTOLAN_API portolan_error portolan_service_destroy(portolan_service** service);
/* From now on a view shows the world as the overlay shows it now; NULL: as the file has it. Requests that were
 * submitted before are still answered of what was shown then. *status is set to found; or to busy, and nothing has
 * changed: there are requests that wait for more snapshots than are kept. Errors: RANGE (no such view), OTHER_WORLD,
 * MEMORY, LIMIT. */
PORTOLAN_API portolan_error portolan_service_show(portolan_service* service, uint64_t view,
                                                  const portolan_overlay* overlay, portolan_status* status);
/* Of what a view shows: 0 for the file as it was at first, one more for each time that any view was shown something.
 * Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_service_revision(const portolan_service* service, uint64_t view,
                                                      uint64_t* revision);
/* Takes a request: *status is set to found, and *ticket to its number, above those before; or to busy: all slots are
 * taken. What is asked is what portolan_query_find would be. `terms` may be NULL. The memory of `path`, which has no
 * room until then, comes back with the answer; NULL: only what the path costs. Errors: VALUE, RANGE (no such client or
 * view), OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_service_submit(portolan_service* service, const portolan_path_request* request,
                                                    const portolan_service_terms* terms, portolan_path* path,
                                                    portolan_status* status, uint64_t* ticket);
/* Works on what waits; what a tick does not use is kept while something waits. `report` may be NULL. Frugal. */
PORTOLAN_API portolan_error portolan_service_tick(portolan_service* service, uint64_t expansions,
                                                  portolan_service_report* report);
/* The tickets that the last tick has answered, in order. Frugal. */
PORTOLAN_API portolan_error portolan_service_answered(const portolan_service* service, uint64_t* tickets,
                                                      size_t capacity, size_t* count);
/* Takes an answer, if *state is set to answered: the ticket is unknown then. The path that was found takes the place of
 * what `path` was, with its memory; NULL: it is given back to the system, and the call is not frugal. `served` may be
 * NULL. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_service_poll(portolan_service* service, uint64_t ticket, portolan_path* path,
                                                  portolan_ticket_state* state, portolan_path_result* result,
                                                  portolan_served* served);
/* Forgets a request or its answer; *state, unless NULL, is set to where it stood. The memory that came with it goes to
 * `path` as above. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_service_cancel(portolan_service* service, uint64_t ticket, portolan_path* path,
                                                    portolan_ticket_state* state);

/* What is shown, or was last to be, of each snapshot: as many as views and old snapshots. */
PORTOLAN_API portolan_error portolan_service_snapshots(const portolan_service* service, uint64_t* revisions,
                                                       size_t capacity, size_t* count);
/* All that decides what a service does next, as bytes; on another machine, or later, with a service of the same world
 * file, profile and options, and any number of threads, portolan_service_read goes on from there. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_service_bytes(const portolan_service* service, uint8_t* bytes, size_t capacity,
                                                   size_t* count);
/* Tells states apart. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_service_hash(const portolan_service* service, uint64_t* hash);
/* Bytes may come from anybody. overlays[i] is what the i-th snapshot showed when they were written (NULL: the file),
 * with the same edits, refreshed as far. All tickets given out before are lost. Errors, after which the service is as
 * before: OTHER_WORLD (world, profile, options or overlays), CORRUPT, UNSUPPORTED; and after which it is as when it was
 * made: MEMORY, LIMIT. */
PORTOLAN_API portolan_error portolan_service_read(portolan_service* service, const uint8_t* bytes, size_t size,
                                                  const portolan_overlay* const* overlays, size_t overlay_count);

/* ---- Repairs take a blocked unit back to its path, near where it stands, in the grid metric ---- */

typedef struct portolan_repair portolan_repair;

typedef struct portolan_repair_request {
  uint32_t struct_size;
  portolan_tile from; /* where the unit stands, which need not be on its path */
  /* The leg that was made last, from where it stands, or from where it would come back to it, to its end; none if it
   * has walked all legs that were made. */
  const portolan_tile* ahead;
  size_t ahead_count;
  const portolan_tile* blocked; /* closed now as if they were walls: other units, not itself */
  size_t blocked_count;
  uint64_t max_expansions; /* 0: no limit */
} portolan_repair_request;

typedef struct portolan_repair_result {
  uint32_t struct_size;
  portolan_status status; /* found; undecided: there is no way back within the window, so ask a query; or why not */
  portolan_why why;
  uint8_t eased;        /* 1: edits in use may have made ways cheaper, and paths may cost more than they must */
  uint8_t searched;     /* 1: the path is one that a query found */
  uint64_t cost;        /* of the way back and of the rest of the path; nothing is proven of other paths */
  uint64_t lower_bound; /* 0 */
  uint64_t expansions;
  portolan_tile rejoined; /* the tile of the old path from which on it is as it was */
} portolan_repair_result;

/* Errors: MISSING (no map), RANGE (no such profile), MEMORY. */
PORTOLAN_API portolan_error portolan_repair_create(const portolan_world* world, uint32_t profile,
                                                   portolan_repair** repair);
PORTOLAN_API portolan_error portolan_repair_destroy(portolan_repair** repair);
/* From now on repairs on the world as the overlay shows it now, as portolan_query_use. */
PORTOLAN_API portolan_error portolan_repair_use(portolan_repair* repair, const portolan_overlay* overlay);
/* Puts the cheapest way inside the 60x60 tiles around the unit to any later tile of its path, and what is left of that,
 * in the place of the path; unless found, the path is as it was. bad_request if `ahead` does not end where its legs
 * have led to (wrong_size), or the path is of another world or profile (bad_reference); at any angle undecided
 * (tier_missing). Frugal. */
PORTOLAN_API portolan_error portolan_repair_path(portolan_repair* repair, const portolan_repair_request* request,
                                                 portolan_path* path, portolan_repair_result* result);
/* The same, and where the window has no way back, a path that the query finds to the old one's end, with a way around
 * what is blocked near the unit. The query must use the same overlay; a repair that fails leaves the path found, or
 * none. bad_request (bad_reference) if the query is of another profile. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_repair_path_far(portolan_repair* repair, const portolan_repair_request* request,
                                                     portolan_query* far, portolan_path* path,
                                                     portolan_repair_result* result);
/* What is left of a path costs from where its legs have led to; with edits, what it did. Frugal. */
PORTOLAN_API portolan_error portolan_repair_cost_to_go(const portolan_repair* repair, const portolan_path* path,
                                                       portolan_answer* answer);

/* ---- Flights find the tile that is safest from some threats ---- */

typedef struct portolan_flight portolan_flight;

typedef struct portolan_flight_request {
  uint32_t struct_size;
  portolan_end_rule ends; /* for `from` */
  portolan_tile from;
  const portolan_tile* threats; /* they move as the one who flees; those on a blocked tile threaten nobody */
  size_t threat_count;
  uint64_t reach;          /* most that the way to safety may cost, in the profile's unit */
  uint64_t margin;         /* what the way of every threat there must cost more, at least */
  uint64_t max_expansions; /* 0: no limit */
} portolan_flight_request;

typedef struct portolan_flight_result {
  uint32_t struct_size;
  portolan_status status; /* found; unreachable: no tile within reach is safe; or why nothing is known */
  portolan_why why;
  uint8_t optimal; /* 1: proven */
  uint64_t cost;   /* of the way there */
  uint64_t lower_bound;
  uint64_t expansions;
  portolan_tile from; /* as asked, or moved */
  portolan_tile to;   /* found: where to flee, which may be `from` */
  uint64_t lead;      /* found: what the way there costs the nearest threat more; PORTOLAN_NO_PATH: none can come */
} portolan_flight_result;

/* For at most so many tiles within reach. Shares the arena with fields. Errors: MISSING (no map), RANGE (no such
 * profile), VALUE (no tiles), MEMORY. */
PORTOLAN_API portolan_error portolan_flight_create(const portolan_world* world, uint32_t profile, uint32_t most_tiles,
                                                   const portolan_arena* arena, portolan_flight** flight);
PORTOLAN_API portolan_error portolan_flight_destroy(portolan_flight** flight);
/* From now on answers for the world as the overlay shows it now, as portolan_query_use. */
PORTOLAN_API portolan_error portolan_flight_use(portolan_flight* flight, const portolan_overlay* overlay);
/* The tile within reach whose lead is the greatest, of several the one that costs least to reach: whoever takes a
 * cheapest path there has at least that lead all the way. Error: VALUE (the rule for ends). Frugal. */
PORTOLAN_API portolan_error portolan_flight_find(portolan_flight* flight, const portolan_flight_request* request,
                                                 portolan_flight_result* result);

/* ---- Crowds: many units that walk to their goals together, tick by tick, and never stand in each other ---- */

typedef struct portolan_crowd portolan_crowd;

/* No unit. */
#define PORTOLAN_NO_UNIT UINT32_MAX

/* What a unit does about others in its way. */
typedef uint8_t portolan_avoidance;
enum {
  PORTOLAN_AVOIDANCE_COOPERATE = 0, /* asks allies in its way to step aside, who ask others in turn */
  PORTOLAN_AVOIDANCE_WITHHOLD = 1,  /* waits until its next step is free */
  PORTOLAN_AVOIDANCE_AROUND = 2     /* goes around those that stand */
};

typedef uint8_t portolan_unit_state;
enum {
  PORTOLAN_UNIT_IDLE = 0,   /* has done what it was ordered; steps aside for allies, and comes back */
  PORTOLAN_UNIT_GOING = 1,  /* on its way */
  PORTOLAN_UNIT_STUCK = 2,  /* the same, but has come no nearer for 16 decisions */
  PORTOLAN_UNIT_HOLDING = 3 /* stands fast where it is */
};

typedef struct portolan_crowd_options {
  uint32_t struct_size;
  uint32_t units;             /* the most it can have */
  uint64_t distance_tiles;    /* of costs to goals that are kept, 296 bytes each; 0: six a unit */
  uint64_t seed;              /* decides between steps that are worth the same */
  uint64_t max_pushes;        /* a tick; 0: no limit */
  uint64_t max_cluster_moves; /* that searches for a way to free stuck units try in a tick; 0: 8192; below 32: none */
  uint64_t max_way_states;    /* that searches for ways of units which turn settle in a tick; 0: 131072 */
} portolan_crowd_options;

typedef struct portolan_unit_spec {
  uint32_t struct_size;
  uint32_t profile;         /* one of the crowd's */
  portolan_tile tile;       /* the top-left one of its body, or of its core if it turns */
  uint8_t side;             /* units push those of their own side only */
  portolan_heading heading; /* of a unit that turns, one that it can have; any: east */
  /* A tile at terrain cost 1 takes ticks / tiles ticks, both 1 to 4096; ticks 0: each step takes one tick. */
  uint32_t ticks;
  uint32_t tiles;
} portolan_unit_spec;

typedef struct portolan_unit {
  uint32_t struct_size;
  portolan_avoidance avoidance;
  portolan_unit_state state;
  uint8_t side;
  portolan_tile tile; /* where it stands, or where the move under way began */
  portolan_tile to;   /* where that leads; `tile` if it stands */
  portolan_tile goal;
  uint64_t begin;           /* of the move under way, or the last one */
  uint64_t end;             /* from then on it stands at `to` */
  portolan_heading heading; /* where it faced as the move began; any if it does not turn */
  portolan_heading to_heading;
  portolan_heading goal_heading; /* any: all of them */
} portolan_unit;

/* Covers both ends, and what it sweeps between them, from tick `begin` on, and only `to` from `end` on. */
typedef struct portolan_unit_move {
  uint32_t unit;
  portolan_tile from;
  portolan_tile to;
  uint64_t begin;
  uint64_t end;
  portolan_heading heading; /* before the move, and after it; any if it does not turn */
  portolan_heading to_heading;
} portolan_unit_move;

typedef struct portolan_crowd_report {
  uint32_t struct_size;
  uint64_t tick;      /* the one that begins now */
  uint64_t decisions; /* units that were asked what to do */
  uint64_t pushes;    /* units that were asked to step aside */
  uint64_t waits;     /* units that decided to stay, short of their goals */
  uint64_t hash;      /* of all moves so far, the same on every machine */
  size_t started;     /* moves that have begun */
  size_t ended;       /* moves that are over */
  size_t arrived;     /* units that have come to the goals they were ordered to */
  size_t stuck;       /* units that have become stuck */
  uint64_t planned;   /* units that followed a plan which frees stuck ones */
} portolan_crowd_report;

/* For units of these profiles of the grid metric, on a map without moves. Errors: MISSING (no map), RANGE (no such
 * profile), VALUE (no profiles, or more than 255), UNSUPPORTED (at any angle, a turning
 * radius, or moves), LIMIT, MEMORY. */
PORTOLAN_API portolan_error portolan_crowd_create(const portolan_world* world, const uint32_t* profiles, size_t count,
                                                  const portolan_crowd_options* options, portolan_crowd** crowd);
PORTOLAN_API portolan_error portolan_crowd_destroy(portolan_crowd** crowd);
/* From now on units walk the world as the overlay shows it now, as portolan_query_use. */
PORTOLAN_API portolan_error portolan_crowd_use(portolan_crowd* crowd, const portolan_overlay* overlay);
/* Adds a unit. The status is found; bad_start (outside; blocked, by terrain or another unit); or out_of_budget
 * (no_room). Errors: RANGE (the profile, the ratio or the heading). Frugal. */
PORTOLAN_API portolan_error portolan_crowd_add(portolan_crowd* crowd, const portolan_unit_spec* spec, uint32_t* unit,
                                               portolan_answer* answer);
/* Takes a unit away; its number is given again. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_crowd_remove(portolan_crowd* crowd, uint32_t unit);
/* Sends a unit to a tile. The status is found; bad_goal; or unreachable, and nothing has changed then. Errors: RANGE
 * (no such unit), VALUE (the avoidance). Frugal. */
PORTOLAN_API portolan_error portolan_crowd_order(portolan_crowd* crowd, uint32_t unit, portolan_tile goal,
                                                 portolan_avoidance avoidance, portolan_answer* answer);
/* The same for a unit that turns, which is to face there as told, or however it comes. Error: RANGE (also a heading
 * that it cannot have). Frugal. */
PORTOLAN_API portolan_error portolan_crowd_order_facing(portolan_crowd* crowd, uint32_t unit, portolan_placement goal,
                                                        portolan_avoidance avoidance, portolan_answer* answer);
/* From its next move on a unit takes that long over a tile, as portolan_unit_spec. Error: RANGE (the unit or the
 * ratio). Frugal. */
PORTOLAN_API portolan_error portolan_crowd_set_pace(portolan_crowd* crowd, uint32_t unit, uint32_t ticks,
                                                    uint32_t tiles);
/* Has a unit stand fast until it is ordered elsewhere. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_crowd_hold(portolan_crowd* crowd, uint32_t unit);
/* Lets a tick pass. Frugal. */
PORTOLAN_API portolan_error portolan_crowd_tick(portolan_crowd* crowd, portolan_crowd_report* report);
/* A unit as it is between two ticks. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_crowd_unit(const portolan_crowd* crowd, uint32_t unit, portolan_unit* data);
/* What happened in the last tick, by unit; the stuck ones in the order of their decisions. Until the next call that
 * changes the crowd. Frugal. */
PORTOLAN_API portolan_error portolan_crowd_started(const portolan_crowd* crowd, portolan_unit_move* moves,
                                                   size_t capacity, size_t* count);
PORTOLAN_API portolan_error portolan_crowd_ended(const portolan_crowd* crowd, portolan_unit_move* moves,
                                                 size_t capacity, size_t* count);
PORTOLAN_API portolan_error portolan_crowd_arrived(const portolan_crowd* crowd, uint32_t* units, size_t capacity,
                                                   size_t* count);
PORTOLAN_API portolan_error portolan_crowd_stuck(const portolan_crowd* crowd, uint32_t* units, size_t capacity,
                                                 size_t* count);
/* Up to 8 others on the next tiles of a unit that became stuck, by its place in that list. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_crowd_blockers(const portolan_crowd* crowd, size_t stuck, uint32_t* units,
                                                    size_t capacity, size_t* count);
/* All that decides what units do next, as bytes; on another machine, or later, with a crowd of the same world file,
 * profiles and options but for distance_tiles, portolan_crowd_read goes on from there. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_crowd_bytes(const portolan_crowd* crowd, uint8_t* bytes, size_t capacity,
                                                 size_t* count);
/* Tells states apart. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_crowd_hash(const portolan_crowd* crowd, uint64_t* hash);
/* Bytes may come from anybody. The overlay is the one in use when they were written, or one with the same edits; NULL
 * if none was. Errors, after which the crowd is as before: OTHER_WORLD (world, profiles, options or overlay), CORRUPT,
 * UNSUPPORTED; and after which it is as before, but walks the file: MEMORY, LIMIT. */
PORTOLAN_API portolan_error portolan_crowd_read(portolan_crowd* crowd, const uint8_t* bytes, size_t size,
                                                const portolan_overlay* overlay);

/* ---- Formations: units of a crowd that march together and keep their shape ---- */

/* Who knows the ground for formations of one profile. */
typedef struct portolan_formation_guide portolan_formation_guide;
typedef struct portolan_formation portolan_formation;

typedef struct portolan_formation_guide_options {
  uint32_t struct_size;
  uint8_t has_wide_profile;  /* 1: there is a profile with a footprint as wide as formations are, */
  uint32_t wide_profile;     /* which is this one, and whose way is taken where it costs no more than */
  uint32_t detour_numerator; /* so many times the way of the units, 1 to 65535 each; both 0: 6 / 5 */
  uint32_t detour_denominator;
} portolan_formation_guide_options;

typedef struct portolan_formation_options {
  uint32_t struct_size;
  uint32_t reach;    /* steps from its slot at which a member is in its place; 0: 1 */
  uint32_t patience; /* how many steps long the leader waits for one that is not, up to 65535; 0: 64 */
} portolan_formation_options;

/* A place as the leader at 0, 0 sees it: x to the right, -30 to 30, y behind, 0 to 4095. */
typedef struct portolan_slot {
  int32_t x;
  int32_t y;
} portolan_slot;

typedef uint8_t portolan_shape_kind;
enum {
  PORTOLAN_SHAPE_LINE = 0,   /* one rank, or as many of 61 as there must be */
  PORTOLAN_SHAPE_COLUMN = 1, /* one file, or of more than 4096 slots as many as there must be */
  PORTOLAN_SHAPE_BOX = 2,    /* ranks of `files` */
  PORTOLAN_SHAPE_WEDGE = 3,  /* ranks of 1, 3, 5 and so on */
  PORTOLAN_SHAPE_FREE = 4    /* `slots` */
};

typedef struct portolan_shape {
  uint32_t struct_size;
  portolan_shape_kind kind;
  uint32_t count;             /* of slots, 1 to 65536 */
  uint32_t files;             /* 1 to 61 */
  uint32_t spacing;           /* tiles from slot to slot, up to 8; 0: 1 */
  const portolan_slot* slots; /* `count`, no two alike */
} portolan_shape;

typedef uint8_t portolan_formation_state;
enum {
  PORTOLAN_FORMATION_IDLE = 0,     /* without an order, or without members */
  PORTOLAN_FORMATION_MARCHING = 1, /* the leader is on its way */
  PORTOLAN_FORMATION_ARRIVING = 2, /* the leader is at the goal */
  PORTOLAN_FORMATION_ARRIVED = 3,  /* all have stood in their slots at once */
  PORTOLAN_FORMATION_CUT = 4       /* the way is none any more: order again */
};

typedef struct portolan_formation_member {
  uint32_t unit;
  portolan_tile slot; /* where it is to be; -1, -1: none */
} portolan_formation_member;

typedef struct portolan_formation_report {
  uint32_t struct_size;
  portolan_formation_state state;
  portolan_heading heading; /* of the leader; ANY before the first order */
  portolan_tile leader;     /* -1, -1 before the first order */
  size_t members;
  size_t behind; /* out of their places */
  size_t orders; /* that units were given */
  size_t swaps;  /* of slots between two members */
} portolan_formation_report;

/* Errors: MISSING, RANGE (no such profile), VALUE (the detour), UNSUPPORTED (at any angle, with headings, or
 * moves), MEMORY. */
PORTOLAN_API portolan_error portolan_formation_guide_create(const portolan_world* world, uint32_t profile,
                                                            const portolan_formation_guide_options* options,
                                                            portolan_formation_guide** guide);
/* Formations that use it keep it. */
PORTOLAN_API portolan_error portolan_formation_guide_destroy(portolan_formation_guide** guide);
/* The overlay that the crowd uses, as portolan_query_use. */
PORTOLAN_API portolan_error portolan_formation_guide_use(portolan_formation_guide* guide,
                                                         const portolan_overlay* overlay);
/* Errors: VALUE (patience), MEMORY. */
PORTOLAN_API portolan_error portolan_formation_create(const portolan_formation_guide* guide,
                                                      const portolan_formation_options* options,
                                                      portolan_formation** formation);
PORTOLAN_API portolan_error portolan_formation_destroy(portolan_formation** formation);
/* From now on of these units of the guide's profile, in this shape. Errors, after which nothing has changed: RANGE (no
 * such unit, one twice, of another profile, or a body larger than the spacing), SIZES (no units, or more than 65536),
 * VALUE (the shape), OTHER_WORLD, MEMORY. */
PORTOLAN_API portolan_error portolan_formation_form(portolan_formation* formation, portolan_crowd* crowd,
                                                    const uint32_t* units, size_t count, const portolan_shape* shape);
/* Another shape for the same units, from the next order on. Errors as above. */
PORTOLAN_API portolan_error portolan_formation_reshape(portolan_formation* formation, portolan_crowd* crowd,
                                                       const portolan_shape* shape);
/* Sends all off, to stand at the goal in that heading; ANY: that in which they come. The status is found, with the cost
 * of the leader's way; bad_start; bad_goal (no_room: fewer can stand near it); or unreachable, and nothing has changed
 * then. Errors: SIZES (there are no units), VALUE (the heading), OTHER_WORLD, MEMORY. */
PORTOLAN_API portolan_error portolan_formation_order(portolan_formation* formation, portolan_crowd* crowd,
                                                     portolan_tile goal, portolan_heading heading,
                                                     portolan_answer* answer);
/* Before each portolan_crowd_tick. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_formation_advance(portolan_formation* formation, portolan_crowd* crowd,
                                                       portolan_formation_report* report);
/* From the front rank to the last. Frugal. */
PORTOLAN_API portolan_error portolan_formation_members(const portolan_formation* formation,
                                                       portolan_formation_member* members, size_t capacity,
                                                       size_t* count);
/* Lets a unit go, before the crowd gives its number to another one; or all. Error: OTHER_WORLD. Frugal. */
PORTOLAN_API portolan_error portolan_formation_remove(portolan_formation* formation, portolan_crowd* crowd,
                                                      uint32_t unit);
PORTOLAN_API portolan_error portolan_formation_disband(portolan_formation* formation, portolan_crowd* crowd);
/* All that decides what a formation does next, for one of the same world file and profile, once its crowd has been
 * read. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_formation_bytes(const portolan_formation* formation, uint8_t* bytes,
                                                     size_t capacity, size_t* count);
/* Bytes may come from anybody. Errors, after which the formation is as before: OTHER_WORLD (or profile), CORRUPT (also
 * if the crowd has not all of the units), UNSUPPORTED, MEMORY. */
PORTOLAN_API portolan_error portolan_formation_read(portolan_formation* formation, const portolan_crowd* crowd,
                                                    const uint8_t* bytes, size_t size);

/* ---- Games: all that lives in their worlds, saved as one value and gone on with ---- */

/* A formation, and the crowd of its members, which is among the game's. */
typedef struct portolan_game_formation {
  portolan_formation* formation;
  portolan_crowd* crowd;
} portolan_game_formation;

/* What lives in a game, each kind in an order of the game's own, which is the same when it saves and when it loads;
 * none stands twice. Where a count is 0 the list may be NULL. */
typedef struct portolan_game_parts {
  uint32_t struct_size;
  portolan_overlay* const* overlays; /* that the game edits; what crowds walk and services show goes without saying */
  size_t overlay_count;
  portolan_veil* const* veils;
  size_t veil_count;
  portolan_influence* const* influences;
  size_t influence_count;
  portolan_crowd* const* crowds;
  size_t crowd_count;
  portolan_service* const* services;
  size_t service_count;
  const portolan_game_formation* formations;
  size_t formation_count;
} portolan_game_parts;

/* All that decides what the parts do next, as bytes, each overlay once and with what is refreshed in it. A game with
 * parts of the same world files, profiles and options in the same order, on another machine or later, goes on by
 * portolan_game_read with the same ticks, hashes, answers and work; services may have any number of threads. Queries
 * and walkers are to use their overlays again. No other call of any part meanwhile. Errors: VALUE (a crowd of
 * a formation is not among the game's), MEMORY. */
PORTOLAN_API portolan_error portolan_game_bytes(const portolan_game_parts* parts, uint8_t* bytes, size_t capacity,
                                                size_t* count);
/* Tells states apart. Error: MEMORY. */
PORTOLAN_API portolan_error portolan_game_hash(const portolan_game_parts* parts, uint64_t* hash);
/* Bytes may come from anybody. What the last ticks of crowds and services reported is lost. `message` as of
 * portolan_world_open. Errors, after which all parts are as before: OTHER_WORLD (worlds, numbers of parts, profiles or
 * options), CORRUPT, UNSUPPORTED; MEMORY, after which, if memory is quite out, each crowd and service may be as before,
 * as in the bytes or as when it was made: read the game again. */
PORTOLAN_API portolan_error portolan_game_read(const portolan_game_parts* parts, const uint8_t* bytes, size_t size,
                                               char* message, size_t message_size);
/* The same to a file, atomically and durably, and from one of at most 4 GiB. Errors: IO, LIMIT, too. */
PORTOLAN_API portolan_error portolan_game_save(const portolan_game_parts* parts, const char* path, char* message,
                                               size_t message_size);
PORTOLAN_API portolan_error portolan_game_load(const portolan_game_parts* parts, const char* path, char* message,
                                               size_t message_size);
/* ---- Boards: named places joined by arcs; error MISSING where a world has none ---- */

typedef struct portolan_arc {
  uint32_t to;
  uint32_t cost; /* in 10^-cost_decimals of the author's unit, with what it costs to enter `to` */
} portolan_arc;

/* The node of exactly that name. Errors: MISSING, NOT_FOUND. O(log nodes). Any thread. Frugal. */
PORTOLAN_API portolan_error portolan_board_find_node(const portolan_world* world, const char* name, uint32_t* node);
/* Nodes are numbered from 0. Errors: MISSING, RANGE. Any thread. Frugal. */
PORTOLAN_API portolan_error portolan_board_node_name(const portolan_world* world, uint32_t node, char* name,
                                                     size_t capacity, size_t* count);
/* What it costs to enter a node, which is a part of the cost of every arc that leads there: in 10^-cost_decimals of the
 * author's unit, 0 where nothing was said. Errors: MISSING, RANGE. Any thread. Frugal. */
PORTOLAN_API portolan_error portolan_board_node_enter(const portolan_world* world, uint32_t node, uint32_t* cost);
/* The arcs that leave a node, ascending by head, then cost. Errors: MISSING, RANGE, CORRUPT. Any thread. Frugal. */
PORTOLAN_API portolan_error portolan_board_arcs(const portolan_world* world, uint32_t node, portolan_arc* arcs,
                                                size_t capacity, size_t* count);

/* The tag of exactly that name. Errors: MISSING, NOT_FOUND. O(log tags). Any thread. Frugal. */
PORTOLAN_API portolan_error portolan_board_find_tag(const portolan_world* world, const char* name, uint32_t* tag);

typedef struct portolan_board_query portolan_board_query;

/* What the caller thinks a path from a node to a goal costs, in 10^-cost_decimals of the author's unit. Called by A*
 * for every node that it reaches, on the caller's thread; must call nothing of this query. Where it is 0 at the goal
 * and falls over no arc by more than the arc costs, the path found is the cheapest; else a path that is, or is not. */
typedef uint64_t (*portolan_estimate)(void* user, uint32_t node, uint32_t goal);

typedef struct portolan_board_request {
  uint32_t struct_size;
  portolan_tier tier; /* automatic (labels, else ch, else astar), or one of those three */
  uint32_t from;
  uint32_t to;
  uint64_t max_expansions;    /* most that `expansions` of the result may come to; 0: no limit */
  portolan_estimate estimate; /* what astar expects of the rest of a path, instead of what the file says; automatic is
                                 then astar; NULL: none */
  void* estimate_user;        /* handed to it */
} portolan_board_request;

typedef struct portolan_board_result {
  uint32_t struct_size;
  portolan_status status; /* undecided: the tier asked alone is missing, or something is closed (edited) */
  portolan_why why;       /* closed: an end is */
  portolan_tier tier;     /* that answered: labels, ch, or astar, which needs no index */
  uint8_t optimal;        /* 1: the cost is proven to be the least there is, or that there is no path */
  uint64_t cost;          /* in 10^-cost_decimals of the author's unit; 0 unless found */
  uint64_t lower_bound;   /* no path costs less; with an estimate, or one of the file's that is not consistent, what the
                             file's own bounds say, 0 if it has none */
  uint64_t expansions;    /* nodes settled; 0 where labels answer */
  uint64_t node_count;    /* for portolan_board_query_nodes; one more than there are arcs */
} portolan_board_result;

/* The way from one place to its neighbour, in this direction. */
typedef struct portolan_border {
  uint32_t from;
  uint32_t to;
} portolan_border;

/* A place within reach, and what the cheapest path there costs. */
typedef struct portolan_reached {
  uint64_t cost;
  uint32_t node;
} portolan_reached;

typedef struct portolan_nearest_request {
  uint32_t struct_size;
  uint32_t from;
  uint32_t tag; /* of the places wanted */
  uint64_t max_expansions;
} portolan_nearest_request;

typedef struct portolan_within_request {
  uint32_t struct_size;
  uint32_t from;
  uint64_t most; /* cost of the farthest places wanted */
  uint64_t max_expansions;
} portolan_within_request;

typedef struct portolan_table_request {
  uint32_t struct_size;
  portolan_tier tier; /* as of portolan_board_request */
  const uint32_t* sources;
  size_t source_count;
  const uint32_t* targets;
  size_t target_count;
  uint64_t max_expansions; /* of the whole table */
} portolan_table_request;

/* Answers for the board by the fastest index that the file holds; all are exact. Errors: MISSING, MEMORY. O(nodes +
 * arcs + indexes). */
PORTOLAN_API portolan_error portolan_board_query_create(const portolan_world* world, portolan_board_query** query);
PORTOLAN_API portolan_error portolan_board_query_destroy(portolan_board_query** query);
/* From now on answers as if these nodes and borders were closed, instead of those closed by the last call; counts of 0
 * open all. Indexes know nothing of it: astar answers. What the last find left is lost. Errors: RANGE (no such node),
 * MEMORY. O(nodes + arcs). */
PORTOLAN_API portolan_error portolan_board_query_close(portolan_board_query* query, const uint32_t* nodes,
                                                       size_t node_count, const portolan_border* borders,
                                                       size_t border_count);
/* The cheapest path between two nodes. Errors: VALUE (no tier of boards), RANGE (no such node). Frugal. */
PORTOLAN_API portolan_error portolan_board_query_find(portolan_board_query* query,
                                                      const portolan_board_request* request,
                                                      portolan_board_result* result);
/* Its cost alone: node_count is 0, and the last find's path is still there. Frugal. */
PORTOLAN_API portolan_error portolan_board_query_find_cost(portolan_board_query* query,
                                                           const portolan_board_request* request,
                                                           portolan_board_result* result);
/* The nodes of the last path found, ends included. Frugal. */
PORTOLAN_API portolan_error portolan_board_query_nodes(const portolan_board_query* query, uint32_t* nodes,
                                                       size_t capacity, size_t* count);
/* The arcs between them: arc i leads to node i + 1. Frugal. */
PORTOLAN_API portolan_error portolan_board_query_arcs(const portolan_board_query* query, portolan_arc* arcs,
                                                      size_t capacity, size_t* count);
/* Up to `capacity` (at least 1) nodes that have a tag: the nearest, ascending by cost, then by number; *count says how
 * many there are. unreachable: none can be reached. Errors: RANGE (no such node), SIZES (no capacity). Frugal. */
PORTOLAN_API portolan_error portolan_board_query_nearest(portolan_board_query* query,
                                                         const portolan_nearest_request* request,
                                                         portolan_reached* reached, size_t capacity, size_t* count,
                                                         portolan_answer* answer);
/* All nodes that cost no more than `most`, in the same order. out_of_budget, no_room: they are more than `capacity`;
 * as many as there are nodes always fit. Error: RANGE. Frugal. */
PORTOLAN_API portolan_error portolan_board_query_within(portolan_board_query* query,
                                                        const portolan_within_request* request,
                                                        portolan_reached* reached, size_t capacity, size_t* count,
                                                        portolan_answer* answer);
/* costs[i * target_count + j] is that of the cheapest path from sources[i] to targets[j], PORTOLAN_NO_PATH where there
 * is none. Unless found, what is written to costs means nothing. Errors: VALUE (no tier of boards), RANGE (no such
 * node), SIZES (`count` is not source_count * target_count). Frugal. */
PORTOLAN_API portolan_error portolan_board_query_table(portolan_board_query* query,
                                                       const portolan_table_request* request, uint64_t* costs,
                                                       size_t count, portolan_answer* answer);

/* ---- Areas, the nodes of its board; error MISSING where a world has none ----
 * Waypoints that a designer placed (portolan build --waypoints) are areas of one tile each, with the same calls: a
 * corridor then leads over the ways between them, on any floor, its areas are the waypoints on it, of which there may
 * be none, and its cost is the least over those ways as this profile walks them now. */

/* The area of a tile: a node, whose name portolan_board_node_name gives. Errors: MISSING, RANGE, NOT_FOUND (it lies
 * in no area), CORRUPT. O(log width). Any thread. Frugal. */
PORTOLAN_API portolan_error portolan_area_at(const portolan_world* world, portolan_tile tile, uint32_t* area);
/* The tile that an area's name stands for. Errors: MISSING, RANGE, NOT_FOUND (no tile of it can be stood on). Any
 * thread. Frugal. */
PORTOLAN_API portolan_error portolan_area_anchor(const portolan_world* world, uint32_t area, portolan_tile* tile);

typedef struct portolan_corridor portolan_corridor;

typedef struct portolan_corridor_request {
  uint32_t struct_size;
  portolan_end_rule ends; /* nearest: an end that cannot be stood on moves to the nearest tile that can */
  portolan_tile from;
  portolan_tile to;
  uint64_t max_expansions; /* areas and tiles to settle together; 0: no limit */
} portolan_corridor_request;

typedef struct portolan_corridor_result {
  uint32_t struct_size;
  portolan_status status; /* undecided: there is a way over areas, but no path on tiles within them (no_path_within); or
                             no way, but the board was made for another profile or before edits (exhausted) */
  portolan_why why;
  uint8_t optimal;      /* 1: proven to be the least on the map, which only a straight line is */
  uint64_t cost;        /* of tiles and links, in the profile's unit (tiles_per_unit); 0 without a path */
  uint64_t lower_bound; /* no path costs less */
  uint64_t board_cost;  /* of the way from anchor to anchor, in 10^-cost_decimals of the author's unit, with what the
                           areas cost to enter */
  uint64_t expansions;  /* areas and tiles settled */
  uint64_t area_count;  /* for portolan_corridor_areas */
  uint64_t tile_count;  /* for portolan_corridor_tiles */
  double length;        /* `cost` in tiles at terrain cost 1, links at what their author wrote; 0 without a path */
} portolan_corridor_result;

/* Finds the cheapest way over areas, as the board prices it for the first profile and without edits, and the least path
 * on tiles that keeps to them, for the profile given. With an any_angle profile the path goes from tile to tile, over
 * waypoints straight from one to the next where they see each other, and takes no links. Reserves address space by the
 * size of the map, committed where searches go. Errors: MISSING, RANGE (no such profile), MEMORY. O(areas + arcs). */
PORTOLAN_API portolan_error portolan_corridor_create(const portolan_world* world, uint32_t profile,
                                                     portolan_corridor** corridor);
PORTOLAN_API portolan_error portolan_corridor_destroy(portolan_corridor** corridor);
/* From now on answers as if these areas and borders were closed, instead of those closed by the last call; counts of
 * 0 open all but what the author closed. Links over a closed border stay open. What the last find left is lost. Errors:
 * RANGE (no such area), MEMORY. O(areas + arcs). */
PORTOLAN_API portolan_error portolan_corridor_close(portolan_corridor* corridor, const uint32_t* areas,
                                                    size_t area_count, const portolan_border* borders,
                                                    size_t border_count);
/* From now on answers for the map as the overlay shows it now; NULL: as the file has it. As portolan_query_use. What
 * the last find left is lost. Errors: OTHER_WORLD, MEMORY. */
PORTOLAN_API portolan_error portolan_corridor_use(portolan_corridor* corridor, const portolan_overlay* overlay);
/* The way from the area of one tile to that of another. Any coordinates will do: those outside the map are answered
 * by a status. After an error the last find's path is still there. Error: VALUE (the rule for ends). Frugal. */
PORTOLAN_API portolan_error portolan_corridor_find(portolan_corridor* corridor,
                                                   const portolan_corridor_request* request,
                                                   portolan_corridor_result* result);
/* The areas on the way last found, those of the ends included; also where status is undecided. Frugal. */
PORTOLAN_API portolan_error portolan_corridor_areas(const portolan_corridor* corridor, uint32_t* areas, size_t capacity,
                                                    size_t* count);
/* The tiles of the path last found, ends included; two that are no neighbours are joined by a link. Over waypoints
 * and with an any_angle profile all that follow each other are joined by a straight segment between their middles.
 * Frugal. */
PORTOLAN_API portolan_error portolan_corridor_tiles(const portolan_corridor* corridor, portolan_tile* tiles,
                                                    size_t capacity, size_t* count);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*,cppcoreguidelines-*,readability-identifier-naming) */

#endif
