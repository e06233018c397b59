# SPDX-License-Identifier: BSL-1.0
"""Boards, against networkx."""
import warnings
from decimal import Decimal

import numpy as np
import pytest

networkx = pytest.importorskip("networkx")

import portolan
from portolan import FormatError, Status, UsageError, Why
from support import WORLDS

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def classic():
    return portolan.Board.read(WORLDS / "classic.tsv")


def random_graph(rng, make):
    graph = make()
    graph.add_nodes_from(f"n{i}" for i in range(40))
    for _ in range(110):
        a, b = rng.integers(40, size=2)
        graph.add_edge(f"n{a}", f"n{b}", weight=int(rng.integers(1, 1000)) / 4)
    return graph


@pytest.mark.parametrize("make", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph])
def test_paths_cost_what_networkx_says(rng, make):
    for _ in range(5):
        graph = random_graph(rng, make)
        board = portolan.Board.from_networkx(graph)
        assert len(board) == 40 and set(board.places) == set(graph)
        names = list(graph)
        table = board.cost_table(names, names)
        for i, start in enumerate(names):
            least = networkx.single_source_dijkstra_path_length(graph, start)
            for j, goal in enumerate(names):
                assert table[i, j] == (round(least[goal] / board.unit) if goal in least else -1)
            goal = names[int(rng.integers(40))]
            path = board.find(start, goal)
            assert path.optimal and bool(path) == (goal in least)
            if not path:
                assert path.status == Status.unreachable and path.places == [] and path.cost is None
                continue
            assert path.weight == least[goal] and path.cost * board.unit == pytest.approx(least[goal])
            assert path.places[0] == start and path.places[-1] == goal
            assert networkx.path_weight(networkx.DiGraph(board.to_networkx()), path.places, "weight") >= least[goal]


def test_what_is_closed_is_walked_around(rng):
    graph = random_graph(rng, networkx.DiGraph)
    board = portolan.Board.from_networkx(graph)
    names = list(graph)
    compared = 0
    for _ in range(150):
        start, goal, first, second = (names[i] for i in rng.choice(40, 4, replace=False))
        gone = list(graph.out_edges(start))[:1]
        left = graph.copy()
        left.remove_nodes_from([first, second])
        left.remove_edges_from(gone)
        path = board.find(start, goal, closed=[first, second], closed_borders=gone)
        try:
            least = networkx.dijkstra_path_length(left, start, goal)
        except networkx.NetworkXNoPath:
            assert path.status == Status.unreachable
            continue
        assert path.weight == least and not {first, second} & set(path.places)
        compared += 1
    assert compared > 30
    assert board.find(names[0], names[1], closed=[names[1]]).why == Why.closed
    assert board.find(names[0], names[0]).weight == 0


def test_a_board_goes_to_networkx_and_comes_back(classic):
    graph = classic.to_networkx()
    assert isinstance(graph, networkx.MultiDiGraph)
    back = portolan.Board.from_networkx(graph)
    again = back.to_networkx()
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert sorted(again.edges(data=True), key=repr) == sorted(graph.edges(data=True), key=repr)
    assert any("tags" in data for _, data in graph.nodes(data=True))
    assert all("x" in data and "y" in data for _, data in graph.nodes(data=True))


def test_places_of_a_file_are_found_by_name(classic):
    path = classic.find("Alaska", "Siam")
    assert path.places == ["Alaska", "Kamchatka", "Mongolia", "China", "Siam"]
    assert (path.cost, path.weight, path.status) == (4, 4, Status.found)
    assert "Alaska" in classic and "Atlantis" not in classic
    around = classic.find("Alaska", "Siam", closed=["Mongolia"])
    assert around.weight >= 4 and "Mongolia" not in around.places
    with pytest.raises(UsageError, match="start: no place 'Alsaka' on the board; did you mean 'Alaska'"):
        classic.find("Alsaka", "Siam")
    with pytest.raises(UsageError, match="closed: no place"):
        classic.find("Alaska", "Siam", closed=["Mongol"])
    with pytest.raises(UsageError, match="closed: expected several names"):
        classic.find("Alaska", "Siam", closed="Mongolia")
    with pytest.raises(UsageError, match="closed_borders: expected pairs"):
        classic.find("Alaska", "Siam", closed_borders=["Mongolia"])
    with pytest.raises(UsageError, match="goal: expected the name of a place, not 7"):
        classic.find("Alaska", 7)


