# SPDX-License-Identifier: BSL-1.0
"""Edits: exact at once, gone without a trace, and each its own."""
import gc

import numpy as np
import pytest

import portolan
from portolan import Status, UsageError
from support import dijkstra, random_tile, random_tiles, walked


def test_random_edits_are_answered_exactly(rng):
    found = 0
    for _ in range(20):
        tiles = random_tiles(rng, 70, 50, 0.25, 2)
        world = portolan.build(tiles, palette={"road": 1, "field": 2.5, "wall": None})
        overlay = world.overlay()
        now = tiles.copy()
        for step in range(4):
            x, y = random_tile(rng, tiles)
            width, height = int(rng.integers(1, 12)), int(rng.integers(1, 12))
            area = (x, y, min(x + width, 70), min(y + height, 50))
            where = np.s_[area[1]:area[3], area[0]:area[2]]
            if step % 2 == 0:
                terrain = int(rng.integers(3))
                overlay.set_terrain(area, terrain)
                now[where] = terrain
            else:
                patch = rng.integers(0, 3, now[where].shape)
                overlay.set_terrain(area, patch)
                now[where] = patch
            if step == 2:
                overlay.refresh()
            assert (overlay.terrain() == now).all()
            prices = np.array([2, 5, 0])[now]
            start = random_tile(rng, tiles)
            least = dijkstra(prices, start)
            goals = [random_tile(rng, tiles) for _ in range(6)]
            costs = overlay.costs([start] * 6, goals)
            for i, goal in enumerate(goals):
                path = overlay.find(start, goal)
                assert path.cost == least.get(goal) and costs.cost[i] == least.get(goal, -1)
                if goal in least:
                    assert walked(prices, path.tiles) == path.cost
                    found += 1
        assert (world.terrain == tiles).all()
    assert found > 100


def test_a_door_closes_and_opens(yard):
    free = yard.find((2, 20), (57, 30))
    overlay = yard.overlay()
    assert overlay.empty
    overlay.set_terrain((30, 0, 31, 5), "wall")
    assert overlay.find((2, 20), (57, 30)).status == Status.unreachable
    assert yard.find((2, 20), (57, 30)).cost == free.cost
    overlay.set_terrain((30, 20), "open")
    through = overlay.find((2, 20), (57, 30))
    assert through.cost < free.cost and [30, 20] in through.tiles.tolist()
    overlay.revert((30, 20))
    assert overlay.find((2, 20), (57, 30)).status == Status.unreachable
    overlay.revert()
    assert overlay.empty and overlay.find((2, 20), (57, 30)).cost == free.cost


def test_copies_are_their_own(yard):
    first = yard.overlay()
    first.set_terrain((30, 0, 31, 5), 1)
    second = first.copy()
    second.set_terrain((30, 20), 0)
    assert not first.find((2, 20), (57, 30)) and second.find((2, 20), (57, 30))
    again = portolan.Overlay.from_bytes(yard, second.to_bytes())
    assert (again.terrain() == second.terrain()).all() and again.to_bytes() == second.to_bytes()


def test_edits_that_cannot_be_change_nothing(yard):
    overlay = portolan.Overlay(yard)
    for area, terrain, message in (
            ((59, 39, 61, 40), 1, "map|inside"), ((5, 5, 5, 8), 1, "empty|rectangle"), ((1, 2, 3), 1, "area: expected"),
            ((1, 2), "wal", "no terrain 'wal'.*did you mean 'wall'"), ((1, 2), 2, "no terrain 2"),
            ((1, 2), -1, "no terrain -1"), ((0, 0, 3, 2), np.zeros((3, 2), np.uint8), "2 rows and 3 columns"),
            ((0, 0, 2, 2), np.zeros((2, 2)), "float64"), ((0, 0, 2, 2), np.full((2, 2), 300), "no terrain 300"),
            ((1, 2), None, "terrain: expected")):
        with pytest.raises(UsageError, match=message):
            overlay.set_terrain(area, terrain)
        assert overlay.empty
    with pytest.raises(UsageError, match="not inside"):
        overlay.terrain((0, 0, 100, 1))
    with pytest.raises(UsageError):
        overlay.close_link(0)
    with pytest.raises(portolan.Error):
        portolan.Overlay.from_bytes(yard, b"nothing of the kind")


def test_an_overlay_keeps_its_world():
    overlay = portolan.build(np.zeros((50, 50), np.uint8)).overlay()
    gc.collect()
    overlay.set_terrain((10, 0, 11, 50), "wall")
    assert overlay.find((2, 2), (40, 40)).status == Status.unreachable
    assert overlay.world.find((2, 2), (40, 40)).status == Status.found


def test_refreshing_changes_no_answer(rng):
    tiles = random_tiles(rng, 300, 300, 0.3)
    world = portolan.build(tiles)
    overlay = world.overlay()
    for _ in range(10):
        x, y = random_tile(rng, tiles)
        overlay.set_terrain((x, y, min(x + 4, 300), min(y + 4, 300)), int(rng.integers(2)))
    pairs = [(random_tile(rng, tiles), random_tile(rng, tiles)) for _ in range(50)]
    before = [overlay.find(*pair).cost for pair in pairs]
    assert overlay.refresh() == 0
    assert [overlay.find(*pair).cost for pair in pairs] == before
    assert any(cost is not None for cost in before)


def test_paths_longer_than_any_of_the_file_are_whole():
    road, field, rock = range(3)
    tiles = np.full((1024, 1024), rock, np.uint8)
    tiles[0, 0], tiles[1023, 1023] = road, field
    overlay = portolan.build(tiles, palette={"road": 1, "field": 2.5, "rock": None}).overlay()
    # One way to and fro in every second row.
    tiles[0:1023:2] = road
    tiles[1:1022:4, 1023] = tiles[3:1022:4, 0] = road
    overlay.set_terrain((0, 0, 1024, 1024), tiles)
    path = overlay.find((0, 0), (0, 1022))
    assert path.status == Status.found and len(path.tiles) == np.count_nonzero(tiles == road)
