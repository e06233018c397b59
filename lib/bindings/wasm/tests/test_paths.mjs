// SPDX-License-Identifier: BSL-1.0
// The package as a program uses it. PORTOLAN_PACKAGE is its folder, PORTOLAN_COMMAND builds worlds, PORTOLAN_COSTS says
// what C++ answers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const { PORTOLAN_PACKAGE, PORTOLAN_COMMAND, PORTOLAN_COSTS, PORTOLAN_WORLDS } = process.env;
const { load, PortolanError } = await import(pathToFileURL(join(PORTOLAN_PACKAGE, "portolan.mjs")));

const folder = mkdtempSync(join(tmpdir(), "portolan-"));
after(() => rmSync(folder, { recursive: true }));

function built(name, ...options) {
  const made = join(folder, `${name}.pnav`);
  execFileSync(PORTOLAN_COMMAND, ["build", join(PORTOLAN_WORLDS, name), ...options, "-o", made], { stdio: "ignore" });
  return made;
}

function costOfCommand(world, ...ends) {
  return JSON.parse(execFileSync(PORTOLAN_COMMAND, ["path", world, ...ends, "--json"])).cost;
}

const harbour = built("harbour.map");
const classic = built("classic.tsv");
const portolan = await load();

function tilesBetween(tiles) {
  return Array.from({ length: tiles.length / 2 }, (_, i) => [tiles[2 * i], tiles[2 * i + 1]]);
}

function isLegal(tiles, from, to) {
  const steps = tilesBetween(tiles);
  assert.deepEqual(steps[0], from);
  assert.deepEqual(steps.at(-1), to);
  return steps.every(([x, y], i) => i === 0 || Math.max(Math.abs(x - steps[i - 1][0]), Math.abs(y - steps[i - 1][1])) === 1);
}

test("a thousand paths cost what they cost in C++", () => {
  const world = portolan.open(readFileSync(harbour));
  const query = world.query();
  const lines = execFileSync(PORTOLAN_COSTS, [harbour, "1000"], { encoding: "utf8" }).trim().split("\n");
  assert.equal(lines.length, 1000);
  const names = { 0: "found", 2: "unreachable", 3: "bad_start", 4: "bad_goal" };
  let found = 0;
  for (const line of lines) {
    const [x0, y0, x1, y1, status, cost] = line.split(" ");
    const answer = query.find([+x0, +y0], [+x1, +y1]);
    assert.equal(answer.status, names[status], line);
    assert.equal(answer.cost, BigInt(cost), line);
    found += answer.status === "found" ? 1 : 0;
  }
  assert.ok(found > 100, `${found} paths`);
  world.close();
});

test("a path is walked tile by tile, at what the command says", () => {
  const world = portolan.open(readFileSync(harbour));
  assert.deepEqual([world.width, world.height], [256, 192]);
  const query = world.query(world.profiles[0].name);
  const [from, to] = [[2, 2], [246, 180]];
  const found = query.find(from, to);
  assert.equal(found.status, "found");
  assert.ok(found.optimal);
  assert.ok(Math.abs(found.length - costOfCommand(harbour, "2,2", "246,180")) < 1e-6);
  assert.ok(Math.abs(Number(found.cost) * query.profile.tilesPerUnit - found.length) < 1e-3);
  assert.deepEqual([...query.waypoints().slice(0, 2)], from);
  let walked = 0n;
  const first = query.legs().next().value;
  walked += first.cost;
  const rest = query.tiles();
  assert.ok(isLegal(Int32Array.from([...first.tiles, ...rest.slice(2)]), from, to));
  assert.equal(query.tiles().length, 0);
  assert.ok(walked > 0n && walked < found.cost);
  query.close();
  world.close();
});

test("edits are exact at once, and leave the file as it is", () => {
  const world = portolan.open(readFileSync(harbour));
  const query = world.query();
  const before = query.find([2, 2], [246, 180]);
  const overlay = world.overlay();
  const wall = world.terrains.findIndex((_, number) => {
    const tried = overlay.copy();
    tried.setTerrain([2, 2, 3, 3], number);
    query.use(tried);
    tried.close();
    return query.find([2, 2], [246, 180]).why === "blocked";
  });
  assert.ok(wall >= 0);
  overlay.setTerrain([128, 0, 129, 192], world.terrains[wall]);
  query.use(overlay);
  const cut = query.find([2, 2], [246, 180]);
  assert.deepEqual([cut.status, cut.cost, cut.optimal], ["unreachable", 0n, true]);
  overlay.revert([128, 100, 129, 120]);
  assert.equal(overlay.terrain([128, 50]), wall);
  query.use(overlay);
  const around = query.find([2, 2], [246, 180]);
  assert.ok(around.status === "found" && around.cost > before.cost);
  assert.ok(isLegal(query.tiles(), [2, 2], [246, 180]));
  let left = overlay.refresh(1);
  while (left > 0) left = overlay.refresh(8);
  query.use(overlay);
  assert.equal(query.find([2, 2], [246, 180]).cost, around.cost);
  query.use(null);
  assert.equal(query.find([2, 2], [246, 180]).cost, before.cost);
  assert.throws(() => overlay.setTerrain([0, 0, 0, 0], wall), (error) => error.reason === "range");
  assert.throws(() => overlay.setTiles([0, 0, 2, 2], [wall]), (error) => error.reason === "value");
  world.close();
});

