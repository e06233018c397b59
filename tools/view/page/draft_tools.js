// What the pointer, or Enter at the cross, draws on the chart. A tool is told of places in tiles: `down` where it is
// pressed, and returns whether it takes it, `drag` on the way, `up` where it is let go, `cancel` where nothing comes of
// it, `hover` without a button, `enter` for the key.

const CATCH = 10; // pixels around a corner or a waypoint that count as on it

class RectangleTool {
  constructor(author) {
    this.author = author;
    this.from = null;
  }

  // In whole tiles, also those that the ends lie in.
  get rect() {
    const [x0, x1] = [this.from[0], this.to[0]].sort((a, b) => a - b).map(Math.floor);
    const [y0, y1] = [this.from[1], this.to[1]].sort((a, b) => a - b).map(Math.floor);
    return [x0, y0, x1 - x0 + 1, y1 - y0 + 1];
  }

  down(x, y) {
    [this.from, this.to] = [[x, y], [x, y]];
    return true;
  }

  drag(x, y) {
    this.to = [x, y];
    this.author.chart.redraw();
  }

  up(x, y) {
    this.to = [x, y];
    const rect = this.author.onMap(this.rect);
    this.cancel();
    if (rect) this.author.addShape("rects", rect);
  }

  enter(x, y) {
    if (this.from === null) this.down(x, y);
    else this.up(x, y);
    this.author.chart.redraw();
  }

  hover(x, y) {
    if (this.from !== null) this.drag(x, y);
  }

  cancel() {
    const under = this.from !== null;
    this.from = null;
    this.author.chart.redraw();
    return under;
  }

  draw(context) {
    if (this.from !== null) this.author.outline(context, [cornersOf(this.rect)], true);
  }
}

class PolygonTool {
  constructor(author) {
    this.author = author;
    this.corners = [];
    this.at = null;
  }

  down() {
    return true;
  }

  drag(x, y) {
    this.hover(x, y);
  }

  // The first corner again, or the last one, closes the polygon.
  up(x, y) {
    const corner = [Math.round(x), Math.round(y)];
    const near = ([a, b]) => Math.hypot(a - x, b - y) * this.author.chart.scale < CATCH || (a === corner[0] && b === corner[1]);
    const { corners } = this;
    if (corners.length > 2 && (near(corners[0]) || near(corners[corners.length - 1]))) {
      this.cancel();
      this.author.addShape("polygons", corners);
    } else if (!corners.some(([a, b]) => a === corner[0] && b === corner[1])) {
      corners.push(corner);
    }
    this.author.chart.redraw();
  }

  enter(x, y) {
    this.up(x, y);
  }

  hover(x, y) {
    this.at = [Math.round(x), Math.round(y)];
    if (this.corners.length > 0) this.author.chart.redraw();
  }

  cancel() {
    const under = this.corners.length > 0;
    this.corners = [];
    this.author.chart.redraw();
    return under;
  }

  draw(context) {
    if (this.corners.length > 0) this.author.outline(context, [[...this.corners, this.at || this.corners[0]]], true);
  }
}

// Adds tiles to the chosen area, or takes them away.
class BrushTool {
  constructor(author, adds) {
    this.author = author;
    this.adds = adds;
    this.rects = null; // of the area while the stroke is under way
  }

  down(x, y) {
    if (!isInMap(this.author.world, x, y)) return true;
    if (!this.author.selected && this.adds) {
      this.author.addShape("rects", this.square(x, y));
    }
    const area = this.author.selected;
    if (!area) return true;
    this.rects = area.rects || [];
    this.before = [x, y];
    this.drag(x, y);
    return true;
  }

  square(x, y) {
    const side = this.author.brush;
    const [left, top] = [Math.floor(x) - (side - 1) / 2, Math.floor(y) - (side - 1) / 2];
    return this.author.onMap([left, top, side, side]);
  }

  drag(x, y) {
    if (this.rects === null) return;
    const [x0, y0] = this.before;
    this.before = [x, y];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x - x0), Math.abs(y - y0))));
    for (let i = 1; i <= steps; ++i) {
      const square = this.square(x0 + ((x - x0) * i) / steps, y0 + ((y - y0) * i) / steps);
      if (square) this.rects = withTiles(this.rects, square, this.adds);
    }
    this.author.chart.redraw();
  }

  up() {
    const { rects } = this;
    this.rects = null;
    if (rects !== null) this.author.edit(() => (this.author.selected.rects = rects));
  }

  enter(x, y) {
    this.down(x, y);
    this.up();
  }

  hover() {}

  cancel() {
    const under = this.rects !== null;
    this.rects = null;
    return under;
  }

  draw(context) {
    if (this.rects !== null) this.author.outline(context, this.rects.map(cornersOf), true);
  }
}

