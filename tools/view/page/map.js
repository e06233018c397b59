// A tile map: pictures of its terrain, and shapes over them.

const SQUARE = 256; // pixels a side of a picture
const NAMES_SHOWN = 300;
// How long a body drives: so much a step, and no longer than this in all.
const STEP_MS = 120;
const DRIVE_MS = 12000;
const COLOURS = {
  path: "#d2143c", region: "#3c6ec8", portal: "#1450c8", relay: "#7a3fb0", waypoint: "#00805c", sight: "#12a37a",
  settled: "rgba(240,120,0,0.5)", open: "rgba(250,210,60,0.5)", window: "#8a1fa0", edited: "rgba(196,30,150,0.47)", dirty: "#e07000", refreshed: "#2f8f4e",
  wall: "#33121a", move: "#a35a14",
  border: "#4a3b63", link: "#6d2fb5", way: "rgba(30,90,200,0.6)", closed: "#76767c", name: "#1d1b26", body: "#2a3f9d", halo: "rgba(255,255,255,0.85)",
};

// Pictures by layer and square; an outdated one is shown until the new one has come.
class Pictures {
  constructor(redraw) {
    this.redraw = redraw;
    this.kept = new Map(); // the one used least lately comes first
    this.loading = 0;
    this.frame = 0;
  }

  // Pictures that one frame needs are kept, however many they are.
  beginFrame() {
    this.frame += 1;
  }

  get(layer, profile, zoom, x, y, revision) {
    const key = [layer, profile, zoom, x, y].join("/");
    let entry = this.kept.get(key);
    if (entry) this.kept.delete(key);
    else entry = { image: null, revision: -1, asked: -1 };
    this.kept.set(key, entry);
    entry.frame = this.frame;
    if (entry.asked !== revision && this.loading < 8) this.load(entry, { layer, profile, zoom, x, y, revision });
    const [oldest, { frame }] = this.kept.entries().next().value;
    if (this.kept.size > 600 && frame !== this.frame) this.kept.delete(oldest);
    return entry.image;
  }

  peek(layer, profile, zoom, x, y) {
    const entry = this.kept.get([layer, profile, zoom, x, y].join("/"));
    return entry && entry.image;
  }

  async load(entry, parameters) {
    entry.asked = parameters.revision;
    this.loading += 1;
    try {
      const image = await picture(parameters);
      if (parameters.revision >= entry.revision) Object.assign(entry, { image, revision: parameters.revision });
    } catch {
      // What was there before stays.
    }
    this.loading -= 1;
    this.redraw();
  }
}

class MapScene {
  constructor(world, chart) {
    this.world = world;
    this.chart = chart;
    this.profile = given.profile || 0;
    this.revision = 0;
    this.drawn = 0; // how often what is drawn over the map has been built anew
    this.pictures = new Pictures(() => chart.redraw());
    this.shapes = new Map(); // by layer: what was asked for, and what came
    this.dirty = [];
    this.edited = false; // whether tiles are not as in the file
    this.closed = new Set(); // links between tiles, by number
    this.cuts = []; // what there is too much of to show it all
    this.crowd = null; // what plays a run of a crowd
    this.layers = new Set(["terrain", "areas", "ways", "moves", "links", "search", "crowd", "formations"]);
    this.areas = world.areas.list;
    this.links = stirred(world.links.list);
    this.areaNamed = new Map(this.areas.map((area) => [area.name, area]));
    this.largestFirst = stirred(this.areas.filter((area) => area.at)).sort((a, b) => b.tiles - a.tiles);
    if (exported) this.loadExported();
  }

  get mover() {
    return this.world.profiles[this.profile];
  }

