// The panel beside the chart: ends, answers of every tier, layers and edits.

const element = (id) => document.getElementById(id);

function made(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function report(error) {
  element("answer").textContent = error.message;
  element("answer").className = "no";
}

const shortNumber = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(value >= 10 ? 1 : 2));

const REASONS = {
  does_not_fit: "ends too far apart", no_local_path: "none in its window", tier_missing: "no such index", edited: "not while edits are open",
  no_path_within: "no path within these areas", no_room: "costs too far apart",
  different_islands: "other island", budget_spent: "gave up", no_area: "an end in no area", closed: "an end is closed", nearest_unknown: "nearest not known", bad_reference: "file contradicts itself",
};
const reason = (answer) => REASONS[answer.why] || answer.status.replaceAll("_", " ");

const ABOUT = {
  auto: "takes the first tier that answers exactly", local: "A* in 60×60 tiles around both ends, or 120×120",
  regions: "A* over region levels, then leg by leg", waypoints: "A* over corners that see each other",
  corridor: "keeps to the named areas on the way", board: "over the ways between waypoints", bounded: "costs at most 1 % above the least there is", placed: "by tile and heading, for the whole body; at most 10 % above the least", ch: "contraction hierarchy", labels: "hub labels", blocks: "labels joined per 8×8 tiles", jump: "jump points on the tiles, nothing prepared", astar: "plain search, the baseline",
};

// The table of tiers; choosing one shows its path and what it searched.
function showTiers(tiers, state, choose, run) {
  const table = element("tiers");
  table.hidden = state.from === null || state.to === null;
  const focused = table.contains(document.activeElement) ? document.activeElement.closest("tr").dataset.tier : null;
  table.tBodies[0].replaceChildren(...tiers.map((tier) => {
    const answer = state.answers[tier];
    const button = made("button", { type: "button", textContent: tier, title: ABOUT[tier] || "" });
    button.setAttribute("aria-pressed", String(tier === state.tier));
    button.addEventListener("click", () => choose(tier));
    const row = made("tr", {}, made("td", {}, button));
    row.dataset.tier = tier;
    if (!answer) {
      const cell = made("td", { colSpan: 3 });
      if (answer === null) {
        cell.textContent = "…";
      } else {
        const start = made("button", { type: "button", textContent: "Run", title: "May take seconds on a map of this size" });
        start.addEventListener("click", () => run(tier));
        cell.append(start);
      }
      row.append(cell);
    } else if (answer.status !== "found") {
      row.append(made("td", { colSpan: 3, className: "no", textContent: reason(answer) }));
    } else {
      row.append(made("td", { textContent: String(Number(answer.cost.toFixed(4))), title: answer.optimal ? "proven the least" : "not proven the least" }),
        made("td", { textContent: shortNumber(answer.us) }),
        made("td", { textContent: answer.expansions.toLocaleString("en") }));
    }
    return row;
  }));
  if (focused !== null) table.querySelector(`tr[data-tier="${focused}"] button`).focus();
}

// One sentence on the tier chosen, and where its work went.
function showAnswer(state) {
  const answer = state.report;
  const line = element("answer");
  line.className = "";
  delete line.dataset.cost;
  element("spent").textContent = "";
  if (state.why) {
    line.textContent = state.why.text;
    line.className = "no";
    return;
  }
  if (!answer) {
    line.textContent = state.from === null ? "Click two places." : state.to === null ? "Click where to go." : "…";
    return;
  }
  if (answer.status !== "found") {
    line.textContent = `${state.tier}: ${reason(answer)}`;
    line.className = "no";
    return;
  }
  line.dataset.cost = answer.cost;
  line.textContent = `Cost ${Number(answer.cost.toFixed(6))}${answer.optimal ? ", the least there is" : aboveLeast(answer)}`;
  const parts = Object.entries(answer.expansions_by_tier || {}).filter(([, count]) => count > 0)
    .map(([part, count]) => `${part} ${count.toLocaleString("en")}`);
  const spent = [`Answered by ${answer.tier}`];
  if (parts.length > 0) spent.push(`nodes: ${parts.join(", ")}`);
  else if (answer.expansions === 0) spent.push("no node settled");
  if (answer.windows && answer.windows.length > 0) spent.push(`${answer.windows.length} window${answer.windows.length > 1 ? "s" : ""}`);
  if (answer.ties_scope) spent.push(`chosen by ${answer.ties_scope}`);
  if (answer.segments) {
    const narrow = answer.segments.filter((kind) => kind === "narrow").length;
    spent.push(`smoothed to ${answer.points.length} points, cost ${Number(answer.smooth_cost.toFixed(4))}${narrow > 0 ? `, ${narrow} too narrow` : ""}`);
  }
  if (answer.nodes) spent.push(answer.nodes.join(" → "));
  if (answer.areas) spent.push(answer.areas.join(" → "), againstFree(answer));
  element("spent").textContent = spent.join("; ") + ".";
}