def test_boards_are_saved_with_their_world(classic, tmp_path):
    classic.save(tmp_path / "classic.pnav")
    world = portolan.World.open(tmp_path / "classic.pnav")
    assert world.board.find("Alaska", "Siam").weight == 4
    assert repr(world) == f"<portolan.World with {len(classic)} places>"
    with pytest.raises(UsageError, match="no map"):
        world.find((0, 0), (1, 1))
    direct = portolan.Board.read(WORLDS / "classic.tsv", file=tmp_path / "direct.pnav")
    assert (tmp_path / "direct.pnav").read_bytes() == (tmp_path / "classic.pnav").read_bytes()
    assert direct.places == classic.places


def test_costs_are_kept_as_their_decimals_say():
    graph = networkx.Graph()
    graph.add_edge("a", "b", weight=0.1)
    graph.add_edge("b", "c", weight=Decimal("0.25"))
    graph.add_edge("c", "d", weight=np.float32(2))
    graph.add_edge("d", "e")
    board = portolan.Board.from_networkx(graph)
    path = board.find("a", "e")
    assert board.unit == 0.01 and path.cost == 335 and path.weight == 3.35
    assert portolan.Board.from_networkx(graph, weight=None).find("a", "e").weight == 4
    assert portolan.Board.from_networkx(graph, weight="length").find("a", "e").weight == 4


def test_nodes_of_any_kind_are_called_by_their_text():
    graph = networkx.grid_2d_graph(4, 4)
    board = portolan.Board.from_networkx(graph)
    assert board.find("(0, 0)", "(3, 3)").weight == 6
    graph = networkx.Graph([(1, "1")])
    with pytest.raises(UsageError, match="nodes 1 and '1' are both called '1'"):
        portolan.Board.from_networkx(graph)


@pytest.mark.parametrize("error, message, weight", [
    (UsageError, "edge 'a' - 'b': expected a number, not 'dear'", "dear"),
    (FormatError, "'a' to 'b': nan is no number", float("nan")),
    (FormatError, "negative|-3", -3),
    (FormatError, "99999999999999", 99999999999999),
])
def test_costs_that_cannot_be(error, message, weight):
    graph = networkx.Graph()
    graph.add_edge("a", "b", weight=weight)
    with pytest.raises(error, match=message):
        portolan.Board.from_networkx(graph)


def test_graphs_that_cannot_be():
    with pytest.raises(UsageError, match="expected a networkx graph, not dict"):
        portolan.Board.from_networkx({})
    with pytest.raises(FormatError, match="no nodes"):
        portolan.Board.from_networkx(networkx.Graph())
    with pytest.raises(UsageError, match="tags"):
        portolan.Board.from_networkx(networkx.Graph([("a", "b", {"tags": 7})]))
    with pytest.raises(portolan.IoError):
        portolan.Board.read("nowhere.tsv")


@pytest.mark.parametrize("position", [(1, 2, 3), 5, (1,)])
def test_positions_that_cannot_be(position):
    graph = networkx.DiGraph()
    graph.add_node("a", pos=position)
    with pytest.raises(UsageError, match="pos of node 'a': expected x and y"):
        portolan.Board.from_networkx(graph)


def test_what_is_odd_is_warned_of():
    graph = networkx.Graph([("a", "b"), ("b", "c"), ("d", "d")])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        portolan.Board.from_networkx(graph)
    assert any("'d'" in str(warning.message) for warning in caught)