  get layerList() {
    const list = [["terrain", "Terrain"], ["islands", "Islands"]];
    if (this.mover.dead_ends > 0) list.push(["dead-ends", "Dead ends"]);
    if (this.areas.length > 0) list.push(["areas", "Named areas", COLOURS.border]);
    if (this.world.ways.of > 0) list.push(["ways", "Ways between waypoints", COLOURS.way]);
    if (this.world.moves.of > 0) list.push(["moves", "Walls and moves", COLOURS.wall]);
    if (this.links.length > 0) list.push(["links", "Links", COLOURS.link]);
    for (let level = 0; level < this.mover.levels; ++level) {
      list.push([`regions${level}`, `Regions ${this.mover.side << level}`, COLOURS.region]);
    }
    if (this.mover.waypoints > 0) {
      list.push(["waypoints", "Waypoints", COLOURS.waypoint]);
      if (!exported) list.push(["sight", "Sight lines", COLOURS.sight]);
    }
    if (this.world.crowd) list.push(["crowd", "Units"], ["claims", "Claims of moves", CLAIMS.entered]);
    if (this.crowd && this.crowd.about.led) list.push(["formations", "Formations", hue(this.crowd.about.led[0])]);
    list.push(["search", "Search", "#f07800"]);
    if (!exported) list.push(["dirty", "Dirty regions", COLOURS.dirty]);
    return list;
  }

  loadExported() {
    this.whole = {};
    for (const layer of Object.keys(exported.pictures)) {
      const image = new Image();
      image.onload = () => this.chart.redraw();
      image.src = exported.pictures[layer];
      this.whole[layer] = image;
    }
  }

  draw(context, state) {
    this.cuts = [];
    this.pictures.beginFrame();
    context.imageSmoothingEnabled = this.chart.scale * this.chart.density < 1;
    const hasAreas = this.areas.length > 0 && this.layers.has("areas");
    for (const layer of ["terrain", "islands", "dead-ends", "areas"]) {
      if (!this.layers.has(layer) || (layer === "areas" && !hasAreas)) continue;
      if (layer === "dead-ends" && this.mover.dead_ends === 0) continue;
      if (exported) this.drawWhole(context, layer);
      else this.drawPictures(context, layer);
    }
    if (hasAreas) this.count("named areas", this.areas.length, this.world.areas.of);
    if (this.edited) this.drawPictures(context, "edited");
    const shade = getComputedStyle(document.documentElement).getPropertyValue("--shade");
    const [u0, v0] = this.chart.toPage(0, 0);
    const [u1, v1] = this.chart.toPage(this.world.width, this.world.height);
    context.fillStyle = `rgba(0,0,0,${shade})`;
    context.fillRect(u0, v0, u1 - u0, v1 - v0);
    if (hasAreas) this.drawBorders(context);
    if (this.world.ways.of > 0 && this.layers.has("ways")) this.drawWays(context);
    if (this.world.moves.of > 0 && this.layers.has("moves")) this.drawMoves(context);
    if (this.layers.has("search") && state.report) this.drawSearch(context, state.report.search);
    for (let level = 0; level < this.mover.levels; ++level) {
      if (this.layers.has(`regions${level}`)) this.drawRegions(context, level);
    }
    if (this.layers.has("waypoints")) this.drawWaypoints(context);
    if (this.layers.has("dirty")) this.drawDirty(context);
    const hasLinks = this.layers.has("links");
    if (hasLinks) this.count("links", this.links.length, this.world.links.of);
    const taken = this.takenByEnds(state);
    if (hasLinks) this.drawLinks(context, taken);
    if (this.layers.has("sight") && state.here && state.here.waypoint) this.drawSight(context, state.here.waypoint);
    if (state.report) this.drawPath(context, state.report);
    if (this.crowd && this.layers.has("crowd")) this.crowd.draw(context, taken);
    if (hasAreas) this.drawNames(context, taken);
    if (hasLinks) this.drawLinkNames(context, taken);
    if (state.why && state.why.place) this.drawPlace(context, state.why.place);
    this.drawEnds(context, state);
    if (state.report) this.drawBody(context, state.report);
  }

  drawWhole(context, layer) {
    const image = this.whole[layer];
    if (!image.complete) return;
    const [u, v] = this.chart.toPage(0, 0);
    const side = this.chart.scale * 2 ** exported.zoom;
    context.drawImage(image, u, v, image.width * side, image.height * side);
  }

