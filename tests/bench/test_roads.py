# SPDX-License-Identifier: BSL-1.0
"""portolan_bench on a small road graph: every row, Boost.Graph's A* among them, asks all queries and agrees."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SIDE = 6
ROWS = ["boost_astar", "astar_none", "astar_positions", "astar_landmarks", "ch_cost", "ch_path", "labels_cost",
        "labels_path"]


def write_roads(folder):
    """A square of streets, each both ways, some dearer than their length."""
    node = lambda x, y: y * SIDE + x + 1
    arcs = []
    for y in range(SIDE):
        for x in range(SIDE):
            for other_x, other_y in ((x + 1, y), (x, y + 1)):
                if other_x < SIDE and other_y < SIDE:
                    cost = 100 + 37 * (x * y % 3)
                    arcs += [(node(x, y), node(other_x, other_y), cost), (node(other_x, other_y), node(x, y), cost)]
    gr = folder / "square.gr"
    gr.write_text(f"p sp {SIDE * SIDE} {len(arcs)}\n" + "".join(f"a {a} {b} {cost}\n" for a, b, cost in arcs))
    (folder / "square.co").write_text(
        f"p aux sp co {SIDE * SIDE}\n"
        + "".join(f"v {node(x, y)} {100 * x} {100 * y}\n" for y in range(SIDE) for x in range(SIDE)))
    return gr


class Roads(unittest.TestCase):
    def test_every_row_asks_all_queries(self):
        with tempfile.TemporaryDirectory() as name:
            ran = subprocess.run([os.environ["PORTOLAN_BENCH"], str(write_roads(pathlib.Path(name))),
                                  "--benchmark_format=json", "--benchmark_min_time=0.01"],
                                 capture_output=True, text=True, check=True)
        rows = {row["name"].split("/")[1]: row for row in json.loads(ran.stdout)["benchmarks"]}
        self.assertEqual(sorted(rows), sorted(ROWS))
        for name, row in rows.items():
            with self.subTest(name):
                self.assertFalse(row.get("error_occurred", False), row.get("error_message"))
                self.assertEqual(row["queries"], 10_000)
                self.assertEqual(row["found"], 1)


if __name__ == "__main__":
    unittest.main()
