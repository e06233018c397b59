# SPDX-License-Identifier: BSL-1.0
"""Goals nearest by path, and tiles nearest in a straight line, against plain Dijkstra."""
import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import portolan
from portolan import LimitError, Status, UsageError, Why
from support import dijkstra, random_tile, random_tiles

PRICED = {"road": 1, "field": 2.5, "wall": None}
PRICES = np.array([2, 5, 0])


def in_order(goals, least):
    """(cost, y, x, number) of the goals that can be reached, which are given as tiles by number."""
    return sorted((least[tile], tile[1], tile[0], number) for number, tile in goals.items() if tile in least)


def rows_of(answer):
    return [(int(cost), int(y), int(x), int(goal))
            for cost, (x, y), goal in zip(answer.cost, answer.tiles, answer.goals)]


def check(goals, held, prices, start):
    """Compares what a set answers with Dijkstra; gives how many can be reached."""
    if prices[start[1], start[0]] == 0:
        assert goals.nearest(start, 3).status == goals.within(start, 10**6).status == Status.bad_start
        return 0
    wanted = in_order(held, dijkstra(prices, start))
    for count in (1, 3, 1000):
        nearest = goals.nearest(start, count)
        assert rows_of(nearest) == wanted[:count] and nearest.optimal
        assert nearest.status == (Status.found if wanted else Status.unreachable)
        assert bool(nearest) == bool(wanted) and len(nearest) == len(wanted[:count])
    for most in [0] + [cost for cost, *_ in wanted[1::3]] + [2**60]:
        near = goals.within(start, most)
        assert rows_of(near) == [row for row in wanted if row[0] <= most] and near.optimal
    return len(wanted)


def test_the_nearest_goals_are_those_of_dijkstra(rng):
    reached = 0
    for number in range(12):
        tiles = random_tiles(rng, 70, 50, 0.3, 2)
        world = portolan.build(tiles, palette=PRICED)
        overlay = world.overlay()
        places = [random_tile(rng, tiles) for _ in range(int(rng.integers(0, 20)))]
        asked = (world, world.goals(places, capacity=25)), (overlay, overlay.goals(np.array(places), capacity=25))
        for step in range(4):
            for ground, goals in asked:
                prices = PRICES[tiles if ground is world else overlay.terrain()]
                held = goals.tiles
                assert len(goals) == len(held) and goals.capacity == 25
                reached += check(goals, held, prices, random_tile(rng, tiles))
                # Goals come, move and go.
                number = int(rng.integers(25))
                tile = random_tile(rng, tiles)
                goals.set(number, tile)
                assert goals.tiles == held | {number: tile} and number in goals
                if step % 2:
                    goals.remove(number)
                    assert number not in goals and number not in goals.tiles
            x, y = random_tile(rng, tiles)
            overlay.set_terrain((x, y, min(x + 9, 70), min(y + 9, 50)), int(rng.integers(3)))
    assert reached > 300


def test_costs_are_those_of_paths(harbour, rng):
    open_tiles = np.argwhere(np.array([cost is not None for cost in harbour.terrains.values()])[harbour.terrain])
    goals = harbour.goals(rng.choice(open_tiles, 200)[:, ::-1])
    for start in rng.choice(open_tiles, 20)[:, ::-1]:
        answer = goals.nearest(start, 5)
        for goal, tile, cost, length in zip(answer.goals, answer.tiles, answer.cost, answer.length):
            path = harbour.find(start, tile)
            assert path.cost == cost and path.length == pytest.approx(length, rel=1e-9)
            assert goals.tiles[goal] == tuple(tile)
        costs = harbour.costs(np.repeat(start[None], 200, axis=0), list(goals.tiles.values())).cost
        least = np.sort(costs[costs >= 0])[:5]
        assert answer.cost.tolist() == least.tolist()


@pytest.mark.parametrize("profile, indexes", [({}, ["labels"]), ({"metric": "any_angle"}, ["labels"]),
                                              ({"metric": "any_angle"}, [])])