test("numbers that would be taken for others are refused, and so is what is of another module", async () => {
  const world = portolan.open(readFileSync(harbour));
  const query = world.query();
  const overlay = world.overlay();
  const isRange = (error) => error instanceof PortolanError && error.reason === "range";
  const before = query.find([2, 2], [246, 180]).cost;
  for (const wrong of [
    () => overlay.setTerrain([2, 2, 3, 3], 256), () => overlay.setTerrain([2, 2, 3, 3], -1),
    () => overlay.setTerrain([2 ** 32 + 2, 2, 2 ** 32 + 3, 3], 0), () => overlay.setTerrain([2, 2, 3], 0),
    () => overlay.setTiles([2, 2, 3, 3], [256]), () => overlay.setTiles([2, 2, 3, 3], { length: 1, 0: "@" }),
    () => overlay.raise([2, 2, 3, 3], 256), () => overlay.closeLink(2 ** 32), () => overlay.refresh(-1),
    () => overlay.terrain([2.5, 2]), () => world.query(2 ** 32),
    () => query.find([2 ** 32 + 2, 2], [246, 180]), () => query.find([NaN, 2], [246, 180]),
    () => query.findBetween([2 ** 24 + 2.5, 2.5], [246.5, 180.5]), () => query.find([2, 2], [3, 3], { maxExpansions: 1.5 }),
    () => query.find([2, 2], [3, 3], { maxExpansions: -1 }), () => query.find([2, 2], [3, 3], { seed: 2n ** 64n }),
  ]) assert.throws(wrong, isRange, String(wrong));
  query.use(overlay);
  assert.equal(query.find([2, 2], [246, 180]).cost, before);
  assert.equal(query.find([-(2 ** 31), 2], [246, 180]).status, "bad_start");

  const other = (await load()).open(readFileSync(harbour));
  const theirs = other.overlay();
  assert.throws(() => query.use(theirs), (error) => error.reason === "other_world");
  other.close();
  world.close();
});

test("a path from a tile to itself is that tile", () => {
  const world = portolan.open(readFileSync(harbour));
  const query = world.query();
  assert.equal(query.find([2, 2], [2, 2]).status, "found");
  assert.deepEqual([...query.tiles()], [2, 2]);
  world.close();
});

test("boards are asked by name", () => {
  const world = portolan.open(readFileSync(classic));
  const board = world.board();
  const found = board.find("Alaska", "Brazil");
  assert.equal(Number(found.cost) / 10 ** world.costDecimals, costOfCommand(classic, "Alaska", "Brazil"));
  const names = [...board.nodes()].map((node) => board.name(node));
  assert.equal(names[0], "Alaska");
  assert.equal(names.at(-1), "Brazil");
  board.closeNodes([names[1]]);
  const around = board.find("Alaska", "Brazil");
  assert.ok(around.cost >= found.cost);
  assert.ok(![...board.nodes()].map((node) => board.name(node)).includes(names[1]));
  assert.throws(() => board.find("Atlantis", "Brazil"), (error) => error.reason === "not_found");
  assert.throws(() => world.query(), (error) => error instanceof PortolanError && error.reason !== "internal");
  world.close();
});

test("bytes may come from anybody", () => {
  const bytes = readFileSync(harbour);
  for (const given of [new Uint8Array(0), bytes.subarray(0, 1000), new Uint8Array(bytes.length)]) {
    assert.throws(() => portolan.open(given), (error) => error instanceof PortolanError && error.reason === "corrupt" && error.message !== "");
  }
  const forged = Uint8Array.from(bytes);
  forged[forged.length >> 1] ^= 255;
  const world = portolan.open(forged);
  assert.throws(() => world.verify(), (error) => error.reason === "corrupt");
  world.close();
});

test("a handle that is closed throws, and a lost one gives its memory back", async () => {
  const world = portolan.open(readFileSync(harbour));
  const query = world.query();
  world.close();
  world.close();
  assert.throws(() => world.query(), (error) => error.reason === "null");
  assert.equal(query.find([2, 2], [246, 180]).status, "found");
  query.close();
  assert.throws(() => query.find([2, 2], [246, 180]), (error) => error.reason === "null");
  assert.throws(() => portolan.open(readFileSync(harbour)).query(7), (error) => error.reason === "range");
  assert.throws(() => portolan.open(readFileSync(harbour)).query().find([0, 0], [1, 1], { tier: "none" }), /tier/);
  // Worlds that nobody closes do not fill the memory of the module, where the collector is told to run.
  if (!globalThis.gc) return;
  const size = () => portolan.exports.memory.buffer.byteLength;
  let first = 0;
  for (let i = 1; i <= 200; ++i) {
    portolan.open(readFileSync(harbour)).query();
    if (i % 10 !== 0) continue;
    globalThis.gc();
    await new Promise((resume) => setTimeout(resume, 0));
    if (i === 20) first = size();
  }
  assert.ok(size() <= 2 * first, `${size()} bytes after 200 worlds, ${first} after 20`);
});
