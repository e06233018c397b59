// Drawing areas or waypoints over a map that is not built yet: the panel, and what the server makes of the draft. All that
// the pointer draws can be typed as well.

// What is built anew in this time is built with every change.
const AT_ONCE_MS = 1500;
const LISTED = 300;

const TOOLS = {
  areas: [["look", "Look", "Clicks ask for paths"], ["rectangle", "Rectangle", "Drag from corner to corner"],
    ["polygon", "Polygon", "Click corners; the first one again, or the last one twice, closes it"],
    ["brush", "Brush", "Adds tiles to the chosen area"], ["erase", "Erase", "Takes tiles from the rectangles of the chosen area"],
    ["move", "Move", "Chooses an area, and drags its corners and shapes"]],
  waypoints: [["look", "Look", "Clicks ask for paths"], ["place", "Place", "Click where one shall be"],
    ["move", "Move", "Chooses a waypoint, and drags it"]],
};

async function startAuthoring(world, scene, chart, findPath) {
  const about = await ask("/draft.json");
  const author = new Author(world, scene, chart, findPath, about);
  author.showFindings();
  if (about.map) author.offerMap();
  if (about.fixed === null) author.start(about);
  else author.tell(about);
}

class Author {
  constructor(world, scene, chart, findPath, about) {
    Object.assign(this, { world, scene, chart, findPath });
    this.findings = about.findings;
    this.file = about.save;
    this.draft = new Draft(about.kind || (world.floors.count === 1 ? "areas" : "waypoints"), about.text);
    this.given = about.given || world.floors.count > 1;
    this.selected = null;
    this.mark = null; // the place of a finding
    this.shown = []; // brings fields up to date
    this.queue = Promise.resolve(); // drafts are built one after the other
    this.waiting = false;
    this.saved = about.is_saved ? this.draft.text : null;
  }

  tell(about) {
    const section = element("author-section");
    section.hidden = false;
    section.replaceChildren(made("h2", { textContent: "Draw" }), made("p", { className: "quiet", textContent: `Not here: ${about.fixed}.` }));
  }

  // The map with what was painted on it, for who wants to keep that.
  offerMap() {
    const button = this.button("Download map", () => {
      fetch("/map.txt").then(async (reply) => {
        if (!reply.ok) throw new Error((await reply.json()).error);
        this.give(await reply.blob(), this.world.name);
      }).catch(report);
    });
    button.id = "download-map";
    element("revert").after(button);
  }

  start(about) {
    const { chart } = this;
    const [draw, pick, key] = [chart.onDraw, chart.onPick, chart.onKey];
    chart.onDraw = (context) => {
      draw(context);
      this.draw(context);
    };
    chart.onPick = (x, y) => {
      if (!chart.tool) pick(x, y);
    };
    chart.onKey = (pressed) => (chart.tool && this.key(pressed)) || key(pressed);
    document.addEventListener("keydown", (event) => this.shortcut(event));
    element("paint").addEventListener("click", () => {
      if (chart.painting) this.choose("look");
    });
    this.build();
    // Findings tell lines of the text as it is written here.
    if (this.findings.length > 0 && about.text !== null) this.apply();
  }