  drawPictures(context, layer) {
    const { scale, density } = this.chart;
    const zoom = Math.min(12, Math.max(0, Math.floor(-Math.log2(scale * density) + 0.25)));
    const side = SQUARE * 2 ** zoom;
    const [x0, y0, x1, y1] = this.clippedView();
    for (let y = Math.floor(y0 / side); y * side < y1; ++y) {
      for (let x = Math.floor(x0 / side); x * side < x1; ++x) {
        const image = this.pictures.get(layer, this.profile, zoom, x, y, (layer === "terrain" || layer === "edited" ? this.revision : 0) + this.drawn * 65536);
        if (image) this.drawPart(context, image, x * side, y * side, side, 0, 0, SQUARE);
        else this.drawCoarser(context, layer, zoom, x, y, side);
      }
    }
  }

  drawCoarser(context, layer, zoom, x, y, side) {
    for (let up = 1; zoom + up <= 12; ++up) {
      const image = this.pictures.peek(layer, this.profile, zoom + up, x >> up, y >> up);
      if (!image) continue;
      const part = SQUARE / 2 ** up;
      const places = 2 ** up;
      this.drawPart(context, image, x * side, y * side, side, (x % places) * part, (y % places) * part, part);
      return;
    }
  }

  drawPart(context, image, x, y, side, u, v, part) {
    // Whole pixels, so that no seams show between squares.
    const [a, b] = this.chart.toPage(x, y).map(Math.round);
    const [c, d] = this.chart.toPage(x + side, y + side).map(Math.round);
    context.drawImage(image, u, v, part, part, a, b, c - a, d - b);
  }

