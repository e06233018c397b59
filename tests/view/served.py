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

    def ask(self, path, parameters=None, method="GET", headers=None):
        """Status, headers and body."""
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        request = urllib.request.Request(self.address.rstrip("/") + path + query, method=method, headers=headers or {})
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
