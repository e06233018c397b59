// The units of a run on the chart, and the controls that play it.

const HUES = 12; // neighbours by number differ most
const AT_REST = 0.4; // how opaque units are that move no more,
const ASIDE = 0.3; // and those that are of another group than the one that is lit
const MOST_PAUSE_MS = 250; // of a page that was not shown, what counts as time played
const CLAIMS = { left: "rgba(224,112,0,0.55)", entered: "rgba(20,80,200,0.5)" };
const NOWHERE = -1;
const NO_HEADING = 8;
const FACES = ["E", "NE", "N", "NW", "W", "SW", "S", "SE"];
const NO_GROUP = "#6b7079";

class CrowdPlayer {
  constructor(about, scene, chart) {
    this.ticks = new CrowdTicks(about);
    this.about = about;
    this.scene = scene;
    this.chart = chart;
    this.shown = null; // the place of the tick that is shown
    this.tiles = []; // x and y of every unit then
    this.wanted = 0;
    this.playing = false;
    this.clock = 0; // the place that is due, with its fraction
    this.chosen = null; // the index of a unit
    this.hovered = null; // the index of the unit below the mouse or the cross
    this.charts = new RunCharts(about);
    this.indexOf = new Map(about.units.map((unit, index) => [unit, index]));
    this.onShow = () => {};
    element("crowd-section").hidden = false;
    element("moment").max = String(this.ticks.last);
    element("play").addEventListener("click", () => this.play(!this.playing));
    element("back").addEventListener("click", () => this.step(-1));
    element("forward").addEventListener("click", () => this.step(1));
    element("moment").addEventListener("input", () => this.seek(Number(element("moment").value)));
    element("tail").addEventListener("change", () => this.seek(this.wanted));
    element("unit").addEventListener("input", () => this.chooseTyped());
    document.addEventListener("keydown", (event) => this.key(event));
    const ways = [["unit", "number", true], ["group", "group", about.groups], ["side", "side", about.sides]];
    const known = ways.filter(([, , isKnown]) => isKnown);
    element("colour-by").replaceChildren(...known.map(([value, textContent]) => made("option", { value, textContent })));
    element("colour-by").value = about.groups ? "group" : "unit";
    element("colour-row").hidden = known.length < 2;
    element("colour-by").addEventListener("change", () => chart.redraw());
    for (const [kind, colour] of Object.entries(CLAIMS)) element(`claims-${kind}`).style.background = colour;
    this.seek(0);
  }

