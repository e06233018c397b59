# SPDX-License-Identifier: BSL-1.0
"""Crowds: what every tick holds to, the moves of the command, saving, edits, and what is refused."""
import json
import threading
from fractions import Fraction

import numpy as np
import pytest

import portolan
from portolan import Heading, Status, UnitState, UsageError, Why
from support import random_tiles, run, steps_from


def spread(rng, tiles, count):
    """So many open tiles, none twice."""
    places = np.argwhere(tiles == 0)
    return rng.choice(places, count, replace=False)[:, ::-1]


def sent(rng, tiles, count, **options):
    """A crowd of units with orders, those that have a way, and its world."""
    world = portolan.build(tiles)
    crowd = world.crowd(units=count, **options)
    added = crowd.add(spread(rng, tiles, count))
    assert added and len(added) == count and added.units.tolist() == list(range(count))
    ordered = crowd.order(added.units, spread(rng, tiles, count))
    assert set(ordered.status.tolist()) <= {Status.found, Status.unreachable}
    return world, crowd


def test_no_two_units_ever_share_or_exchange_tiles(rng):
    moved = 0
    for _ in range(6):
        tiles = random_tiles(rng, 24, 20, 0.2)
        prices = np.where(tiles == 0, 1, 0)
        _, crowd = sent(rng, tiles, 90, seed=int(rng.integers(1000)))
        at = {unit: tuple(tile) for unit, tile in zip(crowd.units.units.tolist(), crowd.units.tiles.tolist())}
        for tick in range(1, 60):
            before = dict(at)
            report = crowd.tick()
            assert report.tick == tick == crowd.now
            for unit, x, y, to_x, to_y, begin, end in report.moves.tolist():
                assert at[unit] == (x, y) and end == begin + 1 == tick
                assert (to_x - x, to_y - y) in {(dx, dy) for dx, dy, _ in steps_from(prices, x, y)}
                at[unit] = (to_x, to_y)
                moved += 1
            assert len(set(at.values())) == len(at)
            taken = {tile: unit for unit, tile in before.items()}
            for unit, tile in at.items():
                other = taken.get(tile, unit)
                assert other == unit or at[other] != before[unit]
            units = crowd.units
            assert [tuple(tile) for tile in units.to.tolist()] == [at[unit] for unit in units.units.tolist()]
    assert moved > 5000


def test_the_moves_are_those_of_the_command(tmp_path, rng):
    tiles = np.zeros((40, 50), np.uint8)
    tiles[10:30, 20] = 1
    tiles[20, 25:45] = 1
    world = portolan.build(tiles)
    world.save(tmp_path / "w.pnav")
    starts, goals = spread(rng, tiles, 120), spread(rng, tiles, 120)
    table = tmp_path / "units.csv"
    table.write_text("\n".join(["x,y,goal_x,goal_y"] + [f"{x},{y},{u},{v}" for (x, y), (u, v) in
                                                        zip(starts.tolist(), goals.tolist())] + [""]))
    for pace, option in ((None, []), (Fraction(5, 2), ["--ticks-per-tile", "5:2"])):
        report = json.loads(run("crowd", tmp_path / "w.pnav", table, "--ticks", 80, "--seed", 7, "--json", *option,
                                codes=(0, 1)))
        crowd = world.crowd(units=120, seed=7)
        assert crowd.add(starts, pace=pace) and crowd.order(np.arange(120), goals)
        last = crowd.tick(report["ticks"])
        assert last.hash == int(report["hash"], 16) and crowd.settled == report["settled"]
        assert last.tick == report["ticks"] and len(last.moves) > 120


def test_all_arrive_on_open_ground_and_rest(rng):
    tiles = np.zeros((30, 30), np.uint8)
    _, crowd = sent(rng, tiles, 60)
    arrived = []
    while crowd.settled < len(crowd):
        assert crowd.now < 300
        arrived += crowd.tick().arrived.tolist()
    units = crowd.units
    assert sorted(set(arrived)) == list(range(60))
    assert (units.tiles == units.goals).all() and (units.state == UnitState.idle).all()
    assert len(crowd.tick(5).moves) == 0


