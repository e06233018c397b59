# SPDX-License-Identifier: BSL-1.0
"""The C interface through ctypes: a path on a map, walked leg by leg; a door that closes; a board.

    travel.py libportolan.so HARBOUR.pnav CLASSIC.pnav
"""
import ctypes
import sys
from ctypes import byref, c_char_p, c_double, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p

OK, ERROR_NULL, ERROR_HANDLE = 0, 1, 2
FOUND, BLOCKED = 0, 2
LEG_READY, LEG_DONE, MAX_LEG_TILES = 0, 1, 3600


class Tile(ctypes.Structure):
    _fields_ = [("x", c_int32), ("y", c_int32)]


class Rect(ctypes.Structure):
    _fields_ = [("min", Tile), ("max", Tile)]


class Sized(ctypes.Structure):
    """Knows its size, as structs that may grow must."""

    def __init__(self, **members):
        super().__init__(struct_size=ctypes.sizeof(type(self)), **members)


class ProfileInfo(Sized):
    _fields_ = [("struct_size", c_uint32), ("metric", c_uint8), ("neighbours", c_uint8), ("footprint", c_int32),
                ("island_count", c_uint32), ("passable", c_uint64), ("tiles_per_unit", c_double),
                ("diagonal", c_double)]


class PathRequest(Sized):
    _fields_ = [("struct_size", c_uint32), ("tier", c_uint8), ("ends", c_uint8),
                ("unpacking", c_uint8), ("max_expansions", c_uint64), ("from_", Tile), ("to", Tile),
                ("seed", c_uint64), ("ties", c_uint8), ("matrix", c_uint8)]


class PathResult(Sized):
    _fields_ = [("struct_size", c_uint32), ("status", c_uint8), ("why", c_uint8), ("tier", c_uint8),
                ("optimal", c_uint8), ("truncated", c_uint8), ("cost", c_uint64), ("lower_bound", c_uint64),
                ("expansions", c_uint64), ("waypoint_count", c_uint64), ("point_count", c_uint64), ("length", c_double),
                ("ties_scope", c_uint8)]


class Leg(Sized):
    _fields_ = [("struct_size", c_uint32), ("status", c_uint8), ("cost", c_uint64), ("tile_count", c_uint64),
                ("states", c_uint64), ("link", c_uint32), ("unpack", c_uint64), ("kind", c_uint8)]


class BoardRequest(Sized):
    _fields_ = [("struct_size", c_uint32), ("tier", c_uint8), ("from_", c_uint32), ("to", c_uint32),
                ("max_expansions", c_uint64), ("estimate", c_void_p), ("estimate_user", c_void_p)]


class BoardResult(Sized):
    _fields_ = [("struct_size", c_uint32), ("status", c_uint8), ("why", c_uint8), ("tier", c_uint8),
                ("optimal", c_uint8), ("cost", c_uint64), ("lower_bound", c_uint64), ("expansions", c_uint64),
                ("node_count", c_uint64)]


