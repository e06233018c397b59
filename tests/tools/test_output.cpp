// SPDX-License-Identifier: BSL-1.0
// Output of the command that cannot be written: an error, exit code 2 and nothing replaced.
#include "tools/command_support.hpp"

#include <filesystem>
#include <string>

#include <sys/stat.h>

namespace {

namespace fs = std::filesystem;
using portolan::test::CommandFolder;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;
using portolan::test::slurp;

/// A map, a board, areas over the map, queries, and a world of the first two.
class Folder : public CommandFolder {
 public:
  Folder() {
    write("m.map", "type octile\nheight 2\nwidth 4\nmap\n....\n....\n");
    write("b.tsv", "from\tto\tcost\nA\tB\t1\nB\tC\t2\n");
    write("m.scen", "version 1\n0\tm.map\t4\t2\t0\t0\t3\t0\t3\n");
    for (const std::string name : {"m.map", "b.tsv"}) {
      REQUIRE(run(*this, "build " + *this / name + " -o " + *this / (name + ".pnav")).code == 0);
    }
  }
  [[nodiscard]] bool has(const std::string& name) const { return fs::exists(path() / name); }
};

TEST_CASE("a command that cannot print fails, and says so") {
  const Folder folder;
  const std::string map = folder / "m.map.pnav";
  const std::string board = folder / "b.tsv.pnav";
  for (const std::string& command :
       {std::string("--help"),
        std::string("--version"),
        std::string("build --help"),
        "info " + map,
        "info " + map + " --json",
        "info " + board,
        "path " + map + " 0,0 3,1",
        "path " + map + " 0,0 3,1 --json",
        "path " + map + " 0,0 3,1 --tiles",
        "path " + board + " A C",
        "path " + board + " A C --json",
        "scen " + map + " " + folder / "m.scen",
        "scen " + map + " " + folder / "m.scen" + " --json",
        "check " + map,
        "check " + board,
        "check " + folder / "b.tsv",
        "view " + map,
        "view " + board,
        "export " + board + " -o " + folder / "x.tsv",
        "export " + folder / "b.tsv" + " -o " + folder / "x.json",
        "build " + folder / "m.map" + " -o " + folder / "x.pnav",
        "build " + folder / "m.map" + " -o " + folder / "x.pnav" + " --json --depfile " + folder / "x.d",
        "build " + folder / "b.tsv" + " -o " + folder / "x.pnav" + " --json"}) {
    INFO(command);
    require_bad_input(run(folder, command + " >/dev/full"), "standard output");
    // Closed: no file that is opened may stand in for it.
    require_bad_input(run(folder, command + " >&-"), "standard output");
    for (const std::string name : {"x.pnav", "x.d", "x.tsv", "x.nodes.tsv", "x.json"}) CHECK_FALSE(folder.has(name));
  }
}

TEST_CASE("a command that has nothing to print needs nobody to read it") {
  const Folder folder;
  CHECK(run(folder, "draw " + folder / "m.map.pnav" + " -o " + folder / "x.png" + " >&-").code == 0);
  CHECK(run(folder, "make caves --size 20x20 -o " + folder / "x.map" + " <&- >/dev/full 2>&-").code == 0);
  CHECK(folder.has("x.png"));
  CHECK(folder.has("x.map"));
  CHECK(run(folder, "info " + folder / "missing" + " >/dev/full 2>/dev/full").code == 2);
}

#ifdef PORTOLAN_COUNT_ALLOCATIONS  // sanitizers want numbers of files for themselves
TEST_CASE("a world that cannot be read back does not replace the old one") {
  const Folder folder;
  folder.write("w.pnav", "old");
  const std::ptrdiff_t entries = folder.entries();
  // Of file numbers there is one besides the three of standard streams: the file that is written has it.
  const std::string command = "exec 3>&- 2>" + folder / ".stderr" + " </dev/null; ulimit -n 4; exec '" +
                              PORTOLAN_COMMAND + "' build " + folder / "m.map" + " --index none -o " +
                              folder / "w.pnav";
  const int status = std::system(command.c_str());
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 2));
  const std::string message = slurp((folder.path() / ".stderr").string());
  INFO(message);
  CHECK(message.find("w.pnav: cannot be read back: ") != std::string::npos);
  CHECK(slurp((folder.path() / "w.pnav").string()) == "old");
  CHECK(folder.entries() == entries + 1);
}
#endif

TEST_CASE("no command replaces what is no regular file") {
  const Folder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  fs::create_symlink("pipe", folder.path() / "pipe.png");
  fs::create_symlink("pipe", folder.path() / "pipe.nodes.tsv");
  fs::create_symlink("pipe", folder.path() / "t.2.map");
  const std::string map = folder / "m.map";
  const std::string world = folder / "m.map.pnav";
  const std::ptrdiff_t entries = folder.entries();
  for (const std::string& command :
       {"build " + map + " -o " + folder / "pipe", "build " + map + " -o /dev/null", "build " + map + " -o /dev/stdout",
        "build " + map + " -o " + folder / "x.pnav" + " --depfile " + folder / "pipe",
        "draw " + world + " -o " + folder / "pipe.png", "view " + world + " --export " + folder / "pipe",
        "export " + folder / "b.tsv" + " -o " + folder / "pipe" + " --as json",
        "export " + folder / "b.tsv" + " -o " + folder / "pipe.tsv", "make caves --size 20x20 -o " + folder / "pipe",
        "make tower --size 40x40 --floors 3 -o " + folder / "t.map"}) {
    INFO(command);
    const Ran ran = run(folder, command);
    CHECK(ran.code == 2);
    CHECK(ran.err.find(": is not a regular file, and would be replaced\n") != std::string::npos);
    CHECK(fs::is_fifo(pipe));
    CHECK(folder.entries() == entries);
  }
}

}  // namespace