  // The panel: what stays as it is, and places for what changes.
  build() {
    const section = element("author-section");
    section.hidden = false;
    const button = (id, text, act) => {
      const node = made("button", { type: "button", id, textContent: text });
      node.addEventListener("click", act);
      return node;
    };
    this.kinds = made("div", { className: "row" });
    this.tools = made("div", { className: "row" });
    this.tools.setAttribute("role", "group");
    this.tools.setAttribute("aria-label", "What the pointer draws");
    this.hint = made("p", { className: "quiet" });
    this.side = made("select", { id: "draw-side" }, ...[1, 3, 5, 9, 17].map((side) => made("option", { textContent: side })));
    this.brushRow = made("div", { className: "row" }, made("label", {}, "Brush ", this.side));
    this.joins = made("input", { type: "checkbox", id: "draw-joins" });
    this.joinsRow = made("label", { className: "row" }, this.joins, "New shapes belong to the chosen area");
    this.names = made("datalist", { id: "drawn-names" });
    this.items = made("ol", { id: "drawn" });
    this.editor = made("div", { id: "draw-editor" });
    this.ways = made("div", { id: "draw-ways" });
    this.waysTitle = made("summary", {});
    this.atOnce = made("input", { type: "checkbox", id: "draw-at-once", checked: true });
    this.status = made("p", { id: "draw-status" });
    this.status.setAttribute("role", "status");
    this.undoButton = button("draw-undo", "Undo", () => this.turn(() => this.draft.undo()));
    this.redoButton = button("draw-redo", "Redo", () => this.turn(() => this.draft.redo()));
    const save = this.file === null ? [] : [button("draw-save", `Save ${this.file}`, () => this.save())];
    section.replaceChildren(made("h2", { textContent: "Draw" }), this.kinds, this.tools, this.hint, this.brushRow, this.joinsRow,
      made("div", { className: "row" }, button("draw-add", "Add", () => this.add()), this.undoButton, this.redoButton),
      made("div", { className: "row" }, button("draw-apply", "Apply", () => this.apply()), made("label", {}, this.atOnce, " with every change")),
      made("div", { className: "row" }, ...save, button("draw-download", "Download", () => this.download())), this.status, this.names,
      this.items, this.editor, made("details", {}, this.waysTitle, this.ways));
    this.showKind();
  }

  showKind() {
    const choices = this.given ? [] : Object.keys(DRAFT_WORDS).map((kind) => {
      const radio = made("input", { type: "radio", name: "draft-kind", value: kind, checked: kind === this.draft.kind });
      radio.addEventListener("change", () => {
        this.draft = new Draft(kind, null);
        this.selected = null;
        this.showKind();
        this.apply();
      });
      return made("label", {}, radio, ` ${this.wordOf(kind)}s`);
    });
    this.kinds.replaceChildren(...choices);
    this.tools.replaceChildren(...TOOLS[this.draft.kind].map(([name, text, title]) => {
      const node = made("button", { type: "button", textContent: text, title });
      node.dataset.tool = name;
      node.addEventListener("click", () => this.choose(name));
      return node;
    }));
    element("draw-add").textContent = `Add ${this.wordOf(this.draft.kind).toLowerCase()}`;
    this.joinsRow.hidden = this.draft.kind !== "areas";
    this.choose("look");
    this.render();
  }

  wordOf(kind) {
    return DRAFT_WORDS[kind].item;
  }

  choose(name) {
    const tools = {
      look: () => null,
      rectangle: () => new RectangleTool(this),
      polygon: () => new PolygonTool(this),
      brush: () => new BrushTool(this, true),
      erase: () => new BrushTool(this, false),
      move: () => new MoveTool(this),
      place: () => new PlaceTool(this),
    };
    this.chart.letGo();
    this.chart.tool = tools[name]();
    if (this.chart.tool && this.chart.painting) element("paint").click();
    for (const node of this.tools.children) node.setAttribute("aria-pressed", String(node.dataset.tool === name));
    this.hint.textContent = `${TOOLS[this.draft.kind].find(([tool]) => tool === name)[2]}.`;
    this.brushRow.hidden = name !== "brush" && name !== "erase";
    this.chart.redraw();
  }

  get brush() {
    return Number(this.side.value);
  }

  // A key in the chart while a tool is chosen.
  key(pressed) {
    if (pressed === "Escape") {
      if (!this.chart.tool.cancel()) this.choose("look");
      return true;
    }
    if (pressed === "Delete" && this.selected) {
      this.remove(this.selected);
      return true;
    }
    return false;
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.turn(() => (key === "y" || event.shiftKey ? this.draft.redo() : this.draft.undo()));
  }

  // Changes of the draft. All are followed by a build, at once or when the author says so.

  edit(make) {
    if (!this.draft.change(make)) return;
    this.render();
    this.changed();
  }

  // By a field, which stays where it is.
  alter(make) {
    if (!this.draft.change(make)) return;
    this.refresh();
    this.changed();
  }

  turn(step) {
    const number = this.draft.items.indexOf(this.selected);
    if (!step()) return;
    this.selected = this.draft.items[number] || null;
    this.render();
    this.changed();
  }

  changed() {
    this.chart.redraw();
    if (this.atOnce.checked) this.apply();
    else this.say("Not built yet.");
  }

