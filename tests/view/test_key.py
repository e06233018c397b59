# SPDX-License-Identifier: BSL-1.0
"""Key, floors, replay and what everybody must be able to use, in headless Chromium. Skips where there is none."""
import json
import unittest
from pathlib import Path

from served import WORLDS, Served, WithWorlds, lighthouse, run
from test_browser import CHROMIUM, Browser

# Names of what is a control, or false, and texts whose contrast with what is behind them is below 4.5 (WCAG 2.1, AA).
AUDIT = """(() => {
  const shown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
  const nameOf = (node) => node.getAttribute("aria-label") || [...(node.labels || [])].map((label) => label.textContent.trim()).join("") || node.textContent.trim();
  const nameless = [...document.querySelectorAll("input, select, button, summary, canvas[role]")].filter((node) => !nameOf(node)).map((node) => node.outerHTML.slice(0, 80));
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  const twice = ids.filter((id, number) => ids.indexOf(id) !== number);
  const parts = (colour) => (/rgba?\\(([^)]*)\\)/.exec(colour) || ["", "0,0,0,0"])[1].split(",").map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim() !== "");
    if (!own || !shown(node) || node.disabled || getComputedStyle(node).opacity !== "1") continue;
    const [a, b] = [light(parts(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push(node.outerHTML.slice(0, 80));
  }
  return { nameless, twice, faint, wide: document.documentElement.scrollWidth };
})()"""