  // The tiles seen: x0, y0, x1, y1, inside the map.
  clippedView() {
    const [x0, y0, x1, y1] = this.chart.seen;
    return [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0)),
      Math.min(this.world.width, Math.ceil(x1)), Math.min(this.world.height, Math.ceil(y1))];
  }

  // Notes that of these things not all are shown.
  count(things, shown, of) {
    if (shown < of) this.cuts.push(`${shown.toLocaleString("en")} of ${of.toLocaleString("en")} ${things}`);
  }

  // Shapes of a layer around the view, asked for in steps so that small moves ask nothing. `shown` counts what came.
  shape(name, things, shown, path, parameters) {
    const step = Math.max(64, 2 ** Math.ceil(Math.log2(400 / this.chart.scale)));
    const [x0, y0, x1, y1] = this.clippedView();
    if (x0 >= x1 || y0 >= y1) return null;
    const down = (value) => Math.floor(value / step) * step;
    const up = (value, most) => Math.min(most, Math.ceil(value / step) * step);
    const area = [down(x0), down(y0), up(x1, this.world.width), up(y1, this.world.height)].join(",");
    const key = JSON.stringify([this.profile, area]);
    let shape = this.shapes.get(name);
    if (!shape) this.shapes.set(name, (shape = { key: null, found: null }));
    if (shape.key !== key) {
      shape.key = key;
      ask(path, { ...parameters, profile: this.profile, area }).then((found) => {
        if (shape.key === key) shape.found = found;
        this.chart.redraw();
      }, report);
    }
    if (shape.found) this.count(things, shown(shape.found), shape.found.of);
    return shape.found;
  }

  dots(context, list, shift, radius, colour) {
    const seen = this.chart.seen;
    context.fillStyle = colour;
    context.strokeStyle = "rgba(255,255,255,0.8)";
    context.lineWidth = 1;
    for (let i = 0; i < list.length; i += 2) {
      const [x, y] = [list[i] + shift, list[i + 1] + shift];
      if (x < seen[0] || y < seen[1] || x > seen[2] || y > seen[3]) continue;
      const [u, v] = this.chart.toPage(x, y);
      if (radius < 2.5) {
        context.fillRect(u - radius, v - radius, 2 * radius, 2 * radius);
        continue;
      }
      context.beginPath();
      context.arc(u, v, radius, 0, 7);
      context.fill();
      if (radius > 3) context.stroke();
    }
  }

  drawRegions(context, level) {
    const { mover, chart } = this;
    const side = mover.side << level;
    const [x0, y0, x1, y1] = this.clippedView();
    if (side * chart.scale > 7) {
      context.strokeStyle = COLOURS.region;
      context.globalAlpha = 0.75;
      context.lineWidth = 1 + level * 0.5;
      context.beginPath();
      for (let x = side - mover.shift[0]; x < this.world.width; x += side) {
        if (x < x0 || x > x1) continue;
        context.moveTo(...chart.toPage(x + 0.5, y0));
        context.lineTo(...chart.toPage(x + 0.5, y1));
      }
      for (let y = side - mover.shift[1]; y < this.world.height; y += side) {
        if (y < y0 || y > y1) continue;
        context.moveTo(...chart.toPage(x0, y + 0.5));
        context.lineTo(...chart.toPage(x1, y + 0.5));
      }
      context.stroke();
      context.globalAlpha = 1;
    }
    const shown = ({ portals, relays }) => (portals.length + relays.length) / 2;
    const nodes = this.shape(`regions${level}`, `portals and relays of regions ${side}`, shown, "/nodes.json", { level });
    if (!nodes) return;
    const radius = Math.min(7, Math.max(1, chart.scale * 0.35)) + Math.min(3, level * 0.5);
    this.dots(context, nodes.relays, 0.5, radius * 0.8, COLOURS.relay);
    this.dots(context, nodes.portals, 0.5, radius, COLOURS.portal);
  }

  drawBorders(context) {
    const found = this.shape("areas", "border lines", ({ borders }) => borders.length / 4, "/borders.json", {});
    if (!found) return;
    const lines = found.borders;
    const [x0, y0, x1, y1] = this.chart.seen;
    context.beginPath();
    for (let i = 0; i < lines.length; i += 4) {
      if (lines[i] > x1 || lines[i + 1] > y1 || lines[i + 2] < x0 || lines[i + 3] < y0) continue;
      context.moveTo(...this.chart.toPage(lines[i], lines[i + 1]));
      context.lineTo(...this.chart.toPage(lines[i + 2], lines[i + 3]));
    }
    context.strokeStyle = COLOURS.border;
    context.lineWidth = this.chart.scale > 4 ? 1.5 : 1;
    context.lineCap = "square";
    context.stroke();
  }

  // At anchors or just below or above them, the largest area first, of equally large ones any; a name that has no room
  // is left out, as are those of areas that are specks from here.
  drawNames(context, taken) {
    const seen = this.chart.seen;
    const named = this.largestFirst.filter(({ at: [x, y], tiles }) =>
      Math.sqrt(tiles) * this.chart.scale >= (tiles <= 1 ? 4 : 24) &&
      x + 0.5 >= seen[0] && y + 0.5 >= seen[1] && x + 0.5 <= seen[2] && y + 0.5 <= seen[3]);
    let written = 0;
    for (const { name, at, tiles } of named) {
      if (taken.length >= NAMES_SHOWN) return this.count("names of areas", written, named.length);
      const isPlace = tiles <= 1;
      const [u, v] = this.chart.toPage(at[0] + 0.5, at[1] + 0.5);
      const shifts = isPlace ? [14, -14, 20, -20] : [0, 20, -20];
      const isShown = this.write(context, name, shifts.map((shift) => [u, v + shift]), COLOURS.name, taken);
      if (isShown) written += 1;
      if (isShown && isPlace) this.dots(context, at, 0.5, 3.5, COLOURS.border);
    }
  }

  // Boxes on the page in which no name is written: the badges of the ends.
  takenByEnds(state) {
    return [state.from, state.to].map((end) => this.parse(end)).filter((place) => place !== null).map((place) => {
      const [u, v] = this.chart.toPage(place[0] + this.bodyShift, place[1] + this.bodyShift);
      return [u - 11, v - 11, u + 11, v + 11];
    });
  }

  // Half of what a name is wide, in pixels.
  halfOf(context, name) {
    context.font = "600 12px system-ui, sans-serif";
    return context.measureText(name).width / 2 + 3;
  }

  // Writes a name around the first of these places of the page where it has room, and takes it; false if none has.
  write(context, name, places, colour, taken) {
    const half = this.halfOf(context, name);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    for (const [u, v] of places) {
      const middle = Math.max(half, Math.min(this.chart.pixelWidth - half, u));
      const [u0, v0, u1, v1] = [middle - half, v - 8, middle + half, v + 8];
      if (!taken.every((other) => u1 <= other[0] || other[2] <= u0 || v1 <= other[1] || other[3] <= v0)) continue;
      taken.push([u0, v0, u1, v1]);
      context.strokeStyle = COLOURS.halo;
      context.lineWidth = 3.5;
      context.strokeText(name, middle, v);
      context.fillStyle = colour;
      context.fillText(name, middle, v);
      return true;
    }
    return false;
  }

  isClosed(link) {
    return link.number !== null && this.closed.has(link.number);
  }

  // The ends of a link on the page, if any of it may be seen.
  endsOnPage(link) {
    const [from, to] = [link.from, link.to].map(([x, y]) => this.chart.toPage(x + 0.5, y + 0.5));
    const beyond = (axis, most) => Math.max(from[axis], to[axis]) < -20 || Math.min(from[axis], to[axis]) > most + 20;
    return beyond(0, this.chart.pixelWidth) || beyond(1, this.chart.pixelHeight) ? null : [from, to];
  }

  // Thin lines from waypoint to waypoint.
  drawWays(context) {
    const { lines, of } = this.world.ways;
    this.count("ways", lines.length / 4, of);
    context.strokeStyle = COLOURS.way;
    context.lineWidth = 1;
    context.beginPath();
    for (let i = 0; i < lines.length; i += 4) {
      context.moveTo(...this.chart.toPage(lines[i] + 0.5, lines[i + 1] + 0.5));
      context.lineTo(...this.chart.toPage(lines[i + 2] + 0.5, lines[i + 3] + 0.5));
    }
    context.stroke();
  }

  // Edges that nobody crosses dark, those at a cost brown; where the way back is free a tick leads that way.
  drawMoves(context) {
    const { edges, of } = this.world.moves;
    this.count("moves", edges.length / 6, of);
    context.lineWidth = Math.max(1.5, Math.min(4, this.chart.scale * 0.2));
    for (const blocked of [0, 1]) {
      context.strokeStyle = blocked ? COLOURS.wall : COLOURS.move;
      context.beginPath();
      for (let i = 0; i < edges.length; i += 6) {
        if (edges[i + 4] !== blocked) continue;
        const [x, y, toX, toY] = edges.slice(i, i + 4);
        const upright = toX !== x;
        const [cornerX, cornerY] = [Math.max(x, toX), Math.max(y, toY)];
        context.moveTo(...this.chart.toPage(cornerX, cornerY));
        context.lineTo(...this.chart.toPage(cornerX + (upright ? 0 : 1), cornerY + (upright ? 1 : 0)));
        if (edges[i + 5] === 0 || this.chart.scale < 6) continue;
        const [midX, midY] = [(x + toX + 1) / 2, (y + toY + 1) / 2];
        context.moveTo(...this.chart.toPage(midX, midY));
        context.lineTo(...this.chart.toPage(midX + (x - toX) * 0.35, midY + (y - toY) * 0.35));
      }
      context.stroke();
    }
  }

  // Open ones with a line, an arrow where they lead one way, and a ring at each end; closed ones grey and dashed. No
  // name hides an arrow.
  drawLinks(context, taken) {
    const radius = Math.max(2.5, Math.min(5, this.chart.scale * 0.35));
    this.links.forEach((link) => {
      const ends = this.endsOnPage(link);
      if (ends === null) return;
      const [[u0, v0], [u1, v1]] = ends;
      const closed = this.isClosed(link);
      const colour = closed ? COLOURS.closed : COLOURS.link;
      for (const [style, width] of [[COLOURS.halo, 4.5], [colour, 2]]) {
        context.strokeStyle = style;
        context.lineWidth = width;
        context.setLineDash(closed && style === colour ? [6, 5] : []);
        context.beginPath();
        context.moveTo(u0, v0);
        context.lineTo(u1, v1);
        context.stroke();
      }
      context.setLineDash([]);
      const length = Math.hypot(u1 - u0, v1 - v0);
      if (link.one_way && length > 14) {
        const [a, b] = [(u1 - u0) / length, (v1 - v0) / length];
        const size = Math.min(12, length / 3);
        const [u, v] = [(u0 + u1) / 2 + (a * size) / 2, (v0 + v1) / 2 + (b * size) / 2];
        context.beginPath();
        context.moveTo(u, v);
        context.lineTo(u - a * size - b * size * 0.6, v - b * size + a * size * 0.6);
        context.lineTo(u - a * size + b * size * 0.6, v - b * size - a * size * 0.6);
        context.closePath();
        context.strokeStyle = COLOURS.halo;
        context.lineWidth = 2;
        context.stroke();
        context.fillStyle = colour;
        context.fill();
        taken.push([u - 8, v - 8, u + 8, v + 8]);
      }
      for (const [u, v] of ends) {
        context.beginPath();
        context.arc(u, v, radius, 0, 7);
        context.fillStyle = "#fff";
        context.fill();
        context.strokeStyle = colour;
        context.lineWidth = 2;
        context.stroke();
      }
    });
  }

  // Beside a link, if it is long enough to tell whose name it is; where there are not too many, off other links' lines.
  drawLinkNames(context, taken) {
    const seen = this.links.map((link) => ({ link, ends: this.endsOnPage(link) })).filter(({ ends }) => ends !== null);
    const lines = seen.length > NAMES_SHOWN ? [] : seen;
    const isLong = ([[u0, v0], [u1, v1]]) => Math.hypot(u1 - u0, v1 - v0) >= 24;
    const named = seen.filter(({ link, ends }) => link.name !== "" && isLong(ends));
    let written = 0;
    for (const { link, ends } of named) {
      if (taken.length >= NAMES_SHOWN) return this.count("names of links", written, named.length);
      const [[u0, v0], [u1, v1]] = ends;
      const half = this.halfOf(context, link.name);
      const isSteep = Math.abs(v1 - v0) > Math.abs(u1 - u0);
      const places = [0.5, 0.35, 0.65, 0.8].flatMap((part) => {
        const [u, v] = [u0 + (u1 - u0) * part, v0 + (v1 - v0) * part];
        return isSteep ? [[u + half + 9, v], [u - half - 9, v]] : [[u, v + 15], [u, v - 15]];
      });
      const isClear = ([u, v]) => !lines.some((other) => other.link !== link && crosses(other.ends, [u - half, v - 8, u + half, v + 8]));
      const clear = places.filter(isClear);
      const colour = this.isClosed(link) ? COLOURS.closed : COLOURS.link;
      if (this.write(context, link.name, [...clear, ...places], colour, taken)) written += 1;
    }
  }

  drawWaypoints(context) {
    const found = this.shape("waypoints", "waypoints", ({ points }) => points.length / 2, "/waypoints.json", {});
    if (found) this.dots(context, found.points, 0, Math.min(6, Math.max(1.2, this.chart.scale * 0.3)), COLOURS.waypoint);
  }

  drawSight(context, waypoint) {
    this.count("sight lines", waypoint.edges.length / 2, waypoint.of);
    context.strokeStyle = COLOURS.sight;
    context.lineWidth = 1.5;
    context.beginPath();
    for (let i = 0; i < waypoint.edges.length; i += 2) {
      context.moveTo(...this.chart.toPage(...waypoint.at));
      context.lineTo(...this.chart.toPage(waypoint.edges[i], waypoint.edges[i + 1]));
    }
    context.stroke();
    this.dots(context, waypoint.edges, 0, 3, COLOURS.waypoint);
    this.dots(context, waypoint.at, 0, 6, COLOURS.waypoint);
  }

  frame(context, [x0, y0, x1, y1]) {
    const [u, v] = this.chart.toPage(x0, y0);
    context.rect(u, v, (x1 - x0) * this.chart.scale, (y1 - y0) * this.chart.scale);
  }

  drawDirty(context) {
    for (const open of [true, false]) {
      context.beginPath();
      for (const region of this.dirty) if (region.open === open) this.frame(context, region.area);
      context.strokeStyle = open ? COLOURS.dirty : COLOURS.refreshed;
      context.fillStyle = open ? "rgba(224,112,0,0.16)" : "rgba(47,143,78,0.16)";
      context.lineWidth = 2;
      context.fill();
      context.stroke();
    }
  }

  drawSearch(context, search) {
    const side = Math.max(1, search.cell * this.chart.scale);
    for (const kind of ["open", "settled"]) {
      context.fillStyle = COLOURS[kind];
      for (let i = 0; i < search[kind].length; i += 2) {
        const [u, v] = this.chart.toPage(search[kind][i] * search.cell, search[kind][i + 1] * search.cell);
        // Sparse nodes of a coarse search stay visible from afar.
        const least = search[kind].length < 4000 ? 4 : 2;
        const size = Math.max(side, least);
        context.fillRect(u + (side - size) / 2, v + (side - size) / 2, size, size);
      }
    }
  }

  drawPath(context, found) {
    context.beginPath();
    if (this.layers.has("search")) {
      for (const [x0, y0, x1, y1] of found.windows) {
        this.frame(context, [Math.max(0, x0), Math.max(0, y0), Math.min(this.world.width, x1), Math.min(this.world.height, y1)]);
      }
    }
    context.strokeStyle = COLOURS.window;
    context.lineWidth = 1;
    context.stroke();
    const shift = this.bodyShift;
    for (const [style, width] of [["#fff", 5], [COLOURS.path, 3]]) {
      context.beginPath();
      for (let i = 0; i < found.line.length; i += 2) {
        const place = this.chart.toPage(found.line[i] + shift, found.line[i + 1] + shift);
        if (i === 0) context.moveTo(...place);
        else if (found.radius > 0 && bends(found.line, i)) {
          const next = this.chart.toPage(found.line[i + 2] + shift, found.line[i + 3] + shift);
          context.arcTo(...place, ...next, found.radius * this.chart.scale);
        } else context.lineTo(...place);
      }
      context.strokeStyle = style;
      context.lineWidth = width;
      context.lineJoin = "round";
      context.stroke();
    }
  }

  // From the middle of a mover's first tile to the middle of the mover.
  // A body on its way: once along the path when that is new, then at its end.
  drawBody(context, found) {
    const { placements, bodies } = found;
    if (!placements || placements.length === 0) return;
    const last = placements.length - 1;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    found.began = found.began || performance.now();
    const driven = still ? last : Math.min(last, ((performance.now() - found.began) * last) / Math.min(DRIVE_MS, last * STEP_MS + 1));
    if (driven < last) this.chart.redraw();
    const core = this.mover.footprint;
    const line = (number) => {
      const { x, y, floor = 0, heading } = placements[Math.min(last, number)];
      const middle = [x + core / 2, y + floor * (this.world.floors.height + 1) + core / 2];
      return bodies[heading].map((shift, i) => middle[i % 2] + shift);
    };
    const [here, next] = [line(Math.floor(driven)), line(Math.floor(driven) + 1)];
    const at = here.map((value, i) => value + (next[i] - value) * (driven % 1));
    const [rear, front, nose] = [0, 2, 4].map((i) => this.chart.toPage(at[i], at[i + 1]));
    context.lineCap = "square";
    for (const [style, share] of [[COLOURS.halo, 0.9], [COLOURS.body, 0.75]]) {
      context.beginPath();
      context.moveTo(...rear);
      context.lineTo(front[0] + 0.01, front[1]); // a line without length has no caps
      context.strokeStyle = style;
      context.lineWidth = Math.max(3, core * this.chart.scale * share);
      context.stroke();
    }
    context.beginPath();
    context.arc(...nose, Math.max(1.5, core * this.chart.scale * 0.15), 0, 7);
    context.fillStyle = COLOURS.path;
    context.fill();
  }

  get bodyShift() {
    return Math.max(0, this.mover.footprint - 1) / 2;
  }

  drawPlace(context, [x, y]) {
    context.beginPath();
    this.frame(context, [x - 0.5, y - 0.5, x + 1.5, y + 1.5]);
    context.strokeStyle = COLOURS.path;
    context.lineWidth = 3;
    context.stroke();
  }

  drawEnds(context, state) {
    for (const [end, name] of [[state.from, "A"], [state.to, "B"]]) {
      const place = this.parse(end);
      if (!place) continue;
      const side = Math.max(1, this.mover.footprint);
      if (side * this.chart.scale > 16) {
        context.beginPath();
        this.frame(context, [Math.floor(place[0]), Math.floor(place[1]), Math.floor(place[0]) + side, Math.floor(place[1]) + side]);
        context.strokeStyle = COLOURS.path;
        context.lineWidth = 2;
        context.stroke();
      }
      badge(context, this.chart.toPage(place[0] + this.bodyShift, place[1] + this.bodyShift), name);
    }
  }

  // Where an end lies, `x,y` or with its floor `x,y,floor`, all floors lying in one plane; null if it is none.
  parse(end) {
    const parts = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)(?:,(\d+))?$/.exec(end || "");
    if (!parts) return null;
    const shift = parts[1].includes(".") || parts[2].includes(".") ? 0 : 0.5;
    const { count, height } = this.world.floors;
    const [x, y, floor] = [Number(parts[1]), Number(parts[2]), Number(parts[3] || 0)];
    const inside = floor < count && x <= this.world.width && y <= height && (parts[3] === undefined || count > 1);
    return inside ? [x + shift, y + floor * (height + 1) + shift] : null;
  }

  // What was typed as an end: a name stands for its area's anchor.
  endOf(text) {
    const area = this.areaNamed.get(text);
    if (area && area.at) return this.nameAt(...area.at);
    const place = this.parse(text);
    return place && /^[\d,]+$/.test(text) ? this.nameAt(...place) || text : text;
  }

  // The tile at a place, as an end is written; null where there is none.
  nameAt(x, y) {
    if (!(x >= 0 && y >= 0 && x < this.world.width && y < this.world.height)) return null;
    const { count, height } = this.world.floors;
    if (count === 1) return `${Math.floor(x)},${Math.floor(y)}`;
    const row = Math.floor(y) % (height + 1);
    return row < height ? `${Math.floor(x)},${row},${Math.floor(Math.floor(y) / (height + 1))}` : null;
  }
}

