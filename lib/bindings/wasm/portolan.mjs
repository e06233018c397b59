// SPDX-License-Identifier: BSL-1.0
// Portolan in WebAssembly: world files in, paths out. What each call does is said in portolan.d.ts.

const NAMES = {
  status: ["found", "undecided", "unreachable", "bad_start", "bad_goal", "out_of_budget", "corrupt", "partial",
    "bad_request", "busy"],
  why: ["none", "outside", "blocked", "different_islands", "exhausted", "does_not_fit", "no_local_path", "tier_missing",
    "edited", "budget_spent", "bad_reference", "moved_end", "off_lattice", "no_area", "no_path_within",
    "nearest_unknown", "closed", "no_room", "wrong_size", "no_such_node", "out_of_range"],
  tier: ["automatic", "astar", "local", "regions", "waypoints", "ch", "labels", "blocks", "jump"],
  ends: ["exact", "nearest"],
  ties: ["first", "straightest", "random"],
  matrix: ["60", "120", "by_ends"],
  metric: ["grid", "any_angle"],
};
const ERRORS = ["ok", "null", "handle", "struct_size", "value", "range", "buffer", "not_found", "missing", "other_world",
  "io", "unsupported", "corrupt", "limit", "memory", "system", "internal", "sizes"];
const MEMORY = ERRORS.indexOf("memory");
const LEG = { ready: 0, done: 1, truncated: 2, stale: 3, corrupt: 4 };
const MOST_LEG_TILES = 3600;
const TILE_BYTES = 8;
const SUB_UNITS = 256; // of a point, in a tile
const MESSAGE_BYTES = 512;
const SCRATCH_BYTES = 512; // for requests, results and variables of one call
const NO_SYSTEM = 52; // what a call of the system answers: there is none

/** An error of a call: `code` is its number in portolan.h, `reason` the same as a word. */
export class PortolanError extends Error {
  constructor(code, text) {
    super(text);
    this.name = "PortolanError";
    this.code = code;
    this.reason = ERRORS[code] ?? "unknown";
  }
}

// ---- Structs of portolan.h, laid out as C does where pointers have 32 bits ----

const MOST = { u8: 255, i32: 2 ** 31 - 1, u32: 2 ** 32 - 1, u64: 2n ** 64n - 1n };
const SIZES = { u8: 1, i32: 4, u32: 4, u64: 8, f64: 8, tile: 8 };
const READ = {
  u8: (view, at) => view.getUint8(at),
  i32: (view, at) => view.getInt32(at, true),
  u32: (view, at) => view.getUint32(at, true),
  u64: (view, at) => view.getBigUint64(at, true),
  f64: (view, at) => view.getFloat64(at, true),
  tile: (view, at) => [view.getInt32(at, true), view.getInt32(at + 4, true)],
};
const WRITE = {
  u8: (view, at, value, what) => view.setUint8(at, whole(value, 0, MOST.u8, what)),
  u32: (view, at, value, what) => view.setUint32(at, whole(value, 0, MOST.u32, what), true),
  u64: (view, at, value, what) => view.setBigUint64(at, BigInt(whole(value, 0, MOST.u64, what)), true),
  tile: (view, at, [x, y], what) => {
    view.setInt32(at, coordinate(x, what), true);
    view.setInt32(at + 4, coordinate(y, what), true);
  },
};

/** A number as it is, if it is whole and within bounds; others would be taken for some that are. */
function whole(value, least, most, what) {
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (isWhole && value >= least && value <= most) return value;
  throw new PortolanError(ERRORS.indexOf("range"), `${what}: expected a whole number from ${least} to ${most}, not ${value}`);
}

function coordinate(value, what) {
  return whole(value, -MOST.i32 - 1, MOST.i32, what);
}

function bytesOf(numbers, what) {
  return numbers instanceof Uint8Array ? numbers : Uint8Array.from(numbers, (value) => whole(value, 0, MOST.u8, what));
}