@unittest.skipUnless(CHROMIUM, "no chromium here")
class Key(WithWorlds, unittest.TestCase):
    def town(self):
        made = Path(self.folder.name) / "town.pnav"
        movers = WORLDS / "harbourtown.profiles.json"
        self.assertEqual(run("build", WORLDS / "harbourtown.png", "--profile", movers, "--index", "none", "-o", made).returncode, 0)
        return made

    def listed(self, browser, name):
        return browser.evaluate(f"[...document.querySelectorAll('#{name} li')].map((item) => item.textContent)")

    def test_the_key_tells_terrains_with_their_costs_and_what_is_on_the_chart(self):
        made = self.town()
        terrains = {terrain["name"]: terrain["tiles"] for terrain in json.loads(run("info", made, "--json").stdout)["terrains"]}
        with Served(made) as served, Browser(1280, 800) as browser:
            browser.open(served.address + "#profile=1")
            said = self.listed(browser, "terrain-key")
            self.assertEqual(len(said), sum(tiles > 0 for tiles in terrains.values()))
            self.assertEqual(said[0], f"street: cost 1, {terrains['street']:,} tiles")
            self.assertIn(f"water: impassable, {terrains['water']:,} tiles", said)
            self.assertIn(f"grass: cost 1.25, {terrains['grass']:,} tiles", said)
            # The swatch is what the chart shows: at the scale of the whole map a tile of street is that colour.
            swatch = browser.evaluate("getComputedStyle(document.querySelector('#terrain-key i')).backgroundColor")
            at = browser.pixel("c.width / 2 + (0.5 - 80) * 0.94 * Math.min(c.width / 160, c.height / 128)",
                               "c.height / 2 + (0.5 - 64) * 0.94 * Math.min(c.width / 160, c.height / 128)")
            self.assertEqual(swatch, f"rgb{at}".replace("'", ""))
            self.assertEqual(self.listed(browser, "mark-key"), [])
            browser.ask("6,119", "88,54")
            browser.shown_cost()
            browser.wait_for("document.querySelectorAll('#mark-key li').length >= 3")
            marks = self.listed(browser, "mark-key")
            self.assertIn("the path", marks)
            self.assertIn("what the search has looked at", marks)
            browser.toggle("search")
            browser.wait_for("![...document.querySelectorAll('#mark-key li')].some((item) => item.textContent.includes('search'))")
            browser.toggle("regions0")
            browser.wait_for("[...document.querySelectorAll('#mark-key li')].some((item) => item.textContent === 'where paths cross them')")
            # Tiles that are edited are marked, until all is as in the file again.
            browser.evaluate("fetch('/edit?area=100,100,110,110&terrain=2', {method: 'POST'}).then(() => 1)")
            browser.evaluate("document.getElementById('refresh').disabled = false; document.getElementById('refresh').click()")
            browser.wait_for("[...document.querySelectorAll('#mark-key li')].some((item) => item.textContent === 'tiles that are not as in the file')")
            browser.evaluate("document.getElementById('revert').click()")
            browser.wait_for("![...document.querySelectorAll('#mark-key li')].some((item) => item.textContent.includes('as in the file'))")
            self.assertEqual(browser.faults, [])

    def test_a_search_is_played_step_by_step(self):
        with Served(self.town()) as served, Browser(1280, 800) as browser:
            browser.open(served.address + "#profile=1&from=6,119&to=88,54")
            cost = browser.shown_cost()
            total = served.json("/path.json", {"profile": 1, "tier": "astar", "from": "6,119", "to": "88,54"})
            browser.evaluate("[...document.querySelectorAll('#tiers button')].find((button) => button.textContent === 'astar').click()")
            browser.wait_for("document.getElementById('replay-text').textContent"
                             f" === 'all {total['expansions']:,} nodes'")
            # A part of it is what a search with that budget has settled.
            browser.evaluate("document.getElementById('replay-at').value = '100';"
                             "document.getElementById('replay-at').dispatchEvent(new Event('input'))")
            browser.wait_for("document.getElementById('replay-text').textContent.includes(' of ')")
            nodes = int(browser.text("replay-text").split(" ")[0].replace(",", ""))
            self.assertTrue(0 < nodes < total["expansions"])
            part = served.json("/path.json", {"profile": 1, "tier": "astar", "from": "6,119", "to": "88,54", "budget": nodes})
            self.assertEqual((part["status"], part["expansions"]), ("out_of_budget", nodes))
            self.assertLess(len(part["search"]["settled"]), len(total["search"]["settled"]))
            # Played to its end it shows the path again.
            browser.evaluate("document.getElementById('replay-at').value = String(Number(document.getElementById('replay-at').max) - 20)")
            browser.evaluate("document.getElementById('replay-play').click()")
            browser.wait_for("document.getElementById('replay-text').textContent.startsWith('all ')")
            browser.wait_for("document.getElementById('replay-play').textContent === 'Play the search'")
            browser.wait_for("[...document.querySelectorAll('#mark-key li')].some((item) => item.textContent === 'the path')")
            self.assertEqual(browser.shown_cost(), cost)
            self.assertEqual(browser.faults, [])

    def test_floors_are_chosen_and_stairs_lead_to_their_other_end(self):
        with Served(lighthouse(self.folder.name)) as served, Browser(1280, 800) as browser:
            browser.open(served.address)
            self.assertFalse(browser.evaluate("document.getElementById('floor-row').hidden"))
            self.assertEqual(browser.evaluate("[...document.getElementById('floor').options].map((option) => option.text)"), ["0", "1", "2"])
            # The middle of the chart lies on the floor that was chosen, and a click there names it.
            for floor in (2, 0, 1):
                browser.evaluate(f"document.getElementById('floor').value = '{floor}';"
                                 "document.getElementById('floor').dispatchEvent(new Event('change'))")
                browser.evaluate("document.getElementById('chart').focus()")
                browser.press("Escape")
                browser.wait_for("document.getElementById('from').value === ''")
                browser.press("Enter")
                self.assertTrue(browser.wait_for("document.getElementById('from').value").endswith(f",{floor}"))
            stairs = browser.evaluate("document.getElementById('stairs').selectedOptions[0].textContent")
            here, there = stairs.split(": ")[1].split(" to ")
            for end in (there, here):
                browser.evaluate("document.getElementById('jump').click()")
                browser.evaluate("document.getElementById('chart').focus()")
                browser.press("Escape")
                browser.wait_for("document.getElementById('from').value === ''")
                browser.press("Enter")
                self.assertEqual(browser.wait_for("document.getElementById('from').value"), end)
            self.assertEqual(browser.faults, [])

    def test_everything_has_a_name_and_can_be_read_at_any_size_and_scheme(self):
        drawn = Path(self.folder.name) / "new.areas.json"
        pages = [(self.town(), [], "#profile=1&from=6,119&to=88,54"), (lighthouse(self.folder.name), [], "#from=6,6&to=4,7,2"),
                 (WORLDS / "harbour.map", ["--save", drawn], "")]
        for world, options, link in pages:
            with Served(world, *options) as served:
                for width, height, dark in ((1280, 800, False), (1280, 800, True), (375, 700, False), (375, 700, True)):
                    with self.subTest(world=world.name, width=width, dark=dark), Browser(width, height, dark) as browser:
                        browser.open(served.address + link)
                        if link:
                            browser.shown_cost()
                        browser.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
                        found = browser.evaluate(AUDIT)
                        self.assertEqual(found["nameless"], [])
                        self.assertEqual(found["twice"], [])
                        self.assertEqual(found["faint"], [])
                        self.assertLessEqual(found["wide"], width)


if __name__ == "__main__":
    unittest.main()
