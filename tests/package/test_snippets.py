# SPDX-License-Identifier: BSL-1.0
"""Every snippet of the README and the guides does what it says, as printed, with the installed portolan.

What a block is follows from its info string: a language, and for `tsv` and `json` the name of a file. An untagged block
right after one of `sh` is a part of what that prints, times aside. C and C++: a block with `main` begins a program, and
those after it go on in its `main`; `prints` in a comment says what comes out. All else that a reader has, the files of
`setUpClass` and the lines around a snippet of CMake, is here."""
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest
from dataclasses import dataclass

from installed import CXX, SOURCE, Installed, run

PAGES = ("README.md", "CONTRIBUTING.md", "lib/GUIDE.md", "lib/TUTORIAL.md", "tools/GUIDE.md", "tools/REFERENCE.md", "tools/DEBUGGING.md", "worlds/BOARDS.md",
         "lib/portolan/world/FORMAT.md")

# Blocks of `sh` that are not run, by how they begin, and why; that their programs and options exist is tested.
NOT_RUN = {
    "tools/quickstart": "installs packages and compiles; all that it asks of portolan is run here",
    "tools/bench --data": "measures for minutes; test_bench.py makes the tables",
    "tools/install-packages build": "installs packages, compiles, and runs this test",
    "mpirun -np 2 portolan-mpi build worlds/": "needs Open MPI; test_mpi.py runs the like",
    "mpirun -np 8 portolan-mpi build huge.raw": "needs Open MPI and a huge map",
}

# What reads a file that no snippet of `sh` or `cmake` names.
READERS = {
    "borders.tsv": "portolan check borders.tsv",
    "valley.tsv": "portolan build valley.tsv -o valley.pnav",
    "valley.nodes.tsv": "portolan check valley.tsv",
    "board.json": "portolan check board.json",
    "lorries.json": "portolan check worlds/keep.txt --profile lorries.json",
    "posts.json": "portolan check worlds/keep.txt --waypoints posts.json",
    "tolls.nodes.tsv": "portolan check tolls.tsv",
    "stairs.json": "portolan build cellar.map ground.map attic.map --links stairs.json -o by-json.pnav",
}


def open_map(width, height):
    return f"type octile\nheight {height}\nwidth {width}\nmap\n" + ("." * width + "\n") * height


GROUND = f'<layer name="ground" width="32" height="16"><data encoding="csv">{",".join(["1"] * 512)}</data></layer>'


def point(name, x, y):
    return f'<object id="1" name="{name}" type="tile_link" x="{8 * x + 4}" y="{8 * y + 4}"><point/></object>'


def floor(*points):
    return f'<group class="floor">{GROUND}<objectgroup>{"".join(points)}</objectgroup></group>'


HOUSE = ('<map orientation="orthogonal" width="32" height="16" tilewidth="8" tileheight="8">'
         '<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="1"><tile id="0"/></tileset>'
         + floor(point("stairs", 12, 7)) + floor(point("stairs", 12, 7), point("ladder", 20, 10))
         + floor(point("ladder", 20, 10)) + "</map>")

CMAKE_BEFORE = "cmake_minimum_required(VERSION 3.25)\nproject(game LANGUAGES CXX)\nadd_executable(game game.cpp)\n"


@dataclass
class Snippet:
    page: str
    line: int
    language: str
    file: str
    text: str
    output_of: "Snippet | None" = None

    def __str__(self):
        return f"{self.page}:{self.line}"


def snippets_of(page):
    text = (SOURCE / page).read_text()
    found = []
    end = 0
    for block in re.finditer(r"^```(\w*)(?: (\S+))?\n(.*?)^```$", text, re.M | re.S):
        snippet = Snippet(page, text.count("\n", 0, block.start()) + 1, block[1], block[2] or "", block[3])
        if not snippet.language and found and not text[end:block.start()].strip():
            snippet.output_of = found[-1]
        found.append(snippet)
        end = block.end()
    return found


SNIPPETS = [snippet for page in PAGES for snippet in snippets_of(page)]


def of(*languages):
    return [snippet for snippet in SNIPPETS if snippet.language in languages]


def reason_not_to_run(snippet):
    return next((start for start in NOT_RUN if snippet.text.startswith(start)), None)


