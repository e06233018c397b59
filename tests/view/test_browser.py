# SPDX-License-Identifier: BSL-1.0
"""The page in headless Chromium, by the DevTools protocol over a pipe. Skips where there is no Chromium."""
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from served import WORLDS, Served, WithWorlds, built, crossing, lighthouse, path_cost, run, walked

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
# Open ground in two corners of the harbour, on a chart of a page of 1280 x 800.
START, GOAL = (0.039, 0.073), (0.933, 0.886)
PATIENCE = 120  # seconds for anything the page is to show
# What the browser itself does for a key it does by this code.
KEY_CODES = {" ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39}


class Browser:
    """One page; `faults` gathers what it writes to its console as an error, and exceptions."""

    def __init__(self, width, height, dark=False):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        inputs, outputs = (fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (to_read, from_write))

        def hand_over():
            os.dup2(inputs, 3)
            os.dup2(outputs, 4)

        self.process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
             "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile.name}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=hand_over)
        for end in (to_read, from_write, inputs, outputs):
            os.close(end)
        self.reader, self.writer = os.fdopen(from_read, "rb", buffering=0), os.fdopen(to_write, "wb", buffering=0)
        self.rest, self.number, self.session, self.faults = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.writer.close()
        self.process.terminate()
        self.process.wait(timeout=60)
        self.reader.close()
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.rest:
            chunk = self.reader.read(1 << 16)
            if not chunk:
                raise RuntimeError("the browser has gone")
            self.rest += chunk
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.writer.write(json.dumps(message).encode() + b"\0")
        while True:
            got = self.receive()
            if got.get("id") == self.number:
                if "error" in got:
                    raise RuntimeError(got["error"])
                return got["result"]
            event, details = got.get("method"), got.get("params", {})
            if event == "Runtime.exceptionThrown" or (
                    event == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning", "assert")) or (
                    event == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning")):
                self.faults.append(details)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def wait_for(self, expression):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.1)
        raise AssertionError(f"not within {PATIENCE} s: {expression}; shown: {self.text('answer')}")

    def text(self, element):
        return self.evaluate(f"document.getElementById('{element}').textContent")

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait_for("document.readyState === 'complete' && document.querySelectorAll('#layers input').length > 0")

    def click(self, u, v):
        """At a place of the chart, from 0 to 1 across its width and height."""
        box = self.evaluate("(() => { const b = document.getElementById('chart').getBoundingClientRect();"
                            " return [b.left, b.top, b.width, b.height]; })()")
        place = {"x": box[0] + u * box[2], "y": box[1] + v * box[3]}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="none" if kind == "mouseMoved" else "left",
                      clickCount=1, **place)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=KEY_CODES.get(key, 0))

    def value(self, element):
        return self.evaluate(f"document.getElementById('{element}').value")

    def pixel(self, x, y):
        """Red, green and blue of the chart, at pixels of its own given as expressions of its canvas `c`.

        Two frames later, because what is asked of the chart is drawn in the next one.
        """
        return tuple(self.evaluate(
            "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {"
            " const c = document.getElementById('chart'); const one = document.createElement('canvas');"
            " one.width = one.height = 1; const d = one.getContext('2d', {willReadFrequently: true});"
            f" d.drawImage(c, {x}, {y}, 1, 1, 0, 0, 1, 1); return [...d.getImageData(0, 0, 1, 1).data].slice(0, 3); }})"))

    def toggle(self, layer):
        self.evaluate(f"document.querySelector('[data-layer={layer}]').click()")

    def ask(self, start, goal):
        """Types both ends."""
        self.evaluate(f"document.getElementById('from').value = {json.dumps(start)};"
                      f"document.getElementById('to').value = {json.dumps(goal)};"
                      "document.querySelector('#ends button').click()")

    def shown_cost(self):
        """Of the answer on show, once every tier has answered."""
        self.wait_for("document.querySelectorAll('#tiers tbody tr').length > 0 && "
                      "![...document.querySelectorAll('#tiers td')].some((cell) => cell.textContent === '…')")
        return float(self.evaluate("document.getElementById('answer').dataset.cost"))