def test_with_labels_and_at_any_angle_the_same(rng, profile, indexes):
    tiles = random_tiles(rng, 60, 60, 0.25)
    world = portolan.build(tiles, profile, indexes=indexes)
    overlay = world.overlay()
    places = [random_tile(rng, tiles) for _ in range(30)]
    # Asked for once as a world, then with edits.
    grounds = [(world, world.goals(places)), (overlay, overlay.goals(places))]
    overlay.set_terrain((20, 20, 40, 22), "wall")
    overlay.set_terrain((10, 30, 30, 32), "open")
    tiers, found = set(), 0
    for ground, goals in grounds:
        for _ in range(10):
            start = random_tile(rng, tiles)
            answer = goals.nearest(start, 4)
            tiers.add(answer.tier)
            costs = ground.cost_table([start], places).cost[0]
            least = sorted((cost, y, x, n) for n, (cost, (x, y)) in enumerate(zip(costs.tolist(), places)) if cost >= 0)
            assert rows_of(answer) == least[:4]
            found += len(answer)
            if least:
                most = least[len(least) // 2][0]
                assert rows_of(goals.within(start, most)) == [row for row in least if row[0] <= most]
    assert found > 20 and ("labels" in tiers) == bool(indexes)


def test_starts_move_and_budgets_bound(yard):
    goals = yard.goals([(57, 30), (2, 2), (30, 20)])
    blocked = goals.nearest((30, 20), 3)
    assert blocked.status == Status.bad_start and blocked.why == Why.blocked and not blocked and len(blocked) == 0
    assert blocked.goals.shape == (0,) and blocked.tiles.shape == (0, 2) and blocked.cost.shape == (0,)
    moved = goals.nearest((30, 20), 3, ends="nearest")
    assert moved.status == Status.found and moved.why == Why.moved_end
    # The goal in the wall is not reached, and (29, 20) is nearest to the start.
    assert moved.goals.tolist() == goals.nearest((29, 20), 3).goals.tolist() and 2 not in moved.goals
    assert goals.nearest((-5, 500), ends="nearest").goals.tolist() == [1]
    plain = portolan.build(np.array(yard.terrain), indexes=[]).goals([(57, 30), (2, 2)])
    free = plain.nearest((2, 20), 2)
    assert free.tier == "regions" and free.expansions > 0
    spent = plain.nearest((2, 20), 2, max_expansions=free.expansions - 1)
    assert spent.status == Status.out_of_budget and spent.why == Why.budget_spent and not spent.optimal
    assert len(spent) == 0 and spent.expansions < free.expansions
    assert rows_of(plain.nearest((2, 20), 2, max_expansions=free.expansions)) == rows_of(free)
    wall = yard.goals([(30, 20)]).nearest((2, 20))
    assert wall.status == Status.unreachable and wall.optimal and not wall
    assert repr(goals) == "<portolan.Goals: 3 of at most 3>"
    assert repr(blocked) == "<portolan.GoalsResult bad_start (blocked)>"
    assert repr(goals.nearest((3, 2), 2)) == "<portolan.GoalsResult found: 2 goals>"


def test_sets_may_be_empty(yard):
    for goals in (yard.goals(), yard.goals([], capacity=7), yard.overlay().goals(np.zeros((0, 2), int))):
        assert len(goals) == 0 and goals.tiles == {}
        assert goals.nearest((2, 20)).status == goals.within((2, 20), 10**9).status == Status.unreachable


def test_several_goals_on_one_tile_have_their_numbers(yard):
    goals = yard.goals([(5, 5)] * 3 + [(6, 5)])
    assert goals.nearest((5, 5), 4).goals.tolist() == [0, 1, 2, 3]
    goals.remove(1)
    assert goals.nearest((5, 5), 4).goals.tolist() == [0, 2, 3]
    assert goals.within((5, 5), 0).goals.tolist() == [0, 2]


@pytest.mark.parametrize("error, message, ask", [
    (UsageError, r"tiles: \(60, 3\) lies outside the map of 60 x 40", lambda world: world.goals([(1, 1), (60, 3)])),
    (UsageError, "tiles: expected rows of x and y", lambda world: world.goals([(1, 2, 3)])),
    (UsageError, "tiles: expected whole numbers", lambda world: world.goals([(1.5, 2)])),
    (UsageError, "capacity: 1 for 2 goals", lambda world: world.goals([(1, 1), (2, 2)], capacity=1)),
    (UsageError, "capacity: -1 for 0 goals", lambda world: world.goals(capacity=-1)),
    (UsageError, "capacity: expected a whole number", lambda world: world.goals(capacity=1.5)),
    (LimitError, "capacity: 2147483649 goals: at most 2147483648", lambda world: world.goals(capacity=2**31 + 1)),
    (UsageError, "no profile 'boat'", lambda world: world.goals(profile="boat")),
    (UsageError, "count: 0: must be 1 or more", lambda world: world.goals([(1, 1)]).nearest((1, 1), 0)),
    (UsageError, "count: expected a whole number", lambda world: world.goals([(1, 1)]).nearest((1, 1), 1.5)),
    (UsageError, "cost: -1 is below 0", lambda world: world.goals([(1, 1)]).within((1, 1), -1)),
    (UsageError, "cost: expected a whole number", lambda world: world.goals([(1, 1)]).within((1, 1), 2.5)),
    (UsageError, r"start: \(1, 40\) lies outside", lambda world: world.goals([(1, 1)]).nearest((1, 40))),
    (UsageError, r"start: \(1, 40\) lies outside", lambda world: world.goals([(1, 1)]).within((1, 40), 5)),
    (UsageError, "start: expected a tile", lambda world: world.goals([(1, 1)]).nearest("home")),
    (UsageError, "ends: expected", lambda world: world.goals([(1, 1)]).nearest((1, 1), ends="near")),
    (UsageError, "max_expansions: -1", lambda world: world.goals([(1, 1)]).nearest((1, 1), max_expansions=-1)),
    (UsageError, "number: 1: .*below the capacity, 1", lambda world: world.goals([(1, 1)]).set(1, (1, 1))),
    (UsageError, "number: -1: ", lambda world: world.goals([(1, 1)]).set(-1, (1, 1))),
    (UsageError, r"tile: \(1, -1\) lies outside", lambda world: world.goals([(1, 1)]).set(0, (1, -1))),
    (UsageError, "there is no goal 3", lambda world: world.goals([(1, 1)], capacity=9).remove(3)),
    (UsageError, "number: 9: ", lambda world: world.goals([(1, 1)], capacity=9).remove(9)),
    (UsageError, "number: expected a whole number", lambda world: "one" in world.goals([(1, 1)])),
    (UsageError, r"start: \(60, 0\) lies outside", lambda world: world.nearest_tile((1, 1), (60, 0))),
    (UsageError, "wanted: expected a tile", lambda world: world.nearest_tile((1.5, 1))),
])
def test_what_cannot_be_asked_of_goals(yard, error, message, ask):
    for asked in (yard, yard.overlay()):
        with pytest.raises(error, match=message):
            ask(asked)


def test_a_set_that_was_refused_a_change_is_as_before(yard):
    goals = yard.goals([(1, 1), (2, 2)])
    for change in (lambda: goals.set(0, (99, 99)), lambda: goals.set(2, (3, 3)), lambda: goals.remove(2)):
        with pytest.raises(UsageError):
            change()
        assert goals.tiles == {0: (1, 1), 1: (2, 2)}


def test_goals_keep_what_they_are_of():
    tiles = np.zeros((50, 50), np.uint8)
    tiles[9, 9] = 1
    overlay = portolan.build(tiles).overlay()
    overlay.set_terrain((10, 0, 11, 50), "wall")
    edited, plain = overlay.goals([(40, 40)]), overlay.world.goals([(40, 40)])
    del overlay
    gc.collect()
    assert edited.nearest((2, 2)).status == Status.unreachable
    answer = plain.nearest((2, 2))
    del plain, edited
    gc.collect()
    assert answer.goals.tolist() == [0] and answer.tiles.tolist() == [[40, 40]]


def test_threads_ask_one_set_while_another_changes_it(rng):
    """Each answer is that of the goals before or after a change. Without indexes questions take milliseconds."""
    tiles = random_tiles(rng, 150, 150, 0.2)
    tiles[60:90, 60:90] = 0
    world = portolan.build(tiles, indexes=[])
    overlay = world.overlay()
    overlay.set_terrain((100, 0, 101, 140), "wall")
    start, near = (75, 75), (76, 75)
    places = [near] + [random_tile(rng, tiles) for _ in range(60)]
    for asked in (world, overlay):
        goals = asked.goals(places)
        both = rows_of(goals.nearest(start, 100))
        goals.remove(0)
        one = rows_of(goals.nearest(start, 100))
        assert both[1:] == one and both[0][3] == 0 and len(one) > 20
        stop, answers = threading.Event(), []

        def ask():
            while not stop.is_set():
                answers.append(rows_of(goals.nearest(start, 100)))

        workers = [threading.Thread(target=ask) for _ in range(3)]
        for worker in workers:
            worker.start()
        for _ in range(25):
            goals.set(0, near)
            assert goals.tiles[0] == near and rows_of(goals.nearest(start, 100)) == both
            goals.remove(0)
            assert 0 not in goals and rows_of(goals.nearest(start, 100)) == one
        stop.set()
        for worker in workers:
            worker.join()
        assert answers and all(answer in (both, one) for answer in answers)


def test_threads_get_the_answers_of_one(rng):
    tiles = random_tiles(rng, 120, 120, 0.3, 2)
    world = portolan.build(tiles, palette=PRICED)
    overlay = world.overlay()
    overlay.set_terrain((50, 50, 60, 60), "road")
    sets = [asked.goals([random_tile(rng, tiles) for _ in range(50)]) for asked in (world, overlay)]

    def ask(start):
        return [rows_of(goals.nearest(start, 5)) + rows_of(goals.within(start, 10**6)) for goals in sets] + \
            [asked.nearest_tile(start, near) for asked in (world, overlay) for near in (None, (60, 60))]

    starts = [random_tile(rng, tiles) for _ in range(100)]
    alone = [ask(start) for start in starts]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(ask, starts * 3)) == alone * 3
    assert sum(len(answers[0]) for answers in alone) > 100


