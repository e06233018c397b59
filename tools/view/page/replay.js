// A search step by step: the same question with a budget of so many nodes, answered by the same runtime.

// Parts of a search in the order in which they come, and whether one is shown node by node or at once.
const SEARCH_PARTS = [["jump", true], ["local", true], ["access", false], ["coarse", true], ["unpack", false], ["waypoints", true], ["astar", true]];

// The budgets of an answer's steps, ascending, from 0 to all nodes.
function budgetsOf(answer) {
  const budgets = [0];
  for (const [part, byNode] of SEARCH_PARTS) {
    const [done, nodes] = [budgets.at(-1), answer.expansions_by_tier[part] || 0];
    if (nodes === 0) continue;
    const steps = byNode ? Math.min(nodes, 1000) : 1;
    for (let step = 1; step <= steps; ++step) budgets.push(done + Math.round((nodes * step) / steps));
  }
  return budgets;
}

class SearchReplay {
  // `ask(budget)` gives an answer, `show(answer)` puts it on the chart; null stands for the whole one.
  constructor(ask, show) {
    this.ask = ask;
    this.show = show;
    this.budgets = [0];
    this.asked = 0; // the newest question; answers to older ones are dropped
    this.timer = null;
    element("replay-at").addEventListener("input", () => this.go(Number(element("replay-at").value)).catch(report));
    element("replay-play").addEventListener("click", () => (this.timer === null ? this.play() : this.stop()));
  }

  // An answer is on show; null: none that can be replayed.
  start(answer) {
    this.stop();
    this.asked += 1;
    this.budgets = answer === null ? [0] : budgetsOf(answer);
    element("replay").hidden = this.last === 0;
    element("replay-at").max = String(this.last);
    element("replay-at").value = String(this.last);
    this.tell(this.last);
  }

  get last() {
    return this.budgets.length - 1;
  }

  tell(step) {
    const [nodes, all] = [this.budgets[step], this.budgets[this.last]].map((count) => count.toLocaleString("en"));
    const text = step === this.last ? `all ${all} nodes` : `${nodes} of ${all} nodes`;
    element("replay-text").textContent = text;
    element("replay-at").setAttribute("aria-valuetext", text);
  }

  async go(step) {
    this.tell(step);
    const question = ++this.asked;
    const answer = step === this.last ? null : await this.ask(this.budgets[step]);
    if (question === this.asked) this.show(answer);
  }

  play() {
    const slider = element("replay-at");
    if (Number(slider.value) >= this.last) slider.value = "0";
    const step = Math.max(1, Math.round(this.last / 120));
    element("replay-play").textContent = "Stop";
    const tick = async () => {
      const next = Math.min(this.last, Number(slider.value) + step);
      slider.value = String(next);
      try {
        await this.go(next);
      } catch (error) {
        this.stop();
        report(error);
        return;
      }
      if (this.timer === null) return;
      if (next >= this.last) this.stop();
      else this.timer = setTimeout(tick, 50);
    };
    this.timer = setTimeout(tick, 0);
  }

  stop() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    element("replay-play").textContent = "Play the search";
  }
}
