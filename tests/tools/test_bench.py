# SPDX-License-Identifier: BSL-1.0
"""The rendering half of tools/bench: tables of committed results, and the choice of queries."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import sys
import tempfile
import types
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("bench", str(HERE.parent.parent / "tools" / "bench"))
bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench", loader))
loader.exec_module(bench)


def written(folder, name, text):
    path = Path(folder) / name
    path.write_text(text)
    return path


class Tables(unittest.TestCase):
    def test_results_give_the_expected_tables(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            bench.main(["--render", str(HERE / "bench/data.json"), str(HERE / "bench/growth.json"),
                        str(HERE / "bench/regions.json"), str(HERE / "bench/roads.json"),
                        str(HERE / "bench/nearest.json")])
        self.assertEqual(output.getvalue(), (HERE / "bench/tables.md").read_text())

    def test_files_of_one_kind_are_joined_and_the_last_row_stays(self):
        whole = json.loads((HERE / "bench/data.json").read_text())
        again = {**whole, "maps": [{**whole["maps"][0], "marked": True}], "load_before": 9}
        with tempfile.TemporaryDirectory() as folder:
            part = written(folder, "part.json", json.dumps(again))
            (result,) = bench.joined([HERE / "bench/data.json", part])
            self.assertEqual(len(result["maps"]), len(whole["maps"]))
            self.assertTrue(result["maps"][0]["marked"])
            self.assertEqual(result["load_before"], 9)
            other = written(folder, "other.json", json.dumps({**whole, "processor": "another"}))
            with self.assertRaises(SystemExit):
                bench.joined([HERE / "bench/data.json", other])

    def test_files_that_hold_no_results_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            for text in ("", "[]", "{}", '{"kind": "none"}'):
                with self.assertRaisesRegex(SystemExit, "odd.json: not results"):
                    bench.joined([written(folder, "odd.json", text)])
            with self.assertRaisesRegex(SystemExit, "absent.json: No such file"):
                bench.joined([Path(folder) / "absent.json"])

    def test_tables_replace_what_lies_between_their_marks(self):
        page = "a\n<!-- t:begin -->\nold\n<!-- t:end -->\nb\n"
        self.assertEqual(bench.splice(page, "t", "new\n"), "a\n<!-- t:begin -->\nnew\n<!-- t:end -->\nb\n")
        for bad in ("a\n", page + page, "<!-- t:end -->\n<!-- t:begin -->\n"):
            with self.assertRaises(SystemExit):
                bench.splice(bad, "t", "new\n")

    def test_every_committed_page_has_a_place_for_its_tables(self):
        for page, mark in (("README.md", "bench"), ("tests/bench/RESULTS.md", "sets"), ("tests/bench/RESULTS.md", "aims"), ("tests/bench/RESULTS.md", "roads"),
                           ("tests/bench/RESULTS.md", "regions"), ("tests/bench/RESULTS.md", "edits"),
                           ("tests/bench/RESULTS.md", "growth"), ("tests/bench/RESULTS.md", "nearest")):
            bench.splice((bench.ROOT / page).read_text(), mark, "")


class Roads(unittest.TestCase):
    def test_of_repetitions_the_one_of_least_mean_is_kept(self):
        rest = {"queries": 4, "expansions": 2, "first": 3, "p50": 1, "p99": 1, "bytes": 8, "build": 1}
        entries = [{"name": "x/ch_path/iterations:1", "run_type": kind, "mean": mean, **rest}
                   for kind, mean in (("iteration", 5), ("iteration", 4), ("iteration", 6), ("aggregate", 1))]
        with tempfile.TemporaryDirectory() as folder:
            program = written(folder, "fake", f"#!/bin/sh\ncat <<'END'\n{json.dumps({'benchmarks': entries})}\nEND\n")
            program.chmod(0o755)
            results = {}
            bench.measure_roads(types.SimpleNamespace(boost=program, roads=["x.gr"], repeat=3), results, lambda: None)
            self.assertEqual(results["searches"], [{"roads": "x", "search": "ch_path", "mean": 4, **rest}])
            entries[1].update(error_occurred=True, error_message="wrong")
            program.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps({'benchmarks': entries})}\nEND\n")
            with self.assertRaises(SystemExit):
                bench.measure_roads(types.SimpleNamespace(boost=program, roads=["x.gr"], repeat=3), {}, lambda: None)


class Nearest(unittest.TestCase):
    def test_every_mover_has_a_row_of_its_least_times(self):
        entries = [{"name": f"x.y/nearest/grid/{what}/repeats:2", "run_type": "iteration", "each": each}
                   for what, each in (("file/1", 3e-6), ("file/1", 2e-6), ("move", 9e-6))]
        with tempfile.TemporaryDirectory() as folder:
            program = written(folder, "fake", f"#!/bin/sh\ncat <<'END'\n{json.dumps({'benchmarks': entries})}\nEND\n")
            program.chmod(0o755)
            results = {}
            asked = types.SimpleNamespace(boost=program, nearest=["x.map"], repeat=2)
            bench.measure_nearest(asked, results, lambda: None)
        (row,) = results["movers"]
        self.assertEqual((row["map"], row["mover"]), ("x.y", "grid"))
        self.assertEqual({what: round(us, 3) for what, us in row["us"].items()}, {"file/1": 2, "move": 9})


class Queries(unittest.TestCase):
    def test_samples_are_spread_and_keep_the_head(self):
        with tempfile.TemporaryDirectory() as folder:
            source = written(folder, "x.scen", "version 1\n" + "".join(f"{i}\n" for i in range(10)))
            bench.sample_rows(source, Path(folder) / "out", 3)
            self.assertEqual((Path(folder) / "out").read_text(), "version 1\n0\n3\n6\n")

    def test_random_queries_stay_on_the_largest_island(self):
        rows = ["..@..", ".@@@.", "@...."]  # three tiles touch the rest at a corner only
        with tempfile.TemporaryDirectory() as folder:
            made = written(folder, "x.map", "type octile\nheight 3\nwidth 5\nmap\n" + "\n".join(rows) + "\n")
            bench.write_random_queries(made, Path(folder) / "q.tsv", 50)
            lines = (Path(folder) / "q.tsv").read_text().splitlines()
        island = {(3, 0), (4, 0), (4, 1), (1, 2), (2, 2), (3, 2), (4, 2)}
        ends = set()
        for line in lines:
            numbers = [int(field) for field in line.split("\t")]
            ends |= {tuple(numbers[0:2]), tuple(numbers[2:4])}
        self.assertEqual(len(lines), 50)
        self.assertEqual(ends, island)


if __name__ == "__main__":
    unittest.main()
