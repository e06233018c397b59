# SPDX-License-Identifier: BSL-1.0
"""Portolan as others use it: installed and moved elsewhere, then found by CMake and by pkg-config, or as a subdirectory;
and world files made by portolan_add_world exactly when something they are made of has changed."""
import json
import os
import shutil
import struct
import subprocess
import tempfile
import time
import unittest
import zlib
from pathlib import Path

from installed import BUILD, CXX, HERE, SOURCE, Installed, run

COST = "7.2426"  # 3 + 3 sqrt 2: around the end of the wall, cutting no corner


def write_picture(path, rows):
    """Writes a PNG of black (#) and white (.) pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    lines = b"".join(b"\0" + bytes(0 if pixel == "#" else 255 for pixel in row) for row in rows)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


class Package(Installed):
    def consumer(self, name):
        target = self.root / name
        shutil.copytree(HERE / "consumer", target)
        return target

    def ask(self, project):
        return run(project / "build/game", project / "build/worlds/harbour.pnav").strip()

    def test_find_package(self):
        project = self.consumer("by_package")
        self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.make(project)
        self.assertEqual(self.ask(project), COST)

    def test_find_package_with_what_builds_worlds(self):
        project = self.consumer("by_component")
        self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DPORTOLAN_COMPONENTS=offline")
        self.make(project)
        run(project / "build/bake", project / "harbour.map", project / "baked.pnav")
        self.assertEqual(run(project / "build/game", project / "baked.pnav").strip(), COST)

    def test_worlds_are_made_again_when_and_only_when_they_must(self):
        project = self.consumer("rebuilds")
        self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertIn("World harbour", self.make(project))
        self.assertIn("no work to do", self.make(project))
        for name in ("harbour.map", "walker.json"):
            (project / name).touch()
            self.assertIn("World harbour", self.make(project))
            self.assertIn("no work to do", self.make(project))
        (project / "harbour.map").write_text((project / "harbour.map").read_text().replace("@", "."))
        self.make(project)
        self.assertEqual(self.ask(project), "5.0000")

    def test_worlds_are_made_again_when_a_file_that_their_map_refers_to_has_changed(self):
        for generator, idle in (("Ninja", "no work to do"), ("Unix Makefiles", None)):
            with self.subTest(generator):
                project = self.consumer("refers_" + generator.split()[0])
                page = project / "CMakeLists.txt"
                page.write_text(page.read_text().replace("MAP harbour.map", "MAP \"a quay.tmx\""))
                tiles = project / "set of tiles"
                tiles.mkdir()
                (tiles / "t.tsx").write_text('<tileset name="t"><tile id="0"/></tileset>')
                (tiles / "place.tx").write_text('<template><object name="Pier" type="place"><point/></object></template>')
                (project / "a quay.tmx").write_text(
                    '<map orientation="orthogonal" width="6" height="5" tilewidth="8" tileheight="8">'
                    '<tileset firstgid="1" source="set of tiles/t.tsx"/><layer name="ground" width="6" height="5">'
                    '<data encoding="csv">' + ",".join(["1"] * 30) + '</data></layer><objectgroup name="places">'
                    '<object id="1" x="9" y="9" template="set of tiles/place.tx"/></objectgroup></map>')
                run("cmake", "-G", generator, "-S", project, "-B", project / "build", "-DCMAKE_BUILD_TYPE=Release",
                    f"-DCMAKE_PREFIX_PATH={self.prefix}")
                self.assertIn("World harbour", self.make(project))
                for name in ("t.tsx", "place.tx"):
                    if idle:
                        self.assertIn(idle, self.make(project))
                    self.assertNotIn("World harbour", self.make(project))
                    time.sleep(1.1)  # make compares whole seconds of some file systems
                    (tiles / name).touch()
                    self.assertIn("World harbour", self.make(project))
                self.assertNotIn("World harbour", self.make(project))

    def test_worlds_of_chunks_are_made_again_when_a_chunk_changes_appears_or_goes(self):
        project = self.consumer("chunks")
        page = project / "CMakeLists.txt"
        page.write_text(page.read_text().replace("MAP harbour.map", "MAP chunks/bay_{x}_{y}.png MISSING sea").replace(
            "PROFILE walker.json ", ""))
        (project / "chunks").mkdir()
        (project / "chunks/bay_{x}_{y}.legend").write_text("colour\tterrain\tcost\n#000000\tsea\t-\n#ffffff\tland\t1\n")
        corner, beside = project / "chunks/bay_0_0.png", project / "chunks/bay_1_0.png"
        write_picture(corner, ["#.", ".."])
        write_picture(project / "chunks/bay_1_1.png", ["..", ".."])
        self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertIn("World harbour", self.make(project))
        self.assertIn("no work to do", self.make(project))

        def land():
            told = run(self.prefix / "bin/portolan", "info", project / "build/worlds/harbour.pnav", "--json")
            return json.loads(told)["terrains"][1]["tiles"]

        self.assertEqual(land(), 7)
        for change, tiles in ((lambda: write_picture(corner, ["..", ".."]), 8),
                              (lambda: write_picture(beside, ["##", ".#"]), 9), (beside.unlink, 8)):
            change()
            self.assertIn("World harbour", self.make(project))
            self.assertEqual(land(), tiles)
            self.assertIn("no work to do", self.make(project))

    def test_what_belongs_to_a_map_is_passed_on_to_the_command(self):
        project = self.consumer("waypoints")
        page = project / "CMakeLists.txt"
        page.write_text(page.read_text().replace(
            "INDEX labels", "WAYPOINTS stops.tsv SIGHT_LENGTH 1 INDEX_BYTES 50 DEAD_ENDS"))
        (project / "stops.tsv").write_text("name\tx\ty\nPier\t0\t0\nQuay\t1\t0\nMole\t1\t1\n")
        self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.make(project)
        run(self.prefix / "bin/portolan", "build", project / "harbour.map", "--profile", project / "walker.json",
            "--waypoints", project / "stops.tsv", "--sight-length", "1", "--index-bytes", "50", "--dead-ends",
            "-o", project / "expected.pnav")
        self.assertEqual((project / "build/worlds/harbour.pnav").read_bytes(), (project / "expected.pnav").read_bytes())
        (project / "stops.tsv").touch()
        self.assertIn("World harbour", self.make(project))

    def test_a_map_that_cannot_be_read_fails_the_build_and_leaves_no_world(self):
        project = self.consumer("bad_map")
        (project / "harbour.map").write_text("type octile\nheight 3\n")
        self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        with self.assertRaisesRegex(AssertionError, "harbour.map"):
            self.make(project)
        self.assertFalse((project / "build/worlds/harbour.pnav").exists())

    def test_mistakes_in_portolan_add_world_are_named(self):
        for old, new, message in (("MAP harbour.map", "", "MAP is missing"), ("OUTPUT ", "TARGET ", "OUTPUT is missing"),
                                  ("INDEX labels", "INDEXES labels SPEED 3", "unknown arguments")):
            with tempfile.TemporaryDirectory(dir=self.root) as folder:
                project = shutil.copytree(HERE / "consumer", Path(folder) / "project")
                page = project / "CMakeLists.txt"
                page.write_text(page.read_text().replace(old, new))
                with self.assertRaisesRegex(AssertionError, message):
                    self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_add_subdirectory_with_the_command_of_another_build(self):
        project = self.consumer("by_source")
        # That it can be built is what is tested, so it is built as fast as can be.
        self.configure(project, "-DPORTOLAN_FROM=source", f"-DPORTOLAN_SOURCE={SOURCE}", "-DCMAKE_UNITY_BUILD=ON",
                       "-DCMAKE_CXX_FLAGS_RELEASE=-O0",
                       f"-DPORTOLAN_COMMAND={self.prefix}/bin/portolan")
        if "PORTOLAN_SOURCE_BUILDS" not in os.environ:
            self.skipTest("compiled by tools/test --full")
        self.make(project)
        self.assertEqual(self.ask(project), COST)
        # Nothing but what the game links was built.
        self.assertFalse(list((project / "build").rglob("libportolan_offline.a")))

    def test_pkg_config(self):
        project = self.consumer("by_pkg_config")
        run(self.prefix / "bin/portolan", "build", project / "harbour.map", "-o", project / "harbour.pnav")
        for linking in ((), ("--static",)):
            with self.subTest(linking):
                run(CXX, "-std=c++20", project / "game.cpp", "-o", project / "game",
                    *self.flags("--cflags", "--libs", *linking, "portolan"))
                self.assertEqual(run(project / "game", project / "harbour.pnav").strip(), COST)

    def test_without_exceptions_and_type_information(self):
        project = self.consumer("without_exceptions")
        run(self.prefix / "bin/portolan", "build", project / "harbour.map", "-o", project / "harbour.pnav")
        for compiler in filter(shutil.which, dict.fromkeys((CXX, "g++", "clang++"))):
            with self.subTest(compiler):
                run(compiler, "-std=c++20", "-fno-exceptions", "-fno-rtti", project / "game.cpp", "-o", project / "game",
                    *self.flags("--cflags", "--libs", "portolan"))
                self.assertEqual(run(project / "game", project / "harbour.pnav").strip(), COST)

    def test_other_machines_are_told_first_what_is_missing(self):
        page = self.root / "elsewhere.cpp"
        page.write_text('#include "portolan/portolan.hpp"\n')
        for machine, message in ((["-U__unix__", "-U__APPLE__"], "a POSIX system"),
                                 (["-U__SIZEOF_POINTER__", "-D__SIZEOF_POINTER__=4"], "a machine of 64 bits"),
                                 (["-U__BYTE_ORDER__", "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__"], "a little-endian machine"),
                                 (["-std=c++17"], "C++20")):
            with self.subTest(message):
                done = subprocess.run([CXX, "-std=c++20", "-fsyntax-only", *machine, page, *self.flags("--cflags", "portolan")],
                                      text=True, stderr=subprocess.PIPE)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(f"portolan needs {message}", next(line for line in done.stderr.splitlines() if "error" in line))

    def test_c_project_by_package(self):
        project = self.consumer("in_c")
        self.configure(project / "c", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.make(project / "c")
        run(self.prefix / "bin/portolan", "build", project / "harbour.map", "-o", project / "harbour.pnav")
        self.assertEqual(run(project / "c/build/game", project / "harbour.pnav").strip(), COST)

    def test_c_by_pkg_config(self):
        project = self.consumer("in_c_by_pkg_config")
        (libraries,) = self.flags("--variable=libdir", "portolan-c")
        run("cc", "-std=c11", project / "c/game.c", "-o", project / "game", *self.flags("--cflags", "--libs", "portolan-c"),
            f"-Wl,-rpath,{libraries}")
        run(self.prefix / "bin/portolan", "build", project / "harbour.map", "-o", project / "harbour.pnav")
        self.assertEqual(run(project / "game", project / "harbour.pnav").strip(), COST)

    def test_worlds_are_built_from_c(self):
        project = self.consumer("builds_in_c")
        self.configure(project / "c", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.make(project / "c")
        run(project / "c/build/bake", project / "baked.pnav")
        self.assertEqual(run(project / "c/build/game", project / "baked.pnav").strip(), COST)
        (libraries,) = self.flags("--variable=libdir", "portolan-build-c")
        run("cc", "-std=c11", project / "c/bake.c", "-o", project / "bake",
            *self.flags("--cflags", "--libs", "portolan-build-c"), f"-Wl,-rpath,{libraries}")
        run(project / "bake", project / "again.pnav")
        self.assertEqual((project / "again.pnav").read_bytes(), (project / "baked.pnav").read_bytes())

    def test_only_the_headers_of_the_c_interface_are_installed(self):
        self.assertEqual(sorted(path.name for path in (self.prefix / "include/portolan/capi").iterdir()),
                         ["portolan.h", "portolan_build.h"])
        self.assertFalse((self.prefix / "include/portolan/capi_build").exists())

    def test_manual_page_tells_of_every_subcommand(self):
        page = (self.prefix / "share/man/man1/portolan.1").read_text()
        plain = page.replace("\\-", "-")
        names = [line.split()[0] for line in run(self.prefix / "bin/portolan", "help").splitlines() if line.startswith("  ")]
        self.assertIn("crowd", names)
        for name in names:
            self.assertIn(f"\n.SS {name}", plain)
        for option in ("--cluster-moves", "--sight-length", "-o, --output"):
            self.assertIn(f"\n.B {option}", plain)
        if shutil.which("groff"):
            shown = subprocess.run(["groff", "-man", "-ww", "-Tutf8", self.prefix / "share/man/man1/portolan.1"],
                                   capture_output=True, text=True)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))

    def test_bash_completes_subcommands_and_options(self):
        script = self.prefix / "share/bash-completion/completions/portolan"
        for line, wanted in (("portolan ne", ["nearest"]), ("portolan help sc", ["scen"]),
                             ("portolan path w.pnav --goal", ["--goal-heading"]), ("portolan build ha", [])):
            words = line.split(" ")
            with self.subTest(line):
                done = run("bash", "-c", f'source "{script}"; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _portolan; '
                                         'printf "%s\\n" "${COMPREPLY[@]}"')
                self.assertEqual(done.split(), wanted)

    @unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "no dpkg-dev")
    def test_packages_of_debian(self):
        folder = self.root / "debs"
        run("cpack", "-G", "DEB", "-B", folder, cwd=BUILD)
        holds = {}
        for package in folder.glob("*.deb"):
            name = run("dpkg-deb", "-f", package, "Package").strip()
            holds[name] = {line.split(" ./", 1)[1] for line in run("dpkg-deb", "-c", package).splitlines()
                           if not line.endswith("/")}
        self.assertEqual(sorted(holds), ["libportolan-build0", "libportolan-dev", "libportolan0", "portolan"])
        self.assertEqual(holds["portolan"], {
            "usr/bin/portolan", "usr/share/man/man1/portolan.1", "usr/share/bash-completion/completions/portolan",
            "usr/share/doc/portolan/copyright"})
        self.assertTrue(all("libportolan.so.0" in name or name.endswith("copyright") for name in holds["libportolan0"]))
        self.assertTrue(all("libportolan-build.so.0" in name or name.endswith("copyright")
                            for name in holds["libportolan-build0"]))
        self.assertTrue(any(name.endswith("portolan.h") for name in holds["libportolan-dev"]))
        every = [name for names in holds.values() for name in names]
        self.assertEqual(len(every), len(set(every)), "a file is in two packages")


if __name__ == "__main__":
    unittest.main(verbosity=2)
