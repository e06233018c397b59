# SPDX-License-Identifier: BSL-1.0
"""Boards to and from networkx, and from files. networkx is asked for only where it is used."""
from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from . import _portolan
from ._build import _settings, exact_text, warned
from ._portolan import Board, UsageError


def read(path: str | os.PathLike[str], file: str | os.PathLike[str] | None) -> Board:
    return warned(_portolan._read_board(path, _settings(file=file)))


def board_of(graph: Any, weight: str | None, file: str | os.PathLike[str] | None) -> Board:
    if not callable(getattr(graph, "is_directed", None)):
        raise UsageError(f"graph: expected a networkx graph, not {type(graph).__name__}")
    numbers: dict[Any, int] = {}
    by_name: dict[str, Any] = {}
    places = []
    for node, data in graph.nodes(data=True):
        name = str(node)
        if name in by_name:
            raise UsageError(f"graph: nodes {by_name[name]!r} and {node!r} are both called '{name}'")
        by_name[name] = node
        numbers[node] = len(places)
        places.append((name, _position(data, name), _tags(data, f"node {name!r}")))
    ways = []
    for tail, head, data in graph.edges(data=True):
        of = f"edge {tail!r} - {head!r}"
        cost = exact_text(1 if weight is None else data.get(weight, 1), of)
        about = (cost, str(data.get("name", "")), _tags(data, of))
        ways.append((numbers[tail], numbers[head], *about))
        if not graph.is_directed() and tail != head:
            ways.append((numbers[head], numbers[tail], *about))
    return warned(_portolan._build_columns(places, ways, _settings(file=file)))


def graph_of(board: Board) -> Any:
    import networkx

    graph = networkx.MultiDiGraph()
    places, ways = board._columns()
    for name, position, tags in places:
        data: dict[str, Any] = {"tags": tags} if tags else {}
        if position is not None:
            data["x"], data["y"] = position
        graph.add_node(name, **data)
    for tail, head, weight, name, tags in ways:
        data = {"weight": weight}
        if name:
            data["name"] = name
        if tags:
            data["tags"] = tags
        graph.add_edge(places[tail][0], places[head][0], **data)
    return graph


def _position(data: dict[str, Any], name: str) -> tuple[str, str] | None:
    """Of the attributes `x` and `y`, or `pos`."""
    position = data.get("pos")
    if position is None and "x" in data and "y" in data:
        position = (data["x"], data["y"])
    if position is None:
        return None
    try:
        x, y = position
    except (TypeError, ValueError):
        raise UsageError(f"pos of node {name!r}: expected x and y, not {position!r}") from None
    return exact_text(x, f"x of node {name!r}"), exact_text(y, f"y of node {name!r}")


def _tags(data: dict[str, Any], of: str) -> list[str]:
    """Of the attribute `tags`: a text with semicolons, or several texts."""
    tags = data.get("tags", ())
    if isinstance(tags, str):
        return [tag.strip() for tag in tags.split(";") if tag.strip()]
    if not isinstance(tags, Iterable) or not all(isinstance(tag, str) for tag in tags):
        raise UsageError(f"{of}: expected tags as text, or several texts, not {tags!r}")
    return list(tags)