function struct(members) {
  let end = 0;
  let widest = 1;
  const fields = Object.entries(members).map(([name, type]) => {
    const alignment = type === "tile" ? 4 : SIZES[type];
    widest = Math.max(widest, alignment);
    const at = Math.ceil(end / alignment) * alignment;
    end = at + SIZES[type];
    return { name, type, at };
  });
  const size = Math.ceil(end / widest) * widest;
  return {
    size,
    /** Zeros but for its size and the values that are given. */
    write(runtime, at, values) {
      runtime.bytes.fill(0, at, at + size);
      const view = runtime.view;
      for (const field of fields) {
        const value = field.name === "struct_size" ? size : values[field.name];
        if (value !== undefined) WRITE[field.type](view, at + field.at, value, field.name);
      }
      return at;
    },
    read(runtime, at) {
      const view = runtime.view;
      return Object.fromEntries(fields.map(({ name, type, at: place }) => [name, READ[type](view, at + place)]));
    },
  };
}

const WORLD_INFO = struct({ struct_size: "u32", width: "i32", height: "i32", profile_count: "u32", terrain_count: "u32",
  node_count: "u32", arc_count: "u32", cost_decimals: "u32", floor_count: "i32", floor_height: "i32",
  link_count: "u32", notch_count: "u32", origin: "tile" });
const PROFILE_INFO = struct({ struct_size: "u32", metric: "u8", neighbours: "u8", footprint: "i32",
  island_count: "u32", passable: "u64", tiles_per_unit: "f64", diagonal: "f64" });
const LINK = struct({ struct_size: "u32", one_way: "u8", from: "tile", to: "tile", cost: "f64" });
const PATH_REQUEST = struct({ struct_size: "u32", tier: "u8", ends: "u8", unpacking: "u8", max_expansions: "u64",
  from: "tile", to: "tile", seed: "u64", ties: "u8", matrix: "u8" });
const POINT_REQUEST = struct({ struct_size: "u32", tier: "u8", max_expansions: "u64", from: "tile", to: "tile",
  matrix: "u8", ends: "u8" });
const PATH_RESULT = struct({ struct_size: "u32", status: "u8", why: "u8", tier: "u8", optimal: "u8", truncated: "u8",
  cost: "u64", lower_bound: "u64", expansions: "u64", waypoint_count: "u64", point_count: "u64", length: "f64",
  ties_scope: "u8" });
const LEG_RESULT = struct({ struct_size: "u32", status: "u8", cost: "u64", tile_count: "u64", states: "u64",
  link: "u32", unpack: "u64", kind: "u8" });
const BOARD_REQUEST = struct({ struct_size: "u32", tier: "u8", from: "u32", to: "u32", max_expansions: "u64",
  estimate: "u32", estimate_user: "u32" });
const BOARD_RESULT = struct({ struct_size: "u32", status: "u8", why: "u8", tier: "u8", optimal: "u8", cost: "u64",
  lower_bound: "u64", expansions: "u64", node_count: "u64" });

function numberOf(list, name, what) {
  const number = NAMES[list].indexOf(String(name));
  if (number < 0) throw new PortolanError(ERRORS.indexOf("value"), `${what}: expected one of ${NAMES[list].join(", ")}`);
  return number;
}

function answered(result) {
  return {
    status: NAMES.status[result.status],
    why: NAMES.why[result.why],
    tier: NAMES.tier[result.tier],
    optimal: result.optimal === 1,
    cost: result.cost,
    lowerBound: result.lower_bound,
    expansions: Number(result.expansions),
  };
}

// ---- The module ----

/** The imports of a module, of which only the clock is needed: there are no files here, and no environment. */
function importsOf(module, memory) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => NO_SYSTEM;
  }
  const system = imports.wasi_snapshot_preview1 ?? {};
  system.clock_time_get = (clock, precision, at) => {
    new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  system.proc_exit = (code) => {
    throw new PortolanError(ERRORS.indexOf("internal"), `portolan has ended with code ${code}`);
  };
  return imports;
}

async function bytesFrom(source) {
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const reply = await fetch(url);
  if (!reply.ok) throw new PortolanError(ERRORS.indexOf("io"), `${url}: ${reply.status} ${reply.statusText}`);
  return reply.arrayBuffer();
}

