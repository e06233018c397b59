# SPDX-License-Identifier: BSL-1.0
"""What is wrong is named."""
import numpy as np
import pytest

import portolan
from portolan import CorruptError, Error, FormatError, IoError, LimitError, UnsupportedError, UsageError

OPEN = np.zeros((4, 5), np.uint8)


def test_all_errors_are_of_one_class_and_of_pythons_own():
    for error in (CorruptError, FormatError, LimitError, UnsupportedError, UsageError):
        assert issubclass(error, Error) and issubclass(error, ValueError)
    assert issubclass(IoError, Error) and issubclass(IoError, OSError)


@pytest.mark.parametrize("error, message, arguments", [
    (UsageError, "array of uint8 or bool, not of float64", [np.zeros((4, 5))]),
    (UsageError, "not of int64", [np.zeros((4, 5), int)]),
    (UsageError, r"two dimensions, not one of shape \(4, 5, 3\)", [np.zeros((4, 5, 3), np.uint8)]),
    (UsageError, r"shape \(0, 5\) has no tiles", [np.zeros((0, 5), np.uint8)]),
    (UsageError, "expected a numpy array or a path, not list", [[[0, 0]]]),
    (UsageError, "profile: expected a dict", [OPEN, "walker"]),
    (UsageError, "profile: .*JSON", [OPEN, {"name": object()}]),
    (FormatError, "wings", [OPEN, {"wings": 2}]),
    (FormatError, r"terrain.open", [OPEN, {"terrain": {"open": -1}}]),
    (FormatError, "'a' is the name of", [OPEN, [{"name": "a"}, {"name": "a"}]]),
    (IoError, "nowhere.map", ["nowhere.map"]),
])
def test_what_cannot_be_built(error, message, arguments):
    with pytest.raises(error, match=message):
        portolan.build(*arguments)


@pytest.mark.parametrize("error, message, options", [
    (UsageError, r"has 1 terrains, and tiles\[2, 3\] is terrain 9", {"palette": {"grass": 1}}),
    (LimitError, "0 terrains", {"palette": {}}),
    (UsageError, "expected a dict", {"palette": ["grass"]}),
    (UsageError, "'grass': expected a number, not 'cheap'", {"palette": {"grass": "cheap"} | {str(i): 1 for i in range(9)}}),
    (UsageError, "'grass' costs 0:", {"palette": {"grass": 0} | {str(i): 1 for i in range(9)}}),
    (UsageError, "'grass' costs 1.23456:", {"palette": {"grass": 1.23456} | {str(i): 1 for i in range(9)}}),
    (UsageError, "'grass' costs nan:", {"palette": {"grass": float("nan")} | {str(i): 1 for i in range(9)}}),
    (UsageError, "indexes: .*not 'tree'", {"indexes": ["tree"]}),
    (UsageError, "indexes: expected several names", {"indexes": "labels"}),
    (UsageError, "threads: -1 is below 0", {"threads": -1}),
    (LimitError, "memory|bytes", {"memory": 1}),
    (UsageError, "links: expected dicts", {"links": [(1, 2)], "palette": None}),
    (FormatError, "links:.*from", {"links": [{"to": [1, 1]}], "palette": None}),
    (FormatError, "links:.*9,1|links:.*map", {"links": [{"from": [9, 1], "to": [1, 1]}], "palette": None}),
    (UsageError, "links: .*JSON", {"links": [{"from": [0, 1], "to": [1, 1], "cost": float("nan")}]}),
    (IoError, "nowhere/x.pnav", {"file": "nowhere/x.pnav"}),
])
def test_what_cannot_be_built_so(error, message, options):
    tiles = OPEN.copy()
    tiles[2, 3] = 9
    with pytest.raises(error, match=message):
        portolan.build(tiles, **options)


