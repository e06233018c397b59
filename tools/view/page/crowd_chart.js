// How much goes on in a run of a crowd, over time, below the slider: as charts, and as numbers of the tick that is shown.

// A chart of series over the run, `bars` and lines, each by share of the run.
class RunChart {
  constructor(canvas, legend, series) {
    this.canvas = canvas;
    this.series = series; // of each: its name, the variable of its colour, and its numbers
    this.along = 0; // the share of the run that is over
    this.numbers = series.map(({ name, colour }) => {
      const number = made("b", { textContent: "0" });
      const swatch = made("i");
      swatch.style.background = `var(${colour})`;
      swatch.setAttribute("aria-hidden", "true");
      legend.append(made("li", {}, swatch, `${name} `, number));
      return number;
    });
    legend.hidden = canvas.hidden = false;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  // Tells of a tick so far along the run what each of the series has in it.
  show(along, values) {
    this.along = along;
    values.forEach((value, i) => {
      this.numbers[i].textContent = value.toLocaleString("en");
    });
    this.draw();
  }

  // What is over darker, and a line at the tick that is shown. Series of one `scale` share it.
  draw() {
    const { canvas } = this;
    const density = Math.max(1, window.devicePixelRatio || 1);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    const context = canvas.getContext("2d");
    context.scale(density, density);
    const style = getComputedStyle(document.documentElement);
    const [left, span] = [8, width - 16]; // the middle of the slider's thumb at both ends
    const most = (scale) => Math.max(1, ...this.series.filter((each) => each.scale === scale).flatMap((each) => each.shares));
    for (const { colour, shares, scale, bars } of this.series) {
      const top = most(scale);
      const part = (share) => (shares.length === 1 ? 0 : share / (shares.length - 1));
      const high = (count) => (count / top) * (height - 4);
      if (bars) {
        const wide = Math.max(1, span / shares.length - (span / shares.length > 6 ? 1 : 0));
        shares.forEach((count, share) => {
          context.fillStyle = style.getPropertyValue(part(share) <= this.along ? colour : "--quiet");
          context.fillRect(left + part(share) * span - wide / 2, height - 1 - high(count), wide, high(count));
        });
        continue;
      }
      context.beginPath();
      shares.forEach((count, share) => context.lineTo(left + part(share) * span, height - 1.5 - high(count)));
      for (const [ink, thick] of [[style.getPropertyValue("--sheet"), 3.5], [style.getPropertyValue(colour), 1.75]]) {
        context.strokeStyle = ink;
        context.lineWidth = thick;
        context.lineJoin = "round";
        context.stroke();
      }
    }
    context.fillStyle = style.getPropertyValue("--line");
    context.fillRect(left, height - 1, span, 1);
    context.fillStyle = style.getPropertyValue("--ink");
    context.fillRect(left + this.along * span - 0.5, 0, 1, height);
  }
}

// The chart of how many units move, decide, wait and are stuck, as far as the trace tells, and the one of a service.
class RunCharts {
  constructor(about) {
    const known = [["moved", "--accent"], ["decided", "--decided"], ["waited", "--waited"], ["stuck", "--bad"]]
      .filter(([name]) => about[name]);
    this.crowd = new RunChart(element("moving"), element("moving-counts"),
      known.map(([name, colour]) => ({ name, colour, shares: about[name], scale: "units", bars: name === "moved" })));
    this.names = known.map(([name]) => name);
    if (!about.load) return;
    element("load-name").hidden = false;
    element("load-name").textContent = `Path service, ${about.load.name}`;
    const series = [["waiting", "--accent"], ["answered", "--decided"], ["charged", "--waited"]];
    this.load = new RunChart(element("load"), element("load-counts"), series.map(([name, colour]) =>
      ({ name, colour, shares: about.load[name], scale: name, bars: name === "waiting" })));
  }

  show(along, counts, load) {
    this.crowd.show(along, this.names.map((name) => counts[name]));
    if (this.load && load) this.load.show(along, [...load]);
  }
}
