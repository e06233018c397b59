# SPDX-License-Identifier: BSL-1.0
"""What tests share that use portolan as others do: installed and moved elsewhere."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
BUILD = Path(os.environ["PORTOLAN_BUILD"])
CXX = os.environ.get("CXX", "c++")


def run(*command, **options):
    """What the command prints; fails with all of it if the command does."""
    done = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


class Installed(unittest.TestCase):
    """Has the installed tree as `prefix`, in the folder `root` for anything else."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = Path(cls.folder.name)
        run("cmake", "--install", BUILD, "--prefix", cls.root / "first")
        # Whatever was written down must not name the place it was installed to.
        cls.prefix = (cls.root / "first").rename(cls.root / "moved")

    def configure(self, project, *options):
        run("cmake", "-G", "Ninja", "-S", project, "-B", project / "build", "-DCMAKE_BUILD_TYPE=Release", *options)

    def make(self, project):
        return run("cmake", "--build", project / "build")

    def flags(self, *question):
        """What pkg-config answers of the installed tree."""
        (pages,) = self.prefix.rglob("pkgconfig")
        return run("pkg-config", *question, env={**os.environ, "PKG_CONFIG_PATH": str(pages)}).split()