  // What of a rectangle lies on the map; null if nothing does.
  onMap([x, y, width, height]) {
    const [x0, y0] = [Math.max(0, x), Math.max(0, y)];
    const [x1, y1] = [Math.min(this.world.width, x + width), Math.min(this.world.height, y + height)];
    return x0 < x1 && y0 < y1 ? [x0, y0, x1 - x0, y1 - y0] : null;
  }

  // Of an area of its own, or the chosen one where the author wants that.
  addShape(kind, shape) {
    this.edit(() => {
      if (!this.joins.checked || !this.selected) {
        this.selected = { name: this.draft.freeName() };
        this.draft.items.push(this.selected);
      }
      this.selected[kind] = [...(this.selected[kind] || []), shape];
    });
  }

  addWaypoint(x, y) {
    const at = this.scene.nameAt(x, y);
    if (at === null) return;
    const [column, row, floor] = at.split(",").map(Number);
    this.edit(() => {
      this.selected = { name: this.draft.freeName(), x: column, y: row };
      if (floor > 0) this.selected.floor = floor;
      this.draft.items.push(this.selected);
    });
  }

  moveWaypoint(waypoint, dx, dy) {
    const [x, y] = this.placeOf(waypoint);
    const at = this.scene.nameAt(x + dx, y + dy);
    if (at === null) return;
    const [column, row, floor] = at.split(",").map(Number);
    [waypoint.x, waypoint.y] = [column, row];
    setOrDrop(waypoint, "floor", floor || null);
  }

  // In the middle of what is seen, for fields to be filled in.
  add() {
    const { chart } = this;
    if (this.draft.kind === "waypoints") {
      const [x, y] = [Math.min(this.world.width - 1, chart.x), Math.min(this.world.height - 1, chart.y)];
      this.addWaypoint(x, this.scene.nameAt(x, y) === null ? y - 1 : y); // between floors there is nothing
    } else {
      this.selected = this.joins.checked ? this.selected : null;
      this.addShape("rects", this.middle());
    }
    const field = this.editor.querySelector("input");
    if (!field) return;
    field.focus();
    field.select();
  }

  middle() {
    const [x0, y0, x1, y1] = this.chart.seen;
    const [width, height] = [Math.max(1, Math.round((x1 - x0) / 8)), Math.max(1, Math.round((y1 - y0) / 8))];
    return this.onMap([Math.round(this.chart.x - width / 2), Math.round(this.chart.y - height / 2), width, height]) || [0, 0, 1, 1];
  }

  remove(item) {
    this.edit(() => {
      this.draft.remove(item);
      this.selected = null;
    });
  }

  select(item) {
    this.selected = item;
    this.render();
    this.chart.redraw();
  }

  // The panel for what is drawn.

  refresh() {
    for (const show of this.shown) show();
    this.names.replaceChildren(...this.draft.items.map((item) => made("option", { value: item.name })));
    this.undoButton.disabled = this.draft.done.length === 0;
    this.redoButton.disabled = this.draft.undone.length === 0;
    const { kind, ways, closed } = this.draft;
    this.waysTitle.textContent = kind === "areas" ? `Links (${ways.length}) and closed borders (${closed.length})` : `Ways drawn (${ways.length}) and closed (${closed.length})`;
    for (const radio of this.kinds.querySelectorAll("input")) radio.disabled = !this.draft.isEmpty;
  }

  render() {
    this.shown = [];
    const { draft } = this;
    const listed = draft.items.slice(0, LISTED).map((item, number) => {
      const button = made("button", { type: "button" });
      button.setAttribute("aria-pressed", String(item === this.selected));
      button.addEventListener("click", () => {
        this.select(item === this.selected ? null : item);
        const again = this.items.querySelectorAll("button")[number];
        if (again) again.focus();
      });
      this.shown.push(() => (button.textContent = item.name === "" ? "(no name)" : item.name));
      return made("li", {}, button);
    });
    if (draft.items.length > LISTED) listed.push(made("li", { className: "quiet", textContent: `and ${draft.items.length - LISTED} more: choose them in the chart` }));
    this.items.replaceChildren(...listed);
    const chosen = listed[draft.items.indexOf(this.selected)];
    if (chosen) this.items.scrollTop = Math.max(0, chosen.offsetTop - this.items.offsetTop - this.items.clientHeight / 2);
    this.editor.replaceChildren(...(this.selected ? this.fieldsOf(this.selected) : []));
    this.ways.replaceChildren(...this.fieldsOfWays());
    this.refresh();
  }

