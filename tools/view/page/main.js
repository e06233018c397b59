// Brings chart, scene and panel together.

// Maps above this many tiles search without any index only when told to.
const BASELINE_TILES = 2 ** 21;

// Tiers that can stop after so many nodes, and tell which these were.
const BUDGETED = new Set(["auto", "local", "regions", "waypoints", "jump", "astar"]);

// Where a body's headings at its ends are chosen.
const HEADINGS = ["heading", "goal-heading"];

// Whether an end is a place within a tile.
const isPoint = (end) => end !== null && /^\d*\.?\d*,\d*\.?\d*(,\d+)?$/.test(end) && end.includes(".");

async function start() {
  await startRuntime();
  const world = await ask("/world.json");
  const isMap = world.kind === "map";
  const chart = new Chart(element("chart"), world.width, world.height, isMap ? 0.94 : 0.84);
  const scene = isMap ? new MapScene(world, chart) : new BoardScene(world, chart);
  const state = { from: null, to: null, tier: "auto", answers: {}, report: null, why: null, here: null };
  let asked = 0; // the newest question; answers to older ones are dropped
  let hovered = 0;
  let pointer = null; // where in the world the mouse or the cross is
  let below = ""; // what is there, units aside
  let shown = {}; // what the fields and the replay show: other ends and answers alone change it

  const tiers = () => (isMap ? scene.mover.tiers : world.tiers);
  const ends = () => (isMap ? { profile: scene.profile, from: state.from, to: state.to } : { from: state.from, to: state.to });

  // How a path is chosen among equal ones, a new one at random with every question, whether it is smoothed, and how a
  // body faces at its ends.
  function style(tier) {
    const wanted = {};
    if (tier === "placed" && !exported) {
      for (const end of HEADINGS) wanted[end.replace("-", "_")] = element(end).value;
    }
    if (!isMap || exported || tier === "placed" || tier === "corridor" || tier === "board" || tier === "bounded") return wanted;
    const rule = element("ties").value;
    if (rule !== "first") wanted.ties = rule === "random" ? `random:${asked}` : rule;
    if (element("width").value !== "") wanted.width = element("width").value;
    return wanted;
  }

  function show() {
    const answer = state.answers[state.tier] || null;
    showTiers(tiers(), state, choose, (tier) => run(tier).catch(failed));
    showAnswer({ ...state, report: answer });
    element("work").hidden = state.from === null || state.to === null;
    if (answer !== shown.answer) {
      shown.answer = state.report = answer;
      replay.start(canReplay(answer) ? answer : null);
    }
    for (const end of ["from", "to"]) {
      if (state[end] === shown[end]) continue;
      shown[end] = state[end];
      element(end).value = state[end] || "";
    }
    chart.redraw();
  }

  function choose(tier) {
    state.tier = tier;
    show();
    if (state.answers[tier] === undefined && state.from !== null && state.to !== null) run(tier).catch(failed);
  }

  async function run(tier) {
    const question = asked;
    state.answers[tier] = null;
    show();
    try {
      const answer = await ask("/path.json", { ...ends(), ...style(tier), tier });
      if (question !== asked) return;
      state.answers[tier] = answer;
    } catch (error) {
      if (question !== asked) return;
      delete state.answers[tier];
      throw error;
    }
    show();
  }

  function failed(error) {
    show();
    report(error);
  }

  async function findPath() {
    const question = ++asked;
    const large = isMap && !exported && world.width * world.height > BASELINE_TILES;
    if (!tiers().includes(state.tier)) state.tier = tiers()[0];
    const isWanted = (tier) => {
      if (tier === "astar") return !large || tier === state.tier;
      return tier !== "bounded" || ![state.from, state.to].some(isPoint);
    };
    const wanted = tiers().filter(isWanted);
    state.answers = Object.fromEntries(wanted.map((tier) => [tier, null]));
    state.why = null;
    show();
    remember();
    if (pointer && isMap && !exported) hover(...pointer).catch(report); // edits and movers change what is there
    if (state.from === null || state.to === null) return;
    try {
      for (const tier of wanted) {
        await run(tier);
        if (question !== asked) return;
        if (tier === tiers()[0] && state.answers[tier].status !== "found") {
          const why = await ask("/why.json", ends());
          if (question !== asked) return;
          state.why = why;
          show();
        }
      }
    } catch (error) {
      if (question === asked) failed(error);
    }
  }

  function pick(x, y) {
    if (scene.crowd && scene.crowd.pick(x, y)) return;
    const name = scene.nameAt(x, y);
    if (name === null) return;
    if (state.from === null || state.to !== null) {
      [state.from, state.to] = [name, null];
    } else {
      state.to = name;
    }
    findPath();
  }

  function clear() {
    [state.from, state.to] = [null, null];
    findPath();
  }

  function remember() {
    if (exported) return;
    const link = new URLSearchParams();
    if (isMap && scene.profile !== (given.profile || 0)) link.set("profile", scene.profile);
    if (state.from !== null) link.set("from", state.from);
    if (state.to !== null) link.set("to", state.to);
    for (const end of HEADINGS) {
      if (!["", "any"].includes(element(end).value)) link.set(end, element(end).value);
    }
    history.replaceState(null, "", `${link}` === "" ? location.pathname : `#${link}`);
  }

  function showHere() {
    const unit = scene.crowd ? scene.crowd.hover(pointer) : "";
    element("here").textContent = unit === "" ? below : `${unit} at ${below}`;
  }

  async function hover(x, y) {
    const name = scene.nameAt(x, y);
    const question = ++hovered;
    if (!isMap || exported || name === null) {
      [pointer, below] = [[x, y], name === null ? "" : name];
      showHere();
      return;
    }
    await new Promise((resume) => setTimeout(resume, 40));
    if (question !== hovered) return;
    const here = await ask("/at.json", { profile: scene.profile, x: x.toFixed(3), y: y.toFixed(3) });
    if (question !== hovered) return;
    state.here = here;
    [pointer, below] = [[x, y], aboutTile(here, name, scene)];
    showHere();
    if (scene.layers.has("sight")) chart.redraw();
  }

  // Whether the runtime can be asked for a part of the search.
  const canReplay = (answer) => isMap && !exported && answer && BUDGETED.has(state.tier) && answer.search.settled.length > 0;

  const replay = new SearchReplay(
    (budget) => ask("/path.json", { ...ends(), ...style(state.tier), tier: state.tier, budget }),
    (answer) => {
      state.report = answer === null ? state.answers[state.tier] : answer;
      chart.redraw();
    });

  chart.onDraw = (context) => {
    scene.draw(context, state);
    if (!isMap) return;
    showCuts(scene.cuts);
    showMarks(scene, state);
    if (scene.showFloor) scene.showFloor();
  };
  chart.onPick = pick;
  chart.onHover = (x, y) => hover(x, y).catch(report);
  chart.onKey = (key) => {
    if (key === "Escape") clear();
    else if ((key === "p" || key === "P") && isMap && !exported) element("paint").click();
    else return false;
    return true;
  };
  element("zoom-in").addEventListener("click", () => chart.zoom(1.5));
  element("zoom-out").addEventListener("click", () => chart.zoom(1 / 1.5));
  element("fit").addEventListener("click", () => chart.fit());
  for (const choice of ["ties", "width", ...HEADINGS]) element(choice).addEventListener("change", findPath);
  element("swap").addEventListener("click", () => {
    [state.from, state.to] = [state.to, state.from];
    findPath();
  });
  element("ends").addEventListener("submit", (event) => {
    event.preventDefault();
    state.from = scene.endOf(element("from").value.trim()) || null;
    state.to = scene.endOf(element("to").value.trim()) || null;
    shown.from = shown.to = undefined; // they are written as they were read
    if (isMap) chart.reveal([state.from, state.to].map((end) => scene.parse(end)).filter((place) => place !== null));
    findPath();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => chart.redraw());

  element("name").textContent = world.name;
  document.title = `${world.name} - portolan view`;
  if (isMap) startMap(world, scene, chart, findPath);
  else startBoard(world);
  if (world.crowd) {
    scene.crowd = new CrowdPlayer(await ask("/crowd.json"), scene, chart);
    scene.crowd.onShow = showHere;
  }
  showLayers(scene, () => chart.redraw());

  const link = new URLSearchParams(location.hash.slice(1));
  if (isMap && world.profiles[link.get("profile")]) scene.setProfile(Number(link.get("profile")));
  for (const end of HEADINGS) {
    if ([...element(end).options].some((option) => option.value === link.get(end))) element(end).value = link.get(end);
  }
  const ofLink = (end) => (exported || link.get(end) === null ? null : scene.endOf(link.get(end)));
  state.from = ofLink("from") || given.from || null;
  state.to = ofLink("to") || given.to || null;
  await findPath();
}

function startBoard(world) {
  element("about").textContent = `${world.nodes.length} nodes, ${world.arcs.length} arcs`;
  offerNames(world.nodes);
}

function offerNames(places) {
  element("places").replaceChildren(...places.map((place) => made("option", { value: place.name })));
}

function startMap(world, scene, chart, findPath) {
  offerNames(scene.areas.filter((area) => area.at));
  scene.setProfile = (number) => {
    scene.profile = number;
    element("profile").value = String(number);
    const mover = scene.mover;
    const { count, height } = world.floors;
    const about = [`${world.width} × ${height} tiles${count > 1 ? ` on ${count} floors` : ""}`, `${mover.islands.toLocaleString("en")} island${mover.islands === 1 ? "" : "s"}`];
    if (mover.waypoints > 0) about.push(`${mover.waypoints.toLocaleString("en")} waypoints`);
    const steps = mover.steps ? `steps ${mover.steps.join(":")} on the grid` : "steps on the grid";
    about.push(mover.metric === "grid" ? steps : "any angle");
    if (mover.body) about.push(`body ${mover.body.join(" × ")}`);
    else if (mover.footprint > 1) about.push(`${mover.footprint} tiles wide`);
    const placed = mover.tiers.includes("placed");
    element("style-row").hidden = placed || exported !== null;
    element("heading-row").hidden = !placed || exported !== null;
    const headings = ["any", "E", "NE", "N", "NW", "W", "SW", "S", "SE"].filter((name) => mover.headings === 8 || name.length !== 2);
    for (const end of HEADINGS) {
      const before = element(end).value;
      element(end).replaceChildren(...headings.map((name) => made("option", { textContent: name })));
      if (headings.includes(before)) element(end).value = before;
    }
    if (!exported) showTerrains(world, mover);
    element("about").textContent = about.join(" · ");
    showLayers(scene, () => chart.redraw());
    showTerrainKey(scene);
    chart.redraw();
  };
  element("profile").replaceChildren(...world.profiles.map((profile, number) => made("option", { value: number, textContent: profile.name })));
  element("profile-choice").hidden = world.profiles.length < 2 || exported !== null;
  scene.setProfile(scene.profile);
  startFloors(world, scene, chart);
  if (!exported) startEditing(world, scene, chart, findPath);
  if (world.draft) startAuthoring(world, scene, chart, findPath).catch(report);
  element("profile").addEventListener("change", () => {
    scene.setProfile(Number(element("profile").value));
    if (scene.showChanges) scene.showChanges().catch(report);
    findPath();
  });
}

// What can be painted, and what a mover makes of it; what is chosen stays.
function showTerrains(world, mover) {
  const before = element("terrain").value;
  element("terrain").replaceChildren(...world.terrains.map((terrain, id) =>
    made("option", { value: id, textContent: `${terrain.name} (${mover.passable[id] ? "open" : "closed"})` })));
  if (before !== "") element("terrain").value = before;
}

function startEditing(world, scene, chart, findPath) {
  element("edit-section").hidden = false;
  const closed = scene.mover.passable.indexOf(false);
  element("terrain").value = String(Math.max(0, closed));
  let waiting = Promise.resolve(); // edits go out one after the other
  let queued = 0;
  let last = null;

  scene.showChanges = async () => {
    const edits = await ask("/edits.json", { profile: scene.profile });
    scene.revision = edits.revision;
    scene.dirty = edits.dirty;
    scene.edited = edits.edited;
    scene.closed = new Set(edits.closed_links);
    showEdits(edits);
    if (turnable.size > 0) showTurn();
    chart.redraw();
  };

  function send(path, parameters) {
    queued += 1;
    waiting = waiting.then(async () => {
      try {
        await change(path, parameters);
      } catch (error) {
        report(error);
      }
      queued -= 1;
      if (queued > 0) return;
      await scene.showChanges();
      await findPath();
    }).catch(report);
  }

  function paint(x, y) {
    if (scene.nameAt(x, y) === null) return;
    const side = Number(element("brush").value);
    const [left, top] = [Math.floor(x) - (side - 1) / 2, Math.floor(y) - (side - 1) / 2];
    const { count, height } = world.floors; // edits keep to one
    const first = count > 1 ? Math.floor(y / (height + 1)) * (height + 1) : 0;
    const end = count > 1 ? first + height : world.height;
    const area = [Math.max(0, left), Math.max(first, top), Math.min(world.width, left + side), Math.min(end, top + side)].join(",");
    const terrain = element("terrain").value;
    if (last === area + terrain && queued > 0) return;
    last = area + terrain;
    scene.layers.add("dirty");
    const box = document.querySelector('[data-layer="dirty"]');
    if (box) box.checked = true;
    send("/edit", { area, terrain });
  }

  let before = null;
  chart.onPaint = (x, y, begins) => {
    const [x0, y0] = begins ? [x, y] : before;
    before = [x, y];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x - x0), Math.abs(y - y0)) / Number(element("brush").value)));
    for (let i = 1; i <= steps; ++i) paint(x0 + ((x - x0) * i) / steps, y0 + ((y - y0) * i) / steps);
  };
  element("paint").addEventListener("click", () => {
    chart.painting = !chart.painting;
    element("paint").setAttribute("aria-pressed", String(chart.painting));
  });
  const turnable = new Map(world.links.list.filter((link) => link.number !== null).map((link) => [link.number, link]));
  const chosen = () => turnable.get(Number(element("link").value));
  const showTurn = () => {
    element("turn").textContent = scene.isClosed(chosen()) ? "Open" : "Close";
  };
  element("link-row").hidden = turnable.size === 0;
  element("link").replaceChildren(...[...turnable.values()].map((link) =>
    made("option", { value: link.number, textContent: `${link.name || "no name"} (${scene.nameAt(...link.from)})` })));
  element("link").addEventListener("change", showTurn);
  element("turn").addEventListener("click", () => {
    send("/link", { link: chosen().number, open: scene.isClosed(chosen()) ? 1 : 0 });
  });
  element("refresh").addEventListener("click", () => send("/refresh", { regions: 64 }));
  element("revert").addEventListener("click", () => send("/revert", {}));
  scene.showChanges().catch(report);
}

start().catch(report);
