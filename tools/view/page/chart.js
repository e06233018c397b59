// The canvas: a camera over the world, moved by pointers, wheel and keys. Draws when something has changed.

class Chart {
  // `share` of the canvas is taken by a world that is shown whole.
  constructor(canvas, width, height, share) {
    this.share = share;
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.width = width;
    this.height = height;
    this.scale = 1; // pixels of the page per unit of the world
    this.x = width / 2; // what is in the middle
    this.y = height / 2;
    this.pointers = new Map();
    this.painting = false;
    this.tool = null; // what draws: it takes what the pointer does from `down` on, where that returns true
    this.held = false; // whether it does so now
    this.onDraw = () => {};
    this.onPick = () => {};
    this.onHover = () => {};
    this.onPaint = () => {};
    this.onKey = () => {};
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => {
      this.pointers.delete(event.pointerId);
      this.letGo();
    });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    for (const name of ["focus", "blur"]) canvas.addEventListener(name, () => this.redraw());
    this.resize();
    this.fit();
  }

  get box() {
    return this.canvas.getBoundingClientRect();
  }

  resize() {
    const before = this.pixelWidth;
    this.density = Math.max(1, window.devicePixelRatio || 1);
    this.pixelWidth = this.canvas.clientWidth;
    this.pixelHeight = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.pixelWidth * this.density);
    this.canvas.height = Math.round(this.pixelHeight * this.density);
    if (!before || this.fitted) this.fit();
    this.redraw();
  }

  get leastScale() {
    return Math.min(this.pixelWidth / this.width, this.pixelHeight / this.height) * this.share;
  }

  fit() {
    this.x = this.width / 2;
    this.y = this.height / 2;
    this.scale = this.leastScale || 1;
    this.fitted = true;
    this.redraw();
  }

  // Moves, and zooms out if it must, where not all of these places are in sight.
  reveal(places) {
    const [x0, y0, x1, y1] = this.seen;
    if (places.every(([x, y]) => x >= x0 && y >= y0 && x <= x1 && y <= y1)) return;
    const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const scales = [this.pixelWidth / (right - left), this.pixelHeight / (bottom - top)].map((scale) => scale * 0.8);
    this.fitted = false;
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
    this.scale = Math.max(Math.min(this.leastScale, 1), Math.min(this.scale, ...scales));
    this.redraw();
  }

  // So that a rectangle of the world fills the canvas.
  show([x0, y0, x1, y1]) {
    this.fitted = false;
    this.x = (x0 + x1) / 2;
    this.y = (y0 + y1) / 2;
    this.scale = Math.min(96, this.pixelWidth / (x1 - x0), this.pixelHeight / (y1 - y0)) * this.share;
    this.redraw();
  }

  // Moves to a place, and comes near enough to see its tile.
  centre(x, y) {
    this.fitted = false;
    this.x = x;
    this.y = y;
    this.scale = Math.max(this.scale, 12);
    this.redraw();
  }

  toWorld(u, v) {
    return [this.x + (u - this.pixelWidth / 2) / this.scale, this.y + (v - this.pixelHeight / 2) / this.scale];
  }

  toPage(x, y) {
    return [(x - this.x) * this.scale + this.pixelWidth / 2, (y - this.y) * this.scale + this.pixelHeight / 2];
  }

  // What of the world is seen: x0, y0, x1, y1.
  get seen() {
    return [...this.toWorld(0, 0), ...this.toWorld(this.pixelWidth, this.pixelHeight)];
  }

  pan(u, v) {
    this.fitted = false;
    this.x = Math.min(this.width, Math.max(0, this.x + u / this.scale));
    this.y = Math.min(this.height, Math.max(0, this.y + v / this.scale));
    this.redraw();
  }

  // Keeps the place under (u, v) where it is.
  zoom(factor, u = this.pixelWidth / 2, v = this.pixelHeight / 2) {
    const [x, y] = this.toWorld(u, v);
    this.fitted = false;
    this.scale = Math.min(96, Math.max(Math.min(this.leastScale, 1), this.scale * factor));
    this.x = Math.min(this.width, Math.max(0, x - (u - this.pixelWidth / 2) / this.scale));
    this.y = Math.min(this.height, Math.max(0, y - (v - this.pixelHeight / 2) / this.scale));
    this.redraw();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      const context = this.context;
      context.setTransform(this.density, 0, 0, this.density, 0, 0);
      context.clearRect(0, 0, this.pixelWidth, this.pixelHeight);
      this.onDraw(context);
      if (this.canvas.matches(":focus-visible")) this.cross(context);
    });
  }

  cross(context) {
    const [u, v] = [this.pixelWidth / 2, this.pixelHeight / 2];
    for (const [style, width] of [["#000", 4], ["#fff", 2]]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.beginPath();
      for (const [a, b] of [[-12, -4], [4, 12]]) {
        context.moveTo(u + a, v);
        context.lineTo(u + b, v);
        context.moveTo(u, v + a);
        context.lineTo(u, v + b);
      }
      context.stroke();
    }
  }

  place(event) {
    const box = this.box;
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.place(event));
    this.moved = this.pointers.size > 1;
    this.started = this.place(event);
    if (this.tool && this.pointers.size === 1) this.held = this.tool.down(...this.toWorld(...this.started));
    else if (this.painting && this.pointers.size === 1) this.onPaint(...this.toWorld(...this.started), true);
    else this.letGo(); // a second finger zooms
  }

  letGo() {
    if (this.held) this.tool.cancel();
    this.held = false;
  }

  move(event) {
    const at = this.place(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (this.tool) this.tool.hover(...this.toWorld(...at));
      this.onHover(...this.toWorld(...at));
      return;
    }
    if (this.held) {
      this.tool.drag(...this.toWorld(...at));
      return;
    }
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const apart = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
      this.zoom(apart(at) / apart(before), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
      this.pan((before[0] - at[0]) / 2, (before[1] - at[1]) / 2);
    } else if (this.painting && !this.moved) {
      this.onPaint(...this.toWorld(...at), false);
    } else if (this.moved || Math.hypot(at[0] - this.started[0], at[1] - this.started[1]) > 4) {
      this.moved = true;
      this.pan(before[0] - at[0], before[1] - at[1]);
    }
    this.pointers.set(event.pointerId, this.moved || this.pointers.size === 2 ? at : before);
  }

  up(event) {
    const known = this.pointers.delete(event.pointerId);
    if (known && this.held) {
      this.held = false;
      this.tool.up(...this.toWorld(...this.place(event)));
      return;
    }
    if (known && !this.moved && !this.painting) this.onPick(...this.toWorld(...this.place(event)));
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * 0.0016), ...this.place(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 240 : 48;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) this.pan(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.fit();
    else if (event.key === "Enter" && this.tool) this.tool.enter(this.x, this.y);
    else if (event.key === "Enter") (this.painting ? this.onPaint : this.onPick)(this.x, this.y, true);
    else if (!this.onKey(event.key)) return;
    if (moves[event.key]) this.onHover(this.x, this.y);
    event.preventDefault();
  }
}
