# SPDX-License-Identifier: BSL-1.0
"""Exact, fast paths over large tile worlds.

    import numpy, portolan
    tiles = numpy.zeros((40, 60), numpy.uint8)     # [y, x]: 0 is open, else a wall
    tiles[5:, 30] = 1
    world = portolan.build(tiles)
    path = world.find((2, 20), (57, 30))           # (x, y)
    print(path.status, path.cost, path.length, path.tiles)

build() makes worlds of arrays and of the files of maps, World.open() opens world files, Board is for graphs with names.
Tiles are (x, y), arrays are [y, x], and (0, 0) is the upper left tile. All errors are portolan.Error.
"""
from ._build import build
from ._portolan import (Board, BoardResult, CorruptError, Costs, Crowd, Error, FormatError, Goals, GoalsResult, Heading,
                        IoError, LimitError, Overlay, PathResult, Status, TicksReport, Units, UnitsAnswer, UnitState,
                        UnsupportedError, UsageError, Why, World, __version__, draw)

__all__ = [
    "Board", "BoardResult", "CorruptError", "Costs", "Crowd", "Error", "FormatError", "Goals", "GoalsResult", "Heading",
    "IoError", "LimitError", "Overlay", "PathResult", "Status", "TicksReport", "Units", "UnitsAnswer", "UnitState",
    "UnsupportedError", "UsageError", "Why", "World", "__version__", "build", "draw",
]