// The same things in an order of no pattern, always the same one, so that the first of any of them are an even sample.
function stirred(list) {
  const rank = (number) => {
    const mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
    return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  };
  return list.map((thing, number) => [rank(number + 1), thing]).sort((a, b) => a[0] - b[0]).map(([, thing]) => thing);
}

// Whether a line bends by 45 degrees at its point whose coordinates begin at i.
function bends(line, i) {
  if (i + 2 >= line.length) return false;
  const [ax, ay, bx, by] = [line[i] - line[i - 2], line[i + 1] - line[i - 1], line[i + 2] - line[i], line[i + 3] - line[i + 1]];
  return Math.abs((ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by)) - Math.SQRT1_2) < 1e-9;
}

// Whether a line meets a box.
function crosses([[u0, v0], [u1, v1]], [left, top, right, bottom]) {
  let [begin, end] = [0, 1];
  for (const [from, way, low, high] of [[u0, u1 - u0, left, right], [v0, v1 - v0, top, bottom]]) {
    if (way === 0) {
      if (from < low || from > high) return false;
      continue;
    }
    const [a, b] = [(low - from) / way, (high - from) / way];
    begin = Math.max(begin, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
  }
  return begin <= end;
}

function badge(context, [u, v], text) {
  context.beginPath();
  context.arc(u, v, 10, 0, 7);
  context.fillStyle = COLOURS.path;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = "#fff";
  context.stroke();
  context.fillStyle = "#fff";
  context.font = "bold 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, u, v + 0.5);
}
