# SPDX-License-Identifier: BSL-1.0
"""Worlds from arrays and files, to files and from them."""
import warnings

import numpy as np
import pytest

import portolan
from support import WORLDS, random_tiles, run


def test_zero_is_open_and_all_else_a_wall():
    tiles = np.array([[0, 7, 0], [0, 255, 0], [0, 0, 0]], np.uint8)
    world = portolan.build(tiles)
    assert (world.width, world.height) == (3, 3)
    assert world.terrains == {"open": 1, "wall": None}
    assert world.terrain.tolist() == [[0, 1, 0], [0, 1, 0], [0, 0, 0]]
    assert world.find((0, 0), (2, 0)).length == 6
    assert portolan.build(tiles != 0).terrain.tolist() == world.terrain.tolist()


def test_arrays_need_not_be_contiguous(rng):
    tiles = random_tiles(rng, 40, 30)
    for view in (tiles[::2, ::3], tiles.T, tiles[::-1]):
        assert (portolan.build(view).terrain == view).all()


def test_a_palette_prices_terrain():
    tiles = np.array([[0, 1, 0], [0, 2, 0], [0, 0, 0]], np.uint8)
    world = portolan.build(tiles, palette={"grass": 1, "swamp": np.float64(2.5), "water": None})
    assert world.terrains == {"grass": 1, "swamp": 2.5, "water": None}
    assert world.find((0, 0), (2, 0)).length == 3.5
    dry = portolan.build(tiles, {"name": "duck", "terrain": {"water": 0.5, "grass": 3}},
                         palette={"grass": 1, "swamp": 2.5, "water": None})
    assert dry.info["profiles"][0]["terrains"] == {"grass": 3, "swamp": None, "water": 0.5}
    assert dry.find((1, 1), (0, 2)).length == pytest.approx((0.5 + 3) / 2 * 2**0.5)  # a diagonal step at the mean


def test_links_join_what_steps_do_not():
    tiles = np.zeros((6, 9), np.uint8)
    tiles[:, 4] = 1
    world = portolan.build(tiles, links=[{"from": [3, 5], "to": (5, 0), "cost": 2.5, "name": "ferry", "one_way": True},
                                         {"from": np.array([3, 0]), "to": [np.int8(5), 0], "cost": 9}])
    assert [link["name"] for link in world.info["links"]] == ["ferry", ""]
    assert world.info["links"][0] == {"name": "ferry", "from": (3, 5), "to": (5, 0), "cost": 2.5, "one_way": True}
    path = world.find((3, 4), (5, 1))
    assert path.length == pytest.approx(1 + 2.5 + 1)
    assert path.tiles.tolist() == [[3, 4], [3, 5], [5, 0], [5, 1]]
    assert world.find((5, 1), (3, 0)).length == pytest.approx(1 + 9)
    overlay = world.overlay()
    overlay.close_link(1)
    assert overlay.find((5, 1), (3, 0)).status == portolan.Status.unreachable
    overlay.open_link(1)
    assert overlay.empty and overlay.find((5, 1), (3, 0))


def test_files_are_those_of_the_command_byte_by_byte(tmp_path):
    for source, profile in (("harbour.map", None), ("keep.txt", None)):
        run("build", WORLDS / source, "-o", tmp_path / "by-command.pnav")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            portolan.build(WORLDS / source, profile, file=tmp_path / "by-python.pnav")
        assert (tmp_path / "by-python.pnav").read_bytes() == (tmp_path / "by-command.pnav").read_bytes()


def test_threads_and_memory_do_not_change_the_world(rng, tmp_path):
    tiles = random_tiles(rng, 150, 120)
    for name, options in (("one", {"threads": 1}), ("two", {"threads": 2}), ("more", {"memory": 2**31})):
        portolan.build(tiles, **options).save(tmp_path / name)
    terrain, *others = (portolan.World.open(tmp_path / name) for name in ("one", "two", "more"))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    # The provenance says with how much memory it was built.
    assert all(other.find_cost((1, 1), (140, 110)).cost == terrain.find_cost((1, 1), (140, 110)).cost for other in others)


def test_worlds_are_saved_and_opened_again(yard, tmp_path):
    yard.save(tmp_path / "yard.pnav")
    path = yard.find((2, 20), (57, 30))
    for access in ("mapped", "copied"):
        world = portolan.World.open(tmp_path / "yard.pnav", access=access)
        assert (world.find((2, 20), (57, 30)).tiles == path.tiles).all()
        world.verify(threads=1)
    assert portolan.World.open(str(tmp_path / "yard.pnav")).info == yard.info


def test_a_world_may_go_straight_to_its_file(yard, tmp_path):
    world = portolan.build(np.array(yard.terrain), file=tmp_path / "yard.pnav")
    yard.save(tmp_path / "saved.pnav")
    assert (tmp_path / "yard.pnav").read_bytes() == (tmp_path / "saved.pnav").read_bytes()
    assert world.find((2, 20), (57, 30)).cost == yard.find((2, 20), (57, 30)).cost


def test_indexes_are_chosen(yard):
    tiles = np.array(yard.terrain)
    built = {name: portolan.build(tiles, indexes=names)
             for name, names in (("none", []), ("ch", ["ch"]), ("labels", ("labels",)))}
    assert built["none"].info["profiles"][0]["indexes"] == ["waypoints"]
    assert built["ch"].info["profiles"][0]["indexes"] == ["waypoints", "ch"]
    assert built["labels"].info["profiles"][0]["indexes"] == ["waypoints", "labels"]
    assert len({world.find((2, 20), (57, 30)).cost for world in built.values()}) == 1


def test_what_is_odd_is_warned_of():
    tiles = np.zeros((4, 4), np.uint8)
    with pytest.warns(UserWarning, match="gras.*did you mean 'grass'"):
        portolan.build(tiles, {"terrain": {"gras": 2, "wall": None}, "others": "map"}, palette={"grass": 1, "wall": None})


def test_pictures_and_tiled_maps_are_read():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        town = portolan.build(WORLDS / "harbourtown.png")
        quay = portolan.build(str(WORLDS / "quay.tmx"))
    assert town.width > 0 and quay.width > 0 and len(quay.terrains) > 1


def test_worlds_say_what_they_hold(yard):
    info = yard.info
    assert (info["width"], info["height"], info["floors"]) == (60, 40, 1)
    profile = info["profiles"][0]
    assert profile["name"] == "default" and profile["metric"] == "grid" and profile["neighbours"] == 8
    assert profile["passable"] == 60 * 40 - 35 and profile["islands"] == 1
    assert yard.board is None and info["places"] == 0
    assert repr(yard) == "<portolan.World of 60 x 40 tiles>"