class Library:
    """The functions of portolan.h without their prefix; an error is an exception."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.portolan_error_text.restype = c_char_p
        self.library.portolan_version.restype = c_char_p

    def code(self, name, *arguments):
        return getattr(self.library, "portolan_" + name)(*arguments)

    def __getattr__(self, name):
        def call(*arguments):
            error = self.code(name, *arguments)
            if error != OK:
                raise RuntimeError(f"{name}: {self.library.portolan_error_text(error).decode()}")
        return call

    def open(self, path):
        world, message = c_void_p(), ctypes.create_string_buffer(256)
        if self.code("world_open", path.encode(), byref(world), message, c_size_t(len(message))) != OK:
            raise RuntimeError(message.value.decode())
        return world


def find(portolan, query, start, goal, path=None):
    result = PathResult()
    portolan.query_find(query, byref(PathRequest(from_=Tile(*start), to=Tile(*goal))), path, byref(result))
    return result


def walk(portolan, walker, path):
    """The tiles of a path, and its cost."""
    tiles, leg, walked, cost = (Tile * MAX_LEG_TILES)(), Leg(), [], 0
    while True:
        portolan.walker_next_leg(walker, path, byref(leg))
        if leg.status != LEG_READY:
            assert leg.status == LEG_DONE
            return walked, cost
        portolan.walker_tiles(walker, tiles, c_size_t(MAX_LEG_TILES), None)
        walked += [(tile.x, tile.y) for tile in tiles[:leg.tile_count]]
        cost += leg.cost


def travel_on_a_map(portolan, file):
    world, query, edits = portolan.open(file), c_void_p(), c_void_p()
    path, walker = c_void_p(), c_void_p()
    info = ProfileInfo()
    portolan.world_get_profile(world, c_uint32(0), byref(info))
    portolan.query_create(world, c_uint32(0), c_uint8(0), byref(query))
    portolan.path_create(query, c_uint64(0), byref(path))
    portolan.walker_create(world, c_uint32(0), byref(walker))
    home, away = (2, 2), (246, 180)
    before = find(portolan, query, home, away, path)
    assert before.status == FOUND and before.optimal
    print(f"{before.waypoint_count} waypoints, {before.cost * info.tiles_per_unit:.4f} tiles")
    tiles, cost = walk(portolan, walker, path)
    assert (tiles[0], tiles[-1], cost) == (home, away, before.cost)

    wall, door = c_uint8(), Tile(*tiles[len(tiles) // 2])
    portolan.overlay_create(world, byref(edits))
    portolan.world_find_terrain(world, b"@", byref(wall))
    portolan.overlay_set_terrain(edits, Rect(door, Tile(door.x + 1, door.y + 1)), wall)
    portolan.query_use(query, edits)
    portolan.walker_use(walker, edits)
    around = find(portolan, query, home, away, path)
    assert around.status == FOUND and around.cost >= before.cost
    assert (door.x, door.y) not in walk(portolan, walker, path)[0]
    assert find(portolan, query, home, (door.x, door.y)).why == BLOCKED

    # A wrong handle is refused, whatever ctypes lets through.
    assert portolan.code("query_use", world, None) == ERROR_HANDLE
    for destroy, handle in (("overlay_destroy", edits), ("walker_destroy", walker), ("path_destroy", path),
                            ("query_destroy", query), ("world_close", world)):
        portolan.code(destroy, byref(handle))
        assert not handle
    assert portolan.code("query_use", query, None) == ERROR_NULL


def travel_on_a_board(portolan, path):
    world, query, result = portolan.open(path), c_void_p(), BoardResult()
    ends = {}
    for name in ("Alaska", "Brazil"):
        node = c_uint32()
        portolan.board_find_node(world, name.encode(), byref(node))
        ends[name] = node.value
    portolan.board_query_create(world, byref(query))
    request = BoardRequest(from_=ends["Alaska"], to=ends["Brazil"])
    portolan.board_query_find(query, byref(request), byref(result))
    assert result.status == FOUND
    nodes, name, names = (c_uint32 * result.node_count)(), ctypes.create_string_buffer(256), []
    portolan.board_query_nodes(query, nodes, c_size_t(len(nodes)), None)
    for node in nodes:
        portolan.board_node_name(world, c_uint32(node), name, c_size_t(len(name)), None)
        names.append(name.value.decode())
    print(" - ".join(names))
    portolan.board_query_destroy(byref(query))
    portolan.world_close(byref(world))


def main():
    portolan = Library(sys.argv[1])
    print("portolan", portolan.library.portolan_version().decode())
    travel_on_a_map(portolan, sys.argv[2])
    travel_on_a_board(portolan, sys.argv[3])
    try:
        portolan.open("no such file")
    except RuntimeError as error:
        assert "no such file" in str(error)
    else:
        raise AssertionError("a file that is not there was opened")
    print("all went well")


if __name__ == "__main__":
    main()
