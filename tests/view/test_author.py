# SPDX-License-Identifier: BSL-1.0
"""Drawing over a map in headless Chromium, and what `build` makes of what was saved. Skips where there is no Chromium."""
import json
import tempfile
import time
import unittest
from pathlib import Path

from served import WORLDS, Served, run
from test_browser import CHROMIUM, Browser

CODES = {"Tab": 9, "Enter": 13, " ": 32}
HARBOUR = WORLDS / "harbour.map"


class Drawing(Browser):
    """A page with a map that is not built yet."""

    def open(self, address):
        super().open(address)
        self.wait_for("document.querySelector('[data-tool]') !== null")

    def tile(self, x, y):
        """Where a place of the harbour, shown whole, is in the window."""
        return self.evaluate(
            "(() => { const b = document.getElementById('chart').getBoundingClientRect();"
            " const scale = 0.94 * Math.min(b.width / 256, b.height / 192);"
            f" return [b.left + b.width / 2 + ({x} - 128) * scale, b.top + b.height / 2 + ({y} - 96) * scale]; }})()")

    def drag(self, *tiles):
        places = [dict(zip("xy", self.tile(*tile))) for tile in tiles]
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **places[0])
        self.call("Input.dispatchMouseEvent", type="mousePressed", button="left", clickCount=1, **places[0])
        for place in places[1:]:
            self.call("Input.dispatchMouseEvent", type="mouseMoved", button="left", **place)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", button="left", clickCount=1, **places[-1])

    def key(self, *keys, modifiers=0):
        for key in keys:
            text = {"text": "\r"} if key == "Enter" else {"text": " "} if key == " " else {}
            code = CODES.get(key, ord(key.upper()) if len(key) == 1 else 0)
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, modifiers=modifiers, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code, modifiers=modifiers)

    def focus(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")

    def push(self, text, within="#author-section"):
        """The button of this text, by the keyboard."""
        self.evaluate(f"[...document.querySelectorAll('{within} button')].find((b) => b.textContent === {json.dumps(text)}).focus()")
        self.key(" ")

    def tool(self, name):
        self.focus(f"[data-tool={name}]")
        self.key(" ")

    def field(self, label, text, within="#draw-editor"):
        """Types into the last field of this label, and leaves it."""
        self.evaluate(f"(() => {{ const of = [...document.querySelectorAll('{within} label')]"
                      f".filter((label) => label.textContent.trim().startsWith({json.dumps(label)}));"
                      " const input = of[of.length - 1].querySelector('input'); input.focus(); input.select(); })()")
        if text:
            self.call("Input.insertText", text=text)
        else:
            self.call("Input.dispatchKeyEvent", type="keyDown", key="Delete", windowsVirtualKeyCode=46)
        self.key("Tab")

    def told(self, part):
        """Waits for what the page says of the draft."""
        try:
            self.wait_for(f"document.getElementById('draw-status').textContent.includes({json.dumps(part)})")
        except AssertionError:
            raise AssertionError(f"not {part!r}, but {self.text('draw-status')!r}") from None

    def built(self):
        """Waits until the draft as it is now has been built."""
        self.evaluate("new Promise((soon) => setTimeout(soon, 30))")
        self.told("Built in")

    def listed(self):
        return self.evaluate("[...document.querySelectorAll('#drawn button')].map((button) => button.textContent)")

    def findings(self):
        return self.evaluate("[...document.querySelectorAll('#findings li')].map((entry) => entry.textContent)")


@unittest.skipUnless(CHROMIUM, "no chromium here")
class Author(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file, self.world = Path(folder.name) / "drawn.json", Path(folder.name) / "drawn.pnav"

    def build(self, option):
        done = run("build", HARBOUR, option, self.file, "-o", self.world)
        self.assertEqual(done.returncode, 0, done.stderr)

    def path(self, *names):
        return json.loads(run("path", self.world, *names, "--json").stdout)

    def test_areas_drawn_by_pointer_and_keys_come_back_from_build(self):
        with Served(HARBOUR, "--save", self.file) as served, Drawing(1280, 800) as page:
            page.open(served.address)
            page.tool("rectangle")
            page.drag((2.5, 2.5), (60, 60), (99.5, 189.5))
            page.built()
            page.field("Name", "West Field")
            page.field("Tags", "rural; quiet")
            # By Enter at the cross, which is in the middle at first.
            page.tool("rectangle")
            page.focus("#chart")
            page.key("Enter", "ArrowRight", "ArrowRight", "ArrowDown", "Enter")
            page.wait_for("document.querySelectorAll('#drawn button').length === 2")
            page.field("Name", "Old Town")
            page.field("Rectangle 1", "100, 0, 60, 192")
            # Without the chart at all.
            page.push("Add area")
            self.assertEqual(page.evaluate("document.activeElement.value"), "Area 1")
            page.call("Input.insertText", text="East Wood")
            page.key("Tab")
            page.field("Rectangle 1", "160 0 96 192")
            page.field("Cost to enter", "2.5")
            page.evaluate("document.querySelector('#author-section details').open = true")
            page.push("Add link")
            page.field("To", "East Wood", "#draw-ways")
            page.field("Cost", "12.5", "#draw-ways")
            page.field("Name", "ferry", "#draw-ways")
            page.evaluate("document.querySelector('#draw-ways input[type=checkbox]').click()")
            page.push("Close a border")
            page.field("Between", "Old Town", "#draw-ways")
            page.field("and", "East Wood", "#draw-ways")
            page.built()
            self.assertEqual(page.listed(), ["West Field", "Old Town", "East Wood"])
            # Seen at once by paths between the names.
            page.ask("West Field", "East Wood")
            page.evaluate("document.querySelector('#tiers tr[data-tier=corridor] button').click()")
            shown = page.shown_cost()
            for cost, other in (("20", True), ("12.5", False)):
                page.field("Cost", cost, "#draw-ways")
                page.wait_for(f"(document.getElementById('answer').dataset.cost !== '{shown}') === {json.dumps(other)} && "
                              "document.getElementById('answer').dataset.cost !== undefined")
            page.push(f"Save {self.file.name}")
            page.told("Saved drawn.json")
            self.assertEqual(page.faults, [])
        self.assertEqual(json.loads(self.file.read_text()), {
            "portolan": "areas", "version": 1,
            "areas": [{"name": "West Field", "rects": [[2, 2, 98, 188]], "tags": ["rural", "quiet"]},
                      {"name": "Old Town", "rects": [[100, 0, 60, 192]]},
                      {"name": "East Wood", "rects": [[160, 0, 96, 192]], "enter": 2.5}],
            "links": [{"from": "West Field", "to": "East Wood", "cost": 12.5, "name": "ferry", "one_way": True}],
            "closed": [["Old Town", "East Wood"]]})
        self.build("--areas")
        found = self.path("West Field", "East Wood")
        self.assertEqual((found["status"], found["cost"]), ("found", shown))
        self.assertEqual(self.path("East Wood", "West Field")["status"], "unreachable")

    def test_waypoints_placed_by_pointer_and_keys_come_back_from_build(self):
        with Served(HARBOUR, "--save", self.file) as served, Drawing(1280, 800) as page:
            page.open(served.address)
            page.evaluate("document.querySelector('input[value=waypoints]').click()")
            page.tool("place")
            page.drag((1.5, 1.5))
            page.field("Name", "Gate")
            page.push("Add waypoint")
            page.call("Input.insertText", text="Quay")
            page.key("Tab")
            page.field("x", "1")
            page.field("y", "100")
            page.push("Add waypoint")
            page.field("Name", "Well")
            page.field("x", "95")
            page.field("y", "190")
            page.tool("move")
            page.drag((95.5, 190.5), (100, 190), (140.5, 190.5))
            page.evaluate("document.querySelector('#author-section details').open = true")
            page.push("Add way")
            page.field("To", "Well", "#draw-ways")
            page.field("From", "Quay", "#draw-ways")
            page.field("Waypoints see", "300", "#draw-ways")
            page.built()
            page.ask("Gate", "Well")
            page.evaluate("document.querySelector('#tiers tr[data-tier=board] button').click()")
            shown = page.shown_cost()
            page.push(f"Save {self.file.name}")
            page.told("Saved drawn.json")
            # The page may ask for a draft while a way still has one end, and is told what it lacks.
            self.assertEqual([fault for fault in page.faults if "/draft?" not in str(fault)], [])
        self.assertEqual(json.loads(self.file.read_text()), {
            "portolan": "waypoints", "version": 1, "sight_length": 300,
            "waypoints": [{"name": "Gate", "x": 1, "y": 1}, {"name": "Quay", "x": 1, "y": 100},
                          {"name": "Well", "x": 140, "y": 190}],
            "ways": [{"from": "Quay", "to": "Well"}]})
        self.build("--waypoints")
        found = self.path("Gate", "Well")
        self.assertEqual((found["status"], found["cost"]), ("found", shown))

    def test_shapes_are_reshaped_painted_and_undone(self):
        with Served(HARBOUR) as served, Drawing(1280, 800) as page:
            page.open(served.address)
            value = lambda label: page.evaluate(
                f"[...document.querySelectorAll('#draw-editor label')].find((label) => label.textContent.startsWith('{label}'))"
                ".querySelector('input').value")
            page.tool("polygon")
            for corner in ((10, 10), (60, 10), (60, 50), (10, 10)):
                page.drag(corner)
            page.built()
            self.assertEqual(value("Polygon 1"), "10,10 60,10 60,50")
            page.tool("move")
            page.drag((60, 50), (60, 60), (70, 80))
            self.assertEqual(value("Polygon 1"), "10,10 60,10 70,80")
            page.drag((50, 20), (55, 22))
            self.assertEqual(value("Polygon 1"), "15,12 65,12 75,82")
            page.tool("rectangle")
            page.drag((120.5, 20.5), (139.5, 39.5))
            self.assertEqual(value("Rectangle 1"), "120,20,20,20")
            page.tool("move")
            page.drag((140, 40), (150, 60))
            self.assertEqual(value("Rectangle 1"), "120,20,30,40")
            page.tool("erase")
            page.evaluate("document.getElementById('draw-side').value = '9'")
            page.drag((124.5, 24.5))
            page.tool("brush")
            page.drag((154.5, 40.5))
            self.assertEqual(value("Rectangle 1"), "129,20,21,9")
            page.tool("look")
            page.built()
            # All of it, one after the other, with the keys that editors have for it.
            page.evaluate("document.activeElement.blur()")
            for _ in range(7):
                page.key("z", modifiers=2)
            self.assertEqual(page.listed(), [])
            self.assertTrue(page.evaluate("document.getElementById('draw-undo').disabled"))
            page.key("y", modifiers=2)
            page.key("z", modifiers=2 + 8)
            page.built()
            # To the browser, without --save.
            page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.file.parent))
            self.assertFalse(page.evaluate("document.getElementById('draw-save') !== null"))
            for button, name in (("draw-download", "harbour.areas.json"), ("download-map", "harbour.map")):
                page.evaluate(f"document.getElementById('{button}').click()")
                end = time.monotonic() + 60
                while not (self.file.parent / name).exists() and time.monotonic() < end:
                    time.sleep(0.1)
            self.assertEqual(json.loads((self.file.parent / "harbour.areas.json").read_text())["areas"][0]["name"], "Area 1")
            self.assertEqual((self.file.parent / "harbour.map").read_text(), HARBOUR.read_text())
            self.assertEqual(page.listed(), ["Area 1"])
            page.built()
            self.assertEqual(page.evaluate("fetch('/world.json').then((reply) => reply.json()).then((world) => world.areas.of)"), 1)
            self.assertEqual(page.faults, [])

    def test_what_will_not_do_is_told_by_name_and_not_saved(self):
        with Served(HARBOUR, "--save", self.file) as served, Drawing(1280, 800) as page:
            page.open(served.address)
            for rect in ("0,0,40,40", "20,0,40,40"):
                page.push("Add area")
                page.field("Rectangle 1", rect)
            page.built()
            overlap = "800 tiles of 'Area 2' belong to 'Area 1', which is listed before"
            self.assertIn(overlap, page.findings())
            # A finding chooses what it is about.
            page.evaluate("document.querySelector('#drawn button').click()")
            page.push(overlap, "#findings")
            self.assertTrue(page.evaluate("document.querySelectorAll('#drawn button')[1].getAttribute('aria-pressed') === 'true'"))
            page.field("Rectangle 1", "250,180,40,40")
            page.built()
            self.assertIn("'Area 2' reaches beyond the map", page.findings())
            # Fields say what they expect, and the draft stays.
            page.field("Rectangle 1", "1,2,3")
            page.told("expected 4 whole numbers")
            page.field("Tags", "far")
            self.assertEqual(page.evaluate("document.querySelector('#draw-editor [aria-invalid=true]').value"), "1,2,3")
            page.field("Rectangle 1", "250,180,4,4")
            self.assertTrue(page.evaluate("document.querySelector('#draw-editor [aria-invalid]') === null"))
            page.field("Name", "Area 1")
            page.told("name 'Area 1' is given twice, first at area 1")
            self.assertTrue(page.findings()[0].startswith("Wrong: name 'Area 1'"))
            page.push(f"Save {self.file.name}")
            page.told("is given twice")
            page.field("Name", "")
            page.told("empty")
            page.field("Name", "Area 2")
            page.built()
            page.field("Anchor", "0,0")
            page.told("0,0 is no passable tile of 'Area 2'")
            page.field("Anchor", "")
            page.built()
            self.assertFalse(self.file.exists())
            page.push(f"Save {self.file.name}")
            page.told("Saved")
            self.file.write_text("{}")
            page.push(f"Save {self.file.name}")
            page.told("was changed by another program")
            self.assertEqual(self.file.read_text(), "{}")
            # What was refused is written to the console by the browser itself.
            self.assertTrue(all("Failed to load resource" in fault.get("entry", {}).get("text", "") for fault in page.faults))

    def test_a_drawing_is_opened_again_on_a_narrow_page(self):
        keep, drawn = WORLDS / "keep.txt", WORLDS / "keep.areas.json"
        with Served(keep, "--areas", drawn) as served, Drawing(375, 700, dark=True) as page:
            page.open(served.address)
            names = [area["name"] for area in json.loads(drawn.read_text())["areas"]]
            self.assertEqual(page.listed(), names)
            self.assertEqual(page.evaluate("document.querySelectorAll('#author-section input[type=radio]').length"), 0)
            page.evaluate("document.querySelector('#drawn button').click()")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 375)
            # Also what is WKT is found where it lies.
            west = page.evaluate("isInArea({wkt: 'POLYGON ((0 0, 12 0, 12 37, 0 37), (2 2, 4 2, 4 4, 2 4))'}, 11.5, 1.5)")
            hole = page.evaluate("isInArea({wkt: 'POLYGON ((0 0, 12 0, 12 37, 0 37), (2 2, 4 2, 4 4, 2 4))'}, 3, 3)")
            self.assertEqual((west, hole), (True, False))
            # What was read is written as it was, one thing a line.
            self.assertEqual(page.evaluate(
                "fetch('/draft.json').then((reply) => reply.json()).then((about) => JSON.stringify(JSON.parse(new Draft('areas', about.text).text)))"),
                json.dumps(json.loads(drawn.read_text()), separators=(",", ":")))
            self.assertEqual(page.faults, [])


if __name__ == "__main__":
    unittest.main()
