# SPDX-License-Identifier: BSL-1.0
"""The package: its types, its README, its pictures."""
import ast
import inspect
import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

import portolan
from portolan import UsageError, _portolan
from support import SOURCE

HERE = Path(__file__).resolve().parents[1]


def test_the_stub_names_what_the_extension_has():
    stub = ast.parse((HERE / "portolan" / "_portolan.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}

    def members(node):
        names = set()
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id in classes:
                names |= members(classes[base.id])
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                names.add(part.name)
            elif isinstance(part, ast.Assign):
                names |= {target.id for target in part.targets}
        return {name for name in names if not name.startswith("_")}

    there = {name: value for name, value in vars(_portolan).items() if not name.startswith("__")}
    assert {name for name, value in there.items() if inspect.isclass(value)} == set(classes) - {"_Asked"}
    assert {name for name, value in there.items() if not inspect.isclass(value)} == functions
    for name, node in classes.items():
        if name in ("_Asked", "_Settings") or issubclass(getattr(_portolan, name), portolan.Error):
            continue
        made = getattr(_portolan, name)
        if hasattr(made, "__members__"):
            stated = {part.targets[0].id: part.value.value for part in node.body if isinstance(part, ast.Assign)}
            assert stated == {member: int(value) for member, value in made.__members__.items()}
        else:
            assert {part for part in vars(made) if not part.startswith("_")} == members(node), name


def test_the_stub_has_the_arguments_of_the_extension():
    stub = ast.parse((HERE / "portolan" / "_portolan.pyi").read_text())
    compared = 0
    for node in stub.body:
        if not isinstance(node, ast.ClassDef) or node.name in ("_Asked", "_Settings"):
            continue
        parts = list(node.body)
        if any(isinstance(base, ast.Name) and base.id == "_Asked" for base in node.bases):
            parts += next(part for part in stub.body if isinstance(part, ast.ClassDef) and part.name == "_Asked").body
        for part in parts:
            if not isinstance(part, ast.FunctionDef) or part.name.startswith("_") or part.decorator_list[:1] and \
                    getattr(part.decorator_list[0], "id", "") == "property":
                continue
            signature = getattr(getattr(_portolan, node.name), part.name).__doc__.splitlines()[0]
            given = re.findall(r"(\w+): ", signature.split("(", 1)[1])
            stated = [argument.arg for argument in part.args.args + part.args.kwonlyargs]
            assert [name for name in given if name != "self"] == [name for name in stated if name != "self"], part.name
            compared += 1
    assert compared > 20


def test_everything_public_is_described():
    for name in portolan.__all__:
        value = getattr(portolan, name)
        if name == "__version__":
            continue
        assert value.__doc__, name
        if not inspect.isclass(value) or issubclass(value, portolan.Error) or hasattr(value, "__members__"):
            continue
        for part, member in vars(value).items():
            if not part.startswith("_"):
                text = member.__doc__ or getattr(member, "__func__", member).__doc__
                assert text and len(text.splitlines()[-1]) > 3, f"{name}.{part}"


def test_the_version_is_that_of_the_library():
    text = (SOURCE / "CMakeLists.txt").read_text()
    assert f"project(portolan VERSION {portolan.__version__} " in text


def test_the_readme_does_what_it_says(tmp_path, monkeypatch, capsys):
    """Blocks of Python are run one after the other; comments after print say what comes out."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "worlds").symlink_to(SOURCE / "worlds")
    blocks = re.findall(r"^```python\n(.*?)^```$", (HERE / "README.md").read_text(), re.M | re.S)
    assert len(blocks) >= 3 and len(blocks[0].splitlines()) <= 10
    names = {}
    said = 0
    for block in blocks:
        if "networkx" in block:
            pytest.importorskip("networkx")
        wanted = re.findall(r"print\(.*\)\s+# (.*)$", block, re.M)
        exec(compile(block, "README.md", "exec"), names)
        printed = capsys.readouterr().out.splitlines()
        assert printed == wanted
        said += len(wanted)
    assert said >= 5


def test_a_world_is_drawn(yard, tmp_path):
    path = yard.find((2, 20), (57, 30))
    plain = portolan.draw(yard, zoom=4)
    assert plain.shape == (160, 240, 3) and plain.dtype == np.uint8
    wall, ground = plain[4 * 20, 4 * 30], plain[4 * 20, 4 * 10]
    assert (wall < ground).all()
    drawn = portolan.draw(yard, path, zoom=4)
    changed = (drawn != plain).any(axis=2)
    for x, y in path.tiles:
        assert changed[4 * y:4 * y + 4, 4 * x:4 * x + 4].any()
    assert not changed[:, :4].any() and not changed[100:, 130:150].any()
    for several in ([path], path.tiles, [path.tiles], (found for found in [path])):
        assert (portolan.draw(yard, several, zoom=4) == drawn).all()


def test_edits_are_drawn(yard):
    overlay = yard.overlay()
    overlay.set_terrain((0, 0, 10, 10), "wall")
    difference = (portolan.draw(overlay, zoom=1) != portolan.draw(yard, zoom=1)).any(axis=2)
    assert difference[:10, :10].all() and difference.sum() == 100


def test_a_drawing_is_written(yard, tmp_path):
    pixels = portolan.draw(yard, yard.find((2, 20), (57, 30)), zoom=2, file=tmp_path / "yard.png")
    data = (tmp_path / "yard.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (width, height, depth, kind) == (120, 80, 8, 6)
    # Joins the data and undoes no filter: the first pixel of a row has none to its left, and the first row none above.
    at, packed = 8, b""
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    rows = zlib.decompress(packed)
    assert len(rows) == 80 * (1 + 120 * 4)
    assert tuple(rows[1:4]) == tuple(pixels[0, 0])


def test_drawings_that_cannot_be(yard, tmp_path):
    for message, options in (("zoom: 0 pixels", {"zoom": 0}), ("no profile", {"profile": "x"}),
                             ("paths: ", {"paths": [np.zeros((3, 3), int)]})):
        with pytest.raises(UsageError, match=message):
            portolan.draw(yard, **options)
    with pytest.raises(UsageError, match="expected a World or an Overlay, not 7"):
        portolan.draw(7)
    with pytest.raises(portolan.IoError):
        portolan.draw(yard, file=tmp_path / "nowhere" / "x.png")
