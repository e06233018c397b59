// SPDX-License-Identifier: BSL-1.0
/**
 * Long-distance paths over large tile worlds, exact and fast: the runtime of portolan in WebAssembly, for browsers and
 * Node. World files are built ahead of time by the command `portolan build`.
 *
 * Tiles are `[x, y]`, (0,0) the top-left one, y growing downwards; on several floors the rows of floor f begin at
 * f * (floors.height + 1). Rectangles are `[x0, y0, x1, y1]`, half open. Costs are whole numbers in the unit of a
 * profile (`tilesPerUnit`) or of a board (10^-`costDecimals`), as BigInt: the same ones on every machine.
 *
 * What has `close()` holds memory of the module. It is given back by that call, or some time after nobody can reach the
 * object any more. Handles may be closed in any order; one that is closed throws when it is used, and so do names of a
 * board whose world is. A module with all its handles belongs to one thread; each worker loads its own.
 *
 * All functions throw PortolanError where their arguments will not do (numbers that are not whole, or out of range:
 * `range`) or memory is short. That there is no path is an answer, not an error.
 */
/// <reference lib="esnext.disposable" />

export type Tile = readonly [x: number, y: number];
export type Rect = readonly [x0: number, y0: number, x1: number, y1: number];

export type Status = "found" | "partial" | "undecided" | "unreachable" | "bad_start" | "bad_goal" | "out_of_budget" |
  "corrupt" | "bad_request" | "busy";
/** The reason behind a status; what each means stands in portolan.h, at PORTOLAN_WHY_. */
export type Why = "none" | "outside" | "blocked" | "different_islands" | "exhausted" | "does_not_fit" |
  "no_local_path" | "tier_missing" | "edited" | "budget_spent" | "bad_reference" | "moved_end" | "off_lattice" |
  "no_area" | "no_path_within" | "nearest_unknown" | "closed" | "no_room" | "wrong_size" | "no_such_node" |
  "out_of_range";
/** How a query looks for the path; automatic takes the first that answers exactly. */
export type Tier = "automatic" | "astar" | "local" | "regions" | "waypoints" | "ch" | "labels" | "blocks" | "jump";

export class PortolanError extends Error {
  /** The number of the error in portolan.h. */
  readonly code: number;
  readonly reason: "null" | "handle" | "struct_size" | "value" | "range" | "buffer" | "not_found" | "missing" |
    "other_world" | "io" | "unsupported" | "corrupt" | "limit" | "memory" | "system" | "internal" | "sizes" | "unknown";
}

/**
 * Loads the runtime: from `portolan.wasm` beside this file, from an address, or from its bytes or module, which workers
 * may be sent.
 */
