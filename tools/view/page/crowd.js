// A run of a crowd: its ticks, which come in pieces, the units on the chart, and the controls that play it.

const PIECES_KEPT = 64;
const HUES = 12; // neighbours by number differ most
const AT_REST = 0.4; // how opaque units are that move no more
const MOST_PAUSE_MS = 250; // of a page that was not shown, what counts as time played

// The ticks of a run, by their place in it from 0 on.
class CrowdTicks {
  constructor(about) {
    this.about = about;
    this.pieces = new Map(); // by number; a promise until the piece has come
  }

  get last() {
    return this.about.ticks - 1;
  }

  // The number of a tick and x and y of every unit; null if it has not come.
  get(place) {
    const number = Math.floor(place / this.about.piece);
    const bytes = this.pieces.get(number);
    if (!(bytes instanceof ArrayBuffer)) return null;
    const first = number * this.about.piece;
    const count = Math.min(this.about.piece, this.about.ticks - first);
    const units = this.about.units.length;
    const row = place - first;
    return {
      tick: new Uint32Array(bytes, 4 * row, 1)[0],
      tiles: new Int32Array(bytes, 4 * count + 8 * units * row, 2 * units),
    };
  }

  // Asks for the piece of a tick, unless it is there or under way; what is settled when it has come.
  async load(place) {
    const number = Math.floor(Math.min(this.last, Math.max(0, place)) / this.about.piece);
    const known = this.pieces.get(number);
    if (known) {
      this.pieces.delete(number); // and put last: the first is the one that was not wanted for the longest time
      this.pieces.set(number, known);
      return known;
    }
    const coming = Promise.resolve(ask("/crowd.bin", { piece: number }));
    this.pieces.set(number, coming);
    while (this.pieces.size > PIECES_KEPT) this.pieces.delete(this.pieces.keys().next().value);
    try {
      const bytes = await coming;
      this.pieces.set(number, bytes);
      return bytes;
    } catch (error) {
      this.pieces.delete(number);
      throw error;
    }
  }
}

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
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.drawMoving());
    new ResizeObserver(() => this.drawMoving()).observe(element("moving"));
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

  // Shows a tick when it, the one before it and those of the tails have come.
  async want(place) {
    this.wanted = place;
    try {
      const needed = [Math.max(0, place - 1), place];
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
    const { tick, tiles } = this.ticks.get(place);
    [this.shown, this.tiles] = [place, tiles];
    element("moment").value = String(place);
    element("moment").setAttribute("aria-valuetext", `tick ${tick}`);
    const resting = this.about.rests.filter((from) => from <= place).length;
    const count = (number) => number.toLocaleString("en");
    const units = `${count(this.about.units.length)} unit${this.about.units.length === 1 ? "" : "s"}`;
    element("crowd-about").textContent = `Tick ${count(tick)} of ${count(this.about.last)}\n` +
      `${units}, ${count(this.moved(place))} moved, ${count(resting)} at rest`;
    this.showChosen();
    this.drawMoving();
    this.onShow();
    this.chart.redraw();
  }

  // How many units have moved since the tick before.
  moved(place) {
    const before = this.ticks.get(Math.max(0, place - 1)).tiles;
    let moved = 0;
    for (let i = 0; i < before.length; i += 2) {
      if (this.tiles[i] !== before[i] || this.tiles[i + 1] !== before[i + 1]) moved += 1;
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
    const place = () => `at ${this.scene.nameAt(...this.middle(this.chosen))}`;
    element("unit-place").textContent = this.chosen === null ? missing : this.shown === null ? "" : place();
  }

  // How many tiles a unit is wide: as many as the mover on the page.
  get side() {
    return Math.max(1, this.scene.mover.footprint);
  }

  middle(index) {
    return [this.tiles[2 * index] + 0.5, this.tiles[2 * index + 1] + 0.5];
  }

  // The index of the unit that is at a place of the world or, from afar, nearest around it; null if there is none.
  indexAt(x, y) {
    if (this.shown === null || !this.scene.layers.has("crowd")) return null;
    const { tiles } = this;
    const half = this.side / 2;
    let reach = Math.max(half, 7 / this.chart.scale);
    let nearest = null;
    for (let index = 0; 2 * index < tiles.length; ++index) {
      const apart = Math.max(Math.abs(tiles[2 * index] + half - x), Math.abs(tiles[2 * index + 1] + half - y));
      if (apart <= reach) [nearest, reach] = [index, apart];
    }
    return nearest;
  }

  // The number of the unit there; null if there is none.
  unitAt(x, y) {
    const index = this.indexAt(x, y);
    return index === null ? null : this.about.units[index];
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

  draw(context, taken) {
    if (this.shown === null) return;
    const { tiles } = this;
    const half = this.side / 2;
    const radius = Math.max(2, half * 0.8 * this.chart.scale);
    const groups = Array.from({ length: 2 * HUES }, () => []); // those at rest, then those that are not
    const [x0, y0, x1, y1] = this.chart.seen;
    for (let index = 0; 2 * index < tiles.length; ++index) {
      const [x, y] = [tiles[2 * index], tiles[2 * index + 1]];
      if (x + this.side < x0 || y + this.side < y0 || x > x1 || y > y1) continue;
      const moves = this.about.rests[index] > this.shown ? HUES : 0;
      groups[moves + (this.about.units[index] % HUES)].push(index);
    }
    groups.forEach((group, number) => {
      const colour = hue(number % HUES);
      if (number >= HUES && this.tail > 0) this.drawTails(context, group, colour);
      context.globalAlpha = number < HUES ? AT_REST : 1;
      const places = group.flatMap((index) => [tiles[2 * index], tiles[2 * index + 1]]);
      this.scene.dots(context, places, half, radius, colour);
    });
    context.globalAlpha = 1;
    if (this.chosen !== null) this.drawChosen(context, radius, taken);
  }

  // The ways of units through the last ticks, from floor to floor none.
  drawTails(context, group, colour) {
    const { height } = this.scene.world.floors;
    const floor = (y) => Math.floor(y / (height + 1));
    const ways = [];
    for (let place = Math.max(0, this.shown - this.tail); place <= this.shown; ++place) {
      const there = this.ticks.get(place);
      if (there !== null) ways.push(there.tiles);
    }
    context.beginPath();
    for (const index of group) {
      let [lastX, lastY] = [null, null];
      for (const tiles of ways) {
        const [x, y] = [tiles[2 * index], tiles[2 * index + 1]];
        if (x === lastX && y === lastY) continue;
        const place = this.chart.toPage(x + this.side / 2, y + this.side / 2);
        if (lastX === null || floor(y) !== floor(lastY)) context.moveTo(...place);
        else context.lineTo(...place);
        [lastX, lastY] = [x, y];
      }
    }
    context.globalAlpha = 0.6;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, Math.min(4, this.side * this.chart.scale * 0.25));
    context.lineJoin = "round";
    context.lineCap = "round";
    context.stroke();
  }

  drawChosen(context, radius, taken) {
    const { tiles } = this;
    const half = this.side / 2;
    const [u, v] = this.chart.toPage(tiles[2 * this.chosen] + half, tiles[2 * this.chosen + 1] + half);
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

  // How many units move, over the run, below the slider: what is played darker, and a line at the tick that is shown.
  drawMoving() {
    const canvas = element("moving");
    const density = Math.max(1, window.devicePixelRatio || 1);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    const context = canvas.getContext("2d");
    context.scale(density, density);
    const style = getComputedStyle(document.documentElement);
    const { moved } = this.about;
    const most = Math.max(1, ...moved);
    const [left, span] = [8, width - 16]; // the middle of the slider's thumb at both ends
    const along = this.ticks.last === 0 ? 0 : (this.shown || 0) / this.ticks.last;
    moved.forEach((count, share) => {
      const part = moved.length === 1 ? 0 : share / (moved.length - 1);
      const wide = Math.max(1, span / moved.length - (span / moved.length > 6 ? 1 : 0));
      const high = (count / most) * (height - 3);
      context.fillStyle = style.getPropertyValue(part <= along ? "--accent" : "--quiet");
      context.fillRect(left + part * span - wide / 2, height - 1 - high, wide, high);
    });
    context.fillStyle = style.getPropertyValue("--line");
    context.fillRect(left, height - 1, span, 1);
    context.fillStyle = style.getPropertyValue("--ink");
    context.fillRect(left + along * span - 0.5, 0, 1, height);
  }
}

// A colour of units: dark enough for light ground, of hues that look light, too.
function hue(number) {
  const angle = (number * 150 + 210) % 360;
  return `hsl(${angle} 85% ${angle >= 40 && angle <= 200 ? 34 : 48}%)`;
}
