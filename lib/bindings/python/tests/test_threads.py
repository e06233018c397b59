# SPDX-License-Identifier: BSL-1.0
"""Worlds are asked from several threads at once, and outlive what was made of them."""
import gc
import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import portolan
from support import random_tile, random_tiles


def test_threads_get_the_answers_of_one(harbour, rng):
    pairs = [(random_tile(rng, harbour.terrain), random_tile(rng, harbour.terrain)) for _ in range(400)]
    alone = [harbour.find(*pair) for pair in pairs]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda pair: harbour.find(*pair), pairs * 3))
    for path, other in zip(alone * 3, together):
        assert path.cost == other.cost and path.status == other.status and (path.tiles == other.tiles).all()


def test_a_thread_that_asks_lets_others_run(rng):
    """While a build runs, this thread counts on."""
    tiles = random_tiles(rng, 200, 200, 0.35)
    counted = 0
    # One that kept the lock would let this thread count for no more than a switch.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        worker = threading.Thread(target=lambda: portolan.build(tiles, threads=1))
        worker.start()
        while worker.is_alive():
            counted += 1
        worker.join()
    finally:
        sys.setswitchinterval(interval)
    assert counted > 5000


def test_edits_in_one_thread_and_questions_in_others(yard):
    """Each answer is that of the edits before or after."""
    overlay = yard.overlay()
    over = yard.find((2, 20), (57, 30)).cost
    overlay.set_terrain((30, 20), "open")
    through = overlay.find((2, 20), (57, 30)).cost
    stop = threading.Event()
    seen = set()

    def ask():
        while not stop.is_set():
            seen.add(overlay.find((2, 20), (57, 30)).cost)

    workers = [threading.Thread(target=ask) for _ in range(4)]
    for worker in workers:
        worker.start()
    for i in range(300):
        overlay.set_terrain((30, 20), "wall" if i % 2 == 0 else "open")
        if i % 50 == 0:
            overlay.refresh()
    stop.set()
    for worker in workers:
        worker.join()
    assert seen <= {over, through} and seen


def test_processes_that_fork_ask_on(harbour, rng):
    """A copy of this process has none of its threads."""
    starts = np.stack([rng.integers(0, 256, 500), rng.integers(0, 192, 500)], axis=1)
    goals = starts[::-1]
    overlay = harbour.overlay()
    overlay.set_terrain((100, 100, 104, 104), 0)
    costs = harbour.costs(starts, goals, threads=3).cost
    edited = overlay.costs(starts, goals, threads=3).cost
    wells = overlay.goals(starts[:50])
    nearest = wells.nearest(starts[0], 5, ends="nearest").goals.tolist()
    child = os.fork()
    if child == 0:
        alike = (harbour.costs(starts, goals, threads=3).cost == costs).all() and \
            (overlay.costs(starts, goals, threads=3).cost == edited).all() and \
            (harbour.find_cost(starts[0], goals[0]).cost or -1) == costs[0] and \
            wells.nearest(starts[0], 5, ends="nearest").goals.tolist() == nearest
        del overlay
        os._exit(0 if alike else 1)
    deadline = time.monotonic() + 60
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    if ended[0] == 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended == (child, 0)
    assert (harbour.costs(starts, goals, threads=3).cost == costs).all()


def test_what_a_world_gave_outlives_it():
    tiles = np.zeros((64, 64), np.uint8)
    tiles[10, 5:] = 1
    world = portolan.build(tiles)
    terrain, path = world.terrain, world.find((60, 2), (60, 60))
    costs = world.costs([(60, 2)], [(60, 60)])
    del world
    rows = path.tiles
    cost = path.cost
    del path
    gc.collect()
    portolan.build(np.ones((64, 64), np.uint8) - tiles)  # takes the memory that might have been given back
    assert (terrain == tiles).all()
    assert tuple(rows[0]) == (60, 2) and tuple(rows[-1]) == (60, 60)
    assert costs.cost[0] == cost


def test_what_is_shared_cannot_be_written(yard):
    path = yard.find((2, 20), (57, 30))
    for array in (yard.terrain, path.tiles):
        assert not array.flags.writeable
    assert path.points.flags.writeable


def test_many_answers_are_held_at_once(harbour, rng):
    held = [harbour.find((2, 2), random_tile(rng, harbour.terrain)) for _ in range(20000)]
    assert sum(len(path.tiles) for path in held) > 100000


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="threads are not counted here")
def test_threads_of_batches_do_not_add_up(harbour):
    places = np.argwhere(np.array([cost is not None for cost in harbour.terrains.values()])[harbour.terrain])[:64, ::-1]
    before = len(os.listdir("/proc/self/task"))
    for threads in range(1, 17):
        harbour.costs(places, places[::-1], threads=threads)
    assert len(os.listdir("/proc/self/task")) <= before + 16