export function load(source?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Portolan>;

export class Portolan {
  /** Of the library, such as "0.1.0". */
  readonly version: string;
  /**
   * Every function of portolan.h but those that open files by name, as WebAssembly has it: pointers are numbers, and so
   * are structs and rectangles, as pointers to them; whole numbers of 64 bits are BigInt. For what has no class here.
   * What takes a function of the caller's (estimates of boards, goals by a predicate) cannot be called: there is no place
   * for one in the module.
   */
  readonly exports: WebAssembly.Exports;
  /**
   * Opens a world from a copy of the bytes of its file, which may come from anybody: what they contain is checked where
   * it is used. O(size). Errors: corrupt, unsupported, memory.
   */
  open(bytes: ArrayBuffer | ArrayBufferView): World;
}

export interface Profile {
  readonly name: string;
  /** grid: paths are tiles, and have legs; any_angle: paths are points. */
  readonly metric: "grid" | "any_angle";
  readonly neighbours: 4 | 8;
  /** Side of the mover in tiles; 0: a point. */
  readonly footprint: number;
  readonly islands: number;
  /** Positions where the mover can stand. */
  readonly passable: number;
  /** Times a cost: tile lengths at terrain cost 1. */
  readonly tilesPerUnit: number;
}

/** Stairs, a ferry, a teleport; its cost in tiles. */
export interface Link {
  readonly name: string;
  readonly from: Tile;
  readonly to: Tile;
  readonly cost: number;
  readonly oneWay: boolean;
}

declare class Handle {
  close(): void;
  [Symbol.dispose](): void;
}

export class World extends Handle {
  /** In tiles; 0 without a map. */
  readonly width: number;
  readonly height: number;
  readonly floors: { readonly count: number; readonly height: number };
  readonly profiles: readonly Profile[];
  /** Names by number. */
  readonly terrains: readonly string[];
  readonly links: readonly Link[];
  /** Of the board; 0 without one. */
  readonly nodeCount: number;
  readonly costDecimals: number;
  /** By how many notches overlays can raise tiles. */
  readonly notchCount: number;
  /** By which numbers the author's map calls the tile 0,0. */
  readonly origin: Tile;
  /** Proves all that the file contains; as long as building took. Errors: corrupt, which says what is wrong. */
  verify(): void;
  /**
   * What finds paths for a profile, by number or name. With `baseline` it can be asked for the tier astar too, for 60
   * bytes a tile. Errors: missing (no map), range or not_found (no such profile), memory.
   */
  query(profile?: number | string, options?: { baseline?: boolean }): Query;
  /** An overlay without edits. Errors: missing (no map), memory. */
  overlay(): Overlay;
  /** What finds paths over the board. Errors: missing (no board), memory. */
  board(): Board;
}

export interface Answer {
  readonly status: Status;
  readonly why: Why;
  /** That answered; automatic where the ends alone decided. */
  readonly tier: Tier;
  /** Proven: nothing costs less, or there is no path. */
  readonly optimal: boolean;
  /** In the unit of the profile or board; 0n without a path. */
  readonly cost: bigint;
  /** No path costs less. */
  readonly lowerBound: bigint;
  /** Nodes settled. */
  readonly expansions: number;
}

export interface PathAnswer extends Answer {
  /** The cost in tiles at terrain cost 1; 0 without a path. */
  readonly length: number;
}

export interface PathOptions {
  tier?: Tier;
  /** nearest: an end where nobody can stand, or a goal that cannot be reached, gives way to the nearest tile that will do. */
  ends?: "exact" | "nearest";
  /** Which of several paths of the least cost, in the grid metric. */
  ties?: "first" | "straightest" | "random";
  /** Of random ties, 0 to 2^64 - 1. */
  seed?: number | bigint;
  matrix?: "60" | "120" | "by_ends";
  /** Most nodes to settle; 0: no limit. */
  maxExpansions?: number | bigint;
}

/** Finds paths of one profile and keeps the last one. */
export class Query extends Handle {
  readonly world: World;
  readonly profile: Profile;
  /**
   * From now on answers for the world as the overlay shows it at this moment; null: as the file has it. The path last
   * found is forgotten. O(edited blocks). Errors: other_world, memory, limit.
   */
  use(overlay: Overlay | null): void;
  /**
   * Finds a path between tiles; with any_angle, between their centres. Any coordinates of 32 bits will do: those outside
   * the map are answered by a status.
   */
  find(from: Tile, to: Tile, options?: PathOptions): PathAnswer;
  /** What that path costs; the path last found stays. */
  cost(from: Tile, to: Tile, options?: PathOptions): PathAnswer;
  /** Finds a path between points, in tiles, rounded to 2^-8: the centre of tile [x, y] is [x + 0.5, y + 0.5]. */
  findBetween(from: Tile, to: Tile, options?: Omit<PathOptions, "ties" | "seed">): PathAnswer;
  /** Grid metric: ends of the path's legs, or of some, as x, y, x, y ...; start and goal included. */
  waypoints(): Int32Array;
  /** Any angle: start, turning points and goal in tiles, as x, y, x, y ... */
  points(): Float64Array;
  /**
   * Grid metric: takes the path's legs off it one by one, each worked out as it is asked for, with its tiles as x, y, x,
   * y ..., ends included; `link` is the number of the link that it is, or null. Errors: corrupt.
   */
  legs(): Generator<{ tiles: Int32Array; cost: bigint; link: number | null }, void, void>;
  /**
   * Grid metric: all tiles of the legs that are left, as x, y, x, y ...; the one tile of a path that begins where it
   * ends. Two that are no neighbours are joined by a link.
   */
  tiles(): Int32Array;
}

/** What differs from the file, for one view of the world. A query shows it once it is told to use it again. */
export class Overlay extends Handle {
  readonly world: World;
  /** A snapshot, which shares memory as far as both agree. */
  copy(): Overlay;
  /** Sets all tiles to one terrain, by number or name. Errors: range (of the rectangle too, which lies on one floor). */
  setTerrain(rect: Rect, terrain: number | string): void;
  /** The same with a number of a terrain for each tile, row by row. */
  setTiles(rect: Rect, terrains: ArrayLike<number>): void;
  /** Sets tiles back to what the file says. */
  revert(rect: Rect): void;
  /** Raises tiles by notches, one for all or one for each, row by row, 0 to notchCount. */
  raise(rect: Rect, notches: number | ArrayLike<number>): void;
  closeLink(link: number): void;
  openLink(link: number): void;
  /** Customises up to so many of the regions that edits have opened, and tells how many remain. Answers are exact without. */
  refresh(regions: number): number;
  /** The number of a tile's terrain. */
  terrain(tile: Tile): number;
}

/** Finds paths over the world's board and keeps the last one. Nodes are given by number or by name. */
export class Board extends Handle {
  readonly world: World;
  number(node: number | string): number;
  name(node: number): string;
  find(from: number | string, to: number | string, options?: { tier?: "automatic" | "labels" | "ch" | "astar"; maxExpansions?: number | bigint }): Answer;
  /** The nodes of the path last found, ends included. */
  nodes(): Uint32Array;
  /** From now on answers as if these nodes and borders, and no others, were closed. */
  closeNodes(nodes: readonly (number | string)[], borders?: readonly (readonly [from: number | string, to: number | string])[]): void;
}