@unittest.skipUnless(CHROMIUM, "no chromium here")
class Page(WithWorlds, unittest.TestCase):
    def test_two_clicks_draw_a_path_and_a_wall_changes_it(self):
        with Served(self.harbour) as served, Browser(1280, 800) as browser:
            browser.open(served.address)
            browser.click(*START)
            browser.wait_for("document.getElementById('from').value !== ''")
            browser.click(*GOAL)
            browser.wait_for("document.getElementById('to').value !== ''")
            start, goal = browser.value("from"), browser.value("to")
            before = browser.shown_cost()
            self.assertEqual(before, path_cost(self.harbour, start, goal))

            # Painting the start itself blocks it, and the page says so in words.
            browser.evaluate("document.getElementById('paint').click()")
            browser.click(*START)
            browser.wait_for("document.getElementById('answer').textContent.includes('is blocked')")
            self.assertIn("dirty region", browser.text("edits"))
            browser.evaluate("document.getElementById('revert').click()")
            browser.wait_for("document.getElementById('answer').textContent.startsWith('Cost')")
            self.assertEqual(browser.shown_cost(), before)

            # A wall from edge to edge leaves no way at all.
            browser.evaluate("fetch('/edit?area=128,0,129,192&terrain=' + document.getElementById('terrain').value,"
                             " {method: 'POST'}).then(() => 1)")
            browser.evaluate("document.querySelector('#ends button').click()")
            browser.wait_for("document.getElementById('answer').textContent.includes('different islands')")
            self.assertIn("Without the edits there is one", browser.text("answer"))
            self.assertEqual(browser.faults, [])

    def test_a_body_drives_along_its_path(self):
        made = Path(self.folder.name) / "town.pnav"
        movers = WORLDS / "harbourtown.profiles.json"
        self.assertEqual(run("build", WORLDS / "harbourtown.png", "--profile", movers, "-o", made).returncode, 0)
        ends = ("6,119", "20,115")
        asked = ("path", made, *ends, "--heading", "S", "--goal-heading", "E", "--json")
        wanted = json.loads(run(*asked).stdout)["cost"]
        with Served(made) as served, Browser(1280, 800) as browser:
            browser.open(served.address + f"#from={ends[0]}&to={ends[1]}&heading=S&goal-heading=nowhere")
            browser.shown_cost()
            self.assertIn("body 1 × 3", browser.text("about"))
            self.assertFalse(browser.evaluate("document.getElementById('heading-row').hidden"))
            self.assertEqual((browser.value("heading"), browser.value("goal-heading")), ("S", "any"))
            browser.evaluate("document.getElementById('goal-heading').value = 'E';"
                             "document.getElementById('goal-heading').dispatchEvent(new Event('change'))")
            browser.wait_for(f"document.getElementById('answer').dataset.cost === '{wanted}'")
            self.assertTrue(browser.evaluate("location.hash.endsWith('&heading=S&goal-heading=E')"))
            # In time its hindmost square stands behind the goal.
            scale = "(0.94 * Math.min(c.width / 160, c.height / 128))"
            place = (f"c.width / 2 + (19.5 - 80) * {scale}", f"c.height / 2 + (115.5 - 64) * {scale}")
            end = time.monotonic() + PATIENCE
            while browser.pixel(*place) != (0x2a, 0x3f, 0x9d) and time.monotonic() < end:
                time.sleep(0.1)
            self.assertEqual(browser.pixel(*place), (0x2a, 0x3f, 0x9d))
            # The walker beside it has tiers, and no headings.
            browser.evaluate("document.getElementById('profile').value = '1';"
                             "document.getElementById('profile').dispatchEvent(new Event('change'))")
            browser.wait_for("document.querySelector('#tiers tr[data-tier=auto]') !== null")
            self.assertTrue(browser.evaluate("document.getElementById('heading-row').hidden"))
            self.assertEqual(browser.faults, [])

    def test_keys_do_all_that_the_mouse_does(self):
        with Served(self.harbour) as served, Browser(1280, 800) as browser:
            browser.open(served.address + "#from=2,2&to=246,180")
            self.assertEqual(browser.shown_cost(), path_cost(self.harbour, "2,2", "246,180"))
            browser.evaluate("document.getElementById('chart').focus()")
            browser.press("Escape")
            browser.wait_for("document.getElementById('from').value === ''")
            browser.press("Enter")
            browser.wait_for("document.getElementById('from').value !== ''")
            for key in ("ArrowLeft", "ArrowUp", "+", "Enter"):
                browser.press(key)
            browser.wait_for("document.getElementById('to').value !== ''")
            self.assertNotEqual(browser.value("from"), browser.value("to"))
            self.assertEqual(browser.faults, [])

    def test_regions_drawn_over_a_map_are_named_and_answer_to_their_names(self):
        quay = built(self.folder.name, "quay.tmx")
        page = Path(self.folder.name) / "quay.html"
        with Browser(1280, 800) as browser:
            with Served(quay) as served:
                browser.open(served.address + "#from=Chandlery&to=Lighthouse")
                self.assertEqual(browser.shown_cost(), path_cost(quay, browser.value("from"), browser.value("to")))
                self.assertEqual(browser.value("to"), "31,9")
                self.assertTrue(browser.evaluate("document.querySelector('[data-layer=areas]').checked"))
                offered = browser.evaluate("[...document.querySelectorAll('#places option')].map((o) => o.value)")
                self.assertIn("South Beach", offered)
                browser.evaluate("document.getElementById('to').value = 'Copse';"
                                 "document.querySelector('#ends button').click()")
                browser.wait_for("document.getElementById('to').value === '3,12'")
                browser.shown_cost()
                # A pixel of the West Field, with and without the layer.
                place = ("c.width * 0.09", "c.height * 0.78")
                shown = browser.pixel(*place)
                browser.toggle("areas")
                self.assertNotEqual(browser.pixel(*place), shown)
                browser.click(0.09, 0.78)
                browser.wait_for("document.getElementById('here').textContent.includes('West Field: ')")
            self.assertEqual(run("view", quay, "--export", page).returncode, 0)
            browser.open(page.as_uri())
            self.assertTrue(browser.evaluate("document.querySelector('[data-layer=areas]').checked"))
            self.assertEqual(browser.faults, [])

    def test_links_are_a_layer_and_close(self):
        made = lighthouse(self.folder.name)
        # A pixel in the middle of the ferry, which leads from 13,7 to 19,7.
        scale = "(0.94 * Math.min(c.width / 24, c.height / 44))"
        ferry = (f"c.width / 2 + (16.5 - 12) * {scale}", f"c.height / 2 + (7.5 - 22) * {scale}")
        with Browser(1280, 800) as browser, Served(made, "--path", "6,6", "21,6") as served:
            browser.open(served.address)
            self.assertEqual(browser.shown_cost(), path_cost(made, "6,6", "21,6"))
            browser.evaluate("document.getElementById('chart').focus()")
            browser.press("Escape")
            browser.wait_for("document.getElementById('from').value === ''")
            shown = browser.pixel(*ferry)
            browser.toggle("links")
            self.assertNotEqual(browser.pixel(*ferry), shown)
            browser.toggle("links")
            self.assertEqual(browser.pixel(*ferry), shown)
            # With ferry and stairs closed nothing leads over; opened again they do.
            browser.evaluate("document.getElementById('from').value = '6,6'; document.getElementById('to').value = '21,6';"
                             "document.querySelector('#ends button').click()")
            browser.wait_for("document.getElementById('answer').textContent.startsWith('Cost')")
            before = browser.shown_cost()
            for number in ("0", "4"):
                browser.evaluate(f"document.getElementById('link').value = '{number}';"
                                 "document.getElementById('turn').click()")
                browser.wait_for("document.getElementById('turn').textContent === 'Open'")
            browser.wait_for("document.getElementById('answer').textContent.includes('Without the edits there is one')")
            browser.evaluate("document.getElementById('turn').click()")
            browser.wait_for("document.getElementById('turn').textContent === 'Close'")
            browser.wait_for("document.getElementById('answer').textContent.startsWith('Cost')")
            self.assertEqual(browser.shown_cost(), before)
            self.assertEqual(browser.faults, [])

    def test_ends_on_other_floors_have_their_pins_there(self):
        made, page = lighthouse(self.folder.name), Path(self.folder.name) / "floors.html"
        start, goal = "6,6", "4,7,2"
        # Left of the letter in the badge of a tile, where the whole map of 24 x 44 tiles is seen: a floor takes 15 rows.
        scale = "(0.94 * Math.min(c.width / 24, c.height / 44))"

        def colour_at(x, y):
            return browser.pixel(f"c.width / 2 + ({x} + 0.5 - 12) * {scale} - 7", f"c.height / 2 + ({y} + 0.5 - 22) * {scale}")

        pin = (0xd2, 0x14, 0x3c)
        with Browser(1280, 800) as browser:
            with Served(made, "--path", start, goal) as served:
                browser.open(served.address)
                self.assertEqual(browser.shown_cost(), path_cost(made, start, goal))
                self.assertEqual((browser.value("from"), browser.value("to")), ("6,6,0", "4,7,2"))
                self.assertIn("24 × 14 tiles on 3 floors", browser.text("about"))
                self.assertIn("warm query", browser.text("tiers"))
                for end, other in (("4,7,2", (4, 37)), ("4,7,1", (4, 22)), ("5,7,0", (5, 7))):
                    browser.ask(start, end)
                    browser.shown_cost()
                    self.assertEqual((colour_at(6, 6), colour_at(*other)), (pin, pin), end)
                # Where a pin is out of sight the chart moves to it.
                for _ in range(8):
                    browser.evaluate("document.getElementById('zoom-in').click()")
                browser.ask(goal, goal)
                browser.wait_for("document.getElementById('answer').textContent.startsWith('Cost 0')")
                self.assertEqual(browser.pixel("c.width / 2 - 7", "c.height / 2"), pin)
                browser.ask("6,6,0", "6,7,1")
                browser.wait_for("document.getElementById('answer').textContent.startsWith('The goal 6,7,1 is blocked')")
                browser.ask("6,6,0", "6,7,3")
                browser.wait_for("document.getElementById('answer').textContent.includes('not on one of 3 floors')")
            self.assertEqual(run("view", made, "--export", page, "--path", start, goal).returncode, 0)
            browser.open(page.as_uri())
            self.assertEqual(browser.shown_cost(), path_cost(made, start, goal))
            self.assertEqual((colour_at(6, 6), colour_at(4, 37)), (pin, pin))
            browser.ask(start, goal)
            self.assertEqual(browser.shown_cost(), path_cost(made, start, goal))

    def tick_shown(self, browser, tick, last, units="700 units, "):
        shown = f"Tick {tick} of {last}\\n{units}"
        browser.wait_for(f"document.getElementById('crowd-about').textContent.startsWith('{shown}')")

    def places(self, browser, units):
        """Where the page says that units are, asked by their numbers."""
        return [browser.evaluate(
            f"(() => {{ const e = document.getElementById('unit'); e.value = '{unit}';"
            " e.dispatchEvent(new Event('input')); return document.getElementById('unit-place').textContent; })()") for unit in units]

    def scrub(self, browser, place):
        browser.evaluate(f"document.getElementById('moment').value = {place};"
                         "document.getElementById('moment').dispatchEvent(new Event('input'))")

    def test_runs_of_crowds_are_played(self):
        field, trace, rows = crossing(self.folder.name)
        at = {(tick, unit): f"at {x},{y}" for tick, unit, x, y in rows}
        some, last = range(0, 700, 97), 150
        page = Path(self.folder.name) / "run.html"
        self.assertEqual(run("view", field, "--crowd", trace, "--export", page).returncode, 0)
        with Served(field, "--crowd", trace) as served:
            for width, dark, address in ((1280, False, served.address), (375, True, served.address),
                                         (1280, True, page.as_uri()), (375, False, page.as_uri())):
                with self.subTest(width=width, address=address), Browser(width, 800, dark) as browser:
                    browser.open(address)
                    self.tick_shown(browser, 0, last)
                    self.assertEqual(self.places(browser, some), [at[0, unit] for unit in some])
                    self.assertEqual(self.places(browser, [700]), ["is not there"])
                    # To and fro by buttons, by the slider, and across the border of two pieces.
                    browser.evaluate("document.getElementById('forward').click()")
                    self.tick_shown(browser, 1, last)
                    self.assertEqual(self.places(browser, some), [at[1, unit] for unit in some])
                    browser.evaluate("document.getElementById('back').click()")
                    self.tick_shown(browser, 0, last)
                    for place in (92, 93, 150, 94, 7):
                        self.scrub(browser, place)
                        self.tick_shown(browser, place, last)
                        self.assertEqual(self.places(browser, some), [at[place, unit] for unit in some])
                    moved = sum(at[7, unit] != at[6, unit] for unit in range(700))
                    self.assertIn(f", {moved} moved, ", browser.text("crowd-about"))
                    # By keys alone: on the page, on the slider, in the chart.
                    browser.evaluate("document.activeElement.blur()")
                    browser.press("ArrowRight")
                    self.tick_shown(browser, 8, last)
                    browser.press("ArrowLeft")
                    self.tick_shown(browser, 7, last)
                    for control in ("play", "moment"):
                        browser.evaluate(f"document.getElementById('{control}').focus()")
                        browser.press("ArrowRight")
                        self.tick_shown(browser, 8, last)
                        browser.press("ArrowLeft")
                        self.tick_shown(browser, 7, last)
                    browser.press("End")
                    self.tick_shown(browser, last, last)
                    browser.press("Home")
                    self.tick_shown(browser, 0, last)
                    browser.evaluate("document.getElementById('chart').focus()")
                    browser.press(".")
                    self.tick_shown(browser, 1, last)
                    browser.press(",")
                    self.tick_shown(browser, 0, last)
                    browser.press(" ")
                    browser.wait_for("document.getElementById('play').textContent === 'Stop'")
                    browser.press(" ")
                    browser.wait_for("document.getElementById('play').textContent === 'Play'")
                    # Played to the end it stops there, and begins anew.
                    browser.evaluate("document.getElementById('speed').value = '240';"
                                     "document.getElementById('play').click()")
                    self.tick_shown(browser, last, last)
                    browser.wait_for("document.getElementById('play').textContent === 'Play'")
                    self.assertEqual(self.places(browser, some), [at[last, unit] for unit in some])
                    browser.evaluate("document.getElementById('speed').value = '1';"
                                     "document.getElementById('play').click()")
                    self.tick_shown(browser, 0, last)
                    browser.evaluate("document.getElementById('play').click()")
                    self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), width)
                    self.assertEqual(browser.faults, [])

    def test_units_on_the_chart_tell_who_they_are(self):
        trace, rows = walked(self.folder.name, self.harbour, ["20,1,90,1", "200,150,200,150"], 100)
        _, _, x, y = rows[2 * 30]
        with Served(self.harbour, "--crowd", trace) as served, Browser(1280, 800) as browser:
            browser.open(served.address)
            self.tick_shown(browser, 0, 70, "2 units, 0 moved, 1 at rest")
            self.scrub(browser, 30)
            self.tick_shown(browser, 30, 70, "2 units, 1 moved")
            scale = "(0.94 * Math.min(c.width / 256, c.height / 192))"
            place = (f"c.width / 2 + ({x} + 0.5 - 128) * {scale}", f"c.height / 2 + ({y} + 0.5 - 96) * {scale}")
            drawn = browser.pixel(*place)
            self.assertEqual(drawn, (18, 122, 226))  # hsl(210 85% 48%)
            browser.toggle("crowd")
            self.assertNotEqual(browser.pixel(*place), drawn)
            browser.toggle("crowd")
            width, height = browser.evaluate("(() => { const c = document.getElementById('chart');"
                                             " return [c.clientWidth, c.clientHeight]; })()")
            drawn_scale = 0.94 * min(width / 256, height / 192)
            browser.click(0.5 + (x + 0.5 - 128) * drawn_scale / width, 0.5 + (y + 0.5 - 96) * drawn_scale / height)
            browser.wait_for("document.getElementById('unit-place').textContent !== ''")
            self.assertEqual((browser.value("unit"), browser.text("unit-place")), ("0", f"at {x},{y}"))
            browser.wait_for(f"document.getElementById('here').textContent.startsWith('unit 0 at {x},{y} ')")
            # A unit is chosen, and no end of a path; where there is none, an end is.
            self.assertEqual(browser.value("from"), "")
            browser.click(*GOAL)
            browser.wait_for("document.getElementById('from').value !== ''")
            # The one that is chosen is followed.
            self.scrub(browser, 31)
            browser.wait_for(f"document.getElementById('unit-place').textContent === 'at {rows[62][2]},{rows[62][3]}'")
            self.assertEqual(browser.faults, [])

    def test_runs_show_bodies_claims_formations_and_load(self):
        folder = Path(self.folder.name)
        (folder / "yard.map").write_text("type octile\nheight 12\nwidth 24\nmap\n" + ("." * 24 + "\n") * 12)
        (folder / "yard.json").write_text('[{"name": "walker"}, {"name": "lorry", "body": [1, 3], "turn": 1}]')
        (folder / "yard.csv").write_text("x,y,goal_x,goal_y,profile,group,heading,goal_heading\n4,2,16,2,lorry,,N,E\n" +
                                         "".join(f"{2 + i % 2},{7 + i // 2},18,8,walker,5,,\n" for i in range(4)))
        (folder / "yard.load.tsv").write_text("tick\twaiting\tanswered\tcharged\n0\t5\t1\t70\n6\t1234\t2\t90\n")
        made, trace, page = folder / "yard.pnav", folder / "yard.tsv", folder / "yard.html"
        self.assertEqual(run("build", folder / "yard.map", "--profile", folder / "yard.json", "-o", made).returncode, 0)
        self.assertEqual(run("crowd", made, folder / "yard.csv", "--ticks", 200, "--ticks-per-tile", "4:1", "--trace",
                             trace).returncode, 0)
        shown = ["--crowd", trace, "--load", folder / "yard.load.tsv"]
        self.assertEqual(run("view", made, *shown, "--export", page).returncode, 0)
        with Served(made, *map(str, shown)) as served:
            for width, dark, address in ((1280, False, served.address), (375, True, page.as_uri())):
                with self.subTest(width=width, address=address), Browser(width, 800, dark) as browser:
                    browser.open(address)
                    browser.wait_for("document.getElementById('crowd-about').textContent !== ''")
                    self.scrub(browser, 6)
                    browser.wait_for("document.getElementById('crowd-about').textContent.startsWith('Tick 6 of ')")
                    self.assertEqual(browser.text("load-counts"), "waiting 1,234answered 2charged 90")
                    for name in ("moved", "decided", "waited", "stuck"):
                        self.assertIn(name, browser.text("moving-counts"))
                    self.assertEqual(self.places(browser, [0]), ["at 4,2"])
                    self.assertEqual(browser.text("unit-about"), "lorry, faces NE, turns to E from tick 4 to 8")
                    self.places(browser, [2])
                    self.assertIn("group 5", browser.text("unit-about"))
                    self.assertIn("its place is ", browser.text("unit-about"))
                    # A legend as long as the layer is on, and the lorry's claims on the chart.
                    legend = "document.getElementById('claims-legend').hidden"
                    self.assertTrue(browser.evaluate(legend))
                    scale = "(0.94 * Math.min(c.width / 24, c.height / 12))"
                    place = (f"c.width / 2 + (5.9 - 12) * {scale}", f"c.height / 2 + (1.1 - 6) * {scale}")
                    before = browser.pixel(*place)
                    browser.toggle("claims")
                    self.assertNotEqual(browser.pixel(*place), before)
                    self.assertFalse(browser.evaluate(legend))
                    browser.toggle("formations")
                    browser.wait_for("document.getElementById('formations-legend').hidden")
                    self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), width)
                    self.assertEqual(browser.faults, [])

    def test_runs_over_floors_show_units_on_theirs(self):
        made, trace = lighthouse(self.folder.name), Path(self.folder.name) / "climbed.tsv"
        table = Path(self.folder.name) / "climbers.csv"
        table.write_text("x,y,floor,goal_x,goal_y,goal_floor\n6,6,0,4,7,2\n")
        self.assertEqual(run("crowd", made, table, "--ticks", "99", "--trace", trace).returncode, 0)
        with Served(made, "--crowd", trace) as served, Browser(375, 800) as browser:
            browser.open(served.address)
            browser.wait_for("document.getElementById('crowd-about').textContent !== ''")
            self.assertEqual(self.places(browser, [0]), ["at 6,6,0"])
            browser.evaluate("document.getElementById('moment').focus()")
            browser.press("End")
            browser.wait_for("document.getElementById('unit-place').textContent === 'at 4,7,2'")
            self.assertEqual(browser.faults, [])

    def test_names_that_are_nearly_right_are_asked_back(self):
        quay = built(self.folder.name, "quay.tmx")
        for world, start, wrong, meant in ((quay, "Chandlery", "Lighthuose", "Lighthouse"),
                                           (self.classic, "Alaska", "brasil", "Brazil")):
            with Browser(390, 800) as browser, Served(world) as served:
                browser.open(served.address)
                browser.ask(start, wrong)
                browser.wait_for(f"document.getElementById('answer').textContent.includes(\"did you mean '{meant}'?\")")
                browser.ask(start, meant)
                browser.shown_cost()

    def test_what_is_cut_is_said_and_spread_evenly(self):
        with Browser(390, 800) as browser, Served(self.harbour) as served:
            browser.open(served.address)
            # In one go each: the page says so itself whenever it draws.
            shown = "(() => { showCuts(%s); const cut = document.getElementById('cut'); return [cut.hidden, cut.textContent]; })()"
            self.assertEqual(browser.evaluate(shown % "['1,000 of 2,000 links', '300 of 301 names of links']"),
                             [False, "Showing 1,000 of 2,000 links and 300 of 301 names of links, spread evenly. "
                                     "Zoom in for more."])
            self.assertTrue(browser.evaluate(shown % "[]")[0])
            order = browser.evaluate("stirred([...Array(1000).keys()])")
            self.assertEqual(sorted(order), list(range(1000)))
            self.assertEqual(order, browser.evaluate("stirred([...Array(1000).keys()])"))
            for quarter in range(4):
                self.assertAlmostEqual(sum(number // 250 == quarter for number in order[:200]), 50, delta=15)
            self.assertEqual(browser.faults, [])

    def test_paths_that_keep_to_areas_are_a_tier(self):
        made, page = Path(self.folder.name) / "keep.pnav", Path(self.folder.name) / "keep.html"
        self.assertEqual(run("build", WORLDS / "keep.txt", "--areas", WORLDS / "keep.areas.json", "-o",
                             made).returncode, 0)
        ends = ("West Field", "East Wood")
        press = "[...document.querySelectorAll('#tiers button')].find((b) => b.textContent === 'corridor').click()"
        with Browser(390, 800, dark=True) as browser:
            with Served(made, "--path", *ends) as served:
                browser.open(served.address)
                free = browser.shown_cost()
                browser.evaluate(press)
                self.assertEqual(browser.shown_cost(), path_cost(made, *ends))
                self.assertGreater(browser.shown_cost(), free)
                self.assertIn("West Field → West Ward", browser.text("spent"))
                self.assertIn("keeping to the areas costs 2.3919 more (2.4 %)", browser.text("spent"))
            self.assertEqual(run("view", made, "--export", page, "--path", *ends).returncode, 0)
            browser.open(page.as_uri())
            self.assertEqual(browser.shown_cost(), free)
            browser.evaluate(press)
            self.assertEqual(browser.shown_cost(), path_cost(made, *ends))
            self.assertTrue(browser.evaluate("document.querySelector('[data-layer=links]').checked"))
            self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), 390)
            self.assertEqual(browser.faults, [])

    def test_boards_and_exported_pages_show_their_path(self):
        page = Path(self.folder.name) / "page.html"
        with Browser(390, 800, dark=True) as browser:
            with Served(self.classic) as served:
                browser.open(served.address + "#from=Alaska&to=Brazil")
                self.assertEqual(browser.shown_cost(), path_cost(self.classic, "Alaska", "Brazil"))
            for world, ends in ((self.harbour, ("2,2", "246,180")), (self.classic, ("Alaska", "Brazil"))):
                self.assertEqual(run("view", world, "--export", page, "--path", *ends).returncode, 0)
                browser.open(page.as_uri())
                self.assertEqual(browser.shown_cost(), path_cost(world, *ends))
            self.assertLessEqual(browser.evaluate("document.documentElement.scrollWidth"), 390)
            self.assertEqual(browser.faults, [])


if __name__ == "__main__":
    unittest.main()