def test_the_nearest_tile_to_stand_on(rng):
    moved = 0
    for _ in range(10):
        tiles = random_tiles(rng, 30, 20, 0.6)
        tiles[0, 0] = 0
        world = portolan.build(tiles)
        overlay = world.overlay()
        overlay.set_terrain(random_tile(rng, tiles), int(rng.integers(2)))
        for asked in (world, overlay):
            prices = 1 - np.array(world.terrain if asked is world else overlay.terrain()).astype(int)
            for _ in range(20):
                # A tile outside counts as the tile of the map nearest to it.
                wanted = int(rng.integers(-5, 35)), int(rng.integers(-5, 25))
                x, y = min(max(wanted[0], 0), 29), min(max(wanted[1], 0), 19)

                def nearest_of(candidates):
                    return min(candidates, key=lambda t: ((t[0] - x) ** 2 + (t[1] - y) ** 2, t[1], t[0]))

                stands = [(int(tx), int(ty)) for ty, tx in np.argwhere(prices == 1)]
                assert asked.nearest_tile(wanted) == nearest_of(stands)
                start = random_tile(rng, tiles)
                reached = dijkstra(prices, start)
                assert asked.nearest_tile(wanted, start) == (nearest_of(reached) if reached else None)
                moved += asked.nearest_tile(wanted) != wanted
    assert moved > 100
    overlay.set_terrain((0, 0, 30, 20), "wall")
    assert overlay.nearest_tile((3, 3)) is None and overlay.nearest_tile((3, 3), (0, 0)) is None
