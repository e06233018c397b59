# SPDX-License-Identifier: BSL-1.0
"""Building worlds: what may be given in several ways becomes what the extension takes."""
from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Union

import numpy as np

from . import _portolan
from ._portolan import LimitError, UsageError, World

Cost = Union[int, float, Decimal, None]

OPEN_OR_WALL: Mapping[str, Cost] = {"open": 1, "wall": None}
MOST_TERRAINS = 255


def build(tiles: np.ndarray | str | os.PathLike[str],
          profile: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None, *,
          palette: Mapping[str, Cost] | None = None, links: Iterable[Mapping[str, Any]] = (),
          file: str | os.PathLike[str] | None = None,
          indexes: Iterable[str] | None = None, threads: int = 0, memory: int | None = None) -> World:
    """Builds a world of an array [y, x], or of the file of a map.

    tiles: an array of numbers from 0 to 255 (uint8), or of bool: 0 is open, else a wall. With a palette, terrain ids.
        Or a path: a map of Moving AI, ASCII, a picture (PNG), a Tiled map (.tmx), or raw bytes.
    profile: who moves, as a dict with the keys of profiles in JSON, such as {"name": "cart", "terrain": {"road": 1,
        "grass": 2.5}, "footprint": 2} or {"metric": "any_angle"}; or several, which need names. None: a mover of one
        tile with 8 neighbours that pays what the palette says and never cuts corners.
    palette: names of the terrains and what a tile of each costs, in the order of their ids: {"grass": 1, "swamp": 2.5,
        "water": None}, where None is impassable. Costs have at most 4 decimals.
    links: ways from tile to tile besides steps, as dicts with the keys of links in JSON: {"from": [12, 7], "to": [3, 4],
        "cost": 2.5, "one_way": True, "name": "ferry"}, of which `from` and `to` must be there. They come after those of
        the map.
    file: where the world file is written, and opened from; else the world is in memory.
    indexes: some of "ch", "labels" and "blocks" for each mover; [] for none; None chooses by size.
    threads: 0 is one a core; the world is the same for any number.
    memory: bytes that the build may take, 4 GiB unless given.

    What is odd about the map, though it can be used, is warned of (UserWarning). Other threads run meanwhile. Raises
    UsageError, FormatError, LimitError, IoError and UnsupportedError, which say what is wrong and where.
    """
    settings = _settings(threads, memory, indexes, file)
    profiles = _profiles(profile)
    if isinstance(tiles, (str, os.PathLike)):
        if palette is not None:
            raise UsageError("palette: belongs to an array; the file of a map has its own")
        built = _portolan._build_file(tiles, _links(links), profiles, settings)
    else:
        ids, terrains = _terrain(tiles, palette)
        built = _portolan._build_tiles(ids, terrains, _links(links), profiles, settings)
    return warned(built)


def warned(built: tuple[Any, list[str]]) -> Any:
    """What was built; warns of what is odd about it."""
    made, remarks = built
    for remark in remarks:
        warnings.warn(remark, stacklevel=3)
    return made


def _settings(threads: int = 0, memory: int | None = None, indexes: Iterable[str] | None = None,
              file: str | os.PathLike[str] | None = None) -> Any:
    if threads < 0:
        raise UsageError(f"threads: {threads} is below 0")
    if memory is not None and memory <= 0:
        raise UsageError(f"memory: {memory} bytes are too few")
    if isinstance(indexes, str):
        raise UsageError(f"indexes: expected several names, such as ['labels'], not {indexes!r}")
    return _portolan._Settings(threads, memory, None if indexes is None else list(indexes), file)


def _profiles(profile: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None) -> str:
    """As JSON text; empty for the default."""
    if profile is None:
        return ""
    several = isinstance(profile, Sequence) and not isinstance(profile, (str, bytes))
    for one in profile if several else [profile]:
        if not isinstance(one, Mapping):
            raise UsageError(f"profile: expected a dict such as {{'name': 'walker'}}, not {one!r}")
    return _json(list(profile) if several else {"name": "default", **profile}, "profile")


def _links(links: Iterable[Mapping[str, Any]]) -> str:
    """As JSON text; empty where there are none."""
    given = list(links)
    for link in given:
        if not isinstance(link, Mapping):
            raise UsageError(f"links: expected dicts such as {{'from': [1, 2], 'to': [3, 4]}}, not {link!r}")
    if not given:
        return ""
    return _json({"portolan": "links", "version": 1, "links": given}, "links")


def _json(value: Any, of: str) -> str:
    """Text of what may hold mappings, and numbers and arrays of numpy."""

    def plain(part: Any) -> Any:
        if isinstance(part, (np.generic, np.ndarray)):
            return part.tolist()
        if isinstance(part, Mapping):
            return dict(part)
        raise TypeError(f"{part!r} is no value of JSON")

    try:
        return json.dumps(value, allow_nan=False, default=plain)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{of}: {error}") from None


def _terrain(tiles: Any, palette: Mapping[str, Cost] | None) -> tuple[np.ndarray, list[tuple[str, str | None]]]:
    if not isinstance(tiles, np.ndarray):
        raise UsageError(f"tiles: expected a numpy array or a path, not {type(tiles).__name__}")
    if tiles.ndim != 2:
        raise UsageError(f"tiles: expected an array [y, x] of two dimensions, not one of shape {tiles.shape}")
    if tiles.dtype not in (np.uint8, np.bool_):
        raise UsageError(f"tiles: expected an array of uint8 or bool, not of {tiles.dtype}; see numpy.ndarray.astype")
    if 0 in tiles.shape:
        raise UsageError(f"tiles: the array of shape {tiles.shape} has no tiles")
    if palette is None:
        return np.ascontiguousarray(tiles != 0).view(np.uint8), _priced(OPEN_OR_WALL)
    if not isinstance(palette, Mapping):
        raise UsageError(f"palette: expected a dict of names and costs, not {type(palette).__name__}")
    if not 1 <= len(palette) <= MOST_TERRAINS:
        raise LimitError(f"palette: {len(palette)} terrains: must be from 1 to {MOST_TERRAINS}")
    ids = np.ascontiguousarray(tiles).view(np.uint8)
    if ids.max() >= len(palette):
        y, x = (int(number) for number in np.unravel_index(ids.argmax(), ids.shape))
        raise UsageError(f"palette: has {len(palette)} terrains, and tiles[{y}, {x}] is terrain {ids[y, x]}")
    return ids, _priced(palette)


def _priced(palette: Mapping[str, Cost]) -> list[tuple[str, str | None]]:
    """Costs as text, which the extension reads exactly."""
    priced = []
    for name, cost in palette.items():
        if not isinstance(name, str):
            raise UsageError(f"palette: expected names of terrains, not {name!r}")
        priced.append((name, None if cost is None else exact_text(cost, f"palette: {name!r}")))
    return priced


def exact_text(number: Any, of: str) -> str:
    """A number as text that has all its decimals; a float as it is printed."""
    if isinstance(number, np.generic):
        number = number.item()
    if isinstance(number, bool) or not isinstance(number, (int, float, Decimal)):
        raise UsageError(f"{of}: expected a number, not {number!r}")
    return str(number)