  // Space plays wherever it does nothing else; arrows step where they neither move the chart nor change a value, and
  // a slider steps by itself.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target, key } = event;
    const isSlider = target === element("moment");
    const steps = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1 };
    if (!isSlider && target.closest("select, input:not([type=checkbox])")) return;
    if (key === " " && !target.closest("button, [type=checkbox]")) {
      if (!event.repeat) this.play(!this.playing);
    } else if (steps[key] && !(isSlider && key.startsWith("Arrow"))) {
      this.step(steps[key]);
    } else {
      return;
    }
    event.preventDefault();
  }

  play(playing) {
    if (this.playing === playing) return;
    this.playing = playing;
    element("play").textContent = playing ? "Stop" : "Play";
    if (!playing) return;
    this.seek(this.wanted === this.ticks.last ? 0 : this.wanted);
    this.before = performance.now();
    requestAnimationFrame((now) => this.run(now));
  }

  // A step of playing: waits where the tick that is due has not come, and never shows what is not in the trace.
  run(now) {
    if (!this.playing) return;
    const passed = Math.min(MOST_PAUSE_MS, Math.max(0, now - this.before)) / 1000;
    this.before = now;
    if (this.shown === this.wanted) {
      this.clock = Math.min(this.ticks.last, this.clock + passed * Number(element("speed").value));
      if (Math.floor(this.clock) !== this.wanted) this.want(Math.floor(this.clock));
    }
    if (this.shown === this.ticks.last && this.wanted === this.shown) this.play(false);
    else requestAnimationFrame((then) => this.run(then));
  }

  step(by) {
    this.play(false);
    this.seek(this.wanted + by);
  }

  // Goes to a place of the run, or as near as there is one.
  seek(place) {
    this.clock = Math.min(this.ticks.last, Math.max(0, place));
    this.want(this.clock);
  }

  // Shows a tick when it, those before and after it and those of the tails have come.
  async want(place) {
    this.wanted = place;
    try {
      const needed = [Math.max(0, place - 1), place, Math.min(this.ticks.last, place + 1)];
      for (let first = place - this.tail; first < place; first += this.about.piece) needed.push(Math.max(0, first));
      const isThere = (each) => this.ticks.get(each) !== null;
      while (!needed.every(isThere)) {
        await Promise.all(needed.map((each) => this.ticks.load(each)));
        if (this.wanted !== place) return;
      }
      this.show(place);
      await this.ticks.load(place + this.about.piece);
    } catch (error) {
      this.play(false);
      report(error);
    }
  }

  get tail() {
    return Math.min(Number(element("tail").value), this.about.piece * (PIECES_KEPT / 2));
  }

  show(place) {
    this.now = this.ticks.get(place);
    this.next = place < this.ticks.last ? this.ticks.get(place + 1) : null;
    const { tick, tiles, stuck, counts, load } = this.now;
    [this.shown, this.tiles] = [place, tiles];
    const known = {
      moved: this.moved(place), decided: counts && counts[0], waited: counts && counts[1],
      stuck: stuck && stuck.reduce((sum, each) => sum + each, 0),
    };
    const count = (number) => number.toLocaleString("en");
    element("moment").value = String(place);
    element("moment").setAttribute("aria-valuetext", `tick ${tick}, ${count(known.moved)} moved${known.stuck ? `, ${count(known.stuck)} stuck` : ""}`);
    const resting = this.about.rests.filter((from) => from <= place).length;
    const units = `${count(this.about.units.length)} unit${this.about.units.length === 1 ? "" : "s"}`;
    element("crowd-about").textContent = `Tick ${count(tick)} of ${count(this.about.last)}\n` +
      `${units}, ${count(known.moved)} moved, ${count(resting)} at rest`;
    this.showChosen();
    this.charts.show(this.ticks.last === 0 ? 0 : place / this.ticks.last, known, load);
    this.onShow();
    this.chart.redraw();
  }

  // How many units have moved or turned since the tick before, or are about it.
  moved(place) {
    const before = this.ticks.get(Math.max(0, place - 1));
    const { tiles, headings, moves } = this.now;
    let moved = 0;
    for (let i = 0; 2 * i < tiles.length; ++i) {
      const stays = tiles[2 * i] === before.tiles[2 * i] && tiles[2 * i + 1] === before.tiles[2 * i + 1];
      const turned = headings && (headings[i] & 15) !== (before.headings[i] & 15);
      if (place > 0 && (!stays || turned || (moves && moves[4 * i + 3] !== 0))) moved += 1;
    }
    return moved;
  }

  // The unit whose number was typed, in sight.
  chooseTyped() {
    const typed = element("unit").value.trim();
    this.chosen = typed === "" ? null : this.indexOf.get(Number(typed)) ?? null;
    if (this.chosen !== null && this.shown !== null) this.chart.reveal([this.middle(this.chosen)]);
    this.showChosen();
    this.chart.redraw();
  }

  showChosen() {
    const missing = element("unit").value.trim() === "" ? "" : "is not there";
    const place = () => `at ${this.tileName(this.tiles[2 * this.chosen], this.tiles[2 * this.chosen + 1])}`;
    const isShown = this.chosen !== null && this.shown !== null;
    element("unit-place").textContent = this.chosen === null ? missing : isShown ? place() : "";
    element("unit-about").textContent = isShown ? this.aboutUnit(this.chosen) : "";
  }

  tileName(x, y) {
    return this.scene.nameAt(x + 0.5, y + 0.5);
  }

  // What else is known of a unit in the tick that is shown.
  aboutUnit(index) {
    const { about, now } = this;
    const body = this.bodyOf(index);
    const known = [];
    if (body && about.bodies.length > 1) known.push(body.name);
    if (about.sides) known.push(`side ${about.sides[index]}`);
    if (this.groupOf(index) !== 0) known.push(`group ${this.groupOf(index)}`);
    const [from, to] = now.headings ? [now.headings[index] & 15, now.headings[index] >> 4] : [NO_HEADING, NO_HEADING];
    if (from !== NO_HEADING) known.push(`faces ${FACES[from]}`);
    if (now.moves && now.moves[4 * index + 3] !== 0) {
      const [x, y, begin, end] = now.moves.subarray(4 * index, 4 * index + 4);
      const isStep = x !== this.tiles[2 * index] || y !== this.tiles[2 * index + 1];
      const what = [from === to ? "" : `turns to ${FACES[to]}`, isStep ? `on the way to ${this.tileName(x, y)}` : ""];
      known.push(`${what.filter((each) => each !== "").join(" and is ")} from tick ${begin} to ${end}`);
    }
    if (now.slots && now.slots[2 * index] !== NOWHERE) known.push(`its place is ${this.tileName(now.slots[2 * index], now.slots[2 * index + 1])}`);
    if (now.stuck && now.stuck[index]) known.push("stuck");
    return known.join(", ");
  }

  // How many tiles a unit without a body of its own is wide: as many as the mover on the page.
  get side() {
    return Math.max(1, this.scene.mover.footprint);
  }

  bodyOf(index) {
    return this.about.bodies ? this.about.bodies[this.about.movers[index]] : null;
  }

  // How many tiles its first square is wide.
  coreOf(index) {
    const body = this.bodyOf(index);
    return body ? body.core : this.side;
  }

  groupOf(index) {
    return this.about.groups ? this.about.groups[index] : 0;
  }

  // How far the move under way has come, from 0 to 1, and where it leads: its way for links is not drawn.
  stepOf(index) {
    const { moves, tick, tiles } = this.now;
    if (!moves || moves[4 * index + 3] === 0) return null;
    const [x, y, begin, end] = moves.subarray(4 * index, 4 * index + 4);
    const isNear = Math.max(Math.abs(x - tiles[2 * index]), Math.abs(y - tiles[2 * index + 1])) <= 1;
    return { x, y, done: isNear ? (tick - begin) / (end - begin) : 0 };
  }

  // Where its top-left corner is, between tiles if it is on its way.
  cornerOf(index) {
    const [x, y] = [this.tiles[2 * index], this.tiles[2 * index + 1]];
    const step = this.stepOf(index);
    return step ? [x + (step.x - x) * step.done, y + (step.y - y) * step.done] : [x, y];
  }

  middle(index) {
    const half = this.coreOf(index) / 2;
    return this.cornerOf(index).map((value) => value + half);
  }

  // The index of the unit that is at a place of the world or, from afar, nearest around it; null if there is none.
  indexAt(x, y) {
    if (this.shown === null || !this.scene.layers.has("crowd")) return null;
    let nearest = null;
    let least = Infinity;
    for (let index = 0; index < this.about.units.length; ++index) {
      const [u, v] = this.middle(index);
      const apart = Math.max(Math.abs(u - x), Math.abs(v - y));
      const reach = Math.max(this.coreOf(index) / 2, 7 / this.chart.scale);
      if (apart < least && (apart <= reach || this.covers(index, x, y))) [nearest, least] = [index, apart];
    }
    return nearest;
  }

  // Whether its body covers a place, as it stands or sets out.
  covers(index, x, y) {
    const body = this.bodyOf(index);
    if (!body || !this.now.headings || body.covered.length === 1) return false;
    const rows = body.covered[this.now.headings[index] & 15] || [];
    const [u, v] = [Math.floor(x) - this.tiles[2 * index], Math.floor(y) - this.tiles[2 * index + 1]];
    for (let i = 0; i < rows.length; i += 3) {
      if (rows[i] === v && rows[i + 1] <= u && u < rows[i + 2]) return true;
    }
    return false;
  }

  // Lights the group of the unit at a place, and tells which unit that is; empty if there is none.
  hover(place) {
    const before = this.lit;
    this.hovered = place === null ? null : this.indexAt(...place);
    if (this.lit !== before) this.chart.redraw();
    if (this.hovered === null) return "";
    const group = this.groupOf(this.hovered);
    return `unit ${this.about.units[this.hovered]}${group === 0 ? "" : ` of group ${group}`}`;
  }

  // The group that is lit: that of the unit below the mouse, or of the one that is chosen; 0: none.
  get lit() {
    const index = this.hovered === null ? this.chosen : this.hovered;
    return index === null ? 0 : this.groupOf(index);
  }

  // Chooses the unit that is there, or no longer; false if there is none.
  pick(x, y) {
    const index = this.indexAt(x, y);
    if (index === null) return false;
    this.chosen = index === this.chosen ? null : index;
    element("unit").value = this.chosen === null ? "" : String(this.about.units[index]);
    this.showChosen();
    this.chart.redraw();
    return true;
  }

  colourOf(index) {
    const by = element("colour-by").value;
    if (by === "side") return hue(this.about.sides[index]);
    if (by === "unit") return hue(this.about.units[index]);
    return this.groupOf(index) === 0 ? NO_GROUP : hue(this.groupOf(index));
  }

  draw(context, taken) {
    if (this.shown === null) return;
    const hasFormations = this.about.led !== undefined && this.scene.layers.has("formations");
    const hasClaims = this.scene.layers.has("claims");
    element("claims-legend").hidden = !hasClaims;
    element("formations-legend").hidden = !hasFormations;
    if (hasClaims) this.drawClaims(context);
    if (hasFormations) this.drawFormations(context);
    const { tiles } = this;
    const groups = new Map(); // of units drawn alike
    const [x0, y0, x1, y1] = this.chart.seen;
    for (let index = 0; 2 * index < tiles.length; ++index) {
      const [x, y] = [tiles[2 * index], tiles[2 * index + 1]];
      const reach = this.reachOf(index);
      if (x + reach < x0 || y + reach < y0 || x - reach > x1 || y - reach > y1) continue;
      const moves = this.about.rests[index] > this.shown;
      const isAside = this.lit !== 0 && this.groupOf(index) !== this.lit;
      const key = [isAside, moves, this.colourOf(index), this.about.movers ? this.about.movers[index] : 0].join();
      if (!groups.has(key)) groups.set(key, { isAside, moves, colour: this.colourOf(index), units: [] });
      groups.get(key).units.push(index);
    }
    for (const { isAside, moves, colour, units } of [...groups.values()].sort((a, b) => a.moves - b.moves)) {
      const faint = isAside ? ASIDE : 1;
      if (moves && this.tail > 0) this.drawTails(context, units, colour, 0.6 * faint);
      context.globalAlpha = faint * (moves ? 1 : AT_REST);
      const turning = units.filter((index) => this.turns(index));
      if (turning.length > 0) this.drawBodies(context, turning, colour);
      const others = turning.length === 0 ? units : units.filter((index) => !this.turns(index));
      if (others.length === 0) continue;
      const half = this.coreOf(others[0]) / 2;
      this.scene.dots(context, others.flatMap((index) => this.cornerOf(index)), half, this.radiusOf(others[0]), colour);
    }
    context.globalAlpha = 1;
    if (this.lit !== 0) this.ring(context, (index) => this.groupOf(index) === this.lit, hue(this.lit), 2);
    if (this.now.stuck) this.ring(context, (index) => this.now.stuck[index], COLOURS.path, 3.5);
    if (hasFormations) this.drawLeaders(context);
    if (this.chosen !== null) this.drawChosen(context, taken);
  }

  radiusOf(index) {
    return Math.max(2, this.coreOf(index) * 0.4 * this.chart.scale);
  }

  // How far from its tile a unit may reach.
  reachOf(index) {
    const body = this.bodyOf(index);
    return this.coreOf(index) + 1 + (body ? Math.max(0, ...body.lines.flat().map(Math.abs)) : 0);
  }

  turns(index) {
    return this.now.headings !== null && (this.now.headings[index] & 15) !== NO_HEADING && this.bodyOf(index) !== null &&
      this.bodyOf(index).lines.length > 1;
  }

  // Where the rear and the front of a body and its nose are, in the world.
  lineOf(index) {
    const { lines } = this.bodyOf(index);
    const heading = this.now.headings[index];
    const step = this.stepOf(index);
    const [from, to] = [lines[heading & 15], lines[heading >> 4]];
    const done = step ? step.done : 0;
    const middle = this.middle(index);
    return from.map((value, i) => middle[i % 2] + value + ((to[i] ?? value) - value) * done);
  }

  drawBodies(context, units, colour) {
    const wide = Math.max(3, this.coreOf(units[0]) * this.chart.scale * 0.75);
    const noses = [];
    context.lineCap = "square";
    for (const index of units) {
      const line = this.lineOf(index);
      const [rear, front] = [0, 2].map((i) => this.chart.toPage(line[i], line[i + 1]));
      for (const [style, width] of [[COLOURS.halo, wide * 1.2], [colour, wide]]) {
        context.beginPath();
        context.moveTo(...rear);
        context.lineTo(front[0] + 0.01, front[1]); // a line without length has no caps
        context.strokeStyle = style;
        context.lineWidth = width;
        context.stroke();
      }
      noses.push(line[4], line[5]);
    }
    this.scene.dots(context, noses, 0, Math.max(1.5, wide * 0.2), "#fff");
  }

  // What each unit that moves in this tick leaves, and what it comes to.
  drawClaims(context) {
    const { tick, tiles, moves, headings } = this.now;
    const rows = { left: [], entered: [] };
    const [x0, y0, x1, y1] = this.chart.seen;
    for (let index = 0; index < this.about.units.length; ++index) {
      const from = [tiles[2 * index], tiles[2 * index + 1], headings ? headings[index] & 15 : NO_HEADING];
      const reach = this.reachOf(index);
      if (from[0] + reach < x0 || from[1] + reach < y0 || from[0] - reach > x1 || from[1] - reach > y1) continue;
      let to = null;
      if (moves && moves[4 * index + 3] !== 0) {
        to = [moves[4 * index], moves[4 * index + 1], headings ? headings[index] >> 4 : NO_HEADING];
      } else if (this.next && this.next.tick === tick + 1) {
        const isUnderWay = moves && this.next.moves[4 * index + 3] !== 0;
        const there = isUnderWay ? this.next.moves.subarray(4 * index) : this.next.tiles.subarray(2 * index);
        const faces = this.next.headings ? this.next.headings[index] : NO_HEADING;
        to = [there[0], there[1], isUnderWay && this.next.headings ? faces >> 4 : faces & 15];
      }
      if (to !== null && from.some((value, i) => value !== to[i])) this.claim(rows, index, from, to);
    }
    for (const [kind, all] of Object.entries(rows)) {
      context.fillStyle = CLAIMS[kind];
      for (const [x, y, end] of all) {
        const [u, v] = this.chart.toPage(x, y);
        const [u1, v1] = this.chart.toPage(end, y + 1);
        context.fillRect(u, v, u1 - u, v1 - v);
      }
    }
  }

  claim(rows, index, from, to) {
    const body = this.bodyOf(index);
    const core = this.coreOf(index);
    const square = Array.from({ length: core }, (_, y) => [y, 0, core]).flat();
    const headingOf = (place) => (place[2] === NO_HEADING || (body && body.covered.length === 1) ? 0 : place[2]);
    const covered = (place) => (body ? body.covered[headingOf(place)] : square);
    const add = (kind, [x, y], relative) => {
      for (let i = 0; i < relative.length; i += 3) rows[kind].push([x + relative[i + 1], y + relative[i], x + relative[i + 2]]);
    };
    const way = wayOf(from, to);
    const heading = headingOf(from);
    if (body && way !== null && body.entered[heading][way]) {
      add("left", from, body.left[heading][way]);
      add("entered", from, body.entered[heading][way]);
    } else {
      add("left", from, covered(from));
      add("entered", to, covered(to));
    }
  }

  // The ways of leaders, past and to come, and the places of units, with lines to those that are not in theirs.
  drawFormations(context) {
    const { led, ways, groups } = this.about;
    const { slots } = this.now;
    const { scale } = this.chart;
    context.lineJoin = "round";
    led.forEach((group, number) => {
      const colour = hue(group);
      context.globalAlpha = this.lit === 0 || this.lit === group ? 1 : ASIDE;
      context.strokeStyle = colour;
      context.lineWidth = 1.5;
      context.setLineDash([6, 4]);
      context.beginPath();
      this.line(context, ways[number]);
      context.stroke();
      context.setLineDash([]);
      if (slots) {
        context.beginPath();
        groups.forEach((other, index) => {
          const [u, v] = [slots[2 * index], slots[2 * index + 1]];
          if (other !== group || u === NOWHERE) return;
          const core = this.coreOf(index);
          if (core * scale > 5) this.scene.frame(context, [u + 0.12, v + 0.12, u + core - 0.12, v + core - 0.12]);
          if (u === this.tiles[2 * index] && v === this.tiles[2 * index + 1]) return;
          context.moveTo(...this.chart.toPage(...this.middle(index)));
          context.lineTo(...this.chart.toPage(u + core / 2, v + core / 2));
        });
        context.lineWidth = 1;
        context.stroke();
      }
    });
    context.globalAlpha = 1;
  }

  // Where leaders are and look.
  drawLeaders(context) {
    const { leaders, leads } = this.now;
    this.about.led.forEach((group, number) => {
      const [x, y] = [leaders[2 * number], leaders[2 * number + 1]];
      if (x === NOWHERE) return;
      const [u, v] = this.chart.toPage(x + 0.5, y + 0.5);
      const size = Math.max(6, 0.6 * this.chart.scale);
      const turn = leads[number] === NO_HEADING ? Math.PI / 2 : (leads[number] * Math.PI) / 4;
      const at = (angle, far) => [u + far * Math.cos(turn + angle), v - far * Math.sin(turn + angle)];
      context.globalAlpha = this.lit === 0 || this.lit === group ? 1 : ASIDE;
      context.beginPath();
      context.moveTo(...at(0, size));
      context.lineTo(...at(2.4, size));
      context.lineTo(...at(Math.PI, size * 0.35));
      context.lineTo(...at(-2.4, size));
      context.closePath();
      context.fillStyle = hue(group);
      context.fill();
      context.strokeStyle = "#fff";
      context.lineWidth = 1.5;
      context.stroke();
    });
    context.globalAlpha = 1;
  }

  // A line through the middles of tiles, broken where it goes from floor to floor or over a link.
  line(context, way) {
    for (let i = 0; i < way.length; i += 2) {
      const place = this.chart.toPage(way[i] + 0.5, way[i + 1] + 0.5);
      const { height } = this.scene.world.floors;
      const goesOn = i > 0 && Math.floor(way[i - 1] / (height + 1)) === Math.floor(way[i + 1] / (height + 1));
      if (goesOn) context.lineTo(...place);
      else context.moveTo(...place);
    }
  }

  // Rings around units.
  ring(context, isRinged, colour, width) {
    context.beginPath();
    for (let index = 0; index < this.about.units.length; ++index) {
      if (!isRinged(index)) continue;
      const [u, v] = this.chart.toPage(...this.middle(index));
      const radius = this.radiusOf(index) + 2.5;
      context.moveTo(u + radius, v);
      context.arc(u, v, radius, 0, 7);
    }
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1.5, Math.min(width, this.chart.scale * 0.12));
    context.stroke();
  }

  // The ways of units through the last ticks, from floor to floor none.
  drawTails(context, units, colour, opacity) {
    const { height } = this.scene.world.floors;
    const floor = (y) => Math.floor(y / (height + 1));
    const ways = [];
    for (let place = Math.max(0, this.shown - this.tail); place <= this.shown; ++place) {
      const there = this.ticks.get(place);
      if (there !== null) ways.push(there.tiles);
    }
    const core = this.coreOf(units[0]);
    context.beginPath();
    for (const index of units) {
      let [lastX, lastY] = [null, null];
      for (const tiles of ways) {
        const [x, y] = [tiles[2 * index], tiles[2 * index + 1]];
        if (x === lastX && y === lastY) continue;
        const place = this.chart.toPage(x + core / 2, y + core / 2);
        if (lastX === null || floor(y) !== floor(lastY)) context.moveTo(...place);
        else context.lineTo(...place);
        [lastX, lastY] = [x, y];
      }
      if (this.stepOf(index)) context.lineTo(...this.chart.toPage(...this.middle(index)));
    }
    context.globalAlpha = opacity;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, Math.min(4, core * this.chart.scale * 0.25));
    context.lineJoin = "round";
    context.lineCap = "round";
    context.stroke();
  }

  drawChosen(context, taken) {
    const radius = this.radiusOf(this.chosen);
    const [u, v] = this.chart.toPage(...this.middle(this.chosen));
    for (const [style, width] of [["#fff", 5], [COLOURS.path, 2.5]]) {
      context.beginPath();
      context.arc(u, v, radius + 4, 0, 7);
      context.strokeStyle = style;
      context.lineWidth = width;
      context.stroke();
    }
    const off = radius + 15;
    const places = [[u, v - off], [u, v + off], [u + off, v], [u - off, v]];
    this.scene.write(context, `unit ${this.about.units[this.chosen]}`, places, COLOURS.name, taken);
  }
}

// The number of a move among those of a body: steps from east against the clock, turns against the clock and with it;
// null if it is none of them.
function wayOf([x, y, heading], [toX, toY, toHeading]) {
  const [right, down] = [toX - x, toY - y];
  if (right === 0 && down === 0) return ((toHeading - heading) & 7) < 4 ? 8 : 9;
  if (heading !== toHeading || Math.max(Math.abs(right), Math.abs(down)) > 1) return null;
  return (Math.round((Math.atan2(-down, right) * 4) / Math.PI) + 8) % 8;
}

// A colour of units: dark enough for light ground, of hues that look light, too.
function hue(number) {
  const angle = (number * 150 + 210) % 360;
  return `hsl(${angle} 85% ${angle >= 40 && angle <= 200 ? 34 : 48}%)`;
}