// What is known of a path that is not proven the least.
function aboveLeast(answer) {
  if (!answer.lower_bound) return ", not proven the least";
  return `, at most ${(Math.ceil(1e4 * (answer.cost / answer.lower_bound - 1)) / 100).toFixed(2)} % above the least`;
}

// What it costs to keep to the board, be it of areas or of waypoints.
function againstFree(answer) {
  const board = answer.tier === "board";
  if (answer.free_cost === null) return `without ${board ? "the board" : "areas"} there is no way at all`;
  const more = answer.cost - answer.free_cost;
  const free = `the free optimum is ${Number(answer.free_cost.toFixed(4))}`;
  if (more < -1e-5) return `${free}: links save ${Number((-more).toFixed(4))}`;
  const percent = answer.free_cost > 0 ? (100 * more) / answer.free_cost : 0;
  return more < 1e-5 ? `${free}, too` : `${free}: keeping to the ${board ? "waypoints" : "areas"} costs ${Number(more.toFixed(4))} more (${percent.toFixed(1)} %)`;
}

function showLayers(scene, redraw) {
  element("layer-section").hidden = false;
  element("layers").replaceChildren(...scene.layerList.map(([name, title, colour]) => {
    const box = made("input", { type: "checkbox", checked: scene.layers.has(name) });
    box.dataset.layer = name;
    box.addEventListener("change", () => {
      scene.layers[box.checked ? "add" : "delete"](name);
      redraw();
    });
    const label = made("label", {}, box);
    if (colour) {
      const swatch = made("i");
      swatch.style.background = colour;
      label.append(swatch);
    }
    label.append(title);
    return label;
  }));
}

// What of all that there is the chart shows, if not all.
function showCuts(cuts) {
  const list = cuts.length > 1 ? `${cuts.slice(0, -1).join(", ")} and ${cuts.at(-1)}` : cuts.join("");
  element("cut").hidden = cuts.length === 0;
  element("cut").textContent = `Showing ${list}, spread evenly.${exported ? "" : " Zoom in for more."}`;
}

// What is known of a tile, in a line.
function aboutTile(here, tile, scene) {
  const island = here.island === null ? "edited" : here.island === 0 ? "blocked" : `island ${here.island}`;
  const cost = here.cost === 0 ? "impassable" : `cost ${here.cost}`;
  const area = here.area === null ? "" : `${here.area}: `;
  const end = here.dead_end ? `, dead end ${here.dead_end.number} off ${scene.nameAt(...here.dead_end.gate)}` : "";
  return `${tile}  ${area}${here.terrain}, ${cost}, ${island}${end}`;
}

function showEdits(edits) {
  const open = edits.dirty.filter((region) => region.open).length;
  element("edits").textContent = edits.edited
    ? `${edits.closed_links.length > 0 ? `${edits.closed_links.length} link${edits.closed_links.length === 1 ? "" : "s"} closed, ` : ""}` +
      `${edits.dirty.length} dirty region${edits.dirty.length === 1 ? "" : "s"}, ${open} searched tile by tile, ${edits.refreshed} refreshed.`
    : "";
  element("refresh").disabled = open === 0;
  element("revert").disabled = !edits.edited;
}
