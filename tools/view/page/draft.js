// What is drawn over a map, as the JSON that portolan build reads: areas or waypoints, what joins them and what is closed.

const DRAFT_WORDS = {
  areas: { items: "areas", ways: "links", item: "Area", way: "Link" },
  waypoints: { items: "waypoints", ways: "ways", item: "Waypoint", way: "Way" },
};

class Draft {
  constructor(kind, text) {
    this.kind = kind;
    this.done = []; // texts of what was before, the newest last
    this.undone = [];
    this.doc = text === null ? this.empty : JSON.parse(text.replace(/^\ufeff/, ""));
  }

  get empty() {
    return { portolan: this.kind, version: 1, [DRAFT_WORDS[this.kind].items]: [] };
  }

  get words() {
    return DRAFT_WORDS[this.kind];
  }

  list(name) {
    if (!this.doc[name]) this.doc[name] = [];
    return this.doc[name];
  }

  get items() {
    return this.list(this.words.items);
  }

  get ways() {
    return this.list(this.words.ways);
  }

  get closed() {
    return this.list("closed");
  }

  get isEmpty() {
    return this.items.length + this.ways.length + this.closed.length === 0;
  }

  // Makes a change that can be undone.
  change(make) {
    const before = this.text;
    make();
    if (this.text === before) return false;
    this.done.push(before);
    this.undone = [];
    return true;
  }

  undo() {
    return this.turn(this.done, this.undone);
  }

  redo() {
    return this.turn(this.undone, this.done);
  }

  turn(from, to) {
    if (from.length === 0) return false;
    to.push(this.text);
    this.doc = JSON.parse(from.pop());
    return true;
  }

  // A line for each thing, so that files can be compared and lines in findings be traced.
  lines() {
    const lines = [];
    const { portolan, version, sight_length } = this.doc;
    const head = Object.entries({ portolan, version, sight_length }).filter(([, value]) => value !== undefined);
    lines.push({ text: `{${head.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(", ")},` });
    const names = [this.words.items, this.words.ways, "closed"].filter((name, i) => i === 0 || this.list(name).length > 0);
    names.forEach((name, i) => {
      const list = this.list(name);
      const end = i + 1 < names.length ? "]," : "]}";
      lines.push({ text: ` "${name}": [${list.length === 0 ? end : ""}` });
      list.forEach((entry, number) => {
        lines.push({ text: `  ${JSON.stringify(entry)}${number + 1 < list.length ? "," : end}`, name, number });
      });
    });
    return lines;
  }

  get text() {
    return this.lines().map((line) => line.text).join("\n") + "\n";
  }

  // What a line of the text is about: the name of a list and a number in it; null for others.
  at(line) {
    const found = this.lines()[line - 1];
    return found && found.name ? found : null;
  }

  freeName() {
    const names = new Set(this.items.map((item) => item.name));
    for (let number = 1; ; ++number) {
      if (!names.has(`${this.words.item} ${number}`)) return `${this.words.item} ${number}`;
    }
  }

  // Ways and closed borders follow a name.
  rename(item, name) {
    for (const way of this.ways) {
      for (const end of ["from", "to"]) if (way[end] === item.name) way[end] = name;
    }
    for (const pair of this.closed) pair.forEach((end, i) => (pair[i] = end === item.name ? name : end));
    item.name = name;
  }

  // With what leads to it.
  remove(item) {
    const items = this.items;
    items.splice(items.indexOf(item), 1);
    if (items.some((other) => other.name === item.name)) return;
    this.doc[this.words.ways] = this.ways.filter((way) => way.from !== item.name && way.to !== item.name);
    this.doc.closed = this.closed.filter((pair) => !pair.includes(item.name));
  }
}

// Sets a value that a thing need not have.
function setOrDrop(thing, key, value) {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) delete thing[key];
  else thing[key] = value;
}

// The tiles of rectangles as pieces of rows: by row a list of [begin, end), ascending and apart.
function rowsOf(rects) {
  const rows = new Map();
  for (const [x, y, width, height] of rects) {
    for (let row = y; row < y + height; ++row) rows.set(row, [...(rows.get(row) || []), [x, x + width]]);
  }
  for (const [row, pieces] of rows) rows.set(row, joined(pieces));
  return rows;
}

function joined(pieces) {
  const apart = [];
  for (const [begin, end] of pieces.sort((a, b) => a[0] - b[0])) {
    const last = apart[apart.length - 1];
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([begin, end]);
  }
  return apart;
}

// The fewest rectangles that rows one below the other give where their pieces are the same.
function rectsOf(rows) {
  const rects = [];
  let open = new Map(); // by piece: the rectangle that ends above
  let above = null;
  for (const row of [...rows.keys()].sort((a, b) => a - b)) {
    const next = new Map();
    for (const [begin, end] of rows.get(row)) {
      const key = `${begin},${end}`;
      const rect = above === row - 1 ? open.get(key) : undefined;
      if (rect) rect[3] += 1;
      const kept = rect || [begin, row, end - begin, 1];
      if (!rect) rects.push(kept);
      next.set(key, kept);
    }
    open = next;
    above = row;
  }
  return rects;
}

// Rectangles with a rectangle added or taken away.
function withTiles(rects, [x, y, width, height], adds) {
  const rows = rowsOf(rects);
  for (let row = y; row < y + height; ++row) {
    const pieces = rows.get(row) || [];
    const left = adds
      ? joined([...pieces, [x, x + width]])
      : pieces.flatMap(([begin, end]) => [[begin, Math.min(end, x)], [Math.max(begin, x + width), end]].filter(([a, b]) => a < b));
    if (left.length === 0) rows.delete(row);
    else rows.set(row, left);
  }
  return rectsOf(rows);
}

// Whether a place lies in a polygon, by how often a line to the left crosses it.
function isInside(corners, x, y) {
  let inside = false;
  corners.forEach(([x1, y1], i) => {
    const [x0, y0] = corners[(i + corners.length - 1) % corners.length];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  });
  return inside;
}

// The rings of polygons in WKT, holes among them.
function ringsOf(wkt) {
  return [...(wkt || "").matchAll(/\(([^()]+)\)/g)].map(([, ring]) =>
    ring.split(",").map((corner) => corner.trim().split(/\s+/).map(Number)));
}

function isInArea(area, x, y) {
  const around = ringsOf(area.wkt).filter((ring) => isInside(ring, x, y)).length;
  return around % 2 === 1 || (area.rects || []).some(([x0, y0, width, height]) => x >= x0 && y >= y0 && x < x0 + width && y < y0 + height) ||
    (area.polygons || []).some((corners) => isInside(corners, x, y));
}