def test_a_crowd_goes_on_from_bytes(rng):
    tiles = random_tiles(rng, 40, 40, 0.15)
    world, crowd = sent(rng, tiles, 100, seed=3)
    crowd.tick(20)
    saved = crowd.to_bytes()
    other = world.crowd(units=100, seed=3)
    other.read(saved)
    assert other.to_bytes() == saved and other.now == 20
    first, second = crowd.tick(30), other.tick(30)
    assert first.hash == second.hash and (first.moves == second.moves).all() and len(first.moves) > 0
    assert crowd.to_bytes() == other.to_bytes() != saved
    for wrong in (saved[:-1], b"", saved[:100] + bytes([saved[100] ^ 255]) + saved[101:]):
        with pytest.raises(portolan.Error):
            other.read(wrong)
    assert crowd.to_bytes() == other.to_bytes()
    with pytest.raises(UsageError):
        world.crowd(units=99, seed=3).read(saved)


def test_doors_close_and_open(yard):
    crowd = yard.crowd()
    unit = crowd.add([(20, 3)]).units
    assert crowd.order(unit, [(40, 3)])
    edits = yard.overlay()
    edits.set_terrain((30, 0, 31, 5), "wall")
    crowd.use(edits)
    edits.set_terrain((30, 0, 31, 5), "open")  # not seen before the next use()
    stuck = []
    while not stuck:
        stuck = crowd.tick().stuck
        assert crowd.now < 100
    assert stuck == [(0, [])] and crowd.units.state.tolist() == [UnitState.stuck]
    saved = crowd.to_bytes()
    with pytest.raises(UsageError):
        crowd.read(saved)
    crowd.use(edits)
    crowd.tick(60)
    assert crowd.units.tiles.tolist() == [[40, 3]] and crowd.settled == 1
    crowd.use(None)
    assert crowd.order([0], [(20, 3)]) and crowd.tick(30).arrived.tolist() == [0]
    with pytest.raises(UsageError, match="another world"):
        crowd.use(portolan.build(np.zeros((40, 60), np.uint8)).overlay())


def test_units_hold_and_go_and_keep_their_pace(yard):
    crowd = yard.crowd(units=3)
    added = crowd.add([(1, 1), (1, 1), (90, 1), (30, 20), (2, 1), (3, 1), (4, 1)], side=2)
    assert not added and added.units.tolist() == [0, -1, -1, -1, 1, 2, -1]
    assert added.status.tolist() == [Status.found, *[Status.bad_start] * 3, Status.found, Status.found, Status.out_of_budget]
    assert added.why.tolist() == [Why.none, Why.blocked, Why.outside, Why.blocked, Why.none, Why.none, Why.no_room]
    assert crowd.units.side.tolist() == [2, 2, 2] and (crowd.units.heading == Heading.any).all()
    crowd.hold([1, 2])
    assert crowd.units.state.tolist() == [UnitState.idle, UnitState.holding, UnitState.holding]
    crowd.remove(2)
    assert 2 not in crowd and 1 in crowd and -1 not in crowd and len(crowd) == 2
    answer = crowd.order([0, 2, 0, -1, 0], [(20, 1), (20, 1), (30, 20), (1, 1), (99, 1)], avoidance="around")
    assert answer.status.tolist() == [Status.found, Status.bad_request, Status.bad_goal, Status.bad_request, Status.bad_goal]
    assert answer.units.tolist() == [0, 2, 0, -1, 0]
    crowd.set_pace(0, 7)
    crowd.set_pace([0], np.int64(3))
    step = crowd.tick().moves.tolist()[0]
    assert step[:3] == [0, 1, 1] and step[5:] == [0, 4]  # across a corner: 3 times the root of 2
    units = crowd.units
    assert units.begin.tolist()[0] == 0 and units.end.tolist()[0] == 4 and units.tiles.tolist()[0] == [1, 1]
    assert units.goals.tolist()[0] == [20, 1] and units.to.tolist()[0] != [1, 1]
    assert repr(crowd) == "<portolan.Crowd: 2 of at most 3 units, tick 1>" and crowd.capacity == 3


