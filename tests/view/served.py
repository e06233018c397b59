# SPDX-License-Identifier: BSL-1.0
"""What the tests of `portolan view` as a program share: PORTOLAN_COMMAND names it."""
import json
import os
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

COMMAND = os.environ["PORTOLAN_COMMAND"]
WORLDS = Path(__file__).resolve().parent.parent.parent / "worlds"


def run(*arguments):
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=300)


def built(folder, name):
    """The world file of a bundled map or board."""
    made = Path(folder) / (Path(name).stem + ".pnav")
    done = run("build", WORLDS / name, "-o", made)
    assert done.returncode == 0, done.stderr
    return made


def lighthouse(folder):
    """The world file of the bundled lighthouse, with its three floors and what leads from one to the other."""
    made = Path(folder) / "lighthouse.pnav"
    floors = [WORLDS / name for name in ("lighthouse.txt", "lighthouse.1.txt", "lighthouse.2.txt")]
    done = run("build", *floors, "--links", WORLDS / "lighthouse.links.tsv", "-o", made)
    assert done.returncode == 0, done.stderr
    return made


def walked(folder, world, units, ticks):
    """The trace of units, given as rows `x,y,goal_x,goal_y`, and the numbers `tick unit x y` of its rows."""
    table, trace = Path(folder) / "units.csv", Path(folder) / "trace.tsv"
    table.write_text("\n".join(["x,y,goal_x,goal_y", *units, ""]))
    done = run("crowd", world, table, "--ticks", ticks, "--trace", trace)
    assert done.returncode in (0, 1), done.stderr
    return trace, [tuple(map(int, line.split("\t")[:4])) for line in trace.read_text().splitlines()[1:]]


def crossing(folder):
    """An open field of 256 x 8 tiles and, as `walked` gives it, what 700 units did on it that went past each other to
    the other side for 150 ticks."""
    drawn, made = Path(folder) / "field.map", Path(folder) / "field.pnav"
    drawn.write_text("type octile\nheight 8\nwidth 256\nmap\n" + ("." * 256 + "\n") * 8)
    done = run("build", drawn, "-o", made)
    assert done.returncode == 0, done.stderr
    units = [f"{i % 175},{i // 175 * 2},{255 - i % 175},{7 - i // 175 * 2}" for i in range(700)]
    return made, *walked(folder, made, units, 150)


def path_cost(world, start, goal):
    return json.loads(run("path", world, start, goal, "--json").stdout)["cost"]


class Served:
    """`portolan view` of a world, for as long as the block runs."""

    def __init__(self, world, *arguments):
        self.arguments = [COMMAND, "view", str(world), *arguments]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.process.stderr.read()
        self.port = int(self.address.split("/")[2].rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=60)
        self.process.stdout.close()
        self.process.stderr.close()

    def ask(self, path, parameters=None, method="GET", headers=None, body=None):
        """Status, headers and body."""
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        request = urllib.request.Request(self.address.split("#")[0].rstrip("/") + path + query, data=body, method=method,
                                         headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return reply.status, reply.headers, reply.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def json(self, path, parameters=None, method="GET"):
        status, _, body = self.ask(path, parameters, method)
        assert status == 200, body
        return json.loads(body)


    def post(self, path, kind, body):
        """Status and answer to a draft."""
        status, _, answer = self.ask(path, {"kind": kind}, "POST", {"Content-Type": "application/json"}, body.encode())
        return status, json.loads(answer)


class WithWorlds:
    """Mixed into test cases: a folder with a map and a board."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.harbour = built(cls.folder.name, "harbour.map")
        cls.classic = built(cls.folder.name, "classic.tsv")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()