// Chooses, and moves corners, whole shapes and waypoints.
class MoveTool {
  constructor(author) {
    this.author = author;
    this.moved = null; // what becomes of the chosen thing, by how far
    this.chosen = false; // by Enter: the next one lets go
  }

  down(x, y) {
    const { author } = this;
    const found = author.draft.kind === "areas" ? this.partOf(author.selected, x, y) : null;
    if (found === null) {
      const item = author.itemAt(x, y);
      if (!item) return false;
      author.select(item);
    }
    this.from = [x, y];
    this.moved = found || this.partOf(author.selected, x, y);
    this.preview = null;
    return true;
  }

  // A function that moves what lies at a place by a number of tiles; null if nothing does.
  partOf(item, x, y) {
    if (!item) return null;
    if (this.author.draft.kind === "waypoints") {
      return (into, dx, dy) => this.author.moveWaypoint(into, dx, dy);
    }
    const near = ([a, b]) => Math.hypot(a - x, b - y) * this.author.chart.scale < CATCH;
    const rects = item.rects || [];
    for (let i = 0; i < rects.length; ++i) {
      const corner = cornersOf(rects[i]).findIndex(near);
      if (corner >= 0) return (into, dx, dy) => moveRectCorner(into.rects[i], corner, dx, dy);
    }
    const polygons = item.polygons || [];
    for (let i = 0; i < polygons.length; ++i) {
      const corner = polygons[i].findIndex(near);
      if (corner >= 0) return (into, dx, dy) => moveBy(into.polygons[i][corner], dx, dy);
    }
    for (let i = 0; i < rects.length; ++i) {
      if (isInArea({ rects: [rects[i]] }, x, y)) return (into, dx, dy) => moveBy(into.rects[i], dx, dy);
    }
    for (let i = 0; i < polygons.length; ++i) {
      if (isInside(polygons[i], x, y)) return (into, dx, dy) => into.polygons[i].forEach((corner) => moveBy(corner, dx, dy));
    }
    return null;
  }

  drag(x, y) {
    if (this.moved === null) return;
    const [dx, dy] = [Math.round(x - this.from[0]), Math.round(y - this.from[1])];
    this.preview = dx === 0 && dy === 0 ? null : JSON.parse(JSON.stringify(this.author.selected));
    if (this.preview) this.moved(this.preview, dx, dy);
    this.author.chart.redraw();
  }

  up(x, y) {
    this.drag(x, y);
    const { preview } = this;
    this.cancel();
    if (!preview) return;
    this.author.edit(() => {
      const { selected } = this.author;
      for (const key of Object.keys(selected)) if (!(key in preview)) delete selected[key];
      Object.assign(selected, preview);
    });
  }

  enter(x, y) {
    if (this.chosen) {
      this.up(x, y);
    } else {
      this.chosen = this.down(x, y);
    }
  }

  hover(x, y) {
    if (this.chosen) this.drag(x, y);
  }

  cancel() {
    const under = this.moved !== null;
    [this.moved, this.preview, this.chosen] = [null, null, false];
    this.author.chart.redraw();
    return under;
  }

  draw(context) {
    if (this.preview) this.author.outlineItem(context, this.preview, true);
  }
}

class PlaceTool {
  constructor(author) {
    this.author = author;
  }

  down() {
    return true;
  }

  up(x, y) {
    this.author.addWaypoint(x, y);
  }

  enter(x, y) {
    this.up(x, y);
  }

  drag() {}

  hover() {}

  cancel() {
    return false;
  }

  draw() {}
}

function cornersOf([x, y, width, height]) {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
}

function moveBy(place, dx, dy) {
  place[0] += dx;
  place[1] += dy;
}

// The opposite corner stays; a rectangle keeps a tile a side.
function moveRectCorner(rect, corner, dx, dy) {
  const [left, top] = [corner === 0 || corner === 3, corner < 2];
  const [right, bottom] = [rect[0] + rect[2], rect[1] + rect[3]];
  if (left) rect[0] = Math.min(rect[0] + dx, right - 1);
  if (top) rect[1] = Math.min(rect[1] + dy, bottom - 1);
  rect[2] = left ? right - rect[0] : Math.max(1, rect[2] + dx);
  rect[3] = top ? bottom - rect[1] : Math.max(1, rect[3] + dy);
}

function isInMap(world, x, y) {
  return x >= 0 && y >= 0 && x < world.width && y < world.height;
}