@pytest.mark.parametrize("message, arguments, options", [
    (r"start: \(60, 3\) lies outside the map of 60 x 40 tiles", [(60, 3), (1, 1)], {}),
    (r"goal: \(1, -1\) lies outside", [(1, 1), (1, -1)], {}),
    (r"goal: 99999999999 is beyond", [(1, 1), (1, 99999999999)], {}),
    (r"start: expected a tile \(x, y\) of whole numbers, not \(1.5, 2\)", [(1.5, 2), (1, 1)], {}),
    (r"start: .*not \(True, 2\)", [(True, 2), (1, 1)], {}),
    ("start: .*not 'ab'", ["ab", (1, 1)], {}),
    (r"goal: .*not \(1, 2, 3\)", [(1, 1), (1, 2, 3)], {}),
    ("goal: .*not None", [(1, 1), None], {}),
    ("no profile 'boat' in the world, which has 'default'", [(1, 1), (2, 2)], {"profile": "boat"}),
    ("no profile 1 in the world, which has 1", [(1, 1), (2, 2)], {"profile": 1}),
    ("ends: expected 'exact' or 'nearest', not 'near'", [(1, 1), (2, 2)], {"ends": "near"}),
    ("ties: expected 'first'", [(1, 1), (2, 2)], {"ties": "last"}),
    ("max_expansions: -1 is below 0", [(1, 1), (2, 2)], {"max_expansions": -1}),
    ("max_expansions: expected a whole number, not 1.5", [(1, 1), (2, 2)], {"max_expansions": 1.5}),
])
def test_what_cannot_be_asked(yard, message, arguments, options):
    for asked in (yard, yard.overlay()):
        with pytest.raises(UsageError, match=message):
            asked.find(*arguments, **options)


@pytest.mark.parametrize("message, starts, goals", [
    ("2 starts and 1 goals", [(1, 1), (2, 2)], [(3, 3)]),
    ("starts: expected whole numbers, not an array of float64", [(1.5, 1)], [(3, 3)]),
    (r"goals: expected rows of x and y, not an array of shape \(1, 3\)", [(1, 1)], [(3, 3, 3)]),
    (r"starts: expected rows of x and y, not an array of shape \(2,\)", (1, 1), [(3, 3)]),
    ("starts: 5000000000 is beyond", [(5000000000, 1)], [(3, 3)]),
])
def test_what_cannot_be_asked_at_once(yard, message, starts, goals):
    with pytest.raises(UsageError, match=message):
        yard.costs(starts, goals)


def test_threads_that_cannot_be(yard):
    for threads in (-1, 100000, "two"):
        with pytest.raises(UsageError, match="threads: "):
            yard.costs([(1, 1)], [(2, 2)], threads=threads)


def test_files_that_are_no_worlds(tmp_path, yard):
    with pytest.raises(IoError, match="nowhere.pnav"):
        portolan.World.open("nowhere.pnav")
    with pytest.raises(UsageError, match="path: expected a path, not 7"):
        portolan.World.open(7)
    for function in (portolan.World.open, portolan.Board.read, portolan.build):
        with pytest.raises(UsageError, match="a path without NUL"):
            function("harbour\0.pnav")
    with pytest.raises(UsageError, match="access: expected"):
        portolan.World.open("nowhere.pnav", access="shared")
    with pytest.raises(IoError):
        yard.save(tmp_path / "nowhere" / "x.pnav")
    broken = tmp_path / "broken.pnav"
    broken.write_bytes(b"no world at all" * 100)
    with pytest.raises(Error, match="broken.pnav"):
        portolan.World.open(broken)
    yard.save(broken)
    whole = broken.read_bytes()
    # A file that is mapped must not change where it lies.
    broken.unlink()
    broken.write_bytes(whole[:-64])
    with pytest.raises(Error, match="broken.pnav"):
        portolan.World.open(broken)
    damaged = bytearray(whole)
    damaged[-200] ^= 0xFF
    broken.write_bytes(damaged)
    with pytest.raises(CorruptError):
        portolan.World.open(broken, access="copied").verify(threads=1)


def test_classes_are_not_made_by_hand():
    for made in (portolan.World, portolan.PathResult, portolan.Board):
        with pytest.raises(TypeError):
            made()


def test_files_whose_names_are_no_text_are_named(yard):
    for name in (b"nowhere/\xff.pnav", "nowhere/\udcff.pnav"):
        with pytest.raises(IoError, match="nowhere/\udcff.pnav"):
            portolan.World.open(name)
        with pytest.raises(IoError, match="nowhere/\udcff.pnav"):
            yard.save(name)