  // A field whose text `get` tells and `set` takes, or throws what is wrong with it.
  field(name, get, set, properties = {}) {
    const input = made("input", { autocomplete: "off", ...properties });
    this.shown.push(() => {
      // What is wrong stays to be mended.
      if (input.getAttribute("aria-invalid") !== "true") input.value = get();
    });
    input.addEventListener("change", () => {
      try {
        input.removeAttribute("aria-invalid");
        const value = input.value.trim();
        this.alter(() => set(value));
      } catch (error) {
        input.setAttribute("aria-invalid", "true");
        this.say(`${name}: ${error.message}`, true);
      }
    });
    return made("label", {}, `${name} `, input);
  }

  fieldOfNames(name, get, set) {
    const label = this.field(name, get, set);
    label.querySelector("input").setAttribute("list", "drawn-names");
    return label;
  }

  button(text, act, label = text) {
    const node = made("button", { type: "button", textContent: text });
    node.setAttribute("aria-label", label);
    node.addEventListener("click", act);
    return node;
  }

  fieldsOf(item) {
    const fields = [
      this.field("Name", () => item.name, (text) => this.draft.rename(item, text)),
      this.field("Tags", () => (item.tags || []).join("; "), (text) => setOrDrop(item, "tags", tagsOf(text))),
    ];
    if (this.draft.kind === "waypoints") {
      fields.push(this.field("x", () => item.x, (text) => (item.x = numberOf(text)), { inputMode: "decimal" }),
        this.field("y", () => item.y, (text) => (item.y = numberOf(text)), { inputMode: "decimal" }));
      if (this.world.floors.count > 1) {
        fields.push(this.field("Floor", () => item.floor || 0, (text) => setOrDrop(item, "floor", wholeOf(text) || null)));
      }
    } else {
      fields.push(this.field("Cost to enter", () => (item.enter === undefined ? "" : item.enter),
        (text) => setOrDrop(item, "enter", text === "" ? null : costOf(text)), { inputMode: "decimal" }),
      this.field("Anchor x,y", () => (item.anchor || []).join(","),
        (text) => setOrDrop(item, "anchor", text === "" ? null : numbersOf(text, 2)), { placeholder: "chosen by build" }));
      this.addShapeFields(item, fields);
    }
    const row = made("div", { className: "row" });
    if (this.draft.kind === "areas") {
      row.append(this.button("+ Rectangle", () => this.edit(() => (item.rects = [...(item.rects || []), this.middle()])), "Add a rectangle"),
        this.button("+ Polygon", () => this.edit(() => (item.polygons = [...(item.polygons || []), cornersOf(this.middle())])), "Add a polygon"),
        this.button("Earlier", () => this.edit(() => this.putEarlier(item)), "Earlier in the list: where areas overlap the first one counts"));
    }
    row.append(this.button("Delete", () => this.remove(item), `Delete ${item.name}`), this.button("Show", () => this.show(item), `Show ${item.name} in the chart`));
    return [...fields, row];
  }

  addShapeFields(item, fields) {
    const drop = (kind, number) => this.edit(() => {
      item[kind].splice(number, 1);
      if (item[kind].length === 0 && (kind === "rects" ? item.polygons || item.wkt : item.rects || item.wkt)) delete item[kind];
    });
    const add = (kind, number, name, get, set) => {
      fields.push(made("div", { className: "row" }, this.field(name, get, set, { className: "shape" }),
        this.button("×", () => drop(kind, number), `Remove ${name.split(" (")[0]}`)));
    };
    // A brush may leave very many.
    (item.rects || []).slice(0, 40).forEach((_, i) => {
      add("rects", i, `Rectangle ${i + 1} (x,y,width,height)`, () => (item.rects[i] || []).join(","), (text) => (item.rects[i] = numbersOf(text, 4)));
    });
    if ((item.rects || []).length > 40) fields.push(made("p", { className: "quiet", textContent: `and ${item.rects.length - 40} rectangles more` }));
    (item.polygons || []).forEach((_, i) => {
      add("polygons", i, `Polygon ${i + 1} (x,y x,y x,y)`, () => (item.polygons[i] || []).map((corner) => corner.join(",")).join(" "), (text) => (item.polygons[i] = polygonOf(text)));
    });
    if (item.wkt !== undefined) fields.push(this.field("WKT", () => item.wkt || "", (text) => setOrDrop(item, "wkt", text)));
  }