def test_bodies_that_turn_have_headings():
    world = portolan.build(np.zeros((30, 30), np.uint8), [{"name": "tank", "headings": 8, "body": [2, 3]},
                                                          {"name": "man"}])
    crowd = world.crowd(["tank", "man"], units=4)
    tank = crowd.add([(10, 10)], heading="N")
    assert tank and crowd.add([(20, 20)], profile="man")
    assert crowd.order(tank.units, [(20, 12)], heading=Heading.S)
    crowd.tick(80)
    assert crowd.units.tiles.tolist()[0] == [20, 12] and crowd.units.heading.tolist() == [Heading.S, Heading.any]
    assert str(Heading.S) == "S"


@pytest.mark.parametrize("wrong", [
    lambda crowd: crowd.add([(1, 1)], pace=0), lambda crowd: crowd.add([(1, 1)], pace=True),
    lambda crowd: crowd.add([(1, 1)], pace=float("nan")), lambda crowd: crowd.add([(1, 1)], pace=5000),
    lambda crowd: crowd.add([(1, 1)], pace=0.1), lambda crowd: crowd.add([(1, 1)], pace="fast"),
    lambda crowd: crowd.add([(1, 1)], pace=10**30), lambda crowd: crowd.remove(2**40),
    lambda crowd: crowd.add([(1, 1)], side=256), lambda crowd: crowd.add([(1, 1)], heading="up"),
    lambda crowd: crowd.add([(1, 1)], heading=9), lambda crowd: crowd.add([(1, 1)], profile="none"),
    lambda crowd: crowd.add((1, 1)), lambda crowd: crowd.add([(1.5, 1)]), lambda crowd: crowd.remove(7),
    lambda crowd: crowd.hold([0, -1]), lambda crowd: crowd.set_pace([9], 2), lambda crowd: crowd.order([0], []),
    lambda crowd: crowd.order([0], [(1, 1)], avoidance="flee"), lambda crowd: crowd.order([0.5], [(1, 1)]),
    lambda crowd: crowd.order([[0]], [(1, 1)]), lambda crowd: crowd.order("a", [(1, 1)]),
    lambda crowd: crowd.tick(0), lambda crowd: crowd.tick(-1), lambda crowd: "a" in crowd])
def test_what_is_wrong_is_refused_and_changes_nothing(yard, wrong):
    crowd = yard.crowd(units=2)
    crowd.add([(5, 5)])
    before = crowd.to_bytes()
    with pytest.raises(UsageError):
        wrong(crowd)
    assert crowd.to_bytes() == before


def test_crowds_that_cannot_be(yard):
    bird = portolan.build(np.zeros((5, 5), np.uint8), {"metric": "any_angle"})
    for wrong in (lambda: bird.crowd(), lambda: yard.crowd("none"), lambda: yard.crowd([]), lambda: yard.crowd(units=0),
                  lambda: yard.crowd(units=-1), lambda: yard.crowd(seed=-1), lambda: yard.crowd(units=2**32)):
        with pytest.raises(UsageError):
            wrong()


def test_ticks_let_others_run_and_one_thread_has_the_crowd(rng):
    tiles = np.zeros((60, 60), np.uint8)
    world, crowd = sent(rng, tiles, 900)
    worker = threading.Thread(target=lambda: crowd.tick(400))
    worker.start()
    counted = refused = 0
    while worker.is_alive():
        counted += 1
        try:
            crowd.units
        except UsageError:
            refused += 1
    worker.join()
    assert counted > 100 and refused > 0 and crowd.now == 400
    del world
    crowd.tick()
