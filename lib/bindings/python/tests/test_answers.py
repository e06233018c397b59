# SPDX-License-Identifier: BSL-1.0
"""What worlds answer, against plain Dijkstra and the command."""
import json

import numpy as np
import pytest

import portolan
from portolan import Status, Why
from support import dijkstra, random_tile, random_tiles, run, walked

PRICED = {"road": 1, "field": 2.5, "wall": None}


def test_a_thousand_paths_cost_what_dijkstra_and_the_command_say(harbour, rng, tmp_path):
    # One price: sums of two are even, and halved.
    open_tiles = np.array([cost is not None for cost in harbour.terrains.values()])[harbour.terrain]
    prices = open_tiles.astype(int)
    places = np.argwhere(open_tiles)[:, ::-1]
    asked = []
    for start in rng.choice(places, 20):
        start = tuple(int(number) for number in start)
        least = dijkstra(prices, start)
        for goal in rng.choice(places, 50):
            goal = tuple(int(number) for number in goal)
            path = harbour.find(start, goal)
            if goal not in least:
                assert path.status == Status.unreachable and path.cost is None
                continue
            assert path.status == Status.found and path.optimal
            assert path.cost == least[goal] // 2
            assert walked(prices, path.tiles) // 2 == path.cost
            assert tuple(path.tiles[0]) == start and tuple(path.tiles[-1]) == goal
            asked.append((start, goal, path.length))
    assert len(asked) > 800

    harbour.save(tmp_path / "harbour.pnav")
    rows = [f"0\tharbour.map\t256\t192\t{a[0]}\t{a[1]}\t{b[0]}\t{b[1]}\t{length:.8f}" for a, b, length in asked]
    (tmp_path / "asked.scen").write_text("version 1\n" + "\n".join(rows) + "\n")
    report = json.loads(run("scen", tmp_path / "harbour.pnav", tmp_path / "asked.scen", "--json"))
    assert report["queries"] == len(asked) and report["mismatches"] == 0


@pytest.mark.parametrize("neighbours", [4, 8])
def test_small_maps_of_several_prices_are_answered_exactly(rng, neighbours):
    found = 0
    for number in range(40):
        tiles = random_tiles(rng, int(rng.integers(3, 30)), int(rng.integers(3, 30)), 0.25, 2)
        world = portolan.build(tiles, {"neighbours": neighbours}, palette=PRICED)
        prices = np.array([2, 5, 0])[tiles]
        even = not {2, 5} <= set(np.unique(prices))
        for _ in range(5):
            start = random_tile(rng, tiles)
            least = dijkstra(prices, start, neighbours)
            for _ in range(5):
                goal = random_tile(rng, tiles)
                path = world.find(start, goal)
                assert path.optimal or path.status in (Status.bad_start, Status.bad_goal)
                if goal in least:
                    # In tiles, as the unit depends on which prices the map has.
                    length = least[goal] / 4 / 5741
                    assert path.length == pytest.approx(length, rel=1e-6), (number, even)
                    assert walked(prices, path.tiles, neighbours) == least[goal]
                    found += 1
                else:
                    assert not path and len(path.tiles) == 0 and path.cost is None and path.length is None
    assert found > 200


def test_batches_say_what_find_says(harbour, rng):
    starts = np.stack([rng.integers(-5, 261, 1000), rng.integers(-5, 197, 1000)], axis=1)
    goals = starts[rng.permutation(1000)]
    for threads in (1, 2, 0):
        costs = harbour.costs(starts, goals, threads=threads)
        for i, (start, goal) in enumerate(zip(starts, goals)):
            inside = all(0 <= end[0] < 256 and 0 <= end[1] < 192 for end in (start, goal))
            if not inside:
                assert Status(costs.status[i]) in (Status.bad_start, Status.bad_goal)
                assert costs.cost[i] == -1 and costs.length[i] == np.inf
                continue
            path = harbour.find_cost(start, goal)
            assert costs.status[i] == path.status and costs.why[i] == path.why
            assert costs.cost[i] == (-1 if path.cost is None else path.cost)
            assert costs.optimal[i] == path.optimal
            if path:
                assert costs.length[i] == pytest.approx(path.length, rel=1e-12)
    assert np.count_nonzero(costs.status == Status.found) > 100

    table = harbour.cost_table(starts[:7], goals[:11])
    assert table.cost.shape == table.status.shape == table.length.shape == (7, 11)
    for i in range(7):
        assert (harbour.costs(np.repeat(starts[i:i + 1], 11, axis=0), goals[:11]).cost == table.cost[i]).all()


def test_tiles_may_be_given_as_tuples_lists_and_arrays(yard):
    path = yard.find((2, 20), (57, 30))
    for start, goal in (([2, 20], [57, 30]), (np.array([2, 20]), np.array([57, 30], np.uint8)),
                        ((np.int64(2), np.int32(20)), (57, 30))):
        assert (yard.find(start, goal).tiles == path.tiles).all()
    assert yard.costs([(2, 20)], [(57, 30)]).cost[0] == path.cost
    assert yard.costs([], []).cost.shape == (0,)


