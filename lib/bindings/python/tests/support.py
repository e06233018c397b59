# SPDX-License-Identifier: BSL-1.0
"""What tests share: worlds, a slow and obviously right oracle, and the command of portolan's own build."""
import heapq
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

SOURCE = Path(__file__).resolve().parents[4]
WORLDS = SOURCE / "worlds"
COMMAND = os.environ.get("PORTOLAN_COMMAND", "portolan")

# What a straight and a diagonal step cost for each unit of the sum of the prices of both ends.
STRAIGHT, DIAGONAL = 5741, 8119


def run(*arguments, codes=(0,)):
    """What the command prints, which ends with one of these codes."""
    if shutil.which(COMMAND) is None:
        pytest.skip(f"no command {COMMAND}: set PORTOLAN_COMMAND")
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode in codes, done.stderr
    return done.stdout


def random_tiles(rng, width, height, walls=0.3, terrains=1):
    """Ids: 0 to terrains - 1 are open, `terrains` is a wall."""
    tiles = rng.integers(0, terrains, (height, width), dtype=np.uint8)
    tiles[rng.random((height, width)) < walls] = terrains
    return tiles


def steps_from(prices, x, y, neighbours=8):
    """Steps that the default mover may take: dx, dy, and what they cost. Prices of 0 are walls."""
    height, width = prices.shape

    def price(to_x, to_y):
        return int(prices[to_y, to_x]) if 0 <= to_x < width and 0 <= to_y < height else 0

    here = price(x, y)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if (dx == 0 and dy == 0) or (neighbours == 4 and dx != 0 and dy != 0):
                continue
            there = price(x + dx, y + dy)
            if there == 0 or price(x + dx, y) == 0 or price(x, y + dy) == 0:
                continue
            yield dx, dy, (DIAGONAL if dx != 0 and dy != 0 else STRAIGHT) * (here + there)


def dijkstra(prices, start, neighbours=8):
    """What the cheapest paths from a tile cost, by goal."""
    if prices[start[1], start[0]] == 0:
        return {}
    costs = {}
    queue = [(0, start)]
    while queue:
        cost, tile = heapq.heappop(queue)
        if tile in costs:
            continue
        costs[tile] = cost
        for dx, dy, step in steps_from(prices, *tile, neighbours):
            to = (tile[0] + dx, tile[1] + dy)
            if to not in costs:
                heapq.heappush(queue, (cost + step, to))
    return costs


def walked(prices, tiles, neighbours=8):
    """What a path costs tile by tile; fails where a step is not one that may be taken."""
    total = 0
    rows = [tuple(int(number) for number in row) for row in tiles]
    for (x, y), (to_x, to_y) in zip(rows, rows[1:]):
        legal = {(x + dx, y + dy): cost for dx, dy, cost in steps_from(prices, x, y, neighbours)}
        assert (to_x, to_y) in legal, f"from {x},{y} to {to_x},{to_y}"
        total += legal[to_x, to_y]
    return total


def random_tile(rng, tiles):
    return int(rng.integers(tiles.shape[1])), int(rng.integers(tiles.shape[0]))
