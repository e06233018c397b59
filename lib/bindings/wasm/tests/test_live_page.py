# SPDX-License-Identifier: BSL-1.0
"""Exported pages that carry the runtime, in headless Chromium from a file: they answer as the server does."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "tests" / "view"))

from served import Served, WithWorlds, lighthouse, path_cost, run  # noqa: E402
from test_browser import CHROMIUM, GOAL, START, Browser  # noqa: E402

ENDS = {"from": "2,2", "to": "246,180"}


def timeless(answer):
    """An answer without the time that it took."""
    if isinstance(answer, dict):
        return {key: timeless(value) for key, value in answer.items() if key != "us"}
    return answer


@unittest.skipUnless(CHROMIUM, "no chromium here")
class LivePage(WithWorlds, unittest.TestCase):
    def exported(self, world, *arguments):
        page = Path(self.folder.name) / "live.html"
        done = run("view", world, "--export", page, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return page.as_uri()

    def asked(self, browser, path, parameters, method="GET"):
        call = "change" if method == "POST" else "ask"
        return browser.evaluate(f"{call}({json.dumps(path)}, {json.dumps(parameters)})")

    def test_two_clicks_draw_a_path_and_a_wall_changes_it(self):
        address = self.exported(self.harbour)
        with Browser(1280, 800) as browser:
            browser.open(address)
            self.assertTrue(browser.evaluate("runtime !== null && exported === null"))
            browser.click(*START)
            browser.wait_for("document.getElementById('from').value !== ''")
            browser.click(*GOAL)
            browser.wait_for("document.getElementById('to').value !== ''")
            before = browser.shown_cost()
            self.assertEqual(before, path_cost(self.harbour, browser.value("from"), browser.value("to")))
            start = browser.value("from")
            shown = browser.pixel("c.width * 0.5", "c.height * 0.5")
            self.assertNotEqual(shown, (0, 0, 0))

            browser.evaluate("document.getElementById('paint').click()")
            browser.click(*START)
            browser.wait_for("document.getElementById('answer').textContent.includes('is blocked')")
            self.assertIn("dirty region", browser.text("edits"))
            browser.evaluate("document.getElementById('revert').click()")
            browser.wait_for("document.getElementById('answer').textContent.startsWith('Cost')")
            self.assertEqual(browser.shown_cost(), before)
            self.assertEqual(browser.value("from"), start)
            self.assertEqual(browser.faults, [])

    def test_it_answers_what_the_server_answers_with_edits_too(self):
        address = self.exported(self.harbour, "--path", ENDS["from"], ENDS["to"])
        with Browser(1280, 800) as browser, Served(self.harbour) as served:
            browser.open(address)
            self.assertEqual(browser.shown_cost(), path_cost(self.harbour, ENDS["from"], ENDS["to"]))
            world = served.json("/world.json")
            self.assertEqual(self.asked(browser, "/world.json", {}), world)
            closed = world["profiles"][0]["passable"].index(False)
            area = "0,0,256,192"
            edits = ({}, {"area": "128,0,129,150", "terrain": closed}, {"area": "60,40,90,41", "terrain": closed},
                     {"area": "128,0,129,192", "terrain": closed})
            costs = set()
            for edit in edits:
                if edit:
                    for answer in (served.json("/edit", edit, "POST"), self.asked(browser, "/edit", edit, "POST")):
                        self.assertIn("revision", answer)
                questions = [("/edits.json", {"profile": 0}), ("/why.json", {"profile": 0, **ENDS}),
                             ("/at.json", {"profile": 0, "x": "130.500", "y": "41.250"}),
                             ("/nodes.json", {"profile": 0, "level": 0, "area": area}),
                             ("/waypoints.json", {"profile": 0, "area": area})]
                questions += [("/path.json", {"profile": 0, "tier": tier, **ENDS}) for tier in world["profiles"][0]["tiers"]]
                questions += [("/path.json", {"profile": 0, "tier": "auto", "ties": "random:7", "width": 3, **ENDS})]
                for path, parameters in questions:
                    wanted = timeless(served.json(path, parameters))
                    self.assertEqual(timeless(self.asked(browser, path, parameters)), wanted, (edit, path, parameters))
                costs.add(served.json("/path.json", {"profile": 0, "tier": "auto", **ENDS}).get("cost"))
            self.assertGreater(len(costs), 1)
            refused = browser.evaluate("ask('/path.json', {tier: 'auto'}).then(() => '', (error) => error.message)")
            self.assertIn("missing", refused)
            self.assertEqual(browser.faults, [])

    def test_floors_and_boards_answer_too(self):
        floors = lighthouse(self.folder.name)
        with Browser(390, 800, dark=True) as browser:
            browser.open(self.exported(floors))
            self.assertTrue(browser.evaluate("runtime !== null"))
            with Served(floors) as served:
                for link in range(len(served.json("/world.json")["links"]["list"])):
                    served.json("/link", {"link": link, "open": 0}, "POST")
                    self.asked(browser, "/link", {"link": link, "open": 0}, "POST")
                wanted = served.json("/edits.json", {"profile": 0})
            self.assertEqual(self.asked(browser, "/edits.json", {"profile": 0}), wanted)
            browser.open(self.exported(self.classic))
            browser.ask("Alaska", "Brazil")
            self.assertEqual(browser.shown_cost(), path_cost(self.classic, "Alaska", "Brazil"))
            browser.ask("Brazil", "Japan")
            browser.wait_for("document.getElementById('answer').textContent !== '…'")
            self.assertEqual(browser.shown_cost(), path_cost(self.classic, "Brazil", "Japan"))
            self.assertEqual(browser.faults, [])


if __name__ == "__main__":
    unittest.main()
