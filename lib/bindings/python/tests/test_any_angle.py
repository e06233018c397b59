# SPDX-License-Identifier: BSL-1.0
"""Paths between points, and paths of bounded excess, against Dijkstra over corners and over points on sides."""
import heapq
import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import portolan
from portolan import Status, UsageError, Why
from support import random_tile, random_tiles

PALETTE = {"road": 1, "field": 2.5, "bog": 4, "wall": None}
PRICES = np.array([1, 2.5, 4, 0])
BIRD = {"name": "bird", "metric": "any_angle"}


def touched(prices, x, y):
    """The open tiles that a point touches."""
    def around(number):
        return (number.numerator // number.denominator,) if number.denominator != 1 else (int(number) - 1, int(number))

    height, width = prices.shape
    return {(tx, ty) for tx in around(x) for ty in around(y)
            if 0 <= tx < width and 0 <= ty < height and prices[ty, tx] != 0}


def joined(some, others, corner):
    """Whether one comes from one tile to the other around a corner, over sides of open tiles."""
    reached = set(some)
    while grown := {(x, y) for x, y in corner - reached for a, b in reached if abs(x - a) + abs(y - b) == 1}:
        reached |= grown
    return bool(reached & others)


def is_pinch(prices, x, y):
    """Where two open tiles meet at a corner alone."""
    tiles = sorted(touched(prices, Fraction(x), Fraction(y)))
    return len(tiles) == 2 and tiles[0][0] != tiles[1][0] and tiles[0][1] != tiles[1][1]


def straight(prices, start, goal):
    """What the straight way costs in tiles; None if it is blocked."""
    (x0, y0), (x1, y1) = ((Fraction(x), Fraction(y)) for x, y in (start, goal))
    dx, dy = x1 - x0, y1 - y0
    cuts = {Fraction(0), Fraction(1)}
    for at, by in ((x0, dx), (y0, dy)):
        if by != 0:
            low, high = sorted((at, at + by))
            cuts |= {(line - at) / by for line in range(math.ceil(low), math.floor(high) + 1)}
    cuts = sorted(cuts)
    length, cost, before = math.hypot(dx, dy), 0.0, None
    for t, until in zip(cuts, cuts[1:]):
        middle = (t + until) / 2
        tiles = touched(prices, x0 + middle * dx, y0 + middle * dy)
        if not tiles:
            return None
        if before is not None and not joined(before, tiles, touched(prices, x0 + t * dx, y0 + t * dy)):
            return None
        cost += float(until - t) * length * min(float(prices[y, x]) for x, y in tiles)
        before = tiles
    return cost


def measured(prices, points):
    """What a path costs in tiles; fails where it is blocked."""
    points = points.tolist()
    pieces = [straight(prices, *pair) for pair in zip(points, points[1:])]
    assert None not in pieces
    return sum(pieces)


def dijkstra_over(ways, start, goal):
    """ways(node) gives nodes and what it costs to go there."""
    costs, queue = {}, [(0.0, start)]
    while queue:
        cost, node = heapq.heappop(queue)
        if node == goal:
            return cost
        if node in costs:
            continue
        costs[node] = cost
        for to, more in ways(node):
            if to not in costs:
                heapq.heappush(queue, (cost + more, to))
    return None


def over_corners(prices, start, goal):
    """The least cost between points where all tiles have one price: such paths turn at corners."""
    height, width = prices.shape
    corners = [(x, y) for y in range(height + 1) for x in range(width + 1) if not is_pinch(prices, x, y)]

    def ways(node):
        for to in [*corners, goal]:
            if to != node and (cost := straight(prices, node, to)) is not None:
                yield to, cost

    return dijkstra_over(ways, start, goal)


def over_sides(prices, start, goal, fine=6):
    """The cost of a path from tile to tile that turns at points on sides of tiles, so no less than the best."""
    height, width = prices.shape
    ends = {tuple(2 * fine * number + fine for number in tile): tile for tile in (start, goal)}

    def ways(node):
        x, y = node
        # The path is free to pass from one tile to the next but where they meet at a corner alone.
        if node not in ends and x % (2 * fine) == y % (2 * fine) == 0 and \
                is_pinch(prices, x // (2 * fine), y // (2 * fine)):
            return
        for tx, ty in touched(prices, Fraction(x, 2 * fine), Fraction(y, 2 * fine)):
            left, top = 2 * fine * tx, 2 * fine * ty
            steps = range(0, 2 * fine + 1, 2)
            nodes = {(left + i, top + j) for i in steps for j in (0, 2 * fine)}
            nodes |= {(left + i, top + j) for i in (0, 2 * fine) for j in steps}
            nodes |= {node for node, tile in ends.items() if tile == (tx, ty)}
            for to in nodes:
                yield to, math.hypot(to[0] - x, to[1] - y) / (2 * fine) * float(prices[ty, tx])

    return dijkstra_over(ways, *(tuple(2 * fine * number + fine for number in tile) for tile in (start, goal)))


def random_point(rng, tiles):
    """On the lattice of points; often at corners and on sides."""
    fine = int(rng.choice([1, 2, 256]))
    return tuple(int(rng.integers(0, side * fine + 1)) / fine for side in tiles.shape[::-1])


def test_paths_between_points_cost_what_dijkstra_over_corners_says(rng):
    found = blocked = apart = 0
    for _ in range(12):
        tiles = random_tiles(rng, int(rng.integers(3, 7)), int(rng.integers(3, 7)), 0.35)
        tiles[0, 0], tiles[-1, -1] = 0, 1
        world = portolan.build(tiles, BIRD)
        overlay = world.overlay()
        for asked in (world, overlay):
            if asked is overlay:
                x, y = random_tile(rng, tiles)
                overlay.set_terrain((x, y), int(1 - tiles[y, x]))
            prices = 1 - np.array(overlay.terrain()).astype(int)
            for _ in range(4):
                start, goal = random_point(rng, tiles), random_point(rng, tiles)
                path = asked.find_between(start, goal)
                for end, status in ((start, Status.bad_start), (goal, Status.bad_goal)):
                    if not touched(prices, *map(Fraction, end)):
                        assert path.status == status and path.why == Why.blocked and path.cost is None
                        blocked += 1
                        break
                else:
                    least = over_corners(prices, start, goal)
                    assert path.optimal and (path.length is None) == (least is None)
                    if least is None:
                        assert path.status == Status.unreachable and len(path.points) == 0
                        apart += 1
                        continue
                    assert path.status == Status.found and path.excess == 0
                    assert path.length == pytest.approx(least, abs=1e-4)
                    assert path.length == pytest.approx(measured(prices, path.points), abs=1e-4)
                    assert tuple(path.points[0]) == start and tuple(path.points[-1]) == goal
                    found += 1
    assert found > 20 and blocked > 10 and apart > 2


def test_points_are_numbers_to_the_nearest_256th(yard):
    bird = portolan.build(np.array(yard.terrain), BIRD)
    path = bird.find_between((2.3, 20), (57, 30.75))
    assert path.points[0].tolist() == [2.30078125, 20] and path.points[-1].tolist() == [57, 30.75]
    for start, goal in (([2.3, 20.0], [57.0, 30.75]), (np.array([2.3, 20]), np.array([57, 30.75], np.float32)),
                        ((np.float64(2.3), np.int8(20)), (57, 30.7501))):
        assert bird.find_between(start, goal).cost == path.cost
    assert bird.find_between((0, 0), (60, 40))      # corners of the map
    between = bird.find((2, 20), (57, 30))
    assert bird.find_between((2.5, 20.5), (57.5, 30.5)).cost == between.cost


def test_movers_on_tiles_stand_at_centres(yard):
    path = yard.find_between((2.5, 20.5), (57.5, 30.5))
    assert path.cost == yard.find((2, 20), (57, 30)).cost
    assert (path.tiles == yard.find((2, 20), (57, 30)).tiles).all()
    off = yard.find_between((2.5, 20.5), (57, 30.5))
    assert off.status == Status.bad_goal and off.why == Why.off_lattice and len(off.tiles) == 0
    wall = yard.find_between((30.5, 20.5), (57.5, 30.5))
    assert wall.status == Status.bad_start and wall.why == Why.blocked
    moved = yard.find_between((-3, 20.2), (57, 30.5), ends="nearest")
    assert moved.status == Status.partial and moved.why == Why.moved_end
    assert moved.tiles[0].tolist() == [0, 20] and moved.tiles[-1].tolist() == [57, 30]


@pytest.mark.parametrize("message, arguments, options", [
    (r"start: \(60.25, 3.0\) lies outside the map of 60 x 40 tiles", [(60.25, 3), (1, 1)], {}),
    (r"goal: \(1.0, -0.5\) lies outside", [(1, 1), (1, -0.5)], {}),
    (r"goal: \(1, 1e\+300\) is beyond any coordinate", [(1, 1), (1, 1e300)], {"ends": "nearest"}),
    (r"start: expected a point \(x, y\) of numbers, not \(nan, 2\)", [(float("nan"), 2), (1, 1)], {}),
    (r"start: .*not \(inf, 2\)", [(float("inf"), 2), (1, 1)], {}),
    (r"start: .*not \('1', 2\)", [("1", 2), (1, 1)], {}),
    (r"start: .*not \(True, 2\)", [(True, 2), (1, 1)], {}),
    (r"goal: .*not \(1, 2, 3\)", [(1, 1), (1, 2, 3)], {}),
    ("goal: .*not None", [(1, 1), None], {}),
    ("goal: .*not '12'", [(1, 1), "12"], {}),
    (r"goal: .*not \(1, 1000", [(1, 1), (1, 10**400)], {}),
    ("no profile 'boat'", [(1, 1), (2, 2)], {"profile": "boat"}),
    ("ends: expected", [(1, 1), (2, 2)], {"ends": "near"}),
    ("max_expansions: -1", [(1, 1), (2, 2)], {"max_expansions": -1}),
])
def test_what_cannot_be_asked_between_points(yard, message, arguments, options):
    for asked in (yard, yard.overlay()):
        with pytest.raises(UsageError, match=message):
            asked.find_between(*arguments, **options)


def test_bounded_paths_keep_what_they_promise(rng):
    found = better = 0
    for _ in range(8):
        tiles = random_tiles(rng, int(rng.integers(4, 8)), int(rng.integers(4, 8)), 0.2, 3)
        tiles[0] = [0, 1, 2, 3] + [0] * (tiles.shape[1] - 4)
        world = portolan.build(tiles, BIRD, palette=PALETTE)
        overlay = world.overlay()
        for asked in (world, overlay):
            if asked is overlay:
                overlay.set_terrain(random_tile(rng, tiles), int(rng.integers(4)))
            prices = PRICES[overlay.terrain()]
            for excess in (0.002, 0.01, 0.1):
                start, goal = random_tile(rng, tiles), random_tile(rng, tiles)
                path = asked.find_bounded(start, goal, excess=excess)
                if prices[start[::-1]] == 0 or prices[goal[::-1]] == 0:
                    assert path.status in (Status.bad_start, Status.bad_goal) and path.excess is None
                    continue
                least = over_sides(prices, start, goal)
                if least is None:
                    assert path.status == Status.unreachable and path.optimal and path.lower_bound is None
                    continue
                assert path.status == Status.found and len(path.tiles) == 0
                unit = path.length / path.cost if path.cost else 0
                assert path.lower_bound <= path.cost <= (1 + excess) * path.lower_bound
                assert path.lower_bound * unit <= least * (1 + 1e-4) + 1e-4
                assert path.length <= (1 + excess) * least * (1 + 1e-4) + 1e-4
                assert path.length == pytest.approx(measured(prices, path.points), rel=1e-4, abs=1e-4)
                assert path.points[0].tolist() == [start[0] + 0.5, start[1] + 0.5]
                assert path.points[-1].tolist() == [goal[0] + 0.5, goal[1] + 0.5]
                assert 0 <= path.excess <= excess
                if path.cost:
                    assert path.excess == pytest.approx(path.cost / path.lower_bound - 1, abs=1e-12)
                plain = asked.find(start, goal)
                better += plain.length > path.length * (1 + excess)
                found += 1
    assert found > 15 and better > 0


def test_an_excess_is_what_is_proven():
    tiles = np.zeros((20, 20), np.uint8)
    tiles[5:15, 5:15] = 1
    world = portolan.build(tiles, BIRD, palette={"road": 1, "bog": 3})
    loose, tight = (world.find_bounded((1, 2), (18, 15), excess=excess) for excess in (0.5, 0.002))
    assert loose.excess <= 0.5 and tight.excess <= 0.002 and tight.length <= loose.length
    assert not tight.optimal or tight.excess == 0
    assert world.find_bounded((1, 1), (1, 1)).excess == 0
    plain = world.find((1, 2), (18, 15))
    assert plain and not plain.optimal and plain.excess > 0
    spent = world.find_bounded((1, 2), (18, 15), max_expansions=10)
    assert spent.status == Status.out_of_budget and spent.expansions <= 10 and spent.excess is None
    outside = world.find_bounded((-7, 2), (18, 15), ends="nearest")
    assert outside and outside.points[0].tolist() == [0.5, 2.5]


@pytest.mark.parametrize("message, arguments, options", [
    ("excess: 0.001: must be 0.002 or more", [(1, 1), (2, 2)], {"excess": 0.001}),
    ("excess: 0: must be", [(1, 1), (2, 2)], {"excess": 0}),
    ("excess: expected a number, not nan", [(1, 1), (2, 2)], {"excess": float("nan")}),
    ("excess: expected a number, not inf", [(1, 1), (2, 2)], {"excess": float("inf")}),
    ("excess: expected a number, not 'little'", [(1, 1), (2, 2)], {"excess": "little"}),
    (r"start: \(60, 3\) lies outside", [(60, 3), (1, 1)], {}),
    ("start: expected a tile", [(1.5, 3), (1, 1)], {}),
    ("profile 'cat' moves on the grid", [(1, 1), (2, 2)], {"profile": "cat"}),
])
def test_what_cannot_be_asked_of_bounded_paths(yard, message, arguments, options):
    world = portolan.build(np.array(yard.terrain), [BIRD, {"name": "cat"}])
    for asked in (world, world.overlay()):
        with pytest.raises(UsageError, match=message):
            asked.find_bounded(*arguments, **options)


def test_threads_get_the_paths_of_one(rng):
    tiles = random_tiles(rng, 40, 40, 0.2, 3)
    world = portolan.build(tiles, BIRD, palette=PALETTE)
    overlay = world.overlay()
    overlay.set_terrain((10, 10, 20, 20), "bog")

    def ask(pair):
        start, goal = pair
        points = [tuple(number + 0.25 for number in tile) for tile in pair]
        return [(path.status, path.cost, path.points.tolist()) for asked in (world, overlay)
                for path in (asked.find_bounded(start, goal, excess=0.1), asked.find_between(*points))]

    pairs = [(random_tile(rng, tiles), random_tile(rng, tiles)) for _ in range(40)]
    alone = [ask(pair) for pair in pairs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, pairs * 2)) == alone * 2
    assert sum(status == Status.found for answers in alone for status, _, _ in answers) > 40