def program(language):
    """The one program that the snippets of a language make."""
    text = ""
    for snippet in of(language):
        if "main(" in snippet.text:
            assert not text, f"{snippet}: a second program"
            text = snippet.text
        else:
            start, brace, _ = text.rpartition("}\n")
            assert brace, f"{snippet}: goes on in no program"
            text = start + snippet.text + brace
    return text


def timeless(text):
    return re.sub(r"[\d.]+ us\b", "T us", text)


class Snippets(Installed):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.desk = cls.root / "desk"
        shutil.copytree(SOURCE / "worlds", cls.desk / "worlds")
        (cls.desk / "out").mkdir()
        shutil.copy(SOURCE / "worlds/harbour.map", cls.desk)
        for name in ("cellar", "ground", "attic"):
            (cls.desk / f"{name}.map").write_text(open_map(32, 16))
        (cls.desk / "house.tmx").write_text(HOUSE)
        for snippet in of("tsv", "json"):
            if not (cls.desk / snippet.file).exists():
                (cls.desk / snippet.file).write_text(snippet.text)
        quickstart = [line for line in (SOURCE / "tools/quickstart").read_text().splitlines() if line.startswith("portolan ")]
        assert len(quickstart) > 10
        cls.shell("\n".join(quickstart))

    @classmethod
    def shell(cls, text):
        return run("bash", "-euo", "pipefail", "-c", text, cwd=cls.desk,
                   env={**os.environ, "PATH": f"{cls.prefix}/bin:{os.environ['PATH']}"})

    def assert_prints(self, source, output):
        """The lines after `prints` come out, in that order."""
        wanted = re.findall(r"/[/*] prints (.*?)(?: \*/)?$", source, re.M)
        self.assertTrue(wanted)
        lines = iter(output.splitlines())
        for line in wanted:
            self.assertIn(line, lines, output)

    def test_every_block_is_of_a_kind_that_is_tested(self):
        for snippet in SNIPPETS:
            with self.subTest(str(snippet)):
                if snippet.output_of:
                    self.assertEqual(snippet.output_of.language, "sh")
                else:
                    self.assertIn(snippet.language, ("sh", "cpp", "c", "cmake", "tsv", "json", "hex"))
                self.assertEqual(bool(snippet.file), snippet.language in ("tsv", "json"))
        others = [str(path.relative_to(SOURCE)) for folder in ("lib", "tests", "tools", "worlds", ".")
                  for path in (SOURCE / folder).glob("*.md" if folder == "." else "**/*.md")]
        self.assertLessEqual(set(PAGES), set(others))
        # What carries portolan to other languages is run by tests of these languages.
        for page in set(page for page in others if not page.startswith("lib/bindings/")) - set(PAGES):
            self.assertEqual([str(snippet) for snippet in snippets_of(page) if snippet.language], [], "not among PAGES")

    def test_sh(self):
        for snippet in of("sh"):
            if reason_not_to_run(snippet):
                continue
            with self.subTest(str(snippet)):
                printed = timeless(self.shell(snippet.text))
                for output in SNIPPETS:
                    if output.output_of is snippet:
                        self.assertIn(timeless(output.text), printed)

    def test_what_is_not_run_exists(self):
        skipped = [reason_not_to_run(snippet) for snippet in of("sh")]
        self.assertCountEqual([start for start in skipped if start], NOT_RUN)
        presets = (SOURCE / "CMakePresets.json").read_text()
        for snippet in filter(reason_not_to_run, of("sh")):
            for line in snippet.text.splitlines():
                words = shlex.split(line, comments=True)
                with self.subTest(line):
                    if words[0] == "mpirun":
                        known = self.shell("portolan build --help")
                        for option in filter(lambda word: word.startswith("--"), words):
                            self.assertIn(option, known)
                        continue
                    if "/" not in words[0]:
                        self.assertIsNotNone(shutil.which(words[0]))
                        self.assertIn(f'"name": "{words[-1]}"', presets)
                        continue
                    self.assertTrue(os.access(SOURCE / words[0], os.X_OK))
                    for option in filter(lambda word: word.startswith("--"), words):
                        self.assertIn(f'"{option}"', (SOURCE / words[0]).read_text())

    def project(self, name, commands, source):
        folder = self.root / name
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(CMAKE_BEFORE + commands)
        (folder / "game.cpp").write_text(source)
        for name in ("harbour.map", "movers.json"):
            shutil.copy(self.desk / name, folder)
        return folder

    def test_cpp_and_cmake(self):
        first, *others = of("cmake")
        source = program("cpp")
        for snippet in (first, *others):
            with self.subTest(str(snippet)):
                project = self.project(f"project_{snippet.line}", snippet.text, source if snippet is first else "int main() {}\n")
                self.configure(project, f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
                self.make(project)
                self.assertTrue((project / "build/worlds/harbour.pnav").exists())
                if snippet is first:
                    self.assert_prints(source, run(project / "build/game", cwd=self.desk))

    def test_cmake_of_the_sources_themselves(self):
        snippet = of("cmake")[0]
        ways = re.match(r"find_package\(.*?\) +# or (set\(.*?\)) and (add_subdirectory\(.*?\))\n", snippet.text)
        project = self.project("by_source", "\n".join(ways.groups()) + snippet.text[ways.end() - 1:], "int main() {}\n")
        (project / "portolan").symlink_to(SOURCE)
        self.configure(project)
        plan = run("ninja", "-n", "game", cwd=project / "build")
        self.assertIn("World harbour", plan)
        self.assertIn("Linking CXX executable game", plan)
        # The next compiler's warnings are not the affair of those who embed portolan.
        self.assertNotIn("-Werror", run("ninja", "-t", "commands", cwd=project / "build"))

    def test_c(self):
        source = program("c")
        (self.desk / "game.c").write_text(source)
        (libraries,) = self.flags("--variable=libdir", "portolan-c")
        run("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", self.desk / "game.c", "-o", self.desk / "game",
            *self.flags("--cflags", "--libs", "portolan-c", "portolan-build-c"), f"-Wl,-rpath,{libraries}")
        self.assert_prints(source, run(self.desk / "game", cwd=self.desk))

    def test_files(self):
        commands = "".join(snippet.text for snippet in of("sh", "cmake"))
        for snippet in of("tsv", "json"):
            with self.subTest(str(snippet)):
                if (SOURCE / snippet.file).exists():
                    # Lines of a bundled file, in its order.
                    lines = iter((SOURCE / snippet.file).read_text().splitlines())
                    for line in snippet.text.splitlines():
                        self.assertIn(line, lines)
                elif snippet.file not in commands:
                    self.shell(READERS[snippet.file])
        self.assertLessEqual(set(READERS), {snippet.file for snippet in SNIPPETS})

    def test_areas_that_are_printed_in_part_are_a_whole_file(self):
        (snippet,) = (snippet for snippet in of("json") if snippet.file == "worlds/keep.areas.json")
        (self.desk / "part.areas.json").write_text(snippet.text)
        self.shell("portolan check worlds/keep.txt --areas part.areas.json")

    def test_the_reference_lists_the_options_that_each_command_takes(self):
        program = self.prefix / "bin/portolan"
        sections = re.split(r"^## portolan (\w+)$", (SOURCE / "tools/REFERENCE.md").read_text(), flags=re.M)
        commands = dict(zip(sections[1::2], sections[2::2]))
        self.assertCountEqual(commands, re.findall(r"^  (\w+) +", run(program, "--help").split("Subcommands:")[1], re.M))
        for name, text in commands.items():
            with self.subTest(name):
                usage = re.search(r"^`portolan (\w+) [^`]+`", text, re.M)
                self.assertEqual(usage[1], name)
                listed = re.findall(r"^\| `(--?[a-z][a-z-]*)", text.split("\n## ")[0], re.M)
                taken = re.findall(r"^  (?:-\w,)?(--[a-z-]+)", run(program, name, "--help"), re.M)
                self.assertCountEqual(listed, set(taken) - {"--help"})

    def test_the_start_of_a_world_file(self):
        (snippet,) = of("hex")
        (self.desk / "open.map").write_text(open_map(20, 10))
        self.shell("portolan build open.map --index none -o open.pnav")
        world = (self.desk / "open.pnav").read_bytes()
        self.assertIn(f" {len(world)} bytes\n", snippet.text)
        lines = re.findall(r"^([0-9a-f]{8})  ((?:[0-9a-f]{2}  ?){16})", snippet.text, re.M)
        self.assertEqual(len(lines), 4)
        for at, printed in lines:
            self.assertEqual(world[int(at, 16):][:16], bytes.fromhex(printed), at)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