def test_costs_are_exact_numbers_and_tile_lengths(yard):
    path = yard.find((2, 20), (2, 23))
    assert path.cost == 3 * 5741 and path.lower_bound == path.cost
    assert path.length == 3
    assert path.cost * yard.info["profiles"][0]["tiles_per_unit"] == pytest.approx(3)
    assert path.points.tolist() == [[2.5, 20.5], [2.5, 23.5]]
    assert path.tiles.tolist() == [[2, 20], [2, 21], [2, 22], [2, 23]]
    assert path.tiles.dtype == np.int32


def test_ends_move_to_the_nearest_tile_if_they_may(yard):
    assert yard.find((2, 20), (30, 20)).status == Status.bad_goal
    assert yard.find((2, 20), (30, 20)).why == Why.blocked
    path = yard.find((2, 20), (30, 20), ends="nearest")
    assert path.status == Status.partial and path.why == Why.moved_end
    assert tuple(path.tiles[-1]) == (29, 20)
    outside = yard.find((-7, 20), (70, 20), ends="nearest")
    assert tuple(outside.tiles[0]) == (0, 20) and tuple(outside.tiles[-1]) == (59, 20)


def test_a_budget_bounds_the_work(rng):
    tiles = random_tiles(rng, 200, 200, 0.2, 2)
    tiles[0, 0] = tiles[199, 199] = 0
    tiles[100, :] = 0
    world = portolan.build(tiles, palette=PRICED)
    free = world.find((0, 0), (199, 199))
    assert free and free.expansions > 10
    spent = world.find((0, 0), (199, 199), max_expansions=free.expansions // 2)
    assert spent.status == Status.out_of_budget and spent.expansions <= free.expansions // 2
    assert not spent.optimal
    again = world.find((0, 0), (199, 199), max_expansions=free.expansions)
    assert again.cost == free.cost and (again.tiles == free.tiles).all()


def test_rules_of_ties_choose_among_paths_that_cost_as_little(yard):
    start, goal = (2, 10), (25, 32)
    paths = {rule: yard.find(start, goal, ties=rule) for rule in ("first", "straightest", "random")}
    assert len({path.cost for path in paths.values()}) == 1
    drawn = {yard.find(start, goal, ties="random", seed=seed).tiles.tobytes() for seed in range(20)}
    assert len(drawn) > 1
    once = yard.find(start, goal, ties="random", seed=7).tiles
    assert (yard.find(start, goal, ties="random", seed=7).tiles == once).all()

    def turns(path):
        return np.count_nonzero(np.diff(np.diff(path.tiles, axis=0), axis=0).any(axis=1))

    assert turns(paths["straightest"]) == min(turns(yard.find(start, goal, ties="random", seed=n)) for n in (0, 1)) or \
        turns(paths["straightest"]) <= 1


def test_paths_at_any_angle_turn_at_corners(yard, tmp_path):
    tiles = np.array(yard.terrain)
    world = portolan.build(tiles, {"name": "bird", "metric": "any_angle"})
    path = world.find((2, 20), (57, 30))
    assert path.status == Status.found and path.optimal and len(path.tiles) == 0
    # A point: around the upper end of the wall, whose corners are (30, 5) and (31, 5).
    assert path.points.tolist() == [[2.5, 20.5], [30, 5], [31, 5], [57.5, 30.5]]
    length = np.linalg.norm(np.diff(path.points, axis=0), axis=1).sum()
    assert path.length == pytest.approx(length, abs=1e-4)
    world.save(tmp_path / "bird.pnav")
    said = json.loads(run("path", tmp_path / "bird.pnav", "2.5,20.5", "57.5,30.5", "--json"))
    assert said["cost"] == pytest.approx(path.length, abs=1e-4)


def test_profiles_are_asked_by_name_or_number():
    tiles = np.zeros((10, 10), np.uint8)
    tiles[:, 5] = 1
    tiles[3, 5] = 0
    world = portolan.build(tiles, [{"name": "cat"}, {"name": "cart", "footprint": 2}])
    assert world.profiles == ["cat", "cart"]
    assert world.find((1, 1), (8, 1)).status == Status.found
    assert world.find((1, 1), (8, 1), profile="cart").status == Status.unreachable
    assert world.find((1, 1), (8, 1), profile=1).status == Status.unreachable
    assert world.costs([(1, 1)], [(8, 1)], profile="cart").status[0] == Status.unreachable


def test_answers_are_written_as_words(yard):
    path = yard.find((2, 20), (30, 20))
    assert repr(path) == "<portolan.PathResult bad_goal (blocked)>"
    assert str(path.status) == "bad_goal" and f"{path.why:>8}" == " blocked"
    assert repr(yard.find((2, 20), (2, 23))) == "<portolan.PathResult found: 3.000 tiles long>"
    assert int(path.status) == 4


def test_a_path_from_a_tile_to_itself_is_that_tile(harbour):
    path = harbour.find((2, 2), (2, 2))
    assert path.status == Status.found and path.cost == 0 and path.tiles.tolist() == [[2, 2]]
