// A board: nodes in the colour of their first tag, arcs, names, and a path.

class BoardScene {
  constructor(world, chart) {
    this.world = world;
    this.chart = chart;
    this.layers = new Set(["names"]);
    this.ways = world.arcs.filter(([from, to]) => from < to || !this.hasArc(to, from));
  }

  hasArc(from, to) {
    if (!this.pairs) this.pairs = new Set(this.world.arcs.map(([a, b]) => a * this.world.nodes.length + b));
    return this.pairs.has(from * this.world.nodes.length + to);
  }

  get layerList() {
    return [["names", "Names"], ["costs", "Costs"]];
  }

  place(node) {
    return this.chart.toPage(...this.world.nodes[node].at);
  }

  get radius() {
    const apart = Math.sqrt((this.world.width * this.world.height) / this.world.nodes.length) * this.chart.scale;
    return Math.min(14, Math.max(2, apart / 9));
  }

  draw(context, state) {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name);
    const radius = this.radius;
    context.strokeStyle = colour("--quiet");
    context.globalAlpha = 0.6;
    context.lineWidth = Math.max(1, radius / 7);
    context.beginPath();
    for (const [from, to] of this.ways) {
      context.moveTo(...this.place(from));
      context.lineTo(...this.place(to));
    }
    context.stroke();
    context.globalAlpha = 1;
    if (state.report) this.drawPath(context, state.report.places);
    context.strokeStyle = colour("--ink");
    context.lineWidth = 1;
    this.world.nodes.forEach((node, number) => {
      context.beginPath();
      context.arc(...this.place(number), radius, 0, 7);
      context.fillStyle = node.colour;
      context.fill();
      if (radius > 4) context.stroke();
    });
    if (this.layers.has("costs") && radius > 4) this.drawCosts(context, colour);
    if (this.layers.has("names") && radius > 4) this.drawNames(context, colour);
    for (const [end, name] of [[state.from, "A"], [state.to, "B"]]) {
      const number = this.find(end);
      if (number >= 0) badge(context, this.place(number), name);
    }
  }

  drawPath(context, nodes) {
    for (const [style, width] of [["#fff", 8], [COLOURS.path, 5]]) {
      context.beginPath();
      nodes.forEach((node, i) => (i === 0 ? context.moveTo(...this.place(node)) : context.lineTo(...this.place(node))));
      context.strokeStyle = style;
      context.lineWidth = width;
      context.lineJoin = "round";
      context.stroke();
    }
  }

  write(context, text, u, v, colour) {
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.strokeStyle = colour("--sea");
    context.strokeText(text, u, v);
    context.fillStyle = colour("--ink");
    context.fillText(text, u, v);
  }

  // Below the nodes, else above, right or left; names that would lie on others everywhere wait until there is room. Names
  // of nodes in sight stay within the chart.
  drawNames(context, colour) {
    context.font = "12px system-ui, sans-serif";
    const taken = [];
    this.world.nodes.forEach((node, number) => {
      const [u, v] = this.place(number);
      const half = context.measureText(node.name).width / 2 + 2;
      const [aside, off] = [this.radius + half + 2, this.radius + 9];
      const seen = u >= 0 && u <= this.chart.pixelWidth;
      const middle = seen ? Math.max(half, Math.min(this.chart.pixelWidth - half, u)) : u;
      for (const [x, y] of [[middle, v + off], [middle, v - off], [u + aside, v], [u - aside, v]]) {
        const box = [x - half, y - 7, x + half, y + 7];
        if (seen && (box[0] < 0 || box[2] > this.chart.pixelWidth)) continue;
        if (taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) continue;
        taken.push(box);
        this.write(context, node.name, x, y, colour);
        return;
      }
    });
  }

  drawCosts(context, colour) {
    context.font = "11px system-ui, sans-serif";
    const ways = new Set(this.ways);
    for (const way of ways) {
      const [a, b] = [this.place(way[0]), this.place(way[1])];
      if (Math.hypot(a[0] - b[0], a[1] - b[1]) > 5 * this.radius) {
        this.write(context, way[2], (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, colour);
      }
    }
  }

  find(name) {
    return name ? this.world.nodes.findIndex((node) => node.name === name) : -1;
  }

  endOf(text) {
    return text;
  }

  nameAt(x, y) {
    let best = null;
    let least = (Math.max(12, this.radius * 2) / this.chart.scale) ** 2;
    for (const node of this.world.nodes) {
      const square = (node.at[0] - x) ** 2 + (node.at[1] - y) ** 2;
      if (square < least) [best, least] = [node.name, square];
    }
    return best;
  }
}