  putEarlier(item) {
    const { items } = this.draft;
    const at = items.indexOf(item);
    if (at > 0) items.splice(at - 1, 2, item, items[at - 1]);
  }

  fieldsOfWays() {
    const { draft } = this;
    const word = draft.words.way;
    const ends = () => draft.items.map((item) => item.name);
    const first = (number) => ends()[number] || "";
    const ways = draft.ways.map((way, i) => made("fieldset", {}, made("legend", { textContent: `${word} ${i + 1}` }),
      this.fieldOfNames("From", () => way.from, (text) => (way.from = text)),
      this.fieldOfNames("To", () => way.to, (text) => (way.to = text)),
      this.field("Cost", () => (way.cost === undefined ? "" : way.cost), (text) => setOrDrop(way, "cost", text === "" ? null : costOf(text)),
        { inputMode: "decimal", placeholder: draft.kind === "areas" ? "1" : "as walked" }),
      this.field("Name", () => way.name || "", (text) => setOrDrop(way, "name", text)),
      this.field("Tags", () => (way.tags || []).join("; "), (text) => setOrDrop(way, "tags", tagsOf(text))),
      this.check("One way", () => way.one_way === true, (on) => setOrDrop(way, "one_way", on || null)),
      this.button("Delete", () => this.edit(() => draft.ways.splice(i, 1)), `Delete ${word} ${i + 1}`)));
    const closed = draft.closed.map((pair, i) => made("fieldset", {}, made("legend", { textContent: `Closed ${i + 1}` }),
      this.fieldOfNames("Between", () => pair[0], (text) => (pair[0] = text)),
      this.fieldOfNames("and", () => pair[1], (text) => (pair[1] = text)),
      this.button("Delete", () => this.edit(() => draft.closed.splice(i, 1)), `Delete Closed ${i + 1}`)));
    const adds = made("div", { className: "row" },
      this.button(`Add ${word.toLowerCase()}`, () => this.edit(() => draft.ways.push({ from: first(0), to: first(1) }))),
      this.button("Close a border", () => this.edit(() => draft.closed.push([first(0), first(1)])), draft.kind === "areas" ? "Close a border" : "Close a way"));
    if (draft.kind === "waypoints") adds.lastChild.textContent = "Close a way";
    adds.hidden = draft.items.length < 2;
    const sight = draft.kind === "areas" ? [] : [this.field("Waypoints see (tiles)", () => draft.doc.sight_length || "",
      (text) => setOrDrop(draft.doc, "sight_length", text === "" ? null : wholeOf(text)), { inputMode: "numeric", placeholder: "any distance" })];
    return [...sight, ...ways, ...closed, adds];
  }

  check(name, get, set) {
    const input = made("input", { type: "checkbox" });
    this.shown.push(() => (input.checked = get()));
    input.addEventListener("change", () => this.alter(() => set(input.checked)));
    return made("label", { className: "check" }, input, ` ${name}`);
  }

  say(text, isWrong = false) {
    this.status.textContent = text;
    this.status.className = isWrong ? "no" : "quiet";
  }

  // What the server makes of it.

  apply() {
    if (this.waiting) return;
    this.waiting = true;
    this.queue = this.queue.then(() => {
      this.waiting = false;
      return this.send("/draft");
    }).catch((error) => this.say(error.message, true));
  }

  save() {
    this.queue = this.queue.then(() => this.send("/save")).catch((error) => this.say(error.message, true));
  }

