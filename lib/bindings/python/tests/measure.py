# SPDX-License-Identifier: BSL-1.0
"""What a call costs beside the query: the same questions from Python and, by `portolan scen`, from C++.

    PYTHONPATH=build/release/lib/bindings/python PORTOLAN_COMMAND=build/release/tools/portolan python3 measure.py
"""
import json
import random
import tempfile
import time
from pathlib import Path

import numpy as np

import portolan
from support import WORLDS, run

PASSES = 25


def least_time(ask, count):
    """Microseconds a question, the least of several passes."""
    least = float("inf")
    for _ in range(PASSES):
        start = time.perf_counter()
        ask()
        least = min(least, time.perf_counter() - start)
    return least / count * 1e6


def by_command(file, pairs, world):
    rows = [f"0\tm\t{world.width}\t{world.height}\t{a[0]}\t{a[1]}\t{b[0]}\t{b[1]}\t{world.find(a, b).length:.8f}"
            for a, b in pairs]
    scenarios = file.with_suffix(".scen")
    scenarios.write_text("version 1\n" + "\n".join(rows) + "\n")
    return json.loads(run("scen", file, scenarios, "--repeat", PASSES, "--json"))


def main():
    world = portolan.build(WORLDS / "harbour.map")
    open_tiles = np.argwhere(np.isin(world.terrain, [0]))[:, ::-1]
    drawn = random.Random(1)
    far = []
    while len(far) < 1000:
        pair = tuple(tuple(int(n) for n in drawn.choice(open_tiles)) for _ in range(2))
        if world.find(*pair):
            far.append(pair)
    near = [(a, (a[0] + 1, a[1])) for a, _ in far
            if a[0] + 1 < world.width and world.find(a, (a[0] + 1, a[1]))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "harbour.pnav"
        world.save(file)
        for name, pairs in (("one tile", near), ("anywhere", far)):
            starts, goals = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])
            count = len(pairs)
            print(f"{name}, {count} questions:")
            print(f"  find       {least_time(lambda: [world.find(a, b) for a, b in pairs], count):7.2f} us")
            print(f"  find_cost  {least_time(lambda: [world.find_cost(a, b) for a, b in pairs], count):7.2f} us")
            print(f"  costs      {least_time(lambda: world.costs(starts, goals), count):7.2f} us")
            print("  scen      ", by_command(file, pairs, world))


if __name__ == "__main__":
    main()