/** The runtime, from the file beside this one or from what is given. */
export async function load(source = "portolan.wasm") {
  const given = typeof source === "string" || source instanceof URL ? await bytesFrom(source) : source;
  const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
  let instance = null;
  instance = await WebAssembly.instantiate(module, importsOf(module, () => instance.exports.memory));
  instance.exports._initialize?.();
  return new Portolan(instance);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Portolan {
  #view = null;
  #bytes = null;

  constructor(instance) {
    this.exports = instance.exports;
    this.scratch = this.allocate(SCRATCH_BYTES + MESSAGE_BYTES);
    this.message = this.scratch + SCRATCH_BYTES;
    this.lost = new FinalizationRegistry(({ free, pointer }) => this.giveBack(free, pointer));
  }

  get version() {
    return this.textAt(this.exports.portolan_version());
  }

  open(bytes) {
    const given = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const pointer = this.withBytes(given, (at) =>
      this.make((out) => this.tell((text, room) => this.exports.portolan_world_open_memory(at, given.length, out, text, room))));
    return new World(this, pointer);
  }

  // What follows is for the classes below. Views end when memory grows, so they are asked for anew.
  get view() {
    if (this.#view === null || this.#view.buffer !== this.exports.memory.buffer) this.#view = new DataView(this.exports.memory.buffer);
    return this.#view;
  }

  get bytes() {
    if (this.#bytes === null || this.#bytes.buffer !== this.exports.memory.buffer) this.#bytes = new Uint8Array(this.exports.memory.buffer);
    return this.#bytes;
  }

  allocate(size) {
    const at = this.exports.malloc(Math.max(size, 1)) >>> 0;
    if (at === 0) this.check(MEMORY);
    return at;
  }

  withRoom(size, use) {
    const at = this.allocate(size);
    try {
      return use(at);
    } finally {
      this.exports.free(at);
    }
  }

  withBytes(bytes, use) {
    return this.withRoom(bytes.length, (at) => {
      this.bytes.set(bytes, at);
      return use(at);
    });
  }

  withText(text, use) {
    return this.withBytes(encoder.encode(`${text}\0`), use);
  }

  textAt(at) {
    return decoder.decode(this.bytes.subarray(at, this.bytes.indexOf(0, at)));
  }

  check(error, text = "") {
    if (error === 0) return;
    throw new PortolanError(error, text || this.textAt(this.exports.portolan_error_text(error)));
  }

  /** For calls that say in words what is wrong. */
  tell(call) {
    const error = call(this.message, MESSAGE_BYTES);
    if (error !== 0) this.check(error, this.textAt(this.message));
  }

  /** The handle that a call writes. */
  make(call) {
    this.check(call(this.scratch) ?? 0);
    return this.view.getUint32(this.scratch, true);
  }

  giveBack(free, pointer) {
    this.view.setUint32(this.scratch, pointer, true);
    this.check(this.exports[free](this.scratch));
  }

  number(call) {
    this.check(call(this.scratch));
    return this.view.getUint32(this.scratch, true);
  }

  /** A text of at most 255 bytes. */
  text(call) {
    this.check(call(this.scratch, SCRATCH_BYTES, 0));
    return this.textAt(this.scratch);
  }

  /** An array of whole numbers of 32 bits, `per` an element, as calls that copy write it. */
  numbers(Numbers, count, per, call) {
    return this.withRoom(count * per * Numbers.BYTES_PER_ELEMENT, (at) => {
      this.check(call(at, count, 0));
      return new Numbers(this.exports.memory.buffer, at, count * per).slice();
    });
  }

  rect([x0, y0, x1, y1]) {
    const view = this.view;
    [x0, y0, x1, y1].forEach((value, i) => view.setInt32(this.scratch + 4 * i, coordinate(value, "rectangle"), true));
    return this.scratch;
  }
}

/** What is of the module's memory: given back by close(), or when nobody can reach it any more. */
class Handle {
  #pointer;
  #free;

  constructor(runtime, pointer, free) {
    this.runtime = runtime;
    this.#pointer = pointer;
    this.#free = free;
    runtime.lost.register(this, { free, pointer }, this);
  }

  get pointer() {
    if (this.#pointer === 0) throw new PortolanError(ERRORS.indexOf("null"), "this was closed");
    return this.#pointer;
  }

  close() {
    if (this.#pointer === 0) return;
    this.runtime.lost.unregister(this);
    this.runtime.giveBack(this.#free, this.#pointer);
    this.#pointer = 0;
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }
}

export class World extends Handle {
  constructor(runtime, pointer) {
    super(runtime, pointer, "portolan_world_close");
    const at = WORLD_INFO.write(runtime, runtime.scratch, {});
    runtime.check(runtime.exports.portolan_world_get_info(pointer, at));
    const info = WORLD_INFO.read(runtime, at);
    this.width = info.width;
    this.height = info.height;
    this.floors = { count: info.floor_count, height: info.floor_height };
    this.nodeCount = info.node_count;
    this.costDecimals = info.cost_decimals;
    this.notchCount = info.notch_count;
    this.origin = info.origin;
    this.profiles = Array.from({ length: info.profile_count }, (_, number) => this.#profile(number));
    this.terrains = Array.from({ length: info.terrain_count }, (_, number) =>
      runtime.text((...room) => runtime.exports.portolan_world_terrain_name(pointer, number, ...room)));
    this.links = Array.from({ length: info.link_count }, (_, number) => this.#link(number));
  }

  #profile(number) {
    const { runtime, pointer } = this;
    const name = runtime.text((...room) => runtime.exports.portolan_world_profile_name(pointer, number, ...room));
    const at = PROFILE_INFO.write(runtime, runtime.scratch, {});
    runtime.check(runtime.exports.portolan_world_get_profile(pointer, number, at));
    const info = PROFILE_INFO.read(runtime, at);
    return { name, metric: NAMES.metric[info.metric], neighbours: info.neighbours, footprint: info.footprint,
      islands: info.island_count, passable: Number(info.passable), tilesPerUnit: info.tiles_per_unit };
  }

  #link(number) {
    const { runtime, pointer } = this;
    const name = runtime.text((...room) => runtime.exports.portolan_world_link_name(pointer, number, ...room));
    const at = LINK.write(runtime, runtime.scratch, {});
    runtime.check(runtime.exports.portolan_world_get_link(pointer, number, at));
    const { from, to, cost, one_way: oneWay } = LINK.read(runtime, at);
    return { name, from, to, cost, oneWay: oneWay === 1 };
  }

  numberOfProfile(profile) {
    if (typeof profile === "number") return whole(profile, 0, MOST.u32, "profile");
    const { runtime, pointer } = this;
    return runtime.withText(profile, (name) =>
      runtime.number((out) => runtime.exports.portolan_world_find_profile(pointer, name, out)));
  }

  numberOfTerrain(terrain) {
    if (typeof terrain === "number") return whole(terrain, 0, MOST.u8, "terrain");
    const number = this.terrains.indexOf(terrain);
    if (number < 0) throw new PortolanError(ERRORS.indexOf("not_found"), `no terrain ${terrain}; there are ${this.terrains.join(", ")}`);
    return number;
  }

  verify() {
    const { runtime, pointer } = this;
    runtime.tell((text, room) => runtime.exports.portolan_world_verify(pointer, text, room));
  }

  query(profile = 0, { baseline = false } = {}) {
    return new Query(this, this.numberOfProfile(profile), baseline);
  }

  overlay() {
    const { runtime, pointer } = this;
    return new Overlay(this, runtime.make((out) => runtime.exports.portolan_overlay_create(pointer, out)));
  }

  board() {
    return new Board(this);
  }
}

export class Query extends Handle {
  #walker;
  #path;
  #found = null;

  constructor(world, profile, baseline) {
    const { runtime } = world;
    const c = runtime.exports;
    super(runtime, runtime.make((out) => c.portolan_query_create(world.pointer, profile, baseline ? 1 : 0, out)), "portolan_query_destroy");
    this.world = world;
    this.profile = world.profiles[profile];
    this.#path = this.#room();
    this.#walker = new Handle(runtime, runtime.make((out) => c.portolan_walker_create(world.pointer, profile, out)), "portolan_walker_destroy");
  }

  #room() {
    const { runtime } = this;
    return new Handle(runtime, runtime.make((out) => runtime.exports.portolan_path_create(this.pointer, 0n, out)), "portolan_path_destroy");
  }

  use(overlay) {
    const { runtime } = this;
    if (overlay !== null && overlay.runtime !== runtime) {
      throw new PortolanError(ERRORS.indexOf("other_world"), "the overlay is of a world in another module");
    }
    const edits = overlay === null ? 0 : overlay.pointer;
    runtime.check(runtime.exports.portolan_query_use(this.pointer, edits));
    runtime.check(runtime.exports.portolan_walker_use(this.#walker.pointer, edits));
    const room = this.#room(); // edits may make paths longer than any that the file has
    this.#path.close();
    this.#path = room;
    this.#found = null;
  }

  #request(from, to, options) {
    return { from, to,
      tier: numberOf("tier", options.tier ?? "automatic", "tier"), ends: numberOf("ends", options.ends ?? "exact", "ends"),
      ties: numberOf("ties", options.ties ?? "first", "ties"), seed: options.seed ?? 0,
      matrix: numberOf("matrix", options.matrix ?? "60", "matrix"), max_expansions: options.maxExpansions ?? 0 };
  }

  #ask(layout, find, request, path) {
    const { runtime } = this;
    const asked = layout.write(runtime, runtime.scratch, request);
    const out = PATH_RESULT.write(runtime, runtime.scratch + 128, {});
    runtime.check(runtime.exports[find](this.pointer, asked, path, out));
    const result = PATH_RESULT.read(runtime, out);
    if (path !== 0) this.#found = result;
    return { ...answered(result), length: result.length };
  }

  find(from, to, options = {}) {
    return this.#ask(PATH_REQUEST, "portolan_query_find", this.#request(from, to, options), this.#path.pointer);
  }

  cost(from, to, options = {}) {
    return this.#ask(PATH_REQUEST, "portolan_query_find", this.#request(from, to, options), 0);
  }

  findBetween(from, to, options = {}) {
    const inUnits = (point) => point.map((value) => Math.round(value * SUB_UNITS));
    return this.#ask(POINT_REQUEST, "portolan_query_find_between", this.#request(inUnits(from), inUnits(to), options), this.#path.pointer);
  }

  waypoints() {
    if (this.#found === null) return new Int32Array(0);
    const { runtime } = this;
    return runtime.numbers(Int32Array, Number(this.#found.waypoint_count), 2, (...room) =>
      runtime.exports.portolan_path_waypoints(this.#path.pointer, ...room));
  }

  points() {
    if (this.#found === null) return new Float64Array(0);
    const { runtime } = this;
    const points = runtime.numbers(Int32Array, Number(this.#found.point_count), 2, (...room) =>
      runtime.exports.portolan_path_points(this.#path.pointer, ...room));
    return Float64Array.from(points, (value) => value / SUB_UNITS);
  }

  *legs() {
    const { runtime } = this;
    const c = runtime.exports;
    for (;;) {
      const at = LEG_RESULT.write(runtime, runtime.scratch, {});
      runtime.check(c.portolan_walker_next_leg(this.#walker.pointer, this.#path.pointer, at));
      const leg = LEG_RESULT.read(runtime, at);
      if (leg.status === LEG.done) return;
      if (leg.status !== LEG.ready) {
        throw new PortolanError(ERRORS.indexOf("corrupt"), leg.status === LEG.stale ? "edits have changed the path: find again" : "the path cannot be walked on");
      }
      yield { tiles: this.#tilesOfLeg(Number(leg.tile_count)), cost: leg.cost, link: leg.link === 0xffffffff ? null : leg.link };
    }
  }

  #tilesOfLeg(count) {
    const { runtime } = this;
    return runtime.numbers(Int32Array, Math.min(count, MOST_LEG_TILES), 2, (...room) =>
      runtime.exports.portolan_walker_tiles(this.#walker.pointer, ...room));
  }

  tiles() {
    const parts = [...this.legs()].map((leg) => leg.tiles);
    if (parts.length === 0 && this.#found?.waypoint_count === 1n) return this.waypoints(); // from a tile to itself
    const all = new Int32Array(parts.reduce((sum, part) => sum + part.length - 2, parts.length > 0 ? 2 : 0));
    let end = 0;
    for (const part of parts) {
      all.set(part, Math.max(0, end - 2)); // a leg begins where the one before it ends
      end = Math.max(0, end - 2) + part.length;
    }
    return all;
  }

  close() {
    this.#path.close();
    this.#walker.close();
    super.close();
  }
}

export class Overlay extends Handle {
  constructor(world, pointer) {
    super(world.runtime, pointer, "portolan_overlay_destroy");
    this.world = world;
  }

  copy() {
    const { runtime } = this;
    return new Overlay(this.world, runtime.make((out) => runtime.exports.portolan_overlay_copy(this.pointer, out)));
  }

  setTerrain(rect, terrain) {
    const { runtime } = this;
    runtime.check(runtime.exports.portolan_overlay_set_terrain(this.pointer, runtime.rect(rect), this.world.numberOfTerrain(terrain)));
  }

  setTiles(rect, terrains) {
    const { runtime } = this;
    const list = bytesOf(terrains, "terrains");
    runtime.withBytes(list, (at) =>
      runtime.check(runtime.exports.portolan_overlay_set_tiles(this.pointer, runtime.rect(rect), at, list.length)));
  }

  revert(rect) {
    const { runtime } = this;
    runtime.check(runtime.exports.portolan_overlay_revert(this.pointer, runtime.rect(rect)));
  }

  raise(rect, notches) {
    const { runtime } = this;
    const list = bytesOf(typeof notches === "number" ? [notches] : notches, "notches");
    runtime.withBytes(list, (at) => runtime.check(runtime.exports.portolan_overlay_raise(this.pointer, runtime.rect(rect), at, list.length)));
  }

  closeLink(link) {
    this.runtime.check(this.runtime.exports.portolan_overlay_close_link(this.pointer, whole(link, 0, MOST.u32, "link")));
  }

  openLink(link) {
    this.runtime.check(this.runtime.exports.portolan_overlay_open_link(this.pointer, whole(link, 0, MOST.u32, "link")));
  }

  refresh(regions) {
    const { runtime } = this;
    const most = whole(regions, 0, MOST.u32, "regions");
    return runtime.number((out) => runtime.exports.portolan_overlay_refresh(this.pointer, most, out));
  }

  terrain([x, y]) {
    const { runtime } = this;
    const [tile, out] = [runtime.scratch, runtime.scratch + TILE_BYTES];
    WRITE.tile(runtime.view, tile, [x, y], "tile");
    runtime.check(runtime.exports.portolan_overlay_get_terrain(this.pointer, tile, out));
    return runtime.bytes[out];
  }
}

export class Board extends Handle {
  #count = 0;

  constructor(world) {
    const { runtime } = world;
    super(runtime, runtime.make((out) => runtime.exports.portolan_board_query_create(world.pointer, out)), "portolan_board_query_destroy");
    this.world = world;
  }

  number(node) {
    if (typeof node === "number") return whole(node, 0, MOST.u32, "node");
    const { runtime, world } = this;
    return runtime.withText(node, (name) => runtime.number((out) => runtime.exports.portolan_board_find_node(world.pointer, name, out)));
  }

  name(node) {
    const { runtime, world } = this;
    const number = whole(node, 0, MOST.u32, "node");
    return runtime.text((...room) => runtime.exports.portolan_board_node_name(world.pointer, number, ...room));
  }

  find(from, to, options = {}) {
    const { runtime } = this;
    const asked = BOARD_REQUEST.write(runtime, runtime.scratch + 128, { from: this.number(from), to: this.number(to),
      tier: numberOf("tier", options.tier ?? "automatic", "tier"), max_expansions: options.maxExpansions ?? 0 });
    const out = BOARD_RESULT.write(runtime, runtime.scratch + 256, {});
    runtime.check(runtime.exports.portolan_board_query_find(this.pointer, asked, out));
    const result = BOARD_RESULT.read(runtime, out);
    this.#count = Number(result.node_count);
    return answered(result);
  }

  nodes() {
    const { runtime } = this;
    return runtime.numbers(Uint32Array, this.#count, 1, (...room) => runtime.exports.portolan_board_query_nodes(this.pointer, ...room));
  }

  closeNodes(nodes, borders = []) {
    const { runtime } = this;
    const numbers = Uint32Array.from([...nodes, ...borders.flat()], (node) => this.number(node));
    runtime.withBytes(new Uint8Array(numbers.buffer), (at) =>
      runtime.check(runtime.exports.portolan_board_query_close(this.pointer, at, nodes.length, at + 4 * nodes.length, borders.length)));
  }
}