  async send(path) {
    const { text, kind } = this.draft;
    this.say("Building…");
    const reply = await fetch(`${path}?kind=${kind}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
    const answer = await reply.json();
    if (answer.findings) {
      this.findings = answer.findings;
      this.showFindings();
    }
    if (!reply.ok) {
      this.say(this.inWords(answer.error), true);
      return;
    }
    if (answer.saved) this.saved = text;
    if (path === "/draft" && answer.ms > AT_ONCE_MS) this.atOnce.checked = false;
    await this.renew();
    const unsaved = this.file !== null && this.saved !== text && !this.draft.isEmpty ? " Not saved yet." : "";
    this.say(answer.saved ? `Saved ${answer.saved}.` : `Built in ${answer.ms} ms.${unsaved}`);
  }

  // Shows the world that was built; what the page has chosen, and edits, stay.
  async renew() {
    const { scene, chart } = this;
    const fresh = new MapScene(await ask("/world.json"), chart);
    const kept = new Set(["chart", "profile", "revision", "drawn", "pictures", "dirty", "closed", "layers", "crowd"]);
    for (const key of Object.keys(fresh)) if (!kept.has(key)) scene[key] = fresh[key];
    scene.drawn += 1;
    scene.revision = 0; // its edits are counted anew
    offerNames(scene.areas.filter((area) => area.at));
    scene.setProfile(scene.profile);
    await scene.showChanges();
    await this.findPath();
  }

  download() {
    const name = this.file || `${this.world.name.replace(/\.[^.]*$/, "")}.${this.draft.kind}.json`;
    this.give(new Blob([this.draft.text], { type: "application/json" }), name);
  }

  give(content, name) {
    const link = made("a", { href: URL.createObjectURL(content), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // Findings, with what they are about.

  // Lines of the draft are told by what they hold.
  inWords(text) {
    const things = { areas: "area", waypoints: "waypoint", links: "link", ways: "way", closed: "closed border" };
    return text.replace(/^draft(:\d+)?: /, "").replace(/draft:(\d+)/g, (whole, line) => {
      const found = this.draft.at(Number(line));
      return found ? `${things[found.name]} ${found.number + 1}` : whole;
    });
  }

  targetOf(text) {
    const line = /^draft:(\d+): /.exec(text);
    const found = line && this.draft.at(Number(line[1]));
    const item = found && found.name === this.draft.words.items ? this.draft.items[found.number] : null;
    for (const place of text.matchAll(/(?<![\d.,])\d+,\d+(?:,\d+)?(?![\d.,]*\d)/g)) {
      const at = this.scene.parse(place[0]);
      if (at) return { item, at };
    }
    return item ? { item, at: null } : null;
  }

  showFindings() {
    const section = element("findings-section");
    section.hidden = this.findings.length === 0;
    const list = this.findings.map(({ severity, text }) => {
      const target = this.targetOf(text);
      const words = `${severity === "error" ? "Wrong: " : ""}${this.inWords(text)}`;
      const className = severity === "error" ? "no" : "";
      if (!target) return made("li", { className, textContent: words });
      const button = made("button", { type: "button", className, textContent: words });
      button.addEventListener("click", () => {
        if (target.item && this.draft.items.includes(target.item)) this.select(target.item);
        if (target.at) this.goTo(target.at);
        else this.show(target.item);
      });
      return made("li", {}, button);
    });
    section.replaceChildren(made("h2", { textContent: "Findings" }), made("ul", { id: "findings" }, ...list));
  }

  goTo(at) {
    const { chart } = this;
    this.mark = at;
    chart.fitted = false;
    [chart.x, chart.y] = at;
    chart.scale = Math.max(chart.scale, 6);
    chart.redraw();
  }

  show(item) {
    const places = this.draft.kind === "waypoints"
      ? [this.placeOf(item)]
      : this.ringsOf(item).flat();
    if (places.length === 0) return;
    this.chart.reveal(places);
    this.chart.redraw();
  }

  // The chart.

  placeOf(waypoint) {
    return [Math.floor(waypoint.x) + 0.5, Math.floor(waypoint.y) + (waypoint.floor || 0) * (this.world.floors.height + 1) + 0.5];
  }

  itemAt(x, y) {
    const { items, kind } = this.draft;
    if (kind === "areas") return items.find((area) => isInArea(area, x, y)) || null;
    const apart = (item) => Math.hypot(this.placeOf(item)[0] - x, this.placeOf(item)[1] - y) * this.chart.scale;
    const near = items.filter((item) => apart(item) < Math.max(CATCH, this.chart.scale));
    return near.sort((a, b) => apart(a) - apart(b))[0] || null;
  }

  outline(context, rings, strong) {
    context.beginPath();
    for (const ring of rings) {
      ring.forEach(([x, y], i) => (i === 0 ? context.moveTo(...this.chart.toPage(x, y)) : context.lineTo(...this.chart.toPage(x, y))));
      context.closePath();
    }
    for (const [style, width, dash] of [["rgba(255,255,255,0.85)", strong ? 4 : 3, []], [DRAFT_COLOUR, strong ? 2.5 : 1.5, strong ? [] : [5, 4]]]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      context.setLineDash(dash);
      context.stroke();
    }
    context.setLineDash([]);
  }

  outlineItem(context, item, strong) {
    if (this.draft.kind === "waypoints") {
      const [u, v] = this.chart.toPage(...this.placeOf(item));
      context.beginPath();
      context.arc(u, v, strong ? 8 : 5, 0, 7);
      context.strokeStyle = "#fff";
      context.lineWidth = 4;
      context.stroke();
      context.strokeStyle = DRAFT_COLOUR;
      context.lineWidth = 2.5;
      context.stroke();
      return;
    }
    this.outline(context, this.ringsOf(item), strong);
  }

  ringsOf(area) {
    return [...(area.rects || []).map(cornersOf), ...(area.polygons || []), ...ringsOf(area.wkt)];
  }

  draw(context) {
    for (const item of this.draft.items) if (item !== this.selected) this.outlineItem(context, item, false);
    if (this.selected) {
      this.outlineItem(context, this.selected, true);
      if (this.draft.kind === "areas" && this.chart.tool instanceof MoveTool) this.drawCorners(context, this.selected);
    }
    this.drawClosed(context);
    if (this.chart.tool) this.chart.tool.draw(context);
    if (this.mark) {
      const [u, v] = this.chart.toPage(...this.mark);
      context.beginPath();
      context.arc(u, v, 12, 0, 7);
      context.strokeStyle = COLOURS.path;
      context.lineWidth = 3;
      context.stroke();
    }
  }

  // A cross half way between the anchors, as far as those are known.
  drawClosed(context) {
    context.beginPath();
    for (const pair of this.draft.closed) {
      const [a, b] = pair.map((name) => this.scene.areaNamed.get(name));
      if (!a || !b || !a.at || !b.at) continue;
      const [from, to] = [a, b].map(({ at: [x, y] }) => this.chart.toPage(x + 0.5, y + 0.5));
      const [u, v] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      context.moveTo(...from);
      context.lineTo(...to);
      for (const side of [-1, 1]) {
        context.moveTo(u - 6, v - 6 * side);
        context.lineTo(u + 6, v + 6 * side);
      }
    }
    context.setLineDash([]);
    context.strokeStyle = "rgba(255,255,255,0.85)";
    context.lineWidth = 4;
    context.stroke();
    context.strokeStyle = COLOURS.closed;
    context.lineWidth = 2;
    context.stroke();
  }

  drawCorners(context, area) {
    for (const corner of [...(area.rects || []).flatMap(cornersOf), ...(area.polygons || []).flat()]) {
      const [u, v] = this.chart.toPage(...corner);
      context.fillStyle = "#fff";
      context.strokeStyle = DRAFT_COLOUR;
      context.lineWidth = 2;
      context.fillRect(u - 4, v - 4, 8, 8);
      context.strokeRect(u - 4, v - 4, 8, 8);
    }
  }
}

const DRAFT_COLOUR = "#b3005e";

// What is typed; what is wrong with it is thrown.

function numberOf(text) {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error("expected a number");
  return Number(text);
}

function wholeOf(text) {
  if (!/^\d+$/.test(text)) throw new Error("expected a whole number");
  return Number(text);
}

function costOf(text) {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error("expected a cost, 0 or more");
  return Number(text);
}

function numbersOf(text, count) {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "").map(numberOf);
  if (parts.length !== count || !parts.every(Number.isInteger)) throw new Error(`expected ${count} whole numbers`);
  return parts;
}

function polygonOf(text) {
  const corners = text.split(/\s+/).filter((part) => part !== "").map((part) => part.split(",").map(numberOf));
  if (corners.length < 3 || corners.some((corner) => corner.length !== 2)) throw new Error("expected three corners x,y or more");
  return corners;
}

function tagsOf(text) {
  return text.split(";").map((tag) => tag.trim()).filter((tag) => tag !== "");
}
