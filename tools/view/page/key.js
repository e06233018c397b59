// What colours, dots and lines mean that are on the chart now, and the floors of a map.

// Colour, what it is drawn as, and what it is.
function shownMarks(scene, state) {
  const { layers, world, mover } = scene;
  const marks = [];
  const has = (layer, ...list) => {
    if (layers.has(layer)) marks.push(...list);
  };
  if (state.from !== null || state.to !== null) marks.push([COLOURS.path, "dot", "A, B: where the path starts and ends"]);
  if (state.report && state.report.line.length > 0) marks.push([COLOURS.path, "line", "the path"]);
  if (state.report && layers.has("search")) {
    const { settled, open } = state.report.search;
    if (settled.length > 0) marks.push([COLOURS.settled, "box", "what the search has looked at"]);
    if (open.length > 0) marks.push([COLOURS.open, "box", "what it has seen and left"]);
    if (state.report.windows.length > 0) marks.push([COLOURS.window, "frame", "squares that were searched tile by tile"]);
  }
  if (world.areas.list.length > 0) has("areas", [COLOURS.border, "line", "borders of named areas"]);
  if (world.ways.of > 0) has("ways", [COLOURS.way, "line", "ways between waypoints"]);
  if (world.moves.of > 0) has("moves", [COLOURS.wall, "line", "walls"], [COLOURS.move, "line", "edges that cost to cross"]);
  if (world.links.list.length > 0) {
    has("links", [COLOURS.link, "ring", "links: stairs, ferries and the like"]);
    if (scene.closed.size > 0) has("links", [COLOURS.closed, "ring", "links that are closed"]);
  }
  for (let level = 0; level < mover.levels; ++level) {
    if (!layers.has(`regions${level}`)) continue;
    marks.push([COLOURS.region, "line", "borders of regions"], [COLOURS.portal, "dot", "where paths cross them"],
      [COLOURS.relay, "dot", "relays inside regions"]);
    break;
  }
  if (mover.waypoints > 0) has("waypoints", [COLOURS.waypoint, "dot", "corners that paths turn around"]);
  if (mover.waypoints > 0) has("sight", [COLOURS.sight, "line", "what the nearest corner sees"]);
  if (scene.edited) {
    marks.push([COLOURS.edited, "box", "tiles that are not as in the file"]);
    has("dirty", [COLOURS.dirty, "frame", "regions searched tile by tile since"], [COLOURS.refreshed, "frame", "regions worked out anew"]);
  }
  return marks;
}

function marked([colour, form, text]) {
  const mark = made("i", { className: form });
  mark.style.setProperty("--mark", colour);
  mark.setAttribute("aria-hidden", "true");
  return made("li", {}, mark, text);
}

// In tiles, as a mover pays for it.
function costText(cost) {
  return cost === 0 ? "impassable" : `cost ${Number(cost.toFixed(4))}`;
}

// Terrains by how much there is of them, each with what it costs the mover chosen.
function showTerrainKey(scene) {
  element("key-section").hidden = false;
  const terrains = scene.world.terrains.map((terrain, id) => ({ ...terrain, id })).filter(({ tiles }) => tiles > 0);
  terrains.sort((a, b) => b.tiles - a.tiles || a.id - b.id);
  element("terrain-key").replaceChildren(...terrains.map(({ name, tiles, id }) =>
    marked([scene.mover.colours[id], "box", `${name}: ${costText(scene.mover.costs[id])}, ${tiles.toLocaleString("en")} tile${tiles === 1 ? "" : "s"}`])));
}

// Anew only when there is something else to say.
function showMarks(scene, state) {
  const marks = shownMarks(scene, state);
  const said = JSON.stringify(marks);
  if (said === scene.saidMarks) return;
  scene.saidMarks = said;
  element("mark-key").replaceChildren(...marks.map(marked));
}

// A choice of floors, and of the stairs between them, which jump to their other end.
function startFloors(world, scene, chart) {
  const { count, height } = world.floors;
  element("floor-row").hidden = count < 2;
  if (count < 2) return;
  const floorOf = (y) => Math.min(count - 1, Math.max(0, Math.floor(y / (height + 1))));
  const choice = element("floor");
  choice.replaceChildren(...Array.from({ length: count }, (_, floor) => made("option", { value: floor, textContent: String(floor) })));
  const look = (floor) => chart.show([0, floor * (height + 1), world.width, floor * (height + 1) + height]);
  choice.addEventListener("change", () => look(Number(choice.value)));
  scene.showFloor = () => {
    if (document.activeElement !== choice) choice.value = String(floorOf(chart.y));
  };

  const stairs = world.links.list.filter(({ from, to }) => floorOf(from[1]) !== floorOf(to[1]));
  element("stairs-label").hidden = element("jump").hidden = stairs.length === 0;
  element("stairs").replaceChildren(...stairs.map((link, number) =>
    made("option", { value: number, textContent: `${link.name || "no name"}: ${scene.nameAt(...link.from)} to ${scene.nameAt(...link.to)}` })));
  let there = null; // the end that was jumped to
  element("jump").addEventListener("click", () => {
    const link = stairs[Number(element("stairs").value)];
    there = there === link.to ? link.from : link.to;
    chart.centre(there[0] + 0.5, there[1] + 0.5);
    choice.value = String(floorOf(there[1]));
  });
}
